//! What ptxas gets wrong: a choice between 1.0 and -0.0 by a comparison of floats, comparisons of what is not negative with what is less, and
//! comparisons of the lesser or greater of two short numbers with one of them. The program is loaded as PTX in which they are mended.

conformance! {
    program Zeros as Ptx;
    cases |input| {
        ones_or_minus_zeros(input.x, input.y),
        minus_zeros_or_ones(input.x, input.y),
        signs_of_choices(input.x, input.y),
        products_of_choices(input.x, input.y),
        choices_by_conditions(input.x, input.y, input.k),
        choices_by_matches(input.x, input.y),
        choices_of_vectors(input.x),
        choices_that_go_on(input.x, input.y),
        words_of_ones_and_minus_zeros(input.x, input.y),
        floats_of_words(input.x, input.y),
        choices_by_doubles(input.u, input.v),
        absolute_values_and_less(input.x, input.y),
        squares_and_less(input.x, input.y, input.u),
        sums_and_less(input.x, input.y),
        greater_of_bytes(input.n, input.x),
        greater_of_short_numbers(input.a, input.b),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    pub fn ones_or_minus_zeros(x: f32, y: f32) -> u64 {
        let mut result = bits(if x < y { 1.0 } else { -0.0 });
        result = mix(result, bits(if x <= y { 1.0 } else { -0.0 }));
        result = mix(result, bits(if x > y { 1.0 } else { -0.0 }));
        result = mix(result, bits(if x >= 0.5 { 1.0 } else { -0.0 }));
        result = mix(result, bits(if x == y { 1.0 } else { -0.0 }));
        result = mix(result, bits(if x != y { 1.0 } else { -0.0 }));
        mix(result, bits(if x.is_nan() { 1.0 } else { -0.0 }))
    }

    #[device]
    pub fn minus_zeros_or_ones(x: f32, y: f32) -> u64 {
        let mut result = bits(if x < y { -0.0 } else { 1.0 });
        result = mix(result, bits(if x <= y { -0.0 } else { 1.0 }));
        result = mix(result, bits(if x > 0.5 { -0.0 } else { 1.0 }));
        result = mix(result, bits(if x >= y { -0.0 } else { 1.0 }));
        result = mix(result, bits(if x == y { -0.0 } else { 1.0 }));
        result = mix(result, bits(if x != y { -0.0 } else { 1.0 }));
        mix(result, bits(if !x.is_nan() { -0.0 } else { 1.0 }))
    }

    #[device]
    pub fn signs_of_choices(x: f32, y: f32) -> u64 {
        let negated = -(if x < y { -1.0 } else { 0.0 });
        let turned = (if x > y { -1.0 } else { 0.0 }) * -1.0;
        let signed = (if x <= y { 1.0_f32 } else { 0.0 }).copysign(if x <= y { 1.0 } else { -1.0 });
        mix(mix(bits(negated), bits(turned)), bits(signed))
    }

    #[device]
    pub fn products_of_choices(x: f32, y: f32) -> u64 {
        let chosen = if x < y { 1.0_f32 } else { -0.0 };
        mix(mix(bits(chosen * y), bits(chosen / 3.0)), mix(bits(1.0 / chosen), chosen.is_sign_negative() as u64))
    }

    #[device]
    pub fn choices_by_conditions(x: f32, y: f32, k: u32) -> u64 {
        let both = if x < y && y < 2.0 { 1.0 } else { -0.0 };
        let either = if x < 0.0 || y < 0.0 { -0.0 } else { 1.0 };
        let mixed = if x < y && k < 5 { 1.0 } else { -0.0 };
        mix(mix(bits(both), bits(either)), bits(mixed))
    }

    #[device]
    pub fn choices_by_matches(x: f32, y: f32) -> u64 {
        let below = x < y;
        let chosen = match below {
            true => 1.0,
            false => -0.0,
        };
        let mut changed = 1.0;
        if x > y {
            changed = -0.0;
        }
        mix(bits(chosen), bits(changed))
    }

    /// The first number of the product is -0.0, as the compiler finds out.
    #[device]
    pub fn choices_of_vectors(x: f32) -> u64 {
        let v = if x.is_nan() { vec3(1.0, -2.5, 1e30).cross(Vec3::X) } else { Vec3::X };
        let w = if x > 0.5 { Vec2::X } else { -Vec2::ZERO };
        let first = mix(mix(bits(v.x), bits(v.y)), bits(v.z));
        mix(first, mix(bits(w.x), bits(w.y)))
    }

    #[device]
    pub fn choices_that_go_on(x: f32, y: f32) -> u64 {
        let mut sum = -0.0;
        for step in 0..3 {
            let limit = y + step as f32;
            sum = if x < limit { 1.0 } else { -0.0 } * sum + -0.0;
        }
        bits(sum)
    }

    #[device]
    pub fn words_of_ones_and_minus_zeros(x: f32, y: f32) -> u64 {
        let first = if x < y { 0x3f80_0000_u32 } else { 0x8000_0000 };
        let second = if x > y { i32::MIN } else { 0x3f80_0000 };
        mix(first as u64, mix(second as u64, (if x == y { 1.0_f32 } else { -0.0 }).to_bits() as u64))
    }

    #[device]
    pub fn floats_of_words(x: f32, y: f32) -> u64 {
        let word = if x < y { 0x8000_0000_u32 } else { 0x3f80_0000 };
        let number = f32::from_bits(word);
        let other = f32::from_bits(if x >= y { 0x3f80_0000 } else { 0x8000_0000 });
        mix(mix(bits(number), word as u64), mix(bits(other), bits(number * y)))
    }

    #[device]
    pub fn choices_by_doubles(u: f64, v: f64) -> u64 {
        let short = if u < v { 1.0_f32 } else { -0.0 };
        // The upper words of these are 0x3f800000 and 0x80000000.
        let long = if u < v { 0.007_812_5_f64 } else { -0.0_f64 };
        let back = (if u > v { 1.0_f32 } else { -0.0 }) as f64;
        mix(mix(bits(short), long_bits(long)), long_bits(back))
    }

    /// Of a NaN none of these comparisons holds.
    #[device]
    pub fn absolute_values_and_less(x: f32, y: f32) -> u64 {
        let limit = if false { y } else { -2.25 };
        let mut result = 1;
        if x.abs() > limit && y > 3.0 {
            result = 2;
        }
        result = mix(result, (x.abs() >= 0.0) as u64);
        result = mix(result, (y.abs() > -1.0) as u64);
        result = mix(result, (-1.0 <= x.abs()) as u64);
        result = mix(result, (-x.abs() < 0.5) as u64);
        mix(result, mix((x.abs() < -2.25) as u64, !(x.abs() >= -0.0) as u64))
    }

    #[device]
    pub fn squares_and_less(x: f32, y: f32, u: f64) -> u64 {
        let square = x * x;
        let mut result = mix((square >= 0.0) as u64, (square > -1.0) as u64);
        result = mix(result, (y * y >= 0.0 && x > 0.5) as u64);
        result = mix(result, (u * u >= 0.0_f64) as u64);
        result = mix(result, (x.exp2() >= 0.0) as u64);
        mix(result, (Vec2::new(x, y).length_squared() >= 0.0) as u64)
    }

    #[device]
    pub fn sums_and_less(x: f32, y: f32) -> u64 {
        let raised = x.abs() + 1.0;
        let both = x.abs() + y.abs();
        let mut result = mix((raised > 0.5) as u64, (raised >= 1.0) as u64);
        result = mix(result, (both >= 0.0) as u64);
        result = mix(result, (x.abs() - 1.0 >= -2.0) as u64);
        mix(result, (x * x + x * x > -0.5) as u64)
    }

    /// Found by random functions: the negation of 0 is 0, as ptxas alone sees.
    #[device]
    pub fn greater_of_bytes(n: i64, x: f32) -> u64 {
        let first = (u8::MIN.wrapping_neg(), n as u8);
        let second = ((!255_u8).wrapping_add(1), if first.0 > first.1 { first.0 } else { first.1 });
        let greater = if second.0 > second.1 { second.0 } else { second.1 };
        let least = (i8::MAX.wrapping_neg().wrapping_neg(), n as i8);
        let less = if least.0 < least.1 { least.0 } else { least.1 };
        let chosen = if less == 127 { least.1 } else { less };
        mix(greater.max((x as u8).wrapping_neg()) as u64, mix(less as u64, chosen as u64))
    }

    #[device]
    pub fn greater_of_short_numbers(a: u32, b: u32) -> u64 {
        let (low, high) = ((a as u16).wrapping_neg(), (b >> 3) as u16);
        let greater = low.max(high);
        let copy = (greater as u32 | 0) as u16;
        let less = (low as i16).wrapping_neg().min(high as i16);
        let signs = if less == (low as i16).wrapping_neg() { 1 } else { 2 };
        mix(if copy == low { 5 } else { copy as u64 }, mix(signs, if greater != high { 7 } else { 9 }))
    }
}
