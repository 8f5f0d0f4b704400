//! The machine's own text, carried in the crate.

/// Takes in files by their paths below a folder of the crate: the paths, and the texts.
macro_rules! files {
    ($($folder:literal: $($path:literal),* $(,)?;)*) => {
        &[$($(($path, include_str!(concat!("../", $folder, $path)))),*),*]
    };
}

// The one list of the files; a test compares it with the folders.
const SOURCES: &[(&str, &str)] = files! {
    "include/":
        "whipple/emulation/cuda.hpp",
        "whipple/emulation/entry.hpp",
        "whipple/emulation/fiber.hpp",
        "whipple/emulation/launch.hpp",
        "whipple/emulation/machine.hpp",
        "whipple/emulation/sync.hpp",
        "whipple/emulation/view.hpp";
    "":
        "machine/machine.cpp",
        "machine/module.cpp";
};

/// The names and texts of the machine and of what the device library includes of it. A header is named as `#include` has it.
pub(crate) fn sources() -> &'static [(&'static str, &'static str)] {
    SOURCES
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, fs, path::Path};

    #[test]
    fn the_list_is_the_folders() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = BTreeSet::new();
        for (folder, prefix) in [("include/whipple/emulation", "whipple/emulation/"), ("machine", "machine/")] {
            for entry in fs::read_dir(root.join(folder)).expect("the folder can be listed") {
                let name = entry.expect("the folder can be listed").file_name();
                found.insert(format!("{prefix}{}", name.to_str().expect("names of files are UTF-8")));
            }
        }
        let listed: BTreeSet<String> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(listed, found, "the list (left) must name what lies in the folders (right)");
        assert_eq!(listed.len(), SOURCES.len(), "a file is listed twice");
    }
}
