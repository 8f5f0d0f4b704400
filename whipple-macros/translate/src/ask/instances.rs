//! The instance of a generic function of which the answers are read: what is asked for is the same in all instances.

use crate::context::level;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{GenericParam, Ident, Signature, Type};

/// Whether all type parameters of a function are those of contexts.
pub fn of_contexts(signature: &Signature) -> bool {
    signature.generics.type_params().all(|parameter| level(signature, &parameter.ident).is_some())
}

/// The arguments of the instance, none of most functions.
pub fn arguments(signature: &Signature) -> Option<TokenStream> {
    let argument = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Const(parameter) => Some(some_constant(&parameter.ty)),
        GenericParam::Type(parameter) => {
            let level = Ident::new(level(signature, &parameter.ident)?, Span::call_site());
            Some(quote!(::whipple::private::stand_in::OfLevel<::whipple::private::#level>))
        }
    };
    let arguments: Vec<TokenStream> = signature.generics.params.iter().filter_map(argument).collect();
    (!arguments.is_empty()).then(|| quote!(::<#(#arguments),*>))
}

/// A constant argument of a question: numbers have the same types whatever the constants are.
pub fn some_constant(ty: &Type) -> TokenStream {
    match ty {
        Type::Path(ty) if ty.path.is_ident("bool") => quote!(true),
        _ => quote!(1),
    }
}
