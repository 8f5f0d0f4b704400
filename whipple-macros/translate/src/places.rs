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

/// The places on the left of `=`, in the order in which Rust assigns to them.
pub fn of(left: &Expr) -> Vec<&Expr> {
    match left {
        Expr::Paren(inner) => of(&inner.expr),
        Expr::Group(inner) => of(&inner.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().flat_map(of).collect(),
        Expr::Array(array) => array.elems.iter().flat_map(of).collect(),
        Expr::Call(call) => call.args.iter().flat_map(of).collect(),
        Expr::Struct(literal) => literal.fields.iter().flat_map(|field| of(&field.expr)).collect(),
        Expr::Infer(_) => Vec::new(),
        rest if is_rest(rest) => Vec::new(),
        place => vec![place],
    }
}
