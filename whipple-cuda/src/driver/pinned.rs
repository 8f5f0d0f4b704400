//! Pinned host memory, freed when dropped.

use super::{Gpu, memory::out_of_memory};
use cudarc::driver::sys::{self, CUdeviceptr, CUresult};
use std::{
    ptr::NonNull,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64},
    },
};
use whipple_runtime::error::Error;

/// Page-locked host memory that the device can address, zeroed.
///
/// The device may access it at any time, so it is reached through pointers and atomics, never as a slice.
#[derive(Debug)]
pub struct PinnedMemory {
    gpu: Arc<Gpu>,
    host: NonNull<u8>,
    device: CUdeviceptr,
    bytes: usize,
}

// SAFETY: the memory has no owner thread; access goes through atomics, or raw pointers under their users' contracts.
unsafe impl Send for PinnedMemory {}
// SAFETY: as above.
unsafe impl Sync for PinnedMemory {}

impl PinnedMemory {
    /// Allocates for `purpose` (as `a buffer`); at least one page, all bytes zero.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] with the size, [`Error::Driver`].
    pub fn new(gpu: &Arc<Gpu>, bytes: usize, purpose: &'static str) -> Result<Self, Error> {
        gpu.bind()?;
        let mut host = std::ptr::null_mut();
        let flags = sys::CU_MEMHOSTALLOC_DEVICEMAP | sys::CU_MEMHOSTALLOC_PORTABLE;
        // SAFETY: `host` is valid for writing, and a context is bound.
        let result = unsafe { gpu.api.mem_host_alloc(&raw mut host, bytes.max(1), flags) };
        if result == CUresult::CUDA_ERROR_OUT_OF_MEMORY {
            return Err(out_of_memory("the host".to_owned(), bytes, purpose));
        }
        gpu.check("cuMemHostAlloc", result)?;
        let host = NonNull::new(host.cast::<u8>())
            .ok_or_else(|| super::call::error("cuMemHostAlloc", 0, "gave a null address".to_owned()))?;
        let mut memory = Self { gpu: gpu.clone(), host, device: 0, bytes };
        // SAFETY: just allocated with this size and not shared yet.
        unsafe { memory.host.as_ptr().write_bytes(0, bytes) };
        // SAFETY: `device` is valid for writing and the host address came from `cuMemHostAlloc` with DEVICEMAP.
        gpu.check("cuMemHostGetDevicePointer", unsafe {
            gpu.api.mem_host_get_device_pointer(&raw mut memory.device, memory.host.as_ptr().cast(), 0)
        })?;
        Ok(memory)
    }

    /// Its address for the host, aligned to a page.
    pub fn as_ptr(&self) -> *mut u8 {
        self.host.as_ptr()
    }

    /// Its address for the device.
    pub fn device_address(&self) -> u64 {
        self.device
    }

    /// Its size in bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The 32-bit word at `offset`, which device code may access at the same time with system-scope atomics.
    ///
    /// # Panics
    /// When `offset` is out of bounds or not a multiple of 4.
    pub fn word(&self, offset: usize) -> &AtomicU32 {
        assert!(
            offset.is_multiple_of(4) && offset + 4 <= self.bytes,
            "word at {offset} of {} pinned bytes",
            self.bytes
        );
        // SAFETY: in bounds, aligned (the base is page-aligned), initialised, and borrowed from `self`, which owns it.
        unsafe { AtomicU32::from_ptr(self.host.as_ptr().add(offset).cast()) }
    }

    /// The 64-bit word at `offset`, as [`PinnedMemory::word`].
    ///
    /// # Panics
    /// When `offset` is out of bounds or not a multiple of 8.
    pub fn long_word(&self, offset: usize) -> &AtomicU64 {
        assert!(
            offset.is_multiple_of(8) && offset + 8 <= self.bytes,
            "word at {offset} of {} pinned bytes",
            self.bytes
        );
        // SAFETY: as in `word`.
        unsafe { AtomicU64::from_ptr(self.host.as_ptr().add(offset).cast()) }
    }

    /// The first `bytes` bytes.
    ///
    /// # Panics
    /// Out of bounds.
    ///
    /// # Safety
    /// No device code and no copy in a stream may access them while they are borrowed.
    pub unsafe fn bytes_mut(&mut self, bytes: usize) -> &mut [u8] {
        assert!(bytes <= self.bytes, "{bytes} bytes of a pinned allocation of {} bytes", self.bytes);
        // SAFETY: in bounds and initialised; `self` is borrowed, and by the caller's contract nobody else accesses them.
        unsafe { std::slice::from_raw_parts_mut(self.host.as_ptr(), bytes) }
    }

    /// A copy of bytes that the device is not writing.
    ///
    /// # Panics
    /// Out of bounds.
    ///
    /// # Safety
    /// No device code and no copy in a stream may write the range meanwhile.
    pub unsafe fn read(&self, offset: usize, bytes: &mut [u8]) {
        assert!(offset.checked_add(bytes.len()).is_some_and(|end| end <= self.bytes), "read outside pinned memory");
        // SAFETY: in bounds; nobody writes meanwhile by the caller's contract; a `&mut` slice cannot overlap.
        unsafe { std::ptr::copy_nonoverlapping(self.host.as_ptr().add(offset), bytes.as_mut_ptr(), bytes.len()) };
    }

    /// Stores bytes that the device is not accessing.
    ///
    /// # Panics
    /// Out of bounds.
    ///
    /// # Safety
    /// No device code, copy in a stream or other thread may access the range meanwhile.
    pub unsafe fn write(&self, offset: usize, bytes: &[u8]) {
        assert!(offset.checked_add(bytes.len()).is_some_and(|end| end <= self.bytes), "write outside pinned memory");
        // SAFETY: as in `read`, the other way round.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.host.as_ptr().add(offset), bytes.len()) };
    }
}

impl Drop for PinnedMemory {
    fn drop(&mut self) {
        if self.gpu.bind().is_ok() {
            // SAFETY: allocated in `new`, freed once.
            let _ = unsafe { self.gpu.api.mem_free_host(self.host.as_ptr().cast()) };
        }
    }
}
