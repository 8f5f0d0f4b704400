//! Split: halves a patch along its longer axis (Steinberger et al. 2014, section 6.1).

use super::{
    bound::Bound,
    cell::Piece,
    patch::{Patch, halve},
};
use whipple::prelude::*;

/// What the threads of [`Split`] share: 192 bytes (table 5).
#[device]
pub struct Half {
    /// The control points of one half.
    pub points: SharedArray<Vec3, 16>,
}

/// Halves a piece along the axis that [`Bound`] found longer; one row or column of control points a thread.
#[procedure(level = 0, threads = 4, shared = Half)]
pub struct Split;

#[execute]
impl Execute for Split {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        // A curve of the piece along the axis starts at `start` and has a control point every `step`.
        let thread = ctx.thread();
        let (start, step) = if piece.cell.axis == 0 { (4 * thread, 1u32) } else { (thread, 4u32) };
        let curve = halve_curve(&piece.patch, start, step);

        // The halves take turns in shared memory.
        let shared = ctx.shared();
        for k in 0..4u32 {
            shared.points.set(start + k * step, curve[k as usize]);
        }
        ctx.warp_barrier();
        if thread == 0 {
            ctx.spawn::<Bound>(Piece { patch: gather(&shared.points), cell: piece.cell.half(0) });
        }
        ctx.warp_barrier();
        for k in 0..4u32 {
            shared.points.set(start + k * step, curve[k as usize + 3]);
        }
        ctx.warp_barrier();
        if thread == 1 {
            ctx.spawn::<Bound>(Piece { patch: gather(&shared.points), cell: piece.cell.half(1) });
        }
    }
}

/// The curve of control points from `start`, one every `step`, halved.
#[device]
pub fn halve_curve(patch: &Patch, start: u32, step: u32) -> [Vec3; 7] {
    halve(
        patch.points[start as usize],
        patch.points[(start + step) as usize],
        patch.points[(start + 2 * step) as usize],
        patch.points[(start + 3 * step) as usize],
    )
}

/// The patch that the threads have put together.
#[device]
pub fn gather(points: &SharedArray<Vec3, 16>) -> Patch {
    let mut patch = Patch { points: [Vec3::ZERO; 16] };
    for k in 0..16u32 {
        patch.points[k as usize] = points.get(k);
    }
    patch
}
