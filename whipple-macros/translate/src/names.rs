//! The names of the CUDA side: which Rust names clash with C++ or the device library, and what stands for those.
//!
//! | Rust | C++ |
//! |---|---|
//! | a field or method named like a C++ keyword (`class`, `new`, `r#union`) or a macro of its headers or of the device library (`M_PI`, `WHIPPLE_TRACE`) | with `_` appended: `class_`, `new_`, `union_` |
//! | a field, method or variant named like a function or type of the device library (`range`, `Vec3`) | the same: `range_`, `Vec3_` |
//! | a method or a function of a type (`area`), which may be called like a field | with `_fn` appended: `area_fn` |
//! | a field named like a method of the device library (`len`) | with `_` appended: `len_` |
//! | an item or a generic parameter named like one of the device library (`fn range`, `struct Array`) or like one of a template (`Callable0`, `Written0`) | with `_` appended: `range_`, `Array_` |
//! | a field named as types are (`In`), which may hide its type | with `_` appended: `In_` |
//! | an enum with a variant of its own name | with `_` appended |
//! | one of these names with `_` appended (`new_`) | with another, escaped: `new_u5f_` |
//! | a character that is not ASCII, `_` after `_`, or `_` before a capital at the start (`größe`, `a__b`, `_Bool`) | escaped as `u` with its number in hexadecimal and `_`: `gru0f6_u0df_e`, `a_u5f_b` |
//! | what looks like such an escape (`u128_x`) | its `u` is escaped: `u75_128_x` |
//! | a local that shadows another (`x` again) | numbered: `x_2`, `x_3` |
//! | a local named like a keyword, a device library function, or a function that the body calls | numbered or with `_` |
//! | a value that needs a name of its own to keep Rust's order | `value`, `value_2` |
//! | `self` | `this->` / `(*this)`; for `mut self` the copy `self_` |
//! | a type of a trait (`type Out = u32;`) | with `typeu5f_` before it |
//! | a label `'outer` | `outer_break`, `outer_continue` |

mod foreign;
mod methods;
mod words;

pub use foreign::{FOREIGN, hash_of_method, may_be_of_std};
pub use methods::{
    hash, is_float_method, is_integer_method, is_library_function, is_library_method, is_pure_method, owners, owners_or,
};
pub use words::OF_PROCEDURES;
use words::{LIBRARY, LIBRARY_TYPES, RESERVED, is_macro};

/// Primitive number types, and `bool`.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64", "bool",
];

/// The C++ name of a method or a function of a type with this Rust name. A method may have the name of a field, and C++ has one name for
/// both. So `_fn` stands behind it, unless the device library has a function of this name: a call does not say whose it is.
pub fn method(rust: &str) -> String {
    let name = rust.strip_prefix("r#").unwrap_or(rust);
    if is_library_method(name) || is_library_function(name) { member(name) } else { member(&format!("{name}_fn")) }
}

/// The C++ name of a local variable, associated constant or variant with this Rust name.
pub fn member(rust: &str) -> String {
    // A member hides the device library's functions and types from the bodies of its type; `execute` is the library's own member.
    mangled(rust, is_reserved_for_members)
}

/// The C++ name of a field with this Rust name. One that is called like a type would hide it from the fields after it.
pub fn field(rust: &str) -> String {
    let is_like_a_type = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    mangled(rust, |name| {
        is_like_a_type(name) || is_reserved_for_members(name) || is_library_method(name) || is_library_function(name)
    })
}

/// The C++ name of a function, constant or type of a module, or of a generic parameter, with this Rust name. It must not
/// hide one of the device library's that emitted text uses.
pub fn item(rust: &str) -> String {
    let of_library = |name: &str| LIBRARY.contains(&name) || LIBRARY_TYPES.contains(&name) || is_of_template(name);
    mangled(rust, |name| is_reserved(name) || of_library(name))
}

/// The parameter of a template for a function that is a parameter, by its position among these.
pub fn callable(position: usize) -> String {
    format!("Callable{position}")
}

/// The parameter of a template for what a turbofish may say of another one.
pub fn written(position: usize) -> String {
    format!("Written{position}")
}

