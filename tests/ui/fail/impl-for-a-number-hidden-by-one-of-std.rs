use whipple::prelude::*;

#[device]
pub trait Kind {
    fn classify(self) -> u32;
}

#[device]
impl Kind for f32 {
    fn classify(self) -> u32 {
        if self < 0.0 { 1 } else { 2 }
    }
}

fn main() {}
