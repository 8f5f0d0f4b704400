use whipple::prelude::*;

#[device]
pub fn first(values: &mut [f32; 4]) -> Option<&mut f32> {
    Some(&mut values[0])
}

fn main() {}
