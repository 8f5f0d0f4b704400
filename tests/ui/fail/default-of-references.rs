use whipple::prelude::*;

#[device]
fn length(value: Option<&u32>) -> u32 {
    match value {
        Some(value) => *value,
        None => 0,
    }
}

#[device]
fn nothing() -> u32 {
    length(Default::default())
}

fn main() {}
