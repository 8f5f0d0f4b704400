use whipple::prelude::*;

#[device]
pub fn boxed(a: u32) -> u32 {
    let value = Box::new(a);
    *value
}

fn main() {}
