//! Translates one Rust function into CUDA C++, and types the literals of its Rust body.

mod calls;
mod check;
pub(crate) mod code;
mod constants;
mod hints;
mod literal;
mod paths;
mod pattern;
mod quotients;
mod scope;
mod signature;
mod structs;
mod types;
mod variant;

use crate::{
    called::{self, Called},
    check::{Scope, spawns, uniform},
    errors::Errors,
    infer, names,
    piece::Pieces,
};
pub use calls::operator_of;
pub use check::pretty;
pub(crate) use code::string_literal;
pub(crate) use constants::among;
pub use constants::constants_of;
pub(crate) use hints::{UNSEEN, UNSEEN_NONE};
pub(crate) use paths::{is_none, signed_bits};
pub(crate) use pattern::{REST_AT_THE_END, mentions};
pub(crate) use scope::{Kind, Reference, Scopes};
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use structs::{POINTED_ELSEWHERE, snake_case};
use syn::{
    Expr,
    visit::{self, Visit},
};
use types::Generic;
pub use types::{EMPTY, is_zero, option, type_name as named};
pub(crate) use types::{LARGEST_TUPLE, TOO_LARGE, named as type_of_path, strip as strip_type, type_name as last_name};
pub use variant::is_of_std;

/// How a function takes `self`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// Not at all: a free or an associated function.
    None,
    /// `&self`.
    Ref,
    /// `&mut self`.
    RefMut,
    /// `self` or `mut self`.
    Value {
        /// Whether it is `mut self`.
        mutable: bool,
    },
}

/// What the function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A free function.
    Function,
    /// A method or an associated function in an `impl` block.
    Method,
    /// `Execute::execute` of a procedure.
    Execute,
}

/// What [`translate`] works on. All references are to the user's tokens as they came.
#[derive(Clone, Copy, Debug)]
pub struct FunctionInput<'a> {
    /// The signature, with its generics.
    pub signature: &'a syn::Signature,
    /// The body.
    pub block: &'a syn::Block,
    /// What the function is.
    pub role: Role,
    /// The type of the `impl` block: what `Self` means. `None` for a free function.
    pub self_type: Option<&'a syn::Type>,
    /// What `Self::Item` means: the `type Item = …` of an `impl Execute`.
    pub item_type: Option<&'a syn::Type>,
    /// What stands before the function's name where it is defined outside its class: `Patch::`, or nothing.
    pub qualifier: &'a Pieces,
    /// The C++ operator that it is, as `+`, in place of a name.
    pub operator: Option<&'static str>,
}

/// One translated function.
#[derive(Clone, Debug)]
pub struct Function {
    /// How it takes `self`.
    pub receiver: Receiver,
    /// The complete declaration without `;`, as `__device__ f32 longest_edge(const Patch& patch)` or, in a class,
    /// `static __device__ Patch flat()`, `__device__ f32 area() const`, `template <class T> __device__ T first(…)`.
    /// One line, not indented.
    pub prototype: Pieces,
    /// `" const"` where the C++ member function is const, else `""`. Already part of `prototype` and
    /// `definition_head`.
    pub suffix: &'static str,
    /// Whether this is an associated function without `self`. `static` is already part of `prototype`.
    pub is_static: bool,
    /// What stands before the body at the definition: a `#line N "file"` line, then the declaration with the qualified
    /// name, then a space. A template's parameters have a line of their own.
    pub definition_head: Pieces,
    /// `{\n    …\n}\n`, with `#line` directives.
    pub body: Pieces,
    /// The Rust body with typed literals; the user's body as it was when there were errors.
    pub host: syn::Block,
    /// What only rustc can check, as items for the Rust body.
    pub checks: Vec<syn::Stmt>,
    /// The spawns in the body.
    pub spawns: spawns::Spawns,
    /// What the body calls, each once for each type.
    pub calls: Vec<Called>,
    /// The integer types in the signature, by position: 0 for the result, 1, 2, … for the parameters. For a free
    /// function each becomes an `impl DeviceSignature<position> for name { type Number = …; }`, which tells other
    /// functions the type of the literals that they hand over.
    pub numbers: Vec<(usize, syn::Ident)>,
    /// The positions that have an f64, for the literals that only a float can be.
    pub doubles: Vec<usize>,
    /// The body as rustc is asked about it, and how many questions that has, if any.
    pub asked: Option<(syn::Block, usize)>,
}

