//! Split of the renderer of several samples.

use super::bound::Bound;
use crate::reyes::{
    geometry::{camera::Camera, cell::Piece},
    pipeline::split::part_of_thread,
    scene::surface::Surface,
};
use whipple::prelude::*;

/// As [`split::Split`](crate::reyes::pipeline::split::Split), also of pieces that move.
#[procedure(level = 0, threads = 16)]
pub struct Split {
    /// The view.
    pub camera: Camera,
    /// The surface of each patch.
    pub surfaces: ReadOnly<Surface>,
    /// Whether any patch moves.
    pub moving: bool,
}

#[execute]
impl Execute for Split {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        let mut motion = Vec3::ZERO;
        if self.moving {
            motion = self.surfaces.get(piece.cell.patch).motion;
        }
        let part = part_of_thread(ctx, piece, self.camera, self.moving, motion);
        if ctx.thread() < piece.cell.parts() {
            ctx.spawn::<Bound>(part);
        }
    }
}
