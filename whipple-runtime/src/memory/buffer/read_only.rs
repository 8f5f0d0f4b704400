//! Buffers that tasks only read.

use super::{Buffer, Element};
use crate::{device::Device, error::Error};
use std::{fmt, sync::Arc};

/// A [`Buffer`] that tasks only read: a scene, a graph, a table. Made by [`Buffer::read_only`].
///
/// It is a field of a procedure, as a buffer is, and has the same `get`, `len` and `is_empty`, and no methods that write. No task of
/// its program can change its elements, so reading them is faster. A GPU reads them through the cache for data that does not change
/// (`ld.global.nc`). The CPU reads plain memory, which the Rust compiler can vectorise.
///
/// The handle is cheap to clone, and clones name the same memory.
///
/// ```
/// # use whipple_runtime as whipple;
/// use whipple::device::Device;
///
/// let primes = Device::cpu().buffer_from(&[2_u32, 3, 5, 7])?.read_only();
/// assert_eq!((primes.len(), primes.get(3)), (4, 7));
/// # Ok::<(), whipple_runtime::error::Error>(())
/// ```
pub struct ReadOnly<T> {
    buffer: Buffer<T>,
    /// Whether the memory is the host's, all its handles are of this type, and all its elements are values. Then nothing writes it again.
    frozen: bool,
}

impl<T> Clone for ReadOnly<T> {
    fn clone(&self) -> Self {
        Self { buffer: self.buffer.clone(), frozen: self.frozen }
    }
}

impl<T> fmt::Debug for ReadOnly<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (of, kind) = (std::any::type_name::<T>(), self.buffer.device.kind());
        write!(f, "ReadOnly<{of}>[{}] on {kind:?}", self.buffer.length)
    }
}

impl<T: Element> Buffer<T> {
    /// The same memory for tasks that only read it.
    ///
    /// Write the elements before, as [`Device::buffer_from`](crate::device::Device::buffer_from) does:
    /// `device.buffer_from(&vertices)?.read_only()`.
    ///
    /// To write them again later, between runs, keep a clone of the buffer. A launcher refuses a program that has the same memory both
    /// ways ([`Error::WrittenAndReadOnly`]). What something else writes during a run, the run may see or not. If there is another handle
    /// when this is called, the CPU reads as slowly as from a buffer.
    pub fn read_only(mut self) -> ReadOnly<T> {
        let frozen = self.is_on_host() && Arc::get_mut(&mut self.storage).is_some() && self.are_values();
        ReadOnly { buffer: self, frozen }
    }

    /// Whether all elements in the host's memory are values of their type, and no mixtures of several.
    fn are_values(&mut self) -> bool {
        if T::MIXES || T::ANY_BITS || self.length == 0 {
            return true;
        }
        let bytes = self.length as usize * size_of::<T>();
        // SAFETY: the allocation has at least these bytes, all initialised: zeroed, and written by `store`. The exclusive borrow is of the
        // only handle, as `read_only` found.
        T::are_valid(unsafe { std::slice::from_raw_parts(self.host.cast_const().cast(), bytes) })
    }
}

/// Device code, and host code on buffers of the CPU.
impl<T: Element> ReadOnly<T> {
    /// Number of elements.
    #[inline]
    pub fn len(&self) -> u32 {
        self.buffer.len()
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// The element at `index`.
    ///
    /// # Panics
    /// As [`Buffer::get`].
    #[inline]
    #[track_caller]
    pub fn get(&self, index: u32) -> T {
        if !self.frozen {
            return self.get_shared(index);
        }
        // SAFETY: `at` checked the index. The element is a value. Nobody writes it: this type never does, and gives no other handle away;
        // there was none when `frozen` was set.
        unsafe { *self.buffer.at(index) }
    }

    /// The same while another handle may write. A call, so that `get` stays small and LLVM takes it out of loops.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn get_shared(&self, index: u32) -> T {
        self.buffer.get(index)
    }
}

/// The host's side.
impl<T: Element> ReadOnly<T> {
    /// The device that made the buffer.
    pub fn device(&self) -> &Device {
        self.buffer.device()
    }

    /// Copies all elements to the host.
    ///
    /// # Errors
    /// As [`Buffer::read`].
    pub fn read(&self) -> Result<Vec<T>, Error> {
        self.buffer.read()
    }

    /// Copies `count` elements from `start` to the host.
    ///
    /// # Errors
    /// As [`Buffer::read_range`].
    pub fn read_range(&self, start: usize, count: usize) -> Result<Vec<T>, Error> {
        self.buffer.read_range(start, count)
    }

    /// Copies elements from the start of the buffer to a slice, as many as that has.
    ///
    /// # Errors
    /// As [`Buffer::read_into`].
    pub fn read_into(&self, elements: &mut [T]) -> Result<(), Error> {
        self.buffer.read_into(elements)
    }

    /// The buffer, which nothing outside of the crate gets: it could write.
    pub(crate) fn buffer(&self) -> &Buffer<T> {
        &self.buffer
    }
}
