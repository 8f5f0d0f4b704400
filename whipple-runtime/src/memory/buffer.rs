//! Buffers: typed device memory that host and device code share.

mod copy;
mod read_only;
mod words;

pub use crate::atomic::{AtomicAdd, AtomicInteger};
pub use read_only::ReadOnly;

use crate::{
    backend::{DeviceKind, Storage},
    device::Device,
    device_type::DeviceType,
    error::Error,
};
use std::{
    fmt,
    marker::PhantomData,
    panic::{RefUnwindSafe, UnwindSafe},
    sync::{
        Arc,
        atomic::{
            Ordering::{AcqRel, Acquire, Relaxed, Release},
            fence,
        },
    },
};
use words::{load, store};

/// A type of buffer elements: any device type that is `Copy`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a buffer",
    note = "an element is a `#[device]` type that is `Clone + Copy`: write `#[device]` above the type, and `#[derive(Clone, Copy)]` below that"
)]
pub trait Element: DeviceType + Copy + Send + Sync {}
impl<T: DeviceType + Copy + Send + Sync> Element for T {}

/// A typed array in the memory of a device, made by [`Device::buffer`] and its siblings.
///
/// The handle is cheap to clone, and clones name the same memory. Procedures hold it as a field. Device code reads and
/// writes it by `u32` index, each access atomic by words (relaxed order), so that two tasks that meet in one element are
/// no undefined behaviour: a larger element may then mix the words of two writes (of which an enum with fields may become no value:
/// [`get`](Self::get), [`read`](Self::read)). An index out of range is a panic of
/// the device code, reported as [`Error::DevicePanic`].
///
/// ```
/// # use whipple_runtime as whipple;
/// use whipple::device::Device;
///
/// let counts = Device::cpu().buffer_from(&[1_u32, 2, 3])?;
/// counts.fetch_add(1, 40);
/// assert_eq!(counts.read()?, [1, 42, 3]);
/// # Ok::<(), whipple_runtime::error::Error>(())
/// ```
// Without the bound, which all that makes a buffer has: rustc would check it wherever the type is named, and say so each time.
pub struct Buffer<T> {
    storage: Arc<dyn Storage>,
    device: Device,
    /// The first element when the memory is the host's.
    host: *mut T,
    /// Elements that device code run by the CPU can reach: all, or none when the memory is not the host's.
    reachable: u32,
    length: u32,
    elements: PhantomData<T>,
}

// SAFETY: what makes a buffer asks for elements that are `Send + Sync` plain data, and all access to host memory is atomic.
unsafe impl<T> Send for Buffer<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Buffer<T> {}

/// A panic leaves nothing half done that memory safety needs: elements are plain data, each access of which is whole.
impl<T> UnwindSafe for Buffer<T> {}
/// As above.
impl<T> RefUnwindSafe for Buffer<T> {}

impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        Self { storage: self.storage.clone(), device: self.device.clone(), ..*self }
    }
}

impl<T> fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer<{}>[{}] on {:?}", std::any::type_name::<T>(), self.length, self.device.kind())
    }
}

/// The host's side.
impl<T: Element> Buffer<T> {
    /// Zeroed memory for `length` elements.
    pub(crate) fn zeroed(device: &Device, length: usize) -> Result<Self, Error> {
        const {
            assert!(size_of::<T>() > 0, "an element of a buffer must have a size");
        }
        let count = u32::try_from(length).map_err(|_| Error::TooLong { length: length as u64 })?;
        let bytes = length.checked_mul(size_of::<T>()).ok_or_else(|| Error::OutOfMemory {
            device: device.description(),
            bytes: u64::MAX,
            purpose: "a buffer",
        })?;
        let storage = device.backend().allocate(bytes)?;
        let host = storage.host_address().cast::<T>();
        let reachable = if host.is_null() { 0 } else { count };
        assert!(host.is_null() || (host.is_aligned() && storage.len() >= bytes), "storage breaks its contract");
        Ok(Self { storage, device: device.clone(), host, reachable, length: count, elements: PhantomData })
    }

