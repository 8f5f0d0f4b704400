//! The impl of a device trait for what stands for a type parameter where rustc is asked about a generic function
//! (`whipple_runtime::source::stand_in`). It is there where the trait's own bounds are met, and nothing calls its functions.

use crate::context::{self, mentions};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    FnArg, ItemTrait, Pat, ReturnType, Signature, TraitItem, Type,
    visit_mut::{self, VisitMut},
};

/// The impl; nothing for a trait whose functions give what has no name.
pub fn of(item: &ItemTrait) -> TokenStream {
    let mut bounds = Vec::new();
    let mut members = Vec::new();
    for member in &item.items {
        match member {
            TraitItem::Fn(method) if method.default.is_some() => {}
            TraitItem::Const(constant) if constant.default.is_some() => {}
            TraitItem::Fn(method) => match function(&method.sig) {
                Some(function) => members.push(function),
                None => return TokenStream::new(),
            },
            TraitItem::Const(constant) => {
                let (name, ty) = (&constant.ident, &constant.ty);
                members.push(quote!(const #name: #ty = ::core::panic!();));
            }
            TraitItem::Type(ty) if ty.generics.params.is_empty() => {
                let (name, of_type) = (&ty.ident, &ty.bounds);
                members.push(quote!(type #name = Self;));
                // Traits whose types need each other would be looked for without end.
                if of_type.iter().any(|bound| context::of_user(bound).is_some()) {
                    return TokenStream::new();
                }
                if !of_type.is_empty() {
                    bounds.push(of_type.to_token_stream());
                }
            }
            _ => return TokenStream::new(),
        }
    }
    let (name, itself) = (&item.ident, quote!(::whipple::private::stand_in::OfBounds<WHIPPLE_POSITION>));
    if !item.supertraits.is_empty() {
        bounds.push(item.supertraits.to_token_stream());
    }
    let bounds = bounds.into_iter().map(|bounds| {
        let mut bounds: syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]> = syn::parse_quote!(#bounds);
        bounds.iter_mut().for_each(|bound| OfStandIn.visit_type_param_bound_mut(bound));
        quote!(#itself: #bounds)
    });
    let configuration = item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    quote_spanned! {name.span()=>
        #(#configuration)*
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        impl<const WHIPPLE_POSITION: usize> #name for #itself where #(#bounds),* { #(#members)* }
    }
}

/// A function without a body that anything runs.
fn function(signature: &Signature) -> Option<TokenStream> {
    let mut signature = signature.clone();
    let gives_opaque = match &signature.output {
        ReturnType::Type(_, ty) => mentions_impl(ty),
        ReturnType::Default => false,
    };
    if gives_opaque || signature.asyncness.is_some() {
        return None;
    }
    for input in &mut signature.inputs {
        match input {
            FnArg::Typed(typed) => {
                *typed.pat = Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: Default::default() })
            }
            FnArg::Receiver(receiver) => receiver.mutability = receiver.mutability.filter(|_| false),
        }
    }
    Some(quote!(#signature { ::whipple::private::ask::never() }))
}

fn mentions_impl(ty: &Type) -> bool {
    mentions(ty.to_token_stream(), &Ident::new("impl", Span::call_site()))
}

/// In the bounds of the impl the types of the trait are the stand-in itself.
struct OfStandIn;

impl VisitMut for OfStandIn {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.segments.first().is_some_and(|first| first.ident == "Self") => {
                *ty = syn::parse_quote!(::whipple::private::stand_in::OfBounds<WHIPPLE_POSITION>);
            }
            other => visit_mut::visit_type_mut(self, other),
        }
    }
}
