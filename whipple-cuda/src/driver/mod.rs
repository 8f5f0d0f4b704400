//! The CUDA driver: probing for it, one GPU with its primary context, and owned wrappers for what the engine uses.
//!
//! Every wrapper keeps its [`Gpu`] alive and binds the GPU's context to the calling thread before it calls the driver,
//! so values may move between threads freely. Every failing call becomes an error that names the call.

mod api;
mod call;
mod graph;
mod health;
mod link;
mod locate;
mod memory;
mod module;
mod pinned;
mod staging;
mod stream;

pub(crate) use api::Api;
pub use graph::{Condition, ExecutableGraph, Graph, Node, Steps};
pub use memory::Memory;
pub use module::{Function, FunctionAttributes, Module};
pub use pinned::PinnedMemory;
pub use staging::Staging;
pub use stream::{Event, Stream};

use api::Cuda;
use call::check;
use cudarc::driver::sys::{self, CUcontext, CUdevice, CUdevice_attribute as Attribute, CUresult};
use health::Health;
use std::{
    ffi::CStr,
    mem::ManuallyDrop,
    sync::{Arc, OnceLock},
};
use whipple_runtime::error::Error;

/// The oldest driver interface that has every function used here, as `cuDriverGetVersion` counts: CUDA 12.8.
const OLDEST_INTERFACE: i32 = 12080;

/// Loads and initialises the driver, once.
///
/// # Errors
/// [`Error::DriverMissing`] when there is no driver library, no GPU behind it, or it is older than CUDA 12.8;
/// [`Error::Driver`] when it refuses to start, as when it does not fit the kernel module.
/// [`Error::Other`] in a process that was forked from one that had called this.
pub fn initialise() -> Result<(), Error> {
    static LOADED: OnceLock<Result<(), String>> = OnceLock::new();
    let loaded = LOADED.get_or_init(locate::load);
    loaded.as_ref().map_err(|reason| Error::DriverMissing { reason: reason.clone() })?;
    health::check_process()?;
    // SAFETY: `cuInit` may be called at any time, from any thread, any number of times.
    let result = unsafe { sys::cuInit(0) };
    match result {
        CUresult::CUDA_ERROR_STUB_LIBRARY => {
            let reason = "the libcuda on the loader path is the CUDA toolkit's stub for linking, not a driver";
            return Err(Error::DriverMissing { reason: reason.to_owned() });
        }
        CUresult::CUDA_ERROR_NO_DEVICE => {
            let reason = "the driver shows no GPU (is CUDA_VISIBLE_DEVICES empty?)";
            return Err(Error::DriverMissing { reason: reason.to_owned() });
        }
        result => check("cuInit", result)?,
    }
    let version = interface_version()?;
    if version < OLDEST_INTERFACE {
        let (major, minor) = (version / 1000, version % 1000 / 10);
        let reason = format!("the driver speaks CUDA {major}.{minor}, and whipple needs one that speaks 12.8 or newer");
        return Err(Error::DriverMissing { reason });
    }
    Ok(())
}

/// The newest CUDA that the driver speaks, as 13000 for CUDA 13.0.
///
/// # Errors
/// [`Error::Driver`].
fn interface_version() -> Result<i32, Error> {
    let mut version = 0;
    // SAFETY: `version` is valid for writing.
    check("cuDriverGetVersion", unsafe { sys::cuDriverGetVersion(&raw mut version) })?;
    Ok(version)
}

/// How many GPUs the driver shows.
///
/// # Errors
/// As [`initialise`].
pub fn device_count() -> Result<usize, Error> {
    initialise()?;
    let mut count = 0;
    // SAFETY: `count` is valid for writing.
    check("cuDeviceGetCount", unsafe { sys::cuDeviceGetCount(&raw mut count) })?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// What a GPU is and has. Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Its name, as `NVIDIA H200`.
    pub name: String,
    /// Compute capability, as `(9, 0)`.
    pub compute_capability: (u32, u32),
    /// Streaming multiprocessors.
    pub multiprocessors: u32,
    /// Memory on the device.
    pub total_memory: usize,
    /// Shared memory of a multiprocessor.
    pub shared_per_multiprocessor: u32,
    /// The most shared memory that one block can have, with [`Function::set_max_dynamic_shared`].
    pub shared_per_block: u32,
    /// Shared memory that the driver keeps of each block's share.
    pub shared_reserved_per_block: u32,
    /// Resident threads of a multiprocessor.
    pub threads_per_multiprocessor: u32,
    /// Resident blocks of a multiprocessor.
    pub blocks_per_multiprocessor: u32,
    /// Registers of a multiprocessor.
    pub registers_per_multiprocessor: u32,
    /// Level-2 cache.
    pub l2_cache: u32,
}

