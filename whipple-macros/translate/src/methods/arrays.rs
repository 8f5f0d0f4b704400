//! Methods of arrays and ranges, what loops take, and what all values have.

use super::{
    row::{
        Method,
        Spelling::{Copy, Loop as InLoops},
        method,
    },
    ty::{
        Owner,
        Ty::{Bool, Element, Loop, Option, Same, Unit, Usize},
    },
};

const VALUES: &[Owner] = Owner::VALUES;
const ARRAYS: &[Owner] = &[Owner::Array];
const RANGES: &[Owner] = &[Owner::Range];
const BOTH: &[Owner] = &[Owner::Array, Owner::Range];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("clone", VALUES, &[], Same).spelled(Copy),
    // Arrays.
    method("len", ARRAYS, &[], Usize),
    method("is_empty", ARRAYS, &[], Bool),
    method("swap", ARRAYS, &[Usize, Usize], Unit).changes().panics(),
    method("fill", ARRAYS, &[Element], Unit).changes(),
    method("get", ARRAYS, &[Usize], Option(&Element)).open(),
    method("first", ARRAYS, &[], Option(&Element)).open(),
    method("last", ARRAYS, &[], Option(&Element)).open(),
    method("contains", ARRAYS, &[Element], Bool).open(),
    method("reverse", ARRAYS, &[], Unit).changes().open(),
    method("rotate_left", ARRAYS, &[Usize], Unit).changes().panics().open(),
    method("rotate_right", ARRAYS, &[Usize], Unit).changes().panics().open(),
    // In the head of a loop.
    method("iter", ARRAYS, &[], Loop).spelled(InLoops).open(),
    method("iter_mut", ARRAYS, &[], Loop).spelled(InLoops).open(),
    method("into_iter", ARRAYS, &[], Loop).spelled(InLoops).open(),
    method("copied", ARRAYS, &[], Loop).spelled(InLoops).open(),
    method("cloned", ARRAYS, &[], Loop).spelled(InLoops).open(),
    method("enumerate", ARRAYS, &[], Loop).spelled(InLoops).open(),
    method("rev", BOTH, &[], Same).spelled(InLoops).open(),
    method("step_by", RANGES, &[Usize], Same).spelled(InLoops).panics().open(),
];
