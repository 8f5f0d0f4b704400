//! Associated constants of primitive types and of glam's, and those of `std::f32::consts`.

use super::ty::{
    Owner,
    Ty::{self, Same, U32},
};

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its Rust name.
    pub name: &'static str,
    /// Whose it is.
    pub of: &'static [Owner],
    /// Its type; [`Ty::Same`] is the owner itself.
    pub ty: Ty,
    /// Its digits, of one of `consts`: rounding them as f64 gives the f64, as f32 the f32.
    pub digits: &'static str,
}

const fn constant_of(of: &'static [Owner], name: &'static str) -> Constant {
    Constant { name, of, ty: Same, digits: "" }
}

const fn digits(name: &'static str, digits: &'static str) -> Constant {
    Constant { name, of: FLOATS, ty: Same, digits }
}

const NUMBERS: &[Owner] = &[Owner::Signed, Owner::Unsigned, Owner::Float];
const FLOATS: &[Owner] = &[Owner::Float];
const ORDERS: &[Owner] = &[Owner::Ordering];
const VECTORS: &[Owner] = Owner::VECTORS;
const QUAT: &[Owner] = &[Owner::Quat];
const WHOLE: &[Owner] = Owner::INTEGER_VECTORS;
const WHOLE_FROM_THREE: &[Owner] = &[Owner::IVec3, Owner::IVec4, Owner::UVec3, Owner::UVec4];
const WHOLE_FOUR: &[Owner] = &[Owner::IVec4, Owner::UVec4];
const SIGNED: &[Owner] = &[Owner::Vec2, Owner::Vec3, Owner::Vec4, Owner::IVec2, Owner::IVec3, Owner::IVec4];
const SIGNED_FROM_THREE: &[Owner] = &[Owner::Vec3, Owner::Vec4, Owner::IVec3, Owner::IVec4];
const SIGNED_FOUR: &[Owner] = &[Owner::Vec4, Owner::IVec4];
const FROM_THREE: &[Owner] = &[Owner::Vec3, Owner::Vec4];
const FOUR: &[Owner] = &[Owner::Vec4];

#[rustfmt::skip]
pub(super) const CONSTANTS: &[Constant] = &[
    constant_of(NUMBERS, "MAX"),
    constant_of(NUMBERS, "MIN"),
    Constant { ty: U32, ..constant_of(Owner::INTEGERS, "BITS") },
    constant_of(FLOATS, "EPSILON"),
    constant_of(FLOATS, "MIN_POSITIVE"),
    constant_of(FLOATS, "INFINITY"),
    constant_of(FLOATS, "NEG_INFINITY"),
    constant_of(FLOATS, "NAN"),
    constant_of(ORDERS, "Less"),
    constant_of(ORDERS, "Equal"),
    constant_of(ORDERS, "Greater"),
    constant_of(VECTORS, "ZERO"),
    constant_of(WHOLE, "ZERO"),
    constant_of(Owner::MATRICES, "ZERO"),
    constant_of(Owner::MASKS, "FALSE"),
    constant_of(Owner::MASKS, "TRUE"),
    constant_of(Owner::MATRICES, "IDENTITY"),
    constant_of(QUAT, "IDENTITY"),
    constant_of(QUAT, "NAN"),
    constant_of(VECTORS, "ONE"),
    constant_of(WHOLE, "ONE"),
    constant_of(SIGNED, "NEG_ONE"),
    constant_of(WHOLE, "MAX"),
    constant_of(WHOLE, "MIN"),
    constant_of(VECTORS, "MAX"),
    constant_of(VECTORS, "MIN"),
    constant_of(VECTORS, "INFINITY"),
    constant_of(VECTORS, "NEG_INFINITY"),
    constant_of(VECTORS, "NAN"),
    constant_of(VECTORS, "X"),
    constant_of(VECTORS, "Y"),
    constant_of(FROM_THREE, "Z"),
    constant_of(FOUR, "W"),
    constant_of(WHOLE, "X"),
    constant_of(WHOLE, "Y"),
    constant_of(WHOLE_FROM_THREE, "Z"),
    constant_of(WHOLE_FOUR, "W"),
    constant_of(SIGNED, "NEG_X"),
    constant_of(SIGNED, "NEG_Y"),
    constant_of(SIGNED_FROM_THREE, "NEG_Z"),
    constant_of(SIGNED_FOUR, "NEG_W"),
];

pub(super) const CONSTS: &[Constant] = &[
    digits("PI", "3.14159265358979323846264338327950288"),
    digits("TAU", "6.28318530717958647692528676655900577"),
    digits("E", "2.71828182845904523536028747135266250"),
    digits("SQRT_2", "1.41421356237309504880168872420969808"),
    digits("FRAC_1_SQRT_2", "0.707106781186547524400844362104849039"),
    digits("FRAC_1_PI", "0.318309886183790671537767526745028724"),
    digits("FRAC_2_PI", "0.636619772367581343075535053490057448"),
    digits("FRAC_2_SQRT_PI", "1.12837916709551257389615890312154517"),
    digits("FRAC_PI_2", "1.57079632679489661923132169163975144"),
    digits("FRAC_PI_3", "1.04719755119659774615421446109316763"),
    digits("FRAC_PI_4", "0.785398163397448309615660845819875721"),
    digits("FRAC_PI_6", "0.52359877559829887307710723054658381"),
    digits("FRAC_PI_8", "0.39269908169872415480783042290993786"),
    digits("LN_2", "0.693147180559945309417232121458176568"),
    digits("LN_10", "2.30258509299404568401799145468436421"),
    digits("LOG2_E", "1.44269504088896340735992468100189214"),
    digits("LOG10_E", "0.434294481903251827651128918916605082"),
    digits("LOG2_10", "3.32192809488736234787031942948939018"),
    digits("LOG10_2", "0.301029995663981195213738894724493027"),
];

/// The constant of `std::f32::consts` and `std::f64::consts` of this name.
pub fn constant(name: &str) -> Option<&'static Constant> {
    CONSTS.iter().find(|constant| constant.name == name)
}
