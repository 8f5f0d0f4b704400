//! Methods of arrays and ranges, what loops take, and what all values have.

use super::{
    row::{
        Method,
        Spelling::{Copy, InPlace, Loop as InLoops},
        method,
    },
    ty::{
        Owner,
        Ty::{Bool, Element, Function, Loop, Option, Other, Pair, Same, Slice, Unit, Usize},
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
    method("starts_with", ARRAYS, &[Slice], Bool).open(),
    method("ends_with", ARRAYS, &[Slice], Bool).open(),
    method("copy_from_slice", ARRAYS, &[Slice], Unit).changes().panics().open(),
    method("clone_from_slice", ARRAYS, &[Slice], Unit).changes().panics().open(),
    method("split_at", ARRAYS, &[Usize], Pair(&Slice, &Slice)).panics().open(),
    method("split_at_mut", ARRAYS, &[Usize], Pair(&Slice, &Slice)).changes().panics().open(),
    method("swap_with_slice", ARRAYS, &[Slice], Unit).changes().panics().open(),
    method("get_mut", ARRAYS, &[Usize], Option(&Element)).changes().open(),
    method("first_mut", ARRAYS, &[], Option(&Element)).changes().open(),
    method("last_mut", ARRAYS, &[], Option(&Element)).changes().open(),
    method("split_first", ARRAYS, &[], Option(&Pair(&Element, &Slice))).open(),
    method("split_last", ARRAYS, &[], Option(&Pair(&Element, &Slice))).open(),
    method("split_first_mut", ARRAYS, &[], Option(&Pair(&Element, &Slice))).changes().open(),
    method("split_last_mut", ARRAYS, &[], Option(&Pair(&Element, &Slice))).changes().open(),
    method("split_at_checked", ARRAYS, &[Usize], Option(&Pair(&Slice, &Slice))).open(),
    method("strip_prefix", ARRAYS, &[Slice], Option(&Slice)).open(),
    method("strip_suffix", ARRAYS, &[Slice], Option(&Slice)).open(),
    method("as_flattened", ARRAYS, &[], Other).open(),
    method("as_flattened_mut", ARRAYS, &[], Other).changes().open(),
    method("copy_within", ARRAYS, &[Other, Usize], Unit).changes().panics().open(),
    method("is_sorted", ARRAYS, &[], Bool).open(),
    method("is_sorted_by", ARRAYS, &[Function], Bool).spelled(InPlace).open(),
    method("is_sorted_by_key", ARRAYS, &[Function], Bool).spelled(InPlace).open(),
    method("fill_with", ARRAYS, &[Function], Unit).spelled(InPlace).open(),
    method("as_slice", ARRAYS, &[], Slice).open(),
    method("as_mut_slice", ARRAYS, &[], Slice).changes().open(),
    method("sort", ARRAYS, &[], Unit).changes().open(),
    method("sort_unstable", ARRAYS, &[], Unit).changes().open(),
    method("binary_search", ARRAYS, &[Element], Other).open(),
    method("partition_point", ARRAYS, &[Function], Usize).spelled(InPlace).open(),
    method("binary_search_by", ARRAYS, &[Function], Other).spelled(InPlace).open(),
    method("binary_search_by_key", ARRAYS, &[Element, Function], Other).spelled(InPlace).open(),
    method("sort_by", ARRAYS, &[Function], Unit).spelled(InPlace).open(),
    method("sort_by_key", ARRAYS, &[Function], Unit).spelled(InPlace).open(),
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
