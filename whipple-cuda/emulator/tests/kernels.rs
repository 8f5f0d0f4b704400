//! Kernels on the emulated driver alone: no device library, no engine.

use cudarc::driver::sys::{CUdeviceptr, CUfunction, CUmodule, CUresult, CUstream};
use std::{
    env,
    ffi::{CStr, c_void},
    ptr::null_mut,
};
use whipple_emulator::{Compilation, Compiler, Driver, Options, Settings};

/// `turn` reverses the numbers of each block through shared memory; of `hang` half a warp waits for the other half. `gather` says how many
/// lanes came together. In `skip` some of them leave out a shuffle that the others are in.
const KERNELS: &str = "#include <whipple/emulation/sync.hpp>
#include <whipple/emulation/entry.hpp>
namespace sync = whipple::sync;
struct Numbers { unsigned of[64]; };
void turn(unsigned* numbers) {
    Numbers& shared = sync::shared_memory<Numbers>();
    const unsigned thread = sync::thread_in_block();
    unsigned& own = numbers[sync::block() * 64 + thread];
    shared.of[63 - thread] = own;
    sync::block_barrier();
    own = shared.of[thread] + OFFSET;
}
void hang(unsigned*) {
    if (sync::lane() < 16) sync::warp_barrier(0xffffffffu);
    else sync::ballot(0xffffffffu, true);
}
void gather(unsigned* numbers) {
    const unsigned together = sync::active_mask();
    numbers[sync::block() * 64 + sync::thread_in_block()] = sync::sum_of_lanes(together, 1);
}
void skip(unsigned* numbers) {
    const unsigned together = sync::active_mask(), leader = sync::lowest_bit(together);
    const bool differs = sync::lane() % 2 != 0 || sync::shuffle(together, 1, leader) != 1;
    numbers[sync::thread_in_block()] = sync::ballot(together, differs);
}
WHIPPLE_ENTRY(turn)
WHIPPLE_ENTRY(gather)
WHIPPLE_ENTRY(skip)
WHIPPLE_ENTRY(hang)
";

/// What the device and the driver are asked for, in short.
struct Device {
    driver: Driver,
    stream: CUstream,
    module: CUmodule,
}

impl Device {
    /// A device with the kernels, or `None` after saying that the test is skipped. With `WHIPPLE_REQUIRE_EMULATION=1` a missing compiler
    /// fails the test.
    fn new() -> Option<Self> {
        let compiler = match Compiler::get() {
            Ok(compiler) => compiler,
            Err(error) => {
                let required = env::var_os("WHIPPLE_REQUIRE_EMULATION").is_some_and(|value| value == "1");
                assert!(!required, "WHIPPLE_REQUIRE_EMULATION is set: {error}");
                println!("skipped: {error}");
                return None;
            }
        };
        let machine = compiler.compile_machine(&Compilation::machine()).expect("the machine compiles");
        let defines = [("OFFSET".to_owned(), "1000u".to_owned())];
        let settings = Settings { rounds_products: true, defines: &defines };
        let program = Compilation::program("Kernels", KERNELS, &[], settings).expect("the options are sound");
        let compiled = compiler.compile_program(&program, &machine.code).expect("the kernels compile");
        assert_eq!((machine.log, compiled.log), (String::new(), String::new()));
        let driver = Driver::new(Options::default()).expect("there is a compiler");
        let (mut stream, mut module) = (null_mut(), null_mut());
        let image = compiled.code.as_ptr().cast();
        // SAFETY: both are valid for writing, and the image is a module of this machine.
        unsafe {
            succeed(driver.stream_create(&raw mut stream, 0));
            succeed(driver.module_load_data(&raw mut module, image, 0, null_mut(), null_mut()));
        }
        Some(Self { driver, stream, module })
    }

    /// Runs a kernel of two blocks over memory; gives what comes of it.
    fn run(&self, kernel: &CStr, mut memory: CUdeviceptr) -> CUresult {
        let mut function: CUfunction = null_mut();
        let parameters = &mut [(&raw mut memory).cast::<c_void>()];
        // SAFETY: the kernels take one address, of 128 numbers, which live until the stream is done.
        unsafe {
            succeed(self.driver.module_get_function(&raw mut function, self.module, kernel.as_ptr()));
            let parameters = parameters.as_mut_ptr();
            succeed(self.driver.launch_kernel(function, 2, 1, 1, 64, 1, 1, 0, self.stream, parameters, null_mut()));
            self.driver.stream_synchronize(self.stream)
        }
    }
}

