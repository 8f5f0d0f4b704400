//! The functions of CUDA's driver, on the emulated machine. Files of `driver/` have those of one kind each.

mod copies;
mod device;
mod graphs;
mod kernels;
mod streams;

use crate::{
    Options,
    compiler::Compiler,
    graph::Graph,
    handles::{DriverResult, Handles, lock},
    machine::Machine,
    memory::{Allocator, Place},
    module::{Code, Function},
    stream::{Command, Event, Stream},
};
use cudarc::driver::sys::{CUdeviceptr, CUresult, CUstream};
use std::{
    process,
    sync::{Arc, Mutex},
};
use whipple_runtime::error::Error;

/// Memory that must be left for a module or a stream: a GPU keeps code and commands there, too.
const LEAST_LEFT: usize = 64 << 10;

/// The emulated driver of one device.
///
/// Its functions are those of CUDA's driver, with the same parameters and results. The device and its context are whatever the caller
/// says: there is one of each. What is not here, the emulated driver does not have.
#[derive(Debug)]
pub struct Driver {
    machine: Arc<Machine>,
    memory: Allocator,
    streams: Handles<Stream>,
    events: Handles<Event>,
    modules: Handles<Code>,
    functions: Handles<Function>,
    graphs: Handles<Graph>,
    /// The process that made it, where the threads of its streams are.
    process: u32,
    /// Why a module was not loaded, in words.
    not_loaded: Mutex<Option<String>>,
}

impl Driver {
    /// The driver of a new device.
    ///
    /// # Errors
    /// [`Error::HostCompilerMissing`]: without a compiler there are no programs for it.
    pub fn new(options: Options) -> Result<Self, Error> {
        Compiler::get()?;
        Ok(Self {
            machine: Arc::new(Machine::new(options)),
            memory: Allocator::default(),
            streams: Handles::default(),
            events: Handles::default(),
            modules: Handles::default(),
            functions: Handles::default(),
            graphs: Handles::default(),
            process: process::id(),
            not_loaded: Mutex::default(),
        })
    }

    /// A result in words: what a kernel did wrong, or why a module was not loaded.
    pub fn describe(&self, result: CUresult) -> String {
        match self.machine.found_fault() {
            Some((failure, words)) if result == failure => words,
            _ if self.is_forked() => format!(
                "the emulated device belongs to process {}, of which this one is a fork; call `Device::emulated()` in this process",
                self.process
            ),
            _ => lock(&self.not_loaded).take().unwrap_or_else(|| format!("{result:?}")),
        }
    }

    /// Whether this is a child of the process that made the device. A fork takes no threads along, so nobody serves the streams here.
    fn is_forked(&self) -> bool {
        self.process != process::id()
    }

    /// What a kernel did wrong is everybody's error from then on.
    fn sound(&self) -> DriverResult {
        if self.is_forked() {
            return Err(CUresult::CUDA_ERROR_NOT_INITIALIZED);
        }
        self.machine.failure().map_or(Ok(()), Err)
    }

    /// Bytes of memory that are left.
    fn left(&self) -> usize {
        self.machine.total_memory().saturating_sub(self.memory.allocated())
    }

    /// Whether there is memory for a module or a stream.
    fn has_room(&self) -> DriverResult {
        self.sound()?;
        if self.left() < LEAST_LEFT { Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY) } else { Ok(()) }
    }

    /// Waits for the streams that synchronous copies wait for.
    fn wait_for_blocking(&self) -> DriverResult {
        self.sound()?;
        self.streams.all().iter().filter(|stream| stream.is_blocking).for_each(|stream| stream.wait());
        self.sound()
    }

    fn wait_for_all(&self) -> DriverResult {
        if self.is_forked() {
            return self.sound();
        }
        self.streams.all().iter().for_each(|stream| stream.wait());
        self.sound()
    }

    fn put(&self, stream: CUstream, work: Command) -> DriverResult {
        self.sound()?;
        self.streams.get(stream)?.put(work);
        Ok(())
    }

    fn on_device(&self, address: CUdeviceptr, bytes: usize) -> DriverResult<Place> {
        self.memory.range(address, bytes).map(Place::Device)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.is_forked() {
            return;
        }
        let streams = self.streams.all();
        streams.iter().for_each(|stream| stream.close());
        // Before the memory goes.
        streams.iter().for_each(|stream| stream.wait());
    }
}

/// As the driver gives it.
fn code(outcome: DriverResult) -> CUresult {
    outcome.err().unwrap_or(CUresult::CUDA_SUCCESS)
}

/// Gives a result to where the caller wants it.
///
/// # Safety
/// `to` is valid for writing.
unsafe fn give<T>(to: *mut T, outcome: DriverResult<T>) -> CUresult {
    // SAFETY: the caller's contract.
    code(outcome.map(|value| unsafe { to.write(value) }))
}
