//! What each method under `#[device]` leaves, so that rustc can look where calls of it lead (`whipple_runtime::source::seen::found`).

use super::seen;
use crate::{
    called,
    context::{self, callables},
    names,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, ImplItem, ImplItemFn, ItemImpl, Path, PathArguments, spanned::Spanned};

/// The trait of an impl of which rustc is asked, if its types have no arguments: those of a trait with several types may be there more than once.
fn of_trait(implementation: &ItemImpl) -> Option<&Path> {
    let (path, _) = implementation.trait_.as_ref()?;
    path.segments.last().is_some_and(|last| last.arguments.is_none()).then_some(path)
}

/// What generic functions of an impl ask of the types of their arguments.
pub fn takes(implementation: &ItemImpl) -> TokenStream {
    let is_asked = implementation.trait_.is_none() || of_trait(implementation).is_some();
    let takes = implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if is_asked && seen::is_generic(&method.sig) => {
            let (signature, block) = (callables::with_pointers(&method.sig), &method.block);
            Some(called::takes_in_type(&signature, block, &implementation.self_ty, &implementation.generics))
        }
        _ => None,
    });
    takes.collect()
}

/// The methods of an impl that leave something, with the names by which calls ask for them: a generic one is called by a turbofish, or by
/// what its arguments and its result say. Of the type's own methods it is those alone.
pub fn methods(implementation: &ItemImpl) -> impl Iterator<Item = (&ImplItemFn, Vec<String>)> {
    let (is_own, of_trait) = (implementation.trait_.is_none(), of_trait(implementation).is_some());
    let methods = implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if method.sig.receiver().is_some() => Some(method),
        _ => None,
    });
    methods.filter(move |method| of_trait || (is_own && seen::is_generic(&method.sig))).map(|method| {
        let name = names::unraw(&method.sig.ident);
        let named = seen::is_generic(&method.sig).then(|| names::with_turbofish(&name));
        (method, named.into_iter().chain([name]).collect())
    })
}

