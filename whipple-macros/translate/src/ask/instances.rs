//! The instance of a generic function of which the answers are read.
//!
//! What is asked for is the same in all instances but for constants in it. So these are numbers that no program has, one for each constant:
//! where an answer has such a number, its text has the constant (`constant` of `whipple_runtime::source::ask`).

use crate::{context::level, context::mentions};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{ConstParam, GenericParam, Generics, Ident, Signature, Type};

/// How many constants of a type answers tell apart, and how many of a function: the names that `whipple_runtime::source::ask` has.
const MOST: usize = 4;

/// Whether all type parameters of a function are those of contexts.
pub fn of_contexts(signature: &Signature) -> bool {
    signature.generics.type_params().all(|parameter| level(signature, &parameter.ident).is_some())
}

/// The arguments of the instance, none of most functions.
pub fn arguments(signature: &Signature) -> Option<TokenStream> {
    let mut constants = numbers(&signature.generics, MOST, !is_bound(&signature.generics)).into_iter();
    let argument = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Const(_) => constants.next(),
        GenericParam::Type(parameter) => {
            let level = Ident::new(level(signature, &parameter.ident)?, Span::call_site());
            Some(quote!(::whipple::private::stand_in::OfLevel<::whipple::private::#level>))
        }
    };
    let arguments: Vec<TokenStream> = signature.generics.params.iter().filter_map(argument).collect();
    (!arguments.is_empty()).then(|| quote!(::<#(#arguments),*>))
}

/// What stands for the constants of a type.
pub fn of_type(generics: &Generics, are_told: bool) -> Vec<TokenStream> {
    numbers(generics, 0, are_told && !is_bound(generics))
}

/// A number for each constant, the first with this position.
fn numbers(generics: &Generics, first: usize, are_told: bool) -> Vec<TokenStream> {
    let constants = generics.const_params().enumerate();
    constants
        .map(|(position, parameter)| match &parameter.ty {
            ty if are_told && position < MOST && is_wide(ty) => {
                let position = first + position;
                quote!({ ::whipple::private::ask::some_constant(#position) as #ty })
            }
            Type::Path(ty) if ty.path.is_ident("bool") => quote!(true),
            _ => quote!(1),
        })
        .collect()
}

/// Whether a type has room for the numbers.
fn is_wide(ty: &Type) -> bool {
    let wide = ["u32", "i32", "u64", "i64", "usize", "isize"];
    matches!(ty, Type::Path(ty) if wide.iter().any(|name| ty.path.is_ident(name)))
}

/// Whether constants are bound, which the numbers may not meet.
fn is_bound(generics: &Generics) -> bool {
    generics.where_clause.as_ref().is_some_and(|clause| names_one(generics, clause))
}

/// Whether something names a constant of a function or an impl.
pub fn names_one(generics: &Generics, of: &impl ToTokens) -> bool {
    generics.const_params().any(|parameter| mentions(of.to_token_stream(), &parameter.ident))
}

/// Whether answers do not tell all constants of a function from other numbers; `of_type`: how many of them are those of its type.
pub fn has_untold(generics: &Generics, of_type: usize) -> bool {
    let constants = generics.const_params().enumerate();
    let mut untold = constants.map(|(position, ConstParam { ty, .. })| {
        let position = if position < of_type { position } else { position - of_type };
        position >= MOST || !is_wide(ty)
    });
    untold.any(|untold| untold) || is_bound(generics)
}

/// What a body has before its first statement, so that the names in answers are those of its constants; `name` gives the C++ name of one.
pub fn declared(generics: &Generics, of_type: usize, name: impl Fn(&str) -> String) -> String {
    let constants = generics.const_params().enumerate();
    let declared = constants.map(|(position, ConstParam { ident, .. })| {
        let position = if position < of_type { position } else { position - of_type + MOST };
        format!("[[maybe_unused]] constexpr auto WHIPPLE_CONSTANT_{position} = {}; ", name(&ident.to_string()))
    });
    declared.collect()
}
