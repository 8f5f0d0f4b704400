//! Methods by value that come before those of std by reference, as a trait of the user's may have some: rustc refuses calls that
//! could mean both.

#![allow(clippy::wrong_self_convention, reason = "such a method is what they compete with")]

use std::cmp::Ordering;

/// Of what can be cloned.
pub trait DeviceCodeTakesThisForClone: Sized {
    /// As `Clone::clone`.
    fn clone(self) -> Self {
        self
    }
}
impl<T: crate::device_type::Typed> DeviceCodeTakesThisForClone for T {}

/// Of what can be ordered.
pub trait DeviceCodeTakesThisForTheMethodOfOrd: Sized {
    /// As `Ord::cmp`.
    fn cmp(self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

/// The same of what need not be.
pub trait DeviceCodeTakesThisForTheMethodOfPartialOrd: Sized {
    /// As `PartialOrd::partial_cmp`.
    fn partial_cmp(self, _: &Self) -> Option<Ordering> {
        None
    }
}

/// Of floats.
pub trait DeviceCodeTakesThisForTheMethodOfFloats: Sized {
    /// As that of floats.
    fn total_cmp(self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}
impl DeviceCodeTakesThisForTheMethodOfFloats for f32 {}
impl DeviceCodeTakesThisForTheMethodOfFloats for f64 {}
impl DeviceCodeTakesThisForTheMethodOfPartialOrd for f32 {}
impl DeviceCodeTakesThisForTheMethodOfPartialOrd for f64 {}

macro_rules! ordered {
    ($([$($generic:tt)*] $ty:ty;)*) => {$(
        impl<$($generic)*> DeviceCodeTakesThisForTheMethodOfOrd for $ty {}
        impl<$($generic)*> DeviceCodeTakesThisForTheMethodOfPartialOrd for $ty {}
    )*};
}

ordered! {
    [] u8; [] u16; [] u32; [] u64; [] usize; [] i8; [] i16; [] i32; [] i64; [] isize; [] u128; [] i128; [] bool; [] char; [] (); [] Ordering;
    [T, const N: usize] [T; N];
    [T] Option<T>;
    [T, E] Result<T, E>;
    [A] (A,);
    [A, B] (A, B);
    [A, B, C] (A, B, C);
    [A, B, C, D] (A, B, C, D);
    [A, B, C, D, E] (A, B, C, D, E);
    [A, B, C, D, E, F] (A, B, C, D, E, F);
}

/// Of arrays.
pub trait DeviceCodeTakesThisForTheMethodOfArrays: Sized {
    /// As that of slices.
    fn len(self) -> usize {
        0
    }
    /// As that of slices.
    fn is_empty(self) -> bool {
        false
    }
    /// As that of slices.
    fn swap(self, _: usize, _: usize) {}
    /// As that of slices.
    fn fill<T>(self, _: T) {}
    /// As that of slices.
    fn sort(self) {}
    /// As that of slices.
    fn sort_unstable(self) {}
}
impl<T, const N: usize> DeviceCodeTakesThisForTheMethodOfArrays for [T; N] {}

/// Of options.
pub trait DeviceCodeTakesThisForTheMethodOfOption: Sized {
    /// As that of `Option`.
    fn is_some(self) -> bool {
        false
    }
    /// As that of `Option`.
    fn is_none(self) -> bool {
        false
    }
    /// As that of `Option`.
    fn take(self) -> Self {
        self
    }
    /// As that of `Option`.
    fn replace<T>(self, _: T) -> Self {
        self
    }
}
impl<T> DeviceCodeTakesThisForTheMethodOfOption for Option<T> {}

/// Of results.
pub trait DeviceCodeTakesThisForTheMethodOfResult: Sized {
    /// As that of `Result`.
    fn is_ok(self) -> bool {
        false
    }
    /// As that of `Result`.
    fn is_err(self) -> bool {
        false
    }
}
impl<T, E> DeviceCodeTakesThisForTheMethodOfResult for Result<T, E> {}
