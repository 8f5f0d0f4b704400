//! What functions of the user's give: a value, a reference to a part of what they were handed, or something that holds some. The body does
//! not show which, and C++ knows it by the type (`given.cuh`).
//!
//! A `&mut T` or a `&T` comes as `T&`, and in an option or a tuple as a `Reference<T>`; a slice comes as a `View`. A variable is declared by
//! `decltype(auto)`, so that it is a reference where the function gives one. One that gets another value later keeps a `Reference`, as do
//! tuples, arrays and options, and `num::behind` is what that refers to. Parts that patterns bind are references or copies as the whole is.

use super::{
    Lowerer,
    facts::Fact,
    lir::{How, Node, StmtKind},
    patterns::Binding,
    subjects::{Alias, Subject, Whole},
};
use crate::{
    context::{self, Kind},
    hir::{Body, ExprId, ExprKind, LocalId, Shape},
    piece::{Piece, Pieces},
};
use std::collections::BTreeSet;
use syn::{ReturnType, Signature};

impl Lowerer<'_, '_, '_> {
    /// What a function gave, as C++ keeps it: a reference as such, or a copy.
    pub fn kept_given(&mut self, id: ExprId) -> Node {
        if let ExprKind::Local(local) = *self.body.kind(id) {
            let Fact { node, kept, .. } = self.fact(local);
            return kept.unwrap_or(node);
        }
        match behind_given(self.value(id)) {
            (true, kept) => kept,
            (false, name @ Node::Text(_)) => by_name("WHIPPLE_KEPT", name),
            (false, value) => Node::call("num::keep", vec![value]),
        }
    }

    /// What a function gave, for a variable that is declared by `decltype(auto)`.
    pub fn given(&mut self, id: ExprId) -> Node {
        self.keep_alive(id);
        let value = self.value(id);
        self.as_given(id, value)
    }

    /// The same of its value.
    pub fn as_given(&self, id: ExprId, value: Node) -> Node {
        if let ExprKind::Local(local) = *self.body.kind(id) {
            return match self.name_of_given(id) {
                Some(name) => Node::call("WHIPPLE_GIVEN", vec![name]),
                None => {
                    let Fact { node, kept, .. } = self.fact(local);
                    Node::call("num::given", vec![kept.unwrap_or(node)])
                }
            };
        }
        match behind_given(value) {
            (true, kept) => Node::call("num::given", vec![kept]),
            // It has been named before: it may be a new value that is kept alive.
            (false, name @ Node::Text(_)) => by_name("WHIPPLE_GIVEN", name),
            (false, value) => value,
        }
    }

    /// The variable with what a function gave, if C++ knows by its name whether that is a reference.
    pub fn name_of_given(&self, id: ExprId) -> Option<Node> {
        let ExprKind::Local(local) = *self.body.kind(id) else { return None };
        let Fact { node, kept, .. } = self.fact(local);
        let is_by_name =
            kept.is_some_and(|kept| matches!(kept, Node::Call(name, _) if names_only(&name, "WHIPPLE_KEPT")));
        is_by_name.then_some(node)
    }

    /// `let name = function();`, of which C++ knows whether it is a reference.
    pub fn given_variable(&mut self, local: LocalId, name: String, value: ExprId, kind: Kind) {
        let line = self.line;
        let (how, node, fact) = match self.points_elsewhere(local) {
            true => (How::Auto, self.kept(value), Fact::regiven(name.as_str(), kind)),
            false => (How::Given, self.given(value), Fact::given(name.as_str(), kind)),
        };
        self.push_at(line, StmtKind::Declare(how, name, Some(node)));
        self.facts.insert(local, fact);
    }

    /// What C++ keeps in a place what functions gave one after the other: a variable, a part of a tuple or an array, or what a `&mut` of
    /// these refers to. A reference is one there, a value the value.
    pub fn keeper_of_given(&mut self, place: ExprId) -> Option<Node> {
        if !self.body.shape(place).is_unknown() {
            return None;
        }
        match *self.body.kind(place) {
            ExprKind::Local(local) => self.fact(local).kept.filter(|_| self.name_of_given(place).is_none()),
            ExprKind::Deref(of) if self.body.shape(of).is_reference() => Some(self.value(of)),
            ExprKind::Field(..) | ExprKind::Index(..) => Some(behind_given(self.place(place)).1),
            _ => None,
        }
    }

    /// Whether a place may keep references that functions give, and gets what may be one.
    pub fn keeps_given(&self, place: ExprId, value: ExprId) -> bool {
        let is_one = self.body.shape(place).is_unknown();
        match *self.body.kind(place) {
            ExprKind::Local(local) => is_one && self.name_of_given(place).is_none() && self.fact(local).kept.is_some(),
            ExprKind::Deref(of) => is_one && self.body.shape(of).is_reference() && self.body.shape(value).may_refer(),
            ExprKind::Field(..) | ExprKind::Index(..) => is_one && self.body.shape(value).may_refer(),
            _ => false,
        }
    }

    /// What a function gave, by a variable that says whether it is a reference. `changes`: patterns borrow the place by `ref mut`.
    pub fn given_whole(&mut self, value: ExprId, kind: Kind, is_copied: bool, changes: bool) -> Subject {
        let shape = self.body.shape(value).clone();
        let by_name = self.name_of_given(value).filter(|_| !is_copied);
        let (node, kept, given) = match (by_name, self.body.is_place(value) && changes) {
            (Some(name), _) => (name.clone(), name.clone(), name),
            (None, true) => {
                let place = self.place(value);
                let kept = self.keeper_of_given(value).unwrap_or_else(|| place.clone());
                (self.named_place(value, place), kept.clone(), Node::call("num::given", vec![kept]))
            }
            (None, false) => {
                let node = self.given(value);
                let name = self.named("value", How::Given, node);
                (name.clone(), name.clone(), name)
            }
        };
        Subject::whole(Whole {
            node,
            kept,
            shape,
            alias: Alias::Copy,
            kind,
            stays: false,
            is_new: false,
            given: Some(given),
            may_be_slice: true,
        })
    }

    /// Declares a variable that is a part of what a function gave.
    pub fn bind_given(&mut self, binding: &Binding, name: String, line: usize) {
        let is_kept = self.body.local(binding.local).mutable;
        let (how, macro_name) = if is_kept { (How::Auto, "WHIPPLE_KEPT_PART") } else { (How::Given, "WHIPPLE_PART") };
        self.push_at(line, StmtKind::Declare(how, name.clone(), binding.given_as(macro_name)));
        let fact = if is_kept { Fact::regiven(name, binding.kind) } else { Fact::given(name, binding.kind) };
        self.facts.insert(binding.local, fact);
    }

    /// The value of a choice: what functions gave has come out of it as C++ keeps it.
    pub fn out_of_choice(&self, id: ExprId, node: Node) -> Node {
        if self.body.shape(id).is_unknown() { Node::call("num::behind", vec![node]) } else { node }
    }

    /// Whether a variable gets other values by `=`, and may be a reference: a number that is computed is none.
    fn points_elsewhere(&self, local: LocalId) -> bool {
        let is_other = self.body.is_assigned(local) || self.body.is_lent_to_change(local);
        self.body.local(local).mutable && is_other && !self.body.is_surely_value(local)
    }

    /// Names the new values in an expression that what functions give may refer to: Rust drops them at the end of the statement, C++ at
    /// the end of the expression.
    pub fn keep_alive(&mut self, id: ExprId) {
        match self.body.kind(id) {
            ExprKind::Method { receiver, arguments, .. } if self.body.shape(id).may_refer() => {
                self.keep_alive(*receiver);
                let is_new = !self.body.is_place(*receiver) && !self.is_constant(*receiver);
                if is_new && !self.body.shape(*receiver).is_reference() && !self.body.shape(*receiver).is_view() {
                    self.alive.insert(*receiver);
                }
                arguments.iter().for_each(|argument| self.keep_argument_alive(*argument));
            }
            ExprKind::Call(_, arguments) if self.body.shape(id).may_refer() => {
                arguments.iter().for_each(|argument| self.keep_argument_alive(*argument));
            }
            ExprKind::Field(of, _)
            | ExprKind::Index(of, _)
            | ExprKind::Slice { of, .. }
            | ExprKind::Deref(of)
            | ExprKind::Borrow { of, .. }
            | ExprKind::Try(of)
            | ExprKind::Some(of) => self.keep_alive(*of),
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => {
                elements.iter().for_each(|element| self.keep_alive(*element));
            }
            ExprKind::Struct { fields, .. } => fields.iter().for_each(|(_, field)| self.keep_alive(*field)),
            _ => {}
        }
    }

    /// The same of constants alone, which last however far a value goes.
    pub fn keep_constants(&mut self, id: ExprId) {
        let before = self.alive.clone();
        self.keep_alive(id);
        let is_constant = |id: &ExprId| match *self.body.kind(*id) {
            ExprKind::Borrow { mutable: false, of } => self.is_promoted(of) && self.untyped(of).is_none(),
            _ => false,
        };
        let kept = self.alive.iter().filter(|id| before.contains(id) || is_constant(id)).copied().collect();
        self.alive = kept;
    }

    /// `&value` of a new value, which gets a name.
    pub fn borrowed_new(&mut self, id: ExprId) -> Node {
        match *self.body.kind(id) {
            ExprKind::Borrow { mutable, of } => self.new_value(of, mutable),
            _ => self.value(id),
        }
    }

    fn keep_argument_alive(&mut self, argument: ExprId) {
        match *self.body.kind(argument) {
            ExprKind::Borrow { of, .. } if self.is_new(of) => drop(self.alive.insert(argument)),
            _ => self.keep_alive(argument),
        }
    }

    /// A value that has to have a name: see [`Self::keep_alive`].
    pub fn alive(&mut self, id: ExprId, node: Node) -> Node {
        if !self.alive.remove(&id) || matches!(node, Node::Text(_)) {
            return node;
        }
        self.named("value", How::Any, node)
    }
}

