use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Level {
    Low,
    High,
}

impl From<Level> for u32 {
    fn from(level: Level) -> u32 {
        if matches!(level, Level::Low) { 10 } else { 20 }
    }
}

#[device]
pub fn number(level: Level) -> u32 {
    u32::from(level)
}

fn main() {}
