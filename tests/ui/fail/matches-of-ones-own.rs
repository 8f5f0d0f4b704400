//! Only that of std is known.
use whipple::prelude::*;

mod own {
    macro_rules! matches {
        ($number:ident) => {
            $number += 1;
        };
    }
    pub(crate) use matches;
}

#[device]
fn next(x: u32) -> u32 {
    let mut y = x;
    own::matches!(y);
    y
}

fn main() {}
