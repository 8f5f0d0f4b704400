//! The names of the CUDA side: which Rust names clash with C++ or the device library, and the tables of known methods.
//!
//! | Rust | C++ |
//! |---|---|
//! | a field or method named like a C++ keyword (`class`, `new`, `r#union`) or a macro of its headers (`M_PI`) | with `_` appended: `class_`, `new_`, `union_` |
//! | a field or method named like a function of the device library (`range`, `check`) | the same: `range_`, `check_` |
//! | an item or a generic parameter named like one of the device library (`fn range`, `struct Array`) | with `_` appended: `range_`, `Array_` |
//! | a field named as types are (`In`), which may hide its type | with `_` appended: `In_` |
//! | an enum with a variant of its own name | with `_` appended |
//! | one of these names with `_` appended (`new_`) | with another, escaped: `new_u5f_` |
//! | a character that is not ASCII, or `_` after `_` (`größe`, `a__b`) | escaped as `u` with its number in hexadecimal and `_`: `gru0f6_u0df_e`, `a_u5f_b` |
//! | what looks like such an escape (`u128_x`) | its `u` is escaped: `u75_128_x` |
//! | a local that shadows another (`x` again) | numbered: `x_2`, `x_3` |
//! | a local named like a keyword, a device library function, or a function that the body calls | numbered or with `_` |
//! | a value that needs a name of its own to keep Rust's order | `value`, `value_2` |
//! | `self` | `this->` / `(*this)`; for `mut self` the copy `self_` |
//! | a label `'outer` | `outer_break`, `outer_continue` |

/// C++ keywords, and macros that headers may define.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "NULL",
    "EOF",
    "INFINITY",
    "NAN",
    "NDEBUG",
    "HUGE_VAL",
    "HUGE_VALF",
    "HUGE_VALL",
    "MATH_ERRNO",
    "MATH_ERREXCEPT",
    "RAND_MAX",
    "EXIT_FAILURE",
    "EXIT_SUCCESS",
    "BUFSIZ",
    "errno",
    "stderr",
    "stdin",
    "stdout",
];

/// Macros that C's headers define in families: `M_PI`, `FLT_MAX`, `UINT32_MAX`, `FP_NAN`.
fn is_macro_of_c(name: &str) -> bool {
    let (start, end) = name.split_once('_').unwrap_or((name, ""));
    let is_float = matches!(
        end,
        "DIG"
            | "DECIMAL_DIG"
            | "EPSILON"
            | "HAS_SUBNORM"
            | "MANT_DIG"
            | "MAX"
            | "MAX_10_EXP"
            | "MAX_EXP"
            | "MIN"
            | "MIN_10_EXP"
            | "MIN_EXP"
            | "NORM_MAX"
            | "TRUE_MIN"
            | "RADIX"
            | "ROUNDS"
            | "EVAL_METHOD"
    );
    match start {
        "M" => matches!(
            end,
            "E" | "LOG2E"
                | "LOG10E"
                | "LN2"
                | "LN10"
                | "PI"
                | "PI_2"
                | "PI_4"
                | "1_PI"
                | "2_PI"
                | "2_SQRTPI"
                | "SQRT2"
                | "SQRT1_2"
        ),
        "FLT" | "DBL" | "LDBL" => is_float,
        "FP" => matches!(end, "NAN" | "INFINITE" | "ZERO" | "SUBNORMAL" | "NORMAL" | "ILOGB0" | "ILOGBNAN"),
        "CHAR" | "SCHAR" | "UCHAR" | "SHRT" | "USHRT" | "INT" | "UINT" | "LONG" | "ULONG" | "LLONG" | "ULLONG"
        | "SIZE" | "SSIZE" | "PTRDIFF" | "INTPTR" | "UINTPTR" | "INTMAX" | "UINTMAX" | "WCHAR" | "WINT" => {
            matches!(end, "MAX" | "MIN" | "BIT" | "WIDTH" | "C")
        }
        "MB" => end == "LEN_MAX",
        "SEEK" => matches!(end, "SET" | "CUR" | "END"),
        _ => {
            // `INT32_MAX`, `UINT_FAST8_MAX`
            let width = start.trim_start_matches('U').strip_prefix("INT");
            let is_end = ["MAX", "MIN", "C", "WIDTH"].contains(&end);
            width.is_some_and(|width| matches!(width, "8" | "16" | "32" | "64")) && is_end
        }
    }
}

