//! `if`, `match` and blocks, whose value goes where it is wanted.

use super::{
    Dest, Lowerer, Stmt,
    lir::{Node, Otherwise, StmtKind},
    loops::Frame,
};
use crate::{
    context::{Reference, UNSEEN, UNSEEN_NONE},
    hir::{Block, ExprId, ExprKind},
    ty::Written,
};
use std::collections::BTreeSet;

impl Lowerer<'_, '_, '_> {
    /// `if`, as a statement; as `? :` where both branches are short.
    pub fn if_into(&mut self, id: ExprId, dest: &Dest) {
        let ExprKind::If { condition, then, other } = self.body.kind(id) else { return };
        if let Some(node) = self.either_way(id) {
            return self.deliver(id, node, dest);
        }
        let is_chain = other.is_some_and(|other| matches!(self.body.kind(other), ExprKind::If { .. }));
        if matches!(dest, Dest::Discard | Dest::Give(_)) || is_chain {
            return self.branch(id, *condition, then, *other, dest);
        }
        let choice = self.new_choice();
        let dest_of_branches = Dest::Give(choice);
        let (mut statements, ()) =
            self.collect(|lowerer| lowerer.branch(id, *condition, then, *other, &dest_of_branches));
        if let Some(node) = self.as_node((choice, id), &mut statements, true) {
            self.out.extend(statements);
            return self.deliver(id, node, dest);
        }
        self.finish(choice, statements, dest);
    }

    /// A number for a choice.
    pub fn new_choice(&mut self) -> u32 {
        self.choices += 1;
        self.choices
    }

    /// Takes the values of statements to their destination.
    fn finish(&mut self, choice: u32, mut statements: Vec<Stmt>, dest: &Dest) {
        resolve(choice, &mut statements, &|node| match dest {
            Dest::Assign(place) => StmtKind::Assign(place.clone(), node),
            Dest::Point(place, mutable) => StmtKind::Assign(place.clone(), node.address(*mutable)),
            Dest::Return => StmtKind::Return(Some(node)),
            // Branches give their values to these themselves.
            Dest::Discard | Dest::Give(_) => StmtKind::Do(node),
        });
        self.move_out(statements);
    }

    /// Puts statements here that were in a block. The names of what they declare cannot be used again.
    pub fn move_out(&mut self, statements: Vec<Stmt>) {
        reserve(&mut self.translator.scopes, &statements);
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
        if target.is_none() && matches!(dest, Dest::Give(_)) {
            return self.block(block, dest);
        }
        self.frames.push(Frame::of(target, false, dest));
        let (statements, ()) = self.collect(|lowerer| lowerer.block(block, dest));
        self.push_at(line, StmtKind::Block(statements, end));
        self.pop_frame();
    }

    /// The value of control flow.
    pub fn choice_value(&mut self, id: ExprId) -> Node {
        if let Some(node) = self.either_way(id) {
            return node;
        }
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
        let choice = self.new_choice();
        let (mut statements, ()) = self.collect(|lowerer| lowerer.into(id, &Dest::Give(choice)));
        let left = self.frames.pop().and_then(|frame| frame.left);
        self.line = line;
        if let Some(node) = self.as_node((choice, id), &mut statements, false) {
            self.out.extend(statements);
            return self.out_of_choice(id, node);
        }
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        let unseen = tails.iter().find(|tail| self.is_open_none(**tail) || self.holds_none(**tail));
        let number = tails.iter().find_map(|tail| self.plain_number(*tail));
        if left.is_none()
            && (unseen.is_some() || number.is_some())
            && let Some(node) = self.as_choice_of_lambdas((choice, id), &mut statements)
        {
            self.out.extend(statements);
            return self.out_of_choice(id, node);
        }
        // What a lambda makes ends with it.
        let is_kept = self.keeps || tails.iter().all(|tail| !self.borrows_value(*tail));
        let gives = match self.reference_of(id) {
            Reference::Shared if is_kept => Gives::ConstReference,
            Reference::Mutable if is_kept => Gives::Reference,
            Reference::Mutable => {
                self.error(id, "a reference to a new value cannot come out of statements in device code; give the value a variable before");
                Gives::Value
            }
            _ => Gives::Value,
        };
        if left.is_some() || unseen.is_some() || number.is_some() {
            if let Some(node) = self.slot(choice, id, gives != Gives::Value, &mut statements) {
                return self.out_of_choice(id, node);
            }
            match (unseen, number.or(left)) {
                (Some(tail), _) => self.error(*tail, UNSEEN_NONE),
                (None, Some(number)) => self.error(number, UNSEEN),
                (None, None) => {}
            }
        }
        // What refers to something is a pointer on its way out.
        resolve(choice, &mut statements, &|node| {
            StmtKind::Return(Some(match gives {
                Gives::Value => node,
                Gives::Reference => Node::call("num::address", vec![node]),
                Gives::ConstReference => Node::call("num::const_address", vec![node]),
            }))
        });
        drop_unused_labels(&mut statements);
        let lambda = Node::Lambda(statements);
        if gives == Gives::Value { self.out_of_choice(id, lambda) } else { Node::Prefix("*", Box::new(lambda)) }
    }

    /// Whether an expression borrows what is no place.
    fn borrows_value(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Borrow { of, .. } => !self.body.is_place(*of) || self.is_constant(*of),
            _ => false,
        }
    }

    /// Whether a value is made of numbers without a type.
    fn is_plain_number(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Literal(syn::Lit::Int(number)) => {
                number.suffix().is_empty() && *self.types.literal(id) == Written::Plain
            }
            ExprKind::Negate(of) | ExprKind::Not(of) => self.is_plain_number(*of),
            ExprKind::Binary(operator, left, right) => {
                !operator.is_comparison() && self.is_plain_number(*left) && self.is_plain_number(*right)
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                !tails.is_empty() && tails.into_iter().all(|tail| self.is_plain_number(tail))
            }
            _ => false,
        }
    }

    /// A number without a type in what C++ would have to find the type of.
    pub fn plain_number(&self, id: ExprId) -> Option<ExprId> {
        match self.body.kind(id) {
            _ if self.is_plain_number(id) => Some(id),
            ExprKind::Repeat(of, _) => self.plain_number(*of),
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => {
                elements.iter().find_map(|element| self.plain_number(*element))
            }
            _ => None,
        }
    }

    /// `[&] { …; return value; }()`
    pub fn lambda_of(&mut self, mut statements: Vec<Stmt>, value: Node) -> Node {
        statements.push(Stmt { line: self.line, kind: StmtKind::Return(Some(value)) });
        Node::Lambda(statements)
    }

    /// Statements that give a value as an expression, after what is left of them. `short`: no chain of `? :`.
    pub fn as_node(&mut self, (choice, id): (u32, ExprId), statements: &mut Vec<Stmt>, short: bool) -> Option<Node> {
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        let merges = tails.iter().any(|tail| self.holds_none(*tail)) || self.differ_in_numbers(&tails);
        let last = statements.pop()?;
        match (Form { choice, merges, short, lambdas: false }).of(&last) {
            Some(node) => {
                // What gives a value earlier would have to leave.
                if statements.iter().any(|statement| gives(choice, statement)) {
                    statements.push(last);
                    return None;
                }
                // They move out of the block that they were in.
                reserve(&mut self.translator.scopes, statements);
                Some(node)
            }
            None => {
                statements.push(last);
                None
            }
        }
    }

    /// As [`Self::as_node`], with a lambda for each branch that has statements: beside it, C++ sees the type of a `None` or a number.
    fn as_choice_of_lambdas(&mut self, (choice, id): (u32, ExprId), statements: &mut Vec<Stmt>) -> Option<Node> {
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        if tails.iter().all(|tail| self.is_open_none(*tail)) {
            return None;
        }
        let merges = tails.iter().any(|tail| self.holds_none(*tail)) || self.differ_in_numbers(&tails);
        let (last, before) = statements.split_last()?;
        if before.iter().any(|statement| gives(choice, statement)) {
            return None;
        }
        let node = (Form { choice, merges, short: false, lambdas: true }).of(last)?;
        statements.pop();
        reserve(&mut self.translator.scopes, statements);
        Some(node)
    }

    /// Whether values have different types in C++, because numbers without a type stand in different places of their tuples.
    fn differ_in_numbers(&self, values: &[ExprId]) -> bool {
        let shapes: Vec<String> = values.iter().map(|value| self.shape_in_numbers(*value)).collect();
        let leaves = shapes.iter().any(|shape| shape.len() > 1 && shape.contains('n'));
        leaves && shapes.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Where numbers without a type stand in a value: `n` is one, `x` anything else.
    fn shape_in_numbers(&self, id: ExprId) -> String {
        let all = |elements: &[ExprId]| elements.iter().map(|it| self.shape_in_numbers(*it)).collect::<String>();
        match self.body.kind(id) {
            _ if self.is_plain_number(id) => "n".to_owned(),
            ExprKind::Tuple(elements) => format!("({})", all(elements)),
            // The elements have one type, be it from one of them.
            ExprKind::Array(elements) => match all(elements) {
                shapes if shapes.contains('x') => "[x]".to_owned(),
                shapes => format!("[{}]", shapes.chars().next().unwrap_or('x')),
            },
            ExprKind::Repeat(of, _) => format!("[{}]", self.shape_in_numbers(*of)),
            _ => "x".to_owned(),
        }
    }
}

