//! Types of std and glam that traits of the user's may be implemented for, and the names that calls may mean something else by there.

use crate::methods;

/// Those types.
#[rustfmt::skip]
pub const FOREIGN: [&str; 32] = [
    "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "u128", "i128", "f32", "f64", "bool", "char",
    "Vec2", "Vec3", "Vec4", "IVec2", "IVec3", "IVec4", "UVec2", "UVec3", "UVec4", "BVec2", "BVec3", "BVec4", "BVec4A",
    "Quat", "Mat3", "Mat4",
];

/// Methods of these types that the table of methods does not have, in alphabetical order.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "abs_sub", "add_mat2", "algebraic_add", "algebraic_div", "algebraic_mul", "algebraic_rem", "algebraic_sub",
    "as_ascii", "as_daffine2", "as_daffine3", "as_dmat2", "as_dquat", "as_str", "as_vec3a", "bit_width",
    "borrowing_sub", "carrying_add", "carrying_mul", "carrying_mul_add", "checked_abs_diff", "checked_cast",
    "checked_div_exact", "checked_exact_div", "checked_shl_exact", "checked_shr_exact", "checked_signed_diff",
    "clamp_magnitude", "clamp_to", "classify", "deposit_bits", "div_exact", "div_floor", "encode_utf16",
    "encode_utf8", "erf", "erfc", "escape_ascii", "escape_debug", "escape_default", "escape_unicode", "exact_div",
    "extract_bits", "funnel_shl", "funnel_shr", "gamma", "gather_bits", "highest_one", "is_ascii_octdigit",
    "is_case_ignorable", "is_cased", "is_grapheme_extended", "is_utf8_char_boundary", "isolate_highest_one",
    "isolate_least_significant_one", "isolate_lowest_one", "isolate_most_significant_one", "len_utf16", "ln_gamma",
    "lowest_one", "mul_mat2", "mul_transpose_vec2", "mul_transpose_vec3a", "mul_vec2", "overflowing_isqrt",
    "saturating_cast", "scatter_bits", "select_unpredictable", "shl_exact", "shr_exact", "strict_abs",
    "strict_add", "strict_add_signed", "strict_add_unsigned", "strict_cast", "strict_div", "strict_div_euclid",
    "strict_mul", "strict_neg", "strict_pow", "strict_rem", "strict_rem_euclid", "strict_shl", "strict_shr",
    "strict_sub", "strict_sub_signed", "strict_sub_unsigned", "sub_mat2", "to_scale_angle_translation",
    "to_titlecase", "to_vec3", "transpose_mul_vec2", "transpose_mul_vec3a", "truncate_to", "try_into_bounded",
    "unchecked_add", "unchecked_disjoint_bitor", "unchecked_div_exact", "unchecked_mul", "unchecked_neg",
    "unchecked_shl", "unchecked_shl_exact", "unchecked_shr", "unchecked_shr_exact", "unchecked_sub",
    "unsigned_abs_diff", "widening_mul", "wrapping_cast", "wrapping_isqrt", "wrapping_next_power_of_two",
];

/// What stands for a method of the user's in C++, where a type of the library has it: the hash of its C++ name, which `WHIPPLE_CHANGES` knows.
pub fn hash_of_method(name: &str) -> u64 {
    super::hash(&super::method(name))
}

/// Whether one of these types may have a method of this name that is none of the user's: rustc takes that before one of a trait.
pub fn may_be_of_std(name: &str) -> bool {
    super::is_library_method(name) || methods::refused(name).next().is_some() || OTHERS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_are_in_order() {
        assert!(OTHERS.is_sorted());
        for name in ["classify", "sqrt", "next_up", "xyz", "strict_add"] {
            assert!(may_be_of_std(name), "{name}");
        }
        assert!(!may_be_of_std("lerp_to") && !may_be_of_std("half"));
    }
}
