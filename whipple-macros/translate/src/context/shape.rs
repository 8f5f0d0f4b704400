//! Where values have references. One in a tuple, an array or an `Option` is kept, and C++ has it as such.

use super::{option, result, strip_type};
use crate::piece::has_lifetime;
use syn::Type;

/// Where a value has references.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Nowhere: it has none, or copies of constants stand for them.
    #[default]
    Plain,
    /// Of any type: what a `None` holds, what never ends.
    Open,
    /// It came out of a function of the user's, or is a part of what did: C++ knows where it has references. Whether `&mut` may be among them.
    Given(bool),
    /// It is a struct that borrows: C++ knows which of its fields have references. Whether `&mut` may be among them.
    Borrows(bool),
    /// It is one: `&mut` or not, and what it refers to.
    Reference(bool, Box<Shape>),
    /// In the elements of a tuple.
    Tuple(Vec<Shape>),
    /// In the elements of an array.
    Array(Box<Shape>),
    /// In what an `Option` holds.
    Option(Box<Shape>),
    /// It is a reference to a slice, by its start and its length: `&mut` or not, and that of its elements.
    View(bool, Box<Shape>),
    /// It is a slice itself, as `values[1..3]` or what a reference to a slice refers to: that of its elements.
    Slice(Box<Shape>),
}

impl Shape {
    /// That of a reference.
    pub fn reference(mutable: bool, to: Shape) -> Self {
        Self::Reference(mutable, Box::new(to))
    }

    /// That of a tuple.
    pub fn tuple(elements: Vec<Shape>) -> Self {
        if elements.iter().all(|element| *element == Self::Plain) { Self::Plain } else { Self::Tuple(elements) }
    }

    /// That of an array.
    pub fn array(element: Shape) -> Self {
        if element == Self::Plain { Self::Plain } else { Self::Array(Box::new(element)) }
    }

    /// That of an `Option`.
    pub fn option(value: Shape) -> Self {
        if value == Self::Plain { Self::Plain } else { Self::Option(Box::new(value)) }
    }

    /// That of a type, as it is written.
    pub fn of_type(ty: &Type) -> Self {
        match strip_type(ty) {
            Type::Reference(reference) => {
                let mutable = reference.mutability.is_some();
                match Self::of_type(&reference.elem) {
                    Self::Slice(element) => Self::View(mutable, element),
                    to => Self::reference(mutable, to),
                }
            }
            Type::Slice(slice) => Self::Slice(Box::new(Self::of_type(&slice.elem))),
            Type::Tuple(tuple) => Self::tuple(tuple.elems.iter().map(Self::of_type).collect()),
            Type::Array(array) => Self::array(Self::of_type(&array.elem)),
            Type::Path(path) if let Some((value, error)) = result(&path.path) => {
                let both = Self::tuple(vec![Self::of_type(value), Self::of_type(error)]);
                if both.may_refer() { Self::Given(both.may_mutate()) } else { Self::Plain }
            }
            ty @ Type::Path(path) => match option(&path.path) {
                Some(value) => Self::option(Self::of_type(value)),
                None if has_lifetime(ty) => Self::Borrows(true),
                None => Self::Plain,
            },
            _ => Self::Plain,
        }
    }

    /// Whether it is a reference.
    pub fn is_reference(&self) -> bool {
        matches!(self, Self::Reference(..))
    }

    /// Whether it is a reference to a slice.
    pub fn is_view(&self) -> bool {
        matches!(self, Self::View(..))
    }

    /// Whether there is a reference anywhere.
    pub fn holds_reference(&self) -> bool {
        self.any(&|shape| matches!(shape, Self::Reference(..) | Self::View(..)))
    }

    /// Whether there is a `&mut` anywhere.
    pub fn holds_mutable(&self) -> bool {
        self.any(&|shape| matches!(shape, Self::Reference(true, _) | Self::View(true, _)))
    }

    /// Whether there is a reference to a slice anywhere.
    pub fn holds_view(&self) -> bool {
        self.any(&|shape| matches!(shape, Self::View(..)))
    }

    /// Whether there is a reference anywhere, or may be one.
    pub fn may_refer(&self) -> bool {
        self.any(&|shape| matches!(shape, Self::Reference(..) | Self::View(..) | Self::Given(_) | Self::Borrows(_)))
    }

