//! Rust types as C++ types: references to rustc's answer, except where they mention a generic parameter.

use super::{Shape, Translator, code::concat};
use crate::{
    names,
    piece::{Piece, Pieces},
};
use std::collections::BTreeMap;
use syn::{
    Expr, GenericArgument, Path, PathArguments, Type,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

const IMPL_TRAIT: &str = "`impl Trait` does not exist in device code; write a generic parameter `<T: Trait>`, or an `enum` and a `match` where it is a function";

/// A generic parameter of the function.
#[derive(Clone, Debug)]
pub enum Generic {
    /// `T`.
    Type,
    /// `const N: usize`; the text is the class that wraps it, as `usize`.
    Const(String),
}

/// Types that device code cannot have, and what to write instead.
const REFUSED: &[(&str, &str)] = &[
    ("str", "strings do not exist in device code; use numbers or a `#[device]` enum"),
    ("String", "strings do not exist in device code; use numbers or a `#[device]` enum"),
    ("Vec", "`Vec` does not exist in device code; use an array `[T; N]`, or a `Buffer<T>` field of the procedure"),
    ("Box", "`Box` does not exist in device code; store the value itself"),
    ("Rc", "`Rc` does not exist in device code; store the value itself"),
    ("Arc", "`Arc` does not exist in device code; store the value itself"),
    ("HashMap", "maps do not exist in device code; use an array or a `Buffer<T>` field of the procedure"),
    ("BTreeMap", "maps do not exist in device code; use an array or a `Buffer<T>` field of the procedure"),
    ("RefCell", "`RefCell` does not exist in device code; use a `let mut` variable"),
];

/// Types that the library defines with parameters of their own, emitted with the same name.
const TEMPLATES: &[&str] = &["Buffer", "ReadOnly", "Shared", "SharedArray"];

/// Whether whipple has a type with parameters of this name.
pub fn is_of_library(name: &syn::Ident) -> bool {
    let name = name.to_string();
    TEMPLATES.contains(&name.as_str()) || super::joined::class(&name).is_some()
}

/// Whether a type with parameters that has this name is one of std or of the library.
pub fn is_taken(name: &str) -> bool {
    let is_template = TEMPLATES.contains(&name) || ["Context", "Option", "Result", "Reverse"].contains(&name);
    is_template || super::joined::class(name).is_some() || REFUSED.iter().any(|(refused, _)| *refused == name)
}

/// The most elements of a tuple.
pub const LARGEST_TUPLE: usize = 6;

/// For larger ones.
pub const TOO_LARGE: &str = "a tuple has at most six elements in device code; write a `#[device]` struct";

/// For arrays without elements.
pub const EMPTY: &str = "an array has at least one element in device code: C++ has no empty ones; leave it out";

impl Translator<'_> {
    /// The C++ name of a value type.
    pub fn type_pieces(&mut self, ty: &Type) -> Pieces {
        match ty {
            Type::Paren(inner) => self.type_pieces(&inner.elem),
            Type::Group(inner) => self.type_pieces(&inner.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Pieces::text("Unit"),
            Type::Tuple(tuple) if tuple.elems.len() > LARGEST_TUPLE => self.refuse_type(ty, TOO_LARGE),
            Type::Array(array) if is_zero(&array.len) => self.refuse_type(ty, EMPTY),
            Type::Tuple(tuple) => {
                let mut pieces = Pieces::text("Tuple<");
                for (index, element) in tuple.elems.iter().enumerate() {
                    pieces.push_text(if index > 0 { ", " } else { "" });
                    pieces.append(self.type_pieces(element));
                }
                pieces.push_text(">");
                pieces
            }
            Type::Array(array) => {
                let mut pieces = Pieces::text("Array<");
                pieces.append(self.type_pieces(&array.elem));
                pieces.push_text(", ");
                pieces.append(self.length_pieces(&array.len));
                pieces.push_text(">");
                pieces
            }
            Type::Path(path) if let Some(projected) = self.projected(path) => projected,
            Type::Path(path) if path.qself.is_none() => self.path_type(ty, &path.path),
            Type::Path(path) if path.qself.as_ref().is_some_and(|of| of.position > 0) => {
                Pieces(vec![Piece::Type(self.without_self_type(ty))])
            }
            Type::Reference(_) => self.refuse_type(ty, "a reference cannot be stored here; store the value itself"),
            Type::Slice(_) => self.unsized_type(),
            Type::Ptr(_) => {
                self.refuse_type(ty, "raw pointers do not exist in device code; use references, arrays or buffers")
            }
            Type::FnPtr(_) => {
                self.refuse_type(ty, "function pointers do not exist in device code; call the function directly")
            }
            Type::ImplTrait(_) => self.refuse_type(ty, IMPL_TRAIT),
            Type::TraitObject(_) => self.refuse_type(
                ty,
                "trait objects do not exist in device code; use a generic parameter or a `#[device]` enum",
            ),
            Type::Never(_) => self.refuse_type(ty, "the type `!` does not exist in device code; leave it out"),
            Type::Infer(_) => self.refuse_type(ty, "the type must be known here; write it out"),
            _ => self.refuse_type(
                ty,
                "this type does not exist in device code; use numbers, arrays, tuples or `#[device]` types",
            ),
        }
    }

    /// A C++ parameter or typed local: `const T& name`, `T& name`, `T name`.
    pub fn declaration(&mut self, ty: &Type, name: &str) -> Pieces {
        let (prefix, value, suffix) = match strip(ty) {
            view if Shape::of_type(view).is_view() => {
                return concat([self.kept_type(view), Pieces::text(format!(" {name}"))]);
            }
            Type::Reference(reference) if reference.mutability.is_some() => ("", strip(&reference.elem), "& "),
            Type::Reference(reference) => ("const ", Self::behind(&reference.elem), "& "),
            other => ("", other, " "),
        };
        let [start, end] = if self.keeps_generic(value) { ["Exactly<", ">"] } else { ["", ""] };
        let kept = self.kept_type(value);
        concat([Pieces::text(prefix), Pieces::text(start), kept, Pieces::text(format!("{end}{suffix}{name}"))])
    }

    /// `Self`, or what an item path names, without generic arguments.
    pub fn item_pieces(&mut self, path: &Path) -> Pieces {
        let mut path = self.without_self(path);
        for segment in &mut path.segments {
            segment.arguments = PathArguments::None;
        }
        Pieces(vec![Piece::Item(path)])
    }

    /// The type with `Self` and `Self::Item` replaced.
    pub fn without_self_type(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        self.substitute(|visitor| visitor.visit_type_mut(&mut ty));
        ty
    }

    /// Whether the type mentions this generic parameter.
    pub fn mentions_one(&self, ty: &Type, name: &str) -> bool {
        let only: BTreeMap<String, Generic> = self
            .generics
            .get_key_value(name)
            .map(|(name, generic)| (name.clone(), generic.clone()))
            .into_iter()
            .collect();
        mentions_any(ty, &only)
    }

    /// Whether the type mentions a generic parameter.
    pub fn mentions_generic(&self, ty: &Type) -> bool {
        mentions_any(ty, &self.generics)
    }

    fn path_type(&mut self, ty: &Type, path: &Path) -> Pieces {
        let Some(last) = path.segments.last() else { return Pieces::new() };
        let name = last.ident.to_string();
        if path.segments.len() == 1 {
            if self.generics.contains_key(&name) {
                return Pieces::text(self.generic_name(&name));
            }
            if names::is_primitive(&name) {
                return Pieces::text(name);
            }
            // A procedure is no device type, and may name itself.
            let is_own = || self.input.self_type.is_some_and(|own| super::is_named(own, &name));
            if name == "Self" || (last.arguments.is_none() && is_own()) {
                return self.self_pieces(ty);
            }
        }
        // A type of the user's may be called `Box`, but not with parameters.
        let is_std = !last.arguments.is_none() || matches!(name.as_str(), "str" | "String");
        if let Some(pieces) = self.result_type(path) {
            return pieces;
        }
        if let Some((_, message)) = REFUSED.iter().find(|(refused, _)| is_std && *refused == name) {
            return self.refuse_type(ty, message);
        }
        if path.segments.len() == 2 && path.segments[0].ident == "Self" {
            return match self.input.item_type {
                Some(item) if name == "Item" => self.type_pieces(item),
                Some(_) if name == "Output" && self.input.output_type.is_some() => {
                    self.input.output_type.map_or_else(Pieces::new, |output| self.type_pieces(output))
                }
                _ => self.refuse_type(ty, "this associated type is not known in device code; write the type itself"),
            };
        }
        if name == "Context" {
            return match first_type(&last.arguments) {
                Some(procedure) => enclosed("Context<", self.procedure_pieces(procedure)),
                None => self.refuse_type(ty, "a context needs its procedure; write `&Context<P>`"),
            };
        }
        if let Some(value) = option(path) {
            return enclosed("Option<", self.type_pieces(value));
        }
        if TEMPLATES.contains(&name.as_str()) && matches!(last.arguments, PathArguments::AngleBracketed(_)) {
            // In a procedure `Shared` is its shared memory.
            let is_member = name == "Shared" && self.input.self_type.is_some();
            let mut pieces = Pieces::text(if is_member { "::whipple::Shared".to_owned() } else { name });
            pieces.append(self.template_arguments(&last.arguments));
            return pieces;
        }
        // In a function with generic types rustc cannot say what it is.
        if let (true, Some(class), PathArguments::AngleBracketed(_)) =
            (self.mentions_generic(ty), super::joined::class(&name), &last.arguments)
        {
            let mut pieces = Pieces::text(class);
            pieces.append(self.template_arguments(&last.arguments));
            return pieces;
        }
        if self.mentions_generic(ty)
            && path.segments.len() > 1
            && self.generics.contains_key(&path.segments[0].ident.to_string())
        {
            let hint = "types of a trait do not exist in generic device code; make it a type parameter of its own";
            return self.refuse_type(ty, hint);
        }
        let is_named_by_parts = self.mentions_generic(ty)
            || (super::joined::class(&name).is_none() && super::generics::has_no_layout(&last.arguments));
        if matches!(last.arguments, PathArguments::AngleBracketed(_)) && is_named_by_parts {
            return concat([self.item_pieces(path), self.template_arguments(&last.arguments)]);
        }
        // A procedure is no device type; in its own methods it has constants and functions all the same.
        if matches!(self.input.self_type.map(strip), Some(Type::Path(own)) if own.path == *path) {
            return self.self_pieces(ty);
        }
        Pieces(vec![Piece::Type(self.without_self_type(ty))])
    }

    /// The C++ name of a procedure type, which is a device item but not a device type.
    pub fn procedure_pieces(&mut self, ty: &Type) -> Pieces {
        match strip(ty) {
            Type::Path(path) if path.qself.is_none() => match path.path.get_ident().map(ToString::to_string) {
                Some(name) if self.generics.contains_key(&name) => Pieces::text(self.generic_name(&name)),
                _ => Pieces(vec![Piece::Procedure(self.without_self(&path.path))]),
            },
            _ => self.refuse_type(ty, "this is not a procedure; write the name of a `#[procedure]` struct"),
        }
    }

    fn self_pieces(&mut self, ty: &Type) -> Pieces {
        match self.input.self_type.map(strip) {
            Some(Type::Path(path)) if self.input.role == super::Role::Execute => {
                Pieces(vec![Piece::Procedure(path.path.clone())])
            }
            Some(Type::Path(path)) => {
                let arguments = self.input.parameters.map_or_else(String::new, super::Parameters::template_arguments);
                concat([Pieces(vec![Piece::Item(path.path.clone())]), Pieces::text(arguments)])
            }
            Some(other) => Pieces(vec![Piece::Type(other.clone())]),
            None => self.refuse_type(ty, "`Self` means nothing here; write the type itself"),
        }
    }

    fn without_self(&self, path: &Path) -> Path {
        let mut path = path.clone();
        if path.is_ident("Self")
            && let Some(Type::Path(own)) = self.input.self_type.map(strip)
        {
            path = own.path.clone();
        }
        path
    }

    pub(super) fn substitute(&self, visit: impl FnOnce(&mut SelfReplacer<'_>)) {
        visit(&mut SelfReplacer {
            own: self.input.self_type,
            item: self.input.item_type,
            output: self.input.output_type,
        });
    }

    fn refuse_type(&mut self, ty: &Type, message: &str) -> Pieces {
        self.errors.push(ty, message);
        Pieces::text("Unit")
    }
}

/// The type with these for `Self`, `Self::Item` and `Self::Output`, as far as they are known.
pub fn without_self(ty: &Type, own: &Type, item: Option<&Type>, output: Option<&Type>) -> Type {
    let mut ty = ty.clone();
    SelfReplacer { own: Some(own), item, output }.visit_type_mut(&mut ty);
    ty
}

/// Replaces `Self` and `Self::Item`, which a static outside the `impl` block could not name.
pub(super) struct SelfReplacer<'a> {
    own: Option<&'a Type>,
    item: Option<&'a Type>,
    output: Option<&'a Type>,
}

impl VisitMut for SelfReplacer<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty {
            let is_associated = |name: &str| {
                path.path.segments.len() == 2
                    && path.path.segments[0].ident == "Self"
                    && path.path.segments[1].ident == name
            };
            let replacement = if path.path.is_ident("Self") {
                self.own
            } else if is_associated("Item") {
                self.item
            } else if is_associated("Output") {
                self.output
            } else {
                None
            };
            if let Some(replacement) = replacement {
                *ty = replacement.clone();
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.segments.first().is_some_and(|segment| segment.ident == "Self")
            && let Some(Type::Path(own)) = self.own
        {
            let rest: Vec<_> = path.segments.iter().skip(1).cloned().collect();
            *path = own.path.clone();
            path.segments.extend(rest);
        }
        visit_mut::visit_path_mut(self, path);
    }
}

/// Whether this is the number 0.
pub fn is_zero(length: &Expr) -> bool {
    match length {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            number.base10_parse::<u64>().is_ok_and(|it| it == 0)
        }
        Expr::Group(inner) => is_zero(&inner.expr),
        _ => false,
    }
}

