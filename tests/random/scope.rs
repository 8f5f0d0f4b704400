//! The variables that an expression may name, and which of them references lend.

use super::{Type, Writer};

/// What is borrowed, as a number in the scope, and whether to change it.
pub(super) type Borrow = (usize, bool);

/// A variable, or what a kept reference refers to.
#[derive(Clone)]
pub(super) struct Variable {
    /// The place as it is written: `v3`, `(*r5)`, `(*r5.0)`.
    pub(super) name: String,
    pub(super) of: Type,
    pub(super) is_mutable: bool,
    /// What stays borrowed as long as it is in scope.
    pub(super) borrows: Vec<Borrow>,
    /// The reference's own name, if it may be assigned again.
    pub(super) pointer: Option<String>,
    /// The references of one array or tuple have one number: who borrows one of them borrows all.
    pub(super) group: Option<u32>,
}

impl Variable {
    pub(super) fn new(name: String, of: Type, is_mutable: bool) -> Self {
        Self { name, of, is_mutable, borrows: Vec::new(), pointer: None, group: None }
    }

    /// The name that its place starts with.
    pub(super) fn root(&self) -> &str {
        let place = self.name.trim_start_matches(['(', '*']);
        place.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
    }

    pub(super) fn borrowing(self, borrows: Vec<Borrow>) -> Self {
        Self { borrows, ..self }
    }
}

/// How a variable is borrowed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lent {
    No,
    ToRead,
    ToChange,
}

impl Writer<'_> {
    /// Whether a later variable has the name of this one.
    pub(super) fn is_hidden(&self, at: usize) -> bool {
        self.scope[at + 1..].iter().any(|later| later.name == self.scope[at].name)
    }

    /// How the references in scope and the loops around borrow a variable.
    pub(super) fn lent(&self, at: usize) -> Lent {
        let group = self.scope[at].group;
        let is_it = |other: usize| other == at || group.is_some() && self.scope[other].group == group;
        let borrows = self.scope.iter().flat_map(|holder| &holder.borrows).chain(&self.walked);
        let borrows = borrows.filter(|(of_whom, _)| is_it(*of_whom));
        borrows.map(|(_, to_change)| if *to_change { Lent::ToChange } else { Lent::ToRead }).max().unwrap_or(Lent::No)
    }

    /// The visible variables of a type that may be read, or also changed, by their numbers.
    pub(super) fn numbers(&self, of: Type, to_change: bool) -> Vec<usize> {
        let fits = |at: &usize| {
            let it = &self.scope[*at];
            it.of == of
                && !self.is_hidden(*at)
                && if to_change { it.is_mutable && self.lent(*at) == Lent::No } else { self.lent(*at) < Lent::ToChange }
        };
        (0..self.scope.len()).filter(fits).collect()
    }

    /// A variable of a type that may be read, or also changed.
    pub(super) fn variable(&mut self, of: Type, to_change: bool) -> Option<String> {
        let numbers = self.numbers(of, to_change);
        if numbers.is_empty() { None } else { Some(self.scope[self.random.of(&numbers)].name.clone()) }
    }

    /// A variable that may be changed inside an expression, unless nothing may be there.
    pub(super) fn changed(&mut self, of: Type) -> Option<String> {
        if self.still > 0 { None } else { self.variable(of, true) }
    }

    /// What the writing gives within which no expression changes a variable, nor leaves.
    pub(super) fn without_effects<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.still += 1;
        let written = write(self);
        self.still -= 1;
        written
    }

    /// A value without effects.
    pub(super) fn still_value(&mut self, of: Type, fuel: u32) -> String {
        self.without_effects(|writer| writer.value(of, fuel))
    }

    /// Forgets the references since `outside`: what they borrowed is seen again.
    pub(super) fn forget_references(&mut self, outside: usize) {
        let mut at = 0;
        self.scope.retain(|it| {
            at += 1;
            at <= outside || it.borrows.is_empty()
        });
    }
}
