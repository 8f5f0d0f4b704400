//! The device traits that came before in the crate. rustc expands the macros of a crate in one process, in the order of their text.

use crate::names;
use proc_macro2::LineColumn;
use quote::ToTokens;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};
use syn::{Ident, ItemTrait, TraitItem};

/// A function of a trait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownFunction {
    /// Its name.
    pub name: String,
    /// Whether it takes `self`.
    pub is_method: bool,
    /// Whether the trait has a body for it.
    pub is_given: bool,
    /// Its signature, as text: a token of one expansion means nothing in another.
    pub signature: String,
}

/// The functions of traits by the names of these, and by where they are.
static KNOWN: Mutex<BTreeMap<String, BTreeMap<(usize, usize), Vec<KnownFunction>>>> = Mutex::new(BTreeMap::new());

/// The names of device types.
static TYPES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Remembers a trait.
pub fn remember(item: &ItemTrait) {
    let functions = item.items.iter().filter_map(|member| match member {
        TraitItem::Fn(function) => {
            let signature = &function.sig;
            Some(KnownFunction {
                name: names::unraw(&signature.ident),
                is_method: signature.receiver().is_some(),
                is_given: function.default.is_some(),
                signature: signature.to_token_stream().to_string(),
            })
        }
        _ => None,
    });
    let LineColumn { line, column } = item.ident.span().start();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(names::unraw(&item.ident)).or_default().insert((line, column), functions.collect());
}

/// Remembers a type: what is called so may be no trait.
pub fn remember_type(name: &Ident) {
    TYPES.lock().unwrap_or_else(PoisonError::into_inner).insert(names::unraw(name));
}

/// The functions of the trait with this name; of several traits with the name those that all have.
pub fn functions_of(name: &Ident) -> Vec<KnownFunction> {
    if TYPES.lock().unwrap_or_else(PoisonError::into_inner).contains(&names::unraw(name)) {
        return Vec::new();
    }
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(traits) = known.get(&names::unraw(name)) else { return Vec::new() };
    let mut all = traits.values();
    let Some(first) = all.next() else { return Vec::new() };
    let others: Vec<&Vec<KnownFunction>> = all.collect();
    first.iter().filter(|function| others.iter().all(|other| other.contains(function))).cloned().collect()
}
