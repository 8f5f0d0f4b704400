//! With such bounds nobody can ask what a call gives, unless its type is written.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Seed {
    pub n: u32,
}

#[device]
impl Seed {
    pub fn repeated<const N: usize>(&self) -> [u32; N] {
        [self.n; N]
    }
}

#[device]
pub fn filled<const N: usize>(n: u32) -> [u32; N] {
    [n; N]
}

#[device]
pub fn of_types<T: Copy + 'static>(value: T, seed: Seed) -> (T, u32) {
    let row: [u32; 3] = seed.repeated();
    let values = filled(row[1]);
    let taken: [u32; 2] = values;
    let others = seed.repeated();
    let held: [u32; 2] = others;
    (value, taken[0] + held[1])
}

#[device]
pub fn of_constants<const M: usize>(n: u32) -> u32
where
    [u32; M]: Default,
{
    let values = filled(n);
    let taken: [u32; M] = values;
    taken[0]
}

fn main() {}
