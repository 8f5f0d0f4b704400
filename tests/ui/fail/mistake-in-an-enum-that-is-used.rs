use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Level {
    Low = 0,
    #[cfg(any())]
    Middle = 1,
    High = 2,
}

#[device]
pub fn user(level: Level) -> bool {
    level == Level::Low
}

fn main() {}
