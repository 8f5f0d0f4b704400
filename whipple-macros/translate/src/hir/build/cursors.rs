//! Cursors: what gives one item after the other when it is asked. `zip` counts through one beside its own items, and iterators in
//! variables are made of them.

use super::{
    Builder,
    chains::{Chain, Source, Stage},
    kept::Kept,
    ready::{Ready, Slices},
};
use crate::hir::{By, ExprId, ExprKind, Iterated, LocalId, Operator, Range, Stmt};
use std::rc::Rc;
use syn::Expr;

/// Where it is, in variables.
#[derive(Clone)]
pub enum Cursor<'e> {
    /// From a number on, up to one that does not belong to it.
    Numbers { number: LocalId, end: Option<ExprId> },
    /// What is left of a range, and whether the next is at its end.
    Range { ends: [LocalId; 2], back: bool },
    /// The same of a range whose end belongs to it, as long as there is more.
    Closed { ends: [LocalId; 2], more: LocalId, back: bool },
    /// The elements of an array, perhaps with their indices: from one index on to before another.
    Elements { elements: LocalId, index: LocalId, end: Option<LocalId>, by: By, reversed: bool, enumerated: bool },
    /// Slices of the numbers that are left: from one on to before another.
    Slices { ends: [LocalId; 2], back: bool, slices: Slices },
    /// An iterator of the user's, or a reference to one.
    Own(LocalId),
    /// The next item of `successors`, and what comes after one.
    Following { state: LocalId, function: &'e Expr },
    /// What `repeat` gives again.
    Repeated(LocalId),
    /// What `from_fn` or `repeat_with` calls; `ends`: until it gives none.
    Called { function: &'e Expr, ends: bool },
    /// What is looked at before it is taken: the next item, and whether it is there already.
    Peekable { inner: Rc<Kept<'e>>, peeked: LocalId, is_peeked: LocalId },
    /// What was refused.
    Refused,
}

impl Cursor<'_> {
    /// From the other end.
    pub fn reversed(self) -> Option<Self> {
        Some(match self {
            Self::Range { ends, back } => Self::Range { ends, back: !back },
            Self::Slices { ends, back, slices } => Self::Slices { ends, back: !back, slices },
            Self::Closed { ends, more, back } => Self::Closed { ends, more, back: !back },
            Self::Elements { elements, index, end: Some(end), by, reversed, enumerated } => {
                Self::Elements { elements, index, end: Some(end), by, reversed: !reversed, enumerated }
            }
            _ => return None,
        })
    }
}

impl Builder<'_, '_, '_> {
    /// What `zip` counts through.
    pub fn beside<'e>(&mut self, chain: &Chain<'e>, whole: &'e Expr, before: &mut Vec<Stmt>) -> Cursor<'e> {
        let skipped = match chain.stages.first() {
            Some(Stage::Skip(number)) => Some(*number),
            _ => None,
        };
        let (of, reversed) = match &chain.source {
            Source::From(start) if skipped.is_none() => {
                let start = self.expr(start);
                return Cursor::Numbers { number: self.variable("number", start, whole, before), end: None };
            }
            Source::Loop { of, reversed } => (*of, *reversed),
            Source::Own { of, lent } => return self.own(of, *lent, whole, before),
            Source::Made(maker, call) => return self.made_by_function(*maker, call, whole, before),
            _ => return Cursor::Refused,
        };
        match self.iterated(of) {
            Some(Iterated::Range(Range::Plain { start, end, closed: false })) if !reversed && skipped.is_none() => {
                let number = self.variable("number", start, whole, before);
                Cursor::Numbers { number, end: Some(self.fixed_number(end, whole, before)) }
            }
            Some(Iterated::Array { array, by: By::Value, reversed: false, enumerated: false })
                if !reversed && skipped.is_none() && self.may_be_own(of, array) =>
            {
                self.pulled(array, whole, before)
            }
            Some(Iterated::Array { array, by, reversed: is_reversed, enumerated: false }) => {
                let value = match by {
                    By::Value => array,
                    _ => self.array_lent(array, by == By::Mutable, whole),
                };
                let elements = self.item("elements", value, whole, before);
                let first = match skipped {
                    Some(number) => self.expr(number),
                    None => self.size(0, whole),
                };
                let index = self.counter("index", first, whole, before);
                Cursor::Elements {
                    elements,
                    index,
                    by,
                    end: None,
                    reversed: reversed != is_reversed,
                    enumerated: false,
                }
            }
            _ => Cursor::Refused,
        }
    }

    /// A cursor over what one loop goes over, which stays where it is. Of a range with steps this is the one without, and the step.
    pub fn cursor(
        &mut self,
        iterated: Iterated,
        whole: &Expr,
        before: &mut Vec<Stmt>,
    ) -> Option<(Cursor<'static>, Option<ExprId>)> {
        Some(match iterated {
            Iterated::Array { array, by, reversed, enumerated } => {
                let value = match by {
                    By::Value => array,
                    _ => self.array_lent(array, by == By::Mutable, whole),
                };
                let elements = self.item("elements", value, whole, before);
                let zero = self.size(0, whole);
                let index = self.counter("index", zero, whole, before);
                let length = self.method_of(elements, "len", Vec::new(), whole);
                let end = Some(self.counter("end", length, whole, before));
                (Cursor::Elements { elements, index, end, by, reversed, enumerated }, None)
            }
            Iterated::Range(Range::Stepped(range, step)) if !matches!(*range, Range::Stepped(..)) => {
                (self.cursor(Iterated::Range(*range), whole, before)?.0, Some(step))
            }
            Iterated::Range(Range::Plain { start, end, closed }) => {
                (self.numbers([start, end], closed, false, whole, before), None)
            }
            Iterated::Range(Range::Reversed(range)) => match *range {
                Range::Plain { start, end, closed } => (self.numbers([start, end], closed, true, whole, before), None),
                _ => return None,
            },
            Iterated::Range(Range::Stepped(..)) => return None,
        })
    }

    fn numbers(
        &mut self,
        ends: [ExprId; 2],
        closed: bool,
        reversed: bool,
        whole: &Expr,
        before: &mut Vec<Stmt>,
    ) -> Cursor<'static> {
        let [start, end] = ends;
        let ends = [self.variable("start", start, whole, before), self.variable("end", end, whole, before)];
        if !closed {
            return Cursor::Range { ends, back: reversed };
        }
        let [first, last] = ends.map(|local| self.use_of(local, whole));
        let more = self.add_unwritten(ExprKind::Binary(Operator::Le, first, last), whole);
        Cursor::Closed { ends, more: self.variable("more", more, whole, before), back: reversed }
    }

    /// The next item; the loop is left after the last one.
    pub fn next_of(&mut self, cursor: &Cursor<'_>, ready: &Ready<'_>, to: &mut Vec<Stmt>) -> Option<LocalId> {
        let whole = ready.whole;
        match cursor {
            Cursor::Numbers { number, end } => Some(self.next_number(*number, *end, ready, to)),
            Cursor::Elements { elements, index, end, by, reversed, enumerated } => {
                let at = self.next_index(*elements, [Some(*index), *end], *reversed, ready, to);
                let of = self.use_of(*elements, whole);
                let is_reference = self.body.shape(of).is_reference() || self.body.shape(of).is_view();
                let place = self.once_more(at, whole);
                let element = self.add_unwritten(ExprKind::Index(of, place), whole);
                let value = match by {
                    By::Clone => self.clone_of(element, whole),
                    By::Copy => element,
                    By::Value if !is_reference => element,
                    _ => {
                        let mutable = self.body.shape(of).holds_mutable();
                        self.add_unwritten(ExprKind::Borrow { mutable, of: element }, whole)
                    }
                };
                let mut item = self.item("element", value, whole, to);
                if *enumerated {
                    let at = self.item("at", at, whole, to);
                    item = self.pair([at, item], whole, to);
                }
                if !(*reversed && end.is_some()) {
                    self.step(*index, Operator::Add, whole, to);
                }
                Some(item)
            }
            Cursor::Range { ends, back } => Some(self.next_of_range(*ends, *back, ready, to)),
            Cursor::Slices { ends, back, slices } => {
                let number = self.next_of_range(*ends, *back, ready, to);
                let start = self.start_of_slice(slices, number, whole);
                let start = self.counter("start", start, whole, to);
                let slice = self.next_slice(slices, start, whole);
                Some(self.item("slice", slice, whole, to))
            }
            Cursor::Closed { ends, more, back } => {
                let is_more = self.use_of(*more, whole);
                let is_last = self.add_unwritten(ExprKind::Not(is_more), whole);
                let jump = self.leave(ready.done, None, whole);
                self.when(is_last, vec![jump], whole, to);
                let number = ends[usize::from(*back)];
                let value = self.use_of(number, whole);
                let item = self.item("counted", value, whole, to);
                let [first, last] = ends.map(|local| self.use_of(local, whole));
                let goes_on = self.add_unwritten(ExprKind::Binary(Operator::Lt, first, last), whole);
                let (mut further, mut over) = (Vec::new(), Vec::new());
                self.step(number, if *back { Operator::Sub } else { Operator::Add }, whole, &mut further);
                let no = self.truth(false, whole);
                self.assign_to(*more, no, whole, &mut over);
                let [then, over] = [further, over].map(|statements| Box::new(self.statements(statements, whole)));
                let other = Some(self.add_unwritten(ExprKind::Block(None, over), whole));
                to.push(Stmt::Expr(self.add_unwritten(ExprKind::If { condition: goes_on, then, other }, whole)));
                Some(item)
            }
            Cursor::Own(_) | Cursor::Following { .. } | Cursor::Repeated(_) | Cursor::Called { .. } => {
                Some(self.asked_for(cursor, ready, to))
            }
            Cursor::Peekable { inner, peeked, is_peeked } => {
                Some(self.next_of_peekable((inner, *peeked, *is_peeked), ready, to))
            }
            Cursor::Refused => None,
        }
    }

    /// The next number of a range, perhaps from its end.
    fn next_of_range(&mut self, ends: [LocalId; 2], back: bool, ready: &Ready<'_>, to: &mut Vec<Stmt>) -> LocalId {
        let whole = ready.whole;
        let [first, last] = ends.map(|local| self.use_of(local, whole));
        let is_last = self.add_unwritten(ExprKind::Binary(Operator::Ge, first, last), whole);
        let jump = self.leave(ready.done, None, whole);
        self.when(is_last, vec![jump], whole, to);
        if back {
            self.step(ends[1], Operator::Sub, whole, to);
        }
        let value = self.use_of(ends[usize::from(back)], whole);
        let item = self.item("counted", value, whole, to);
        if !back {
            self.step(ends[0], Operator::Add, whole, to);
        }
        item
    }

    /// The next number; the loop is left at the end, if there is one.
    fn next_number(&mut self, number: LocalId, end: Option<ExprId>, ready: &Ready<'_>, to: &mut Vec<Stmt>) -> LocalId {
        let whole = ready.whole;
        if let Some(end) = end {
            let (value, end) = (self.use_of(number, whole), self.once_more(end, whole));
            let is_last = self.add_unwritten(ExprKind::Binary(Operator::Ge, value, end), whole);
            let jump = self.leave(ready.done, None, whole);
            self.when(is_last, vec![jump], whole, to);
        }
        let value = self.use_of(number, whole);
        let item = self.item("counted", value, whole, to);
        self.step(number, Operator::Add, whole, to);
        item
    }

    /// The index of the next element; the loop is left after the last one.
    fn next_index(
        &mut self,
        elements: LocalId,
        [index, end]: [Option<LocalId>; 2],
        reversed: bool,
        ready: &Ready<'_>,
        to: &mut Vec<Stmt>,
    ) -> ExprId {
        let whole = ready.whole;
        let bound = |builder: &mut Self, bound: Option<LocalId>| match bound {
            Some(bound) => builder.use_of(bound, whole),
            None => builder.method_of(elements, "len", Vec::new(), whole),
        };
        let (value, last) = (bound(self, index), bound(self, end));
        let is_last = self.add_unwritten(ExprKind::Binary(Operator::Ge, value, last), whole);
        let jump = self.leave(ready.done, None, whole);
        self.when(is_last, vec![jump], whole, to);
        match end {
            Some(end) if reversed => {
                self.step(end, Operator::Sub, whole, to);
                self.use_of(end, whole)
            }
            None if reversed => {
                let (end, one) = (bound(self, None), self.size(1, whole));
                let last = self.add_unwritten(ExprKind::Binary(Operator::Sub, end, one), whole);
                let value = bound(self, index);
                self.add_unwritten(ExprKind::Binary(Operator::Sub, last, value), whole)
            }
            _ => bound(self, index),
        }
    }
}
