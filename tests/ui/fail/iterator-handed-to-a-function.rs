use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Countdown {
    pub left: u32,
}

impl Iterator for Countdown {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left)
    }
}

#[device]
fn mixed(items: impl Iterator<Item = u32>) -> u32 {
    let mut sum = 0_u32;
    for x in items {
        sum ^= x;
    }
    sum
}

#[device]
fn summed(items: impl Iterator<Item = u32>) -> u32 {
    items.sum()
}

#[device]
pub fn of_countdown(left: u32) -> u32 {
    mixed(Countdown { left })
}

#[device]
pub fn of_range(end: u32) -> u32 {
    mixed(0..end) + summed(0..end)
}

fn main() {}
