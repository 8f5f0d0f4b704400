//! Buffers in device memory.

use crate::driver::{Memory, Staging};
use std::sync::Arc;
use whipple_runtime::{
    backend::{Part, PutPiece, Snapshot, Storage, TakePiece},
    error::Error,
};

/// Device memory of a buffer.
#[doc(hidden)] // For tests.
#[derive(Debug)]
pub struct DeviceStorage {
    memory: Memory,
    staging: Arc<Staging>,
}

impl DeviceStorage {
    /// Wraps an allocation; large copies go through `staging`, which its device shares among all.
    pub fn new(memory: Memory, staging: &Arc<Staging>) -> Self {
        Self { memory, staging: staging.clone() }
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

    fn write_pieces(&self, part: Part, put: &PutPiece<'_>) -> Result<(), Error> {
        self.staging.write(&self.memory, part, put)
    }

    fn read_pieces(&self, part: Part, take: &TakePiece<'_>) -> Result<(), Error> {
        self.staging.read(&self.memory, part, take)
    }

    fn fill(&self, pattern: &[u8]) -> Result<(), Error> {
        self.memory.fill(pattern)
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, Error> {
        let copy = Memory::new(self.memory.gpu(), self.memory.len(), "a copy of a buffer")?;
        copy.copy(0, &self.memory, 0, self.memory.len())?;
        Ok(Box::new(Copied { memory: &self.memory, copy }))
    }
}

/// What the memory held.
struct Copied<'a> {
    memory: &'a Memory,
    copy: Memory,
}

impl Snapshot for Copied<'_> {
    fn restore(&self) -> Result<(), Error> {
        self.memory.copy(0, &self.copy, 0, self.copy.len())
    }
}
