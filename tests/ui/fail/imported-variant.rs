use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Direction {
    North,
    South,
}

use Direction::*;

#[device]
fn turn(k: u32) -> Direction {
    if k > 3 { North } else { Direction::South }
}

fn main() {}
