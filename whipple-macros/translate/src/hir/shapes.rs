//! Where values have references, as far as the body shows: a reference in a tuple, an array or an `Option` is kept, and C++ has it as
//! such.

use super::{Body, Callee, ExprId, ExprKind, Root};
use crate::{
    body::{Receiver, option, strip_type},
    exchange::Exchange,
};
use syn::{Member, Type};

/// Where a value has references.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Nowhere: it has none, or it came out of a function, and copies stand for them.
    #[default]
    Plain,
    /// Of any type: what a `None` holds, what never ends.
    Open,
    /// It is one: `&mut` or not, and what it refers to.
    Reference(bool, Box<Shape>),
    /// In the elements of a tuple.
    Tuple(Vec<Shape>),
    /// In the elements of an array.
    Array(Box<Shape>),
    /// In what an `Option` holds.
    Option(Box<Shape>),
}

impl Shape {
    /// That of a reference.
    pub fn reference(mutable: bool, to: Shape) -> Self {
        Self::Reference(mutable, Box::new(to))
    }

    fn tuple(elements: Vec<Shape>) -> Self {
        if elements.iter().all(|element| *element == Self::Plain) { Self::Plain } else { Self::Tuple(elements) }
    }

    fn array(element: Shape) -> Self {
        if element == Self::Plain { Self::Plain } else { Self::Array(Box::new(element)) }
    }

    fn option(value: Shape) -> Self {
        if value == Self::Plain { Self::Plain } else { Self::Option(Box::new(value)) }
    }

    /// That of a type, as it is written.
    pub fn of_type(ty: &Type) -> Self {
        match strip_type(ty) {
            Type::Reference(reference) => {
                Self::reference(reference.mutability.is_some(), Self::of_type(&reference.elem))
            }
            Type::Tuple(tuple) => Self::tuple(tuple.elems.iter().map(Self::of_type).collect()),
            Type::Array(array) => Self::array(Self::of_type(&array.elem)),
            Type::Path(path) => option(&path.path).map_or(Self::Plain, |value| Self::option(Self::of_type(value))),
            _ => Self::Plain,
        }
    }

    /// Whether it is a reference.
    pub fn is_reference(&self) -> bool {
        matches!(self, Self::Reference(..))
    }

    /// Whether there is a reference anywhere.
    pub fn holds_reference(&self) -> bool {
        self.any(&|_| true)
    }

    /// Whether there is a `&mut` anywhere.
    pub fn holds_mutable(&self) -> bool {
        self.any(&|mutable| mutable)
    }

    fn any(&self, is_meant: &impl Fn(bool) -> bool) -> bool {
        match self {
            Self::Plain | Self::Open => false,
            Self::Reference(mutable, to) => is_meant(*mutable) || to.any(is_meant),
            Self::Tuple(elements) => elements.iter().any(|element| element.any(is_meant)),
            Self::Array(of) | Self::Option(of) => of.any(is_meant),
        }
    }

    /// That of what a reference refers to, whatever is in between; of other values their own.
    pub fn pointee(&self) -> &Self {
        let mut shape = self;
        while let Self::Reference(_, to) = shape {
            shape = to;
        }
        shape
    }

    /// That of an element of a tuple, behind references.
    pub fn element(&self, index: usize) -> Self {
        match self.pointee() {
            Self::Tuple(elements) => elements.get(index).cloned().unwrap_or_default(),
            _ => Self::Plain,
        }
    }

    /// That of an element of an array or of what an `Option` holds, behind references.
    pub fn held(&self) -> Self {
        match self.pointee() {
            Self::Array(of) | Self::Option(of) => (**of).clone(),
            _ => Self::Plain,
        }
    }

