use whipple::prelude::*;

#[device]
fn is_small(x: u32) -> bool {
    matches!(x)
}

fn main() {}
