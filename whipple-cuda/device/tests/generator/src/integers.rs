//! The ten integer types: every operation on every pair of edge cases, and casts between all of them.

use crate::Recorder;
use std::hint::black_box;

macro_rules! grid {
    ($t:ty) => {{
        let top = <$t>::MAX;
        let values: [$t; 16] = [
            0,
            1,
            2,
            3,
            7,
            10,
            100,
            top,
            top - 1,
            top / 2,
            top / 2 + 1,
            <$t>::MIN,
            <$t>::MIN + 1,
            (0 as $t).wrapping_sub(1),
            (0 as $t).wrapping_sub(7),
            top / 3,
        ];
        black_box(values)
    }};
}

macro_rules! unary {
    ($r:ident, $t:ident, $($name:ident = $f:expr;)*) => {$(
        $r.begin(stringify!($t), stringify!($name));
        for x in grid!($t) {
            let f: fn($t) -> _ = $f;
            $r.add(f(x) as u64);
        }
    )*};
}

macro_rules! binary {
    ($r:ident, $t:ident, $($name:ident = $f:expr;)*) => {$(
        $r.begin(stringify!($t), stringify!($name));
        for x in grid!($t) {
            for y in grid!($t) {
                let f: fn($t, $t) -> _ = $f;
                $r.add(f(x, y) as u64);
            }
        }
    )*};
}

macro_rules! count {
    ($r:ident, $t:ident, $($name:ident = $f:expr;)*) => {$(
        $r.begin(stringify!($t), stringify!($name));
        for x in grid!($t) {
            for n in black_box([0u32, 1, 3, 7, 8, 15, 31, 32, 63, 64, 65, 200]) {
                let f: fn($t, u32) -> _ = $f;
                $r.add(f(x, n) as u64);
            }
        }
    )*};
}

/// Division by zero and MIN / -1 panic and are tested apart.
macro_rules! divides {
    ($x:expr, $y:expr) => {
        $y != 0 && $x.checked_div($y).is_some()
    };
}

macro_rules! common {
    ($r:ident, $t:ident) => {
        unary!($r, $t,
            not = |x| !x; count_ones = |x| x.count_ones(); count_zeros = |x| x.count_zeros();
            leading_zeros = |x| x.leading_zeros(); trailing_zeros = |x| x.trailing_zeros();
            leading_ones = |x| x.leading_ones(); trailing_ones = |x| x.trailing_ones();
            swap_bytes = |x| x.swap_bytes(); reverse_bits = |x| x.reverse_bits(); wrapping_neg = |x| x.wrapping_neg();
            ilog2 = |x| if x > 0 { x.ilog2() } else { 0 }; ilog10 = |x| if x > 0 { x.ilog10() } else { 0 };
            isqrt = |x| if x >= 0 { x.isqrt() } else { 0 };
            to_f32 = |x| (x as f32).to_bits(); to_f64 = |x| (x as f64).to_bits();
            to_u8 = |x| x as u8; to_u16 = |x| x as u16; to_u32 = |x| x as u32; to_u64 = |x| x as u64;
            to_usize = |x| x as usize; to_i8 = |x| x as i8; to_i16 = |x| x as i16; to_i32 = |x| x as i32;
            to_i64 = |x| x as i64; to_isize = |x| x as isize;
        );
        binary!($r, $t,
            add = |x, y| x.wrapping_add(y); sub = |x, y| x.wrapping_sub(y); mul = |x, y| x.wrapping_mul(y);
            div = |x, y| if divides!(x, y) { x / y } else { 0 }; rem = |x, y| if divides!(x, y) { x % y } else { 0 };
            div_euclid = |x, y| if divides!(x, y) { x.div_euclid(y) } else { 0 };
            rem_euclid = |x, y| if divides!(x, y) { x.rem_euclid(y) } else { 0 };
            wrapping_div = |x, y| if y != 0 { x.wrapping_div(y) } else { 0 };
            wrapping_rem = |x, y| if y != 0 { x.wrapping_rem(y) } else { 0 };
            and = |x, y| x & y; or = |x, y| x | y; xor = |x, y| x ^ y;
            min = |x, y| x.min(y); max = |x, y| x.max(y); less = |x, y| x < y; equal = |x, y| x == y;
            saturating_add = |x, y| x.saturating_add(y); saturating_sub = |x, y| x.saturating_sub(y);
            saturating_mul = |x, y| x.saturating_mul(y); abs_diff = |x, y| x.abs_diff(y); midpoint = |x, y| x.midpoint(y);
            clamp = |x, y| x.clamp(y.min(3), y.max(3));
        );
        count!($r, $t,
            shl = |x, n| x.wrapping_shl(n); shr = |x, n| x.wrapping_shr(n);
            rotate_left = |x, n| x.rotate_left(n); rotate_right = |x, n| x.rotate_right(n);
            wrapping_pow = |x, n| x.wrapping_pow(n); saturating_pow = |x, n| x.saturating_pow(n);
        );
    };
}

macro_rules! unsigned {
    ($r:ident, $($t:ident)*) => {$(
        common!($r, $t);
        unary!($r, $t,
            is_power_of_two = |x| x.is_power_of_two();
            next_power_of_two = |x| x.checked_next_power_of_two().unwrap_or(0);
        );
        binary!($r, $t,
            div_ceil = |x, y| if y != 0 { x.div_ceil(y) } else { 0 };
            next_multiple_of = |x, y| x.checked_next_multiple_of(y).unwrap_or(0);
            is_multiple_of = |x, y| x.is_multiple_of(y);
        );
    )*};
}

macro_rules! signed {
    ($r:ident, $($t:ident)*) => {$(
        common!($r, $t);
        unary!($r, $t,
            abs = |x| x.wrapping_abs(); unsigned_abs = |x| x.unsigned_abs(); signum = |x| x.signum();
            is_positive = |x| x.is_positive(); is_negative = |x| x.is_negative();
            saturating_neg = |x| x.saturating_neg(); saturating_abs = |x| x.saturating_abs();
        );
    )*};
}

/// Records all operations.
#[allow(unused_comparisons)]
pub fn record(r: &mut Recorder) {
    unsigned!(r, u8 u16 u32 u64 usize);
    signed!(r, i8 i16 i32 i64 isize);
}
