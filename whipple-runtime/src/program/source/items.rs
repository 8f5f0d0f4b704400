//! What a function of the user's gives as `impl Iterator`.

use super::{
    Piece,
    ask::{Fields, Named, Whole},
    seen::{
        DeviceCode, SeenClone, SeenOrd, SeenReceiver,
        found::{ATypeHasOneMethodOfANameRenameOne, Method, OfType},
        iterators::{Number, SeenInner, SeenLent, SeenOwn},
        methods::{SeenMethod, hash},
        operators::SeenGoneOver,
    },
    writer::same,
};
use std::iter::{Product, Sum};

/// The iterator. A function under `#[device]` gives it in the place of the `impl Iterator` that is written.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Items<I>(I);

impl<I: Iterator> Items<I> {
    /// An iterator over items of this type.
    pub const fn of<T>(items: I) -> Self
    where
        I: Iterator<Item = T>,
    {
        Self(items)
    }

    /// As that of an iterator, of what device code adds.
    pub fn sum<S: Number + Sum<I::Item>>(self) -> S
    where
        I::Item: Number,
    {
        Iterator::sum(self)
    }

    /// As that of an iterator, of what device code multiplies.
    pub fn product<S: Number + Product<I::Item>>(self) -> S
    where
        I::Item: Number,
    {
        Iterator::product(self)
    }
}

// Device code asks it for `next` alone.
impl<I: Iterator> Iterator for Items<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

/// The methods that its class has in C++, beside those that are loops.
const METHODS: [&str; 9] = ["next", "nth", "count", "last", "min", "max", "sum", "product", "clone"];

/// Whether this is one of them.
pub(super) const fn has_items(name: &str) -> bool {
    super::names_contain(&METHODS, name)
}

/// What a method is called on.
#[derive(Debug)]
pub struct Given;

impl Named for Given {
    const WHIPPLE_NAME: &'static [Piece] = &[Piece::Text("detail::Given")];
}

/// Whether this is what a method is called on.
pub(super) const fn is_given(owner: &[Piece]) -> bool {
    matches!((owner, Given::WHIPPLE_NAME), ([Piece::Text(name)], [Piece::Text(given)]) if same(name, given))
}

#[diagnostic::do_not_recommend]
impl<I> Whole for Items<I> {}
#[diagnostic::do_not_recommend]
impl<I> Fields for Items<I> {}

#[diagnostic::do_not_recommend]
impl<I> SeenOwn<Items<I>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<I> SeenLent<Items<I>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<I> SeenInner<Items<I>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<I> SeenGoneOver<Items<I>> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<I, W> SeenClone<Items<I>, W> for DeviceCode {}
impl<I> SeenReceiver<Items<I>> for DeviceCode {
    type Of = Given;
    type Parts = ();
    type Value = Items<I>;
}

// What the result is says which one is called, and the call behind a copy has none.
macro_rules! of_results {
    ($($name:ident)*) => {$(
        const _: () = {
            #[derive(Debug)]
            pub struct Anywhere;
            impl Anywhere {
                pub fn $name(&self) {}
            }
            impl ATypeHasOneMethodOfANameRenameOne<{ hash(stringify!($name)) }, Given> for DeviceCode {
                type Of = OfType;
                #[expect(refining_impl_trait, reason = "the copies call the method on it")]
                fn found(_: &Method<{ hash(stringify!($name)) }, Given>) -> Anywhere {
                    Anywhere
                }
            }
        };
    )*};
}

of_results! { sum product }

macro_rules! methods {
    ($($name:literal)*; $($ordered:literal)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<I, O> SeenMethod<{ hash($name) }, Items<I>, O> for DeviceCode {}
        )*
        $(
            #[diagnostic::do_not_recommend]
            impl<I: Iterator, O> SeenMethod<{ hash($ordered) }, Items<I>, O> for DeviceCode where
                Self: SeenOrd<I::Item, ()>
            {
            }
        )*
    };
}

methods! { "next" "nth" "count" "last" "sum" "product" "clone"; "min" "max" }
