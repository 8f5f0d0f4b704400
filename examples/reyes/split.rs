//! Split: cuts a patch into halves, and these again (Steinberger et al. 2014, section 6.1).

use super::{
    bound::Bound,
    camera::Camera,
    cell::Piece,
    patch::{Patch, half, is_short_border},
};
use whipple::prelude::*;

/// The most halvings by one task. In the paper it is one. A patch that is far too large needs several in any case, and each
/// task in their chain waits for its turn: with four, eight halvings one after the other are two tasks.
#[device]
pub const MOST_CUTS: u32 = 4;

/// Halves a piece along the axes that [`Bound`] found; one part a thread.
#[procedure(level = 0, threads = 16)]
pub struct Split {
    /// The view.
    pub camera: Camera,
}

#[execute]
impl Execute for Split {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        if ctx.thread() < piece.cell.parts() {
            ctx.spawn::<Bound>(part(piece, ctx.thread(), self.camera, false, Vec3::ZERO));
        }
    }
}

/// Part `number` of those that its cuts make of a piece: bit k of the number says which half the cut k leaves.
///
/// Which borders are short is found for each piece in between, as if it were bounded: [`cell`](super::cell). A scene that is
/// `moving` moves by `motion` while the shutter is open.
#[device]
pub fn part(piece: &Piece, number: u32, camera: Camera, moving: bool, motion: Vec3) -> Piece {
    let mut part = *piece;
    let mut cuts = piece.cell.cuts as u32;
    let mut halves = number;
    while cuts > 1 {
        let (axis, second) = (cuts & 1, halves & 1);
        part.cell = part.cell.half(axis, second as u16);
        part.patch = half(&part.patch, axis, second);
        cuts >>= 1;
        halves >>= 1;
        if cuts > 1 {
            let mut short = short_borders(&part.patch, camera, Vec3::ZERO);
            if moving {
                short &= short_borders(&part.patch, camera, motion);
            }
            part.cell.short = short as u8;
        }
    }
    part
}

/// The borders of a piece, moved by `motion`, that are short: bit k says it of border k.
#[device]
pub fn short_borders(patch: &Patch, camera: Camera, motion: Vec3) -> u32 {
    let mut short = 0u32;
    for border in 0..4u32 {
        if is_short(patch, border, camera, motion) {
            short |= 1 << border;
        }
    }
    short
}

/// Whether a border of a piece that is moved by `motion` is [short](super::patch::is_short_border). The borders are, from 0:
/// v = 0, v = 1, u = 0, u = 1.
#[device]
pub fn is_short(patch: &Patch, border: u32, camera: Camera, motion: Vec3) -> bool {
    let start = if border == 1 {
        12_usize
    } else if border == 3 {
        3
    } else {
        0
    };
    let step = if border < 2 { 1_usize } else { 4 };
    let mut screen = [Vec2::ZERO; 4];
    let mut depths = [0.0; 4];
    for k in 0..4usize {
        let projected = camera.project(patch.points[start + k * step] + motion);
        screen[k] = camera.on_screen(projected);
        depths[k] = projected.z;
    }
    is_short_border(screen, depths, camera.near)
}
