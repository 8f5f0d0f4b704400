use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Part {
    pub values: [u32; 4],
}

#[device]
pub fn assigned(parts: &[Part], k: usize) -> u32 {
    let mut best: &[u32] = &[1];
    if let Some(part) = parts.get(k) {
        best = &part.values[1..];
    }
    best[0]
}

#[device]
pub fn out_of_a_block(parts: &[Part]) -> u32 {
    let rest = {
        let first = parts.first().unwrap();
        &first.values[2..]
    };
    rest[0]
}

#[device]
pub fn of_another_one_then(parts: &[Part]) -> u32 {
    let mut part = parts.first().unwrap();
    let rest = &part.values[1..];
    if rest[0] == part.values[0] {
        part = parts.last().unwrap();
    }
    rest[0] + part.values[0]
}

fn main() {}
