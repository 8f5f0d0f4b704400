use whipple::prelude::*;

#[device]
pub trait Shape {
    fn swap(&mut self, other: &mut Self)
    where
        Self: Copy,
    {
        let one = *self;
        *self = *other;
        *other = one;
    }
}

fn main() {}