/// Names of the device library and of CUDA that a local variable must not hide.
const LIBRARY: &[&str] = &[
    "array",
    "blockDim",
    "blockIdx",
    "cast",
    "check",
    "detail",
    "either",
    "filled",
    "gridDim",
    "num",
    "panic",
    "range",
    "range_inclusive",
    "reversed",
    "stepped",
    "threadIdx",
    "tuple",
    "vec2",
    "vec3",
    "vec4",
    "warpSize",
    "whipple",
    "execute",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "isize",
    "f32",
    "f64",
    "size_t",
];

/// Types of the device library that emitted text names.
const LIBRARY_TYPES: &[&str] = &[
    "Array",
    "Buffer",
    "Context",
    "Float",
    "Item",
    "Mat3",
    "Mat4",
    "NoShared",
    "Schedule",
    "Shared",
    "SharedArray",
    "Tuple",
    "Unit",
    "Vec2",
    "Vec3",
    "Vec4",
];

/// Constants that each procedure has in C++.
pub const OF_PROCEDURES: [&str; 3] = ["LEVEL", "MEETS", "THREADS"];

/// Methods of f32 and f64, emitted as functions in `num::` whatever the receiver: C++ has no methods on floats, and
/// `num::` forwards to the member for class types.
const FLOAT_METHODS: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "clamp",
    "copysign",
    "cos",
    "cosh",
    "div_euclid",
    "exp",
    "exp2",
    "exp_m1",
    "floor",
    "fract",
    "hypot",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_normal",
    "is_sign_negative",
    "is_sign_positive",
    "is_subnormal",
    "ln",
    "ln_1p",
    "log",
    "log10",
    "log2",
    "max",
    "min",
    "mul_add",
    "powf",
    "powi",
    "recip",
    "rem_euclid",
    "round",
    "round_ties_even",
    "signum",
    "sin",
    "sin_cos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "to_bits",
    "to_degrees",
    "to_radians",
    "trunc",
    "lerp",
    "midpoint",
];

/// Other methods that only read: of integers, arrays and glam's types.
const PURE_METHODS: &[&str] = &[
    "abs_diff",
    "abs_diff_eq",
    "angle_between",
    "angle_to",
    "any_orthogonal_vector",
    "clone",
    "col",
    "count_ones",
    "count_zeros",
    "cross",
    "determinant",
    "distance",
    "distance_squared",
    "div_ceil",
    "dot",
    "dot_into_vec",
    "element_product",
    "element_sum",
    "extend",
    "ilog2",
    "inverse",
    "is_negative",
    "is_normalized",
    "is_positive",
    "is_power_of_two",
    "leading_ones",
    "leading_zeros",
    "len",
    "length",
    "length_recip",
    "length_squared",
    "max_element",
    "min_element",
    "mul_mat3",
    "mul_mat4",
    "mul_vec2",
    "mul_vec3",
    "mul_vec4",
    "next_power_of_two",
    "normalize",
    "normalize_or_zero",
    "perp",
    "perp_dot",
    "pow",
    "project_onto",
    "project_point3",
    "reflect",
    "refract",
    "reject_from",
    "reverse_bits",
    "rotate_left",
    "rotate_right",
    "row",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
    "swap_bytes",
    "to_array",
    "to_cols_array",
    "trailing_ones",
    "trailing_zeros",
    "transform_point2",
    "transform_point3",
    "transform_vector2",
    "transform_vector3",
    "transpose",
    "truncate",
    "unsigned_abs",
    "wrapping_abs",
    "wrapping_add",
    "wrapping_div",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_pow",
    "wrapping_rem",
    "wrapping_shl",
    "wrapping_shr",
    "wrapping_sub",
];

/// Methods that write memory which other threads see, or that wait for other threads.
const MEMORY_METHODS: &[&str] = &[
    "set",
    "store",
    "swap",
    "exchange",
    "compare_exchange",
    "fetch_add",
    "fetch_sub",
    "fetch_and",
    "fetch_or",
    "fetch_xor",
    "fetch_min",
    "fetch_max",
];

