//! Associated functions of primitive types and of glam's. Methods may be called so, too: `u32::pow(2, k)`.

use super::ty::{
    Owner,
    Ty::{
        self, Array, BVec2, BVec3, BVec4, BVec4A, Bits, Bool, Bytes, Element, F32, First, Mat3, Mat4, Quat, Same, U32,
        Vec2, Vec3, Vec4,
    },
};

/// A function without a receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its Rust name.
    pub name: &'static str,
    /// Whose it is.
    pub of: &'static [Owner],
    /// What it takes; [`Ty::Same`] is the owner itself.
    pub arguments: &'static [Ty],
    /// What it gives.
    pub result: Ty,
    /// The function in C++, `T` being its owner.
    pub cpp: &'static str,
}

/// A function that gives its owner, and is a member of that in C++.
const fn function(name: &'static str, of: &'static [Owner], arguments: &'static [Ty]) -> Function {
    Function { name, of, arguments, result: Same, cpp: "T::" }
}

/// The same, with a function of its own in C++.
const fn spelled(name: &'static str, of: &'static [Owner], arguments: &'static [Ty], cpp: &'static str) -> Function {
    Function { name, of, arguments, result: Same, cpp }
}

const PRIMITIVES: &[Owner] = Owner::PRIMITIVES;
const NUMBERS: &[Owner] = &[Owner::Signed, Owner::Unsigned, Owner::Float];
const CHARS: &[Owner] = &[Owner::Char];
const FLOATS: &[Owner] = &[Owner::Float];
const VECTORS: &[Owner] = Owner::VECTORS;
const WHOLE: &[Owner] = Owner::INTEGER_VECTORS;
const WHOLE_TWO: &[Owner] = &[Owner::IVec2, Owner::UVec2];
const WHOLE_THREE: &[Owner] = &[Owner::IVec3, Owner::UVec3];
const WHOLE_FOUR: &[Owner] = &[Owner::IVec4, Owner::UVec4];
const MASKS: &[Owner] = Owner::MASKS;
const MASKED_TWO: &[Owner] = &[Owner::Vec2, Owner::IVec2, Owner::UVec2];
const MASKED_THREE: &[Owner] = &[Owner::Vec3, Owner::IVec3, Owner::UVec3];
const QUAT: &[Owner] = &[Owner::Quat];
const MATRICES: &[Owner] = Owner::MATRICES;
const VEC2: &[Owner] = &[Owner::Vec2];
const VEC3: &[Owner] = &[Owner::Vec3];
const VEC4: &[Owner] = &[Owner::Vec4];
const MAT3: &[Owner] = &[Owner::Mat3];
const MAT4: &[Owner] = &[Owner::Mat4];

