//! The hash function of the Unbalanced Tree Search benchmark (FIPS 180-4).

use whipple::prelude::*;

/// The SHA-1 of five words and one more.
#[device]
pub fn sha1(words: &[u32; 5], more: u32) -> [u32; 5] {
    let [a, b, c, d, e] = *words;
    hash([a, b, c, d, e, more, 1 << 31, 0, 0, 0, 0, 0, 0, 0, 0, 24 * 8])
}

/// The hash of a message of one block, which has its end.
#[device]
pub fn hash(block: [u32; 16]) -> [u32; 5] {
    let mut w = block;
    let start = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let mut state = start;
    // Of so few words all places are known in each round, and they stay in registers.
    for i in 0..20 {
        let [_, b, c, d, _] = state;
        step(&mut state, word(&mut w, i), b & c | !b & d, 0x5a82_7999);
    }
    for i in 20..40 {
        let [_, b, c, d, _] = state;
        step(&mut state, word(&mut w, i), b ^ c ^ d, 0x6ed9_eba1);
    }
    for i in 40..60 {
        let [_, b, c, d, _] = state;
        step(&mut state, word(&mut w, i), b & c | b & d | c & d, 0x8f1b_bcdc);
    }
    for i in 60..80 {
        let [_, b, c, d, _] = state;
        step(&mut state, word(&mut w, i), b ^ c ^ d, 0xca62_c1d6);
    }
    for i in 0..5 {
        state[i] = state[i].wrapping_add(start[i]);
    }
    state
}

/// The word of a round.
#[device]
fn word(w: &mut [u32; 16], round: usize) -> u32 {
    let i = round % 16;
    if round >= 16 {
        w[i] = (w[(i + 13) % 16] ^ w[(i + 8) % 16] ^ w[(i + 2) % 16] ^ w[i]).rotate_left(1);
    }
    w[i]
}

#[device]
fn step(state: &mut [u32; 5], word: u32, mixed: u32, constant: u32) {
    let [a, b, c, d, e] = *state;
    let next = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e).wrapping_add(constant).wrapping_add(word);
    *state = [next, a, b.rotate_left(30), c, d];
}
