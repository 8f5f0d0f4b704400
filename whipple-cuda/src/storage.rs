//! Buffers in device memory.

use crate::driver::Memory;
use whipple_runtime::{backend::Storage, error::Error};

/// Device memory of a buffer.
#[derive(Debug)]
pub struct DeviceStorage {
    memory: Memory,
}

impl DeviceStorage {
    /// Wraps an allocation.
    pub fn new(memory: Memory) -> Self {
        Self { memory }
    }
}

impl Storage for DeviceStorage {
    fn host_address(&self) -> *mut u8 {
        std::ptr::null_mut()
    }

    fn device_address(&self) -> u64 {
        self.memory.address()
    }

    fn len(&self) -> usize {
        self.memory.len()
    }

    fn write(&self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        self.memory.write(offset, bytes)
    }

    fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        self.memory.read(offset, bytes)
    }

    fn fill(&self, pattern: &[u8]) -> Result<(), Error> {
        self.memory.fill(pattern)
    }
}
