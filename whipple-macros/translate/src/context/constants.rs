//! Constants inside functions: `const COUNT: usize = 4;`.
//!
//! Rust sees a constant in all of its block, also before it stands there. In C++ the constants of a block are its first statements,
//! in the order in which they need each other. They are static, so that lambdas that capture nothing may use them.

use super::{Translator, code::Code, evaluated::evaluated, pattern::mentions};
use crate::{
    fragments,
    methods::{self, Associated},
    names,
    piece::Pieces,
};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::{
    Block, Expr, Item, ItemConst, Stmt, parse_quote,
    visit::{self, Visit},
};

/// The constants of a block that have names.
pub fn constants_of(block: &Block) -> impl Iterator<Item = &ItemConst> {
    block.stmts.iter().filter_map(|statement| match statement {
        Stmt::Item(Item::Const(constant)) if constant.ident != "_" => Some(constant),
        _ => None,
    })
}

impl Translator<'_> {
    /// Constants of the standard library: `f32::MAX`, `u32::MAX`, `std::f32::consts::PI`.
    pub fn known_constant(&mut self, path: &syn::Path) -> Option<Code> {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let last = segments.last()?;
        let owner = segments.len().checked_sub(2).and_then(|index| segments.get(index))?;
        if owner == "consts" {
            let single = segments.iter().any(|segment| segment == "f32");
            let Some(value) = methods::constant(last).map(|constant| constant.digits) else {
                self.errors.push(path, "this constant does not exist in device code; write its value");
                return Some(Code::primary("0"));
            };
            if !single && !segments.iter().any(|segment| segment == "f64") {
                self.errors
                    .push(path, "it is not clear whether this constant is f32 or f64; write `std::f32::consts::…` or `std::f64::consts::…`");
            }
            // Rust writes both constants with enough digits that rounding the f64 decimal gives the f32 one.
            return Some(Code::primary(format!("{value}{}", if single { "f" } else { "" })));
        }
        if segments.len() == 2 && owner == "char" {
            self.errors.push(path, "constants of `char` do not exist in device code; write the value: `'\\u{10ffff}'`");
            return Some(Code::primary("Char(0u)"));
        }
        if segments.len() <= 3 && names::is_number(owner) {
            if !matches!(methods::associated(owner, last), Some(Associated::Constant(_))) {
                self.errors.push(path, "this constant does not exist in device code; write its value");
            }
            let class = if names::is_integer(owner) { owner.clone() } else { format!("Float<{owner}>") };
            return Some(Code::primary(format!("{class}::{last}")));
        }
        if matches!(segments[0].as_str(), "std" | "core" | "alloc") && !is_of_ordering(path) {
            self.errors.push(path, "the standard library does not exist in device code; write a `#[device]` function");
            return Some(Code::primary("0"));
        }
        None
    }

    /// Makes the name of a constant known; gives its C++ name.
    pub fn add_constant(&mut self, constant: &ItemConst) -> String {
        self.scopes.add_constant(constant.clone());
        self.scopes.fresh(&constant.ident.to_string())
    }

    /// The value of a constant, checked where rustc can.
    pub fn evaluated_constant(&mut self, constant: &ItemConst, value: Pieces) -> Pieces {
        let name = &constant.ident;
        let itself = self.scopes.with_constants(parse_quote!(#name));
        evaluated(&constant.expr, &constant.ty, &itself, value, self.errors)
    }
}

/// Whether a path names what device code has of std's `Ordering`: `std::cmp::Ordering::Less`.
pub fn is_of_ordering(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let [root, module, owner, name] = &names[..] else { return false };
    let is_ordering = matches!(root.as_str(), "std" | "core") && module == "cmp" && owner == "Ordering";
    is_ordering && methods::associated(owner, name).is_some()
}

/// Which of `min` and `max` of std's a call is.
pub fn of_numbers(call: &syn::ExprCall) -> Option<String> {
    let Expr::Path(path) = &*call.func else { return None };
    let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let [root, module, name] = names.as_slice() else { return None };
    let is_meant = (root == "std" || root == "core") && module == "cmp" && (name == "min" || name == "max");
    (is_meant && call.args.len() == 2 && path.path.segments[2].arguments.is_none()).then(|| name.clone())
}

/// The C++ names of what paths in a body name, if it has constants of its own: none of these must hide them.
pub fn named_beside_constants(block: &Block) -> BTreeSet<String> {
    #[derive(Default)]
    struct Finder {
        has_constants: bool,
        /// How many blocks are around.
        depth: usize,
        names: BTreeSet<String>,
    }
    impl<'ast> Visit<'ast> for Finder {
        fn visit_block(&mut self, block: &'ast Block) {
            self.depth += 1;
            visit::visit_block(self, block);
            self.depth -= 1;
        }
        fn visit_item_const(&mut self, constant: &'ast ItemConst) {
            self.has_constants = true;
            if self.depth > 1 {
                // Outside of its block the name may be that of an item, and C++ may have no block there.
                self.names.insert(names::item(&constant.ident.to_string()));
            }
            visit::visit_item_const(self, constant);
        }
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            // A name alone is that of the constant, where it is seen.
            if path.path.segments.len() > 1 {
                visit::visit_expr_path(self, path);
            }
        }
        fn visit_path(&mut self, path: &'ast syn::Path) {
            self.names.extend(path.segments.iter().map(|segment| names::item(&segment.ident.to_string())));
            visit::visit_path(self, path);
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            fragments::within_arguments(&mut call.clone(), |argument| {
                let mut inner = Finder { depth: self.depth, ..Finder::default() };
                inner.visit_expr(argument);
                self.has_constants |= inner.has_constants;
                self.names.append(&mut inner.names);
            });
        }
    }
    let mut finder = Finder::default();
    finder.visit_block(block);
    if finder.has_constants { finder.names } else { BTreeSet::new() }
}

/// An expression as it stands among these constants, each with the depth of its block.
pub fn among(constants: &[(usize, ItemConst)], value: Expr) -> Expr {
    let tokens = value.to_token_stream();
    if !constants.iter().any(|(_, constant)| mentions(tokens.clone(), &constant.ident)) {
        return value;
    }
    let blocks = constants.chunk_by(|(one, _), (other, _)| one == other);
    blocks.rev().fold(value, |value, block| {
        let items = block.iter().map(|(_, constant)| constant);
        // As syn writes the last expression of a block, in parentheses where it begins like a statement.
        let value = syn::Stmt::Expr(value, None);
        Expr::Verbatim(quote!({ #(#[allow(dead_code, clippy::all)] #items)* #value }))
    })
}
