//! Elements in the host's memory, read and written atomically by words.

use super::Element;
use std::{
    mem::MaybeUninit,
    sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

macro_rules! by_words {
    ($type:ty, $word:ident, $atomic:ident => $access:expr) => {
        // The unit: no scalar field of an element crosses one, so a mix of two writes still has valid scalars.
        match align_of::<$type>() {
            1 => {
                type $word = u8;
                type $atomic = AtomicU8;
                $access
            }
            2 => {
                type $word = u16;
                type $atomic = AtomicU16;
                $access
            }
            4 => {
                type $word = u32;
                type $atomic = AtomicU32;
                $access
            }
            _ => {
                type $word = u64;
                type $atomic = AtomicU64;
                $access
            }
        }
    };
}

/// Reads an element word by word.
///
/// # Safety
/// `at` points to a live, aligned, initialised element that is only accessed through this module.
#[inline]
#[track_caller]
pub(super) unsafe fn load<T: Element>(at: *mut T) -> T {
    // SAFETY: as this function.
    match unsafe { try_load(at) } {
        Some(value) => value,
        None => mixed(),
    }
}

/// Reads an element word by word; `None` if it is no value for as long as a writer may take.
///
/// # Safety
/// As [`load`].
#[inline]
pub(super) unsafe fn try_load<T: Element>(at: *mut T) -> Option<T> {
    let mut value = MaybeUninit::<T>::uninit();
    let mut since = None;
    loop {
        // SAFETY: the words cover the element exactly, are aligned and initialised (zeroed when the buffer was made, then written by
        // `store`).
        unsafe {
            by_words!(T, Word, Atomic => {
                for index in 0..size_of::<T>() / size_of::<Word>() {
                    let word = Atomic::from_ptr(at.cast::<Word>().add(index)).load(Relaxed);
                    value.as_mut_ptr().cast::<Word>().add(index).write(word);
                }
            });
        }
        // SAFETY: all bytes were just written.
        if T::MIXES || T::is_valid(unsafe { std::slice::from_raw_parts(value.as_ptr().cast(), size_of::<T>()) }) {
            // SAFETY: `value` is valid whatever writes it mixes, or by what it holds.
            return Some(unsafe { value.assume_init() });
        }
        // Another task is writing it, and may have lost its core.
        if since.get_or_insert_with(Instant::now).elapsed() > MIXED_FOR {
            return None;
        }
        std::thread::yield_now();
    }
}

/// How long an element may be no value, before that is taken to last.
const MIXED_FOR: Duration = Duration::from_secs(2);

#[cold]
#[track_caller]
fn mixed() -> ! {
    panic!(
        "two tasks wrote this element at once, and it holds parts of both, which are no value of its type; write an element by one task at a time"
    );
}

/// Writes an element word by word.
///
/// # Safety
/// As [`load`].
#[inline]
pub(super) unsafe fn store<T: Element>(at: *mut T, value: T) {
    let mut padded = MaybeUninit::<T>::uninit();
    let from: *const T = if T::NO_PADDING {
        &raw const value
    } else {
        let start = padded.as_mut_ptr();
        // SAFETY: `padded` is as large as `T`, and its bytes are initialised before they are a slice.
        let bytes = unsafe {
            start.write_bytes(0, 1);
            std::slice::from_raw_parts_mut(start.cast::<u8>(), size_of::<T>())
        };
        value.write_fields(bytes);
        start
    };
    // SAFETY: as in `load`; what `from` points to has no uninitialised bytes.
    unsafe {
        by_words!(T, Word, Atomic => {
            for index in 0..size_of::<T>() / size_of::<Word>() {
                let word = from.cast::<Word>().add(index).read();
                Atomic::from_ptr(at.cast::<Word>().add(index)).store(word, Relaxed);
            }
        });
    }
}
