use whipple::prelude::*;

#[device]
pub enum Texel {
    R8_G8(u8, u8),
    Float(f32),
}

fn main() {}
