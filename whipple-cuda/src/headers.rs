//! The device library's headers, carried in the crate and named for NVRTC.
//!
//! NVRTC looks a header up by the very name in the `#include`: it knows no folders, so `"../sync.cuh"` would find
//! nothing. Each quoted include is therefore rewritten to the header's full name, as `<whipple/sync.cuh>`; the files
//! themselves stay as a C++ compiler and an editor like them.

use std::sync::LazyLock;

/// Takes in files by their paths in `device/`: the paths, and texts as they lie there.
macro_rules! device_files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../device/", $path)))),*]
    };
}

// The one list of the headers; a test compares it with the folder.
const FILES: &[(&str, &str)] = device_files! {
    "array.cuh",
    "ascii.cuh",
    "view.cuh",
    "atomic.cuh",
    "bits.cuh",
    "buffer.cuh",
    "callable.cuh",
    "cast.cuh",
    "cell.cuh",
    "char.cuh",
    "config.cuh",
    "context.cuh",
    "conversion.cuh",
    "default.cuh",
    "entries.cuh",
    "float.cuh",
    "foreign.cuh",
    "forward.cuh",
    "given.cuh",
    "iterator.cuh",
    "join/memory.cuh",
    "join/output.cuh",
    "join/pool.cuh",
    "join/record.cuh",
    "join/stack.cuh",
    "join/sum.cuh",
    "kernels.cuh",
    "math.cuh",
    "math/components.cuh",
    "math/integers.cuh",
    "math/masks.cuh",
    "math/mat3.cuh",
    "math/mat4.cuh",
    "math/quat.cuh",
    "math/support.cuh",
    "math/vec2.cuh",
    "math/vec3.cuh",
    "math/vec4.cuh",
    "message.cuh",
    "num.cuh",
    "option.cuh",
    "order.cuh",
    "panic.cuh",
    "print.cuh",
    "policy/fill_first.cuh",
    "policy/fixed_priority.cuh",
    "policy/fullest_first.cuh",
    "policy/policies.cuh",
    "policy/policy.cuh",
    "policy/quota.cuh",
    "policy/random.cuh",
    "policy/round_robin.cuh",
    "policy/stopwatch.cuh",
    "queue/copy.cuh",
    "queue/ring.cuh",
    "range.cuh",
    "reference.cuh",
    "result.cuh",
    "schedulers/common/apart.cuh",
    "schedulers/common/bounds.cuh",
    "schedulers/common/choice.cuh",
    "schedulers/common/control.cuh",
    "schedulers/common/facts.cuh",
    "schedulers/common/group.cuh",
    "schedulers/common/panic.cuh",
    "schedulers/common/plan.cuh",
    "schedulers/common/schedule.cuh",
    "schedulers/common/slice.cuh",
    "schedulers/common/target.cuh",
    "schedulers/global/kernels.cuh",
    "schedulers/global/ring.cuh",
    "schedulers/global/worker.cuh",
    "schedulers/megakernel/adapt/batches.cuh",
    "schedulers/megakernel/adapt/leaves.cuh",
    "schedulers/megakernel/block/observe.cuh",
    "schedulers/megakernel/block/observed.cuh",
    "schedulers/megakernel/block/state.cuh",
    "schedulers/megakernel/block/statistics.cuh",
    "schedulers/megakernel/block/trace.cuh",
    "schedulers/megakernel/exchange/chunks.cuh",
    "schedulers/megakernel/exchange/exchange.cuh",
    "schedulers/megakernel/round/axes.cuh",
    "schedulers/megakernel/round/compose.cuh",
    "schedulers/megakernel/round/describe.cuh",
    "schedulers/megakernel/round/quick.cuh",
    "schedulers/megakernel/round/room.cuh",
    "schedulers/megakernel/round/round.cuh",
    "schedulers/megakernel/round/seeds.cuh",
    "schedulers/megakernel/round/shape.cuh",
    "schedulers/megakernel/tasks/chain.cuh",
    "schedulers/megakernel/tasks/dive.cuh",
    "schedulers/megakernel/tasks/diver.cuh",
    "schedulers/megakernel/tasks/in_place.cuh",
    "schedulers/megakernel/tasks/level0.cuh",
    "schedulers/megakernel/tasks/level1.cuh",
    "schedulers/megakernel/tasks/level2.cuh",
    "schedulers/megakernel/tasks/spawn.cuh",
    "schedulers/megakernel/tasks/tasks.cuh",
    "schedulers/megakernel/tasks/warp.cuh",
    "schedulers/megakernel/worker.cuh",
    "schedulers/sliced/advance.cuh",
    "schedulers/sliced/kernels.cuh",
    "schedulers/sliced/launch.cuh",
    "schedulers/sliced/run.cuh",
    "schedulers/sliced/stacks.cuh",
    "shared.cuh",
    "sync.cuh",
    "whipple.cuh",
};

