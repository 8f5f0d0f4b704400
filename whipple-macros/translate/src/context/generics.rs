//! Generic parameters: those of a function, and those of a device type, which its impls have, too.

use super::{
    Translator, raw_constant,
    types::{Generic, type_name},
};
use crate::{names, piece::Pieces};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Expr, GenericArgument, GenericParam, Generics, Ident, PathArguments, Type,
    spanned::Spanned as _,
    visit::Visit,
    visit_mut::{self, VisitMut},
};

/// The parameters of a type, in their order; none of most types.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    /// As an impl declares them, each with a comma behind it.
    pub declared: TokenStream,
    /// The where clause of an impl.
    pub bounds: TokenStream,
    /// As the type is named with them: `<T, N>`.
    pub arguments: TokenStream,
    /// Their Rust names, what they are, and what C++ calls them.
    pub list: Vec<(Ident, Generic, String)>,
}

impl Parameters {
    /// Those that a type or an impl declares.
    pub fn of(generics: &Generics) -> Self {
        let mut found = Self { bounds: generics.where_clause.to_token_stream(), ..Self::default() };
        let mut arguments: Vec<TokenStream> = Vec::new();
        let lifetimes = generics.lifetimes().count();
        for (index, parameter) in generics.params.iter().enumerate() {
            let index = index.saturating_sub(lifetimes);
            match parameter {
                GenericParam::Lifetime(parameter) => {
                    found.declared.extend(quote!(#parameter,));
                    arguments.push(parameter.lifetime.to_token_stream());
                }
                GenericParam::Type(parameter) => {
                    let (name, bounds) = (&parameter.ident, &parameter.bounds);
                    found.declared.extend(quote_spanned!(name.span()=> #name: #bounds,));
                    arguments.push(name.to_token_stream());
                    found.list.push((name.clone(), Generic::Type, format!("T{index}_")));
                }
                GenericParam::Const(parameter) => {
                    let (name, ty) = (&parameter.ident, &parameter.ty);
                    found.declared.extend(quote_spanned!(name.span()=> const #name: #ty,));
                    arguments.push(name.to_token_stream());
                    let class = type_name(ty).unwrap_or_default();
                    found.list.push((name.clone(), Generic::Const(class), format!("N{index}_")));
                }
            }
        }
        if !arguments.is_empty() {
            found.arguments = quote!(<#(#arguments),*>);
        }
        found
    }

    /// The same as `declared`, where each type has this bound, too.
    pub fn bound_by(&self, generics: &Generics, bound: &TokenStream) -> TokenStream {
        let parameters = generics.params.iter().map(|parameter| match parameter {
            GenericParam::Type(parameter) => {
                let (name, bounds) = (&parameter.ident, &parameter.bounds);
                let plus = (!bounds.is_empty() && !bounds.trailing_punct()).then(|| quote!(+));
                quote_spanned!(name.span()=> #name: #bounds #plus #bound,)
            }
            GenericParam::Const(parameter) => {
                let (name, ty) = (&parameter.ident, &parameter.ty);
                quote_spanned!(name.span()=> const #name: #ty,)
            }
            GenericParam::Lifetime(parameter) => quote!(#parameter,),
        });
        parameters.collect()
    }

    /// Whether one is a type.
    pub fn has_types(&self) -> bool {
        self.list.iter().any(|(_, generic, _)| matches!(generic, Generic::Type))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// `template <class T0_, size_t N1_> `, or nothing.
    pub fn template(&self) -> String {
        let list = self.list.iter().map(|(_, generic, name)| match generic {
            Generic::Type => format!("class {name}"),
            Generic::Const(class) => format!("{} {name}", raw_constant(class).unwrap_or("size_t")),
        });
        let list: Vec<String> = list.collect();
        if list.is_empty() { String::new() } else { format!("template <{}> ", list.join(", ")) }
    }

    /// `<T0_, N1_>`, or nothing.
    pub fn template_arguments(&self) -> String {
        let names: Vec<&str> = self.list.iter().map(|(.., name)| name.as_str()).collect();
        if names.is_empty() { String::new() } else { format!("<{}>", names.join(", ")) }
    }
}

impl Translator<'_> {
    /// `<A, B>` for a turbofish.
    pub fn template_arguments(&mut self, arguments: &PathArguments) -> Pieces {
        let PathArguments::AngleBracketed(arguments) = arguments else { return Pieces::new() };
        let mut list = Vec::new();
        for argument in &arguments.args {
            match argument {
                // `N` alone parses as a type even where it is a constant.
                GenericArgument::Type(ty) if self.is_const_generic(ty) => {
                    list.push(Pieces::text(self.generic_name(&ty.to_token_stream().to_string())));
                }
                GenericArgument::Type(Type::Infer(_)) => {
                    self.errors.push(argument, "C++ cannot leave out one argument of several; write the type");
                }
                GenericArgument::Type(Type::Path(ty)) if is_constant_name(ty) || self.is_constant_inside(ty) => {
                    let syn::TypePath { attrs, qself, path } = ty.clone();
                    list.push(self.constant_pieces(&Expr::Path(syn::ExprPath { attrs, qself, path })));
                }
                GenericArgument::Type(ty) => list.push(self.type_pieces(ty)),
                GenericArgument::Const(value) => list.push(self.constant_pieces(value)),
                GenericArgument::Lifetime(_) => {}
                other => self.errors.push(other, "only types and constants can be generic arguments in device code"),
            }
        }
        let mut pieces = Pieces::text("<");
        for (index, argument) in list.into_iter().enumerate() {
            pieces.push_text(if index > 0 { ", " } else { "" });
            pieces.append(argument);
        }
        pieces.push_text(">");
        pieces
    }

    fn is_const_generic(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else { return false };
        path.path.get_ident().map(ToString::to_string).is_some_and(|name| {
            matches!(self.generics.get(&name), Some(Generic::Const(_))) && !self.scopes.is_constant(&name)
        })
    }

    /// Whether this names a constant of the body.
    fn is_constant_inside(&self, ty: &syn::TypePath) -> bool {
        ty.path.get_ident().is_some_and(|name| self.scopes.is_constant(&name.to_string()))
    }
}

/// Whether a type is written with arguments.
pub fn has_arguments(ty: &Type) -> bool {
    let Type::Path(path) = super::strip_type(ty) else { return false };
    path.path.segments.last().is_some_and(|last| matches!(last.arguments, PathArguments::AngleBracketed(_)))
}

/// The same of arguments that are no lifetimes.
pub fn has_types(ty: &Type) -> bool {
    let Type::Path(path) = super::strip_type(ty) else { return false };
    path.path.segments.last().is_some_and(|last| match &last.arguments {
        PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter().any(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
        }
        _ => false,
    })
}

/// Whether a type is written with this lifetime.
pub fn mentions_lifetime(ty: &Type, lifetime: &syn::Lifetime) -> bool {
    struct Finder<'a>(&'a syn::Lifetime, bool);
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
            self.1 |= lifetime == self.0;
        }
    }
    let mut finder = Finder(lifetime, false);
    finder.visit_type(ty);
    finder.1
}

/// The method with the type's whole name for `Self` in types, where that says that it borrows.
pub fn with_self_named(mut method: syn::ImplItemFn, itself: &Type) -> syn::ImplItemFn {
    struct Named<'a>(&'a Type);
    impl VisitMut for Named<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if super::is_named(ty, "Self") {
                let at = ty.span();
                let tokens = self.0.to_token_stream().into_iter().map(|mut token| {
                    token.set_span(at);
                    token
                });
                *ty = Type::Verbatim(tokens.collect());
                if let Ok(named) = syn::parse2(ty.to_token_stream()) {
                    *ty = named;
                }
                return;
            }
            visit_mut::visit_type_mut(self, ty);
        }
    }
    if crate::piece::has_lifetime(itself) {
        Named(itself).visit_impl_item_fn_mut(&mut method);
    }
    method
}

/// Whether types among generic arguments have no layout that Rust states: with such ones a type is none by itself.
pub fn has_no_layout(arguments: &PathArguments) -> bool {
    let PathArguments::AngleBracketed(arguments) = arguments else { return false };
    arguments.args.iter().any(|argument| match argument {
        GenericArgument::Type(ty) => is_without_layout(ty),
        _ => false,
    })
}

fn is_without_layout(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            ["Option", "Result"].iter().any(|name| last.ident == name) || has_no_layout(&last.arguments)
        }),
        Type::Array(array) => is_without_layout(&array.elem),
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Paren(inner) => is_without_layout(&inner.elem),
        Type::Group(inner) => is_without_layout(&inner.elem),
        _ => false,
    }
}

/// The types that C++ names the type of a field by: itself, or what is in it if it has no layout that Rust states.
pub fn parts_of<'a>(ty: &'a Type, parameters: &Parameters) -> Vec<&'a Type> {
    let of = |types: &[&'a Type]| types.iter().flat_map(|ty| parts_of(ty, parameters)).collect();
    match super::strip_type(ty) {
        Type::Tuple(tuple) if !tuple.elems.is_empty() => of(&tuple.elems.iter().collect::<Vec<_>>()),
        Type::Array(array) if stays(&array.elem) || borrows(&array.elem) => of(&[&array.elem]),
        Type::Reference(reference) => of(&[&reference.elem]),
        Type::Slice(slice) => of(&[&slice.elem]),
        Type::Path(path) if stays(ty) => match path.path.segments.last().map(|last| &last.arguments) {
            Some(PathArguments::AngleBracketed(arguments)) => {
                let is_constant = |ty: &Type| {
                    let Type::Path(path) = ty else { return false };
                    let mut constants =
                        parameters.list.iter().filter(|(_, generic, _)| matches!(generic, Generic::Const(_)));
                    is_constant_name(path) || constants.any(|(name, ..)| path.path.is_ident(name))
                };
                let types = arguments.args.iter().filter_map(|argument| match argument {
                    GenericArgument::Type(ty) if !is_constant(ty) => Some(ty),
                    _ => None,
                });
                of(&types.collect::<Vec<_>>())
            }
            _ => Vec::new(),
        },
        other => vec![other],
    }
}

