//! Rust tokens as messages show them.

use quote::ToTokens;
use syn::{Expr, Macro, Token, punctuated::Punctuated};

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

/// Gives a macro other arguments. The message of an assertion keeps the text of what is asserted, as the user wrote it.
pub fn replace_arguments(
    call: &mut Macro,
    written: &Punctuated<Expr, Token![,]>,
    mut arguments: Punctuated<Expr, Token![,]>,
) {
    let is_assertion = call.path.is_ident("assert") || call.path.is_ident("debug_assert");
    if is_assertion && written.len() == 1 && *written != arguments {
        let text = format!("assertion failed: {}", pretty(&written[0])).replace('{', "{{").replace('}', "}}");
        arguments.push(syn::parse_quote!(#text));
    }
    call.tokens = arguments.to_token_stream();
}
