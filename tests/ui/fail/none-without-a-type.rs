use whipple::prelude::*;

#[device]
pub fn last_even(values: [u32; 4]) -> u32 {
    let mut last = None;
    for value in values {
        if value % 2 == 0 {
            last = Some(value);
        }
    }
    last.unwrap_or(0)
}

fn main() {}
