//! The statements of a block, with the names in them.

use super::{functions::Callers, meetings, variables::bound};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashMap;
use syn::Stmt;

/// How often tokens have each name.
#[derive(Clone, Debug, Default)]
pub struct Names(HashMap<String, usize>);

impl Names {
    /// Those of tokens.
    pub fn of(tokens: &impl ToTokens) -> Self {
        let mut names = Self::default();
        names.count_in(tokens.to_token_stream());
        names
    }

    fn count_in(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => *self.0.entry(name.to_string()).or_default() += 1,
                TokenTree::Group(group) => self.count_in(group.stream()),
                _ => {}
            }
        }
    }

    /// Adds those of others.
    pub fn extend(&mut self, others: &Self) {
        for (name, times) in &others.0 {
            *self.0.entry(name.clone()).or_default() += times;
        }
    }

    /// How often a name is there.
    pub fn count(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Whether a name is there.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// A statement of a block.
pub struct Line {
    pub statement: Stmt,
    /// Whether threads meet in it.
    pub meets: bool,
    /// The names in it; of a `let`, those of its value.
    names: Names,
    /// What it binds for the lines after it.
    binds: Vec<String>,
}

impl Line {
    pub fn of(statement: Stmt, callers: &Callers) -> Self {
        let (names, binds) = match &statement {
            Stmt::Local(binding) => {
                let mut names = Names::default();
                if let Some(init) = &binding.init {
                    names.count_in(init.expr.to_token_stream());
                    if let Some((_, other)) = &init.diverge {
                        names.count_in(other.to_token_stream());
                    }
                }
                (names, bound(&binding.pat).into_iter().map(|bound| bound.name.to_string()).collect())
            }
            other => (Names::of(other), Vec::new()),
        };
        Self { meets: meetings::in_statement(&statement, callers), statement, names, binds }
    }
}

/// Whether these lines name a variable that was declared before them, and how often.
pub fn mentions(lines: &[Line], name: &str) -> usize {
    let mut times = 0;
    for line in lines {
        times += line.names.count(name);
        if line.binds.iter().any(|bound| bound == name) {
            break;
        }
    }
    times
}

/// The same, where it does not matter how often.
pub fn mention(lines: &[Line], name: &str) -> bool {
    for line in lines {
        if line.names.has(name) {
            return true;
        }
        if line.binds.iter().any(|bound| bound == name) {
            break;
        }
    }
    false
}
