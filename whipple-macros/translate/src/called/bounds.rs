//! What a generic function asks of the types that it is called with: the operators, comparisons and clones of its bounds, and the
//! methods that it calls. C++ sees no bounds, and takes what a type has by that name.

mod uses;

use crate::{
    context::{self, Parameters},
    names,
    operators::OPERATORS,
    piece,
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Block, FnArg, GenericArgument, Generics, Ident, Path, PathArguments, ReturnType, Signature, TraitBound, Type,
    TypeParamBound, WherePredicate,
    spanned::Spanned,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};
use uses::{Uses, uses};

/// Whose function it is.
#[derive(Clone, Copy)]
enum Of<'a> {
    /// A module's, for which a type of its name stands.
    Module(&'a Ident),
    /// A type's, by the hash of its name, in an impl with these parameters.
    Type { hash: u64, ty: &'a Type, generics: &'a Generics },
}

impl Of<'_> {
    /// The impl that says that the function takes an argument of this type at this position, if that has what is asked.
    fn takes(&self, declared: &TokenStream, position: usize, ty: &TokenStream, asked: &[TokenStream]) -> TokenStream {
        match self {
            Of::Module(name) => {
                let takes = quote_spanned!(name.span()=> ::whipple::private::seen::functions::Takes);
                quote_spanned!(name.span()=> impl<#declared> #takes<#position, #ty> for #name where #(#asked),* {})
            }
            Of::Type { hash, ty: of, generics } => {
                let handed = quote_spanned!(of.span()=> ::whipple::private::seen::handed);
                let Parameters { declared: of_type, .. } = Parameters::of(generics);
                let bounds = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
                quote_spanned! {of.span()=>
                    impl<#of_type #declared> #handed::TakesInType<#hash, #position, #ty> for #of
                        where #(#bounds,)* #(#asked),* {}
                }
            }
        }
    }
}

