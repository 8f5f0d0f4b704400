//! The instance of a generic function of which the answers are read.
//!
//! An answer holds for all instances but for the parameters in it. So each constant is a number there that no program has, and each type a
//! stand-in. Where an answer has one of these, its text has the name of the parameter (`whipple_runtime::source::constants`, `stand_in`).

use super::Asks;
use crate::context::{Generic, Translator, level, mentions};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{ConstParam, GenericParam, Generics, Ident, Signature, Type, TypeParam, WherePredicate};

/// How many constants of a type answers tell apart, and how many of a function, and how many types: the names that
/// `whipple_runtime::source::constants` and `stand_in` have.
const MOST: usize = 4;

/// Whether all type parameters of a function are those of contexts.
pub fn of_contexts(signature: &Signature) -> bool {
    signature.generics.type_params().all(|parameter| level(signature, &parameter.ident).is_some())
}

/// The type parameters of a function that are no contexts.
fn open_types(signature: &Signature) -> impl Iterator<Item = &TypeParam> {
    signature.generics.type_params().filter(|parameter| level(signature, &parameter.ident).is_none())
}

/// Whether rustc can be asked about the body of a function over types: what its answers depend on is the bounds alone, and these name nothing
/// but types.
pub fn is_over_types(signature: &Signature, of_type: usize) -> bool {
    let generics = &signature.generics;
    let bounds = open_types(signature).map(|parameter| parameter.bounds.to_token_stream());
    let bounds = bounds.chain([generics.where_clause.to_token_stream()]).collect::<TokenStream>();
    let names_other = mentions(bounds.clone(), &Ident::new("Self", Span::call_site()))
        || names_one(generics, &bounds)
        || bounds.to_string().contains(['?', '\'']);
    let count = open_types(signature).count();
    !names_other && of_type <= MOST && (of_type..=of_type + MOST).contains(&count)
}

/// A type parameter of which answers are independent: its name, as an impl declares it, and what stands for it.
pub struct OpenType {
    pub name: Ident,
    pub declared: TokenStream,
    pub stand_in: TokenStream,
}

