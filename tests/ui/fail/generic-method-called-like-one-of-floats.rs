use whipple::prelude::*;

#[device]
pub struct Largest {
    pub index: u32,
}

#[device]
impl Largest {
    pub fn max<T: Copy>(&self, other: T) -> T {
        other
    }
}

fn main() {}
