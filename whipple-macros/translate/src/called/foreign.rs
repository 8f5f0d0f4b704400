//! Which traits methods are of that types of the library may have (`whipple_runtime::source::foreign`).

use crate::{ask, names::unraw};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::BTreeMap;

/// The hidden method that a trait has beside a method of this name.
pub fn hidden_method(name: &Ident) -> Ident {
    format_ident!("whipple_of_{}", unraw(name), span = name.span())
}

/// What stands behind the copy of a body: for each of these methods the hidden one is called on a value of the type. Where no such trait
/// is in scope, it is one of a trait that all types have; that one takes a reference, so that rustc looks for the other first.
pub fn behind(calls: &[(Ident, Ident, usize)]) -> TokenStream {
    if calls.is_empty() {
        return TokenStream::new();
    }
    let hidden: BTreeMap<String, Ident> = calls.iter().map(|(name, ..)| (unraw(name), hidden_method(name))).collect();
    let hidden = hidden.values();
    let answers = calls.iter().map(|(name, on, question)| {
        let (span, hidden) = (name.span(), hidden_method(name));
        let (slot, foreign) = (ask::slot(*question, span), quote_spanned!(span=> ::whipple::private::foreign));
        quote_spanned!(span=> #foreign::answer(&#slot, &#foreign::Asked::of(&#on).value().#hidden());)
    });
    quote! {
        {
            use ::whipple::private::foreign::NotAsked as _;
            trait WhippleOfNoTrait {
                #(fn #hidden(&self) -> ::whipple::private::foreign::OfNoTrait { ::whipple::private::ask::never() })*
            }
            impl<T> WhippleOfNoTrait for T {}
            #(#answers)*
        }
    }
}