/// The architecture of a machine that has no number: the emulated one.
pub(crate) const WITHOUT_NUMBER: &str = "emulated";

impl Properties {
    /// The architecture in NVRTC's spelling, as `sm_90`; the emulated machine's has no number.
    pub fn architecture(&self) -> String {
        let (major, minor) = self.compute_capability;
        if (major, minor) == (0, 0) {
            return WITHOUT_NUMBER.to_owned();
        }
        format!("sm_{major}{minor}")
    }
}

/// One GPU and its primary context, which stays alive as long as this value.
#[derive(Debug)]
pub struct Gpu {
    /// Dropped with the rest, but in a process that was forked: what the driver has to end, as threads, is not there.
    api: ManuallyDrop<Box<dyn Api>>,
    health: Health,
    device: CUdevice,
    context: CUcontext,
    ordinal: usize,
    properties: Properties,
}

// SAFETY: a context handle may be used from any thread; each use binds it to the calling thread first (`bind`).
unsafe impl Send for Gpu {}
// SAFETY: as above; the driver synchronises access to a context itself.
unsafe impl Sync for Gpu {}

impl Gpu {
    /// Opens the GPU with this ordinal (`CUDA_VISIBLE_DEVICES` numbers them).
    ///
    /// # Errors
    /// As [`initialise`]; [`Error::Driver`] when there is no such GPU or its context cannot be made.
    pub fn open(ordinal: usize) -> Result<Arc<Self>, Error> {
        let count = device_count()?;
        if ordinal >= count {
            let code = sys::CUresult::CUDA_ERROR_INVALID_DEVICE as i32;
            return Err(call::error(
                "cuDeviceGet",
                code,
                format!("GPU {ordinal} was asked for, and the driver shows {count}"),
            ));
        }
        let mut device = 0;
        // SAFETY: `device` is valid for writing, and the driver is initialised.
        check("cuDeviceGet", unsafe { sys::cuDeviceGet(&raw mut device, ordinal as i32) })?;
        let mut context = std::ptr::null_mut();
        // SAFETY: `context` is valid for writing and `device` came from `cuDeviceGet`.
        check("cuDevicePrimaryCtxRetain", unsafe { sys::cuDevicePrimaryCtxRetain(&raw mut context, device) })?;
        // With a context: beside other processes it may have a part of the multiprocessors.
        let properties = query(&Cuda, device).inspect_err(|_| {
            // SAFETY: balances the retain above.
            let _ = unsafe { Cuda.primary_ctx_release(device) };
        })?;
        let gpu = Arc::new(Self::with(Box::new(Cuda), (device, ordinal), context, properties));
        // Of a context that others keep alive after a fault, this is the error.
        gpu.memory_info()?;
        Ok(gpu)
    }

    /// The GPU behind an emulated driver.
    ///
    /// # Errors
    /// [`Error::Driver`].
    #[cfg(feature = "emulation")]
    pub(crate) fn emulated(driver: whipple_emulator::Driver) -> Result<Arc<Self>, Error> {
        let api = api::Emulated(driver);
        let properties = query(&api, 0)?;
        Ok(Arc::new(Self::with(Box::new(api), (0, 0), std::ptr::null_mut(), properties)))
    }

    fn with(
        api: Box<dyn Api>,
        (device, ordinal): (CUdevice, usize),
        context: CUcontext,
        properties: Properties,
    ) -> Self {
        Self { api: ManuallyDrop::new(api), health: Health::new(), device, context, ordinal, properties }
    }

    /// Whether it is of use: to this process, and after what its kernels did.
    pub fn is_usable(&self) -> bool {
        self.health.check().is_ok()
    }

    /// Whether it is emulated.
    pub fn is_emulated(&self) -> bool {
        self.context.is_null()
    }

    /// The GPU in words, as `NVIDIA H200, 132 multiprocessors`.
    pub fn description(&self) -> String {
        format!("{}, {} multiprocessors", self.properties.name, self.properties.multiprocessors)
    }

