use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        let mut n = *item;
        loop {
            ctx.spawn::<Work>(n);
            n /= 2;
            if n == 0 {
                break;
            }
        }
    }
}

fn main() {}
