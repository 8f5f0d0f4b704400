//! Chains of iterators before their first item: what they go over and what their stages remember is evaluated, in the order in which it
//! is written.

use super::{
    Builder,
    chains::{Chain, Source, Stage},
    consumed::NO_REV,
    cursors::Cursor,
    cycles::Cycle,
    kept::Kept,
    sources::Maker,
    spans,
};
use crate::{
    context::Receiver,
    hir::{By, ExprId, ExprKind, Iterated, Local, LocalId, Message, Operator, Range, Stmt, TargetId},
};
use std::{cell::Cell, rc::Rc};
use syn::{Expr, Ident, parse_quote};

const NO_TYPE: &str = "in device code `empty` says of what: `std::iter::empty::<u32>()`";

/// A chain whose arguments are evaluated.
#[derive(Clone)]
pub struct Ready<'e> {
    pub source: ReadySource<'e>,
    /// With what each remembers.
    pub stages: Vec<(Stage<'e>, State<'e>)>,
    /// What is left when no more items come.
    pub done: TargetId,
    pub whole: &'e Expr,
    /// Whether a closure before changes something for each item.
    pub changes: Cell<bool>,
    /// Whether it is in a variable, and may give an item after it gave none.
    pub goes_on: bool,
    /// Whether it goes over a whole value that may be an iterator of the user's.
    pub may_be_own: bool,
    /// Whether who takes the items asks for each by `next`.
    pub by_next: bool,
}

