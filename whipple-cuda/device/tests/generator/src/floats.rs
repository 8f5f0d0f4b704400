//! f32 and f64: every operation whose result Rust and the hardware define to the bit.

use crate::Recorder;
use std::hint::black_box;

macro_rules! floats {
    ($r:ident, $t:ident) => {{
        let grid = || -> [$t; 32] {
            black_box([
                0.0,
                -0.0,
                1.0,
                -1.0,
                0.5,
                -0.5,
                1.5,
                -1.5,
                2.5,
                -2.5,
                0.499_999_97,
                -0.499_999_97,
                3.7,
                -3.7,
                255.5,
                -128.9,
                8_388_607.5,
                16_777_217.0,
                4_294_967_296.0,
                -4_294_967_296.0,
                1e10,
                -1e10,
                9.3e18,
                1.9e19,
                1e-3,
                <$t>::MIN_POSITIVE,
                <$t>::MIN_POSITIVE / 4.0,
                <$t>::MAX,
                <$t>::MIN,
                <$t>::INFINITY,
                <$t>::NEG_INFINITY,
                <$t>::NAN,
            ])
        };
        let name = stringify!($t);
        for (operation, f) in [
            ("abs", <$t>::abs as fn($t) -> $t),
            ("floor", <$t>::floor),
            ("ceil", <$t>::ceil),
            ("round", <$t>::round),
            ("round_ties_even", <$t>::round_ties_even),
            ("trunc", <$t>::trunc),
            ("fract", <$t>::fract),
            ("signum", <$t>::signum),
            ("sqrt", <$t>::sqrt),
            ("recip", <$t>::recip),
            ("to_radians", <$t>::to_radians),
            ("to_degrees", <$t>::to_degrees),
            ("neg", |x| -x),
        ] {
            $r.begin(name, operation);
            for x in grid() {
                $r.$t(f(x));
            }
        }
        for (operation, f) in [
            ("is_nan", <$t>::is_nan as fn($t) -> bool),
            ("is_finite", <$t>::is_finite),
            ("is_infinite", <$t>::is_infinite),
            ("is_normal", <$t>::is_normal),
            ("is_subnormal", <$t>::is_subnormal),
        ] {
            $r.begin(name, operation);
            for x in grid() {
                $r.add(f(x) as u64);
            }
        }
        for (operation, f) in [
            ("min", (|x, y| if x == 0.0 && y == 0.0 { 0.0 } else { <$t>::min(x, y) }) as fn($t, $t) -> $t),
            ("max", |x, y| if x == 0.0 && y == 0.0 { 0.0 } else { <$t>::max(x, y) }),
            ("copysign", |x, y| if y.is_nan() { 0.0 } else { x.copysign(y) }),
            ("rem", |x, y| x % y),
            ("rem_euclid", <$t>::rem_euclid),
            ("div_euclid", <$t>::div_euclid),
            ("midpoint", <$t>::midpoint),
            ("add", |x, y| x + y),
            ("mul", |x, y| x * y),
            ("div", |x, y| x / y),
            ("clamp", |x, y| if y.is_nan() { 0.0 } else { x.clamp(<$t>::min(y, 1.0), <$t>::max(y, 1.0)) }),
            ("mul_add", |x, y| x.mul_add(y, 0.3)),
        ] {
            $r.begin(name, operation);
            for x in grid() {
                for y in grid() {
                    $r.$t(f(x, y));
                }
            }
        }
        $r.begin(name, "powi");
        for x in grid() {
            for n in black_box([0, 1, 2, 3, 5, 13, -1, -2, -7, i32::MAX, i32::MIN]) {
                $r.$t(x.powi(n));
            }
        }
        $r.begin(name, "cast");
        for x in grid() {
            $r.add(x as u8 as u64);
            $r.add(x as u16 as u64);
            $r.add(x as u32 as u64);
            $r.add(x as u64);
            $r.add(x as usize as u64);
            $r.add(x as i8 as u64);
            $r.add(x as i16 as u64);
            $r.add(x as i32 as u64);
            $r.add(x as i64 as u64);
            $r.add(x as isize as u64);
            $r.f32(x as f32);
            $r.f64(x as f64);
        }
    }};
}

/// Records all operations.
pub fn record(r: &mut Recorder) {
    floats!(r, f32);
    floats!(r, f64);
}
