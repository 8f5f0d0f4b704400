//! Bound of the renderer of several samples.

use super::{dice::Dice, split::Split};
use crate::reyes::{
    geometry::{camera::Camera, cell::Piece},
    pipeline::{
        bound::{Fate, Projection, judge},
        progress::{FINISHED, LIMITED, share},
    },
    scene::surface::Surface,
};
use whipple::prelude::*;

/// As [`bound::Bound`](crate::reyes::pipeline::bound::Bound), also of pieces that move or are seen from both sides.
#[procedure(level = 0, threads = 16, shared = Projection)]
pub struct Bound {
    /// The view.
    pub camera: Camera,
    /// The surface of each patch.
    pub surfaces: ReadOnly<Surface>,
    /// Whether any patch moves.
    pub moving: bool,
    /// Whether backs are seen.
    pub two_sided: bool,
    /// See [`progress`](crate::reyes::pipeline::progress).
    pub progress: Buffer<u64>,
    /// Whether finished pieces are counted in `progress`.
    pub track: bool,
}

#[execute]
impl Execute for Bound {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        let mut motion = Vec3::ZERO;
        if self.moving {
            motion = self.surfaces.get(piece.cell.patch).motion;
        }
        let verdict = judge(ctx, &ctx.shared().screen, piece, self.camera, self.moving, motion, self.two_sided);
        if ctx.thread() == 0 {
            if verdict.limited {
                self.progress.fetch_add(LIMITED, 1);
            }
            if verdict.fate == Fate::Dice {
                ctx.spawn::<Dice>(verdict.cell);
            } else if verdict.fate == Fate::Split {
                ctx.spawn::<Split>(Piece { patch: piece.patch, cell: verdict.cell });
            } else if self.track {
                self.progress.fetch_add(FINISHED, share(verdict.cell.halvings()));
            }
        }
    }
}
