// Device code has glam's vectors of f32, i32, u32 and bool. Of the others it says what to write.
use whipple::{
    glam::{DVec2, EulerRot, I64Vec2, IVec2, Quat, ivec2},
    prelude::*,
};

#[device]
fn wide(x: i64) -> i64 {
    I64Vec2::new(x, 2).x
}

#[device]
fn doubled(v: Vec2) -> f64 {
    v.as_dvec2().x
}

#[device]
fn turned(angle: f32) -> f32 {
    Quat::from_euler(EulerRot::XYZ, angle, 0.0, 0.0).x
}

#[device]
fn total(values: [Quat; 2]) -> Quat {
    values.iter().product()
}

#[device]
fn cleared(v: IVec2) -> IVec2 {
    v - IVec2::default()
}

#[device]
fn ivec3(x: i32) -> IVec2 {
    ivec2(x, x)
}

fn main() {
    let _ = DVec2::ZERO;
}
