//! What one phase is written as: a closure that runs for each thread.

use super::{
    Splitter,
    dependence::Dependence,
    jumps::{self, ROUND},
    lines::{self, Line, Names},
    meetings,
    variables::{Bound, Kind, Variable, bound, single},
};
use crate::numbering;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::{collections::BTreeSet, rc::Rc};
use syn::{
    Expr, Local, Macro, Pat, Stmt,
    visit::{self, Visit},
};

/// A statement of the phase that is not yet written.
pub struct Pending {
    pub statement: Stmt,
    /// The names in it.
    names: Names,
    /// What it binds for those after it.
    binds: Vec<Bound>,
    /// The variable that later phases compute again by it.
    pub again: Option<Variable>,
}

impl Splitter {
    /// A variable, the innermost of its name.
    pub fn variable(&self, name: &Ident) -> Option<&Variable> {
        let (name, waiting) = (name.to_string(), self.pending.iter().filter_map(|pending| pending.again.as_ref()));
        self.variables.iter().chain(waiting).rev().find(|variable| variable.text == name)
    }

    /// Whether the phase that is not yet written declares this name, and no later phase can compute it again.
    pub fn is_pending(&self, name: &Ident) -> bool {
        let declares = |pending: &&Pending| pending.binds.iter().any(|bound| bound.name == *name);
        self.pending.iter().rev().find(declares).is_some_and(|pending| pending.again.is_none())
    }

    /// Whether a name is of a variable that may change.
    pub fn may_change(&self, name: &Ident) -> bool {
        let waits = self.pending.iter().flat_map(|pending| &pending.binds).rev().find(|bound| bound.name == *name);
        match (waits, self.variable(name).map(|variable| &variable.kind)) {
            (Some(bound), _) => bound.is_mutable,
            (None, Some(Kind::Once { is_mutable, .. } | Kind::Kept { is_mutable, .. })) => *is_mutable,
            (None, Some(Kind::Again { .. }) | None) => false,
        }
    }

    /// Adds a statement to the phase.
    pub fn wait(&mut self, statement: Stmt) {
        let (again, binds) = match &statement {
            Stmt::Local(binding) => (self.again(binding), bound(&binding.pat)),
            _ => (None, Vec::new()),
        };
        self.pending.push(Pending { names: Names::of(&statement), statement, binds, again });
    }

    /// The variable of a `let` that each phase may compute again.
    fn again(&self, binding: &Local) -> Option<Variable> {
        let (name, init) = (single(&binding.pat)?, binding.init.as_ref()?);
        let depends = if is_closure(binding) {
            Dependence { on_thread: true, ..Dependence::default() }
        } else {
            self.dependence(&init.expr)?
        };
        // What looks like a constant in a pattern may be a variable.
        let may_differ = init.diverge.is_some() && !is_like_a_constant(&name.ident);
        if name.mutability.is_some() || depends.on_changing || depends.panics || may_differ {
            return None;
        }
        let (statement, names) = (binding.to_token_stream(), Rc::new(Names::of(binding)));
        let kind = Kind::Again { statement, names, is_same: !depends.on_thread };
        Some(Variable::new(name.ident.clone(), kind, self.depth))
    }

    /// Whether this is a closure that names variables of the phase that is not yet written.
    pub fn captures_pending(&self, binding: &Local) -> bool {
        let names = Names::of(binding);
        let is_kept_later = |pending: &Pending| {
            pending.again.is_none() && pending.binds.iter().any(|bound| names.has(&bound.name.to_string()))
        };
        is_closure(binding) && self.pending.iter().any(is_kept_later)
    }

