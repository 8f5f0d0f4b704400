//! Methods of integers. Those that floats have, too, are functions in C++: `num::` forwards to the member.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{Bool, Option, Same, Signed, U32, Unsigned},
    },
};

const ALL: &[Owner] = Owner::INTEGERS;
const SIGNED: &[Owner] = &[Owner::Signed];
const UNSIGNED: &[Owner] = &[Owner::Unsigned];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    // Order.
    method("min", ALL, &[Same], Same).num(),
    method("max", ALL, &[Same], Same).num(),
    method("clamp", ALL, &[Same, Same], Same).num().panics(),
    method("midpoint", ALL, &[Same], Same).num(),
    // Sign.
    method("abs", SIGNED, &[], Same).num().overflows(),
    method("abs_diff", ALL, &[Same], Unsigned),
    method("unsigned_abs", SIGNED, &[], Unsigned),
    method("signum", SIGNED, &[], Same).num(),
    method("is_positive", SIGNED, &[], Bool),
    method("is_negative", SIGNED, &[], Bool),
    method("cast_signed", UNSIGNED, &[], Signed),
    method("cast_unsigned", SIGNED, &[], Unsigned),
    // Wrapping, saturating and checked arithmetic.
    method("wrapping_add", ALL, &[Same], Same),
    method("wrapping_sub", ALL, &[Same], Same),
    method("wrapping_mul", ALL, &[Same], Same),
    method("wrapping_div", ALL, &[Same], Same).panics(),
    method("wrapping_rem", ALL, &[Same], Same).panics(),
    method("wrapping_neg", ALL, &[], Same),
    method("wrapping_abs", SIGNED, &[], Same),
    method("wrapping_shl", ALL, &[U32], Same),
    method("wrapping_shr", ALL, &[U32], Same),
    method("wrapping_pow", ALL, &[U32], Same),
    method("saturating_add", ALL, &[Same], Same),
    method("saturating_sub", ALL, &[Same], Same),
    method("saturating_mul", ALL, &[Same], Same),
    method("saturating_neg", SIGNED, &[], Same),
    method("saturating_abs", SIGNED, &[], Same),
    method("saturating_pow", ALL, &[U32], Same),
    method("checked_add", ALL, &[Same], Option(&Same)),
    method("checked_sub", ALL, &[Same], Option(&Same)),
    method("checked_mul", ALL, &[Same], Option(&Same)),
    method("checked_div", ALL, &[Same], Option(&Same)),
    method("checked_rem", ALL, &[Same], Option(&Same)),
    method("checked_neg", ALL, &[], Option(&Same)),
    // Division.
    method("div_euclid", ALL, &[Same], Same).num().panics(),
    method("rem_euclid", ALL, &[Same], Same).num().panics(),
    method("div_ceil", UNSIGNED, &[Same], Same).panics(),
    method("next_multiple_of", UNSIGNED, &[Same], Same).panics(),
    method("is_multiple_of", UNSIGNED, &[Same], Bool),
    // Powers and logarithms.
    method("pow", ALL, &[U32], Same).overflows(),
    method("is_power_of_two", UNSIGNED, &[], Bool),
    method("next_power_of_two", UNSIGNED, &[], Same).overflows(),
    method("ilog2", ALL, &[], U32).panics(),
    method("ilog10", ALL, &[], U32).panics(),
    method("isqrt", ALL, &[], Same).panics(),
    // Bits.
    method("count_ones", ALL, &[], U32),
    method("count_zeros", ALL, &[], U32),
    method("leading_zeros", ALL, &[], U32),
    method("leading_ones", ALL, &[], U32),
    method("trailing_zeros", ALL, &[], U32),
    method("trailing_ones", ALL, &[], U32),
    method("rotate_left", ALL, &[U32], Same),
    method("rotate_right", ALL, &[U32], Same),
    method("swap_bytes", ALL, &[], Same),
    method("reverse_bits", ALL, &[], Same),
];