/// What a variable has by one of the macros for what functions gave; another text as it is.
fn by_name(macro_name: &str, node: Node) -> Node {
    let is_name = match &node {
        Node::Text(code) => code.pieces.preview().chars().all(|c| c.is_ascii_alphanumeric() || c == '_'),
        _ => false,
    };
    if is_name { Node::call(macro_name, vec![node]) } else { node }
}

/// What `num::behind` looks behind, or another value; and whether it is that.
fn behind_given(node: Node) -> (bool, Node) {
    match node {
        Node::Call(name, mut arguments) if names_only(&name, "num::behind") && arguments.len() == 1 => {
            (true, arguments.remove(0))
        }
        other => (false, other),
    }
}

/// Whether a function has this name.
pub fn names_only(name: &Pieces, text: &str) -> bool {
    matches!(&name.0[..], [Piece::Text(own)] if own == text)
}

/// The values that a function returns, if its type says that they may have references.
pub fn returned(body: &Body, signature: &Signature) -> BTreeSet<ExprId> {
    let mut tails = Vec::new();
    if context::items::given(signature).is_some() {
        // It may hold references to constants.
        body.root.value.into_iter().for_each(|value| body.tails(value, &mut tails));
    }
    let output = &signature.output;
    let has_references = matches!(output, ReturnType::Type(_, ty) if Shape::of_type(ty).may_refer());
    if has_references {
        body.root.value.into_iter().for_each(|value| body.tails(value, &mut tails));
        body.each_in_block(&body.root, &mut |id| {
            if let ExprKind::Return(Some(value)) = body.kind(id) {
                body.tails(*value, &mut tails);
            }
        });
    }
    tails.into_iter().collect()
}
