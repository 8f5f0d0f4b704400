//! Device memory, freed when dropped.

use super::{Gpu, PinnedMemory, Stream};
use cudarc::driver::sys::{CUdeviceptr, CUresult};
use std::sync::Arc;
use whipple_runtime::error::Error;

/// An allocation of device memory, aligned to at least 256 bytes.
#[derive(Debug)]
pub struct Memory {
    gpu: Arc<Gpu>,
    address: CUdeviceptr,
    bytes: usize,
}

impl Memory {
    /// Allocates for `purpose` (as `a buffer`); the contents are undefined. No bytes give a null address.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] with the size, [`Error::Driver`].
    pub fn new(gpu: &Arc<Gpu>, bytes: usize, purpose: &'static str) -> Result<Self, Error> {
        gpu.bind()?;
        let lacking = || out_of_memory(gpu.properties().name.clone(), bytes, purpose);
        let mut address = 0;
        if bytes > gpu.properties().total_memory {
            return Err(lacking());
        }
        if bytes > 0 {
            // SAFETY: `address` is valid for writing, and a context is bound.
            let result = unsafe { gpu.api.mem_alloc(&raw mut address, bytes) };
            if result == CUresult::CUDA_ERROR_OUT_OF_MEMORY {
                return Err(lacking());
            }
            gpu.check("cuMemAlloc", result)?;
        }
        Ok(Self { gpu: gpu.clone(), address, bytes })
    }

    /// Allocates and sets every byte to zero.
    ///
    /// # Errors
    /// As [`Memory::new`].
    pub fn zeroed(gpu: &Arc<Gpu>, bytes: usize, purpose: &'static str) -> Result<Self, Error> {
        let memory = Self::new(gpu, bytes, purpose)?;
        memory.fill(&[0])?;
        Ok(memory)
    }

    /// Allocates and copies `contents` into it.
    ///
    /// # Errors
    /// As [`Memory::new`].
    pub fn from_bytes(gpu: &Arc<Gpu>, contents: &[u8], purpose: &'static str) -> Result<Self, Error> {
        let memory = Self::new(gpu, contents.len(), purpose)?;
        memory.write(0, contents)?;
        Ok(memory)
    }

    /// Its address on the device.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Its size in bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The GPU that it is on.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// Copies host bytes to `offset`, after all work in blocking streams, and waits until the device has them.
    ///
    /// # Panics
    /// Out of bounds: a mistake of the caller, not of a user.
    ///
    /// # Errors
    /// [`Error::Driver`], also for kernels that failed earlier.
    pub fn write(&self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        // SAFETY: the source is a live slice.
        unsafe { self.write_from(offset, bytes.as_ptr(), bytes.len()) }
    }

    /// As [`write`](Self::write), from `bytes` bytes at an address, which may be uninitialised, as padding is.
    ///
    /// # Panics
    /// As [`write`](Self::write).
    ///
    /// # Errors
    /// As [`write`](Self::write).
    ///
    /// # Safety
    /// `from` must be valid for reads of `bytes` bytes.
    pub unsafe fn write_from(&self, offset: usize, from: *const u8, bytes: usize) -> Result<(), Error> {
        self.assert_within(offset, bytes);
        if bytes == 0 {
            return Ok(());
        }
        self.gpu.bind()?;
        // SAFETY: the source is the caller's contract, the destination was checked to lie in this allocation, and the call
        // returns once it has read the source.
        self.gpu.check("cuMemcpyHtoD", unsafe {
            self.gpu.api.memcpy_htod(self.address + offset as u64, from.cast(), bytes)
        })?;
        self.gpu.finish_copies()
    }

    /// Copies bytes at `offset` to the host, after all work in blocking streams. Non-blocking ones are not waited for.
    ///
    /// # Panics
    /// Out of bounds.
    ///
    /// # Errors
    /// As [`Memory::write`].
    pub fn read(&self, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
        self.assert_within(offset, bytes.len());
        if bytes.is_empty() {
            return Ok(());
        }
        self.gpu.bind()?;
        // SAFETY: as in `write`, the other way round; the slice is borrowed mutably until the copy is done.
        self.gpu.check("cuMemcpyDtoH", unsafe {
            self.gpu.api.memcpy_dtoh(bytes.as_mut_ptr().cast(), self.address + offset as u64, bytes.len())
        })
    }

