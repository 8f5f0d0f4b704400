//! `into`, `try_into` and `try_from`: whether device code sees the impl that makes what they give.

use super::{
    super::handed::{By, handed},
    Asker,
};
use crate::ask;
use quote::quote_spanned;
use syn::{Expr, visit_mut};

impl Asker<'_> {
    /// A call of one, about whose result rustc is asked.
    pub fn conversion(&mut self, expr: &mut Expr, question: usize) {
        visit_mut::visit_expr_mut(self, expr);
        self.is_asked = true;
        match &mut *expr {
            Expr::MethodCall(call) => {
                let span = call.method.span();
                let (what, of, given) = (self.own("what", span), self.own("of", span), self.own("given", span));
                let functions = quote_spanned!(span=> ::whipple::private::seen::functions);
                *expr = Expr::Verbatim(if call.method == "into" {
                    let receiver =
                        handed(&quote_spanned!(span=> #functions::made_from), Some(&what), By::Value, &call.receiver);
                    quote_spanned! {span=> ({
                        let #what = ::core::marker::PhantomData;
                        let #of = #receiver;
                        let _: #functions::Taken<_> = #functions::another(&#of).into();
                        let #given = #of.into();
                        #functions::made(&#what, &#given);
                        #given
                    })}
                } else {
                    let receiver =
                        handed(&quote_spanned!(span=> #functions::tried), Some(&what), By::Reference, &call.receiver);
                    *call.receiver = receiver;
                    quote_spanned! {span=> ({
                        let #what = ::core::marker::PhantomData;
                        let #given = #call;
                        #functions::perhaps_made(&#what, &#given);
                        #given
                    })}
                });
            }
            Expr::Call(call) => {
                if let Some(argument) = call.args.first_mut().filter(|argument| !matches!(argument, Expr::Lit(_))) {
                    self.hand(argument, "number");
                }
            }
            _ => {}
        }
        *expr = ask::converted(expr, question);
    }
}
