//! `#[device] enum`: field-less, with the same representation in Rust and in C++.

use super::{
    attributes,
    item::{Item, item_name, member_name, reference},
    structure::refuse_generics,
};
use crate::{
    errors::Errors,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, Fields, ItemEnum, UnOp, punctuated::Punctuated};

/// Checks a device enum and adds its definition.
pub fn expand(mut item: ItemEnum, errors: &mut Errors) -> TokenStream {
    refuse_generics(&item.generics, "a device enum", errors);
    if item.variants.is_empty() {
        errors.push(&item.ident, "a device enum needs a variant of value 0: device memory starts as zeroes");
    }
    for variant in &item.variants {
        if !matches!(variant.fields, Fields::Unit) {
            errors.push(
                &variant.fields,
                "a variant of a device enum has no fields: write a `#[device]` struct with the enum and the data as its fields",
            );
        }
        if let Some((_, value @ Expr::Unary(unary))) = &variant.discriminant
            && matches!(unary.op, UnOp::Neg(_))
        {
            errors.push(value, "a variant of a device enum cannot be negative: number the variants from 0");
        }
    }
    let underlying = representation(&mut item, errors);
    if !item.generics.params.is_empty() {
        return quote! { #item };
    }
    // With errors, it is still a device type, only without its variants: no errors follow where it is used.
    let variants = if errors.is_empty() { item.variants.clone() } else { Punctuated::new() };
    let emitted = emit(&ItemEnum { variants, ..item.clone() }, underlying);
    quote! { #item #emitted }
}

/// The built-in C++ type of the enum's representation; adds `#[repr(u32)]` when there is none.
fn representation(item: &mut ItemEnum, errors: &mut Errors) -> &'static str {
    let mut underlying = None;
    for representation in attributes::representations(&item.attrs) {
        let known = [("u8", "unsigned char"), ("u16", "unsigned short"), ("u32", "unsigned"), ("i32", "int")];
        match known.iter().find(|(name, _)| representation.path().is_ident(name)) {
            Some((_, cpp)) => underlying = Some(*cpp),
            None => errors.push(
                &representation,
                "a device enum is stored as u8, u16, u32 or i32: write `#[repr(u32)]`, or nothing for the same",
            ),
        }
    }
    underlying.unwrap_or_else(|| {
        item.attrs.push(syn::parse_quote!(#[repr(u32)]));
        "unsigned"
    })
}

fn emit(enumeration: &ItemEnum, underlying: &str) -> TokenStream {
    let ident = &enumeration.ident;
    let name = item_name(ident);
    let mut item = Item::new("Type", item_name(ident), ident.span());
    item.definition = definition(enumeration, &name, underlying);
    let reference = reference();
    let values = enumeration.variants.iter().map(|variant| {
        let variant = &variant.ident;
        quote!(#ident::#variant as u64 == 0)
    });
    let message = format!(
        "device memory starts as zeroes, so one variant of `{name}` must have the value 0: write `Variant = 0` for one of them"
    );
    let zero = (!enumeration.variants.is_empty())
        .then(|| quote_spanned! {ident.span()=> const _: () = ::core::assert!(#(#values)||*, #message); });
    quote! {
        const _: () = {
            #item
            // SAFETY: the C++ enum has the same underlying type and values; a variant has the value 0, checked below.
            unsafe impl ::whipple::private::DeviceType for #ident {
                const TYPE: &'static [::whipple::private::Piece] =
                    &[::whipple::private::Piece::Item(<#ident as ::whipple::private::DeviceItem>::ITEM)];
                const NO_PADDING: bool = true;
            }
            impl ::whipple::private::DeviceItem for #ident {
                const ITEM: ::whipple::private::ItemRef = #reference;
            }
            #zero
        };
    }
}

fn definition(enumeration: &ItemEnum, name: &str, underlying: &str) -> Pieces {
    let ident = &enumeration.ident;
    let mut text = Pieces::new();
    text.push_text(&attributes::documentation(&enumeration.attrs, ""));
    text.push_text(&format!("enum class {name} : {underlying} {{\n"));
    for variant in &enumeration.variants {
        text.push_text(&attributes::documentation(&variant.attrs, "    "));
        text.push_text(&format!("    {} = ", member_name(&variant.ident)));
        let variant = &variant.ident;
        text.push(Piece::Number(syn::parse_quote!(#ident::#variant)));
        text.push_text(",\n");
    }
    text.push_text("};\n");
    text
}
