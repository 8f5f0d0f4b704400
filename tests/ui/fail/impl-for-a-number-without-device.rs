use whipple::prelude::*;

#[device]
pub trait Half {
    fn half(self) -> Self;
}

impl Half for f32 {
    fn half(self) -> Self {
        self * 0.5
    }
}

#[device]
pub fn halved<T: Half>(x: T) -> T {
    x.half()
}

fn main() {}
