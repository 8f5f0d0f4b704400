//! What one phase is written as: a closure that runs for each thread.

use super::{
    Splitter,
    flow::binds,
    jumps, meetings,
    variables::{Bound, Kind, Variable, bound, single},
};
use crate::context::mentions;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::{
    Expr, Local, Stmt,
    visit::{self, Visit},
};

/// A statement of the phase that is not yet written.
pub struct Pending {
    pub statement: Stmt,
    /// The variable that later phases compute again by it.
    pub again: Option<Variable>,
}

impl Splitter {
    /// A variable, the innermost of its name.
    pub fn variable(&self, name: &Ident) -> Option<&Variable> {
        let waiting = self.pending.iter().filter_map(|pending| pending.again.as_ref());
        self.variables.iter().chain(waiting).rev().find(|variable| variable.name == *name)
    }

    /// Whether the phase that is not yet written declares this name, and no later phase can compute it again.
    pub fn is_pending(&self, name: &Ident) -> bool {
        let last = self.pending.iter().rev().find(|pending| match &pending.statement {
            Stmt::Local(binding) => binds(&binding.pat, name),
            _ => false,
        });
        last.is_some_and(|pending| pending.again.is_none())
    }

    /// Adds a statement to the phase.
    pub fn wait(&mut self, statement: Stmt) {
        let again = match &statement {
            Stmt::Local(binding) => self.again(binding),
            _ => None,
        };
        self.pending.push(Pending { statement, again });
    }

    /// The variable of a `let` that each phase may compute again.
    fn again(&self, binding: &Local) -> Option<Variable> {
        let (name, init) = (single(&binding.pat)?, binding.init.as_ref()?);
        let depends = self.dependence(&init.expr)?;
        if name.mutability.is_some() || depends.on_changing || depends.panics || init.diverge.is_some() {
            return None;
        }
        let kind = Kind::Again { statement: binding.to_token_stream(), is_same: !depends.on_thread };
        Some(Variable { name: name.ident.clone(), kind, depth: self.depth })
    }

