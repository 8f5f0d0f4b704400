//! A `#[device] impl` that is refused. Nothing more is said where its functions are used.

use super::{
    item::Item,
    methods::{cpp_type_name, namespace_of},
    place::{NoPlace, Place},
    provided,
    registration::registration,
    seen, traits, types,
};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemImpl;

/// An impl that device code cannot have. Nothing more is said where it is used.
pub fn without_place(implementation: &ItemImpl, why: NoPlace) -> TokenStream {
    match why {
        NoPlace::Said => quote! { #implementation },
        NoPlace::Trait => {
            let seen = seen::of_refused(implementation);
            quote! { #implementation #seen }
        }
    }
}

/// A refused impl. Its members are there by their names, so that nothing more is said where they are used.
pub fn without_text(implementation: &ItemImpl, place: &Place) -> TokenStream {
    if implementation.generics.lifetimes().next().is_some() || !types::is_path(&place.owner) {
        return quote! { #implementation };
    }
    let name = cpp_type_name(&place.owner) + &place.key(&implementation.self_ty);
    let mut item = Item::new("Methods", name, implementation.impl_token.span);
    item.namespace = namespace_of(&place.owner);
    item.members = Some(traits::names_of(&place.owner));
    let slot = registration(implementation, place, &item, &[], &provided::without_text(implementation, place));
    let seen = seen::of_impl(implementation);
    let under_device = provided::under_device(implementation, place);
    quote! {
        #implementation
        #slot
        #seen
        #under_device
    }
}
