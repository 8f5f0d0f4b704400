use whipple::prelude::*;

type Outcome<T> = Result<T, u32>;

#[device]
pub fn by_another_name(a: u32) -> Outcome<u32> {
    Ok(a)
}

fn main() {}
