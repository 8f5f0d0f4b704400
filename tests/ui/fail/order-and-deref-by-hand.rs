use whipple::prelude::*;

use std::{cmp::Ordering, ops::Deref};

#[device]
#[derive(PartialEq)]
pub struct Level {
    pub heights: [u32; 4],
}

#[device]
impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.heights[0].partial_cmp(&other.heights[0])
    }
}

#[device]
impl Deref for Level {
    type Target = [u32; 4];
    fn deref(&self) -> &[u32; 4] {
        &self.heights
    }
}

#[device]
pub fn lower(a: Level, b: Level) -> u32 {
    if a < b { a.heights[0] } else { b.heights[0] }
}

fn main() {}
