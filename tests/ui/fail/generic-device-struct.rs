use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
enum Borrowed<'a, T> {
    Nothing,
    Item(&'a T),
}

#[device]
#[derive(Clone, Copy)]
struct Pair<T>
where
    T: Copy,
{
    a: T,
    b: T,
}

trait Shape {}

#[device]
#[derive(Clone, Copy)]
struct Scene<T: Shape, const SIGN: char> {
    shape: T,
}

#[device]
#[derive(Clone, Copy)]
enum Mode<const N: usize> {
    Off,
    On,
}

fn main() {}
