//! The second time, only some threads ask.
use whipple::prelude::*;

#[procedure(level = 1, threads = 64)]
pub struct Step;

#[execute]
impl Execute for Step {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        let mut k = 0;
        while ctx.barrier_any(k < *n) {
            k += 1;
            if ctx.thread() == 3 {
                break;
            }
        }
    }
}

fn main() {}