/// What it goes over.
#[derive(Clone)]
pub enum ReadySource<'e> {
    Loop(Iterated),
    From(LocalId),
    /// With a variable that says whether the first one is over, where that may go on.
    Both(Box<(Ready<'e>, Ready<'e>)>, Option<LocalId>),
    Slices(Slices),
    /// What remembers where it is.
    Pulled(Cursor<'e>),
    /// An iterator that a variable has.
    Kept(Rc<Kept<'e>>),
    /// A chain that begins anew after its end.
    Cycled(Box<Cycle<'e>>),
}

/// Slices that are cut out of another one.
#[derive(Clone)]
pub struct Slices {
    /// Where they start.
    pub starts: Range,
    /// What they are cut out of.
    pub of: LocalId,
    /// How long they are.
    pub size: LocalId,
    /// The length of the whole, if the last one may be shorter.
    pub length: Option<LocalId>,
    pub mutable: bool,
    /// Whether the numbers count from the end.
    pub from_end: bool,
}

/// What a stage remembers.
#[derive(Clone)]
pub enum State<'e> {
    Nothing,
    Variable(LocalId),
    /// The step, and how many items are left out before the next one.
    Step(LocalId, LocalId),
    Beside(Cursor<'e>, Vec<Stage<'e>>),
    /// The chain that `zip` asks for its next item.
    Chain(Rc<Kept<'e>>),
    /// The index of the item before, from the end.
    Down(LocalId),
}

impl<'b> Builder<'_, '_, 'b> {
    /// Evaluates what a chain is made with, by statements before it.
    pub fn ready<'e>(&mut self, chain: &Chain<'e>, whole: &'e Expr, before: &mut Vec<Stmt>) -> Ready<'e>
    where
        'b: 'e,
    {
        let (done, mut may_be_own, mut stages) = (self.target(None, false), false, Vec::new());
        let source = match &chain.source {
            Source::Loop { of, reversed } => match self.iterated(of) {
                Some(iterated) => {
                    if let Iterated::Array { array, by: By::Value, reversed: false, enumerated: false } = &iterated {
                        may_be_own = !reversed && self.may_be_own(of, *array);
                    }
                    let iterated = if chain.stages.is_empty() { iterated } else { self.fixed(iterated, whole, before) };
                    ReadySource::Loop(if *reversed { backwards(iterated) } else { iterated })
                }
                None => ReadySource::Loop(self.nothing(whole)),
            },
            Source::From(start) => {
                let start = self.expr(start);
                ReadySource::From(self.variable("number", start, whole, before))
            }
            Source::Slices { of, cut, size, mutable, reversed } => {
                let (of, size) = (self.expr(of), self.expr(size));
                let of = self.array_behind(of);
                let slices = self.slices((of, *mutable), *cut, size, whole, before);
                let starts =
                    if *reversed { Range::Reversed(Box::new(slices.starts.clone())) } else { slices.starts.clone() };
                ReadySource::Slices(Slices { starts, ..slices })
            }
            Source::Own { of, lent } => ReadySource::Pulled(self.own(of, *lent, whole, before)),
            Source::Made(maker @ (Maker::Once | Maker::Empty), call) => match self.at_most_one(*maker, call, whole) {
                Some(iterated) => ReadySource::Loop(self.fixed(iterated, whole, before)),
                None => {
                    self.refuse(whole, NO_TYPE);
                    ReadySource::Loop(self.nothing(whole))
                }
            },
            Source::Made(maker, call) => ReadySource::Pulled(self.made_by_function(*maker, call, whole, before)),
            Source::Kept { of, copy, reversed } => {
                let kept = self.iterator_in(*of, [*copy, *reversed], whole, before);
                kept.map_or_else(|| ReadySource::Loop(self.nothing(whole)), ReadySource::Kept)
            }
            Source::Cycled(inner) => ReadySource::Cycled(Box::new(self.cycle(inner, whole, before))),
            Source::Turned(inner) => match self.turned(inner, whole, before) {
                Some((turned, _)) => {
                    stages = turned.stages;
                    turned.source
                }
                None => {
                    self.refuse(whole, NO_REV);
                    ReadySource::Loop(self.nothing(whole))
                }
            },
            Source::Both(parts) => {
                let first = self.ready_part(&parts.0, whole, before);
                ReadySource::Both(Box::new((first, self.ready_part(&parts.1, whole, before))), None)
            }
        };
        stages.extend(chain.stages.iter().map(|stage| (*stage, self.state(stage, whole, before))));
        Ready { source, stages, done, whole, changes: Cell::new(false), goes_on: false, may_be_own, by_next: false }
    }

    /// A part of a chain, which is not gone over at once.
    pub fn ready_part<'e>(&mut self, chain: &Chain<'e>, whole: &'e Expr, before: &mut Vec<Stmt>) -> Ready<'e>
    where
        'b: 'e,
    {
        let mut ready = self.ready(chain, whole, before);
        if let ReadySource::Loop(iterated) = ready.source {
            ready.source = ReadySource::Loop(self.fixed(iterated, whole, before));
        }
        ready
    }

    /// What stands for what was refused.
    fn nothing(&mut self, whole: &Expr) -> Iterated {
        let array = self.add_unwritten(ExprKind::Error, whole);
        Iterated::Array { array, by: By::Value, reversed: false, enumerated: false }
    }

    /// What a loop goes over, where it stays as it is now until the loop begins.
    fn fixed(&mut self, iterated: Iterated, whole: &Expr, before: &mut Vec<Stmt>) -> Iterated {
        match iterated {
            Iterated::Range(range) => Iterated::Range(self.fixed_range(range, whole, before)),
            Iterated::Array { array, by, reversed, enumerated } if !self.stays(array) => {
                let (value, by) = match by {
                    By::Value => (array, By::Value),
                    By::Mutable => (self.array_lent(array, true, whole), By::Value),
                    _ => (self.array_lent(array, false, whole), by),
                };
                let elements = self.item("elements", value, whole, before);
                let mut array = self.use_of(elements, whole);
                if matches!(by, By::Copy | By::Clone) {
                    array = self.add_unwritten(ExprKind::Deref(array), whole);
                }
                let by = if by == By::Reference { By::Value } else { by };
                Iterated::Array { array, by, reversed, enumerated }
            }
            array => array,
        }
    }

    /// A reference to an array, or to what a reference refers to.
    pub fn array_lent(&mut self, array: ExprId, mutable: bool, whole: &Expr) -> ExprId {
        let of = self.behind(array, whole);
        self.add_unwritten(ExprKind::Borrow { mutable, of }, whole)
    }

    fn fixed_range(&mut self, range: Range, whole: &Expr, before: &mut Vec<Stmt>) -> Range {
        match range {
            Range::Plain { start, end, closed } => {
                let [start, end] = [start, end].map(|number| self.fixed_number(number, whole, before));
                Range::Plain { start, end, closed }
            }
            Range::Reversed(range) => Range::Reversed(Box::new(self.fixed_range(*range, whole, before))),
            Range::Stepped(range, step) => {
                let range = Box::new(self.fixed_range(*range, whole, before));
                Range::Stepped(range, self.fixed_number(step, whole, before))
            }
        }
    }

    pub fn fixed_number(&mut self, number: ExprId, whole: &Expr, before: &mut Vec<Stmt>) -> ExprId {
        if self.stays(number) {
            return number;
        }
        let number = self.item("number", number, whole, before);
        self.use_of(number, whole)
    }

    /// Whether an expression means the same value or the same place whenever it is evaluated.
    fn stays(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Literal(_) | ExprKind::Item(_) | ExprKind::Error => true,
            ExprKind::This => !matches!(self.translator.receiver, Receiver::RefMut | Receiver::Value { mutable: true }),
            ExprKind::Local(local) => !self.body.can_change(*local),
            ExprKind::Field(of, _) | ExprKind::Deref(of) => self.stays(*of) && self.body.is_place(*of),
            _ => false,
        }
    }

    /// Declares what a stage remembers.
    pub fn state<'e>(&mut self, stage: &Stage<'e>, whole: &'e Expr, before: &mut Vec<Stmt>) -> State<'e>
    where
        'b: 'e,
    {
        let first = match stage {
            Stage::Scan(first, _) => Some(self.expr(first)),
            _ => None,
        };
        if let Some(function) = stage.function() {
            self.take_into(function, before);
        }
        if let Some(first) = first {
            return State::Variable(self.variable("state", first, whole, before));
        }
        match stage {
            Stage::Enumerate => {
                let zero = self.size(0, whole);
                State::Variable(self.counter("index", zero, whole, before))
            }
            Stage::Skip(number) | Stage::Take(number) => {
                let number = self.expr(number);
                State::Variable(self.counter("left", number, whole, before))
            }
            Stage::StepBy(number) => {
                let number = self.expr(number);
                self.step_state(number, whole, before)
            }
            Stage::SkipWhile(_) => {
                let skips = self.truth(true, whole);
                State::Variable(self.variable("skips", skips, whole, before))
            }
            Stage::Zip(other) => {
                let chain = self.chain_or_array(other);
                self.note_chain(other);
                if !chain.may_be_beside() {
                    return State::Chain(self.chain_beside(&chain, other, before));
                }
                for function in chain.stages.iter().filter_map(Stage::function) {
                    self.take_into(function, before);
                }
                let beside = self.beside(&chain, whole, before);
                if matches!(beside, Cursor::Refused) {
                    return State::Chain(self.chain_beside(&chain, other, before));
                }
                State::Beside(beside, chain.stages)
            }
            _ => State::Nothing,
        }
    }

    /// What `step_by` remembers. Rust panics here if the step is zero.
    pub fn step_state<'e>(&mut self, step: ExprId, whole: &Expr, before: &mut Vec<Stmt>) -> State<'e> {
        let step = self.counter("step", step, whole, before);
        let [value, zero] = [self.use_of(step, whole), self.size(0, whole)];
        let condition = Some(self.add_unwritten(ExprKind::Binary(Operator::Ne, value, zero), whole));
        let message = Message::plain("assertion failed: step != 0");
        before.push(Stmt::Expr(self.add_unwritten(ExprKind::Check { condition, message, debug: false }, whole)));
        let zero = self.size(0, whole);
        State::Step(step, self.counter("left", zero, whole, before))
    }

    pub fn counter(&mut self, name: &str, value: ExprId, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        let local = self.hidden(Local { mutable: true, ..Local::new(Ident::new(name, spans::first(whole))) });
        self.let_hidden(local, Some(parse_quote!(usize)), value, whole, to);
        local
    }

    /// A variable that changes.
    pub fn variable(&mut self, name: &str, value: ExprId, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        let local = self.hidden(Local { mutable: true, ..Local::new(Ident::new(name, spans::first(whole))) });
        self.let_hidden(local, None, value, whole, to);
        local
    }
}

/// From the other end.
pub fn backwards(iterated: Iterated) -> Iterated {
    match iterated {
        Iterated::Range(Range::Reversed(range)) => Iterated::Range(*range),
        Iterated::Range(range) => Iterated::Range(Range::Reversed(Box::new(range))),
        Iterated::Array { array, by, reversed, enumerated } => {
            Iterated::Array { array, by, reversed: !reversed, enumerated }
        }
    }
}

/// Whether what follows asks for `next`, or has the items handed to it one after the other, as std does.
pub fn asks_by_next(stages: &[(Stage<'_>, State<'_>)], otherwise: bool) -> bool {
    for (stage, _) in stages {
        match stage {
            Stage::Filter(_) | Stage::FilterMap(_) | Stage::SkipWhile(_) => return false,
            Stage::Zip(_) => return true,
            _ => {}
        }
    }
    otherwise
}
