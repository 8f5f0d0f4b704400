//! `#[device] enum` whose variants have fields: which variant it is, beside a union of their fields, as `#[repr(C, u32)]` lays it out.
//!
//! A variant `Ball(f32)` of `Shape` is `Shape::Of_::Ball` by number, `Shape::with_::Ball_` by its fields, and `shape.fields_.Ball` where it
//! is stored; `Shape(Shape::with_::Ball_{…})` makes one. A variant without fields is a constant of the class, `Shape::Nothing`. What a
//! variant holds may be called as the variant is: so the structs have names and a scope of their own.

use super::{
    attributes, bytes, enumeration, generic,
    item::{Item, item_name, member_name},
    seen::{self, Cloned},
    structure, traits, types,
};
use crate::{
    context::{Generic, Parameters},
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Fields, Ident, ItemEnum, Type, Variant, spanned::Spanned};

/// Whether an enum has a variant with fields.
pub fn is_tagged(enumeration: &ItemEnum) -> bool {
    enumeration.variants.iter().any(has_fields)
}

/// What such an enum may not have.
pub fn check(enumeration: &ItemEnum, errors: &mut Errors) {
    for variant in &enumeration.variants {
        if let Some((_, number)) = &variant.discriminant {
            errors.push(number, "the variants of an enum with fields are numbered from 0: remove the number");
        }
        let name = names::unraw(&variant.ident);
        if !names::is_type_name(&name) || name.ends_with('_') {
            let message = format!(
                "`{name}` does not look like a variant, which the macros know by its name: begin it with a capital letter, and write no `_` beside capitals and digits only, nor at its end"
            );
            errors.push(&variant.ident, message);
        }
        if variant.fields.is_empty() && has_fields(variant) {
            let what = if matches!(variant.fields, Fields::Named(_)) { "braces" } else { "parentheses" };
            errors.push(&variant.fields, format!("a variant without fields has no {what}: write `{name}`"));
        }
        types::check_fields(&variant.fields, types::Stays::Within, errors);
    }
}

