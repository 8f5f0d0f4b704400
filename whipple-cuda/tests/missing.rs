//! Missing libraries are errors that say what to install, never panics.

mod common;

use common::{Scratch, in_child};
use std::{
    path::{Path, PathBuf},
    process::Command,
};
use whipple_cuda::{
    Settings, compile_for,
    nvrtc::{Nvrtc, device_runtime},
};
use whipple_runtime::error::Error;

/// Variables that lead to an NVRTC.
const LEADS: [&str; 7] =
    ["LD_LIBRARY_PATH", "WHIPPLE_NVRTC", "CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "VIRTUAL_ENV", "CARGO_MANIFEST_DIR"];

#[test]
fn no_driver_or_no_gpu_is_an_error() {
    in_child(
        "no_driver_or_no_gpu_is_an_error",
        |child| {
            child.env("CUDA_VISIBLE_DEVICES", "");
        },
        || {
            for error in [whipple_cuda::available().unwrap_err(), whipple_cuda::open(0).unwrap_err()] {
                assert!(matches!(error, Error::DriverMissing { .. }), "{error:?}");
                assert!(error.to_string().contains("install the NVIDIA driver"), "{error}");
            }
        },
    );
}

#[test]
fn no_compiler_is_an_error() {
    in_child(
        "no_compiler_is_an_error",
        |child| {
            child.env("WHIPPLE_NVRTC", "/nowhere/libnvrtc.so.13");
        },
        || {
            let error = compile_for("", "Program", "sm_90", &Settings::default()).unwrap_err();
            assert!(matches!(error, Error::CompilerMissing { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains("nvidia-cuda-nvrtc") && text.contains("/nowhere/libnvrtc.so.13"), "{text}");
        },
    );
}

#[test]
fn an_empty_folder_for_the_compiler_is_an_error() {
    let folder = Scratch::new("empty");
    std::fs::create_dir(folder.path()).unwrap();
    in_child(
        "an_empty_folder_for_the_compiler_is_an_error",
        |child| {
            child.env("WHIPPLE_NVRTC", folder.path());
        },
        || {
            let error = Nvrtc::get().unwrap_err();
            assert!(matches!(error, Error::CompilerMissing { .. }), "{error:?}");
            assert!(error.to_string().contains("has no libnvrtc"), "{error}");
        },
    );
}

#[test]
fn a_library_that_is_not_nvrtc_is_an_error() {
    let file = Scratch::new("not-nvrtc");
    std::fs::write(file.path(), "no library").unwrap();
    in_child(
        "a_library_that_is_not_nvrtc_is_an_error",
        |child| {
            child.env("WHIPPLE_NVRTC", file.path());
        },
        || assert!(matches!(Nvrtc::get(), Err(Error::CompilerMissing { .. }))),
    );
}

/// A library that g++ makes of a text. `None` after saying that there is no g++.
fn library(folder: &Path, name: &str, text: &str) -> Option<PathBuf> {
    let (source, library) = (folder.join("library.cpp"), folder.join(name));
    std::fs::write(&source, text).unwrap();
    let mut command = Command::new("g++");
    command.args(["-shared", "-fPIC", &format!("-Wl,-soname,{name}"), "-o"]).arg(&library).arg(&source);
    let Ok(status) = command.status() else {
        println!("skipped: there is no g++");
        return None;
    };
    assert!(status.success());
    Some(library)
}

/// As on WSL, and in environments of conda: the loader does not look there.
#[cfg(target_os = "linux")]
#[test]
fn a_driver_outside_the_loader_path_is_found() {
    const NO_DEVICE: &str = "extern \"C\" int cuInit(unsigned) { return 100; }\n";
    let folder = tempfile::tempdir().unwrap();
    let lib = folder.path().join("lib");
    std::fs::create_dir(&lib).unwrap();
    // SAFETY: the driver's initialisers have no preconditions.
    if unsafe { libloading::Library::new("libcuda.so.1") }.is_ok() {
        return println!("skipped: there is a driver on the loader path");
    }
    if library(&lib, "libcuda.so.1", NO_DEVICE).is_none() {
        return;
    }
    in_child(
        "a_driver_outside_the_loader_path_is_found",
        |child| {
            child.env("CONDA_PREFIX", folder.path());
        },
        || {
            let error = whipple_cuda::available().unwrap_err().to_string();
            assert!(error.contains("the driver shows no GPU"), "{error}");
        },
    );
}

/// The error names the places where the driver was looked for.
#[cfg(target_os = "linux")]
#[test]
fn a_missing_driver_is_told_with_what_was_tried() {
    let error = match whipple_cuda::available() {
        Ok(()) => return println!("skipped: there is a driver"),
        Err(error) => error.to_string(),
    };
    if error.contains("libcuda.so.1 is not on the loader path") {
        assert!(error.contains("/usr/lib/wsl/lib") && error.contains("/usr/local/nvidia/lib64"), "{error}");
    }
}

/// A library that says this version of itself, and has the functions that are looked for. `None` after saying that there is no compiler.
fn pretended_nvrtc(folder: &Path, major: u32, minor: u32) -> Option<PathBuf> {
    let functions = [
        "GetErrorString",
        "CreateProgram",
        "CompileProgram",
        "GetProgramLogSize",
        "GetProgramLog",
        "GetCUBINSize",
        "GetCUBIN",
        "GetPTXSize",
        "GetPTX",
        "DestroyProgram",
        "GetNumSupportedArchs",
        "GetSupportedArchs",
    ];
    let mut text =
        format!("extern \"C\" int nvrtcVersion(int* a, int* b) {{ *a = {major}; *b = {minor}; return 0; }}\n");
    for function in functions {
        text += &format!("extern \"C\" int nvrtc{function}() {{ __builtin_trap(); }}\n");
    }
    library(folder, "libnvrtc.so", &text)
}

/// 12.0 to 12.5 end the process when they compile the device library, so they are not asked to.
#[cfg(target_os = "linux")]
#[test]
fn an_nvrtc_that_is_too_old_is_refused_by_its_version() {
    let name = "an_nvrtc_that_is_too_old_is_refused_by_its_version";
    for (major, minor) in [(11, 8), (12, 0), (12, 5), (12, 6), (13, 0)] {
        let folder = tempfile::tempdir().unwrap();
        let library = match std::env::var_os("WHIPPLE_NVRTC") {
            Some(library) => library.into(),
            None => match pretended_nvrtc(folder.path(), major, minor) {
                Some(library) => library,
                None => return,
            },
        };
        in_child(
            name,
            |child| {
                child.env("WHIPPLE_NVRTC", &library);
            },
            || match Nvrtc::get() {
                Ok(nvrtc) => assert!(nvrtc.version() >= (12, 6), "{:?}", nvrtc.version()),
                Err(error) => {
                    let text = error.to_string();
                    let versions = ["it is NVRTC 11.8", "it is NVRTC 12.0", "it is NVRTC 12.5"];
                    assert!(versions.iter().any(|version| text.contains(version)), "{text}");
                    assert!(text.contains("needs 12.6 or newer"), "{text}");
                }
            },
        );
    }
}

/// Without any lead, there is an NVRTC only where a toolkit lies in a usual place.
#[test]
fn a_bare_environment_gives_a_compiler_or_an_error() {
    in_child(
        "a_bare_environment_gives_a_compiler_or_an_error",
        |child| {
            for variable in LEADS {
                child.env_remove(variable);
            }
        },
        || match Nvrtc::get() {
            Ok(nvrtc) => println!("found {}", nvrtc.path().display()),
            Err(error) => {
                assert!(matches!(error, Error::CompilerMissing { .. }), "{error:?}");
                assert!(error.to_string().contains("/usr/local/cuda"), "{error}");
            }
        },
    );
}

/// A library outside the loader path works, with its built-in headers beside it.
#[test]
fn a_compiler_outside_the_loader_path_compiles() {
    let name = "a_compiler_outside_the_loader_path_compiles";
    let Some(library) = std::env::var_os("WHIPPLE_TEST_NVRTC") else {
        // The parent knows where NVRTC is; its path is bare when the loader found it.
        let Some(nvrtc) = common::nvrtc() else { return };
        let path = std::env::var_os("LD_LIBRARY_PATH")
            .iter()
            .flat_map(std::env::split_paths)
            .map(|folder| folder.join(nvrtc.path()))
            .chain([nvrtc.path().to_owned()])
            .find(|file| file.is_file());
        let Some(path) = path else {
            println!("skipped: NVRTC is in the system's own folders");
            return;
        };
        return in_child(
            name,
            |child| {
                child.env_remove("LD_LIBRARY_PATH").env("WHIPPLE_NVRTC", &path).env("WHIPPLE_TEST_NVRTC", &path);
            },
            || (),
        );
    };
    assert_eq!(Nvrtc::get().unwrap().path(), library);
    compile_for("extern \"C\" __global__ void nothing() {}", "Program", "sm_90", &Settings::default()).unwrap();
}

#[test]
fn no_device_runtime_is_an_error() {
    let folder = Scratch::new("no-device-runtime");
    std::fs::create_dir(folder.path()).unwrap();
    in_child(
        "no_device_runtime_is_an_error",
        |child| {
            child.env("WHIPPLE_CUDADEVRT", folder.path());
        },
        || {
            let error = device_runtime().unwrap_err();
            assert!(matches!(error, Error::DeviceRuntimeMissing { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains("nvidia-cuda-runtime") && text.contains("WHIPPLE_CUDADEVRT leads to"), "{text}");
        },
    );
}

#[test]
fn a_device_runtime_that_is_named_is_taken() {
    let folder = Scratch::new("device-runtime");
    std::fs::create_dir(folder.path()).unwrap();
    let file = folder.path().join(if cfg!(windows) { "cudadevrt.lib" } else { "libcudadevrt.a" });
    std::fs::write(&file, "a library").unwrap();
    in_child(
        "a_device_runtime_that_is_named_is_taken",
        |child| {
            child.env("WHIPPLE_CUDADEVRT", folder.path());
        },
        || assert!(device_runtime().unwrap().is_file()),
    );
}
