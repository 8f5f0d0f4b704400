//! Classes of expressions that have the same type, by union and find.

use crate::{context, names};
use syn::Type;

/// What is known of a class.
#[derive(Clone, Debug)]
pub enum Known {
    /// A primitive type by name.
    Primitive(String),
    /// That of a float literal: f32 or f64.
    Float,
    /// An array of a class.
    Array(usize),
    /// A `Result`: the classes of its value and of its error.
    Outcome(usize, usize),
    /// A tuple of classes. An `Option` counts as one of one element, and a `Joined` as one of its fields.
    Tuple(Vec<usize>),
    /// Some other type.
    Other,
}

/// A forest of classes.
#[derive(Debug, Default)]
pub struct Classes {
    parents: Vec<usize>,
    known: Vec<Option<Known>>,
    /// Whether all that is in a class is made of literals, as far as the walk sees.
    open: Vec<bool>,
    /// Whether something in a class is cast to f64.
    widened: Vec<bool>,
}

impl Classes {
    /// A class of which nothing is known.
    pub fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.known.push(None);
        self.open.push(false);
        self.widened.push(false);
        self.parents.len() - 1
    }

    /// A class of which nothing is known but by what joins it.
    pub fn open(&mut self) -> usize {
        let class = self.fresh();
        self.open[class] = true;
        class
    }

    /// A new class of a float literal.
    pub fn float(&mut self) -> usize {
        let class = self.open();
        self.known[class] = Some(Known::Float);
        class
    }

    /// A new class of a known type.
    pub fn with(&mut self, known: Known) -> usize {
        let class = self.fresh();
        self.known[class] = Some(known);
        class
    }

    /// A new class of a primitive type.
    pub fn primitive(&mut self, name: &str) -> usize {
        self.with(Known::Primitive(name.to_owned()))
    }

    /// The class of a declared type; references count as what they point to.
    pub fn declared(&mut self, ty: &Type) -> usize {
        match ty {
            Type::Paren(inner) => self.declared(&inner.elem),
            Type::Group(inner) => self.declared(&inner.elem),
            Type::Reference(reference) => self.declared(&reference.elem),
            Type::Array(array) => {
                let element = self.declared(&array.elem);
                self.with(Known::Array(element))
            }
            Type::Slice(slice) => {
                let element = self.declared(&slice.elem);
                self.with(Known::Array(element))
            }
            Type::Tuple(tuple) => {
                let elements = tuple.elems.iter().map(|element| self.declared(element)).collect();
                self.with(Known::Tuple(elements))
            }
            Type::Path(path) if let Some(value) = context::option(&path.path) => {
                let value = self.declared(value);
                self.with(Known::Tuple(vec![value]))
            }
            Type::Path(path) if let Some((value, error)) = context::result(&path.path) => {
                let (value, error) = (self.declared(value), self.declared(error));
                self.with(Known::Outcome(value, error))
            }
            Type::Path(path) if let Some(fields) = context::field_types(&path.path) => {
                let fields = fields.into_iter().map(|field| self.declared(field)).collect();
                self.with(Known::Tuple(fields))
            }
            Type::Path(path) => match path.path.get_ident().map(ToString::to_string) {
                Some(name) if names::is_primitive(&name) => self.primitive(&name),
                _ => self.with(Known::Other),
            },
            _ => self.fresh(),
        }
    }

    /// Says that a class meets something whose type the walk does not see.
    pub fn close(&mut self, class: usize) {
        let root = self.find(class);
        self.open[root] = false;
    }

    /// Says that a class is cast to f64.
    pub fn widen(&mut self, class: usize) {
        let root = self.find(class);
        self.widened[root] = true;
    }

    /// Whether all that is in a class is made of literals, so that Rust's own types of these are meant.
    pub fn is_open(&mut self, class: usize) -> bool {
        let root = self.find(class);
        self.open[root]
    }

    /// Whether rustc knows the type in a class from elsewhere than literals, and the walk does not see it.
    pub fn is_hidden(&mut self, class: usize) -> bool {
        let root = self.find(class);
        match self.known[root] {
            None => !self.open[root],
            Some(Known::Other) => true,
            _ => false,
        }
    }

    /// The type of the floats in a class, if it is seen.
    pub fn width(&mut self, class: usize) -> Option<&'static str> {
        let root = self.find(class);
        match &self.known[root] {
            Some(Known::Primitive(name)) if name == "f64" => Some("f64"),
            Some(Known::Primitive(_)) => Some("f32"),
            // Literals only, for an f64: Rust's default.
            _ if self.widened[root] && self.open[root] => Some("f64"),
            _ => None,
        }
    }

    /// The name of a class that is a primitive type.
    pub fn number(&mut self, class: usize) -> Option<String> {
        match self.known(class)? {
            Known::Primitive(name) => Some(name),
            Known::Float => Some(self.width(class).unwrap_or("f32").to_owned()),
            _ => None,
        }
    }

    /// What is known of a class.
    pub fn known(&mut self, class: usize) -> Option<Known> {
        let root = self.find(class);
        self.known[root].clone()
    }

    fn find(&mut self, class: usize) -> usize {
        let mut root = class;
        while self.parents[root] != root {
            root = self.parents[root];
        }
        self.parents[class] = root;
        root
    }

    /// Makes two classes one. Where they contradict each other, rustc will say so.
    pub fn unify(&mut self, first: usize, second: usize) {
        let (first, second) = (self.find(first), self.find(second));
        if first == second {
            return;
        }
        let (first_known, second_known) = (self.known[first].clone(), self.known[second].clone());
        self.parents[second] = first;
        self.open[first] &= self.open[second];
        self.widened[first] |= self.widened[second];
        // A number and a type of the user's meet where an operator of that type takes numbers.
        self.known[first] = match (&first_known, &second_known) {
            (Some(Known::Float | Known::Other), Some(Known::Primitive(_))) | (None, _) => second_known.clone(),
            _ => first_known.clone(),
        };
        match (first_known, second_known) {
            (Some(Known::Array(first)), Some(Known::Array(second))) => self.unify(first, second),
            (Some(Known::Outcome(value, error)), Some(Known::Outcome(other_value, other_error))) => {
                self.unify(value, other_value);
                self.unify(error, other_error);
            }
            (Some(Known::Tuple(first)), Some(Known::Tuple(second))) => {
                for (first, second) in first.into_iter().zip(second) {
                    self.unify(first, second);
                }
            }
            _ => {}
        }
    }

    /// Makes two classes one if both have floats: vectors and scalars mix in arithmetic.
    pub fn unify_floats(&mut self, first: usize, second: usize) -> bool {
        let is_float = self.is_float(first) && self.is_float(second);
        if is_float {
            self.unify(first, second);
        }
        is_float
    }

    /// Whether a class is seen to have floats.
    pub fn is_float(&mut self, class: usize) -> bool {
        match self.known(class) {
            Some(Known::Primitive(name)) => matches!(name.as_str(), "f32" | "f64"),
            Some(Known::Float) => true,
            _ => false,
        }
    }

    /// The class of the elements of what is an array.
    pub fn element(&mut self, array: usize) -> usize {
        match self.known(array) {
            Some(Known::Array(element)) => element,
            None => {
                let element = self.fresh();
                let known = self.with(Known::Array(element));
                self.unify(array, known);
                element
            }
            _ => self.fresh(),
        }
    }

    /// The class of the value of a `Result`, or of its error.
    pub fn outcome(&mut self, result: usize, is_ok: bool) -> usize {
        match self.known(result) {
            Some(Known::Outcome(value, error)) => {
                if is_ok {
                    value
                } else {
                    error
                }
            }
            _ => self.fresh(),
        }
    }

    /// The class of what an `Option` or a `Result` has for a value.
    pub fn value_in(&mut self, of: usize) -> usize {
        match self.known(of) {
            Some(Known::Outcome(value, _)) => value,
            _ => self.tuple_element(of, 0),
        }
    }

    /// The class of an element of a tuple.
    pub fn tuple_element(&mut self, tuple: usize, index: usize) -> usize {
        match self.known(tuple) {
            Some(Known::Tuple(elements)) if index < elements.len() => elements[index],
            _ => self.fresh(),
        }
    }

    /// The class of a field, which may be one of the library's structs with type parameters.
    pub fn field(&mut self, of: usize, member: &syn::Member) -> usize {
        match context::position(member) {
            Some(position) => self.tuple_element(of, position),
            None => self.fresh(),
        }
    }

    /// The class of an element of a tuple behind which so many stand.
    pub fn element_from_end(&mut self, tuple: usize, after: usize) -> usize {
        match self.known(tuple) {
            Some(Known::Tuple(elements)) if after < elements.len() => elements[elements.len() - 1 - after],
            _ => self.fresh(),
        }
    }
}
