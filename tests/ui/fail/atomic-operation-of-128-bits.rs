use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Least {
    pub sums: Buffer<u128>,
}

#[execute]
impl Execute for Least {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        self.sums.fetch_min(*at, 1 << 70);
    }
}

fn main() {}
