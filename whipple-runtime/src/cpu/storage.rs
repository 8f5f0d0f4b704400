//! Buffers' memory on the CPU.

use crate::{
    backend::{Snapshot, Storage},
    error::Error,
};
use std::{
    alloc::{Layout, alloc_zeroed, dealloc},
    sync::atomic::{AtomicU8, Ordering::Relaxed},
};

/// Alignment of every allocation, as on a GPU.
const ALIGNMENT: usize = 256;

/// An allocation that is accessed only atomically.
pub(super) struct CpuStorage {
    data: *mut u8,
    layout: Layout,
    length: usize,
}

// SAFETY: the memory is only accessed atomically.
unsafe impl Send for CpuStorage {}
// SAFETY: as above.
unsafe impl Sync for CpuStorage {}

impl CpuStorage {
    /// Zeroed memory; `None` when there is too little.
    pub(super) fn zeroed(length: usize) -> Option<Self> {
        let layout = Layout::from_size_align(length.max(1), ALIGNMENT).ok()?;
        // SAFETY: the size is not zero.
        let data = unsafe { alloc_zeroed(layout) };
        (!data.is_null()).then_some(Self { data, layout, length })
    }

    /// The bytes from `offset` on. Buffers use their own word-wise access; these serve other users of [`Storage`].
    fn bytes(&self, offset: usize, length: usize) -> &[AtomicU8] {
        assert!(offset.checked_add(length).is_some_and(|end| end <= self.length), "storage access out of bounds");
        // SAFETY: in bounds; the memory is initialised and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.data.add(offset).cast(), length) }
    }
}

impl Drop for CpuStorage {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.data, self.layout) };
    }
}

impl Storage for CpuStorage {
    fn host_address(&self) -> *mut u8 {
        self.data
    }

    fn device_address(&self) -> u64 {
        0
    }

    fn len(&self) -> usize {
        self.length
    }

    fn write(&self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        for (to, &byte) in self.bytes(offset, bytes.len()).iter().zip(bytes) {
            to.store(byte, Relaxed);
        }
        Ok(())
    }

    fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        for (from, byte) in self.bytes(offset, bytes.len()).iter().zip(bytes) {
            *byte = from.load(Relaxed);
        }
        Ok(())
    }

    fn fill(&self, pattern: &[u8]) -> Result<(), Error> {
        for (to, &byte) in self.bytes(0, self.length).iter().zip(pattern.iter().cycle()) {
            to.store(byte, Relaxed);
        }
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, Error> {
        let mut bytes = Vec::new();
        let lacking = |_| Error::OutOfMemory {
            device: "the CPU".to_owned(),
            bytes: self.length as u64,
            purpose: "a copy of a buffer",
        };
        bytes.try_reserve_exact(self.length).map_err(lacking)?;
        bytes.extend(self.bytes(0, self.length).iter().map(|byte| byte.load(Relaxed)));
        Ok(Box::new(Copied { memory: self, bytes }))
    }
}

/// What the memory held.
struct Copied<'a> {
    memory: &'a CpuStorage,
    bytes: Vec<u8>,
}

impl Snapshot for Copied<'_> {
    fn restore(&self) -> Result<(), Error> {
        self.memory.write(0, &self.bytes)
    }
}
