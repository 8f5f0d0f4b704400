//! `Iterator` of a device type: what it has beside `next` in device code. Its other methods are loops where they are called
//! (`hir/build/chains.rs`); these have names that a type may have itself, and so they are members of its class.

use super::{item::Item, place::Place, seen};
use crate::{
    called::{Called, Callee, Owner},
    errors::Errors,
    names,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::{ImplItem, ImplItemFn, ItemImpl, Type, spanned::Spanned};

/// Methods that take all items, and give one value.
const TAKING: [&str; 4] = ["count", "last", "min", "max"];
/// The same of items that are numbers.
const ADDING: [&str; 2] = ["sum", "product"];
/// The one that leaves some.
const LEAVING: &str = "nth";

/// The type of its items.
fn item_type(implementation: &ItemImpl) -> Option<&Type> {
    implementation.items.iter().find_map(|item| match item {
        ImplItem::Type(ty) if ty.ident == "Item" => Some(&ty.ty),
        _ => None,
    })
}

fn are_numbers(implementation: &ItemImpl) -> bool {
    let name = item_type(implementation).and_then(crate::context::last_name);
    name.is_some_and(|name| names::is_primitive(&name) && name != "bool" && name != "char")
}

/// Refuses what std's methods would call, and the loops of device code do not.
pub fn check(method: &ImplItemFn, place: &Place, errors: &mut Errors) {
    if place.is("Iterator") && method.sig.ident != "next" && method.sig.ident != "size_hint" {
        errors.push(
            &method.sig.ident,
            "of an `Iterator` device code calls `next` alone, and makes the other methods of it: leave this one out",
        );
    }
}

/// The names of what the class of an iterator has beside its own methods.
pub fn provided(implementation: &ItemImpl, place: &Place) -> Vec<&'static str> {
    if !place.is("Iterator") {
        return Vec::new();
    }
    let adding = ADDING.into_iter().filter(|_| are_numbers(implementation));
    TAKING.into_iter().chain(adding).chain([LEAVING]).collect()
}

/// Adds the members to the class, and what they call.
pub fn add(implementation: &ItemImpl, place: &Place, self_type: &Type, item: &mut Item) {
    for name in provided(implementation, place) {
        let (method, function) = (names::method(name), format!("{name}_of"));
        // By a parameter C++ looks at the body where it is called: in the class the type of the items may not be complete.
        let text = if name == LEAVING {
            format!(
                "    template <class Size, class Later = void>\n    __device__ auto {method}(Size at) {{ return num::{function}(detail::later<Later>(*this), at); }}\n"
            )
        } else {
            format!(
                "    template <class Later = void>\n    __device__ auto {method}() const {{ return num::{function}(detail::later<Later>(*this)); }}\n    static constexpr bool {method}_unchanged_ = true;\n"
            )
        };
        item.prototype.push_text(&text);
        item.calls.push(Called {
            caller: name.to_owned(),
            caller_operand: None,
            name: Ident::new("next", implementation.impl_token.span),
            callee: Callee::Member(Owner::Itself(self_type.clone())),
            is_checked: true,
            answers: None,
        });
    }
}

/// What rustc sees of an iterator.
pub fn seen(implementation: &ItemImpl) -> TokenStream {
    let (ty, span) = (&implementation.self_ty, implementation.self_ty.span());
    let (declared, bounds) = seen::declared(implementation);
    let code = quote_spanned!(span=> ::whipple::private::seen);
    let of_library = TAKING.iter().filter(|name| names::is_library_method(name)).map(|name| {
        let hash = names::hash(name);
        let item = item_type(implementation).filter(|_| matches!(*name, "min" | "max"));
        let is_ordered = item.map(|item| quote_spanned!(item.span()=> where #code::DeviceCode: #code::SeenOrd<#item, WhippleOf>));
        quote_spanned! {span=>
            #[diagnostic::do_not_recommend]
            impl<#declared WhippleOf> #code::methods::SeenMethod<#hash, #ty, WhippleOf> for #code::DeviceCode #is_ordered {}
        }
    });
    // What the result is says which one is called, and the call behind a copy has none.
    let added = ADDING.iter().filter(|_| are_numbers(implementation)).map(|name| {
        let (hash, name) = (names::hash(name), Ident::new(name, span));
        quote_spanned! {span=>
            const _: () = {
                #[allow(unnameable_types, clippy::all, clippy::pedantic)]
                pub struct WhippleAnywhere;
                #[allow(dead_code, clippy::all, clippy::pedantic)]
                impl WhippleAnywhere {
                    pub fn #name(&self) {}
                }
                impl<#declared> #code::found::ATypeHasOneMethodOfANameRenameOne<#hash, #ty> for #code::DeviceCode #bounds {
                    type Of = #code::found::OfType;
                    fn found(_: &#code::found::Method<#hash, #ty>) -> WhippleAnywhere {
                        WhippleAnywhere
                    }
                }
            };
        }
    });
    quote_spanned! {span=>
        #[allow(private_bounds, private_interfaces, refining_impl_trait)]
        const _: () = { #(#added)* };
        impl<#declared> #code::operators::SeenGoneOver<#ty> for #code::DeviceCode #bounds {}
        impl<#declared> #code::iterators::SeenOwn<#ty> for #code::DeviceCode #bounds {}
        impl<#declared> #code::iterators::SeenLent<#ty> for #code::DeviceCode #bounds {}
        impl<#declared> #code::iterators::SeenInner<#ty> for #code::DeviceCode #bounds {}
        #(#of_library)*
    }
}
