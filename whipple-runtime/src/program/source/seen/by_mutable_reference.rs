//! Methods by mutable reference that come before those of slices.

/// Of arrays.
pub trait DeviceCodeTakesThisForTheMethodOfArrays {
    /// As that of slices.
    fn sort(&mut self) {}
    /// As that of slices.
    fn sort_unstable(&mut self) {}
}
impl<T, const N: usize> DeviceCodeTakesThisForTheMethodOfArrays for [T; N] {}
