#![allow(non_snake_case)]
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Disc {
    pub radius: f32,
}

#[device]
impl Disc {
    pub fn New(radius: f32) -> Self {
        Self { radius }
    }
}

#[device]
pub fn radius(x: f32) -> f32 {
    Disc::New(x).radius
}

fn main() {}
