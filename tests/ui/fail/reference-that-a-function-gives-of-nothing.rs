use whipple::prelude::*;

#[device]
const TABLE: [u32; 4] = [3, 1, 4, 1];

#[device]
pub fn table() -> &'static [u32; 4] {
    &TABLE
}

#[device]
pub fn number<'a>(k: u32) -> Option<&'a u32> {
    if k > 3 { Some(&3) } else { None }
}

#[device]
#[derive(Clone, Copy)]
pub struct Kind {
    of: u32,
}

#[device]
impl Kind {
    pub fn costs(self) -> &'static [u32; 4] {
        &TABLE
    }

    pub fn others(&self) -> &'static [u32; 4] {
        &TABLE
    }

    pub fn all() -> &'static [u32] {
        &TABLE
    }
}

fn main() {}
