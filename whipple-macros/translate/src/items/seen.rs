//! What device code sees of a type's impls of `Clone`, `PartialEq` and `PartialOrd`: those that are derived below the attribute.
//!
//! `whipple_runtime::source::seen` has the traits. An impl under `#[device]` says the same of its type (`items/methods.rs`).

use super::{attributes, generic};
use crate::{
    context::{self, Parameters, callables},
    names,
};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Generics, Ident, ItemImpl, Type, spanned::Spanned};

/// How a type is cloned, as far as its attributes tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cloned {
    /// They do not.
    Unseen,
    /// As its bytes are: rustc derives that where it derives `Copy` before or together with `Clone`.
    ByCopy,
    /// Field by field.
    ByFields,
}

impl Cloned {
    /// By these attributes.
    pub fn of(attributes: &[Attribute]) -> Self {
        let mut is_copy = false;
        for list in attributes::derive_lists(attributes) {
            is_copy |= attributes::is_derived(&list, "Copy");
            if attributes::is_derived(&list, "Clone") {
                return if is_copy { Self::ByCopy } else { Self::ByFields };
            }
        }
        Self::Unseen
    }

    /// The same of a type with these parameters: with types among them rustc derives field by field.
    pub fn among(self, parameters: &Parameters) -> Self {
        if self == Self::ByCopy && parameters.has_types() { Self::ByFields } else { self }
    }
}

/// The impls that say what is seen of a type with these fields.
pub fn impls(ident: &Ident, generics: &Generics, attributes: &[Attribute], fields: &[&Type]) -> TokenStream {
    let parameters = Parameters::of(generics);
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    let is_copied = Cloned::of(attributes) == Cloned::ByCopy;
    let cloned = Cloned::of(attributes).among(&parameters);
    let each = |name: &str| {
        let name = seen_trait(name);
        let bounds = fields.iter().map(|ty| {
            let name = Ident::new(&name.to_string(), ty.span());
            quote_spanned!(ty.span()=> Self: ::whipple::private::seen::#name<#ty, WhippleLater>)
        });
        quote!(where #(#bounds),*)
    };
    let mut found = Vec::new();
    match cloned {
        Cloned::Unseen => {}
        Cloned::ByCopy => found.push(("Clone", TokenStream::new())),
        Cloned::ByFields => found.push(("Clone", each("Clone"))),
    }
    for name in ["PartialEq", "PartialOrd", "Ord"].into_iter().filter(|name| attributes::derives(attributes, name)) {
        found.push((name, each(name)));
    }
    let impls = found.iter().map(|(name, bounds)| {
        let name = Ident::new(&seen_trait(name).to_string(), ident.span());
        quote_spanned! {ident.span()=>
            impl<#declared WhippleLater> ::whipple::private::seen::#name<#ident #arguments, WhippleLater>
                for ::whipple::private::seen::DeviceCode #bounds {}
        }
    });
    let order = order(ident, &parameters, attributes);
    let copied = is_copied.then(|| {
        let declared = parameters.bound_by(generics, &quote!(::core::marker::Copy));
        quote_spanned! {ident.span()=>
            impl<#declared> ::whipple::private::seen::SeenCopy<#ident #arguments> for ::whipple::private::seen::DeviceCode {}
        }
    });
    let own_clone = (cloned != Cloned::Unseen).then(|| must_be_found(ident));
    let message_of_deref = format!(
        "`{ident}` has a `Deref`, which also makes references to it references to something else, where no macro sees it: write a method instead"
    );
    let drop = (!fields.is_empty()).then(|| never_dropped(ident));
    let named = named(ident, generics, &parameters);
    let of_receiver = parameters.bound_by(generics, &quote!(::whipple::private::ask::Named));
    let said = (parameters.is_empty() && !generic::borrows(generics)).then(|| {
        quote_spanned! {ident.span()=>
            #[diagnostic::do_not_recommend]
            #[allow(single_use_lifetimes, unused_lifetimes)]
            impl ::whipple::private::seen::said::SeenSaid<#ident> for ::whipple::private::seen::DeviceCode
                where for<'whipple> #ident: ::whipple::private::DeviceType {}
        }
    });
    quote_spanned! {ident.span()=>
        #(#impls)*
        #order
        impl<#of_receiver> ::whipple::private::seen::SeenReceiver<#ident #arguments> for ::whipple::private::seen::DeviceCode {
            type Of = #ident #arguments;
            type Parts = ();
            type Value = #ident #arguments;
        }
        #said
        #named
        #copied
        #own_clone
        #drop
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::NotCompared as _;
            ::core::assert!(
                !::whipple::private::Probe::<#ident>::IS_FOLLOWED
                    || ::whipple::private::Probe::<#ident>::HAS_REFUSED_DEREF,
                #message_of_deref
            );
        };
    }
}

