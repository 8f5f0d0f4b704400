//! How the bytes of a device type are, and so what it may be: a value of device code, what a launch hands over, or what is stored.
//!
//! `Typed` is all that C++ has a name for. What a launch hands over is `Encode`: it may hold buffers. What holds none is `Data`. What is both,
//! and has one layout on host and device, is a `DeviceType`. An `Option`, a `Result` and a tuple have no layout that Rust states. So they are
//! none of these by themselves, and what has one in it is `Typed` and `Data` alone. Only rustc knows which fields have some in their types,
//! and a lifetime in the bounds has it ask where they are used.

use super::generic;
use crate::{
    context::{self, Parameters},
    piece::{Piece, Pieces},
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Generics, Ident, Type,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// How the bytes of a type are.
pub struct Bytes<'a> {
    /// The parameters of the type.
    pub parameters: &'a Parameters,
    /// The types of its fields.
    pub fields: Vec<&'a Type>,
    /// Whether it is an enum, which holds no buffers.
    pub is_choice: bool,
    /// How many bytes at the beginning say which variant it is; 0 of a struct.
    pub number: usize,
    /// What its `Encode` has.
    pub encoded: TokenStream,
    /// What its `DeviceType` has.
    pub stored: TokenStream,
    /// A bound that says whether zeroes are a value of it, where that is not sure.
    pub is_zero: Option<TokenStream>,
}

