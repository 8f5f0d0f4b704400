use whipple::prelude::*;

#[device]
pub fn some<'a>(three: &'a [u32; 3], two: &'a [u32; 2], k: u32) -> Option<&'a [u32]> {
    if k > 5 { Some(three) } else { Some(two) }
}

#[device]
pub fn pair<'a>(three: &'a [u32; 3], two: &'a [u32; 2], k: u32) -> (&'a [u32], u32) {
    if k > 5 { (three, 1) } else { (two, 2) }
}

#[device]
pub fn sum(values: &[u32]) -> u32 {
    values.iter().sum::<u32>()
}

#[device]
pub fn argument(three: &[u32; 3], two: &[u32; 2], k: u32) -> u32 {
    sum(if k > 5 { three } else { two })
}

fn main() {}
