//! Split of the renderer of several samples.

use super::bound::Bound;
use crate::{
    cell::Piece,
    split::{Half, half_of, halve_curve},
};
use whipple::prelude::*;

/// As [`split::Split`](crate::split::Split).
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
