//! How the class of a type finds the impls of the type.
//!
//! The expansion of a `#[device]` type writes its C++ class, and sees no impl. Each `#[device] impl` of a trait leaves its text in an
//! inherent constant of the type. Which of many it is follows from the trait's name (`items/traits.rs` of the translator); the class asks
//! for all of them, and gets an empty list where there is none. The impl without a trait leaves its text in one of a trait for it.

use super::{DeviceImpl, ItemRef, names_contain};

// `DeviceImpls`: an inherent constant of a name, which a `#[device] impl` makes, shadows that of the trait.
whipple_macros::device_impls!();

/// All slots of a type, in lists.
type Slots = &'static [&'static [&'static [DeviceImpl]]];

/// How many impls a type has.
pub const fn count_impls(slots: Slots) -> usize {
    let (mut count, mut list) = (0, 0);
    while list < slots.len() {
        let mut slot = 0;
        while slot < slots[list].len() {
            count += slots[list][slot].len();
            slot += 1;
        }
        list += 1;
    }
    count
}

/// The impls of a type, which has so many. One pass over the slots of each type costs less than a pass for each question.
pub const fn impls_of<const N: usize>(slots: Slots) -> [Option<&'static DeviceImpl>; N] {
    let mut impls: [Option<&'static DeviceImpl>; N] = [None; N];
    let (mut found, mut list) = (0, 0);
    while found < N {
        let mut slot = 0;
        while slot < slots[list].len() {
            if let [one] = slots[list][slot] {
                impls[found] = Some(one);
                found += 1;
            }
            slot += 1;
        }
        list += 1;
    }
    impls
}

/// Their texts.
pub const fn items_of<const N: usize>(impls: &[Option<&'static DeviceImpl>; N], itself: ItemRef) -> [ItemRef; N] {
    let mut items = [itself; N];
    let mut index = 0;
    while index < N {
        if let Some(one) = impls[index] {
            items[index] = one.item;
        }
        index += 1;
    }
    items
}

/// The C++ names of fields, and of what the impls have: `M` is one more than `N`.
pub const fn names_of<const N: usize, const M: usize>(
    impls: &[Option<&'static DeviceImpl>; N],
    fields: &'static [&'static str],
) -> [&'static [&'static str]; M] {
    let mut names = [fields; M];
    let mut index = 0;
    while index < N {
        if let Some(one) = impls[index] {
            names[index + 1] = one.members;
        }
        index += 1;
    }
    names
}

/// The Rust names of the functions that take `self`.
pub const fn receivers_of<const N: usize>(impls: &[Option<&'static DeviceImpl>; N]) -> [&'static [&'static str]; N] {
    let none: &'static [&'static str] = &[];
    let mut names = [none; N];
    let mut index = 0;
    while index < N {
        if let Some(one) = impls[index] {
            names[index] = one.receivers;
        }
        index += 1;
    }
    names
}

/// Refuses functions of one name in impls of different traits: C++ has them in one class. Those of one trait with several types, as
/// `From`, are told apart by their arguments.
#[track_caller]
pub const fn check_impls<const N: usize>(impls: &[Option<&'static DeviceImpl>; N]) {
    let mut index = 0;
    while index < N {
        let mut before = 0;
        while before < index {
            if let (Some(one), Some(other)) = (impls[index], impls[before]) {
                if names_contain(&[one.of], other.of) {
                    check_signatures(one, other);
                } else {
                    check_names(one, other);
                }
            }
            before += 1;
        }
        index += 1;
    }
}

#[track_caller]
const fn check_names(one: &DeviceImpl, other: &DeviceImpl) {
    let mut index = 0;
    while index < one.members.len() {
        let name = one.members[index];
        assert!(
            !names_contain(other.members, name)
                || hides(one, other, name)
                || hides(other, one, name)
                || (names_contain(one.single, name) && names_contain(other.single, name)),
            "two `#[device] impl` of this type have a function or constant of the same name, which C++ cannot tell apart: rename one of them"
        );
        index += 1;
    }
}

/// Whether rustc says that the impl without a trait hides a function or constant of another.
const fn hides(own: &DeviceImpl, other: &DeviceImpl, name: &str) -> bool {
    own.of.is_empty() && names_contain(other.hidable, name)
}

#[track_caller]
const fn check_signatures(one: &DeviceImpl, other: &DeviceImpl) {
    let mut index = 0;
    while index < one.signatures.len() {
        assert!(
            !names_contain(other.signatures, one.signatures[index]),
            "two `#[device] impl` of one trait with several types differ by a result or by a constant alone, which C++ cannot tell apart: write a method of another name for each"
        );
        index += 1;
    }
}
