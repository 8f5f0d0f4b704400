//! What is known of a value.

use crate::hir::{At, Root};
use proc_macro2::Span;
use std::collections::BTreeSet;

/// What is known of a value, or of what is at a place.
#[derive(Clone, Debug, Default)]
pub struct Value {
    /// Why threads may have different ones: where that comes from.
    pub differs: Option<Span>,
    /// What it is a place in, if it is one.
    pub places: BTreeSet<Root>,
    /// What can be changed through it: it is a `&mut`, or has some in it.
    pub reaches: BTreeSet<Root>,
    /// Whether it is the context, or has it in it.
    pub is_context: bool,
    /// The elements, where a tuple is written out.
    pub parts: Vec<Value>,
}

impl Value {
    /// A value that is made of others.
    pub fn joined(values: &[Self]) -> Self {
        let mut joined = Self::default();
        for value in values {
            joined.differs = joined.differs.or(value.differs);
            joined.reaches.extend(&value.reaches);
            joined.is_context |= value.is_context;
        }
        joined
    }

    /// A tuple of these.
    pub fn tuple(parts: Vec<Self>) -> Self {
        let whole = Self::joined(&parts);
        Self { parts, ..whole }
    }

    /// An element of it; all of it, if that is all that is known.
    pub fn part(&self, index: usize) -> &Self {
        self.parts.get(index).unwrap_or(self)
    }

    /// A part that a pattern names; the whole stands for several.
    pub fn part_at(&self, at: At) -> &Self {
        match at {
            At::Start(index) => self.part(index),
            At::End(after) => {
                self.parts.len().checked_sub(after + 1).and_then(|index| self.parts.get(index)).unwrap_or(self)
            }
            At::Rest(..) => self,
        }
    }

    /// The same, which may differ for another reason.
    pub fn differing(self, differs: Option<Span>) -> Self {
        Self { differs: self.differs.or(differs), ..self }
    }

    /// The value that is at a place.
    pub fn moved(self) -> Self {
        Self { places: BTreeSet::new(), ..self }
    }

    /// A place in it, or what it points to.
    pub fn inside(self) -> Self {
        let reaches = self.reaches.difference(&self.places).copied().collect();
        let places = self.places.union(&self.reaches).copied().collect();
        Self { places, reaches, parts: Vec::new(), ..self }
    }

    /// A reference to it.
    pub fn borrowed(self, mutable: bool) -> Self {
        let reaches = if mutable { self.places.union(&self.reaches).copied().collect() } else { BTreeSet::new() };
        Self { places: BTreeSet::new(), reaches, ..self }
    }
}
