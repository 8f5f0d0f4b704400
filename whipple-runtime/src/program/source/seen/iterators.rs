//! What iterators go over and give in device code, whose loops the macros see: only the items may be of types that they do not see.

use super::{DeviceCode, SeenOrd};
use crate::source::ask::{Keeps, never};
use glam::{IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{
    cmp::Ordering,
    iter::{
        Chain, Cloned, Copied, Cycle, Enumerate, Filter, FilterMap, FlatMap, Flatten, Inspect, Map, MapWhile, Rev,
        Scan, Skip, SkipWhile, StepBy, Take, TakeWhile, Zip,
    },
    marker::PhantomData,
    ops::{Range, RangeBounds, RangeFrom, RangeInclusive},
    slice::{
        Chunks, ChunksExact, ChunksExactMut, ChunksMut, RChunks, RChunksExact, RChunksExactMut, RChunksMut, Windows,
    },
};

/// What a number or a vector is behind references.
#[diagnostic::on_unimplemented(
    message = "device code adds and multiplies numbers and vectors: no items of type `{Self}`",
    label = "the items are of type `{Self}`",
    note = "write `fold(first, |sum, item| …)`"
)]
pub trait Number {}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Number for $ty {}
        #[diagnostic::do_not_recommend]
        impl Number for &$ty {}
    )*};
}
numbers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize u128 i128 f32 f64 Vec2 Vec3 Vec4 IVec2 IVec3 IVec4 UVec2 UVec3 UVec4 }

/// The items of `sum` and `product`.
pub fn added<I: Iterator<Item: Number>>(items: I) -> I {
    items
}

/// Their values.
pub fn total<T: Number>(value: T) -> T {
    value
}

/// The items of `min` and `max`.
pub fn items_ordered<I: Iterator>(items: I) -> I
where
    DeviceCode: SeenOrd<I::Item, ()>,
{
    items
}

/// The items of `min_by_key` and `max_by_key`, with the type of their keys.
#[derive(Debug)]
pub struct Keyed<I, K>(I, PhantomData<K>);

/// Items; a question has the type of an option of their keys.
pub fn keyed<I, K>(_question: &Option<K>, items: I) -> Keyed<I, K> {
    Keyed(items, PhantomData)
}

/// What `peekable` is called on; a question has the type of an option of the items.
pub const fn peeked<I: Iterator>(_question: &Option<I::Item>, items: I) -> I {
    items
}

/// The same of items that are references which C++ keeps.
pub const fn peeked_references<I: Iterator>(_question: &Keeps<Option<I::Item>>, items: I) -> I {
    items
}

/// The same of keys that are references which C++ keeps.
pub fn keyed_by_references<I, K>(_question: &Keeps<Option<K>>, items: I) -> Keyed<I, K> {
    Keyed(items, PhantomData)
}

impl<I: Iterator, K: Ord> Keyed<I, K>
where
    DeviceCode: SeenOrd<K, ()>,
{
    /// As that of an iterator.
    pub fn min_by_key<F: FnMut(&I::Item) -> K>(self, key: F) -> Option<I::Item> {
        self.0.min_by_key(key)
    }

    /// As that of an iterator.
    pub fn max_by_key<F: FnMut(&I::Item) -> K>(self, key: F) -> Option<I::Item> {
        self.0.max_by_key(key)
    }
}

impl<I: Iterator, K: PartialOrd> Keyed<I, K>
where
    DeviceCode: super::SeenPartialOrd<K, ()>,
{
    /// As that of an iterator.
    pub fn is_sorted_by_key<F: FnMut(I::Item) -> K>(self, key: F) -> bool {
        self.0.is_sorted_by_key(key)
    }
}

/// The items of `is_sorted`.
pub fn items_sorted<I: Iterator>(items: I) -> I
where
    DeviceCode: super::SeenPartialOrd<I::Item, ()>,
{
    items
}

/// The items of `cloned`.
pub fn items_cloned<I: Iterator>(items: I) -> I
where
    DeviceCode: super::SeenClone<I::Item, ()>,
{
    items
}

/// The range of `contains`.
pub fn bounded<T, R: RangeBounds<T>>(range: R) -> R
where
    DeviceCode: super::SeenPartialOrd<T, ()>,
{
    range
}

