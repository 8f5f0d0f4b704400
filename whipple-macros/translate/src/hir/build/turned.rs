//! `rev` behind stages that count: what is counted from the end is known by the number of items. `skip` leaves the last items then, `take`
//! begins at them, `enumerate` counts down, and `zip` leaves out what the longer of both has more.

use super::{
    Builder,
    chains::{Chain, Source, Stage},
    kept::Kept,
    ready::{self, Ready, ReadySource, Slices, State},
    spans,
};
use crate::hir::{Callee, ExprId, ExprKind, Iterated, LocalId, Operator, Range, Stmt};
use std::rc::Rc;
use syn::{Expr, Ident};

impl Chain<'_> {
    /// The same from its end, also where the number of items is counted for that.
    pub fn turned_round(self) -> Option<Self> {
        match self.clone().reversed() {
            None if self.has_length() => Some(Self { source: Source::Turned(Box::new(self)), stages: Vec::new() }),
            reversed => reversed,
        }
    }

    /// Whether the number of its items is known, and they can come from the end.
    pub fn has_length(&self) -> bool {
        matches!(self.source, Source::Loop { .. } | Source::Slices { .. })
            && self.stages.iter().all(|stage| {
                matches!(
                    stage,
                    Stage::Map(_)
                        | Stage::Inspect(_)
                        | Stage::Copied
                        | Stage::Cloned
                        | Stage::Enumerate
                        | Stage::Skip(_)
                        | Stage::Take(_)
                        | Stage::StepBy(_)
                        | Stage::Zip(_)
                )
            })
    }
}

