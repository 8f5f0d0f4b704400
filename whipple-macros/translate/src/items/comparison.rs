//! How a type is compared: as its `#[derive]` or its `#[device] impl` says. What a macro does not see, rustc refuses.

use super::{attributes, item::unraw, traits};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Ident};

/// The traits by which values are compared, and the constant of `Probe` that says whether a type has it.
const TRAITS: [(&str, &str); 3] =
    [("PartialEq", "IS_COMPARED"), ("PartialOrd", "IS_ORDERED"), ("Ord", "IS_TOTALLY_ORDERED")];

/// Has rustc refuse a comparison of this type that device code would not see; `has_impls` says whether the type may have a
/// `#[device] impl PartialEq`.
pub fn check(ident: &Ident, attributes: &[Attribute], has_impls: bool) -> TokenStream {
    let unseen = TRAITS.iter().filter(|(name, _)| !attributes::derives(attributes, name));
    let checks = unseen.map(|(name, probe)| {
        let probe = format_ident!("{probe}");
        let is_seen = (*name == "PartialEq" && has_impls).then(|| {
            let constant = Ident::new(&traits::constant(name).to_string(), ident.span());
            quote_spanned!(ident.span()=> || !<#ident>::#constant.is_empty())
        });
        let instead = match is_seen {
            Some(_) => "or `#[device]` above its `impl`",
            None => "or leave it out",
        };
        let message = format!(
            "device code does not see this `{name}` of `{}`: write `#[derive({name})]` below `#[device]`, {instead}",
            unraw(ident)
        );
        quote_spanned!(ident.span()=> ::core::assert!(!::whipple::private::Probe::<#ident>::#probe #is_seen, #message);)
    });
    let checks: Vec<TokenStream> = checks.collect();
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::{DeviceImpls as _, NotCompared as _};
            #(#checks)*
        };
    }
}
