//! CUDA GPUs as devices of the runtime.

use crate::{
    driver::{self, Gpu, Memory, Staging},
    engine,
    storage::DeviceStorage,
};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use whipple_runtime::{
    backend::{Backend, DeviceKind, Engine, ProgramDescription, Storage},
    device::Device,
    error::Error,
    options::Options,
};

/// A GPU as a back end.
#[doc(hidden)] // For tests.
#[derive(Clone, Debug)]
pub struct CudaDevice {
    gpu: Arc<Gpu>,
    /// For the copies of its buffers.
    staging: Arc<Staging>,
}

impl CudaDevice {
    /// Opens the GPU with this ordinal.
    ///
    /// # Errors
    /// As [`open`].
    pub fn new(ordinal: usize) -> Result<Self, Error> {
        Ok(Self::of(Gpu::open(ordinal)?))
    }

    /// The back end of a GPU, be it an emulated one.
    pub fn of(gpu: Arc<Gpu>) -> Self {
        Self { staging: Arc::new(Staging::new(&gpu)), gpu }
    }

    /// The GPU.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }
}

impl Backend for CudaDevice {
    fn kind(&self) -> DeviceKind {
        if self.gpu.is_emulated() { DeviceKind::Emulated } else { DeviceKind::Cuda }
    }

    fn description(&self) -> String {
        self.gpu.description()
    }

    fn allocate(&self, bytes: usize) -> Result<Arc<dyn Storage>, Error> {
        let memory = Memory::zeroed(&self.gpu, bytes, "a buffer")?;
        Ok(Arc::new(DeviceStorage::new(memory, &self.staging)))
    }

    fn prepare(&self, program: ProgramDescription, options: &Options) -> Result<Box<dyn Engine>, Error> {
        options.check(program.procedures)?;
        engine::prepare(&self.gpu, program, options)
    }
}

/// Opens the GPU with this ordinal, as `CUDA_VISIBLE_DEVICES` numbers them. As long as a device of it is alive, another
/// call gives the same one, so that buffers from several calls fit together.
///
/// # Errors
/// [`Error::DriverMissing`] without a driver or a GPU, [`Error::Driver`] when there is no GPU with this ordinal or the
/// driver fails.
pub fn open(ordinal: usize) -> Result<Device, Error> {
    // Before the lock, which a thread may have held that a fork has left behind.
    driver::initialise()?;
    static OPEN: Mutex<Vec<(usize, Weak<CudaDevice>)>> = Mutex::new(Vec::new());
    // A panic elsewhere leaves the list whole: it is only read, filtered and pushed to.
    let mut devices = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    devices.retain(|(_, device)| device.strong_count() > 0);
    let existing = devices.iter().find(|(number, _)| *number == ordinal).and_then(|(_, device)| device.upgrade());
    let backend = match existing.filter(|device| device.gpu.is_usable()) {
        Some(backend) => backend,
        None => {
            let backend = Arc::new(CudaDevice::new(ordinal)?);
            // In place of one that is of no use any more.
            devices.retain(|(number, _)| *number != ordinal);
            devices.push((ordinal, Arc::downgrade(&backend)));
            backend
        }
    };
    Ok(Device::from_backend(backend))
}

/// Whether there is a GPU to open.
///
/// # Errors
/// As [`open`], saying why there is none.
pub fn available() -> Result<(), Error> {
    match driver::device_count()? {
        0 => Err(Error::DriverMissing { reason: "the driver shows no GPU".to_owned() }),
        _ => Ok(()),
    }
}
