//! Splits a body where the threads of a task meet, into phases: what the CPU runs in loops over the threads.
//!
//! Between two meetings (barriers, votes, shuffles, reductions) each thread runs by itself. So the statements between them become a closure that
//! runs for each thread, a *phase*. Control flow around a meeting is the same for all threads, as `check::uniform` sees to, and stays outside
//! of the phases. A variable is one of three kinds ([`Kind`]): the same for all threads, computed again in each phase, or kept for each
//! thread. What cannot be split is left to coroutines.

mod cases;
mod dependence;
mod flow;
mod functions;
mod jumps;
mod lines;
mod meetings;
mod phase;
#[cfg(test)]
mod tests;
mod variables;

use crate::{context::mentions, hir::Body, parameters};
use functions::{Callers, Function};
use lines::Line;
use meetings::Found;
use phase::Pending;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::{collections::BTreeSet, rc::Rc};
use syn::{Block, Expr, FnArg, ImplItem, ImplItemFn, Pat, Signature, Stmt, Type, Visibility};
use variables::Variable;

/// How the CPU runs the threads of a task.
#[derive(Clone, Debug)]
pub enum Phases {
    /// As coroutines.
    Coroutines,
    /// In one loop: they never meet.
    One,
    /// In several loops.
    Several(Several),
}

/// A body in several loops.
#[derive(Clone, Debug)]
pub struct Several {
    /// It has [`THREADS`] in place of the context.
    pub block: Block,
    /// What must be true for that: the functions that it calls run in loops, too.
    pub conditions: Vec<TokenStream>,
}

/// The name of the threads in [`Phases::Several`].
pub const THREADS: &str = "whipple_threads";

/// Splits the body of a procedure.
pub fn split(signature: &Signature, host: &Block, body: &Body) -> Phases {
    let context = match context(signature) {
        Context::Named(context) => context,
        Context::Unused => return Phases::One,
        Context::Other => return Phases::Coroutines,
    };
    let mut host = host.clone();
    let parameters = parameters::take_lets(&mut host);
    if parameters.iter().any(|binding| variables::bound(&binding.pat).iter().any(|name| name.is_mutable)) {
        return Phases::Coroutines;
    }
    split_body(context, &host, body, None)
}

/// Splits the body of a function, if that gets the context.
pub fn split_function(signature: &Signature, host: &Block, body: &Body) -> Phases {
    let Some(function) = Function::of(signature) else { return Phases::Coroutines };
    let mut host = host.clone();
    parameters::without_marks(&mut host);
    match (&function.context, function.may_split) {
        (_, false) => Phases::Coroutines,
        (None, true) => Phases::One,
        (Some(context), true) => split_body(context.clone(), &host, body, Some(&function)),
    }
}

fn split_body(context: Ident, host: &Block, body: &Body, function: Option<&Function>) -> Phases {
    let (callers, calls_that_refer) = Callers::of(context, host, body);
    match meetings::in_block(host, &callers) {
        Found::Nothing => return Phases::One,
        Found::GivenAway => return Phases::Coroutines,
        Found::Meetings => {}
    }
    let host = function.map_or_else(|| host.clone(), |function| function.body(host, &callers));
    let known = Known { references: body.names_of_references(), calls_that_refer, callers };
    let mut splitter = Splitter::new(Rc::new(known), BTreeSet::new(), function);
    loop {
        let split = splitter.block(&host.stmts);
        if splitter.failed {
            return Phases::Coroutines;
        }
        if !splitter.again {
            let (threads, context) = (threads(), &splitter.context);
            return match syn::parse2(quote!({ let #context = &#threads.first(); #split })) {
                Ok(block) => Phases::Several(Several { block, conditions: splitter.calls }),
                Err(_) => Phases::Coroutines,
            };
        }
        splitter = Splitter::new(splitter.known, splitter.demoted, function);
    }
}

/// The name of the threads.
pub fn threads() -> Ident {
    Ident::new(THREADS, Span::mixed_site())
}

/// What a body in loops needs.
pub fn traits() -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use ::whipple::private::{NoForm as _, OfAny as _, OfNone as _, OfPlain as _, Refused as _, RefusedExchange as _};
    }
}

