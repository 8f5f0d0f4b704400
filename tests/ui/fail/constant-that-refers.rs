use whipple::prelude::*;

#[device]
pub const STEPS: &[u32] = &[1, 4, 9];

#[device]
pub static WORDS: [(u32, &[u8]); 2] = [(1, b"ab"), (2, b"c")];

#[device]
pub struct Table;

#[device]
impl Table {
    pub const LETTERS: &'static [u8; 3] = b"abc";
}

#[device]
pub fn step(k: u32) -> u32 {
    STEPS[k as usize] + Table::LETTERS[0] as u32 + WORDS[1].0
}

fn main() {}
