use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        for child in 0..*item {
            if child > 3 {
                ctx.spawn::<Work>(child);
            } else {
                ctx.spawn::<Work>(1);
            }
        }
        let mut n = *item;
        while n > 0 {
            ctx.spawn::<Work>(n);
            n /= 2;
        }
    }
}

fn main() {}
