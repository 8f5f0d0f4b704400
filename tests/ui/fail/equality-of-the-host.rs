use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Angle {
    pub degrees: u32,
}

impl PartialEq for Angle {
    fn eq(&self, other: &Angle) -> bool {
        self.degrees % 360 == other.degrees % 360
    }
}

fn main() {}
