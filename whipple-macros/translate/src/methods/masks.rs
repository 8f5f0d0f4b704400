//! Methods of glam's vectors of truth values, and those of other vectors that give some.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{BVec2, BVec3, BVec4, BVec4A, Bool, Same, U32, Unit, Usize},
    },
};

const MASKS: &[Owner] = Owner::MASKS;
const TWO: &[Owner] = &[Owner::Vec2, Owner::IVec2, Owner::UVec2];
const THREE: &[Owner] = &[Owner::Vec3, Owner::IVec3, Owner::UVec3];
const FOUR: &[Owner] = &[Owner::IVec4, Owner::UVec4];
const VEC2: &[Owner] = &[Owner::Vec2];
const VEC3: &[Owner] = &[Owner::Vec3];
const VEC4: &[Owner] = &[Owner::Vec4];
const SIGNED_TWO: &[Owner] = &[Owner::Vec2, Owner::IVec2];
const SIGNED_THREE: &[Owner] = &[Owner::Vec3, Owner::IVec3];
const SIGNED_FOUR: &[Owner] = &[Owner::IVec4];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("bitmask", MASKS, &[], U32),
    method("any", MASKS, &[], Bool).open(),
    method("all", MASKS, &[], Bool).open(),
    method("test", MASKS, &[Usize], Bool).panics().open(),
    method("set", MASKS, &[Usize, Bool], Unit).changes().panics(),
    // Comparisons.
    method("cmpeq", TWO, &[Same], BVec2),
    method("cmpeq", THREE, &[Same], BVec3),
    method("cmpeq", FOUR, &[Same], BVec4),
    method("cmpeq", VEC4, &[Same], BVec4A),
    method("cmpne", TWO, &[Same], BVec2),
    method("cmpne", THREE, &[Same], BVec3),
    method("cmpne", FOUR, &[Same], BVec4),
    method("cmpne", VEC4, &[Same], BVec4A),
    method("cmplt", TWO, &[Same], BVec2),
    method("cmplt", THREE, &[Same], BVec3),
    method("cmplt", FOUR, &[Same], BVec4),
    method("cmplt", VEC4, &[Same], BVec4A),
    method("cmple", TWO, &[Same], BVec2),
    method("cmple", THREE, &[Same], BVec3),
    method("cmple", FOUR, &[Same], BVec4),
    method("cmple", VEC4, &[Same], BVec4A),
    method("cmpgt", TWO, &[Same], BVec2),
    method("cmpgt", THREE, &[Same], BVec3),
    method("cmpgt", FOUR, &[Same], BVec4),
    method("cmpgt", VEC4, &[Same], BVec4A),
    method("cmpge", TWO, &[Same], BVec2),
    method("cmpge", THREE, &[Same], BVec3),
    method("cmpge", FOUR, &[Same], BVec4),
    method("cmpge", VEC4, &[Same], BVec4A),
    method("is_negative_mask", SIGNED_TWO, &[], BVec2),
    method("is_negative_mask", SIGNED_THREE, &[], BVec3),
    method("is_negative_mask", SIGNED_FOUR, &[], BVec4),
    method("is_negative_mask", VEC4, &[], BVec4A),
    method("is_nan_mask", VEC2, &[], BVec2),
    method("is_nan_mask", VEC3, &[], BVec3),
    method("is_nan_mask", VEC4, &[], BVec4A),
    method("is_finite_mask", VEC2, &[], BVec2),
    method("is_finite_mask", VEC3, &[], BVec3),
    method("is_finite_mask", VEC4, &[], BVec4A),
];
