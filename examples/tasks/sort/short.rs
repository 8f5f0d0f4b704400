//! Short parts, which a block sorts in shared memory.

use super::{Part, SHORT};
use whipple::prelude::*;

/// Sorts a short part in shared memory, by a bitonic network.
#[procedure(level = 1, threads = 256, shared = SharedArray<u32, 2048>)]
pub struct SortShort {
    pub numbers: Buffer<u32>,
    pub other: Buffer<u32>,
}

#[execute]
impl Execute for SortShort {
    type Item = Part;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, part: &Part) {
        let values = ctx.shared();
        for i in (ctx.thread()..SHORT).step_by(256) {
            values.set(i, if i < part.length { self.numbers.get(part.start + i) } else { u32::MAX });
        }
        let mut run = 2;
        while run <= SHORT {
            let mut distance = run / 2;
            while distance > 0 {
                ctx.barrier();
                for pair in (ctx.thread()..SHORT / 2).step_by(256) {
                    let low = 2 * pair - (pair & (distance - 1));
                    let (a, b) = (values.get(low), values.get(low + distance));
                    if (a > b) == (low & run == 0) {
                        values.set(low, b);
                        values.set(low + distance, a);
                    }
                }
                distance /= 2;
            }
            run *= 2;
        }
        ctx.barrier();
        for i in (ctx.thread()..part.length).step_by(256) {
            if part.swapped == 1 {
                self.other.set(part.start + i, values.get(i));
            } else {
                self.numbers.set(part.start + i, values.get(i));
            }
        }
        ctx.finish(());
    }
}
