//! `if`, `match` and blocks, whose value goes where it is wanted.

use super::{
    Dest, Lowerer, Stmt,
    lir::{Gives, Node, Otherwise, StmtKind},
    loops::Frame,
};
use crate::{
    body::{Reference, UNSEEN_NONE},
    hir::{Block, ExprId, ExprKind},
};

impl Lowerer<'_, '_, '_> {
    /// `if`, as a statement; as `? :` where both branches are short.
    pub fn if_into(&mut self, id: ExprId, dest: &Dest) {
        let ExprKind::If { condition, then, other } = self.body.kind(id) else { return };
        let is_chain = other.is_some_and(|other| matches!(self.body.kind(other), ExprKind::If { .. }));
        if matches!(dest, Dest::Discard | Dest::Give) || is_chain {
            return self.branch(id, *condition, then, *other, dest);
        }
        let (mut statements, ()) = self.collect(|lowerer| lowerer.branch(id, *condition, then, *other, &Dest::Give));
        if let Some(node) = self.as_node(id, &mut statements, true) {
            self.out.extend(statements);
            return self.deliver(id, node, dest);
        }
        self.finish(id, statements, dest);
    }

    /// Takes the values of statements to their destination.
    fn finish(&mut self, id: ExprId, mut statements: Vec<Stmt>, dest: &Dest) {
        match dest {
            Dest::Give => {}
            Dest::Assign(place) => resolve(&mut statements, &|node| StmtKind::Assign(place.clone(), node)),
            Dest::Return => resolve(&mut statements, &|node| StmtKind::Return(Some(node))),
            Dest::Discard => {
                debug_assert!(false, "what is discarded is not given: {id:?}");
                resolve(&mut statements, &StmtKind::Do);
            }
        }
        self.out.extend(statements);
    }

    /// What stands in a branch: a block without braces of its own, or another expression.
    pub fn inside(&mut self, id: ExprId, dest: &Dest) {
        match self.body.kind(id) {
            ExprKind::Block(None, block) => self.block(block, dest),
            _ => self.into(id, dest),
        }
    }

    /// `'label: { … }`
    pub fn labelled_block(&mut self, id: ExprId, target: Option<crate::hir::TargetId>, block: &Block, dest: &Dest) {
        let (line, end) = (self.line, self.body.expr(id).end);
        if target.is_none() && matches!(dest, Dest::Give) {
            return self.block(block, dest);
        }
        self.frames.push(Frame::of(target, false, dest));
        let (statements, ()) = self.collect(|lowerer| lowerer.block(block, dest));
        self.push_at(line, StmtKind::Block(statements, end));
        self.pop_frame();
    }

    /// The value of control flow.
    pub fn choice_value(&mut self, id: ExprId) -> Node {
        if self.is_unit(id) {
            self.into(id, &Dest::Discard);
            return Node::name("Unit{}");
        }
        if self.never_ends(id) {
            self.into(id, &Dest::Discard);
            return self.never();
        }
        let line = self.line;
        self.frames.push(Frame::lambda());
        let (mut statements, ()) = self.collect(|lowerer| lowerer.into(id, &Dest::Give));
        let left = self.frames.pop().and_then(|frame| frame.left);
        self.line = line;
        if let Some(node) = self.as_node(id, &mut statements, false) {
            reserve(&mut self.translator.scopes, &statements);
            self.out.extend(statements);
            return node;
        }
        if let Some(jump) = left {
            self.error(jump, super::loops::ESCAPE);
        }
        let gives = match self.reference_of(id) {
            Reference::None => Gives::Value,
            Reference::Shared => Gives::ConstReference,
            Reference::Mutable => Gives::Reference,
        };
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        if tails.iter().any(|tail| self.is_open_none(*tail) || self.holds_none(*tail)) {
            self.error(id, UNSEEN_NONE);
        }
        resolve(&mut statements, &|node| StmtKind::Return(Some(node)));
        Node::Lambda(gives, statements)
    }

    /// `[&] { …; return value; }()`
    pub fn lambda_of(&mut self, mut statements: Vec<Stmt>, value: Node) -> Node {
        statements.push(Stmt { line: self.line, kind: StmtKind::Return(Some(value)) });
        Node::Lambda(Gives::Value, statements)
    }

    /// Statements that give a value as an expression, after what is left of them. `short`: no chain of `? :`.
    pub fn as_node(&self, id: ExprId, statements: &mut Vec<Stmt>, short: bool) -> Option<Node> {
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        let merges = tails.iter().any(|tail| self.holds_none(*tail));
        let last = statements.pop()?;
        match node_of(&last, merges, short) {
            Some(node) => {
                // What gives a value earlier would have to leave.
                if statements.iter().any(gives) {
                    statements.push(last);
                    return None;
                }
                Some(node)
            }
            None => {
                statements.push(last);
                None
            }
        }
    }
}

