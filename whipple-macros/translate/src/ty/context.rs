//! What C++ makes of plain integers where they stand: whether something beside them gives them a type.

use super::literals::{builds_aggregate, is_literal, values};
use crate::hir::{At, Body, ExprId, ExprKind, Pat, PatKind};

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
    pub fn of(body: &Body, of: &[ExprId]) -> Self {
        let met: Vec<ExprId> = of.iter().flat_map(|id| values(body, *id)).collect();
        let tuples = met.iter().map(|id| match body.kind(*id) {
            ExprKind::Tuple(elements) => Some(elements),
            _ => None,
        });
        if let Some(rows) = tuples.collect::<Option<Vec<_>>>()
            && let Some(first) = rows.first()
            && rows.iter().all(|row| row.len() == first.len())
        {
            let column = |index: usize| Self::of(body, &rows.iter().map(|row| row[index]).collect::<Vec<_>>());
            return Self::Tuple((0..first.len()).map(column).collect());
        }
        let arrays = met.iter().map(|id| match body.kind(*id) {
            ExprKind::Array(elements) => Some(elements.as_slice()),
            ExprKind::Repeat(element, _) => Some(std::slice::from_ref(element)),
            _ => None,
        });
        if let Some(elements) = arrays.collect::<Option<Vec<_>>>()
            && !elements.is_empty()
        {
            return Self::Array(Box::new(Self::of(body, &elements.concat())));
        }
        Self::from(!met.iter().all(|id| is_literal(body, *id)))
    }

    /// The context of what a `let` with a type initialises: C++ declares whole values and the parts of a tuple that is never
    /// built with their types, but what other patterns take apart it declares without.
    pub fn declared(body: &Body, pattern: &Pat, value: ExprId) -> Self {
        match (&pattern.kind, body.kind(value)) {
            (PatKind::Bind(_, None), _) => Self::Converts,
            (PatKind::Tuple(parts, _), ExprKind::Tuple(values)) => {
                let part = |(index, value): (usize, &ExprId)| {
                    let pattern = parts.iter().find(|(at, _)| *at == At::Start(index));
                    pattern.map_or(Self::Alone, |(_, pattern)| Self::declared(body, pattern, *value))
                };
                Self::Tuple(values.iter().enumerate().map(part).collect())
            }
            _ => Self::Alone,
        }
    }

    /// The context of the branches of a choice.
    pub fn of_branches(&self, body: &Body, choice: ExprId) -> Self {
        // Beside a branch whose type is visible, C++ converts plain literals of the other branches.
        if *self == Self::Alone { Self::of(body, &[choice]) } else { self.clone() }
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

    /// Whether two values meet element by element when they are compared.
    pub fn meets_by_element(body: &Body, left: ExprId, right: ExprId) -> bool {
        builds_aggregate(body, left) || builds_aggregate(body, right)
    }
}
