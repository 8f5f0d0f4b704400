use whipple::prelude::*;

#[device]
pub fn f(values: &mut [f32; 4]) -> &mut f32 {
    &mut values[0]
}

fn main() {}
