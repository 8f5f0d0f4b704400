//! Iterators that functions give: a lambda that holds what the iterator remembers, and gives the next item.
//!
//! It holds copies. Of a reference to what lasts longer than the function this is a copy of the reference: of `&mut` always, as rustc has
//! made sure, and of `&` where it leads to a parameter. Any other `&` may be to a constant that C++ has in the function, and what that refers
//! to is copied. It does not change as long as it is borrowed.

use super::{
    Dest, Lowerer,
    facts::Fact,
    lir::{How, Node, StmtKind},
    loops::Frame,
};
use crate::{
    context::{Receiver, code::concat},
    hir::{ExprId, ExprKind, LocalId, Origin, Root, Shape},
    piece::Pieces,
};
use std::collections::BTreeSet;

const NO_ORIGIN: &str = "device code cannot see what this changes when the function has returned; take the `&mut` of what it refers to by a parameter";

impl Lowerer<'_, '_, '_> {
    /// What the function gives.
    pub fn items(&mut self, closure: ExprId) -> Node {
        let ExprKind::Closure { body, .. } = *self.body.kind(closure) else { return Node::name("0") };
        let line = self.line;
        self.keep_captured(body);
        let (option, name) = (self.translator.option_of_items(), self.translator.scopes.temporary("item"));
        self.push(StmtKind::Extra(concat([Pieces::text(format!("using {name} = ")), option, Pieces::text(";")])));
        let itself = match self.translator.receiver {
            Receiver::Ref | Receiver::RefMut => ", this",
            Receiver::Value { mutable: false } if self.names_itself(body) => ", *this",
            _ => "",
        };
        self.translator.scopes.push();
        self.frames.push(Frame::lambda());
        let (mut statements, ()) = self.collect(|lowerer| lowerer.into(body, &Dest::Return));
        self.frames.pop();
        self.translator.scopes.pop();
        super::choices::drop_unused_labels(&mut statements);
        self.line = line;
        Node::call("num::items", vec![Node::Items(format!("[={itself}]() mutable -> {name} {{"), statements)])
    }

    /// Gives names to the references that it holds as such.
    fn keep_captured(&mut self, body: ExprId) {
        let mut captured = BTreeSet::new();
        self.body.each(body, &mut |id| {
            if let ExprKind::Local(local) = *self.body.kind(id) {
                captured.insert(local);
            }
        });
        for local in captured {
            // Those without a fact are its own.
            let Some(fact) = self.facts.get(&local).cloned() else { continue };
            let is_parameter = self.body.parameters.contains(&Some(local));
            let (node, is_given) = match (&self.body.local(local).shape, fact.kept) {
                // A slice is a value that says where its elements are.
                (Shape::Reference(_, to), _) if to.is_view() => continue,
                // What C++ has by reference here keeps one itself, or is one that a variable has.
                (Shape::Reference(mutable, to), None) if !is_parameter && to.may_refer() => {
                    match (self.given_behind(local), mutable) {
                        (Some(kept), _) => (kept, true),
                        (None, false) => continue,
                        (None, true) => {
                            let span = self.body.local(local).name.span();
                            self.translator.errors.push_at(span, NO_ORIGIN);
                            continue;
                        }
                    }
                }
                (Shape::Reference(mutable, _), None) if *mutable || self.outlasts(local) => {
                    (fact.node.address(*mutable), false)
                }
                (Shape::Given(_), Some(kept)) => (kept, true),
                _ => continue,
            };
            let name = self.translator.scopes.temporary("kept");
            self.push(StmtKind::Declare(How::Auto, name.clone(), Some(node)));
            let fact = if is_given { Fact::regiven(name, fact.kind) } else { Fact::kept(name, fact.kind) };
            self.facts.insert(local, fact);
        }
    }

    /// What a function gave, as C++ keeps it, if a variable is a reference to that.
    fn given_behind(&self, local: LocalId) -> Option<Node> {
        let Origin::Whole(value) = self.body.local(local).origin else { return None };
        match *self.body.kind(value) {
            ExprKind::Local(of) => self.given_behind(of),
            ExprKind::Borrow { of, .. } => match *self.body.kind(of) {
                ExprKind::Local(given) => self.name_of_given(of).and(self.fact(given).kept),
                // The variable is what the function gave.
                _ if !self.body.is_place(of) => match self.fact(local) {
                    Fact { node: name @ Node::Text(_), kept: None, .. } => Some(Node::call("WHIPPLE_KEPT", vec![name])),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn names_itself(&self, body: ExprId) -> bool {
        let mut found = false;
        self.body.each(body, &mut |id| found |= matches!(self.body.kind(id), ExprKind::This));
        found
    }

    /// Whether what a reference refers to is there when the function has returned.
    fn outlasts(&self, local: LocalId) -> bool {
        if self.body.parameters.contains(&Some(local)) {
            return true;
        }
        let Origin::Whole(value) = self.body.local(local).origin else { return false };
        match self.body.root(value) {
            Some(Root::This) => matches!(self.translator.receiver, Receiver::Ref | Receiver::RefMut),
            Some(Root::Local(of)) => self.body.local(of).shape.is_reference() && self.outlasts(of),
            None => false,
        }
    }
}
