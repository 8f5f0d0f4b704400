//! What C++ makes of plain integers where they stand: whether something beside them gives them a type.

use super::literals::{is_aggregate, is_literal};
use syn::{Block, Expr, Label, Pat, Stmt, visit, visit::Visit};

/// What stands around an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Context {
    /// C++ converts a plain integer to the type that it meets.
    Converts,
    /// Nothing beside a plain integer has a type.
    Alone,
    /// What stands around each element of a tuple.
    Tuple(Vec<Context>),
    /// What stands around all elements of an array.
    Array(Box<Context>),
}

impl From<bool> for Context {
    fn from(converts: bool) -> Self {
        if converts { Self::Converts } else { Self::Alone }
    }
}

impl Context {
    /// The context of values that have one type: the branches of a choice, the elements of an array, what is compared.
    /// Tuples and arrays meet element by element.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a Expr>) -> Self {
        let mut met = Vec::new();
        values.into_iter().for_each(|value| tails(value, &mut met));
        Self::of_tails(&met)
    }

    fn of_tails(met: &[&Expr]) -> Self {
        if let Some(Expr::Tuple(first)) = met.first()
            && let Some(rows) = met.iter().map(|value| fields(value, first.elems.len())).collect::<Option<Vec<_>>>()
        {
            let column = |index: usize| Self::of(rows.iter().map(|row| row[index]).collect::<Vec<_>>());
            return Self::Tuple((0..first.elems.len()).map(column).collect());
        }
        if let Some(elements) = met.iter().map(|value| elements(value)).collect::<Option<Vec<_>>>()
            && !elements.is_empty()
        {
            return Self::Array(Box::new(Self::of(elements.concat())));
        }
        Self::from(!met.iter().all(|value| is_literal(value)))
    }

    /// The context of what a `let` with a type initialises: C++ declares whole values and the parts of a tuple that is never
    /// built with their types, but what other patterns take apart it declares without.
    pub fn declared(pattern: &Pat, value: &Expr) -> Self {
        match (pattern, value) {
            (Pat::Type(typed), _) => Self::declared(&typed.pat, value),
            (Pat::Paren(inner), _) => Self::declared(&inner.pat, value),
            (_, Expr::Paren(inner)) => Self::declared(pattern, &inner.expr),
            (Pat::Ident(name), _) if name.subpat.is_none() => Self::Converts,
            (Pat::Tuple(tuple), Expr::Tuple(values)) => {
                let parts = tuple.elems.iter().zip(&values.elems);
                Self::Tuple(parts.map(|(part, value)| Self::declared(part, value)).collect())
            }
            _ => Self::Alone,
        }
    }

    /// The context of an element of a tuple.
    pub fn field(&self, index: usize) -> Self {
        match self {
            Self::Tuple(fields) => fields.get(index).cloned().unwrap_or(Self::Alone),
            other => Self::from(*other == Self::Converts),
        }
    }

    /// The context of the elements of an array.
    pub fn element(&self) -> Self {
        match self {
            Self::Array(element) => (**element).clone(),
            other => Self::from(*other == Self::Converts),
        }
    }
}

/// The values that an expression can have, as they stand in its branches.
pub fn tails<'a>(expr: &'a Expr, found: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Paren(inner) => tails(&inner.expr, found),
        Expr::Group(inner) => tails(&inner.expr, found),
        Expr::Reference(reference) => tails(&reference.expr, found),
        Expr::If(choice) => {
            block_tails(&choice.then_branch, found);
            if let Some((_, other)) = &choice.else_branch {
                tails(other, found);
            }
        }
        Expr::Match(choice) => choice.arms.iter().for_each(|arm| tails(&arm.body, found)),
        Expr::Block(block) => {
            if let Some(label) = &block.label {
                breaks(&block.block, Some(label), true, found);
            }
            block_tails(&block.block, found);
        }
        Expr::Loop(looping) => breaks(&looping.body, looping.label.as_ref(), false, found),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) => {}
        value => found.push(value),
    }
}

/// Whether a value of an expression is built as an array or a tuple.
pub fn builds_aggregate(expr: &Expr) -> bool {
    let mut values = Vec::new();
    tails(expr, &mut values);
    values.iter().any(|value| is_aggregate(value))
}

fn block_tails<'a>(block: &'a Block, found: &mut Vec<&'a Expr>) {
    if let Some(Stmt::Expr(tail, None)) = block.stmts.last() {
        tails(tail, found);
    }
}

/// The values that jumps take out of a loop or a labelled block.
fn breaks<'a>(block: &'a Block, label: Option<&Label>, inside_loop: bool, found: &mut Vec<&'a Expr>) {
    struct Finder<'a, 'f> {
        label: Option<String>,
        /// Whether a jump without a label belongs to another loop.
        inside_loop: bool,
        found: &'f mut Vec<&'a Expr>,
    }
    impl<'a> Visit<'a> for Finder<'a, '_> {
        fn visit_expr(&mut self, expr: &'a Expr) {
            if let Expr::Break(jump) = expr
                && let Some(value) = &jump.expr
            {
                let is_this = match &jump.label {
                    Some(label) => self.label.as_ref().is_some_and(|this| label.ident == *this),
                    None => !self.inside_loop,
                };
                if is_this {
                    tails(value, self.found);
                }
            }
            let is_loop = matches!(expr, Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_));
            let outer = self.inside_loop;
            self.inside_loop |= is_loop;
            visit::visit_expr(self, expr);
            self.inside_loop = outer;
        }
    }
    let label = label.map(|label| label.name.ident.to_string());
    Finder { label, inside_loop, found }.visit_block(block);
}

fn fields(expr: &Expr, count: usize) -> Option<Vec<&Expr>> {
    match expr {
        Expr::Tuple(tuple) if tuple.elems.len() == count => Some(tuple.elems.iter().collect()),
        _ => None,
    }
}

fn elements(expr: &Expr) -> Option<Vec<&Expr>> {
    match expr {
        Expr::Array(array) => Some(array.elems.iter().collect()),
        Expr::Repeat(repeat) => Some(vec![&repeat.expr]),
        _ => None,
    }
}
