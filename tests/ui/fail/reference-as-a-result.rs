use whipple::prelude::*;

#[device]
pub fn f<'a, 'b>(values: &'a mut [&'b f32; 4]) -> &'a mut &'b f32 {
    &mut values[0]
}

fn main() {}
