use whipple::prelude::*;

pub trait Convert<T> {
    fn convert(&self) -> T;
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub side: f32,
}

#[device]
impl Convert<u32> for Square {
    fn convert(&self) -> u32 {
        self.side as u32
    }
}

#[device]
impl Convert<f32> for Square {
    fn convert(&self) -> f32 {
        self.side
    }
}

fn main() {}
