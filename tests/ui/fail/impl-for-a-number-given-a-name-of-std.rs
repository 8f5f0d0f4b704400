use whipple::prelude::*;

#[device]
pub trait Kind: Copy {
    fn kind(self) -> u32;
    fn classify(self) -> u32 {
        self.kind() + 1
    }
}

#[device]
impl Kind for f32 {
    fn kind(self) -> u32 {
        if self < 0.0 { 1 } else { 2 }
    }
}

fn main() {}
