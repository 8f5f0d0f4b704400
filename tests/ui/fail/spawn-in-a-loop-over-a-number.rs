//! In a program too, this is said once.
use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Work;

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        for child in 0..*item {
            ctx.spawn::<Work>(child);
        }
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
