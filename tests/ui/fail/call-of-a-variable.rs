use whipple::prelude::*;

#[device]
fn step(x: u32) -> u32 {
    x + 1
}

#[device]
pub fn twice(x: u32) -> u32 {
    let chosen = step;
    chosen(x) + x
}

fn main() {}
