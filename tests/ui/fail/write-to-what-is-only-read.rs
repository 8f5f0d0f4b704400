use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Count {
    table: ReadOnly<u32>,
}

#[execute]
impl Execute for Count {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        self.table.set(*at, 1);
    }
}

fn main() {}
