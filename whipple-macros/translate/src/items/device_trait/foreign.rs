//! What a trait has beside it for types of the library, as `impl Real for f32` (`whipple_runtime::source::foreign`).

use super::parts;
use crate::{
    body, called as calls,
    context::{self, FunctionInput, callables},
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    FnArg, ItemTrait, Path, ReceiverKind, Signature, Token, TraitItem, TraitItemFn, Type, TypeParamBound,
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// The hidden function of a trait, which an impl for a type of the library has, too. rustc shows the name where a trait has none.
pub const HIDDEN: &str = "write_device_on_this_trait_too";

/// Adds the hidden functions to a trait.
pub fn add_hidden(item: &mut ItemTrait) {
    let marker = super::marker(&item.ident);
    let hidden = Ident::new(HIDDEN, item.ident.span());
    let methods = item.items.iter().filter_map(|member| match member {
        TraitItem::Fn(method) if method.sig.receiver().is_some() => Some(calls::hidden_method(&method.sig.ident)),
        _ => None,
    });
    let foreign = quote_spanned!(item.ident.span()=> ::whipple::private::foreign);
    let methods = methods.map(|name| {
        quote_spanned! {name.span()=>
            #[doc(hidden)]
            #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            fn #name(self) -> #foreign::OfTrait<#marker, Self> where Self: ::core::marker::Sized {
                ::whipple::private::ask::never()
            }
        }
    });
    let added = quote_spanned! {item.ident.span()=>
        #[doc(hidden)]
        #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        fn #hidden() -> impl #foreign::ForeignImpl where Self: ::core::marker::Sized {
            #foreign::NotForeign
        }
        #(#methods)*
    };
    item.items.push(TraitItem::Verbatim(added));
}