    /// That of a value that comes from one of two branches.
    pub fn merged(self, other: Self) -> Self {
        match (self, other) {
            (Self::Open, shape) | (shape, Self::Open) => shape,
            (Self::Reference(a, x), Self::Reference(b, y)) => Self::reference(a && b, x.merged(*y)),
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                Self::tuple(a.into_iter().zip(b).map(|(a, b)| a.merged(b)).collect())
            }
            (Self::Array(a), Self::Array(b)) => Self::array(a.merged(*b)),
            (Self::Option(a), Self::Option(b)) => Self::option(a.merged(*b)),
            _ => Self::Plain,
        }
    }

    /// Whether a place of this shape can take a value: copies never become references, and references to what changes no copies.
    pub fn takes(&self, value: &Self) -> bool {
        match (self, value) {
            (_, Self::Open) => true,
            (Self::Reference(_, to), Self::Reference(_, of)) => to.takes(of),
            (Self::Tuple(places), Self::Tuple(values)) => {
                places.len() == values.len() && places.iter().zip(values).all(|(place, value)| place.takes(value))
            }
            (Self::Array(place), Self::Array(value)) | (Self::Option(place), Self::Option(value)) => place.takes(value),
            (place, value) => !place.holds_reference() && !value.holds_mutable(),
        }
    }
}

impl Body {
    /// Where the value of an expression has references.
    pub fn shape(&self, id: ExprId) -> &Shape {
        &self.expr(id).shape
    }

    /// As [`Self::shape`], from the shapes of its parts.
    pub(super) fn find_shape(&self, id: ExprId, receiver: Receiver) -> Shape {
        match self.kind(id) {
            ExprKind::Local(local) => self.local(*local).shape.clone(),
            ExprKind::This => match receiver {
                Receiver::Ref => Shape::reference(false, Shape::Plain),
                Receiver::RefMut => Shape::reference(true, Shape::Plain),
                _ => Shape::Plain,
            },
            ExprKind::None(path) if path.is_ident("None") => Shape::Option(Box::new(Shape::Open)),
            ExprKind::Field(base, Member::Unnamed(index)) => self.shape(*base).element(index.index as usize),
            ExprKind::Index(base, _) => self.shape(*base).held(),
            ExprKind::Deref(of) => match self.shape(*of) {
                Shape::Reference(_, to) => (**to).clone(),
                _ => Shape::Plain,
            },
            ExprKind::Borrow { mutable, of } => Shape::reference(*mutable, self.shape(*of).clone()),
            ExprKind::Tuple(elements) => Shape::tuple(elements.iter().map(|it| self.shape(*it).clone()).collect()),
            ExprKind::Array(elements) => Shape::array(self.merged_shape(elements)),
            ExprKind::Repeat(element, _) => Shape::array(self.shape(*element).clone()),
            ExprKind::Some(value) => Shape::option(self.shape(*value).clone()),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.tails(id, &mut tails);
                self.merged_shape(&tails)
            }
            ExprKind::Try(of) => self.shape(*of).held(),
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => Shape::Open,
            ExprKind::Check { condition: None, .. } => Shape::Open,
            ExprKind::Call(Callee::Exchange(Exchange::Replace), arguments) => match arguments.first() {
                Some(place) => match self.shape(*place) {
                    Shape::Reference(true, of) => (**of).clone(),
                    _ => Shape::Plain,
                },
                None => Shape::Plain,
            },
            ExprKind::Method { receiver, name, arguments, .. } => {
                if name == "shared" && self.is_context(*receiver) {
                    return Shape::reference(false, Shape::Plain);
                }
                self.shape_of_method(*receiver, &name.to_string(), arguments)
            }
            _ => Shape::Plain,
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
        match (own.pointee(), name) {
            (Shape::Option(of), "unwrap" | "expect" | "unwrap_or") => (**of).clone(),
            (own @ Shape::Option(_), "take" | "replace") => own.clone(),
            (own @ Shape::Option(_), "or" | "xor") => match arguments.first() {
                Some(other) => own.clone().merged(self.shape(*other).clone()),
                None => Shape::Plain,
            },
            (Shape::Option(_), "and") => arguments.first().map(|other| self.shape(*other).clone()).unwrap_or_default(),
            (Shape::Option(of), "copied" | "cloned") => match &**of {
                Shape::Reference(_, to) => Shape::option((**to).clone()),
                _ => Shape::Plain,
            },
            (own @ (Shape::Tuple(_) | Shape::Array(_) | Shape::Option(_)), "max" | "min" | "clamp") => own.clone(),
            (Shape::Array(of), "get" | "first" | "last") => Shape::option(Shape::reference(false, (**of).clone())),
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
