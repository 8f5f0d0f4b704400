//! Translates one Rust function into CUDA C++, and types the literals of its Rust body.

mod apart;
mod calls;
mod check;
mod code;
mod constants;
mod control;
mod expr;
mod literal;
mod loops;
mod order;
mod pattern;
mod quotients;
mod scope;
mod signature;
mod spawns;
mod stmt;
mod types;
mod variant;

use crate::{errors::Errors, fragments, infer, iteration::Iteration, names, piece::Pieces, uniform, writer::Writer};
pub use check::pretty;
pub use constants::constants_of;
use control::Dest;
use loops::Frame;
pub use pattern::mentions;
use scope::Scopes;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Expr,
    visit::{self, Visit},
};
use types::Generic;
pub use types::{EMPTY, is_zero, option, type_name as named};
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
    /// The methods that the body calls and the device library does not have, each once.
    pub calls: Vec<syn::Ident>,
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

/// A procedure that a body spawns.
#[derive(Clone, Debug)]
pub struct SpawnUse {
    /// The procedure, as the user wrote it, with `Self` replaced.
    pub procedure: syn::Type,
    /// The most that one thread spawns in one task.
    pub per_thread: spawns::Most,
    /// The most that each thread spawns where any may.
    pub by_all: spawns::Most,
    /// The most that all threads of a task spawn together where only some may.
    pub by_few: spawns::Most,
}

/// Translates a function. On errors the result is still complete, so that the user's item can be emitted beside them.
pub fn translate(input: &FunctionInput<'_>, errors: &mut Errors) -> Function {
    let typed = infer::type_literals(input.signature, input.block, errors);
    uniform::check(input.signature, input.block, errors);
    let spawns = spawns::spawns(input, input.block);
    let mut translator = Translator::new(input, errors);
    let asked = (typed.questions > 0).then_some((typed.asked, typed.questions));
    translator.numbers = typed.numbers;
    translator.doubles = typed.doubles;
    translator.constants = typed.constants;
    let signature = translator.signature();
    let body = translator.body(&typed.cuda);
    let checks = std::mem::take(&mut translator.checks);
    let checks = if errors.is_empty() { checks.into_values().collect() } else { Vec::new() };
    let host = if errors.is_empty() {
        let mut host = typed.host;
        if input.signature.constness.is_none() {
            quotients::note(&mut host);
        }
        host.stmts.splice(0..0, pattern::no_constants(input.block));
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
        calls: calls(input.block),
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
    input: &'a FunctionInput<'a>,
    errors: &'a mut Errors,
    generics: BTreeMap<String, Generic>,
    scopes: Scopes,
    out: Writer,
    /// The Rust line of the statement being translated.
    line: usize,
    /// Where the expression is whose value is wanted.
    span: proc_macro2::Span,
    /// Whether statements may be written before the expression being translated.
    hoist: bool,
    frames: Vec<Frame>,
    labels: BTreeSet<String>,
    /// What only rustc can check, by what it says: items of the host's body.
    checks: BTreeMap<String, syn::Stmt>,
    /// The types of literals that only rustc can look up.
    numbers: BTreeMap<usize, syn::Type>,
    /// Whether float literals that have an index into this are f64.
    doubles: Vec<syn::Expr>,
    /// The constants in the body as the host has them, by their marks.
    constants: BTreeMap<usize, syn::ItemConst>,
    /// Whether what patterns look at may change before their bindings are read: in the conditions after them, or in guards.
    name_subjects: bool,
    /// Whether the expression being translated is written to, so that a copy of it would be wrong.
    in_place: bool,
    receiver: Receiver,
    returns_unit: bool,
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
            out: Writer::inside_block(line),
            line,
            span: proc_macro2::Span::call_site(),
            hoist: true,
            frames: Vec::new(),
            labels: BTreeSet::new(),
            checks: BTreeMap::new(),
            numbers: BTreeMap::new(),
            doubles: Vec::new(),
            constants: BTreeMap::new(),
            name_subjects: false,
            in_place: false,
            receiver: Receiver::None,
            returns_unit: true,
        }
    }

    fn body(&mut self, block: &syn::Block) -> Pieces {
        if let Some(statement) = cfg_attribute(block) {
            self.errors.push(
                statement,
                "`#[cfg]` cannot change device code: both sides must be the same; use a `#[device] const` and `if`",
            );
        }
        if self.receiver == (Receiver::Value { mutable: true }) {
            self.scopes.fresh("self_");
            self.out.statement(self.line, Pieces::text("auto self_ = *this;"));
        }
        for (name, generic) in &self.generics {
            if matches!(generic, Generic::Type) {
                let function = &self.input.signature.ident;
                let message = format!("write the type of the number given to `{function}`, as 5_u32");
                let (name, message) = (names::item(name), code::string_literal(&message));
                let check = format!("static_assert(!BuiltinInteger<{name}>, {message});");
                self.out.extra(Pieces::text(check));
            }
        }
        let dest = if self.returns_unit { Dest::Discard } else { Dest::Return };
        self.block_into(block, &dest);
        self.out.close("\n");
        std::mem::replace(&mut self.out, Writer::new(0, None)).finish()
    }
}

/// The methods that a body calls and the device library does not have, where it calls them first.
fn calls(block: &syn::Block) -> Vec<syn::Ident> {
    struct Finder(BTreeMap<String, syn::Ident>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            let name = call.method.to_string();
            if !names::is_library_method(&name) {
                self.0.entry(name).or_insert_with(|| call.method.clone());
            }
            visit::visit_expr_method_call(self, call);
        }

        fn visit_expr_for_loop(&mut self, looping: &'ast syn::ExprForLoop) {
            let over = Iteration::of(&looping.expr).map_or(&*looping.expr, |iteration| iteration.array);
            self.visit_expr(over);
            self.visit_block(&looping.body);
        }

        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            // What debug builds check on the CPU.
            if call.path.segments.last().is_some_and(|name| name.ident.to_string().starts_with("debug_assert")) {
                return;
            }
            fragments::within_arguments(&mut call.clone(), |argument| {
                let mut inner = Finder(BTreeMap::new());
                inner.visit_expr(argument);
                inner.0.into_iter().for_each(|(name, ident)| {
                    self.0.entry(name).or_insert(ident);
                });
            });
        }
    }
    let mut finder = Finder(BTreeMap::new());
    finder.visit_block(block);
    finder.0.into_values().collect()
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