/// Names and texts as NVRTC takes them: every header of `device/` as `whipple/…`, and `whipple.cuh`, which the fused
/// text includes first, and `kernels.cuh`, which it includes last.
#[doc(hidden)] // For the compilation and tests.
pub fn headers() -> &'static [(&'static str, &'static str)] {
    static HEADERS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let mut headers = vec![
            ("whipple.cuh", "#include <whipple/whipple.cuh>\n"),
            ("kernels.cuh", "#include <whipple/kernels.cuh>\n"),
        ];
        headers.extend(FILES.iter().map(|(path, text)| {
            let (name, text): (&str, &str) = (format!("whipple/{path}").leak(), with_full_names(path, text).leak());
            (name, text)
        }));
        headers
    });
    &HEADERS
}

/// Macros of `config.cuh` for types that most programs do not have, and what a program's text has somewhere if it has such a type.
const RARE: &[(&str, &[&str])] = &[
    ("WHIPPLE_INTEGER_VECTORS", &["IVec", "UVec", "ivec", "uvec"]),
    ("WHIPPLE_MASKS", &["BVec", "bvec", ".cmp", "_mask("]),
    ("WHIPPLE_QUATERNIONS", &["Quat", "quat", "rotate_axis", "rotate_towards", "slerp"]),
    ("WHIPPLE_WIDE_INTEGERS", WIDE_INTEGERS),
];

/// What the text of a program with integers of 128 bits has somewhere.
const WIDE_INTEGERS: &[&str] = &["u128", "i128"];

/// Whether a program's text has integers of 128 bits, for which NVRTC wants an option.
pub fn has_wide_integers(source: &str) -> bool {
    WIDE_INTEGERS.iter().any(|name| source.contains(name))
}

/// The macros by which the device library leaves out the types that a program's text does not have: names and values. Reading a header
/// takes the compiler time for each program.
pub fn left_out(source: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_absent = |names: &[&str]| !names.iter().any(|name| source.contains(name));
    RARE.iter().filter(move |(_, names)| is_absent(names)).map(|(name, _)| (*name, "0"))
}

/// Rewrites the quoted includes of the header at `path`; lines stay where they are.
fn with_full_names(path: &str, text: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut result = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let quoted = line.strip_prefix("#include \"").and_then(|rest| rest.split_once('"'));
        match quoted {
            Some((target, rest)) => {
                result.push_str("#include <whipple/");
                result.push_str(&resolve(folder, target));
                result.push('>');
                result.push_str(rest);
            }
            None => result.push_str(line),
        }
    }
    result
}