    /// Copies `bytes` bytes at `from_offset` of other device memory to `offset`, and waits.
    ///
    /// # Errors
    /// [`Error::Driver`] when the copy fails.
    ///
    /// # Panics
    /// Where a range is outside its allocation.
    pub fn copy(&self, offset: usize, from: &Memory, from_offset: usize, bytes: usize) -> Result<(), Error> {
        self.assert_within(offset, bytes);
        from.assert_within(from_offset, bytes);
        if bytes == 0 {
            return Ok(());
        }
        self.gpu.bind()?;
        // SAFETY: both ranges are in bounds of live allocations.
        self.gpu.check("cuMemcpyDtoD", unsafe {
            self.gpu.api.memcpy_dtod(self.address + offset as u64, from.address + from_offset as u64, bytes)
        })?;
        // A copy within the device may return before it has happened.
        self.gpu.synchronize()
    }

    /// Fills everything with a repeated pattern whose length divides the size. Patterns of 1, 2 and 4 bytes, and
    /// longer ones of equal bytes or words, are written by the device; others are copied once and then doubled.
    ///
    /// # Panics
    /// When the length of the pattern is 0 or does not divide the size.
    ///
    /// # Errors
    /// As [`Memory::write`].
    pub fn fill(&self, pattern: &[u8]) -> Result<(), Error> {
        assert!(
            !pattern.is_empty() && self.bytes.is_multiple_of(pattern.len()),
            "a pattern of {} bytes does not divide an allocation of {} bytes",
            pattern.len(),
            self.bytes
        );
        if self.bytes == 0 {
            return Ok(());
        }
        self.gpu.bind()?;
        match shortest_period(pattern) {
            &[byte] => {
                // SAFETY: the range is this allocation, and a context is bound.
                self.gpu.check("cuMemsetD8", unsafe { self.gpu.api.memset_d8(self.address, byte, self.bytes) })?;
            }
            &[a, b] => {
                let value = u16::from_ne_bytes([a, b]);
                // SAFETY: as above; `bytes` is a multiple of 2 and the address is aligned to 256.
                let set = unsafe { self.gpu.api.memset_d16(self.address, value, self.bytes / 2) };
                self.gpu.check("cuMemsetD16", set)?;
            }
            &[a, b, c, d] => {
                let value = u32::from_ne_bytes([a, b, c, d]);
                // SAFETY: as above; `bytes` is a multiple of 4.
                let set = unsafe { self.gpu.api.memset_d32(self.address, value, self.bytes / 4) };
                self.gpu.check("cuMemsetD32", set)?;
            }
            other => self.fill_by_doubling(other)?,
        }
        self.gpu.finish_copies()
    }

    /// Writes the pattern once and copies what is filled after itself until the allocation is full.
    fn fill_by_doubling(&self, pattern: &[u8]) -> Result<(), Error> {
        self.write(0, pattern)?;
        let mut filled = pattern.len();
        while filled < self.bytes {
            let count = filled.min(self.bytes - filled);
            // SAFETY: `0..count` and `filled..filled + count` lie in this allocation and do not overlap.
            self.gpu.check("cuMemcpyDtoD", unsafe {
                self.gpu.api.memcpy_dtod(self.address + filled as u64, self.address, count)
            })?;
            filled += count;
        }
        Ok(())
    }

