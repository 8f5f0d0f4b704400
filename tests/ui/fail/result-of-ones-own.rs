use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Result {
    Ok(u32),
    Err,
}

fn main() {}
