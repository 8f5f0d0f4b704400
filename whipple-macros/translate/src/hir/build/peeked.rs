//! `peekable` in a variable: the next item lies in a variable of its own as long as it is only looked at.
//!
//! ```text
//! if !is_peeked {
//!     is_peeked = true;
//!     peeked = None;
//!     'found: { for item in … { peeked = Some(item); break 'found } }
//! }
//! ```

use super::{
    Builder,
    cursors::Cursor,
    kept::Kept,
    ready::{Ready, ReadySource, asks_by_next},
    spans,
};
use crate::{
    ask,
    hir::{ExprId, ExprKind, Local, LocalId, Operator, Shape, Stmt},
};
use std::{cell::Cell, mem, rc::Rc};
use syn::{Expr, ExprMethodCall, Ident};

const NO_PEEK: &str = "device code looks ahead at `peekable` in a variable: `let mut it = values.iter().peekable();`, and then `it.peek()`, \
     `it.next_if(…)` or `it.next_if_eq(…)`";

/// What is looked at, the variable with the next item, and the one that says whether it is there.
type Peekable<'k, 'e> = (&'k Rc<Kept<'e>>, LocalId, LocalId);

impl<'b> Builder<'_, '_, 'b> {
    /// Puts `peekable` behind a chain that remembers where it is.
    pub fn peekable<'e>(&mut self, ready: &mut Ready<'e>, call: &Expr, whole: &'e Expr, before: &mut Vec<Stmt>)
    where
        'b: 'e,
    {
        if !ask::can_be_asked(self.translator.input) {
            self.refuse(whole, super::consumed::IN_GENERIC);
        }
        let inner = mem::replace(&mut ready.source, ReadySource::Pulled(Cursor::Refused));
        let inner =
            Ready { source: inner, stages: mem::take(&mut ready.stages), changes: Cell::new(false), ..ready.clone() };
        let inner = Rc::new(Kept { ready: inner, scopes: self.scopes.clone() });
        let none = self.none_unwritten(whole);
        let peeked = self.hidden(Local { mutable: true, ..Local::new(Ident::new("peeked", spans::first(whole))) });
        self.let_hidden(peeked, None, none, whole, before);
        if let Some(number) = self.numbering.value(call) {
            let first = *self.body.keys.entry(number).or_insert(peeked);
            self.body.copied_locals.extend((first != peeked).then_some((peeked, first)));
        }
        let no = self.truth(false, whole);
        let is_peeked = self.variable("is_peeked", no, whole, before);
        ready.source = ReadySource::Pulled(Cursor::Peekable { inner, peeked, is_peeked });
    }

    /// The next item is looked at, if it is not yet. `by_next`: it is asked for by `next`, and not handed on with all that follow.
    fn look_ahead(
        &mut self,
        (inner, peeked, is_peeked): Peekable<'_, '_>,
        by_next: bool,
        whole: &Expr,
        to: &mut Vec<Stmt>,
    ) {
        let found = self.target(None, false);
        let asked = Ready {
            source: ReadySource::Kept(inner.clone()),
            stages: Vec::new(),
            done: found,
            whole,
            changes: Cell::new(false),
            goes_on: false,
            may_be_own: false,
            by_next,
        };
        let mut statements = Vec::new();
        let yes = self.truth(true, whole);
        self.assign_to(is_peeked, yes, whole, &mut statements);
        let none = self.none_unwritten(whole);
        self.assign_to(peeked, none, whole, &mut statements);
        let loops = self.loops(&asked, &mut |builder, item, _| {
            let shape = Shape::option(builder.body.local(item).shape.clone());
            builder.body.locals[peeked.0 as usize].shape = shape;
            let value = builder.use_of(item, whole);
            let some = builder.add_unwritten(ExprKind::Some(value), whole);
            let mut to = Vec::new();
            builder.assign_to(peeked, some, whole, &mut to);
            to.push(builder.leave(found, None, whole));
            to
        });
        self.labelled(found, loops, whole, &mut statements);
        let is_there = self.use_of(is_peeked, whole);
        let is_absent = self.add_unwritten(ExprKind::Not(is_there), whole);
        self.when(is_absent, statements, whole, to);
    }

    /// Takes the next item; the loop is left where there is none.
    pub fn next_of_peekable(&mut self, of: Peekable<'_, '_>, ready: &Ready<'_>, to: &mut Vec<Stmt>) -> LocalId {
        let whole = ready.whole;
        self.look_ahead(of, asks_by_next(&ready.stages, ready.by_next), whole, to);
        let no = self.truth(false, whole);
        self.assign_to(of.2, no, whole, to);
        let option = self.use_of(of.1, whole);
        let jump = self.leave(ready.done, None, whole);
        self.some_or(option, jump, whole, to)
    }

    /// `peek`, `next_if` and `next_if_eq`; none if this is another method.
    pub fn peeked(&mut self, whole: &Expr, call: &ExprMethodCall) -> Option<ExprId> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let name = call.method.to_string();
        if !matches!((name.as_str(), arguments.len()), ("peek" | "peek_mut", 0) | ("next_if" | "next_if_eq", 1)) {
            return None;
        }
        let kept = self.iterator_of(&call.receiver).and_then(|local| self.iterators.get(&local).cloned())?;
        let ReadySource::Pulled(Cursor::Peekable { inner, peeked, is_peeked }) = &kept.ready.source else {
            return Some(self.refuse(whole, NO_PEEK));
        };
        if name == "peek_mut" || !kept.ready.stages.is_empty() {
            return Some(self.refuse(whole, NO_PEEK));
        }
        let of = (inner, *peeked, *is_peeked);
        let mut statements = Vec::new();
        let expected = (name == "next_if_eq").then(|| {
            let expected = self.expr(arguments[0]);
            self.item("expected", expected, whole, &mut statements)
        });
        if name == "next_if" {
            self.take_into(arguments[0], &mut statements);
        }
        self.look_ahead(of, true, whole, &mut statements);
        if name == "peek" {
            let seen = self.method_of(of.1, "as_ref", Vec::new(), whole);
            return Some(self.sequence(statements, seen, whole));
        }
        let option = self.use_of(of.1, whole);
        let some = |builder: &mut Self, value: ExprId| {
            let test = match expected {
                Some(expected) => {
                    let expected = builder.use_of(expected, whole);
                    let expected = builder.add_unwritten(ExprKind::Deref(expected), whole);
                    builder.add_unwritten(ExprKind::Binary(Operator::Eq, value, expected), whole)
                }
                None => {
                    let lent = builder.lent(value, whole);
                    builder.apply(arguments[0], lent, whole)
                }
            };
            let (no, taken) = (builder.truth(false, whole), builder.use_of(of.1, whole));
            let mut statements = Vec::new();
            builder.assign_to(of.2, no, whole, &mut statements);
            let taken = builder.sequence(statements, taken, whole);
            let none = builder.none(whole);
            builder.branch(test, taken, none, whole)
        };
        let chosen = self.chosen(option, whole, some, |builder| builder.none(whole));
        Some(self.sequence(statements, chosen, whole))
    }
}
