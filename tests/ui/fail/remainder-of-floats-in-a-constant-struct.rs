use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Rests {
    of_seven: f32,
}

#[device]
pub const RESTS: Rests = Rests { of_seven: 7.5 % 2.0 };

fn main() {}
