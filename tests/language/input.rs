//! The table of inputs: pairs of edge values of each type; and how results become one number.

use whipple::prelude::*;

/// One row: two values of each type, each pair of edge values in some row.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Input {
    pub p: u64,
    pub q: u64,
    pub m: i64,
    pub n: i64,
    pub u: f64,
    pub v: f64,
    pub a: u32,
    pub b: u32,
    pub i: i32,
    pub j: i32,
    pub x: f32,
    pub y: f32,
    /// 0..16.
    pub k: u32,
    /// 0..16.
    pub l: u32,
}

const U32: [u32; 16] = [
    0, 1, 2, 3, 7, 31, 32, 33, 64, 255, 256, 0x1234_5678, 0x7fff_ffff, 0x8000_0000, 0xdead_beef, u32::MAX,
];

const I32: [i32; 16] = [
    0, 1, -1, 2, -2, 7, -7, 100, 127, -128, 128, 32767, -32769, 0x1234_5678, i32::MAX, i32::MIN,
];

const U64: [u64; 16] = [
    0,
    1,
    2,
    5,
    63,
    64,
    65,
    0xffff_ffff,
    0x1_0000_0000,
    0x0123_4567_89ab_cdef,
    0x001f_ffff_ffff_ffff,
    0x0020_0000_0000_0001,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xdead_beef_cafe_f00d,
    u64::MAX,
];

const I64: [i64; 16] = [
    0,
    1,
    -1,
    3,
    -3,
    10,
    -10,
    0x7fff_ffff,
    -0x8000_0000,
    0x8000_0000,
    1 << 53,
    -(1 << 53) - 1,
    0x0123_4567_89ab_cdef,
    -0x0123_4567_89ab_cdef,
    i64::MAX,
    i64::MIN,
];

const F32: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    2.5,
    -2.5,
    255.5,
    1e-40,
    f32::MIN_POSITIVE,
    16_777_217.0,
    -2_147_483_648.0,
    f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

const F64: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -0.75,
    0.1,
    3.5,
    -1e10,
    4_294_967_296.5,
    5e-324,
    1e-310,
    9_007_199_254_740_993.0,
    1e39,
    1.844_674_407_370_955_2e19,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// All rows.
pub fn rows() -> Vec<Input> {
    let pairs = (0..16_usize).flat_map(|first| (0..16_usize).map(move |second| (first, second)));
    pairs
        .map(|(first, second)| Input {
            p: U64[first],
            q: U64[second],
            m: I64[first],
            n: I64[second],
            u: F64[first],
            v: F64[second],
            a: U32[first],
            b: U32[second],
            i: I32[first],
            j: I32[second],
            x: F32[first],
            y: F32[second],
            k: first as u32,
            l: second as u32,
        })
        .collect()
}

/// Words of the log that belong to one task.
#[device]
pub const LOG_WORDS: u32 = 4;

/// Folds one more number into a result.
#[device]
pub fn mix(result: u64, number: u64) -> u64 {
    (result ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

/// The bits of an f32; NaN has no particular bits in Rust, so all of them count as one.
#[device]
pub fn bits(number: f32) -> u64 {
    if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() as u64 }
}

/// The bits of an f64.
#[device]
pub fn long_bits(number: f64) -> u64 {
    if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() }
}

/// Panics in this file.
#[device]
pub fn refuse(number: u32) -> u32 {
    assert!(number < 3, "a case of the table"); // panics: InAnotherFile
    number
}
