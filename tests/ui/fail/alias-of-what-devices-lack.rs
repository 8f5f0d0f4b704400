use whipple::prelude::*;

type Real = f32;
type Id = u32;

#[device]
fn digits(x: f32) -> u32 {
    Real::RADIX + Real::next_up(x) as u32
}

#[device]
fn carry(a: u32) -> bool {
    Id::strict_add(a, 1) == 3
}

fn main() {}