/// Its definition.
pub fn emit(enumeration: &ItemEnum, underlying: &str, errors: &mut Errors) -> TokenStream {
    let ident = &enumeration.ident;
    let parameters = Parameters::of(&enumeration.generics);
    let variants: Vec<String> = enumeration.variants.iter().map(|variant| member_name(&variant.ident)).collect();
    let mut name = item_name(ident);
    let mut units = enumeration.variants.iter().filter(|variant| !has_fields(variant));
    if units.any(|unit| member_name(&unit.ident) == name) {
        name.push('_');
    }
    // The names that hide others in the class and in its structs.
    let structs = enumeration.variants.iter().filter(|variant| has_fields(variant)).map(fields_of);
    let own = ["Of_", "Compared_", "with_", "Fields_", "variant_", "fields_"].map(str::to_owned);
    let members: Vec<String> = variants.iter().cloned().chain(structs).chain(own).collect();
    let mut item = Item::new("Type", name.clone(), ident.span());
    item.forward.push_text(&format!("{}struct {name};\n", parameters.template()));
    item.definition = definition(enumeration, (&name, &parameters), underlying, errors);
    item.callers_of_type = Some(seen::unseen(ident, &enumeration.attrs));
    item.printed = parameters.is_empty().then(|| ident.clone());
    // What is stored in a variant may be called as one.
    item.members = Some(traits::names_of(&syn::parse_quote!(#ident)));
    // The first variant is zero.
    let bytes = (bytes(enumeration, underlying), None);
    enumeration::device_type((enumeration, Some(&name)), &item, bytes, &members, &variants)
}

/// How many bytes the number has. A constant of the type itself would be evaluated even of one that is not stored, and fail there.
fn size_of_number(underlying: &str) -> proc_macro2::Literal {
    proc_macro2::Literal::usize_unsuffixed(match underlying {
        "unsigned char" => 1,
        "unsigned short" => 2,
        _ => 4,
    })
}

/// How its bytes are.
fn bytes(enumeration: &ItemEnum, underlying: &str) -> TokenStream {
    let number = enumeration::number_type(underlying);
    let fields = enumeration.variants.iter().flat_map(|variant| &variant.fields);
    let any_bits = fields
        .map(|field| &field.ty)
        .map(|ty| quote_spanned!(ty.span()=> && <#ty as ::whipple::private::DeviceType>::ANY_BITS));
    let arms = enumeration.variants.iter().enumerate().map(|(index, variant)| {
        let name = &variant.ident;
        let members = variant.fields.iter().enumerate().map(|(index, field)| structure::member(index, field));
        let names: Vec<Ident> = (0..variant.fields.len()).map(|index| format_ident!("field_{index}")).collect();
        let types = variant.fields.iter().map(|field| &field.ty);
        let write = types.map(|ty| quote_spanned!(ty.span()=> <#ty as ::whipple::private::DeviceType>::write_fields));
        let index = proc_macro2::Literal::usize_unsuffixed(index);
        quote! {
            Self::#name { #(#members: #names),* } => {
                out[..::core::mem::size_of::<#number>()].copy_from_slice(&#number::to_ne_bytes(#index));
                #({
                    let at = (&raw const *#names).addr() - (&raw const *self).addr();
                    #write(#names, &mut out[at..][..::core::mem::size_of_val(#names)]);
                })*
            }
        }
    });
    let size = size_of_number(underlying);
    let structs: Vec<Ident> =
        (0..enumeration.variants.len()).map(|index| format_ident!("WhippleVariant{index}")).collect();
    let parameters = Parameters::of(&enumeration.generics);
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    // An item within a function has none of the parameters of the type around it: these name them all.
    let all = parameters.list.iter().map(|(name, generic, _)| match generic {
        Generic::Type => quote!([#name; 0]),
        Generic::Const(_) => quote!([(); 0]),
    });
    let all: Vec<TokenStream> = all.collect();
    let layouts = enumeration.variants.iter().zip(&structs).map(|(variant, name)| {
        let types = variant.fields.iter().map(|field| &field.ty);
        if parameters.is_empty() {
            return quote! { #[repr(C)] #[allow(dead_code)] struct #name(#(#types),*); };
        }
        quote! {
            #[repr(C)]
            #[allow(dead_code)]
            struct #name<#declared>(#(#types,)* (#(::core::marker::PhantomData<#all>,)*));
        }
    });
    let checks = enumeration.variants.iter().zip(&structs).enumerate().map(|(index, (variant, name))| {
        let number = proc_macro2::Literal::usize_unsuffixed(index);
        let fields = variant.fields.iter().enumerate().map(|(index, field)| {
            let (ty, index) = (&field.ty, syn::Index::from(index));
            let is_valid = quote_spanned!(ty.span()=> <#ty as ::whipple::private::DeviceType>::is_valid);
            quote!(#is_valid(&bytes[at + ::core::mem::offset_of!(#name #arguments, #index)..][..::core::mem::size_of::<#ty>()]))
        });
        quote!(#number => true #(&& #fields)*)
    });
    quote! {
        // The variants differ in size.
        const NO_PADDING: bool = false;
        const ANY_BITS: bool = false;
        const MIXES: bool = true #(#any_bits)*;

        fn is_valid(bytes: &[u8]) -> bool {
            #(#layouts)*
            // The union of the fields follows the number, as `repr(C)` says.
            let alignment = {
                let mut largest = 1;
                #(if ::core::mem::align_of::<#structs #arguments>() > largest {
                    largest = ::core::mem::align_of::<#structs #arguments>();
                })*
                largest
            };
            let at = ::core::mem::size_of::<#number>().next_multiple_of(alignment);
            let mut number = [0; #size];
            number.copy_from_slice(&bytes[..#size]);
            match #number::from_ne_bytes(number) {
                #(#checks,)*
                _ => false,
            }
        }

        fn write_fields(&self, out: &mut [u8]) {
            match self {
                #(#arms)*
            }
        }
    }
}

fn has_fields(variant: &Variant) -> bool {
    !matches!(variant.fields, Fields::Unit)
}

/// The C++ name of the struct of a variant's fields.
fn fields_of(variant: &Variant) -> String {
    format!("{}_", member_name(&variant.ident))
}

/// The same where the class names it. C++ looks into no class that it does not know yet.
fn struct_of(variant: &Variant, parameters: &Parameters) -> String {
    let keyword = if parameters.is_empty() { "" } else { "typename " };
    format!("{keyword}with_::{}", fields_of(variant))
}

fn definition(
    enumeration: &ItemEnum,
    (name, parameters): (&str, &Parameters),
    underlying: &str,
    errors: &mut Errors,
) -> Pieces {
    let ident = &enumeration.ident;
    let compared = attributes::derives(&enumeration.attrs, "PartialEq");
    let ordered = attributes::derives(&enumeration.attrs, "PartialOrd");
    let variants: Vec<(String, &Variant)> =
        enumeration.variants.iter().map(|variant| (member_name(&variant.ident), variant)).collect();
    let tagged = || variants.iter().filter(|(_, variant)| has_fields(variant));
    let units = || variants.iter().filter(|(_, variant)| !has_fields(variant));

    let mut text = Pieces::text(attributes::documentation(&enumeration.attrs, ""));
    let numbers: Vec<&str> = variants.iter().map(|(variant, _)| variant.as_str()).collect();
    let template = parameters.template();
    text.push_text(&format!(
        "{template}struct {name} {{\n    enum class Of_ : {underlying} {{ {} }};\n",
        numbers.join(", ")
    ));
    text.push_text("    struct with_ {\n");
    for (_, variant) in tagged() {
        let fields = fields_of(variant);
        text.push_text(&attributes::documentation(&variant.attrs, "        "));
        text.push_text(&format!("        struct {fields} {{\n"));
        let mut named = |ty: &Type| generic::type_of_field(parameters, ty, errors);
        structure::fields(&variant.fields, "            ", &mut named, &mut text);
        if compared {
            text.push_text(&format!("            bool operator==(const {fields}&) const = default;\n"));
        }
        if ordered {
            structure::order(&variant.fields, &fields, "            ", &mut text);
        }
        text.push_text("        };\n");
    }
    text.push_text("    };\n\n    Of_ variant_;\n    union Fields_ {\n");
    for (variant, of) in tagged() {
        text.push_text(&format!("        {} {variant};\n", struct_of(of, parameters)));
    }
    text.push_text(&format!("    }} fields_;\n\n    {name}() = default;\n"));
    text.push_text(&format!(
        "    __device__ constexpr explicit {name}(Of_ variant) : variant_(variant), fields_{{}} {{}}\n"
    ));
    for (variant, of) in tagged() {
        text.push_text(&format!(
            "    __device__ constexpr explicit {name}(const {}& fields) : variant_(Of_::{variant}), fields_{{.{variant} = fields}} {{}}\n",
            struct_of(of, parameters)
        ));
    }
    if !parameters.is_empty() {
        // For patterns that do not say the arguments.
        for (variant, _) in &variants {
            text.push_text(&format!(
                "    __device__ constexpr bool is_{variant}_() const {{ return variant_ == Of_::{variant}; }}\n"
            ));
        }
    }
    for (variant, of) in units() {
        text.push_text(&attributes::documentation(&of.attrs, "    "));
        text.push_text(&format!("    static const {name} {variant};\n"));
    }
    comparisons(enumeration, name, &mut text);
    if Cloned::of(&enumeration.attrs).among(parameters) == Cloned::ByFields {
        clone(enumeration, (name, parameters), &mut text);
    }
    text.push(Piece::Members(vec![quote_spanned!(ident.span()=> <#ident>::WHIPPLE_MEMBERS.items)]));
    text.push_text("};\n");
    let arguments = parameters.template_arguments();
    for (variant, _) in units() {
        text.push_text(&format!(
            "{template}constexpr {name}{arguments} {name}{arguments}::{variant}({name}{arguments}::Of_::{variant});\n"
        ));
    }
    text.append(bytes::checks_of(ident, parameters));
    text
}

/// The variants that have fields, by their C++ names.
fn tagged(enumeration: &ItemEnum) -> impl Iterator<Item = (String, &Variant)> {
    let with_fields = enumeration.variants.iter().filter(|variant| has_fields(variant));
    with_fields.map(|variant| (member_name(&variant.ident), variant))
}

/// The operators that compare the variants, and then their fields.
fn comparisons(enumeration: &ItemEnum, name: &str, text: &mut Pieces) {
    let compared = attributes::derives(&enumeration.attrs, "PartialEq");
    let ordered = attributes::derives(&enumeration.attrs, "PartialOrd");
    if compared {
        text.push_text("    struct Compared_ {};\n");
        text.push_text(&format!(
            "\n    __device__ constexpr bool operator==(const {name}& other) const {{\n        if (variant_ != other.variant_) return false;\n"
        ));
        for (variant, _) in tagged(enumeration) {
            text.push_text(&format!(
                "        if (variant_ == Of_::{variant}) return fields_.{variant} == other.fields_.{variant};\n"
            ));
        }
        text.push_text("        return true;\n    }\n");
    }
    for (operator, strict, otherwise) in structure::ORDER.iter().filter(|_| ordered) {
        text.push_text(&format!(
            "\n    __device__ bool operator{operator}(const {name}& other) const {{\n        if (variant_ != other.variant_) return variant_ {strict} other.variant_;\n"
        ));
        for (variant, _) in tagged(enumeration) {
            text.push_text(&format!(
                "        if (variant_ == Of_::{variant}) return fields_.{variant} {operator} other.fields_.{variant};\n"
            ));
        }
        text.push_text(&format!("        return {otherwise};\n    }}\n"));
    }
}

/// `clone` by the fields.
fn clone(enumeration: &ItemEnum, (name, parameters): (&str, &Parameters), text: &mut Pieces) {
    text.push_text(&format!("\n    __device__ constexpr {name} clone() const {{\n"));
    for (variant, of) in tagged(enumeration) {
        let fields = of.fields.iter().enumerate().map(|(index, field)| {
            structure::clone_of(&format!("fields_.{variant}.{}", structure::field_name(index, field)))
        });
        let fields: Vec<String> = fields.collect();
        text.push_text(&format!(
            "        if (variant_ == Of_::{variant}) return {name}({}{{{}}});\n",
            struct_of(of, parameters),
            fields.join(", ")
        ));
    }
    text.push_text("        return *this;\n    }\n");
}
