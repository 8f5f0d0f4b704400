//! Calls of methods: whether device code has them, and whether they are those that rustc calls.

use super::{
    super::handed::{By, handed},
    Asker, Callee, Owner,
    arguments::Seen,
    bounds,
};
use crate::{context::Role, fork::Forked, names};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprMethodCall};

/// Methods of arrays and options that a trait of the user's may come before.
const HIDDEN: &[&str] =
    &["len", "is_empty", "swap", "fill", "is_some", "is_none", "is_ok", "is_err", "take", "replace"];

/// Methods by which std orders values that it is lent, and that a trait of the user's may come before.
const OF_ORDER: &[&str] = &["cmp", "partial_cmp", "total_cmp"];

/// Methods that floats have by glam's `FloatExt`.
const OF_GLAM: &[&str] = &["lerp", "inverse_lerp", "fract_gl", "step", "saturate"];

impl Asker<'_> {
    /// A call of a method.
    pub fn method(&mut self, call: &mut ExprMethodCall, is_known: bool, of_trait: Option<usize>, seen: &Seen) {
        let name = call.method.to_string();
        if name == "clone" && call.args.is_empty() {
            return;
        }
        if Forked::of(call).is_some() {
            if let Some(question) = of_trait {
                self.ask_of_trait(call, question, None);
            }
            // `then` belongs to `fork`, which is asked for by itself.
            return;
        }
        if !names::is_library_method(&name) {
            let owner = self.owner(&mut call.receiver);
            self.called_on = Some(owner.clone());
            let on = self.look_where(call, &owner);
            let callee = match of_trait {
                Some(question) => {
                    self.ask_of_trait(call, question, on.clone());
                    Callee::MemberOrForeign(owner.clone(), question)
                }
                None => Callee::Member(owner.clone()),
            };
            self.hand_to_method(call, &owner, on, seen);
            self.add(&call.method, callee, false);
        } else {
            let owner = self.variables.owner(&call.receiver);
            if owner.is_seen() {
                self.add(&call.method, Callee::OwnOrLibrary(owner), self.may_ask);
            }
            if name == "unwrap_or_default" && !self.may_ask {
                self.any_default(call.method.span());
            }
            let on = self.with_name_of_library(&name, call, is_known);
            let owner = self.variables.owner(&call.receiver);
            self.hand_to_method(call, &owner, on, seen);
            match name.as_str() {
                "max" | "min" | "clamp" | "cmp" => self.compared_in_generics("cmp", call.method.span()),
                "partial_cmp" => self.compared_in_generics("partial_cmp", call.method.span()),
                _ => {}
            }
        }
    }

    /// Has rustc look for a method with the name of one of the library's. The variable with the type of what it is called on, if there is one.
    fn with_name_of_library(&mut self, name: &str, call: &mut ExprMethodCall, is_known: bool) -> Option<Ident> {
        if is_known || !self.may_ask || matches!(&*call.receiver, Expr::Lit(_)) {
            return None;
        }
        self.is_asked = true;
        if let Some(parts) = of_parts(name) {
            self.hand_at(call.method.span(), &mut call.receiver, parts);
        }
        let span = call.method.span();
        // Of a range, `get` of an array has no row.
        let is_of_range = matches!(name, "get" | "get_mut") && matches!(call.args.first(), Some(Expr::Range(_)));
        let owners = names::owners(if is_of_range { "" } else { name }, span);
        let called = if call.turbofish.is_some() { names::with_turbofish(name) } else { name.to_owned() };
        let mut hash = Literal::u64_suffixed(names::hash(&called));
        hash.set_span(span);
        let function = quote_spanned!(span=> ::whipple::private::seen::methods::called::<#hash, #owners, _>);
        *call.receiver = handed(&function, None, By::Reference, &call.receiver);
        let owner = self.variables.owner(&call.receiver);
        self.look_where(call, &owner)
    }

    /// `x.clone()`, of which the result tells the type: methods see through references, and clones do not.
    pub fn clone(&mut self, name: &Ident, expr: &mut Expr) {
        if !self.may_ask {
            if self.input.role != Role::Function || !bounds::is_looked_at(self.input.signature) {
                self.add(name, Callee::Member(Owner::Unknown), true);
            }
            return;
        }
        let span = name.span();
        self.hand_at(span, expr, "cloned");
        let clone = self.own("clone", span);
        let mut value = Expr::Verbatim(quote_spanned!(span=> #clone));
        let owner = self.owner(&mut value);
        *expr = Expr::Verbatim(quote_spanned!(span=> ({ let #clone = #expr; #value; #clone })));
        self.add(name, Callee::Member(owner), true);
    }

    /// A second call, with traits in scope that come into question where one of the user's does.
    pub fn competing(&mut self, call: &ExprMethodCall) -> TokenStream {
        let name = call.method.to_string();
        if !self.may_ask || !is_simple(&call.receiver) {
            return TokenStream::new();
        }
        let span = call.method.span();
        let with =
            |traits: TokenStream| quote_spanned! {span=> { #[allow(unused_imports)] use #traits; let _ = #call; } };
        let seen = quote!(::whipple::private::seen);
        match name.as_str() {
            "clone" if call.args.is_empty() => with(quote!(#seen::by_value::DeviceCodeTakesThisForClone as _)),
            name if HIDDEN.contains(&name) => {
                let (by_value, by_reference) = (with(quote!(#seen::by_value::*)), with(quote!(#seen::by_reference::*)));
                quote!(#by_value #by_reference)
            }
            "sort" | "sort_unstable" => {
                let traits = [quote!(by_value), quote!(by_reference), quote!(by_mutable_reference)];
                traits.into_iter().map(|of| with(quote!(#seen::#of::*))).collect()
            }
            name if OF_ORDER.contains(&name) => with(quote!(#seen::by_value::*)),
            name if OF_GLAM.contains(&name) => with(quote!(::whipple::private::FloatExt as _)),
            _ => TokenStream::new(),
        }
    }
}

/// What looks for the impls that a method of the library calls for the parts of a value.
fn of_parts(name: &str) -> Option<&'static str> {
    match name {
        "max" | "min" | "clamp" | "cmp" | "sort" | "sort_unstable" | "binary_search" => Some("parts_ordered"),
        "partial_cmp" => Some("parts_partly_ordered"),
        "contains" | "starts_with" | "ends_with" | "strip_prefix" | "strip_suffix" => Some("parts_compared"),
        "is_sorted" => Some("parts_partly_ordered"),
        "fill" => Some("parts_cloned"),
        "cloned" => Some("option_cloned"),
        "unwrap_or_default" => Some("functions::parts_defaulted"),
        _ => None,
    }
}

/// Whether an expression may stand twice.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_simple(&inner.expr),
        Expr::Field(inner) => is_simple(&inner.base),
        Expr::Reference(inner) => is_simple(&inner.expr),
        Expr::Unary(inner) => is_simple(&inner.expr),
        Expr::Index(inner) => is_simple(&inner.expr) && is_simple(&inner.index),
        Expr::Path(_) | Expr::Lit(_) => true,
        _ => false,
    }
}
