//! Control flow around meetings: it is the same for all threads, and stays outside of the phases.

use super::{
    Around, Splitter,
    jumps::{self, Jumps},
    lines::Line,
    meetings,
    variables::{Kind, Variable, single},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Block, Expr, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprWhile, Label, Pat, Stmt, parse_quote, spanned::Spanned,
};

impl Splitter {
    /// Writes a statement with a meeting in it, if it is control flow.
    pub fn control_flow(&mut self, statement: &Stmt, rest: &[Line], written: &mut TokenStream) -> bool {
        let Stmt::Expr(expr, _) = statement else { return false };
        match expr {
            Expr::If(choice) if self.meets_inside(choice) => self.choice(choice, rest, written),
            Expr::Match(choice) if self.meets_in_arm(choice) => self.cases(choice, rest, written),
            Expr::While(around) => self.while_loop(around, rest, written),
            Expr::Loop(around) => self.endless(around, rest, written),
            Expr::ForLoop(around) => self.for_loop(around, rest, written),
            Expr::Block(block) if block.label.is_none() => {
                self.end_phase(rest, written);
                let inside = self.block(&block.block.stmts);
                written.extend(quote!({ #inside }));
            }
            Expr::Return(_) => self.leave(expr, rest, written),
            _ => return false,
        }
        true
    }

    /// Writes a statement without a meeting, if it leaves what lies outside of the phases.
    pub fn jumps(&mut self, statement: &Stmt, rest: &[Line], written: &mut TokenStream) -> bool {
        let jumps = Jumps::of(statement);
        let of_label = |splitter: &Self, label: &Option<String>| match label {
            None => splitter.loops.last().is_some_and(|around| around.meets_later),
            Some(_) => splitter
                .loops
                .iter()
                .rev()
                .find(|around| around.label == *label)
                .is_some_and(|around| around.meets_later),
        };
        let is_agreed = jumps.continues.iter().all(|label| of_label(self, label));
        let outside = !jumps.breaks.is_empty() || !jumps.continues.is_empty();
        if !outside && (!jumps.returns || !self.meets_later) {
            // All that follows is one phase, which a thread may leave.
            if jumps.returns && (self.depth > 1 && self.block_goes_on || !self.loops.is_empty()) {
                self.fail();
            }
            self.is_last |= jumps.returns;
            return false;
        }
        if !is_agreed && self.may_end_round(&jumps) {
            let mut statement = statement.clone();
            jumps::end_round(&mut statement, self.loops.last().and_then(|around| around.label.as_deref()));
            self.is_last = true;
            self.wait(statement);
            return true;
        }
        match statement {
            _ if self.is_last => self.fail(),
            Stmt::Expr(Expr::If(choice), _) if is_agreed => self.choice(choice, rest, written),
            Stmt::Expr(Expr::Match(choice), _) if is_agreed => self.cases(choice, rest, written),
            Stmt::Expr(jump @ (Expr::Return(_) | Expr::Break(_) | Expr::Continue(_)), _) if is_agreed => {
                self.leave(jump, rest, written);
            }
            Stmt::Expr(Expr::Block(block), _) if is_agreed && block.label.is_none() => {
                self.end_phase(rest, written);
                let inside = self.block(&block.block.stmts);
                written.extend(quote!({ #inside }));
            }
            _ => self.fail(),
        }
        true
    }

    /// Whether threads may `continue` the innermost loop one by one: what follows in its round is one phase, which such a thread leaves.
    fn may_end_round(&self, jumps: &Jumps) -> bool {
        let Some(around) = self.loops.last() else { return false };
        let is_innermost = |label: &Option<String>| label.is_none() || *label == around.label;
        let only_continues = jumps.breaks.is_empty() && !jumps.returns;
        only_continues
            && jumps.continues.iter().all(is_innermost)
            && !around.meets_later
            && self.depth == around.depth + 1
    }

    fn meets_inside(&self, choice: &ExprIf) -> bool {
        let in_block =
            |block: &Block| block.stmts.iter().any(|statement| meetings::in_statement(statement, &self.known.callers));
        let other = choice.else_branch.as_ref().is_some_and(|(_, other)| meetings::in_expr(other, &self.known.callers));
        let jumps = Jumps::of(&Stmt::Expr(Expr::If(choice.clone()), None));
        let leaves = jumps.returns && self.meets_later || !jumps.breaks.is_empty() || !jumps.continues.is_empty();
        in_block(&choice.then_branch) || other || leaves
    }

    fn meets_in_arm(&self, choice: &ExprMatch) -> bool {
        let jumps = Jumps::of(&Stmt::Expr(Expr::Match(choice.clone()), None));
        let leaves = jumps.returns && self.meets_later || !jumps.breaks.is_empty() || !jumps.continues.is_empty();
        leaves || choice.arms.iter().any(|arm| meetings::in_expr(&arm.body, &self.known.callers))
    }

    /// All threads leave.
    fn leave(&mut self, jump: &Expr, rest: &[Line], written: &mut TokenStream) {
        let mut jump = jump.clone();
        let value = match &mut jump {
            Expr::Return(jump) => jump.expr.take(),
            Expr::Break(jump) if jump.expr.is_some() => return self.fail(),
            _ => None,
        };
        if self.gives.is_some() && matches!(jump, Expr::Return(_)) {
            let mut value = value.map_or_else(|| parse_quote!(()), |value| *value);
            self.take_out_of(&mut value, rest, written);
            return self.give(&value, rest, written);
        }
        if let Some(mut value) = value {
            self.take_out_of(&mut value, rest, written);
            self.wait(Stmt::Expr(*value, Some(Default::default())));
        }
        self.end_phase(&[], written);
        written.extend(quote!(#jump;));
    }

    pub fn choice(&mut self, choice: &ExprIf, rest: &[Line], written: &mut TokenStream) {
        if let Expr::Let(condition) = &*choice.cond {
            return self.if_let(condition, choice, rest, written);
        }
        let mut condition = (*choice.cond).clone();
        self.take_out_of(&mut condition, rest, written);
        self.end_phase(rest, written);
        let condition = self.agreed(&condition, rest);
        let then = self.block(&choice.then_branch.stmts);
        let other = choice.else_branch.as_ref().map(|(_, other)| {
            let inside = self.block(&statements_of(other));
            quote!(else { #inside })
        });
        written.extend(quote!(if #condition { #then } #other));
    }

    /// Writes the body of a loop.
    fn around(&mut self, label: Option<&Label>, inside: impl FnOnce(&mut Self) -> TokenStream) -> TokenStream {
        let label = label.map(|label| jumps::name(&label.name));
        self.loops.push(Around { label, meets_later: false, depth: self.depth });
        // The next round follows.
        let (outside, goes_on) =
            (std::mem::replace(&mut self.meets_later, true), std::mem::replace(&mut self.goes_on, true));
        let written = inside(self);
        (self.meets_later, self.goes_on) = (outside, goes_on);
        self.loops.pop();
        written
    }

    fn while_loop(&mut self, around: &ExprWhile, rest: &[Line], written: &mut TokenStream) {
        self.end_phase(rest, written);
        let label = &around.label;
        let inside = self.around(label.as_ref(), |splitter| {
            let mut condition = (*around.cond).clone();
            let mut before = TokenStream::new();
            let scope = splitter.variables.len();
            splitter.take_out_of(&mut condition, rest, &mut before);
            let condition = splitter.agreed(&condition, rest);
            let body = splitter.block(&around.body.stmts);
            splitter.variables.truncate(scope);
            quote!(#before if !(#condition) { break; } #body)
        });
        written.extend(quote!(#label loop { #inside }));
    }

    fn endless(&mut self, around: &ExprLoop, rest: &[Line], written: &mut TokenStream) {
        self.end_phase(rest, written);
        let label = &around.label;
        let inside = self.around(label.as_ref(), |splitter| splitter.block(&around.body.stmts));
        written.extend(quote!(#label loop { #inside }));
    }

    fn for_loop(&mut self, around: &ExprForLoop, rest: &[Line], written: &mut TokenStream) {
        self.end_phase(rest, written);
        let mut range = (*around.expr).clone();
        let name = match (single(&around.pat), &*around.pat) {
            (Some(name), _) if name.mutability.is_none() && self.variable(&name.ident).is_none() => {
                Some(name.ident.clone())
            }
            (None, Pat::Wild(_)) => None,
            _ => return self.fail(),
        };
        if meetings::in_expr(&range, &self.known.callers) || !self.is_range(&mut range, rest) {
            return self.fail();
        }
        let scope = self.variables.len();
        if let Some(name) = name {
            let kind = Kind::Once { is_mutable: false, number: usize::MAX };
            self.variables.push(Variable::new(name, kind, self.depth + 1));
        }
        let (label, pattern) = (&around.label, &around.pat);
        let inside = self.around(label.as_ref(), |splitter| splitter.block(&around.body.stmts));
        self.variables.truncate(scope);
        written.extend(quote!(#label for #pattern in #range { #inside }));
    }

    /// Whether an expression is a range of numbers. Its ends become what all threads agree on.
    fn is_range(&mut self, expr: &mut Expr, rest: &[Line]) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_range(&mut inner.expr, rest),
            Expr::Group(inner) => self.is_range(&mut inner.expr, rest),
            Expr::Range(range) => {
                for end in [&mut range.start, &mut range.end].into_iter().flatten() {
                    let agreed = self.agreed(end, rest);
                    **end = Expr::Verbatim(quote!((#agreed)));
                }
                range.start.is_some() && range.end.is_some()
            }
            Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => {
                for argument in &mut call.args {
                    let agreed = self.agreed(argument, rest);
                    *argument = Expr::Verbatim(quote!((#agreed)));
                }
                self.is_range(&mut call.receiver, rest)
            }
            _ => false,
        }
    }

    /// A value that all threads agree on: written as it is where it is made of what they share, and else asked of each.
    pub fn agreed(&mut self, value: &Expr, rest: &[Line]) -> TokenStream {
        let is_same = self.dependence(value).is_some_and(|depends| !depends.on_thread);
        if is_same {
            let before = self.computed_again(value);
            return if before.is_empty() { value.to_token_stream() } else { quote!(({ #before #value })) };
        }
        if has_let(value) {
            self.fail();
        }
        let (phase, threads) = (self.phase(&[], Some(value), rest), super::threads());
        quote_spanned!(value.span()=> #threads.agreed(#phase))
    }

    /// Writes a statement that is done once for all threads, if it can be.
    pub fn once(&mut self, statement: &Stmt, number: usize, rest: &[Line], written: &mut TokenStream) -> bool {
        match statement {
            Stmt::Local(binding) => {
                let (Some(name), Some(init)) = (single(&binding.pat), &binding.init) else { return false };
                let Some(depends) = self.dependence(&init.expr) else { return false };
                let is_mutable = name.mutability.is_some();
                let is_new = self.variable(&name.ident).is_none() && !self.is_pending(&name.ident);
                let may_wait = !is_mutable && !depends.panics && !depends.on_changing && !self.pending.is_empty();
                // The value of a constant may be one that moves, and each phase has its own.
                let is_constant = matches!(&*init.expr, Expr::Path(path) if self.is_constant(path));
                if depends.on_thread
                    || is_constant
                    || !is_new
                    || may_wait
                    || init.diverge.is_some()
                    || self.demoted.contains(&number)
                {
                    return false;
                }
                self.end_phase(rest, written);
                let before = self.computed_again(&init.expr);
                let mut binding = binding.clone();
                if let (false, Some(init)) = (before.is_empty(), &mut binding.init) {
                    let value = &init.expr;
                    *init.expr = parse_quote!({ #before #value });
                }
                binding.to_tokens(written);
                let kind = Kind::Once { is_mutable, number };
                self.variables.push(Variable::new(name.ident.clone(), kind, self.depth));
                true
            }
            Stmt::Expr(expr, _) => self.changes_once(expr, rest, written),
            _ => false,
        }
    }

    /// Whether a path is no variable, nor a parameter.
    fn is_constant(&self, path: &syn::ExprPath) -> bool {
        path.path.get_ident().is_none_or(|name| self.variable(name).is_none())
    }

    /// Writes an assignment to a variable that all threads share, if it is one.
    fn changes_once(&mut self, expr: &Expr, rest: &[Line], written: &mut TokenStream) -> bool {
        let (place, value) = match expr {
            Expr::Assign(assignment) => (&*assignment.left, &*assignment.right),
            Expr::Binary(binary) if meetings::is_assignment(&binary.op) => (&*binary.left, &*binary.right),
            _ => return false,
        };
        let Expr::Path(path) = place else { return false };
        let Some(name) = path.path.get_ident() else { return false };
        let is_shared = !self.is_pending(name)
            && self.variable(name).is_some_and(|variable| matches!(variable.kind, Kind::Once { .. }));
        let depends = self.dependence(value);
        if !is_shared || depends.is_none_or(|depends| depends.on_thread) {
            return false;
        }
        self.end_phase(rest, written);
        let before = self.computed_again(value);
        written.extend(quote!({ #before #expr; }));
        true
    }
}

/// What a branch does.
pub fn statements_of(branch: &Expr) -> Vec<Stmt> {
    match branch {
        Expr::Block(block) if block.label.is_none() => block.block.stmts.clone(),
        other => vec![Stmt::Expr(other.clone(), None)],
    }
}

/// Whether a condition has a `let`.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}
