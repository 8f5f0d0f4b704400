//! Modules from cubins or PTX, their kernels, and launching those.

use super::{Gpu, Stream, call};
use crate::nvrtc::is_ptx;
use cudarc::driver::sys::{
    CUdeviceptr, CUfunction, CUfunction_attribute as Attribute, CUjit_option, CUmodule, CUresult,
};
use std::{
    ffi::{CString, c_void},
    sync::Arc,
};
use whipple_runtime::error::Error;

/// Device code that is loaded on a GPU; unloaded when it and its functions are dropped.
#[derive(Clone, Debug)]
pub struct Module(Arc<Loaded>);

#[derive(Debug)]
struct Loaded {
    gpu: Arc<Gpu>,
    raw: CUmodule,
}

// SAFETY: a module handle may be used from any thread that has its context bound, and every use binds it.
unsafe impl Send for Loaded {}
// SAFETY: as above; nothing changes a loaded module.
unsafe impl Sync for Loaded {}

impl Drop for Loaded {
    fn drop(&mut self) {
        if self.gpu.bind().is_ok() {
            // SAFETY: loaded in `Module::load`, unloaded once; functions of it hold an `Arc` of this value.
            let _ = unsafe { self.gpu.api.module_unload(self.raw) };
        }
    }
}

impl Module {
    /// Loads a cubin, or PTX, which the driver compiles then (and keeps in a cache of its own).
    ///
    /// # Errors
    /// [`Error::Driver`] with the driver's log, as when the cubin is for another architecture, or the PTX of a newer CUDA than the
    /// driver's.
    pub fn load(gpu: &Arc<Gpu>, code: &[u8]) -> Result<Self, Error> {
        gpu.bind()?;
        let image = image(code);
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options = OPTIONS;
        let mut values = values(&mut log);
        let count = options_for(code);
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing; the image outlives the call; options and values have at least `count` elements each,
        // and the log buffer has the size that the second states.
        let result = unsafe {
            gpu.api.module_load_data(
                &raw mut raw,
                image.as_ptr().cast(),
                count,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        gpu.check("cuModuleLoadDataEx", result).map_err(|error| with_advice(with_log(error, &log)))?;
        Ok(Self(Arc::new(Loaded { gpu: gpu.clone(), raw })))
    }

    /// The kernel of this name.
    ///
    /// # Errors
    /// [`Error::Driver`] when there is none.
    pub fn function(&self, name: &str) -> Result<Function, Error> {
        self.0.gpu.bind()?;
        let symbol = symbol(name, "cuModuleGetFunction")?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing, the module is loaded, and the name ends with a zero.
        let result = unsafe { self.0.gpu.api.module_get_function(&raw mut raw, self.0.raw, symbol.as_ptr()) };
        self.0.gpu.check("cuModuleGetFunction", result).map_err(|error| with_log(error, name.as_bytes()))?;
        Ok(Function { module: self.0.clone(), raw })
    }

    /// Address and size in bytes of a `__device__` or `__constant__` variable.
    ///
    /// # Errors
    /// [`Error::Driver`] when there is none.
    pub fn global(&self, name: &str) -> Result<(u64, usize), Error> {
        self.0.gpu.bind()?;
        let symbol = symbol(name, "cuModuleGetGlobal")?;
        let mut address: CUdeviceptr = 0;
        let mut bytes = 0;
        // SAFETY: both are valid for writing, the module is loaded, and the name ends with a zero.
        let result =
            unsafe { self.0.gpu.api.module_get_global(&raw mut address, &raw mut bytes, self.0.raw, symbol.as_ptr()) };
        self.0.gpu.check("cuModuleGetGlobal", result).map_err(|error| with_log(error, name.as_bytes()))?;
        Ok((address, bytes))
    }

    /// Copies host bytes into a variable of at least that size, and waits.
    ///
    /// # Errors
    /// [`Error::Driver`] when there is no such variable, it is smaller, or the copy fails.
    pub fn write_global(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let (address, size) = self.global(name)?;
        if bytes.len() > size {
            let message = format!("`{name}` has {size} bytes, and {} were to be written", bytes.len());
            return Err(call::error("cuModuleGetGlobal", 0, message));
        }
        // SAFETY: the source is a live slice and the destination a variable of at least its size.
        self.0.gpu.check("cuMemcpyHtoD", unsafe {
            self.0.gpu.api.memcpy_htod(address, bytes.as_ptr().cast(), bytes.len())
        })?;
        self.0.gpu.finish_copies()
    }
}

/// What the driver knows of a kernel. Sizes in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionAttributes {
    /// Registers of a thread.
    pub registers: u32,
    /// Local memory of a thread: its stack and what was spilled.
    pub local_bytes: u32,
    /// Static shared memory of a block.
    pub static_shared: u32,
    /// The dynamic shared memory that a block may have at present.
    pub max_dynamic_shared: u32,
    /// Constant memory.
    pub constant_bytes: u32,
    /// The most threads that a block may have, after registers.
    pub max_block_threads: u32,
    /// The architecture it was compiled for, as 90.
    pub binary_version: u32,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Function {
    module: Arc<Loaded>,
    raw: CUfunction,
}

// SAFETY: a function handle may be used from any thread that has its context bound, and every use binds it; it lives
// as long as its module, which this value holds.
unsafe impl Send for Function {}
// SAFETY: as above; the driver synchronises changes of a function's attributes.
unsafe impl Sync for Function {}

impl Function {
    /// The driver's handle.
    pub(super) fn raw(&self) -> CUfunction {
        self.raw
    }

    /// The GPU that it is loaded on.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.module.gpu
    }

    /// What the driver knows of it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn attributes(&self) -> Result<FunctionAttributes, Error> {
        self.gpu().bind()?;
        let get = |attribute: Attribute| -> Result<u32, Error> {
            let mut value = 0;
            // SAFETY: `value` is valid for writing, and the function's module is loaded.
            let result = unsafe { self.gpu().api.func_get_attribute(&raw mut value, attribute, self.raw) };
            self.gpu().check("cuFuncGetAttribute", result)?;
            Ok(u32::try_from(value).unwrap_or(0))
        };
        Ok(FunctionAttributes {
            registers: get(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            local_bytes: get(Attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
            static_shared: get(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
            max_dynamic_shared: get(Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)?,
            constant_bytes: get(Attribute::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES)?,
            max_block_threads: get(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            binary_version: get(Attribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION)?,
        })
    }

    /// Allows blocks to have this much dynamic shared memory: needed above 48 KiB.
    ///
    /// # Errors
    /// [`Error::Driver`] when the GPU has less.
    pub fn set_max_dynamic_shared(&self, bytes: u32) -> Result<(), Error> {
        let attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        self.set_attribute(attribute, bytes as i32)
    }

    /// Wishes for a part (in percent) of the level-1 cache as shared memory.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn set_shared_carveout(&self, percent: u32) -> Result<(), Error> {
        let attribute = Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
        self.set_attribute(attribute, percent.min(100) as i32)
    }

    fn set_attribute(&self, attribute: Attribute, value: i32) -> Result<(), Error> {
        self.gpu().bind()?;
        // SAFETY: the function's module is loaded.
        self.gpu().check("cuFuncSetAttribute", unsafe { self.gpu().api.func_set_attribute(self.raw, attribute, value) })
    }

    /// How many blocks of this size fit on one multiprocessor at the same time.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn occupancy(&self, block_threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        self.gpu().bind()?;
        let mut blocks = 0;
        // SAFETY: `blocks` is valid for writing, and the function's module is loaded.
        let result = unsafe {
            self.gpu().api.occupancy_max_active_blocks(
                &raw mut blocks,
                self.raw,
                block_threads as i32,
                dynamic_shared as usize,
            )
        };
        self.gpu().check("cuOccupancyMaxActiveBlocksPerMultiprocessor", result)?;
        Ok(u32::try_from(blocks).unwrap_or(0))
    }

    /// Launches the kernel with `grid` blocks of `block` threads and `dynamic_shared` bytes, in the order of `stream`,
    /// without waiting.
    ///
    /// # Safety
    /// `parameters[i]` must point to a value of the type of the kernel's i-th parameter, and there must be as many as
    /// the kernel has. What the kernel accesses must live until the stream has passed it.
    ///
    /// # Errors
    /// [`Error::Driver`], also for kernels that failed earlier.
    pub unsafe fn launch(
        &self,
        grid: u32,
        block: u32,
        dynamic_shared: u32,
        stream: &Stream,
        parameters: &mut [*mut c_void],
    ) -> Result<(), Error> {
        self.gpu().bind()?;
        // SAFETY: the handles live; the parameters are as the kernel expects by the caller's contract, and the driver
        // has copied them when the call returns.
        self.gpu().check("cuLaunchKernel", unsafe {
            self.gpu().api.launch_kernel(
                self.raw,
                grid,
                1,
                1,
                block,
                1,
                1,
                dynamic_shared,
                stream.raw(),
                parameters.as_mut_ptr(),
                std::ptr::null_mut(),
            )
        })
    }
}

/// Room for the driver's log.
pub(super) const LOG_BYTES: usize = 8192;

/// Options of loading and linking, in the order of [`values`]. The last is of PTX alone ([`options_for`]).
pub(super) const OPTIONS: [CUjit_option; 3] = [
    CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
    CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    CUjit_option::CU_JIT_GENERATE_LINE_INFO,
];

/// Values of [`OPTIONS`]. Of PTX the driver makes code with lines, as NVRTC makes cubins.
pub(super) fn values(log: &mut [u8]) -> [*mut c_void; 3] {
    // The driver takes numbers by value, in the place of a pointer.
    let number = std::ptr::without_provenance_mut;
    [log.as_mut_ptr().cast(), number(log.len()), number(1)]
}

/// How many of [`OPTIONS`] are for this code.
pub(super) fn options_for(code: &[u8]) -> u32 {
    if is_ptx(code) { 3 } else { 2 }
}

/// A copy of code in an aligned place, since the driver reads headers in words. Zeros follow it, which ends a text.
pub(super) fn image(code: &[u8]) -> Vec<u64> {
    let mut image = vec![0_u64; code.len().div_ceil(8) + 1];
    // SAFETY: the vector has at least `code.len()` bytes and was just made, so the two do not overlap.
    unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), image.as_mut_ptr().cast::<u8>(), code.len()) };
    image
}

