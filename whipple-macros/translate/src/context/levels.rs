//! Type parameters that are the procedures of contexts: the `P` of `Context<P>`.

use super::{mentions, strip_type};
use quote::ToTokens;
use syn::{FnArg, GenericArgument, Ident, PathArguments, Signature, Type, TypeParamBound, WherePredicate};

/// A level that the procedure of a context may have, as `whipple::private` calls it; none of a parameter that is something else, too.
pub fn level(signature: &Signature, parameter: &Ident) -> Option<&'static str> {
    let is_elsewhere = |input: &FnArg| match input {
        FnArg::Typed(typed) => !is_context_of(&typed.ty, parameter) && named(&typed.ty, parameter),
        FnArg::Receiver(receiver) => named(receiver, parameter),
    };
    if signature.inputs.iter().any(is_elsewhere) || named(&signature.output, parameter) {
        return None;
    }
    let mut levels = levels(signature, parameter)?;
    levels.sort_unstable();
    levels.dedup();
    match *levels {
        [] => Some("Thread"),
        ["Shared" | "Warp"] | ["Shared", "Warp"] => Some("Warp"),
        ["Block"] | ["Block", "Shared"] => Some("Block"),
        // No procedure has two levels.
        _ => None,
    }
}

/// Whether a parameter is a procedure by its bounds.
pub fn is_procedure(signature: &Signature, parameter: &str) -> bool {
    let found = signature.generics.type_params().find(|other| other.ident == parameter);
    found.is_some_and(|found| {
        bounds(signature, &found.ident).is_some_and(|bounds| !bounds.is_empty())
            && levels(signature, &found.ident).is_some()
    })
}

/// The levels that the bounds ask for; none where one of them asks for something else.
fn levels(signature: &Signature, parameter: &Ident) -> Option<Vec<&'static str>> {
    let mut levels = Vec::new();
    for bound in bounds(signature, parameter)? {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last().filter(|last| last.arguments.is_none())?;
        match last.ident.to_string().as_str() {
            "WarpLevel" => levels.push("Warp"),
            "BlockLevel" => levels.push("Block"),
            "SharedLevel" => levels.push("Shared"),
            "Procedure" => {}
            _ => return None,
        }
    }
    Some(levels)
}

/// All bounds of a parameter; none if some are not to be understood.
fn bounds<'s>(signature: &'s Signature, parameter: &Ident) -> Option<Vec<&'s TypeParamBound>> {
    let declared = signature.generics.type_params().find(|other| other.ident == *parameter)?;
    let mut bounds: Vec<&TypeParamBound> = declared.bounds.iter().collect();
    for predicate in signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        match predicate {
            WherePredicate::Type(predicate) if is_parameter(&predicate.bounded_ty, parameter) => {
                bounds.extend(&predicate.bounds);
            }
            other if named(other, parameter) => return None,
            _ => {}
        }
    }
    Some(bounds)
}

/// Whether a type is a context of this procedure, behind references.
fn is_context_of(ty: &Type, parameter: &Ident) -> bool {
    match strip_type(ty) {
        Type::Reference(reference) => is_context_of(&reference.elem, parameter),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
            let mut types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            last.ident == "Context" && types.next().is_some_and(|of| is_parameter(of, parameter))
        }),
        _ => false,
    }
}

fn is_parameter(ty: &Type, parameter: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(parameter))
}

fn named(tokens: &impl ToTokens, parameter: &Ident) -> bool {
    mentions(tokens.to_token_stream(), parameter)
}
