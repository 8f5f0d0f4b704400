//! A trait without `#[device]` hides from rustc's answers what stands for `A`.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Pair<A, B> {
    a: A,
    b: B,
}

trait Half {
    fn half(&self) -> u32;
}

#[device]
impl<A: Copy + Half, B: Copy> Pair<A, B> {
    fn swapped(self) -> Pair<B, A> {
        Pair { a: self.b, b: self.a }
    }
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
