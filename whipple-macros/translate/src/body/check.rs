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
    // The suffixes and marks that the typing pass added.
    let mut out = String::new();
    for word in text.split_inclusive(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))) {
        let (body, end) =
            word.split_at(word.trim_end_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))).len());
        let is_number = body.starts_with(|c: char| c.is_ascii_digit()) && !body.starts_with("0x");
        let suffix = body.find("f32").or_else(|| body.find(['w', 'q'])).filter(|_| is_number);
        out.push_str(suffix.map_or(body, |position| &body[..position]));
        out.push_str(end);
    }
    out
}
