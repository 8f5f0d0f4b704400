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
    "MATH_ERRNO",
    "MATH_ERREXCEPT",
    "RAND_MAX",
    "EXIT_FAILURE",
    "EXIT_SUCCESS",
    "BUFSIZ",
    "errno",
    "BIG_ENDIAN",
    "BYTE_ORDER",
    "LITTLE_ENDIAN",
    "PDP_ENDIAN",
    "MAXFLOAT",
    "NFDBITS",
    "WCONTINUED",
    "WEXITED",
    "WEXITSTATUS",
    "WIFCONTINUED",
    "WIFEXITED",
    "WIFSIGNALED",
    "WIFSTOPPED",
    "WNOHANG",
    "WNOWAIT",
    "WSTOPPED",
    "WSTOPSIG",
    "WTERMSIG",
    "WUNTRACED",
    "alloca",
    "be16toh",
    "be32toh",
    "be64toh",
    "htobe16",
    "htobe32",
    "htobe64",
    "htole16",
    "htole32",
    "htole64",
    "issubnormal",
    "le16toh",
    "le32toh",
    "le64toh",
    "math_errhandling",
    "offsetof",
    "strdupa",
    "strndupa",
    "va_arg",
    "va_copy",
    "va_end",
    "va_start",
    "typeof",
    "restrict",
    "stderr",
    "stdin",
    "stdout",
];

/// What macros of CUDA's headers and of the device library begin with.
const PREFIXES_OF_MACROS: &[&str] = &["WHIPPLE_", "CUDART", "CUDA_", "CU_", "NV_", "FD_", "SNAN", "HUGE_VAL"];

/// Names that headers define as macros in families: `M_PI`, `FLT_MAX`, `UINT32_MAX`, `FP_NAN`, `cudaStreamDefault`.
pub fn is_macro(name: &str) -> bool {
    let is_of_cuda = name.strip_prefix("cuda").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    is_of_cuda || PREFIXES_OF_MACROS.iter().any(|prefix| name.starts_with(prefix)) || is_macro_of_c(name)
}

/// What a macro of `<math.h>` has after its name for other types than `double`.
const FLOAT_SUFFIXES: [&str; 7] = ["f32x", "f64x", "f32", "f64", "f128", "f", "l"];

fn is_macro_of_c(name: &str) -> bool {
    let (start, end) = name.split_once('_').unwrap_or((name, ""));
    match start {
        "M" => {
            let constant = FLOAT_SUFFIXES.iter().find_map(|suffix| end.strip_suffix(suffix)).unwrap_or(end);
            is_constant_of_math(constant)
        }
        "FLT" | "DBL" | "LDBL" => is_limit_of_floats(end),
        "FP" => {
            let is_class = matches!(end, "NAN" | "INFINITE" | "ZERO" | "SUBNORMAL" | "NORMAL");
            is_class || end.starts_with("INT_") || end.starts_with("ILOGB") || end.starts_with("LLOGB")
        }
        "MB" => matches!(end, "LEN_MAX" | "CUR_MAX"),
        "SEEK" => matches!(end, "SET" | "CUR" | "END"),
        "SIG" => matches!(end, "ATOMIC_MAX" | "ATOMIC_MIN" | "ATOMIC_WIDTH"),
        _ => name.rsplit_once('_').is_some_and(|(integer, limit)| {
            matches!(limit, "MAX" | "MIN" | "BIT" | "WIDTH" | "C") && is_integer_of_c(integer)
        }),
    }
}

fn is_constant_of_math(name: &str) -> bool {
    let known = "E LOG2E LOG10E LN2 LN10 PI PI_2 PI_4 1_PI 2_PI 2_SQRTPI SQRT2 SQRT1_2";
    known.split(' ').any(|known| known == name)
}

fn is_limit_of_floats(name: &str) -> bool {
    let known = "DIG DECIMAL_DIG EPSILON HAS_SUBNORM MANT_DIG MAX MAX_10_EXP MAX_EXP MIN MIN_10_EXP MIN_EXP NORM_MAX TRUE_MIN \
        RADIX ROUNDS EVAL_METHOD";
    known.split_whitespace().any(|known| known == name)
}

/// `INT32`, `UINT_FAST8`, `SIZE`: what the names of limits begin with.
fn is_integer_of_c(name: &str) -> bool {
    let known = "CHAR SCHAR UCHAR SHRT USHRT INT UINT LONG ULONG LLONG ULLONG SIZE SSIZE PTRDIFF INTPTR UINTPTR INTMAX UINTMAX \
        WCHAR WINT";
    let width = name.strip_prefix('U').unwrap_or(name).strip_prefix("INT").unwrap_or_default();
    let width = width.strip_prefix("_FAST").or(width.strip_prefix("_LEAST")).unwrap_or(width);
    matches!(width, "8" | "16" | "32" | "64") || known.split_whitespace().any(|known| known == name)
}

/// Names of the device library and of CUDA that a local variable must not hide.
pub const LIBRARY: &[&str] = &[
    "array",
    "blockDim",
    "blockIdx",
    "bvec2",
    "bvec3",
    "bvec4",
    "bvec4a",
    "cast",
    "check",
    "detail",
    "either",
    "filled",
    "gridDim",
    "ivec2",
    "ivec3",
    "ivec4",
    "none",
    "num",
    "panic",
    "quat",
    "range",
    "range_inclusive",
    "reversed",
    "some",
    "stepped",
    "threadIdx",
    "tuple",
    "uvec2",
    "uvec3",
    "uvec4",
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
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "size_t",
];

/// Types of the device library that emitted text names.
pub const LIBRARY_TYPES: &[&str] = &[
    "Array",
    "BVec2",
    "BVec3",
    "BVec4",
    "BVec4A",
    "Buffer",
    "Children",
    "Char",
    "CharRange",
    "Context",
    "Float",
    "IVec2",
    "IVec3",
    "IVec4",
    "IntegerVector",
    "Item",
    "Join",
    "Joined",
    "Mat3",
    "MaskVector",
    "Mat4",
    "Never",
    "NoShared",
    "None",
    "Option",
    "Ordering",
    "Output",
    "Outputs",
    "Plain",
    "Quat",
    "ReadOnly",
    "Reference",
    "Repeated",
    "Result",
    "Schedule",
    "Several",
    "Shared",
    "SharedArray",
    "Total",
    "Tuple",
    "UVec2",
    "UVec3",
    "UVec4",
    "Unit",
    "Vec2",
    "Vec3",
    "Vec4",
    "View",
];

/// Constants that each procedure has in C++.
pub const OF_PROCEDURES: [&str; 2] = ["LEVEL", "THREADS"];

/// Functions of std's traits that a type of the user's may have, and that the device library calls by these names or that are written otherwise.
pub const OF_TRAITS: [&str; 10] =
    ["clone", "cmp", "default", "eq", "execute", "from", "into", "partial_cmp", "rem", "try_from"];
