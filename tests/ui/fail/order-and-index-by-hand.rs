use whipple::prelude::*;

use std::{cmp::Ordering, ops::Index};

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
impl Index<usize> for Level {
    type Output = u32;
    fn index(&self, at: usize) -> &u32 {
        &self.heights[at]
    }
}

#[device]
pub fn lower(a: Level, b: Level) -> u32 {
    if a < b { a[0] } else { b[0] }
}

fn main() {}
