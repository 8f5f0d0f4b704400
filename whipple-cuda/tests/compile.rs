//! NVRTC: cubins for every architecture, PTX where ptxas would be wrong, errors and warnings with Rust lines, options that do what they say.

mod common;

use common::{ARCHITECTURES, Scratch, nvrtc};
use std::collections::HashSet;
use whipple_cuda::{
    Settings,
    cache::{Cache, CacheOutcome},
    compile_cached, compile_for,
    nvrtc::{Request, resources},
};
use whipple_runtime::{error::Error, options::FloatingPoint};

const KERNEL: &str = "extern \"C\" __global__ void axpy(float* y, const float* x, float a) {\n\
    __shared__ float part[64];\n\
    part[threadIdx.x] = x[threadIdx.x];\n\
    __syncthreads();\n\
    y[threadIdx.x] = a * part[63 - threadIdx.x] + y[threadIdx.x];\n\
}\n";

#[test]
fn every_architecture_gives_a_cubin_with_resources() {
    let Some(nvrtc) = nvrtc() else { return };
    println!("NVRTC {:?} from {}, architectures {:?}", nvrtc.version(), nvrtc.path().display(), nvrtc.architectures());
    for architecture in ARCHITECTURES {
        let compiled = compile_for(KERNEL, "Axpy", architecture, &Settings::default()).unwrap();
        assert!(compiled.code.starts_with(b"\x7fELF") && !compiled.is_ptx(), "{architecture}");
        let [kernel] = &compiled.kernels[..] else { panic!("{:?}", compiled.kernels) };
        println!("{architecture}: {kernel:?}");
        assert_eq!(kernel.name, "axpy");
        assert!(kernel.registers >= 4, "{architecture}: {kernel:?}");
        assert_eq!((kernel.shared >= 256, kernel.spill_stores), (true, 0), "{architecture}: {kernel:?}");
        assert_eq!(compiled.warnings, "", "{architecture}");
    }
}

/// A choice that ptxas gets wrong, and one that it does not.
const CHOICE: &str = "extern \"C\" __global__ void choose(float* x) {
    x[threadIdx.x] = x[threadIdx.x] < 0.5f ? 1.0f : -0.0f;
}
extern \"C\" __global__ void other(float* x) { x[threadIdx.x] = x[threadIdx.x] < 0.5f ? 1.0f : 0.0f; }
";

#[test]
fn a_choice_of_minus_zero_gives_mended_ptx() {
    if nvrtc().is_none() {
        return;
    }
    let mut linked = Settings::default();
    linked.extra.push("--relocatable-device-code=true".to_owned());
    for settings in [Settings::default(), linked] {
        for architecture in ARCHITECTURES {
            let compiled = compile_for(CHOICE, "Choice", architecture, &settings).unwrap();
            assert!(compiled.is_ptx(), "{architecture}");
            assert_eq!((compiled.warnings.as_str(), compiled.kernels.len()), ("", 2), "{architecture}");
            let text = String::from_utf8(compiled.code).unwrap();
            assert!(text.ends_with('\0') && text.matches('\0').count() == 1, "{architecture}");
            assert_eq!(text.matches("[whipple_constant_80000000]").count(), 1, "{architecture}: {text}");
            assert!(!text.contains("0f80000000"), "{architecture}: {text}");
        }
    }
}

#[test]
fn the_cache_keeps_ptx() {
    if nvrtc().is_none() {
        return;
    }
    let folder = Scratch::new("compile-ptx");
    let cache = Cache::in_folder(folder.path());
    let first = compile_cached(CHOICE, "Choice", "sm_90", &Settings::default(), &cache).unwrap();
    let second = compile_cached(CHOICE, "Choice", "sm_90", &Settings::default(), &cache).unwrap();
    assert_eq!((first.cache.clone(), second.cache.clone()), (CacheOutcome::Stored, CacheOutcome::Hit));
    assert!(first.is_ptx() && second.is_ptx());
    assert_eq!((first.code, first.kernels), (second.code, second.kernels));
}

