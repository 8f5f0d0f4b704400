//! In a function with generic types rustc cannot be asked what a literal is, and C++ would call another function.

use whipple::prelude::*;

pub trait Scaled<T> {
    fn scaled(&self, by: T) -> u32;
}

#[device]
#[derive(Clone, Copy)]
pub struct Length {
    pub units: u32,
}

#[device]
impl Scaled<u32> for Length {
    fn scaled(&self, by: u32) -> u32 {
        self.units * by
    }
}

#[device]
impl Scaled<f32> for Length {
    fn scaled(&self, by: f32) -> u32 {
        (self.units as f32 * by) as u32 + 1
    }
}

#[device]
pub fn tripled<T: Copy>(_value: T, length: Length) -> u32 {
    length.scaled(3)
}

#[procedure(level = 2)]
pub struct Triple {
    pub lengths: Buffer<u32>,
}

#[execute]
impl Execute for Triple {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        self.lengths.set(*at, tripled(1.5_f32, Length { units: *at }));
    }
}

#[program]
pub struct Program {
    pub triple: Triple,
}

fn main() {}
