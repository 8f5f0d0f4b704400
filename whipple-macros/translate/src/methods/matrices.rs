//! Methods of glam's matrices.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{Array, Bool, F32, Same, Usize, Vec2, Vec3, Vec4},
    },
};

const ALL: &[Owner] = Owner::MATRICES;
const THREE: &[Owner] = &[Owner::Mat3];
const FOUR: &[Owner] = &[Owner::Mat4];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    // Parts.
    method("to_cols_array", ALL, &[], Array(&F32)),
    method("to_cols_array_2d", ALL, &[], Array(&Array(&F32))),
    method("col", THREE, &[Usize], Vec3).panics(),
    method("col", FOUR, &[Usize], Vec4).panics(),
    method("row", THREE, &[Usize], Vec3).panics(),
    method("row", FOUR, &[Usize], Vec4).panics(),
    method("diagonal", THREE, &[], Vec3),
    method("diagonal", FOUR, &[], Vec4),
    method("transpose", ALL, &[], Same),
    method("determinant", ALL, &[], F32),
    method("inverse", ALL, &[], Same),
    method("inverse_or_zero", ALL, &[], Same),
    method("abs", ALL, &[], Same).num(),
    method("recip", ALL, &[], Same).num(),
    method("is_finite", ALL, &[], Bool).num(),
    method("is_nan", ALL, &[], Bool).num(),
    method("abs_diff_eq", ALL, &[Same, F32], Bool),
    // Products and sums.
    method("mul_scalar", ALL, &[F32], Same),
    method("div_scalar", ALL, &[F32], Same),
    method("mul_vec3", THREE, &[Vec3], Vec3),
    method("mul_vec4", FOUR, &[Vec4], Vec4),
    method("transpose_mul_vec3", THREE, &[Vec3], Vec3),
    method("transpose_mul_vec4", FOUR, &[Vec4], Vec4),
    method("mul_diagonal_scale", THREE, &[Vec3], Same),
    method("mul_diagonal_scale", FOUR, &[Vec4], Same),
    method("mul_mat3", THREE, &[Same], Same),
    method("mul_mat4", FOUR, &[Same], Same),
    method("add_mat3", THREE, &[Same], Same),
    method("add_mat4", FOUR, &[Same], Same),
    method("sub_mat3", THREE, &[Same], Same),
    method("sub_mat4", FOUR, &[Same], Same),
    // Points and directions.
    method("transform_point2", THREE, &[Vec2], Vec2),
    method("transform_vector2", THREE, &[Vec2], Vec2),
    method("transform_point3", FOUR, &[Vec3], Vec3),
    method("transform_vector3", FOUR, &[Vec3], Vec3),
    method("project_point3", FOUR, &[Vec3], Vec3),
];