    /// The device that made the buffer.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Address in device memory; 0 for a buffer of the CPU.
    pub fn device_address(&self) -> u64 {
        self.storage.device_address()
    }

    /// Its memory, which clones share.
    pub(crate) fn storage(&self) -> &Arc<dyn Storage> {
        &self.storage
    }

    fn is_on_host(&self) -> bool {
        !self.host.is_null()
    }

    fn check_range(&self, start: usize, count: usize) -> Result<(), Error> {
        let end = start.saturating_add(count);
        if end > self.length as usize {
            return Err(Error::OutOfBounds { start: start as u64, end: end as u64, length: self.length.into() });
        }
        Ok(())
    }
}

/// Device code, and host code on buffers of the CPU.
impl<T: Element> Buffer<T> {
    /// Number of elements.
    #[inline]
    pub fn len(&self) -> u32 {
        self.length
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The element at `index`.
    ///
    /// In a task it sees what the task itself wrote, and what the tasks that it descends from and the host wrote before. It sees what other
    /// tasks wrote before an atomic operation, once this task or one that it descends from has used the answer of a later one on the same element. Of
    /// what else is written meanwhile it may see an older value: a multiprocessor's cache answers, for as long as it likes.
    /// `fetch_*`, `exchange`, `compare_exchange` and [`get_acquire`](Self::get_acquire) see the latest.
    ///
    /// # Panics
    /// When `index` is out of range, or the memory is not the host's (use [`read`](Self::read) there). On the CPU also when the element is an
    /// enum whose variants have fields, and holds parts of two that tasks wrote at once.
    #[inline]
    #[track_caller]
    pub fn get(&self, index: u32) -> T {
        // SAFETY: `at` checked the index against the allocation.
        unsafe { load(self.at(index)) }
    }

    /// Sets the element at `index`.
    ///
    /// # Panics
    /// As [`get`](Self::get).
    #[inline]
    #[track_caller]
    pub fn set(&self, index: u32, value: T) {
        // SAFETY: `at` checked the index against the allocation.
        unsafe { store(self.at(index), value) }
    }

    /// The element at `index`, as the latest write left it. Whoever sees what [`set_release`](Self::set_release) or an atomic operation
    /// wrote also sees what its task had written before.
    ///
    /// # Panics
    /// As [`get`](Self::get).
    #[inline]
    #[track_caller]
    pub fn get_acquire(&self, index: u32) -> T {
        let value = self.get(index);
        fence(Acquire);
        value
    }

    /// Sets the element at `index`, after all that the task wrote before.
    ///
    /// # Panics
    /// As [`get`](Self::get).
    #[inline]
    #[track_caller]
    pub fn set_release(&self, index: u32, value: T) {
        fence(Release);
        self.set(index, value);
    }

    /// The address of an element, checked.
    #[inline]
    #[track_caller]
    fn at(&self, index: u32) -> *mut T {
        if index >= self.reachable {
            self.unreachable(index);
        }
        // SAFETY: `index < reachable`, the number of elements of the host allocation.
        unsafe { self.host.add(index as usize) }
    }

    #[cold]
    #[track_caller]
    fn unreachable(&self, index: u32) -> ! {
        if self.device.kind() != DeviceKind::Cpu {
            panic!("the buffer is in device memory, which the host cannot reach: use `read` and `write`");
        }
        // The words of Rust's arrays, which the GPU uses for all of them.
        panic!("index out of bounds: the len is {} but the index is {index}", self.length);
    }
}

/// Atomic addition, in device code, and in host code on buffers of the CPU; returns the old value.
impl<T: Element> Buffer<T> {
    /// Adds `value` to the element, wrapping; returns the old value.
    ///
    /// Where the old value is used, it is a release and an acquire, as [`fetch_sub`](Self::fetch_sub) is. A call that drops it orders nothing.
    ///
    /// # Panics
    /// As [`get`](Buffer::get).
    #[inline]
    #[track_caller]
    pub fn fetch_add(&self, index: u32, value: T) -> T
    where
        T: AtomicAdd,
    {
        // SAFETY: `at` checked the index; the memory is only accessed atomically, in units of an element.
        unsafe { T::atomic_add(self.at(index), value, AcqRel) }
    }

