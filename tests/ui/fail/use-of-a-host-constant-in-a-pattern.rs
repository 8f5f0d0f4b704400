use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Low,
    High,
}

const LIMIT: Level = Level::High;

#[device]
pub fn f(a: Level) -> u32 {
    match a {
        LIMIT => 1,
        _ => 2,
    }
}

fn main() {}
