use whipple::prelude::*;

#[device]
fn same<T>(value: T) -> T {
    value
}

#[device]
pub fn length(values: &[u32]) -> usize {
    same(&values[1..]).len()
}

fn main() {}