    /// Writes the phase that waits. `rest`: what follows in the block, which may name its variables.
    pub fn end_phase(&mut self, rest: &[Line], written: &mut TokenStream) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() || self.failed {
            return;
        }
        let declared = self.declared(&pending, rest);
        let kept: Vec<&Ident> =
            declared.iter().filter(|(_, again)| again.is_none()).map(|(bound, _)| &bound.name).collect();
        let threads = super::threads();
        let mut columns = Vec::new();
        let does_something = pending.iter().any(|pending| pending.again.is_none());
        if self.gives.is_some() && self.is_last {
            let phase = self.phase(&pending, None, rest);
            self.write_given(&phase, written);
            return;
        }
        if kept.is_empty() {
            if does_something {
                let phase = self.phase(&pending, None, rest);
                written.extend(quote!(#threads.each(#phase);));
            }
        } else {
            let value = list(kept.iter().map(|name| name.to_token_stream()));
            let phase = self.phase(&pending, Some(&Expr::Verbatim(value)), rest);
            columns = kept.iter().map(|_| self.name("values")).collect();
            let pattern = list(columns.iter().map(|values| quote!(mut #values)));
            written.extend(quote!(let #pattern = #threads.map(#phase);));
        }
        let mut columns = columns.into_iter();
        for (bound, again) in declared {
            let of_column = |values| {
                let kind = Kind::Kept { values, is_mutable: bound.is_mutable };
                Variable::new(bound.name, kind, self.depth)
            };
            self.variables.extend(again.or_else(|| columns.next().map(of_column)));
        }
    }

    /// The same before a meeting to which each thread gives a part. The statements come back, to be run together with that, if nothing else
    /// names their variables; and with them the variables that later phases compute again.
    pub fn end_phase_before(
        &mut self,
        part: &Expr,
        rest: &[Line],
        written: &mut TokenStream,
    ) -> (Vec<Pending>, Vec<Variable>) {
        let of_part = Names::of(part);
        let is_of_part = |pending: &Pending| {
            let is_used_up = |name: &Ident| {
                let text = name.to_string();
                !self.is_operand(name) && lines::mentions(rest, &text) <= of_part.count(&text)
            };
            pending.again.is_some() || pending.binds.iter().all(|bound| is_used_up(&bound.name))
        };
        if !self.pending.iter().all(is_of_part) {
            self.end_phase(rest, written);
            return (Vec::new(), Vec::new());
        }
        let pending = std::mem::take(&mut self.pending);
        let again = pending.iter().filter_map(|pending| pending.again.clone()).collect();
        (pending, again)
    }

    fn is_operand(&self, name: &Ident) -> bool {
        self.operands.contains(&name.to_string())
    }

    /// What the statements of a phase declare for what follows, in their order: variables that are computed again, and names that are kept.
    fn declared(&mut self, pending: &[Pending], rest: &[Line]) -> Vec<(Bound, Option<Variable>)> {
        let mut declared = Vec::new();
        let mut seen = BTreeSet::new();
        for Pending { statement, binds, again, .. } in pending.iter().rev() {
            let Stmt::Local(binding) = statement else { continue };
            for name in binds.iter().rev().cloned() {
                let is_last = seen.insert(name.name.to_string());
                if again.is_some() {
                    // Even hidden, another one may be computed from it.
                    declared.push((name, again.clone()));
                } else if is_last && (self.is_operand(&name.name) || lines::mention(rest, &name.name.to_string())) {
                    let is_constant = is_like_a_constant(&name.name);
                    let lacks_value = binding.init.is_none();
                    if is_constant || name.is_reference || lacks_value || self.may_refer(binding, &name.name, pending) {
                        self.fail();
                    }
                    declared.push((name, None));
                }
            }
        }
        declared.reverse();
        declared
    }

    /// Whether a variable may hold a reference to one that ends with its phase.
    fn may_refer(&self, binding: &Local, name: &Ident, pending: &[Pending]) -> bool {
        if !self.known.references.contains(&name.to_string()) {
            return false;
        }
        if binding.init.as_ref().is_some_and(|init| !self.makes_reference(&init.expr)) {
            return false;
        }
        let names = binding.init.as_ref().map(|init| Names::of(&init.expr)).unwrap_or_default();
        let is_kept = |variable: &Variable| !matches!(variable.kind, Kind::Once { .. }) && names.has(&variable.text);
        let declares = |pending: &Pending| {
            pending.again.is_none() && pending.binds.iter().any(|bound| names.has(&bound.name.to_string()))
        };
        names.has(&self.context.to_string()) || self.variables.iter().any(is_kept) || pending.iter().any(declares)
    }

    /// Whether an expression may have a reference as its value, or in it.
    fn makes_reference(&self, expr: &Expr) -> bool {
        struct Finder<'s> {
            splitter: &'s Splitter,
            found: bool,
        }
        impl<'ast> Visit<'ast> for Finder<'_> {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                let known = &self.splitter.known;
                self.found |= match expr {
                    Expr::Reference(_) | Expr::Closure(_) | Expr::Macro(_) => true,
                    Expr::Path(path) => {
                        path.path.get_ident().is_some_and(|name| known.references.contains(&name.to_string()))
                    }
                    Expr::Call(_) | Expr::MethodCall(_) => {
                        known.calls_that_refer.contains(&expr.to_token_stream().to_string())
                    }
                    _ => false,
                };
                visit::visit_expr(self, expr);
            }
            fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
                self.found |= pattern.by_ref.is_some();
                visit::visit_pat_ident(self, pattern);
            }
        }
        let mut finder = Finder { splitter: self, found: false };
        finder.visit_expr(expr);
        finder.found
    }

    /// Whether a name is of a variable in the phase that is not yet written, which may refer to another one in there.
    pub fn is_reference_of_phase(&self, name: &Ident) -> bool {
        let declares = |pending: &&Pending| pending.binds.iter().any(|bound| bound.name == *name);
        let pending = self.pending.iter().rev().find(declares).filter(|pending| pending.again.is_none());
        let Some(Stmt::Local(binding)) = pending.map(|pending| &pending.statement) else { return false };
        self.known.references.contains(&name.to_string())
            && binding.init.as_ref().is_none_or(|init| self.makes_reference(&init.expr))
    }

    /// What threads change one by one is not the same for all: the split begins anew, and knows it.
    /// Gives the names of what these change.
    fn refuse_changes(&mut self, statements: &[Pending], value: Option<&Expr>) -> BTreeSet<String> {
        let mut changed = Changed(Vec::new());
        statements.iter().for_each(|pending| changed.visit_stmt(&pending.statement));
        value.into_iter().for_each(|value| changed.visit_expr(value));
        let names: BTreeSet<String> = changed.0.iter().map(|name| name.to_string()).collect();
        for name in &names {
            if let Some(Variable { kind: Kind::Once { is_mutable: true, number }, .. }) =
                self.variables.iter().rev().find(|variable| variable.text == *name)
            {
                self.demoted.insert(*number);
                self.again = true;
            }
        }
        names
    }

    /// A closure that runs these statements for a thread, and gives a value. `rest`: what follows in the block.
    pub fn phase(&mut self, statements: &[Pending], value: Option<&Expr>, rest: &[Line]) -> TokenStream {
        let changed = self.refuse_changes(statements, value);
        let mut names = value.map(Names::of).unwrap_or_default();
        statements.iter().for_each(|pending| names.extend(&pending.names));
        let context = self.context.clone();
        let before = self.loaded(names.clone(), true);
        let hidden: BTreeSet<String> =
            statements.iter().flat_map(|pending| &pending.binds).map(|bound| bound.name.to_string()).collect();
        let mut after = TokenStream::new();
        for variable in self.seen(&names) {
            let Kind::Kept { values, is_mutable: true } = &variable.kind else { continue };
            let (name, is_own) = (&variable.name, variable.depth == self.depth);
            if is_own && !lines::mention(rest, &variable.text) {
                continue;
            }
            if !hidden.contains(&variable.text) {
                after.extend(quote!(#values.put(#context, #name);));
            } else if !is_own && changed.contains(&variable.text) {
                // Which of the two it is that changes is not known.
                self.fail();
            }
        }
        let separated = statements.iter().map(|pending| match &pending.statement {
            Stmt::Expr(expr, _) => quote!(#expr;),
            Stmt::Macro(call) => {
                let call = &call.mac;
                quote!(#call;)
            }
            other => other.to_token_stream(),
        });
        match value {
            Some(value) if after.is_empty() => quote!(|#context| { #before #(#separated)* #value }),
            Some(value) => {
                quote!(|#context| { #before #(#separated)* let whipple_value = #value; #after whipple_value })
            }
            None if names.has(ROUND) => {
                let round = jumps::round();
                quote!(|#context| { #before #round: { #(#separated)* } #after })
            }
            None => quote!(|#context| { #before #(#separated)* #after }),
        }
    }

    /// The variables that have these names, the innermost of each, in their order.
    fn seen(&self, names: &Names) -> Vec<Variable> {
        let mut found = BTreeSet::new();
        let is_seen = |variable: &&Variable| names.has(&variable.text) && found.insert(variable.text.clone());
        let mut seen: Vec<Variable> = self.variables.iter().rev().filter(is_seen).cloned().collect();
        seen.reverse();
        seen
    }

    /// What stands before an expression or a phase with these names, so that it sees its variables.
    fn loaded(&self, mut needed: Names, is_phase: bool) -> TokenStream {
        let (mut lets, mut found) = (Vec::new(), BTreeSet::new());
        // From the last to the first: each may need those before it.
        for variable in self.variables.iter().rev() {
            let name = &variable.name;
            if !needed.has(&variable.text) {
                continue;
            }
            let is_innermost = found.insert(&variable.text);
            match &variable.kind {
                Kind::Again { statement, names, .. } => {
                    needed.extend(names);
                    lets.push(statement.clone());
                }
                Kind::Kept { values, is_mutable } if is_phase && is_innermost => {
                    let context = &self.context;
                    let mutable = is_mutable.then(|| quote!(mut));
                    // What cannot be kept is shown at the variable.
                    let of = Ident::new("of", name.span());
                    lets.push(quote!(let #mutable #name = #values.#of(#context);));
                }
                _ => {}
            }
        }
        lets.reverse();
        lets.into_iter().collect()
    }

    /// The variables that are computed again for an expression outside of the phases.
    pub fn computed_again(&self, value: &Expr) -> TokenStream {
        self.loaded(Names::of(value), false)
    }
}

/// A list of these, as `With(a, With(b, ()))`.
pub fn list(parts: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    parts.rev().fold(quote!(()), |rest, part| quote!(::whipple::private::With(#part, #rest)))
}

/// Whether this is a closure that may be made again in each phase: what it names lasts as it is, since it is borrowed.
fn is_closure(binding: &Local) -> bool {
    let is_one = |init: &syn::LocalInit| matches!(&*init.expr, Expr::Closure(closure) if closure.capture.is_none());
    single(&binding.pat).is_some_and(|name| name.mutability.is_none()) && binding.init.as_ref().is_some_and(is_one)
}

/// Whether a name in a pattern looks like a constant.
fn is_like_a_constant(name: &Ident) -> bool {
    name.to_string().starts_with(char::is_uppercase)
}

/// Whether a pattern has a `ref mut`.
fn refers_mutably(pattern: &Pat) -> bool {
    bound(pattern).iter().any(|bound| bound.is_reference && bound.is_mutable)
}

/// The names of variables that an expression may change.
pub fn changed_by(expr: &Expr) -> Vec<Ident> {
    let mut changed = Changed(Vec::new());
    changed.visit_expr(expr);
    changed.0
}

/// The names of variables that statements may change.
struct Changed(Vec<Ident>);

impl Changed {
    fn root(&mut self, place: &Expr) {
        match place {
            Expr::Path(path) => self.0.extend(path.path.get_ident().cloned()),
            Expr::Field(field) => self.root(&field.base),
            Expr::Index(index) => self.root(&index.expr),
            Expr::Paren(inner) => self.root(&inner.expr),
            Expr::Group(inner) => self.root(&inner.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.root(part)),
            Expr::Array(array) => array.elems.iter().for_each(|part| self.root(part)),
            Expr::Struct(made) => made.fields.iter().for_each(|field| self.root(&field.expr)),
            Expr::Call(call) => call.args.iter().for_each(|part| self.root(part)),
            Expr::Unary(unary) => self.root(&unary.expr),
            Expr::MethodCall(call) => self.root(&call.receiver),
            Expr::Reference(reference) => self.root(&reference.expr),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Changed {
    fn visit_macro(&mut self, call: &'ast Macro) {
        if let Ok(arguments) = numbering::arguments(call) {
            arguments.iter().for_each(|argument| {
                let argument = argument.clone();
                let mut inside = Changed(Vec::new());
                inside.visit_expr(&argument);
                self.0.append(&mut inside.0);
            });
        }
    }

    fn visit_local(&mut self, binding: &'ast Local) {
        if let (Some(init), true) = (&binding.init, refers_mutably(&binding.pat)) {
            self.root(&init.expr);
        }
        visit::visit_local(self, binding);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Match(choice) if choice.arms.iter().any(|arm| refers_mutably(&arm.pat)) => self.root(&choice.expr),
            Expr::Let(condition) if refers_mutably(&condition.pat) => self.root(&condition.expr),
            Expr::Assign(assignment) => self.root(&assignment.left),
            Expr::Binary(binary) if meetings::is_assignment(&binary.op) => self.root(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => self.root(&reference.expr),
            // A method may take `&mut self`.
            Expr::MethodCall(call) => self.root(&call.receiver),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
