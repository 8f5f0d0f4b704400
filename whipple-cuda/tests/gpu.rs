//! The driver's wrappers on a GPU and on the emulated one: memory, streams, events, modules and launches.

mod common;

use common::{gpu, gpus};
use std::{
    ffi::c_void,
    sync::{Arc, atomic::Ordering},
};
use whipple_cuda::{
    Settings, compile_for,
    driver::{Event, Function, Gpu, Memory, Module, PinnedMemory, Stream},
    emulated,
    nvrtc::device_runtime,
};
use whipple_runtime::error::Error;

const KERNELS: &str = "extern \"C\" {\n\
    __device__ unsigned scale = 1;\n\
    __global__ void add(unsigned* data, unsigned count, unsigned value) {\n\
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n\
        if (i < count) data[i] += value * scale;\n\
    }\n\
    __global__ void signal(unsigned* word) { __threadfence_system(); *(volatile unsigned*)word = 42; }\n\
    __global__ void large(unsigned* out) {\n\
        extern __shared__ unsigned part[];\n\
        part[20000 + threadIdx.x] = threadIdx.x;\n\
        __syncthreads();\n\
        out[threadIdx.x] = part[20000 + blockDim.x - 1 - threadIdx.x];\n\
    }\n\
    __global__ void fault() { __trap(); }\n\
}\n";

/// The test kernels on this GPU; `None` (said) without a compiler.
fn module(gpu: &Arc<Gpu>) -> Option<Module> {
    common::nvrtc()?;
    let architecture = gpu.properties().architecture();
    let compiled = compile_for(KERNELS, "Kernels", &architecture, &Settings::default()).unwrap();
    Some(Module::load(gpu, &compiled.code).unwrap())
}

fn launch(function: &Function, stream: &Stream, threads: u32, shared: u32, parameters: &mut [*mut c_void]) {
    // SAFETY: the tests pass what the kernels above take, and wait before they drop it.
    unsafe { function.launch(1, threads, shared, stream, parameters) }.unwrap();
}

#[test]
fn properties_are_plausible() {
    let Some(gpu) = gpu() else { return };
    let properties = gpu.properties();
    println!("{properties:?}");
    assert!(properties.multiprocessors > 0 && properties.total_memory > 1 << 30);
    assert!(properties.shared_per_block >= 48 << 10 && properties.compute_capability.0 >= 7);
    let (free, total) = gpu.memory_info().unwrap();
    assert!(free <= total && total <= properties.total_memory);
    println!("{}", whipple_cuda::open(0).unwrap().description());
}

#[test]
fn a_gpu_that_does_not_exist_is_an_error() {
    if gpu().is_none() {
        return;
    }
    let error = whipple_cuda::open(1000).unwrap_err();
    assert!(matches!(error, Error::Driver { .. }) && error.to_string().contains("1000"), "{error}");
}

#[test]
fn a_gpu_is_one_device_and_holds_buffers() {
    if gpu().is_none() {
        return;
    }
    let device = whipple_cuda::open(0).unwrap();
    assert!(device.is(&whipple_cuda::open(0).unwrap()));
    let buffer = device.buffer_filled(1000, [1_u32, 2, 3]).unwrap();
    assert_eq!(buffer.read().unwrap(), [[1, 2, 3]; 1000]);
    let elements: Vec<u64> = (0..100).collect();
    assert_eq!(device.buffer_from(&elements).unwrap().read().unwrap(), elements);
    assert!(device.buffer::<u32>(0).unwrap().read().unwrap().is_empty());
}

#[test]
fn too_much_memory_is_an_error() {
    for gpu in gpus() {
        let error = Memory::new(&gpu, 1 << 50, "a buffer").unwrap_err();
        assert!(matches!(error, Error::OutOfMemory { bytes, .. } if bytes == 1 << 50), "{error:?}");
    }
}

