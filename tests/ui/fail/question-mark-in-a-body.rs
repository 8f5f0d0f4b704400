//! `?` where nothing is returned.

use whipple::prelude::*;

#[device]
pub fn half(n: u32) -> Option<u32> {
    if n % 2 == 0 { Some(n / 2) } else { None }
}

#[procedure(level = 2)]
pub struct Halve {
    pub values: Buffer<u32>,
}

#[execute]
impl Execute for Halve {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        let value = half(self.values.get(*at))?;
        self.values.set(*at, value);
    }
}

fn main() {}
