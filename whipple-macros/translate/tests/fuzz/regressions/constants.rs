//! Values that are statements where they begin a block, and a constant without a name.

#[device]
const CHOSEN: u32 = if A { 1 } else { 2 } + 1;

#[device]
const MATCHED: i32 = match A { _ => 3 } - 1;

#[device]
const _: u32 = 1;

#[device]
const REFERENCE: &Item = 1024.0;