    /// The same, and orders nothing: for a number alone, such as a slot of a list.
    ///
    /// # Panics
    /// As [`get`](Buffer::get).
    #[inline]
    #[track_caller]
    pub fn fetch_add_relaxed(&self, index: u32, value: T) -> T
    where
        T: AtomicAdd,
    {
        // SAFETY: as above.
        unsafe { T::atomic_add(self.at(index), value, Relaxed) }
    }
}

macro_rules! atomic {
    ($($(#[$doc:meta])* $name:ident, $relaxed:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Panics
        /// As [`get`](Buffer::get).
        #[inline]
        #[track_caller]
        pub fn $name(&self, index: u32, value: T) -> T
        where
            T: AtomicInteger,
        {
            // SAFETY: `at` checked the index; the memory is only accessed atomically, in units of an element.
            unsafe { T::$name(self.at(index), value, AcqRel) }
        }

        /// The same, and orders nothing.
        ///
        /// # Panics
        /// As [`get`](Buffer::get).
        #[inline]
        #[track_caller]
        pub fn $relaxed(&self, index: u32, value: T) -> T
        where
            T: AtomicInteger,
        {
            // SAFETY: as above.
            unsafe { T::$name(self.at(index), value, Relaxed) }
        }
    )*};
}

/// Atomic operations, in device code, and in host code on buffers of the CPU; each returns the old value.
///
/// An operation whose old value is used is a release and an acquire. What a task wrote before it is there for every task that then sees
/// the element as this operation left it, or as later ones did. So the last of several tasks that count down may read what the others
/// wrote, and so may the tasks that it spawns. A call of `fetch_…` that drops the old value orders nothing, nor does one of `…_relaxed`.
impl<T: Element> Buffer<T> {
    atomic! {
        /// Subtracts `value` from the element, wrapping; returns the old value.
        fetch_sub, fetch_sub_relaxed;
        /// Sets the element to the smaller of itself and `value`; returns the old value.
        fetch_min, fetch_min_relaxed;
        /// Sets the element to the larger of itself and `value`; returns the old value.
        fetch_max, fetch_max_relaxed;
        /// Bitwise and; returns the old value.
        fetch_and, fetch_and_relaxed;
        /// Bitwise or; returns the old value.
        fetch_or, fetch_or_relaxed;
        /// Bitwise exclusive or; returns the old value.
        fetch_xor, fetch_xor_relaxed;
        /// Sets the element to `value`; returns the old value.
        exchange, exchange_relaxed;
    }

    /// Sets the element to `value` if it is `expected`; returns the old value, which equals `expected` exactly when the
    /// element was set.
    ///
    /// # Panics
    /// As [`get`](Buffer::get).
    #[inline]
    #[track_caller]
    pub fn compare_exchange(&self, index: u32, expected: T, value: T) -> T
    where
        T: AtomicInteger,
    {
        // SAFETY: `at` checked the index; the memory is only accessed atomically, in units of an element.
        unsafe { T::compare_exchange(self.at(index), expected, value, AcqRel) }
    }

    /// The same, and orders nothing.
    ///
    /// # Panics
    /// As [`get`](Buffer::get).
    #[inline]
    #[track_caller]
    pub fn compare_exchange_relaxed(&self, index: u32, expected: T, value: T) -> T
    where
        T: AtomicInteger,
    {
        // SAFETY: as above.
        unsafe { T::compare_exchange(self.at(index), expected, value, Relaxed) }
    }
}
