//! Control flow: the values of branches and of jumps, and what loops give.

use super::{
    classes::Known,
    context::Context,
    literals::{builds_aggregate, ends_early, is_literal},
    marks::Need,
    walk::Walker,
};
use crate::hir::{Block, ExprId, ExprKind, Iterated, LocalId, Range, TargetId};
use std::collections::BTreeSet;

/// What `break` leaves, and what is known of its value.
#[derive(Clone)]
pub struct Target {
    class: usize,
    context: Context,
    need: Need,
}

impl Walker<'_> {
    /// `break 'target value`
    pub(super) fn break_with(&mut self, target: TargetId, value: ExprId) {
        if let Some(Target { class, context, need }) = self.targets.get(&target).cloned() {
            let value = self.value(value, &context, need);
            self.classes.unify(class, value);
        }
    }

    /// Whether a branch of a choice may jump out of it.
    fn may_leave(&self, id: ExprId) -> bool {
        let (mut returns, mut to, mut inside) = (false, BTreeSet::new(), BTreeSet::new());
        self.body.each(id, &mut |part| match self.body.kind(part) {
            ExprKind::Return(_) | ExprKind::Try(_) => returns = true,
            ExprKind::Break(target, _) | ExprKind::Continue(target) => {
                to.insert(*target);
            }
            ExprKind::Block(Some(target), _)
            | ExprKind::Loop(target, _)
            | ExprKind::While(target, ..)
            | ExprKind::For(target, ..) => {
                inside.insert(*target);
            }
            _ => {}
        });
        returns || !to.is_subset(&inside)
    }

    pub(super) fn looping(&mut self, target: TargetId, block: &Block) {
        let class = self.classes.with(Known::Other);
        self.targets.insert(target, Target { class, context: Context::Alone, need: Need::No });
        self.block(block, &Context::Alone, Need::No);
    }

    pub(super) fn choice(&mut self, id: ExprId, context: &Context, need: Need) -> usize {
        // C++ may need statements for it, as the order of its parts matters or a branch jumps away.
        let need = if !is_literal(self.body, id) || self.may_leave(id) || self.asks && ends_early(self.body, id) {
            Need::May
        } else if builds_aggregate(self.body, id) {
            need.max(Need::Little)
        } else {
            need
        };
        let context = context.of_branches(self.body, id);
        let body = self.body;
        match body.kind(id) {
            ExprKind::If { condition, then, other } => {
                self.expr(*condition, false);
                let then = self.block(then, &context, need);
                if let Some(other) = other {
                    let other = self.value(*other, &context, need);
                    self.classes.unify(then, other);
                }
                then
            }
            ExprKind::Match(value, arms) => {
                let scrutinee = self.expr(*value, false);
                let result = self.classes.open();
                for arm in arms {
                    self.pattern(&arm.pattern, scrutinee);
                    arm.guard.iter().for_each(|guard| {
                        self.expr(*guard, false);
                    });
                    let value = self.value(arm.value, &context, need);
                    self.classes.unify(result, value);
                }
                result
            }
            ExprKind::Block(target, block) => {
                let class = self.classes.open();
                if let Some(target) = target {
                    self.targets.insert(*target, Target { class, context: context.clone(), need });
                }
                let value = self.block(block, &context, need);
                self.classes.unify(class, value);
                class
            }
            ExprKind::Loop(target, block) => {
                let class = self.classes.open();
                self.targets.insert(*target, Target { class, context, need });
                self.block(block, &Context::Alone, Need::No);
                class
            }
            _ => self.classes.fresh(),
        }
    }

    /// What a `for` loop gives.
    pub(super) fn iterated(&mut self, iterated: &Iterated) -> usize {
        match iterated {
            Iterated::Range(range) => self.range(range),
            Iterated::Array { array, enumerated, .. } => {
                let array = self.expr(*array, false);
                let element = self.classes.element(array);
                if !enumerated {
                    return element;
                }
                let index = self.classes.primitive("usize");
                self.classes.with(Known::Tuple(vec![index, element]))
            }
        }
    }

    pub(super) fn range(&mut self, range: &Range) -> usize {
        match range {
            Range::Plain { start, end, .. } => {
                let class = self.classes.fresh();
                let (start_literal, end_literal) = (is_literal(self.body, *start), is_literal(self.body, *end));
                let start = self.expr(*start, start_literal && !end_literal);
                self.classes.unify(class, start);
                let end = self.expr(*end, end_literal);
                self.classes.unify(class, end);
                class
            }
            Range::Reversed(range) => self.range(range),
            Range::Stepped(range, step) => {
                let class = self.range(range);
                self.expr(*step, true);
                class
            }
        }
    }

    /// A closure that is handed to a function.
    pub(super) fn closure(&mut self, before: &Block, parameters: &[Option<LocalId>], value: ExprId) -> usize {
        self.block(before, &Context::Alone, Need::No);
        parameters.iter().flatten().for_each(|parameter| _ = self.local(*parameter));
        let class = self.expr(value, false);
        self.classes.close(class);
        self.classes.with(Known::Other)
    }
}
