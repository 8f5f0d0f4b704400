//! Methods by reference that come before those of slices.

/// Of arrays.
pub trait DeviceCodeTakesThisForTheMethodOfArrays {
    /// As that of slices.
    fn len(&self) -> usize {
        0
    }
    /// As that of slices.
    fn is_empty(&self) -> bool {
        false
    }
    /// As that of slices.
    fn swap(&self, _: usize, _: usize) {}
    /// As that of slices.
    fn fill<T>(&self, _: T) {}
    /// As that of slices.
    fn sort(&self) {}
    /// As that of slices.
    fn sort_unstable(&self) {}
}
impl<T, const N: usize> DeviceCodeTakesThisForTheMethodOfArrays for [T; N] {}
