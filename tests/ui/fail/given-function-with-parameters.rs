use whipple::prelude::*;

#[device]
pub trait Shape {
    fn area(&self) -> f32;
    fn areas<const N: usize>(&self) -> [f32; N] {
        [self.area(); N]
    }
}

fn main() {}
