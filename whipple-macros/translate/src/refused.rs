//! What was refused and rustc would complain of, too: `?` in functions that return no `Option`, and calls that name no procedure.

use crate::{
    context::{Refused, is_of_std, option},
    fork,
};
use syn::{
    Block, Expr, ExprMethodCall, Ident, ReturnType, Token, Type,
    punctuated::Punctuated,
    spanned::Spanned,
    token,
    visit_mut::{self, VisitMut},
};

/// Whether a function with this result may have `?`. Of a `Result` it is said that it does not exist.
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

struct TakeOut(Refused);

impl VisitMut for TakeOut {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        *expr = match std::mem::replace(expr, Expr::PLACEHOLDER) {
            Expr::MethodCall(call)
                if self.0.unnamed && call.turbofish.is_none() && fork::gives_nothing(&call.method) =>
            {
                // So rustc does not call its variables unused.
                let (receiver, arguments) = (&call.receiver, &call.args);
                syn::parse_quote_spanned!(call.span()=> { let _ = (&#receiver, #arguments); })
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

    // They return for themselves.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
