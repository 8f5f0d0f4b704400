use whipple::prelude::*;

mod host {
    pub fn twice(a: u32) -> u32 {
        a * 2
    }
}

#[device]
pub fn twice(a: u32) -> u32 {
    2 * a
}

#[device]
pub fn f(a: u32) -> u32 {
    host::twice(a)
}

fn main() {}
