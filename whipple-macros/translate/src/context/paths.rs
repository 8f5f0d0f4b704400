//! What paths name in C++: constants, variants, functions and what belongs to a type.

use super::{
    Receiver, Translator,
    code::{self, Code, concat},
    types::{self, Generic},
};
use crate::{
    names,
    piece::{Piece, Pieces},
};

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
            let name = names::item(&name.to_string());
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

    /// The type of `Type::name`, without `Self`.
    pub fn owner_type(&self, path: &syn::Path) -> syn::Type {
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        self.without_self_type(&types::named(owner))
    }

    /// A constant expression: whether a type has a method of this name.
    pub fn has_receiver(&self, ty: &syn::Type, name: &str) -> proc_macro2::TokenStream {
        quote::quote_spanned! { syn::spanned::Spanned::span(ty) => {
            #[allow(unused_imports)]
            use ::whipple::private::HasNoMembers as _;
            <#ty>::WHIPPLE_MEMBERS.has_receiver(#name)
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
        match self.type_prefix(path) {
            Some((mut pieces, _)) => {
                self.require_constant(path);
                let last = path.segments.last().map(|segment| names::member(&segment.ident.to_string()));
                pieces.push_text(&format!("::{}", last.unwrap_or_default()));
                Code::new(pieces, code::PRIMARY)
            }
            None => Code::new(self.named_constant(path), code::PRIMARY),
        }
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
        Some((self.type_pieces(&super::types::named(owner)), names::is_primitive(&name).then_some(name)))
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
        _ => None,
    }
}
