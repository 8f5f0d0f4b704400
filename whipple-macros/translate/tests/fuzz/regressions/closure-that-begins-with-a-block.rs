//! The body of a closure became a statement in the text that rustc is asked about, and ended behind its first block.

#[device]
fn widened(value: Option<u32>) -> u64 {
    value.map_or(1, |v| { v + 1 } as u64) + value.map_or(2, |v| if v > 3 { 1_u32 } else { 2 } as u64)
}
