//! Methods of `Option`, and of `bool`: `then` and `then_some`.

use super::{
    row::{Method, Spelling::InPlace, method},
    ty::{
        Owner,
        Ty::{Bool, Element, First, Function, Same, Text},
    },
};

const OPTIONS: &[Owner] = &[Owner::Option];
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
    method("then_some", BOOLS, &[First], First).spelled(InPlace).open(),
    method("then", BOOLS, &[Function], First).spelled(InPlace).open(),
];