/// A symbol's name as the driver takes it.
fn symbol(name: &str, call: &'static str) -> Result<CString, Error> {
    CString::new(name).map_err(|_| call::error(call, 0, format!("the name {name:?} has a zero byte")))
}

/// Adds a log, up to its first zero byte, to the message of a driver error.
pub(super) fn with_log(error: Error, log: &[u8]) -> Error {
    let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
    let text = String::from_utf8_lossy(&log[..end]);
    match error {
        Error::Driver { call, code, message } if !text.trim().is_empty() => {
            Error::Driver { call, code, message: format!("{message} ({})", text.trim()) }
        }
        other => other,
    }
}

/// Adds to an error of loading what to do where the driver cannot compile PTX, or does not load kernels that launch kernels.
pub(super) fn with_advice(error: Error) -> Error {
    const NEWER: i32 = CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION as i32;
    const MISSING: i32 = CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND as i32;
    const DISABLED: i32 = CUresult::CUDA_ERROR_JIT_COMPILATION_DISABLED as i32;
    const NO_LAUNCHES: i32 = CUresult::CUDA_ERROR_CDP_NOT_SUPPORTED as i32;
    let Error::Driver { call, code, message } = error else { return error };
    let advice = match code {
        NEWER => {
            "; NVRTC is newer than the driver, and this program is loaded as PTX: install a newer driver, or name an NVRTC \
             that is no newer than the driver in `WHIPPLE_NVRTC`"
        }
        MISSING => {
            "; this program is loaded as PTX: install the driver's compiler, the library libnvidia-ptxjitcompiler"
        }
        NO_LAUNCHES => "; dynamic parallelism does not run beside MPS: choose another scheduler",
        DISABLED => "; this program is loaded as PTX: let the driver compile it, without `CUDA_DISABLE_PTX_JIT`",
        _ => "",
    };
    Error::Driver { call, code, message: message + advice }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_loading_says_what_to_do() {
        let message = |code: CUresult| {
            let error = call::error("cuModuleLoadDataEx", code as i32, "no".to_owned());
            with_advice(with_log(error, b"the log\0")).to_string()
        };
        let newer = message(CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
        assert!(newer.contains("no (the log); ") && newer.contains("WHIPPLE_NVRTC"), "{newer}");
        assert!(message(CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND).contains("libnvidia-ptxjitcompiler"));
        assert!(message(CUresult::CUDA_ERROR_JIT_COMPILATION_DISABLED).contains("CUDA_DISABLE_PTX_JIT"));
        assert!(message(CUresult::CUDA_ERROR_CDP_NOT_SUPPORTED).contains("choose another scheduler"));
        assert!(!message(CUresult::CUDA_ERROR_INVALID_IMAGE).contains("PTX"));
    }
}
