//! Indices that are known to be in the range of their array, so that taking an element cannot panic.

use super::{Body, ExprId, ExprKind, Operator, Origin, Shape};
use crate::{context::strip_type, names};
use quote::ToTokens;
use syn::{Expr, Lit, Type};

/// The length of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Length {
    Number(u64),
    /// A constant, by its path.
    Constant(String),
}

impl Body {
    /// Whether `base[index]` is known not to panic.
    pub(super) fn is_in_range(&self, base: ExprId, index: ExprId) -> bool {
        match self.length_of(base, 0) {
            Some(Length::Number(length)) => self.most(index, true).is_some_and(|most| most < length),
            // One name may mean two constants where a block has its own.
            Some(Length::Constant(name)) => {
                let is_own = |local: &super::Local| local.is_constant && local.name == name.as_str();
                !self.locals.iter().any(is_own) && self.counts_to(index, &name)
            }
            None => false,
        }
    }

    /// Whether `[…]` of an expression is that of arrays, slices or vectors, as its form shows.
    pub fn is_of_elements(&self, id: ExprId) -> bool {
        let of_shape = |shape: &Shape| matches!(shape.pointee(), Shape::View(..) | Shape::Slice(_) | Shape::Array(_));
        of_shape(self.shape(id))
            || self.length_of(id, 0).is_some()
            || match self.kind(id) {
                ExprKind::Slice { .. } | ExprKind::Array(_) | ExprKind::Repeat(..) => true,
                ExprKind::Local(local) => match (&self.local(*local).ty, self.local(*local).origin) {
                    (Some(ty), _) => has_elements(ty),
                    (None, Origin::Whole(value)) => self.is_of_elements(value),
                    _ => false,
                },
                ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => self.is_of_elements(*of),
                _ => false,
            }
    }

    /// The length of an array, or of its elements' elements, so many levels inside.
    fn length_of(&self, id: ExprId, inside: usize) -> Option<Length> {
        match self.kind(id) {
            ExprKind::Index(base, _) => self.length_of(*base, inside + 1),
            ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => self.length_of(*of, inside),
            ExprKind::Array(elements) => match inside {
                0 => Some(Length::Number(elements.len() as u64)),
                _ => self.length_of(*elements.first()?, inside - 1),
            },
            ExprKind::Repeat(element, length) => match inside {
                0 => length_in(length),
                _ => self.length_of(*element, inside - 1),
            },
            ExprKind::Local(local) => match (&self.local(*local).ty, self.local(*local).origin) {
                (Some(ty), _) => length_in_type(ty, inside),
                (None, Origin::Whole(value)) => self.length_of(value, inside),
                _ => None,
            },
            _ => None,
        }
    }

    /// The most that an index can be. `is_unsigned`: whether its type is known to have no negative numbers.
    fn most(&self, id: ExprId, is_unsigned: bool) -> Option<u64> {
        match self.kind(id) {
            ExprKind::Literal(literal) => number(literal),
            ExprKind::Binary(Operator::Rem, value, divisor) => {
                let divisor = match self.kind(*divisor) {
                    ExprKind::Literal(literal) if is_unsigned || is_of_unsigned(literal) => number(literal)?,
                    _ => return None,
                };
                let less = divisor.checked_sub(1)?;
                Some(self.most(*value, is_unsigned).map_or(less, |most| most.min(less)))
            }
            ExprKind::Binary(Operator::BitAnd, left, right) => {
                let sides = [left, right].map(|side| match self.kind(*side) {
                    ExprKind::Literal(literal) => number(literal),
                    _ => None,
                });
                sides.into_iter().flatten().min()
            }
            ExprKind::Binary(Operator::Add, left, right) => {
                self.most(*left, is_unsigned)?.checked_add(self.most(*right, is_unsigned)?).filter(is_small)
            }
            ExprKind::Binary(Operator::Mul, left, right) => {
                self.most(*left, is_unsigned)?.checked_mul(self.most(*right, is_unsigned)?).filter(is_small)
            }
            ExprKind::Cast(of, ty) => {
                let name = crate::context::last_name(ty)?;
                if !names::is_integer(&name) {
                    return None;
                }
                self.most(*of, false).filter(is_small)
            }
            ExprKind::Local(local) if !self.local(*local).mutable => match self.local(*local).origin {
                Origin::Counted { start, end, closed } => {
                    number_of(self, start)?;
                    let end = number_of(self, end)?;
                    if closed { Some(end) } else { end.checked_sub(1) }
                }
                Origin::Whole(value) => self.most(value, is_unsigned && self.local(*local).ty.is_none()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an index is a number of a loop from 0 to this constant.
    fn counts_to(&self, id: ExprId, constant: &str) -> bool {
        let ExprKind::Local(local) = self.kind(id) else { return false };
        match self.local(*local).origin {
            Origin::Counted { end, closed: false, .. } if !self.local(*local).mutable => {
                matches!(self.kind(end), ExprKind::Item(path) if path.to_token_stream().to_string() == constant)
            }
            _ => false,
        }
    }
}

/// No sum or product of a few of these overflows, in any type that has them.
fn is_small(number: &u64) -> bool {
    *number < 1 << 7
}

fn number_of(body: &Body, id: ExprId) -> Option<u64> {
    match body.kind(id) {
        ExprKind::Literal(literal) => number(literal),
        _ => None,
    }
}

fn number(literal: &Lit) -> Option<u64> {
    match literal {
        Lit::Int(number) => number.base10_digits().parse().ok(),
        Lit::Byte(byte) => Some(byte.value().into()),
        _ => None,
    }
}

fn is_of_unsigned(literal: &Lit) -> bool {
    matches!(literal, Lit::Int(number) if matches!(number.suffix(), "u8" | "u16" | "u32" | "u64" | "usize"))
}

fn length_in(length: &Expr) -> Option<Length> {
    match length {
        Expr::Lit(literal) => number(&literal.lit).map(Length::Number),
        Expr::Path(path) if path.qself.is_none() => Some(Length::Constant(path.path.to_token_stream().to_string())),
        Expr::Group(inner) => length_in(&inner.expr),
        Expr::Paren(inner) => length_in(&inner.expr),
        _ => None,
    }
}

/// The length of an array behind references, or of its elements' elements.
fn length_in_type(ty: &Type, inside: usize) -> Option<Length> {
    match strip_type(ty) {
        Type::Reference(reference) => length_in_type(&reference.elem, inside),
        Type::Array(array) if inside == 0 => length_in(&array.len),
        Type::Array(array) => length_in_type(&array.elem, inside - 1),
        _ => None,
    }
}

/// Whether a type is an array, a slice or a vector, behind references.
fn has_elements(ty: &Type) -> bool {
    match strip_type(ty) {
        Type::Reference(reference) => has_elements(&reference.elem),
        Type::Array(_) | Type::Slice(_) => true,
        ty => crate::context::last_name(ty).is_some_and(|name| names::is_vector(&name)),
    }
}
