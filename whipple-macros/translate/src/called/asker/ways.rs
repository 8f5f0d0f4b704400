//! Calls of which rustc says what they mean: a method of iterators, or one of the user's own that is called like it.

use super::{
    super::{
        Callee,
        handed::{By, handed},
    },
    Asker,
};
use crate::ask;
use proc_macro2::Ident;
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall, visit_mut};

impl Asker<'_> {
    /// Such a call.
    pub fn either_way(&mut self, expr: &mut Expr, question: usize) {
        let (absent, result, foreign) = (ask::unmark_absent(expr), ask::unmark_result(expr), ask::unmark_foreign(expr));
        ask::unmark_lent(expr);
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = &mut *expr else { return };
        call.args.iter().for_each(|argument| self.function(argument));
        let owner = self.owner(&mut call.receiver);
        self.called_on = Some(owner.clone());
        if !is_of_options(call) {
            let next = Ident::new("next", ask::ends(&call.receiver)[0]);
            self.add(&next, Callee::OwnOrLibrary(owner.clone()), true);
        }
        // In a function over types nobody knows whose method it is.
        if self.may_ask {
            self.add(&call.method, Callee::MemberOrWay { owner, foreign, way: question }, false);
        }
        if let Some(foreign) = foreign {
            self.ask_of_trait(call, foreign, None);
        }
        self.is_asked = true;
        ask_way(call, question, false);
        if let Some(result) = result {
            *expr = result(expr);
        }
        if let Some(absent) = absent {
            *expr = ask::none(expr, absent);
        }
    }
}

/// Asks of which type a call is that may mean two things, perhaps in a function over types.
pub fn ask_way(call: &mut ExprMethodCall, question: usize, is_over_types: bool) {
    let span = ask::ends(&call.receiver)[0];
    let slot = ask::slot(question, span);
    let function = match (is_of_options(call), is_over_types) {
        (true, true) => quote_spanned!(span=> ::whipple::private::stand_in::mapped),
        (true, false) => quote_spanned!(span=> ::whipple::private::given::mapped),
        _ => quote_spanned!(span=> ::whipple::private::given::way),
    };
    *call.receiver = handed(&function, Some(&slot), By::Reference, &call.receiver);
}

/// Whether options have a method of this name, and not iterators alone.
fn is_of_options(call: &ExprMethodCall) -> bool {
    call.method == "map" || call.method == "filter"
}
