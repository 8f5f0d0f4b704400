use whipple::prelude::*;

#[procedure(level = 1, threads = 64)]
pub struct Step {
    pub out: Buffer<u32>,
}

#[execute]
impl Execute for Step {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        if Context::thread(ctx) == 0 {
            Buffer::set(&self.out, 0, *n);
        }
    }
}

fn main() {}
