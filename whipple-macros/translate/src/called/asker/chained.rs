//! Calls that iterators are made of, and those that take their items: whether what they go over and what they do is device code's.

use super::{
    super::{
        Callee, Owner,
        handed::{By, handed},
    },
    Asker,
};
use crate::{ask, iteration::takes_some};
use proc_macro2::Span;
use quote::quote_spanned;
use syn::{
    Expr, Ident,
    visit_mut::{self, VisitMut},
};

/// Methods that call what they are given several times.
const REPEATED: [&str; 5] = ["sort_by", "sort_by_key", "partition_point", "binary_search_by", "binary_search_by_key"];

impl Asker<'_> {
    /// A call of a chain of iterators.
    pub fn chained(&mut self, expr: &mut Expr) {
        let (absent, result, key) = (ask::unmark_absent(expr), ask::unmark_result(expr), ask::unmark_key(expr));
        let own = ask::unmark_own(expr);
        let Expr::MethodCall(call) = &*expr else {
            visit_mut::visit_expr_mut(self, expr);
            if let Some(result) = result {
                *expr = result(expr);
            }
            return;
        };
        let (name, span) = (call.method.to_string(), call.method.span());
        let (is_first, beside) = beginning(expr);
        self.within_chain(expr);
        let Expr::MethodCall(call) = &mut *expr else { return };
        call.args.iter().for_each(|argument| self.function(argument));
        if let Some(is_lent) = own {
            self.own_iterator(&mut call.receiver, is_lent, takes_some(&name));
        }
        match name.as_str() {
            "iter" | "iter_mut" | "into_iter" if is_first => self.hand_value(span, expr, "roots::elements"),
            "zip" | "chain" | "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "cmp" | "partial_cmp" => {
                if !matches!(name.as_str(), "zip" | "chain") {
                    self.hand_value(span, &mut call.receiver, "sequences::items_compared");
                }
                for (other, is_array) in call.args.iter_mut().zip(beside) {
                    if is_array {
                        self.gone_over(other);
                    }
                }
            }
            name if is_first && is_cut(name) => {
                self.hand_value(span, expr, "iterators::cut");
            }
            "map" if is_first && beside.len() == 1 && own.is_none() => self.hand_array(span, &mut call.receiver),
            "sort_by" | "sort_by_key" if self.may_ask => {
                self.is_asked = true;
                let function = quote_spanned!(span=> ::whipple::private::seen::iterators::sorted);
                *call.receiver = handed(&function, None, By::Mutable, &call.receiver);
            }
            "partition_point" | "binary_search_by" | "binary_search_by_key" if self.may_ask => {
                self.is_asked = true;
                let function = quote_spanned!(span=> ::whipple::private::seen::iterators::searched);
                *call.receiver = handed(&function, None, By::Reference, &call.receiver);
            }
            "is_sorted_by" | "is_sorted_by_key" if is_first && own.is_none() && key.is_none() => {
                self.hand_receiver(span, "searched", By::Reference, &mut call.receiver);
            }
            "fill_with" => self.hand_receiver(span, "elements", By::Mutable, &mut call.receiver),
            "get_mut" => self.hand_receiver(span, "elements", By::Mutable, &mut call.receiver),
            "get" => self.hand_receiver(span, "array", By::Reference, &mut call.receiver),
            "insert" | "get_or_insert" | "get_or_insert_with" | "take_if" => {
                self.hand_receiver(span, "option", By::Mutable, &mut call.receiver);
            }
            "get_or_insert_default" => self.hand_receiver(span, "option_of_default", By::Mutable, &mut call.receiver),
            "flat_map" => self.hand_value(span, expr, "iterators::flattened"),
            "flatten" => self.hand_value(span, &mut call.receiver, "iterators::nested"),
            "cloned" => self.hand_value(span, expr, "iterators::items_cloned"),
            "min" | "max" => self.hand_value(span, &mut call.receiver, "iterators::items_ordered"),
            "is_sorted" => self.hand_value(span, &mut call.receiver, "iterators::items_sorted"),
            "next_if_eq" => call.args.iter_mut().for_each(|expected| self.hand(expected, "compared")),
            "contains" => self.hand_value(span, &mut call.receiver, "iterators::bounded"),
            "sum" | "product" => {
                self.hand_value(span, &mut call.receiver, "iterators::added");
                self.hand_value(span, expr, "iterators::total");
            }
            _ => {}
        }
        if let Some(key) = key {
            keyed(expr, key);
        }
        if let Some(result) = result {
            *expr = result(expr);
        }
        if let Some(question) = absent {
            *expr = ask::none(expr, question);
        }
    }

    /// Goes through the parts of a call.
    fn within_chain(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) if call.method == "zip" => {
                self.repeated(&mut call.receiver);
                call.args.iter_mut().for_each(|other| self.visit_expr_mut(other));
            }
            Expr::MethodCall(call) if REPEATED.contains(&call.method.to_string().as_str()) => {
                self.visit_expr_mut(&mut call.receiver);
                call.args.iter_mut().for_each(|function| self.repeated(function));
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    /// What a chain is called on, if it is an iterator of the user's. It calls its `next`.
    pub fn own_iterator(&mut self, of: &mut Expr, is_lent: bool, is_asked: bool) {
        if !self.may_ask {
            // Its name is compared with those of all types.
            let name = Ident::new("next", ask::ends(of)[0]);
            return self.add(&name, Callee::Member(Owner::Unknown), false);
        }
        self.calls_next(of);
        if self.may_ask {
            self.is_asked = true;
            let span = ask::ends(of)[0];
            let (name, by) = match (is_lent, is_asked) {
                (true, true) => ("asked", By::Mutable),
                (true, false) => ("lent", By::Mutable),
                _ => ("own", By::Value),
            };
            let name = Ident::new(name, span);
            let function = quote_spanned!(span=> ::whipple::private::seen::iterators::#name);
            *of = handed(&function, None, by, of);
        }
    }

    /// What a loop, `zip` or `chain` goes over as a whole, which may be an iterator of the user's.
    pub fn gone_over(&mut self, of: &mut Expr) {
        let span = ask::ends(of)[0];
        self.calls_next(of);
        self.hand_value(span, of, "operators::gone_over");
    }

    /// Notes a call of `next`, if this is an iterator of the user's.
    fn calls_next(&mut self, of: &mut Expr) {
        let span = ask::ends(of)[0];
        let owner = self.owner(of);
        self.add(&Ident::new("next", span), Callee::OwnOrLibrary(owner), true);
    }

    /// Hands what a method is called on to a function that knows what has it.
    fn hand_receiver(&mut self, span: Span, to: &str, by: By, receiver: &mut Expr) {
        if self.may_ask {
            self.is_asked = true;
            let to = Ident::new(to, span);
            let function = quote_spanned!(span=> ::whipple::private::seen::iterators::#to);
            *receiver = handed(&function, None, by, receiver);
        }
    }

    /// Has rustc look whether `map` is that of an array.
    fn hand_array(&mut self, span: Span, expr: &mut Expr) {
        if self.may_ask {
            self.is_asked = true;
            let function = quote_spanned!(span=> ::whipple::private::seen::iterators::array);
            *expr = handed(&function, None, By::Reference, expr);
        }
    }

    /// Hands a value to a function of `whipple_runtime::source::seen`, which gives it back.
    pub fn hand_value(&mut self, span: Span, expr: &mut Expr, to: &str) {
        if self.may_ask {
            self.is_asked = true;
            let to = to.split("::").map(|name| Ident::new(name, span));
            let function = quote_spanned!(span=> ::whipple::private::seen::#(#to)::*);
            *expr = handed(&function, None, By::Value, expr);
        }
    }
}

/// Hands the items of `min_by_key` and `max_by_key` to a function that gives a question the type of the keys.
pub fn keyed(call: &mut Expr, (question, function): (Ident, &str)) {
    if let Expr::MethodCall(call) = call {
        let is_of_items = call.method == "peekable" || call.method == "is_sorted" || call.method == "is_sorted_by";
        let function = match (is_of_items, function) {
            (true, "keyed") => "peeked",
            (true, _) => "peeked_references",
            _ => function,
        };
        let function = Ident::new(function, call.method.span());
        let function = quote_spanned!(function.span()=> ::whipple::private::seen::iterators::#function);
        *call.receiver = handed(&function, Some(&question), By::Value, &call.receiver);
    }
}

/// Whether a call is the first of a chain, and which of its arguments are no chains.
pub fn beginning(expr: &Expr) -> (bool, Vec<bool>) {
    let Expr::MethodCall(call) = expr else { return (false, Vec::new()) };
    let begins = |expr: &Expr| !ask::is_chained(expr) && !is_range(expr);
    (begins(&call.receiver), call.args.iter().map(begins).collect())
}

/// Whether a method cuts slices.
fn is_cut(name: &str) -> bool {
    let name = name.strip_suffix("_mut").unwrap_or(name);
    matches!(name, "windows" | "chunks" | "chunks_exact" | "rchunks" | "rchunks_exact")
}

/// Whether an expression is a range.
fn is_range(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_range(&inner.expr),
        Expr::Group(inner) => is_range(&inner.expr),
        Expr::Range(_) => true,
        _ => false,
    }
}
