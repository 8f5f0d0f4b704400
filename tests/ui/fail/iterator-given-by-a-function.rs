use whipple::prelude::*;

#[device]
fn returned(n: u32) -> impl Iterator<Item = u32> {
    if n > 3 {
        return 0..n;
    }
    0..7
}

#[device]
fn chosen(n: u32) -> impl Iterator<Item = u32> {
    match n {
        0 => 0..3,
        n => 0..n,
    }
}

#[device]
fn nested(n: u32) -> impl Iterator<Item = u32> {
    (0..n).flat_map(|x| 0..x)
}

#[device]
fn from_both_ends(n: u32) -> impl DoubleEndedIterator<Item = u32> {
    0..n
}

#[device]
fn of_something(n: u32) -> impl Iterator {
    0..n
}

#[device]
fn mapped(n: u32, f: impl Fn(u32) -> u32) -> impl Iterator<Item = u32> {
    (0..n).map(move |x| f(x))
}

#[device]
fn defaults<T: Default + Copy>() -> impl Iterator<Item = T> {
    std::iter::once(T::default())
}

#[device]
fn by_thread<'a, P: ThreadLevel>(ctx: &'a Context<P>, n: u32) -> impl Iterator<Item = u32> + 'a {
    (0..n).map(|x| x + ctx.thread())
}

#[device]
trait Cells {
    fn cells(&self) -> impl Iterator<Item = u32>;
}

#[device]
struct Row {
    length: u32,
}

#[device]
impl Cells for Row {
    fn cells(&self) -> impl Iterator<Item = u32> {
        0..self.length
    }
}

fn main() {}
