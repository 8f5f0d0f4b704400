//! `#[device]` above the functions of an `impl`, not above the `impl`.

use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Rect {
    width: u32,
    height: u32,
}

impl Rect {
    #[device]
    fn square(width: u32) -> Self {
        Rect { width, height: width }
    }

    #[device]
    fn area(&self) -> u32 {
        self.width * self.height
    }
}

fn main() {}