/// Whether a type has no layout that Rust states: what has a field of it stays within a task.
pub fn stays(ty: &Type) -> bool {
    match super::strip_type(ty) {
        Type::Array(array) => stays(&array.elem),
        // The elements of a buffer are stored.
        Type::Path(path) if path.path.segments.last().is_some_and(|last| super::is_of_library(&last.ident)) => false,
        other => is_without_layout(other),
    }
}

/// Whether a type is a reference, or an array, a tuple, an `Option` or a `Result` of some.
pub fn borrows(ty: &Type) -> bool {
    match super::strip_type(ty) {
        Type::Reference(_) => true,
        Type::Array(array) => borrows(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(borrows),
        Type::Path(path) => match path.path.segments.last().map(|last| &last.arguments) {
            Some(PathArguments::AngleBracketed(arguments)) => arguments.args.iter().any(|argument| match argument {
                GenericArgument::Type(ty) => borrows(ty),
                _ => false,
            }),
            _ => false,
        },
        _ => false,
    }
}

/// `MAX_DEPTH` in a generic argument parses as a type; its case says that it is a constant.
fn is_constant_name(ty: &syn::TypePath) -> bool {
    let Some(last) = ty.path.segments.last() else { return false };
    let name = last.ident.to_string();
    last.arguments.is_none() && name.len() > 1 && !names::is_type_name(&name) && name.chars().all(|c| !c.is_lowercase())
}
