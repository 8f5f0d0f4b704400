//! Device code means the same everywhere: each case as plain Rust, on the CPU executor, on the emulated device, as cubins, and on a GPU.
//!
//! A case is a device function from a row of a table of edge values to a number. `conformance!` expands the source of a
//! group of cases twice: as device code, with a program that evaluates every case on every row, and as plain Rust.
//! docs/language.md names the group that checks each construct.

#![recursion_limit = "1024"]
#![allow(clippy::manual_is_multiple_of, reason = "the cases are about operators")]

#[path = "common/devices.rs"]
mod devices;

#[path = "language/evaluator.rs"]
mod evaluator;

#[macro_use]
#[path = "language/harness.rs"]
mod harness;

#[path = "language/indices.rs"]
mod indices;

#[path = "language/conversions.rs"]
mod conversions;
#[path = "language/cursors.rs"]
mod cursors;
#[path = "language/inner.rs"]
mod inner;
#[path = "language/input.rs"]
mod input;

#[path = "language/integer_vectors.rs"]
mod integer_vectors;
#[path = "language/integers.rs"]
mod integers;

#[path = "language/characters.rs"]
mod characters;
#[path = "language/empty_structs.rs"]
mod empty_structs;
#[path = "language/extremes.rs"]
mod extremes;
#[path = "language/imported.rs"]
mod imported;

#[path = "language/floats.rs"]
mod floats;

#[path = "language/approximate.rs"]
mod approximate;

#[path = "language/doubles.rs"]
mod doubles;

#[path = "language/casts.rs"]
mod casts;

#[path = "language/branches.rs"]
mod branches;

#[path = "language/masks.rs"]
mod masks;
#[path = "language/matches.rs"]
mod matches;

#[path = "language/loops.rs"]
mod loops;

#[path = "language/bindings.rs"]
mod bindings;
#[path = "language/borrowing.rs"]
mod borrowing;

#[path = "language/assignments.rs"]
mod assignments;

#[path = "language/references.rs"]
mod references;

#[path = "language/jumps.rs"]
mod jumps;
#[path = "language/kept.rs"]
mod kept;

#[expect(clippy::needless_late_init, reason = "what a variable gets later is what is tested")]
#[path = "language/ping_pong.rs"]
mod ping_pong;

#[path = "language/meetings.rs"]
mod meetings;
#[path = "language/together.rs"]
mod together;

#[path = "language/tables.rs"]
mod tables;

#[path = "language/buffers.rs"]
mod buffers;
#[path = "language/callables.rs"]
mod callables;

#[path = "language/order.rs"]
mod order;

#[path = "language/arrays.rs"]
mod arrays;

#[path = "language/data.rs"]
mod data;

#[path = "language/nones.rs"]
mod nones;
#[path = "language/operators.rs"]
mod operators;

#[path = "language/options.rs"]
mod options;

#[path = "language/orderings.rs"]
mod orderings;

#[path = "language/backwards.rs"]
mod backwards;
#[path = "language/beside.rs"]
mod beside;
#[path = "language/elements.rs"]
mod elements;
#[path = "language/iterators.rs"]
mod iterators;

#[path = "language/iteration.rs"]
mod iteration;

#[path = "language/any_type.rs"]
mod any_type;
#[path = "language/evaluated.rs"]
mod evaluated;
#[path = "language/functions.rs"]
mod functions;
#[path = "language/made_from.rs"]
mod made_from;
#[path = "language/over_types.rs"]
mod over_types;
#[path = "language/referring_errors.rs"]
mod referring_errors;
#[path = "language/sizes.rs"]
mod sizes;

#[path = "language/aliases.rs"]
mod aliases;

#[path = "language/assembly.rs"]
mod assembly;

#[path = "language/vectors.rs"]
mod vectors;

#[path = "language/methods.rs"]
mod methods;

#[path = "language/outcomes.rs"]
mod outcomes;

#[path = "language/overflow.rs"]
mod overflow;

#[path = "language/wide.rs"]
mod wide;
#[path = "language/wide_items.rs"]
mod wide_items;
#[path = "language/wide_memory.rs"]
mod wide_memory;
#[path = "language/widths.rs"]
mod widths;

#[path = "language/impls.rs"]
mod impls;

#[path = "language/generic_types.rs"]
mod generic_types;
#[path = "language/given.rs"]
mod given;
#[path = "language/given_iterators.rs"]
mod given_iterators;
#[path = "language/glam_items.rs"]
mod glam_items;
#[path = "language/idioms.rs"]
mod idioms;
#[path = "language/meanings.rs"]
mod meanings;
#[path = "language/optional_fields.rs"]
mod optional_fields;
#[path = "language/own_iterators.rs"]
mod own_iterators;
#[path = "language/own_macros.rs"]
mod own_macros;

#[path = "language/own_types.rs"]
mod own_types;

#[path = "language/parts.rs"]
mod parts;

#[path = "language/defaults.rs"]
mod defaults;

#[path = "language/places.rs"]
mod places;
#[path = "language/pointed.rs"]
mod pointed;

#[path = "language/asked.rs"]
mod asked;

#[path = "language/choices.rs"]
mod choices;

#[path = "language/lent.rs"]
mod lent;
#[path = "language/literals.rs"]
mod literals;
#[path = "language/quaternions.rs"]
mod quaternions;
#[path = "language/receivers.rs"]
mod receivers;

#[path = "language/slices.rs"]
mod slices;
#[path = "language/tuples.rs"]
mod tuples;

#[path = "language/unit_values.rs"]
mod unit_values;

#[path = "language/closures.rs"]
mod closures;

#[path = "language/corners.rs"]
mod corners;

#[path = "language/constants.rs"]
mod constants;

#[path = "language/names.rs"]
mod names;

#[path = "language/items.rs"]
mod items;

#[path = "language/foreign_impls.rs"]
mod foreign_impls;
#[path = "language/traits.rs"]
mod traits;

#[path = "language/zeros.rs"]
mod zeros;

#[path = "language/contexts.rs"]
mod contexts;

#[path = "language/errors.rs"]
mod errors;

#[path = "language/messages.rs"]
mod messages;

#[path = "language/sums.rs"]
mod sums;

#[path = "language/sum_items.rs"]
mod sum_items;

#[path = "language/results.rs"]
mod results;
#[path = "language/spawns.rs"]
mod spawns;

#[path = "language/fragments.rs"]
mod fragments;

#[path = "language/page.rs"]
mod page;

const BARRIERS_AND_PANICS: [&str; 4] = [
    "contexts::emulation_equals_rust",
    "errors::emulation_names_the_place",
    // Very many runs: too slow as threads of ThreadSanitizer.
    "spawns::emulation_names_the_procedure_under_every_scheduler",
    "sum_items::emulation_hands_them_over_under_every_scheduler",
];

#[test]
fn barriers_and_panics_do_not_race() {
    devices::again_with("thread", &BARRIERS_AND_PANICS[..2]);
}

#[test]
fn barriers_and_panics_stay_in_their_memory() {
    devices::again_with("address,undefined", &BARRIERS_AND_PANICS);
}
