//! `#[device] struct`: the same layout in Rust and in C++, checked by both compilers.

use super::{
    associated, attributes, defaults,
    item::{self, Item, item_name, reference},
    seen::{self, Cloned},
    traits, types,
};
use crate::{
    errors::Errors,
    piece::{Piece, Pieces},
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Field, Fields, Generics, Ident, ItemStruct, Type, spanned::Spanned};

/// Checks a device struct and adds its definition.
pub fn expand(mut item: ItemStruct, errors: &mut Errors) -> TokenStream {
    refuse_generics(&item.generics, "a device struct", errors);
    if item.fields.is_empty() {
        errors.push(&item.ident, "a device struct needs at least one field: C++ gives an empty one a byte, Rust none");
    }
    if errors.is_empty() {
        types::check_fields(&item.fields, errors);
    }
    check_representation(&mut item, errors);
    if !item.generics.params.is_empty() {
        return quote! { #item };
    }
    // With errors, it is still a device type, only without its fields: no errors follow where it is used.
    let mut fields = if errors.is_empty() { item.fields.clone() } else { Fields::Unit };
    associated::without_self_in(&mut fields, &item.ident);
    let emitted = emit(&ItemStruct { fields, ..item.clone() });
    quote! { #item #emitted }
}

/// Refuses type parameters and lifetimes.
pub fn refuse_generics(generics: &Generics, what: &str, errors: &mut Errors) {
    for parameter in &generics.params {
        let message = match parameter {
            syn::GenericParam::Lifetime(_) => {
                format!("{what} cannot borrow: hold the values, and pass large data in a `Buffer<T>`")
            }
            _ => format!("{what} cannot be generic: write one for each type that you need"),
        };
        errors.push(parameter, message);
    }
    if generics.params.is_empty()
        && let Some(clause) = &generics.where_clause
    {
        errors.push(clause, format!("{what} cannot have a where clause: remove it"));
    }
}

fn check_representation(item: &mut ItemStruct, errors: &mut Errors) {
    let representations = attributes::representations(&item.attrs);
    for representation in &representations {
        if !representation.path().is_ident("C") {
            errors.push(representation, "`#[device]` lays structs out as C does: remove this, or write `#[repr(C)]`");
        }
    }
    if representations.is_empty() {
        item.attrs.push(syn::parse_quote!(#[repr(C)]));
    }
}

fn emit(structure: &ItemStruct) -> TokenStream {
    let ident = &structure.ident;
    let name = item_name(ident);
    let mut item = Item::new("Type", item_name(ident), ident.span());
    item.members = traits::names_of(&syn::parse_quote!(#ident));
    item.forward.push_text(&format!("struct {name};\n"));
    item.definition = definition(structure, &name);
    item.calls_of_type = Some(seen::unseen(ident, &structure.attrs));
    item.printed = Some(ident.clone());
    let reference = reference();
    let names = structure.fields.iter().enumerate().map(|(index, field)| field_name(index, field));
    let types: Vec<&Type> = structure.fields.iter().map(|field| &field.ty).collect();
    let sizes = types.iter().map(|ty| quote_spanned!(ty.span()=> + ::core::mem::size_of::<#ty>()));
    let all = |property: &str| {
        let property = Ident::new(property, Span::call_site());
        let each =
            types.iter().map(|ty| quote_spanned!(ty.span()=> && <#ty as ::whipple::private::DeviceType>::#property));
        quote!(#(#each)*)
    };
    let (no_padding, any_bits, mixes) = (all("NO_PADDING"), all("ANY_BITS"), all("MIXES"));
    let members = structure.fields.iter().enumerate().map(|(index, field)| member(index, field));
    let is_valid = members.clone().zip(&types).map(|(member, ty)| {
        let is_valid = quote_spanned!(ty.span()=> <#ty as ::whipple::private::DeviceType>::is_valid);
        quote!(&& #is_valid(&bytes[::core::mem::offset_of!(#ident, #member)..][..::core::mem::size_of::<#ty>()]))
    });
    let write_fields = members.zip(&types).map(|(member, ty)| {
        let write = quote_spanned!(ty.span()=> <#ty as ::whipple::private::DeviceType>::write_fields);
        quote! {
            #write(
                &self.#member,
                &mut out[::core::mem::offset_of!(#ident, #member)..][..::core::mem::size_of::<#ty>()],
            );
        }
    });
    let impls = traits::members(ident);
    let seen = seen::impls(ident, &structure.attrs, &types);
    let default = defaults::of_struct(structure);
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::DeviceImpls as _;
            #item
            // SAFETY: the C++ struct has the same fields in the same order, which its static_asserts check; all-zero
            // bytes are valid for each field and so for the struct; NO_PADDING compares sizes; a mix of two values is one of each
            // field, which lies between words or within one.
            unsafe impl ::whipple::private::DeviceType for #ident {
                const TYPE: &'static [::whipple::private::Piece] =
                    &[::whipple::private::Piece::Item(<#ident as ::whipple::private::DeviceItem>::ITEM)];
                const NO_PADDING: bool = ::core::mem::size_of::<#ident>() == 0 #(#sizes)* #no_padding;
                const ANY_BITS: bool = true #any_bits;
                const MIXES: bool = true #mixes;

                fn is_valid(bytes: &[u8]) -> bool {
                    bytes.len() == ::core::mem::size_of::<#ident>() #(#is_valid)*
                }

                fn write_fields(&self, out: &mut [u8]) {
                    #(#write_fields)*
                }
            }
            #[diagnostic::do_not_recommend]
            impl ::whipple::private::DeviceItem for #ident {
                const ITEM: ::whipple::private::ItemRef = #reference;
            }
            impl ::whipple::private::HasMembers for #ident {
                const NAMESPACE: ::whipple::private::Namespace = ::whipple::private::Namespace::of(::core::module_path!());
                const ITSELF: ::whipple::private::ItemRef = <#ident as ::whipple::private::DeviceItem>::ITEM;
                const FIELDS: &'static [&'static str] = &[#(#names),*];
            }
            #impls
            #seen
            #default
        };
    }
}

fn definition(structure: &ItemStruct, name: &str) -> Pieces {
    let ident = &structure.ident;
    let mut text = Pieces::new();
    text.push_text(&attributes::documentation(&structure.attrs, ""));
    text.push_text(&format!("struct {name} {{\n"));
    fields(&structure.fields, "    ", |ty| Piece::Type(ty.clone()), &mut text);
    if attributes::derives(&structure.attrs, "PartialEq") {
        text.push_text(&format!("\n    bool operator==(const {name}&) const = default;\n"));
    }
    if attributes::derives(&structure.attrs, "PartialOrd") {
        text.push_text("\n");
        order(&structure.fields, name, "    ", &mut text);
    }
    if Cloned::of(&structure.attrs) == Cloned::ByFields {
        let fields = structure.fields.iter().enumerate().map(|(index, field)| clone_of(&field_name(index, field)));
        let fields: Vec<String> = fields.collect();
        text.push_text(&format!(
            "\n    __device__ constexpr {name} clone() const {{ return {name}{{{}}}; }}\n",
            fields.join(", ")
        ));
    }
    text.push(Piece::Members(vec![quote_spanned!(ident.span()=> <#ident>::WHIPPLE_MEMBERS.items)]));
    text.push_text("};\n");
    same_layout(ident, name, &mut text);
    for (index, field) in structure.fields.iter().enumerate().skip(1) {
        let (member, cpp) = (member(index, field), field_name(index, field));
        text.push_text(&format!("static_assert(offsetof({name}, {cpp}) == "));
        text.push(Piece::Number(syn::parse_quote!(::core::mem::offset_of!(#ident, #member))));
        text.push_text(&format!(", \"{name}::{cpp} is where Rust has it\");\n"));
    }
    text
}

/// A clone of what stands there.
pub fn clone_of(place: &str) -> String {
    format!("num::clone({place})")
}

/// Rust's operators of order, with what decides where nothing differs.
pub const ORDER: [(&str, &str, bool); 4] = [("<", "<", false), ("<=", "<", true), (">", ">", false), (">=", ">", true)];

/// The operators of order that Rust derives: the first field that differs decides, by the order of the field and not by its `==`. What is
/// no number differs, and is in no order.
pub fn order(fields: &Fields, name: &str, indent: &str, text: &mut Pieces) {
    for (operator, strict, otherwise) in ORDER {
        text.push_text(&format!("{indent}__device__ bool operator{operator}(const {name}& other) const {{\n"));
        for (index, field) in fields.iter().enumerate() {
            let field = field_name(index, field);
            text.push_text(&format!(
                "{indent}    if (num::differ(this->{field}, other.{field})) return this->{field} {strict} other.{field};\n"
            ));
        }
        text.push_text(&format!("{indent}    return {otherwise};\n{indent}}}\n"));
    }
}

/// Has C++ check the size and the alignment of a type.
pub fn same_layout(ident: &Ident, name: &str, text: &mut Pieces) {
    text.push_text(&format!("static_assert(sizeof({name}) == "));
    text.push(Piece::Number(syn::parse_quote!(::core::mem::size_of::<#ident>())));
    text.push_text(&format!(" && alignof({name}) == "));
    text.push(Piece::Number(syn::parse_quote!(::core::mem::align_of::<#ident>())));
    text.push_text(&format!(", \"{name} has the same layout in Rust\");\n"));
}

/// The member declarations of a struct's fields, with their documentation.
pub fn fields(fields: &Fields, indent: &str, piece: impl Fn(&Type) -> Piece, text: &mut Pieces) {
    for (index, field) in fields.iter().enumerate() {
        text.push_text(&attributes::documentation(&field.attrs, indent));
        text.push_text(indent);
        text.push(piece(&field.ty));
        text.push_text(&format!(" {};\n", field_name(index, field)));
    }
}

/// A field's C++ name: `_0` in a tuple struct.
pub fn field_name(index: usize, field: &Field) -> String {
    field.ident.as_ref().map_or_else(|| format!("_{index}"), item::field_name)
}

/// A field's Rust name or index.
pub fn member(index: usize, field: &Field) -> syn::Member {
    field.ident.clone().map_or_else(|| syn::Member::from(index), syn::Member::Named)
}
