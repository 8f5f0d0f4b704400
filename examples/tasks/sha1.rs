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
    let [mut a, mut b, mut c, mut d, mut e] = start;
    for round in 0..5_u32 {
        // Of so few words all places are known, and they stay in registers.
        for i in 0..16_usize {
            if round > 0 {
                w[i] = (w[(i + 13) % 16] ^ w[(i + 8) % 16] ^ w[(i + 2) % 16] ^ w[i]).rotate_left(1);
            }
            let (f, k) = match (16 * round + i as u32) / 20 {
                0 => (b & c | !b & d, 0x5a82_7999_u32),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6),
            };
            let next = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(k).wrapping_add(w[i]);
            e = d;
            d = c;
            c = b.rotate_left(30);
            b = a;
            a = next;
        }
    }
    let [v, w, x, y, z] = start;
    [a.wrapping_add(v), b.wrapping_add(w), c.wrapping_add(x), d.wrapping_add(y), e.wrapping_add(z)]
}
