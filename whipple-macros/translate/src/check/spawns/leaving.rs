//! Blocks that leave a loop at their end: what they spawn is spawned once, however often the loop runs.

use super::{Counter, Counts, add, larger};
use crate::hir::{Block, ExprKind, Stmt, TargetId};
use std::collections::BTreeSet;

/// A loop around what is counted.
pub struct Around {
    target: TargetId,
    /// What blocks spawn that leave it: one of them at most is the last.
    once: Vec<Counts>,
}

impl Counter<'_> {
    /// Counts what a loop spawns in one round, and what is spawned where the loop is left.
    pub fn round(&mut self, target: TargetId, count: impl FnOnce(&mut Self) -> Counts) -> (Counts, Counts) {
        self.around.push(Around { target, once: Vec::new() });
        let round = count(self);
        let once = self.around.pop().into_iter().flat_map(|around| around.once);
        (round, once.fold(Counts::new(), larger))
    }

    /// Counts what a block adds to the round that it is in: nothing if it leaves the loop.
    pub fn of_block(&mut self, block: &Block, count: impl FnOnce(&mut Self) -> Counts) -> Counts {
        let before = self.lengths();
        let counts = count(self);
        match self.left(block) {
            Some(index) if !counts.is_empty() => {
                // Blocks in it that leave the same loop come after what it spawns before them.
                let once = &mut self.around[index].once;
                let inner = once.split_off(before[index]).into_iter().fold(Counts::new(), larger);
                once.push(add(counts, inner));
                Counts::new()
            }
            _ => counts,
        }
    }

    /// How many blocks leave each of the loops around so far.
    fn lengths(&self) -> Vec<usize> {
        self.around.iter().map(|around| around.once.len()).collect()
    }

    /// Counts under a condition that holds for so many threads at most.
    pub fn limited(&mut self, threads: Option<u32>, count: impl FnOnce(&mut Self) -> Counts) -> Counts {
        let before = self.lengths();
        let mut counts = count(self);
        let Some(threads) = threads else { return counts };
        let left = self.around.iter_mut().zip(before).flat_map(|(around, before)| &mut around.once[before..]);
        for counts in std::iter::once(&mut counts).chain(left) {
            counts.values_mut().for_each(|count| *count = count.limit(threads));
        }
        counts
    }

    /// The loop that a block leaves at its end, by its index: the outermost for `return`, the innermost of several. None if it may come back.
    fn left(&self, block: &Block) -> Option<usize> {
        let last = match block.statements.last() {
            _ if block.value.is_some() => block.value?,
            Some(Stmt::Expr(last)) => *last,
            _ => return None,
        };
        if self.around.is_empty() || !matches!(self.body.kind(last), ExprKind::Return(_) | ExprKind::Break(..)) {
            return None;
        }
        let mut inside = BTreeSet::new();
        self.body.each_in_block(block, &mut |id| {
            if let ExprKind::Block(Some(target), _)
            | ExprKind::Loop(target, _)
            | ExprKind::While(target, ..)
            | ExprKind::For(target, ..) = self.body.kind(id)
            {
                inside.insert(*target);
            }
        });
        let mut left = Some(0);
        self.body.each_in_block(block, &mut |id| match self.body.kind(id) {
            ExprKind::Continue(target) if !inside.contains(target) => left = None,
            ExprKind::Break(target, _) if !inside.contains(target) => {
                left = left.and_then(|left: usize| Some(left.max(self.index(*target)?)));
            }
            _ => {}
        });
        left
    }

    fn index(&self, target: TargetId) -> Option<usize> {
        self.around.iter().position(|around| around.target == target)
    }
}
