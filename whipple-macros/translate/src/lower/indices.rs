//! `a[i]` of the user's types: C++ takes `Index` where the place is constant, and else `IndexMut`.

use super::{Lowerer, given::names_only, lir::Node};
use crate::{
    context::code::{self, Code},
    hir::{ExprId, ExprKind, Root, Shape},
    names,
    piece::Pieces,
};

/// For what an `Index` gives.
const NO_PLACE: &str = "`[…]` gives a place in device code, and this is a copy or a new value: give a part of `self`, as `&self.cells[i]`, and for a constant a field that has it";

impl Lowerer<'_, '_, '_> {
    /// Whether an `Index` of the user's may stand on the way to a place.
    pub fn has_own_index(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Index(base, _) => !self.body.is_of_elements(*base) || self.has_own_index(*base),
            ExprKind::Field(of, _) | ExprKind::Slice { of, .. } => self.has_own_index(*of),
            _ => false,
        }
    }

    /// A place that is only looked at.
    pub fn seen_place(&mut self, id: ExprId) -> Node {
        let looks = self.has_own_index(id);
        let outer = std::mem::replace(&mut self.looks, looks);
        let place = self.place(id);
        self.looks = outer;
        place
    }

    /// What `[…]` is of, as what is only looked at, if that may be a type of the user's.
    pub fn seen_base(&self, base: ExprId, node: Node) -> Node {
        let may_change = !self.is_constant(base) && (!self.body.is_place(base) || self.root_may_be_changed(base));
        if may_change && !self.body.is_of_elements(base) { Node::call("num::seen", vec![node]) } else { node }
    }

    /// Whether C++ may change what is at a place that is no part of another.
    fn may_be_changed(&self, id: ExprId) -> bool {
        match self.body.root(id) {
            _ if self.is_constant(id) => false,
            _ if matches!(self.body.shape(id), Shape::Reference(false, to) if !to.holds_mutable()) => false,
            Some(Root::Local(local)) => self.body.can_change(local),
            Some(Root::This) => self.effects.self_changes(),
            None => true,
        }
    }

    /// The value of what is no part of another, in a place.
    pub fn root_of_place(&mut self, id: ExprId) -> Node {
        let looks = std::mem::take(&mut self.looks);
        let value = self.value(id);
        self.looks = looks;
        value
    }

    /// A place that a method is called on, which changes it or not.
    pub fn called_on(&mut self, id: ExprId, method: &str) -> Node {
        let place = self.place(id);
        self.chosen_place(id, method, place)
    }

    /// The same, of what it has become in C++, which knows whether the method changes it.
    pub fn chosen_place(&self, id: ExprId, method: &str, place: Node) -> Node {
        if !self.has_own_index(id) || !self.root_may_be_changed(id) {
            return place;
        }
        let mut root = None;
        let inside = with_root(place, &mut root);
        let Some(root) = root else { return inside };
        let changes = Node::name(format!("WHIPPLE_CHANGES({})", names::method(method)));
        let mut path = Pieces::text("[&](auto& root_) -> auto& { return ");
        path.append(crate::emit::text(&inside, self.line));
        path.push_text("; }");
        let path = Node::Text(Code::new(path, code::PRIMARY));
        Node::call("num::called_on", vec![changes, root, path])
    }

    fn root_may_be_changed(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Field(of, _) | ExprKind::Index(of, _) | ExprKind::Slice { of, .. } => {
                self.root_may_be_changed(*of)
            }
            _ => self.may_be_changed(id),
        }
    }

    /// Refuses what an `Index` gives that is no place.
    pub fn check_given_place(&mut self, value: ExprId) {
        if !self.gives_place {
            return;
        }
        let mut tails = Vec::new();
        self.body.tails(value, &mut tails);
        for tail in tails {
            let is_new = match self.body.kind(tail) {
                ExprKind::Borrow { of, .. } => self.is_new(*of),
                _ => false,
            };
            let shape = self.body.shape(tail);
            if is_new || !(shape.is_reference() || shape.is_view() || shape.is_unknown()) {
                self.error(tail, NO_PLACE);
            }
        }
    }
}

/// A place as a part of `root_`, and what that stands for: what the first field or element is taken of. What has an element is
/// looked at as `root_` is.
fn with_root(place: Node, root: &mut Option<Node>) -> Node {
    match place {
        Node::Member(of, name) => Node::Member(Box::new(with_root(*of, root)), name),
        Node::Index(of, index) => match with_root(*of, root) {
            of @ Node::Text(_) => of.index(*index),
            of => Node::call("num::as_seen", vec![Node::name("root_"), of]).index(*index),
        },
        // A part that may be a reference is followed.
        Node::Call(name, mut of) if names_only(&name, "num::behind") && of.len() == 1 => {
            Node::Call(name, vec![with_root(of.remove(0), root)])
        }
        other => {
            *root = Some(other);
            Node::name("root_")
        }
    }
}
