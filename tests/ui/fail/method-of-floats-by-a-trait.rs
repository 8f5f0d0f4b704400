use whipple::prelude::*;

pub trait Blend {
    fn lerp(self, other: f32, t: f32) -> f32;
}

impl Blend for f32 {
    fn lerp(self, other: f32, t: f32) -> f32 {
        other + self * t
    }
}

#[device]
pub fn blend(a: f32, b: f32) -> f32 {
    a.lerp(b, 0.5)
}

fn main() {}
