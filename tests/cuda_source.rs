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

/// The parameters that the host writes are where the C++ struct has them: each at its alignment, the whole padded.
#[test]
fn parameters_have_the_layout_of_c() {
    use everything::{Choose, Combine, Cull, Samples};
    use whipple::{parameter::ParameterWriter, prelude::Device, procedure::Procedure};

    let device = Device::cpu();
    let (counts, total) = (device.buffer(8).expect("memory"), device.buffer(1).expect("memory"));
    let program = Samples {
        cull: Cull,
        choose: Choose { scale: 2.0, limits: [3, 4], counts: counts.clone() },
        combine: Combine { total: total.clone() },
    };
    let mut out = ParameterWriter::default();
    whipple::program::encode_parameters(&program, &mut out);
    let bytes = out.into_bytes();

    assert_eq!((Cull::LAYOUT, Choose::LAYOUT, Combine::LAYOUT), ((1, 1), (32, 8), (16, 8)));
    assert_eq!(bytes.len(), 8 + 32 + 16);
    assert_eq!(bytes[8..12], 2.0_f32.to_le_bytes());
    assert_eq!(bytes[12..20], [3, 0, 0, 0, 4, 0, 0, 0]);
    assert_eq!(bytes[32..40], 8_u64.to_le_bytes(), "the length of `counts`, after its address");
    assert_eq!(bytes[48..56], 1_u64.to_le_bytes(), "the length of `total`, after its address");
}

/// Weights are the host's: the text does not have them, so that changing one compiles nothing.
#[test]
fn weights_reach_the_schedulers() {
    use everything::Samples;
    let weights: Vec<u32> = Samples::PROCEDURES.iter().map(|procedure| procedure.weight).collect();
    assert_eq!(weights, [1, 3, 1]);
}
