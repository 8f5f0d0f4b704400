//! The variables of a body that is split.

use super::lines::Names;
use proc_macro2::{Ident, TokenStream};
use std::rc::Rc;
use syn::{
    Pat, PatIdent,
    visit::{self, Visit},
};

/// A variable that later phases may name.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Ident,
    /// The name as text.
    pub text: String,
    pub kind: Kind,
    /// How deep the block lies that it belongs to.
    pub depth: usize,
}

impl Variable {
    pub fn new(name: Ident, kind: Kind, depth: usize) -> Self {
        Self { text: name.to_string(), name, kind, depth }
    }
}

/// Where the value of a variable comes from, in a phase after its own.
#[derive(Clone, Debug)]
pub enum Kind {
    /// It is the same for all threads, and lies outside of the phases.
    Once {
        /// Whether it is `mut`.
        is_mutable: bool,
        /// The number of its `let`.
        number: usize,
    },
    /// Each phase computes it again.
    Again {
        /// Its `let`.
        statement: TokenStream,
        /// The names in that.
        names: Rc<Names>,
        /// Whether it is the same for all threads.
        is_same: bool,
    },
    /// It is kept for each thread.
    Kept {
        /// The values of all threads.
        values: Ident,
        /// Whether it is `mut`.
        is_mutable: bool,
    },
}

/// A name that a pattern binds.
#[derive(Clone, Debug)]
pub struct Bound {
    pub name: Ident,
    pub is_mutable: bool,
    pub is_reference: bool,
}

/// The names that a pattern binds. A constant or a variant that looks like a name is among them.
pub fn bound(pattern: &Pat) -> Vec<Bound> {
    struct Names(Vec<Bound>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
            self.0.push(Bound {
                name: pattern.ident.clone(),
                is_mutable: pattern.mutability.is_some(),
                is_reference: pattern.by_ref.is_some(),
            });
            visit::visit_pat_ident(self, pattern);
        }
        fn visit_expr(&mut self, _: &'ast syn::Expr) {}
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pattern);
    names.0
}

/// Whether a pattern is one name, and which.
pub fn single(pattern: &Pat) -> Option<&PatIdent> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(name),
        Pat::Type(typed) => single(&typed.pat),
        Pat::Paren(inner) => single(&inner.pat),
        _ => None,
    }
}
