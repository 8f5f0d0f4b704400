use whipple::prelude::*;

#[device]
pub fn f(values: &Buffer<u32>) {
    println!("{:?}", values);
}

fn main() {}
