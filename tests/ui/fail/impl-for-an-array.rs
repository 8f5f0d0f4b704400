use whipple::prelude::*;

#[device]
pub trait Half {
    fn half(self) -> Self;
}

#[device]
impl Half for [f32; 2] {
    fn half(self) -> Self {
        [self[0] * 0.5, self[1] * 0.5]
    }
}

fn main() {}
