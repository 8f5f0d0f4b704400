use whipple::prelude::*;

#[device]
fn first(values: &[u32; 2]) -> u32 {
    let joined = Joined { state: (), outputs: Outputs2(&values[0], 1) };
    *joined.outputs.0
}

fn main() {}
