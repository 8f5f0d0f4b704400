use whipple::prelude::*;

pub trait Odd {
    fn is_some(self) -> bool;
}

impl Odd for Option<u32> {
    fn is_some(self) -> bool {
        matches!(self, Some(1))
    }
}

#[device]
pub fn odd(value: Option<u32>) -> bool {
    value.is_some()
}

fn main() {}
