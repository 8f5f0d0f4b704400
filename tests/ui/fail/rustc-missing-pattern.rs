use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Kind {
    First,
    Second,
}

#[device]
pub fn kind_of(a: u32) -> Kind {
    if a == 0 { Kind::First } else { Kind::Second }
}

#[device]
pub fn broken(a: u32) -> u32 {
    match kind_of(a) {
        Kind::First => 1,
    }
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
