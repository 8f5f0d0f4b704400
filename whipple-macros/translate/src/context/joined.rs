//! Structs with type parameters of the library: `Joined`, `Outputs2`, `Outputs3`, `Outputs4`, and `Reverse` of std.
//!
//! C++ has functions that make them: they find the parameters, and leave out what has no size. The path of a literal or of a pattern does not
//! say the parameters, and rustc names no type without them. But it names what the type has, as `Joined::WHIPPLE_OF_FIELDS`. So rustc
//! finds whether a path leads to one of these, under any name, or to a type of the user's with the same name.

use super::{Translator, types::named};
use crate::piece::{Piece, Pieces};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::{GenericArgument, Ident, Member, Path, PathArguments, Type, spanned::Spanned};

/// The names of the fields of `Joined`, in their order.
const FIELDS: [&str; 2] = ["state", "outputs"];

/// Those of `Several` and `Total`.
const GATHERED: [&str; 3] = ["values", "count", "total"];

/// The fields of the struct of this name, if it is one of these by its name.
fn count(path: &Path) -> Option<usize> {
    match path.segments.last()?.ident.to_string().as_str() {
        "Reverse" => Some(1),
        "Joined" | "Outputs2" => Some(2),
        "Outputs3" => Some(3),
        "Outputs4" => Some(4),
        _ => None,
    }
}

/// The types of the fields of one of these, where its type is written.
pub fn field_types(path: &Path) -> Option<Vec<&Type>> {
    let PathArguments::AngleBracketed(arguments) = &path.segments.last()?.arguments else { return None };
    let types: Vec<&Type> = arguments
        .args
        .iter()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
        .collect();
    (count(path) == Some(types.len())).then_some(types)
}

/// The C++ class of the one of this name.
pub fn class(name: &str) -> Option<&'static str> {
    match name {
        "Joined" => Some("Joined"),
        "Outputs2" | "Outputs3" | "Outputs4" => Some("Outputs"),
        _ => None,
    }
}

/// Whether a path leads to one of these, by its name.
pub fn is_joined(path: &Path) -> bool {
    count(path).is_some()
}

/// Whether a path leads to `Reverse`, by its name: std's, or a type of the user's.
pub fn is_reverse(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "Reverse" && last.arguments.is_none())
}

/// The place of a field of one of these.
pub fn position(member: &Member) -> Option<usize> {
    match member {
        Member::Named(name) => FIELDS.iter().position(|field| name == field),
        Member::Unnamed(index) => Some(index.index as usize),
    }
}

/// Whether a literal with these fields may make one of these.
pub fn may_construct<'m>(path: &Path, members: impl ExactSizeIterator<Item = &'m Member>) -> bool {
    let length = members.len();
    let mut all_fit = true;
    let mut are_named = true;
    for member in members {
        are_named &= matches!(member, Member::Named(_));
        all_fit &= position(member).is_some_and(|position| position < length);
    }
    all_fit && if are_named { length == FIELDS.len() } else { count(path) == Some(length) }
}

/// Whether a literal with this field and a base may make one of these.
pub fn may_renew(path: &Path, member: &Member) -> bool {
    matches!(member, Member::Named(_))
        && position(member).is_some()
        && path.segments.last().is_some_and(|last| last.ident == "Joined")
}

/// Whether a pattern with these fields may look into one of these, or into `Several` or `Total`.
fn may_look_into<'m>(path: &Path, members: impl Iterator<Item = &'m Member>) -> bool {
    let mut members = members.peekable();
    let is_known = |member: &Member| match member {
        Member::Named(name) => position(member).is_some() || GATHERED.iter().any(|field| name == field),
        Member::Unnamed(_) => false,
    };
    let is_gathered = path.segments.last().is_some_and(|last| last.ident == "Several" || last.ident == "Total");
    count(path).is_some() || is_gathered || (members.peek().is_some() && members.all(is_known))
}

/// The path without what is written of the parameters.
fn bare(path: &Path) -> Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    path
}

/// Pieces of text that a type has by this name.
fn constant(of: &TokenStream, name: &Ident) -> Pieces {
    let piece = quote_spanned! {name.span()=>
        ::whipple::private::Piece::Type({
            #[allow(unused_imports)]
            use ::whipple::private::Constructed as _;
            #of::#name
        })
    };
    Pieces(vec![Piece::Tokens(piece)])
}

impl Translator<'_> {
    /// What C++ calls to make a value of one of these, with the values of the fields in their order; or with that of one and a base.
    pub fn constructor(&mut self, path: &Path, members: &[Member], has_base: bool) -> Pieces {
        let span = path.span();
        let path = bare(path);
        let of = if path.segments.first().is_some_and(|first| first.ident == "Self") {
            let ty = self.without_self_type(&named(path));
            quote_spanned!(span=> <#ty>)
        } else {
            path.to_token_stream()
        };
        let are_named = members.iter().all(|member| matches!(member, Member::Named(_)));
        let by = match (has_base, members) {
            (true, [only]) if position(only) == Some(0) => "WHIPPLE_WITH_STATE",
            (true, _) => "WHIPPLE_WITH_OUTPUTS",
            (false, _) if are_named => "WHIPPLE_OF_FIELDS",
            (false, _) => "WHIPPLE_OF_PARTS",
        };
        let by = Ident::new(by, span);
        constant(&of, &by)
    }

    /// The C++ type of a literal that makes none of these as it stands: it may be of a type of the user's with the name of one.
    pub fn struct_type_of(&mut self, path: &Path) -> Pieces {
        let is_bare = path.segments.iter().all(|segment| segment.arguments.is_none());
        if is_joined(path) && is_bare {
            return constant(&path.to_token_stream(), &Ident::new("WHIPPLE_TYPE", path.span()));
        }
        let mut pieces = self.type_pieces(&named(path.clone()));
        if let [piece @ Piece::Type(_)] = pieces.0.as_mut_slice()
            && let Piece::Type(ty) = &*piece
        {
            *piece = Piece::Literal(ty.clone());
        }
        pieces
    }

    /// Has rustc refuse a pattern whose path is a variant that was imported: alone, it looks like a struct.
    pub fn require_type<'m>(&mut self, path: &Path, members: impl Iterator<Item = &'m Member>) {
        let ty = self.without_self_type(&named(path.clone()));
        let is_self = super::last_name(&ty).is_some_and(|name| name == "Self");
        if is_self || path.segments.iter().any(|segment| !segment.arguments.is_none()) {
            return;
        }
        let is_plain = ty.to_token_stream().to_string() == path.to_token_stream().to_string();
        let check = if is_plain && is_reverse(path) {
            // One instance of std's has it.
            quote_spanned! {path.span()=>
                const _: () = {
                    #[allow(unused_imports)]
                    use ::whipple::private::Constructed as _;
                    let _ = #path::WHIPPLE_TYPE;
                };
            }
        } else if is_plain && may_look_into(path, members) {
            quote_spanned! {path.span()=>
                const _: () = {
                    #[allow(unused_imports)]
                    use ::whipple::private::IsType as _;
                    #path::WHIPPLE_IS_TYPE
                };
            }
        } else {
            quote_spanned! {path.span()=>
                const _: ::core::marker::PhantomData<#ty> = ::core::marker::PhantomData;
            }
        };
        self.checks.entry(ty.to_token_stream().to_string()).or_insert(check);
    }
}
