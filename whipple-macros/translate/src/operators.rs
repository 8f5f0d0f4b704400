//! Rust's operators.

/// Whether the operator assigns.
pub fn is_compound(op: &syn::BinOp) -> bool {
    use syn::BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign, ShrAssign,
        SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// Operators that are overloaded in C++ as in Rust: trait, method, and the C++ operator. Remainders are none of them: `a % b` is
/// `num::rem(a, b)` in C++, which calls the method.
pub const OPERATORS: &[(&str, &str, &str)] = &[
    ("Add", "add", "+"),
    ("Sub", "sub", "-"),
    ("Mul", "mul", "*"),
    ("Div", "div", "/"),
    ("BitAnd", "bitand", "&"),
    ("BitOr", "bitor", "|"),
    ("BitXor", "bitxor", "^"),
    ("Shl", "shl", "<<"),
    ("Shr", "shr", ">>"),
    ("Neg", "neg", "-"),
    ("Not", "not", "!"),
    ("AddAssign", "add_assign", "+="),
    ("SubAssign", "sub_assign", "-="),
    ("MulAssign", "mul_assign", "*="),
    ("DivAssign", "div_assign", "/="),
    ("BitAndAssign", "bitand_assign", "&="),
    ("BitOrAssign", "bitor_assign", "|="),
    ("BitXorAssign", "bitxor_assign", "^="),
    ("ShlAssign", "shl_assign", "<<="),
    ("ShrAssign", "shr_assign", ">>="),
    ("PartialEq", "eq", "=="),
    ("Index", "index", "[]"),
    ("IndexMut", "index_mut", "[]"),
];
