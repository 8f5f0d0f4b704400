//! The names that C++ has for the variables in scope, and what is known about variables.

use crate::names;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a variable is a reference in Rust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reference {
    /// A value.
    None,
    /// `&T`.
    Shared,
    /// `&mut T`.
    Mutable,
}

/// What is known of a variable's type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Anything else.
    Value,
    /// `bool`.
    Bool,
    /// An integer.
    Integer,
    /// `&Context<_>`.
    Context,
    /// A buffer or shared memory: reading it can give different values at different times.
    Memory,
}

/// The C++ names in all scopes from the function's parameters to the current block.
#[derive(Debug, Default)]
pub struct Scopes {
    scopes: Vec<Vec<String>>,
    /// How many variables in scope have each name.
    taken: BTreeMap<String, usize>,
    /// For each Rust name the number to try first: all below it have been taken since a scope last ended.
    numbers: BTreeMap<String, usize>,
    /// Names of items that the body mentions, which variables must not hide.
    pub items: BTreeSet<String>,
    /// The names of the parameters, by their Rust names.
    pub parameters: BTreeMap<String, String>,
    /// The constants of the body that are seen, as the host has them, each with the depth of its block.
    constants: Vec<(usize, syn::ItemConst)>,
    /// Names that are reserved to the end of the function.
    reserved: BTreeSet<String>,
}

impl Scopes {
    /// Enters a block.
    pub fn push(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Leaves a block.
    pub fn pop(&mut self) {
        let names = self.scopes.pop().unwrap_or_default();
        self.constants.retain(|(depth, _)| *depth <= self.scopes.len());
        for name in names {
            if let Some(count) = self.taken.get_mut(&name) {
                *count -= 1;
            }
        }
        self.numbers.clear();
    }

    /// Adds a constant to the current block.
    pub fn add_constant(&mut self, constant: syn::ItemConst) {
        self.constants.push((self.scopes.len(), constant));
    }

    /// Whether this is the name of a constant of the body: no variable hides one.
    pub fn is_constant(&self, rust: &str) -> bool {
        self.constants.iter().any(|(_, constant)| constant.ident == rust)
    }

    /// An expression for rustc that sees these constants.
    pub fn with_constants(&self, value: syn::Expr) -> syn::Expr {
        super::constants::among(&self.constants, value)
    }

    /// A C++ name for `rust` that no variable in scope has, reserved in the current block.
    pub fn fresh(&mut self, rust: &str) -> String {
        // A variable may have the name of a struct without fields, whose value it is: C++ would take that for the variable.
        let is_like_a_type = rust.starts_with(char::is_uppercase) && rust.contains(char::is_lowercase);
        let base = if is_like_a_type { format!("{}_value", names::member(rust)) } else { names::member(rust) };
        let mut name = base.clone();
        let mut number = self.numbers.get(&base).copied().unwrap_or(2);
        if number > 2 {
            name = format!("{}_{number}", base.trim_end_matches('_'));
            number += 1;
        }
        while names::is_reserved_for_locals(&name) || self.items.contains(&name) || self.is_taken(&name) {
            name = format!("{}_{number}", base.trim_end_matches('_'));
            number += 1;
        }
        if number > 2 {
            self.numbers.insert(base, number);
        }
        if self.scopes.is_empty() {
            self.push();
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.clone());
        }
        *self.taken.entry(name.clone()).or_default() += 1;
        name
    }

    /// A C++ name for the value of a part of an expression. It may be declared before the statement, outside of the current
    /// block, and so is reserved to the end of the function.
    pub fn temporary(&mut self, base: &str) -> String {
        let name = self.fresh(base);
        self.reserve(&name);
        name
    }

    /// Reserves a name to the end of the function.
    pub fn reserve(&mut self, name: &str) {
        self.reserved.insert(name.to_owned());
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.get(name).is_some_and(|count| *count > 0) || self.reserved.contains(name)
    }
}
