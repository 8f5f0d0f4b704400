//! Impls of traits: which ones device code can have, and under which constant their type finds them.
//!
//! A type's own expansion writes its C++ class, so it must know all of its impls, of which a macro sees none. Each impl leaves its
//! text in an inherent constant of the type, whose name the class asks for: one of [`SLOTS`], chosen by the trait.

use crate::operators::OPERATORS;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote_spanned};
use syn::{GenericArgument, Ident, Path, PathArguments, Type, spanned::Spanned};

/// How many impls a class asks for, as in whipple's `private` module. The first is the impl without a trait, which the class finds by a
/// trait, and the others by constants: where a type has two without a trait, rustc says so once.
const SLOTS: usize = 256;

/// Impls that have a slot of their own beside `OPERATORS` with the type itself on the right.
const WITH_ARGUMENTS: &[&str] = &[
    "Rem",
    "Default",
    "Clone",
    "Mul<f32>",
    "Mul<f64>",
    "Div<f32>",
    "Div<f64>",
    "MulAssign<f32>",
    "MulAssign<f64>",
    "f32: Mul",
    "f64: Mul",
    "Mul<u32>",
    "Mul<Vec2>",
    "Mul<Vec3>",
    "Shl<u32>",
    "Shr<u32>",
    "From<u32>",
    "From<f32>",
];

/// Traits of the standard library that device code cannot have, the method that an impl has at least, and why.
const REFUSED: &[(&str, &str, &str)] = &[
    ("Index", "index", "it returns a reference: write a method that returns the value"),
    ("IndexMut", "index_mut", "it returns `&mut`: write a method that changes the value"),
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
    ("Iterator", "next", "device code has no iterators: write a `for` loop over a range"),
    ("IntoIterator", "into_iter", "device code has no iterators: write a `for` loop over a range"),
    ("RemAssign", "rem_assign", "write `a = a % b`"),
    ("Into", "into", "write `impl From<…> for …`"),
    ("TryFrom", "try_from", "its result is a `Result`: write a function that returns an `Option`"),
    ("TryInto", "try_into", "its result is a `Result`: write a function that returns an `Option`"),
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

/// The constant of the impl of a trait with this key.
pub fn constant(key: &str) -> Ident {
    constant_of(slot(key))
}

fn constant_of(slot: usize) -> Ident {
    format_ident!("WHIPPLE_IMPL_{slot}")
}

/// The trait that gives each type an empty list for each slot.
pub fn device_impls() -> TokenStream {
    let slots = (1..SLOTS).map(constant_of);
    quote::quote! {
        /// The defaults of the slots of all types.
        pub trait DeviceImpls {
            #(
                /// The impl of this slot.
                const #slots: &'static [DeviceImpl] = &[];
            )*
        }
        impl<T> DeviceImpls for T {}
    }
}

/// What a type has by all of its impls, as an inherent constant of it.
pub fn members(ident: &Ident) -> TokenStream {
    let constant = |slot| Ident::new(&constant_of(slot).to_string(), ident.span());
    let slots: Vec<Ident> = (1..SLOTS).map(constant).collect();
    let slots = slots.chunks(16).map(|slots| quote_spanned!(ident.span()=> &[#(<#ident>::#slots),*]));
    quote_spanned! {ident.span()=>
        impl #ident {
            #[doc(hidden)]
            #[allow(dead_code, unreachable_pub)]
            pub const WHIPPLE_MEMBERS: ::whipple::private::Members = {
                #[allow(unused_imports)]
                use ::whipple::private::NotCompared as _;
                const IMPLS: &[&[&[::whipple::private::DeviceImpl]]] =
                    &[&[::whipple::private::Probe::<#ident>::OWN_IMPL], #(#slots),*];
                const COUNT: usize = ::whipple::private::count_impls(IMPLS);
                const FOUND: [::core::option::Option<&'static ::whipple::private::DeviceImpl>; COUNT] =
                    ::whipple::private::impls_of(IMPLS);
                const FIELDS: &[&str] = <#ident as ::whipple::private::HasMembers>::FIELDS;
                ::whipple::private::check_impls(&FOUND);
                ::whipple::private::Members {
                    items: &::whipple::private::items_of(&FOUND, <#ident as ::whipple::private::HasMembers>::ITSELF),
                    names: &::whipple::private::names_of::<{ COUNT }, { COUNT + 1 }>(&FOUND, FIELDS),
                    receivers: &::whipple::private::receivers_of(&FOUND),
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

/// The slot of an impl with this key: its own for those that most types have, one that it may share for others.
pub fn slot(key: &str) -> usize {
    let count = 1 + OPERATORS.len() + WITH_ARGUMENTS.len();
    own_slot(key).unwrap_or_else(|| {
        // FNV-1a.
        let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        // The high bits of a short name differ little.
        let mixed = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        count + ((mixed >> 33) % (SLOTS - count) as u64) as usize
    })
}

fn own_slot(key: &str) -> Option<usize> {
    let mut known = OPERATORS.iter().map(|(name, ..)| *name).chain(WITH_ARGUMENTS.iter().copied());
    known.position(|name| name == key).map(|position| 1 + position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::OPERATORS;

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

    #[test]
    fn what_most_types_have_never_shares_a_slot() {
        let mut slots: Vec<usize> = OPERATORS.iter().map(|(name, ..)| slot(name)).collect();
        slots.extend(WITH_ARGUMENTS.iter().map(|key| slot(key)));
        let all = slots.len();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), all);
        let most = slots.iter().max().copied().unwrap_or_default();
        for key in ["Shape", "Surface", "From<Complex>", "Material"] {
            assert!((most + 1..SLOTS).contains(&slot(key)), "{key}");
        }
    }
}
