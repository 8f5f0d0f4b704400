//! What paths name in C++: constants, variants, functions and what belongs to a type.

use super::{
    Receiver, Translator,
    code::{self, Code, concat},
    levels::is_procedure,
    types::{self, Generic},
};
use crate::{
    methods::{self, Associated},
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::quote_spanned;

impl Translator<'_> {
    /// The C++ name of a field.
    pub fn member_name(&mut self, member: &syn::Member) -> String {
        match member {
            syn::Member::Named(name) => names::field(&name.to_string()),
            syn::Member::Unnamed(index) => format!("_{}", index.index),
        }
    }

    /// `self`.
    pub fn this(&mut self, span: proc_macro2::Span) -> Code {
        match self.receiver {
            Receiver::Value { mutable: true } => Code::primary("self_"),
            Receiver::None => {
                self.errors.push_at(span, "`self` does not exist in this function; add a `self` parameter");
                Code::primary("0")
            }
            _ => Code::new(Pieces::text("*this"), code::UNARY),
        }
    }

    /// A constant, a variant without fields, or a generic parameter.
    pub fn item_value(&mut self, path: &syn::Path) -> Code {
        if let Some(name) = path.get_ident()
            && let Some(generic) = self.generics.get(&name.to_string())
        {
            let name = self.generic_name(&name.to_string());
            return Code::primary(match generic {
                Generic::Const(class) if class != "bool" => format!("{class}({name})"),
                _ => name,
            });
        }
        self.item_path(path)
    }

    /// The type and the name of `Type::name`.
    pub fn owner_of(&mut self, path: &syn::Path) -> Option<(Pieces, String)> {
        let name = path.segments.last()?.ident.to_string();
        Some((self.type_prefix(path)?.0, name))
    }

    /// The type of `Type::name`, which may be a procedure.
    pub fn owner_pieces(&mut self, ty: &syn::Type) -> Pieces {
        let mut pieces = self.type_pieces(ty);
        if let [piece @ Piece::Type(_)] = pieces.0.as_mut_slice()
            && let Piece::Type(syn::Type::Path(path)) = &*piece
            && path.path.segments.iter().all(|segment| segment.arguments.is_none())
            && !super::last_name(ty).is_some_and(|name| names::is_vector(&name))
        {
            *piece = Piece::Owner(syn::Type::Path(path.clone()));
        }
        pieces
    }

    /// The type of `Type::name`, without `Self`.
    pub fn owner_type(&self, path: &syn::Path) -> syn::Type {
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        self.without_self_type(&types::named(owner))
    }

    /// The same, without the arguments that an item beside the function cannot name: the type alone says what all of its kind have.
    pub fn item_type(&self, ty: &syn::Type) -> syn::Type {
        let mut found = self.without_self_type(ty);
        if self.mentions_generic(ty)
            && let syn::Type::Path(path) = &mut found
            && let Some(last) = path.path.segments.last_mut()
        {
            last.arguments = syn::PathArguments::None;
        }
        found
    }

    /// A constant expression: whether a type has a method of this name.
    pub fn has_receiver(&self, ty: &syn::Type, name: &str) -> TokenStream {
        quote_spanned! { syn::spanned::Spanned::span(ty) => {
            #[allow(unused_imports)]
            use ::whipple::private::HasNoMembers as _;
            <#ty>::WHIPPLE_MEMBERS.has_receiver(#name)
        } }
    }

    /// A constant expression: whether this type, which may be an alias, is one of the device library's that has this name.
    pub fn is_built_in(&self, ty: &syn::Type, name: &str) -> TokenStream {
        let owners = methods::built_in_owners(name);
        let span = syn::spanned::Spanned::span(ty);
        quote_spanned! {span=> {
            #[allow(unused_imports)]
            use ::whipple::private::NotCompared as _;
            ::whipple::private::is_one_of(::whipple::private::Probe::<#ty>::BUILT_IN, &[#(#owners),*])
        } }
    }

    /// `None`, `None::<T>` or `Option::<T>::None`.
    pub fn none(&mut self, path: &syn::Path) -> Code {
        let typed = path.segments.iter().find(|segment| !segment.arguments.is_none());
        let Some(typed) = typed else { return Code::primary("none") };
        let arguments = self.template_arguments(&typed.arguments);
        Code::call(concat([Pieces::text("Option"), arguments]), vec![Code::primary("none")])
    }

    fn item_path(&mut self, path: &syn::Path) -> Code {
        if let Some(code) = self.known_constant(path) {
            return code;
        }
        if let [owner, name] = &*path.segments.iter().collect::<Vec<_>>()
            && is_procedure(self.input.signature, &owner.ident.to_string())
        {
            let instead = if name.ident == "THREADS" { "write `ctx.threads()`" } else { "pass it to the function" };
            let message = format!("a constant of a procedure is not in device code: {instead}");
            self.errors.push(path, message);
        }
        match self.type_prefix(path) {
            Some((pieces, _)) => {
                self.require_constant(path);
                let last = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                if self.may_be_foreign(&self.owner_type(path)) {
                    let (hash, name) = (names::hash(names::unraw_text(&last)), names::member(&last));
                    let head = Pieces::text(format!("WHIPPLE_CONSTANT_OF({hash}ull, {name}, "));
                    return Code::new(concat([head, pieces, Pieces::text(")")]), code::PRIMARY);
                }
                let name = Pieces::text(format!("::{}", names::member(&last)));
                let owner = self.owner_of_constant(&self.owner_type(path), &last, pieces);
                Code::new(concat([owner, name]), code::PRIMARY)
            }
            None => Code::new(self.named_constant(path), code::PRIMARY),
        }
    }

    /// The C++ type that has a constant: of floats it is another, and an alias may stand for one.
    pub fn owner_of_constant(&self, ty: &syn::Type, name: &str, owner: Pieces) -> Pieces {
        if !matches!(methods::associated("f32", name), Some(Associated::Constant(_))) || self.mentions_generic(ty) {
            return owner;
        }
        let is_float = quote_spanned! {syn::spanned::Spanned::span(ty)=> {
            #[allow(unused_imports)]
            use ::whipple::private::NotCompared as _;
            ::whipple::private::is_one_of(::whipple::private::Probe::<#ty>::BUILT_IN, &["f32", "f64"])
        } };
        let of_floats = |text: &str| {
            let (text, nothing) = (Piece::Text(text.to_owned()), Piece::Text(String::new()));
            Pieces(vec![Piece::Choice(is_float.clone(), Box::new(text), Box::new(nothing))])
        };
        concat([of_floats("Float<"), owner, of_floats(">")])
    }

    /// A reference to a constant of a module.
    fn named_constant(&mut self, path: &syn::Path) -> Pieces {
        let item = self.item_pieces(path);
        Pieces(
            item.0
                .into_iter()
                .map(|piece| match piece {
                    Piece::Item(path) => Piece::Constant(path),
                    other => other,
                })
                .collect(),
        )
    }

    /// For `Type::name`: the C++ type, and the name of a primitive type.
    pub fn type_prefix(&mut self, path: &syn::Path) -> Option<(Pieces, Option<String>)> {
        let count = path.segments.len();
        if count < 2 {
            return None;
        }
        let before = &path.segments[count - 2];
        let name = before.ident.to_string();
        if !names::is_type_name(&name) {
            return None;
        }
        let mut owner = path.clone();
        owner.segments.pop();
        // `pop` leaves the separator before the segment that it took.
        owner.segments.pop_punct();
        Some((self.owner_pieces(&types::named(owner)), names::is_primitive(&name).then_some(name)))
    }

    /// A reference to an item with template arguments, as `lerp<f32>`.
    pub fn function_item(&mut self, path: &syn::Path) -> Pieces {
        let mut pieces = self.item_pieces(path);
        if let Some(last) = path.segments.last() {
            pieces.append(self.template_arguments(&last.arguments));
        }
        debug_assert!(matches!(pieces.0.first(), Some(Piece::Item(_))));
        pieces
    }
}

/// Whether a path is `None`, with or without its type.
pub fn is_none(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    names.next().is_some_and(|name| name == "None") && names.next().is_none_or(|owner| owner == "Option")
}

/// How many bits a signed integer type has.
pub fn signed_bits(suffix: &str) -> Option<u32> {
    match suffix {
        "i8" => Some(8),
        "i16" => Some(16),
        "i32" => Some(32),
        "i64" | "isize" => Some(64),
        "i128" => Some(128),
        _ => None,
    }
}