#[test]
fn memory_holds_what_was_written() {
    for gpu in gpus() {
        let memory = Memory::zeroed(&gpu, 1000, "a buffer").unwrap();
        assert_eq!(memory.address() % 256, 0);
        memory.write(10, &[1, 2, 3]).unwrap();
        let mut bytes = [9; 5];
        memory.read(9, &mut bytes).unwrap();
        assert_eq!(bytes, [0, 1, 2, 3, 0]);
        assert!(Memory::zeroed(&gpu, 0, "a buffer").unwrap().is_empty());
    }
}

#[test]
fn fills_repeat_the_pattern() {
    for gpu in gpus() {
        for length in [1, 2, 4, 8, 12, 16, 64] {
            let pattern: Vec<u8> = (1..=length).collect();
            for count in [1, 2, 3, 7, 1000] {
                let memory = Memory::zeroed(&gpu, pattern.len() * count, "a buffer").unwrap();
                memory.fill(&pattern).unwrap();
                let mut bytes = vec![0; memory.len()];
                memory.read(0, &mut bytes).unwrap();
                assert_eq!(bytes, pattern.repeat(count), "{length} bytes, {count} times");
            }
        }
    }
}

#[test]
fn kernels_run_and_are_timed() {
    let Some(gpu) = gpu() else { return };
    let Some(module) = module(&gpu) else { return };
    let function = module.function("add").unwrap();
    println!("{:?}", function.attributes().unwrap());
    module.write_global("scale", &3_u32.to_le_bytes()).unwrap();
    let memory = Memory::zeroed(&gpu, 4 * 100, "a buffer").unwrap();
    let stream = Stream::new(&gpu).unwrap();
    let (begin, end) = (Event::new(&gpu).unwrap(), Event::new(&gpu).unwrap());
    let (mut address, mut count, mut value) = (memory.address(), 100_u32, 5_u32);
    begin.record(&stream).unwrap();
    let parameters = &mut [(&raw mut address).cast::<c_void>(), (&raw mut count).cast(), (&raw mut value).cast()];
    launch(&function, &stream, 128, 0, parameters);
    end.record(&stream).unwrap();
    end.synchronize().unwrap();
    assert!(stream.is_done().unwrap() && end.is_done().unwrap());
    let time = end.milliseconds_since(&begin).unwrap();
    assert!(time > 0.0 && time < 1000.0, "{time} ms");
    let mut bytes = [0; 400];
    memory.read(0, &mut bytes).unwrap();
    assert_eq!(bytes, *15_u32.to_le_bytes().repeat(100));
}

#[test]
fn kernels_have_more_than_48_kib_of_shared_memory() {
    let Some(gpu) = gpu() else { return };
    let Some(module) = module(&gpu) else { return };
    if gpu.properties().shared_per_block < 90 << 10 {
        println!("skipped: a small GPU");
        return;
    }
    let function = module.function("large").unwrap();
    function.set_max_dynamic_shared(90 << 10).unwrap();
    assert_eq!(function.attributes().unwrap().max_dynamic_shared, 90 << 10);
    assert!(function.occupancy(256, 90 << 10).unwrap() >= 1);
    assert!(function.occupancy(256, 0).unwrap() > function.occupancy(1024, 0).unwrap());
    let memory = Memory::zeroed(&gpu, 4 * 32, "a buffer").unwrap();
    let stream = Stream::non_blocking(&gpu).unwrap();
    let mut address = memory.address();
    launch(&function, &stream, 32, 90 << 10, &mut [(&raw mut address).cast()]);
    stream.synchronize().unwrap();
    let mut bytes = [0; 128];
    memory.read(0, &mut bytes).unwrap();
    assert_eq!(bytes[..4], 31_u32.to_le_bytes());
    let error = function.set_max_dynamic_shared(1 << 30).unwrap_err();
    assert!(matches!(error, Error::Driver { call: "cuFuncSetAttribute", .. }), "{error:?}");
}

