use whipple::prelude::*;

#[device]
pub fn kept(values: [u32; 4]) -> u32 {
    let below = values.iter().flat_map(|x| 0..*x);
    below.count() as u32
}

#[device]
pub fn collected(values: [u32; 4]) -> u32 {
    values.iter().map(|x| x + 1).size_hint().0 as u32
}

#[device]
pub fn from_the_other_end(values: [u32; 4]) -> u32 {
    values.iter().flat_map(|x| 0..*x).rev().count() as u32
}

#[device]
pub fn beside(values: [u32; 4]) -> u32 {
    values.iter().zip((0..4).flat_map(|x| 0..x)).count() as u32
}

#[device]
pub fn counted(values: [u32; 4]) -> u32 {
    let mut count = 0;
    values.iter().inspect(|_| count += 1).zip(0..3).for_each(|_| ());
    count
}

#[device]
#[derive(Clone, Copy)]
pub struct Own {
    number: u32,
}

impl std::iter::Sum<Own> for u32 {
    fn sum<I: Iterator<Item = Own>>(all: I) -> u32 {
        all.fold(7, |sum, own| sum ^ own.number)
    }
}

impl IntoIterator for Own {
    type Item = u32;
    type IntoIter = std::ops::Range<u32>;
    fn into_iter(self) -> std::ops::Range<u32> {
        0..self.number
    }
}

#[device]
pub fn of_ones_own(own: Own) -> u32 {
    let sum: u32 = [own, own].into_iter().sum();
    sum + [1, 2].iter().zip(own).count() as u32 + (0..3).flat_map(|_| own).count() as u32
}

fn main() {}
