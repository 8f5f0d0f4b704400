//! Operands in Rust's order, and values in places of variables.

use super::{
    Lowerer,
    lir::{How, Node, StmtKind},
};
use crate::{
    context::Reference,
    hir::{Effects, ExprId, ExprKind, Shape},
};

/// How an operand is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// As a value.
    Value,
    /// As a value that C++ keeps in another.
    Kept,
    /// As a place that is read, or called upon, when all operands are there.
    Place,
    /// As what is behind all references, by value: what a method is called on that changes nothing.
    Taken,
}

impl Lowerer<'_, '_, '_> {
    /// Lowers operands that C++ would evaluate in any order. Where their order matters, they become named values in Rust's order.
    pub fn operands(&mut self, ids: &[ExprId]) -> Vec<Node> {
        let uses: Vec<(ExprId, Use)> = ids.iter().map(|id| (*id, Use::Value)).collect();
        self.ordered(&uses)
    }

    /// As [`Self::operands`], where some are places.
    pub fn ordered(&mut self, operands: &[(ExprId, Use)]) -> Vec<Node> {
        let effects: Vec<Effects> = operands
            .iter()
            .map(|(id, how)| match how {
                Use::Value | Use::Kept | Use::Taken => self.effects(*id),
                Use::Place => self.address_effects(*id),
            })
            .collect();
        let mut nodes = Vec::new();
        let looks = std::mem::take(&mut self.looks);
        for (index, (id, how)) in operands.iter().enumerate() {
            self.looks = looks && *how == Use::Place;
            let later = &effects[index + 1..];
            // What gets a name may lie in what a function gave.
            let may_refer = self.body.shape(*id).may_refer() || self.body.is_place(*id);
            if may_refer && later.iter().any(|later| effects[index].conflicts(*later)) {
                self.keep_alive(*id);
            }
            let node = match how {
                Use::Value if matches!(self.body.kind(*id), ExprKind::Borrow { .. }) && self.alive.remove(id) => {
                    self.borrowed_new(*id)
                }
                Use::Value => self.value(*id),
                Use::Kept => self.kept(*id),
                Use::Place => self.place(*id),
                Use::Taken => {
                    let value = self.value(*id);
                    self.behind(*id, value)
                }
            };
            let node = self.alive(*id, node);
            nodes.push(self.in_order(*id, *how, node, effects[index], &effects[index + 1..]));
        }
        self.looks = looks;
        nodes
    }

    /// As [`Self::operands`], for what C++ evaluates from left to right itself: in braces.
    pub fn braced(&mut self, ids: &[ExprId], borrows: bool) -> Vec<Node> {
        let effects: Vec<Effects> = ids.iter().map(|id| self.effects(*id)).collect();
        let lowered: Vec<_> = ids.iter().map(|id| self.collect(|lowerer| lowerer.braced_value(*id, borrows))).collect();
        if lowered.iter().all(|(statements, _)| statements.is_empty()) {
            return lowered.into_iter().map(|(_, node)| node).collect();
        }
        let mut nodes = Vec::new();
        for (index, (id, (statements, node))) in ids.iter().zip(lowered).enumerate() {
            self.out.extend(statements);
            let how = if borrows && self.body.shape(*id).may_refer() { Use::Kept } else { Use::Value };
            nodes.push(self.in_order(*id, how, node, effects[index], &effects[index + 1..]));
        }
        nodes
    }

    fn braced_value(&mut self, id: ExprId, borrows: bool) -> Node {
        if borrows && self.body.shape(id).may_refer() { self.kept_field(id) } else { self.value(id) }
    }

    /// An operand, with a name of its own if it must come before later ones.
    pub fn in_order(&mut self, id: ExprId, how: Use, node: Node, own: Effects, later: &[Effects]) -> Node {
        if !later.iter().any(|later| own.conflicts(*later)) {
            return node;
        }
        if how == Use::Place {
            return self.named_place(id, node);
        }
        if how == Use::Kept && (self.body.shape(id).is_reference() || self.body.shape(id).is_unknown()) {
            return self.named("value", How::Const, node);
        }
        let without = |effects: Effects| Effects { panics: false, leaves: false, ..effects };
        let stays = later.iter().all(|later| !without(own).conflicts(without(*later)));
        if stays && self.body.is_place(id) && self.reference_of(id) == Reference::None {
            // Only finding it may panic.
            return self.named("value", How::ConstReference, node);
        }
        if how == Use::Taken {
            // A later operand may change what a reference refers to.
            return self.named("value", How::Const, node);
        }
        self.named_value(id, node)
    }

    /// Gives a value a name in a statement of its own.
    pub fn named_value(&mut self, id: ExprId, node: Node) -> Node {
        if self.body.shape(id).is_unknown() {
            let node = self.as_given(id, node);
            return self.named("value", How::Given, node);
        }
        let how = match self.reference_of(id) {
            Reference::Mutable => How::Reference,
            Reference::Shared => How::ConstReference,
            Reference::None => How::Const,
        };
        self.named("value", how, node)
    }

    /// Gives what finding a place gave a name: the place itself.
    pub fn named_place(&mut self, id: ExprId, node: Node) -> Node {
        let how = if self.is_constant(id) { How::ConstReference } else { How::Any };
        self.named("place", how, node)
    }

    /// Declares a variable that Rust does not have.
    pub fn named(&mut self, base: &str, how: How, node: Node) -> Node {
        let name = self.translator.scopes.temporary(base);
        self.push(StmtKind::Declare(how, name.clone(), Some(node)));
        Node::name(name)
    }

    /// An expression in the place of a variable: the variable, or a new one that has the value.
    pub fn place(&mut self, id: ExprId) -> Node {
        match self.body.kind(id) {
            ExprKind::Field(base, member) => {
                let place = self.place(*base);
                let name = self.translator.member_name(member);
                self.followed(id, self.behind(*base, place).member(name))
            }
            ExprKind::Index(base, index) => {
                let nodes = self.ordered(&[(*base, Use::Place), (*index, Use::Value)]);
                let mut nodes = nodes.into_iter();
                let (Some(array), Some(index)) = (nodes.next(), nodes.next()) else { return Node::name("0") };
                let array = self.behind(*base, array);
                let array = if self.looks { self.seen_base(*base, array) } else { array };
                self.followed(id, array.index(index))
            }
            ExprKind::Slice { .. } => self.slice(id),
            _ if self.body.is_place(id) || self.reference_of(id) != Reference::None => self.root_of_place(id),
            _ => {
                let how = if matches!(self.body.shape(id), Shape::Given(_)) { How::Any } else { How::Auto };
                let value = self.root_of_place(id);
                self.named("value", how, value)
            }
        }
    }

    /// A place that a method is called on, or whose part is read: values that nothing else has may stay what they are.
    pub fn receiver(&mut self, id: ExprId) -> Node {
        match self.body.kind(id) {
            ExprKind::Call(..) | ExprKind::Method { .. } if !self.is_unnamed_copy(id) => self.value(id),
            _ => self.place(id),
        }
    }

    /// Whether an expression is a constant, or a part of one, which is another value each time.
    pub fn is_constant(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Item(_) => true,
            ExprKind::Local(local) => self.body.is_constant(*local),
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => self.is_constant(*base),
            _ => false,
        }
    }
}