/// The path in `device/` that `target` means in a header of `folder`.
fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, fs, path::Path};

    /// Paths of the `.cuh` files below a folder of `device/`, but for what only host compilers see.
    fn collect(root: &Path, folder: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(root.join(folder)).expect("the device folder can be listed") {
            let entry = entry.expect("the device folder can be listed");
            let name = entry.file_name().into_string().expect("names of headers are UTF-8");
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if entry.path().is_dir() {
                if path != "tests" {
                    collect(root, &path, found);
                }
            } else if path.ends_with(".cuh") {
                found.insert(path);
            }
        }
    }

    #[test]
    fn the_list_is_the_folder() {
        let mut found = BTreeSet::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("device"), "", &mut found);
        let listed: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(listed, found, "the list in headers.rs (left) must name what lies in device/ (right)");
        assert_eq!(listed.len(), FILES.len(), "a header is listed twice");
    }

    #[test]
    fn every_include_has_a_header() {
        let names: BTreeSet<&str> = headers().iter().map(|(name, _)| *name).collect();
        for (name, text) in headers() {
            for target in text.lines().filter_map(|line| line.trim_start().strip_prefix("#include")) {
                let target = target.trim().trim_matches(['<', '>', '"']);
                // What only a host compiler includes is not NVRTC's to find.
                let standard = !target.contains('/') && !target.ends_with(".cuh");
                let host_only = standard || target.starts_with("whipple/emulation/");
                assert!(host_only || names.contains(target), "{name} includes {target}, which is not in the table");
            }
        }
    }

    /// The headers that a header includes, by their names in the table.
    fn included(text: &str) -> impl Iterator<Item = &str> {
        let targets = text.lines().filter_map(|line| line.trim_start().strip_prefix("#include <"));
        targets.filter_map(|target| target.split('>').next())
    }

    /// Takes away what only includes headers that are gone, until nothing more goes. What is left includes itself in the end.
    fn circles<'a>(mut headers: Vec<(&'a str, &'a str)>) -> Vec<&'a str> {
        loop {
            let names: BTreeSet<&str> = headers.iter().map(|(name, _)| *name).collect();
            let before = headers.len();
            headers.retain(|(_, text)| included(text).any(|name| names.contains(name)));
            if headers.len() == before {
                return headers.into_iter().map(|(name, _)| name).collect();
            }
        }
    }

    #[test]
    fn no_header_includes_itself() {
        assert_eq!(circles(headers().to_vec()), Vec::<&str>::new());
        let planted = [
            ("a.cuh", "#include <b.cuh>"),
            ("b.cuh", "#include <a.cuh>"),
            ("c.cuh", "#include <d.cuh>"),
            ("d.cuh", ""),
        ];
        assert_eq!(circles(planted.to_vec()), ["a.cuh", "b.cuh"]);
    }

    #[test]
    fn a_text_has_the_types_that_it_names() {
        let rare = ["WHIPPLE_INTEGER_VECTORS", "WHIPPLE_MASKS", "WHIPPLE_QUATERNIONS", "WHIPPLE_WIDE_INTEGERS"];
        let without = rare.map(|name| (name, "0"));
        assert_eq!(left_out("Vec2 v = vec2(0, 0);").collect::<Vec<_>>(), without);
        for text in ["IVec2 a;", "auto a = v.as_uvec3();", "ivec2(1, 2)"] {
            assert_eq!(left_out(text).collect::<Vec<_>>(), without[1..], "{text}");
        }
        for text in ["Quat q;", "v.slerp(w, 0.5f)", "Mat3::from_quat(q)"] {
            assert_eq!(left_out(text).collect::<Vec<_>>(), [without[0], without[1], without[3]], "{text}");
        }
        for text in ["BVec2 a;", "auto a = v.cmpeq(w).any();", "v.is_nan_mask().any()"] {
            assert_eq!(left_out(text).collect::<Vec<_>>(), [without[0], without[2], without[3]], "{text}");
        }
        for text in ["u128 a;", "auto a = cast<i128>(b);"] {
            assert_eq!(left_out(text).collect::<Vec<_>>(), without[..3], "{text}");
            assert!(has_wide_integers(text) && !has_wide_integers("u64 a;"));
        }
    }

    #[test]
    fn includes_get_full_names() {
        assert_eq!(
            with_full_names("queue/ring.cuh", "// x\n#include \"../sync.cuh\" // why\n#include \"copy.cuh\"\n"),
            "// x\n#include <whipple/sync.cuh> // why\n#include <whipple/queue/copy.cuh>\n"
        );
    }
}
