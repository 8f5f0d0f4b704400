//! Comparisons of the items of two iterators, `eq`, `lt`, `cmp` and the like, and whether items are sorted.
//!
//! ```text
//! 'found: {
//!     for first in … {
//!         'got: {
//!             for second in … {         // goes on from where it is
//!                 let order = first.cmp(&second);
//!                 if order.is_ne() { break 'found order }
//!                 break 'got
//!             }
//!             break 'found Ordering::Greater
//!         }
//!     }
//!     if … { break 'found Ordering::Less }   // the second chain has more items
//!     Ordering::Equal
//! }
//! ```

use super::{Builder, chains::Chain, spans};
use crate::hir::{Block, ExprId, ExprKind, Local, LocalId, Operator, Shape, Stmt};
use syn::{Expr, Ident};

/// The methods that compare two iterators.
pub const NAMES: [&str; 8] = ["eq", "ne", "lt", "le", "gt", "ge", "cmp", "partial_cmp"];

const CHANGES: &str = "this compares items that are made by something that changes for each, and Rust leaves open how many it makes; write a `for` loop";

/// How the end of one of two chains is known beside an item of the other.
#[derive(Clone, Copy)]
enum Order {
    Less,
    Equal,
    Greater,
}

impl<'t, 'a, 'b> Builder<'t, 'a, 'b> {
    /// `eq`, `lt`, `cmp` and the like of two chains.
    pub fn chains_compared<'e>(&mut self, whole: &'e Expr, chain: &Chain<'e>, name: &str, other: &'e Expr) -> ExprId
    where
        'b: 'e,
    {
        let since = self.body.locals.len();
        let (mut statements, ready) = self.begun(whole, chain);
        let second = self.chain_or_array(other);
        self.note_chain_among(other, true);
        let kept = self.chain_beside(&second, other, &mut statements);
        let found = self.target(None, false);
        let loops = self.loops(&ready, &mut |builder, item, _| {
            let each = &mut |builder: &mut Self, second: LocalId| {
                let mut to = Vec::new();
                let places = [item, second].map(|item| builder.use_of(item, whole));
                let places = places.map(|place| builder.behind(place, whole));
                let (differ, value) = builder.compared(name, places, whole, &mut to);
                let jump = builder.leave(found, Some(value), whole);
                builder.when(differ, vec![jump], whole, &mut to);
                to
            };
            builder.asked_beside(&kept, whole, each, |builder| {
                let value = builder.ended(name, Order::Greater, whole);
                vec![builder.leave(found, Some(value), whole)]
            })
        });
        if self.change_something(&loops, since) && !matches!(name, "cmp" | "partial_cmp") {
            return self.refuse(whole, CHANGES);
        }
        self.labelled(ready.done, loops, whole, &mut statements);
        let more = self.asked_beside(
            &kept,
            whole,
            &mut |builder, _| {
                let value = builder.ended(name, Order::Less, whole);
                vec![builder.leave(found, Some(value), whole)]
            },
            |_| Vec::new(),
        );
        statements.extend(more);
        let value = self.ended(name, Order::Equal, whole);
        self.left.remove(&found);
        let block = Block { value: Some(value), ..self.statements(statements, whole) };
        self.add_unwritten(ExprKind::Block(Some(found), Box::new(block)), whole)
    }

    /// Whether two items differ, and what the method gives if they do.
    fn compared(&mut self, name: &str, places: [ExprId; 2], whole: &Expr, to: &mut Vec<Stmt>) -> (ExprId, ExprId) {
        let [first, second] = places;
        if matches!(name, "eq" | "ne") {
            let differ = self.add_unwritten(ExprKind::Binary(Operator::Ne, first, second), whole);
            return (differ, self.truth(name == "ne", whole));
        }
        let called = if name == "cmp" { "cmp" } else { "partial_cmp" };
        let second = if self.body.shape(second).is_view() { second } else { self.lent(second, whole) };
        let method = Ident::new(called, spans::first(whole));
        let order = ExprKind::Method { receiver: first, name: method, turbofish: None, arguments: vec![second] };
        let order = self.add_unwritten(order, whole);
        let order = self.item("order", order, whole, to);
        let equal = self.order_of(called, Order::Equal, whole);
        let place = self.use_of(order, whole);
        let differ = self.add_unwritten(ExprKind::Binary(Operator::Ne, place, equal), whole);
        let place = self.use_of(order, whole);
        let wanted = match name {
            "lt" | "le" => Order::Less,
            "gt" | "ge" => Order::Greater,
            _ => return (differ, place),
        };
        let wanted = self.order_of(called, wanted, whole);
        (differ, self.add_unwritten(ExprKind::Binary(Operator::Eq, place, wanted), whole))
    }

    /// What the method gives where the first chain is over, the second one or both.
    fn ended(&mut self, name: &str, order: Order, whole: &Expr) -> ExprId {
        let answer = match (name, order) {
            ("eq", _) => matches!(order, Order::Equal),
            ("ne", _) => !matches!(order, Order::Equal),
            ("lt", _) => matches!(order, Order::Less),
            ("le", _) => !matches!(order, Order::Greater),
            ("gt", _) => matches!(order, Order::Greater),
            ("ge", _) => !matches!(order, Order::Less),
            _ => return self.order_of(name, order, whole),
        };
        self.truth(answer, whole)
    }

    /// An `Ordering`, or an option of one: that of two numbers.
    fn order_of(&mut self, method: &str, order: Order, whole: &Expr) -> ExprId {
        let (first, second) = match order {
            Order::Less => (0, 1),
            Order::Equal => (0, 0),
            Order::Greater => (1, 0),
        };
        let (receiver, second) = (self.size(first, whole), self.size(second, whole));
        let (second, name) = (self.lent(second, whole), Ident::new(method, spans::first(whole)));
        self.add_unwritten(ExprKind::Method { receiver, name, turbofish: None, arguments: vec![second] }, whole)
    }

    /// `is_sorted`, `is_sorted_by` and `is_sorted_by_key` of a chain: each item, or its key, beside the one before it.
    pub fn items_sorted(&mut self, whole: &Expr, chain: &Chain<'_>, name: &str, function: Option<&Expr>) -> ExprId {
        let mut before = Vec::new();
        let none = self.none_unwritten(whole);
        let last = self.hidden(Local { mutable: true, ..Local::new(Ident::new("last", spans::first(whole))) });
        self.let_hidden(last, None, none, whole, &mut before);
        if let Some(number) = self.numbering.value(whole) {
            let first = *self.body.keys.entry(number).or_insert(last);
            self.body.copied_locals.extend((first != last).then_some((last, first)));
        }
        let (mut statements, ready) = self.begun(whole, chain);
        let found = self.target(None, false);
        let loops = self.loops(&ready, &mut |builder, item, _| {
            let (mut to, mut item) = (Vec::new(), item);
            if let ("is_sorted_by_key", Some(function)) = (name, function) {
                let value = builder.use_of(item, whole);
                let key = builder.apply(function, value, whole);
                item = builder.item("key", key, whole, &mut to);
            }
            let shape = Shape::option(builder.body.local(item).shape.clone());
            builder.body.locals[last.0 as usize].shape = shape;
            let option = builder.use_of(last, whole);
            let compare = |builder: &mut Self, known: ExprId| {
                let value = builder.use_of(item, whole);
                let are_sorted = match (name, function) {
                    ("is_sorted_by", Some(function)) => {
                        let both = [known, value].map(|value| builder.lent(value, whole));
                        builder.apply_to(function, &both, whole)
                    }
                    _ => builder.add_unwritten(ExprKind::Binary(Operator::Le, known, value), whole),
                };
                builder.add_unwritten(ExprKind::Not(are_sorted), whole)
            };
            let fails = builder.chosen(option, whole, compare, |builder| builder.truth(false, whole));
            let no = builder.truth(false, whole);
            let jump = builder.leave(found, Some(no), whole);
            builder.when(fails, vec![jump], whole, &mut to);
            let value = builder.use_of(item, whole);
            let some = builder.add_unwritten(ExprKind::Some(value), whole);
            builder.assign_to(last, some, whole, &mut to);
            to
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let value = self.truth(true, whole);
        self.left.remove(&found);
        let block = Block { value: Some(value), ..self.statements(statements, whole) };
        let block = self.add_unwritten(ExprKind::Block(Some(found), Box::new(block)), whole);
        self.sequence(before, block, whole)
    }
}
