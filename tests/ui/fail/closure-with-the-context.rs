use whipple::prelude::*;

#[device]
pub fn each_below(number: u32, visit: impl Fn(u32)) {
    for i in 0..number {
        visit(i);
    }
}

#[procedure(level = 1, threads = 32)]
pub struct Sum {
    pub sums: Buffer<u32>,
}

#[execute]
impl Execute for Sum {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        each_below(*number, |i| {
            ctx.barrier();
            self.sums.fetch_add(0, i);
        });
    }
}

fn main() {}
