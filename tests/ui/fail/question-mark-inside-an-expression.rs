use whipple::prelude::*;

#[device]
pub fn f(a: u32, b: u32) -> Option<bool> {
    Some(a > 3 && a.checked_add(b)? > 7)
}

fn main() {}
