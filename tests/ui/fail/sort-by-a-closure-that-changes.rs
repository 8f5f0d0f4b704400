use whipple::prelude::*;

#[device]
pub fn counted(mut values: [u32; 4]) -> u32 {
    let mut count = 0;
    values.sort_by(|a, b| {
        count += 1;
        a.cmp(b)
    });
    count
}

#[device]
pub fn written(mut values: [u32; 4], buffer: &Buffer<u32>) -> u32 {
    values.sort_by_key(|x| rank(buffer, *x));
    values[0]
}

#[device]
fn rank(buffer: &Buffer<u32>, x: u32) -> u32 {
    buffer.fetch_add(0, x)
}

#[device]
pub fn unstable(mut values: [u32; 4]) -> u32 {
    values.sort_unstable_by(|a, b| (a % 3).cmp(&(b % 3)));
    values[0]
}

fn main() {}
