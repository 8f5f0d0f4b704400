use whipple::prelude::*;

pub trait Named {
    fn name(self) -> u32;
}

#[device]
pub trait Half: Named {
    fn half(self) -> Self;
}

impl Named for f32 {
    fn name(self) -> u32 {
        3
    }
}

#[device]
impl Half for f32 {
    fn half(self) -> Self {
        self * 0.5
    }
}

fn main() {}
