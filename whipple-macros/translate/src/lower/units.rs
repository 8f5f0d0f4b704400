//! Which expressions have the type `()`, as far as their form tells. What only rustc knows, as the result of a function, has a value
//! of C++'s `Unit`.

use super::Lowerer;
use crate::hir::{Block, ExprId, ExprKind, Stmt, TargetId};

impl Lowerer<'_, '_, '_> {
    /// Whether an expression evidently has the value `()`.
    pub fn is_unit(&self, id: ExprId) -> bool {
        !self.diverges(id) && (self.comes_to_unit(id) || self.all_ways_are_units(id))
    }

    /// Whether each way to the end of an expression has `()` or none. The end of a block may be a call.
    fn all_ways_are_units(&self, id: ExprId) -> bool {
        let block_is_unit = |block: &Block| match block.value {
            Some(value) => self.is_unit(value),
            None => !self.block_diverges(block),
        };
        match self.body.kind(id) {
            ExprKind::Block(target, block) => {
                let mut values = Vec::new();
                target.iter().for_each(|target| self.body.values_of_breaks(*target, block, &mut values));
                block_is_unit(block) && values.into_iter().all(|value| self.is_unit(value))
            }
            ExprKind::If { then, other: Some(other), .. } => block_is_unit(then) && self.is_unit(*other),
            ExprKind::Match(_, arms) => !arms.is_empty() && arms.iter().all(|arm| self.is_unit(arm.value)),
            _ => false,
        }
    }

    /// Whether one way to the end of an expression certainly has `()`: branches have one type.
    fn comes_to_unit(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Assign(..) | ExprKind::Compound(..) | ExprKind::TakeApart(..) | ExprKind::Unit => true,
            ExprKind::While(..) | ExprKind::For(..) | ExprKind::Check { condition: Some(_), .. } => true,
            ExprKind::Print(_) => true,
            ExprKind::If { other: None, .. } => true,
            ExprKind::If { then, other: Some(other), .. } => self.block_has_unit(then) || self.comes_to_unit(*other),
            ExprKind::Match(_, arms) => arms.iter().any(|arm| self.comes_to_unit(arm.value)),
            ExprKind::Block(target, block) => {
                self.block_has_unit(block) || target.is_some_and(|target| self.is_left_with_unit(target, block))
            }
            ExprKind::Loop(target, block) => self.is_left_with_unit(*target, block),
            _ => false,
        }
    }

    fn block_has_unit(&self, block: &Block) -> bool {
        if self.block_diverges(block) {
            return false;
        }
        match (block.value, block.statements.last()) {
            (Some(value), _) => self.comes_to_unit(value),
            (None, None | Some(Stmt::Let(_))) => true,
            // A call may never return, and so may what ends with one.
            (None, Some(Stmt::Expr(last))) => self.comes_to_unit(*last),
        }
    }

    /// Whether an expression never comes to its end, so that rustc takes it for any type.
    fn diverges(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => true,
            ExprKind::Check { condition: None, .. } => true,
            ExprKind::Check { condition: Some(condition), .. } => self.diverges(*condition),
            ExprKind::And(left, _) | ExprKind::Or(left, _) => self.diverges(*left),
            ExprKind::If { condition, then, other } => {
                let all = self.block_diverges(then) && other.is_some_and(|other| self.diverges(other));
                all || self.diverges(*condition)
            }
            ExprKind::Match(of, arms) => {
                let all = !arms.is_empty() && arms.iter().all(|arm| self.diverges(arm.value));
                all || self.diverges(*of)
            }
            ExprKind::Block(target, block) => {
                !target.is_some_and(|target| self.is_left(target, block)) && self.block_diverges(block)
            }
            ExprKind::Loop(target, block) => !self.is_left(*target, block),
            _ => self.body.parts(id).0.into_iter().any(|part| self.diverges(part)),
        }
    }

    /// The same of a block.
    pub fn block_diverges(&self, block: &Block) -> bool {
        let diverges = |statement: &Stmt| match statement {
            Stmt::Let(binding) => binding.value.is_some_and(|value| self.diverges(value)),
            Stmt::Expr(id) => self.diverges(*id),
        };
        block.statements.iter().any(diverges) || block.value.is_some_and(|value| self.diverges(value))
    }

    fn is_left(&self, target: TargetId, block: &Block) -> bool {
        let mut is_left = false;
        self.body.each_in_block(block, &mut |id| {
            is_left |= matches!(self.body.kind(id), ExprKind::Break(to, _) if *to == target);
        });
        is_left
    }

    fn is_left_with_unit(&self, target: TargetId, block: &Block) -> bool {
        let mut values = Vec::new();
        self.body.values_of_breaks(target, block, &mut values);
        let mut is_left = values.into_iter().any(|value| self.comes_to_unit(value));
        self.body.each_in_block(block, &mut |id| {
            is_left |= matches!(self.body.kind(id), ExprKind::Break(to, None) if *to == target);
        });
        is_left
    }
}
