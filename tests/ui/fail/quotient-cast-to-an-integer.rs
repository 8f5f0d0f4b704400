#![deny(deprecated)]

use whipple::prelude::*;

#[device]
pub fn cell(x: f32, width: f32) -> i32 {
    (x / width) as i32
}

#[device]
pub fn rounded(x: f32, width: f32) -> i32 {
    (x / width).floor() as i32 + (x / 4.0) as i32
}

#[device]
pub fn of_other_types(x: f64, y: f64, a: u32, b: u32) -> u32 {
    (x / y) as u32 + (a / b) as u32
}

#[device]
#[allow(deprecated)]
pub fn silenced(x: f32, width: f32) -> u32 {
    (x / width) as u32
}

fn main() {}
