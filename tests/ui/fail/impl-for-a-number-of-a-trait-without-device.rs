use whipple::prelude::*;

pub trait Half {
    fn half(self) -> Self;
}

#[device]
impl Half for f32 {
    fn half(self) -> Self {
        self * 0.5
    }
}

fn main() {}
