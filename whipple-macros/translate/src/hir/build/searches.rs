//! `partition_point`, `binary_search_by` and `binary_search_by_key` of arrays: the loop of a binary search. Where several elements are equal,
//! it finds the one that std finds.
//!
//! ```text
//! let elements = &array;
//! let mut base = 0;
//! let mut left = elements.len();
//! loop {
//!     if left < 2 { break }
//!     let half = left / 2;
//!     if … { base += half }      // what is sought is not before `elements[base + half]`
//!     left -= half;
//! }
//! ```

use super::{Builder, closures::Function, consumed::IN_GENERIC, spans};
use crate::{
    ask,
    hir::{ExprId, ExprKind, LocalId, Operator, Stmt},
};
use syn::{Expr, ExprMethodCall, Ident, parse_quote};

const CHANGES: &str =
    "this may change something, and Rust leaves open how often it is called; write a loop that searches";

/// What a search goes by.
#[derive(Clone, Copy)]
enum By<'e> {
    /// Whether an element is in front of the point.
    Partition,
    /// The order of an element and what is sought.
    Order,
    /// The key of an element, and the one that is sought.
    Key(&'e Expr),
}

/// A search that has begun.
#[derive(Clone, Copy)]
struct Search<'e> {
    function: Function<'e>,
    by: By<'e>,
    elements: LocalId,
    /// The first element that may be meant, and how many there are.
    base: LocalId,
    left: LocalId,
    /// The key that is sought.
    key: Option<LocalId>,
}

