use whipple::prelude::*;

#[device]
pub fn f(values: &Buffer<u32>) {
    assert!(values.len() > 0, "{:?}", values);
}

fn main() {}
