//! The name of a variant alone does not say the parameters of its enum.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Found<T> {
    Nothing,
    Something(T),
}

use Found::*;

#[device]
fn found(k: u32) -> Found<u32> {
    if k > 3 { Nothing } else { Found::Something(k) }
}

fn main() {}
