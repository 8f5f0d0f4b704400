//! Assignments.

use super::{
    Dest, Lowerer,
    lir::{How, Node, StmtKind},
    references::COPIES,
    values::sign,
};
use crate::hir::{Effects, ExprId, ExprKind, LocalId, Operator, Parts, Root, Shape};
use std::collections::BTreeSet;
use syn::Member;

impl Lowerer<'_, '_, '_> {
    /// `place = value;`: the value comes first.
    pub fn assign(&mut self, place: ExprId, value: ExprId) {
        let shape = self.body.shape(place).clone();
        self.check_taken(&shape, value);
        let line = self.line;
        let is_control = matches!(
            self.body.kind(value),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..)
        );
        if is_control {
            self.check_new_values(value);
        }
        if shape.may_refer() {
            self.keep_alive(value);
        }
        if let Shape::Reference(mutable, _) = shape {
            return self.point(place, value, mutable);
        }
        if shape.is_view() && self.body.shape(value).is_reference() {
            let node = self.kept(value);
            let place = self.place(place);
            return self.push_at(line, StmtKind::Assign(place, node));
        }
        if self.is_unit(value) && self.address_effects(place).is_pure() {
            // There is one value of this type.
            return self.into(value, &Dest::Discard);
        }
        if self.keeps_given(place, value) {
            let node = self.kept(value);
            let (statements, kept) = self.collect(|lowerer| lowerer.keeper_of_given(place));
            let node = if statements.is_empty() { node } else { self.named("value", How::Const, node) };
            self.out.extend(statements);
            return self.push_at(line, StmtKind::Assign(kept.unwrap_or_else(|| Node::name("0")), node));
        }
        if is_control && self.address_effects(place).is_pure() && self.body.is_place(place) {
            let place = self.place(place);
            return self.into(value, &Dest::Assign(place));
        }
        let node = self.value(value);
        let of = place;
        let (statements, place) = self.collect(|lowerer| lowerer.place(place));
        // An `IndexMut` of the user's may change what the value reads.
        let in_order = statements.is_empty() && !self.has_own_index(of);
        let node = if in_order || self.effects(value).is_pure() { node } else { self.named_value(value, node) };
        self.out.extend(statements);
        self.push_at(line, StmtKind::Assign(place, node));
    }

    /// `reference = value;`: it refers to something else from now on.
    fn point(&mut self, place: ExprId, value: ExprId, mutable: bool) {
        let line = self.line;
        if let ExprKind::Local(local) = self.body.kind(place)
            && matches!(self.body.kind(value), ExprKind::If { .. } | ExprKind::Match(..))
            && let Some(kept) = self.fact(*local).kept
        {
            let outer = std::mem::replace(&mut self.keeps, true);
            self.check_new_values(value);
            self.into(value, &Dest::Point(kept, mutable));
            self.keeps = outer;
            return;
        }
        let node = self.kept(value);
        let (statements, place) = self.collect(|lowerer| lowerer.keeper(place));
        let node = if statements.is_empty() { node } else { self.named("value", How::Const, node) };
        self.out.extend(statements);
        self.push_at(line, StmtKind::Assign(place, node));
    }

    /// `place += value;`
    pub fn compound(&mut self, operator: Operator, place: ExprId, value: ExprId) {
        let line = self.line;
        if self.address_effects(place).conflicts(self.effects(value)) && self.differ(place, value) {
            let hint = if self.body.is_place(place) {
                "whether the index or the value comes first depends on the type here; evaluate one before: `let i = …;`"
            } else {
                "this changes a copy that nobody reads; assign to the variable, or to a part of it"
            };
            self.error(place, hint);
        }
        let is_direct = self.address_effects(place).is_pure();
        let node = self.value(value);
        let is_own = self.has_own_index(place);
        let (statements, place) = self.collect(|lowerer| lowerer.place(place));
        // C++ evaluates the value first by itself, but not where the place gets a name, and reads it later if that is a call.
        let in_order = statements.is_empty() && !is_own && (operator != Operator::Rem || is_direct);
        let node = if in_order || self.effects(value).is_pure() { node } else { self.named_value(value, node) };
        self.out.extend(statements);
        if operator == Operator::Rem {
            let place = if is_direct { place } else { self.named("place", How::Reference, place) };
            let rest = Node::call("num::rem", vec![place.clone(), node]);
            return self.push_at(line, StmtKind::Assign(place, rest));
        }
        self.push_at(line, StmtKind::Compound(sign(operator).0, place, node));
    }

    /// Whether the order of a place and a value makes a difference beside which of two panics comes first.
    fn differ(&self, place: ExprId, value: ExprId) -> bool {
        let share = self.share_variables(place, value);
        let without = |effects: Effects| Effects {
            panics: false,
            reads: effects.reads && share,
            mutates: effects.mutates && share,
            ..effects
        };
        let (place, value) = (self.address_effects(place), self.effects(value));
        let leaves = (place.leaves && value.mutates) || (value.leaves && place.mutates);
        leaves || without(place).conflicts(without(value))
    }

    /// Whether finding a place and evaluating a value may meet in a variable that changes.
    fn share_variables(&self, place: ExprId, value: ExprId) -> bool {
        let (mut of_place, mut of_value) = (BTreeSet::new(), BTreeSet::new());
        self.named_in_address(place, &mut of_place);
        self.body.each(value, &mut |id| self.add_name(id, &mut of_value));
        // Other variables than parameters may refer to what has a name here.
        let refers = |local: &Option<LocalId>| match local {
            Some(local) => {
                let shape = &self.body.local(*local).shape;
                (shape.holds_reference() || shape.holds_borrowing()) && !self.body.parameters.contains(&Some(*local))
            }
            None => false,
        };
        let changes = |local: &Option<LocalId>, by: ExprId| {
            let (can_change, root) = match local {
                Some(local) => {
                    let can_change = self.body.can_change(*local) || self.body.local(*local).shape.holds_reference();
                    (can_change, Root::Local(*local))
                }
                None => (self.effects.self_changes(), Root::This),
            };
            can_change && self.body.may_change(by, root)
        };
        of_place.iter().chain(&of_value).any(refers)
            || of_place.intersection(&of_value).any(|local| changes(local, value) || changes(local, place))
    }

    /// Adds the variables that finding a place looks at; `None` is `self`.
    fn named_in_address(&self, id: ExprId, found: &mut BTreeSet<Option<LocalId>>) {
        match self.body.kind(id) {
            ExprKind::Local(local) if !self.body.local(*local).shape.holds_reference() => {}
            ExprKind::This => {}
            ExprKind::Field(base, _) | ExprKind::Deref(base) => self.named_in_address(*base, found),
            ExprKind::Index(base, index) => {
                self.named_in_address(*base, found);
                self.body.each(*index, &mut |id| self.add_name(id, found));
            }
            ExprKind::Slice { of, start, end, .. } => {
                self.named_in_address(*of, found);
                for bound in start.iter().chain(end) {
                    self.body.each(*bound, &mut |id| self.add_name(id, found));
                }
            }
            _ => self.body.each(id, &mut |id| self.add_name(id, found)),
        }
    }

    /// Adds the variable that an expression itself names.
    fn add_name(&self, id: ExprId, found: &mut BTreeSet<Option<LocalId>>) {
        match self.body.kind(id) {
            ExprKind::Local(local) => drop(found.insert(Some(*local))),
            ExprKind::This => drop(found.insert(None)),
            _ => {}
        }
    }

    /// `(a, b) = value;`: the value comes first, then each place is found when its turn comes.
    pub fn take_apart(&mut self, parts: &Parts, value: ExprId) {
        let line = self.line;
        let mut pairs = Vec::new();
        self.values_of_parts(parts, value, &mut pairs);
        for (place, value, shape) in pairs {
            let known = self.body.shape(place).clone();
            if !known.takes(&shape) {
                self.error(place, COPIES);
            }
            let place = match self.keeper_of_given(place) {
                Some(kept) => kept,
                None if known.is_reference() => self.keeper(place),
                None => self.place(place),
            };
            self.push_at(line, StmtKind::Assign(place, value));
        }
    }

    /// Evaluates the value in Rust's order, and gives its parts names. A tuple or an array that is written out is never built.
    fn values_of_parts(&mut self, parts: &Parts, value: ExprId, pairs: &mut Pairs) {
        match (parts, self.body.kind(value)) {
            (Parts::Fields(None, parts), ExprKind::Tuple(values)) if parts.len() == values.len() => {
                for ((_, part), value) in parts.iter().zip(values) {
                    self.values_of_parts(part, *value, pairs);
                }
            }
            (Parts::Elements(parts), ExprKind::Array(values)) if parts.len() == values.len() => {
                for ((_, part), value) in parts.iter().zip(values) {
                    self.values_of_parts(part, *value, pairs);
                }
            }
            (Parts::Nothing, _) => self.into(value, &Dest::Discard),
            _ => {
                let shape = self.body.shape(value).clone();
                let node = self.kept(value);
                let node = match (&shape, parts) {
                    (Shape::Reference(..), _) | (Shape::Given(_), Parts::Place(_)) => {
                        self.named("value", How::Const, node)
                    }
                    _ => self.named_value(value, node),
                };
                self.parts_of(parts, node, &shape, pairs);
            }
        }
    }

    /// Adds the places with the parts of a value that they get.
    fn parts_of(&mut self, parts: &Parts, value: Node, shape: &Shape, pairs: &mut Pairs) {
        match parts {
            Parts::Nothing => {}
            Parts::Place(place) => pairs.push((*place, value, shape.clone())),
            Parts::Fields(_, fields) => {
                for (member, part) in fields {
                    let name = self.translator.member_name(member);
                    let shape = match member {
                        Member::Unnamed(index) => shape.element(index.index as usize),
                        Member::Named(_) => shape.field(),
                    };
                    self.parts_of(part, value.clone().member(name), &shape, pairs);
                }
            }
            Parts::Elements(elements) => {
                for (index, part) in elements {
                    let element = value.clone().index(Node::name(index.to_string()));
                    self.parts_of(part, element, &shape.held(), pairs);
                }
            }
        }
    }
}

/// Places with what they get, and where that has references.
type Pairs = Vec<(ExprId, Node, Shape)>;
