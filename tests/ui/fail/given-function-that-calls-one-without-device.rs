use whipple::prelude::*;

pub trait Sided {
    fn sides() -> u32;
}

#[device]
pub trait Shape: Sided {
    fn corners(&self) -> u32 {
        Self::sides()
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub side: f32,
}

impl Sided for Square {
    fn sides() -> u32 {
        4
    }
}

#[device]
impl Shape for Square {}

fn main() {}
