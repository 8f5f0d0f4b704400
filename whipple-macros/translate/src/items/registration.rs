//! The constants by which a class finds its impls.

use super::{
    found,
    item::{Item, member_name, method_name, reference},
    iterator,
    methods::{ConstantText, cpp_type_name, has_template},
    place::Place,
    provided, seen, slots,
};
use crate::names;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::{ImplItem, ItemImpl, spanned::Spanned};

/// What C++ tells functions of one name apart by: the types of their parameters.
fn told_apart(signature: &syn::Signature) -> String {
    let types = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(typed.ty.to_token_stream().to_string()),
        syn::FnArg::Receiver(_) => None,
    });
    format!("{}({})", signature.ident, types.collect::<Vec<_>>().join(", "))
}

/// The constant by which the class finds this impl.
pub fn registration(
    implementation: &ItemImpl,
    place: &Place,
    item: &Item,
    constants: &[ConstantText],
    questions: &TokenStream,
) -> TokenStream {
    let owner = &place.owner;
    let text = text(implementation, place, item, constants, questions);
    // The same attributes that may take the impl away.
    let configuration = implementation.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let key = place.key(&implementation.self_ty);
    let slot = slots::constant(slots::slot(&cpp_type_name(owner), &key, implementation.impl_token.span));
    quote_spanned! {owner.span()=>
        #(#configuration)*
        impl #owner {
            #[doc(hidden)]
            #[allow(unreachable_pub)]
            pub const #slot: &'static [::whipple::private::DeviceImpl] = #text;
        }
    }
}

/// An expression for the text of an impl, with the names of its members.
fn text(
    implementation: &ItemImpl,
    place: &Place,
    item: &Item,
    constants: &[ConstantText],
    questions: &TokenStream,
) -> TokenStream {
    let (mut members, mut receivers, mut signatures): (Vec<String>, Vec<String>, Vec<String>) = Default::default();
    for member in &implementation.items {
        match member {
            ImplItem::Fn(method) if place.operator(method).is_none() => {
                members.push(method_name(&method.sig.ident));
                if has_template(&method.sig) {
                    // C++ takes what a generic parameter is from what it is handed.
                    members.push(method_name(&method.sig.ident) + "<");
                }
                signatures.push(told_apart(&method.sig));
                if method.sig.receiver().is_some() {
                    receivers.push(method.sig.ident.to_string());
                }
            }
            ImplItem::Const(constant) => {
                members.push(member_name(&constant.ident));
                signatures.push(constant.ident.to_string());
            }
            _ => {}
        }
    }
    for name in iterator::provided(implementation, place) {
        members.push(names::method(name));
        signatures.push(format!("{name}()"));
        receivers.push(name.to_owned());
    }
    let is_asked = place.of.is_some() && !place.is_operator();
    let hidable = implementation.items.iter().filter(|item| is_asked && seen::is_hidable(item));
    let hidable = hidable.filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method_name(&method.sig.ident)),
        ImplItem::Const(constant) => Some(member_name(&constant.ident)),
        _ => None,
    });
    let single = found::methods(implementation).filter(|_| !place.is_operator());
    let single = single.map(|(method, _)| method_name(&method.sig.ident));
    let single = single.chain(iterator::provided(implementation, place).into_iter().map(names::method));
    let name = place.of.as_ref().map_or("", |of| of.name.as_str());
    let [members, receivers] = provided::names_of(implementation, place, &members, &receivers);
    let (reference, id) = (reference(), provided::id(implementation, place));
    let constants = constants.iter().map(|ConstantText { name, needs, item }| {
        quote_spanned! {place.owner.span()=>
            ::whipple::private::DeviceConstant { name: #name, needs: &[#(#needs),*], item: { #item #reference } }
        }
    });
    quote_spanned! {place.owner.span()=>
        {
            #questions
            {
                #item
                &[::whipple::private::DeviceImpl {
                    item: #reference,
                    of: #name,
                    trait_id: #id,
                    members: #members,
                    receivers: #receivers,
                    signatures: &[#(#signatures),*],
                    hidable: &[#(#hidable),*],
                    single: &[#(#single),*],
                    constants: &[#(#constants),*],
                }]
            }
        }
    }
}
