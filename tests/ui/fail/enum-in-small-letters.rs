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

fn main() {}
