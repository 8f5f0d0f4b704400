//! What an impl takes from its `#[device] trait` (`device_trait.rs`): members of its class that call the functions of the trait, and the
//! trait's constants. rustc knows which these are, so all of it is const evaluation of `whipple_runtime::source::provided`.

use super::{
    device_trait::MOST_FUNCTIONS,
    generic,
    item::{Item, member_name, method_name},
    methods::cpp_type_name,
    place::Place,
    seen,
};
use crate::{
    context::{self, Parameters},
    errors::Errors,
    names,
    piece::Piece,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{ImplItem, ItemImpl, Path, spanned::Spanned};

/// The trait of an impl, if it may be a device trait.
fn of_trait<'a>(implementation: &'a ItemImpl, place: &Place) -> Option<&'a Path> {
    let (path, _) = implementation.trait_.as_ref()?;
    let last = path.segments.last()?;
    (last.arguments.is_none() && !context::is_trait_of_std(&last.ident) && !place.is_right).then_some(path)
}

/// What the impl has itself, by the C++ names, and what its trait gives.
pub fn known(implementation: &ItemImpl, path: &Path) -> TokenStream {
    let own = implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method_name(&method.sig.ident)),
        ImplItem::Const(constant) => Some(member_name(&constant.ident)),
        _ => None,
    });
    let provided = quote_spanned!(path.span()=> ::whipple::private::provided);
    let functions = context::of_trait(path, &quote_spanned!(path.span()=> #provided::functions(&WhippleTrait)));
    let constants = context::of_trait(path, &quote_spanned!(path.span()=> #provided::constants(&WhippleTrait)));
    quote_spanned! {path.span()=>
        const WHIPPLE_OWN: &[&str] = &[#(#own),*];
        const WHIPPLE_FUNCTIONS: &[#provided::ProvidedFunction] = #functions;
        #[allow(dead_code)]
        const WHIPPLE_CONSTANTS: &[#provided::ProvidedConstant] = #constants;
    }
}

/// Adds to the text of an impl what it takes from its trait. Gives what must stand before the item.
pub fn add(implementation: &ItemImpl, place: &Place, parameters: &Parameters, item: &mut Item) -> TokenStream {
    let Some(path) = of_trait(implementation, place) else { return TokenStream::new() };
    let (owner, ty, span) = (&place.owner, &implementation.self_ty, path.span());
    let known = known(implementation, path);
    let values = match parameters.is_empty() {
        true => {
            let lasting = generic::lasting(ty);
            let values = quote_spanned!(span=> ::whipple::private::provided::values::<#lasting, _>(&WhippleTrait));
            let values = context::of_trait(path, &values);
            quote!(::core::option::Option::Some(#values))
        }
        false => quote!(::core::option::Option::None),
    };
    let arguments = parameters.template_arguments();
    let template = match parameters.template() {
        none if none.is_empty() => none,
        template => format!("{}\n", template.trim_end()),
    };
    for (text, name) in
        [(&mut item.prototype, "PROTOTYPES"), (&mut item.body, "DEFINITIONS"), (&mut item.definition, "VALUES")]
    {
        let name = format_ident!("WHIPPLE_{name}", span = span);
        text.push(Piece::Tokens(quote_spanned!(span=> ::whipple::private::Piece::Type(#name))));
    }
    let provided = quote_spanned!(span=> ::whipple::private::provided);
    quote_spanned! {span=>
        #known
        const WHIPPLE_PIECES: usize = #provided::count_pieces(WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS);
        const WHIPPLE_ITSELF: &[::whipple::private::Piece] = &[
            ::whipple::private::Piece::Item(<#owner as ::whipple::private::HasMembers>::ITSELF),
            ::whipple::private::Piece::Text(#arguments),
        ];
        const WHIPPLE_PROTOTYPES: &[::whipple::private::Piece] =
            &#provided::prototypes::<WHIPPLE_PIECES>((WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS), WHIPPLE_OWN, WHIPPLE_ITSELF);
        const WHIPPLE_DEFINITIONS: &[::whipple::private::Piece] =
            &#provided::definitions::<WHIPPLE_PIECES>(WHIPPLE_FUNCTIONS, WHIPPLE_OWN, (WHIPPLE_ITSELF, #template));
        const WHIPPLE_VALUES: &[::whipple::private::Piece] = &#provided::constant_definitions::<WHIPPLE_PIECES>(
            WHIPPLE_CONSTANTS,
            WHIPPLE_OWN,
            (WHIPPLE_ITSELF, #template),
            #values,
        );
    }
}

/// Expressions for the names of an impl: those of these members with what it takes from its trait, and of these functions that take `self`.
pub fn names_of(
    implementation: &ItemImpl,
    place: &Place,
    members: &[String],
    receivers: &[String],
) -> [TokenStream; 2] {
    if of_trait(implementation, place).is_none() {
        return [quote!(&[#(#members),*]), quote!(&[#(#receivers),*])];
    }
    [(members, false), (receivers, true)].map(|(listed, of_methods)| {
        let count = listed.len();
        quote! {
            &::whipple::private::provided::names::<{
                #count + ::whipple::private::provided::count_names((WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS), WHIPPLE_OWN, #of_methods)
            }>((WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS), WHIPPLE_OWN, &[#(#listed),*], #of_methods)
        }
    })
}

/// An expression for the number of the trait.
pub fn id(implementation: &ItemImpl, place: &Place) -> TokenStream {
    let path = of_trait(implementation, place);
    path.map(|path| {
        context::of_trait(path, &quote_spanned!(path.span()=> ::whipple::private::provided::id(&WhippleTrait)))
    })
    .unwrap_or_else(|| quote!(0))
}

/// Adds the types that an impl has for its trait, by which generic functions name them, and says that they are there.
pub fn add_types(
    implementation: &ItemImpl,
    place: &Place,
    parameters: &Parameters,
    item: &mut Item,
    errors: &mut Errors,
) {
    if of_trait(implementation, place).is_none() {
        return;
    }
    for ty in types(implementation) {
        item.prototype.push_text(&format!("    using {} = ", names::associated(&ty.ident.to_string())));
        let itself = generic::alone(&implementation.self_ty);
        let of = match parameters.is_empty() {
            true => context::type_name(&ty.ty, Some(&itself), errors),
            false => context::type_among(&ty.ty, parameters, errors),
        };
        item.prototype.append(of);
        item.prototype.push_text(";\n");
    }
}

fn types(implementation: &ItemImpl) -> impl Iterator<Item = &syn::ImplItemType> {
    implementation.items.iter().filter_map(|item| match item {
        ImplItem::Type(ty) if ty.generics.params.is_empty() => Some(ty),
        _ => None,
    })
}

/// What stands before `names_of` where the impl has no text.
pub fn without_text(implementation: &ItemImpl, place: &Place) -> TokenStream {
    of_trait(implementation, place).map(|path| known(implementation, path)).unwrap_or_default()
}

/// Says which methods a type has by a trait, and has rustc check that the type has what they call.
pub fn seen(implementation: &ItemImpl, place: &Place) -> TokenStream {
    let Some(path) = of_trait(implementation, place) else { return TokenStream::new() };
    let (ty, owner, span) = (&implementation.self_ty, &place.owner, path.span());
    let (declared, bounds) = seen::declared(implementation);
    let known = known(implementation, path);
    let places = (0..MOST_FUNCTIONS).map(|place| told(path, place, ty, (&declared, &bounds)));
    let types = types(implementation).map(|item| {
        let hash = names::hash(&names::associated(&item.ident.to_string()));
        quote_spanned! {item.ident.span()=>
            #[diagnostic::do_not_recommend]
            impl<#declared> ::whipple::private::seen::functions::SeenTraitType<#hash, #ty>
                for ::whipple::private::seen::DeviceCode #bounds {}
        }
    });
    let taken = (0..MOST_FUNCTIONS)
        .map(|index| quote_spanned!(span=> ::whipple::private::provided::must_take::<#index, #ty, _>(&WhippleTrait);));
    let taken = context::of_trait(path, &quote!(#(#taken)*));
    let under_device = under_device(implementation, place);
    let itself = cpp_type_name(owner);
    quote_spanned! {span=>
        #[allow(private_bounds, private_interfaces, refining_impl_trait, dead_code, clippy::all, clippy::pedantic)]
        const _: () = {
            #known
            #(#places)*
            #(#types)*
            #under_device
            fn whipple_takes<#declared>() #bounds #taken
            const _: () = ::whipple::private::provided::must_be_free(
                (WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS),
                WHIPPLE_OWN,
                <#owner as ::whipple::private::HasMembers>::FIELDS,
                #itself,
            );
            const _: () = ::whipple::private::provided::must_have_needs(
                WHIPPLE_FUNCTIONS,
                WHIPPLE_OWN,
                <#owner>::WHIPPLE_MEMBERS.names,
            );
        };
    }
}

/// Says that an impl of a `#[device] trait` is under the attribute, too: the trait asks for it (`device_trait.rs`).
pub fn under_device(implementation: &ItemImpl, place: &Place) -> TokenStream {
    let Some(path) = of_trait(implementation, place) else { return TokenStream::new() };
    let (ty, span, start) = (&implementation.self_ty, path.span(), path.span().start());
    let (declared, bounds) = seen::declared(implementation);
    let otherwise = names::hash(&format!("an impl of no device trait at {}:{}", start.line, start.column));
    let of =
        context::of_trait(path, &quote_spanned!(span=> ::whipple::private::provided::id_or(&WhippleTrait, #otherwise)));
    quote_spanned! {span=>
        #[diagnostic::do_not_recommend]
        impl<#declared> ::whipple::private::provided::UnderDevice<{ #of }> for #ty #bounds {}
    }
}

/// What rustc is told of the function at a place: by a hash that nothing else has where there is none.
fn told(path: &Path, place: usize, ty: &syn::Type, (declared, bounds): (&TokenStream, &TokenStream)) -> TokenStream {
    let (span, start) = (path.span(), path.span().start());
    let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    let hash = |kind: &str| {
        let otherwise = names::hash(&format!("{name} of {}:{} {place} {kind}", start.line, start.column));
        let kind = format_ident!("{kind}", span = span);
        let provided = quote_spanned!(span=> ::whipple::private::provided);
        quote_spanned!(span=> {
            #provided::hash_of(WHIPPLE_FUNCTIONS, WHIPPLE_OWN, (#place, #provided::Kind::#kind), #otherwise)
        })
    };
    let seen = quote_spanned!(span=> ::whipple::private::seen);
    let library = hash("Library");
    let found = hash("Found");
    quote_spanned! {span=>
        impl<#declared> #seen::found::ATypeHasOneMethodOfANameRenameOne<#found, #ty> for #seen::DeviceCode #bounds {
            type Of = #seen::found::OfTrait;
            fn found(_: &#seen::found::Method<#found, #ty>) -> impl #path {
                #seen::found::value::<#ty>()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<#declared WhippleOf> #seen::methods::SeenMethod<#library, #ty, WhippleOf> for #seen::DeviceCode #bounds {}
    }
}
