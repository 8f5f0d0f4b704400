//! Functions as parameters: `f: impl Fn(u32) -> u32`, or a type parameter with this bound.
//!
//! The translator takes them for function pointers, `f: fn(u32) -> u32`, behind the references that they are behind. So rustc can be asked
//! about the body, which is generic for the host alone. In C++ the function is a template, and the parameter any callable object.

use crate::{
    context::{Shape, mentions, strip_type},
    errors::Errors,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident};
use std::{borrow::Cow, collections::BTreeMap};
use syn::{
    Block, FnArg, GenericParam, PathArguments, ReturnType, Signature, TraitBound, Type, TypeFnPtr, TypeParamBound,
    WherePredicate,
    visit_mut::{self, VisitMut},
};

const ALONE: &str =
    "a function is a parameter by itself in device code: `f: F`, `f: &F` or `f: &mut F`, which is called or handed on";
const COPIED: &str = "the copies of an `FnMut` or `FnOnce` would change what they have apart from each other, which device code cannot; \
     leave out this bound, and hand the function on as `&mut F`";
const MEMORY: &str = "a function that is a parameter cannot be handed this in device code; let the closure name it where it is written, \
     or hand it what stands there";
const CONTEXT: &str = "a function that is a parameter cannot be handed the context in device code; do what needs the context in this function";
const RESULT: &str = "a function that is a parameter cannot give this in device code; let it give a value or an index";

/// The function that a parameter of this type is, behind references.
pub fn of_type(ty: &Type) -> Option<&TypeFnPtr> {
    match strip_type(ty) {
        Type::FnPtr(it) if it.unsafety.is_none() && it.abi.is_none() && it.variadic.is_none() => Some(it),
        Type::Reference(reference) => of_type(&reference.elem),
        _ => None,
    }
}

/// A signature where functions as parameters are function pointers.
pub fn with_pointers(signature: &Signature) -> Cow<'_, Signature> {
    let named = named(signature);
    let is_callable = |input: &FnArg| matches!(input, FnArg::Typed(typed) if bound_of(&typed.ty, &named).is_some());
    if !signature.inputs.iter().any(is_callable) {
        return Cow::Borrowed(signature);
    }
    let mut written = signature.clone();
    for input in &mut written.inputs {
        if let FnArg::Typed(typed) = input {
            point(&mut typed.ty, &named);
        }
    }
    let is_left = |name: &str| !named.contains_key(name);
    let generics = &mut written.generics;
    generics.params = std::mem::take(&mut generics.params)
        .into_iter()
        .filter(|parameter| !matches!(parameter, GenericParam::Type(ty) if !is_left(&ty.ident.to_string())))
        .collect();
    if generics.params.is_empty() {
        (generics.lt_token, generics.gt_token) = (None, None);
    }
    if let Some(clause) = &mut generics.where_clause {
        clause.predicates = std::mem::take(&mut clause.predicates)
            .into_iter()
            .filter(|predicate| simple_predicate(predicate).is_none_or(|(name, _)| is_left(&name)))
            .collect();
        if clause.predicates.is_empty() {
            generics.where_clause = None;
        }
    }
    Cow::Owned(written)
}

