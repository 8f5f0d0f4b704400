//! The device traits that came before in the crate. rustc expands the macros of a crate in one process, in the order of their text.
//!
//! A macro sees a name, and not what it means. So of several traits and types with one name the last one counts that stands before in the file,
//! and where the file has none, what all have. rustc checks what is made of it.

use crate::names;
use proc_macro2::Span;
use quote::ToTokens;
use std::{
    collections::BTreeMap,
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

/// A file, a line and a column.
type Place = (String, usize, usize);

/// What has a name, by where it is: the functions of a trait, or nothing of a type.
type Named = BTreeMap<Place, Option<Vec<KnownFunction>>>;

static KNOWN: Mutex<BTreeMap<String, Named>> = Mutex::new(BTreeMap::new());

fn place(span: Span) -> Place {
    (span.file(), span.start().line, span.start().column)
}

fn add(name: &Ident, what: Option<Vec<KnownFunction>>) {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(names::unraw(name)).or_default().insert(place(name.span()), what);
}

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
    add(&item.ident, Some(functions.collect()));
}

/// Remembers a type: what is called so may be no trait.
pub fn remember_type(name: &Ident) {
    add(name, None);
}

/// The functions of the trait that a name means there, as far as it shows.
pub fn functions_of(name: &Ident) -> Vec<KnownFunction> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(named) = known.get(&names::unraw(name)) else { return Vec::new() };
    let (file, line, column) = place(name.span());
    let before = named.range(..(file.clone(), line, column)).next_back();
    if let Some((_, what)) = before.filter(|((of, ..), _)| *of == file) {
        return what.clone().unwrap_or_default();
    }
    let all: Option<Vec<&Vec<KnownFunction>>> = named.values().map(Option::as_ref).collect();
    let Some([first, others @ ..]) = all.as_deref() else { return Vec::new() };
    first.iter().filter(|function| others.iter().all(|other| other.contains(function))).cloned().collect()
}
