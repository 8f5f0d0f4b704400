//! Device memory, which is the host's: one allocation each, so that AddressSanitizer knows the bounds.

use crate::handles::{DriverResult, lock};
use cudarc::driver::sys::CUresult;
use std::{
    alloc::{Layout, alloc, dealloc},
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

/// Alignment of device memory, as CUDA's.
pub const ALIGNMENT: usize = 256;
/// What new memory is filled with: what nobody has written is no zero.
const GARBAGE: u8 = 0xa5;

/// The allocations of a device.
#[derive(Debug, Default)]
pub struct Allocator(Mutex<Allocations>);

#[derive(Debug, Default)]
struct Allocations {
    /// By address.
    layouts: BTreeMap<usize, Layout>,
    /// Of all together.
    bytes: usize,
}

impl Allocator {
    /// Allocates, while all together have at most `total` bytes.
    pub fn allocate(&self, bytes: usize, alignment: usize, total: usize) -> DriverResult<*mut u8> {
        let mut allocations = lock(&self.0);
        let layout = Layout::from_size_align(bytes.max(1), alignment);
        let layout = layout.map_err(|_| CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
        if layout.size() > total - allocations.bytes.min(total) {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        // SAFETY: the size is not zero.
        let address = unsafe { alloc(layout) };
        if address.is_null() {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        // SAFETY: just allocated with this size.
        unsafe { address.write_bytes(GARBAGE, layout.size()) };
        allocations.layouts.insert(address.expose_provenance(), layout);
        allocations.bytes += layout.size();
        Ok(address)
    }

    /// Frees an allocation that nothing uses any more.
    pub fn free(&self, address: usize) -> DriverResult {
        let mut allocations = lock(&self.0);
        let layout = allocations.layouts.remove(&address).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        allocations.bytes -= layout.size();
        // SAFETY: it came from `alloc` with this layout and is removed once.
        unsafe { dealloc(std::ptr::with_exposed_provenance_mut(address), layout) };
        Ok(())
    }

    /// The bytes of all allocations.
    pub fn allocated(&self) -> usize {
        lock(&self.0).bytes
    }

    /// The place of a range that lies in one allocation.
    pub fn range(&self, address: u64, bytes: usize) -> DriverResult<*mut u8> {
        let address = usize::try_from(address).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let allocations = lock(&self.0);
        let found = allocations.layouts.range(..=address).next_back();
        found
            .filter(|(start, layout)| bytes <= layout.size() && address - **start <= layout.size() - bytes)
            .map(|_| std::ptr::with_exposed_provenance_mut(address))
            .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
    }
}

impl Drop for Allocator {
    fn drop(&mut self) {
        let addresses: Vec<usize> = lock(&self.0).layouts.keys().copied().collect();
        addresses.into_iter().for_each(|address| _ = self.free(address));
    }
}

/// An end of a copy.
#[derive(Clone, Copy)]
pub enum Place {
    /// Memory that kernels may access meanwhile.
    Device(*mut u8),
    /// Memory of the host alone.
    Host(*mut u8),
}

// SAFETY: an address; who copies vouches for what is there.
unsafe impl Send for Place {}

impl Place {
    pub fn address(self) -> *mut u8 {
        match self {
            Self::Device(address) | Self::Host(address) => address,
        }
    }
}

/// A type of words that are copied whole.
macro_rules! copy_words {
    ($word:ty, $atomic:ty, $to:expr, $from:expr, $range:expr) => {
        for offset in $range.step_by(size_of::<$word>()) {
            // Relaxed: a copy orders nothing; events, streams and the locks of the machine do.
            // SAFETY: in range by the caller's contract and aligned, as was checked.
            let word: $word = unsafe {
                match $from {
                    Place::Device(from) => <$atomic>::from_ptr(from.add(offset).cast()).load(Relaxed),
                    Place::Host(from) => from.add(offset).cast::<$word>().read(),
                }
            };
            // SAFETY: as above.
            unsafe {
                match $to {
                    Place::Device(to) => <$atomic>::from_ptr(to.add(offset).cast()).store(word, Relaxed),
                    Place::Host(to) => to.add(offset).cast::<$word>().write(word),
                }
            }
        }
    };
}

/// Copies word by word: a kernel that accesses a word meanwhile sees it as it was or as it will be.
///
/// # Safety
/// Both ranges are valid, and nobody accesses a host's meanwhile.
pub unsafe fn copy(to: Place, from: Place, bytes: usize) {
    let alignment = to.address().addr() | from.address().addr();
    let mut done = 0;
    if alignment.is_multiple_of(8) {
        copy_words!(u64, AtomicU64, to, from, 0..bytes / 8 * 8);
        done = bytes / 8 * 8;
    }
    if alignment.is_multiple_of(4) {
        copy_words!(u32, AtomicU32, to, from, done..bytes / 4 * 4);
        done = bytes / 4 * 4;
    }
    copy_words!(u8, AtomicU8, to, from, done..bytes);
}

/// Repeats a word of which the first `size` bytes count, in device memory.
///
/// # Safety
/// `bytes` bytes at `to` are valid.
pub unsafe fn fill(to: *mut u8, word: [u8; 4], size: usize, bytes: usize) {
    let pattern: [u8; 8] = std::array::from_fn(|index| word[index % size]);
    let word = u64::from_ne_bytes(pattern);
    let mut done = 0;
    if to.addr().is_multiple_of(8) {
        for offset in (0..bytes / 8 * 8).step_by(8) {
            // SAFETY: in range and aligned.
            unsafe { AtomicU64::from_ptr(to.add(offset).cast()) }.store(word, Relaxed);
        }
        done = bytes / 8 * 8;
    }
    for offset in done..bytes {
        // SAFETY: in range.
        unsafe { AtomicU8::from_ptr(to.add(offset)) }.store(pattern[offset % size], Relaxed);
    }
}