#[test]
fn the_host_sees_pinned_memory_change() {
    let Some(gpu) = gpu() else { return };
    let Some(module) = module(&gpu) else { return };
    let pinned = PinnedMemory::new(&gpu, 64, "a mailbox").unwrap();
    let stream = Stream::non_blocking(&gpu).unwrap();
    let mut address = pinned.device_address() + 8;
    launch(&module.function("signal").unwrap(), &stream, 1, 0, &mut [(&raw mut address).cast()]);
    let begin = std::time::Instant::now();
    while pinned.word(8).load(Ordering::Acquire) != 42 {
        assert!(begin.elapsed().as_secs() < 10, "the kernel's store never arrived");
        std::thread::yield_now();
    }
    stream.synchronize().unwrap();
    assert_eq!(pinned.long_word(0).load(Ordering::Relaxed), 0);
}

#[test]
fn copies_follow_the_stream() {
    for gpu in gpus() {
        let to = PinnedMemory::new(&gpu, 16, "a copy").unwrap();
        let (a, b) = (Memory::new(&gpu, 16, "a buffer").unwrap(), Memory::new(&gpu, 16, "a buffer").unwrap());
        let stream = Stream::non_blocking(&gpu).unwrap();
        let mut bytes = [0; 16];
        // SAFETY: everything lives until the stream has been waited for, and the host touches nothing before.
        unsafe {
            for (word, bytes) in [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]].into_iter().enumerate()
            {
                a.write_word_on(&stream, 4 * word, u32::from_ne_bytes(bytes)).unwrap();
            }
            a.set_on(&stream, 4, 0, 4).unwrap();
            b.copy_on(&stream, 0, &a, 8, 8).unwrap();
            b.copy_on(&stream, 8, &a, 0, 8).unwrap();
            b.read_on(&stream, 0, &to, 16).unwrap();
            stream.synchronize().unwrap();
            to.read(0, &mut bytes);
        }
        assert_eq!(bytes, [9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 3, 4, 0, 0, 0, 0]);
    }
}

/// What bounds the copies of buffers (`tests/copies.rs` of the workspace): the GPU's own, and those of the host's threads. Printed, with
/// `--nocapture`.
#[test]
fn what_bounds_copies_of_buffers() {
    const PIECE: usize = 2 << 20;
    const PIECES: usize = 64;
    let Some(gpu) = gpu() else { return };
    let memory = Memory::zeroed(&gpu, PIECES * PIECE, "a buffer").unwrap();
    let pinned = PinnedMemory::new(&gpu, PIECE, "a piece").unwrap();
    let stream = Stream::urgent(&gpu).unwrap();
    let speed = |what: &str, copy: &mut dyn FnMut()| {
        let times = (0..5).map(|_| {
            let begin = std::time::Instant::now();
            copy();
            begin.elapsed().as_nanos()
        });
        println!("{what}: {:.1} GB/s", (PIECES * PIECE) as f64 / times.min().unwrap() as f64);
    };
    // SAFETY: both sides live until the stream has been waited for, and the host touches nothing before.
    speed("the GPU reads", &mut || unsafe {
        (0..PIECES).for_each(|piece| memory.read_on(&stream, piece * PIECE, &pinned, PIECE).unwrap());
        stream.synchronize().unwrap();
    });
    // SAFETY: as above.
    speed("the GPU writes", &mut || unsafe {
        (0..PIECES).for_each(|piece| memory.write_on(&stream, piece * PIECE, &pinned, PIECE).unwrap());
        stream.synchronize().unwrap();
    });
    let from = vec![1_u8; PIECES * PIECE];
    for threads in [1, 2, 4, 8, 16] {
        let copy = |to: &mut [u8]| {
            std::thread::scope(|scope| {
                let part = to.len() / threads;
                for (to, from) in to.chunks_mut(part).zip(from.chunks(part)) {
                    scope.spawn(|| to.copy_from_slice(from));
                }
            });
        };
        let mut to = vec![2_u8; PIECES * PIECE];
        speed(&format!("{threads} threads copy"), &mut || copy(&mut to));
        speed(&format!("{threads} threads copy to new memory"), &mut || copy(&mut vec![0; PIECES * PIECE]));
    }
}

