//! Methods of `Option` and `Result`, and of `bool`: `then` and `then_some`.

use super::{
    row::{Method, Spelling::InPlace, method},
    ty::{
        Owner,
        Ty::{Bool, Element, Error, First, Function, Option, Other, Same, Text},
    },
};

const OPTIONS: &[Owner] = &[Owner::Option];
const RESULTS: &[Owner] = &[Owner::Result];
const BOOLS: &[Owner] = &[Owner::Bool];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("is_some", OPTIONS, &[], Bool),
    method("is_none", OPTIONS, &[], Bool),
    method("unwrap", OPTIONS, &[], Element).panics().open(),
    method("expect", OPTIONS, &[Text], Element).panics().open(),
    method("copied", OPTIONS, &[], Same).open(),
    method("cloned", OPTIONS, &[], Same).open(),
    method("unwrap_or", OPTIONS, &[Element], Element),
    method("unwrap_or_default", OPTIONS, &[], Element).panics(),
    method("or", OPTIONS, &[Same], Same),
    method("xor", OPTIONS, &[Same], Same),
    method("and", OPTIONS, &[First], First),
    method("take", OPTIONS, &[], Same).changes(),
    method("replace", OPTIONS, &[Element], Same).changes(),
    method("ok_or", OPTIONS, &[First], Other).open(),
    method("zip", OPTIONS, &[First], Other).open(),
    method("unzip", OPTIONS, &[], Other).open(),
    method("flatten", OPTIONS, &[], Element).open(),
    method("transpose", OPTIONS, &[], Other).open(),
    method("as_ref", OPTIONS, &[], Same).open(),
    method("as_mut", OPTIONS, &[], Other).changes(),
    // What is given functions.
    method("map", OPTIONS, &[Function], First).spelled(InPlace).open(),
    method("map_or", OPTIONS, &[Element, Function], First).spelled(InPlace).open(),
    method("map_or_else", OPTIONS, &[Function, Function], First).spelled(InPlace).open(),
    method("and_then", OPTIONS, &[Function], First).spelled(InPlace).open(),
    method("or_else", OPTIONS, &[Function], Same).spelled(InPlace).open(),
    method("unwrap_or_else", OPTIONS, &[Function], Element).spelled(InPlace).open(),
    method("filter", OPTIONS, &[Function], Same).spelled(InPlace).open(),
    method("inspect", OPTIONS, &[Function], Same).spelled(InPlace).open(),
    method("is_some_and", OPTIONS, &[Function], Bool).spelled(InPlace).open(),
    method("is_none_or", OPTIONS, &[Function], Bool).spelled(InPlace).open(),
    method("ok_or_else", OPTIONS, &[Function], First).spelled(InPlace).open(),
    method("get_or_insert_with", OPTIONS, &[Function], Other).spelled(InPlace).open(),
    method("take_if", OPTIONS, &[Function], Same).spelled(InPlace).open(),
    // Results.
    method("is_ok", RESULTS, &[], Bool),
    method("is_err", RESULTS, &[], Bool),
    method("ok", RESULTS, &[], Option(&Element)).open(),
    method("err", RESULTS, &[], Option(&Error)).open(),
    method("unwrap", RESULTS, &[], Element).panics().open(),
    method("unwrap_err", RESULTS, &[], Error).panics().open(),
    method("expect", RESULTS, &[Text], Element).panics().open(),
    method("expect_err", RESULTS, &[Text], Error).panics().open(),
    method("unwrap_or", RESULTS, &[Element], Element),
    method("unwrap_or_default", RESULTS, &[], Element).panics(),
    method("and", RESULTS, &[First], First),
    method("or", RESULTS, &[First], First),
    method("copied", RESULTS, &[], Other).open(),
    method("cloned", RESULTS, &[], Other).open(),
    method("flatten", RESULTS, &[], Element).open(),
    method("transpose", RESULTS, &[], Other).open(),
    method("as_ref", RESULTS, &[], Same).open(),
    method("map", RESULTS, &[Function], First).spelled(InPlace).open(),
    method("map_or", RESULTS, &[First, Function], First).spelled(InPlace).open(),
    method("map_or_else", RESULTS, &[Function, Function], First).spelled(InPlace).open(),
    method("map_err", RESULTS, &[Function], First).spelled(InPlace).open(),
    method("and_then", RESULTS, &[Function], First).spelled(InPlace).open(),
    method("or_else", RESULTS, &[Function], First).spelled(InPlace).open(),
    method("unwrap_or_else", RESULTS, &[Function], Element).spelled(InPlace).open(),
    method("inspect", RESULTS, &[Function], Same).spelled(InPlace).open(),
    method("inspect_err", RESULTS, &[Function], Same).spelled(InPlace).open(),
    method("is_ok_and", RESULTS, &[Function], Bool).spelled(InPlace).open(),
    method("is_err_and", RESULTS, &[Function], Bool).spelled(InPlace).open(),
    // Truth values.
    method("then_some", BOOLS, &[First], First).spelled(InPlace).open(),
    method("then", BOOLS, &[Function], First).spelled(InPlace).open(),
];
