//! Methods of the context.

use super::{
    row::{
        Effect::{Meets, Spawns, Stores},
        Method, method,
    },
    ty::{
        Owner,
        Ty::{Bool, Counter, First, Item, Join, Scratch, U32, Unit},
    },
};

const CONTEXT: &[Owner] = &[Owner::Context];
/// All threads get the same.
const AGREED: super::Effect = Meets { agreed: true };
/// Each thread gets its own.
const EACH: super::Effect = Meets { agreed: false };

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    // All levels.
    method("thread", CONTEXT, &[], U32).open(),
    method("threads", CONTEXT, &[], U32).open(),
    method("spawn", CONTEXT, &[Item], Unit).with(Spawns).panics(),
    method("fork", CONTEXT, &[Item, Item], Unit).with(Spawns).panics(),
    method("join", CONTEXT, &[Item], Join).with(Spawns).panics(),
    method("finish_with", CONTEXT, &[Item], Unit).with(Spawns).panics(),
    method("finish_with_sum", CONTEXT, &[Item], Join).with(Spawns).panics(),
    method("spawn_after", CONTEXT, &[Counter, U32, Item], Unit).with(Spawns).panics(),
    method("finish", CONTEXT, &[Item], Unit).with(Spawns).panics(),
    method("fence", CONTEXT, &[], Unit).with(Stores),
    method("fork", &[Owner::Join], &[Item], Unit).with(Spawns).panics(),
    // Levels 0 and 1.
    method("shared", CONTEXT, &[], Scratch).open(),
    // Level 0.
    method("shuffle", CONTEXT, &[First, U32], First).with(EACH),
    method("shuffle_xor", CONTEXT, &[First, U32], First).with(EACH),
    method("shuffle_up", CONTEXT, &[First, U32], First).with(EACH),
    method("shuffle_down", CONTEXT, &[First, U32], First).with(EACH),
    method("any", CONTEXT, &[Bool], Bool).with(AGREED),
    method("all", CONTEXT, &[Bool], Bool).with(AGREED),
    method("ballot", CONTEXT, &[Bool], U32).with(AGREED),
    method("reduce_add", CONTEXT, &[First], First).with(AGREED),
    method("reduce_min", CONTEXT, &[First], First).with(AGREED),
    method("reduce_max", CONTEXT, &[First], First).with(AGREED),
    method("warp_barrier", CONTEXT, &[], Unit).with(AGREED),
    // Level 1.
    method("barrier", CONTEXT, &[], Unit).with(AGREED),
    method("barrier_any", CONTEXT, &[Bool], Bool).with(AGREED),
    method("barrier_all", CONTEXT, &[Bool], Bool).with(AGREED),
    method("barrier_count", CONTEXT, &[Bool], U32).with(AGREED),
];