fn succeed(result: CUresult) {
    assert_eq!(result, CUresult::CUDA_SUCCESS);
}

#[test]
fn kernels_run_and_what_they_do_wrong_is_told() {
    let Some(device) = Device::new() else { return };
    let driver = &device.driver;
    let mut memory: CUdeviceptr = 0;
    let numbers: [u32; 128] = std::array::from_fn(|index| index as u32);
    let mut found = [0_u32; 128];
    // SAFETY: the address is valid for writing.
    succeed(unsafe { driver.mem_alloc(&raw mut memory, size_of_val(&numbers)) });
    // SAFETY: all ranges have so many bytes.
    succeed(unsafe { driver.memcpy_htod(memory, numbers.as_ptr().cast(), size_of_val(&numbers)) });
    succeed(device.run(c"turn", memory));
    // SAFETY: as above.
    succeed(unsafe { driver.memcpy_dtoh(found.as_mut_ptr().cast(), memory, size_of_val(&found)) });
    assert_eq!(found, std::array::from_fn(|index| (index / 64 * 64 + 63 - index % 64) as u32 + 1000));

    // A copy that does not fit into the allocation is an error, and changes nothing.
    // SAFETY: the host's range has so many bytes; the device's is looked for.
    let refused = unsafe { driver.memcpy_htod(memory + 4, numbers.as_ptr().cast(), size_of_val(&numbers)) };
    assert_eq!(refused, CUresult::CUDA_ERROR_INVALID_VALUE);

    let failed = device.run(c"hang", memory);
    assert_eq!(failed, CUresult::CUDA_ERROR_LAUNCH_FAILED);
    let words = driver.describe(failed);
    assert!(
        words.contains("program.cpp:14")
            && words.contains("program.cpp:15")
            && words.contains("WHIPPLE_EMULATION_SEED=1"),
        "{words}"
    );
    // From then on each call fails.
    // SAFETY: nothing is loaded.
    assert_eq!(unsafe { driver.stream_synchronize(null_mut()) }, failed);
}

#[test]
fn lanes_come_together_in_groups() {
    let Some(device) = Device::new() else { return };
    let mut memory: CUdeviceptr = 0;
    let mut found = [0_u32; 128];
    // SAFETY: the address is valid for writing.
    succeed(unsafe { device.driver.mem_alloc(&raw mut memory, size_of_val(&found)) });
    succeed(device.run(c"gather", memory));
    // SAFETY: both ranges have so many bytes.
    succeed(unsafe { device.driver.memcpy_dtoh(found.as_mut_ptr().cast(), memory, size_of_val(&found)) });
    for warp in found.chunks(32) {
        for size in 1..=32 {
            let lanes = warp.iter().filter(|of| **of == size).count();
            assert_eq!(lanes % size as usize, 0, "groups of {size}: {warp:?}");
        }
    }
    assert!(found.iter().any(|size| *size > 1), "{found:?}");
    assert!(found.iter().any(|size| *size != found[0]), "{found:?}");

    let failed = device.run(c"skip", memory);
    assert_eq!(failed, CUresult::CUDA_ERROR_LAUNCH_FAILED);
    let words = device.driver.describe(failed);
    assert!(words.contains("wait for each other at different places"), "{words}");
}

#[test]
fn what_is_no_module_is_refused() {
    let Ok(driver) = Driver::new(Options::default()) else { return println!("skipped: there is no compiler") };
    let mut module = null_mut();
    let image = [0_u8; 32];
    // SAFETY: the image has more than 16 bytes that differ from a module's.
    let refused = unsafe { driver.module_load_data(&raw mut module, image.as_ptr().cast(), 0, null_mut(), null_mut()) };
    assert_eq!((refused, module), (CUresult::CUDA_ERROR_INVALID_IMAGE, null_mut()));
}
