//! Checks and panics, and what they say; lines that are printed.

use super::{
    Lowerer, Stmt,
    lir::{How, Node, Otherwise, StmtKind},
};
use crate::{
    context::{code, string_literal},
    hir::{ExprId, ExprKind, Message, Operator},
};

impl Lowerer<'_, '_, '_> {
    /// `assert!`, `panic!`
    pub fn check(&mut self, condition: Option<ExprId>, message: &Message, debug: bool) {
        let line = self.line;
        let (mut statements, last) = self.collect(|lowerer| lowerer.checked(condition, message));
        match last {
            StmtKind::Check(call, _) if statements.is_empty() => self.push_at(line, StmtKind::Check(call, debug)),
            last if debug => {
                // All of it is left out where it is not checked.
                statements.push(Stmt { line, kind: last });
                let all = vec![Stmt { line, kind: StmtKind::Inner(statements) }];
                self.push_at(line, StmtKind::Debug(all));
            }
            last => {
                self.out.extend(statements);
                self.push_at(line, last);
            }
        }
    }

    /// `println!`
    pub fn print(&mut self, message: &Message) {
        let line = self.line;
        let number = Node::name(format!("{:#x}ull", message.number.unwrap_or_default()));
        let values = self.operands(&message.values);
        let call = Node::call("num::print", [number].into_iter().chain(values).collect());
        self.push_at(line, StmtKind::Do(call));
    }

    /// What checks, behind statements of its own.
    fn checked(&mut self, condition: Option<ExprId>, message: &Message) -> StmtKind {
        let line = self.line;
        let Some(number) = message.number else {
            let text = Node::name(string_literal(&message.text));
            let call = match condition {
                Some(condition) => Node::call("check", vec![self.value(condition), text]),
                None => Node::call("panic", vec![text]),
            };
            return StmtKind::Check(call, false);
        };
        let (condition, operands) = match condition {
            Some(condition) if message.has_operands => self.comparison(condition),
            Some(condition) => (Some(self.value(condition)), Vec::new()),
            None => (None, Vec::new()),
        };
        let (mut statements, call) = self.collect(|lowerer| {
            let number = Node::name(format!("{number:#x}ull"));
            let values = lowerer.operands(&message.values);
            let arguments = [Node::call("num::Message", vec![number])].into_iter().chain(operands).chain(values);
            StmtKind::Check(Node::call("num::panic", arguments.collect()), false)
        });
        match condition {
            Some(condition) => {
                statements.push(Stmt { line, kind: call });
                StmtKind::If(Node::Prefix("!", Box::new(condition)), statements, Otherwise::Nothing, line)
            }
            None => {
                self.out.extend(statements);
                call
            }
        }
    }

    /// A comparison, and its operands to be said if it fails.
    fn comparison(&mut self, id: ExprId) -> (Option<Node>, Vec<Node>) {
        let ExprKind::Binary(operator, left, right) = self.body.kind(id) else { return (None, Vec::new()) };
        let sign = if *operator == Operator::Ne { "!=" } else { "==" };
        let ids = [*left, *right];
        let nodes = self.operands(&ids);
        let nodes: Vec<Node> = ids.iter().zip(nodes).map(|(id, node)| self.said_again(*id, node)).collect();
        match &nodes[..] {
            [left, right] => (Some(Node::infix(sign, left.clone(), right.clone(), code::EQUALITY)), nodes),
            _ => (None, Vec::new()),
        }
    }

    /// An operand that stands in two places: what is more than a name gets one.
    fn said_again(&mut self, id: ExprId, node: Node) -> Node {
        match self.body.kind(id) {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::This | ExprKind::Item(_) | ExprKind::None(_) => node,
            _ if self.body.is_place(id) => self.named("value", How::ConstReference, node),
            _ => self.named_value(id, node),
        }
    }
}
