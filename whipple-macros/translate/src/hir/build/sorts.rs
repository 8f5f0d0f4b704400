//! `sort_by` and `sort_by_key` of arrays: the loops of an insertion sort, which leaves equal elements in their order.
//!
//! ```text
//! let elements = &mut array;
//! for index in 1..elements.len() {
//!     let mut at = index;
//!     loop {
//!         if at == 0 { break }
//!         if !(…) { break }      // `elements[at]` is less than `elements[at - 1]`
//!         elements.swap(at - 1, at);
//!         at -= 1;
//!     }
//! }
//! ```

use super::{Builder, closures::Function, consumed::IN_GENERIC, spans};
use crate::{
    ask,
    hir::{ExprId, ExprKind, Iterated, LocalId, Operator, Range, Stmt},
};
use syn::{Expr, ExprMethodCall, Ident};

const UNSTABLE: &str = "Rust leaves open in which order this leaves equal elements; write `sort_by` or `sort_by_key`, which keep their order";
const CHANGES: &str =
    "this may change something, and Rust leaves open how often it is called; write a `for` loop that sorts";

impl Builder<'_, '_, '_> {
    /// A method that sorts an array by a function; none if this is another one.
    pub fn sorted(&mut self, whole: &Expr, call: &ExprMethodCall) -> Option<ExprId> {
        let name = call.method.to_string();
        let (by_key, is_stable) = match name.as_str() {
            "sort_by" => (false, true),
            "sort_by_key" => (true, true),
            "sort_unstable_by" => (false, false),
            "sort_unstable_by_key" => (true, false),
            _ => return None,
        };
        let argument = call.args.first().filter(|_| call.args.len() == 1)?;
        let function = self.function(argument)?;
        if !is_stable {
            return Some(self.refuse(whole, UNSTABLE));
        }
        if !ask::knows_types(self.translator.input) {
            return Some(self.refuse(whole, IN_GENERIC));
        }
        let mut statements = Vec::new();
        let array = self.expr(&call.receiver);
        let of = self.behind(array, whole);
        let array = self.add_unwritten(ExprKind::Borrow { mutable: true, of }, whole);
        let elements = self.item("elements", array, whole, &mut statements);
        self.take_into(argument, &mut statements);
        let since = self.body.locals.len();
        let (index, pattern) = self.hidden_name("index", spans::first(whole));
        let (start, end) = (self.size(1, whole), self.method_of(elements, "len", Vec::new(), whole));
        let iterated = Iterated::Range(Range::Plain { start, end, closed: false });
        self.see_item(&pattern, &iterated);
        let mut inner = Vec::new();
        let first = self.use_of(index, whole);
        let at = self.counter("at", first, whole, &mut inner);
        let test = self.precedes(function, elements, at, by_key, whole);
        if self.change_something(&[Stmt::Expr(test)], since) {
            return Some(self.refuse(argument, CHANGES));
        }
        self.move_down(elements, at, test, whole, &mut inner);
        let block = Box::new(self.statements(inner, whole));
        let target = self.target(None, true);
        let looping = ExprKind::For(target, Box::new(pattern), iterated, block);
        statements.push(Stmt::Expr(self.add_unwritten(looping, whole)));
        self.body.chains.extend(self.numbering.value(whole));
        let block = Box::new(self.statements(statements, whole));
        Some(self.add_unwritten(ExprKind::Block(None, block), whole))
    }

    /// Whether an element is less than the one before it.
    fn precedes(
        &mut self,
        function: Function<'_>,
        elements: LocalId,
        at: LocalId,
        by_key: bool,
        whole: &Expr,
    ) -> ExprId {
        let place = self.use_of(at, whole);
        let places = [place, self.before(at, whole)];
        let [element, other] = places.map(|place| {
            let of = self.use_of(elements, whole);
            let element = self.add_unwritten(ExprKind::Index(of, place), whole);
            self.lent(element, whole)
        });
        if by_key {
            let keys = [element, other].map(|element| self.applied(function, &[element], whole));
            return self.add_unwritten(ExprKind::Binary(Operator::Lt, keys[0], keys[1]), whole);
        }
        let receiver = self.applied(function, &[element, other], whole);
        let name = Ident::new("is_lt", spans::first(whole));
        self.add_unwritten(ExprKind::Method { receiver, name, turbofish: None, arguments: Vec::new() }, whole)
    }

    /// Exchanges an element with the one before it as long as it is less.
    fn move_down(&mut self, elements: LocalId, at: LocalId, test: ExprId, whole: &Expr, to: &mut Vec<Stmt>) {
        let target = self.target(None, true);
        let mut inner = Vec::new();
        let (place, zero) = (self.use_of(at, whole), self.size(0, whole));
        let is_first = self.add_unwritten(ExprKind::Binary(Operator::Eq, place, zero), whole);
        let stays = self.add_unwritten(ExprKind::Not(test), whole);
        for condition in [is_first, stays] {
            let leave = self.add_unwritten(ExprKind::Break(target, None), whole);
            self.when(condition, vec![Stmt::Expr(leave)], whole, &mut inner);
        }
        let places = vec![self.before(at, whole), self.use_of(at, whole)];
        inner.push(Stmt::Expr(self.method_of(elements, "swap", places, whole)));
        self.step(at, Operator::Sub, whole, &mut inner);
        let block = Box::new(self.statements(inner, whole));
        to.push(Stmt::Expr(self.add_unwritten(ExprKind::Loop(target, block), whole)));
    }

    fn before(&mut self, at: LocalId, whole: &Expr) -> ExprId {
        let (place, one) = (self.use_of(at, whole), self.size(1, whole));
        self.add_unwritten(ExprKind::Binary(Operator::Sub, place, one), whole)
    }

    pub fn method_of(&mut self, receiver: LocalId, name: &str, arguments: Vec<ExprId>, whole: &Expr) -> ExprId {
        let (receiver, name) = (self.use_of(receiver, whole), Ident::new(name, spans::first(whole)));
        self.add_unwritten(ExprKind::Method { receiver, name, turbofish: None, arguments }, whole)
    }
}
