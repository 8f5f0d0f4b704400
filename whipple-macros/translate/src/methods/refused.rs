//! Methods of std and glam that device code does not have, and what to write instead.

use super::ty::Owner;

/// Methods that are refused, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Their Rust names.
    pub names: &'static [&'static str],
    /// Whose they are.
    pub of: &'static [Owner],
    /// When a call by one of these names is one of them.
    pub meant: Meant,
    /// What to write instead.
    pub instead: &'static str,
}

/// When a call is one of std's or glam's methods, whose receiver is not `self`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meant {
    /// Always.
    Always,
    /// If it is given nothing.
    Alone,
    /// If it is given a closure or a function.
    WithFunction,
    /// If no `#[device] impl` of the program has a method of this name.
    Unclaimed,
}

const fn always(of: &'static [Owner], names: &'static [&'static str], instead: &'static str) -> Refused {
    Refused { names, of, meant: Meant::Always, instead }
}

const fn alone(of: &'static [Owner], names: &'static [&'static str], instead: &'static str) -> Refused {
    Refused { names, of, meant: Meant::Alone, instead }
}

const fn with_function(of: &'static [Owner], names: &'static [&'static str], instead: &'static str) -> Refused {
    Refused { names, of, meant: Meant::WithFunction, instead }
}

const fn unclaimed(of: &'static [Owner], names: &'static [&'static str], instead: &'static str) -> Refused {
    Refused { names, of, meant: Meant::Unclaimed, instead }
}

const INTEGERS: &[Owner] = Owner::INTEGERS;
const FLOATS: &[Owner] = &[Owner::Float];
const CHARS: &[Owner] = &[Owner::Char];
const ARRAYS: &[Owner] = &[Owner::Array];
const RANGES: &[Owner] = &[Owner::Range];
const OPTIONS: &[Owner] = &[Owner::Option];
const VALUES: &[Owner] = Owner::VALUES;
const VECTORS: &[Owner] = Owner::VECTORS;
const ALL_VECTORS: &[Owner] = &[
    Owner::Vec2,
    Owner::Vec3,
    Owner::Vec4,
    Owner::IVec2,
    Owner::IVec3,
    Owner::IVec4,
    Owner::UVec2,
    Owner::UVec3,
    Owner::UVec4,
];
const MATRICES: &[Owner] = Owner::MATRICES;
const VEC3: &[Owner] = &[Owner::Vec3];

/// The rows.
#[rustfmt::skip]
pub const REFUSED: &[Refused] = &[
    // Integers.
    unclaimed(INTEGERS, &["to_be", "to_le"], "device code is little-endian; write `swap_bytes`, or nothing"),
    // Floats.
    always(FLOATS, &["next_up", "next_down"], "count with the bits, which are larger for larger positive numbers: `f32::from_bits(x.to_bits() + 1)`"),
    always(FLOATS, &["maximum", "minimum"], "use `max` or `min`, which choose the number where one is NaN"),
    always(FLOATS, &["to_int_unchecked"], "write `x as T`, which saturates"),
    unclaimed(FLOATS, &["remap"], "write `c.lerp(d, f32::inverse_lerp(a, b, x))`"),
    // Truth values.
    // Options.
    unclaimed(CHARS, &["is_alphabetic", "is_numeric", "is_alphanumeric", "is_whitespace", "is_control", "is_uppercase", "is_lowercase"], "devices have no tables of Unicode; write the method of ASCII, as `is_ascii_alphabetic`"),
    unclaimed(CHARS, &["to_uppercase", "to_lowercase"], "devices have no tables of Unicode; write `to_ascii_uppercase` or `to_ascii_lowercase`"),
    unclaimed(CHARS, &["make_ascii_uppercase", "make_ascii_lowercase"], "assign: `c = c.to_ascii_uppercase()`"),
    unclaimed(OPTIONS, &["as_deref"], "write `if let Some(x) = &value`"),
    unclaimed(OPTIONS, &["as_deref_mut"], "write `if let Some(x) = &mut value`"),
    unclaimed(OPTIONS, &["insert"], "assign: `value = Some(x)`; or give the `Option` a variable of its own"),
    unclaimed(OPTIONS, &["get_or_insert", "get_or_insert_default"], "write `value.get_or_insert_with(|| x)`"),
    always(OPTIONS, &["unwrap_unchecked"], "use `unwrap`"),
    // Arrays and ranges.
    always(ARRAYS, &["iter", "iter_mut", "into_iter"], "in device code iterators are gone over where they are written: by `for`, or by a method as `sum`, `fold`, `find` or `max` at their end"),
    alone(ARRAYS, &["enumerate"], "in device code iterators are gone over where they are written: `for (i, x) in values.iter().enumerate()`"),
    unclaimed(ARRAYS, &["for_each", "fold", "position", "find", "find_map", "reduce", "min_by", "max_by"],
        "write it of an iterator, `values.iter().fold(…)`, or `#[device]` on the `impl Iterator` of your type"),
    with_function(ARRAYS, &["sort_unstable_by", "sort_unstable_by_key"], "write `sort_by` or `sort_by_key`, which leave equal elements in their order"),
    with_function(ARRAYS, &["sort_by_cached_key"], "write `sort_by_key`"),
    unclaimed(ARRAYS, &["sum", "product", "count"],
        "write a `for` loop over the indices"),
    always(ARRAYS, &["to_vec"], "`Vec` does not exist in device code; copy the array"),
    unclaimed(ARRAYS, &["chunks", "windows", "chunks_exact", "chunks_mut", "chunks_exact_mut", "rchunks", "rchunks_exact", "rchunks_mut", "rchunks_exact_mut"], "iterators are gone over where they are written: by `for`, or by a method as `map` or `fold`"),
    unclaimed(ARRAYS, &["split", "array_windows", "as_chunks", "chunk_by", "first_chunk", "last_chunk", "split_first_chunk", "split_last_chunk"], "cut slices by their bounds: `&values[start..end]`, or by `chunks` or `windows`"),
    unclaimed(ARRAYS, &["select_nth_unstable", "select_nth_unstable_by", "select_nth_unstable_by_key"], "Rust leaves open in which order this leaves the others; write `sort`, and take the element at the index"),
    unclaimed(ARRAYS, &["concat", "each_ref", "each_mut", "as_ptr", "as_mut_ptr"], "device code has no such method; write a `for` loop over the elements"),
    alone(RANGES, &["rev"], "a range as a value does not exist in device code; write it in the `for` loop"),
    always(RANGES, &["step_by"], "a range as a value does not exist in device code; write it in the `for` loop"),
    // All values.
    always(VALUES, &["try_from"], "device code has `try_from` of numbers alone, as `u8::try_from(x)`; write a function that returns an `Option` or a `Result`"),
    always(VALUES, &["to_string"], "strings do not exist in device code; report numbers through a buffer"),
    unclaimed(VALUES, &["add", "sub", "mul", "div", "rem", "neg", "not", "bitand", "bitor", "bitxor", "shl", "shr"], "use the operator"),
    unclaimed(VALUES, &["index", "index_mut"], "use `[…]`"),
    unclaimed(VALUES, &["add_assign", "sub_assign", "mul_assign", "div_assign", "rem_assign", "bitand_assign", "bitor_assign", "bitxor_assign", "shl_assign", "shr_assign"],
        "use the operator"),
    unclaimed(VALUES, &["eq", "ne", "lt", "le", "gt", "ge"], "compare by `==` and `<`"),
    unclaimed(VALUES, &["to_owned", "clone_from", "clone_into", "borrow"], "copy the value: `let y = x;`"),
    // glam.
    always(VECTORS, &["try_normalize"], "device code has no `try_normalize`; use `normalize_or_zero`"),
    always(MATRICES, &["try_inverse"], "device code has no `try_inverse`; use `inverse_or_zero`"),
    unclaimed(ALL_VECTORS, &["as_dvec2", "as_dvec3", "as_dvec4", "as_usizevec2", "as_usizevec3", "as_usizevec4", "as_isizevec2", "as_isizevec3", "as_isizevec4",
        "as_i64vec2", "as_i64vec3", "as_i64vec4", "as_u64vec2", "as_u64vec3", "as_u64vec4", "as_i16vec2", "as_i16vec3", "as_i16vec4",
        "as_u16vec2", "as_u16vec3", "as_u16vec4", "as_i8vec2", "as_i8vec3", "as_i8vec4", "as_u8vec2", "as_u8vec3", "as_u8vec4"],
        "device code has vectors of f32, i32 and u32 only; cast the components"),
    unclaimed(ALL_VECTORS, &["write_to_slice"], "slices do not exist in device code; use `to_array`"),
    unclaimed(VEC3, &["to_vec3a"], "`Vec3A` does not exist in device code; use `Vec3`"),
    unclaimed(ALL_VECTORS, &["with_xy", "with_xz", "with_yz", "with_xyz"], "write `with_x` and so on, one after the other"),
    unclaimed(MATRICES, &["col_mut", "set_row"], "assign to the columns: `m.x_axis = …`"),
    unclaimed(MATRICES, &["to_rows_array"], "use `transpose().to_cols_array()`"),
    unclaimed(MATRICES, &["from_euler", "to_euler", "to_scale_rotation_translation"], "device code has no Euler angles, and takes no matrix apart; do it on the host"),
    unclaimed(MATRICES, &["mul_transpose_vec3", "mul_transpose_vec4"], "use `transpose_mul_vec3` or `transpose_mul_vec4`"),
    unclaimed(MATRICES, &["mul_vec3a", "transform_point3a", "transform_vector3a", "project_point3a"], "`Vec3A` does not exist in device code; use the method of `Vec3`"),
    unclaimed(MATRICES, &["write_cols_to_slice"], "slices do not exist in device code; use `to_cols_array`"),
    unclaimed(MATRICES, &["as_dmat3", "as_dmat4"], "device code has matrices of f32 only; cast the elements"),
];

/// Types of std that own memory, and what to use instead.
pub const COLLECTIONS: &[(&str, &str)] = &[
    ("Vec", "use an array and a length, or `ctx.spawn` for tasks"),
    ("VecDeque", "use an array and indices, or `ctx.spawn` for tasks"),
    ("String", "report numbers through a buffer"),
    ("HashMap", "use an array, or a `Buffer<T>` field of the procedure"),
    ("BTreeMap", "use an array, or a `Buffer<T>` field of the procedure"),
    ("HashSet", "use an array, or a `Buffer<T>` field of the procedure"),
    ("BTreeSet", "use an array, or a `Buffer<T>` field of the procedure"),
    ("Box", "use the value itself"),
    ("Rc", "use the value itself"),
    ("Arc", "use the value itself"),
];

/// The rows of a name.
pub fn refused(name: &str) -> impl Iterator<Item = &'static Refused> {
    REFUSED.iter().filter(move |row| row.names.contains(&name))
}
