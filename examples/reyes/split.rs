//! Split: halves a patch along its longer axis (Steinberger et al. 2014, section 6.1).

use super::{
    bound::Bound,
    patch::{Patch, halve},
};
use whipple::prelude::*;

/// What the threads of [`Split`] share: 192 bytes (table 5).
#[device]
pub struct Half {
    /// The control points of one half.
    pub points: SharedArray<Vec3, 16>,
}

/// Halves a patch along the axis that [`Bound`] found longer; one row or column of control points a thread.
#[procedure(level = 0, threads = 4, shared = Half)]
pub struct Split;

#[execute]
impl Execute for Split {
    type Item = Patch;

    fn execute(&self, ctx: &Context<Self>, patch: &Patch) {
        // A curve of the patch along the axis starts at `start` and has a control point every `step`.
        let thread = ctx.thread();
        let (start, step) = if patch.axis == 0 { (4 * thread, 1u32) } else { (thread, 4u32) };
        let curve = halve(
            patch.points[start as usize],
            patch.points[(start + step) as usize],
            patch.points[(start + 2 * step) as usize],
            patch.points[(start + 3 * step) as usize],
        );

        // The halves take turns in shared memory.
        let shared = ctx.shared();
        for k in 0..4u32 {
            shared.points.set(start + k * step, curve[k as usize]);
        }
        ctx.warp_barrier();
        if thread == 0 {
            let mut half = *patch;
            half.depth = patch.depth + 1;
            for k in 0..16u32 {
                half.points[k as usize] = shared.points.get(k);
            }
            ctx.spawn::<Bound>(half);
        }
        ctx.warp_barrier();
        for k in 0..4u32 {
            shared.points.set(start + k * step, curve[k as usize + 3]);
        }
        ctx.warp_barrier();
        if thread == 1 {
            let mut half = *patch;
            half.depth = patch.depth + 1;
            for k in 0..16u32 {
                half.points[k as usize] = shared.points.get(k);
            }
            ctx.spawn::<Bound>(half);
        }
    }
}