#[test]
fn words_follow_urgent_streams() {
    for gpu in gpus() {
        let (memory, late) = (Memory::zeroed(&gpu, 8, "a buffer").unwrap(), Event::new(&gpu).unwrap());
        let (stream, urgent) = (Stream::non_blocking(&gpu).unwrap(), Stream::urgent(&gpu).unwrap());
        let mut bytes = [0; 8];
        // SAFETY: the memory lives until both streams have been waited for.
        unsafe {
            memory.write_word_on(&urgent, 4, 7).unwrap();
            urgent.synchronize().unwrap();
            late.record(&urgent).unwrap();
            stream.wait(&late).unwrap();
            memory.write_word_on(&stream, 0, 8).unwrap();
            memory.write_word_on(&stream, 4, 9).unwrap();
            stream.synchronize().unwrap();
        }
        memory.read(0, &mut bytes).unwrap();
        assert_eq!(bytes.map(u32::from), [8, 0, 0, 0, 9, 0, 0, 0]);
    }
}

#[test]
fn values_move_between_threads() {
    for gpu in gpus() {
        let memory = Memory::zeroed(&gpu, 4, "a buffer").unwrap();
        let memory = std::thread::spawn(move || {
            memory.write(0, &[1, 2, 3, 4]).unwrap();
            memory
        })
        .join()
        .unwrap();
        drop(gpu);
        let mut bytes = [0; 4];
        std::thread::spawn(move || {
            memory.read(0, &mut bytes).unwrap();
            assert_eq!(bytes, [1, 2, 3, 4]);
        })
        .join()
        .unwrap();
    }
}

/// Chooses between 1.0 and -0.0, which ptxas gets wrong, so that the code is PTX.
const CHOICE: &str = "extern \"C\" __global__ void choose(float* x) {
    x[threadIdx.x] = x[threadIdx.x] < 0.5f ? 1.0f : -0.0f;
}
";

