//! The slots in which impls leave their text: inherent constants of the type, whose names its class asks for.
//!
//! Which slot an impl has follows from its key: from the trait and its arguments, or from the members where there is no trait. rustc expands
//! the macros of a crate in one process. So an impl whose slot another one of the type has, which came before it, takes the next. Where a
//! process keeps nothing between two expansions, both have the slot, and rustc refuses them by the names of their constants.

use crate::operators::OPERATORS;
use proc_macro2::{LineColumn, Span, TokenStream};
use quote::format_ident;
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};
use syn::Ident;

/// How many impls a class asks for. Each costs rustc some time with every type.
const SLOTS: usize = 128;

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

/// The impls that share slots, by their keys and where they are: by the name of their type and the slot.
static TAKEN: Mutex<BTreeMap<(String, usize), (String, LineColumn)>> = Mutex::new(BTreeMap::new());

/// The slot of an impl of a type of this name, with this key, which begins there.
pub fn slot(owner: &str, key: &str, at: Span) -> usize {
    if let Some(slot) = own_slot(key) {
        return slot;
    }
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let (first, shared) = (first_shared(), SLOTS - first_shared());
    let (start, itself) = (spread(key) as usize % shared, (key.to_owned(), at.start()));
    for step in 0..shared {
        let slot = first + (start + step) % shared;
        let found = taken.entry((owner.to_owned(), slot)).or_insert_with(|| itself.clone());
        if *found == itself {
            return slot;
        }
    }
    first + start
}

/// The constant of a slot.
pub fn constant(slot: usize) -> Ident {
    format_ident!("WHIPPLE_IMPL_{slot}")
}

/// The constants of all slots.
pub fn constants() -> impl Iterator<Item = Ident> {
    (0..SLOTS).map(constant)
}

/// The trait that gives each type an empty list for each slot.
pub fn device_impls() -> TokenStream {
    let slots = constants();
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

/// The slot that nothing but impls of this key have.
pub fn own_slot(key: &str) -> Option<usize> {
    let mut known = OPERATORS.iter().map(|(name, ..)| *name).chain(WITH_ARGUMENTS.iter().copied());
    known.position(|name| name == key)
}

fn first_shared() -> usize {
    OPERATORS.len() + WITH_ARGUMENTS.len()
}

/// A number for a key.
fn spread(key: &str) -> u64 {
    // FNV-1a.
    let hash = key
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    // The high bits of a short name differ little.
    (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd) >> 33
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_most_types_have_never_shares_a_slot() {
        let known: Vec<&str> = OPERATORS.iter().map(|(name, ..)| *name).chain(WITH_ARGUMENTS.iter().copied()).collect();
        let slots: BTreeSet<usize> = known.iter().map(|key| slot("Known", key, Span::call_site())).collect();
        assert_eq!(slots, (0..first_shared()).collect());
        for key in ["Shape", "Surface", "From<Complex>", "{twice}"] {
            assert!((first_shared()..SLOTS).contains(&slot("Known", key, Span::call_site())), "{key}");
        }
    }

    #[test]
    fn impls_of_one_type_have_slots_of_their_own() {
        let keys: Vec<String> = (0..70).map(|number| format!("{{name_{number}}}")).collect();
        let all = |owner: &str| keys.iter().map(|key| slot(owner, key, Span::call_site())).collect::<Vec<_>>();
        let slots = all("Slotted");
        assert_eq!(slots.iter().collect::<BTreeSet<_>>().len(), keys.len());
        // What is expanded twice stays where it is.
        assert_eq!(all("Slotted"), slots);
    }

    #[test]
    fn one_slot_more_than_there_are_is_refused_by_rustc() {
        let shared = SLOTS - first_shared();
        let slots: Vec<usize> =
            (0..=shared).map(|number| slot("Crowded", &number.to_string(), Span::call_site())).collect();
        assert!(slots.iter().all(|slot| (first_shared()..SLOTS).contains(slot)));
        assert_eq!(slots.iter().collect::<BTreeSet<_>>().len(), shared);
    }
}
