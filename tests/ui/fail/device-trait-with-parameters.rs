use whipple::prelude::*;

#[device]
pub trait Scale<T> {
    fn scaled(&self, by: T) -> T;
}

fn main() {}