/// Those of an impl and of a function of it.
pub fn types(of_type: Option<&Generics>, signature: &Signature) -> Vec<OpenType> {
    let of_type = of_type.into_iter().flat_map(Generics::type_params).enumerate();
    let of_function = open_types(signature).enumerate().map(|(position, parameter)| (position + MOST, parameter));
    let all = of_type.chain(of_function).map(|(position, parameter)| OpenType {
        name: parameter.ident.clone(),
        declared: known(parameter),
        stand_in: quote!(::whipple::private::stand_in::OfBounds<#position>),
    });
    all.collect()
}

/// A type parameter whose name rustc knows.
fn known(parameter: &TypeParam) -> TokenStream {
    let (name, bounds) = (&parameter.ident, &parameter.bounds);
    let plus = (!bounds.is_empty() && !bounds.trailing_punct()).then(|| quote!(+));
    quote!(#name: #bounds #plus ::whipple::private::stand_in::Known)
}

/// The parameters of a function or a trait, where rustc knows the names of types that are no contexts.
pub fn with_known(generics: &Generics, is_open: impl Fn(&TypeParam) -> bool) -> Generics {
    let mut generics = generics.clone();
    let compared = compared(&generics, &is_open);
    for parameter in generics.type_params_mut().filter(|parameter| is_open(parameter)) {
        parameter.bounds.push(syn::parse_quote!(::whipple::private::stand_in::Known));
    }
    if !compared.is_empty() {
        generics.make_where_clause().predicates.extend(compared);
    }
    generics
}

/// That device code compares types by their bounds: these are looked at where a function is called.
fn compared(generics: &Generics, is_open: impl Fn(&TypeParam) -> bool) -> Vec<WherePredicate> {
    const TRAITS: [(&str, &[&str]); 3] = [
        ("SeenPartialEq", &["PartialEq", "Eq", "PartialOrd", "Ord"]),
        ("SeenPartialOrd", &["PartialOrd", "Ord"]),
        ("SeenOrd", &["Ord"]),
    ];
    let mut found = Vec::new();
    for parameter in generics.type_params().filter(|parameter| is_open(parameter)) {
        let name = &parameter.ident;
        let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let behind = clauses.filter_map(|predicate| match predicate {
            WherePredicate::Type(of) if matches!(&of.bounded_ty, Type::Path(path) if path.path.is_ident(name)) => {
                Some(&of.bounds)
            }
            _ => None,
        });
        let bounds = std::iter::once(&parameter.bounds).chain(behind).flatten();
        let names: Vec<String> = bounds
            .filter_map(|bound| match bound {
                syn::TypeParamBound::Trait(of) => of.path.segments.last().filter(|last| last.arguments.is_none()),
                _ => None,
            })
            .map(|last| last.ident.to_string())
            .collect();
        for (seen, by) in TRAITS {
            if names.iter().any(|name| by.contains(&name.as_str())) {
                let seen = Ident::new(seen, Span::call_site());
                let code = quote!(::whipple::private::seen);
                found.push(syn::parse_quote!(#code::DeviceCode: #code::#seen<#name, #code::sequences::OverTypes>));
            }
        }
    }
    found
}

/// The same for the parameters of a function.
pub fn with_known_of(signature: &Signature) -> Generics {
    with_known(&signature.generics, |parameter| level(signature, &parameter.ident).is_none())
}

/// The predicates of where clauses that are about none but these types.
pub fn predicates(of_type: Option<&Generics>, signature: &Signature) -> Vec<WherePredicate> {
    let all = || of_type.into_iter().chain([&signature.generics]);
    let clauses = all().filter_map(|generics| generics.where_clause.as_ref());
    let is_of_context = |predicate: &&WherePredicate| {
        let contexts =
            signature.generics.type_params().filter(|parameter| level(signature, &parameter.ident).is_some());
        contexts.into_iter().any(|parameter| mentions(predicate.to_token_stream(), &parameter.ident))
    };
    let written = clauses.flat_map(|clause| &clause.predicates).filter(|predicate| !is_of_context(predicate)).cloned();
    let is_open = |parameter: &TypeParam| level(signature, &parameter.ident).is_none();
    written.chain(all().flat_map(|generics| compared(generics, is_open))).collect()
}

/// The arguments of the instance, none of most functions.
pub fn arguments(signature: &Signature) -> Option<TokenStream> {
    let mut constants = numbers(&signature.generics, MOST, !is_bound(&signature.generics)).into_iter();
    let argument = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Const(_) => constants.next(),
        GenericParam::Type(parameter) => {
            let Some(level) = level(signature, &parameter.ident) else {
                return Some(parameter.ident.to_token_stream());
            };
            let level = Ident::new(level, Span::call_site());
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
fn has_untold(generics: &Generics, of_type: usize) -> bool {
    let constants = generics.const_params().enumerate();
    let mut untold = constants.map(|(position, ConstParam { ty, .. })| {
        let position = if position < of_type { position } else { position - of_type };
        position >= MOST || !is_wide(ty)
    });
    untold.any(|untold| untold) || is_bound(generics)
}

/// What a body has before its first statement, so that the names in answers are those of its types and constants, of which so many are those
/// of its type; `name` gives the C++ name of one.
fn declared(signature: &Signature, [types, of_type]: [usize; 2], name: impl Fn(&str) -> String) -> String {
    let own_types = open_types(signature).enumerate().map(|(position, parameter)| {
        let position = if position < types { position } else { position - types + MOST };
        format!("using WHIPPLE_TYPE_{position} [[maybe_unused]] = {}; ", name(&parameter.ident.to_string()))
    });
    let own_types: String = own_types.collect();
    let constants = signature.generics.const_params().enumerate();
    let declared = constants.map(|(position, ConstParam { ident, .. })| {
        let position = if position < of_type { position } else { position - of_type + MOST };
        format!("[[maybe_unused]] constexpr auto WHIPPLE_CONSTANT_{position} = {}; ", name(&ident.to_string()))
    });
    own_types + &declared.collect::<String>()
}

impl Translator<'_> {
    /// How many types and constants of the function are those of its type.
    fn parameters_of_type(&self) -> [usize; 2] {
        let list = self.input.parameters.iter().flat_map(|parameters| &parameters.list);
        let (types, constants): (Vec<_>, Vec<_>) = list.partition(|(_, generic, _)| matches!(generic, Generic::Type));
        [types.len(), constants.len()]
    }

    /// Whether answers of rustc's do not tell all constants of the function from other numbers.
    pub(crate) fn has_untold_constants(&self) -> bool {
        has_untold(&self.input.signature.generics, self.parameters_of_type()[1])
    }

    /// The names that answers have for its parameters, as a body declares them.
    pub(crate) fn told_parameters(&self) -> String {
        declared(self.input.signature, self.parameters_of_type(), |name| self.generic_name(name))
    }

    /// Whether rustc is asked about a body over types: there may be no answers.
    pub(crate) fn is_over_types(&self) -> bool {
        Asks::about(self.input) == Asks::Types
    }
}
