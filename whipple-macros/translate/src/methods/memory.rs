//! Methods of buffers and shared memory. Indices are checked.

use super::{
    row::{
        Effect::{Loads, Stores, Updates},
        Method, method,
    },
    ty::{
        Owner,
        Ty::{Bool, Element, U32, Unit},
    },
};

const BUFFERS: &[Owner] = &[Owner::Buffer];
const GLOBAL: &[Owner] = &[Owner::Buffer, Owner::ReadOnly];
const READABLE: &[Owner] = Owner::READABLE;
const ELEMENTS: &[Owner] = Owner::ELEMENTS;
const SHARED: &[Owner] = &[Owner::Shared];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("len", READABLE, &[], U32),
    method("is_empty", GLOBAL, &[], Bool),
    method("get", READABLE, &[U32], Element).with(Loads).panics(),
    method("set", ELEMENTS, &[U32, Element], Unit).with(Stores).panics(),
    // What comes after it must not be read before.
    method("get_acquire", BUFFERS, &[U32], Element).with(Updates).panics(),
    method("set_release", BUFFERS, &[U32, Element], Unit).with(Stores).panics(),
    method("fetch_add", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_sub", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_min", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_max", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_and", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_or", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_xor", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("exchange", ELEMENTS, &[U32, Element], Element).with(Updates).panics(),
    method("compare_exchange", ELEMENTS, &[U32, Element, Element], Element).with(Updates).panics(),
    method("fetch_add_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_sub_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_min_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_max_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_and_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_or_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("fetch_xor_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("exchange_relaxed", BUFFERS, &[U32, Element], Element).with(Updates).panics(),
    method("compare_exchange_relaxed", BUFFERS, &[U32, Element, Element], Element).with(Updates).panics(),
    // One value.
    method("get", SHARED, &[], Element).with(Loads),
    method("set", SHARED, &[Element], Unit).with(Stores),
    method("fetch_add", SHARED, &[Element], Element).with(Updates),
    method("fetch_sub", SHARED, &[Element], Element).with(Updates),
    method("fetch_min", SHARED, &[Element], Element).with(Updates),
    method("fetch_max", SHARED, &[Element], Element).with(Updates),
    method("fetch_and", SHARED, &[Element], Element).with(Updates),
    method("fetch_or", SHARED, &[Element], Element).with(Updates),
    method("fetch_xor", SHARED, &[Element], Element).with(Updates),
    method("exchange", SHARED, &[Element], Element).with(Updates),
    method("compare_exchange", SHARED, &[Element, Element], Element).with(Updates),
];
