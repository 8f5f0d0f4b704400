//! What declared types say, and the types of struct literals.

use super::{
    Translator,
    scope::Kind,
    types::{strip, type_name},
};
use crate::names;
use syn::Type;

/// The hint for an assignment to a reference itself.
pub const POINTED_ELSEWHERE: &str =
    "a reference cannot be pointed elsewhere in device code; use an index, or copy the value";

impl Translator<'_> {
    /// What a declared type says about a variable.
    pub fn kind_of(ty: &Type) -> Kind {
        match type_name(ty).as_deref() {
            Some("bool") if !matches!(strip(ty), Type::Reference(_)) => Kind::Bool,
            Some(name) if names::is_integer(name) => Kind::Integer,
            Some("Context") => Kind::Context,
            Some("Buffer" | "ReadOnly" | "Shared" | "SharedArray") => Kind::Memory,
            _ => Kind::Value,
        }
    }
}

/// `SplitScratch` → `split_scratch`.
pub fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, character) in name.char_indices() {
        if character.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(character.to_lowercase());
    }
    out
}
