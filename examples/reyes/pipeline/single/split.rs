//! Split by one thread.

use super::bound::Bound;
use crate::reyes::{
    geometry::{camera::Camera, cell::Piece},
    pipeline::split::part,
};
use whipple::prelude::*;

/// As [`split::Split`](crate::reyes::pipeline::split::Split), one part after the other.
#[procedure(level = 2, max_spawns = 16)]
pub struct Split {
    /// The view.
    pub camera: Camera,
}

#[execute]
impl Execute for Split {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        for number in 0..piece.cell.parts() {
            ctx.spawn::<Bound>(part(piece, number, self.camera));
        }
    }
}
