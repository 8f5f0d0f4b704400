//! What stands in checks of debug builds and in functions over types: nobody looks at impls there.

use super::{
    super::handed::{By, handed},
    chained, ways,
};
use crate::{
    ask::{self, Called},
    fragments, message,
};
use proc_macro2::Ident;
use quote::quote_spanned;
use syn::{
    Expr, Macro,
    visit_mut::{self, VisitMut},
};

/// Only asks for what calls give, where nobody looks at impls.
pub enum Unlooked {
    /// In checks of debug builds.
    InChecks,
    /// In a function over types. What adds and orders all items of an iterator is looked at.
    OverTypes,
}

impl Unlooked {
    /// Has rustc look at the items of `sum` and the like, and at what it gives.
    fn look(&self, expr: &mut Expr) {
        let (Self::OverTypes, Expr::MethodCall(call)) = (self, &mut *expr) else { return };
        let (span, name) = (call.method.span(), call.method.to_string());
        let hand = |of: &mut Expr, to: &str| {
            let to = Ident::new(to, span);
            let function = quote_spanned!(span=> ::whipple::private::seen::iterators::#to);
            *of = handed(&function, None, By::Value, of);
        };
        match name.as_str() {
            "sum" | "product" => {
                hand(&mut call.receiver, "added");
                hand(expr, "total");
            }
            "min" | "max" => hand(&mut call.receiver, "items_ordered"),
            _ => {}
        }
    }
}

impl VisitMut for Unlooked {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let (question, absent) = (ask::unmark(expr), ask::unmark_absent(expr));
        let result = ask::unmark_result(expr);
        let key = ask::unmark_key(expr);
        let converted = ask::unmark_converted(expr);
        ask::unmark_in_place(expr);
        let is_chained = ask::unmark_chained(expr);
        let way = ask::unmark_way(expr);
        ask::unmark_own(expr);
        ask::unmark_function(expr);
        ask::unmark_given(expr);
        ask::unmark_changed(expr);
        ask::unmark_lent(expr);
        let foreign = ask::unmark_foreign(expr);
        visit_mut::visit_expr_mut(self, expr);
        if let Some(question) = foreign {
            *expr = ask::of_no_trait(expr, question);
        }
        if let (Some(question), Expr::MethodCall(call)) = (way, &mut *expr) {
            ways::ask_way(call, question, matches!(self, Self::OverTypes));
        }
        if is_chained {
            self.look(expr);
        }
        if let Expr::Closure(closure) = expr {
            ask::never_called(closure);
        }
        if let Some(key) = key {
            chained::keyed(expr, key);
        }
        if let Some(result) = result {
            *expr = result(expr);
        }
        if let Some(question) = absent {
            *expr = ask::none(expr, question);
        }
        if let Some(question) = converted {
            *expr = ask::converted(expr, question);
        }
        if let Some(question) = question {
            let called = if matches!(expr, Expr::MethodCall(_)) { Called::Nothing } else { Called::Function };
            *expr = ask::given(expr, &called, question);
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
        message::leave_values(call, |_, _| {});
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}
