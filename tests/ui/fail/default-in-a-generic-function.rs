use whipple::prelude::*;

#[derive(Clone, Copy, Default)]
#[device]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[device]
fn or_default<T: Default + Copy>(value: T, is_there: bool) -> T {
    if is_there { value } else { T::default() }
}

#[device]
fn first_or_default<T: Default + Copy, const N: usize>(values: [T; N], is_there: bool) -> T {
    if is_there { values[0] } else { T::default() }
}

#[device]
pub fn point(point: Point, is_there: bool) -> Point {
    or_default(point, is_there)
}

#[device]
pub fn of_several(point: Point, is_there: bool) -> Point {
    first_or_default([point; 2], is_there)
}

fn main() {}
