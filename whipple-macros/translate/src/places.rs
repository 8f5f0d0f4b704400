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

/// The parts of two tuples or two arrays that meet one by one.
pub fn pairs<'e>(left: &'e Expr, right: &'e Expr) -> Option<Vec<(&'e Expr, &'e Expr)>> {
    let (left, right) = match (left, right) {
        (Expr::Paren(inner), _) => return pairs(&inner.expr, right),
        (Expr::Group(inner), _) => return pairs(&inner.expr, right),
        (_, Expr::Paren(inner)) => return pairs(left, &inner.expr),
        (_, Expr::Group(inner)) => return pairs(left, &inner.expr),
        (Expr::Tuple(left), Expr::Tuple(right)) => (&left.elems, &right.elems),
        (Expr::Array(left), Expr::Array(right)) => (&left.elems, &right.elems),
        _ => return None,
    };
    (left.len() == right.len() && !left.iter().any(is_rest)).then(|| left.iter().zip(right).collect())
}
