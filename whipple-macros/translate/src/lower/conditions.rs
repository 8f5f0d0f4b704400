//! Conditions, which may have `let`: conjuncts that are tested one after the other.

use super::{
    Dest, Lowerer, Stmt,
    lir::{Node, Otherwise, StmtKind},
    patterns::Test,
};
use crate::{
    body::code,
    hir::{Block, ExprId, ExprKind},
};

impl Lowerer<'_, '_, '_> {
    /// The parts of a condition that `&&` joins, if any of them is a `let`; else the whole.
    pub fn conjuncts(&self, condition: ExprId, found: &mut Vec<ExprId>) {
        match self.body.kind(condition) {
            ExprKind::And(left, right) if self.has_let(condition) => {
                self.conjuncts(*left, found);
                self.conjuncts(*right, found);
            }
            _ => found.push(condition),
        }
    }

    fn has_let(&self, condition: ExprId) -> bool {
        match self.body.kind(condition) {
            ExprKind::Let(..) => true,
            ExprKind::And(left, right) => self.has_let(*left) || self.has_let(*right),
            _ => false,
        }
    }

    /// One conjunct: what must hold, if anything, and what it binds. Its statements go to the current block.
    pub fn conjunct(&mut self, id: ExprId) -> (Option<Node>, Test) {
        let ExprKind::Let(pattern, value) = self.body.kind(id) else { return (Some(self.value(id)), Test::default()) };
        let subject = self.subject(*value, &[pattern], false);
        let mut test = Test::default();
        self.pattern(pattern, &subject, &mut test);
        (test.condition(), test)
    }

    /// A condition that is one expression: no part but the first needs a statement before it.
    /// Its variables then stand for parts of what was tested, until they are declared.
    pub fn plain_condition(&mut self, conjuncts: &[ExprId]) -> Option<(Node, Vec<Test>)> {
        self.one_condition(conjuncts, false)
    }

    fn one_condition(&mut self, conjuncts: &[ExprId], first_may: bool) -> Option<(Node, Vec<Test>)> {
        let errors = self.translator.errors.count();
        let line = self.line;
        let (mut nodes, mut tests) = (Vec::new(), Vec::new());
        let mut before = Vec::new();
        for (index, conjunct) in conjuncts.iter().enumerate() {
            let (statements, (node, test)) = self.collect(|lowerer| lowerer.conjunct(*conjunct));
            // What a later part changes must not be looked at again.
            let changes = !test.bindings.is_empty()
                && conjuncts[index + 1..].iter().any(|later| {
                    let effects = self.effects(*later);
                    effects.mutates || effects.writes
                });
            if (index > 0 || !first_may) && !statements.is_empty() || changes {
                self.translator.errors.forget_from(errors);
                self.line = line;
                return None;
            }
            before.extend(statements);
            self.stand_in(&test.bindings);
            nodes.extend(node);
            tests.push(test);
        }
        self.out.extend(before);
        let node = nodes.into_iter().reduce(|left, right| Node::infix("&&", left, right, code::AND));
        Some((node.unwrap_or_else(|| Node::name("true")), tests))
    }

    /// `if condition { then } else { other }`, as statements.
    pub fn branch(&mut self, id: ExprId, condition: ExprId, then: &Block, other: Option<ExprId>, dest: &Dest) {
        let line = self.line;
        let mut conjuncts = Vec::new();
        self.conjuncts(condition, &mut conjuncts);
        self.translator.scopes.push();
        let end = self.body.expr(id).end;
        match self.one_condition(&conjuncts, true) {
            Some((node, tests)) => {
                let (statements, ()) = self.collect(|lowerer| {
                    tests.iter().for_each(|test| lowerer.bind_used(test, then));
                    lowerer.block(then, dest);
                });
                self.translator.scopes.pop();
                let otherwise = self.otherwise(other, dest);
                self.push_at(line, StmtKind::If(node, statements, otherwise, end));
            }
            None => {
                let label = other.map(|_| self.new_label("if", "end"));
                let (statements, ()) = self.collect(|lowerer| lowerer.nested(&conjuncts, then, label.as_deref(), dest));
                self.translator.scopes.pop();
                self.line = line;
                let (mut statements, otherwise) =
                    (statements, other.map(|other| self.collect(|it| it.inside(other, dest)).0));
                if let Some(otherwise) = otherwise {
                    statements.push(Stmt { line, kind: StmtKind::Block(otherwise, end) });
                }
                self.push_at(line, StmtKind::Block(statements, end));
                if let Some(label) = label {
                    self.push_at(end, StmtKind::Label(label));
                }
            }
        }
        self.line = line;
    }

    /// Conditions in each other, and a jump past what else there is.
    fn nested(&mut self, conjuncts: &[ExprId], then: &Block, label: Option<&str>, dest: &Dest) {
        let line = self.line;
        let Some((first, rest)) = conjuncts.split_first() else {
            self.block(then, dest);
            if let Some(label) = label {
                self.push_at(then.end, StmtKind::Goto(label.to_owned()));
            }
            return;
        };
        let (node, test) = self.conjunct(*first);
        let (statements, ()) = self.collect(|lowerer| {
            lowerer.bind(&test.bindings);
            lowerer.nested(rest, then, label, dest);
        });
        let node = node.unwrap_or_else(|| Node::name("true"));
        self.push_at(line, StmtKind::If(node, statements, Otherwise::Nothing, then.end));
    }

    fn otherwise(&mut self, other: Option<ExprId>, dest: &Dest) -> Otherwise {
        let Some(other) = other else { return Otherwise::Nothing };
        let line = self.body.expr(other).line;
        let (mut statements, ()) = self.collect(|lowerer| {
            lowerer.line = line;
            lowerer.inside(other, dest);
        });
        let is_choice = matches!(self.body.kind(other), ExprKind::If { .. });
        match statements.as_slice() {
            [] => Otherwise::Nothing,
            [Stmt { kind: StmtKind::If(..), .. }] if is_choice => match statements.pop() {
                Some(next) => Otherwise::ElseIf(Box::new(next)),
                None => Otherwise::Nothing,
            },
            _ => Otherwise::Else(statements, line),
        }
    }
}
