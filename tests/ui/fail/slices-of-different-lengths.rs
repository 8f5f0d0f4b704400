use whipple::prelude::*;

#[device]
fn length(values: &[u32]) -> usize {
    values.len()
}

#[device]
pub fn chosen(short: bool) -> usize {
    let (two, three) = ([1, 2], [1, 2, 3]);
    length(if short { &two } else { &three })
}

fn main() {}
