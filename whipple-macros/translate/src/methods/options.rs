//! Methods of `Option`, but for those that take closures.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{Bool, Element, First, Same, Text},
    },
};

const OPTIONS: &[Owner] = &[Owner::Option];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("is_some", OPTIONS, &[], Bool),
    method("is_none", OPTIONS, &[], Bool),
    method("unwrap", OPTIONS, &[], Element).panics().open(),
    method("expect", OPTIONS, &[Text], Element).panics().open(),
    method("copied", OPTIONS, &[], Same).open(),
    method("cloned", OPTIONS, &[], Same).open(),
    method("unwrap_or", OPTIONS, &[Element], Element),
    method("or", OPTIONS, &[Same], Same),
    method("xor", OPTIONS, &[Same], Same),
    method("and", OPTIONS, &[First], First),
    method("take", OPTIONS, &[], Same).changes(),
    method("replace", OPTIONS, &[Element], Same).changes(),
];
