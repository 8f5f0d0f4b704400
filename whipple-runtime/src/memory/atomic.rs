//! Read-modify-write operations on numbers: atomic in buffers, plain in shared memory.

use crate::device_type::DeviceType;
use std::sync::atomic::{
    AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering,
    Ordering::{Acquire, Relaxed},
};

mod sealed {
    use std::sync::atomic::Ordering;

    /// Memory operations of one integer type. The pointers are to aligned, initialised memory that lives for the call
    /// and that is only accessed atomically, in units of this size.
    pub trait WordOperations: Copy {
        unsafe fn fetch_add(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn fetch_sub(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn fetch_min(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn fetch_max(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn fetch_and(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn fetch_or(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn fetch_xor(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn exchange(at: *mut Self, value: Self, order: Ordering) -> Self;
        unsafe fn compare_exchange(at: *mut Self, expected: Self, value: Self, order: Ordering) -> Self;
    }

    /// Addition of one type, as for [`WordOperations`].
    pub trait Add: Copy {
        fn plus(self, other: Self) -> Self;
        unsafe fn atomic_add(at: *mut Self, value: Self, order: Ordering) -> Self;
    }
}

pub(crate) use sealed::{Add, WordOperations};

/// Types with atomic addition: `u32`, `i32`, `u64`, `i64`, `f32` and `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no atomic addition",
    note = "atomic addition exists for u32, i32, u64, i64, f32 and f64"
)]
pub trait AtomicAdd: DeviceType + Copy + Send + Sync + Add {}

/// Types with all atomic operations: `u32`, `i32`, `u64` and `i64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such atomic operation",
    note = "atomic operations exist for u32, i32, u64 and i64 (addition also for f32 and f64); pack a small struct into a u64"
)]
pub trait AtomicInteger: AtomicAdd + WordOperations + Ord {
    #[doc(hidden)]
    fn minus(self, other: Self) -> Self;
    #[doc(hidden)]
    fn bits_and(self, other: Self) -> Self;
    #[doc(hidden)]
    fn bits_or(self, other: Self) -> Self;
    #[doc(hidden)]
    fn bits_xor(self, other: Self) -> Self;
}

/// The order of the load in an operation of this order that writes nothing.
fn of_a_load(order: Ordering) -> Ordering {
    if order == Relaxed { Relaxed } else { Acquire }
}

macro_rules! operations {
    ($integer:ty, $atomic:ty, $($name:ident => $method:ident),*) => {$(
        unsafe fn $name(at: *mut $integer, value: $integer, order: Ordering) -> $integer {
            // SAFETY: the trait's contract.
            unsafe { <$atomic>::from_ptr(at) }.$method(value, order)
        }
    )*};
}

macro_rules! integer {
    ($($integer:ty => $atomic:ty),*) => {$(
        impl WordOperations for $integer {
            operations! {
                $integer, $atomic,
                fetch_add => fetch_add, fetch_sub => fetch_sub, fetch_min => fetch_min, fetch_max => fetch_max,
                fetch_and => fetch_and, fetch_or => fetch_or, fetch_xor => fetch_xor, exchange => swap
            }

            unsafe fn compare_exchange(at: *mut Self, expected: Self, value: Self, order: Ordering) -> Self {
                // SAFETY: the trait's contract.
                match unsafe { <$atomic>::from_ptr(at) }.compare_exchange(expected, value, order, of_a_load(order)) {
                    Ok(old) | Err(old) => old,
                }
            }
        }

        impl Add for $integer {
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            unsafe fn atomic_add(at: *mut Self, value: Self, order: Ordering) -> Self {
                // SAFETY: the same contract.
                unsafe { <Self as WordOperations>::fetch_add(at, value, order) }
            }
        }

        impl AtomicAdd for $integer {}

        impl AtomicInteger for $integer {
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            fn bits_and(self, other: Self) -> Self {
                self & other
            }

            fn bits_or(self, other: Self) -> Self {
                self | other
            }

            fn bits_xor(self, other: Self) -> Self {
                self ^ other
            }
        }
    )*};
}

integer!(u32 => AtomicU32, i32 => AtomicI32, u64 => AtomicU64, i64 => AtomicI64);

macro_rules! float {
    ($($float:ident, $word:ty, $atomic:ident);*) => {$(
        impl Add for $float {
            fn plus(self, other: Self) -> Self {
                self + other
            }

            unsafe fn atomic_add(at: *mut Self, value: Self, order: Ordering) -> Self {
                // SAFETY: the trait's contract; the float and the word agree in size and alignment.
                let word = unsafe { $atomic::from_ptr(at.cast()) };
                let add = |old: $word| Some(($float::from_bits(old) + value).to_bits());
                match word.fetch_update(order, of_a_load(order), add) {
                    Ok(old) | Err(old) => $float::from_bits(old),
                }
            }
        }

        impl AtomicAdd for $float {}
    )*};
}

float!(f32, u32, AtomicU32; f64, u64, AtomicU64);
