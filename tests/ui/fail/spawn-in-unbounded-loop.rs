use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = Item;
    fn execute(&self, ctx: &Context<Self>, item: &Item) {
        let mut count = 0_u32;
        while count < 10 {
            ctx.spawn::<Work>(*item);
            count += 1;
        }
    }
}

fn main() {}
