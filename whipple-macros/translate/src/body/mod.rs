//! Translates one Rust function into CUDA C++, and types the literals of its Rust body.

mod panics;
mod quotients;

use crate::context::callables;
use crate::{
    ask::{self, Asks},
    called::{self, Called},
    check::{Scope, accesses::Accesses, joins, spawns, uniform},
    context::{self, FunctionInput, Receiver, Returns, Role, Translator},
    conversion::Conversion,
    dump, emit,
    errors::Errors,
    hir::{self, Body, Callee, ExprKind},
    inner, lower,
    message::Writer,
    numbering::Numbering,
    parameters,
    phases::{self, Phases},
    piece::Pieces,
    refused, rooted,
    ty::{self, Types},
};

use proc_macro2::Span;
use std::collections::BTreeMap;

/// One translated function.
#[derive(Clone, Debug)]
pub struct Function {
    /// How it takes `self`.
    pub receiver: Receiver,
    /// The complete declaration without `;`, as `__device__ f32 longest_edge(const Patch& patch)` or, in a class,
    /// `static __device__ Patch flat()`, `__device__ f32 area() const`, `template <class T> __device__ T first(…)`.
    /// One line, not indented.
    pub prototype: Pieces,
    /// A second declaration, with its body and the end of the line, whose first parameter says what the function gives: where that alone says
    /// what a generic parameter is. Empty for other functions.
    pub given: Pieces,
    /// `" const"` where the C++ member function is const, else `""`. Already part of `prototype` and
    /// `definition_head`.
    pub suffix: &'static str,
    /// Whether this is an associated function without `self`. `static` is already part of `prototype`.
    pub is_static: bool,
    /// What stands before the body at the definition: a `#line N "file"` line, then the declaration with the qualified
    /// name, then a space. A template's parameters have a line of their own.
    pub definition_head: Pieces,
    /// What C++ sees of the result.
    pub returns: Returns,
    /// Whether it gives an iterator, whose type C++ finds by the body: that stands before those that call it.
    pub is_early: bool,
    /// `{\n    …\n}\n`, with `#line` directives.
    pub body: Pieces,
    /// The Rust body with typed literals; the user's body as it was when there were errors.
    pub host: syn::Block,
    /// How the CPU runs the threads of a task, of the body of a procedure.
    pub phases: Phases,
    /// What only rustc can check, as items for the Rust body.
    pub checks: Vec<syn::Stmt>,
    /// The spawns in the body.
    pub spawns: spawns::Spawns,
    /// How the body uses buffers.
    pub accesses: Accesses,
    /// What the body calls, each once for each type.
    pub calls: Vec<Called>,
    /// What writes the messages that have values.
    pub messages: BTreeMap<u64, Writer>,
    /// The body as rustc is asked about it, if it is.
    pub asked: Option<ask::Asked>,
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
    let before = errors.count();
    let Some(block) = inner::plain(input.signature, input.block, errors) else {
        return translate_plain(input, errors);
    };
    let plain = errors.count();
    let function = translate_plain(&FunctionInput { block: &block, ..*input }, errors);
    if plain > before {
        // The body uses what was refused.
        errors.forget_from(plain);
    }
    if errors.is_empty() {
        return function;
    }
    // Beside errors the item stands as it was written.
    let mut unheard = Errors::new();
    unheard.leave_to_rustc();
    Function { host: translate_plain(input, &mut unheard).host, ..function }
}

/// The same, without functions and what `use` brings in.
fn translate_plain(input: &FunctionInput<'_>, errors: &mut Errors) -> Function {
    match rooted::named(input) {
        Some(block) => translate_rooted(&FunctionInput { block: &block, ..*input }, errors),
        None => translate_rooted(input, errors),
    }
}

/// The same, where `iter` of types of the user's has another name than that of arrays.
fn translate_rooted(input: &FunctionInput<'_>, errors: &mut Errors) -> Function {
    let before = errors.count();
    callables::check(input.signature, input.block, errors);
    let checked = errors.count();
    let signature = callables::with_pointers(input.signature);
    let function = translate_pointed(&FunctionInput { signature: &signature, ..*input }, errors);
    if checked > before {
        // The body uses what was refused.
        errors.forget_from(checked);
    }
    function
}

