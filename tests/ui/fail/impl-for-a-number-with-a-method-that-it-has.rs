use whipple::prelude::*;

#[device]
pub trait Size {
    fn abs(self) -> Self;
}

#[device]
impl Size for f32 {
    fn abs(self) -> Self {
        if self < 1.0 { 1.0 } else { self }
    }
}

fn main() {}
