use whipple::prelude::*;

#[device]
pub fn f(a: u32) -> Result<u32, u32> {
    if a > 3 { Ok(a) } else { Err(0) }
}

fn main() {}
