//! The CUDA text of a program that has each kind of item, against a stored file.

#[path = "ui/pass/everything.rs"]
mod everything;

use std::{env, fs, path::Path};
use whipple::prelude::Program;

/// After an intended change, rewrite the file with `SNAPSHOT=overwrite cargo test --test cuda_source` and read the difference.
#[test]
fn everything_reads_as_stored() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/everything.cu");
    let source = everything::Samples::CUDA_SOURCE;
    if env::var_os("SNAPSHOT").is_some_and(|mode| mode == "overwrite") {
        fs::write(&path, source).expect("the snapshot can be written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    for (number, (line, stored)) in source.lines().zip(stored.lines()).enumerate() {
        assert_eq!(line, stored, "line {} of {}", number + 1, path.display());
    }
    assert_eq!(source.lines().count(), stored.lines().count(), "lines of {}", path.display());
}