/// How statements may become an expression.
struct Form {
    /// The choice that they are.
    choice: u32,
    /// Whether the values have different types in C++.
    merges: bool,
    /// Whether a chain of `? :` is too long.
    short: bool,
    /// Whether branches with statements become lambdas.
    lambdas: bool,
}

impl Form {
    /// What a statement gives, if it can be an expression.
    fn of(&self, statement: &Stmt) -> Option<Node> {
        match &statement.kind {
            StmtKind::Give { choice, value, .. } if *choice == self.choice => Some(value.clone()),
            StmtKind::If(condition, then, otherwise, _) => {
                let then = self.of_single(then)?;
                let other = match otherwise {
                    Otherwise::Nothing => return None,
                    Otherwise::Else(statements, _) => self.of_single(statements)?,
                    Otherwise::ElseIf(_) if self.short => return None,
                    Otherwise::ElseIf(next) => self.of(next)?,
                };
                if then.is_text("true") && other.is_text("false") {
                    return Some(condition.clone());
                }
                if self.merges {
                    let [then, other] = [then, other].map(|node| Node::Late(Box::new(node)));
                    return Some(Node::call("either", vec![condition.clone(), then, other]));
                }
                Some(Node::Choice(Box::new(condition.clone()), Box::new(then), Box::new(other)))
            }
            _ => None,
        }
    }

