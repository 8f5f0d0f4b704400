//! `#[device] struct`: the same layout in Rust and in C++, checked by both compilers.

use super::{
    associated, attributes,
    bytes::{self, Bytes},
    defaults, generic,
    item::{self, Item, item_name, reference},
    seen::{self, Cloned},
    traits, types,
};
use crate::{
    context::Parameters,
    errors::Errors,
    piece::{Piece, Pieces},
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Field, Fields, Generics, Ident, ItemStruct, Type, spanned::Spanned};

/// Checks a device struct and adds its definition.
pub fn expand(mut item: ItemStruct, errors: &mut Errors) -> TokenStream {
    let borrows = generic::borrows(&item.generics);
    generic::complete(&item.ident, &mut item.generics, "a device struct", true, errors);
    if errors.is_empty() {
        types::check_fields(&item.fields, if borrows { types::Stays::Borrowing } else { types::Stays::Within }, errors);
    }
    check_representation(&mut item, errors);
    if !generic::is_understood(&item.generics) {
        return quote! { #item };
    }
    // With errors, it is still a device type, only without its fields: no errors follow where it is used.
    let mut fields = if errors.is_empty() { item.fields.clone() } else { Fields::Unit };
    associated::without_self_in(&mut fields, &item.ident);
    let emitted = emit(&ItemStruct { fields, ..item.clone() }, errors);
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

fn emit(structure: &ItemStruct, errors: &mut Errors) -> TokenStream {
    let ident = &structure.ident;
    let parameters = Parameters::of(&structure.generics);
    let name = item_name(ident);
    // With errors it has no fields, and nothing more is said.
    let is_empty = structure.fields.is_empty() && errors.is_empty();
    let mut item = Item::new("Type", item_name(ident), ident.span());
    item.members = Some(traits::names_of(&syn::parse_quote!(#ident)));
    item.forward.push_text(&format!("{}struct {name};\n", parameters.template()));
    item.definition = definition(structure, &name, &parameters, errors);
    item.callers_of_type = Some(seen::unseen(ident, &structure.attrs));
    item.printed = parameters.is_empty().then(|| ident.clone());
    let names = structure.fields.iter().enumerate().map(|(index, field)| field_name(index, field));
    let names: Vec<String> = names.collect();
    let nothing: Type = syn::parse_quote_spanned!(ident.span()=> ::whipple::private::AStructWithoutFields);
    let mut bytes = bytes(structure, &parameters);
    bytes.fields.extend(is_empty.then_some(&nothing));
    let device_type = device_type(ident, &structure.generics, &item, &bytes, (&names, &[]));
    let types: Vec<&Type> = structure.fields.iter().map(|field| &field.ty).collect();
    let seen = seen::impls(ident, &structure.generics, &structure.attrs, &types);
    let default = defaults::of_struct(structure, errors);
    quote! {
        const _: () = {
            #device_type
            #seen
            #default
        };
    }
}

/// The bytes of a struct.
fn bytes<'a>(structure: &'a ItemStruct, parameters: &'a Parameters) -> Bytes<'a> {
    let (ident, arguments) = (&structure.ident, &parameters.arguments);
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
    let offset = |member: &syn::Member| quote!(::core::mem::offset_of!(#ident #arguments, #member));
    let is_valid = members.clone().zip(&types).map(|(member, ty)| {
        let (is_valid, at) =
            (quote_spanned!(ty.span()=> <#ty as ::whipple::private::DeviceType>::is_valid), offset(&member));
        quote!(&& #is_valid(&bytes[#at..][..::core::mem::size_of::<#ty>()]))
    });
    let shapes = members.clone().zip(&types).map(|(member, ty)| {
        let at = offset(&member);
        quote_spanned!(ty.span()=> (#at, &<#ty as ::whipple::private::DeviceType>::SHAPE))
    });
    let shapes = quote!(&[#(#shapes),*]);
    let write_fields = members.zip(&types).map(|(member, ty)| {
        let (write, at) =
            (quote_spanned!(ty.span()=> <#ty as ::whipple::private::DeviceType>::write_fields), offset(&member));
        quote! {
            #write(&self.#member, &mut out[#at..][..::core::mem::size_of::<#ty>()]);
        }
    });
    let stored = quote! {
        const NO_PADDING: bool = ::core::mem::size_of::<#ident #arguments>() == 0 #(#sizes)* #no_padding;
        const ANY_BITS: bool = true #any_bits;
        const MIXES: bool = true #mixes;
        const SHAPE: ::whipple::private::written::Shape = ::whipple::private::written::Shape::Fields(#shapes);

        fn is_valid(bytes: &[u8]) -> bool {
            bytes.len() == ::core::mem::size_of::<#ident #arguments>() #(#is_valid)*
        }

        fn write_fields(&self, out: &mut [u8]) {
            #(#write_fields)*
        }
    };
    Bytes {
        parameters,
        fields: types,
        is_choice: false,
        number: 0,
        encoded: encoded(structure, parameters),
        stored,
        is_zero: None,
    }
}

/// What makes a struct or an enum a device type: its text, how its bytes are, the C++ names of its fields or variants, and those of the
/// variants of an enum that has some with fields.
pub fn device_type(
    ident: &Ident,
    generics: &Generics,
    item: &Item,
    bytes: &Bytes<'_>,
    (members, variants): (&[String], &[String]),
) -> TokenStream {
    let parameters = bytes.parameters;
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    // Only of the type without arguments.
    let alone = generic::without_arguments(ident, generics);
    let unwritten = (!parameters.is_empty()).then(|| {
        quote! {
            impl #alone {
                #[doc(hidden)]
                #[allow(dead_code, unreachable_pub)]
                pub const WHIPPLE_IS_UNWRITTEN: bool = true;
            }
        }
    });
    let reference = reference();
    let size = proc_macro2::Literal::usize_unsuffixed(bytes.number);
    let as_a_value = match bytes.is_choice {
        true => Some(quote!(Number(#size))),
        false => members.is_empty().then(|| quote!(Braces)),
    };
    let as_a_value = as_a_value
        .map(|value| quote!(const AS_A_VALUE: ::whipple::private::AsAValue = ::whipple::private::AsAValue::#value;));
    let bytes = bytes.impls(ident, generics);
    let impls = traits::members(ident, parameters);
    quote! {
        #[allow(unused_imports)]
        use ::whipple::private::DeviceImpls as _;
        #item
        #bytes
        #[diagnostic::do_not_recommend]
        impl<#declared> ::whipple::private::DeviceItem for #ident #arguments {
            const ITEM: ::whipple::private::ItemRef = #reference;
            #as_a_value
        }
        impl<#declared> ::whipple::private::HasMembers for #ident #arguments {
            const NAMESPACE: ::whipple::private::Namespace = ::whipple::private::Namespace::of(::core::module_path!());
            const ITSELF: ::whipple::private::ItemRef = <#ident as ::whipple::private::DeviceItem>::ITEM;
            const FIELDS: &'static [&'static str] = &[#(#members),*];
            const VARIANTS: &'static [&'static str] = &[#(#variants),*];
        }
        #unwritten
        #impls
    }
}

/// What the `Encode` of a struct has.
fn encoded(structure: &ItemStruct, parameters: &Parameters) -> TokenStream {
    let (ident, arguments) = (&structure.ident, &parameters.arguments);
    let all = layout(&structure.fields);
    let holds = structure.fields.iter().map(|field| &field.ty);
    let holds = holds.map(|ty| quote_spanned!(ty.span()=> || <#ty as ::whipple::private::Encode>::HOLDS_BUFFERS));
    let encode = structure.fields.iter().enumerate().map(|(index, field)| {
        let (member, ty) = (member(index, field), &field.ty);
        let encode = quote_spanned!(ty.span()=> <#ty as ::whipple::private::Encode>::encode);
        quote!(#encode(&self.#member, out);)
    });
    let checks = parameters.is_empty().then(|| {
        let checks = checks(structure);
        quote!(const CHECKS: &'static [::whipple::private::Piece] = #checks;)
    });
    quote! {
        const LAYOUT: (usize, usize) = ::whipple::private::finish_layout(#all);
        const HOLDS_BUFFERS: bool = false #(#holds)*;
        #checks

        fn encode(&self, out: &mut ::whipple::private::ParameterWriter) {
            out.align(<#ident #arguments as ::whipple::private::Encode>::LAYOUT.1);
            #(#encode)*
            out.align(<#ident #arguments as ::whipple::private::Encode>::LAYOUT.1);
        }
    }
}

/// Has C++ check where the fields are.
fn checks(structure: &ItemStruct) -> Pieces {
    let (ident, name) = (&structure.ident, item_name(&structure.ident));
    let mut text = bytes::same_layout(ident, &name);
    for (index, field) in structure.fields.iter().enumerate().skip(1) {
        let (member, cpp, ty) = (member(index, field), field_name(index, field), &field.ty);
        let before = layout(structure.fields.iter().take(index));
        text.push_text(&format!("static_assert(offsetof({name}, {cpp}) == "));
        text.push(Piece::Number(syn::parse_quote!(if <#ident as ::whipple::private::Encode>::HOLDS_BUFFERS {
            ::whipple::private::field_offset(#before, <#ty as ::whipple::private::Encode>::LAYOUT)
        } else {
            ::core::mem::offset_of!(#ident, #member)
        })));
        text.push_text(&format!(", \"{name}::{cpp} is where Rust has it\");\n"));
    }
    text
}

/// The layout of these fields on the device, one behind the other.
fn layout<'a>(fields: impl IntoIterator<Item = &'a Field>) -> TokenStream {
    fields.into_iter().fold(quote!((0, 1)), |layout, field| {
        let ty = &field.ty;
        let field = quote_spanned!(ty.span()=> <#ty as ::whipple::private::Encode>::LAYOUT);
        quote!(::whipple::private::extend_layout(#layout, #field))
    })
}

fn definition(structure: &ItemStruct, name: &str, parameters: &Parameters, errors: &mut Errors) -> Pieces {
    let ident = &structure.ident;
    let mut text = Pieces::new();
    text.push_text(&attributes::documentation(&structure.attrs, ""));
    text.push_text(&format!("{}struct {name} {{\n", parameters.template()));
    fields(&structure.fields, "    ", |ty| generic::type_of_field(parameters, ty, errors), &mut text);
    if attributes::derives(&structure.attrs, "PartialEq") {
        text.push_text(&format!("\n    bool operator==(const {name}&) const = default;\n"));
    }
    if attributes::derives(&structure.attrs, "PartialOrd") {
        text.push_text("\n");
        order(&structure.fields, name, "    ", &mut text);
    }
    if Cloned::of(&structure.attrs).among(parameters) == Cloned::ByFields {
        let fields = structure.fields.iter().enumerate().map(|(index, field)| clone_of(&field_name(index, field)));
        let fields: Vec<String> = fields.collect();
        text.push_text(&format!(
            "\n    __device__ constexpr {name} clone() const {{ return {name}{{{}}}; }}\n",
            fields.join(", ")
        ));
    }
    text.push(Piece::Members(vec![quote_spanned!(ident.span()=> <#ident>::WHIPPLE_MEMBERS.items)]));
    text.push_text("};\n");
    text.append(bytes::checks_of(ident, parameters));
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

/// The member declarations of a struct's fields, with their documentation.
pub fn fields(fields: &Fields, indent: &str, mut name: impl FnMut(&Type) -> Pieces, text: &mut Pieces) {
    for (index, field) in fields.iter().enumerate() {
        text.push_text(&attributes::documentation(&field.attrs, indent));
        text.push_text(indent);
        text.append(name(&field.ty));
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
