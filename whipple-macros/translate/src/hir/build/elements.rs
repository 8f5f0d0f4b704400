//! Methods of arrays that are loops or choices: `get(start..end)`, `fill_with`, `is_sorted_by` and `is_sorted_by_key`.

use super::{Builder, consumed::IN_GENERIC, exprs::strip};
use crate::{
    ask,
    context::Translator,
    hir::{Block, By, Callee, ExprId, ExprKind, Iterated, Operator, Origin, Range, Stmt},
};
use syn::{Expr, ExprMethodCall, ExprRange, RangeLimits};

const CHANGES: &str = "this may change something, and it is called more often in device code; write it of an iterator: `values.iter().is_sorted_by_key(…)`";
const NO_PART: &str = "in a function with type parameters, device code has no `get` of a range; compare its ends with `len()`, and write `&values[start..end]`";

impl Builder<'_, '_, '_> {
    /// Such a method; none if this is another one.
    pub fn of_elements(&mut self, whole: &Expr, call: &ExprMethodCall) -> Option<ExprId> {
        if Translator::is_self(&call.receiver) || call.turbofish.is_some() {
            return None;
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let [argument] = arguments.as_slice() else { return None };
        let name = call.method.to_string();
        let id = match (name.as_str(), strip(argument)) {
            ("get" | "get_mut", Expr::Range(range)) if self.may_have_elements(&call.receiver) => {
                self.part(whole, call, range, name == "get_mut")
            }
            ("fill_with", Expr::Closure(closure)) if !closure.inputs.is_empty() => return None,
            ("fill_with", _) if self.function(argument).is_some() && self.may_have_elements(&call.receiver) => {
                self.filled_with(whole, call, argument)
            }
            ("is_sorted_by" | "is_sorted_by_key", _)
                if self.function(argument).is_some() && self.may_have_elements(&call.receiver) =>
            {
                self.elements_sorted(whole, call, argument, name == "is_sorted_by_key")
            }
            _ => return None,
        };
        self.body.chains.extend(self.numbering.value(whole));
        Some(id)
    }

    /// Whether this may be an array or a slice: the body does not show that it is of another type. rustc is asked about it.
    fn may_have_elements(&mut self, of: &Expr) -> bool {
        let said = self.translator.errors.count();
        let id = self.expr(of);
        self.translator.errors.forget_from(said);
        self.body.is_of_elements(id) || !self.shows_other(id)
    }

    /// Whether a value is of a type of its own, as its type says or what it begins with.
    fn shows_other(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Struct { .. } | ExprKind::Call(Callee::Associated(_), _) => true,
            ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => self.shows_other(*of),
            ExprKind::Local(local) => match (&self.body.local(*local).ty, self.body.local(*local).origin) {
                (None, Origin::Whole(value)) => self.shows_other(value),
                (ty, _) => ty.is_some(),
            },
            _ => false,
        }
    }

    /// `array.get(start..end)`: none where Rust would panic of `&array[start..end]`.
    fn part(&mut self, whole: &Expr, call: &ExprMethodCall, range: &ExprRange, mutable: bool) -> ExprId {
        if !ask::knows_types(self.translator.input) {
            return self.refuse(whole, NO_PART);
        }
        let mut statements = Vec::new();
        let array = self.expr(&call.receiver);
        let array = self.array_behind(array);
        let of = self.behind(array, whole);
        let all = self.add_unwritten(ExprKind::Slice { of, start: None, end: None, closed: false }, whole);
        let all = self.add_unwritten(ExprKind::Borrow { mutable, of: all }, whole);
        let elements = self.item("elements", all, whole, &mut statements);
        let start = match &range.start {
            Some(start) => self.expr(start),
            None => self.size(0, whole),
        };
        let start = self.counter("start", start, whole, &mut statements);
        let end = match &range.end {
            Some(end) => self.expr(end),
            None => self.method_of(elements, "len", Vec::new(), whole),
        };
        let mut end = self.counter("end", end, whole, &mut statements);
        let length = self.method_of(elements, "len", Vec::new(), whole);
        let last = self.use_of(end, whole);
        let closed = range.end.is_some() && matches!(range.limits, RangeLimits::Closed(_));
        let within = if closed { Operator::Lt } else { Operator::Le };
        let within = self.add_unwritten(ExprKind::Binary(within, last, length), whole);
        if closed {
            let last = self.use_of(end, whole);
            let one = self.size(1, whole);
            let behind = self.method_named(last, "wrapping_add", vec![one], whole);
            end = self.counter("behind", behind, whole, &mut statements);
        }
        let [first, last] = [start, end].map(|local| self.use_of(local, whole));
        let in_order = self.add_unwritten(ExprKind::Binary(Operator::Le, first, last), whole);
        let condition = self.add_unwritten(ExprKind::And(within, in_order), whole);
        let [of, first, last] = [elements, start, end].map(|local| self.use_of(local, whole));
        let slice = ExprKind::Slice { of, start: Some(first), end: Some(last), closed: false };
        let slice = self.add_unwritten(slice, whole);
        let slice = self.add_unwritten(ExprKind::Borrow { mutable, of: slice }, whole);
        let (some, none) = (self.some(slice, whole), self.none(whole));
        let chosen = self.branch(condition, some, none, whole);
        self.sequence(statements, chosen, whole)
    }

    /// `array.fill_with(|| …)`
    fn filled_with(&mut self, whole: &Expr, call: &ExprMethodCall, function: &Expr) -> ExprId {
        if !ask::knows_types(self.translator.input) {
            return self.refuse(whole, IN_GENERIC);
        }
        let mut statements = Vec::new();
        let array = self.expr(&call.receiver);
        let array = self.array_lent(array, true, whole);
        let elements = self.item("elements", array, whole, &mut statements);
        self.take_into(function, &mut statements);
        let array = self.use_of(elements, whole);
        let iterated = Iterated::Array { array, by: By::Value, reversed: false, enumerated: false };
        let (element, pattern) = self.hidden_name("element", super::spans::first(whole));
        self.see_item(&pattern, &iterated);
        let value = self.apply_to(function, &[], whole);
        let place = self.use_of(element, whole);
        let place = self.behind(place, whole);
        let assign = self.add_unwritten(ExprKind::Assign(place, value), whole);
        let block = Box::new(self.statements(vec![Stmt::Expr(assign)], whole));
        let target = self.target(None, true);
        let looping = ExprKind::For(target, Box::new(pattern), iterated, block);
        statements.push(Stmt::Expr(self.add_unwritten(looping, whole)));
        let block = Box::new(self.statements(statements, whole));
        self.add_unwritten(ExprKind::Block(None, block), whole)
    }

    /// `array.is_sorted_by(|a, b| …)`, and `is_sorted_by_key`.
    fn elements_sorted(&mut self, whole: &Expr, call: &ExprMethodCall, argument: &Expr, by_key: bool) -> ExprId {
        let Some(function) = self.function(argument).filter(|_| ask::knows_types(self.translator.input)) else {
            return self.refuse(whole, IN_GENERIC);
        };
        let mut statements = Vec::new();
        let array = self.expr(&call.receiver);
        let array = self.array_behind(array);
        let array = self.array_lent(array, false, whole);
        let elements = self.item("elements", array, whole, &mut statements);
        self.take_into(argument, &mut statements);
        let since = self.body.locals.len();
        let (index, pattern) = self.hidden_name("index", super::spans::first(whole));
        let (start, end) = (self.size(1, whole), self.method_of(elements, "len", Vec::new(), whole));
        let iterated = Iterated::Range(Range::Plain { start, end, closed: false });
        self.see_item(&pattern, &iterated);
        let both = [true, false].map(|is_before| {
            let mut at = self.use_of(index, whole);
            if is_before {
                let one = self.size(1, whole);
                at = self.add_unwritten(ExprKind::Binary(Operator::Sub, at, one), whole);
            }
            let of = self.use_of(elements, whole);
            let element = self.add_unwritten(ExprKind::Index(of, at), whole);
            self.lent(element, whole)
        });
        let are_sorted = if by_key {
            let [first, second] = both.map(|element| self.applied(function, &[element], whole));
            self.add_unwritten(ExprKind::Binary(Operator::Le, first, second), whole)
        } else {
            self.applied(function, &both, whole)
        };
        if by_key && self.change_something(&[Stmt::Expr(are_sorted)], since) {
            return self.refuse(argument, CHANGES);
        }
        let found = self.target(None, false);
        let (fails, no) = (self.add_unwritten(ExprKind::Not(are_sorted), whole), self.truth(false, whole));
        let (jump, mut inner) = (self.leave(found, Some(no), whole), Vec::new());
        self.when(fails, vec![jump], whole, &mut inner);
        let block = Box::new(self.statements(inner, whole));
        let target = self.target(None, true);
        let looping = ExprKind::For(target, Box::new(pattern), iterated, block);
        statements.push(Stmt::Expr(self.add_unwritten(looping, whole)));
        let value = self.truth(true, whole);
        self.left.remove(&found);
        let block = Block { value: Some(value), ..self.statements(statements, whole) };
        self.add_unwritten(ExprKind::Block(Some(found), Box::new(block)), whole)
    }
}
