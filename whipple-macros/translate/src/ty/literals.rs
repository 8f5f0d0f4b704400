//! Which expressions are made of unsuffixed literals only, and which C++ needs statements for.

use crate::hir::{Block, Body, ExprId, ExprKind, Operator};
use syn::Lit;

/// The values that an expression can have, as they stand in its branches, behind references.
pub fn values(body: &Body, id: ExprId) -> Vec<ExprId> {
    let mut tails = Vec::new();
    body.tails(id, &mut tails);
    let of = |tail: ExprId| match body.kind(tail) {
        ExprKind::Borrow { of, .. } => values(body, *of),
        ExprKind::Check { .. } | ExprKind::Print(_) => Vec::new(),
        _ => vec![tail],
    };
    tails.into_iter().flat_map(of).collect()
}

/// Whether an expression builds an array or a tuple.
pub fn is_aggregate(body: &Body, id: ExprId) -> bool {
    matches!(body.kind(id), ExprKind::Array(_) | ExprKind::Repeat(..) | ExprKind::Tuple(_))
}

/// Whether a value is an array, or a tuple that holds one.
pub fn has_array(body: &Body, value: ExprId) -> bool {
    match body.kind(value) {
        ExprKind::Array(_) | ExprKind::Repeat(..) => true,
        ExprKind::Tuple(elements) => elements.iter().any(|element| has_array(body, *element)),
        _ => false,
    }
}

/// Whether some value of an expression is built as an array or a tuple.
pub fn builds_aggregate(body: &Body, id: ExprId) -> bool {
    values(body, id).into_iter().any(|value| is_aggregate(body, value))
}

/// What stands behind minus signs.
pub fn unsigned(body: &Body, id: ExprId) -> ExprId {
    match body.kind(id) {
        ExprKind::Negate(of) => unsigned(body, *of),
        _ => id,
    }
}

/// Whether an expression consists of unsuffixed integer literals only.
pub fn is_literal(body: &Body, id: ExprId) -> bool {
    match body.kind(id) {
        ExprKind::Literal(Lit::Int(number)) => number.suffix().is_empty(),
        ExprKind::Negate(of) | ExprKind::Not(of) => is_literal(body, *of),
        ExprKind::Binary(Operator::Shl | Operator::Shr, left, _) => is_literal(body, *left),
        ExprKind::Binary(operator, left, right) => {
            !operator.is_comparison() && is_literal(body, *left) && is_literal(body, *right)
        }
        _ => branches(body, id, is_literal),
    }
}

/// Whether an expression is made of unsuffixed float literals only.
pub fn is_float_literal(body: &Body, id: ExprId) -> bool {
    match body.kind(id) {
        ExprKind::Literal(Lit::Float(number)) => number.suffix().is_empty(),
        ExprKind::Negate(of) => is_float_literal(body, *of),
        ExprKind::Binary(_, left, right) => is_float_literal(body, *left) && is_float_literal(body, *right),
        _ => branches(body, id, is_float_literal),
    }
}

/// Whether this holds of all branches of a choice that end; false for anything else.
fn branches(body: &Body, id: ExprId, holds: fn(&Body, ExprId) -> bool) -> bool {
    let holds_or_ends = |id: ExprId| holds(body, id) || ends(body, id);
    let of_block = |block: &Block| block.value.is_some_and(holds_or_ends);
    match body.kind(id) {
        ExprKind::If { then, other, .. } => of_block(then) && other.is_some_and(|other| holds(body, other)),
        ExprKind::Match(_, arms) => arms.iter().all(|arm| holds_or_ends(arm.value)),
        ExprKind::Block(_, block) => of_block(block),
        _ => false,
    }
}

/// Whether a choice has branches without a value, or is left by a jump to its end: C++ makes no choice of two values of it.
pub fn ends_early(body: &Body, id: ExprId) -> bool {
    let value_ends = |block: &Block| block.value.is_none_or(|value| ends(body, value) || ends_early(body, value));
    match body.kind(id) {
        ExprKind::If { then, other, .. } => {
            value_ends(then) || other.is_some_and(|other| ends(body, other) || ends_early(body, other))
        }
        ExprKind::Match(_, arms) => arms.iter().any(|arm| ends(body, arm.value) || ends_early(body, arm.value)),
        ExprKind::Block(target, block) => target.is_some() || value_ends(block),
        _ => false,
    }
}

/// Whether an expression jumps away.
fn ends(body: &Body, id: ExprId) -> bool {
    matches!(body.kind(id), ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) | ExprKind::Check { .. })
}

