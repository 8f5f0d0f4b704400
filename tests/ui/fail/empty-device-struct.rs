//! C++ gives a struct without fields a byte, and Rust none.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Nothing;

#[device]
#[derive(Clone, Copy)]
pub struct Ray {
    pub kind: Nothing,
    pub depth: u32,
}

#[procedure(level = 2)]
pub struct Trace;

#[execute]
impl Execute for Trace {
    type Item = Ray;
    fn execute(&self, _ctx: &Context<Self>, _item: &Ray) {}
}

#[procedure(level = 2)]
pub struct Walk {
    pub kind: Nothing,
}

#[execute]
impl Execute for Walk {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, _item: &u32) {}
}

fn main() {}
