use whipple::prelude::*;

#[device]
pub trait Half {
    fn half(&self) -> f32;
}

#[device]
impl Half for f32 {
    fn half(&self) -> f32 {
        *self * 0.5
    }
}

impl<T: Half + Copy> Half for &T {
    fn half(&self) -> f32 {
        (**self).half() + 1.0
    }
}

fn main() {}