    /// Writes the phase that waits. `rest`: what follows in the block, which may name its variables.
    pub fn end_phase(&mut self, rest: &[&Stmt], written: &mut TokenStream) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() || self.failed {
            return;
        }
        let declared = self.declared(&pending, rest);
        let kept: Vec<&Ident> =
            declared.iter().filter(|(_, again)| again.is_none()).map(|(bound, _)| &bound.name).collect();
        let statements: Vec<&Stmt> = pending.iter().map(|pending| &pending.statement).collect();
        let threads = super::threads();
        let mut columns = Vec::new();
        let does_something = pending.iter().any(|pending| pending.again.is_none());
        if kept.is_empty() {
            if does_something {
                let phase = self.phase(&statements, None, rest);
                written.extend(quote!(#threads.each(#phase);));
            }
        } else {
            let list = |parts: &[TokenStream]| {
                parts.iter().rev().fold(quote!(()), |rest, part| quote!(::whipple::private::With(#part, #rest)))
            };
            let names: Vec<TokenStream> = kept.iter().map(|name| name.to_token_stream()).collect();
            let value = list(&names);
            let phase = self.phase(&statements, Some(&Expr::Verbatim(value)), rest);
            columns = kept.iter().map(|_| self.name("values")).collect();
            let names: Vec<TokenStream> = columns.iter().map(|values| quote!(mut #values)).collect();
            let pattern = list(&names);
            written.extend(quote!(let #pattern = #threads.map(#phase);));
        }
        let mut columns = columns.into_iter();
        for (bound, again) in declared {
            let of_column = |values| Variable {
                name: bound.name,
                kind: Kind::Kept { values, is_mutable: bound.is_mutable },
                depth: self.depth,
            };
            self.variables.extend(again.or_else(|| columns.next().map(of_column)));
        }
    }

    /// The same before a meeting to which each thread gives a part. The statements come back, to be run together with that, if nothing else
    /// names their variables; and with them the variables that later phases compute again.
    pub fn end_phase_before(
        &mut self,
        part: &Expr,
        rest: &[&Stmt],
        written: &mut TokenStream,
    ) -> (Vec<Stmt>, Vec<Variable>) {
        let is_of_part = |pending: &Pending| match &pending.statement {
            Stmt::Local(binding) => bound(&binding.pat).iter().all(|name| {
                pending.again.is_some()
                    || !self.is_operand(&name.name)
                        && mentions_later(rest, &name.name) <= count(part.to_token_stream(), &name.name)
            }),
            _ => true,
        };
        if !self.pending.iter().all(is_of_part) {
            self.end_phase(rest, written);
            return (Vec::new(), Vec::new());
        }
        let pending = std::mem::take(&mut self.pending);
        let again = pending.iter().filter_map(|pending| pending.again.clone()).collect();
        (pending.into_iter().map(|pending| pending.statement).collect(), again)
    }

    fn is_operand(&self, name: &Ident) -> bool {
        self.operands.contains(&name.to_string())
    }

    /// What the statements of a phase declare for what follows, in their order: variables that are computed again, and names that are kept.
    fn declared(&mut self, pending: &[Pending], rest: &[&Stmt]) -> Vec<(Bound, Option<Variable>)> {
        let mut declared = Vec::new();
        let mut seen = BTreeSet::new();
        for Pending { statement, again } in pending.iter().rev() {
            let Stmt::Local(binding) = statement else { continue };
            for name in bound(&binding.pat).into_iter().rev() {
                let is_last = seen.insert(name.name.to_string());
                if again.is_some() {
                    // Even hidden, another one may be computed from it.
                    declared.push((name, again.clone()));
                } else if is_last && (self.is_operand(&name.name) || mentions_later(rest, &name.name) > 0) {
                    let is_constant = name.name.to_string().starts_with(char::is_uppercase);
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
        let tokens = binding.init.as_ref().map(|init| init.expr.to_token_stream()).unwrap_or_default();
        let is_of_thread = |name: &Ident| {
            mentions(tokens.clone(), name)
                && self.variable(name).is_none_or(|variable| !matches!(variable.kind, Kind::Once { .. }))
        };
        let declares = |pending: &Pending| match &pending.statement {
            Stmt::Local(binding) => bound(&binding.pat).iter().any(|bound| is_of_thread(&bound.name)),
            _ => false,
        };
        self.references.contains(&name.to_string())
            && (mentions(tokens.clone(), &self.context)
                || self.variables.iter().any(|variable| is_of_thread(&variable.name))
                || pending.iter().any(declares))
    }

    /// What threads change one by one is not the same for all: the split begins anew, and knows it.
    fn refuse_changes(&mut self, statements: &[&Stmt], value: Option<&Expr>) {
        let mut changed = Changed(Vec::new());
        statements.iter().for_each(|statement| changed.visit_stmt(statement));
        value.into_iter().for_each(|value| changed.visit_expr(value));
        for name in changed.0 {
            if let Some(Variable { kind: Kind::Once { is_mutable: true, number }, .. }) =
                self.variables.iter().rev().find(|variable| variable.name == name)
            {
                self.demoted.insert(*number);
                self.again = true;
            }
        }
    }

    /// A closure that runs these statements for a thread, and gives a value. `rest`: what follows in the block.
    pub fn phase(&mut self, statements: &[&Stmt], value: Option<&Expr>, rest: &[&Stmt]) -> TokenStream {
        let tokens: TokenStream = statements.iter().map(|statement| statement.to_token_stream()).collect();
        let all = quote!(#tokens #value);
        self.refuse_changes(statements, value);
        let context = self.context.clone();
        let before = self.loaded(all.clone(), true);
        let mut after = TokenStream::new();
        for variable in self.seen(&all) {
            let Kind::Kept { values, is_mutable: true } = &variable.kind else { continue };
            let name = &variable.name;
            let is_hidden = statements.iter().any(|statement| match statement {
                Stmt::Local(binding) => binds(&binding.pat, name),
                _ => false,
            });
            let is_dead = variable.depth == self.depth && mentions_later(rest, name) == 0;
            if is_dead {
                continue;
            }
            if !is_hidden {
                after.extend(quote!(#values.put(#context, #name);));
            } else if variable.depth != self.depth {
                self.failed = true;
            }
        }
        let separated = statements.iter().map(|statement| match statement {
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
            None if self.ends_round(statements) => {
                let round = jumps::round();
                quote!(|#context| { #before #round: { #(#separated)* } #after })
            }
            None => quote!(|#context| { #before #(#separated)* #after }),
        }
    }

    /// Whether threads may leave these statements at the end of their round.
    fn ends_round(&self, statements: &[&Stmt]) -> bool {
        let name = jumps::round().ident;
        statements.iter().any(|statement| mentions(statement.to_token_stream(), &name))
    }

    /// The variables that these tokens may name, the innermost of each name, in their order.
    fn seen(&self, tokens: &TokenStream) -> Vec<Variable> {
        let mut names = BTreeSet::new();
        let mut seen: Vec<Variable> = self
            .variables
            .iter()
            .rev()
            .filter(|variable| mentions(tokens.clone(), &variable.name) && names.insert(variable.name.to_string()))
            .cloned()
            .collect();
        seen.reverse();
        seen
    }

    /// What stands before these tokens, so that they see their variables.
    fn loaded(&self, tokens: TokenStream, is_phase: bool) -> TokenStream {
        let mut needed = tokens;
        let mut lets = Vec::new();
        let mut names = BTreeSet::new();
        // From the last to the first: each may need those before it.
        for variable in self.variables.iter().rev() {
            let name = &variable.name;
            if !mentions(needed.clone(), name) {
                continue;
            }
            let is_innermost = names.insert(name.to_string());
            match &variable.kind {
                Kind::Again { statement, .. } => {
                    needed.extend(statement.clone());
                    lets.push(statement.clone());
                }
                Kind::Kept { values, is_mutable } if is_phase && is_innermost => {
                    let context = &self.context;
                    let mutable = is_mutable.then(|| quote!(mut));
                    lets.push(quote!(let #mutable #name = #values.of(#context);));
                }
                _ => {}
            }
        }
        lets.reverse();
        lets.into_iter().collect()
    }

    /// The variables that are computed again for an expression outside of the phases.
    pub fn computed_again(&self, tokens: TokenStream) -> TokenStream {
        self.loaded(tokens, false)
    }
}

/// How often what follows names a variable that was declared before.
fn mentions_later(rest: &[&Stmt], name: &Ident) -> usize {
    let mut mentions = 0;
    for statement in rest {
        let Stmt::Local(binding) = statement else {
            mentions += count(statement.to_token_stream(), name);
            continue;
        };
        mentions += binding.init.as_ref().map_or(0, |init| {
            let other = init.diverge.as_ref().map_or(0, |(_, other)| count(other.to_token_stream(), name));
            count(init.expr.to_token_stream(), name) + other
        });
        if binds(&binding.pat, name) {
            break;
        }
    }
    mentions
}

/// How often tokens have a name.
fn count(tokens: TokenStream, name: &Ident) -> usize {
    let of_token = |token| match token {
        TokenTree::Ident(ident) => usize::from(ident == *name),
        TokenTree::Group(group) => count(group.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(of_token).sum()
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
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
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