#[rustfmt::skip]
pub(super) const FUNCTIONS: &[Function] = &[
    spelled("from", PRIMITIVES, &[First], "cast<T>"),
    spelled("default", PRIMITIVES, &[], "T"),
    spelled("from", CHARS, &[First], "cast<Char>"),
    spelled("default", CHARS, &[], "Char"),
    Function { result: Ty::Option(&Same), ..spelled("from_u32", CHARS, &[U32], "num::char_from_u32") },
    Function { result: Ty::Option(&Same), ..spelled("from_digit", CHARS, &[U32, U32], "num::char_from_digit") },
    spelled("from_bits", FLOATS, &[Bits], "num::from_bits<T>"),
    spelled("from_be_bytes", NUMBERS, &[Bytes], "num::from_be_bytes<T>"),
    spelled("from_le_bytes", NUMBERS, &[Bytes], "num::from_le_bytes<T>"),
    spelled("from_ne_bytes", NUMBERS, &[Bytes], "num::from_le_bytes<T>"),
    spelled("inverse_lerp", FLOATS, &[Same, Same, Same], "num::inverse_lerp"),
    // Vectors.
    function("new", VEC2, &[F32, F32]),
    function("new", VEC3, &[F32, F32, F32]),
    function("new", VEC4, &[F32, F32, F32, F32]),
    function("splat", VECTORS, &[F32]),
    function("from_array", VECTORS, &[Array(&F32)]),
    function("from", VECTORS, &[First]),
    function("from_angle", VEC2, &[F32]),
    function("from_homogeneous", VEC3, &[Vec4]),
    function("new", WHOLE_TWO, &[Element, Element]),
    function("new", WHOLE_THREE, &[Element, Element, Element]),
    function("new", WHOLE_FOUR, &[Element, Element, Element, Element]),
    function("splat", WHOLE, &[Element]),
    function("from_array", WHOLE, &[Array(&Element)]),
    function("from", WHOLE, &[First]),
    function("new", &[Owner::BVec2], &[Bool, Bool]),
    function("new", &[Owner::BVec3], &[Bool, Bool, Bool]),
    function("new", &[Owner::BVec4, Owner::BVec4A], &[Bool, Bool, Bool, Bool]),
    function("splat", MASKS, &[Bool]),
    function("from_array", MASKS, &[Array(&Bool)]),
    function("from", MASKS, &[First]),
    function("select", MASKED_TWO, &[BVec2, Same, Same]),
    function("select", MASKED_THREE, &[BVec3, Same, Same]),
    function("select", WHOLE_FOUR, &[BVec4, Same, Same]),
    function("select", VEC4, &[BVec4A, Same, Same]),
    // Quaternions.
    function("from_xyzw", QUAT, &[F32, F32, F32, F32]),
    function("from_array", QUAT, &[Array(&F32)]),
    function("from_vec4", QUAT, &[Vec4]),
    function("from_axis_angle", QUAT, &[Vec3, F32]),
    function("from_scaled_axis", QUAT, &[Vec3]),
    function("from_rotation_x", QUAT, &[F32]),
    function("from_rotation_y", QUAT, &[F32]),
    function("from_rotation_z", QUAT, &[F32]),
    function("from_rotation_axes", QUAT, &[Vec3, Vec3, Vec3]),
    function("from_mat3", QUAT, &[Mat3]),
    function("from_mat4", QUAT, &[Mat4]),
    function("from_rotation_arc", QUAT, &[Vec3, Vec3]),
    function("from_rotation_arc_colinear", QUAT, &[Vec3, Vec3]),
    function("from_rotation_arc_2d", QUAT, &[Vec2, Vec2]),
    function("from_quat", MATRICES, &[Quat]),
    function("from_rotation_translation", MAT4, &[Quat, Vec3]),
    function("from_scale_rotation_translation", MAT4, &[Vec3, Quat, Vec3]),
    // Matrices.
    function("from_cols", MAT3, &[Vec3, Vec3, Vec3]),
    function("from_cols", MAT4, &[Vec4, Vec4, Vec4, Vec4]),
    function("from_rows", MAT3, &[Vec3, Vec3, Vec3]),
    function("from_rows", MAT4, &[Vec4, Vec4, Vec4, Vec4]),
    function("from_cols_array", MATRICES, &[Array(&F32)]),
    function("from_cols_array_2d", MATRICES, &[Array(&Array(&F32))]),
    function("from_diagonal", MAT3, &[Vec3]),
    function("from_diagonal", MAT4, &[Vec4]),
    function("from_mat3", MAT4, &[Mat3]),
    function("from_mat4", MAT3, &[Mat4]),
    function("from_mat3_translation", MAT4, &[Mat3, Vec3]),
    function("from_translation", MAT3, &[Vec2]),
    function("from_translation", MAT4, &[Vec3]),
    function("from_scale", MAT3, &[Vec2]),
    function("from_scale", MAT4, &[Vec3]),
    function("from_angle", MAT3, &[F32]),
    function("from_axis_angle", MATRICES, &[Vec3, F32]),
    function("from_rotation_x", MATRICES, &[F32]),
    function("from_rotation_y", MATRICES, &[F32]),
    function("from_rotation_z", MATRICES, &[F32]),
    function("from_scale_angle_translation", MAT3, &[Vec2, F32, Vec2]),
];
