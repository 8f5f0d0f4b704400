//! Methods that change what an `Option` holds: `insert`, `get_or_insert_with`, `take_if` and the like.

use super::{Builder, consumed::IN_GENERIC};
use crate::{
    ask,
    context::Translator,
    hir::{ExprId, ExprKind, LocalId, Stmt},
};
use syn::{Expr, ExprMethodCall};

impl Builder<'_, '_, '_> {
    /// Such a method; none if this is another one. Where no function says that it is one of `Option`, the body must show one.
    pub fn of_held(&mut self, whole: &Expr, call: &ExprMethodCall) -> Option<ExprId> {
        if Translator::is_self(&call.receiver) || call.turbofish.is_some() {
            return None;
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let name = call.method.to_string();
        match (name.as_str(), arguments.as_slice()) {
            ("insert" | "get_or_insert", [_]) | ("get_or_insert_default", []) => {
                let said = self.translator.errors.count();
                let option = self.expr(&call.receiver);
                self.translator.errors.forget_from(said);
                if !self.shows_option(option) {
                    return None;
                }
            }
            ("get_or_insert_with" | "take_if", [function]) if self.function(function).is_some() => {}
            _ => return None,
        }
        if !ask::can_be_asked(self.translator.input) {
            return Some(self.refuse(whole, IN_GENERIC));
        }
        let mut statements = Vec::new();
        let option = self.expr(&call.receiver);
        let option = self.array_lent(option, true, whole);
        let option = self.item("option", option, whole, &mut statements);
        let value = match (name.as_str(), arguments.as_slice()) {
            ("take_if", [function]) => self.taken_if(option, function, whole, &mut statements),
            ("insert", [value]) => {
                let value = self.expr(value);
                self.put(option, value, whole, &mut statements);
                self.held_in(option, whole)
            }
            (_, arguments) => {
                let mut value = None;
                if let ("get_or_insert", [argument]) = (name.as_str(), arguments) {
                    let argument = self.expr(argument);
                    value = Some(self.item("value", argument, whole, &mut statements));
                }
                if name == "get_or_insert_with" {
                    arguments.iter().for_each(|argument| self.take_into(argument, &mut statements));
                }
                let is_absent = self.method_of(option, "is_none", Vec::new(), whole);
                let mut inner = Vec::new();
                let value = match (value, arguments) {
                    (Some(value), _) => self.use_of(value, whole),
                    (None, [function]) => self.apply_to(function, &[], whole),
                    _ => self.method_of(option, "unwrap_or_default", Vec::new(), whole),
                };
                self.put(option, value, whole, &mut inner);
                self.when(is_absent, inner, whole, &mut statements);
                self.held_in(option, whole)
            }
        };
        self.body.chains.extend(self.numbering.value(whole));
        Some(self.sequence(statements, value, whole))
    }

    /// `*option = Some(value)`
    fn put(&mut self, option: LocalId, value: ExprId, whole: &Expr, to: &mut Vec<Stmt>) {
        let place = self.use_of(option, whole);
        let place = self.behind(place, whole);
        let some = self.add_unwritten(ExprKind::Some(value), whole);
        to.push(Stmt::Expr(self.add_unwritten(ExprKind::Assign(place, some), whole)));
    }

    /// `option.as_mut().unwrap()`
    fn held_in(&mut self, option: LocalId, whole: &Expr) -> ExprId {
        let lent = self.method_of(option, "as_mut", Vec::new(), whole);
        self.method_named(lent, "unwrap", Vec::new(), whole)
    }

    /// `option.take_if(|value| …)`
    fn taken_if(&mut self, option: LocalId, function: &Expr, whole: &Expr, to: &mut Vec<Stmt>) -> ExprId {
        self.take_into(function, to);
        let lent = self.method_of(option, "as_mut", Vec::new(), whole);
        let test = self.chosen(
            lent,
            whole,
            |builder, value| builder.apply(function, value, whole),
            |builder| builder.truth(false, whole),
        );
        let test = self.item("is_taken", test, whole, to);
        let (condition, taken) = (self.use_of(test, whole), self.method_of(option, "take", Vec::new(), whole));
        let none = self.none(whole);
        self.branch(condition, taken, none, whole)
    }
}
