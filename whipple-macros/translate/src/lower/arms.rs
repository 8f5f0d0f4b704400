//! `match`.

use super::{
    Dest, Lowerer, Stmt,
    choices::never_falls_through,
    conditions::Condition,
    lir::{Node, Otherwise, StmtKind},
    patterns::{Binding, Test},
    subjects::Subject,
};
use crate::{
    context::code,
    hir::{Arm, ExprId, ExprKind, Pat},
};

impl Lowerer<'_, '_, '_> {
    /// `match`, as a chain of `if`.
    pub fn match_into(&mut self, id: ExprId, dest: &Dest) {
        let ExprKind::Match(value, arms) = self.body.kind(id) else { return };
        let line = self.line;
        let patterns: Vec<&Pat> = arms.iter().map(|arm| &arm.pattern).collect();
        let changes = arms.iter().filter_map(|arm| arm.guard).any(|guard| self.effects(guard).mutates);
        let subject = self.subject(*value, &patterns, changes);
        self.line = line;
        let end = self.body.expr(id).end;
        let tests: Vec<Tested> = arms.iter().map(|arm| self.tested(arm, &subject)).collect();
        if tests.iter().any(|test| test.guard.as_ref().is_some_and(|guard| guard.as_node().is_none())) {
            return self.arms_in_turn(arms, tests, end, dest);
        }
        let mut lowered = Vec::new();
        for (index, (arm, tested)) in arms.iter().zip(tests).enumerate() {
            let is_last = index + 1 == arms.len();
            self.line = arm.line;
            let guard = tested.guard.as_ref().and_then(Condition::as_node);
            // rustc has checked that the arms cover everything, so the last one needs no test.
            let condition = match (tested.condition, guard) {
                (Some(condition), Some(guard)) => Some(Node::infix("&&", condition, guard, code::AND)),
                (None, guard @ Some(_)) => guard,
                (condition, None) => condition.filter(|_| !is_last),
            };
            self.translator.scopes.push();
            let (statements, ()) = self.collect(|lowerer| {
                lowerer.bind_used_by(&tested.bindings, arm.value, dest);
                lowerer.inside(arm.value, dest);
            });
            self.translator.scopes.pop();
            let always = condition.is_none();
            lowered.push((arm.line, condition, statements));
            if always {
                break;
            }
        }
        self.line = line;
        self.chain(lowered, end, dest);
    }

    /// What an arm tests and binds. Its variables stand for parts of the subject.
    fn tested(&mut self, arm: &Arm, subject: &Subject) -> Tested {
        self.line = arm.line;
        let mut test = Test::default();
        self.pattern(&arm.pattern, subject, &mut test);
        let guard = arm.guard.map(|guard| {
            self.stand_in(&test.bindings);
            let condition = self.condition(guard);
            if !condition.bindings().is_empty() {
                self.error(guard, "a guard cannot bind names in device code; test in the arm");
            }
            condition
        });
        Tested { condition: test.condition(), bindings: test.bindings, guard }
    }

    /// Arms as `if` and `else if`.
    fn chain(&mut self, arms: Vec<(usize, Option<Node>, Vec<Stmt>)>, end: usize, dest: &Dest) {
        let mut arms = arms.into_iter().rev();
        let Some((line, condition, statements)) = arms.next() else { return };
        let mut otherwise = match condition {
            Some(condition) => {
                let kind = StmtKind::If(condition, statements, Otherwise::Nothing, end);
                Otherwise::ElseIf(Box::new(Stmt { line, kind }))
            }
            None if statements.is_empty() => Otherwise::Nothing,
            None => Otherwise::Else(statements, line),
        };
        for (line, condition, statements) in arms {
            let Some(condition) = condition else { continue };
            let kind = StmtKind::If(condition, statements, otherwise, end);
            otherwise = Otherwise::ElseIf(Box::new(Stmt { line, kind }));
        }
        match otherwise {
            Otherwise::Nothing => {}
            Otherwise::ElseIf(first) => self.out.push(*first),
            // The only arm.
            Otherwise::Else(statements, _) if matches!(dest, Dest::Give(_)) => self.out.extend(statements),
            Otherwise::Else(statements, line) => self.push_at(line, StmtKind::Block(statements, end)),
        }
    }

    /// Arms whose guards need statements: each is tried in turn, and ends with a jump past the others.
    fn arms_in_turn(&mut self, arms: &[Arm], tests: Vec<Tested>, end: usize, dest: &Dest) {
        let line = self.line;
        let label = self.new_label("match", "end");
        let (statements, ()) = self.collect(|lowerer| {
            for (index, (arm, tested)) in arms.iter().zip(tests).enumerate() {
                lowerer.line = arm.line;
                let is_last = index + 1 == arms.len();
                lowerer.translator.scopes.push();
                let (mut statements, ()) = lowerer.collect(|lowerer| {
                    lowerer.bind_used_by(&tested.bindings, arm.value, &Dest::Discard);
                    lowerer.inside(arm.value, dest);
                });
                lowerer.translator.scopes.pop();
                if !is_last && !never_falls_through(&statements) {
                    statements.push(Stmt { line: arm.line, kind: StmtKind::Goto(label.clone()) });
                }
                let statements = match tested.guard {
                    Some(guard) => guard.nested(statements, arm.line, end),
                    None => statements,
                };
                // rustc has checked that the arms cover everything, so the last one needs no test.
                let kind = match tested.condition.filter(|_| !(is_last && arm.guard.is_none())) {
                    Some(condition) => StmtKind::If(condition, statements, Otherwise::Nothing, end),
                    None => StmtKind::Block(statements, end),
                };
                lowerer.push_at(arm.line, kind);
            }
        });
        self.push_at(line, StmtKind::Block(statements, end));
        self.push_at(end, StmtKind::Label(label));
    }
}

/// What an arm tests and binds.
struct Tested {
    condition: Option<Node>,
    bindings: Vec<Binding>,
    guard: Option<Condition>,
}
