//! Each is one mistake, of which rustc says what was meant.
use whipple::prelude::*;

#[device]
pub struct Point {
    pub x: u32,
}

#[device]
pub fn halved(a: u32) -> u32 {
    a / 2
}

#[device]
pub fn across(point: Point) -> u32 {
    point.x
}

#[device]
pub fn chosen<T: Copy>(value: T, _count: u32) -> T {
    value
}

#[device]
pub fn broken(a: u32) -> u32 {
    let point = Point { x: a };
    hlaved(a) + acros(point) + chosn::<u32>(a, 3)
}

#[device]
pub fn generic<T: Copy>(value: T) -> T {
    chossen(value, 3)
}

fn main() {}
