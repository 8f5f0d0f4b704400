use whipple::prelude::*;

#[device]
#[allow(non_upper_case_globals)]
pub const None: u32 = 7;

fn main() {}
