//! `matches!` written out as the `match` that it is, before anyone looks at names.

use crate::{context::pretty, fragments::within_arguments};
use proc_macro2::Span;
use syn::{
    Expr, ExprMatch, Item, Macro, Stmt, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// Writes out each `matches!` of an item.
pub fn write_out(item: &mut Item) {
    Finder.visit_item_mut(item);
}

struct Finder;

impl VisitMut for Finder {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr
            && let Some(choice) = as_match(&call.mac)
        {
            *expr = Expr::Match(choice);
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Macro(call) = statement
            && let Some(choice) = as_match(&call.mac)
        {
            *statement = Stmt::Expr(Expr::Match(choice), call.semi_token);
        }
        visit_mut::visit_stmt_mut(self, statement);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if call.tokens.to_string().contains("matches") {
            say_what_is_asserted(call);
        }
        within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}

/// Gives `assert!(…)` of a call of a macro, as `matches!`, the message that it would have by itself, which is the text of its argument as it stands here.
pub fn say_what_is_asserted(call: &mut Macro) {
    let is_assertion = call.path.is_ident("assert") || call.path.is_ident("debug_assert");
    let arguments = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(call.tokens.clone());
    let Ok(arguments) = arguments else { return };
    if let ([asserted], true) = (&arguments.iter().collect::<Vec<_>>()[..], is_assertion) {
        let text = pretty(asserted);
        let message = format!("assertion failed: {text}").replace('{', "{{").replace('}', "}}");
        call.tokens = quote::quote!(#asserted, #message);
    }
}

/// `match value { pattern => true, _ => false }`; `None` for another macro, or one that cannot be read.
fn as_match(call: &Macro) -> Option<ExprMatch> {
    let path = &call.path;
    let is_std = path.is_ident("matches")
        || (path.segments.len() == 2
            && matches!(path.segments[0].ident.to_string().as_str(), "std" | "core")
            && path.segments[1].ident == "matches");
    if !is_std {
        return None;
    }
    let (value, pattern) = parse.parse2(call.tokens.clone()).ok()?;
    // As the compiler marks what a macro wrote, so that no lint speaks of it.
    let at = Span::mixed_site().located_at(path.span());
    let choice = quote::quote_spanned! {at=>
        match VALUE {
            #pattern => true,
            #[allow(unreachable_patterns)]
            _ => false
        }
    };
    let mut choice: ExprMatch = syn::parse2(choice).ok()?;
    choice.expr = Box::new(value);
    Some(choice)
}

/// The value, and the pattern with its guard.
fn parse(input: ParseStream) -> syn::Result<(Expr, proc_macro2::TokenStream)> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    let mut pattern: Vec<proc_macro2::TokenTree> = input.parse::<proc_macro2::TokenStream>()?.into_iter().collect();
    if matches!(pattern.last(), Some(proc_macro2::TokenTree::Punct(comma)) if comma.as_char() == ',') {
        pattern.pop();
    }
    Ok((value, pattern.into_iter().collect()))
}
