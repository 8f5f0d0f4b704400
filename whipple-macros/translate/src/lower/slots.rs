//! Control flow whose value goes to a variable before it: what a jump leaves can be no lambda.

use super::{
    Lowerer, Stmt,
    choices::{drop_unused_labels, resolve},
    lir::{Head, How, Node, Otherwise, StmtKind},
};
use crate::{
    context::code,
    hir::{ExprId, Shape},
    piece::Pieces,
};

impl Lowerer<'_, '_, '_> {
    /// Has statements give their value to a new variable, whose type is that of a value which C++ sees; gives the variable. None if there
    /// is no such value.
    pub fn slot(&mut self, choice: u32, id: ExprId, is_reference: bool, statements: &mut Vec<Stmt>) -> Option<Node> {
        let mutable = match self.body.shape(id) {
            Shape::Reference(mutable, _) if is_reference => Some(*mutable),
            _ => None,
        };
        let given = |node: Node| match mutable {
            Some(true) => node.address(true),
            // Also of what a `&mut` refers to: the variable has one type for all values.
            Some(false) => Node::call("num::const_address", vec![node]),
            None => node,
        };
        let mut path = path_to_value(choice, statements, &given, true)
            .or_else(|| path_to_value(choice, statements, &given, false))?;
        let line = self.line;
        let ty = match path.as_slice() {
            [Stmt { kind: StmtKind::Return(Some(value)), .. }] if !has_lambda(value) => value.clone(),
            _ => {
                drop_unused_labels(&mut path);
                let name = self.translator.scopes.temporary("like");
                // It is never called.
                self.push_at(line, StmtKind::Declare(How::Const, name.clone(), Some(Node::Uncalled(path))));
                Node::call(name, Vec::new())
            }
        };
        let ty = crate::emit::text(&ty, line);
        let ty = code::concat([Pieces::text("Plain<decltype("), ty, Pieces::text(")> ")]);
        let name = self.translator.scopes.temporary("chosen");
        self.push_at(line, StmtKind::Declare(How::Typed(ty), name.clone(), None));
        let place = Node::name(name);
        resolve(choice, statements, &|node| StmtKind::Assign(place.clone(), given(node)));
        self.move_out(std::mem::take(statements));
        Some(if mutable.is_some() { place.pointee() } else { place })
    }
}

/// The declarations that a value of a choice needs, and its return: a value whose type C++ sees. `plain`: one that needs none.
fn path_to_value(choice: u32, statements: &[Stmt], given: &impl Fn(Node) -> Node, plain: bool) -> Option<Vec<Stmt>> {
    let mut path = Vec::new();
    for statement in statements {
        let line = statement.line;
        let inner = match &statement.kind {
            StmtKind::Give { choice: of, value, is_open: false } if *of == choice && !(plain && has_lambda(value)) => {
                Some(vec![Stmt { line, kind: StmtKind::Return(Some(given(value.clone()))) }])
            }
            StmtKind::If(_, then, otherwise, _) => {
                path_to_value(choice, then, given, plain).or_else(|| match otherwise {
                    Otherwise::Nothing => None,
                    Otherwise::Else(statements, _) => path_to_value(choice, statements, given, plain),
                    Otherwise::ElseIf(next) => path_to_value(choice, std::slice::from_ref(next), given, plain),
                })
            }
            StmtKind::Loop(head, body, end) => path_to_value(choice, body, given, plain).map(|inner| match head {
                Head::While(_) => inner,
                // As far as C++ sees, a loop may have no rounds.
                Head::For(..) => {
                    let endless = StmtKind::Loop(Head::While(Node::name("true")), Vec::new(), *end);
                    let looping = StmtKind::Loop(head.clone(), inner, *end);
                    [looping, endless].map(|kind| Stmt { line, kind }).to_vec()
                }
            }),
            StmtKind::Block(body, _) | StmtKind::Inner(body) | StmtKind::Debug(body) => {
                path_to_value(choice, body, given, plain)
            }
            StmtKind::Declare(..) | StmtKind::DeclareParts(..) | StmtKind::DeclareUnit(_) | StmtKind::Constant(..) => {
                if plain {
                    return None;
                }
                path.push(statement.clone());
                None
            }
            _ => None,
        };
        if let Some(inner) = inner {
            path.extend(inner);
            return Some(path);
        }
    }
    None
}

/// Whether there are statements in a value.
fn has_lambda(node: &Node) -> bool {
    match node {
        Node::Lambda(_) | Node::Uncalled(_) | Node::Closure(..) | Node::Items(..) | Node::Late(_) => true,
        Node::Text(_) => false,
        Node::Member(of, _) | Node::Prefix(_, of) | Node::Told(_, of) => has_lambda(of),
        Node::Index(left, right) | Node::Infix(_, left, right, _) | Node::Either(_, left, right, _) => {
            has_lambda(left) || has_lambda(right)
        }
        Node::Call(_, all) | Node::Braces(_, all) => all.iter().any(has_lambda),
        Node::Method(of, _, all)
        | Node::MethodOr { receiver: of, arguments: all, .. }
        | Node::Foreign { receiver: of, arguments: all, .. } => has_lambda(of) || all.iter().any(has_lambda),
        Node::Choice(condition, yes, no) => [condition, yes, no].into_iter().any(|node| has_lambda(node)),
    }
}
