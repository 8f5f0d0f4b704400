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
pub fn of_generic_types<T: Copy>(value: T) -> bool {
    Err::<u32, _>(value).is_err()
}

fn main() {}