impl Function {
    /// The Rust body with what rustc checks of it.
    pub fn checked_host(&self) -> syn::Block {
        let mut host = self.host.clone();
        host.stmts.splice(0..0, self.checks.iter().cloned());
        host
    }
}

/// Translates a function. On errors the result is still complete, so that the user's item can be emitted beside them.
pub fn translate(input: &FunctionInput<'_>, errors: &mut Errors) -> Function {
    let mut typed = infer::type_literals(input.signature, input.block, errors);
    let (mut calls, is_asked) = called::find(input, &mut typed, errors);
    let mut translator = Translator::new(input, errors);
    let asked = (typed.questions > 0 || is_asked).then_some((typed.asked, typed.questions));
    translator.numbers = typed.numbers;
    translator.doubles = typed.doubles;
    translator.constants = typed.constants;
    let signature = translator.signature();
    let hir = translator.hir(&typed.cuda);
    uniform::check(&hir, input.signature, translator.errors);
    let scope = Scope { signature: input.signature, self_type: input.self_type, item_type: input.item_type };
    let spawns = spawns::count(&hir, scope);
    let body = translator.body(&hir);
    calls.extend(called::functions(input, &body));
    let checks = std::mem::take(&mut translator.checks);
    let checks = if errors.is_empty() { checks.into_values().collect() } else { Vec::new() };
    let host = if errors.is_empty() {
        let mut host = typed.host;
        if input.signature.constness.is_none() {
            quotients::note(&mut host);
        }
        host.stmts.splice(0..0, pattern::no_constants(&hir.new_names));
        host
    } else {
        input.block.clone()
    };
    Function {
        receiver: signature.receiver,
        prototype: signature.prototype,
        suffix: signature.suffix,
        is_static: signature.is_static,
        definition_head: signature.definition_head,
        body,
        host,
        checks,
        spawns,
        calls,
        numbers: numbers(input.signature, names::is_integer),
        asked,
        doubles: numbers(input.signature, |name| name == "f64").into_iter().map(|(position, _)| position).collect(),
    }
}

