//! The smaller of two floats, at once.

use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Nearest {
    pub distances: Buffer<f32>,
}

#[execute]
impl Execute for Nearest {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        self.distances.fetch_min(*at, 1.5);
    }
}

fn main() {}
