//! `Index` and `IndexMut` of a device type: `[…]` gives a place in device code, as in Rust.

use super::{generic, item::Item, place::Place};
use crate::{
    context::{self, Parameters},
    errors::Errors,
    names,
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use std::collections::BTreeMap;
use syn::{Ident, ImplItem, ItemImpl, Type, spanned::Spanned};

/// What `Self::Output` is in an `IndexMut`, whose type the `Index` has.
pub fn output(implementation: &ItemImpl, place: &Place, parameters: &Parameters) -> Option<Type> {
    let of = place.of.as_ref().filter(|of| of.name == "IndexMut")?;
    let ty = &*implementation.self_ty;
    let index = of.right().unwrap_or(ty);
    let name = match parameters.is_empty() {
        true => Ident::new("Output", Span::call_site()),
        false => name_of_output(index, parameters),
    };
    Some(syn::parse_quote!(<#ty as ::core::ops::Index<#index>>::#name))
}

/// How the class of a generic type calls the `Output` of one of its impls of `Index`.
fn name_of_output(index: &Type, parameters: &Parameters) -> Ident {
    let positions = parameters.list.iter().enumerate();
    let positions: BTreeMap<String, usize> = positions.map(|(at, (name, ..))| (name.to_string(), at)).collect();
    let text = numbered(index.to_token_stream(), &positions).to_string();
    format_ident!("Output{}", names::hash(&text))
}

/// Tokens with the positions of parameters in the place of their names, which each impl may choose.
fn numbered(tokens: TokenStream, positions: &BTreeMap<String, usize>) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    let number = |token| match token {
        TokenTree::Ident(name) => match positions.get(&name.to_string()) {
            Some(at) => TokenTree::Ident(format_ident!("T{at}_")),
            None => TokenTree::Ident(name),
        },
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), numbered(group.stream(), positions))),
        other => other,
    };
    tokens.into_iter().map(number).collect()
}

/// Adds the name by which the `IndexMut` of a generic type knows what its `Index` gives.
pub fn add_output(
    implementation: &ItemImpl,
    place: &Place,
    parameters: &Parameters,
    item: &mut Item,
    errors: &mut Errors,
) {
    let Some(of) = place.of.as_ref().filter(|of| of.name == "Index" && !parameters.is_empty()) else { return };
    for member in &implementation.items {
        if let ImplItem::Type(output) = member {
            let name = name_of_output(of.right().unwrap_or(&implementation.self_ty), parameters);
            item.prototype.push_text(&format!("    using {} = ", names::associated(&name.to_string())));
            item.prototype.append(context::type_among(&output.ty, parameters, errors));
            item.prototype.push_text(";\n");
        }
    }
}

/// Has rustc refuse an `IndexMut` without `#[device]` beside an `Index`: C++ takes one by the place that it finds.
pub fn checks(implementation: &ItemImpl, place: &Place, parameters: &Parameters) -> TokenStream {
    let Some(of) = place.of.as_ref().filter(|of| of.name == "Index") else { return TokenStream::new() };
    let (ty, index) = (&*implementation.self_ty, of.right().unwrap_or(&implementation.self_ty));
    let [ty, index] = [ty, index].map(|ty| generic::unwritten(parameters, ty));
    let span = implementation.trait_.as_ref().map_or_else(|| implementation.impl_token.span, |(path, _)| path.span());
    quote_spanned! {span=>
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::seen::operators::NotChanged as _;
            ::core::assert!(
                !::whipple::private::seen::operators::IndexedBy::<#ty, #index>::IS_CHANGED
                    || ::whipple::private::seen::operators::IndexedBy::<#ty, #index>::IS_CHANGED_IN_DEVICE_CODE,
                "write `#[device]` on the `impl` of `IndexMut`, too"
            );
        };
    }
}
