use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Id(pub u32);

impl From<u32> for Id {
    fn from(number: u32) -> Id {
        Id(number)
    }
}

impl TryFrom<Id> for u8 {
    type Error = ();
    fn try_from(id: Id) -> Result<u8, ()> {
        if id.0 < 256 { Ok(id.0 as u8) } else { Err(()) }
    }
}

#[device]
pub fn without_device(number: u32) -> u32 {
    let id: Id = number.into();
    id.0
}

#[device]
pub fn tried(id: Id) -> u8 {
    id.try_into().unwrap_or(7)
}

#[device]
pub fn tried_by_its_type(id: Id) -> u8 {
    u8::try_from(id).unwrap_or(7)
}

#[device]
pub fn in_a_generic_function<T: Copy>(number: u32, other: T) -> (u64, T) {
    (number.into(), other)
}

#[device]
pub fn references(values: &[u8]) -> u8 {
    let two: &[u8; 2] = values[..2].try_into().unwrap();
    two[1]
}

fn main() {}
