//! Iterators that are compared with others: what the items of both are.

use super::{DeviceCode, SeenOrd, SeenPartialEq, SeenPartialOrd};
use crate::source::ask::never;
use std::{cmp::Ordering, marker::PhantomData};

/// An iterator that is compared with another one of the same items, or whose items are.
#[derive(Debug)]
pub struct Compared<I, W = ()>(PhantomData<(I, W)>);

/// What `eq`, `lt`, `cmp` and the like are called on.
pub fn items_compared<I: Iterator>(_items: I) -> Compared<I> {
    Compared(PhantomData)
}

/// In the copy of a body over types: that a type parameter is compared by its bounds, which are looked at where the function is called.
#[derive(Debug)]
pub struct OverTypes;

/// The same in a function over types.
pub fn items_compared_over_types<I: Iterator>(_items: I) -> Compared<I, OverTypes> {
    Compared(PhantomData)
}

impl<I: Iterator<Item: PartialEq>, W> Compared<I, W>
where
    DeviceCode: SeenPartialEq<I::Item, W>,
{
    /// As that of an iterator.
    pub fn eq<J: IntoIterator<Item = I::Item>>(self, _other: J) -> bool {
        never()
    }

    /// As that of an iterator.
    pub fn ne<J: IntoIterator<Item = I::Item>>(self, _other: J) -> bool {
        never()
    }
}

impl<I: Iterator<Item: PartialOrd>, W> Compared<I, W>
where
    DeviceCode: SeenPartialOrd<I::Item, W>,
{
    /// As that of an iterator.
    pub fn lt<J: IntoIterator<Item = I::Item>>(self, _other: J) -> bool {
        never()
    }

    /// As that of an iterator.
    pub fn le<J: IntoIterator<Item = I::Item>>(self, _other: J) -> bool {
        never()
    }

    /// As that of an iterator.
    pub fn gt<J: IntoIterator<Item = I::Item>>(self, _other: J) -> bool {
        never()
    }

    /// As that of an iterator.
    pub fn ge<J: IntoIterator<Item = I::Item>>(self, _other: J) -> bool {
        never()
    }

    /// As that of an iterator.
    pub fn partial_cmp<J: IntoIterator<Item = I::Item>>(self, _other: J) -> Option<Ordering> {
        never()
    }
}

impl<I: Iterator<Item: Ord>, W> Compared<I, W>
where
    DeviceCode: SeenOrd<I::Item, W>,
{
    /// As that of an iterator.
    pub fn cmp<J: IntoIterator<Item = I::Item>>(self, _other: J) -> Ordering {
        never()
    }

    /// As that of an iterator.
    pub fn min(self) -> Option<I::Item> {
        never()
    }

    /// As that of an iterator.
    pub fn max(self) -> Option<I::Item> {
        never()
    }
}
