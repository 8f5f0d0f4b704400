//! Classes of expressions that have the same type, by union and find.

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
    /// A tuple of classes.
    Tuple(Vec<usize>),
    /// The number in a function's signature: its path, and 0 for the result or 1, 2, … for a parameter, or [`part`] of one.
    Signature(syn::Path, usize),
    /// Some other type.
    Other,
}

/// The width of a float.
#[derive(Clone, Debug)]
pub enum Width {
    /// f32.
    Single,
    /// f64.
    Double,
    /// What a position in the signature of a function has: f32 if that is no f64.
    Signature(syn::Path, usize),
    /// Nothing shows it.
    Unknown,
}

/// Which classes have floats of the same width.
#[derive(Debug, Default)]
struct Widths {
    ties: Vec<(usize, usize)>,
    widened: Vec<usize>,
    /// The family of each class, of those that are tied, and the width of each.
    families: Vec<usize>,
    found: Vec<Width>,
}

/// What is known of a family.
#[derive(Clone, Debug, Default)]
struct Facts {
    single: bool,
    double: bool,
    signature: Option<(syn::Path, usize)>,
    widened: bool,
    open: bool,
}

impl Facts {
    fn width(self) -> Width {
        match self.signature {
            _ if self.double => Width::Double,
            _ if self.single => Width::Single,
            Some((path, position)) => Width::Signature(path, position),
            // Literals only, for an f64: Rust's default.
            None if self.widened && self.open => Width::Double,
            None => Width::Unknown,
        }
    }
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
    /// Whether all that is in a class is made of literals, as far as the walk sees.
    open: Vec<bool>,
    widths: Widths,
}

impl Classes {
    /// A class of which nothing is known.
    pub fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.known.push(None);
        self.open.push(false);
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

    /// Says that the floats in two classes have the same width: a scalar's and a vector's, an operand's and a result's.
    pub fn tie(&mut self, first: usize, second: usize) {
        self.widths.ties.push((first, second));
    }

    /// Says that a class meets something whose type the walk does not see.
    pub fn close(&mut self, class: usize) {
        let root = self.find(class);
        self.open[root] = false;
    }

    /// Whether rustc knows the type in a class from elsewhere than literals, and the walk does not see it.
    pub fn is_hidden(&mut self, class: usize) -> bool {
        let root = self.find(class);
        match self.known[root] {
            None => !self.open[root],
            Some(Known::Other | Known::Signature(..)) => true,
            _ => false,
        }
    }

    /// Says that a class is cast to f64.
    pub fn widen(&mut self, class: usize) {
        self.widths.widened.push(class);
    }

    /// What the ties say; to be asked when all has been walked.
    pub fn width(&mut self, class: usize) -> Width {
        let root = self.find(class);
        if let Some(Known::Primitive(name)) = &self.known[root] {
            return if name == "f64" { Width::Double } else { Width::Single };
        }
        if self.widths.families.len() != self.parents.len() {
            self.find_families();
        }
        let family = &self.widths.families[root];
        self.widths.found.get(*family).cloned().unwrap_or(Width::Unknown)
    }

    /// The name of a class that is a primitive type.
    pub fn number(&mut self, class: usize) -> Option<String> {
        match self.known(class)? {
            Known::Primitive(name) => Some(name),
            Known::Float if matches!(self.width(class), Width::Double) => Some("f64".to_owned()),
            Known::Float => Some("f32".to_owned()),
            _ => None,
        }
    }

    fn find_families(&mut self) {
        let roots: Vec<usize> = (0..self.parents.len()).map(|class| self.find(class)).collect();
        let mut forest = Self { parents: roots, ..Self::default() };
        for (first, second) in &self.widths.ties {
            let (first, second) = (forest.find(*first), forest.find(*second));
            forest.parents[second] = first;
        }
        let families: Vec<usize> = (0..self.parents.len()).map(|class| forest.find(class)).collect();
        let mut facts = vec![Facts { open: true, ..Facts::default() }; families.len()];
        for (class, family) in families.iter().enumerate().filter(|(class, _)| self.parents[*class] == *class) {
            let facts = &mut facts[*family];
            facts.open &= self.open[class];
            match &self.known[class] {
                Some(Known::Primitive(name)) => {
                    facts.double |= name == "f64";
                    facts.single |= name == "f32";
                }
                Some(Known::Signature(path, position)) => facts.signature = Some((path.clone(), *position)),
                _ => {}
            }
        }
        for class in &self.widths.widened {
            facts[families[*class]].widened = true;
        }
        self.widths.found = facts.into_iter().map(Facts::width).collect();
        self.widths.families = families;
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
            Type::Path(path) if let Some(value) = crate::body::option(&path.path) => {
                let value = self.declared(value);
                self.with(Known::Tuple(vec![value]))
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
        self.open[first] &= self.open[second];
        // A type that is written out says more than one that rustc has to look up. A number and a type of the user's meet where an
        // operator of that type takes numbers.
        self.known[first] = match (&first_known, &second_known) {
            (Some(Known::Float | Known::Other), Some(Known::Primitive(_)))
            | (Some(Known::Signature(..)), Some(_))
            | (None, _) => second_known.clone(),
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
            (Some(Known::Float), Some(signature @ Known::Signature(..)))
            | (Some(signature @ Known::Signature(..)), Some(Known::Float)) => {
                let declared = self.with(signature);
                self.tie(first, declared);
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
