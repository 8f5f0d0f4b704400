use whipple::prelude::*;

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

#[device]
pub fn area(side: f32) -> f32 {
    square!(side)
}

#[device]
macro_rules! half {
    ($x:expr) => {
        $x, 2
    };
}

#[device]
pub fn halved(side: f32) -> f32 {
    half!(side)
}

#[device]
half!(2.0);

fn main() {}