/// What a statement gives, if it can be an expression.
fn node_of(statement: &Stmt, merges: bool, short: bool) -> Option<Node> {
    match &statement.kind {
        StmtKind::Give(node) => Some(node.clone()),
        StmtKind::If(condition, then, otherwise, _) => {
            let then = single(then, merges, short)?;
            let other = match otherwise {
                Otherwise::Nothing => return None,
                Otherwise::Else(statements, _) => single(statements, merges, short)?,
                Otherwise::ElseIf(_) if short => return None,
                Otherwise::ElseIf(next) => node_of(next, merges, short)?,
            };
            if then.is_text("true") && other.is_text("false") {
                return Some(condition.clone());
            }
            if merges {
                let branches = [then, other].map(|node| Node::Late(Box::new(node)));
                let [then, other] = branches;
                return Some(Node::call("either", vec![condition.clone(), then, other]));
            }
            Some(Node::Choice(Box::new(condition.clone()), Box::new(then), Box::new(other)))
        }
        _ => None,
    }
}

fn single(statements: &[Stmt], merges: bool, short: bool) -> Option<Node> {
    match statements {
        [only] => node_of(only, merges, short),
        _ => None,
    }
}

/// Whether a statement gives a value somewhere.
fn gives(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Give(_) => true,
        StmtKind::If(_, then, otherwise, _) => {
            then.iter().any(gives)
                || match otherwise {
                    Otherwise::Nothing => false,
                    Otherwise::Else(statements, _) => statements.iter().any(gives),
                    Otherwise::ElseIf(next) => gives(next),
                }
        }
        StmtKind::Loop(_, body, _) | StmtKind::Block(body, _) | StmtKind::Inner(body) | StmtKind::Debug(body) => {
            body.iter().any(gives)
        }
        _ => false,
    }
}

/// Replaces [`StmtKind::Give`] by what it stands for.
pub fn resolve(statements: &mut Vec<Stmt>, to: &impl Fn(Node) -> StmtKind) {
    for statement in statements.iter_mut() {
        resolve_one(statement, to);
    }
    // What follows a jump that became a `return` is never reached.
    if let Some(end) = statements.iter().position(|statement| matches!(statement.kind, StmtKind::Return(_))) {
        statements.truncate(end + 1);
    }
}

fn resolve_one(statement: &mut Stmt, to: &impl Fn(Node) -> StmtKind) {
    match &mut statement.kind {
        StmtKind::Give(node) => {
            let node = std::mem::replace(node, Node::name("0"));
            statement.kind = to(node);
        }
        StmtKind::If(_, then, otherwise, _) => {
            resolve(then, to);
            match otherwise {
                Otherwise::Nothing => {}
                Otherwise::Else(statements, _) => resolve(statements, to),
                Otherwise::ElseIf(next) => resolve_one(next, to),
            }
        }
        StmtKind::Loop(_, body, _) | StmtKind::Block(body, _) | StmtKind::Inner(body) | StmtKind::Debug(body) => {
            resolve(body, to)
        }
        _ => {}
    }
}

/// Keeps the names of statements that were moved out of their block from being used again.
fn reserve(scopes: &mut crate::body::Scopes, statements: &[Stmt]) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Declare(_, name, _) | StmtKind::DeclareUnit(name) | StmtKind::Constant(_, name, _) => {
                scopes.reserve(name);
            }
            StmtKind::DeclareParts(_, names, _) => names.iter().for_each(|name| scopes.reserve(name)),
            _ => {}
        }
    }
}
