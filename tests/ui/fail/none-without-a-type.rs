//! With such a bound rustc cannot be asked.
use whipple::prelude::*;

#[device]
pub fn last_other<T: Copy + PartialEq + 'static>(values: [T; 4], than: T) -> T {
    let mut last = None;
    for value in values {
        if value != than {
            last = Some(value);
        }
    }
    last.unwrap_or(than)
}

fn main() {}
