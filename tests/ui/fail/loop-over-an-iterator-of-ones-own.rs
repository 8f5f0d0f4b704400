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
#[derive(Clone, Copy)]
pub struct Bag {
    pub numbers: [u32; 3],
}

impl<'a> IntoIterator for &'a Bag {
    type Item = &'a u32;
    type IntoIter = std::slice::Iter<'a, u32>;
    fn into_iter(self) -> Self::IntoIter {
        self.numbers.iter()
    }
}

#[device]
pub fn counted(left: u32) -> u32 {
    let mut sum = 0;
    for number in (Countdown { left }) {
        sum += number;
    }
    sum
}

#[device]
pub fn summed(bag: Bag) -> u32 {
    let mut sum = 0;
    for number in &bag {
        sum += number;
    }
    sum
}

fn main() {}
