//! The least and the greatest item of an iterator. Of equal ones the first is the least, and the last the greatest.

use super::{Builder, chains::Chain, runs::Next, spans};
use crate::hir::{ExprId, ExprKind, Local, LocalId, Operator, Shape, Stmt};
use syn::{Expr, Ident};

/// The methods that give one.
pub const NAMES: [&str; 6] = ["min", "max", "min_by", "max_by", "min_by_key", "max_by_key"];

/// Whether the value that was kept stays, beside the next one.
type Compare<'c, 't, 'a, 'b> = &'c mut dyn FnMut(&mut Builder<'t, 'a, 'b>, ExprId, ExprId) -> ExprId;

impl<'t, 'a, 'b> Builder<'t, 'a, 'b> {
    /// `min`, `max`
    pub fn extreme(&mut self, whole: &Expr, chain: &Chain<'_>, is_max: bool) -> ExprId {
        self.kept(whole, chain, |builder, best, item, next| {
            let compare = &mut |builder: &mut Self, known, value| builder.stays_kept(known, value, is_max, whole);
            (builder.skipped(best, item, compare, next, whole), item)
        })
    }

    /// `min_by`, `max_by`
    pub fn extreme_by(&mut self, whole: &Expr, chain: &Chain<'_>, function: &Expr, is_max: bool) -> ExprId {
        self.kept(whole, chain, |builder, best, item, next| {
            let compare = &mut |builder: &mut Self, known, value| {
                let both = [known, value].map(|value| builder.lent(value, whole));
                let receiver = builder.apply_to(function, &both, whole);
                let name = Ident::new(if is_max { "is_gt" } else { "is_le" }, spans::first(whole));
                let test = ExprKind::Method { receiver, name, turbofish: None, arguments: Vec::new() };
                builder.add_unwritten(test, whole)
            };
            (builder.skipped(best, item, compare, next, whole), item)
        })
    }

    /// `min_by_key`, `max_by_key`: the function is asked once for each item.
    pub fn extreme_by_key(&mut self, whole: &Expr, chain: &Chain<'_>, function: &Expr, is_max: bool) -> ExprId {
        let mut before = Vec::new();
        let none = self.none_unwritten(whole);
        let kept = self.hidden(Local { mutable: true, ..Local::new(Ident::new("least", spans::first(whole))) });
        self.let_hidden(kept, None, none, whole, &mut before);
        if let Some(number) = self.numbering.value(whole) {
            let first = *self.body.keys.entry(number).or_insert(kept);
            self.body.copied_locals.extend((first != kept).then_some((kept, first)));
        }
        let chosen = self.kept(whole, chain, |builder, _, item, next| {
            let mut to = Vec::new();
            let lent = builder.lent_local(item, whole);
            let key = builder.apply(function, lent, whole);
            let key = builder.item("key", key, whole, &mut to);
            let shape = Shape::option(builder.body.local(key).shape.clone());
            builder.body.locals[kept.0 as usize].shape = shape;
            let compare = &mut |builder: &mut Self, known, value| builder.stays_kept(known, value, is_max, whole);
            to.extend(builder.skipped(kept, key, compare, next, whole));
            let key = builder.use_of(key, whole);
            let some = builder.add_unwritten(ExprKind::Some(key), whole);
            builder.assign_to(kept, some, whole, &mut to);
            (to, item)
        });
        self.sequence(before, chosen, whole)
    }

    /// Whether a value stays kept beside the next one, by their order.
    fn stays_kept(&mut self, known: ExprId, value: ExprId, is_max: bool, whole: &Expr) -> ExprId {
        let operator = if is_max { Operator::Gt } else { Operator::Le };
        self.add_unwritten(ExprKind::Binary(operator, known, value), whole)
    }

    /// On to the next item where the value that was kept, if there is one, stays.
    fn skipped(
        &mut self,
        kept: LocalId,
        value: LocalId,
        compare: Compare<'_, 't, 'a, 'b>,
        next: Next,
        whole: &Expr,
    ) -> Vec<Stmt> {
        let mut to = Vec::new();
        let kept = self.use_of(kept, whole);
        let compared = |builder: &mut Self, known| {
            let value = builder.use_of(value, whole);
            compare(builder, known, value)
        };
        let test = self.chosen(kept, whole, compared, |builder| builder.truth(false, whole));
        let jump = self.go_on(next, whole);
        self.when(test, vec![jump], whole, &mut to);
        to
    }

    /// A `None` about which nobody is asked.
    pub(super) fn none_unwritten(&mut self, whole: &Expr) -> ExprId {
        let none = Ident::new("None", spans::first(whole));
        self.add_unwritten(ExprKind::None(none.into()), whole)
    }
}
