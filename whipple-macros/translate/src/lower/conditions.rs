//! Conditions, which may have `let`: conjuncts that are tested one after the other.

use super::{
    Dest, Lowerer, Stmt,
    choices::never_falls_through,
    lir::{Node, Otherwise, StmtKind},
    patterns::{Binding, Test},
};
use crate::{
    context::code,
    hir::{Block, ExprId, ExprKind},
};

impl Lowerer<'_, '_, '_> {
    /// The parts of a condition that `&&` joins, if any of them is a `let`; else the whole.
    fn conjuncts(&self, condition: ExprId, found: &mut Vec<ExprId>) {
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

    /// A condition, taken apart. Its variables stand for parts of what was tested, until they are declared.
    pub fn condition(&mut self, condition: ExprId) -> Condition {
        let mut conjuncts = Vec::new();
        self.conjuncts(condition, &mut conjuncts);
        let mut parts = Vec::new();
        for (index, conjunct) in conjuncts.iter().enumerate() {
            let (before, (node, test)) = self.collect(|lowerer| lowerer.conjunct(*conjunct));
            // What a later part changes is copied first.
            let changes = |later: &ExprId| self.effects(*later).mutates || self.effects(*later).writes;
            let declared = !test.bindings.is_empty()
                && self.looks_at_what_changes(*conjunct)
                && conjuncts[index + 1..].iter().any(changes);
            let (after, ()) = self.collect(|lowerer| match declared {
                true => lowerer.bind(&test.bindings),
                false => lowerer.stand_in(&test.bindings),
            });
            let bindings = if declared { Vec::new() } else { test.bindings };
            parts.push(Part { before, node, after, bindings });
        }
        Condition { parts }
    }

    /// Whether a pattern looks at places that may change, where they are.
    fn looks_at_what_changes(&self, conjunct: ExprId) -> bool {
        let ExprKind::Let(_, value) = self.body.kind(conjunct) else { return false };
        let looked_at = match self.body.kind(*value) {
            ExprKind::Tuple(elements) => elements.clone(),
            _ => vec![*value],
        };
        let changes = |id: &ExprId| {
            let is_place = self.body.is_place(*id) || self.reference_of(*id) != crate::context::Reference::None;
            let effects = self.effects(*id);
            is_place && (effects.reads || effects.loads)
        };
        looked_at.iter().any(changes)
    }

    fn conjunct(&mut self, id: ExprId) -> (Option<Node>, Test) {
        let ExprKind::Let(pattern, value) = self.body.kind(id) else { return (Some(self.value(id)), Test::default()) };
        let subject = self.subject(*value, &[pattern], false);
        let mut test = Test::default();
        self.pattern(pattern, &subject, &mut test);
        (test.condition(), test)
    }

    /// `if condition { then } else { other }`, as statements.
    pub fn branch(&mut self, id: ExprId, condition: ExprId, then: &Block, other: Option<ExprId>, dest: &Dest) {
        let line = self.line;
        self.translator.scopes.push();
        let end = self.body.expr(id).end;
        let mut condition = self.condition(condition);
        let (statements, ()) = self.collect(|lowerer| {
            lowerer.bind_used(&condition.bindings(), then, dest);
            lowerer.block(then, dest);
        });
        self.translator.scopes.pop();
        self.line = line;
        let before = condition.take_first();
        self.out.extend(before);
        if let Some(node) = condition.as_node() {
            let otherwise = self.otherwise(other, dest);
            self.push_at(line, StmtKind::If(node, statements, otherwise, end));
            self.line = line;
            return;
        }
        let Some(other) = other else {
            let nested = condition.nested(statements, line, end);
            return self.out.extend(nested);
        };
        // Conditions in each other, and a jump past what else there is.
        let label = self.new_label("if", "end");
        let mut statements = statements;
        if !never_falls_through(&statements) {
            statements.push(Stmt { line: then.end, kind: StmtKind::Goto(label.clone()) });
        }
        let mut nested = condition.nested(statements, line, end);
        let (otherwise, ()) = self.collect(|lowerer| lowerer.inside(other, dest));
        nested.push(Stmt { line, kind: StmtKind::Block(otherwise, end) });
        self.push_at(line, StmtKind::Block(nested, end));
        self.push_at(end, StmtKind::Label(label));
        self.line = line;
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

/// A condition, taken apart: all parts must hold, each is tested only if those before hold.
pub struct Condition {
    parts: Vec<Part>,
}

struct Part {
    /// Runs before the test.
    before: Vec<Stmt>,
    /// What must hold, if anything.
    node: Option<Node>,
    /// Runs after the test, if it holds.
    after: Vec<Stmt>,
    /// What stands for parts of what was tested.
    bindings: Vec<Binding>,
}

impl Condition {
    /// All variables that stand for parts.
    pub fn bindings(&self) -> Vec<Binding> {
        self.parts.iter().flat_map(|part| part.bindings.iter().cloned()).collect()
    }

    /// What runs before the first test, which is taken out.
    pub fn take_first(&mut self) -> Vec<Stmt> {
        self.parts.first_mut().map(|first| std::mem::take(&mut first.before)).unwrap_or_default()
    }

    /// The condition as an expression, if nothing runs before or between its tests.
    pub fn as_node(&self) -> Option<Node> {
        let has_statements = |part: &Part| !part.before.is_empty() || !part.after.is_empty();
        if self.parts.iter().any(has_statements) {
            return None;
        }
        let nodes = self.parts.iter().filter_map(|part| part.node.clone());
        let node = nodes.reduce(|left, right| Node::infix("&&", left, right, code::AND));
        Some(node.unwrap_or_else(|| Node::name("true")))
    }

    /// Statements that run `statements` if all parts hold.
    pub fn nested(self, statements: Vec<Stmt>, line: usize, end: usize) -> Vec<Stmt> {
        self.parts.into_iter().rev().fold(statements, |inner, part| {
            let mut guarded = part.after;
            guarded.extend(inner);
            let mut outer = part.before;
            match part.node {
                Some(node) => {
                    outer.push(Stmt { line, kind: StmtKind::If(node, guarded, Otherwise::Nothing, end) });
                }
                None => outer.extend(guarded),
            }
            outer
        })
    }

    /// Statements that leave the loop around unless all parts hold.
    pub fn or_break(self, line: usize) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for part in self.parts {
            statements.extend(part.before);
            if let Some(node) = part.node {
                let leave = Stmt { line, kind: StmtKind::Break };
                let fails = Node::Prefix("!", Box::new(node));
                let kind = StmtKind::If(fails, vec![leave], Otherwise::Nothing, line);
                statements.push(Stmt { line, kind });
            }
            statements.extend(part.after);
        }
        statements
    }
}
