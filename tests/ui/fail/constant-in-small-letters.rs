//! In a pattern it would look like a new name.
use whipple::prelude::*;

#[device]
fn f(n: u32) -> bool {
    #[allow(non_upper_case_globals)]
    const few: u32 = 3;
    n == few
}

fn main() {}
