//! What expressions are made of beside expressions: patterns, ranges, callees, places that are assigned to together.

use super::{ExprId, LocalId, Shape};
use crate::{conversion::Conversion, exchange::Exchange};
use proc_macro2::Span;
use syn::{Ident, Member, Path};

/// The places on the left of an assignment that takes a value apart.
#[derive(Clone, Debug)]
pub enum Parts {
    /// `_`
    Nothing,
    /// A place.
    Place(ExprId),
    /// The elements of a tuple or the fields of a struct, by name; those that `..` stands for are left out. The path is the struct's.
    Fields(Option<Path>, Vec<(Member, Parts)>),
    /// The elements of an array, by index.
    Elements(Vec<(usize, Parts)>),
}

/// What the other fields of a struct literal are copied from.
#[derive(Clone, Debug)]
pub enum Base {
    /// A value of the type.
    Value(ExprId),
    /// `Default::default()`.
    Default,
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function, with its generic arguments.
    Function(Path),
    /// `Type::name`, an associated function or a method.
    Associated(Path),
    /// A struct with unnamed fields.
    Struct(Path),
    /// A struct of the library with type parameters, and its fields in the order of the arguments. A base is one more argument.
    Joined(Path, Vec<Member>),
    /// A variant with unnamed fields.
    Variant(Path),
    /// `vec2`, `ivec3` and the like, which make a vector of glam's.
    Vector(String),
    /// A function of a primitive type: `f32`, `from_bits`.
    Primitive(String, String),
    /// A function of `std::mem`.
    Exchange(Exchange),
    /// `size_of` or `align_of`, with the path that rustc evaluates, and of which type.
    Measured(Path, Box<syn::Type>),
    /// `Default::default`, of a type that rustc finds.
    Default,
    /// A conversion into a type that rustc finds.
    Converted(Conversion),
    /// A function, or a constant, that a type of the library has by a trait.
    Foreign(Box<Foreign>),
    /// A parameter that is a function.
    Parameter(LocalId),
    /// A range as a value; whether its end belongs to it.
    Ranged(bool),
    /// What gives the items of an array, of an option or of an iterator of the user's by `next`.
    Pulled,
    /// The iterator that a function gives, made of a closure that gives the next item.
    Items,
}

impl Callee {
    /// Whether it is a function of the user's.
    pub fn is_of_users(&self) -> bool {
        match self {
            Self::Function(_) | Self::Associated(_) => true,
            Self::Foreign(foreign) => !foreign.is_constant,
            _ => false,
        }
    }
}

/// `<Type as Trait>::name` of a type of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// The trait.
    pub of_trait: Path,
    /// The type.
    pub ty: syn::Type,
    /// The name.
    pub name: Ident,
    /// Whether it is a constant.
    pub is_constant: bool,
}

/// What is made of an `Option` or a `Result`. The body does not show which of both it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewal {
    /// `Some` or `Ok` of another value.
    Mapped,
    /// The `None`, or the `Err` with its error, for another type of values.
    Absent,
    /// The value as `Ok`, for another type of errors.
    Succeeded,
    /// `Err` of another error.
    Failed,
    /// What `Err(error)?` leaves the function with, of the error alone.
    Left,
    /// The same of a closure.
    Raised,
}

/// What a `for` loop goes over.
#[derive(Clone, Debug)]
pub enum Iterated {
    /// A range.
    Range(Range),
    /// The elements of an array.
    Array {
        /// The array.
        array: ExprId,
        /// Whether and how the elements are borrowed.
        by: By,
        /// Whether from the last to the first.
        reversed: bool,
        /// Whether with their indices.
        enumerated: bool,
    },
}

/// A range of numbers, and what is made of it.
#[derive(Clone, Debug)]
pub enum Range {
    /// `start..end`, `start..=end`
    Plain {
        /// The first number.
        start: ExprId,
        /// The last one, or the one after it.
        end: ExprId,
        /// Whether `end` belongs to it.
        closed: bool,
    },
    /// `range.rev()`
    Reversed(Box<Range>),
    /// `range.step_by(step)`
    Stepped(Box<Range>, ExprId),
}

/// How a loop gives the elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// As values, of an array that is taken; as references, of one that is a reference already.
    Value,
    /// As copies, by `copied`.
    Copy,
    /// As clones, by `cloned`.
    Clone,
    /// By `&`.
    Reference,
    /// By `&mut`.
    Mutable,
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// Where the user wrote it.
    pub span: Span,
}

/// What a pattern is.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// `_`, and what binds nothing and always matches.
    Wild,
    /// A new variable for the whole, and what else must match.
    Bind(LocalId, Option<Box<Pat>>),
    /// What must be equal: a literal, a constant; or a variant without fields, alone or as `Owner::Name {}`.
    Equal(ExprId),
    /// Numbers between two ends.
    Range {
        /// The first number.
        start: Option<ExprId>,
        /// The last one, or the one after it.
        end: Option<ExprId>,
        /// Whether `end` belongs to it.
        closed: bool,
    },
    /// `None`
    None,
    /// `Some(pattern)`; of a method that is given functions, `Ok(pattern)`, too.
    Some(Box<Pat>),
    /// `Ok(pattern)`, or else `Err(pattern)`.
    Outcome(bool, Box<Pat>),
    /// `Owner::Name(patterns)`, `Owner::Name { field: pattern }`
    Variant(Path, Vec<(Member, Pat)>),
    /// `Name(patterns)`, `Name { field: pattern }`; a struct's.
    Struct(Vec<(Member, Pat)>),
    /// `(patterns)`; and whether all elements are there.
    Tuple(Vec<(At, Pat)>, bool),
    /// `[patterns]`; and whether all elements are there.
    Array(Vec<(At, Pat)>, bool),
    /// `one | other`. All bind the same variables.
    Or(Vec<Pat>),
    /// `&pattern`
    Deref(Box<Pat>),
}

/// Which part of a tuple or an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// The element of this index.
    Start(usize),
    /// An element behind `..`: so many stand after it.
    End(usize),
    /// All but so many at the start and at the end: `rest @ ..`.
    Rest(usize, usize),
}

impl At {
    /// Where an element of a tuple has references.
    pub fn shape_in(self, tuple: &Shape) -> Shape {
        match (self, tuple) {
            (Self::Start(index), _) => tuple.element(index),
            (Self::End(after), Shape::Tuple(elements)) => {
                elements.len().checked_sub(after + 1).map(|index| tuple.element(index)).unwrap_or_default()
            }
            (Self::End(_), Shape::Given(mutable)) => Shape::Given(*mutable),
            _ => Shape::Plain,
        }
    }
}

/// What the type that a method is called on is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// An iterator of the user's.
    Iterator,
    /// An `Option` or a `Result`.
    Option,
    /// An array.
    Array,
}
