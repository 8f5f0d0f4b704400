//! Iterators that are compared with others: what the items of both are.

use super::{DeviceCode, SeenOrd, SeenPartialEq, SeenPartialOrd};
use crate::source::ask::never;
use std::{cmp::Ordering, marker::PhantomData};

/// An iterator that is compared with another one of the same items.
#[derive(Debug)]
pub struct Compared<I>(PhantomData<I>);

/// What `eq`, `lt`, `cmp` and the like are called on.
pub fn items_compared<I: Iterator>(_items: I) -> Compared<I> {
    Compared(PhantomData)
}

impl<I: Iterator<Item: PartialEq>> Compared<I>
where
    DeviceCode: SeenPartialEq<I::Item, ()>,
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

impl<I: Iterator<Item: PartialOrd>> Compared<I>
where
    DeviceCode: SeenPartialOrd<I::Item, ()>,
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

impl<I: Iterator<Item: Ord>> Compared<I>
where
    DeviceCode: SeenOrd<I::Item, ()>,
{
    /// As that of an iterator.
    pub fn cmp<J: IntoIterator<Item = I::Item>>(self, _other: J) -> Ordering {
        never()
    }
}
