use whipple::prelude::*;

#[derive(Clone, Copy)]
pub enum Level {
    Low,
    High,
}

#[device]
pub fn f(_level: Level) -> u32 {
    1
}

fn main() {}