impl Builder<'_, '_, '_> {
    /// A method that searches a sorted array by a function; none if this is another one.
    pub fn searched(&mut self, whole: &Expr, call: &ExprMethodCall) -> Option<ExprId> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let (by, argument) = match (call.method.to_string().as_str(), &arguments[..]) {
            ("partition_point", [function]) => (By::Partition, *function),
            ("binary_search_by", [function]) => (By::Order, *function),
            ("binary_search_by_key", [key, function]) => (By::Key(key), *function),
            _ => return None,
        };
        let function = self.function(argument)?;
        if !ask::knows_types(self.translator.input) {
            return Some(self.refuse(whole, IN_GENERIC));
        }
        let mut statements = Vec::new();
        let array = self.expr(&call.receiver);
        let of = self.behind(array, whole);
        let array = self.lent(of, whole);
        let elements = self.item("elements", array, whole, &mut statements);
        let key = match by {
            By::Key(key) => {
                let key = self.expr(key);
                Some(self.item("key", key, whole, &mut statements))
            }
            _ => None,
        };
        self.take_into(argument, &mut statements);
        let since = self.body.locals.len();
        let (zero, length) = (self.size(0, whole), self.method_of(elements, "len", Vec::new(), whole));
        let base = self.counter("base", zero, whole, &mut statements);
        let left = self.counter("left", length, whole, &mut statements);
        let search = Search { function, by, elements, base, left, key };
        let body = self.halved(search, whole);
        if self.change_something(&body, since) {
            return Some(self.refuse(argument, CHANGES));
        }
        let target = self.target(None, true);
        let (place, two) = (self.use_of(left, whole), self.size(2, whole));
        let is_found = self.add_unwritten(ExprKind::Binary(Operator::Lt, place, two), whole);
        let leave = self.add_unwritten(ExprKind::Break(target, None), whole);
        let mut inner = Vec::new();
        self.when(is_found, vec![Stmt::Expr(leave)], whole, &mut inner);
        inner.extend(body);
        let block = Box::new(self.statements(inner, whole));
        statements.push(Stmt::Expr(self.add_unwritten(ExprKind::Loop(target, block), whole)));
        let value = self.found_by(search, whole);
        self.body.chains.extend(self.numbering.value(whole));
        Some(self.sequence(statements, value, whole))
    }

    /// One step: looks at the element in the middle, and leaves one half.
    fn halved(&mut self, search: Search<'_>, whole: &Expr) -> Vec<Stmt> {
        let mut to = Vec::new();
        let (left, two) = (self.use_of(search.left, whole), self.size(2, whole));
        let half = self.add_unwritten(ExprKind::Binary(Operator::Div, left, two), whole);
        let half = self.counter("half", half, whole, &mut to);
        let [first, by] = [self.use_of(search.base, whole), self.use_of(half, whole)];
        let middle = self.add_unwritten(ExprKind::Binary(Operator::Add, first, by), whole);
        let middle = self.counter("middle", middle, whole, &mut to);
        let is_not_before = match search.by {
            By::Partition => self.asked_of(search, middle, whole),
            By::Order | By::Key(_) => self.ordered_as(search, middle, "is_le", Operator::Le, whole),
        };
        let mut then = Vec::new();
        let at = self.use_of(middle, whole);
        self.assign_to(search.base, at, whole, &mut then);
        self.when(is_not_before, then, whole, &mut to);
        let [left, by] = [self.use_of(search.left, whole), self.use_of(half, whole)];
        let rest = self.add_unwritten(ExprKind::Binary(Operator::Sub, left, by), whole);
        self.assign_to(search.left, rest, whole, &mut to);
        to
    }

    /// What the method gives, where one element is left or none.
    fn found_by(&mut self, search: Search<'_>, whole: &Expr) -> ExprId {
        let (left, one) = (self.use_of(search.left, whole), self.size(1, whole));
        let is_one = self.add_unwritten(ExprKind::Binary(Operator::Eq, left, one), whole);
        let at = self.use_of(search.base, whole);
        let behind = self.behind_base(search, whole);
        if let By::Partition = search.by {
            let asked = self.asked_of(search, search.base, whole);
            let is_in_front = self.add_unwritten(ExprKind::And(is_one, asked), whole);
            return self.branch(is_in_front, behind, at, whole);
        }
        let [found, after, before] = [(true, at), (false, behind), (false, self.use_of(search.base, whole))]
            .map(|(is_ok, value)| self.outcome_of(is_ok, value, whole));
        let is_equal = self.ordered_as(search, search.base, "is_eq", Operator::Eq, whole);
        let is_less = self.ordered_as(search, search.base, "is_lt", Operator::Lt, whole);
        let absent = self.branch(is_less, after, before, whole);
        let among = self.branch(is_equal, found, absent, whole);
        let zero = self.use_of(search.base, whole);
        let nothing = self.outcome_of(false, zero, whole);
        self.branch(is_one, among, nothing, whole)
    }

    fn behind_base(&mut self, search: Search<'_>, whole: &Expr) -> ExprId {
        let (base, one) = (self.use_of(search.base, whole), self.size(1, whole));
        self.add_unwritten(ExprKind::Binary(Operator::Add, base, one), whole)
    }

    fn outcome_of(&mut self, is_ok: bool, value: ExprId, whole: &Expr) -> ExprId {
        let path = if is_ok { parse_quote!(Ok::<usize, usize>) } else { parse_quote!(Err::<usize, usize>) };
        self.add_unwritten(ExprKind::Outcome { is_ok, path, value }, whole)
    }

    /// What the function gives for an element.
    fn asked_of(&mut self, search: Search<'_>, at: LocalId, whole: &Expr) -> ExprId {
        let (of, place) = (self.use_of(search.elements, whole), self.use_of(at, whole));
        let element = self.add_unwritten(ExprKind::Index(of, place), whole);
        let lent = self.lent(element, whole);
        self.applied(search.function, &[lent], whole)
    }

    /// How an element is ordered beside what is sought: by this method of `Ordering`, or this operator of keys.
    fn ordered_as(&mut self, search: Search<'_>, at: LocalId, name: &str, of_keys: Operator, whole: &Expr) -> ExprId {
        let given = self.asked_of(search, at, whole);
        if let Some(key) = search.key {
            let key = self.use_of(key, whole);
            let key = self.behind(key, whole);
            return self.add_unwritten(ExprKind::Binary(of_keys, given, key), whole);
        }
        let name = Ident::new(name, spans::first(whole));
        let asked = ExprKind::Method { receiver: given, name, turbofish: None, arguments: Vec::new() };
        self.add_unwritten(asked, whole)
    }
}