    fn of_single(&self, statements: &[Stmt]) -> Option<Node> {
        match statements {
            [only] => self.of(only),
            [before @ .., last] if self.lambdas && !before.iter().any(|statement| gives(self.choice, statement)) => {
                let mut inner = before.to_vec();
                inner.push(Stmt { line: last.line, kind: StmtKind::Return(Some(self.of(last)?)) });
                Some(Node::Lambda(inner))
            }
            _ => None,
        }
    }
}

/// Whether a statement gives the value of a choice somewhere.
fn gives(choice: u32, statement: &Stmt) -> bool {
    let mut found = false;
    each(std::slice::from_ref(statement), &mut |statement| {
        found |= matches!(&statement.kind, StmtKind::Give { choice: of, .. } if *of == choice);
    });
    found
}

/// Replaces [`StmtKind::Give`] of a choice by what it stands for.
pub fn resolve(choice: u32, statements: &mut Vec<Stmt>, to: &impl Fn(Node) -> StmtKind) {
    for statement in statements.iter_mut() {
        resolve_one(choice, statement, to);
    }
    // What follows a jump that became a `return` is never reached.
    let end = statements.iter().position(|statement| matches!(statement.kind, StmtKind::Return(_)));
    if let Some(end) = end
        && !statements[end..].iter().any(|statement| matches!(statement.kind, StmtKind::Label(_)))
    {
        statements.truncate(end + 1);
    }
}