    /// Copies `bytes` bytes from another allocation, in the order of `stream`, without waiting.
    ///
    /// # Panics
    /// Out of bounds on either side.
    ///
    /// # Safety
    /// Both allocations must live until the stream has passed the copy.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn copy_on(
        &self,
        stream: &Stream,
        offset: usize,
        from: &Memory,
        from_offset: usize,
        bytes: usize,
    ) -> Result<(), Error> {
        self.assert_within(offset, bytes);
        from.assert_within(from_offset, bytes);
        if bytes == 0 {
            return Ok(());
        }
        self.gpu.bind()?;
        // SAFETY: both ranges are in bounds; the caller keeps them alive.
        self.gpu.check("cuMemcpyDtoDAsync", unsafe {
            self.gpu.api.memcpy_dtod_async(
                self.address + offset as u64,
                from.address + from_offset as u64,
                bytes,
                stream.raw(),
            )
        })
    }

    /// Writes a word at `offset`, in the order of `stream`, without waiting.
    ///
    /// It is no copy: those of all streams share the engines that copy, and beside another run that held one up by its kernel, copied words
    /// arrived when the kernel that they were for had ended.
    ///
    /// # Panics
    /// Out of bounds or unaligned.
    ///
    /// # Safety
    /// The memory must live until the stream has passed the write.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn write_word_on(&self, stream: &Stream, offset: usize, word: u32) -> Result<(), Error> {
        self.assert_within(offset, 4);
        assert_eq!(offset % 4, 0, "a word lies at a multiple of 4 bytes");
        self.gpu.bind()?;
        // SAFETY: the word is in bounds, and aligned as allocations are; the caller keeps the memory alive.
        self.gpu.check("cuStreamWriteValue32", unsafe {
            self.gpu.api.stream_write_value_32(stream.raw(), self.address + offset as u64, word, 0)
        })
    }

    /// Copies `bytes` bytes at `offset` to the start of pinned memory, in the order of `stream`, without waiting.
    ///
    /// # Panics
    /// Out of bounds on either side.
    ///
    /// # Safety
    /// Both sides must live, and the host must not touch the destination, until the stream has passed the copy.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn read_on(&self, stream: &Stream, offset: usize, to: &PinnedMemory, bytes: usize) -> Result<(), Error> {
        self.assert_within(offset, bytes);
        assert!(bytes <= to.len(), "{bytes} bytes of a pinned allocation of {} bytes", to.len());
        if bytes == 0 {
            return Ok(());
        }
        self.gpu.bind()?;
        // SAFETY: both ranges are in bounds; the caller keeps them alive and untouched.
        self.gpu.check("cuMemcpyDtoHAsync", unsafe {
            self.gpu.api.memcpy_dtoh_async(to.as_ptr().cast(), self.address + offset as u64, bytes, stream.raw())
        })
    }

    /// Copies the first `bytes` bytes of pinned memory to `offset`, in the order of `stream`, without waiting.
    ///
    /// # Panics
    /// Out of bounds on either side.
    ///
    /// # Safety
    /// Both sides must live, and the host must not change the source, until the stream has passed the copy.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn write_on(
        &self,
        stream: &Stream,
        offset: usize,
        from: &PinnedMemory,
        bytes: usize,
    ) -> Result<(), Error> {
        self.assert_within(offset, bytes);
        assert!(bytes <= from.len(), "{bytes} bytes of a pinned allocation of {} bytes", from.len());
        if bytes == 0 {
            return Ok(());
        }
        self.gpu.bind()?;
        // SAFETY: both ranges are in bounds; the caller keeps them alive and unchanged.
        self.gpu.check("cuMemcpyHtoDAsync", unsafe {
            self.gpu.api.memcpy_htod_async(self.address + offset as u64, from.as_ptr().cast(), bytes, stream.raw())
        })
    }

    /// Sets `bytes` bytes at `offset` to `value`, in the order of `stream`, without waiting.
    ///
    /// # Panics
    /// Out of bounds.
    ///
    /// # Safety
    /// The allocation must live until the stream has passed the memset.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn set_on(&self, stream: &Stream, offset: usize, value: u8, bytes: usize) -> Result<(), Error> {
        self.assert_within(offset, bytes);
        if bytes == 0 {
            return Ok(());
        }
        self.gpu.bind()?;
        // SAFETY: the range is in bounds; the caller keeps it alive.
        self.gpu.check("cuMemsetD8Async", unsafe {
            self.gpu.api.memset_d8_async(self.address + offset as u64, value, bytes, stream.raw())
        })
    }

    fn assert_within(&self, offset: usize, bytes: usize) {
        let end = offset.checked_add(bytes);
        assert!(
            end.is_some_and(|end| end <= self.bytes),
            "{bytes} bytes at {offset} of a device allocation of {} bytes",
            self.bytes
        );
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.address != 0 && self.gpu.bind().is_ok() {
            // SAFETY: allocated in `new`, freed once; `cuMemFree` waits for kernels that may still use it.
            let _ = unsafe { self.gpu.api.mem_free(self.address) };
        }
    }
}

pub(super) fn out_of_memory(device: String, bytes: usize, purpose: &'static str) -> Error {
    Error::OutOfMemory { device, bytes: bytes as u64, purpose }
}

/// The shortest prefix whose repetition is the pattern.
fn shortest_period(pattern: &[u8]) -> &[u8] {
    (1..=pattern.len() / 2)
        .filter(|length| pattern.len().is_multiple_of(*length))
        .find(|&length| pattern.chunks(length).all(|chunk| chunk == &pattern[..length]))
        .map_or(pattern, |length| &pattern[..length])
}

#[cfg(test)]
mod tests {
    use super::shortest_period;

    #[test]
    fn periods() {
        assert_eq!(shortest_period(&[7]), &[7]);
        assert_eq!(shortest_period(&[0; 16]), &[0]);
        assert_eq!(shortest_period(&[1, 2, 1, 2]), &[1, 2]);
        assert_eq!(shortest_period(&[1, 2, 1]), &[1, 2, 1]);
        assert_eq!(shortest_period(&[1, 2, 3, 4, 1, 2, 3, 4]), &[1, 2, 3, 4]);
        assert_eq!(shortest_period(&[1, 1, 2, 2]), &[1, 1, 2, 2]);
    }
}