/// What says which types of the library have the trait, and where the texts of the impls are.
pub fn of_types(path: &Path, marker: &Ident, bounds: &Punctuated<TypeParamBound, Token![+]>) -> TokenStream {
    let (span, hidden) = (marker.span(), Ident::new(HIDDEN, marker.span()));
    let foreign = quote_spanned!(span=> ::whipple::private::foreign);
    let bounds: Vec<&Path> = bounds.iter().filter_map(context::of_user).collect();
    let of_bounds = bounds.iter().map(|bound| {
        let texts =
            context::of_trait(bound, &quote_spanned!(span=> #foreign::with_bounds::<WhippleT, _>(&WhippleTrait)));
        quote_spanned!(span=> ::whipple::private::Piece::Type(#texts))
    });
    let asked = || bounds.iter().filter(|bound| context::needs_device(bound));
    let have = asked()
        .map(|bound| context::of_trait(bound, &quote_spanned!(span=> #foreign::has::<WhippleT, _>(&WhippleTrait))));
    let are_device =
        asked().map(|bound| context::of_trait(bound, &quote_spanned!(span=> #foreign::is_device(&WhippleTrait))));
    let name = names::unraw(marker);
    let name = name.trim_start_matches("WhippleGives");
    let all = names::FOREIGN.iter().map(|ty| {
        let message = format!(
            "`{ty}` has the trait `{name}` by an impl without `#[device]`, which functions with this bound would call: write `#[device]` on the impl"
        );
        let ty = Ident::new(ty, span);
        let ty = match names::is_vector(&ty.to_string()) {
            true => quote_spanned!(span=> ::whipple::glam::#ty),
            false => quote_spanned!(span=> ::core::primitive::#ty),
        };
        quote_spanned!(span=> ::whipple::private::Piece::Type(#foreign::texts(<WhippleProbe<#ty>>::FOREIGN, #message)))
    });
    quote_spanned! {span=>
        impl<WhippleT: #path> #foreign::ForeignFor<WhippleT> for #marker {
            const ITEMS: &'static [::whipple::private::ItemRef] = #foreign::items(<WhippleT as #path>::#hidden);
            const WITH_BOUNDS: &'static [::whipple::private::Piece] = &[
                ::whipple::private::Piece::Members(<Self as #foreign::ForeignFor<WhippleT>>::ITEMS),
                #(#of_bounds),*
            ];
            const HAS_BOUNDS: bool = true #(&& #have)*;
        }
        struct WhippleProbe<WhippleT>(::core::marker::PhantomData<WhippleT>);
        trait WhippleHasNone {
            const FOREIGN: ::core::option::Option<#foreign::Texts> = ::core::option::Option::None;
        }
        impl<WhippleT> WhippleHasNone for WhippleProbe<WhippleT> {}
        #[allow(dead_code)]
        impl<WhippleT: #path> WhippleProbe<WhippleT> {
            const FOREIGN: ::core::option::Option<#foreign::Texts> = ::core::option::Option::Some((
                <#marker as #foreign::ForeignFor<WhippleT>>::ITEMS,
                <#marker as #foreign::ForeignFor<WhippleT>>::WITH_BOUNDS,
            ));
        }
        impl<WhippleLater> #foreign::Foreigners<WhippleLater> for #marker {
            const ALL: &'static [::whipple::private::Piece] = &[#(#all),*];
            const IS_DEVICE: bool = true #(&& #are_device)*;
        }
    }
}

/// Whether a signature names a type of the trait, as `Self::Out`.
fn names_a_type(signature: &Signature) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.0 |= context::projections(ty).iter().any(|(owner, _)| owner == "Self");
            visit::visit_type(self, ty);
        }
    }
    let mut finder = Finder(false);
    finder.visit_signature(signature);
    finder.0
}

/// The declaration and the definition of a function for a type of the library, in parts between which the name of the type stands. None of
/// what such a type cannot have.
pub fn texts(method: &TraitItemFn, function: &Ident, errors: &mut Errors) -> [Vec<Pieces>; 2] {
    if callables::has_some(&method.sig) || names_a_type(&method.sig) {
        return Default::default();
    }
    let itself = Type::Path(syn::parse_quote!(WhippleSelf));
    let mut signature = method.sig.clone();
    let mut arguments = Vec::new();
    for (index, input) in signature.inputs.iter_mut().enumerate() {
        let name = format_ident!("argument_{index}");
        arguments.push(name.to_string());
        match input {
            FnArg::Receiver(receiver) => {
                *input = match &receiver.kind {
                    ReceiverKind::Reference(_, _, Some(_)) => syn::parse_quote!(#name: &mut Self),
                    ReceiverKind::Reference(..) => syn::parse_quote!(#name: &Self),
                    _ => syn::parse_quote!(#name: Self),
                };
            }
            FnArg::Typed(typed) => *typed.pat = syn::parse_quote!(#name),
        }
    }
    signature.ident = Ident::new("call", method.sig.ident.span());
    let hash = names::hash_of_method(&method.sig.ident.to_string());
    let mut qualifier = Pieces::text(format!("whipple::ForeignMethod<{hash}ull, "));
    qualifier.push(Piece::Item(syn::parse_quote!(WhippleSelf)));
    qualifier.push_text(">::");
    let empty = syn::parse_quote!({});
    let input = FunctionInput::of_method(&signature, &empty, &itself, &qualifier);
    let translated = body::translate(&input, errors);
    let name = names::method("call");
    let mut definition = called(translated.definition_head, &name);
    definition.push_text("{\n    return ");
    definition.push(Piece::Tokens(quote!(::whipple::private::Piece::Item(#function))));
    definition.push_text("<");
    definition.push(Piece::Item(syn::parse_quote!(WhippleSelf)));
    definition.push_text(&format!(">({});\n}}\n", arguments.join(", ")));
    [parts(called(translated.prototype, &name)), parts(definition)]
}

/// A declaration in which the function has the name by which calls find it.
pub fn called(declaration: Pieces, name: &str) -> Pieces {
    let mut is_found = false;
    let pieces = declaration.0.into_iter().map(|piece| match piece {
        Piece::Text(text) if !is_found && text.contains(&format!("{name}(")) => {
            is_found = true;
            Piece::Text(text.replacen(&format!("{name}("), "call(", 1))
        }
        other => other,
    });
    Pieces(pieces.collect())
}
