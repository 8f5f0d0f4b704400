use std::ops::Range;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Steps {
    left: u32,
}

#[device]
impl Iterator for Steps {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left)
    }

    fn count(self) -> usize {
        7
    }
}

#[device]
pub fn counted_twice(mut steps: Steps) -> u32 {
    let mut some = steps.by_ref().take(3).skip(1);
    some.next().unwrap_or(0)
}

#[device]
pub fn of_nothing() -> u32 {
    std::iter::empty().chain([1, 2]).sum::<u32>()
}

#[device]
pub fn from_the_end(range: Range<u32>) -> u32 {
    let mut sum = 0;
    for x in range.rev() {
        sum += x;
    }
    sum
}

#[device]
pub fn changed(values: [u32; 4]) -> u32 {
    let mut each = values.iter().copied().peekable();
    each.peek_mut();
    each.count() as u32
}

#[device]
pub fn before_zip(n: u32) -> u32 {
    let mut calls = 0;
    let all = std::iter::repeat_with(|| { calls += 1; calls }).zip(0..n).map(|(x, y)| x + y).sum::<u32>();
    all + calls
}

fn main() {}
