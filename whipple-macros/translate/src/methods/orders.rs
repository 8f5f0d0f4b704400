//! Methods of `std::cmp::Ordering`.

use super::{
    row::{Method, Spelling::InPlace, method},
    ty::{
        Owner,
        Ty::{Bool, Function, Same},
    },
};

const ORDERS: &[Owner] = &[Owner::Ordering];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("is_eq", ORDERS, &[], Bool).open(),
    method("is_ne", ORDERS, &[], Bool).open(),
    method("is_lt", ORDERS, &[], Bool).open(),
    method("is_gt", ORDERS, &[], Bool).open(),
    method("is_le", ORDERS, &[], Bool).open(),
    method("is_ge", ORDERS, &[], Bool).open(),
    method("reverse", ORDERS, &[], Same).open(),
    method("then", ORDERS, &[Same], Same).open(),
    method("then_with", ORDERS, &[Function], Same).spelled(InPlace).open(),
];
