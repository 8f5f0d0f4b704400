//! What stands in the text once and in the IR more than once: the bodies of closures that are called so. It has one type.

use super::{
    Types,
    classes::Classes,
    marks::{Declared, Mark},
};
use crate::hir::{Body, ExprId, LocalId};
use std::collections::{BTreeMap, BTreeSet};

/// Has the copies of literals and of variables have one class, and leaves the first of them.
pub fn merge(
    body: &Body,
    classes: &mut Classes,
    marks: &mut BTreeMap<ExprId, Mark>,
    variables: &mut Vec<(LocalId, usize, Declared)>,
) {
    for (copy, first) in &body.copies {
        let Some(mark) = marks.remove(copy) else { continue };
        let known = marks.entry(*first).or_insert(mark);
        classes.unify(known.class, mark.class);
        known.need = known.need.max(mark.need);
        known.pinned &= mark.pinned;
        known.compared |= mark.compared;
        known.asks &= mark.asks;
        known.guesses &= mark.guesses;
    }
    let mut merged: BTreeMap<LocalId, (usize, Declared)> = BTreeMap::new();
    for (local, class, asks) in variables.drain(..) {
        let first = *body.copied_locals.get(&local).unwrap_or(&local);
        let known = merged.entry(first).or_insert((class, asks));
        classes.unify(known.0, class);
        known.1 = known.1.max(asks);
    }
    variables.extend(merged.into_iter().map(|(local, (class, asks))| (local, class, asks)));
}

/// Calls, `None`s, `Ok`s or `Err`s of which rustc can be asked: those that the text has, and of copies the first.
pub fn asked(body: &Body, found: impl IntoIterator<Item = (ExprId, bool)>) -> BTreeMap<ExprId, bool> {
    let written: BTreeSet<ExprId> = body.values.values().copied().collect();
    let mut asked = BTreeMap::new();
    for (id, must_be_seen) in found {
        let first = *body.copies.get(&id).unwrap_or(&id);
        if written.contains(&first) {
            *asked.entry(first).or_default() |= must_be_seen;
        }
    }
    asked
}

/// Gives the copies what was found of the first.
pub fn spread(body: &Body, types: &mut Types) {
    for (copy, first) in &body.copies {
        if let Some(written) = types.literals.get(first).cloned() {
            types.literals.insert(*copy, written);
        }
        if let Some(question) = types.results.asked.get(first).copied() {
            types.results.asked.insert(*copy, question);
        }
        if let Some(question) = types.results.foreign.get(first).copied() {
            types.results.foreign.insert(*copy, question);
        }
        if let Some(question) = types.results.ways.get(first).copied() {
            types.results.ways.insert(*copy, question);
        }
        if let Some(question) = types.results.made.get(first).copied() {
            types.results.made.insert(*copy, question);
        }
        if let Some(question) = types.results.outcomes.get(first).copied() {
            types.results.outcomes.insert(*copy, question);
        }
        if let Some(question) = types.results.nones.get(first).copied() {
            types.results.nones.insert(*copy, question);
        }
    }
    for (copy, first) in &body.copied_locals {
        if let Some(variable) = types.variables.get(first).cloned() {
            types.variables.insert(*copy, variable);
        }
    }
}
