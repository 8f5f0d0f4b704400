use whipple::prelude::*;

pub trait Long {
    fn len(&self) -> usize;
}

impl Long for [u32; 3] {
    fn len(&self) -> usize {
        self[0] as usize
    }
}

#[device]
pub fn length(values: [u32; 3]) -> u32 {
    values.len() as u32
}

fn main() {}
