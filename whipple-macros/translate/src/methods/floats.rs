//! Methods of f32 and f64, of std and of glam's `FloatExt`: functions in C++, which has no methods of floats.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{Bits, Bool, Bytes, I32, Option, Ordering, Pair, Same},
    },
};

const FLOATS: &[Owner] = &[Owner::Float];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    // Bits and classes.
    method("to_bits", FLOATS, &[], Bits).num(),
    method("to_be_bytes", FLOATS, &[], Bytes).num(),
    method("to_le_bytes", FLOATS, &[], Bytes).num(),
    method("to_ne_bytes", FLOATS, &[], Bytes).num(),
    method("is_nan", FLOATS, &[], Bool).num(),
    method("is_infinite", FLOATS, &[], Bool).num(),
    method("is_finite", FLOATS, &[], Bool).num(),
    method("is_normal", FLOATS, &[], Bool).num(),
    method("is_subnormal", FLOATS, &[], Bool).num(),
    method("is_sign_negative", FLOATS, &[], Bool).num(),
    method("is_sign_positive", FLOATS, &[], Bool).num(),
    method("abs", FLOATS, &[], Same).num(),
    method("copysign", FLOATS, &[Same], Same).num(),
    method("signum", FLOATS, &[], Same).num(),
    // Order.
    method("min", FLOATS, &[Same], Same).num(),
    method("max", FLOATS, &[Same], Same).num(),
    method("clamp", FLOATS, &[Same, Same], Same).num().panics(),
    method("partial_cmp", FLOATS, &[Same], Option(&Ordering)).num().open(),
    method("total_cmp", FLOATS, &[Same], Ordering).num(),
    method("midpoint", FLOATS, &[Same], Same).num(),
    // Rounding and remainders.
    method("floor", FLOATS, &[], Same).num(),
    method("ceil", FLOATS, &[], Same).num(),
    method("round", FLOATS, &[], Same).num(),
    method("round_ties_even", FLOATS, &[], Same).num(),
    method("trunc", FLOATS, &[], Same).num(),
    method("fract", FLOATS, &[], Same).num(),
    method("div_euclid", FLOATS, &[Same], Same).num(),
    method("rem_euclid", FLOATS, &[Same], Same).num(),
    // Arithmetic.
    method("mul_add", FLOATS, &[Same, Same], Same).num(),
    method("sqrt", FLOATS, &[], Same).num(),
    method("cbrt", FLOATS, &[], Same).num(),
    method("hypot", FLOATS, &[Same], Same).num(),
    method("recip", FLOATS, &[], Same).num(),
    method("powi", FLOATS, &[I32], Same).num(),
    method("powf", FLOATS, &[Same], Same).num(),
    method("to_radians", FLOATS, &[], Same).num(),
    method("to_degrees", FLOATS, &[], Same).num(),
    // Exponentials and logarithms.
    method("exp", FLOATS, &[], Same).num(),
    method("exp2", FLOATS, &[], Same).num(),
    method("exp_m1", FLOATS, &[], Same).num(),
    method("ln", FLOATS, &[], Same).num(),
    method("ln_1p", FLOATS, &[], Same).num(),
    method("log", FLOATS, &[Same], Same).num(),
    method("log2", FLOATS, &[], Same).num(),
    method("log10", FLOATS, &[], Same).num(),
    // Angles.
    method("sin", FLOATS, &[], Same).num(),
    method("cos", FLOATS, &[], Same).num(),
    method("sin_cos", FLOATS, &[], Pair(&Same, &Same)).num(),
    method("tan", FLOATS, &[], Same).num(),
    method("asin", FLOATS, &[], Same).num(),
    method("acos", FLOATS, &[], Same).num(),
    method("atan", FLOATS, &[], Same).num(),
    method("atan2", FLOATS, &[Same], Same).num(),
    method("sinh", FLOATS, &[], Same).num(),
    method("cosh", FLOATS, &[], Same).num(),
    method("tanh", FLOATS, &[], Same).num(),
    method("asinh", FLOATS, &[], Same).num(),
    method("acosh", FLOATS, &[], Same).num(),
    method("atanh", FLOATS, &[], Same).num(),
    // glam's.
    method("lerp", FLOATS, &[Same, Same], Same).num(),
    method("lerp_monotonic", FLOATS, &[Same, Same], Same).num(),
    method("smoothstep", FLOATS, &[Same, Same], Same).num(),
    method("fract_gl", FLOATS, &[], Same).num(),
    method("move_towards", FLOATS, &[Same, Same], Same).num().open(),
    method("step", FLOATS, &[Same], Same).num().open(),
    method("saturate", FLOATS, &[], Same).num().open(),
];