/// The bits of what the kernel above gives for 0.0 and 1.0.
fn choose(gpu: &Arc<Gpu>, module: &Module) -> [u32; 2] {
    let function = module.function("choose").unwrap();
    let memory = Memory::zeroed(gpu, 8, "a buffer").unwrap();
    memory.write(4, &1.0_f32.to_le_bytes()).unwrap();
    let stream = Stream::new(gpu).unwrap();
    let mut address = memory.address();
    launch(&function, &stream, 2, 0, &mut [(&raw mut address).cast()]);
    stream.synchronize().unwrap();
    let mut bytes = [0; 8];
    memory.read(0, &mut bytes).unwrap();
    [0, 4].map(|at| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn ptx_is_loaded() {
    let Some(gpu) = gpu() else { return };
    if common::nvrtc().is_none() {
        return;
    }
    let architecture = gpu.properties().architecture();
    let compiled = compile_for(CHOICE, "Choice", &architecture, &Settings::default()).unwrap();
    assert!(compiled.is_ptx());
    let module = Module::load(&gpu, &compiled.code).unwrap();
    assert_eq!(choose(&gpu, &module), [0x3f80_0000, 0x8000_0000]);
}

#[test]
fn ptx_is_linked() {
    let Some(gpu) = gpu() else { return };
    if common::nvrtc().is_none() {
        return;
    }
    let library = match device_runtime() {
        Ok(library) => library,
        Err(error) => return println!("skipped: {error}"),
    };
    let mut settings = Settings::default();
    settings.extra.push("--relocatable-device-code=true".to_owned());
    let compiled = compile_for(CHOICE, "Choice", &gpu.properties().architecture(), &settings).unwrap();
    assert!(compiled.is_ptx());
    let module = Module::link(&gpu, &compiled.code, &library).unwrap();
    assert_eq!(choose(&gpu, &module), [0x3f80_0000, 0x8000_0000]);
}

#[test]
fn a_cubin_that_does_not_fit_is_an_error() {
    let Some(gpu) = gpu() else { return };
    let error = Module::load(&gpu, b"not a cubin").unwrap_err();
    assert!(matches!(error, Error::Driver { call: "cuModuleLoadDataEx", .. }), "{error:?}");
    let Some(module) = module(&gpu) else { return };
    let error = module.function("absent").unwrap_err();
    assert!(error.to_string().contains("absent"), "{error}");
}

/// Kernels for the emulated machine, which has no `threadIdx`.
const EMULATED: &str = "#include <whipple.cuh>
#include <whipple/emulation/entry.hpp>
__global__ void add(unsigned* data, unsigned count, unsigned value) {
    const unsigned i = whipple::sync::block() * 32 + whipple::sync::thread_in_block();
    if (i < count) data[i] += value;
}
__global__ void twice(unsigned* data, unsigned count) {
    const unsigned i = whipple::sync::block() * 32 + whipple::sync::thread_in_block();
    if (i < count) data[i] *= 2;
}
WHIPPLE_ENTRY(add)
WHIPPLE_ENTRY(twice)
";

#[test]
fn emulated_kernels_follow_streams_and_events() {
    let Some(device) = common::emulated() else { return };
    let gpu = device.gpu();
    let compiled = compile_for(EMULATED, "Kernels", emulated::ARCHITECTURE, &Settings::default()).unwrap();
    assert_eq!(compiled.warnings, "");
    let module = Module::load(gpu, &compiled.code).unwrap();
    let (add, twice) = (module.function("add").unwrap(), module.function("twice").unwrap());
    let memory = Memory::zeroed(gpu, 4 * 100, "a buffer").unwrap();
    let [first, second] = [(); 2].map(|()| Stream::non_blocking(gpu).unwrap());
    let [begin, middle, end] = [(); 3].map(|()| Event::new(gpu).unwrap());
    let (mut address, mut count, mut value) = (memory.address(), 100_u32, 5_u32);
    let parameters = &mut [(&raw mut address).cast::<c_void>(), (&raw mut count).cast(), (&raw mut value).cast()];
    begin.record(&first).unwrap();
    // SAFETY: the kernels' own parameters; the memory lives until the second stream is done.
    unsafe { add.launch(4, 32, 0, &first, parameters) }.unwrap();
    middle.record(&first).unwrap();
    second.wait(&middle).unwrap();
    // SAFETY: as above.
    unsafe { twice.launch(4, 32, 0, &second, &mut parameters[..2]) }.unwrap();
    end.record(&second).unwrap();
    end.synchronize().unwrap();
    second.synchronize().unwrap();
    assert!(second.is_done().unwrap() && end.milliseconds_since(&begin).unwrap() > 0.0);
    let mut bytes = [0; 400];
    memory.read(0, &mut bytes).unwrap();
    assert_eq!(bytes, *10_u32.to_le_bytes().repeat(100));

    // SAFETY: never runs: 40 threads are no whole warps.
    let error = unsafe { add.launch(1, 40, 0, &first, parameters) }.unwrap_err();
    assert!(matches!(error, Error::Driver { call: "cuLaunchKernel", code: 1, .. }), "{error:?}");
    assert!(add.occupancy(256, 0).unwrap() > add.occupancy(1024, 0).unwrap());
    let error = add.set_max_dynamic_shared(1 << 30).unwrap_err();
    assert!(matches!(error, Error::Driver { call: "cuFuncSetAttribute", .. }), "{error:?}");
    assert!(module.function("absent").unwrap_err().to_string().contains("absent"));
    assert!(Module::load(gpu, b"not a module").is_err());
}

/// In a process of its own: a fault makes the context unusable.
#[test]
fn a_fault_is_an_error() {
    common::in_child(
        "a_fault_is_an_error",
        |_| {},
        || {
            let Some(gpu) = gpu() else { return };
            let Some(module) = module(&gpu) else { return };
            let stream = Stream::new(&gpu).unwrap();
            launch(&module.function("fault").unwrap(), &stream, 1, 0, &mut []);
            let error = stream.synchronize().unwrap_err();
            assert!(matches!(error, Error::Driver { call: "cuStreamSynchronize", .. }), "{error:?}");
        },
    );
}