    /// Whether there is a `&mut` anywhere, or may be one.
    pub fn may_mutate(&self) -> bool {
        self.any(&|shape| {
            matches!(shape, Self::Reference(true, _) | Self::View(true, _) | Self::Given(true) | Self::Borrows(true))
        })
    }

    /// Whether there is a struct that borrows anywhere.
    pub fn holds_borrowing(&self) -> bool {
        self.any(&|shape| matches!(shape, Self::Borrows(_)))
    }

    /// Whether only C++ knows if it is a reference.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Given(_))
    }

    fn any(&self, is_meant: &impl Fn(&Self) -> bool) -> bool {
        is_meant(self)
            || match self {
                Self::Plain | Self::Open | Self::Given(_) | Self::Borrows(_) => false,
                Self::Tuple(elements) => elements.iter().any(|element| element.any(is_meant)),
                Self::Reference(_, of) | Self::View(_, of) => of.any(is_meant),
                Self::Array(of) | Self::Option(of) | Self::Slice(of) => of.any(is_meant),
            }
    }

    /// The shape of what methods are called on: behind references, and of a slice that of its elements.
    pub fn inner(&self) -> &Self {
        match self.pointee() {
            Self::View(_, of) | Self::Slice(of) => of,
            of => of,
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
            Self::Given(mutable) | Self::Borrows(mutable) => Self::Given(*mutable),
            _ => Self::Plain,
        }
    }

    /// That of a field with a name, behind references.
    pub fn field(&self) -> Self {
        match self.pointee() {
            Self::Given(mutable) | Self::Borrows(mutable) => Self::Given(*mutable),
            _ => Self::Plain,
        }
    }

    /// That of an element of an array or a slice, or of what an `Option` or a `Result` holds, behind references.
    pub fn held(&self) -> Self {
        match self.pointee() {
            Self::Array(of) | Self::Option(of) | Self::View(_, of) | Self::Slice(of) => (**of).clone(),
            Self::Given(mutable) => Self::Given(*mutable),
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
            (Self::View(a, x), Self::View(b, y)) => Self::View(a && b, Box::new(x.merged(*y))),
            // One is an array of which Rust makes a slice.
            (Self::View(a, x), Self::Reference(b, y)) | (Self::Reference(b, y), Self::View(a, x)) => {
                Self::View(a && b, Box::new(x.merged(y.held())))
            }
            (Self::Array(a), Self::Array(b)) => Self::array(a.merged(*b)),
            (Self::Option(a), Self::Option(b)) => Self::option(a.merged(*b)),
            (Self::Given(a), Self::Given(b)) => Self::Given(a || b),
            (Self::Borrows(a), Self::Given(b) | Self::Borrows(b)) | (Self::Given(a), Self::Borrows(b)) => {
                Self::Borrows(a || b)
            }
            (Self::Borrows(mutable), Self::Plain) | (Self::Plain, Self::Borrows(mutable)) => Self::Borrows(mutable),
            // One shows what the other is, too.
            (Self::Given(mutable), shape) | (shape, Self::Given(mutable)) => match shape.holds_reference() {
                true => shape,
                false => Self::Given(mutable),
            },
            _ => Self::Plain,
        }
    }

    /// Whether a place of this shape can take a value: copies never become references, and references to what changes no copies.
    pub fn takes(&self, value: &Self) -> bool {
        match (self, value) {
            (_, Self::Open) | (Self::Given(_), _) => true,
            (_, Self::Given(_)) => true,
            (Self::Reference(_, to), Self::Reference(_, of)) => to.takes(of),
            (Self::View(_, to), Self::View(_, of)) => to.takes(of),
            (Self::View(_, to), Self::Reference(_, of)) => to.takes(&of.held()),
            (Self::Tuple(places), Self::Tuple(values)) => {
                places.len() == values.len() && places.iter().zip(values).all(|(place, value)| place.takes(value))
            }
            (Self::Array(place), Self::Array(value)) | (Self::Option(place), Self::Option(value)) => place.takes(value),
            (place, value) => !place.holds_reference() && !value.holds_mutable() && !value.holds_view(),
        }
    }
}