/// The same, where functions as parameters are function pointers.
fn translate_pointed(input: &FunctionInput<'_>, errors: &mut Errors) -> Function {
    let Some((signature, block)) = parameters::named(input.signature, input.block) else {
        return translate_named(input, errors);
    };
    let input = FunctionInput { signature: &signature, block: &block, ..*input };
    let mut translated = translate_named(&input, errors);
    parameters::take_lets(&mut translated.host);
    if let Some(asked) = &mut translated.asked {
        parameters::without_marks(&mut asked.body);
        asked.parameters = signature.inputs.iter().cloned().collect();
    }
    translated
}

/// The same, where each parameter has a name.
fn translate_named(input: &FunctionInput<'_>, errors: &mut Errors) -> Function {
    let block = input.block;
    let mut translator = Translator::new(input, errors);
    let signature = translator.signature();
    translator.refuse_cfg(block);
    let body = hir::build(&mut translator, block, &Numbering::of(block));
    uniform::check(&body, input.signature, translator.errors);
    joins::check(&body, translator.errors);
    let asks = Asks::about(input);
    let types = Types::of(&body, input.signature, asks, translator.errors);
    let statements = lower::lower(&mut translator, &body, &types);
    let mut text = emit::body(&statements, input.signature.fn_token.span.start().line);
    text.append(translator.needed_foreigners());
    let told = translator.told_parameters();
    let (checks, returns) = (std::mem::take(&mut translator.checks), translator.returns);
    let literals = std::mem::take(&mut translator.literals);
    let taken_out = std::mem::take(&mut translator.refused);

    let scope = Scope {
        signature: input.signature,
        self_type: input.self_type,
        item_type: input.item_type,
        returns: input.output_type.is_some(),
    };
    let spawns = spawns::count(&body, scope);
    let fields = called::Fields::of(&body, asks == Asks::All);
    let (mut calls, asked) = called::find(input, ty::asked(block, &body, &types), fields, errors);
    if asked.is_some() && asks != Asks::Nothing && text.has_answers() {
        text.begin_block(&told);
    }
    if asks == Asks::All {
        calls.extend(called::of_made(input, made(&body, &types)));
    }
    calls.extend(called::functions(input, &text));
    calls.extend(called::with_literals(input, literals));
    let mut phases = Phases::Coroutines;
    let (host, checks) = if errors.is_empty() {
        let host;
        (host, phases) = host_of(input, &body, &types);
        let answered = types.has_guesses().then(|| ask::answered(input.signature));
        let checks = checks.into_values().map(|check| syn::Stmt::Item(syn::Item::Verbatim(check)));
        (host, checks.chain(answered).collect())
    } else {
        let mut host = block.clone();
        refused::take_out(taken_out, &mut host);
        (host, Vec::new())
    };
    dump::write(input, (&body, &types), &statements, &text, &phases);
    Function {
        receiver: signature.receiver,
        prototype: signature.prototype,
        given: signature.given,
        suffix: signature.suffix,
        is_static: signature.is_static,
        definition_head: signature.definition_head,
        returns,
        is_early: context::items::given(input.signature).is_some(),
        body: text,
        host,
        phases,
        checks,
        spawns,
        accesses: Accesses::of(&body, input.signature),
        calls,
        messages: body.messages,
        asked: asked.filter(|_| asks != Asks::Nothing),
    }
}

/// The Rust body with typed literals, and how the CPU runs the threads of its tasks.
fn host_of(input: &FunctionInput<'_>, body: &hir::Body, types: &Types) -> (syn::Block, Phases) {
    let mut host = ty::host(input.block, body, types);
    let mut phases = match input.role {
        Role::Execute => phases::split(input.signature, &host, body),
        Role::Function => phases::split_function(input.signature, &host, body),
        Role::Method => Phases::Coroutines,
    };
    if let Phases::Several(several) = &mut phases {
        panics::note(&mut several.block);
    }
    if input.signature.constness.is_none() {
        quotients::note(&mut host);
        panics::note(&mut host);
    }
    if !ask::can_be_asked(input) {
        rooted::check(&mut host);
    }
    host.stmts.splice(0..0, context::no_constants(&body.new_names));
    (host, phases)
}

/// The functions that make what only the result of a call says: their names, where they are called, and the questions about their
/// types.
fn made<'a>(body: &'a Body, types: &'a Types) -> impl Iterator<Item = (&'static str, Span, usize)> + use<'a> {
    types.made().filter_map(|(id, question)| {
        let name = match body.kind(id) {
            ExprKind::Call(Callee::Default, _) => "default",
            ExprKind::Call(Callee::Converted(Conversion::Into), _) => "from",
            _ => return None,
        };
        Some((name, body.expr(id).first, question))
    })
}
