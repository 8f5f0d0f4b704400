//! `#[device] impl`: methods, associated functions and associated constants of a device type.

use super::{
    attributes::{self, Device},
    constant, function,
    item::{Item, item_name, member_name, reference, unraw},
};
use crate::{
    body::{self, FunctionInput, Role},
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl, Type, spanned::Spanned};

/// Checks the methods of a type and adds their translation.
pub fn expand(mut implementation: ItemImpl, errors: &mut Errors) -> TokenStream {
    check(&implementation, errors);
    if !errors.is_empty() {
        return quote! { #implementation };
    }
    let self_type = (*implementation.self_ty).clone();
    let mut item = Item::new("Methods", cpp_type_name(&self_type), implementation.impl_token.span);
    item.namespace = namespace_of(&self_type);
    let members: Vec<_> = implementation.items.iter().filter_map(member).collect();
    item.members = quote! {
        &[<#self_type as ::whipple::private::HasMembers>::FIELDS, &[#(#members),*]]
    };
    let mut checks = TokenStream::new();
    for member in &mut implementation.items {
        match member {
            ImplItem::Fn(method) => {
                let arguments = arguments(&mut method.attrs, errors);
                check_library_name(method, errors);
                let translated = translate(method, &self_type, &arguments, errors);
                method.block = translated.checked_host();
                declare(&method.attrs, &translated, &mut item.prototype);
                define(&translated, &mut item.body);
                item.calls.extend(translated.calls.iter().cloned());
                for spawn in &translated.spawns {
                    errors.push(
                        &spawn.procedure,
                        "a method cannot spawn: spawn in `execute`, or in a `#[device] fn` that takes the context",
                    );
                }
                checks.extend(check_name(&self_type, method));
            }
            ImplItem::Const(associated) => {
                if cpp_type_name(&self_type) == member_name(&associated.ident) {
                    errors.push(
                        &associated.ident,
                        "a constant cannot be called like its type, which C++ takes for the constructor: rename it",
                    );
                }
                constant::associated(associated, &self_type, &mut item, errors);
            }
            other => errors.push(other, "a `#[device] impl` holds functions and constants: move this out of the impl"),
        }
    }
    if !errors.is_empty() {
        return quote! { #implementation };
    }
    let reference = reference();
    // Defined twice when there is a second impl: rustc shows the names there, and the last one says why.
    implementation.items.push(syn::parse_quote_spanned! {self_type.span()=>
        #[doc(hidden)]
        pub const WHIPPLE_METHODS: &'static [::whipple::private::ItemRef] = {
            #item
            &[#reference]
        };
    });
    let receivers = implementation.items.iter().filter_map(|member| match member {
        ImplItem::Fn(method) if method.sig.receiver().is_some() => Some(method.sig.ident.to_string()),
        _ => None,
    });
    let receivers: Vec<_> = receivers.collect();
    implementation.items.push(syn::parse_quote_spanned! {self_type.span()=>
        #[doc(hidden)]
        #[allow(dead_code)]
        pub const WHIPPLE_RECEIVERS: &'static [&'static str] = &[#(#receivers),*];
    });
    implementation.items.push(syn::parse_quote_spanned! {self_type.span()=>
        #[doc(hidden)]
        #[allow(dead_code)]
        pub const WHIPPLE_MEMBERS: &'static [&'static str] = &[#(#members),*];
    });
    implementation.items.push(syn::parse_quote_spanned! {self_type.span()=>
        #[doc(hidden)]
        #[allow(dead_code)]
        const A_TYPE_HAS_AT_MOST_ONE_DEVICE_IMPL: () = ();
    });
    quote! { #implementation #checks }
}

/// The C++ name of a member.
fn member(item: &ImplItem) -> Option<String> {
    match item {
        ImplItem::Fn(method) => Some(member_name(&method.sig.ident)),
        ImplItem::Const(constant) => Some(member_name(&constant.ident)),
        _ => None,
    }
}

fn check(implementation: &ItemImpl, errors: &mut Errors) {
    if let Some((path, _)) = &implementation.trait_ {
        let hint = if path.segments.last().is_some_and(|segment| segment.ident == "Execute") {
            "write `#[execute]` on the body of a procedure"
        } else {
            "write the functions in `impl Type { … }`: the device library has no traits"
        };
        errors.push(path, format!("`#[device]` goes on inherent impls: {hint}"));
    }
    for parameter in &implementation.generics.params {
        errors.push(parameter, "a device type cannot be generic: write one impl for each type that you need");
    }
    if !matches!(&*implementation.self_ty, Type::Path(path) if path.qself.is_none()) {
        errors.push(&implementation.self_ty, "write the name of a `#[device]` struct or of a procedure here");
    }
}

/// Takes `#[device(cuda = "…")]` off a method.
fn arguments(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Device {
    let mut found = Device::default();
    attributes.retain(|attribute| {
        let is_device = attribute.path().segments.last().is_some_and(|segment| segment.ident == "device");
        if is_device {
            match &attribute.meta {
                syn::Meta::List(list) => found = attributes::device(list.tokens.clone(), errors),
                other => errors.push(other, "the impl is `#[device]` already: remove this"),
            }
        }
        !is_device
    });
    found
}

fn translate(method: &ImplItemFn, self_type: &Type, arguments: &Device, errors: &mut Errors) -> body::Function {
    let qualifier = qualifier(self_type);
    let input = FunctionInput {
        signature: &method.sig,
        block: &method.block,
        role: Role::Method,
        self_type: Some(self_type),
        item_type: None,
        qualifier: &qualifier,
    };
    function::translate(&input, arguments, errors)
}

/// Appends a member declaration.
pub fn declare(attributes: &[Attribute], translated: &body::Function, text: &mut Pieces) {
    text.push_text(&attributes::documentation(attributes, "    "));
    text.push_text("    ");
    text.append(translated.prototype.clone());
    text.push_text(";\n");
}

/// Appends a definition outside the class.
pub fn define(translated: &body::Function, text: &mut Pieces) {
    if !text.is_empty() {
        text.push_text("\n");
    }
    text.append(translated.definition_head.clone());
    text.append(translated.body.clone());
}

/// What stands before the name of a member that is defined outside its class.
pub fn qualifier(self_type: &Type) -> Pieces {
    let itself = quote_spanned! {self_type.span()=>
        ::whipple::private::Piece::Item(<#self_type as ::whipple::private::HasMembers>::ITSELF)
    };
    Pieces(vec![Piece::Tokens(itself), Piece::Text("::".to_owned())])
}

/// The namespace of a type, which may be another module's: C++ wants the bodies of its methods there.
pub fn namespace_of(self_type: &Type) -> TokenStream {
    quote_spanned!(self_type.span()=> <#self_type as ::whipple::private::HasMembers>::NAMESPACE)
}

/// The last name in the path of a type.
pub fn cpp_type_name(self_type: &Type) -> String {
    match self_type {
        Type::Path(path) => path.path.segments.last().map_or_else(String::new, |segment| item_name(&segment.ident)),
        _ => String::new(),
    }
}

/// Refuses methods that calls would take for the library's: those change nothing, so that the order of their calls does not matter.
fn check_library_name(method: &ImplItemFn, errors: &mut Errors) {
    let name = unraw(&method.sig.ident);
    let Some(receiver) = method.sig.receiver().filter(|_| names::is_pure_method(&name)) else { return };
    let is_mutable = matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)));
    let message = if name == "clone" {
        "device code copies where it calls `clone`: give this method another name".to_owned()
    } else if is_mutable {
        format!(
            "`{name}` is a method of numbers, vectors or arrays too, and calls of it are taken to change nothing: give this method another name, or let it take `&self`"
        )
    } else if names::is_float_method(&name) && method.sig.inputs.len() > 3 {
        format!("`{name}` is a method of floats too, which has two arguments at most: give this method another name")
    } else {
        return;
    };
    errors.push(&method.sig.ident, message);
}

/// C++ has one name for a field and a method; the fields are known to the struct's own expansion.
fn check_name(self_type: &Type, method: &ImplItemFn) -> TokenStream {
    let name = &method.sig.ident;
    let cpp_name = member_name(name);
    let message = format!(
        "`{}` has a field and a method called `{}`, which C++ cannot tell apart: rename one of them",
        self_type.to_token_stream(),
        unraw(name)
    );
    let fields = quote!(<#self_type as ::whipple::private::HasMembers>::FIELDS);
    quote_spanned! {name.span()=>
        const _: () = ::core::assert!(!::whipple::private::names_contain(#fields, #cpp_name), #message);
    }
}
