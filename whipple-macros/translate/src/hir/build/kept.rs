//! Iterators and ranges in variables: what such a chain remembers lies in variables of its own, and each use goes on from there.

use super::{
    Builder,
    chains::Stage,
    consumed::NO_REV,
    cursors::Cursor,
    goes_on::{counts_behind_what_goes_on, counts_twice, may_go_on},
    ready::{Ready, ReadySource, State, asks_by_next},
    runs::Each,
    spans,
};
use crate::hir::{Callee, ExprId, ExprKind, Iterated, Local, LocalId, Operator, Stmt, TargetId};
use std::{mem, rc::Rc};
use syn::{Expr, Ident, Member, Pat};

const NO_STATE: &str = "an iterator in a variable, or one that `zip` is given, goes over ranges, arrays and slices in device code, and not over `flat_map` or \
     `flatten`, or a range with `step_by` before `rev`; write the `for` loop over it";
const NO_COUNT: &str =
    "in an iterator in a variable, `skip`, `take` and `step_by` stand before `map_while` and `scan` in device code";
pub const NO_SECOND_COUNT: &str = "of an iterator of yours in a variable, device code counts once: by one of `skip`, `take` and `step_by`, and by \
     `enumerate` behind it; write a loop that asks for `next`";
/// What is said of an iterator in a variable that is used otherwise.
pub const AS_A_VALUE: &str = "an iterator or a range in a variable is gone over or asked for its `next` in device code; it cannot be handed on or stored";

/// An iterator that a variable has.
pub struct Kept<'b> {
    pub ready: Ready<'b>,
    /// What the functions in it see.
    pub scopes: Vec<Vec<(Ident, LocalId)>>,
}

