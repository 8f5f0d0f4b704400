//! Words that names in C++ must not be: its keywords and macros, and what the device library has.

/// C++ keywords, and macros that headers may define.
pub const RESERVED: &[&str] = &[
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
pub fn is_macro_of_c(name: &str) -> bool {
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
pub const LIBRARY: &[&str] = &[
    "array",
    "blockDim",
    "blockIdx",
    "cast",
    "check",
    "detail",
    "either",
    "filled",
    "gridDim",
    "none",
    "num",
    "panic",
    "range",
    "range_inclusive",
    "reversed",
    "some",
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
pub const LIBRARY_TYPES: &[&str] = &[
    "Array",
    "Buffer",
    "Context",
    "Float",
    "Item",
    "Mat3",
    "Mat4",
    "NoShared",
    "None",
    "Option",
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
