//! The local variables in scope, their C++ names, and what is known about them.

use crate::{
    names,
    piece::{Piece, Pieces},
};
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

/// A local variable, or a constant generic parameter.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The Rust name; empty for a name that only C++ has.
    pub rust: String,
    /// Its C++ name; or, for a pattern's binding that stands for a part of the scrutinee, that part.
    pub code: Pieces,
    /// The precedence of `code`.
    pub precedence: u8,
    /// Whether it can change after its declaration.
    pub mutable: bool,
    /// Whether it is a reference.
    pub reference: Reference,
    /// What is known of its type.
    pub kind: Kind,
}

/// All scopes from the function's parameters to the current block.
#[derive(Debug, Default)]
pub struct Scopes {
    scopes: Vec<Vec<Variable>>,
    /// How many visible variables have each C++ name.
    taken: BTreeMap<String, usize>,
    /// For each Rust name the number to try first: all below it have been taken since a scope last ended.
    numbers: BTreeMap<String, usize>,
    /// Names of items that the body mentions, which locals must not hide.
    pub items: BTreeSet<String>,
    /// The constants of the body that are seen, as the host has them, each with the depth of its block.
    constants: Vec<(usize, syn::ItemConst)>,
    /// Names of all temporaries so far.
    temporaries: BTreeSet<String>,
}

impl Scopes {
    /// Enters a block.
    pub fn push(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Leaves a block.
    pub fn pop(&mut self) {
        self.take();
    }

    /// Leaves a block and gives its variables.
    pub fn take(&mut self) -> Vec<Variable> {
        let variables = self.scopes.pop().unwrap_or_default();
        self.constants.retain(|(depth, _)| *depth <= self.scopes.len());
        for name in variables.iter().filter_map(cpp_name) {
            if let Some(count) = self.taken.get_mut(name) {
                *count -= 1;
            }
        }
        self.numbers.clear();
        variables
    }

    /// The visible variable of this Rust name.
    pub fn find(&self, rust: &str) -> Option<&Variable> {
        self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()).find(|variable| variable.rust == rust)
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

    /// A C++ name for `rust` that no visible variable has, reserved in the current block.
    pub fn fresh(&mut self, rust: &str) -> String {
        let base = names::member(rust);
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
        self.add(Variable {
            rust: String::new(),
            code: Pieces::text(name.clone()),
            precedence: super::code::PRIMARY,
            mutable: false,
            reference: Reference::None,
            kind: Kind::Value,
        });
        name
    }

    /// A C++ name for the value of a part of an expression. It may be declared before the statement, outside of the current
    /// block, and so is reserved to the end of the function.
    pub fn temporary(&mut self, base: &str) -> String {
        let name = self.fresh(base);
        self.temporaries.insert(name.clone());
        name
    }

    /// Reserves a name to the end of the function.
    pub fn reserve(&mut self, name: &str) {
        self.temporaries.insert(name.to_owned());
    }

    /// Adds a variable to the current block.
    pub fn add(&mut self, variable: Variable) {
        if self.scopes.is_empty() {
            self.push();
        }
        if let Some(name) = cpp_name(&variable) {
            *self.taken.entry(name.to_owned()).or_default() += 1;
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(variable);
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.get(name).is_some_and(|count| *count > 0) || self.temporaries.contains(name)
    }
}

/// The C++ name of a variable, unless it stands for a part of something.
fn cpp_name(variable: &Variable) -> Option<&str> {
    match variable.code.0.as_slice() {
        [Piece::Text(text)] => Some(text),
        _ => None,
    }
}
