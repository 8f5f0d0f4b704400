//! Parameters of a device type: `#[device] struct Stack<T, const N: usize>` is a template in C++.
//!
//! The macro gives each parameter a default that nobody writes. So `Stack` alone is a type of Rust, too, of which the items beside the type
//! say what holds of all: where its text is, and which members it has. In C++ a parameter is called by its position, `T0_` or `N1_`,
//! because an impl may have other names for them.

use crate::{
    ask::{self, Asking},
    context::{self, Generic, Parameters},
    errors::Errors,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use std::collections::BTreeMap;
use syn::{
    Expr, GenericArgument, GenericParam, Generics, Ident, ItemImpl, PathArguments, Type, TypeParamBound,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// Traits that the parameters of a type may be bound by: what stands for an argument that is not written has them.
const BOUNDS: [&str; 10] =
    ["Copy", "Clone", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash", "Sized"];

/// The C++ name of the type of a field.
pub fn type_of_field(parameters: &Parameters, ty: &Type, errors: &mut Errors) -> Pieces {
    if parameters.is_empty() && !context::stays(ty) && !context::borrows(ty) {
        return Pieces(vec![Piece::Type(ty.clone())]);
    }
    context::type_among(ty, parameters, errors)
}

/// The type with what stands for an argument that is not written in the place of the parameters.
pub fn unwritten(parameters: &Parameters, ty: &Type) -> Type {
    let mut ty = ty.clone();
    let named = |generic: &Generic| match generic {
        Generic::Type => quote!(::whipple::private::Unwritten),
        Generic::Const(class) => default_of(class),
    };
    let values: BTreeMap<String, TokenStream> =
        parameters.list.iter().map(|(name, generic, _)| (name.to_string(), named(generic))).collect();
    Unwritten(&values).visit_type_mut(&mut ty);
    ty
}

/// The pieces of the C++ name of the type with these arguments, as a constant expression; `of` is a constant of each that is a type.
pub fn name_of(parameters: &Parameters, ident: &Ident, of: &TokenStream) -> TokenStream {
    let item = quote! { ::whipple::private::Piece::Item(<#ident as ::whipple::private::DeviceItem>::ITEM) };
    if parameters.is_empty() {
        return quote!(&[#item]);
    }
    let arguments = parameters.list.iter().enumerate().map(|(index, (name, generic, _))| {
        let before = if index == 0 { "<" } else { ", " };
        let argument = match generic {
            Generic::Type => quote!(::whipple::private::Piece::Type(<#name as #of)),
            Generic::Const(class) if class == "bool" => quote! {
                ::whipple::private::Piece::Text(if #name { "true" } else { "false" })
            },
            Generic::Const(class) => {
                let unwritten = default_of(class);
                quote! {
                if #name == #unwritten { ::whipple::private::Piece::Unwritten } else { ::whipple::private::Piece::Text("") },
                ::whipple::private::Piece::Text(if (#name as i128) < 0 { "static_cast<long long>(" } else { "" }),
                ::whipple::private::ask::constant(#name as u64),
                ::whipple::private::Piece::Text(if (#name as i128) < 0 { "ull)" } else { "" })
                }
            }
        };
        quote!(::whipple::private::Piece::Text(#before), #argument)
    });
    quote!(&[#item, #(#arguments,)* ::whipple::private::Piece::Text(">")])
}

/// Checks the parameters of a type, and gives each a default. `borrows`: it may have lifetimes.
pub fn complete(ident: &Ident, generics: &mut Generics, what: &str, borrows: bool, errors: &mut Errors) {
    if !generics.params.is_empty() && context::is_taken(&ident.to_string()) {
        let taken =
            format!("`{ident}` with parameters means the type of std or of whipple in device code: rename yours");
        errors.push(ident, taken);
    }
    // rustc wants defaults of all or of none.
    let has_defaults = is_understood(generics);
    // What is refused is left out, so that rustc says nothing more of it.
    if let Some(clause) = generics.where_clause.take() {
        errors.push(clause, format!("{what} has no where clause: write the bounds on the impls that need them"));
    }
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) if borrows => refuse_bounds(lifetime, errors),
            GenericParam::Lifetime(lifetime) => {
                errors.push(
                    lifetime,
                    format!("{what} cannot borrow: hold the values, and pass large data in a `Buffer<T>`"),
                );
            }
            GenericParam::Type(parameter) => {
                let bounds = std::mem::take(&mut parameter.bounds);
                parameter.bounds = bounds.into_iter().filter(|bound| check_bound(bound, what, errors)).collect();
                if has_defaults && parameter.default.is_none() {
                    let unwritten = quote_spanned!(parameter.ident.span()=> ::whipple::private::Unwritten);
                    parameter.default = Some((Default::default(), Type::Verbatim(unwritten)));
                }
            }
            GenericParam::Const(parameter) => {
                let class = context::last_name(&parameter.ty).unwrap_or_default();
                if context::raw_constant(&class).is_none() {
                    errors.push(&parameter.ty, context::no_raw_constant(&class));
                } else if has_defaults && parameter.default.is_none() {
                    parameter.default = Some((Default::default(), Expr::Verbatim(default_of(&class))));
                }
            }
        }
    }
}

/// Whether there is an impl for all that the parameters may be: with constants of types that device code has.
pub fn is_understood(generics: &Generics) -> bool {
    let is_known = |ty: &Type| context::last_name(ty).is_some_and(|class| context::raw_constant(&class).is_some());
    generics.const_params().all(|parameter| is_known(&parameter.ty))
}

/// Whether a type has lifetimes: it holds references.
pub fn borrows(generics: &Generics) -> bool {
    generics.lifetimes().next().is_some()
}

fn refuse_bounds(lifetime: &syn::LifetimeParam, errors: &mut Errors) {
    if !lifetime.bounds.is_empty() {
        errors.push(lifetime, "a lifetime of a device struct has no bounds: leave them out");
    }
}

/// Whether a parameter may have this bound.
fn check_bound(bound: &TypeParamBound, what: &str, errors: &mut Errors) -> bool {
    let is_known = match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| BOUNDS.iter().any(|known| last.ident == known))
        }
        _ => false,
    };
    if !is_known {
        errors.push(bound, format!("{what} has no such bound: write it on the impls that need it"));
    }
    is_known
}

/// What a constant parameter is where no argument is written: a number that nobody writes, and of which an array is not too large.
fn default_of(class: &str) -> TokenStream {
    match class {
        "bool" => quote!(false),
        "u8" => quote!(213),
        "i8" => quote!({ -113 }),
        _ => quote!(1015),
    }
}

/// The name of a generic type alone, which stands for it where an item cannot name its parameters.
pub fn alone(ty: &Type) -> Type {
    let mut ty = ty.clone();
    if let Type::Path(path) = &mut ty
        && let Some(last) = path.path.segments.last_mut()
    {
        let lifetimes = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => {
                arguments.args.iter().filter(|argument| matches!(argument, GenericArgument::Lifetime(_))).count()
            }
            _ => 0,
        };
        last.arguments = PathArguments::None;
        if lifetimes > 0 {
            let each = (0..lifetimes).map(|_| quote!('_));
            last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<#(#each),*>));
        }
    }
    ty
}

/// The name of a type alone, as an impl is for it.
pub fn without_arguments(ident: &Ident, generics: &Generics) -> TokenStream {
    let lifetimes = generics.lifetimes().map(|_| quote!('_));
    if borrows(generics) { quote!(#ident <#(#lifetimes),*>) } else { ident.to_token_stream() }
}

/// The parameters of an impl in the order in which its type has them.
pub fn of_impl(generics: &Generics, self_type: &Type, errors: &mut Errors) -> Parameters {
    let declared = Parameters::of(generics);
    if declared.is_empty() {
        return declared;
    }
    let mut list: Vec<(Ident, Generic, String)> = Vec::new();
    let arguments = match self_type {
        Type::Path(path) => path.path.segments.last().map(|last| &last.arguments),
        _ => None,
    };
    if let Some(PathArguments::AngleBracketed(arguments)) = arguments {
        let is_lifetime = |argument: &&GenericArgument| matches!(argument, GenericArgument::Lifetime(_));
        let written = arguments.args.iter().filter(|argument| !is_lifetime(argument));
        for (index, argument) in written.enumerate() {
            let name = match argument {
                GenericArgument::Type(Type::Path(path)) => path.path.get_ident(),
                _ => None,
            };
            let found = name.and_then(|name| declared.list.iter().find(|(own, ..)| own == name));
            match found {
                Some((name, generic, _)) if !list.iter().any(|(other, ..)| other == name) => {
                    let letter = if matches!(generic, Generic::Type) { 'T' } else { 'N' };
                    list.push((name.clone(), generic.clone(), format!("{letter}{index}_")));
                }
                _ => errors.push(
                    argument,
                    "a `#[device] impl` is for all arguments of its type: write a parameter of the impl here, each once",
                ),
            }
        }
    }
    for (name, ..) in &declared.list {
        if errors.is_empty() && !list.iter().any(|(own, ..)| own == name) {
            errors.push(name, "this parameter is no argument of the type: write it at the function that needs it");
        }
    }
    Parameters { list, ..declared }
}

/// Puts the parameters of an impl before those of a function of it.
pub fn add(of_impl: &Generics, of_function: &mut Generics) {
    if of_impl.params.is_empty() {
        return;
    }
    let own = std::mem::take(&mut of_function.params);
    let with_arguments = |parameter: &&GenericParam| !matches!(parameter, GenericParam::Lifetime(_));
    of_function.params = of_impl.params.iter().filter(with_arguments).cloned().chain(own).collect();
    of_function.lt_token.get_or_insert_default();
    of_function.gt_token.get_or_insert_default();
    if let Some(clause) = &of_impl.where_clause {
        of_function.make_where_clause().predicates.extend(clause.predicates.iter().cloned());
    }
}

/// What rustc is asked with about an impl.
pub fn asking<'a>(implementation: &'a ItemImpl, over: Option<&'a syn::Path>) -> Asking<'a> {
    let known = Parameters::of(&ask::with_known(&implementation.generics, |_| true));
    let Parameters { declared, arguments, list, bounds } = known;
    let itself = &implementation.self_ty;
    let generics = &implementation.generics;
    if list.is_empty() && !borrows(generics) {
        return Asking::of(itself, over);
    }
    let instance = |are_told: bool| {
        let numbers = ask::constants_of_type(generics, are_told);
        let mut constants = numbers.iter();
        let arguments = generics.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Const(_) => constants.next().cloned(),
            GenericParam::Type(parameter) => Some(parameter.ident.to_token_stream()),
            GenericParam::Lifetime(_) => Some(quote!('static)),
        });
        let arguments: Vec<TokenStream> = arguments.collect();
        let names = generics.const_params().map(|parameter| parameter.ident.to_string());
        let values: BTreeMap<String, TokenStream> = names.zip(numbers.iter().cloned()).collect();
        let mut instance = lasting(itself);
        Unwritten(&values).visit_type_mut(&mut instance);
        (instance, quote!(<#(#arguments),*>))
    };
    Asking {
        itself,
        over,
        declared,
        bounds,
        arguments,
        told: instance(true),
        plain: instance(false),
        generics: Some(generics),
    }
}

/// Gives the lifetimes of the type of an impl names, as `'_` has none where other impls are for the type.
pub fn name_lifetimes(implementation: &mut ItemImpl) {
    struct Named(Vec<syn::Lifetime>);
    impl VisitMut for Named {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            if lifetime.ident == "_" {
                *lifetime = syn::Lifetime::new(&format!("'whipple_{}", self.0.len()), lifetime.span());
                self.0.push(lifetime.clone());
            }
        }
    }
    let mut named = Named(Vec::new());
    if matches!(*implementation.self_ty, Type::Path(_)) {
        named.visit_type_mut(&mut implementation.self_ty);
    }
    for (position, lifetime) in named.0.into_iter().enumerate() {
        let parameter = GenericParam::Lifetime(syn::LifetimeParam::new(lifetime));
        implementation.generics.params.insert(position, parameter);
    }
}

/// The type with references that last.
pub fn lasting(ty: &Type) -> Type {
    struct Lasting;
    impl VisitMut for Lasting {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            *lifetime = syn::Lifetime::new("'static", lifetime.span());
        }
    }
    let mut ty = ty.clone();
    Lasting.visit_type_mut(&mut ty);
    ty
}

/// Puts what stands for unwritten arguments in the place of parameters.
struct Unwritten<'a>(&'a BTreeMap<String, TokenStream>);

impl VisitMut for Unwritten<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(value) = path.path.get_ident().and_then(|name| self.0.get(&name.to_string()))
        {
            *ty = Type::Verbatim(value.clone());
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = &*expr
            && let Some(value) = path.path.get_ident().and_then(|name| self.0.get(&name.to_string()))
        {
            *expr = Expr::Verbatim(value.clone());
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// Puts `Self` in the place of the type's name alone, which rustc would infer: C++ has the name for the type of the class. In what names the
/// type with other arguments, the name alone may mean either, and rustc is asked.
pub fn name_itself(implementation: &mut ItemImpl) {
    let Some(name) = context::last_name(&implementation.self_ty) else { return };
    let itself = (*implementation.self_ty).clone();
    for item in &mut implementation.items {
        let mut others = Others { name: &name, itself: &itself, found: false };
        others.visit_impl_item(item);
        if !others.found {
            OwnName { name: &name }.visit_impl_item_mut(item);
        }
    }
}

/// A type of this name with other arguments.
struct Others<'a> {
    name: &'a str,
    itself: &'a Type,
    found: bool,
}

impl<'ast> Visit<'ast> for Others<'_> {
    fn visit_type(&mut self, ty: &'ast Type) {
        self.found |= context::last_name(ty).is_some_and(|name| name == self.name) && ty != self.itself;
        visit::visit_type(self, ty);
    }

    fn visit_expr_path(&mut self, expr: &'ast syn::ExprPath) {
        let mut segments = expr.path.segments.iter();
        self.found |= segments.any(|segment| segment.ident == self.name && !segment.arguments.is_none());
        visit::visit_expr_path(self, expr);
    }
}

struct OwnName<'a> {
    name: &'a str,
}

impl OwnName<'_> {
    fn replace(&mut self, path: &mut syn::Path) {
        let is_alone = path.segments.first().is_some_and(|first| first.ident == self.name && first.arguments.is_none());
        if !is_alone || path.leading_colon.is_some() {
            return;
        }
        let span = path.segments[0].ident.span();
        path.segments[0].ident = Ident::new("Self", span);
    }
}

impl VisitMut for OwnName<'_> {
    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        self.replace(&mut expr.path);
        visit_mut::visit_expr_path_mut(self, expr);
    }

    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        self.replace(&mut literal.path);
        visit_mut::visit_expr_struct_mut(self, literal);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        self.replace(&mut pattern.path);
        visit_mut::visit_pat_struct_mut(self, pattern);
    }

    fn visit_pat_tuple_struct_mut(&mut self, pattern: &mut syn::PatTupleStruct) {
        self.replace(&mut pattern.path);
        visit_mut::visit_pat_tuple_struct_mut(self, pattern);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        crate::fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}
