//! `#[derive(Default)]` below `#[device]`: the function that rustc derives, as C++.
//!
//! A type has its derived default in device code only if the types of all its fields have theirs. Of others calls are refused, and not the type.

use super::{
    attributes, generic,
    item::{Item, field_name, item_name, member_name, reference},
    methods, slots, traits,
};
use crate::{
    context::{self, Parameters},
    errors::Errors,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{Attribute, Generics, Ident, ItemEnum, ItemStruct, Type, spanned::Spanned};

/// The C++ name of the function.
const DEFAULT: &str = "default_";

/// The default of a struct, if it is derived: each field has its own.
pub fn of_struct(structure: &ItemStruct, errors: &mut Errors) -> Option<TokenStream> {
    let types: Vec<&Type> = structure.fields.iter().map(|field| &field.ty).collect();
    let parameters = Parameters::of(&structure.generics);
    let mut value = itself(&structure.ident, &parameters);
    value.push_text("{");
    for (index, ty) in types.iter().enumerate() {
        value.push_text(if index == 0 { "num::default_<" } else { ", num::default_<" });
        value.append(generic::type_of_field(&parameters, ty, errors));
        value.push_text(">()");
    }
    value.push_text("}");
    // C++ has no function with the name of a field.
    let hides =
        structure.fields.iter().filter_map(|field| field.ident.as_ref()).any(|name| field_name(name) == DEFAULT);
    (is_derived(&structure.attrs) && !hides).then(|| emit(&structure.ident, &structure.generics, &types, value))
}

/// The default of an enum, if it is derived: the variant that is marked.
pub fn of_enum(enumeration: &ItemEnum) -> Option<TokenStream> {
    let is_default = |attribute: &Attribute| attribute.path().is_ident("default");
    let variant = enumeration.variants.iter().find(|variant| variant.attrs.iter().any(is_default))?;
    let mut value = itself(&enumeration.ident, &Parameters::of(&enumeration.generics));
    value.push_text(&format!("::{}", member_name(&variant.ident)));
    is_derived(&enumeration.attrs).then(|| emit(&enumeration.ident, &enumeration.generics, &[], value))
}

fn is_derived(attributes: &[Attribute]) -> bool {
    attributes::derives(attributes, "Default")
}

fn itself(ident: &Ident, parameters: &Parameters) -> Pieces {
    let mut itself = Pieces(vec![Piece::Item(ident.clone().into())]);
    itself.push_text(&parameters.template_arguments());
    itself
}

/// What `#[device] impl Default` leaves, but for the impl.
fn emit(ident: &Ident, generics: &Generics, types: &[&Type], value: Pieces) -> TokenStream {
    let ty: Type = syn::parse_quote!(#ident);
    let parameters = Parameters::of(generics);
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    let mut item = Item::new("Methods", item_name(ident) + "Default", ident.span());
    item.members = Some(traits::names_of(&ty));
    item.prototype.push_text("    __device__ static ");
    item.prototype.append(itself(ident, &parameters));
    item.prototype.push_text(&format!(" {DEFAULT}();\n"));
    item.body.push_text(&format!("{}__device__ ", parameters.template()));
    item.body.append(itself(ident, &parameters));
    item.body.push_text(" ");
    item.body.append(methods::qualifier(&ty, &parameters));
    item.body.push_text(&format!("{DEFAULT}() {{\n    return "));
    item.body.append(value);
    item.body.push_text(";\n}\n");
    // What a parameter is for has its default looked at where that is.
    let unwritten: Vec<Type> = types.iter().map(|ty| generic::unwritten(&parameters, ty)).collect();
    let known: Vec<&Type> =
        types.iter().zip(&unwritten).filter(|(ty, unwritten)| **ty == *unwritten).map(|(ty, _)| *ty).collect();
    let called: Vec<Type> = known.iter().flat_map(|ty| called_by(ty)).collect();
    item.callers_of_type = Some(callers(ident, &called));
    let (slot, reference) = (slots::constant(slots::slot("", "Default", ident.span())), reference());
    let seen = types.iter().map(
        |ty| quote_spanned!(ty.span()=> Self: ::whipple::private::seen::functions::SeenDefault<#ty, WhippleLater>),
    );
    let have_defaults =
        unwritten.iter().map(|ty| quote_spanned!(ty.span()=> ::whipple::private::Probe::<#ty>::HAS_DEFAULT));
    quote_spanned! {ident.span()=>
        impl #ident {
            #[doc(hidden)]
            #[allow(unreachable_pub)]
            pub const #slot: &'static [::whipple::private::DeviceImpl] = {
                #[allow(unused_imports)]
                use ::whipple::private::NotCompared as _;
                #item
                if ::whipple::private::all(&[#(#have_defaults),*]) {
                    &[::whipple::private::DeviceImpl {
                        item: #reference,
                        of: "Default",
                        trait_id: 0,
                        members: &[#DEFAULT],
                        receivers: &[],
                        signatures: &["default()"],
                        hidable: &[#DEFAULT],
                        single: &[],
                        constants: &[],
                    }]
                } else {
                    &[]
                }
            };
        }
        impl<#declared WhippleLater> ::whipple::private::seen::functions::SeenDefault<#ident #arguments, WhippleLater>
            for ::whipple::private::seen::DeviceCode where #(#seen),* {}
        const _: () = ::whipple::private::seen::must_be_found(
            &<#ident as ::core::default::Default>::default,
            &<#ident>::default,
        );
    }
}

/// The types whose defaults the default of a field calls: of what has no name by itself, those of its parts. An option begins as `None`.
fn called_by(ty: &Type) -> Vec<Type> {
    let ty = context::strip_type(ty);
    match ty {
        _ if !context::stays(ty) => vec![ty.clone()],
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(called_by).collect(),
        Type::Array(array) => called_by(&array.elem),
        _ if context::last_name(ty).is_some_and(|name| name == "Option") => Vec::new(),
        _ => vec![generic::alone(ty)],
    }
}

/// Its function, which calls the defaults of fields.
fn callers(ident: &Ident, types: &[Type]) -> TokenStream {
    let line = ident.span().start().line;
    let calls = types.iter().map(|ty| {
        quote_spanned! {ty.span()=>
            ::whipple::private::Call {
                name: "default",
                member: #DEFAULT,
                place: ::core::concat!(::core::file!(), ":", #line),
                instead: "",
                callee: ::whipple::private::Callee::OwnOrLibrary(<#ty as ::whipple::private::Typed>::WHIPPLE_TYPED),
            }
        }
    });
    quote_spanned! {ident.span()=>
        &[::whipple::private::Caller { name: "default", operand: &[], calls: &[#(#calls),*] }]
    }
}