impl<'a> Bytes<'a> {
    /// Those of an enum; C++ checks one of this name.
    pub fn of_enum(
        parameters: &'a Parameters,
        (ident, checked): (&Ident, Option<&str>),
        number: usize,
        fields: Vec<&'a Type>,
        stored: TokenStream,
    ) -> Self {
        let checks = checked.filter(|_| parameters.is_empty()).map(|name| {
            let checks = same_layout(ident, name);
            quote!(const CHECKS: &'static [::whipple::private::Piece] = #checks;)
        });
        let encoded = quote! {
            #checks

            fn encode(&self, out: &mut ::whipple::private::ParameterWriter) {
                out.value(self);
            }
        };
        Self { parameters, fields, is_choice: true, number, encoded, stored, is_zero: None }
    }

    /// The impls.
    pub fn impls(&self, ident: &Ident, generics: &Generics) -> TokenStream {
        let Self { parameters, fields, is_choice, encoded, stored, is_zero, .. } = self;
        let arguments = &parameters.arguments;
        let parts: Vec<&Type> = fields.iter().flat_map(|ty| context::parts_of(ty, parameters)).collect();
        let is_open =
            |ty: &&&Type| parameters.list.iter().any(|(name, ..)| context::mentions(ty.to_token_stream(), name));
        let named = |name: &str, span: Span| {
            let name = Ident::new(name, span);
            quote_spanned!(span=> ::whipple::private::#name)
        };
        // rustc shows the bound where it does not hold.
        let later = |types: &[&Type], name: &str| -> TokenStream {
            let bounds = types.iter().map(|ty| {
                let name = named(name, ty.span());
                quote_spanned!(ty.span()=> for<'whipple> #ty: #name,)
            });
            bounds.collect()
        };
        // A `Buffer<T>` needs more of its `T` than the `Typed` of a struct does.
        let bound = named(if *is_choice { "Data" } else { "Typed" }, Span::call_site());
        let open: TokenStream =
            parts.iter().filter(is_open).map(|ty| quote_spanned!(ty.span()=> #ty: #bound,)).collect();
        let held: TokenStream =
            parts.iter().filter(|ty| *is_choice && !is_open(ty)).map(|ty| must_be_data(ty)).collect();
        let of_std: TokenStream =
            fields.iter().filter(|ty| context::stays(ty)).map(|ty| must_be_of_std(ty, &parameters.declared)).collect();
        let data = later(&parts, "Data");
        // Of other fields that follows.
        let staying: Vec<&Type> = fields.iter().copied().filter(|ty| context::stays(ty)).collect();
        let staying: Vec<&Type> = staying.iter().flat_map(|ty| context::parts_of(ty, parameters)).collect();
        let (of_staying, device_type) = (later(&staying, "Data"), later(fields, "DeviceType"));
        let encode = if *is_choice { quote!(#of_staying #device_type) } else { later(fields, "Encode") };
        let of_types = parameters.bound_by(generics, &bound);
        let of_device_types = parameters.bound_by(generics, &named("DeviceType", Span::call_site()));
        let of_lasting = parameters.bound_by(generics, &quote!(#bound + 'static));
        let of_encoded = if *is_choice { &of_device_types } else { &of_lasting };
        let name = generic::name_of(parameters, ident, &quote!(::whipple::private::Typed > ::WHIPPLE_TYPED));
        // rustc shows it where a struct is stored that holds buffers.
        let at_name = quote_spanned!(ident.span()=> ::whipple::private::DeviceType);
        let borrowing = generic::borrows(generics).then(|| {
            let name = generic::name_of(parameters, ident, &quote!(::whipple::private::Typed > ::WHIPPLE_BORROWING));
            let lifetimes = generics.lifetimes().map(|_| "'_").collect::<Vec<_>>().join(", ");
            let message = format!("`{ident}` borrows: write its lifetimes in device code, as `{ident}<{lifetimes}>`");
            // rustc shows it where a function leaves them out.
            let refused = quote_spanned!(ident.span()=> ::core::panic!(#message));
            quote! {
                const WHIPPLE_TYPED: &'static [::whipple::private::Piece] = #refused;
                const WHIPPLE_BORROWING: &'static [::whipple::private::Piece] = #name;
            }
        });
        let typed =
            borrowing.unwrap_or_else(|| quote!(const WHIPPLE_TYPED: &'static [::whipple::private::Piece] = #name;));
        let typed = quote! {
            #held
            #of_std
            impl<#of_types> ::whipple::private::Typed for #ident #arguments where #open {
                #typed
            }
        };
        // What borrows is nothing else: it stays within a task.
        if generic::borrows(generics) {
            return typed;
        }
        quote! {
            #typed
            #[allow(single_use_lifetimes, unused_lifetimes)]
            impl<#of_encoded> ::whipple::private::Encode for #ident #arguments where #open #encode #is_zero {
                #encoded
            }
            // SAFETY: it holds these fields, and has no `Drop`, as another constant asserts.
            #[allow(single_use_lifetimes, unused_lifetimes)]
            unsafe impl<#of_lasting> ::whipple::private::Data for #ident #arguments where #open #data {}
            // SAFETY: the C++ type has the same fields in the same order, behind the same number if it is an enum with fields, as `repr(C)`
            // says and static_asserts check; all-zero bytes are valid for each field, and the variant of the number 0, which there is, has
            // only such fields. NO_PADDING compares sizes. A mix of two values is one of each field, which lies between words or within one;
            // the fields of a variant may be mixed with the number of another only if they may have any bits.
            #[allow(single_use_lifetimes, unused_lifetimes)]
            unsafe impl<#of_device_types> #at_name for #ident #arguments where #open #of_staying #device_type #is_zero {
                #stored
            }
        }
    }
}

/// That an enum may hold this. What no device has is refused where its name is.
fn must_be_data(ty: &Type) -> TokenStream {
    quote_spanned! {ty.span()=>
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::NotCompared as _;
            ::core::assert!(
                ::whipple::private::Probe::<#ty>::IS_DATA || !::whipple::private::Probe::<#ty>::IS_TYPED,
                "a variant of an enum holds no buffers in device code: keep them beside the enum, in a struct or in the procedure"
            );
        };
    }
}

/// That the types called `Option` and `Result` in this are those of std.
fn must_be_of_std(ty: &Type, declared: &TokenStream) -> TokenStream {
    struct OfStd;
    impl VisitMut for OfStd {
        fn visit_path_mut(&mut self, path: &mut syn::Path) {
            visit_mut::visit_path_mut(self, path);
            let Some(last) = path.segments.last() else { return };
            let (name, arguments) = (&last.ident, &last.arguments);
            if !arguments.is_none() && (name == "Option" || name == "Result") {
                let module = Ident::new(&name.to_string().to_lowercase(), name.span());
                *path = syn::parse_quote_spanned!(name.span()=> ::core::#module::#name #arguments);
            }
        }
    }
    let mut of_std = ty.clone();
    OfStd.visit_type_mut(&mut of_std);
    quote_spanned! {ty.span()=>
        const _: () = {
            #[allow(dead_code)]
            fn of_std<#declared>(value: #ty) -> #of_std {
                value
            }
        };
    }
}

/// What C++ checks of the layout of a type, if it has one on the host.
pub fn checks_of(ident: &Ident, parameters: &Parameters) -> Pieces {
    if !parameters.is_empty() {
        return Pieces::new();
    }
    Pieces(vec![Piece::Tokens(quote_spanned! {ident.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::NotCompared as _;
        ::whipple::private::Piece::Type(::whipple::private::Probe::<#ident>::CHECKS)
    } })])
}

/// Has C++ check the size and the alignment of a type.
pub fn same_layout(ident: &Ident, name: &str) -> Pieces {
    let mut text = Pieces::text(format!("static_assert(sizeof({name}) == "));
    text.push(Piece::Number(syn::parse_quote!(::whipple::private::layout_of::<#ident>().0)));
    text.push_text(&format!(" && alignof({name}) == "));
    text.push(Piece::Number(syn::parse_quote!(::whipple::private::layout_of::<#ident>().1)));
    text.push_text(&format!(", \"{name} has the same layout in Rust\");\n"));
    text
}
