use whipple::prelude::*;

#[device]
fn cleared<const N: usize>(mut values: [u32; N]) -> u32
where
    [u32; N]: Default,
{
    let first = values[0];
    values = Default::default();
    first + values[0]
}

fn main() {}