/// The type that a path names.
pub fn named(path: Path) -> Type {
    Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path })
}

/// A type without parentheses and invisible groups.
pub fn strip(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Paren(inner) => &inner.elem,
            Type::Group(inner) => &inner.elem,
            other => return other,
        };
    }
}

/// The last path segment of a type, behind references.
pub fn type_name(ty: &Type) -> Option<String> {
    match strip(ty) {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => None,
    }
}

/// What an `Option<T>` may hold.
pub fn option(path: &Path) -> Option<&Type> {
    let last = path.segments.last().filter(|last| last.ident == "Option")?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

/// The first type among generic arguments, after lifetimes.
fn first_type(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// `open inner>`
fn enclosed(open: &str, inner: Pieces) -> Pieces {
    super::code::concat([Pieces::text(open), inner, Pieces::text(">")])
}

fn mentions_any(ty: &Type, generics: &BTreeMap<String, Generic>) -> bool {
    struct Finder<'a> {
        generics: &'a BTreeMap<String, Generic>,
        found: bool,
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_path(&mut self, path: &'ast Path) {
            let first = path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
            self.found |= self.generics.contains_key(&first);
            visit::visit_path(self, path);
        }
    }
    let mut finder = Finder { generics, found: false };
    finder.visit_type(ty);
    finder.found
}
