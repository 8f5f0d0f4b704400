//! What loops and chains begin with: the elements of arrays, slices and options.

use super::DeviceCode;

/// What `iter` and the like of arrays, slices and options give, and what a loop makes of that.
#[diagnostic::on_unimplemented(
    message = "device code takes this for a method of arrays, and it gives `{T}`",
    label = "this is a `{T}`",
    note = "call a method of a type of yours by its path, `Grid::iter(&self.grid)`, or on a variable that is shown to be of the type: `let grid = Grid::new(…);`; an iterator of yours gets a variable: `let steps = self.steps;`"
)]
pub trait SeenElements<T> {}

macro_rules! elements {
    ($([$($generic:tt)*] $ty:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> SeenElements<$ty> for DeviceCode {}
    )*};
}

elements! {
    [T] std::slice::Iter<'_, T>,
    [T] std::slice::IterMut<'_, T>,
    [T, const N: usize] std::array::IntoIter<T, N>,
    [T] std::option::Iter<'_, T>,
    [T] std::option::IterMut<'_, T>,
    [T] std::option::IntoIter<T>,
}

#[diagnostic::do_not_recommend]
impl<I> SeenElements<std::iter::Copied<I>> for DeviceCode where Self: SeenElements<I> {}
#[diagnostic::do_not_recommend]
impl<I> SeenElements<std::iter::Cloned<I>> for DeviceCode where Self: SeenElements<I> {}
#[diagnostic::do_not_recommend]
impl<I> SeenElements<std::iter::Enumerate<I>> for DeviceCode where Self: SeenElements<I> {}
#[diagnostic::do_not_recommend]
impl<I> SeenElements<std::iter::Rev<I>> for DeviceCode where Self: SeenElements<I> {}

/// What stands behind `in`, or at the start of a chain.
pub const fn elements<T>(value: T) -> T
where
    DeviceCode: SeenElements<T>,
{
    value
}
