//! Where values have references, as far as the body shows: a reference in a tuple, an array or an `Option` is kept, and C++ has it as
//! such.

use super::{Base, Body, Callee, ExprId, ExprKind, LocalId, Origin, Renewal, Root};
use crate::{
    context::{Receiver, Shape, is_reverse, last_name, type_of_path},
    exchange::Exchange,
    methods,
};
use syn::Member;

/// What has a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A variable, or a part of one.
    Variable(LocalId),
    /// What a function gives.
    Given,
    /// Something else.
    Other,
}

impl Body {
    /// Where the value of an expression has references.
    pub fn shape(&self, id: ExprId) -> &Shape {
        &self.expr(id).shape
    }

    /// The shape of what a method gives.
    fn shape_of_call(&self, receiver: ExprId, name: &str, arguments: &[ExprId], of_body: Receiver) -> Shape {
        match self.shape_of_method(receiver, name, arguments) {
            Shape::Plain if self.is_of_users(receiver, name) => {
                let mutable = self.is_handed_to_change(receiver, of_body)
                    || arguments.iter().any(|argument| self.hands_on(*argument));
                Shape::Given(mutable)
            }
            shape => shape,
        }
    }

    /// As [`Self::shape`], from the shapes of its parts.
    pub(super) fn find_shape(
        &self,
        id: ExprId,
        (receiver_of_body, itself): (Receiver, Option<&syn::Type>),
        asks: bool,
    ) -> Shape {
        match self.kind(id) {
            ExprKind::Local(local) => self.local(*local).shape.clone(),
            ExprKind::This => match receiver_of_body {
                Receiver::Ref => Shape::reference(false, of_type(itself)),
                Receiver::RefMut => Shape::reference(true, of_type(itself)),
                _ => of_type(itself),
            },
            ExprKind::None(path) if path.is_ident("None") => Shape::Option(Box::new(Shape::Open)),
            ExprKind::Field(base, Member::Unnamed(index)) => self.shape(*base).element(index.index as usize),
            ExprKind::Field(base, Member::Named(_)) if self.is_looked_at(*base, asks) => Shape::Plain,
            ExprKind::Field(base, Member::Named(_)) => self.shape(*base).field(),
            ExprKind::Struct { path, fields, base } => {
                let fields = fields.iter().map(|(_, field)| *field);
                let fields: Vec<ExprId> = match base {
                    Some(Base::Value(base)) => fields.chain([*base]).collect(),
                    _ => fields.collect(),
                };
                self.of_struct(path, &fields, itself, asks)
            }
            ExprKind::Call(Callee::Struct(path), fields) => self.of_struct(path, fields, itself, asks),
            ExprKind::Index(base, _) => self.shape(*base).held(),
            ExprKind::Slice { of, .. } => Shape::Slice(Box::new(self.shape(*of).held())),
            ExprKind::Deref(of) => match self.shape(*of) {
                Shape::Reference(_, to) => (**to).clone(),
                Shape::View(_, element) => Shape::Slice(element.clone()),
                // What it refers to, or a copy of that.
                Shape::Given(_) => Shape::Plain,
                of => of.clone(),
            },
            ExprKind::Borrow { mutable, of } => match self.shape(*of) {
                Shape::Slice(element) => Shape::View(*mutable, element.clone()),
                to => Shape::reference(*mutable, to.clone()),
            },
            ExprKind::Tuple(elements) => Shape::tuple(elements.iter().map(|it| self.shape(*it).clone()).collect()),
            ExprKind::Array(elements) => Shape::array(self.merged_shape(elements)),
            ExprKind::Repeat(element, _) => Shape::array(self.shape(*element).clone()),
            ExprKind::Some(value) | ExprKind::Renewed(Renewal::Mapped, _, Some(value)) => {
                Shape::option(self.shape(*value).clone())
            }
            ExprKind::Renewed(Renewal::Absent, ..) => Shape::Option(Box::new(Shape::Open)),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.tails(id, &mut tails);
                self.merged_shape(&tails)
            }
            ExprKind::Outcome { value, .. } | ExprKind::Renewed(Renewal::Failed, _, Some(value))
                if self.shape(*value).may_refer() =>
            {
                Shape::Given(self.shape(*value).may_mutate())
            }
            ExprKind::Try(of) => self.shape(*of).held(),
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => Shape::Open,
            ExprKind::Check { condition: None, .. } => Shape::Open,
            ExprKind::Call(Callee::Exchange(Exchange::Replace | Exchange::Take), arguments) => {
                match arguments.first().map(|place| self.shape(*place)) {
                    Some(Shape::Reference(true, of)) => (**of).clone(),
                    _ => Shape::Plain,
                }
            }
            ExprKind::Method { receiver, name, arguments, .. } => {
                if name == "shared" && self.is_context(*receiver) {
                    return Shape::reference(false, Shape::Plain);
                }
                self.shape_of_call(*receiver, &name.to_string(), arguments, receiver_of_body)
            }
            // It has what a function gave.
            ExprKind::Call(Callee::Joined(path, _), arguments)
                if is_reverse(path) && arguments.iter().any(|argument| self.shape(*argument).is_unknown()) =>
            {
                Shape::Given(false)
            }
            ExprKind::Call(callee, arguments) if callee.is_of_users() => {
                // What is handed values alone gives no references but slices of constants.
                match arguments.iter().any(|argument| self.shape(*argument).may_refer()) {
                    true => Shape::Given(arguments.iter().any(|argument| self.hands_on(*argument))),
                    false => Shape::Plain,
                }
            }
            _ => Shape::Plain,
        }
    }

    /// Whether a value came out of a function of the user's, and rustc is asked whether its fields are references: then it refuses that. Of
    /// what a function of a type gives, they may be some.
    pub fn is_looked_at(&self, base: ExprId, asks: bool) -> bool {
        asks && self.shape(base).pointee().is_unknown()
            && !self.is_of_borrowing(base)
            && match self.holder(base) {
                Holder::Variable(local) => match (&self.local(local).ty, self.local(local).origin) {
                    (Some(_), _) => false,
                    (None, Origin::Elsewhere) => false,
                    _ => !self.is_of_type(base),
                },
                Holder::Given => !self.is_of_type(base),
                Holder::Other => false,
            }
    }

    /// Whether a value comes from a function of a type, or from something that borrows, as far as the body shows: it may borrow, too.
    fn is_of_type(&self, id: ExprId) -> bool {
        if matches!(self.shape(id).pointee(), Shape::Borrows(_)) {
            return true;
        }
        match self.kind(id) {
            ExprKind::Call(Callee::Associated(_), _) => true,
            ExprKind::Local(local) => match (&self.local(*local).ty, self.local(*local).origin) {
                (None, Origin::Whole(value) | Origin::Part(value)) => self.is_of_type(value),
                _ => false,
            },
            ExprKind::Method { receiver: of, .. }
            | ExprKind::Field(of, _)
            | ExprKind::Index(of, _)
            | ExprKind::Deref(of)
            | ExprKind::Borrow { of, .. }
            | ExprKind::Some(of)
            | ExprKind::Repeat(of, _)
            | ExprKind::Try(of) => self.is_of_type(*of),
            ExprKind::Call(_, parts) | ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                parts.iter().any(|part| self.is_of_type(*part))
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && self.is_of_type(tail))
            }
            _ => false,
        }
    }

    /// Whether a place is a part of a struct that borrows, which is known.
    fn is_of_borrowing(&self, id: ExprId) -> bool {
        matches!(self.shape(id).pointee(), Shape::Borrows(_))
            || match self.kind(id) {
                ExprKind::Field(of, _) | ExprKind::Index(of, _) | ExprKind::Deref(of) | ExprKind::Borrow { of, .. } => {
                    self.is_of_borrowing(*of)
                }
                _ => false,
            }
    }

    /// The shape of a struct with these fields. What functions gave alone does not show that it borrows: rustc is asked whether it does.
    fn of_struct(&self, path: &syn::Path, fields: &[ExprId], itself: Option<&syn::Type>, asks: bool) -> Shape {
        let is_own = |name: String| path.is_ident("Self") || path.is_ident(&name);
        let own = match itself.and_then(last_name).is_some_and(is_own) {
            true => of_type(itself),
            false => Shape::of_type(&type_of_path(path.clone())),
        };
        let refers = fields.iter().any(|field| {
            let shape = self.shape(*field);
            let is_shown = shape.holds_reference() || shape.holds_borrowing();
            is_shown || shape.may_refer() && (!asks || self.is_of_type(*field))
        });
        match refers || own.holds_borrowing() {
            true => Shape::Borrows(fields.iter().any(|field| self.shape(*field).may_mutate()) || own.may_mutate()),
            false => Shape::Plain,
        }
    }

    /// What goes into something that borrows, and may be a slice of a constant, which no macro sees.
    pub fn kept_constants(&self, id: ExprId) -> Vec<ExprId> {
        let parts: Vec<ExprId> = match self.kind(id) {
            ExprKind::Struct { fields, .. } => fields.iter().map(|(_, field)| *field).collect(),
            ExprKind::Call(Callee::Struct(_), fields) => fields.clone(),
            ExprKind::Call(Callee::Associated(_), arguments) if self.shape(id).may_refer() => arguments.clone(),
            _ => Vec::new(),
        };
        parts.into_iter().filter(|part| self.may_be_constant(*part)).collect()
    }

    fn may_be_constant(&self, id: ExprId) -> bool {
        *self.shape(id) == Shape::Plain
            && match self.kind(id) {
                ExprKind::Call(callee, _) => callee.is_of_users(),
                ExprKind::Local(local) => match (&self.local(*local).ty, self.local(*local).origin) {
                    (None, Origin::Whole(value)) => self.may_be_constant(value),
                    _ => false,
                },
                _ => false,
            }
    }

    /// Whether this makes a struct of what functions of the user's gave, and rustc is asked whether that borrows: then it refuses that.
    pub fn is_made_of_given(&self, id: ExprId) -> bool {
        *self.shape(id) == Shape::Plain
            && match self.kind(id) {
                ExprKind::Struct { fields, base, .. } => {
                    let base = match base {
                        Some(Base::Value(base)) => Some(base),
                        _ => None,
                    };
                    fields.iter().map(|(_, field)| field).chain(base).any(|field| self.shape(*field).may_refer())
                }
                ExprKind::Call(Callee::Struct(_), fields) => fields.iter().any(|field| self.shape(*field).may_refer()),
                _ => false,
            }
    }

    /// Whether an expression chooses among references to what may be arrays, and no slices are made of them.
    pub fn chooses_references(&self, id: ExprId) -> bool {
        let to_values = Shape::reference(false, Shape::Plain);
        let is_choice = matches!(self.kind(id), ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..));
        if !is_choice || *self.shape(id) != to_values {
            return false;
        }
        let mut tails = Vec::new();
        self.tails(id, &mut tails);
        let is_meant = |tail: &ExprId| *self.shape(*tail) == to_values && self.expr(*tail).viewed.is_none();
        tails.len() > 1 && tails.iter().all(is_meant)
    }

    /// What has the field of a value.
    pub fn holder(&self, id: ExprId) -> Holder {
        match self.kind(id) {
            ExprKind::Local(local) => Holder::Variable(*local),
            ExprKind::Field(of, _) | ExprKind::Index(of, _) | ExprKind::Deref(of) | ExprKind::Borrow { of, .. } => {
                match self.holder(*of) {
                    Holder::Given => Holder::Other,
                    holder => holder,
                }
            }
            ExprKind::Call(..) | ExprKind::Method { .. } => Holder::Given,
            _ => Holder::Other,
        }
    }

    /// Whether a method may be one of the user's, whose result is not seen here.
    fn is_of_users(&self, receiver: ExprId, name: &str) -> bool {
        let is_other = name == "clone" || methods::is_of_values(name);
        !is_other && !self.is_context(receiver) && !self.is_of_elements(receiver)
    }

    /// Whether a function may get a `&mut` by an argument, and give it on.
    fn hands_on(&self, argument: ExprId) -> bool {
        match self.kind(argument) {
            ExprKind::Local(local) => self.may_be_mutable(*local) || self.shape(argument).may_mutate(),
            _ => self.shape(argument).may_mutate(),
        }
    }

    /// Whether a method may change what it is called on, and give a `&mut` to a part of that.
    fn is_handed_to_change(&self, called_on: ExprId, receiver: Receiver) -> bool {
        let shape = self.shape(called_on);
        match self.root(called_on) {
            _ if shape.may_mutate() => true,
            _ if shape.is_reference() || shape.is_view() => false,
            Some(Root::This) => !matches!(receiver, Receiver::Ref | Receiver::Value { mutable: false }),
            Some(Root::Local(local)) if self.is_place(called_on) => self.can_change(local),
            _ => !matches!(self.kind(called_on), ExprKind::Literal(_) | ExprKind::Item(_)),
        }
    }

    /// The values of a choice that keep references where others have copies.
    pub(super) fn tails_beside_copies(&self, id: ExprId) -> Vec<ExprId> {
        let is_choice = matches!(
            self.kind(id),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..)
        );
        let mut tails = Vec::new();
        if is_choice && *self.shape(id) == Shape::Plain {
            self.tails(id, &mut tails);
            tails.retain(|tail| self.shape(*tail).holds_reference() && !self.shape(*tail).is_reference());
        }
        tails
    }

    fn merged_shape(&self, ids: &[ExprId]) -> Shape {
        let shapes = ids.iter().map(|id| self.shape(*id).clone());
        let all = shapes.fold(Shape::Open, Shape::merged);
        if all == Shape::Open { Shape::Plain } else { all }
    }

    /// What methods of the library give, of what keeps references; a clone of a reference to a reference is one.
    fn shape_of_method(&self, receiver: ExprId, name: &str, arguments: &[ExprId]) -> Shape {
        let own = self.shape(receiver);
        if name == "clone" && arguments.is_empty() {
            return match own {
                Shape::Reference(_, of) => (**of).clone(),
                own => own.clone(),
            };
        }
        let view = |mutable| Shape::View(mutable, Box::new(own.held()));
        match (own.pointee(), name) {
            (_, "split_at") if arguments.len() == 1 => Shape::Tuple(vec![view(false), view(false)]),
            (_, "split_at_mut") if arguments.len() == 1 => Shape::Tuple(vec![view(true), view(true)]),
            (_, "as_slice") if arguments.is_empty() => view(false),
            (_, "as_mut_slice") if arguments.is_empty() => view(true),
            (_, "get_mut") if arguments.len() == 1 => Shape::option(Shape::reference(true, own.held())),
            (_, "first_mut" | "last_mut" | "as_mut") if arguments.is_empty() => {
                Shape::option(Shape::reference(true, own.held()))
            }
            (_, "split_first" | "split_last") if arguments.is_empty() => {
                let first = Shape::reference(false, own.held());
                Shape::option(Shape::Tuple(vec![first, view(false)]))
            }
            (_, "split_first_mut" | "split_last_mut") if arguments.is_empty() => {
                let first = Shape::reference(true, own.held());
                Shape::option(Shape::Tuple(vec![first, view(true)]))
            }
            (_, "split_at_checked") if arguments.len() == 1 => {
                Shape::option(Shape::Tuple(vec![view(false), view(false)]))
            }
            (_, "strip_prefix" | "strip_suffix") if arguments.len() == 1 => Shape::option(view(false)),
            (_, "as_flattened" | "as_flattened_mut") if arguments.is_empty() => {
                Shape::View(name == "as_flattened_mut", Box::new(own.held().held()))
            }
            (Shape::Option(of), "unzip") if arguments.is_empty() => match &**of {
                Shape::Tuple(parts) => Shape::tuple(parts.iter().cloned().map(Shape::option).collect()),
                _ => Shape::Plain,
            },
            (Shape::View(_, of) | Shape::Slice(of), "get" | "first" | "last") if **of != Shape::Plain => {
                match of.is_reference() {
                    true => Shape::option(Shape::reference(false, (**of).clone())),
                    false => Shape::option((**of).clone()),
                }
            }
            (Shape::Given(mutable), _) if is_part_giver(name) => Shape::Given(*mutable),
            (own, "ok_or") if arguments.len() == 1 => {
                let both = Shape::tuple(vec![own.held(), self.shape(arguments[0]).clone()]);
                if both.may_refer() { Shape::Given(both.may_mutate()) } else { Shape::Plain }
            }
            (Shape::Option(of), "unwrap" | "expect" | "unwrap_or" | "flatten") => (**of).clone(),
            (Shape::Option(of), "as_ref") if **of != Shape::Open => own.pointee().clone(),
            (of, "zip") if arguments.len() == 1 => match (of.held(), self.shape(arguments[0]).held()) {
                (Shape::Plain, Shape::Plain) => Shape::Plain,
                (value, other) => Shape::option(Shape::tuple(vec![value, other])),
            },
            (own @ Shape::Option(_), "take" | "replace") => own.clone(),
            (own @ Shape::Option(_), "or" | "xor") => match arguments.first() {
                Some(other) => own.clone().merged(self.shape(*other).clone()),
                None => Shape::Plain,
            },
            (_, "and") if arguments.len() == 1 => match self.shape(arguments[0]) {
                other @ (Shape::Option(_) | Shape::Given(_)) => other.clone(),
                _ => Shape::Plain,
            },
            (Shape::Option(of), "copied" | "cloned") => match &**of {
                Shape::Reference(_, to) => Shape::option((**to).clone()),
                _ => own.clone(),
            },
            (own @ (Shape::Tuple(_) | Shape::Array(_) | Shape::Option(_)), "max" | "min" | "clamp") => own.clone(),
            // C++ gives a copy of the element, and has no references to references.
            (Shape::Array(of), "get" | "first" | "last") if of.is_reference() => {
                Shape::option(Shape::reference(false, (**of).clone()))
            }
            (Shape::Array(of), "get" | "first" | "last") => Shape::option((**of).clone()),
            (_, "get" | "first" | "last") if self.is_of_elements(receiver) => {
                Shape::option(Shape::reference(false, Shape::Plain))
            }
            _ => Shape::Plain,
        }
    }

    /// Whether a place is what a reference refers to that may be pointed elsewhere: finding it reads a variable.
    pub(super) fn is_pointed_to(&self, id: ExprId) -> bool {
        self.shape(id).is_reference()
            && match self.kind(id) {
                ExprKind::Local(local) => self.local(*local).mutable,
                ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Deref(_) => match self.root(id) {
                    Some(Root::Local(local)) => self.local(local).mutable || self.may_be_mutable(local),
                    _ => true,
                },
                _ => false,
            }
    }
}

/// That of the type of an impl.
fn of_type(itself: Option<&syn::Type>) -> Shape {
    itself.map(Shape::of_type).unwrap_or_default()
}

/// Whether a method of `Option` or `Result` gives a part of what it is called on, or that again.
pub fn is_part_giver(name: &str) -> bool {
    gives_content(name) || matches!(name, "or" | "xor" | "and" | "take" | "replace" | "ok_or" | "ok" | "flatten")
}

/// Whether a method gives what an `Option` or a `Result` holds.
pub fn gives_content(name: &str) -> bool {
    matches!(name, "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default")
}