/// The impls for all methods of an impl.
pub fn impls(implementation: &ItemImpl) -> TokenStream {
    let impls =
        methods(implementation).filter(|(method, _)| method.sig.ident != "clone").flat_map(|(method, names)| {
            names.into_iter().map(|name| one(implementation, method, &name)).collect::<Vec<_>>()
        });
    let impls: TokenStream = impls.collect();
    quote! {
        #[allow(private_bounds, private_interfaces, refining_impl_trait)]
        const _: () = { #impls };
    }
}

fn one(implementation: &ItemImpl, method: &ImplItemFn, name: &str) -> TokenStream {
    let (ty, span, hash) = (&implementation.self_ty, method.sig.ident.span(), names::hash(name));
    let (parameters, bounds) = seen::declared(implementation);
    let found = quote_spanned!(span=> ::whipple::private::seen::found);
    let of = of_trait(implementation);
    // A generic function cannot call what its arguments do not say.
    let is_said = names::is_turbofish(name) || !context::is_open(&method.sig);
    let what = if of.is_some() && is_said { quote_spanned!(span=> OfTrait) } else { quote_spanned!(span=> OfType) };
    let (declared, value, value_type) = match of {
        Some(path) if !seen::is_generic(&method.sig) => {
            (TokenStream::new(), quote_spanned!(span=> #found::value::<#ty>()), quote_spanned!(span=> impl #path))
        }
        _ => (
            anywhere(method, names::is_turbofish(name)),
            quote_spanned!(span=> WhippleAnywhere),
            quote_spanned!(span=> WhippleAnywhere),
        ),
    };
    quote_spanned! {span=>
        const _: () = {
            #declared
            impl<#parameters> #found::ATypeHasOneMethodOfANameRenameOne<#hash, #ty>
                for ::whipple::private::seen::DeviceCode #bounds
            {
                type Of = #found::#what;
                fn found(_: &#found::Method<#hash, #ty>) -> #value_type {
                    #value
                }
            }
        };
    }
}

/// What has a method of this name wherever it is called, for any arguments. `is_named`: its parameters are said.
fn anywhere(method: &ImplItemFn, is_named: bool) -> TokenStream {
    let (name, span) = (&method.sig.ident, method.sig.ident.span());
    let parameters = method.sig.generics.params.iter().filter(|_| is_named).filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(parameter.ident.to_token_stream()),
        GenericParam::Const(parameter) => {
            let (name, ty) = (&parameter.ident, &parameter.ty);
            Some(quote_spanned!(span=> const #name: #ty))
        }
        GenericParam::Lifetime(_) => None,
    });
    let arguments = method.sig.inputs.iter().skip(1).map(|_| quote_spanned!(span=> _: impl ::core::marker::Sized));
    quote_spanned! {span=>
        #[allow(unnameable_types, clippy::all, clippy::pedantic)]
        pub struct WhippleAnywhere;
        #[allow(dead_code, clippy::all, clippy::pedantic)]
        impl WhippleAnywhere {
            pub fn #name<#(#parameters),*>(&self, #(#arguments),*) {}
        }
    }
}

/// Has rustc refuse functions and constants that hide those of an impl of a trait, as one without `#[device]` may.
pub fn nothing_hides(implementation: &ItemImpl) -> TokenStream {
    let Some((path, _)) = &implementation.trait_ else { return TokenStream::new() };
    let own: Vec<&ImplItemFn> =
        methods(implementation).map(|(method, _)| method).filter(|method| !seen::is_generic(&method.sig)).collect();
    let others = implementation.items.iter().filter(|item| match item {
        ImplItem::Fn(method) => !own.iter().any(|own| own.sig.ident == method.sig.ident),
        _ => true,
    });
    let import = import(path);
    if !implementation.generics.params.is_empty() {
        let checks = nothing_hides_in_generic(implementation, path);
        return quote!(const _: () = { #import #checks };);
    }
    let others: TokenStream = others.filter_map(|item| no_other_hides(&implementation.self_ty, path, item)).collect();
    let of_type = (!own.is_empty()).then(|| no_method_of_the_type_hides(&implementation.self_ty, &own));
    quote! {
        const _: () = {
            #import
            #others
        };
        #of_type
    }
}

/// The same of a generic type, in a function that has its parameters.
fn nothing_hides_in_generic(implementation: &ItemImpl, path: &Path) -> TokenStream {
    let (ty, (parameters, bounds)) = (&implementation.self_ty, seen::declared(implementation));
    let checks = implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if !seen::is_generic(&method.sig) => {
            let name = &method.sig.ident;
            Some(quote_spanned! {name.span()=>
                ::whipple::private::seen::must_be_found(&<#ty as #path>::#name, &<#ty>::#name);
            })
        }
        _ => None,
    });
    quote! {
        #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        fn whipple_hides<#parameters>() #bounds {
            #(#checks)*
        }
    }
}

/// The type's own methods are found wherever it is. The check is in a module of its own, where no trait of the user's is in scope: of two
/// with one name rustc would say so here, though no call may see both.
fn no_method_of_the_type_hides(ty: &syn::Type, methods: &[&ImplItemFn]) -> TokenStream {
    let declared = methods.iter().map(|method| {
        let name = &method.sig.ident;
        quote_spanned!(name.span()=> fn #name() {})
    });
    let checks = methods.iter().map(|method| {
        let name = &method.sig.ident;
        quote_spanned! {name.span()=>
            const _: () = ::whipple::private::seen::must_be_found(&<Itself as Nobodys>::#name, &<Itself>::#name);
        }
    });
    quote! {
        #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            #[no_implicit_prelude]
            mod whipple_hides {
                pub(super) struct Here;
                pub(super) trait Located { type Itself; }
                type Itself = <Here as Located>::Itself;
                trait Nobodys { #(#declared)* }
                impl Nobodys for Itself {}
                #(#checks)*
            }
            impl whipple_hides::Located for whipple_hides::Here {
                type Itself = #ty;
            }
        };
    }
}

/// The same of a function without `self` and of a constant: another trait may hide them, too.
fn no_other_hides(ty: &syn::Type, path: &Path, item: &ImplItem) -> Option<TokenStream> {
    match item {
        ImplItem::Fn(method) if !seen::is_generic(&method.sig) => {
            let name = &method.sig.ident;
            Some(quote_spanned! {name.span()=>
                const _: () = ::whipple::private::seen::must_be_found(&<#ty as #path>::#name, &<#ty>::#name);
            })
        }
        ImplItem::Const(constant) if seen::is_hidable(item) => {
            let name = &constant.ident;
            let message = format!("another constant `{name}` of this type hides this one: rename one of the two");
            Some(quote_spanned! {name.span()=>
                #[allow(clippy::eq_op)]
                const _: () = ::core::assert!(
                    <#ty>::#name == <#ty as #path>::#name || <#ty as #path>::#name != <#ty as #path>::#name,
                    #message
                );
            })
        }
        _ => None,
    }
}

/// Brings a trait into scope, if it is not there already.
fn import(path: &Path) -> Option<TokenStream> {
    let mut import = path.clone();
    for segment in &mut import.segments {
        segment.arguments = PathArguments::None;
    }
    let is_std = matches!(
        import.get_ident().map(ToString::to_string).as_deref(),
        Some("Default" | "From" | "Clone" | "Iterator")
    );
    (!is_std).then(|| quote_spanned!(path.span()=> #[allow(unused_imports)] use #import as _;))
}
