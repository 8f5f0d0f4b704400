//! What the translator knows of the device library is what that has.

use std::{collections::BTreeSet, fs, path::Path, process::Command};
use whipple_translate::names;

/// The headers whose functions and members device code can call as methods.
const HEADERS: [&str; 13] = [
    "array.cuh",
    "buffer.cuh",
    "context.cuh",
    "float.cuh",
    "forward.cuh",
    "num.cuh",
    "range.cuh",
    "shared.cuh",
    "math/mat3.cuh",
    "math/mat4.cuh",
    "math/vec2.cuh",
    "math/vec3.cuh",
    "math/vec4.cuh",
];

/// What these have for themselves, and what is called by its type or as a function.
#[rustfmt::skip]
const NO_METHODS: &[&str] = &[
    "acos_approximation", "add_overflows", "array", "at", "b", "begin", "bit_cast", "bits", "by_words", "c", "cast", "cell", "convert",
    "copy_of", "count_bits", "count_warp", "current", "d", "decltype", "either", "end", "expm1", "fabs", "filled", "final_value",
    "float_to_integer", "fma", "fmax", "fmin", "fmod", "from", "from_angle", "from_array", "from_axis_angle", "from_bits", "from_cols",
    "from_cols_array", "from_cols_array_2d", "from_diagonal", "from_homogeneous", "from_mat3", "from_mat3_translation", "from_mat4",
    "from_rotation_x", "from_rotation_y", "from_rotation_z", "from_rows", "from_scale", "from_scale_angle_translation", "from_translation",
    "greater", "greatest", "has_literal", "hidden", "i16", "i32", "i64", "i8", "isize", "joined", "least", "lesser", "log1p", "low_bits",
    "magnitude", "meet", "minors", "move", "mul_overflows", "name", "negated", "new_", "pairs", "place", "point", "power_of",
    "power_of_two", "precedes", "range", "range_inclusive", "raw", "reduce_any_order", "reduce_in_order", "reversed", "rint", "sequence",
    "sign_bit", "splat", "stepped", "sub_overflows", "tuple", "turn", "turned", "u16", "u32", "u64", "u8", "unsigned", "unsigned_wide", "usize",
    "value", "vec2", "vec3", "vec4", "w", "wide", "widened", "written", "x", "y", "z",
];

/// The names of functions in a header: what stands before a parenthesis where the line declares device code, and what macros that declare
/// some are given.
fn declared(text: &str, found: &mut BTreeSet<String>) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    for line in text.lines() {
        if line.contains("__device__") {
            for (position, _) in line.match_indices('(') {
                let name = line[..position].rsplit(|c| !is_name(c)).next().unwrap_or_default();
                found.insert(name.to_owned());
            }
        }
        if let Some(call) = line.trim_start().strip_prefix("WHIPPLE_")
            && let Some((_, arguments)) = call.split_once('(')
        {
            found.insert(arguments.split(|c| !is_name(c)).next().unwrap_or_default().to_owned());
        }
    }
    found.retain(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
}

#[test]
fn all_methods_of_the_device_library_are_known() {
    let device = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../whipple-cuda/device");
    let mut found = BTreeSet::new();
    for header in HEADERS {
        declared(&fs::read_to_string(device.join(header)).expect("a header"), &mut found);
    }
    assert!(found.len() > 250, "only {} names", found.len());
    let is_unknown = |name: &&String| !names::is_library_method(name) && !NO_METHODS.contains(&name.as_str());
    let unknown: Vec<&String> = found.iter().filter(is_unknown).collect();
    assert!(unknown.is_empty(), "calls of these methods would be refused: {unknown:?}");
}

/// A name that is a macro would be replaced wherever the text has it.
#[test]
fn no_name_is_a_macro_of_the_device_library() {
    let device = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../whipple-cuda/device");
    let program = device.join("whipple.cuh");
    // A module, as the emulated device compiles one; its headers include each other by `<whipple/…>`.
    let include = Path::new(env!("CARGO_TARGET_TMPDIR")).join("macros");
    fs::create_dir_all(&include).expect("a folder");
    #[cfg(unix)]
    drop(std::os::unix::fs::symlink(&device, include.join("whipple")));
    let command = std::env::var("WHIPPLE_CXX").unwrap_or_else(|_| "g++".to_owned());
    let mut command = Command::new(command);
    command.args(["-std=c++20", "-DWHIPPLE_MODULE", "-x", "c++", "-dM", "-E"]).arg("-I").arg(&include).arg(program);
    let output = match command.output() {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout).expect("text"),
        _ => return println!("skipped: there is no g++ that reads the device library"),
    };
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_');
    let defined = output.lines().filter_map(|line| line.strip_prefix("#define ")?.split(is_end).next());
    let macros: Vec<&str> = defined.collect();
    assert!(macros.len() > 500, "only {} macros", macros.len());
    let stays =
        |name: &&&str| [names::item, names::member, names::field, names::label].iter().any(|cpp| cpp(name) == **name);
    let stay: Vec<&&str> = macros.iter().filter(stays).collect();
    assert!(stay.is_empty(), "these names would be macros: {stay:?}");
}
