//! A length that begins with a block stood at the end of a block with the constants that it names, without parentheses.

#[device]
fn as_lengths(k: u32) -> u32 {
    const COLUMNS: usize = 2;
    let [a, ..] = [k; { 1 } + COLUMNS];
    let [b, ..] = [k; if COLUMNS > 1 { 1 } else { 2 } + COLUMNS];
    a + b
}
