//! Rust tokens as messages show them.

use syn::Expr;

/// Rust tokens with nearly the usual spacing, for messages.
pub fn pretty(expr: &Expr) -> String {
    let mut text = quote::ToTokens::to_token_stream(expr).to_string();
    for (from, to) in [
        (" . ", "."),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" [", "["),
        ("[ ", "["),
        (" ]", "]"),
        (" ,", ","),
        (" :: ", "::"),
        ("matches !", "matches!"),
    ] {
        text = text.replace(from, to);
    }
    text
}
