//! `x.iter()` and its relatives, where the body shows that `x` is of a type of the user's: then this is a method as any other, and not that of
//! arrays. Such a call gets the raw form of its name, `x.r#iter()`, which means the same to rustc and stands in no table of the library's.
//!
//! The body shows it by a type that is written, by how a variable is made, or by a field or a method that nothing of the library has. Where it
//! does not, the call is that of arrays. If one is taken for the other, rustc refuses it.

use crate::{
    context::{self, FunctionInput, strip_type},
    fragments, methods, names,
};
use proc_macro2::Ident;
use quote::{ToTokens, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Block, Expr, ExprMethodCall, FnArg, Macro, Pat, PatIdent, PathArguments, Type,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// The methods by which loops begin, and which types of the user's may have.
pub const ROOTS: [&str; 2] = ["iter", "iter_mut"];

/// Types with parameters that are none of the user's.
const OF_LIBRARY: [&str; 11] = [
    "Option",
    "Result",
    "Range",
    "RangeInclusive",
    "Buffer",
    "ReadOnly",
    "Shared",
    "SharedArray",
    "Context",
    "Join",
    "Reverse",
];

/// A body in which these calls have raw names, if it has some.
pub fn named(input: &FunctionInput<'_>) -> Option<Block> {
    let mut shown = Shown::default();
    shown.visit_block(input.block);
    if !shown.has_roots {
        return None;
    }
    for parameter in &input.signature.inputs {
        if let FnArg::Typed(typed) = parameter {
            shown.visit_pat(&typed.pat);
        }
    }
    shown.add_types(input);
    let mut block = input.block.clone();
    let mut renamed = Renamed { shown: &shown, some: false };
    renamed.visit_block_mut(&mut block);
    renamed.some.then_some(block)
}

/// Whether a name is one that was given here.
pub fn is_raw(name: &Ident) -> bool {
    name.to_string().strip_prefix("r#").is_some_and(|name| ROOTS.contains(&name))
}

/// Methods of iterators, which are no types of the user's alone.
const OF_ITERATORS: [&str; 22] = [
    "next",
    "next_back",
    "nth",
    "nth_back",
    "by_ref",
    "peek",
    "peek_mut",
    "next_if",
    "next_if_eq",
    "size_hint",
    "remainder",
    "sum",
    "product",
    "count",
    "last",
    "peekable",
    "chain",
    "zip",
    "cycle",
    "flatten",
    "fuse",
    "borrow",
];

/// Methods of arrays that types of the user's seldom have.
const OF_ARRAYS: [&str; 12] = [
    "swap",
    "fill",
    "fill_with",
    "reverse",
    "sort",
    "sort_unstable",
    "sort_by",
    "sort_by_key",
    "contains",
    "chunks",
    "windows",
    "split_at",
];

/// Methods of what has another end, which no iterator of the user's has.
const FROM_THE_END: [&str; 6] = ["rev", "next_back", "nth_back", "rfind", "rfold", "rposition"];

/// What a body shows.
#[derive(Default)]
struct Shown {
    has_roots: bool,
    /// How many variables have a name.
    bound: BTreeMap<String, usize>,
    /// Variables and fields, as they are written, that are of types of the user's.
    own: BTreeSet<String>,
    /// The same of what is used as an array.
    arrays: BTreeSet<String>,
    /// Variables whose types are written.
    typed: BTreeMap<String, Type>,
}

impl Shown {
    fn add_types(&mut self, input: &FunctionInput<'_>) {
        let generic: Vec<&Ident> = input.signature.generics.type_params().map(|parameter| &parameter.ident).collect();
        for parameter in &input.signature.inputs {
            if let FnArg::Typed(typed) = parameter
                && let Pat::Ident(name) = &*typed.pat
            {
                self.typed.insert(name.ident.to_string(), (*typed.ty).clone());
            }
        }
        for (name, ty) in &self.typed {
            // A type without arguments may be another name for an array.
            let is_own = is_own_type(ty, input.self_type) || is_plain(ty) && !self.arrays.contains(name);
            if is_own || is_open(ty, &generic) {
                self.own.insert(name.clone());
            }
        }
        if input.self_type.is_some_and(is_named) {
            self.own.insert("self".to_owned());
        }
    }

    /// Whether an expression is shown to be of a type of the user's.
    fn is_own(&self, of: &Expr) -> bool {
        match of {
            Expr::Paren(inner) => self.is_own(&inner.expr),
            Expr::Group(inner) => self.is_own(&inner.expr),
            Expr::Reference(inner) => self.is_own(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => self.is_own(&inner.expr),
            Expr::Struct(_) | Expr::Call(_) => is_made(of),
            _ => self.key(of).is_some_and(|key| self.own.contains(&key)),
        }
    }

    /// What a variable or a field of one is called in all places, if there is one variable of the name.
    fn key(&self, of: &Expr) -> Option<String> {
        match of {
            Expr::Paren(inner) => self.key(&inner.expr),
            Expr::Group(inner) => self.key(&inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                (name == "self" || self.bound.get(&name) == Some(&1)).then_some(name)
            }
            Expr::Field(field) => Some(format!("{}.{}", self.key(&field.base)?, field.member.to_token_stream())),
            _ => None,
        }
    }

    /// Notes what a field or a method shows of what has it.
    fn note(&mut self, of: &Expr) {
        // Which variables there are is not known yet, and asked for where this is looked up.
        if let Some(key) = text(of) {
            self.own.insert(key);
        }
    }
}

/// What the first method of a chain is called on.
fn root(chain: &Expr) -> Option<&Expr> {
    match chain {
        Expr::Paren(inner) => root(&inner.expr),
        Expr::MethodCall(call) if ROOTS.iter().any(|name| call.method == name) => Some(&call.receiver),
        Expr::MethodCall(call) => root(&call.receiver),
        _ => None,
    }
}

/// A variable or a field as it is written.
fn text(of: &Expr) -> Option<String> {
    match of {
        Expr::Paren(inner) => text(&inner.expr),
        Expr::Group(inner) => text(&inner.expr),
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => Some(format!("{}.{}", text(&field.base)?, field.member.to_token_stream())),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Shown {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        *self.bound.entry(name.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, name);
    }

    fn visit_pat_type(&mut self, typed: &'ast syn::PatType) {
        if let Pat::Ident(name) = &*typed.pat {
            self.typed.insert(name.ident.to_string(), (*typed.ty).clone());
        }
        visit::visit_pat_type(self, typed);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let is_made = local.init.as_ref().is_some_and(|init| is_made(&init.expr));
        if let Pat::Ident(name) = &local.pat
            && is_made
        {
            self.own.insert(name.ident.to_string());
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        if matches!(field.member, syn::Member::Named(_)) {
            self.note(&field.base);
        }
        visit::visit_expr_field(self, field);
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.arrays.extend(text(&index.expr));
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let name = names::unraw(&call.method);
        self.has_roots |= ROOTS.contains(&name.as_str()) && call.args.is_empty();
        if OF_ARRAYS.contains(&name.as_str()) {
            self.arrays.extend(text(&call.receiver));
        }
        if FROM_THE_END.contains(&name.as_str()) {
            self.arrays.extend(root(&call.receiver).and_then(text));
        }
        let is_other = names::is_library_method(&name) || OF_ITERATORS.contains(&name.as_str());
        if !is_other && methods::refused(&name).next().is_none() {
            self.note(&call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let mut arguments = Vec::new();
        fragments::within_arguments(&mut call.clone(), |argument| arguments.push(argument.clone()));
        for argument in &arguments {
            let mut inner = Shown::default();
            inner.visit_expr(argument);
            self.has_roots |= inner.has_roots;
            self.own.append(&mut inner.own);
            self.arrays.append(&mut inner.arrays);
            inner.bound.into_iter().for_each(|(name, count)| *self.bound.entry(name).or_default() += count);
        }
    }
}

/// Whether a value is made of a type of the user's: `Grid { … }`, `Grid::new(…)`.
fn is_made(value: &Expr) -> bool {
    match value {
        Expr::Paren(inner) => is_made(&inner.expr),
        Expr::Struct(made) => made.qself.is_none(),
        Expr::Call(call) => match &*call.func {
            Expr::Path(function) if function.qself.is_none() => {
                let mut names = function.path.segments.iter().rev().map(|segment| segment.ident.to_string());
                names.next().is_some_and(|name| makes(&name))
                    && names.next().is_some_and(|of| names::is_type_name(&of) && !is_of_library(&of))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a function of a type makes one of that type, as its name says.
fn makes(name: &str) -> bool {
    matches!(name, "new" | "default") || ["new_", "from_", "with_"].iter().any(|start| name.starts_with(start))
}

/// Whether a type of this name is one of the library's.
fn is_of_library(name: &str) -> bool {
    names::is_primitive(name) || names::is_vector(name) || OF_LIBRARY.contains(&name)
}

/// Whether a type has a name that is none of the library's.
fn is_named(ty: &Type) -> bool {
    match strip_type(ty) {
        Type::Path(path) => path.qself.is_none() && !context::last_name(ty).is_some_and(|name| is_of_library(&name)),
        _ => false,
    }
}

/// Whether a type that is written is one of the user's, and no other name for an array.
fn is_own_type(ty: &Type, self_type: Option<&Type>) -> bool {
    match strip_type(ty) {
        Type::Reference(lent) => is_own_type(&lent.elem, self_type),
        ty @ Type::Path(path) if is_named(ty) => {
            let is_itself = path.path.is_ident("Self") || Some(ty) == self_type;
            let arguments = path.path.segments.last().map(|last| &last.arguments);
            is_itself || matches!(arguments, Some(PathArguments::AngleBracketed(list)) if !list.args.is_empty())
        }
        _ => false,
    }
}

/// Whether a type is a name without arguments, or a reference to one.
fn is_plain(ty: &Type) -> bool {
    match strip_type(ty) {
        Type::Reference(lent) => is_plain(&lent.elem),
        ty => is_named(ty),
    }
}

/// Whether a type is a parameter.
fn is_open(ty: &Type, generic: &[&Ident]) -> bool {
    match strip_type(ty) {
        Type::Reference(lent) => is_open(&lent.elem, generic),
        Type::Path(path) => generic.iter().any(|name| path.path.is_ident(*name)),
        Type::ImplTrait(_) => true,
        _ => false,
    }
}

/// Has rustc look at the calls that are taken for those of arrays, where it is not asked about the body.
pub fn check(host: &mut Block) {
    Checked.visit_block_mut(host);
}

struct Checked;

impl VisitMut for Checked {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = &*expr
            && call.args.is_empty()
            && ROOTS.iter().any(|name| call.method == name)
        {
            let span = call.method.span();
            *expr = Expr::Verbatim(quote_spanned!(span=> ::whipple::private::seen::roots::elements(#call)));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Gives the calls raw names.
struct Renamed<'a> {
    shown: &'a Shown,
    some: bool,
}

impl VisitMut for Renamed<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let is_root = call.args.is_empty() && call.turbofish.is_none() && ROOTS.iter().any(|name| call.method == name);
        if is_root && self.shown.is_own(&call.receiver) {
            call.method = Ident::new_raw(&call.method.to_string(), call.method.span());
            self.some = true;
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}
