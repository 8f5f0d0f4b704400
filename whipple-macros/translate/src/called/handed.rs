//! Hands an expression of the copy to a function. An error about it is shown at the expression.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Expr;

/// How an expression is handed over.
pub enum By {
    /// `&expr`
    Reference,
    /// `&mut expr`
    Mutable,
}

/// `(*function(before, &(expr)))`. rustc takes it to stand where the expression does, from the first token to the last one.
///
/// rustc sees the body and its copy. It shows an error about both only once if all places in the two errors are the same.
pub fn handed(function: &TokenStream, before: Option<&Ident>, by: By, expr: &Expr) -> Expr {
    let [first, last] = ends(expr);
    let before = before.map(|before| quote_spanned!(first=> &#before,));
    let by = match by {
        By::Reference => quote_spanned!(first=> &),
        By::Mutable => quote_spanned!(first=> &mut),
    };
    let mut arguments = Group::new(Delimiter::Parenthesis, quote_spanned!(first=> #before #by (#expr)));
    arguments.set_span(last);
    Expr::Verbatim(quote_spanned!(first=> (*#function #arguments)))
}

/// The places of the first and of the last token.
pub fn ends(tokens: &impl ToTokens) -> [Span; 2] {
    let tokens: Vec<TokenTree> = tokens.to_token_stream().into_iter().collect();
    let first = match tokens.first() {
        Some(TokenTree::Group(group)) => group.span_open(),
        Some(token) => token.span(),
        None => Span::call_site(),
    };
    let last = match tokens.last() {
        Some(TokenTree::Group(group)) => group.span_close(),
        Some(token) => token.span(),
        None => first,
    };
    [first, last]
}
