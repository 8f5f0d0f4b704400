use whipple::prelude::*;

#[device]
pub struct Item {
    values: (u8, u8, u8, u8, u8, u8, u8),
    texts: Option<String>,
    empty: [Option<u32>; 0],
}

fn main() {}
