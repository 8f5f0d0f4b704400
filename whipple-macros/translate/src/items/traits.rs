//! Impls of traits: which ones device code can have, and how their type finds them.
//!
//! A type's own expansion writes its C++ class, so it must know all of its impls, of which a macro sees none. Each impl leaves its
//! text in an inherent constant of the type, whose name the class asks for (`slots.rs`).

use super::slots::{self, own_slot};
use crate::{context::Parameters, operators::OPERATORS};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::{GenericArgument, Ident, Path, PathArguments, Type, spanned::Spanned};

/// Traits of the standard library that device code cannot have, the method that an impl has at least, and why.
const REFUSED: &[(&str, &str, &str)] = &[
    ("Deref", "deref", "name the field, or write a method"),
    ("DerefMut", "deref_mut", "name the field, or write a method"),
    (
        "PartialOrd",
        "partial_cmp",
        "it has the derived order alone: derive it, or write a method that returns an `Ordering`",
    ),
    ("Ord", "cmp", "it has the derived order alone: derive it, or write a method that returns an `Ordering`"),
    ("Copy", "", "derive it"),
    ("Drop", "drop", "device values are copied and forgotten"),
    (
        "IntoIterator",
        "into_iter",
        "write a method that gives an iterator of yours, with `#[device]` on its `impl Iterator`",
    ),
    ("RemAssign", "rem_assign", "write `a = a % b`"),
    ("Into", "into", "write `impl From<…> for …`"),
    ("TryFrom", "try_from", "write a function that returns an `Option` or a `Result`"),
    ("TryInto", "try_into", "write a function that returns an `Option` or a `Result`"),
    ("FromStr", "from_str", "device code has no strings: leave `#[device]` out"),
    ("Display", "fmt", "device code has no strings: leave `#[device]` out"),
    ("Debug", "fmt", "device code has no strings: leave `#[device]` out"),
    ("Hash", "hash", "device code has no hashers: write a function that mixes the fields"),
];

/// The trait of an impl, as far as its name tells.
pub struct Trait {
    /// Its last name.
    pub name: String,
    /// Its name as the impl has it.
    path: String,
    /// Its type arguments, without those that are the type itself.
    arguments: Vec<Type>,
}

impl Trait {
    /// The trait that a path names, in an impl for this type.
    pub fn of(path: &Path, self_type: &Type) -> Self {
        let Some(last) = path.segments.last() else {
            return Self { name: String::new(), path: String::new(), arguments: Vec::new() };
        };
        let is_itself = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("Self")) || ty == self_type;
        let arguments = match &last.arguments {
            PathArguments::AngleBracketed(list) => list
                .args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(ty) if !is_itself(ty) => Some(ty.clone()),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        Self { name: last.ident.to_string(), path: names.join("::"), arguments }
    }

    /// The C++ operator that this method of it is.
    pub fn operator(&self, method: &str) -> Option<&'static str> {
        OPERATORS.iter().find(|(name, of, _)| *name == self.name && *of == method).map(|(_, _, operator)| *operator)
    }

    /// Whether it is one of the operators.
    pub fn is_operator(&self) -> bool {
        OPERATORS.iter().any(|(name, ..)| *name == self.name)
    }

    /// Whether it is `Index` or `IndexMut`.
    pub fn is_index(&self) -> bool {
        matches!(self.name.as_str(), "Index" | "IndexMut")
    }

    /// Why device code cannot have it. An impl without the method of std's trait is of another one of this name.
    pub fn refusal(&self, implementation: &syn::ItemImpl) -> Option<&'static str> {
        let has = |method: &str| {
            let is_it =
                |item: &syn::ImplItem| matches!(item, syn::ImplItem::Fn(function) if function.sig.ident == method);
            method.is_empty() || implementation.items.iter().any(is_it)
        };
        let (.., reason) = REFUSED.iter().find(|(name, method, _)| *name == self.name && has(method))?;
        Some(reason)
    }

    /// The type on the right of an operator, where it is not that on the left.
    pub fn right(&self) -> Option<&Type> {
        self.arguments.first()
    }

    /// What tells this impl from the others of the type that has its text; `left` is a type of the library that the operator has
    /// on its left.
    pub fn key(&self, left: Option<&Type>) -> String {
        let text = |ty: &Type| ty.to_token_stream().to_string().replace(' ', "");
        if let Some(left) = left {
            let known = format!("{}: {}", text(left), self.name);
            return if own_slot(&known).is_some() { known } else { format!("{}: {}", text(left), self.path) };
        }
        let arguments: Vec<String> = self.arguments.iter().map(text).collect();
        let key = |name: &str| match arguments.join(",") {
            none if none.is_empty() => name.to_owned(),
            arguments => format!("{name}<{arguments}>"),
        };
        // By its whole path where slots are shared, so that two traits that share one can be told apart by their paths.
        let known = key(&self.name);
        if own_slot(&known).is_some() { known } else { key(&self.path) }
    }
}

