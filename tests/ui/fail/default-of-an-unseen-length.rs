use whipple::prelude::*;

#[device]
fn cleared<const N: usize>(mut values: [u32; N]) -> u32
where
    [u32; N]: Default,
{
    values[0] = 1;
    values = Default::default();
    values[0]
}

fn main() {}