/// The body as loops over the threads of a task, for the CPU, if it has them.
pub fn in_loops(function: &ImplItemFn, phases: &Phases) -> Vec<ImplItem> {
    let threads = threads();
    let parameters = function.sig.inputs.iter().skip(2);
    let (conditions, body): (&[TokenStream], Option<ImplItem>) = match phases {
        Phases::Coroutines => return Vec::new(),
        Phases::One => (&[], None),
        Phases::Several(Several { block, conditions, .. }) => {
            let traits = traits();
            let body = syn::parse_quote! {
                #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
                #[inline(never)]
                fn execute_in_loops(&self, #threads: &::whipple::private::Threads<Self>, #(#parameters),*) {
                    #traits
                    #block
                }
            };
            (conditions, Some(body))
        }
    };
    let says_so: ImplItem = syn::parse_quote!(
        const IN_LOOPS: bool = {
            #[allow(unused_imports)]
            use ::whipple::private::NoForm as _;
            true #(&& #conditions)*
        };
    );
    std::iter::once(says_so).chain(body).collect()
}

/// The forms of a function that gets the context, as parts of its hidden type: whether each thread may call it by itself, and that in loops.
pub fn forms(signature: &Signature, visibility: &Visibility, phases: &Phases) -> TokenStream {
    let Some(function) = Function::of(signature) else { return TokenStream::new() };
    let is = |says_so: bool, conditions: &[TokenStream]| {
        let of_types = &function.conditions;
        quote!({
            use ::whipple::private::{NoForm as _, NotKept as _};
            #says_so #(&& #conditions)* #(&& #of_types)*
        })
    };
    let alone = is(matches!(phases, Phases::One), &[]);
    let in_loops = match phases {
        Phases::Several(several) => is(true, &several.conditions),
        Phases::One | Phases::Coroutines => is(false, &[]),
    };
    let (name, form) = (&signature.ident, function.form(signature, phases));
    quote! {
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        impl #name {
            #visibility const ALONE: bool = #alone;
            #visibility const IN_LOOPS: bool = #in_loops;
            #[inline]
            #visibility #form
        }
    }
}

/// How the body names its context.
enum Context {
    Named(Ident),
    Unused,
    Other,
}

fn context(signature: &Signature) -> Context {
    let Some(FnArg::Typed(parameter)) = signature.inputs.get(1) else { return Context::Other };
    match &*parameter.pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() => Context::Named(name.ident.clone()),
        Pat::Wild(_) => Context::Unused,
        _ => Context::Other,
    }
}

/// What is known of a body before it is split.
struct Known {
    /// The names of variables that hold references.
    references: BTreeSet<String>,
    /// The calls that give references, as text.
    calls_that_refer: BTreeSet<String>,
    callers: Callers,
}

/// What is known while a body is split.
struct Splitter {
    known: Rc<Known>,
    context: Ident,
    /// What a function gives. Each exit of its body is a `return` then.
    gives: Option<Type>,
    /// What must be true of the functions that the threads call together.
    calls: Vec<TokenStream>,
    /// The variables that are seen here, the innermost last.
    variables: Vec<Variable>,
    /// Which `let`s, counted in the order of the text, are of variables that threads change one by one.
    demoted: BTreeSet<usize>,
    /// How many `let`s came so far.
    lets: usize,
    /// The names of operands that are evaluated in front of their statement.
    operands: BTreeSet<String>,
    /// How many names were made.
    names: usize,
    /// The loops around that have a meeting in them, the innermost last.
    loops: Vec<Around>,
    /// How deep the block lies.
    depth: usize,
    /// Whether a meeting may follow the current statement.
    meets_later: bool,
    /// Whether anything follows the current statement.
    goes_on: bool,
    /// Whether anything follows the current block.
    block_goes_on: bool,
    /// The statements of the phase that is not yet written.
    pending: Vec<Pending>,
    /// Whether threads may have left the phase that is not yet written, which then is the last one of its block.
    is_last: bool,
    /// What was demoted: the split begins anew.
    again: bool,
    /// The body cannot be split.
    failed: bool,
}

/// A loop with a meeting in it.
struct Around {
    label: Option<String>,
    /// Whether a meeting may follow the current statement before the loop's next round.
    meets_later: bool,
    /// How deep the block lies that the loop stands in.
    depth: usize,
}

impl Phases {
    /// As text, for whoever works on the translator.
    pub fn dump(&self) -> String {
        match self {
            Self::Coroutines => "threads as coroutines\n".to_owned(),
            Self::One => "threads in one loop\n".to_owned(),
            Self::Several(several) => format!("threads in loops: {}\n", several.block.to_token_stream()),
        }
    }
}

impl Splitter {
    fn new(known: Rc<Known>, demoted: BTreeSet<usize>, function: Option<&Function>) -> Self {
        let context = known.callers.context.clone();
        Self {
            gives: function.map(|function| function.result.clone()),
            calls: Vec::new(),
            variables: function.map(|function| function.variables(&context)).unwrap_or_default(),
            context,
            known,
            demoted,
            lets: 0,
            operands: BTreeSet::new(),
            names: 0,
            loops: Vec::new(),
            depth: 0,
            meets_later: false,
            goes_on: false,
            block_goes_on: false,
            pending: Vec::new(),
            is_last: false,
            again: false,
            failed: false,
        }
    }

