//! What a `for` loop goes over, when that is no range: the elements of an array.

use syn::Expr;

/// How a loop gives the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// As values, of an array that is taken; as references, of one that is a reference already.
    Value,
    /// By `&`.
    Reference,
    /// By `&mut`.
    Mutable,
}

/// A loop over an array.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'e> {
    /// The array.
    pub array: &'e Expr,
    /// How its elements are given.
    pub by: By,
    /// Whether they are copies, by `copied` or `cloned`.
    pub copied: bool,
    /// Whether they are clones, by `cloned`.
    pub cloned: bool,
    /// Whether from the last to the first.
    pub reversed: bool,
    /// Whether with their indices.
    pub enumerated: bool,
}

impl<'e> Iteration<'e> {
    /// What a loop over this expression is; `None` for ranges and what is made of them, and for iterators that device code does not have.
    pub fn of(expr: &'e Expr) -> Option<Self> {
        let by = |array, by| Some(Self { array, by, copied: false, cloned: false, reversed: false, enumerated: false });
        match expr {
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Group(inner) => Self::of(&inner.expr),
            Expr::Range(_) => None,
            Expr::Reference(inner) if inner.mutability.is_some() => by(&inner.expr, By::Mutable),
            Expr::Reference(inner) => by(&inner.expr, By::Reference),
            Expr::MethodCall(call) if call.args.is_empty() => match call.method.to_string().as_str() {
                "iter" => by(&call.receiver, By::Reference),
                "iter_mut" => by(&call.receiver, By::Mutable),
                "into_iter" => by(&call.receiver, By::Value),
                method @ ("copied" | "cloned") => {
                    let inner =
                        Self::of(&call.receiver).filter(|inner| inner.by == By::Reference && !inner.enumerated)?;
                    Some(Self { by: By::Value, copied: true, cloned: method == "cloned", ..inner })
                }
                "enumerate" => {
                    let inner = Self::of(&call.receiver).filter(|inner| !inner.reversed)?;
                    Some(Self { enumerated: true, ..inner })
                }
                "rev" => {
                    let inner = Self::of(&call.receiver).filter(|inner| !inner.reversed)?;
                    Some(Self { reversed: true, ..inner })
                }
                _ => by(expr, By::Value),
            },
            Expr::MethodCall(call) if call.method == "step_by" => None,
            _ => by(expr, By::Value),
        }
    }
}

/// An expression without its parentheses.
pub fn within(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => within(&inner.expr),
        Expr::Group(inner) => within(&inner.expr),
        other => other,
    }
}

/// Whether a method borrows the iterator that it is called on, and leaves the items in it that it does not come to.
pub fn takes_some(name: &str) -> bool {
    matches!(name, "next" | "any" | "all" | "find" | "find_map" | "position" | "try_fold" | "try_for_each")
}
