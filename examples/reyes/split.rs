//! Split: halves a patch along its longer axis (Steinberger et al. 2014, section 6.1).

use super::{bound::Bound, cell::Piece, patch::halve};
use whipple::{prelude::*, procedure::WarpLevel};

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
        let thread = ctx.thread();
        let curve = halve_curve(piece, thread);
        let first = half_of(ctx, &ctx.shared().points, piece, curve, 0);
        if thread == 0 {
            ctx.spawn::<Bound>(first);
        }
        let second = half_of(ctx, &ctx.shared().points, piece, curve, 1);
        if thread == 1 {
            ctx.spawn::<Bound>(second);
        }
    }
}

/// The first control point of the row or column `index` of a piece along the axis to halve, and the step to the next.
#[device]
pub fn row_or_column(piece: &Piece, index: u32) -> (u32, u32) {
    if piece.cell.axis == 0 { (4 * index, 1_u32) } else { (index, 4_u32) }
}

/// The row or column `index` of a piece, halved.
#[device]
pub fn halve_curve(piece: &Piece, index: u32) -> [Vec3; 7] {
    let (start, step) = row_or_column(piece, index);
    halve(
        piece.patch.points[start as usize],
        piece.patch.points[(start + step) as usize],
        piece.patch.points[(start + 2 * step) as usize],
        piece.patch.points[(start + 3 * step) as usize],
    )
}

/// The first (`second` is 0) or second (1) half of a piece, put together by four threads with a `curve` each. The halves take
/// turns in shared memory.
#[device]
pub fn half_of<P: WarpLevel>(
    ctx: &Context<P>,
    points: &SharedArray<Vec3, 16>,
    piece: &Piece,
    curve: [Vec3; 7],
    second: u32,
) -> Piece {
    let (start, step) = row_or_column(piece, ctx.thread());
    ctx.warp_barrier();
    for k in 0..4u32 {
        points.set(start + k * step, curve[(k + 3 * second) as usize]);
    }
    ctx.warp_barrier();
    let mut half = Piece { patch: piece.patch, cell: piece.cell.half(second as u16) };
    for k in 0..16u32 {
        half.patch.points[k as usize] = points.get(k);
    }
    half
}
