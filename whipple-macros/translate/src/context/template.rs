//! The parameters of a template, which a generic function is in C++.

use super::{
    Role, Translator,
    types::{Generic, type_name},
};
use crate::{names, piece::Pieces};
use syn::GenericParam;

impl Translator<'_> {
    /// `template <class T, size_t N>`, at the declaration and at the definition, which does not repeat defaults.
    pub(super) fn template(&mut self) -> (Option<Pieces>, Option<Pieces>) {
        let mut list = Vec::new();
        let of_type = self.input.parameters.map_or(0, |parameters| parameters.list.len());
        for parameter in self.input.signature.generics.params.iter().skip(of_type) {
            match parameter {
                GenericParam::Lifetime(_) => {}
                GenericParam::Type(ty) => {
                    let function = &self.input.signature.ident;
                    if self.input.role == Role::Method && names::is_float_method(&function.to_string()) {
                        // A call would be taken for one of the float's method, and its literals would get their types from that.
                        self.errors.push(
                            function,
                            format!("floats have a method `{function}`; a generic one of this name needs another name"),
                        );
                    }
                    self.generics.insert(ty.ident.to_string(), Generic::Type);
                    list.push(format!("class {}", names::item(&ty.ident.to_string())));
                }
                GenericParam::Const(constant) => {
                    let class = type_name(&constant.ty).unwrap_or_default();
                    let raw = raw_constant(&class).unwrap_or_else(|| {
                        self.errors.push(&constant.ty, no_raw_constant(&class));
                        "size_t"
                    });
                    self.generics.insert(constant.ident.to_string(), Generic::Const(class));
                    list.push(format!("{raw} {}", names::item(&constant.ident.to_string())));
                }
            }
        }
        for name in self.generics.keys() {
            self.scopes.items.insert(self.generic_name(name));
        }
        self.with_callables(list)
    }
}

/// What to write instead of a constant parameter of a type that C++ has none of.
pub fn no_raw_constant(class: &str) -> &'static str {
    match class {
        "u128" | "i128" => {
            "a constant parameter has at most 64 bits in device code; make it two `u64`, or hand the number over as an argument"
        }
        _ => "only integers and `bool` can be constant parameters in device code",
    }
}

/// What C++ has for a constant parameter of this type.
pub fn raw_constant(class: &str) -> Option<&'static str> {
    Some(match class {
        "usize" => "size_t",
        "isize" | "i64" => "long long",
        "u64" => "unsigned long long",
        "u32" => "unsigned",
        "i32" => "int",
        "u16" => "unsigned short",
        "i16" => "short",
        "u8" => "unsigned char",
        "i8" => "signed char",
        "bool" => "bool",
        _ => return None,
    })
}