/// The literal that a cast gives its type to in Rust: its operand, also behind signs and as the tail of a block, but not in a
/// branch or an operation.
pub fn cast_literal(body: &Body, id: ExprId) -> Option<&Lit> {
    match body.kind(id) {
        ExprKind::Literal(literal) => Some(literal),
        ExprKind::Negate(of) | ExprKind::Not(of) => cast_literal(body, *of),
        ExprKind::Block(None, block) => cast_literal(body, block.value?),
        _ => None,
    }
}

/// Whether C++ computes an expression of literals as Rust does: its int can hold all of it.
pub fn fits_int(body: &Body, id: ExprId) -> bool {
    fold(body, id).is_some()
}

fn fold(body: &Body, id: ExprId) -> Option<i128> {
    let value = match body.kind(id) {
        ExprKind::Literal(Lit::Int(number)) => number.base10_parse::<i128>().ok()?,
        ExprKind::Negate(of) => -fold(body, *of)?,
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (fold(body, *left)?, fold(body, *right)?);
            match operator {
                Operator::Add => left + right,
                Operator::Sub => left - right,
                Operator::Mul => left * right,
                Operator::Div if right > 0 => left / right,
                Operator::Shl if (0..31).contains(&right) => left << right,
                _ => return None,
            }
        }
        // Branches are literals of their own.
        ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => return Some(0),
        _ => return None,
    };
    (i128::from(i32::MIN)..=i128::from(i32::MAX)).contains(&value).then_some(value)
}

/// Whether C++ declares a variable before what gives it its value: control flow with statements, of values.
pub fn is_declared_first(body: &Body, id: ExprId) -> bool {
    let mut tails = Vec::new();
    body.tails(id, &mut tails);
    let gives_reference = tails.into_iter().any(|tail| matches!(body.kind(tail), ExprKind::Borrow { .. }));
    is_control(body, id) && (has_statements(body, id) || tests_with_effects(body, id)) && !gives_reference
}

fn is_control(body: &Body, id: ExprId) -> bool {
    matches!(body.kind(id), ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..))
}

/// Whether control flow has branches that are more than an expression.
fn has_statements(body: &Body, id: ExprId) -> bool {
    let has = |id: ExprId| has_statements(body, id);
    let block_has = |block: &Block| !block.statements.is_empty() || block.value.is_none_or(has);
    match body.kind(id) {
        ExprKind::If { condition, then, other } => {
            has_let(body, *condition) || block_has(then) || other.is_none_or(has)
        }
        ExprKind::Match(value, arms) => !is_seen_in_place(body, *value) || arms.iter().any(|arm| has(arm.value)),
        ExprKind::Block(target, block) => target.is_some() || block_has(block),
        ExprKind::Loop(..) | ExprKind::Struct { .. } => true,
        _ if ends(body, id) => true,
        _ => body.parts(id).0.into_iter().any(has),
    }
}

fn has_let(body: &Body, condition: ExprId) -> bool {
    match body.kind(condition) {
        ExprKind::Let(..) => true,
        ExprKind::And(left, right) | ExprKind::Or(left, right) => has_let(body, *left) || has_let(body, *right),
        _ => false,
    }
}

/// Whether patterns can look at an expression where it is, without a variable for it.
fn is_seen_in_place(body: &Body, id: ExprId) -> bool {
    match body.kind(id) {
        ExprKind::Local(_) | ExprKind::This | ExprKind::Item(_) | ExprKind::Literal(_) => true,
        ExprKind::Field(base, _) | ExprKind::Deref(base) => is_seen_in_place(body, *base),
        ExprKind::Tuple(elements) => elements.iter().all(|element| is_seen_in_place(body, *element)),
        _ => false,
    }
}

/// Whether the guards or conditions of control flow may need statements of their own: their order matters.
fn tests_with_effects(body: &Body, id: ExprId) -> bool {
    let acts = |id: ExprId| {
        let mut acts = false;
        body.each(id, &mut |part| {
            acts |= matches!(
                body.kind(part),
                ExprKind::Call(..)
                    | ExprKind::Some(_)
                    | ExprKind::Outcome { .. }
                    | ExprKind::Renewed(..)
                    | ExprKind::Method { .. }
                    | ExprKind::Index(..)
                    | ExprKind::Slice { .. }
                    | ExprKind::Assign(..)
                    | ExprKind::Block(..)
                    | ExprKind::Try(_)
            );
        });
        acts
    };
    match body.kind(id) {
        ExprKind::If { condition, other, .. } => {
            acts(*condition) || other.is_some_and(|other| tests_with_effects(body, other))
        }
        ExprKind::Match(_, arms) => arms.iter().filter_map(|arm| arm.guard).any(acts),
        _ => false,
    }
}
