//! Split by one thread.

use super::bound::Bound;
use crate::{
    cell::Piece,
    split::{halve_curve, row_or_column},
};
use whipple::prelude::*;

/// As [`split::Split`](crate::split::Split), one row or column of control points after the other.
#[procedure(level = 2)]
pub struct Split;

#[execute]
impl Execute for Split {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        let mut first = Piece { patch: piece.patch, cell: piece.cell.half(0) };
        let mut second = Piece { patch: piece.patch, cell: piece.cell.half(1) };
        for index in 0..4u32 {
            let curve = halve_curve(piece, index);
            let (start, step) = row_or_column(piece, index);
            for k in 0..4u32 {
                first.patch.points[(start + k * step) as usize] = curve[k as usize];
                second.patch.points[(start + k * step) as usize] = curve[k as usize + 3];
            }
        }
        ctx.spawn::<Bound>(first);
        ctx.spawn::<Bound>(second);
    }
}