impl<'t, 'a, 'b> Builder<'t, 'a, 'b> {
    /// The statements of `let name = values.iter();`.
    pub fn iterator_variable(&mut self, local: &syn::Local) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let Pat::Ident(name) = &local.pat else { return None };
        let init = self.numbering.init(&init.expr)?;
        let is_asked = self.asked_for_next.contains(&name.ident);
        let chain = self
            .chain(init)
            .or_else(|| self.chain_among(init, true).filter(|_| is_asked && !self.shows_array(init)))?;
        self.note_chain_among(init, is_asked);
        let mut statements = Vec::new();
        let mut ready = self.ready(&chain, init, &mut statements);
        self.keep(&mut ready, init, &mut statements);
        let scopes = self.scopes.clone();
        let variable = self.declare(Local::new(name.ident.clone()));
        self.iterators.insert(variable, Rc::new(Kept { ready, scopes }));
        Some(statements)
    }

    /// The iterator that a variable has, or a copy of it; perhaps from its end.
    pub fn iterator_in(
        &mut self,
        local: LocalId,
        [copy, reversed]: [bool; 2],
        whole: &Expr,
        before: &mut Vec<Stmt>,
    ) -> Option<Rc<Kept<'b>>> {
        let mut kept = self.iterators.get(&local).cloned()?;
        if copy {
            kept = self.copy_of_kept(&kept, whole, before);
        }
        if reversed {
            let Some(ready) = from_the_end(kept.ready.clone()) else {
                self.refuse(whole, NO_REV);
                return None;
            };
            kept = Rc::new(Kept { ready, scopes: kept.scopes.clone() });
        }
        Some(kept)
    }

    /// The variable that an expression is, if it has an iterator.
    pub fn iterator_of(&self, expr: &Expr) -> Option<LocalId> {
        match super::exprs::strip(expr) {
            Expr::Path(path) => {
                let local = path.path.get_ident().and_then(|name| self.find(name))?;
                self.iterators.contains_key(&local).then_some(local)
            }
            Expr::Reference(lent) if lent.mutability.is_some() => self.iterator_of(&lent.expr),
            _ => None,
        }
    }

    /// Has a chain remember where it is.
    pub fn keep<'e>(&mut self, ready: &mut Ready<'e>, whole: &'e Expr, before: &mut Vec<Stmt>)
    where
        'b: 'e,
    {
        if let Some((Stage::Peekable(call), _)) = ready.stages.pop_if(|(stage, _)| matches!(stage, Stage::Peekable(_)))
        {
            self.keep(ready, whole, before);
            return self.peekable(ready, call, whole, before);
        }
        let source = mem::replace(&mut ready.source, ReadySource::Pulled(Cursor::Refused));
        ready.source = match source {
            ReadySource::Loop(Iterated::Array { array, .. }) if ready.may_be_own => {
                ReadySource::Pulled(self.pulled(array, whole, before))
            }
            ReadySource::Loop(iterated) => match self.cursor(iterated, whole, before) {
                Some((cursor, step)) => {
                    if let Some(step) = step {
                        let state = self.step_state(step, whole, before);
                        ready.stages.insert(0, (Stage::StepBy(whole), state));
                    }
                    ReadySource::Pulled(cursor)
                }
                None => {
                    self.refuse_kept(whole, NO_STATE);
                    ReadySource::Pulled(Cursor::Refused)
                }
            },
            ReadySource::Slices(slices) => ReadySource::Pulled(self.cursor_of_slices(slices, whole, before)),
            ReadySource::Both(mut parts, _) => {
                self.keep(&mut parts.0, whole, before);
                self.keep(&mut parts.1, whole, before);
                let over = parts.0.goes_on.then(|| {
                    let no = self.truth(false, whole);
                    self.variable("over", no, whole, before)
                });
                ReadySource::Both(parts, over)
            }
            other => other,
        };
        ready.goes_on = may_go_on(&ready.source);
        if counts_twice(ready) {
            self.refuse_kept(whole, NO_SECOND_COUNT);
        }
        if counts_behind_what_goes_on(ready) {
            self.refuse_kept(whole, NO_COUNT);
        }
        for (stage, state) in &mut ready.stages {
            match stage {
                Stage::TakeWhile(_) => {
                    let no = self.truth(false, whole);
                    *state = State::Variable(self.variable("ended", no, whole, before));
                }
                Stage::FlatMap(_) | Stage::Flatten => _ = self.refuse_kept(whole, NO_STATE),
                _ => {}
            }
        }
    }

    /// The loops over what is left of an iterator, each item going through the stages of the chain that it is in.
    pub fn loops_of_kept(&mut self, kept: &Kept<'_>, ready: &Ready<'_>, each: Each<'_, 't, 'a, 'b>) -> ExprId {
        let by_next = asks_by_next(&ready.stages, ready.by_next);
        let again = self.gone_over_again(&kept.ready, ready.done, by_next);
        if kept.counts_what_goes_on()
            && ready.stages.iter().any(|(stage, _)| matches!(stage, Stage::Skip(_) | Stage::StepBy(_)))
        {
            self.refuse(ready.whole, NO_SECOND_COUNT);
        }
        let mut outside = mem::replace(&mut self.scopes, kept.scopes.clone());
        let statements = self.loops(&again, &mut |builder, item, next| {
            mem::swap(&mut builder.scopes, &mut outside);
            let statements = builder.stages(ready, 0, item, next, each);
            mem::swap(&mut builder.scopes, &mut outside);
            statements
        });
        self.scopes = outside;
        let block = Box::new(self.statements(statements, ready.whole));
        self.add_unwritten(ExprKind::Block(None, block), ready.whole)
    }

    /// What leaves a chain where what it goes over gives none. Where that may go on later, stages that count begin anew.
    pub fn at_the_end(&mut self, ready: &Ready<'_>, to: &mut Vec<Stmt>) {
        let whole = ready.whole;
        for (stage, state) in ready.stages.iter().filter(|_| ready.goes_on) {
            match (stage, state) {
                (Stage::Skip(_), State::Variable(left)) => {
                    let zero = self.size(0, whole);
                    self.assign_to(*left, zero, whole, to);
                }
                (Stage::StepBy(_), State::Step(step, left)) => {
                    let (step, one) = (self.use_of(*step, whole), self.size(1, whole));
                    let others = self.add_unwritten(ExprKind::Binary(Operator::Sub, step, one), whole);
                    self.assign_to(*left, others, whole, to);
                }
                _ => {}
            }
        }
        to.push(self.leave(ready.done, None, whole));
    }

    /// The chain once more, with blocks of its own to leave.
    fn gone_over_again<'k>(&mut self, ready: &Ready<'k>, done: TargetId, by_next: bool) -> Ready<'k> {
        let mut again = Ready { done, by_next, ..ready.clone() };
        let by_next = asks_by_next(&ready.stages, by_next);
        if let ReadySource::Both(parts, _) = &mut again.source {
            for part in [&mut parts.0, &mut parts.1] {
                let target = self.target(None, false);
                *part = self.gone_over_again(part, target, by_next);
            }
        }
        again
    }

    /// `iterator.clone()`
    pub fn copy_of_kept<'e>(&mut self, kept: &Kept<'e>, whole: &Expr, before: &mut Vec<Stmt>) -> Rc<Kept<'e>> {
        let ready = self.copy_of_ready(&kept.ready, whole, before);
        Rc::new(Kept { ready, scopes: kept.scopes.clone() })
    }

    fn copy_of_ready<'e>(&mut self, ready: &Ready<'e>, whole: &Expr, before: &mut Vec<Stmt>) -> Ready<'e> {
        self.refuse_states(ready);
        let mut ready = ready.clone();
        let mut copied = |builder: &mut Self, local: &mut LocalId| {
            let (copy, statement) = builder.copy_of(*local, whole);
            before.push(statement);
            *local = copy;
        };
        let of_cursor = |builder: &mut Self,
                         cursor: &mut Cursor<'e>,
                         copied: &mut dyn FnMut(&mut Self, &mut LocalId)| match cursor {
            Cursor::Numbers { number, .. } => copied(builder, number),
            Cursor::Range { ends, .. } | Cursor::Slices { ends, .. } => {
                ends.iter_mut().for_each(|end| copied(builder, end));
            }
            Cursor::Closed { ends, more, .. } => {
                ends.iter_mut().for_each(|end| copied(builder, end));
                copied(builder, more);
            }
            Cursor::Elements { index, end, .. } => {
                copied(builder, index);
                end.iter_mut().for_each(|end| copied(builder, end));
            }
            Cursor::Own(of) => copied(builder, of),
            Cursor::Following { state, .. } => copied(builder, state),
            Cursor::Peekable { peeked, is_peeked, .. } => {
                copied(builder, peeked);
                copied(builder, is_peeked);
            }
            Cursor::Repeated(_) | Cursor::Called { .. } | Cursor::Refused => {}
        };
        for (_, state) in &mut ready.stages {
            match state {
                State::Variable(local) | State::Step(_, local) | State::Down(local) => copied(self, local),
                State::Beside(cursor, _) => of_cursor(self, cursor, &mut copied),
                State::Chain(_) | State::Nothing => {}
            }
        }
        match &mut ready.source {
            ReadySource::Pulled(cursor) => of_cursor(self, cursor, &mut copied),
            ReadySource::From(number) => copied(self, number),
            _ => {}
        }
        match &mut ready.source {
            ReadySource::Both(parts, over) => {
                if let Some(over) = over {
                    let (copy, statement) = self.copy_of(*over, whole);
                    before.push(statement);
                    *over = copy;
                }
                parts.0 = self.copy_of_ready(&parts.0, whole, before);
                parts.1 = self.copy_of_ready(&parts.1, whole, before);
            }
            ReadySource::Kept(kept) | ReadySource::Pulled(Cursor::Peekable { inner: kept, .. }) => {
                *kept = self.copy_of_kept(&kept.clone(), whole, before);
            }
            ReadySource::Cycled(cycle) => **cycle = self.copy_of_cycle(&cycle.clone(), whole, before),
            _ => {}
        }
        for (_, state) in &mut ready.stages {
            if let State::Chain(kept) = state {
                *kept = self.copy_of_kept(&kept.clone(), whole, before);
            }
        }
        ready
    }

    /// The ends of a range in a variable.
    fn ends(&mut self, local: LocalId, whole: &Expr) -> Option<[ExprId; 2]> {
        match self.iterators.get(&local).filter(|kept| kept.ready.stages.is_empty())?.ready.source {
            ReadySource::Pulled(Cursor::Range { ends, back: false }) => Some(ends.map(|end| self.use_of(end, whole))),
            _ => None,
        }
    }

    /// `start..end` as a value.
    pub fn range_value(&mut self, whole: &Expr, range: &syn::ExprRange) -> ExprId {
        let ends: Vec<ExprId> = [&range.start, &range.end].into_iter().flatten().map(|end| self.expr(end)).collect();
        let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        self.add_unwritten(ExprKind::Call(Callee::Ranged(closed), ends), whole)
    }

    /// A range in a variable as a value: what is left of it.
    pub fn range_in(&mut self, local: LocalId, whole: &Expr) -> Option<ExprId> {
        let ends = self.ends(local, whole)?;
        Some(self.add_unwritten(ExprKind::Call(Callee::Ranged(false), ends.to_vec()), whole))
    }

    /// How many elements are left.
    fn left_of(&mut self, local: LocalId, whole: &Expr) -> Option<ExprId> {
        match self.iterators.get(&local).filter(|kept| kept.ready.stages.is_empty())?.ready.source {
            ReadySource::Pulled(Cursor::Elements { index, end: Some(end), .. }) => {
                let [index, end] = [index, end].map(|end| self.use_of(end, whole));
                Some(self.add_unwritten(ExprKind::Binary(Operator::Sub, end, index), whole))
            }
            _ => None,
        }
    }

    /// `range.start`, `range.end`
    pub fn end_of_range(&mut self, whole: &Expr, field: &syn::ExprField) -> Option<ExprId> {
        let (local, Member::Named(name)) = (self.iterator_of(&field.base)?, &field.member) else { return None };
        let [start, end] = self.ends(local, whole)?;
        match name.to_string().as_str() {
            "start" => Some(start),
            "end" => Some(end),
            _ => None,
        }
    }

    /// `range.contains(&value)`, `range.is_empty()`, and `elements.len()`
    pub fn asked_of_range(&mut self, whole: &Expr, call: &syn::ExprMethodCall) -> Option<ExprId> {
        let local = self.iterator_of(&call.receiver)?;
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let answer = match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("contains", [value]) => {
                let [start, end] = self.ends(local, whole)?;
                let mut statements = Vec::new();
                let value = self.expr(value);
                let value = self.add_unwritten(ExprKind::Deref(value), whole);
                let value = self.item("number", value, whole, &mut statements);
                let [low, high] = [value, value].map(|value| self.use_of(value, whole));
                let low = self.add_unwritten(ExprKind::Binary(Operator::Le, start, low), whole);
                let high = self.add_unwritten(ExprKind::Binary(Operator::Lt, high, end), whole);
                let both = self.add_unwritten(ExprKind::And(low, high), whole);
                self.sequence(statements, both, whole)
            }
            ("remainder", []) => self.remainder_of(local, whole)?,
            ("is_empty", []) => {
                let [start, end] = self.ends(local, whole)?;
                let some = self.add_unwritten(ExprKind::Binary(Operator::Lt, start, end), whole);
                self.add_unwritten(ExprKind::Not(some), whole)
            }
            ("len", []) => match self.left_of(local, whole) {
                Some(left) => left,
                None => {
                    let (receiver, name) = (self.range_in(local, whole)?, Ident::new("len", spans::first(whole)));
                    self.add_unwritten(
                        ExprKind::Method { receiver, name, turbofish: None, arguments: Vec::new() },
                        whole,
                    )
                }
            },
            _ => return None,
        };
        self.body.chains.extend(self.numbering.value(whole));
        self.note_iterator(whole, &call.receiver);
        Some(answer)
    }

    /// What is said of an iterator in a variable where it is no part of a chain.
    pub fn iterator_as_a_value(&mut self, at: &Expr) -> ExprId {
        self.refuse(at, AS_A_VALUE)
    }

    /// Notes a call on such a variable, or a loop over it.
    pub fn note_iterator(&mut self, whole: &Expr, of: &Expr) {
        if self.iterator_of(of).is_some() {
            self.body.on_iterators.extend(self.numbering.value(whole).map(|number| (number, false)));
        }
        if let Expr::MethodCall(call) = whole
            && call.args.first().is_some_and(|other| call.args.len() == 1 && self.iterator_of(other).is_some())
        {
            self.body.on_iterators.extend(self.numbering.value(whole).map(|number| (number, true)));
        }
    }
}

