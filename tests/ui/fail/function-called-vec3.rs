use whipple::prelude::*;

#[device]
pub fn vec3(a: u32) -> u32 {
    a
}

fn main() {}