/// An iterator of the user's, or an option.
#[diagnostic::on_unimplemented(
    message = "device code has no iterator `{T}`",
    label = "this is a `{T}`",
    note = "write `#[device]` on the `impl Iterator` of a type of yours; a method of yours that is called like one of iterators is called by its path: `Type::name(&value, …)`; what `map` makes of an array gets a variable with its type: `let made: [Type; 4] = values.map(…);`"
)]
pub trait SeenOwn<T: ?Sized> {}
#[diagnostic::do_not_recommend]
impl<T> SeenOwn<Option<T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenOwn<&mut T> for DeviceCode where Self: SeenOwn<T> {}

#[diagnostic::do_not_recommend]
impl<T> SeenOwn<Range<T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenOwn<RangeInclusive<T>> for DeviceCode {}

/// What a chain is called on.
pub const fn own<T>(of: T) -> T
where
    DeviceCode: SeenOwn<T>,
{
    of
}

/// What is asked for its next item.
pub const fn asked<T>(of: &mut T) -> &mut T
where
    DeviceCode: SeenOwn<T>,
{
    of
}

/// An iterator of which something stays.
#[diagnostic::on_unimplemented(
    message = "device code lends no iterator `{T}`",
    label = "this is a `{T}`",
    note = "write `#[device]` on the `impl Iterator` of a type of yours; of a range write `next`, or new ranges of its ends"
)]
pub trait SeenLent<T: ?Sized> {}
#[diagnostic::do_not_recommend]
impl<T> SeenLent<Option<T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenLent<&mut T> for DeviceCode where Self: SeenLent<T> {}

/// The same of one that is lent.
pub const fn lent<T>(of: &mut T) -> &mut T
where
    DeviceCode: SeenLent<T>,
{
    of
}

/// An array, which a method that is given a function is called on.
#[diagnostic::on_unimplemented(
    message = "device code has this method of arrays: not this one of `{Self}`",
    label = "called on a `{Self}`"
)]
pub trait SeenArray {
    /// Its elements.
    type Element;
}
impl<T, const N: usize> SeenArray for [T; N] {
    type Element = T;
}
#[diagnostic::do_not_recommend]
impl<T> SeenArray for [T] {
    type Element = T;
}
#[diagnostic::do_not_recommend]
impl<T: SeenArray + ?Sized> SeenArray for &T {
    type Element = T::Element;
}
#[diagnostic::do_not_recommend]
impl<T: SeenArray + ?Sized> SeenArray for &mut T {
    type Element = T::Element;
}

/// An array that is sorted by a function.
#[derive(Debug)]
pub struct Sorted<T>(PhantomData<T>);

/// What `sort_by` and `sort_by_key` are called on.
pub fn sorted<A: SeenArray + ?Sized>(_array: &mut A) -> &mut Sorted<A::Element> {
    never()
}

impl<T> Sorted<T> {
    /// As that of an array.
    pub fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, _compare: F) {}

    /// As that of an array.
    pub fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, _key: F)
    where
        DeviceCode: SeenOrd<K, ()>,
    {
    }
}

/// An array that is searched by a function.
#[derive(Debug)]
pub struct Searched<T>(PhantomData<T>);

/// What `partition_point`, `binary_search_by` and `binary_search_by_key` are called on.
pub fn searched<A: SeenArray + ?Sized>(_array: &A) -> &Searched<A::Element> {
    never()
}

impl<T> Searched<T> {
    /// As that of an array.
    pub fn partition_point<F: FnMut(&T) -> bool>(&self, _is_in_front: F) -> usize {
        never()
    }

    /// As that of an array.
    pub fn is_sorted_by<F: FnMut(&T, &T) -> bool>(&self, _are_sorted: F) -> bool {
        never()
    }

    /// As that of an array.
    pub fn is_sorted_by_key<'a, K: PartialOrd, F: FnMut(&'a T) -> K>(&'a self, _key: F) -> bool
    where
        DeviceCode: super::SeenPartialOrd<K, ()>,
    {
        never()
    }

    /// As that of an array.
    pub fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, _compare: F) -> Result<usize, usize> {
        never()
    }

    /// As that of an array.
    pub fn binary_search_by_key<K: Ord, F: FnMut(&T) -> K>(&self, _sought: &K, _key: F) -> Result<usize, usize>
    where
        DeviceCode: SeenOrd<K, ()>,
    {
        never()
    }
}

