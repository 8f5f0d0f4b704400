//! What was refused and rustc would complain of, too: `?` in functions that return no `Option`, calls that name no procedure, and macros
//! with arguments that they do not have.

use crate::{
    context::{Refused, is_of_std, option},
    fork,
    fragments::within_arguments,
    numbering,
};
use proc_macro2::LineColumn;
use quote::quote;
use syn::{
    Block, Expr, ExprMethodCall, Ident, Macro, ReturnType, Stmt, Token, Type, parse_quote_spanned,
    punctuated::Punctuated,
    spanned::Spanned,
    token,
    visit_mut::{self, VisitMut},
};

/// Whether a function with this result may have `?`.
pub fn may_attempt(output: &ReturnType) -> bool {
    match output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => match crate::context::strip_type(ty) {
            Type::Path(path) => {
                let is_result = path.path.segments.last().is_some_and(|last| last.ident == "Result");
                option(&path.path).is_some() || is_result && is_of_std(&path.path)
            }
            _ => false,
        },
    }
}

/// Takes out of a body what was refused: then rustc says nothing more of it.
pub fn take_out(refused: Refused, body: &mut Block) {
    TakeOut(refused).visit_block_mut(body);
}

/// Where a macro is called: what tells it from the others of a body.
pub fn place(call: &Macro) -> LineColumn {
    call.path.span().start()
}

struct TakeOut(Refused);

impl TakeOut {
    /// What stands for a macro of std that was refused: its arguments, as far as they are expressions, and a value of the type that it gives.
    /// One of the user's stays, so that rustc does not call it unused.
    fn in_place_of(&self, call: &Macro) -> Option<Expr> {
        if !self.0.checks.contains(&place(call)) || !is_of_std_or_alone(&call.path) {
            return None;
        }
        let name = call.path.segments.last()?.ident.to_string();
        let value = match name.trim_start_matches("debug_") {
            "matches" => quote!(false),
            "panic" | "unreachable" | "todo" | "unimplemented" => quote!(::core::panic!()),
            "assert" | "assert_eq" | "assert_ne" | "print" | "println" | "eprint" | "eprintln" => quote!(()),
            _ => return None,
        };
        let arguments = numbering::arguments(call).into_iter().flatten();
        // A message says nothing to rustc, and `name = value` is part of one.
        let arguments = arguments.filter(|argument| !matches!(argument, Expr::Lit(_) | Expr::Assign(_)));
        let arguments: Vec<Expr> = arguments.collect();
        Some(match arguments.as_slice() {
            [] => parse_quote_spanned!(call.path.span()=> #value),
            arguments => parse_quote_spanned!(call.path.span()=> { #(let _ = &(#arguments);)* #value }),
        })
    }
}

/// Whether a macro's path is one of std's, or a name that std's prelude may have.
fn is_of_std_or_alone(path: &syn::Path) -> bool {
    path.segments.len() == 1
        || path.segments.first().is_some_and(|first| ["std", "core", "whipple"].iter().any(|name| first.ident == name))
}

impl VisitMut for TakeOut {
    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Macro(call) = statement
            && let Some(instead) = self.in_place_of(&call.mac)
        {
            *statement = Stmt::Expr(instead, call.semi_token);
        }
        visit_mut::visit_stmt_mut(self, statement);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr
            && let Some(instead) = self.in_place_of(&call.mac)
        {
            *expr = instead;
        }
        visit_mut::visit_expr_mut(self, expr);
        *expr = match std::mem::replace(expr, Expr::PLACEHOLDER) {
            Expr::MethodCall(call)
                if self.0.unnamed && call.turbofish.is_none() && fork::gives_nothing(&call.method) =>
            {
                // So rustc does not call its variables unused.
                let (receiver, arguments) = (&call.receiver, &call.args);
                parse_quote_spanned!(call.span()=> { let _ = (&#receiver, #arguments); })
            }
            Expr::Try(attempt) if self.0.attempts => {
                let span = attempt.question_token.span();
                Expr::MethodCall(ExprMethodCall {
                    attrs: attempt.attrs,
                    receiver: attempt.expr,
                    dot_token: Token![.](span),
                    method: Ident::new("unwrap", span),
                    turbofish: None,
                    paren_token: token::Paren(span),
                    args: Punctuated::new(),
                })
            }
            other => other,
        };
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if !self.0.checks.is_empty() {
            within_arguments(call, |argument| self.visit_expr_mut(argument));
        }
    }

    // They return for themselves.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
