//! Methods that a call may mean in place of a device type's own: rustc looks at receivers by value first, then at `&`, then at `&mut`,
//! and takes a trait's method that it meets on the way. Device code has one method of a name.
//!
//! So beside each method stands a trait of whipple's with one of its name, for each other kind of receiver: where a trait of the
//! user's has one of that kind too, rustc finds two.

use super::seen;
use crate::names;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{ImplItem, ImplItemFn, ItemImpl, ReceiverKind};

/// The kinds of receivers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    Ref,
    RefMut,
}

impl Kind {
    fn of(method: &ImplItemFn) -> Option<Self> {
        Some(match method.sig.receiver()?.kind {
            ReceiverKind::Value => Self::Value,
            ReceiverKind::Reference(_, _, Some(_)) => Self::RefMut,
            ReceiverKind::Reference(..) => Self::Ref,
            _ => return None,
        })
    }
}

/// Has rustc refuse traits whose methods calls may mean in place of those of this impl.
pub fn nothing_competes(implementation: &ItemImpl) -> TokenStream {
    let methods = implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Kind::of(method).map(|kind| (method, kind)),
        _ => None,
    });
    // Of an iterator only this one is not refused.
    let of_trait = implementation.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    let is_iterator = of_trait.is_some_and(|last| last.ident == "Iterator");
    let methods = methods.filter(|(method, _)| {
        let name = names::unraw(&method.sig.ident);
        name != "clone" && (!is_iterator || name == "next")
    });
    let checks = methods.flat_map(|(method, own)| {
        let others = [Kind::Value, Kind::Ref, Kind::RefMut].into_iter().filter(move |kind| *kind != own);
        others.map(move |kind| check(implementation, method, kind))
    });
    let checks: TokenStream = checks.collect();
    quote! {
        #[allow(dead_code, unused_mut, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = { #checks };
    }
}

/// A function that is never called, in which a method of the name and of this kind of receiver is called.
fn check(implementation: &ItemImpl, method: &ImplItemFn, kind: Kind) -> TokenStream {
    let (ty, name) = (&implementation.self_ty, &method.sig.ident);
    let (parameters, bounds) = seen::declared(implementation);
    let span = name.span();
    let (receiver, value) = match kind {
        Kind::Value => (quote_spanned!(span=> self), quote_spanned!(span=> value)),
        Kind::Ref => (quote_spanned!(span=> &self), quote_spanned!(span=> (&value))),
        Kind::RefMut => (quote_spanned!(span=> &mut self), quote_spanned!(span=> (&mut value))),
    };
    quote_spanned! {span=>
        const _: () = {
            trait AnotherMethodOfThisNameMayBeCalledInsteadRenameOne: ::core::marker::Sized {
                fn #name(#receiver);
            }
            impl<#parameters> AnotherMethodOfThisNameMayBeCalledInsteadRenameOne for #ty #bounds {
                fn #name(#receiver) {}
            }
            fn call<#parameters>(mut value: #ty) #bounds {
                #value.#name();
            }
        };
    }
}