    /// Writes the statements of a block with a meeting in it.
    fn block(&mut self, statements: &[Stmt]) -> TokenStream {
        let (outside, goes_on) = (self.meets_later, self.goes_on);
        let outer_goes_on = std::mem::replace(&mut self.block_goes_on, goes_on);
        let of_loop = self.loops.last().map(|around| around.meets_later);
        let scope = self.variables.len();
        self.depth += 1;
        let mut written = TokenStream::new();
        let (items, statements): (Vec<&Stmt>, Vec<&Stmt>) =
            statements.iter().partition(|statement| matches!(statement, Stmt::Item(_)));
        items.iter().for_each(|item| item.to_tokens(&mut written));
        let lines: Vec<Line> =
            statements.into_iter().flat_map(apart).map(|statement| Line::of(statement, &self.known.callers)).collect();
        let last_meeting = lines.iter().rposition(|line| line.meets);
        for index in 0..lines.len() {
            let meets = last_meeting.is_some_and(|last| index < last);
            self.meets_later = outside || meets;
            self.goes_on = goes_on || index + 1 < lines.len();
            if let (Some(around), Some(of_loop)) = (self.loops.last_mut(), of_loop) {
                around.meets_later = of_loop || meets;
            }
            self.statement(&lines[index..], &mut written);
            if self.failed {
                break;
            }
        }
        (self.goes_on, self.block_goes_on) = (goes_on, outer_goes_on);
        self.end_phase(&[], &mut written);
        self.is_last = false;
        self.meets_later = outside;
        if let (Some(around), Some(of_loop)) = (self.loops.last_mut(), of_loop) {
            around.meets_later = of_loop;
        }
        self.depth -= 1;
        self.variables.truncate(scope);
        written
    }

    /// Writes the first of these statements.
    fn statement(&mut self, rest: &[Line], written: &mut TokenStream) {
        let Line { statement, meets, .. } = &rest[0];
        let number = self.lets;
        self.lets += usize::from(matches!(statement, Stmt::Local(_)));
        let mut statement = statement.clone();
        if *meets {
            if self.control_flow(&statement, rest, written) {
                return;
            }
            self.meet(&mut statement, rest, written);
            if self.failed || is_empty(&statement) {
                return;
            }
        }
        if self.jumps(&statement, rest, written) || !self.is_last && self.once(&statement, number, rest, written) {
            return;
        }
        if matches!(&statement, Stmt::Local(binding) if self.captures_pending(binding)) {
            // Later phases make the closure again, and need what it names.
            self.end_phase(rest, written);
        }
        self.wait(statement);
    }

    /// A name that no user has.
    fn name(&mut self, what: &str) -> Ident {
        self.names += 1;
        Ident::new(&format!("whipple_{what}_{}", self.names), Span::mixed_site())
    }

    fn fail(&mut self) {
        self.failed = true;
    }
}

/// `let (a, b) = (x, y);` as `let a = x; let b = y;`, where that is the same.
fn apart(statement: &Stmt) -> Vec<Stmt> {
    let parts = |binding: &syn::Local| {
        let (Pat::Tuple(names), Some(init)) = (&binding.pat, &binding.init) else { return None };
        let (Expr::Tuple(values), None) = (&*init.expr, &init.diverge) else { return None };
        let binds: Vec<_> = names.elems.iter().map(variables::bound).collect();
        let is_seen = |earlier: &variables::Bound, value: &Expr| mentions(value.to_token_stream(), &earlier.name);
        let hides = values
            .elems
            .iter()
            .enumerate()
            .any(|(index, value)| binds.iter().take(index).flatten().any(|earlier| is_seen(earlier, value)));
        let fits =
            names.elems.len() == values.elems.len() && !names.elems.iter().any(|name| matches!(name, Pat::Rest(_)));
        let lets = names.elems.iter().zip(&values.elems).map(|(name, value)| syn::parse_quote!(let #name = #value;));
        (fits && !hides && binding.attrs.is_empty()).then(|| lets.collect())
    };
    match statement {
        Stmt::Local(binding) => parts(binding),
        _ => None,
    }
    .unwrap_or_else(|| vec![statement.clone()])
}

/// Whether a statement only names the result of a meeting.
fn is_empty(statement: &Stmt) -> bool {
    match statement {
        Stmt::Expr(Expr::Tuple(tuple), _) => tuple.elems.is_empty(),
        Stmt::Expr(expr, _) => matches!(expr, Expr::Path(_)),
        _ => false,
    }
}
