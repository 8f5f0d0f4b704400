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
    /// In a function over types. It is looked whose methods are taken for those of arrays and iterators, and what these compare and add.
    OverTypes {
        /// Whether there is some.
        looks: bool,
    },
}

impl Unlooked {
    /// Has rustc look at what a call of a chain or of an array is called on, and at what `sum` and the like give. `is_first`: it is the first of
    /// a chain.
    fn look(&mut self, expr: &mut Expr, is_first: bool, others: &[bool]) {
        let (Self::OverTypes { looks }, Expr::MethodCall(call)) = (self, &mut *expr) else { return };
        let (span, name) = (call.method.span(), call.method.to_string());
        let hand = |of: &mut Expr, to: &str, by: By| {
            let to = to.split("::").map(|name| Ident::new(name, span));
            let function = quote_spanned!(span=> ::whipple::private::seen::#(#to)::*);
            *of = handed(&function, None, by, of);
        };
        let (to, by) = match name.as_str() {
            "sum" | "product" => {
                hand(&mut call.receiver, "iterators::added", By::Value);
                return hand(expr, "iterators::total", By::Value);
            }
            "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "cmp" | "partial_cmp" => {
                for (other, _) in call.args.iter_mut().zip(others).filter(|(_, is_array)| **is_array) {
                    hand(other, "operators::gone_over", By::Value);
                }
                ("sequences::items_compared_over_types", By::Value)
            }
            "min" | "max" => ("sequences::items_compared_over_types", By::Value),
            "sort_by" | "sort_by_key" => ("iterators::sorted", By::Mutable),
            "partition_point" | "binary_search_by" | "binary_search_by_key" => ("iterators::searched", By::Reference),
            "is_sorted_by" | "is_sorted_by_key" if is_first => ("iterators::searched", By::Reference),
            "fill_with" | "get_mut" => ("iterators::elements", By::Mutable),
            "get" => ("iterators::array", By::Reference),
            _ => return,
        };
        *looks = true;
        hand(&mut call.receiver, to, by);
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
        let is_own = ask::unmark_own(expr).is_some();
        ask::unmark_function(expr);
        ask::unmark_given(expr);
        ask::unmark_changed(expr);
        ask::unmark_lent(expr);
        let foreign = ask::unmark_foreign(expr);
        let (is_first, others) = chained::beginning(expr);
        visit_mut::visit_expr_mut(self, expr);
        if let Some(question) = foreign {
            *expr = ask::of_no_trait(expr, question);
        }
        if let (Some(question), Expr::MethodCall(call)) = (way, &mut *expr) {
            ways::ask_way(call, question, matches!(self, Self::OverTypes { .. }));
        }
        if is_chained {
            self.look(expr, is_first && !is_own && key.is_none(), &others);
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
