//! Functions and constants that glam has, and the device library has not.
use whipple::prelude::*;

#[device]
fn first(values: &[f32; 3]) -> Vec3 {
    Vec3::from_slice(values) + Vec3::AXES[0]
}

fn main() {}
