//! Constants in the answers of rustc.
//!
//! Of a function over constants rustc is asked about one instance, and its answers are to hold for all. So each constant has a number there
//! that no program has. Where the name of a type has such a number, it has the name of the constant, which the body declares.

use super::Piece;

/// What stands for the constants of a type and of a function in the instance that rustc is asked about, by their positions: numbers that no
/// program has.
pub const fn some_constant(position: usize) -> u64 {
    FIRST_CONSTANT + position as u64
}

const FIRST_CONSTANT: u64 = 16_777_259;

/// A constant in the name of a type: the number, or what stands for it is named.
pub const fn constant(number: u64) -> Piece {
    match number.wrapping_sub(FIRST_CONSTANT) {
        0 => Piece::Text("WHIPPLE_CONSTANT_0"),
        1 => Piece::Text("WHIPPLE_CONSTANT_1"),
        2 => Piece::Text("WHIPPLE_CONSTANT_2"),
        3 => Piece::Text("WHIPPLE_CONSTANT_3"),
        4 => Piece::Text("WHIPPLE_CONSTANT_4"),
        5 => Piece::Text("WHIPPLE_CONSTANT_5"),
        6 => Piece::Text("WHIPPLE_CONSTANT_6"),
        7 => Piece::Text("WHIPPLE_CONSTANT_7"),
        _ => Piece::Number(number),
    }
}