/// Gives a name to each `impl Trait` of the parameters that is no function.
pub fn name_parameters(signature: &mut Signature) {
    struct Names(Vec<GenericParam>);
    impl VisitMut for Names {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            let Type::ImplTrait(of) = ty else { return visit_mut::visit_type_mut(self, ty) };
            let (name, bounds) = (format_ident!("WhippleImpl{}", self.0.len(), span = of.impl_token.span), &of.bounds);
            self.0.push(syn::parse_quote!(#name: #bounds));
            *ty = syn::parse_quote!(#name);
        }
    }
    let mut names = Names(Vec::new());
    for input in &mut signature.inputs {
        if let FnArg::Typed(typed) = input
            && of_type(&typed.ty).is_none()
            && bound_of(&typed.ty, &BTreeMap::new()).is_none()
        {
            names.visit_type_mut(&mut typed.ty);
        }
    }
    if !names.0.is_empty() {
        signature.generics.params.extend(names.0);
        signature.generics.lt_token.get_or_insert_default();
        signature.generics.gt_token.get_or_insert_default();
    }
}

/// Refuses what device code does not have of functions as parameters.
pub fn check(signature: &Signature, block: &Block, errors: &mut Errors) {
    for function in with_pointers(signature).inputs.iter().filter_map(typed).filter_map(of_type) {
        check_types(function, errors);
    }
    for ty in signature.inputs.iter().filter_map(typed) {
        if of_type(ty).is_some() {
            errors.push(ty, "function pointers do not exist in device code; write `impl Fn` in the place of `fn`");
        }
    }
    let named = named(signature);
    for (name, bounds) in all_bounds(signature) {
        let Some(function) = bounds.iter().find(|bound| kind(bound).is_some()) else { continue };
        if kind(function) != Some("Fn")
            && let Some(copied) = bounds.iter().find(|bound| is_one_of(bound, &["Copy", "Clone"]))
        {
            errors.push(copied, COPIED);
        }
        let Some(name) = name else { continue };
        let name = ident(&name);
        let elsewhere = |ty: &Type| mentions(ty.to_token_stream(), &name) && bound_of(ty, &named).is_none();
        for input in &signature.inputs {
            if let FnArg::Typed(typed) = input
                && elsewhere(&typed.ty)
            {
                errors.push(&typed.ty, ALONE);
            }
        }
        if let ReturnType::Type(_, ty) = &signature.output
            && mentions(ty.to_token_stream(), &name)
        {
            errors.push(ty, ALONE);
        }
        if mentions(block.to_token_stream(), &name) {
            errors.push(
                name_in(block.to_token_stream(), &name),
                "the type of a function has no name in device code; leave it out",
            );
        }
    }
}

/// Refuses what functions cannot be handed or give.
fn check_types(function: &TypeFnPtr, errors: &mut Errors) {
    for handed in &function.inputs {
        let names = |names: &[&str]| names.iter().any(|name| mentions(handed.ty.to_token_stream(), &ident(name)));
        if names(&["Context"]) {
            errors.push(&handed.ty, CONTEXT);
        } else if names(&["Buffer", "ReadOnly", "Shared", "SharedArray"]) {
            errors.push(&handed.ty, MEMORY);
        }
    }
    if let ReturnType::Type(_, ty) = &function.output
        && (Shape::of_type(ty).holds_mutable() || Shape::of_type(ty).holds_view())
    {
        errors.push(ty, RESULT);
    }
}

/// The type parameters that C++ finds by what a function gives that is a parameter, with the position of that among these. Each comes after
/// those that say what its function is handed.
pub fn found_by_results(signature: &Signature) -> Vec<(Ident, usize)> {
    let types = || signature.inputs.iter().filter_map(typed);
    let said: TokenStream = types().filter(|ty| of_type(ty).is_none()).map(ToTokens::to_token_stream).collect();
    let mut left: Vec<(Ident, usize, TokenStream)> = Vec::new();
    for (position, function) in types().filter_map(of_type).enumerate() {
        let ReturnType::Type(_, ty) = &function.output else { continue };
        let Type::Path(path) = strip_type(ty) else { continue };
        let parameter = signature.generics.type_params().find(|parameter| path.path.is_ident(&parameter.ident));
        let Some(name) = parameter.map(|parameter| &parameter.ident) else { continue };
        if !mentions(said.clone(), name) && !left.iter().any(|(known, ..)| known == name) {
            left.push((name.clone(), position, function.inputs.to_token_stream()));
        }
    }
    let mut found = Vec::new();
    let is_ready = |left: &[(Ident, usize, TokenStream)], (_, _, handed): &(Ident, usize, TokenStream)| {
        !left.iter().any(|(name, ..)| mentions(handed.clone(), name))
    };
    while let Some(ready) = left.iter().position(|parameter| is_ready(&left, parameter)) {
        let (name, position, _) = left.remove(ready);
        found.push((name, position));
    }
    found
}

/// The type of a parameter that is no `self`.
pub fn typed(input: &FnArg) -> Option<&Type> {
    match input {
        FnArg::Typed(typed) => Some(&typed.ty),
        FnArg::Receiver(_) => None,
    }
}

/// Whether a parameter is a function.
pub fn has_some(signature: &Signature) -> bool {
    let signature = with_pointers(signature);
    signature.inputs.iter().filter_map(typed).any(|ty| of_type(ty).is_some())
}

/// Puts the function pointer in the place of a function's type.
fn point(ty: &mut Type, named: &BTreeMap<String, TypeFnPtr>) {
    match ty {
        Type::Reference(reference) => point(&mut reference.elem, named),
        Type::Paren(inner) => point(&mut inner.elem, named),
        Type::Group(inner) => point(&mut inner.elem, named),
        other => {
            if let Some(pointer) = bound_of(other, named) {
                *other = Type::FnPtr(pointer);
            }
        }
    }
}

/// The function that a type is, as a pointer: `impl Fn(A) -> B`, or a type parameter.
fn bound_of(ty: &Type, named: &BTreeMap<String, TypeFnPtr>) -> Option<TypeFnPtr> {
    match strip_type(ty) {
        Type::Reference(reference) => bound_of(&reference.elem, named),
        Type::ImplTrait(it) => it.bounds.iter().filter_map(of_trait).find_map(pointer),
        Type::Path(path) => named.get(&path.path.get_ident()?.to_string()).cloned(),
        _ => None,
    }
}

/// The type parameters that are functions.
fn named(signature: &Signature) -> BTreeMap<String, TypeFnPtr> {
    let bounds = all_bounds(signature).into_iter();
    bounds.filter_map(|(name, bounds)| Some((name?, bounds.into_iter().find_map(pointer)?))).collect()
}

/// The bounds of each type parameter, and those of each `impl Trait` without a name.
fn all_bounds(signature: &Signature) -> Vec<(Option<String>, Vec<&TraitBound>)> {
    let clause = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let predicates: Vec<(String, Vec<&TraitBound>)> = clause.filter_map(simple_predicate).collect();
    let mut all: Vec<(Option<String>, Vec<&TraitBound>)> = Vec::new();
    for parameter in signature.generics.type_params() {
        let name = parameter.ident.to_string();
        let written = predicates.iter().filter(|(of, _)| *of == name).flat_map(|(_, bounds)| bounds.iter().copied());
        let bounds = parameter.bounds.iter().filter_map(of_trait).chain(written).collect();
        all.push((Some(name), bounds));
    }
    for ty in signature.inputs.iter().filter_map(typed) {
        let mut ty = strip_type(ty);
        while let Type::Reference(reference) = ty {
            ty = strip_type(&reference.elem);
        }
        if let Type::ImplTrait(it) = ty {
            all.push((None, it.bounds.iter().filter_map(of_trait).collect()));
        }
    }
    all
}

fn simple_predicate(predicate: &WherePredicate) -> Option<(String, Vec<&TraitBound>)> {
    match predicate {
        WherePredicate::Type(predicate) => match strip_type(&predicate.bounded_ty) {
            Type::Path(path) => {
                Some((path.path.get_ident()?.to_string(), predicate.bounds.iter().filter_map(of_trait).collect()))
            }
            _ => None,
        },
        _ => None,
    }
}

fn of_trait(bound: &TypeParamBound) -> Option<&TraitBound> {
    match bound {
        TypeParamBound::Trait(bound) => Some(bound),
        _ => None,
    }
}

fn is_one_of(bound: &TraitBound, names: &[&str]) -> bool {
    bound.path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Which trait of functions a bound is.
fn kind(bound: &TraitBound) -> Option<&'static str> {
    let last = bound.path.segments.last()?;
    let is_function = matches!(last.arguments, PathArguments::Parenthesized(_));
    ["Fn", "FnMut", "FnOnce"].into_iter().find(|name| is_function && last.ident == name)
}

/// `fn(A) -> B` for `Fn(A) -> B`.
fn pointer(bound: &TraitBound) -> Option<TypeFnPtr> {
    kind(bound)?;
    let last = bound.path.segments.last()?;
    let PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
    Some(TypeFnPtr {
        attrs: Vec::new(),
        lifetimes: bound.lifetimes.clone(),
        unsafety: None,
        abi: None,
        fn_token: syn::Token![fn](last.ident.span()),
        paren_token: arguments.paren_token,
        inputs: arguments.inputs.clone(),
        variadic: None,
        output: arguments.output.clone(),
    })
}

fn ident(name: &str) -> Ident {
    Ident::new(name.trim_start_matches("r#"), proc_macro2::Span::call_site())
}

/// The first token of this name.
fn name_in(tokens: TokenStream, name: &Ident) -> Ident {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(found) if found == *name => return found,
            proc_macro2::TokenTree::Group(group) if mentions(group.stream(), name) => {
                return name_in(group.stream(), name);
            }
            _ => {}
        }
    }
    name.clone()
}
