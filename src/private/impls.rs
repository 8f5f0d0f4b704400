//! How the class of a type finds the impls of the type.
//!
//! The expansion of a `#[device]` type writes its C++ class, and sees no impl. Each `#[device] impl` leaves its text in an
//! inherent constant of the type. Which of many it is follows from the trait's name, or from the members where there is no trait
//! (`items/slots.rs` of the translator). The class asks for all of them, and gets an empty list where there is none.

use super::{DeviceConstant, DeviceImpl, ItemRef, names_contain};

// `DeviceImpls`: an inherent constant of a name, which a `#[device] impl` makes, shadows that of the trait.
whipple_macros::device_impls!();

/// All slots of a type.
type Slots = &'static [&'static [DeviceImpl]];

/// How many impls a type has.
pub const fn count_impls(slots: Slots) -> usize {
    let (mut count, mut slot) = (0, 0);
    while slot < slots.len() {
        count += slots[slot].len();
        slot += 1;
    }
    count
}

/// The impls of a type, which has so many, those without a trait first, and those of `IndexMut` last: they name what `Index` gives. A list
/// of them costs less than a pass over the slots for each question.
pub const fn impls_of<const N: usize>(slots: Slots) -> [Option<&'static DeviceImpl>; N] {
    let mut impls: [Option<&'static DeviceImpl>; N] = [None; N];
    let (mut found, mut rank) = (0, 0);
    while found < N {
        let mut slot = 0;
        while slot < slots.len() {
            if let [one] = slots[slot]
                && rank_of(one) == rank
            {
                impls[found] = Some(one);
                found += 1;
            }
            slot += 1;
        }
        rank += 1;
    }
    impls
}

const fn rank_of(one: &DeviceImpl) -> usize {
    if one.of.is_empty() {
        0
    } else if names_contain(&[one.of], "IndexMut") {
        2
    } else {
        1
    }
}

/// How many texts they have.
pub const fn count_items<const N: usize>(impls: &[Option<&'static DeviceImpl>; N]) -> usize {
    let (mut count, mut index) = (N, 0);
    while index < N {
        if let Some(one) = impls[index] {
            count += one.constants.len();
        }
        index += 1;
    }
    count
}

/// The texts of the impls, and behind them those of their constants. C++ wants each constant after those that its value names. `M` says
/// how many texts there are.
pub const fn items_of<const N: usize, const M: usize>(
    impls: &[Option<&'static DeviceImpl>; N],
    itself: ItemRef,
) -> [ItemRef; M] {
    let mut items = [itself; M];
    let mut constants: [Option<&'static DeviceConstant>; M] = [None; M];
    let (mut count, mut index) = (0, 0);
    while index < N {
        if let Some(one) = impls[index] {
            items[index] = one.item;
            let mut constant = 0;
            while constant < one.constants.len() {
                constants[count] = Some(&one.constants[constant]);
                (count, constant) = (count + 1, constant + 1);
            }
        }
        index += 1;
    }
    while index < M {
        let next = next_constant(&constants);
        if let Some(constant) = constants[next] {
            items[index] = constant.item;
        }
        constants[next] = None;
        index += 1;
    }
    items
}

/// The first constant that needs none of the others. rustc refuses those that need themselves.
const fn next_constant<const M: usize>(constants: &[Option<&'static DeviceConstant>; M]) -> usize {
    let (mut index, mut first) = (M, 0);
    while index > 0 {
        index -= 1;
        if let Some(constant) = constants[index] {
            let (mut other, mut waits) = (0, false);
            while other < M {
                if let Some(needed) = constants[other] {
                    waits |= other != index && names_contain(constant.needs, needed.name);
                }
                other += 1;
            }
            if !waits {
                first = index;
            }
        }
    }
    first
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

/// The numbers of the traits of the impls, behind that of the fields, which are of none.
pub const fn traits_of<const N: usize, const M: usize>(impls: &[Option<&'static DeviceImpl>; N]) -> [u64; M] {
    let mut ids = [0; M];
    let mut index = 0;
    while index < N {
        if let Some(one) = impls[index] {
            ids[index + 1] = one.trait_id;
        }
        index += 1;
    }
    ids
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
/// `From`, are told apart by their arguments. Of two impls without a trait rustc says it.
#[track_caller]
pub const fn check_impls<const N: usize>(impls: &[Option<&'static DeviceImpl>; N]) {
    let mut index = 0;
    while index < N {
        let mut before = 0;
        while before < index {
            if let (Some(one), Some(other)) = (impls[index], impls[before]) {
                if !names_contain(&[one.of], other.of) {
                    check_names(one, other);
                } else if !one.of.is_empty() {
                    check_signatures(one, other);
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
