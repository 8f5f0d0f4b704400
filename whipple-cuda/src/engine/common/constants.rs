//! Constants that host and device share: they are written in the device library, and read from it here.

use whipple_runtime::{facts::HELD_BYTES, plan::MAX_PROCEDURES};

/// The headers that have some.
pub const CONTROL_WORDS: &str = include_str!("../../../device/schedulers/common/control.cuh");
pub const PRINT_WORDS: &str = include_str!("../../../device/print.cuh");
pub const RECORDS: &str = include_str!("../../../device/join/record.cuh");
pub const SEGMENTS: &str = include_str!("../../../device/join/stack.cuh");
pub const DIVERS: &str = include_str!("../../../device/schedulers/megakernel/tasks/diver.cuh");
pub const CHAINS: &str = include_str!("../../../device/schedulers/megakernel/tasks/chain.cuh");
pub const BLOCK_STATE: &str = include_str!("../../../device/schedulers/megakernel/block/state.cuh");
pub const STACKS: &str = include_str!("../../../device/schedulers/sliced/stacks.cuh");
pub const EXCHANGE: &str = include_str!("../../../device/schedulers/megakernel/exchange/exchange.cuh");

// The runtime has these, which knows nothing of the device library.
const _: () = assert!(constant(CONTROL_WORDS, "MAX_PROCEDURES") as usize == MAX_PROCEDURES);
const _: () = assert!(constant(CHAINS, "HELD_BYTES") as usize == HELD_BYTES);

/// The value of `constexpr unsigned NAME = 64;` or `… = 1u << 16;` in a header.
///
/// # Panics
/// Where the header has no such constant.
pub const fn constant(header: &str, name: &str) -> u32 {
    let (text, mut at) = (header.as_bytes(), 0);
    while at < text.len() {
        if let Some(after) = after(text, at, b"constexpr unsigned ")
            && let Some(after) = self::after(text, after, name.as_bytes())
            && let Some(begin) = self::after(text, after, b" = ")
        {
            let (number, end) = digits(text, begin);
            let shift = match self::after(text, end, b"u << ") {
                Some(begin) => digits(text, begin).0,
                None => 0,
            };
            return number << shift;
        }
        at += 1;
    }
    panic!("the header has a constant of this name");
}

/// Where a part of a text ends that begins at `at`.
const fn after(text: &[u8], at: usize, part: &[u8]) -> Option<usize> {
    let mut index = 0;
    while index < part.len() {
        if at + index >= text.len() || text[at + index] != part[index] {
            return None;
        }
        index += 1;
    }
    Some(at + part.len())
}

/// A number in decimal digits, and where it ends.
const fn digits(text: &[u8], mut at: usize) -> (u32, usize) {
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = 10 * number + (text[at] - b'0') as u32;
        at += 1;
    }
    (number, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "constexpr unsigned WIDE = 1u << 16; // not 17\nconstexpr unsigned WIDER = 3;\n";

    #[test]
    fn numbers_and_shifts_are_read() {
        assert_eq!((constant(HEADER, "WIDE"), constant(HEADER, "WIDER")), (1 << 16, 3));
    }

    #[test]
    #[should_panic(expected = "the header has a constant of this name")]
    fn a_part_of_a_name_is_another_name() {
        constant(HEADER, "WID");
    }
}
