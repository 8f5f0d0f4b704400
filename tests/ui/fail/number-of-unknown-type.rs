use whipple::prelude::*;

#[device]
pub fn marked(a: u32) -> u32 {
    a + 5w3
}

fn main() {}
