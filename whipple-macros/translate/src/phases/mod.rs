//! Splits a body where the threads of a task meet, into phases: what the CPU runs in loops over the threads.
//!
//! Between two meetings (barriers, votes, shuffles, reductions) each thread runs by itself. So the statements between them become a closure that
//! runs for each thread, a *phase*. Control flow around a meeting is the same for all threads, as `check::uniform` sees to, and stays outside
//! of the phases. A variable is one of three kinds ([`Kind`]): the same for all threads, computed again in each phase, or kept for each
//! thread. What cannot be split is left to coroutines.

mod cases;
mod dependence;
mod flow;
mod jumps;
mod lines;
mod meetings;
mod phase;
#[cfg(test)]
mod tests;
mod variables;

use crate::{context::mentions, hir::Body, numbering::Numbering, parameters};
use lines::Line;
use meetings::Found;
use phase::Pending;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::{collections::BTreeSet, rc::Rc};
use syn::{
    Block, Expr, FnArg, Pat, Signature, Stmt,
    visit::{self, Visit},
};
use variables::Variable;

/// How the CPU runs the threads of a task.
#[derive(Clone, Debug)]
pub enum Phases {
    /// As coroutines.
    Coroutines,
    /// In one loop: they never meet.
    One,
    /// In these loops. The body has [`THREADS`] in place of the context.
    Several(Block),
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
    match meetings::in_block(host, &context) {
        Found::Nothing => return Phases::One,
        Found::GivenAway => return Phases::Coroutines,
        Found::Meetings => {}
    }
    let calls_that_refer = Rc::new(calls_that_refer(host, body));
    let mut host = host.clone();
    let parameters = parameters::take_lets(&mut host);
    if parameters.iter().any(|binding| variables::bound(&binding.pat).iter().any(|name| name.is_mutable)) {
        return Phases::Coroutines;
    }
    let mut demoted = BTreeSet::new();
    loop {
        let mut splitter = Splitter::new(&context, body, &calls_that_refer, demoted);
        let split = splitter.block(&host.stmts);
        if splitter.failed {
            return Phases::Coroutines;
        }
        if !splitter.again {
            let threads = threads();
            return match syn::parse2(quote!({ let #context = &#threads.first(); #split })) {
                Ok(block) => Phases::Several(block),
                Err(_) => Phases::Coroutines,
            };
        }
        demoted = splitter.demoted;
    }
}

/// The name of the threads.
pub fn threads() -> Ident {
    Ident::new(THREADS, Span::mixed_site())
}

/// The calls of a body that give references, as text.
fn calls_that_refer(host: &Block, body: &Body) -> BTreeSet<String> {
    struct Finder<'b> {
        numbering: Numbering<'b>,
        body: &'b Body,
        found: BTreeSet<String>,
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let call = self.numbering.value(expr).and_then(|number| self.body.values.get(&number));
            if call.is_some_and(|call| self.body.expr(*call).shape.holds_reference()) {
                self.found.insert(expr.to_token_stream().to_string());
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut finder = Finder { numbering: Numbering::of(host), body, found: BTreeSet::new() };
    finder.visit_block(host);
    finder.found
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

/// What is known while a body is split.
struct Splitter {
    context: Ident,
    /// The names of variables that hold references.
    references: BTreeSet<String>,
    /// The calls that give references.
    calls_that_refer: Rc<BTreeSet<String>>,
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
    /// Whether anything follows the current block.
    goes_on: bool,
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
            Self::Several(block) => format!("threads in loops: {}\n", block.to_token_stream()),
        }
    }
}

impl Splitter {
    fn new(context: &Ident, body: &Body, calls_that_refer: &Rc<BTreeSet<String>>, demoted: BTreeSet<usize>) -> Self {
        Self {
            context: context.clone(),
            references: body.names_of_references(),
            calls_that_refer: calls_that_refer.clone(),
            variables: Vec::new(),
            demoted,
            lets: 0,
            operands: BTreeSet::new(),
            names: 0,
            loops: Vec::new(),
            depth: 0,
            meets_later: false,
            goes_on: false,
            pending: Vec::new(),
            is_last: false,
            again: false,
            failed: false,
        }
    }

    /// Writes the statements of a block with a meeting in it.
    fn block(&mut self, statements: &[Stmt]) -> TokenStream {
        let (outside, goes_on) = (self.meets_later, self.goes_on);
        let of_loop = self.loops.last().map(|around| around.meets_later);
        let scope = self.variables.len();
        self.depth += 1;
        let mut written = TokenStream::new();
        let (items, statements): (Vec<&Stmt>, Vec<&Stmt>) =
            statements.iter().partition(|statement| matches!(statement, Stmt::Item(_)));
        items.iter().for_each(|item| item.to_tokens(&mut written));
        let lines: Vec<Line> =
            statements.into_iter().flat_map(apart).map(|statement| Line::of(statement, &self.context)).collect();
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
        self.goes_on = goes_on;
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
