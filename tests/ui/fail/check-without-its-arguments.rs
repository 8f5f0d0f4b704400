use whipple::prelude::*;

#[device]
fn inverse(x: f32) -> f32 {
    assert!();
    assert_eq!(x);
    1.0 / x
}

#[device]
fn half(x: u32) -> u32 {
    assert!(x % 2 == 0, "{} is odd");
    debug_assert!(matches!(x));
    match x {
        0 => unreachable!(x),
        _ => x / 2,
    }
}

#[device]
const IS_SMALL: bool = matches!(1);

#[device]
fn next(x: u32) -> u32 {
    println!("{}");
    x + 1
}

fn main() {}