/// A kernel with what a module may hold: a function that is not inlined, constants, shared memory, text.
const BOUNDED: &str = "static __device__ __constant__ float table[4] = {1, 2, 3, 4};
__device__ __noinline__ float entry(float x) { return x * table[(int)x & 3]; }
extern \"C\" __global__ void __launch_bounds__(256, BLOCKS) bounded(float* y, const char** text, float a) {
    __shared__ float part[64];
    part[threadIdx.x] = y[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = entry(a) * part[63 - threadIdx.x];
    *text = \"100 % of \\\"$0 {|}\\\"\";
}
";

/// What is assembled from PTX for other launch bounds is what NVRTC makes of the text with these.
#[test]
fn a_translation_is_assembled_for_any_number_of_blocks() {
    let Some(nvrtc) = nvrtc() else { return };
    for architecture in ARCHITECTURES {
        for lines in [false, true] {
            let options = |blocks: u32| {
                let mut options = vec!["--ptxas-options=-v".to_owned(), format!("-DBLOCKS={blocks}")];
                options.extend(lines.then(|| "-lineinfo".to_owned()));
                options
            };
            let (two, four) = (options(2), options(4));
            let request =
                |options| Request { program: "Bounded", source: BOUNDED, architecture, options, headers: &[] };
            let translation = nvrtc.translate(&request(&two)).unwrap().expect("the architecture has PTX");
            let assembled = nvrtc.assemble(&request(&four), &translation, 4).unwrap();
            let compiled = nvrtc.compile(&request(&four)).unwrap();
            let other = nvrtc.compile(&request(&two)).unwrap();
            assert_eq!(resources(&assembled.log), resources(&compiled.log), "{architecture}");
            assert_ne!(compiled.code, other.code, "{architecture}");
            if !lines {
                // Lines of PTX differ, and so what is said of them.
                assert!(assembled.code == compiled.code, "{architecture}");
            }
        }
    }
}

#[test]
fn a_translation_with_a_fault_gives_mended_ptx() {
    let Some(nvrtc) = nvrtc() else { return };
    let options = ["--ptxas-options=-v".to_owned()];
    let request = Request { program: "Choice", source: CHOICE, architecture: "sm_90", options: &options, headers: &[] };
    let translation = nvrtc.translate(&request).unwrap().expect("the architecture has PTX");
    let (assembled, compiled) = (nvrtc.assemble(&request, &translation, 1).unwrap(), nvrtc.compile(&request).unwrap());
    assert!(assembled.code == compiled.code && assembled.code.ends_with(b"\0"));
    assert_eq!(resources(&assembled.log).len(), 2);
}

#[test]
fn an_error_carries_the_rust_line() {
    if nvrtc().is_none() {
        return;
    }
    let source = "#line 41 \"examples/reyes/pipeline/split.rs\"\n__device__ int f() {\n    return missing;\n}\n";
    let error = compile_for(source, "Reyes", "sm_90", &Settings::default()).unwrap_err();
    let Error::Compile { program, log } = &error else { panic!("{error:?}") };
    assert_eq!(program, "Reyes");
    assert!(log.contains("examples/reyes/pipeline/split.rs(42)") && log.contains("missing"), "{log}");
    assert!(error.to_string().contains("Reyes") && error.to_string().contains("split.rs(42)"), "{error}");
}

#[test]
fn a_warning_carries_the_rust_line() {
    if nvrtc().is_none() {
        return;
    }
    let source = "#line 7 \"src/main.rs\"\nextern \"C\" __global__ void f(int* p) { int unused = 1; *p = 2; }\n";
    let compiled = compile_for(source, "Program", "sm_90", &Settings::default()).unwrap();
    assert!(compiled.warnings.contains("src/main.rs(7)"), "{}", compiled.warnings);
    assert!(!compiled.warnings.contains("ptxas"), "{}", compiled.warnings);
}

#[test]
fn an_unknown_architecture_names_the_known_ones() {
    if nvrtc().is_none() {
        return;
    }
    let error = compile_for(KERNEL, "Axpy", "sm_10", &Settings::default()).unwrap_err();
    assert!(matches!(error, Error::Compile { .. }) && error.to_string().contains("sm_90"), "{error}");
}