impl<'b> Builder<'_, '_, 'b> {
    /// A chain from its end, and the number of its items; none if that is not known.
    pub fn turned<'e>(
        &mut self,
        chain: &Chain<'e>,
        whole: &'e Expr,
        before: &mut Vec<Stmt>,
    ) -> Option<(Ready<'e>, LocalId)>
    where
        'b: 'e,
    {
        if !chain.has_length() {
            return None;
        }
        let source = Chain { source: chain.source.clone(), stages: Vec::new() };
        let mut ready = self.ready_part(&source, whole, before);
        let count = self.number_of_items(&ready.source, whole)?;
        let mut count = self.counter("count", count, whole, before);
        ready = Ready { may_be_own: false, source: backwards(ready.source), ..ready };
        for stage in &chain.stages {
            if let Stage::Zip(other) = stage {
                count = self.turned_zip(&mut ready, count, other, whole, before)?;
                continue;
            }
            let state = self.state(stage, whole, before);
            let (stage, state) = match (stage, state) {
                (Stage::Enumerate, _) => {
                    let number = self.use_of(count, whole);
                    (Stage::Enumerate, State::Down(self.counter("index", number, whole, before)))
                }
                (Stage::Skip(_), State::Variable(skipped)) => {
                    let skipped = self.use_of(skipped, whole);
                    let left = self.method_of(count, "saturating_sub", vec![skipped], whole);
                    count = self.counter("count", left, whole, before);
                    let left = self.use_of(count, whole);
                    (Stage::Take(whole), State::Variable(self.counter("left", left, whole, before)))
                }
                (Stage::Take(_), State::Variable(taken)) => {
                    let taken = self.use_of(taken, whole);
                    let left = self.method_of(count, "min", vec![taken], whole);
                    let (more, fewer) = self.fewer(count, left, whole, before);
                    count = fewer;
                    (Stage::Skip(whole), more)
                }
                (Stage::StepBy(_), State::Step(step, _)) => {
                    let more = self.behind_the_last_step(count, step, whole);
                    let left = self.counter("left", more, whole, before);
                    let [all, by] = [count, step].map(|local| self.use_of(local, whole));
                    let steps = self.method_named(all, "div_ceil", vec![by], whole);
                    count = self.counter("count", steps, whole, before);
                    (Stage::StepBy(whole), State::Step(step, left))
                }
                (stage, state) => (*stage, state),
            };
            ready.stages.push((stage, state));
        }
        Some((ready, count))
    }

    /// `zip`: of both what the other has, too.
    fn turned_zip<'e>(
        &mut self,
        ready: &mut Ready<'e>,
        count: LocalId,
        other: &'e Expr,
        whole: &'e Expr,
        before: &mut Vec<Stmt>,
    ) -> Option<LocalId>
    where
        'b: 'e,
    {
        let chain = self.chain_or_array(other);
        self.note_chain_among(other, true);
        let (mut second, number) = self.turned(&chain, other, before)?;
        let both = self.use_of(number, whole);
        let both = self.method_of(count, "min", vec![both], whole);
        let both = self.counter("both", both, whole, before);
        for (ready, count) in [(&mut *ready, count), (&mut second, number)] {
            let left = self.use_of(both, whole);
            let (more, _) = self.fewer(count, left, whole, before);
            ready.stages.push((Stage::Skip(whole), more));
        }
        self.keep(&mut second, other, before);
        let kept = Rc::new(Kept { ready: second, scopes: self.scopes.clone() });
        ready.stages.push((Stage::Zip(other), State::Chain(kept)));
        Some(both)
    }

    /// What leaves out the last items until so many are left, and their number.
    fn fewer(
        &mut self,
        count: LocalId,
        left: ExprId,
        whole: &Expr,
        before: &mut Vec<Stmt>,
    ) -> (State<'static>, LocalId) {
        let left = self.counter("fewer", left, whole, before);
        let [all, fewer] = [count, left].map(|local| self.use_of(local, whole));
        let more = self.add_unwritten(ExprKind::Binary(Operator::Sub, all, fewer), whole);
        (State::Variable(self.counter("more", more, whole, before)), left)
    }

    /// How many items stand behind the last one that a step comes to.
    fn behind_the_last_step(&mut self, count: LocalId, step: LocalId, whole: &Expr) -> ExprId {
        let one = self.size(1, whole);
        let others = self.method_of(count, "saturating_sub", vec![one], whole);
        let step = self.use_of(step, whole);
        self.add_unwritten(ExprKind::Binary(Operator::Rem, others, step), whole)
    }

    /// How many items one loop goes over.
    fn number_of_items(&mut self, source: &ReadySource<'_>, whole: &Expr) -> Option<ExprId> {
        let receiver = match source {
            ReadySource::Loop(Iterated::Array { array, .. }) => {
                let array = self.once_more(*array, whole);
                self.behind(array, whole)
            }
            ReadySource::Loop(Iterated::Range(range)) => {
                let range = match range {
                    Range::Reversed(range) => range,
                    range => range,
                };
                let Range::Plain { start, end, closed: false } = *range else { return None };
                let ends = [start, end].map(|end| self.once_more(end, whole)).to_vec();
                self.add_unwritten(ExprKind::Call(Callee::Ranged(false), ends), whole)
            }
            ReadySource::Slices(slices) => return self.count_of_slices(&slices.starts.clone(), whole),
            _ => return None,
        };
        Some(self.method_named(receiver, "len", Vec::new(), whole))
    }

    pub fn method_named(&mut self, receiver: ExprId, name: &str, arguments: Vec<ExprId>, whole: &Expr) -> ExprId {
        let name = Ident::new(name, spans::first(whole));
        self.add_unwritten(ExprKind::Method { receiver, name, turbofish: None, arguments }, whole)
    }
}

/// What is gone over from its end.
fn backwards(source: ReadySource<'_>) -> ReadySource<'_> {
    match source {
        ReadySource::Loop(iterated) => ReadySource::Loop(ready::backwards(iterated)),
        ReadySource::Slices(slices) => {
            let starts = match slices.starts.clone() {
                Range::Reversed(starts) => *starts,
                starts => Range::Reversed(Box::new(starts)),
            };
            ReadySource::Slices(Slices { starts, ..slices })
        }
        other => other,
    }
}
