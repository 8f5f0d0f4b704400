//! Which alternatives of patterns exclude each other: of others Rust asks a guard more than once.

use super::{Body, ExprId, ExprKind, Pat, PatKind};
use proc_macro2::Span;
use syn::{Lit, Path};

/// Two names that are taken for different values: of a constant or a variant without fields, and of what it is compared with.
#[derive(Clone, Debug)]
pub struct Different {
    /// The first one's.
    pub value: Path,
    /// The other one's.
    pub other: Path,
    /// Whether the other one is a variant with fields.
    pub has_fields: bool,
}

impl Body {
    /// Where alternatives stand of which more than one may match, and that matters to a guard: it changes something, or they bind
    /// names. What this takes for different is added to `differ`.
    pub fn overlapping(&self, pattern: &Pat, changes: bool, differ: &mut Vec<Different>) -> Option<Span> {
        if let PatKind::Or(cases) = &pattern.kind {
            let mut variables = Vec::new();
            pattern.variables(&mut variables);
            let meet = |(index, case): (usize, &Pat)| {
                cases[index + 1..].iter().any(|other| !self.exclude(case, other, differ))
            };
            if (changes || !variables.is_empty()) && cases.iter().enumerate().any(meet) {
                return Some(pattern.span);
            }
        }
        pattern.parts().into_iter().find_map(|part| self.overlapping(part, changes, differ))
    }

    /// Whether two patterns never match the same value: different variants, or parts that are.
    fn exclude(&self, one: &Pat, other: &Pat, differ: &mut Vec<Different>) -> bool {
        match (&one.kind, &other.kind) {
            (PatKind::Or(cases), _) => cases.iter().all(|case| self.exclude(case, other, differ)),
            (_, PatKind::Or(cases)) => cases.iter().all(|case| self.exclude(one, case, differ)),
            (PatKind::Bind(_, Some(one)), _) => self.exclude(one, other, differ),
            (_, PatKind::Bind(_, Some(other))) => self.exclude(one, other, differ),
            (PatKind::None, PatKind::Some(_)) | (PatKind::Some(_), PatKind::None) => true,
            (PatKind::Outcome(one, _), PatKind::Outcome(other, _)) if one != other => true,
            (PatKind::Equal(_) | PatKind::Range { .. }, PatKind::Range { .. })
            | (PatKind::Range { .. }, PatKind::Equal(_)) => self.are_apart(one, other),
            (PatKind::Equal(one), PatKind::Equal(other)) => self.are_different(*one, *other, differ),
            (PatKind::Equal(value), PatKind::Variant(variant, _))
            | (PatKind::Variant(variant, _), PatKind::Equal(value)) => match self.kind(*value) {
                ExprKind::Item(path) => note(path, variant, true, differ),
                _ => false,
            },
            (PatKind::Variant(one, _), PatKind::Variant(other, _)) if last(one) != last(other) => true,
            (PatKind::Array(one, _), PatKind::Array(other, _)) | (PatKind::Tuple(one, _), PatKind::Tuple(other, _)) => {
                self.any_excludes(one, other, differ)
            }
            (PatKind::Variant(_, one), PatKind::Variant(_, other)) | (PatKind::Struct(one), PatKind::Struct(other)) => {
                self.any_excludes(one, other, differ)
            }
            (PatKind::Some(one), PatKind::Some(other))
            | (PatKind::Outcome(_, one), PatKind::Outcome(_, other))
            | (PatKind::Deref(one), PatKind::Deref(other)) => self.exclude(one, other, differ),
            _ => false,
        }
    }

    /// Whether parts at the same place exclude each other.
    fn any_excludes<P: PartialEq>(&self, one: &[(P, Pat)], other: &[(P, Pat)], differ: &mut Vec<Different>) -> bool {
        one.iter().any(|(place, one)| {
            let other = other.iter().find(|(other, _)| other == place);
            other.is_some_and(|(_, other)| self.exclude(one, other, differ))
        })
    }

    /// Whether two numbers or ranges, all of literals, have no number in common.
    fn are_apart(&self, one: &Pat, other: &Pat) -> bool {
        let (Some(one), Some(other)) = (self.numbers(one), self.numbers(other)) else { return false };
        one.1 < other.0 || other.1 < one.0
    }

    /// The first and the last number that a pattern of literals matches, far beyond all types where it has no end.
    fn numbers(&self, pattern: &Pat) -> Option<(i128, i128)> {
        let number = |id: ExprId| match self.kind(id) {
            ExprKind::Literal(Lit::Int(number)) => number.base10_parse::<i128>().ok(),
            _ => None,
        };
        match &pattern.kind {
            PatKind::Equal(value) => number(*value).map(|value| (value, value)),
            PatKind::Range { start, end, closed } => {
                let first = start.map_or(Some(i128::MIN), number)?;
                let last = match end {
                    Some(end) => number(*end)?.saturating_sub(i128::from(!closed)),
                    None => i128::MAX,
                };
                Some((first, last))
            }
            _ => None,
        }
    }

    fn are_different(&self, one: ExprId, other: ExprId, differ: &mut Vec<Different>) -> bool {
        match (self.kind(one), self.kind(other)) {
            (ExprKind::Literal(Lit::Int(one)), ExprKind::Literal(Lit::Int(other))) => {
                one.base10_digits() != other.base10_digits()
            }
            (ExprKind::Literal(Lit::Bool(one)), ExprKind::Literal(Lit::Bool(other))) => one.value != other.value,
            (ExprKind::Item(one), ExprKind::Item(other)) => note(one, other, false, differ),
            _ => false,
        }
    }
}

/// Names that are written differently may be those of equal constants: rustc says whether they are.
fn note(value: &Path, other: &Path, has_fields: bool, differ: &mut Vec<Different>) -> bool {
    let are_different = last(value) != last(other);
    if are_different {
        differ.push(Different { value: value.clone(), other: other.clone(), has_fields });
    }
    are_different
}

fn last(path: &Path) -> Option<&syn::Ident> {
    path.segments.last().map(|segment| &segment.ident)
}
