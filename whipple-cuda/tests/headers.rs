//! Every header of the device library compiles alone, for every architecture.

mod common;

use common::{ARCHITECTURES, nvrtc};
use whipple_cuda::{Settings, compile_for, headers};
use whipple_runtime::options::FloatingPoint;

#[test]
fn every_header_compiles_alone() {
    if nvrtc().is_none() {
        return;
    }
    let mut failures = Vec::new();
    // The kernels need the program's `Schedule`, which is defined before them.
    for (name, _) in headers().iter().filter(|(name, _)| !name.ends_with("kernels.cuh")) {
        for architecture in ARCHITECTURES {
            let source = format!("#include <{name}>\n");
            match compile_for(&source, "Alone", architecture, &Settings::default()) {
                Ok(compiled) if compiled.warnings.is_empty() => {}
                Ok(compiled) => failures.push(format!("{name} warns for {architecture}:\n{}", compiled.warnings)),
                Err(error) => failures.push(format!("{name} fails for {architecture}: {error}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn the_library_compiles_under_every_setting() {
    if nvrtc().is_none() {
        return;
    }
    for &floating_point in FloatingPoint::ALL {
        for bounds_checks in [true, false] {
            let settings = Settings { floating_point, bounds_checks, ..Settings::default() };
            for types in ["", "using Sum = u128;\n"] {
                let source = format!("#include \"whipple.cuh\"\nusing namespace whipple;\n{types}");
                let compiled = compile_for(&source, "Library", "sm_90", &settings).unwrap();
                assert_eq!(compiled.warnings, "", "{types}");
            }
        }
    }
}
