//! `value?`, and the closures that it leaves.

use super::Asker;
use crate::{
    ask,
    context::{result, strip_type},
};
use quote::quote_spanned;
use syn::{Expr, ExprClosure, ReturnType, Type, visit_mut};

impl Asker<'_> {
    /// A closure, of which rustc looks at the types alone.
    pub fn closure(&mut self, closure: &mut ExprClosure) {
        let outside = std::mem::replace(&mut self.is_in_closure, true);
        visit_mut::visit_expr_closure_mut(self, closure);
        self.is_in_closure = outside;
        ask::never_called(closure);
    }

    /// `value?`: of a `Result`, device code must have what makes the error of the function.
    pub fn attempt(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Try(attempt) = &*expr else { return };
        let (value, span) = (&attempt.expr, attempt.question_token.span);
        if !self.may_ask {
            return;
        }
        let attempts = quote_spanned!(span=> ::whipple::private::seen::attempts);
        let outcome = quote_spanned!(span=> ::core::result::Result);
        let (held, error) = (self.own("held", span), self.own("error", span));
        if self.is_in_closure {
            self.is_asked = true;
            *expr = Expr::Verbatim(quote_spanned! {span=> (match #attempts::split(#value) {
                #outcome::Ok(#held) => #held,
                #outcome::Err(#error) => return #attempts::leave(#error),
            })});
            return;
        }
        let ReturnType::Type(_, output) = &self.input.signature.output else { return };
        let Type::Path(output) = strip_type(output) else { return };
        self.is_asked = true;
        let Some((_, of_function)) = result(&output.path) else {
            *expr = Expr::Verbatim(quote_spanned! {span=> (match #attempts::split(#value) {
                #outcome::Ok(#held) => #held,
                #outcome::Err(_) => ::whipple::private::ask::never(),
            })});
            return;
        };
        *expr = Expr::Verbatim(quote_spanned! {span=> (match #attempts::split(#value) {
            #outcome::Ok(#held) => #held,
            #outcome::Err(#error) => {
                #[allow(unused_imports)]
                use #attempts::AnotherError as _;
                #attempts::Leaving::<_, #of_function>::of(&#error).look();
                ::whipple::private::ask::never()
            }
        })});
    }
}
