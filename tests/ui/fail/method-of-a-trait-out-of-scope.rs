//! Rust would call the other trait's method, and device code has one of the name.

use whipple::prelude::*;

pub mod shapes {
    use whipple::prelude::*;

    pub trait Flat {
        fn size(&self, scale: u32) -> u32;
        fn length(&self) -> u32;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Square {
        pub side: u32,
    }

    #[device]
    impl Flat for Square {
        fn size(&self, scale: u32) -> u32 {
            self.side * self.side * scale
        }
        fn length(&self) -> u32 {
            self.side * 4
        }
    }
}

pub mod solids {
    use super::shapes::Square;

    pub trait Solid {
        fn size(&self, scale: u32) -> u32;
        fn length(&self) -> u32;
    }

    impl Solid for Square {
        fn size(&self, scale: u32) -> u32 {
            7 * scale
        }
        fn length(&self) -> u32 {
            8
        }
    }
}

use shapes::Square;
use solids::Solid;

#[device]
pub fn size(side: u32) -> u32 {
    let square = Square { side };
    square.size(2)
}

#[device]
pub fn length(square: &Square, squares: [Square; 2]) -> u32 {
    square.length() + squares[1].length()
}

fn main() {}
