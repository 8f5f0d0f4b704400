//! Classes of expressions that have the same type, by union and find.

use syn::Type;

/// What is known of a class.
#[derive(Clone, Debug)]
pub enum Known {
    /// A primitive type by name.
    Primitive(String),
    /// An array of a class.
    Array(usize),
    /// A tuple of classes.
    Tuple(Vec<usize>),
    /// The number in a function's signature: its path, and 0 for the result or 1, 2, … for a parameter, or [`part`] of one.
    Signature(syn::Path, usize),
    /// Some other type.
    Other,
}

/// The first position that is a part of a tuple.
const PARTS: usize = 1 << 10;

/// Tuples in tuples whose parts have positions. Nonsense such as `a = (a, a)` has no end; rustc refuses it later.
const DEPTH: u32 = 4;

/// The position of an element of a tuple that has this position itself: a further octal digit.
pub fn part(position: usize, index: usize) -> Option<usize> {
    let unit = (0..DEPTH).map(|depth| PARTS << (3 * depth)).find(|unit| position < *unit)?;
    (index < 7).then_some(position + unit * (index + 1))
}

/// A forest of classes.
#[derive(Debug, Default)]
pub struct Classes {
    parents: Vec<usize>,
    known: Vec<Option<Known>>,
}

impl Classes {
    /// A class of which nothing is known.
    pub fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.known.push(None);
        self.parents.len() - 1
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
            Type::Tuple(tuple) => {
                let elements = tuple.elems.iter().map(|element| self.declared(element)).collect();
                self.with(Known::Tuple(elements))
            }
            Type::Path(path) => match path.path.get_ident().map(ToString::to_string) {
                Some(name) if crate::names::is_primitive(&name) => self.primitive(&name),
                _ => self.with(Known::Other),
            },
            _ => self.fresh(),
        }
    }

    /// The representative of a class.
    pub fn find(&mut self, class: usize) -> usize {
        let mut root = class;
        while self.parents[root] != root {
            root = self.parents[root];
        }
        self.parents[class] = root;
        root
    }

    /// What is known of a class.
    pub fn known(&mut self, class: usize) -> Option<Known> {
        let root = self.find(class);
        self.known[root].clone()
    }

    /// Makes two classes one. Where they contradict each other, rustc will say so.
    pub fn unify(&mut self, first: usize, second: usize) {
        let (first, second) = (self.find(first), self.find(second));
        if first == second {
            return;
        }
        let (first_known, second_known) = (self.known[first].clone(), self.known[second].clone());
        self.parents[second] = first;
        // A type that is written out says more than one that rustc has to look up.
        self.known[first] = match (&first_known, &second_known) {
            (Some(Known::Signature(..)), Some(_)) | (None, _) => second_known.clone(),
            _ => first_known.clone(),
        };
        match (first_known, second_known) {
            (Some(Known::Array(first)), Some(Known::Array(second))) => self.unify(first, second),
            (Some(Known::Tuple(first)), Some(Known::Tuple(second))) => {
                for (first, second) in first.into_iter().zip(second) {
                    self.unify(first, second);
                }
            }
            (Some(Known::Tuple(elements)), Some(Known::Signature(path, position)))
            | (Some(Known::Signature(path, position)), Some(Known::Tuple(elements))) => {
                for (index, element) in elements.into_iter().enumerate() {
                    let Some(position) = part(position, index) else { continue };
                    let number = self.innermost(element);
                    let declared = self.with(Known::Signature(path.clone(), position));
                    self.unify(number, declared);
                }
            }
            _ => {}
        }
    }

    /// The class of the numbers in an array of arrays.
    pub fn innermost(&mut self, mut class: usize) -> usize {
        // Nonsense such as `a = [a]` makes a class its own element; rustc refuses it later.
        for _ in 0..16 {
            match self.known(class) {
                Some(Known::Array(element)) => class = element,
                _ => break,
            }
        }
        class
    }

    /// The class of the elements of an array.
    pub fn element(&mut self, array: usize) -> usize {
        match self.known(array) {
            Some(Known::Array(element)) => element,
            _ => self.fresh(),
        }
    }

    /// The class of an element of a tuple.
    pub fn tuple_element(&mut self, tuple: usize, index: usize) -> usize {
        match self.known(tuple) {
            Some(Known::Tuple(elements)) if index < elements.len() => elements[index],
            _ => self.fresh(),
        }
    }
}
