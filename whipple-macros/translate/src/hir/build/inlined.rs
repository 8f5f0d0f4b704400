//! Methods of `Option`, `Result` and `bool` that are given functions: the control flow that they are.
//!
//! The body does not always show whether a value is an `Option` or a `Result`. What stands in the place of a method that both have
//! holds for both.

use super::{Builder, closures::Function, spans};
use crate::{
    context::Translator,
    hir::{Arm, ExprId, ExprKind, Let, Pat, PatKind, Renewal, Stmt},
};
use syn::{Expr, ExprMethodCall, Ident};

impl Builder<'_, '_, '_> {
    /// A method that is given functions; none if this is another one.
    pub fn with_functions(&mut self, whole: &Expr, call: &ExprMethodCall) -> Option<ExprId> {
        if Translator::is_self(&call.receiver) || call.turbofish.is_some() {
            return None;
        }
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let functions: Vec<Option<Function<'_>>> = arguments.iter().map(|argument| self.function(argument)).collect();
        match (name.as_str(), functions.as_slice()) {
            ("then_some", [_]) => Some(self.then_some(whole, call)),
            ("then", [Some(function)]) if !names_a_variant(*function) => Some(self.then(whole, call, *function)),
            ("then_with", [Some(function)]) => Some(self.then_with(whole, call, *function)),
            ("map_or", [_, Some(function)]) => Some(self.map_or(whole, call, *function)),
            ("map_or_else", [Some(other), Some(function)]) => {
                let option = self.expr(&call.receiver);
                let (other, function) = (*other, *function);
                let some = |builder: &mut Self, value, _| builder.applied(function, &[value], whole);
                if self.takes_error(other, option, whole) {
                    return Some(
                        self.outcome(option, whole, some, |builder, error, _| builder.applied(other, &[error], whole)),
                    );
                }
                Some(self.chosen_of(option, whole, some, |builder, _| builder.applied(other, &[], whole)))
            }
            (_, [Some(function)]) => self.with_function(whole, call, &name, *function),
            _ => None,
        }
    }

    /// A method of `Option` or `Result` that is given one function.
    fn with_function(
        &mut self,
        whole: &Expr,
        call: &ExprMethodCall,
        name: &str,
        function: Function<'_>,
    ) -> Option<ExprId> {
        const NAMES: [&str; 13] = [
            "map",
            "and_then",
            "filter",
            "inspect",
            "is_some_and",
            "is_none_or",
            "or_else",
            "unwrap_or_else",
            "ok_or_else",
            "map_err",
            "inspect_err",
            "is_ok_and",
            "is_err_and",
        ];
        if !NAMES.contains(&name) {
            return None;
        }
        let option = self.expr(&call.receiver);
        if name == "map" && self.is_array(option) {
            self.body.chains.extend(self.numbering.value(whole));
            return Some(self.array_map(whole, option, function));
        }
        if matches!(name, "map" | "filter")
            && let Some(given) = self.mapped(whole, call, option, function)
        {
            return Some(given);
        }
        let of_error = matches!(name, "map_err" | "inspect_err" | "is_ok_and" | "is_err_and");
        let takes_error = matches!(name, "or_else" | "unwrap_or_else") && self.takes_error(function, option, whole);
        if of_error || takes_error {
            return Some(self.of_result(whole, option, name, function));
        }
        Some(self.in_place_of_option(whole, name, option, function))
    }

    /// What such a method is of an `Option`, or of a `Result` by its value.
    pub fn in_place_of_option(&mut self, whole: &Expr, name: &str, option: ExprId, function: Function<'_>) -> ExprId {
        let apply = |builder: &mut Self, value, _| builder.applied(function, &[value], whole);
        let absent = |builder: &mut Self, of| builder.absent(of, whole);
        match name {
            "map" => {
                let some = |builder: &mut Self, value, of| {
                    let value = builder.applied(function, &[value], whole);
                    builder.renewed(Renewal::Mapped, of, Some(value), whole)
                };
                self.chosen_of(option, whole, some, absent)
            }
            "and_then" => self.chosen_of(option, whole, apply, absent),
            "filter" => {
                let some = |builder: &mut Self, value| {
                    let lent = builder.lent(value, whole);
                    let condition = builder.applied(function, &[lent], whole);
                    let again = builder.again(value, whole);
                    let (some, none) = (builder.some(again, whole), builder.none(whole));
                    builder.branch(condition, some, none, whole)
                };
                self.chosen(option, whole, some, |builder| builder.none(whole))
            }
            "inspect" => {
                let some = |builder: &mut Self, value, of| {
                    let lent = builder.lent(value, whole);
                    let seen = builder.applied(function, &[lent], whole);
                    let again = builder.again(value, whole);
                    let some = builder.renewed(Renewal::Mapped, of, Some(again), whole);
                    builder.sequence(vec![Stmt::Expr(seen)], some, whole)
                };
                self.chosen_of(option, whole, some, absent)
            }
            "is_some_and" => self.chosen_of(option, whole, apply, |builder, _| builder.truth(false, whole)),
            "is_none_or" => self.chosen_of(option, whole, apply, |builder, _| builder.truth(true, whole)),
            "or_else" => {
                let some = |builder: &mut Self, value| builder.some(value, whole);
                self.chosen(option, whole, some, |builder| builder.applied(function, &[], whole))
            }
            "ok_or_else" => {
                let some = |builder: &mut Self, _, of| builder.renewed(Renewal::Succeeded, of, None, whole);
                self.chosen_of(option, whole, some, |builder, of| {
                    let error = builder.applied(function, &[], whole);
                    builder.renewed(Renewal::Failed, of, Some(error), whole)
                })
            }
            _ => self.chosen(option, whole, |_, value| value, |builder| builder.applied(function, &[], whole)),
        }
    }

    /// `condition.then(|| value)`
    fn then(&mut self, whole: &Expr, call: &ExprMethodCall, function: Function<'_>) -> ExprId {
        let condition = self.expr(&call.receiver);
        let condition = self.behind(condition, whole);
        let value = self.applied(function, &[], whole);
        let (some, none) = (self.some(value, whole), self.none(whole));
        self.branch(condition, some, none, whole)
    }

    /// `order.then_with(|| …)`
    fn then_with(&mut self, whole: &Expr, call: &ExprMethodCall, function: Function<'_>) -> ExprId {
        let order = self.expr(&call.receiver);
        let order = self.behind(order, whole);
        let (order, first) = self.named(order, "order", whole);
        let name = Ident::new("is_eq", spans::first(whole));
        let is_equal = ExprKind::Method { receiver: order, name, turbofish: None, arguments: Vec::new() };
        let is_equal = self.add_unwritten(is_equal, whole);
        let other = self.applied(function, &[], whole);
        let order = self.again(order, whole);
        let chosen = self.branch(is_equal, other, order, whole);
        self.sequence(vec![first], chosen, whole)
    }

    /// `condition.then_some(value)`: the value is evaluated always.
    fn then_some(&mut self, whole: &Expr, call: &ExprMethodCall) -> ExprId {
        let condition = self.expr(&call.receiver);
        let condition = self.behind(condition, whole);
        let (condition, first) = self.named(condition, "condition", whole);
        let value = self.expr(&call.args[0]);
        let (value, second) = self.named(value, "value", whole);
        let (some, none) = (self.some(value, whole), self.none(whole));
        let chosen = self.branch(condition, some, none, whole);
        self.sequence(vec![first, second], chosen, whole)
    }

    /// `option.map_or(value, |x| …)`: the value is evaluated before, and always.
    fn map_or(&mut self, whole: &Expr, call: &ExprMethodCall, function: Function<'_>) -> ExprId {
        let option = self.expr(&call.receiver);
        let option = self.behind(option, whole);
        let other = self.expr(&call.args[0]);
        let some = |builder: &mut Self, value| builder.applied(function, &[value], whole);
        if matches!(self.body.kind(other), ExprKind::Literal(_) | ExprKind::Item(_) | ExprKind::None(_)) {
            return self.chosen(option, whole, some, |_| other);
        }
        let (option, first) = self.named(option, "option", whole);
        let (other, second) = self.named(other, "other", whole);
        let chosen = self.chosen(option, whole, some, |_| other);
        self.sequence(vec![first, second], chosen, whole)
    }

    /// `match option { Some(value) => some, _ => none }`
    pub fn chosen(
        &mut self,
        option: ExprId,
        whole: &Expr,
        some: impl FnOnce(&mut Self, ExprId) -> ExprId,
        none: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        self.chosen_of(option, whole, |builder, value, _| some(builder, value), |builder, _| none(builder))
    }

    /// `match option { of @ Some(value) => some, of => none }`, of an `Option` or a `Result`.
    pub fn chosen_of(
        &mut self,
        option: ExprId,
        whole: &Expr,
        some: impl FnOnce(&mut Self, ExprId, ExprId) -> ExprId,
        none: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) -> ExprId {
        let option = self.behind(option, whole);
        let some = self.arm(option, whole, PatKind::Some, |builder, value, of| some(builder, value, of));
        let line = spans::first(whole).start().line;
        let (of, pattern) = self.subject(option, whole, None);
        let none = Arm { pattern, guard: None, value: none(self, of), line };
        self.add(ExprKind::Match(option, vec![some, none]), whole)
    }

    /// `part(value) => made`, with the value and the whole.
    pub fn arm(
        &mut self,
        option: ExprId,
        whole: &Expr,
        part: impl FnOnce(Box<Pat>) -> PatKind,
        made: impl FnOnce(&mut Self, ExprId, ExprId) -> ExprId,
    ) -> Arm {
        let span = spans::first(whole);
        let (value, pattern) = self.hidden_name("value", span);
        let pattern = Pat { kind: part(Box::new(pattern)), span };
        let (of, pattern) = self.subject(option, whole, Some(pattern));
        let value = self.add(ExprKind::Local(value), whole);
        let value = made(self, value, of);
        Arm { pattern, guard: None, value, line: span.start().line }
    }

    /// A name for what a pattern looks at.
    fn subject(&mut self, option: ExprId, whole: &Expr, inner: Option<Pat>) -> (ExprId, Pat) {
        let span = spans::first(whole);
        let (of, mut pattern) = self.hidden_name("of", span);
        pattern.kind = PatKind::Bind(of, inner.map(Box::new));
        self.comes_from(&pattern, Some(option));
        (self.add(ExprKind::Local(of), whole), pattern)
    }

    /// What an `Option`, a `Result` or a `bool` is behind references: a method takes its value.
    pub fn behind(&mut self, mut of: ExprId, whole: &Expr) -> ExprId {
        while self.body.shape(of).is_reference() {
            of = self.add(ExprKind::Deref(of), whole);
        }
        of
    }

    /// A value in a variable, and the statement that makes it.
    fn named(&mut self, value: ExprId, name: &str, whole: &Expr) -> (ExprId, Stmt) {
        let span = spans::first(whole);
        let (local, pattern) = self.hidden_name(name, span);
        self.bound(&pattern, None, Some(value));
        let line = span.start().line;
        let statement = Stmt::Let(Box::new(Let { pattern, ty: None, value: Some(value), other: None, line }));
        (self.add(ExprKind::Local(local), whole), statement)
    }

    /// A variable once more.
    pub fn again(&mut self, variable: ExprId, whole: &Expr) -> ExprId {
        self.add(self.body.kind(variable).clone(), whole)
    }

    /// What a method makes of what it is called on.
    pub fn renewed(&mut self, renewal: Renewal, of: ExprId, value: Option<ExprId>, whole: &Expr) -> ExprId {
        self.add(ExprKind::Renewed(renewal, of, value), whole)
    }

    /// A `None` or an `Err` with this one's error, of the type that the whole has.
    pub fn absent(&mut self, of: ExprId, whole: &Expr) -> ExprId {
        self.renewed(Renewal::Absent, of, None, whole)
    }

    pub fn some(&mut self, value: ExprId, whole: &Expr) -> ExprId {
        self.add(ExprKind::Some(value), whole)
    }

    /// A `None` of the type that the whole has.
    pub fn none(&mut self, whole: &Expr) -> ExprId {
        let name = Ident::new("None", spans::first(whole));
        self.add(ExprKind::None(name.into()), whole)
    }
}

/// Whether the name of a function is that of a variant, as that in `order.then(Ordering::Less)`: no function of no arguments is.
fn names_a_variant(function: Function<'_>) -> bool {
    let Function::Named(path) = function else { return false };
    path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}