/// What changes its elements.
pub const fn elements<T: SeenArray + ?Sized>(array: &mut T) -> &mut T {
    array
}

/// What changes what an `Option` holds.
pub const fn option<T>(option: &mut Option<T>) -> &mut Option<T> {
    option
}

/// The same with the value that a type begins with.
pub const fn option_of_default<T>(option: &mut Option<T>) -> &mut Option<T>
where
    DeviceCode: super::functions::SeenDefault<T, ()>,
{
    option
}

/// What `map` of an array is called on.
pub const fn array<T: SeenArray + ?Sized>(array: &T) -> &T {
    array
}

/// An iterator over slices of an array or a slice.
#[diagnostic::on_unimplemented(
    message = "device code has no method of this name of what gives `{T}`",
    label = "called on no array and no slice",
    note = "`windows`, `chunks` and `chunks_exact` are gone over where they are called on an array or a slice"
)]
pub trait SeenCut<T> {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<Windows<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<Chunks<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<ChunksExact<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<ChunksMut<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<ChunksExactMut<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<RChunks<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<RChunksExact<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<RChunksMut<'_, T>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<T> SeenCut<RChunksExactMut<'_, T>> for DeviceCode {}

/// What `windows` and its relatives give.
pub const fn cut<T>(slices: T) -> T
where
    DeviceCode: SeenCut<T>,
{
    slices
}

/// What the closure of `flat_map` gives.
#[diagnostic::on_unimplemented(
    message = "device code does not go over `{T}`",
    label = "this gives a `{T}`",
    note = "let the closure end in a range, an array, an option or iterators over them"
)]
pub trait SeenInner<T> {}

macro_rules! inner {
    ($([$($generic:tt)*] $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> SeenInner<$ty> for DeviceCode {}
    )*};
}

inner! {
    [T] Range<T>;
    [T] RangeFrom<T>;
    [T] RangeInclusive<T>;
    [T, const N: usize] [T; N];
    [T, const N: usize] &[T; N];
    [T, const N: usize] &mut [T; N];
    [T] &[T];
    [T] &mut [T];
    [T] Option<T>;
    [T] &Option<T>;
    [T] &mut Option<T>;
    [T] std::slice::Iter<'_, T>;
    [T] std::slice::IterMut<'_, T>;
    [T, const N: usize] std::array::IntoIter<T, N>;
    [T] Windows<'_, T>;
    [T] Chunks<'_, T>;
    [T] ChunksExact<'_, T>;
    [T] ChunksMut<'_, T>;
    [T] ChunksExactMut<'_, T>;
    [T] RChunks<'_, T>;
    [T] RChunksExact<'_, T>;
    [T] RChunksMut<'_, T>;
    [T] RChunksExactMut<'_, T>;
    [T] std::option::Iter<'_, T>;
    [T] std::option::IterMut<'_, T>;
    [T] std::option::IntoIter<T>;
    [A, B] Chain<A, B>;
    [A, B] Zip<A, B>;
    [I] Cloned<I>;
    [I] Copied<I>;
    [I] Cycle<I>;
    [I] Enumerate<I>;
    [I] Rev<I>;
    [I] Skip<I>;
    [I] StepBy<I>;
    [I] Take<I>;
    [I, F] Filter<I, F>;
    [I, F] FilterMap<I, F>;
    [I, F] Inspect<I, F>;
    [I, F] Map<I, F>;
    [I, F] MapWhile<I, F>;
    [I, F] SkipWhile<I, F>;
    [I, F] TakeWhile<I, F>;
    [I, S, F] Scan<I, S, F>;
    [I: Iterator<Item: IntoIterator>] Flatten<I>;
    [I, U: IntoIterator, F] FlatMap<I, U, F>;
}

/// The items of `flat_map`.
pub fn flattened<I, U: IntoIterator, F>(items: FlatMap<I, U, F>) -> FlatMap<I, U, F>
where
    DeviceCode: SeenInner<U>,
{
    items
}

/// The items of `flatten`, before it.
pub fn nested<I: Iterator<Item: IntoIterator>>(items: I) -> I
where
    DeviceCode: SeenInner<I::Item>,
{
    items
}
