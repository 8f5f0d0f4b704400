//! Methods of glam's quaternions, and of vectors that are turned by them.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{Array, Bool, F32, Pair, Same, Vec3},
    },
};

const QUAT: &[Owner] = &[Owner::Quat];
const TWO: &[Owner] = &[Owner::Vec2];
const THREE: &[Owner] = &[Owner::Vec3];
const TURNED: &[Owner] = &[Owner::Quat, Owner::Vec3];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("to_array", QUAT, &[], Array(&F32)),
    method("xyz", QUAT, &[], Vec3).open(),
    method("to_axis_angle", QUAT, &[], Pair(&Vec3, &F32)),
    method("to_scaled_axis", QUAT, &[], Vec3),
    method("mul_quat", QUAT, &[Same], Same),
    method("mul_vec3", QUAT, &[Vec3], Vec3),
    // Parts and lengths.
    method("conjugate", QUAT, &[], Same).open(),
    method("inverse", QUAT, &[], Same),
    method("dot", QUAT, &[Same], F32),
    method("length", QUAT, &[], F32),
    method("length_squared", QUAT, &[], F32),
    method("length_recip", QUAT, &[], F32),
    method("normalize", QUAT, &[], Same),
    method("is_finite", QUAT, &[], Bool).num(),
    method("is_nan", QUAT, &[], Bool).num(),
    method("is_normalized", QUAT, &[], Bool),
    method("is_near_identity", QUAT, &[], Bool),
    method("angle_between", QUAT, &[Same], F32),
    method("abs_diff_eq", QUAT, &[Same, F32], Bool),
    // Interpolation.
    method("lerp", QUAT, &[Same, F32], Same).num(),
    method("slerp", TURNED, &[Same, F32], Same).open(),
    method("slerp_long", QUAT, &[Same, F32], Same),
    method("rotate_towards", QUAT, &[Same, F32], Same).open(),
    // Vectors.
    method("rotate_towards", TWO, &[Same, F32], Same).panics().open(),
    method("rotate_towards", THREE, &[Same, F32], Same).panics().open(),
    method("rotate_axis", THREE, &[Same, F32], Same).open(),
];