/// NVRTC takes it, and gives PTX alone.
#[test]
fn an_architecture_without_machine_code_is_an_error() {
    if nvrtc().is_none() {
        return;
    }
    let error = compile_for(KERNEL, "Axpy", "compute_90", &Settings::default()).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("no machine code for compute_90") && text.contains("sm_90"), "{text}");
}

#[test]
fn a_zero_byte_is_an_error() {
    if nvrtc().is_none() {
        return;
    }
    let error = compile_for("int a;\0", "Program", "sm_90", &Settings::default()).unwrap_err();
    assert!(error.to_string().contains("zero byte"), "{error}");
}

#[test]
fn settings_reach_the_compiler() {
    if nvrtc().is_none() {
        return;
    }
    let source = "static_assert(WHIPPLE_BOUNDS_CHECKS == 0 && LENGTH == 12);\nextern \"C\" __global__ void f() {}\n";
    let settings = Settings { bounds_checks: false, ..Settings::default() }.define("LENGTH", 12);
    compile_for(source, "Program", "sm_90", &settings).unwrap();
    assert!(compile_for(source, "Program", "sm_90", &Settings::default()).is_err());
}

#[test]
fn functions_are_compiled_at_once_where_it_is_asked_for() {
    if nvrtc().is_none() {
        return;
    }
    let function = |number: u32| {
        format!("__device__ __noinline__ float part{number}(float x) {{ return x * {number}.0f + x * x; }}\n")
    };
    let sum = (0..8).map(|number| format!("part{number}(x[{number}])")).collect::<Vec<_>>().join(" + ");
    let kernel = format!("extern \"C\" __global__ void sum(float* x) {{ x[0] = {sum}; }}\n");
    let source = (0..8).map(function).collect::<String>() + &kernel;
    let settings = Settings { in_parallel: true, ..Settings::default() };
    for architecture in ARCHITECTURES {
        let compiled = compile_for(&source, "Sum", architecture, &settings).unwrap();
        assert_eq!((compiled.kernels.len(), compiled.warnings.as_str()), (1, ""), "{architecture}");
    }
}

#[test]
fn kinds_of_floating_point_differ() {
    if nvrtc().is_none() {
        return;
    }
    let source = KERNEL.replace("+ y[threadIdx.x]", "+ y[threadIdx.x] / a");
    assert_ne!(source, KERNEL);
    let code = |kind: &FloatingPoint| {
        let settings = Settings { floating_point: *kind, ..Settings::default() };
        compile_for(&source, "Axpy", "sm_90", &settings).unwrap().code
    };
    let codes: HashSet<Vec<u8>> = FloatingPoint::ALL.iter().map(code).collect();
    assert_eq!(codes.len(), FloatingPoint::ALL.len());
}

#[test]
fn a_second_compilation_comes_from_the_cache() {
    if nvrtc().is_none() {
        return;
    }
    let folder = Scratch::new("compile-cache");
    let cache = Cache::in_folder(folder.path());
    let first = compile_cached(KERNEL, "Axpy", "sm_90", &Settings::default(), &cache).unwrap();
    let second = compile_cached(KERNEL, "Axpy", "sm_90", &Settings::default(), &cache).unwrap();
    assert_eq!((first.cache, second.cache), (CacheOutcome::Stored, CacheOutcome::Hit));
    assert_eq!((first.code, first.kernels), (second.code, second.kernels));
    let other = Settings { bounds_checks: false, ..Settings::default() };
    assert_eq!(compile_cached(KERNEL, "Axpy", "sm_90", &other, &cache).unwrap().cache, CacheOutcome::Stored);
}

#[test]
fn threads_compile_at_once() {
    if nvrtc().is_none() {
        return;
    }
    std::thread::scope(|scope| {
        for architecture in ARCHITECTURES {
            scope.spawn(move || compile_for(KERNEL, "Axpy", architecture, &Settings::default()).unwrap());
        }
    });
}
