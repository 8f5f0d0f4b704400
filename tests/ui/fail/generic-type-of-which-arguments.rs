//! A trait without `#[device]` hides from rustc what stands for `T`.
use whipple::prelude::*;

trait Half {
    fn half(&self) -> u32;
}

#[device]
fn largest<T: Copy + Half>(values: &[T]) -> u32 {
    let mut best = None;
    for value in values {
        best = Some(*value);
    }
    best.map_or(0, |value: T| value.half())
}

fn main() {}
