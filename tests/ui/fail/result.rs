use whipple::prelude::*;

mod own {
    pub type Result<T> = std::result::Result<T, u32>;
}
use own::Result;

#[device]
pub fn of_one_type(a: u32) -> Result<u32> {
    Ok(a)
}

#[device]
pub fn of_references(mut a: u32) -> u32 {
    let made: std::result::Result<u32, u32> = Ok(&mut a).map(|a| *a);
    made.unwrap_or(1)
}

#[device]
pub fn of_what_was_lent(mut a: [u32; 2]) -> bool {
    a.get_mut(1).ok_or(3).is_ok()
}

#[device]
pub fn of_generic_types<T: Copy>(value: T) -> bool {
    Err::<u32, _>(value).is_err()
}

fn main() {}
