//! `#[device] enum`: with the same representation in Rust and in C++. Those with fields are in `tagged.rs`.

use super::{
    associated, attributes,
    bytes::Bytes,
    defaults, generic,
    item::{Alternative, Item, item_name, member_name},
    seen, structure, tagged, traits,
};
use crate::{
    context::Parameters,
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, ItemEnum, UnOp, Variant, punctuated::Punctuated};

/// Checks a device enum and adds its definition.
pub fn expand(mut item: ItemEnum, errors: &mut Errors) -> TokenStream {
    generic::complete(&item.ident, &mut item.generics, "a device enum", false, errors);
    let name = names::unraw(&item.ident);
    let is_like_a_module = !names::is_type_name(&name);
    if is_like_a_module {
        let message = format!(
            "`{name}` does not look like an enum, which the macros know by its name where its variants are used: begin it with a capital letter"
        );
        errors.push(&item.ident, message);
    }
    if item.variants.is_empty() {
        errors.push(&item.ident, "a device enum needs a variant");
    }
    let is_tagged = tagged::is_tagged(&item);
    if is_tagged {
        tagged::check(&item, errors);
    } else if !item.generics.params.is_empty() {
        errors.push(&item.generics, "an enum without fields has no parameters in device code: remove them");
    }
    let underlying = representation(&mut item, is_tagged, errors);
    if !generic::is_understood(&item.generics) || generic::borrows(&item.generics) {
        return quote! { #item };
    }
    // With errors, it is still a device type, of whose variants only the names are there: no errors follow where it is used.
    let names: Vec<String> = item.variants.iter().map(|variant| member_name(&variant.ident)).collect();
    let mut variants = if errors.is_empty() { item.variants.clone() } else { Punctuated::new() };
    variants.iter_mut().for_each(|variant| associated::without_self_in(&mut variant.fields, &item.ident));
    let shown = ItemEnum { variants, ..item.clone() };
    let emitted = if tagged::is_tagged(&shown) {
        tagged::emit(&shown, underlying, errors)
    } else {
        emit(&shown, &names, underlying)
    };
    let stand_in = (is_like_a_module && !is_tagged).then(|| variants_as_constants(&mut item));
    quote! { #item #emitted #stand_in }
}

/// Makes constants of the variants of an enum that is refused for its name. Callers take that for the name of a module, in which they
/// look for a constant and for a type that says that it has `#[device]`: of the two a variant is none, and rustc would say so each time.
fn variants_as_constants(item: &mut ItemEnum) -> TokenStream {
    let (ident, vis) = (item.ident.clone(), item.vis.clone());
    if !attributes::derives(&item.attrs, "PartialEq") {
        // As constants in patterns have it.
        item.attrs.push(syn::parse_quote!(#[derive(::core::cmp::PartialEq)]));
    }
    item.attrs.push(syn::parse_quote!(#[allow(clippy::all)]));
    let constants = item.variants.iter_mut().map(|variant| {
        let name = variant.ident.clone();
        variant.ident = format_ident!("WhippleVariant{name}", span = name.span());
        let variant = &variant.ident;
        quote_spanned!(name.span()=> #vis const #name: Self = Self::#variant;)
    });
    let constants: Vec<TokenStream> = constants.collect();
    quote_spanned! {ident.span()=>
        #[allow(non_upper_case_globals, dead_code, unreachable_pub)]
        impl #ident { #(#constants)* }
        impl ::whipple::private::named::Number for #ident {
            const BEFORE: &'static str = "";
            const AFTER: &'static str = "";
        }
    }
}

/// The built-in C++ type of the enum's representation; adds `#[repr(u32)]` when there is none, or `#[repr(i32)]` for negative numbers, and `#[repr(C)]` to one with fields.
fn representation(item: &mut ItemEnum, is_tagged: bool, errors: &mut Errors) -> &'static str {
    let mut underlying = None;
    let mut representations = attributes::representations(&item.attrs);
    if is_tagged {
        let count = representations.len();
        representations.retain(|representation| !representation.path().is_ident("C"));
        if representations.len() == count {
            item.attrs.push(syn::parse_quote!(#[repr(C)]));
        }
    }
    for representation in representations {
        let known = [("u8", "unsigned char"), ("u16", "unsigned short"), ("u32", "unsigned"), ("i32", "int")];
        match known.iter().find(|(name, _)| representation.path().is_ident(name)) {
            Some((_, cpp)) => underlying = Some(*cpp),
            None => errors.push(
                &representation,
                "a device enum is stored as u8, u16, u32 or i32: write `#[repr(u32)]`, or nothing for the same",
            ),
        }
    }
    let mut numbers = item.variants.iter().filter_map(|variant| variant.discriminant.as_ref());
    let is_signed = numbers.any(|(_, value)| matches!(value, Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_))));
    underlying.unwrap_or_else(|| {
        item.attrs.push(if is_signed { syn::parse_quote!(#[repr(i32)]) } else { syn::parse_quote!(#[repr(u32)]) });
        if is_signed { "int" } else { "unsigned" }
    })
}

fn emit(enumeration: &ItemEnum, members: &[String], underlying: &str) -> TokenStream {
    let ident = &enumeration.ident;
    let mut name = item_name(ident);
    // C++ would take a member of its class's name for the constructor.
    if enumeration.variants.iter().any(|variant| member_name(&variant.ident) == name) {
        name.push('_');
    }
    let mut item = Item::new("Type", name.clone(), ident.span());
    item.forward.push_text(&format!("enum class {name} : {underlying};\n"));
    item.definition = as_enum(enumeration, &name, underlying);
    item.callers_of_type = Some(seen::unseen(ident, &enumeration.attrs));
    item.printed = Some(ident.clone());
    // What its methods take may be called as a variant or a method.
    item.members = Some(traits::names_of(&syn::parse_quote!(#ident)));
    // C++ enums have no methods: one that has them in Rust is a struct of its number, the variants its constants.
    item.alternative = Some(Alternative {
        condition: quote_spanned!(ident.span()=> !<#ident>::WHIPPLE_MEMBERS.items.is_empty()),
        forward: Pieces::text(format!("struct {name};\n")),
        definition: as_struct(enumeration, &name, underlying),
    });
    let values = enumeration.variants.iter().map(|variant| {
        let variant = &variant.ident;
        quote!(#ident::#variant as u64 == 0)
    });
    // Only rustc knows the numbers.
    let is_zero = quote_spanned! {ident.span()=>
        for<'whipple> ::whipple::private::WriteVariantEqualsZeroForOneOfItsVariants<{ #(#values)||* }>: ::whipple::private::Zeroes,
    };
    let is_zero = (!enumeration.variants.is_empty()).then_some(is_zero);
    let number = number_type(underlying);
    let variants = enumeration.variants.iter().map(|variant| &variant.ident);
    let bytes = quote! {
        const NO_PADDING: bool = true;
        const MIXES: bool = true;
        const SHAPE: ::whipple::private::written::Shape = ::whipple::private::written::Shape::Variant(
            <#ident as ::whipple::private::DeviceItem>::ITEM,
            ::core::mem::size_of::<#ident>(),
        );

        fn is_valid(bytes: &[u8]) -> bool {
            let is_one = |number: #number| bytes == #number::to_ne_bytes(number);
            false #(|| is_one(Self::#variants as #number))*
        }
    };
    device_type((enumeration, None), &item, (bytes, is_zero), members, &[])
}

/// The Rust type of an enum's number.
pub fn number_type(underlying: &str) -> TokenStream {
    match underlying {
        "unsigned char" => quote!(u8),
        "unsigned short" => quote!(u16),
        "int" => quote!(i32),
        _ => quote!(u32),
    }
}

/// What makes an enum a device type, from its text, what says how its bytes are and whether zeroes are a value, and the C++ names of its members;
/// `variants` are those of one that has fields, of which C++ checks the layout by its name.
pub fn device_type(
    (enumeration, checked): (&ItemEnum, Option<&str>),
    item: &Item,
    (bytes, is_zero): (TokenStream, Option<TokenStream>),
    members: &[String],
    variants: &[String],
) -> TokenStream {
    let (ident, generics) = (&enumeration.ident, &enumeration.generics);
    let fields: Vec<&syn::Type> =
        enumeration.variants.iter().flat_map(|variant| &variant.fields).map(|field| &field.ty).collect();
    let parameters = Parameters::of(generics);
    let representations = attributes::representations(&enumeration.attrs);
    let is_stored_as = |name: &str| representations.iter().any(|one| one.path().is_ident(name));
    let number = if is_stored_as("u8") { 1 } else { 4 - 2 * usize::from(is_stored_as("u16")) };
    let bytes = Bytes { is_zero, ..Bytes::of_enum(&parameters, (ident, checked), number, fields.clone(), bytes) };
    let device_type = structure::device_type(ident, generics, item, &bytes, (members, variants));
    let seen = seen::impls(ident, generics, &enumeration.attrs, &fields);
    let default = defaults::of_enum(enumeration);
    quote! {
        const _: () = {
            #device_type
            #seen
            #default
        };
    }
}

fn as_enum(enumeration: &ItemEnum, name: &str, underlying: &str) -> Pieces {
    let mut text = Pieces::text(attributes::documentation(&enumeration.attrs, ""));
    text.push_text(&format!("enum class {name} : {underlying} {{\n"));
    for variant in &enumeration.variants {
        text.push_text(&attributes::documentation(&variant.attrs, "    "));
        text.push_text(&format!("    {} = ", member_name(&variant.ident)));
        text.append(number(enumeration, variant));
        text.push_text(",\n");
    }
    text.push_text("};\n");
    text
}

fn as_struct(enumeration: &ItemEnum, name: &str, underlying: &str) -> Pieces {
    let ident = &enumeration.ident;
    let mut text = Pieces::text(attributes::documentation(&enumeration.attrs, ""));
    text.push_text(&format!("struct {name} {{\n    {underlying} variant_;\n\n"));
    for variant in &enumeration.variants {
        text.push_text(&attributes::documentation(&variant.attrs, "    "));
        text.push_text(&format!("    static const {name} {};\n", member_name(&variant.ident)));
    }
    text.push_text(&format!("\n    bool operator==(const {name}&) const = default;\n"));
    for operator in ["<", "<=", ">", ">="].iter().filter(|_| attributes::derives(&enumeration.attrs, "PartialOrd")) {
        text.push_text(&format!(
            "    __device__ bool operator{operator}(const {name}& other) const {{ return variant_ {operator} other.variant_; }}\n"
        ));
    }
    text.push(Piece::Members(vec![quote_spanned!(ident.span()=> <#ident>::WHIPPLE_MEMBERS.items)]));
    text.push_text("};\n");
    for variant in &enumeration.variants {
        text.push_text(&format!("constexpr {name} {name}::{} = {{", member_name(&variant.ident)));
        text.append(number(enumeration, variant));
        text.push_text("};\n");
    }
    text
}

/// The number of a variant. Where one may be negative, it is written as the bits that it has.
fn number(enumeration: &ItemEnum, variant: &Variant) -> Pieces {
    let (name, variant) = (&enumeration.ident, &variant.ident);
    let mut representations = attributes::representations(&enumeration.attrs).into_iter();
    let is_signed = representations.any(|representation| representation.path().is_ident("i32"));
    let mut numbers = enumeration.variants.iter().filter_map(|variant| variant.discriminant.as_ref());
    if !is_signed || numbers.all(|(_, value)| matches!(value, Expr::Lit(_))) {
        return Pieces(vec![Piece::Number(syn::parse_quote!(#name::#variant))]);
    }
    let bits = Piece::Number(syn::parse_quote!(#name::#variant as i64));
    Pieces(vec![Piece::Text("static_cast<int>(".to_owned()), bits, Piece::Text("ull)".to_owned())])
}
