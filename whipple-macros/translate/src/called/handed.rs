//! Hands an expression of the copy to a function. An error about it is shown at the expression.

use crate::ask::ends;
use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use quote::quote_spanned;
use syn::Expr;

/// How an expression is handed over.
pub enum By {
    /// `&expr`
    Reference,
    /// `&mut expr`
    Mutable,
    /// `expr`, which the function gives back
    Value,
}

/// `(*function(before, &(expr)))`, or `(function(before, (expr)))` of a value. rustc takes it to stand where the expression does, from the first token to the last one.
///
/// rustc sees the body and its copy. It shows an error about both only once if all places in the two errors are the same.
pub fn handed(function: &TokenStream, before: Option<&Ident>, by: By, expr: &Expr) -> Expr {
    let [first, last] = ends(expr);
    let before = before.map(|before| quote_spanned!(first=> &#before,));
    let (given, by) = match by {
        By::Reference => (quote_spanned!(first=> *), quote_spanned!(first=> &)),
        By::Mutable => (quote_spanned!(first=> *), quote_spanned!(first=> &mut)),
        By::Value => (TokenStream::new(), TokenStream::new()),
    };
    let mut arguments = Group::new(Delimiter::Parenthesis, quote_spanned!(first=> #before #by (#expr)));
    arguments.set_span(last);
    Expr::Verbatim(quote_spanned!(first=> (#given #function #arguments)))
}
