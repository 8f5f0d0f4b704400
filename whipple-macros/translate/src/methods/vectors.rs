//! Methods of glam's vectors. Those whose names floats have, too, are functions in C++: `num::` forwards to the member.

use super::{
    integer_vectors,
    row::{Method, method},
    ty::{
        Owner,
        Ty::{Array, Bool, F32, IVec2, IVec3, IVec4, Pair, Same, U32, UVec2, UVec3, UVec4, Usize, Vec2, Vec3, Vec4},
    },
};

const ALL: &[Owner] = Owner::VECTORS;
const TWO: &[Owner] = &[Owner::Vec2];
const THREE: &[Owner] = &[Owner::Vec3];
const FOUR: &[Owner] = &[Owner::Vec4];
const FROM_THREE: &[Owner] = &[Owner::Vec3, Owner::Vec4];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    // Conversion.
    method("to_array", ALL, &[], Array(&F32)),
    method("extend", TWO, &[F32], Vec3),
    method("extend", THREE, &[F32], Vec4),
    method("truncate", THREE, &[], Vec2),
    method("truncate", FOUR, &[], Vec3),
    method("to_homogeneous", THREE, &[], Vec4),
    method("project", FOUR, &[], Vec3).open(),
    method("as_ivec2", TWO, &[], IVec2),
    method("as_ivec3", THREE, &[], IVec3),
    method("as_ivec4", FOUR, &[], IVec4),
    method("as_uvec2", TWO, &[], UVec2),
    method("as_uvec3", THREE, &[], UVec3),
    method("as_uvec4", FOUR, &[], UVec4),
    method("with_x", ALL, &[F32], Same),
    method("with_y", ALL, &[F32], Same),
    method("with_z", FROM_THREE, &[F32], Same),
    method("with_w", FOUR, &[F32], Same),
    // Products and lengths.
    method("dot", ALL, &[Same], F32),
    method("dot_into_vec", ALL, &[Same], Same),
    method("cross", THREE, &[Same], Same),
    method("perp", TWO, &[], Same),
    method("perp_dot", TWO, &[Same], F32),
    method("length", ALL, &[], F32),
    method("length_squared", ALL, &[], F32),
    method("length_recip", ALL, &[], F32),
    method("distance", ALL, &[Same], F32),
    method("distance_squared", ALL, &[Same], F32),
    method("normalize", ALL, &[], Same),
    method("normalize_or", ALL, &[Same], Same),
    method("normalize_or_zero", ALL, &[], Same),
    method("normalize_and_length", ALL, &[], Pair(&Same, &F32)),
    method("is_normalized", ALL, &[], Bool),
    method("clamp_length", ALL, &[F32, F32], Same),
    method("clamp_length_max", ALL, &[F32], Same),
    method("clamp_length_min", ALL, &[F32], Same),
    // Projection and reflection.
    method("project_onto", ALL, &[Same], Same),
    method("project_onto_normalized", ALL, &[Same], Same),
    method("reject_from", ALL, &[Same], Same),
    method("reject_from_normalized", ALL, &[Same], Same),
    method("reflect", ALL, &[Same], Same),
    method("refract", ALL, &[Same, F32], Same),
    // Order and interpolation.
    method("min", ALL, &[Same], Same).num(),
    method("max", ALL, &[Same], Same).num(),
    method("clamp", ALL, &[Same, Same], Same).num(),
    method("min_element", ALL, &[], F32),
    method("max_element", ALL, &[], F32),
    method("min_position", ALL, &[], Usize),
    method("max_position", ALL, &[], Usize),
    method("element_sum", ALL, &[], F32),
    method("element_product", ALL, &[], F32),
    method("lerp", ALL, &[Same, F32], Same).num(),
    method("lerp_monotonic", ALL, &[Same, F32], Same).num(),
    method("midpoint", ALL, &[Same], Same).num(),
    method("move_towards", ALL, &[Same, F32], Same).num().open(),
    method("smoothstep", ALL, &[Same, Same], Same).num(),
    method("step", ALL, &[Same], Same).num().open(),
    method("saturate", ALL, &[], Same).num().open(),
    method("abs_diff_eq", ALL, &[Same, F32], Bool),
    // Element by element.
    method("abs", ALL, &[], Same).num(),
    method("signum", ALL, &[], Same).num(),
    method("copysign", ALL, &[Same], Same).num(),
    method("floor", ALL, &[], Same).num(),
    method("ceil", ALL, &[], Same).num(),
    method("round", ALL, &[], Same).num(),
    method("trunc", ALL, &[], Same).num(),
    method("fract", ALL, &[], Same).num(),
    method("fract_gl", ALL, &[], Same).num(),
    method("exp", ALL, &[], Same).num(),
    method("exp2", ALL, &[], Same).num(),
    method("ln", ALL, &[], Same).num(),
    method("log2", ALL, &[], Same).num(),
    method("powf", ALL, &[F32], Same).num(),
    method("sqrt", ALL, &[], Same).num(),
    method("sin", ALL, &[], Same).num(),
    method("cos", ALL, &[], Same).num(),
    method("sin_cos", ALL, &[], Pair(&Same, &Same)).num(),
    method("recip", ALL, &[], Same).num(),
    method("mul_add", ALL, &[Same, Same], Same).num(),
    method("div_euclid", ALL, &[Same], Same).num(),
    method("rem_euclid", ALL, &[Same], Same).num(),
    method("is_finite", ALL, &[], Bool).num(),
    method("is_nan", ALL, &[], Bool).num(),
    method("is_negative_bitmask", ALL, &[], U32),
    // Angles and bases.
    method("angle_to", TWO, &[Same], F32),
    method("angle_to", THREE, &[Same, Same], F32),
    method("angle_between", THREE, &[Same], F32),
    method("to_angle", TWO, &[], F32),
    method("rotate", TWO, &[Same], Same).open(),
    method("rotate_angle", TWO, &[F32], Same).open(),
    method("rotate_x", THREE, &[F32], Same).open(),
    method("rotate_y", THREE, &[F32], Same).open(),
    method("rotate_z", THREE, &[F32], Same).open(),
    method("any_orthogonal_vector", THREE, &[], Same),
    method("any_orthonormal_vector", THREE, &[], Same),
    method("any_orthonormal_pair", THREE, &[], Pair(&Same, &Same)),
];

/// The swizzles that give vectors of two, three and four.
static SWIZZLES: [Method; 3] = [
    method("xy", ALL, &[], Vec2).open(),
    method("xyz", FROM_THREE, &[], Vec3).open(),
    method("xyzw", FOUR, &[], Vec4).open(),
];

/// The rows that a swizzle has: two or three letters in any order, or four that are all different or all the same.
pub(super) fn swizzle(name: &str) -> impl Iterator<Item = &'static Method> + use<> {
    let row = swizzled(name).and_then(|letters| letters.checked_sub(2));
    [&SWIZZLES, &integer_vectors::SWIZZLES].into_iter().filter_map(move |rows| rows.get(row?))
}

/// How many letters a swizzle has.
fn swizzled(name: &str) -> Option<usize> {
    let count = |letter: char| name.chars().filter(|other| *other == letter).count();
    let is_one = name.chars().all(|letter| "xyzw".contains(letter));
    let has_it = name.len() < 4 || "xyzw".chars().all(|letter| count(letter) == 1 || count(letter) % 4 == 0);
    (is_one && has_it).then_some(name.len())
}