/// What a type has by all of its impls, as an inherent constant of it.
pub fn members(ident: &Ident, parameters: &Parameters) -> TokenStream {
    let (declared, arguments) = (&parameters.declared, &parameters.arguments);
    let slots = slots::constants().map(|slot| Ident::new(&slot.to_string(), ident.span()));
    quote_spanned! {ident.span()=>
        impl<#declared> #ident #arguments {
            #[doc(hidden)]
            #[allow(dead_code, unreachable_pub)]
            pub const WHIPPLE_MEMBERS: ::whipple::private::Members = {
                const IMPLS: &[&[::whipple::private::DeviceImpl]] = &[#(<#ident>::#slots),*];
                const COUNT: usize = ::whipple::private::count_impls(IMPLS);
                const FOUND: [::core::option::Option<&'static ::whipple::private::DeviceImpl>; COUNT] =
                    ::whipple::private::impls_of(IMPLS);
                const ITEMS: usize = ::whipple::private::count_items(&FOUND);
                const FIELDS: &[&str] = <#ident as ::whipple::private::HasMembers>::FIELDS;
                ::whipple::private::check_impls(&FOUND);
                ::whipple::private::Members {
                    items: &::whipple::private::items_of::<{ COUNT }, { ITEMS }>(&FOUND, <#ident as ::whipple::private::HasMembers>::ITSELF),
                    names: &::whipple::private::names_of::<{ COUNT }, { COUNT + 1 }>(&FOUND, FIELDS),
                    receivers: &::whipple::private::receivers_of(&FOUND),
                    traits: &::whipple::private::traits_of::<{ COUNT }, { COUNT + 1 }>(&FOUND),
                    variants: <#ident as ::whipple::private::HasMembers>::VARIANTS,
                }
            };
        }
    }
}

/// What rustc knows of a type's members: in its class and its functions, types that are called like one are written with their namespaces.
pub fn names_of(owner: &Type) -> TokenStream {
    quote_spanned! {owner.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::HasNoMembers as _;
        <#owner>::WHIPPLE_MEMBERS.names
    }}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, self_type: &str) -> Trait {
        Trait::of(&syn::parse_str(path).expect("a path"), &syn::parse_str(self_type).expect("a type"))
    }

    #[test]
    fn keys_say_what_tells_impls_apart() {
        assert_eq!(of("Add", "Complex").key(None), "Add");
        assert_eq!(of("std::ops::Mul<Complex>", "Complex").key(None), "Mul");
        assert_eq!(of("Mul<Self>", "Complex").key(None), "Mul");
        assert_eq!(of("Mul<[f32; 2]>", "Complex").key(None), "Mul<[f32;2]>");
        assert_eq!(of("crate::shapes::Shape", "Disc").key(None), "crate::shapes::Shape");
        let left = syn::parse_quote!(f32);
        assert_eq!(of("Mul<Complex>", "f32").key(Some(&left)), "f32: Mul");
    }
}
