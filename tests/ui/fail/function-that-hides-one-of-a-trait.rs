use whipple::prelude::*;

pub trait Flat {
    fn size(&self) -> f32;
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub side: f32,
}

#[device]
impl Flat for Square {
    fn size(&self) -> f32 {
        self.side * self.side
    }
}

#[device]
impl Square {
    pub fn size(&self) -> f32 {
        self.side
    }
}

fn main() {}
