//! `std::cmp::Reverse`: what C++ calls it. Of what a reference is to, it holds a copy, which is compared alike.

use super::{
    Piece,
    ask::{Kept, Named, Whole},
};
use crate::device_type::Typed;
use std::cmp::Reverse;

/// The name of its class, as it begins.
pub(crate) const REVERSE: &str = "::whipple::Reverse<";

// The one instance by which rustc finds that a path without arguments leads to std's.
#[diagnostic::do_not_recommend]
impl Typed for Reverse<()> {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text(REVERSE), Piece::Text("Unit>")];
}

#[diagnostic::do_not_recommend]
impl<T: Whole> Whole for Reverse<T> {}

impl<T: Named> Named for Reverse<T> {
    const WHIPPLE_NAME: &'static [Piece] = &[Piece::Text(REVERSE), Piece::Type(T::WHIPPLE_NAME), Piece::Text(">")];
}

impl<T: Kept> Kept for Reverse<T> {
    const WHIPPLE_KEPT: &'static [Piece] = &[Piece::Text(REVERSE), Piece::Type(T::WHIPPLE_BEHIND), Piece::Text(">")];
}
