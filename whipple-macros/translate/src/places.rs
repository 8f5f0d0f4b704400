//! The places that an assignment writes to.

use syn::Expr;

/// Whether what stands left of `=` takes the value apart: `(a, b)`, `[a, b]`, `Pair(a, b)`, `Pair { x: a, .. }`.
pub fn takes_apart(left: &Expr) -> bool {
    match left {
        Expr::Paren(inner) => takes_apart(&inner.expr),
        Expr::Group(inner) => takes_apart(&inner.expr),
        Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Call(_) => true,
        _ => false,
    }
}

/// Whether this is the `..` of what takes a value apart.
pub fn is_rest(part: &Expr) -> bool {
    matches!(part, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}