fn is_of_template(name: &str) -> bool {
    let number = name.strip_prefix("Callable").or_else(|| name.strip_prefix("Written"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The C++ name of a type that an impl of a trait has, as `type Out = u32;`. No other member has a name of this form.
pub fn associated(rust: &str) -> String {
    format!("typeu5f_{}", mangled(rust, |_| false))
}

/// The C++ name of a label with this name.
pub fn label(rust: &str) -> String {
    mangled(rust, is_reserved)
}

fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || is_macro(name)
}

fn is_reserved_for_members(name: &str) -> bool {
    let of_library = LIBRARY_TYPES.contains(&name) || (LIBRARY.contains(&name) && name != "execute");
    is_reserved(name) || OF_PROCEDURES.contains(&name) || of_library
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
        // Two underscores anywhere are reserved in C++, and so is one before a capital at the start, as in `_Bool`.
        let before_capital =
            at == 0 && name.trim_start_matches('_').starts_with(|next: char| next.is_ascii_uppercase());
        let is_escaped = !character.is_ascii()
            || (character == '_' && (out.ends_with('_') || before_capital))
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
    LIBRARY.contains(&name) || is_reserved(name)
}

/// Whether this is a primitive number type (or bool).
pub fn is_primitive(name: &str) -> bool {
    NUMBERS.contains(&name)
}

/// Whether this is the name of a number type.
pub fn is_number(name: &str) -> bool {
    is_primitive(name) && name != "bool"
}

/// Whether this is an integer type.
pub fn is_integer(name: &str) -> bool {
    is_primitive(name) && !matches!(name, "f32" | "f64" | "bool")
}

/// Whether this is one of glam's types.
pub fn is_vector(name: &str) -> bool {
    matches!(name, "Quat" | "Mat3" | "Mat4") || component(name).is_some()
}

/// The type of the components of glam's vector of this name.
pub fn component(vector: &str) -> Option<&'static str> {
    match vector {
        "Vec2" | "Vec3" | "Vec4" => Some("f32"),
        "IVec2" | "IVec3" | "IVec4" => Some("i32"),
        "UVec2" | "UVec3" | "UVec4" => Some("u32"),
        "BVec2" | "BVec3" | "BVec4" | "BVec4A" => Some("bool"),
        _ => None,
    }
}

/// The vector that glam's function of this name makes, as `Vec2` of `vec2`.
pub fn made_by(function: &str) -> Option<&'static str> {
    const FUNCTIONS: [(&str, &str); 14] = [
        ("vec2", "Vec2"),
        ("vec3", "Vec3"),
        ("vec4", "Vec4"),
        ("ivec2", "IVec2"),
        ("ivec3", "IVec3"),
        ("ivec4", "IVec4"),
        ("uvec2", "UVec2"),
        ("uvec3", "UVec3"),
        ("uvec4", "UVec4"),
        ("quat", "Quat"),
        ("bvec2", "BVec2"),
        ("bvec3", "BVec3"),
        ("bvec4", "BVec4"),
        ("bvec4a", "BVec4A"),
    ];
    FUNCTIONS.iter().find(|(name, _)| *name == function).map(|(_, vector)| *vector)
}

/// Whether a path segment names a type by Rust's conventions: `Patch`, `Self`, `u32`.
pub fn is_type_name(name: &str) -> bool {
    let upper = name.chars().next().is_some_and(char::is_uppercase);
    let constant = name.len() > 1 && name.chars().all(|c| !c.is_lowercase()) && name.contains('_');
    is_primitive(name) || (upper && !constant)
}

/// What stands for a method of the user's with the name of one of the library's, called by a turbofish.
pub fn with_turbofish(name: &str) -> String {
    format!("{name}{TURBOFISH}")
}

/// Whether it is that.
pub fn is_turbofish(name: &str) -> bool {
    name.ends_with(TURBOFISH)
}

const TURBOFISH: &str = "::<>";

/// The name without `r#`.
pub fn unraw(ident: &proc_macro2::Ident) -> String {
    unraw_text(&ident.to_string()).to_owned()
}

/// The same of a name as text.
pub fn unraw_text(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
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
            "u256",
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
        assert_eq!((item("_Bool").as_str(), field("_x")), ("u5f_Bool", "_x".to_owned()));
        assert_eq!(member("u128_x"), "u75_128_x");
    }

    #[test]
    fn macros_of_c() {
        for name in
            ["M_PI", "M_PIf64x", "UINT32_MAX", "HUGE_VAL", "FLT_EPSILON", "INT_MAX", "SIZE_MAX", "INT_FAST8_MAX"]
        {
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
        for word in
            ["new", "range", "Array", "In", "int", "_B", "__B", "u5f_B", "_u5f_B", "u5f__B", "u75_5f_B", "u5f_u5f_B"]
        {
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