    /// The driver and the compiler in words, as `driver 13000, NVRTC 13.0`.
    ///
    /// # Errors
    /// [`Error::CompilerMissing`] and its likes, [`Error::Driver`].
    pub(crate) fn toolchain(&self) -> Result<String, Error> {
        self.api.toolchain()
    }

    /// Turns a failing result of its driver into an error that names the call, and keeps in mind what ends the context.
    fn check(&self, call: &'static str, result: CUresult) -> Result<(), Error> {
        call::check_with(call, result, |result| self.api.describe(result))
            .inspect_err(|error| self.health.note(result, error))
    }

    /// The ordinal that it was opened with.
    pub fn ordinal(&self) -> usize {
        self.ordinal
    }

    /// What it is and has.
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// Makes its context the calling thread's. The wrappers of this module do so themselves.
    ///
    /// # Errors
    /// [`Error::Driver`], also one that has ended the context before; [`Error::Other`] in a process that was forked.
    pub fn bind(&self) -> Result<(), Error> {
        self.health.check()?;
        // SAFETY: `context` is the primary context that `open` retained and `drop` has not released.
        self.check("cuCtxSetCurrent", unsafe { self.api.ctx_set_current(self.context) })
    }

    /// Waits until the GPU has finished all work of this process.
    ///
    /// # Errors
    /// [`Error::Driver`], also for kernels that failed earlier.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.bind()?;
        // SAFETY: a context is bound.
        self.check("cuCtxSynchronize", unsafe { self.api.ctx_synchronize() })
    }

    /// Waits for the default stream. Copies from ordinary host memory and memsets return before the device has done
    /// them, and a non-blocking stream does not wait for them by itself.
    fn finish_copies(&self) -> Result<(), Error> {
        // SAFETY: a context is bound by the caller's own call; null names its default stream.
        self.check("cuStreamSynchronize", unsafe { self.api.stream_synchronize(std::ptr::null_mut()) })
    }

    /// Free and total device memory in bytes.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn memory_info(&self) -> Result<(usize, usize), Error> {
        self.bind()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: both are valid for writing, and a context is bound.
        self.check("cuMemGetInfo", unsafe { self.api.mem_get_info(&raw mut free, &raw mut total) })?;
        Ok((free, total))
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        if !self.health.is_of_this_process() {
            return;
        }
        // SAFETY: balances the retain in `open`; everything made in the context holds an `Arc` of this value, so
        // nothing of it is left. A failure at this point has nobody to go to.
        let _ = unsafe { self.api.primary_ctx_release(self.device) };
        // SAFETY: dropped once, here, and not used again.
        unsafe { ManuallyDrop::drop(&mut self.api) };
    }
}

/// Asks a driver for a device's properties.
fn query(api: &dyn Api, device: CUdevice) -> Result<Properties, Error> {
    let check = |call, result| call::check_with(call, result, |result| api.describe(result));
    let attribute = |attribute: Attribute| -> Result<u32, Error> {
        let mut value = 0;
        // SAFETY: `value` is valid for writing, and the driver has the device.
        check("cuDeviceGetAttribute", unsafe { api.device_get_attribute(&raw mut value, attribute, device) })?;
        Ok(u32::try_from(value).unwrap_or(0))
    };
    let mut name = [0; 256];
    // SAFETY: the array is valid for writing 256 characters; the driver ends the name with a zero.
    check("cuDeviceGetName", unsafe { api.device_get_name(name.as_mut_ptr(), name.len() as i32, device) })?;
    // SAFETY: the array was zeroed and the driver writes a zero-terminated name of at most its length.
    let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned();
    let mut total_memory = 0;
    // SAFETY: `total_memory` is valid for writing.
    check("cuDeviceTotalMem", unsafe { api.device_total_mem(&raw mut total_memory, device) })?;
    Ok(Properties {
        name,
        compute_capability: (
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        multiprocessors: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        total_memory,
        shared_per_multiprocessor: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?,
        shared_per_block: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
        shared_reserved_per_block: attribute(Attribute::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK)?,
        threads_per_multiprocessor: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?,
        blocks_per_multiprocessor: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR)?,
        registers_per_multiprocessor: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR)?,
        l2_cache: attribute(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?,
    })
}
