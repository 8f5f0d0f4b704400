//! In a generic function device code cannot see which type a result has to be.

use whipple::prelude::*;

trait Convert {
    fn convert<T: Copy + From<u8>>(&self) -> T;
}

#[device]
#[derive(Clone, Copy)]
struct Level(u8);

#[device]
impl Convert for Level {
    fn convert<T: Copy + From<u8>>(&self) -> T {
        T::from(self.0)
    }
}

#[device]
fn scaled<C: Convert>(level: &C) -> f32 {
    let value: f32 = level.convert();
    value * 0.5
}

#[device]
fn of_level(level: u8) -> f32 {
    scaled(&Level(level))
}

fn main() {}
