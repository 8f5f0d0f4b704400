//! Constants come before functions in C++; rustc evaluates those that are numbers.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Camera {
    width: u32,
}

#[device]
impl Camera {
    const fn wide(factor: u32) -> Self {
        Self { width: factor * 3 }
    }
}

#[device]
const CAMERA: Camera = Camera::wide(2);

fn main() {}
