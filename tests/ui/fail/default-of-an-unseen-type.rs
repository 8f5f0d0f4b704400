use whipple::prelude::*;

#[device]
fn renewed<T: Default + Copy + 'static>(value: T, is_kept: bool) -> T {
    let mut renewed = value;
    if !is_kept {
        renewed = Default::default();
    }
    renewed
}

fn main() {}
