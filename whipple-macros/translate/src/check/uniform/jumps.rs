//! Jumps: who may have left early, up to which loop.

use super::{Checker, Value};
use crate::hir::{Block, ExprId, TargetId};
use proc_macro2::Span;
use std::collections::BTreeMap;

/// The jumps that only some threads may have made.
#[derive(Debug, Default)]
pub struct Jumps {
    /// Those up to the current point, out of what still goes on around it.
    made: Vec<Jump>,
    /// For each loop: those of a round before. It stays from one walk to the next.
    carried: BTreeMap<TargetId, Vec<Jump>>,
    /// The loops and labelled blocks around, the innermost last, and what they are left with so far.
    around: Vec<(TargetId, Value)>,
}

/// Some threads may have jumped.
#[derive(Clone, Copy, Debug)]
struct Jump {
    /// Out of what; `None` out of the function.
    target: Option<TargetId>,
    /// Whether they come back in the next round.
    returns: bool,
    /// The condition.
    origin: Span,
}

impl Jumps {
    /// A new walk starts.
    pub fn start(&mut self) {
        self.made.clear();
    }

    /// How much is known of all rounds.
    pub fn known(&self) -> usize {
        self.carried.values().map(Vec::len).sum()
    }

    /// The condition of the last jump.
    pub fn last(&self) -> Option<Span> {
        self.made.last().map(|jump| jump.origin)
    }

    /// Jumps after the first `before` matter to the next round of a loop, too, but for those that come back.
    fn carry(&mut self, target: TargetId, before: usize) {
        let carried = self.carried.entry(target).or_default();
        for jump in &self.made[before..] {
            let is_known = carried.iter().any(|known| (known.target, known.returns) == (jump.target, jump.returns));
            let comes_back = jump.returns && jump.target == Some(target);
            if !is_known && !comes_back {
                carried.push(*jump);
            }
        }
    }
}

impl Checker<'_> {
    /// Walks a loop or a labelled block; gives what it may be left with.
    fn around(&mut self, target: TargetId, walk: impl FnOnce(&mut Self) -> Value) -> Value {
        self.jumps.around.push((target, Value::default()));
        let value = walk(self);
        self.jumps.made.retain(|jump| jump.target != Some(target));
        let left = self.jumps.around.pop().map(|(_, left)| left);
        Value::joined(&[value, left.unwrap_or_default()])
    }

    pub fn labelled(&mut self, target: Option<TargetId>, block: &Block) -> Value {
        match target {
            Some(target) => self.around(target, |checker| checker.block(block)),
            None => self.block(block),
        }
    }

    /// Walks a loop.
    pub fn repeat(&mut self, target: TargetId, walk: impl FnOnce(&mut Self) -> Value) -> Value {
        self.around(target, |checker| {
            // A jump at the end of the body matters to a barrier at its start.
            let jumps = &mut checker.jumps;
            let carried = jumps.carried.get(&target).cloned().unwrap_or_default();
            jumps.made.extend(carried);
            let before = jumps.made.len();
            let value = walk(checker);
            checker.jumps.carry(target, before);
            value
        })
    }

    pub fn while_loop(&mut self, target: TargetId, condition: ExprId, block: &Block) -> Value {
        self.repeat(target, |checker| {
            let condition = checker.expr(condition).differs;
            checker.under(condition, |checker| {
                checker.jump(Some(target), false);
                checker.block(block)
            })
        })
    }

    pub fn break_out(&mut self, target: TargetId, value: Option<ExprId>) -> Value {
        if let Some(value) = value {
            // Others may leave with another value.
            let condition = self.conditions.last().copied();
            let value = self.expr(value).differing(condition);
            if let Some((_, left)) = self.jumps.around.iter_mut().find(|(around, _)| *around == target) {
                *left = Value::joined(&[std::mem::take(left), value]);
            }
        }
        self.jump(Some(target), false)
    }

    pub fn return_of(&mut self, value: Option<ExprId>) -> Value {
        value.map(|value| self.expr(value));
        self.jump(None, false)
    }

    pub fn attempt(&mut self, value: ExprId) -> Value {
        let value = self.expr(value).moved();
        self.under(value.differs, |checker| checker.jump(None, false));
        value
    }

    /// Some threads may leave here.
    pub fn jump(&mut self, target: Option<TargetId>, returns: bool) -> Value {
        if let Some(origin) = self.conditions.last().copied() {
            self.jumps.made.push(Jump { target, returns, origin });
        }
        Value::default()
    }
}