/// The other methods that device code has.
const OTHER_METHODS: &[&str] = &[
    "add",
    "add_mat3",
    "add_mat4",
    "all",
    "any",
    "any_orthonormal_pair",
    "any_orthonormal_vector",
    "ballot",
    "barrier",
    "barrier_all",
    "barrier_any",
    "barrier_count",
    "cast_signed",
    "cast_unsigned",
    "clamp_length",
    "clamp_length_max",
    "clamp_length_min",
    "diagonal",
    "div",
    "div_scalar",
    "fill",
    "fract_gl",
    "get",
    "ilog10",
    "inverse_lerp",
    "inverse_or_zero",
    "is_empty",
    "is_multiple_of",
    "is_negative_bitmask",
    "isqrt",
    "lerp_monotonic",
    "load",
    "max_position",
    "min_position",
    "move_towards",
    "mul",
    "mul_diagonal_scale",
    "mul_scalar",
    "neg",
    "next_multiple_of",
    "normalize_and_length",
    "normalize_or",
    "project",
    "project_onto_normalized",
    "reduce_add",
    "reduce_max",
    "reduce_min",
    "reject_from_normalized",
    "rem",
    "rev",
    "rotate",
    "rotate_angle",
    "rotate_x",
    "rotate_y",
    "rotate_z",
    "saturate",
    "saturating_abs",
    "saturating_neg",
    "saturating_pow",
    "shared",
    "shuffle",
    "shuffle_down",
    "shuffle_up",
    "shuffle_xor",
    "smoothstep",
    "spawn",
    "step",
    "step_by",
    "sub",
    "sub_mat3",
    "sub_mat4",
    "thread",
    "threads",
    "to_angle",
    "to_cols_array_2d",
    "to_homogeneous",
    "transpose_mul_vec3",
    "transpose_mul_vec4",
    "warp_barrier",
    "with_w",
    "with_x",
    "with_y",
    "with_z",
    "xy",
];

/// Primitive number types.
const NUMBERS: &[&str] =
    &["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "bool"];

/// The C++ name of a method, local variable, associated constant or variant with this Rust name.
pub fn member(rust: &str) -> String {
    // A member hides the device library's functions from the bodies of its type; `execute` is the library's own member.
    mangled(rust, is_reserved_for_members)
}

/// The C++ name of a field with this Rust name. One that is called like a type would hide it from the fields after it.
pub fn field(rust: &str) -> String {
    let is_like_a_type = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    mangled(rust, |name| is_like_a_type(name) || is_reserved_for_members(name))
}

/// The C++ name of a function, constant or type of a module, or of a generic parameter, with this Rust name. It must not
/// hide one of the device library's that emitted text uses.
pub fn item(rust: &str) -> String {
    mangled(rust, |name| is_reserved(name) || LIBRARY.contains(&name) || LIBRARY_TYPES.contains(&name))
}

/// The C++ name of a label with this name.
pub fn label(rust: &str) -> String {
    mangled(rust, is_reserved)
}

fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || is_macro_of_c(name)
}

fn is_reserved_for_members(name: &str) -> bool {
    is_reserved(name) || OF_PROCEDURES.contains(&name) || (LIBRARY.contains(&name) && name != "execute")
}

/// Different names stay different: a reserved word gets `_`, and so does one that has some already; what C++ cannot have
/// in names is escaped, and so is what looks like an escape.
fn mangled(rust: &str, is_reserved: impl Fn(&str) -> bool) -> String {
    let mut name = rust.strip_prefix("r#").unwrap_or(rust).to_owned();
    if is_reserved(name.trim_end_matches('_')) {
        name.push('_');
    }
    let mut out = String::new();
    for (at, character) in name.char_indices() {
        // Two underscores anywhere are reserved in C++.
        let is_escaped = !character.is_ascii()
            || (character == '_' && out.ends_with('_'))
            || (character == 'u' && starts_an_escape(&name[at + 1..]));
        if is_escaped {
            let number = format!("{:x}", u32::from(character));
            // `u` before a letter is frequent in words, as in `reduce_add`.
            let zero = if number.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
            out.push_str(&format!("u{zero}{number}_"));
        } else {
            out.push(character);
        }
    }
    out
}

/// Whether `u` before this text reads as an escape.
fn starts_an_escape(rest: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, 'a'..='f');
    let (digits, after) = rest.split_at(rest.find(|c| !is_digit(c)).unwrap_or(rest.len()));
    after.starts_with('_')
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && u32::from_str_radix(digits, 16).is_ok_and(|number| {
            !(char::from_u32(number).is_some_and(|c| c.is_ascii())) || matches!(number, 0x5f | 0x75)
        })
}

/// Whether a local variable must not have this C++ name.
pub fn is_reserved_for_locals(name: &str) -> bool {
    LIBRARY.contains(&name)
}

/// Methods that only read their receiver and arguments, whatever the type: calls of them are not ordered against other operands. A
/// `&mut self` method must not have one of these names, and `#[device] impl` refuses it.
pub fn is_pure_method(name: &str) -> bool {
    is_float_method(name) || PURE_METHODS.contains(&name)
}

/// Whether the device library has a method of this name.
pub fn is_library_method(name: &str) -> bool {
    let is_swizzle = (2..=4).contains(&name.len()) && name.chars().all(|c| "xyzw".contains(c));
    is_pure_method(name) || is_memory_method(name) || OTHER_METHODS.contains(&name) || is_swizzle
}

