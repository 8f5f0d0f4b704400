//! Impls of std's traits by hand that generic code may call, where only the program knows its types.

use super::{
    Call, Callee, Item,
    calls::{called, impls_of},
    graph::ItemSet,
    writer::same,
};

/// The trait of std that has a method that any type may have by hand; empty for others.
const fn trait_of(name: &str) -> &'static str {
    if same(name, "clone") {
        "Clone"
    } else if same(name, "eq") {
        "PartialEq"
    } else if same(name, "partial_cmp") {
        "PartialOrd"
    } else if same(name, "cmp") {
        "Ord"
    } else if same(name, "default") {
        "Default"
    } else {
        ""
    }
}

/// Whether any type may have this method by hand.
pub(super) const fn is_of_std(name: &str) -> bool {
    !trait_of(name).is_empty() && !same(name, "default")
}

/// Whether a type has a `#[device] impl` of this trait: its name is that of the type and of the trait.
const fn has_impl(ty: &Item, of: &str) -> bool {
    let impls = impls_of(ty);
    let mut index = 0;
    while index < impls.len() {
        let name = impls[index].get().name.as_bytes();
        if name.len() == ty.name.len() + of.len() && ends_with(name, of.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// Whether a type has a `Deref`, of which its definition says that device code does not see it.
pub(super) const fn is_followed(ty: &'static Item) -> bool {
    unseen(ty, "deref").is_some()
}

/// The method of this name of which the definition of a type says that device code does not see it.
const fn unseen(ty: &'static Item, name: &str) -> Option<&'static Call> {
    let mut caller = 0;
    while caller < ty.callers.len() {
        let calls = ty.callers[caller].calls;
        let mut index = 0;
        while index < calls.len() {
            if matches!(calls[index].callee, Callee::Unseen) && same(calls[index].name, name) {
                return Some(&calls[index]);
            }
            index += 1;
        }
        caller += 1;
    }
    None
}

const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    let mut index = 0;
    while index < end.len() {
        if text[text.len() - end.len() + index] != end[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Refuses a generic function that clones or compares, if the program has a type of which device code does not see how.
#[track_caller]
pub(super) const fn check_unseen(call: &Call, items: &ItemSet) {
    let mut index = 0;
    while index < items.len {
        let item = items.get(index);
        if let Some(unseen) = unseen(item, call.name)
            && !has_impl(item, trait_of(call.name))
        {
            refuse_unseen(call, item, unseen);
        }
        index += 1;
    }
}

#[track_caller]
const fn refuse_unseen(call: &Call, item: &Item, unseen: &Call) -> ! {
    let of = trait_of(call.name);
    let mut message = called(call);
    message.text(" in a generic function, may be that of `");
    message.text(item.name);
    message.text("` (");
    message.text(unseen.place);
    message.text("), which device code does not see: write `#[derive(");
    message.text(of);
    message.text(")]` below `#[device]`");
    if !same(of, "PartialOrd") && !same(of, "Ord") {
        message.text(", or `#[device] impl ");
        message.text(of);
        message.text(" for ");
        message.text(item.name);
        message.text("`");
    }
    message.fail()
}