/// The positions in a signature that have a type of such a name, also in arrays and tuples: 0 for the result, 1, 2, … for the
/// parameters, and their [`infer::part`]s. None for a generic function, or one with `self`.
fn numbers(signature: &syn::Signature, is_meant: fn(&str) -> bool) -> Vec<(usize, syn::Ident)> {
    type Found = Vec<(usize, syn::Ident)>;
    fn collect(ty: &syn::Type, position: usize, is_meant: fn(&str) -> bool, found: &mut Found) {
        match types::strip(ty) {
            syn::Type::Reference(reference) => collect(&reference.elem, position, is_meant, found),
            syn::Type::Array(array) => collect(&array.elem, position, is_meant, found),
            syn::Type::Tuple(tuple) => {
                for (index, element) in tuple.elems.iter().enumerate() {
                    if let Some(position) = infer::part(position, index) {
                        collect(element, position, is_meant, found);
                    }
                }
            }
            syn::Type::Path(path) if let Some(value) = types::option(&path.path) => {
                if let Some(position) = infer::part(position, 0) {
                    collect(value, position, is_meant, found);
                }
            }
            syn::Type::Path(path) => {
                let name = path.path.get_ident().filter(|name| is_meant(&name.to_string()));
                found.extend(name.map(|name| (position, name.clone())));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    if signature.generics.type_params().next().is_some() || signature.generics.const_params().next().is_some() {
        return found;
    }
    if let syn::ReturnType::Type(_, ty) = &signature.output {
        collect(ty, 0, is_meant, &mut found);
    }
    for (index, input) in signature.inputs.iter().enumerate() {
        if let syn::FnArg::Typed(typed) = input {
            collect(&typed.ty, index + 1, is_meant, &mut found);
        }
    }
    found
}

/// The C++ name of a type outside a body, as of a constant; `self_type` is what `Self` means.
pub fn type_name(ty: &syn::Type, self_type: Option<&syn::Type>, errors: &mut Errors) -> Pieces {
    let (signature, block) = (syn::parse_quote!(fn of()), syn::parse_quote!({}));
    let input = FunctionInput {
        signature: &signature,
        block: &block,
        role: Role::Function,
        self_type,
        item_type: None,
        qualifier: &Pieces::new(),
        operator: None,
    };
    Translator::new(&input, errors).type_pieces(ty)
}

/// The state of one translation.
pub(crate) struct Translator<'a> {
    pub(crate) input: &'a FunctionInput<'a>,
    pub(crate) errors: &'a mut Errors,
    pub(crate) generics: BTreeMap<String, Generic>,
    pub(crate) scopes: Scopes,
    /// The Rust line of the statement being translated.
    pub(crate) line: usize,
    /// What only rustc can check, by what it says: items of the host's body.
    pub(crate) checks: BTreeMap<String, syn::Stmt>,
    /// The types of literals that only rustc can look up.
    pub(crate) numbers: BTreeMap<usize, syn::Type>,
    /// Whether float literals that have an index into this are f64.
    pub(crate) doubles: Vec<syn::Expr>,
    /// The constants in the body as the host has them, by their marks.
    pub(crate) constants: BTreeMap<usize, syn::ItemConst>,
    pub(crate) receiver: Receiver,
    pub(crate) returns_unit: bool,
}

impl<'a> Translator<'a> {
    fn new(input: &'a FunctionInput<'a>, errors: &'a mut Errors) -> Self {
        let line = input.signature.fn_token.span.start().line;
        let mut scopes = Scopes::default();
        scopes.items = called_names(input.block);
        scopes.items.extend(constants::named_beside_constants(input.block));
        let name = input.signature.ident.to_string();
        scopes.items.extend([names::member(&name), names::item(&name)]);
        scopes.push();
        Self {
            input,
            errors,
            generics: BTreeMap::new(),
            scopes,
            line,
            checks: BTreeMap::new(),
            numbers: BTreeMap::new(),
            doubles: Vec::new(),
            constants: BTreeMap::new(),
            receiver: Receiver::None,
            returns_unit: true,
        }
    }

    /// What C++ checks of the types that it deduces.
    pub(crate) fn checks_of_generics(&self) -> Vec<Pieces> {
        let types = self.generics.iter().filter(|(_, generic)| matches!(generic, Generic::Type));
        let check = |(name, _): (&String, &Generic)| {
            let function = &self.input.signature.ident;
            let message = format!("write the type of the number given to `{function}`, as 5_u32");
            let (name, message) = (names::item(name), code::string_literal(&message));
            Pieces::text(format!("static_assert(!BuiltinInteger<{name}>, {message});"))
        };
        types.map(check).collect()
    }

    /// The body with its names resolved.
    fn hir(&mut self, block: &syn::Block) -> crate::hir::Body {
        if let Some(statement) = cfg_attribute(block) {
            self.errors.push(
                statement,
                "`#[cfg]` cannot change device code: both sides must be the same; use a `#[device] const` and `if`",
            );
        }
        crate::hir::build(self, block)
    }

    /// The statements.
    fn body(&mut self, body: &crate::hir::Body) -> Pieces {
        let line = self.input.signature.fn_token.span.start().line;
        let statements = crate::lower::lower(self, body);
        let text = crate::emit::body(&statements, line);
        crate::dump::write(self.input, body, &text);
        text
    }
}

/// The names of functions and constants that a body mentions.
fn called_names(block: &syn::Block) -> BTreeSet<String> {
    struct Finder(BTreeSet<String>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            if let Expr::Path(path) = &*call.func
                && let Some(last) = path.path.segments.last()
            {
                let name = last.ident.to_string();
                self.0.extend([names::member(&name), names::item(&name)]);
            }
            visit::visit_expr_call(self, call);
        }
    }
    let mut finder = Finder(BTreeSet::new());
    finder.visit_block(block);
    finder.0
}

/// The first `#[cfg]` or `#[cfg_attr]` in a body.
fn cfg_attribute(block: &syn::Block) -> Option<syn::Attribute> {
    struct Finder(Option<syn::Attribute>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
            if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                self.0.get_or_insert_with(|| attribute.clone());
            }
        }
    }
    let mut finder = Finder(None);
    finder.visit_block(block);
    finder.0
}
