//! Shared memory of a task: cells that its threads exchange values through.

use crate::{
    atomic::{AtomicAdd, AtomicInteger},
    device_type::{Data, DeviceType, Encode, Typed},
    parameter::ParameterWriter,
    source::{Piece, constants::constant},
};
use std::{cell::Cell, fmt};

/// One value in the shared memory of a task: a field of a `shared = …` type.
///
/// The threads of a task see each other's writes after a barrier (level 1) or a warp operation (level 0). The `fetch`
/// operations are atomic among the threads of the task. Uninitialised at the start of a task; the CPU executor zeroes it.
#[repr(transparent)]
pub struct Shared<T>(Cell<T>);

/// An array in the shared memory of a task: a field of a `shared = …` type. As [`Shared`], with an index.
#[repr(transparent)]
pub struct SharedArray<T, const N: usize>([Cell<T>; N]);

impl<T: DeviceType> Typed for Shared<T> {
    // A procedure calls the type of its shared memory `Shared`, too.
    const WHIPPLE_TYPED: &'static [Piece] =
        &[Piece::Text("::whipple::Shared<"), Piece::Type(T::WHIPPLE_TYPED), Piece::Text(">")];
}

impl<T: DeviceType> Encode for Shared<T> {
    fn encode(&self, _: &mut ParameterWriter) {
        unreachable!("{STAYS}");
    }
}

// SAFETY: a cell owns nothing.
unsafe impl<T: DeviceType> Data for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: DeviceType, const N: usize> Data for SharedArray<T, N> {}

// SAFETY: the device library's `Shared<T>` holds one `T`, as `Cell<T>` does.
unsafe impl<T: DeviceType> DeviceType for Shared<T> {
    const NO_PADDING: bool = T::NO_PADDING;

    fn is_valid(bytes: &[u8]) -> bool {
        T::is_valid(bytes)
    }

    fn write_fields(&self, _: &mut [u8]) {
        unreachable!("{STAYS}");
    }
}

impl<T: DeviceType, const N: usize> Typed for SharedArray<T, N> {
    const WHIPPLE_TYPED: &'static [Piece] = {
        assert!(N > 0, "a shared array has at least one element: C++ has no empty ones");
        &[
            Piece::Text("SharedArray<"),
            Piece::Type(T::WHIPPLE_TYPED),
            Piece::Text(", "),
            constant(N as u64),
            Piece::Text(">"),
        ]
    };
}

impl<T: DeviceType, const N: usize> Encode for SharedArray<T, N> {
    fn encode(&self, _: &mut ParameterWriter) {
        unreachable!("{STAYS}");
    }
}

// SAFETY: the device library's `SharedArray<T, N>` holds `T[N]`, as `[Cell<T>; N]` does.
unsafe impl<T: DeviceType, const N: usize> DeviceType for SharedArray<T, N> {
    const NO_PADDING: bool = T::NO_PADDING;

    fn is_valid(bytes: &[u8]) -> bool {
        <[T; N]>::is_valid(bytes)
    }

    fn write_fields(&self, _: &mut [u8]) {
        unreachable!("{STAYS}");
    }
}

/// Cells are not `Sync`, and so neither elements of buffers nor parameters.
const STAYS: &str = "shared memory is never copied";

/// The value.
impl<T: Copy + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.get().fmt(f)
    }
}

/// The values as a list.
impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for SharedArray<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(Cell::get)).finish()
    }
}

fn update<T: Copy>(cell: &Cell<T>, new: impl FnOnce(T) -> T) -> T {
    let old = cell.get();
    cell.set(new(old));
    old
}

impl<T: DeviceType + Copy> Shared<T> {
    /// The value.
    #[inline]
    pub fn get(&self) -> T {
        self.0.get()
    }

    /// Sets the value.
    #[inline]
    pub fn set(&self, value: T) {
        self.0.set(value);
    }
}

impl<T: DeviceType + Copy, const N: usize> SharedArray<T, N> {
    /// Number of elements.
    #[inline]
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(&self) -> u32 {
        N as u32
    }

    /// The element at `index`.
    ///
    /// # Panics
    /// When `index` is out of range.
    #[inline]
    #[track_caller]
    pub fn get(&self, index: u32) -> T {
        self.at(index).get()
    }

    /// Sets the element at `index`.
    ///
    /// # Panics
    /// When `index` is out of range.
    #[inline]
    #[track_caller]
    pub fn set(&self, index: u32, value: T) {
        self.at(index).set(value);
    }

    #[inline]
    #[track_caller]
    fn at(&self, index: u32) -> &Cell<T> {
        match self.0.get(index as usize) {
            Some(cell) => cell,
            None => panic!("index out of bounds: the len is {N} but the index is {index}"),
        }
    }
}

impl<T: Copy> Shared<T> {
    /// Adds `value`, wrapping; returns the old value.
    #[inline]
    pub fn fetch_add(&self, value: T) -> T
    where
        T: AtomicAdd,
    {
        update(&self.0, |old| old.plus(value))
    }
}

impl<T: Copy, const N: usize> SharedArray<T, N> {
    /// Adds `value` to the element, wrapping; returns the old value.
    ///
    /// # Panics
    /// When `index` is out of range.
    #[inline]
    #[track_caller]
    pub fn fetch_add(&self, index: u32, value: T) -> T
    where
        T: AtomicAdd,
    {
        update(self.at(index), |old| old.plus(value))
    }
}

macro_rules! operations {
    ($($doc:literal $name:ident = $operation:expr;)*) => {
        impl<T: Copy> Shared<T> {
            $(
                #[doc = concat!($doc, "; returns the old value.")]
                #[inline]
                pub fn $name(&self, value: T) -> T
                where
                    T: AtomicInteger,
                {
                    update(&self.0, |old| $operation(old, value))
                }
            )*

            /// Sets the value if it is `expected`; returns the old value.
            #[inline]
            pub fn compare_exchange(&self, expected: T, value: T) -> T
            where
                T: AtomicInteger,
            {
                update(&self.0, |old| if old == expected { value } else { old })
            }
        }

        impl<T: Copy, const N: usize> SharedArray<T, N> {
            $(
                #[doc = concat!($doc, "; returns the old value.")]
                ///
                /// # Panics
                /// When `index` is out of range.
                #[inline]
                #[track_caller]
                pub fn $name(&self, index: u32, value: T) -> T
                where
                    T: AtomicInteger,
                {
                    update(self.at(index), |old| $operation(old, value))
                }
            )*

            /// Sets the element if it is `expected`; returns the old value.
            ///
            /// # Panics
            /// When `index` is out of range.
            #[inline]
            #[track_caller]
            pub fn compare_exchange(&self, index: u32, expected: T, value: T) -> T
            where
                T: AtomicInteger,
            {
                update(self.at(index), |old| if old == expected { value } else { old })
            }
        }
    };
}

operations! {
    "Subtracts `value`, wrapping" fetch_sub = T::minus;
    "Keeps the smaller of the old value and `value`" fetch_min = T::min;
    "Keeps the larger of the old value and `value`" fetch_max = T::max;
    "Bitwise and" fetch_and = T::bits_and;
    "Bitwise or" fetch_or = T::bits_or;
    "Bitwise exclusive or" fetch_xor = T::bits_xor;
    "Sets the value" exchange = |_: T, new: T| new;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_memory_prints_its_values() {
        let array = SharedArray([Cell::new(1), Cell::new(2)]);
        assert_eq!(format!("{:?} {array:?}", Shared(Cell::new(1.5))), "1.5 [1, 2]");
    }
}
