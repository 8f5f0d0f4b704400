use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        for row in 0..4_u32 {
            for column in 0..*item {
                ctx.spawn::<Work>(row * column);
            }
        }
    }
}

fn main() {}
