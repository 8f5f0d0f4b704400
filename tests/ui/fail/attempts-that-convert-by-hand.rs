use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Fault {
    pub number: u32,
}

impl From<u32> for Fault {
    fn from(number: u32) -> Self {
        Self { number }
    }
}

#[device]
pub fn small(n: u32) -> Result<u32, u32> {
    if n < 8 { Ok(n) } else { Err(n) }
}

#[device]
pub fn by_hand(n: u32) -> Result<u32, Fault> {
    let number = small(n)?;
    Ok(number + 1)
}

#[device]
pub fn in_a_closure(n: u32) -> Result<u32, Fault> {
    let smaller = |n: u32| -> Result<u32, Fault> {
        let number = small(n)?;
        Ok(number + 1)
    };
    smaller(n)
}

fn main() {}
