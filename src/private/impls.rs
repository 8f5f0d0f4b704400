//! How the class of a type finds the impls of the type.
//!
//! The expansion of a `#[device]` type writes its C++ class, and sees no impl. Each `#[device] impl` leaves its text in an inherent
//! constant of the type. Which of 96 it is follows from the trait's name (`items/traits.rs` of the translator); the class asks
//! for all of them, and gets an empty list where there is none.

use super::{DeviceImpl, ItemRef, names_contain};

macro_rules! slots {
    ($($slot:ident)*) => {
        /// The defaults: an inherent constant of the same name, which a `#[device] impl` makes, shadows one.
        pub trait DeviceImpls {
            $(
                /// The impl of this slot.
                const $slot: &'static [DeviceImpl] = &[];
            )*
        }
    };
}

slots! {
    WHIPPLE_IMPL_0 WHIPPLE_IMPL_1 WHIPPLE_IMPL_2 WHIPPLE_IMPL_3 WHIPPLE_IMPL_4 WHIPPLE_IMPL_5
    WHIPPLE_IMPL_6 WHIPPLE_IMPL_7 WHIPPLE_IMPL_8 WHIPPLE_IMPL_9 WHIPPLE_IMPL_10 WHIPPLE_IMPL_11
    WHIPPLE_IMPL_12 WHIPPLE_IMPL_13 WHIPPLE_IMPL_14 WHIPPLE_IMPL_15 WHIPPLE_IMPL_16 WHIPPLE_IMPL_17
    WHIPPLE_IMPL_18 WHIPPLE_IMPL_19 WHIPPLE_IMPL_20 WHIPPLE_IMPL_21 WHIPPLE_IMPL_22 WHIPPLE_IMPL_23
    WHIPPLE_IMPL_24 WHIPPLE_IMPL_25 WHIPPLE_IMPL_26 WHIPPLE_IMPL_27 WHIPPLE_IMPL_28 WHIPPLE_IMPL_29
    WHIPPLE_IMPL_30 WHIPPLE_IMPL_31 WHIPPLE_IMPL_32 WHIPPLE_IMPL_33 WHIPPLE_IMPL_34 WHIPPLE_IMPL_35
    WHIPPLE_IMPL_36 WHIPPLE_IMPL_37 WHIPPLE_IMPL_38 WHIPPLE_IMPL_39 WHIPPLE_IMPL_40 WHIPPLE_IMPL_41
    WHIPPLE_IMPL_42 WHIPPLE_IMPL_43 WHIPPLE_IMPL_44 WHIPPLE_IMPL_45 WHIPPLE_IMPL_46 WHIPPLE_IMPL_47
    WHIPPLE_IMPL_48 WHIPPLE_IMPL_49 WHIPPLE_IMPL_50 WHIPPLE_IMPL_51 WHIPPLE_IMPL_52 WHIPPLE_IMPL_53
    WHIPPLE_IMPL_54 WHIPPLE_IMPL_55 WHIPPLE_IMPL_56 WHIPPLE_IMPL_57 WHIPPLE_IMPL_58 WHIPPLE_IMPL_59
    WHIPPLE_IMPL_60 WHIPPLE_IMPL_61 WHIPPLE_IMPL_62 WHIPPLE_IMPL_63 WHIPPLE_IMPL_64 WHIPPLE_IMPL_65
    WHIPPLE_IMPL_66 WHIPPLE_IMPL_67 WHIPPLE_IMPL_68 WHIPPLE_IMPL_69 WHIPPLE_IMPL_70 WHIPPLE_IMPL_71
    WHIPPLE_IMPL_72 WHIPPLE_IMPL_73 WHIPPLE_IMPL_74 WHIPPLE_IMPL_75 WHIPPLE_IMPL_76 WHIPPLE_IMPL_77
    WHIPPLE_IMPL_78 WHIPPLE_IMPL_79 WHIPPLE_IMPL_80 WHIPPLE_IMPL_81 WHIPPLE_IMPL_82 WHIPPLE_IMPL_83
    WHIPPLE_IMPL_84 WHIPPLE_IMPL_85 WHIPPLE_IMPL_86 WHIPPLE_IMPL_87 WHIPPLE_IMPL_88 WHIPPLE_IMPL_89
    WHIPPLE_IMPL_90 WHIPPLE_IMPL_91 WHIPPLE_IMPL_92 WHIPPLE_IMPL_93 WHIPPLE_IMPL_94 WHIPPLE_IMPL_95
}
impl<T> DeviceImpls for T {}

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
        assert!(
            !names_contain(other.members, one.members[index]),
            "two `#[device] impl` of this type have a function or constant of the same name, which C++ cannot tell apart: rename one of them"
        );
        index += 1;
    }
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