/// Whether a method of this name gives an integer, whatever it is called on.
pub fn is_integer_method(name: &str) -> bool {
    ["wrapping_", "count_", "leading_", "trailing_", "rotate_"].iter().any(|start| name.starts_with(start))
        || matches!(name, "to_bits" | "swap_bytes" | "reverse_bits" | "len" | "ballot")
}

/// Whether f32 has a method of this name.
pub fn is_float_method(name: &str) -> bool {
    FLOAT_METHODS.contains(&name)
}

/// Whether a method of this name writes shared or global memory.
pub fn is_memory_method(name: &str) -> bool {
    MEMORY_METHODS.contains(&name)
}

/// Whether this is a primitive number type (or bool).
pub fn is_primitive(name: &str) -> bool {
    NUMBERS.contains(&name)
}

/// Whether Rust has a number type of this name, be it one that devices lack.
pub fn is_number(name: &str) -> bool {
    matches!(name, "i128" | "u128") || (is_primitive(name) && name != "bool")
}

/// Whether this is an integer type.
pub fn is_integer(name: &str) -> bool {
    is_primitive(name) && !matches!(name, "f32" | "f64" | "bool")
}

/// Whether this is one of glam's types.
pub fn is_vector(name: &str) -> bool {
    matches!(name, "Vec2" | "Vec3" | "Vec4" | "Mat3" | "Mat4")
}

/// Whether a path segment names a type by Rust's conventions: `Patch`, `Self`, `u32`.
pub fn is_type_name(name: &str) -> bool {
    let upper = name.chars().next().is_some_and(char::is_uppercase);
    let constant = name.len() > 1 && name.chars().all(|c| !c.is_lowercase()) && name.contains('_');
    is_primitive(name) || (upper && !constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_get_an_underscore() {
        assert_eq!(member("class"), "class_");
        assert_eq!(member("r#union"), "union_");
        assert_eq!(member("range"), "range_");
        assert_eq!(member("execute"), "execute");
        assert_eq!(member("area"), "area");
    }

    #[test]
    fn ordinary_names_stay() {
        for name in [
            "a_b",
            "_",
            "_x",
            "x_",
            "u8_count",
            "to_u32_and_u64",
            "u128",
            "euf6",
            "reduce_add",
            "Patch",
            "MAX_DEPTH",
            "M_P",
        ] {
            assert_eq!((member(name).as_str(), item(name).as_str()), (name, name));
        }
        assert_eq!((member("In"), field("In"), field("r#in")), ("In".into(), "In_".into(), "in".into()));
    }

    #[test]
    fn what_is_not_ascii_is_escaped() {
        assert_eq!(member("θ"), "u3b8_");
        assert_eq!(item("größe"), "gru0f6_u0df_e");
        assert_eq!(field("Größe"), "Gru0f6_u0df_e_");
        assert_eq!(label("äußeres"), "u0e4_uu0df_eres");
        assert_eq!(member("a__b"), "a_u5f_b");
        assert_eq!(member("__x"), "_u5f_x");
        assert_eq!(member("u128_x"), "u75_128_x");
    }

    #[test]
    fn macros_of_c() {
        for name in ["M_PI", "UINT32_MAX", "HUGE_VAL", "FLT_EPSILON", "INT_MAX", "SIZE_MAX", "INT64_C"] {
            assert_eq!(item(name), format!("{name}_"));
        }
        assert_eq!(item("M_STEP"), "M_STEP");
        assert_eq!(item("FLT_STEP"), "FLT_STEP");
    }

    /// All names of up to seven letters that matter to the rules are different in C++ as in Rust.
    #[test]
    fn different_names_stay_different() {
        let letters = ['_', 'u', '5', 'f', '0', 'ß', 'd'];
        let mut names = vec![String::new()];
        let mut from = 0;
        for _ in 0..6 {
            let to = names.len();
            for index in from..to {
                for letter in letters {
                    names.push(format!("{}{letter}", names[index]));
                }
            }
            from = to;
        }
        for word in ["new", "range", "Array", "In", "int"] {
            names.extend((0..4).map(|count| format!("{word}{}", "_".repeat(count))));
            names.push(format!("{word}_u5f_"));
        }
        for mangle in [member, field, item, label] {
            let mut seen = std::collections::BTreeMap::new();
            for name in &names {
                let cpp = mangle(name);
                assert!(cpp.is_ascii() && !cpp.contains("__"), "{name} is {cpp}");
                if let Some(other) = seen.insert(cpp.clone(), name) {
                    panic!("{name} and {other} are both {cpp}");
                }
            }
        }
    }

    #[test]
    fn type_names() {
        assert!(is_type_name("Patch") && is_type_name("T") && is_type_name("f32"));
        assert!(!is_type_name("geometry") && !is_type_name("MAX_DEPTH"));
    }
}
