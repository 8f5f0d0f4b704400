//! Copies between buffers and the memory of the host.

use super::{
    Buffer, Element,
    words::{store, try_load},
};
use crate::{backend::Part, error::Error, host_memory};

/// Where elements go to. Several threads write through it, each to elements of its own.
struct Destination<T>(*mut T);

// SAFETY: an address; who writes through it vouches for what is there, and that nobody else does.
unsafe impl<T: Send> Send for Destination<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Destination<T> {}

impl<T> Destination<T> {
    /// Sets the elements from `index` on.
    ///
    /// # Safety
    /// They are valid for writing, nobody else accesses them, and the bytes are values of `T`.
    unsafe fn set(&self, index: usize, bytes: &[u8]) {
        // SAFETY: the caller's contract; the bytes are another allocation.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.0.add(index).cast::<u8>(), bytes.len()) };
    }
}

/// Copies.
///
/// Large ones between a GPU and the host take several threads for a moment, and up to 32 MiB of pinned memory that the device keeps.
impl<T: Element> Buffer<T> {
    /// Copies all elements to the host.
    ///
    /// Who reads again and again spares the time that new memory takes with [`read_into`](Self::read_into).
    ///
    /// # Errors
    /// [`Error::InvalidElement`] when an element is no value of its type: two tasks wrote it at once and mixed two variants of an enum, or on
    /// a GPU, which does not look, it was copied from shared memory that nothing had written. [`Error::OutOfMemory`] when the host has no room;
    /// [`Error::Driver`] when the copy fails.
    pub fn read(&self) -> Result<Vec<T>, Error> {
        self.read_range(0, self.length as usize)
    }

    /// Copies `count` elements from `start` to the host.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], and as [`read`](Self::read).
    pub fn read_range(&self, start: usize, count: usize) -> Result<Vec<T>, Error> {
        self.check_range(start, count)?;
        let mut elements: Vec<T> = host_memory::room(count, "the elements of a buffer")?;
        // SAFETY: the capacity is `count` elements, all of which are values when the copy has succeeded.
        unsafe {
            self.copy_to(start, elements.as_mut_ptr(), count)?;
            elements.set_len(count);
        }
        Ok(elements)
    }

    /// Copies elements from the start of the buffer to a slice, as many as that has. Memory that was used before takes copies faster than the new
    /// memory of [`read`](Self::read).
    ///
    /// # Errors
    /// As [`read_range`](Self::read_range). The slice may have some elements of the buffer then.
    pub fn read_into(&self, elements: &mut [T]) -> Result<(), Error> {
        self.read_range_into(0, elements)
    }

    /// Copies elements from `start` on to a slice, as many as that has.
    ///
    /// # Errors
    /// As [`read_into`](Self::read_into).
    pub fn read_range_into(&self, start: usize, elements: &mut [T]) -> Result<(), Error> {
        self.check_range(start, elements.len())?;
        // SAFETY: the slice is borrowed for as long as it is written.
        unsafe { self.copy_to(start, elements.as_mut_ptr(), elements.len()) }
    }

    /// Copies `count` elements from `start` on, each of which is looked at before it is copied.
    ///
    /// # Safety
    /// `to` is valid for writing `count` elements, which nobody else accesses; the range was checked.
    unsafe fn copy_to(&self, start: usize, to: *mut T, count: usize) -> Result<(), Error> {
        let invalid = |index: usize| Error::InvalidElement { index: index as u64, of: std::any::type_name::<T>() };
        if self.is_on_host() {
            for index in 0..count {
                // SAFETY: the range was checked against the allocation; the destination is the caller's contract.
                unsafe {
                    let element = try_load(self.host.add(start + index)).ok_or_else(|| invalid(start + index))?;
                    to.add(index).write(element);
                }
            }
            return Ok(());
        }
        let to = Destination(to);
        self.storage.read_pieces(part::<T>(start, count), &|offset, bytes| {
            let first = offset / size_of::<T>();
            if !T::ANY_BITS
                && !T::are_valid(bytes)
                && let Some(index) = bytes.chunks_exact(size_of::<T>()).position(|bytes| !T::is_valid(bytes))
            {
                return Err(invalid(start + first + index));
            }
            // SAFETY: each piece comes once, and is of whole elements within the part; they are values, as was checked where not all bytes are.
            unsafe { to.set(first, bytes) };
            Ok(())
        })
    }

    /// Copies `elements` to the start of the buffer.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] when there are more than the buffer has; [`Error::Driver`] when the copy fails.
    pub fn write(&self, elements: &[T]) -> Result<(), Error> {
        self.write_range(0, elements)
    }

    /// Copies `elements` to the buffer from `start` on.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_range(&self, start: usize, elements: &[T]) -> Result<(), Error> {
        self.check_range(start, elements.len())?;
        if self.is_on_host() {
            for (index, &element) in elements.iter().enumerate() {
                // SAFETY: the range was checked against the allocation.
                unsafe { store(self.host.add(start + index), element) };
            }
            return Ok(());
        }
        self.storage.write_pieces(part::<T>(start, elements.len()), &|offset, bytes| {
            let first = offset / size_of::<T>();
            put(&elements[first..first + bytes.len() / size_of::<T>()], bytes);
        })
    }

    /// Sets every element to `value`.
    ///
    /// # Errors
    /// [`Error::Driver`] when the device refuses.
    pub fn fill(&self, value: T) -> Result<(), Error> {
        if self.is_on_host() {
            for index in 0..self.length as usize {
                // SAFETY: the index is within the allocation.
                unsafe { store(self.host.add(index), value) };
            }
            return Ok(());
        }
        let mut pattern = vec![0; size_of::<T>()];
        put(&[value], &mut pattern);
        if pattern.len().is_power_of_two() {
            return self.storage.fill(&pattern);
        }
        self.storage.write_pieces(part::<T>(0, self.length as usize), &|_, bytes| {
            bytes.chunks_exact_mut(pattern.len()).for_each(|element| element.copy_from_slice(&pattern));
        })
    }
}

/// The bytes of `count` elements from `start` on.
fn part<T>(start: usize, count: usize) -> Part {
    Part { offset: start * size_of::<T>(), length: count * size_of::<T>(), unit: size_of::<T>() }
}

/// Sets the bytes of elements, with zeroes for padding.
fn put<T: Element>(elements: &[T], bytes: &mut [u8]) {
    if T::NO_PADDING {
        // SAFETY: without padding every byte is initialised.
        bytes.copy_from_slice(unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) });
        return;
    }
    bytes.fill(0);
    for (element, out) in elements.iter().zip(bytes.chunks_exact_mut(size_of::<T>())) {
        element.write_fields(out);
    }
}