/// The methods of an order that is derived.
fn order(ident: &Ident, parameters: &Parameters, attributes: &[Attribute]) -> TokenStream {
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    let derives = |name: &str| attributes::derives(attributes, name);
    // C++ has one order of a type: that of `<`.
    let is_ordered = derives("Ord") && derives("PartialOrd");
    let of_ord = ["max", "min", "clamp", "cmp"].into_iter().filter(|_| is_ordered);
    let of_order = of_ord.chain(derives("PartialOrd").then_some("partial_cmp"));
    let of_order = of_order.map(|name| {
        let seen = method(name, &syn::parse_quote!(#ident #arguments), declared);
        // What is called otherwise is not meant to be one of these.
        let is_hidden = matches!(name, "cmp" | "partial_cmp");
        if is_hidden { quote!(#[diagnostic::do_not_recommend] #seen) } else { seen }
    });
    let before = [("Ord", is_ordered), ("PartialOrd", derives("PartialOrd"))];
    let before_order = before.into_iter().filter(|(_, is_derived)| *is_derived).map(|(name, _)| {
        let name = format_ident!("DeviceCodeTakesThisForTheMethodOf{name}", span = ident.span());
        quote_spanned!(ident.span()=> impl<#declared> ::whipple::private::seen::by_value::#name for #ident #arguments {})
    });
    quote!(#(#of_order)* #(#before_order)*)
}

/// What rustc answers of variables of a type.
fn named(ident: &Ident, generics: &Generics, parameters: &Parameters) -> TokenStream {
    let (of, arguments) = (quote_spanned!(ident.span()=> ::whipple::private::ask), &parameters.arguments);
    let bound = |name: &str| {
        let name = Ident::new(name, ident.span());
        parameters.bound_by(generics, &quote!(#of::#name))
    };
    let (by_name, whole, fields, kept) = (bound("Named"), bound("Whole"), bound("Fields"), bound("Kept"));
    let fields = (!generic::borrows(generics)).then(|| {
        quote_spanned! {ident.span()=>
            #[diagnostic::do_not_recommend]
            impl<#fields> #of::Fields for #ident #arguments {}
        }
    });
    let name = generic::name_of(parameters, ident, &quote!(#of::Named>::WHIPPLE_NAME));
    let kept_name = generic::name_of(parameters, ident, &quote!(#of::Kept>::WHIPPLE_KEPT));
    quote_spanned! {ident.span()=>
        impl<#by_name> #of::Named for #ident #arguments {
            const WHIPPLE_NAME: &'static [::whipple::private::Piece] = #name;
        }
        impl<#whole> #of::Whole for #ident #arguments {}
        #fields
        impl<#kept> #of::Kept for #ident #arguments {
            const WHIPPLE_KEPT: &'static [::whipple::private::Piece] = #kept_name;
        }
    }
}

/// That a type has no `Drop`. With errors, the fields are not shown.
fn never_dropped(ident: &Ident) -> TokenStream {
    let message =
        format!("`{ident}` has an own `Drop`, and device code copies and forgets values without it: remove it");
    quote_spanned! {ident.span()=>
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::NotCompared as _;
            ::core::assert!(!::whipple::private::Probe::<#ident>::IS_DROPPED, #message);
        };
    }
}

/// What the item of a type calls: nothing, which says how its `Clone`, `PartialEq`, `PartialOrd`, `Ord` or `Deref` is not seen.
pub fn unseen(ident: &Ident, attributes: &[Attribute]) -> TokenStream {
    let line = ident.span().start().line;
    let is_seen = |name: &str| match name {
        "Clone" => Cloned::of(attributes) != Cloned::Unseen,
        // Whether it is seen depends on its fields, too.
        "Default" => false,
        name => attributes::derives(attributes, name),
    };
    let traits = [
        ("Clone", "clone", "IS_CLONED"),
        ("PartialEq", "eq", "IS_COMPARED"),
        ("PartialOrd", "partial_cmp", "IS_ORDERED"),
        ("Ord", "cmp", "IS_TOTALLY_ORDERED"),
        ("Deref", "deref", "IS_FOLLOWED"),
        ("Default", "default", "IS_DEFAULT"),
    ];
    let calls = traits.iter().filter(|(name, ..)| !is_seen(name)).map(|(_, method, probe)| {
        let probe = Ident::new(probe, ident.span());
        let seen_otherwise = (*method == "default")
            .then(|| quote_spanned!(ident.span()=> && !::whipple::private::Probe::<#ident>::HAS_DEFAULT));
        quote_spanned! {ident.span()=>
            ::whipple::private::Call {
                name: #method,
                member: "",
                place: ::core::concat!(::core::file!(), ":", #line),
                instead: "",
                callee: if ::whipple::private::Probe::<#ident>::#probe #seen_otherwise {
                    ::whipple::private::Callee::Unseen
                } else {
                    ::whipple::private::Callee::OwnOrLibrary(&[])
                },
            }
        }
    });
    quote_spanned! {ident.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::NotCompared as _;
        &[::whipple::private::Caller { name: "", operand: &[], calls: &[#(#calls),*] }]
    }}
}

/// Says that a type has a function of its own that is called `from`, which comes before that of the trait.
pub fn own_from(implementation: &ItemImpl) -> TokenStream {
    let ty = &implementation.self_ty;
    let (declared, bounds) = declared(implementation);
    let has_from = implementation
        .items
        .iter()
        .any(|item| matches!(item, syn::ImplItem::Fn(function) if function.sig.ident == "from"));
    let seen = has_from.then(|| {
        quote_spanned! {ty.span()=>
            impl<#declared> ::whipple::private::seen::functions::SeenOwnFrom<#ty>
                for ::whipple::private::seen::DeviceCode #bounds {}
        }
    });
    seen.unwrap_or_default()
}

/// The parameters of an impl as another declares them, and its where clause.
pub fn declared(implementation: &ItemImpl) -> (TokenStream, TokenStream) {
    let parameters = Parameters::of(&implementation.generics);
    (parameters.declared, parameters.bounds)
}

/// The impl for one under `#[device]`.
pub fn of_impl(implementation: &ItemImpl) -> TokenStream {
    let Some((path, _)) = &implementation.trait_ else { return TokenStream::new() };
    let ty = &implementation.self_ty;
    let (declared, bounds) = declared(implementation);
    let of = super::traits::Trait::of(path, ty);
    if of.is_index() {
        return of_index(&of, ty, (&declared, &bounds));
    }
    if (of.is_operator() && of.name != "PartialEq") || of.name == "Rem" {
        return of_operator(&of, ty, (&declared, &bounds));
    }
    if of.name == "From" {
        let from = of.right().unwrap_or(ty);
        // One of any type is refused, and would meet that of the type from itself.
        let is_parameter = |name: &Ident| matches!(from, Type::Path(path) if path.path.is_ident(name));
        if Parameters::of(&implementation.generics).list.iter().any(|(name, ..)| is_parameter(name)) {
            return TokenStream::new();
        }
        return quote_spanned! {ty.span()=>
            impl<#declared> ::whipple::private::seen::functions::SeenFrom<#ty, #from>
                for ::whipple::private::seen::DeviceCode #bounds {}
        };
    }
    if of.name == "Default" {
        return quote_spanned! {ty.span()=>
            impl<#declared WhippleLater> ::whipple::private::seen::functions::SeenDefault<#ty, WhippleLater>
                for ::whipple::private::seen::DeviceCode #bounds {}
        };
    }
    if of.name == "Iterator" {
        return super::iterator::seen(implementation);
    }
    if !matches!(of.name.as_str(), "Clone" | "PartialEq") {
        return TokenStream::new();
    }
    let seen = seen_trait(&of.name);
    // One for each type that it is compared with would be too many.
    let is_other = of.right().is_some();
    let with_itself = (!is_other).then(|| {
        quote! {
            impl<#declared WhippleLater> ::whipple::private::seen::#seen<#ty, WhippleLater>
                for ::whipple::private::seen::DeviceCode #bounds {}
        }
    });
    quote!(#with_itself)
}

/// The impl for one under `#[device]` whose trait device code cannot have: nothing more is said where it is used.
pub fn of_refused(implementation: &ItemImpl) -> TokenStream {
    let Some((path, _)) = implementation.trait_.as_ref().filter(|_| implementation.generics.params.is_empty()) else {
        return TokenStream::new();
    };
    let (ty, name) = (&implementation.self_ty, super::traits::Trait::of(path, &implementation.self_ty).name);
    let (generics, seen) = match name.as_str() {
        "PartialOrd" | "Ord" => {
            let seen = seen_trait(&name);
            (quote!(<WhippleLater>), quote!(#seen<#ty, WhippleLater>))
        }
        "Deref" => return quote!(impl ::whipple::private::RefusedDeref for #ty {}),
        _ => return TokenStream::new(),
    };
    quote! {
        impl #generics ::whipple::private::seen::#seen for ::whipple::private::seen::DeviceCode {}
    }
}

/// Says that a type has a method with the name of one of the library's.
fn method(name: &str, ty: &Type, declared: &TokenStream) -> TokenStream {
    let hash = names::hash(name);
    quote_spanned! {ty.span()=>
        impl<#declared WhippleOf> ::whipple::private::seen::methods::SeenMethod<#hash, #ty, WhippleOf>
            for ::whipple::private::seen::DeviceCode {}
    }
}

/// The methods of an impl that have names of the library's. A generic one may be called by a turbofish, and must be where its arguments do
/// not say all.
pub fn methods(implementation: &ItemImpl) -> TokenStream {
    let methods = implementation.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) if function.sig.receiver().is_some() => Some(&function.sig),
        _ => None,
    });
    let found = methods.map(|signature| {
        let name = names::unraw(&signature.ident);
        if !names::is_library_method(&name) || name == "clone" {
            return TokenStream::new();
        }
        let (ty, (declared, _)) = (&implementation.self_ty, declared(implementation));
        let named = is_generic(signature).then(|| method(&names::with_turbofish(&name), ty, &declared));
        let plain = (!context::is_open(signature)).then(|| method(&name, ty, &declared));
        quote!(#named #plain)
    });
    found.collect()
}

/// An operator, with what stands on its right.
fn of_operator(of: &super::traits::Trait, ty: &Type, (declared, bounds): (&TokenStream, &TokenStream)) -> TokenStream {
    let name = Ident::new(&format!("Of{}", of.name), ty.span());
    let right = match of.name.as_str() {
        "Neg" | "Not" => quote!(()),
        _ => {
            let right = of.right().unwrap_or(ty);
            quote!(#right)
        }
    };
    quote_spanned! {ty.span()=>
        impl<#declared> ::whipple::private::seen::operators::SeenOperator<::whipple::private::seen::operators::#name, #ty, #right>
            for ::whipple::private::seen::DeviceCode #bounds {}
    }
}

/// An index, by which a value of the type is looked at, or changed.
fn of_index(of: &super::traits::Trait, ty: &Type, (declared, bounds): (&TokenStream, &TokenStream)) -> TokenStream {
    let name = if of.name == "Index" { "SeenIndexed" } else { "SeenIndexedMut" };
    let (name, index) = (Ident::new(name, ty.span()), of.right().unwrap_or(ty));
    quote_spanned! {ty.span()=>
        impl<#declared> ::whipple::private::seen::operators::#name<#ty, #index> for ::whipple::private::seen::DeviceCode #bounds {}
    }
}

/// Has rustc refuse a `clone` of the type's own, which hides that of the trait.
fn must_be_found(ident: &Ident) -> TokenStream {
    quote_spanned! {ident.span()=>
        const _: () = ::whipple::private::seen::must_be_found(
            &<#ident as ::core::clone::Clone>::clone,
            &<#ident>::clone,
        );
    }
}

fn seen_trait(name: &str) -> Ident {
    format_ident!("Seen{name}", span = Span::call_site())
}

/// Whether rustc is asked whether something hides this member of an impl of a trait.
pub fn is_hidable(item: &syn::ImplItem) -> bool {
    match item {
        syn::ImplItem::Fn(method) => !is_generic(&method.sig),
        syn::ImplItem::Const(constant) => is_number(&constant.ty),
        _ => false,
    }
}

/// Whether a function has types or constants as parameters.
pub fn is_generic(signature: &syn::Signature) -> bool {
    signature.generics.type_params().next().is_some()
        || signature.generics.const_params().next().is_some()
        || callables::has_some(signature)
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| names::is_primitive(&name.to_string())))
}
