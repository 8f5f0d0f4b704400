use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Id(pub u32);

impl std::fmt::LowerHex for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[device]
pub fn f(n: u32) -> u32 {
    assert!(n > 0, "{:x}", Id(n));
    n
}

fn main() {}
