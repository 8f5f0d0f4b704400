use whipple::prelude::*;

#[device]
#[repr(i32)]
pub enum Side {
    Left = -1,
    Middle = 0,
}

fn main() {}
