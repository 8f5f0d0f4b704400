//! Methods of glam's vectors of integers. Those whose names numbers have, too, are functions in C++: `num::` forwards to the member.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{
            Array, Element, IVec2, IVec3, IVec4, Option, Same, Signed, U32, UVec2, UVec3, UVec4, Unsigned,
            UnsignedElement, Usize, Vec2, Vec3, Vec4, Vector,
        },
    },
};

const ALL: &[Owner] = Owner::INTEGER_VECTORS;
const SIGNED: &[Owner] = &[Owner::IVec2, Owner::IVec3, Owner::IVec4];
const UNSIGNED: &[Owner] = &[Owner::UVec2, Owner::UVec3, Owner::UVec4];
const TWO: &[Owner] = &[Owner::IVec2, Owner::UVec2];
const THREE: &[Owner] = &[Owner::IVec3, Owner::UVec3];
const FOUR: &[Owner] = &[Owner::IVec4, Owner::UVec4];
const FROM_THREE: &[Owner] = &[Owner::IVec3, Owner::IVec4, Owner::UVec3, Owner::UVec4];
const IVEC2: &[Owner] = &[Owner::IVec2];
const IVEC3: &[Owner] = &[Owner::IVec3];
const IVEC4: &[Owner] = &[Owner::IVec4];
const UVEC2: &[Owner] = &[Owner::UVec2];
const UVEC3: &[Owner] = &[Owner::UVec3];
const UVEC4: &[Owner] = &[Owner::UVec4];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    // Conversion.
    method("to_array", ALL, &[], Array(&Element)),
    method("extend", TWO, &[Element], Vector(3)),
    method("extend", THREE, &[Element], Vector(4)),
    method("truncate", THREE, &[], Vector(2)),
    method("truncate", FOUR, &[], Vector(3)),
    method("with_x", ALL, &[Element], Same),
    method("with_y", ALL, &[Element], Same),
    method("with_z", FROM_THREE, &[Element], Same),
    method("with_w", FOUR, &[Element], Same),
    method("as_vec2", TWO, &[], Vec2),
    method("as_vec3", THREE, &[], Vec3),
    method("as_vec4", FOUR, &[], Vec4),
    method("as_ivec2", UVEC2, &[], IVec2),
    method("as_ivec3", UVEC3, &[], IVec3),
    method("as_ivec4", UVEC4, &[], IVec4),
    method("as_uvec2", IVEC2, &[], UVec2),
    method("as_uvec3", IVEC3, &[], UVec3),
    method("as_uvec4", IVEC4, &[], UVec4),
    // Products and distances.
    method("dot", ALL, &[Same], Element),
    method("dot_into_vec", ALL, &[Same], Same),
    method("cross", THREE, &[Same], Same),
    method("perp", IVEC2, &[], Same),
    method("perp_dot", IVEC2, &[Same], Element),
    method("rotate", IVEC2, &[Same], Same).open(),
    method("length_squared", ALL, &[], Element),
    method("distance_squared", SIGNED, &[Same], Element),
    method("manhattan_distance", ALL, &[Same], UnsignedElement),
    method("checked_manhattan_distance", ALL, &[Same], Option(&UnsignedElement)),
    method("chebyshev_distance", ALL, &[Same], UnsignedElement),
    // Order.
    method("min", ALL, &[Same], Same).num(),
    method("max", ALL, &[Same], Same).num(),
    method("clamp", ALL, &[Same, Same], Same).num(),
    method("min_element", ALL, &[], Element),
    method("max_element", ALL, &[], Element),
    method("min_position", ALL, &[], Usize),
    method("max_position", ALL, &[], Usize),
    method("element_sum", ALL, &[], Element),
    method("element_product", ALL, &[], Element),
    method("abs", SIGNED, &[], Same).num(),
    method("signum", SIGNED, &[], Same).num(),
    method("is_negative_bitmask", SIGNED, &[], U32),
    // Component by component.
    method("div_euclid", SIGNED, &[Same], Same).num().panics(),
    method("rem_euclid", SIGNED, &[Same], Same).num().panics(),
    method("wrapping_add", ALL, &[Same], Same),
    method("wrapping_sub", ALL, &[Same], Same),
    method("wrapping_mul", ALL, &[Same], Same),
    method("wrapping_div", ALL, &[Same], Same).panics(),
    method("wrapping_add_unsigned", SIGNED, &[Unsigned], Same),
    method("wrapping_sub_unsigned", SIGNED, &[Unsigned], Same),
    method("wrapping_add_signed", UNSIGNED, &[Signed], Same),
    method("saturating_add", ALL, &[Same], Same),
    method("saturating_sub", ALL, &[Same], Same),
    method("saturating_mul", ALL, &[Same], Same),
    method("saturating_div", ALL, &[Same], Same).panics(),
    method("saturating_add_unsigned", SIGNED, &[Unsigned], Same),
    method("saturating_sub_unsigned", SIGNED, &[Unsigned], Same),
    method("saturating_add_signed", UNSIGNED, &[Signed], Same),
    method("checked_add", ALL, &[Same], Option(&Same)),
    method("checked_sub", ALL, &[Same], Option(&Same)),
    method("checked_mul", ALL, &[Same], Option(&Same)),
    method("checked_div", ALL, &[Same], Option(&Same)),
    method("checked_add_unsigned", SIGNED, &[Unsigned], Option(&Same)),
    method("checked_sub_unsigned", SIGNED, &[Unsigned], Option(&Same)),
    method("checked_add_signed", UNSIGNED, &[Signed], Option(&Same)),
];

/// The swizzles that give vectors of two, three and four.
pub(super) static SWIZZLES: [Method; 3] = [
    method("xy", ALL, &[], Vector(2)).open(),
    method("xyz", FROM_THREE, &[], Vector(3)).open(),
    method("xyzw", FOUR, &[], Vector(4)).open(),
];
