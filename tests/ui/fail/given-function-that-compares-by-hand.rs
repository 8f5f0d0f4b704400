use whipple::prelude::*;

#[device]
pub trait Shape: Copy + PartialEq {
    fn is(&self, other: Self) -> bool {
        *self == other
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub side: f32,
}

impl PartialEq for Square {
    fn eq(&self, other: &Square) -> bool {
        self.side.abs() == other.side.abs()
    }
}

#[device]
impl Shape for Square {}

fn main() {}
