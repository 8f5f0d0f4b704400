//! How a type is compared: as its `#[derive]` or its `#[device] impl` says. What a macro does not see, rustc refuses.

use super::attributes;
use crate::names;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Ident};

/// The traits by which values are compared, and the constant of `Probe` that says whether a type has it.
const TRAITS: [(&str, &str); 3] =
    [("PartialEq", "IS_COMPARED"), ("PartialOrd", "IS_ORDERED"), ("Ord", "IS_TOTALLY_ORDERED")];

/// Has rustc refuse comparisons that device code would not see: all of an enum without fields, which it compares by numbers; of other
/// types `max` and the like, by `Ord`. Their `==` and `<` are looked at where they are used.
pub fn check(ident: &Ident, attributes: &[Attribute], by_numbers: bool) -> TokenStream {
    let unseen =
        TRAITS.iter().filter(|(name, _)| (by_numbers || *name == "Ord") && !attributes::derives(attributes, name));
    let checks = unseen.map(|(name, probe)| {
        let probe = format_ident!("{probe}");
        let message = format!(
            "device code does not see this `{name}` of `{}`: write `#[derive({name})]` below `#[device]`, or leave it out",
            names::unraw(ident)
        );
        quote_spanned!(ident.span()=> ::core::assert!(!::whipple::private::Probe::<#ident>::#probe, #message);)
    });
    let checks: Vec<TokenStream> = checks.collect();
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::NotCompared as _;
            #(#checks)*
        };
    }
}
