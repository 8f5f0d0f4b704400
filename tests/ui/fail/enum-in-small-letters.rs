#![allow(non_camel_case_types)]
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum shape {
    Dot,
    Ball,
}

#[device]
pub fn is_dot(of: shape) -> bool {
    of == shape::Dot
}

#[device]
pub fn radius(of: shape) -> f32 {
    match of {
        shape::Dot => 0.0,
        shape::Ball => 1.0,
    }
}

fn main() {}
