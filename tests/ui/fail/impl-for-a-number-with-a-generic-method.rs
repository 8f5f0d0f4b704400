use whipple::prelude::*;

#[device]
pub trait Half {
    fn half<T: Copy>(self, by: T) -> Self;
}

#[device]
impl Half for f32 {
    fn half<T: Copy>(self, _: T) -> Self {
        self * 0.5
    }
}

fn main() {}