fn resolve_one(choice: u32, statement: &mut Stmt, to: &impl Fn(Node) -> StmtKind) {
    match &mut statement.kind {
        StmtKind::Give { choice: of, value, .. } if *of == choice => {
            let value = std::mem::replace(value, Node::name("0"));
            statement.kind = to(value);
        }
        StmtKind::If(_, then, otherwise, _) => {
            resolve(choice, then, to);
            match otherwise {
                Otherwise::Nothing => {}
                Otherwise::Else(statements, _) => resolve(choice, statements, to),
                Otherwise::ElseIf(next) => resolve_one(choice, next, to),
            }
        }
        StmtKind::Loop(_, body, _) | StmtKind::Block(body, _) | StmtKind::Inner(body) | StmtKind::Debug(body) => {
            resolve(choice, body, to);
        }
        _ => {}
    }
}

/// Takes out the labels that no jump goes to any more.
pub fn drop_unused_labels(statements: &mut Vec<Stmt>) {
    let mut used = BTreeSet::new();
    each(statements, &mut |statement| {
        if let StmtKind::Goto(label) = &statement.kind {
            used.insert(label.clone());
        }
    });
    retain(statements, &|statement| !matches!(&statement.kind, StmtKind::Label(label) if !used.contains(label)));
}

/// Whether what follows these statements is never reached, as far as their form shows.
pub fn never_falls_through(statements: &[Stmt]) -> bool {
    match statements.last().map(|last| &last.kind) {
        Some(StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_)) => true,
        Some(StmtKind::Block(body, _)) => never_falls_through(body),
        Some(StmtKind::If(_, then, Otherwise::Else(other, _), _)) => {
            never_falls_through(then) && never_falls_through(other)
        }
        Some(StmtKind::If(_, then, Otherwise::ElseIf(next), _)) => {
            never_falls_through(then) && never_falls_through(std::slice::from_ref(next))
        }
        _ => false,
    }
}

/// Calls `see` for all statements.
fn each(statements: &[Stmt], see: &mut impl FnMut(&Stmt)) {
    for statement in statements {
        see(statement);
        match &statement.kind {
            StmtKind::If(_, then, otherwise, _) => {
                each(then, see);
                match otherwise {
                    Otherwise::Nothing => {}
                    Otherwise::Else(statements, _) => each(statements, see),
                    Otherwise::ElseIf(next) => each(std::slice::from_ref(next), see),
                }
            }
            StmtKind::Loop(_, body, _) | StmtKind::Block(body, _) | StmtKind::Inner(body) | StmtKind::Debug(body) => {
                each(body, see);
            }
            _ => {}
        }
    }
}

/// Keeps only some statements.
fn retain(statements: &mut Vec<Stmt>, keep: &impl Fn(&Stmt) -> bool) {
    statements.retain(keep);
    for statement in statements {
        match &mut statement.kind {
            StmtKind::If(_, then, otherwise, _) => {
                retain(then, keep);
                if let Otherwise::Else(statements, _) = otherwise {
                    retain(statements, keep);
                }
            }
            StmtKind::Loop(_, body, _) | StmtKind::Block(body, _) | StmtKind::Inner(body) | StmtKind::Debug(body) => {
                retain(body, keep);
            }
            _ => {}
        }
    }
}

/// Keeps the names of statements that were moved out of their block from being used again.
fn reserve(scopes: &mut crate::context::Scopes, statements: &[Stmt]) {
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

/// What statements give in the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    /// A value.
    Value,
    /// A reference to what stays, through which it may change.
    Reference,
    /// The same, only to read.
    ConstReference,
}