/// A chain from its end, if each of its stages leaves the same items then.
fn from_the_end(mut ready: Ready<'_>) -> Option<Ready<'_>> {
    if !ready.stages.iter().all(|(stage, _)| stage.may_be_reversed()) {
        return None;
    }
    ready.source = match ready.source {
        ReadySource::Pulled(cursor) => ReadySource::Pulled(cursor.reversed()?),
        ReadySource::Both(parts, None) => {
            let (first, second) = *parts;
            ReadySource::Both(Box::new((from_the_end(second)?, from_the_end(first)?)), None)
        }
        ReadySource::Kept(kept) => {
            let (ready, scopes) = (from_the_end(kept.ready.clone())?, kept.scopes.clone());
            ReadySource::Kept(Rc::new(Kept { ready, scopes }))
        }
        _ => return None,
    };
    Some(ready)
}

impl Kept<'_> {
    /// Whether a stage counts what may go on.
    pub fn counts_what_goes_on(&self) -> bool {
        let counts = |(stage, _): &(Stage<'_>, State<'_>)| {
            matches!(stage, Stage::Take(_) | Stage::Skip(_) | Stage::StepBy(_) | Stage::Enumerate)
        };
        let within = match &self.ready.source {
            ReadySource::Kept(kept) | ReadySource::Pulled(Cursor::Peekable { inner: kept, .. }) => {
                kept.counts_what_goes_on()
            }
            _ => false,
        };
        self.ready.goes_on && self.ready.stages.iter().any(counts) || within
    }
}
