//! References that C++ keeps: in variables that are pointed elsewhere, and in tuples, arrays and options.
//!
//! As a value, a reference is what it refers to. Where it is kept, it is a `Reference` of the device library, and `*` of that is its value.

use super::{
    Lowerer,
    lir::{How, Node, StmtKind},
};
use crate::{
    context::{Kind, UNSEEN},
    hir::{Callee, ExprId, ExprKind, Shape},
    piece::Pieces,
};

/// For a place that keeps references, and a value with copies.
pub const COPIES: &str = "this value is a copy in device code, which cannot be kept where references are; keep the value, or borrow the place itself: `Some(&values[i])`";

/// For new values whose references would outlive them in C++.
const NEW_VALUE: &str =
    "a reference to a new value cannot come out of statements in device code; give the value a variable before";

impl Lowerer<'_, '_, '_> {
    /// A part of a value, as a value itself: a reference that is kept there is followed.
    pub fn followed(&self, id: ExprId, part: Node) -> Node {
        match self.body.shape(id) {
            Shape::Reference(..) => part.pointee(),
            Shape::Given(_) => Node::call("num::behind", vec![part]),
            _ => part,
        }
    }

    /// What fields, elements and methods are looked for in: behind all references.
    pub fn behind(&self, id: ExprId, value: Node) -> Node {
        let (mut value, mut shape) = (value, self.body.shape(id));
        while let Shape::Reference(mutable, to) = shape {
            if *mutable && to.is_reference() {
                value = value.pointee();
            }
            shape = to;
            if shape.is_unknown() {
                value = Node::call("num::behind", vec![value]);
            }
        }
        value
    }

    /// `*reference`
    pub fn dereferenced(&mut self, of: ExprId) -> Node {
        let value = self.value(of);
        match self.body.shape(of) {
            Shape::Reference(true, to) if to.is_reference() => value.pointee(),
            Shape::Reference(_, to) if to.is_unknown() => Node::call("num::behind", vec![value]),
            _ => value,
        }
    }

    /// A value as C++ keeps it: a reference as such.
    pub fn kept(&mut self, id: ExprId) -> Node {
        let mutable = match *self.body.shape(id) {
            Shape::Reference(mutable, _) => mutable,
            Shape::Given(_) => return self.kept_given(id),
            _ => return self.value(id),
        };
        if let ExprKind::Borrow { of, .. } = self.body.kind(id)
            && self.is_new(*of)
        {
            return self.new_value(*of, mutable).address(mutable);
        }
        let outer = std::mem::replace(&mut self.keeps, true);
        self.check_new_values(id);
        let value = self.value(id);
        self.keeps = outer;
        if !mutable && self.reborrows_mutable(id) {
            Node::call("num::const_address", vec![value])
        } else {
            value.address(mutable)
        }
    }

    /// Whether an expression is `&*reference` of a `&mut`.
    fn reborrows_mutable(&self, id: ExprId) -> bool {
        let ExprKind::Borrow { of, .. } = self.body.kind(id) else { return false };
        let ExprKind::Deref(reference) = self.body.kind(*of) else { return false };
        matches!(self.body.shape(*reference), Shape::Reference(true, _))
    }

    /// The variable, the field or the element that a reference is kept in.
    pub fn keeper(&mut self, id: ExprId) -> Node {
        match self.body.kind(id) {
            ExprKind::Local(local) => match self.fact(*local).kept {
                Some(kept) => kept,
                None => {
                    self.error(id, crate::context::POINTED_ELSEWHERE);
                    Node::name("0")
                }
            },
            ExprKind::Deref(of) => self.value(*of),
            _ => match self.place(id) {
                Node::Prefix("*", kept) => *kept,
                place => place,
            },
        }
    }

    /// Whether what is borrowed is no place: a new value, or a constant.
    pub fn is_new(&self, id: ExprId) -> bool {
        (!self.body.is_place(id) || self.is_constant(id)) && !self.body.shape(id).is_reference()
    }

    /// A new value that is borrowed, in a variable. Rust keeps constants for good.
    pub fn new_value(&mut self, of: ExprId, mutable: bool) -> Node {
        if let Some(number) = self.untyped(of) {
            self.error(number, UNSEEN);
        }
        if !mutable && self.is_promoted(of) {
            return self.promoted(of, !self.returned.is_empty());
        }
        if !mutable && self.is_part_of_promoted(of) {
            let part = self.part_of_promoted(of);
            return self.named("part", How::ConstReference, part);
        }
        let value = self.kept(of);
        self.named("value", if mutable { How::Auto } else { How::Const }, value)
    }

    /// What Rust keeps for good. Whether a function may give a reference to it.
    fn promoted(&mut self, of: ExprId, is_returned: bool) -> Node {
        let line = self.line;
        let (statements, value) = self.collect(|lowerer| lowerer.value(of));
        let is_of_body = self.names_constant_of_body(of);
        let name = self.translator.scopes.temporary("value");
        // A function may give a reference to it. A constant of the body is not there before its block.
        if is_of_body || is_returned {
            let value = if statements.is_empty() { value } else { self.lambda_of(statements, value) };
            let constant = StmtKind::Constant(Pieces::text("auto"), name.clone(), crate::emit::text(&value, line));
            match is_of_body {
                true => self.push(constant),
                false => self.lasting.push(super::Stmt { line, kind: constant }),
            }
            return Node::name(name);
        }
        self.lasting.extend(statements);
        let kind = StmtKind::Declare(How::Const, name.clone(), Some(value));
        self.lasting.push(super::Stmt { line, kind });
        Node::name(name)
    }

    /// Whether this is a part of what Rust keeps for good, which an index chooses: that stays where it is.
    fn is_part_of_promoted(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Field(of, _) | ExprKind::Index(of, _) => self.is_promoted(*of) || self.is_part_of_promoted(*of),
            _ => false,
        }
    }

    fn part_of_promoted(&mut self, id: ExprId) -> Node {
        match *self.body.kind(id) {
            ExprKind::Field(of, ref member) if !self.is_promoted(id) => {
                let name = self.translator.member_name(member);
                let whole = self.part_of_promoted(of);
                self.followed(id, whole.member(name))
            }
            ExprKind::Index(of, index) if !self.is_promoted(id) => {
                let whole = self.part_of_promoted(of);
                let index = self.value(index);
                self.followed(id, whole.index(index))
            }
            // The whole is large: C++ makes no copy of it for each task.
            _ => self.promoted(id, true),
        }
    }

    /// A number that leaves the type of a value open in C++. Elements of arrays have one type, be it from one of them.
    pub fn untyped(&self, id: ExprId) -> Option<ExprId> {
        match self.body.kind(id) {
            ExprKind::Array(elements) => {
                let all: Option<Vec<ExprId>> = elements.iter().map(|element| self.untyped(*element)).collect();
                all.and_then(|all| all.first().copied())
            }
            _ => self.plain_number(id),
        }
    }

    /// Whether Rust keeps a borrowed value for good: it is made of literals and constants.
    pub fn is_promoted(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Literal(_) | ExprKind::Item(_) | ExprKind::Unit => true,
            ExprKind::Local(local) => self.body.is_constant(*local),
            ExprKind::Index(of, index) => self.is_promoted(*of) && self.is_promoted(*index),
            ExprKind::Negate(of) | ExprKind::Not(of) | ExprKind::Repeat(of, _) | ExprKind::Some(of) => {
                self.is_promoted(*of)
            }
            ExprKind::Field(of, _) | ExprKind::Cast(of, _) => self.is_promoted(*of),
            ExprKind::Binary(_, left, right) => {
                self.is_promoted(*left) && self.is_promoted(*right) && !self.effects(id).panics
            }
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => elements.iter().all(|it| self.is_promoted(*it)),
            ExprKind::Struct { fields, base: None, .. } => fields.iter().all(|(_, field)| self.is_promoted(*field)),
            _ => false,
        }
    }

    /// Whether a constant of the body is part of a value: it is not there before its block.
    fn names_constant_of_body(&self, id: ExprId) -> bool {
        let mut found = false;
        self.body.each(id, &mut |part| {
            found |= matches!(self.body.kind(part), ExprKind::Local(local) if self.body.is_constant(*local));
        });
        found
    }

    /// Refuses control flow whose branches give kept references to new values: C++ forgets these with their branch.
    pub fn check_new_values(&mut self, id: ExprId) {
        if !matches!(
            self.body.kind(id),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..)
        ) {
            return;
        }
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        for tail in tails {
            let is_kept = self.keeps || self.body.expr(tail).viewed.is_some();
            if let Some(new) = self.kept_new_value(tail, is_kept) {
                self.error(new, NEW_VALUE);
            }
        }
    }

    /// A new value that is borrowed and kept by a value.
    fn kept_new_value(&self, id: ExprId, is_kept: bool) -> Option<ExprId> {
        match self.body.kind(id) {
            // A slice is kept wherever it is.
            ExprKind::Borrow { of, .. } if let ExprKind::Slice { of, .. } = self.body.kind(*of) => {
                let lasts = self.body.is_place(*of) || self.body.shape(*of).may_refer() || self.is_promoted(*of);
                (!lasts).then_some(id)
            }
            ExprKind::Borrow { mutable, of } if is_kept && self.is_new(*of) => {
                (*mutable || !self.is_promoted(*of)).then_some(id)
            }
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => {
                elements.iter().find_map(|element| self.kept_new_value(*element, true))
            }
            ExprKind::Struct { fields, .. } => fields.iter().find_map(|(_, field)| self.kept_new_value(*field, true)),
            ExprKind::Call(Callee::Struct(_), fields) => {
                fields.iter().find_map(|field| self.kept_new_value(*field, true))
            }
            ExprKind::Some(of) | ExprKind::Repeat(of, _) => self.kept_new_value(*of, true),
            _ => None,
        }
    }

    /// Whether a copy of what a value refers to means something else.
    pub fn is_no_copy(&self, id: ExprId) -> bool {
        match self.body.shape(id) {
            Shape::Reference(false, to) => to.holds_reference() || self.kind_of(id) == Kind::Memory,
            shape => shape.holds_reference(),
        }
    }

    /// A value of a choice. If it refers to an array and another value is a slice, it becomes a slice, too.
    pub fn tail(&mut self, id: ExprId) -> Node {
        let outer = self.keeps;
        if self.returned.contains(&id) {
            self.keep_alive(id);
            self.keeps = true;
        } else if self.body.shape(id).may_refer() {
            self.keep_constants(id);
        }
        let value = self.value_of_tail(id);
        self.keeps = outer;
        value
    }

    fn value_of_tail(&mut self, id: ExprId) -> Node {
        let Some(mutable) = self.body.expr(id).viewed else {
            let value = if self.body.expr(id).is_kept { self.kept(id) } else { self.value(id) };
            return self.beside_copies(id, value);
        };
        let array = match self.body.kind(id) {
            ExprKind::Borrow { of, .. } if self.is_new(*of) => self.new_value(*of, mutable),
            _ => self.value(id),
        };
        let slice = Node::call("num::slice", vec![array]);
        if mutable { slice } else { Node::call("num::shared", vec![slice]) }
    }

    /// A value of a choice, with copies where the others have them.
    fn beside_copies(&mut self, id: ExprId, value: Node) -> Node {
        if !self.body.expr(id).is_copied {
            return value;
        }
        if self.body.shape(id).holds_mutable() || self.body.shape(id).holds_view() {
            self.error(id, COPIES);
        }
        Node::call("num::unreferenced", vec![value])
    }

    /// Refuses copies for references, and references for copies, that are exchanged.
    ///
    /// Both ways where two places are exchanged.
    pub fn check_exchanged(&mut self, place: ExprId, value: ExprId, is_swap: bool) {
        let Shape::Reference(_, place) = self.body.shape(place).clone() else { return };
        match (self.body.shape(value).clone(), is_swap) {
            (Shape::Reference(_, other), true) if !place.takes(&other) || !other.takes(&place) => {
                self.error(value, COPIES);
            }
            (_, true) => {}
            (_, false) => self.check_taken(&place, value),
        }
    }

    /// Refuses a value with copies where references are kept, and one with references to what changes where copies are.
    pub fn check_taken(&mut self, place: &Shape, value: ExprId) {
        if !place.takes(self.body.shape(value)) {
            self.error(value, COPIES);
        }
    }
}
