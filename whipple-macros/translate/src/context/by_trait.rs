//! What a path names by a trait: `<T as Trait>::name`, and the types of a trait, `T::Name`.

use super::{
    Translator,
    code::concat,
    types::{self, Generic},
};
use crate::{
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{
    ExprPath, GenericParam, Generics, Ident, Path, PathArguments, TraitBound, Type, TypeParamBound, TypePath,
    WherePredicate, spanned::Spanned, visit_mut::VisitMut,
};

/// What stands for `Self` in the functions of a trait, which are generic over it in device code.
pub const ITSELF: &str = "WhippleSelf";

/// Traits of std whose functions have names of their own in device code.
const OF_STD: &[&str] =
    &["Default", "From", "Clone", "Rem", "PartialEq", "PartialOrd", "Ord", "Into", "TryFrom", "Iterator"];

/// Whether a trait is none of the user's, as far as its name tells.
pub fn is_trait_of_std(name: &Ident) -> bool {
    let operators = crate::operators::OPERATORS.iter().map(|(name, ..)| name);
    OF_STD.iter().chain(operators).any(|known| name == known)
}

/// Traits of std's prelude that parameters are bound by, besides those: of these device code needs no text.
#[rustfmt::skip]
const OF_PRELUDE: &[&str] = &[
    "Copy", "Eq", "Sized", "Send", "Sync", "Unpin", "Fn", "FnMut", "FnOnce", "Drop", "Iterator", "IntoIterator", "FromIterator",
    "DoubleEndedIterator", "ExactSizeIterator", "Extend", "AsRef", "AsMut", "ToOwned", "ToString", "TryInto", "RemAssign",
];

/// Traits of std and of whipple that have no methods in device code, and no `#[device]`. A trait of the user's may have such a name, too.
const WITHOUT_METHODS: &[&str] = &["Debug", "Display", "Hash", "Element", "Data", "DeviceType"];

/// Whether the bound asks for `#[device]` on its trait, where a type of the library is to have methods.
pub fn needs_device(path: &Path) -> bool {
    path.segments.last().is_none_or(|last| !WITHOUT_METHODS.iter().any(|known| last.ident == known))
}

/// The trait of a bound, if it may be one of the user's.
pub fn of_user(bound: &TypeParamBound) -> Option<&Path> {
    match bound {
        TypeParamBound::Trait(bound) => of_user_trait(bound),
        _ => None,
    }
}

/// The same of a bound by a trait.
pub fn of_user_trait(bound: &TraitBound) -> Option<&Path> {
    let (first, last) = (bound.path.segments.first()?, bound.path.segments.last()?);
    let is_std = ["std", "core", "alloc"].iter().any(|root| first.ident == root)
        || is_trait_of_std(&last.ident)
        || OF_PRELUDE.iter().any(|known| last.ident == known);
    (!is_std).then_some(&bound.path)
}

/// The traits of the user's that type parameters are bound by, each once.
pub fn bounds_of_user(generics: &Generics) -> Vec<&Path> {
    let of_parameters = generics.type_params().flat_map(|parameter| &parameter.bounds);
    let of_clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates).filter_map(|of| match of {
        WherePredicate::Type(of) => Some(&of.bounds),
        _ => None,
    });
    let mut found: Vec<&Path> = Vec::new();
    for path in of_parameters.chain(of_clause.flatten()).filter_map(of_user) {
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

/// An expression in which `WhippleTrait` is what a trait gives.
pub fn of_trait(path: &Path, expression: &TokenStream) -> TokenStream {
    let mut import = path.clone();
    import.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
    quote_spanned! {path.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::provided::NothingProvided as WhippleTrait;
        {
            #[allow(unused_imports)]
            use #import as WhippleTrait;
            #expression
        }
    }}
}

/// An expression for what a trait says of a type of the library.
pub fn of_trait_for(path: &Path, ty: &Type) -> TokenStream {
    of_trait(path, &quote_spanned!(path.span()=> ::whipple::private::foreign::of_type::<#ty, _>(&WhippleTrait)))
}

/// The trait and the type in `<Type as Trait>::name`.
fn parts(qself: Option<&syn::QSelf>, path: &Path) -> Option<(Path, Type)> {
    let of = qself?;
    if of.position == 0 || path.segments.len() != of.position + 1 {
        return None;
    }
    let mut of_trait = path.clone();
    of_trait.segments.pop();
    of_trait.segments.pop_punct();
    Some((of_trait, types::strip(&of.ty).clone()))
}

/// `Type::name` for `<Type as Trait>::name`, with the trait, if device code may have that: of a trait of the user's for a type of the user's.
pub fn by_trait(path: &ExprPath) -> Option<(Path, Path)> {
    let (of_trait, ty) = parts(path.qself.as_ref(), &path.path)?;
    let Type::Path(TypePath { qself: None, path: mut named, .. }) = ty else { return None };
    let (owner, of) = (named.segments.last()?, of_trait.segments.last()?);
    if names::is_primitive(&owner.ident.to_string())
        || names::is_vector(&owner.ident.to_string())
        || is_trait_of_std(&of.ident)
        || !of.arguments.is_none()
        || !owner.arguments.is_none()
    {
        return None;
    }
    named.segments.push(path.path.segments.last()?.clone());
    Some((of_trait, named))
}

/// The trait, the type and the name in `<Type as Trait>::name`, if the type is one of the library's that may have a trait of the user's.
pub fn foreign(path: &ExprPath) -> Option<(Path, Type, Ident)> {
    let (of_trait, ty) = parts(path.qself.as_ref(), &path.path)?;
    let name = types::type_name(&ty).filter(|_| matches!(&ty, Type::Path(path) if path.qself.is_none()))?;
    let (of, last) = (of_trait.segments.last()?, path.path.segments.last()?);
    let is_meant = names::FOREIGN.contains(&name.as_str())
        && !is_trait_of_std(&of.ident)
        && of.arguments.is_none()
        && last.arguments.is_none();
    is_meant.then(|| (of_trait.clone(), ty, last.ident.clone()))
}

impl Translator<'_> {
    /// What `<Type as Trait>::name` of a type of the library is in C++: a function.
    pub fn named_foreign(&mut self, (of_trait, ty, name, is_constant): (&Path, &Type, &Ident, bool)) -> Pieces {
        let text = names::unraw(name);
        let message = format!(
            "device code has no `{text}` by this trait: write `#[device]` on the trait, and on its `impl` for this type"
        );
        let texts = of_trait_for(of_trait, ty);
        let found = quote_spanned!(of_trait.span()=> ::whipple::private::foreign::must_have(#texts, #message));
        let (class, function, hash) = match is_constant {
            true => ("Constant", "value", names::hash(&text)),
            false => ("Method", "call", names::hash_of_method(&name.to_string())),
        };
        concat([
            Pieces::text(format!("Foreign{class}<{hash}ull, ")),
            Pieces(vec![
                Piece::Type(ty.clone()),
                Piece::Unsaid(quote_spanned!(of_trait.span()=> ::whipple::private::Piece::Type(#found))),
            ]),
            Pieces::text(format!(">::{function}")),
        ])
    }

    /// Whether a type parameter is bound by a trait of the user's, which a type of the library may have.
    pub fn has_bounds_of_user(&self) -> bool {
        !bounds_of_user(&self.input.signature.generics).is_empty()
    }

    /// Whether this is a type parameter that may be a type of the library with a trait of the user's.
    pub fn may_be_foreign(&self, ty: &Type) -> bool {
        let name = types::type_name(ty).filter(|_| matches!(ty, Type::Path(path) if path.path.get_ident().is_some()));
        name.is_some_and(|name| matches!(self.generics.get(&name), Some(Generic::Type))) && self.has_bounds_of_user()
    }

    /// What the function needs of traits for types of the library: pieces that write nothing.
    pub fn needed_foreigners(&self) -> Pieces {
        let mut generics = self.input.signature.generics.clone();
        // What a function that a trait gives needs of the trait, the impls bring along.
        generics.params = generics.params.into_iter().filter(|parameter| !is_itself(parameter)).collect();
        let all = bounds_of_user(&generics).into_iter().map(|path| {
            let all = of_trait(path, &quote_spanned!(path.span()=> ::whipple::private::foreign::all(&WhippleTrait)));
            Piece::Unsaid(quote_spanned!(path.span()=> ::whipple::private::Piece::Type(#all)))
        });
        Pieces(all.collect())
    }

    /// Has rustc refuse `<Type as Trait>::name` where the type has what is called so by no `#[device] impl` of that trait.
    pub fn require_by_trait(&mut self, of_trait: &Path, path: &Path) {
        let ty = self.owner_type(path);
        let Some(last) = path.segments.last().filter(|_| !self.mentions_generic(&ty)) else { return };
        let name = last.ident.to_string();
        let [member, method] = [names::member(&name), names::method(&name)];
        let message = format!(
            "device code has no `{name}` by this trait: write `#[device]` on the trait, and on its `impl` for this type"
        );
        let check = quote_spanned! {of_trait.span()=>
            const _: () = {
                #[allow(unused_imports)]
                use ::whipple::private::{HasNoMembers as _, provided::NothingProvided as WhippleTrait};
                {
                    #[allow(unused_imports)]
                    use #of_trait as WhippleTrait;
                    const OF_TRAIT: u64 = ::whipple::private::provided::id(&WhippleTrait);
                    ::core::assert!(
                        <#ty>::WHIPPLE_MEMBERS.has_by_trait(OF_TRAIT, #member)
                            || <#ty>::WHIPPLE_MEMBERS.has_by_trait(OF_TRAIT, #method)
                            || !(<#ty>::WHIPPLE_MEMBERS.has(#member) || <#ty>::WHIPPLE_MEMBERS.has(#method)),
                        #message
                    );
                }
            };
        };
        self.checks.entry(quote::quote!(#path #of_trait).to_string()).or_insert(check);
    }

    /// The C++ name of a type of a trait, as `T::Out` or `<T as Trait>::Out`, where that depends on a generic parameter.
    pub fn projected(&mut self, ty: &TypePath) -> Option<Pieces> {
        let last = ty.path.segments.last().filter(|last| last.arguments.is_none())?;
        let owner = match &ty.qself {
            Some(_) => parts(ty.qself.as_ref(), &ty.path)?.1,
            None if ty.path.segments.len() == 2 => types::named(ty.path.segments[0].ident.clone().into()),
            None => return None,
        };
        let is_itself = self.input.self_type.is_some_and(|own| super::is_named(own, ITSELF));
        if is_itself && super::is_named(&owner, "Self") {
            let itself = Pieces(vec![Piece::Item(Ident::new(ITSELF, last.ident.span()).into())]);
            return Some(concat([Pieces::text("typename "), itself, of_type(&last.ident)]));
        }
        if !self.mentions_generic(&owner) {
            return None;
        }
        if types::type_name(&owner).is_some_and(|name| super::levels::is_procedure(self.input.signature, &name)) {
            self.errors.push(ty, "a type of a procedure is not in device code: write which type it is");
        }
        let owner = self.type_pieces(&owner);
        // `typename` stands once before all of it.
        let keyword = if owner.starts_with_text("typename ") { "" } else { "typename " };
        Some(concat([Pieces::text(keyword), owner, of_type(&last.ident)]))
    }
}

/// Whether a parameter stands for `Self`.
fn is_itself(parameter: &GenericParam) -> bool {
    matches!(parameter, GenericParam::Type(parameter) if parameter.ident == ITSELF)
}

fn of_type(name: &Ident) -> Pieces {
    Pieces::text(format!("::{}", names::associated(&name.to_string())))
}

/// The types of traits that a type is made of, by their names: `Out` of `[T::Out; 2]`, with the parameter.
pub fn projections(ty: &Type) -> Vec<(Ident, Ident)> {
    let mut remover = Remover::default();
    remover.visit_type_mut(&mut ty.clone());
    remover.found
}

/// A type without types of traits: C++ deduces no parameter from them.
pub fn without_projections(ty: &Type) -> Type {
    let mut ty = ty.clone();
    Remover::default().visit_type_mut(&mut ty);
    ty
}

#[derive(Default)]
struct Remover {
    found: Vec<(Ident, Ident)>,
}

impl VisitMut for Remover {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(last) = path.path.segments.last().filter(|last| last.arguments.is_none())
        {
            let owner = match parts(path.qself.as_ref(), &path.path) {
                Some((_, Type::Path(owner))) => owner.path.get_ident().cloned(),
                Some(_) => None,
                None if path.path.segments.len() == 2 && path.path.segments[0].arguments.is_none() => {
                    Some(path.path.segments[0].ident.clone())
                }
                None => None,
            };
            if path.qself.is_some() || owner.is_some() {
                self.found.extend(owner.map(|owner| (owner, last.ident.clone())));
                *ty = syn::parse_quote!(());
                return;
            }
        }
        syn::visit_mut::visit_type_mut(self, ty);
    }
}