/// The impls of `HandsOn` for the type that stands for a function of this name: by value, C++ would take a copy of what a `&mut` refers to.
pub fn hands_on(name: &Ident, signature: &Signature, deduced: &[usize]) -> TokenStream {
    let span = name.span();
    let hands_on = quote_spanned!(span=> ::whipple::private::seen::functions::HandsOn);
    if deduced.is_empty() {
        let of_all = quote_spanned!(span=> impl<const WHIPPLE_N: usize, WhippleT>);
        return quote_spanned!(span=> #of_all #hands_on<WHIPPLE_N, WhippleT, ()> for #name {});
    }
    let positions = (0..signature.inputs.len()).map(|position| match deduced.contains(&position) {
        true => quote_spanned! {span=>
            impl<WhippleT, WhippleH> #hands_on<#position, WhippleT, WhippleH> for #name
            where
                ::whipple::private::seen::DeviceCode:
                    ::whipple::private::seen::functions::SeenHandedOn<WhippleT, WhippleH>
            {}
        },
        false => quote_spanned!(span=> impl<WhippleT> #hands_on<#position, WhippleT, ()> for #name {}),
    });
    positions.collect()
}

/// The impls of `Takes` for the type that stands for a function of this name.
pub fn takes(name: &Ident, signature: &Signature, block: &Block) -> TokenStream {
    let span = name.span();
    if signature.generics.type_params().next().is_none() {
        let takes = quote_spanned!(span=> ::whipple::private::seen::functions::Takes);
        let of_all = quote_spanned!(span=> impl<const WHIPPLE_N: usize, WhippleT: ?::core::marker::Sized>);
        return quote_spanned!(span=> #of_all #takes<WHIPPLE_N, WhippleT> for #name {});
    }
    let (taken, _) = taken(Of::Module(name), signature, block);
    quote_spanned!(span=> const _: () = { #taken };)
}

/// The same for a function of a type, in an impl with these parameters; nothing of one that is not generic.
pub fn takes_in_type(signature: &Signature, block: &Block, ty: &Type, generics: &Generics) -> TokenStream {
    if signature.generics.type_params().next().is_none() {
        return TokenStream::new();
    }
    let hash = names::hash(&names::unraw(&signature.ident));
    let by_value = by_value(signature, hash, ty, generics);
    let mut signature = signature.clone();
    // Here `Self` is another type.
    Itself(ty).visit_signature_mut(&mut signature);
    let (taken, asks) = taken(Of::Type { hash, ty, generics }, &signature, block);
    let (declared, bounds) = (Parameters::of(generics).declared, &generics.where_clause);
    let asks = asks.then(|| {
        quote_spanned! {ty.span()=>
            impl<#declared> ::whipple::private::seen::handed::AsksForSomething<#hash, #ty>
                for ::whipple::private::seen::DeviceCode #bounds {}
        }
    });
    quote_spanned!(ty.span()=> const _: () = { #asks #taken #by_value };)
}

/// Says which parameters of a function of a type are values of a type parameter: of a `&mut`, C++ would take a copy of what it refers to.
fn by_value(signature: &Signature, hash: u64, ty: &Type, generics: &Generics) -> TokenStream {
    let (declared, bounds) = (Parameters::of(generics).declared, &generics.where_clause);
    let is_value = |input: &FnArg| match input {
        FnArg::Typed(typed) => simple(context::strip_type(&typed.ty))
            .is_some_and(|name| signature.generics.type_params().any(|parameter| parameter.ident == name)),
        FnArg::Receiver(_) => false,
    };
    let positions = signature.inputs.iter().enumerate().filter(|(_, input)| is_value(input)).map(|(position, _)| {
        quote_spanned! {ty.span()=>
            impl<#declared> ::whipple::private::seen::handed::TakesByValue<#hash, #position, #ty>
                for ::whipple::private::seen::DeviceCode #bounds {}
        }
    });
    positions.collect()
}

/// The impls for all parameters, and whether something is asked of one.
fn taken(of: Of<'_>, signature: &Signature, block: &Block) -> (TokenStream, bool) {
    let (bounds, span) = (bounds(signature), signature.ident.span());
    let itself = match of {
        Of::Type { ty, .. } => Some(ty),
        Of::Module(_) => None,
    };
    let uses = uses(signature, block, itself);
    let mentions = |name| context::mentions(block.to_token_stream(), &Ident::new(name, Span::call_site()));
    let named =
        Named { clone: mentions("clone"), default: ["default", "unwrap_or_default", "take"].into_iter().any(mentions) };
    let projected = projected(signature, block);
    let (mut imports, mut fallbacks, mut count) = (TokenStream::new(), TokenStream::new(), 0_usize);
    let (mut devices, mut asks, mut positions) = (TokenStream::new(), false, TokenStream::new());
    for (position, input) in signature.inputs.iter().enumerate() {
        let Some((parameter, form)) = parameter(input, signature) else {
            let any = quote_spanned!(span=> WhippleT: ?::core::marker::Sized);
            positions.extend(of.takes(&any, position, &quote_spanned!(span=> WhippleT), &[]));
            continue;
        };
        let bounds_of = || bounds.get(&parameter).into_iter().flatten();
        let asked = bounds_of().filter_map(|bound| demand(bound, &parameter, &bounds, named));
        // Which type a trait with parameters is for, a method's name does not tell.
        let any_type = bounds_of().any(is_generic_trait);
        let uses = uses.get(&parameter);
        let methods = uses.into_iter().flat_map(|uses| &uses.methods);
        let methods = methods.filter(|method| !any_type || names::is_library_method(method));
        let is_iterator = bounds_of().any(is_of_iterators);
        // Its impl is asked for, as `SeenFrom`.
        let is_converted = bounds_of().any(|bound| bound.path.segments.last().is_some_and(|last| last.ident == "Into"));
        let methods = methods.filter(|method| !is_converted || *method != "into");
        // These are loops that call `next`.
        let methods = methods.filter(|method| !is_iterator || !matches!(method.as_str(), "any" | "all"));
        let is_taken = is_iterator && uses.is_some_and(Uses::takes_items);
        let of_user: Vec<&Path> = bounds_of().filter_map(context::of_user_trait).collect();
        let is_device = format_ident!("WHIPPLE_IS_DEVICE_{position}", span = span);
        let methods: Vec<TokenStream> = methods.map(|method| of_method(method, &is_device)).collect();
        if !methods.is_empty() {
            devices.extend(are_device(&is_device, &of_user));
        }
        let types = projected.iter().filter(|((of, _), _)| *of == parameter).map(|(_, name)| of_type(name));
        let copied = is_borrowed_from(&signature.output, &parameter)
            .then(|| quote_spanned!(span=> ::whipple::private::seen::functions::SeenCopied<WhippleT>));
        let in_types = uses.into_iter().flat_map(|uses| &uses.in_types).map(handed_in_type);
        let taken = is_taken.then(|| quote_spanned!(span=> ::whipple::private::seen::iterators::SeenLent<WhippleT>));
        let asked = asked.chain(methods).chain(types).chain(copied).chain(taken);
        let asked = asked.map(|asked| quote_spanned!(span=> ::whipple::private::seen::DeviceCode: #asked));
        let functions = uses.into_iter().flat_map(|uses| &uses.functions);
        let handed = functions.map(|((_, position), path)| {
            let function = format_ident!("Called{count}", span = path.span());
            count += 1;
            fallbacks.extend(quote_spanned! {path.span()=>
                #[allow(unused_imports)]
                use ::whipple::private::unmarked::WithoutDevice as #function;
            });
            imports.extend(piece::import(path, &function));
            quote_spanned!(path.span()=> #function: ::whipple::private::seen::functions::Takes<#position, WhippleT>)
        });
        let asked: Vec<TokenStream> = asked.chain(in_types).chain(handed).collect();
        asks |= !asked.is_empty();
        let value = || (quote_spanned!(span=> WhippleT: ?::core::marker::Sized), quote_spanned!(span=> WhippleT));
        let array = || {
            let declared = quote_spanned!(span=> WhippleT, const WHIPPLE_N: usize);
            (declared, quote_spanned!(span=> [WhippleT; WHIPPLE_N]))
        };
        let slice = || (quote_spanned!(span=> WhippleT), quote_spanned!(span=> [WhippleT]));
        let heads = match form {
            Form::Value => vec![value()],
            Form::Array => vec![array()],
            // Rust makes slices of arrays.
            Form::Slice => vec![slice(), array()],
        };
        positions.extend(heads.iter().map(|(declared, ty)| of.takes(declared, position, ty, &asked)));
    }
    // What is imported comes before its fallback, and without any a block would be one too many.
    let positions = match fallbacks.is_empty() {
        true => positions,
        false => quote_spanned!(span=> { #imports #positions }),
    };
    (quote_spanned!(span=> #devices #fallbacks #positions), asks)
}

/// What handing a `WhippleT` to a function of a type asks.
fn handed_in_type(((_, position, _), (name, ty)): (&(String, usize, String), &(Ident, Type))) -> TokenStream {
    let hash = names::hash(&names::unraw(name));
    quote_spanned!(name.span()=> #ty: ::whipple::private::seen::handed::TakesInType<#hash, #position, WhippleT>)
}

/// Puts a type in the place of `Self`.
struct Itself<'t>(&'t Type);

impl VisitMut for Itself<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.segments.first().is_some_and(|first| first.ident == "Self")
        {
            let (itself, rest) = (self.0, path.path.segments.iter().skip(1));
            *ty = match path.path.segments.len() {
                1 => itself.clone(),
                _ => syn::parse_quote!(<#itself>::#(#rest)::*),
            };
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether a bound is that of iterators.
fn is_of_iterators(bound: &TraitBound) -> bool {
    bound.path.segments.last().is_some_and(|last| last.ident == "Iterator")
}

/// Whether what a function asks of all its types is looked at where it is called.
pub fn is_looked_at(signature: &Signature) -> bool {
    let found: BTreeSet<String> =
        signature.inputs.iter().filter_map(|input| Some(parameter(input, signature)?.0)).collect();
    signature.generics.type_params().all(|parameter| found.contains(&parameter.ident.to_string()))
}

/// The bounds of each type parameter.
fn bounds(signature: &Signature) -> BTreeMap<String, Vec<TraitBound>> {
    let of_traits = |bounds: &mut dyn Iterator<Item = &TypeParamBound>| -> Vec<TraitBound> {
        let of_trait = |bound: &TypeParamBound| match bound {
            TypeParamBound::Trait(bound) => Some(bound.clone()),
            _ => None,
        };
        bounds.filter_map(of_trait).collect()
    };
    let parameters = signature.generics.type_params();
    let mut found: BTreeMap<String, Vec<TraitBound>> =
        parameters.map(|parameter| (parameter.ident.to_string(), of_traits(&mut parameter.bounds.iter()))).collect();
    for predicate in signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate
            && let Some(name) = simple(&predicate.bounded_ty)
            && let Some(bounds) = found.get_mut(&name)
        {
            bounds.extend(of_traits(&mut predicate.bounds.iter()));
        }
    }
    found
}

/// Whether a function gives references to values of a type parameter.
fn is_borrowed_from(output: &ReturnType, parameter: &str) -> bool {
    let ReturnType::Type(_, ty) = output else { return false };
    let mut targets = context::Targets::default();
    targets.visit_type(ty);
    let name = Ident::new(parameter, Span::call_site());
    targets.0.iter().any(|target| context::mentions(target.to_token_stream(), &name))
}

/// Whether a bound is of a trait of the user's with parameters.
fn is_generic_trait(bound: &TraitBound) -> bool {
    let Some(last) = bound.path.segments.last() else { return false };
    let of_std = |name: &str| {
        matches!(name, "PartialEq" | "PartialOrd" | "From" | "Into" | "Rem" | "RemAssign")
            || OPERATORS.iter().any(|(of, ..)| *of == name)
    };
    !last.arguments.is_none() && !of_std(&last.ident.to_string())
}

/// A type that is one name.
fn simple(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// What of a type parameter a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Value,
    Array,
    Slice,
}

/// The type parameter that a parameter is of behind references, and what of it.
fn parameter(input: &FnArg, signature: &Signature) -> Option<(String, Form)> {
    let FnArg::Typed(typed) = input else { return None };
    let mut ty = context::strip_type(&typed.ty);
    while let Type::Reference(reference) = ty {
        ty = context::strip_type(&reference.elem);
    }
    let (name, form) = match ty {
        Type::Array(array) => (simple(&array.elem)?, Form::Array),
        Type::Slice(slice) => (simple(&slice.elem)?, Form::Slice),
        other => (simple(other)?, Form::Value),
    };
    signature.generics.type_params().any(|parameter| parameter.ident == name).then_some((name, form))
}

/// What a body names.
#[derive(Clone, Copy)]
struct Named {
    clone: bool,
    default: bool,
}

/// What a bound asks of `WhippleT`, if it is one of std's whose impl device code may not see.
fn demand(
    bound: &TraitBound,
    parameter: &str,
    generic: &BTreeMap<String, Vec<TraitBound>>,
    named: Named,
) -> Option<TokenStream> {
    let last = bound.path.segments.last()?;
    let (name, span) = (last.ident.to_string(), last.ident.span());
    let seen = quote_spanned!(span=> ::whipple::private::seen);
    let other = match &last.arguments {
        PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(ty) if simple(ty).as_deref() != Some(parameter) => Some(ty.clone()),
            _ => None,
        }),
        _ => None,
    };
    let is_generic = |ty: &Type| {
        generic.keys().any(|name| context::mentions(ty.to_token_stream(), &Ident::new(name, Span::call_site())))
    };
    if other.as_ref().is_some_and(is_generic) {
        return None;
    }
    match name.as_str() {
        "Clone" | "PartialEq" | "PartialOrd" | "Ord" if other.is_none() => {
            let name = format_ident!("Seen{name}", span = span);
            Some(quote_spanned!(span=> #seen::#name<WhippleT, ()>))
        }
        "Into" => {
            let made = other?;
            Some(quote_spanned!(span=> #seen::functions::SeenFrom<#made, WhippleT>))
        }
        "Iterator" => Some(quote_spanned!(span=> #seen::iterators::SeenOwn<WhippleT>)),
        "Default" if named.default => Some(quote_spanned!(span=> #seen::functions::SeenDefault<WhippleT, ()>)),
        // What can be copied can be cloned, in another way.
        "Copy" if named.clone => Some(quote_spanned!(span=> #seen::SeenClone<WhippleT, ()>)),
        "Neg" | "Not" => {
            let operator = format_ident!("Of{name}", span = span);
            Some(quote_spanned!(span=> #seen::operators::SeenOperator<#seen::operators::#operator, WhippleT, ()>))
        }
        "Index" | "IndexMut" => {
            let (seen_index, index) = (format_ident!("Seen{}", name.replace("Index", "Indexed"), span = span), other?);
            Some(quote_spanned!(span=> #seen::operators::#seen_index<WhippleT, #index>))
        }
        _ if name == "Rem"
            || name == "RemAssign"
            || OPERATORS.iter().any(|(of, ..)| *of == name && name != "PartialEq") =>
        {
            let (operator, right) = (
                format_ident!("Of{name}", span = span),
                other.map_or_else(|| quote_spanned!(span=> WhippleT), ToTokens::into_token_stream),
            );
            Some(quote_spanned!(span=> #seen::operators::SeenOperator<#seen::operators::#operator, WhippleT, #right>))
        }
        _ => None,
    }
}

/// A constant: whether there are traits of the user's among the bounds of a parameter, and all of them have `#[device]`.
fn are_device(name: &Ident, of_user: &[&Path]) -> TokenStream {
    let span = name.span();
    let each = of_user.iter().filter(|path| context::needs_device(path)).map(|path| {
        context::of_trait(path, &quote_spanned!(span=> ::whipple::private::foreign::is_device(&WhippleTrait)))
    });
    let any = !of_user.is_empty();
    quote_spanned!(span=> const #name: bool = #any #(&& #each)*;)
}

/// What the call of a method asks of `WhippleT`.
fn of_method(name: &str, is_device: &Ident) -> TokenStream {
    let (hash, span) = (names::hash(name), is_device.span());
    if names::is_library_method(name) {
        let owners = names::owners_or(name, is_device);
        quote_spanned!(span=> ::whipple::private::seen::methods::SeenMethod<#hash, WhippleT, #owners>)
    } else {
        quote_spanned!(span=> ::whipple::private::seen::functions::SeenTraitMethod<#hash, WhippleT, #is_device>)
    }
}

/// What a type of a trait asks of `WhippleT`.
fn of_type(name: &Ident) -> TokenStream {
    let hash = names::hash(&names::associated(&name.to_string()));
    quote_spanned!(name.span()=> ::whipple::private::seen::functions::SeenTraitType<#hash, WhippleT>)
}

/// The types of traits that a function names, each with its type parameter.
fn projected(signature: &Signature, block: &Block) -> BTreeMap<(String, String), Ident> {
    struct Finder(BTreeMap<(String, String), Ident>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type(&mut self, ty: &'ast Type) {
            for (parameter, name) in context::projections(ty) {
                self.0.insert((parameter.to_string(), name.to_string()), name);
            }
            visit::visit_type(self, ty);
        }
    }
    let mut finder = Finder(BTreeMap::new());
    finder.visit_signature(signature);
    finder.visit_block(block);
    finder.0
}
