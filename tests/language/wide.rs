//! Integers of 128 bits: literals, operators, methods and conversions.

conformance! {
    program Wide;
    cases |input| {
        literals(input),
        literals_beside_values(input),
        negative_literals(input),
        literals_in_arrays_and_tuples(input),
        arithmetic(input),
        bits_and_shifts(input),
        counts_of_shifts(input),
        comparisons(input),
        compound_assignment(input),
        casts_to_integers(input),
        casts_from_integers(input),
        casts_from_floats(input),
        casts_to_floats(input),
        roundings(input),
        conversions(input),
        fallible_conversions(input),
        wrapping(input),
        checked(input),
        checked_with_signs(input),
        saturating(input),
        overflowing(input),
        of_the_other_sign(input),
        divisions(input),
        counts_of_bits(input),
        orders_of_bits(input),
        bytes(input),
        order(input),
        roots_and_logarithms(input),
        constants(input),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    pub fn h(x: u128) -> u64 {
        (x as u64) ^ ((x >> 64) as u64).rotate_left(17).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[device]
    pub fn hs(x: i128) -> u64 {
        h(x as u128)
    }

    #[device]
    pub fn ho(x: Option<u128>) -> u64 {
        x.map_or(77, |x| h(x).wrapping_add(1))
    }

    #[device]
    pub fn hos(x: Option<i128>) -> u64 {
        x.map_or(77, |x| hs(x).wrapping_add(1))
    }

    /// Numbers of all sizes.
    #[device]
    pub fn one(r: &Input) -> u128 {
        match r.l & 3 {
            0 => (r.p as u128) << 64 | r.q as u128,
            1 => r.p as u128,
            2 => u128::MAX - r.q as u128,
            _ => 1_u128 << (r.k * 8 + 7),
        }
    }

    #[device]
    pub fn two(r: &Input) -> u128 {
        match r.k & 3 {
            0 => r.q as u128,
            1 => (r.q as u128) << 64 | r.p as u128,
            2 => 1_u128 << (r.l * 8),
            _ => u128::MAX - r.p as u128,
        }
    }

    #[device]
    pub fn signed_one(r: &Input) -> i128 {
        match r.l & 3 {
            0 => (r.m as i128) << 64 | r.q as i128,
            1 => r.m as i128,
            2 => i128::MIN + r.q as i128,
            _ => -1_i128 << (r.k * 8 + 7),
        }
    }

    #[device]
    pub fn signed_two(r: &Input) -> i128 {
        match r.k & 3 {
            0 => r.n as i128,
            1 => (r.n as i128) << 64 | r.p as i128,
            2 => 1_i128 << (r.l * 8),
            _ => i128::MAX - r.p as i128,
        }
    }

    #[device]
    pub fn literals(r: &Input) -> u64 {
        let a: u128 = 340282366920938463463374607431768211455;
        let b = 0xffff_ffff_ffff_ffff_ffff_u128;
        let c = 18446744073709551616;
        let d: u128 = c;
        let e = 0o777_0000_0000_0000_0000_0000_0000_i128;
        let f = 0b1010_u128 << 100;
        let g = 1e3 as u128 + 5 as u128;
        mix(h(a ^ b.wrapping_add(d)), mix(hs(e), h(f))) ^ h(g) ^ h(!0 as u128) ^ hs(-1 as i128) ^ r.p
    }

    #[device]
    pub fn literals_beside_values(r: &Input) -> u64 {
        let x = r.p as u128;
        let larger = if r.k > 3 { 0xffff_ffff_ffff_ffff_ff } else { x };
        let sums = h(x ^ 0xffff_ffff_ffff_ffff) ^ h(x.wrapping_add(0x8000_0000_0000_0000));
        sums ^ h(x | 0x1_0000_0000_0000_0000_0000) ^ h(larger) ^ h(x.max(18446744073709551616))
    }

    #[device]
    pub fn negative_literals(r: &Input) -> u64 {
        let s = signed_one(r);
        let least: i128 = -170141183460469231731687303715884105728;
        let bounds = (s == -9223372036854775808) as u64 | ((s < -9223372036854775809) as u64) << 1;
        let other = if r.k > 3 { -18446744073709551615 } else { s };
        mix(hs(s ^ -9223372036854775808), hs(s & -0xffff_ffff_ffff_ffff))
            ^ mix(hs(s.wrapping_mul(-18446744073709551617)), hs(least ^ s))
            ^ mix(hs(s.max(-0x8000_0000_0000_0001)), hs(other))
            ^ bounds
    }

    #[device]
    pub fn literals_in_arrays_and_tuples(r: &Input) -> u64 {
        let a = [1, 0xffff_ffff_ffff_ffff, 0x1_0000_0000_0000_0000, one(r)];
        let b: [u128; 3] = [0xffff_ffff_ffff_ffff, 9, 0x8000_0000_0000_0000];
        let c = [-1, signed_one(r), -9223372036854775809, -0xffff_ffff_ffff_ffff];
        let (d, e): (u128, i128) = (0xffff_ffff_ffff_ffff_ffff, -0xffff_ffff_ffff_ffff);
        let f: Option<i128> = Some(-0xffff_ffff_ffff_ffff);
        let of_arrays = mix(h(a[(r.k & 3) as usize]), h(b[(r.k % 3) as usize])) ^ hs(c[(r.l & 3) as usize]);
        of_arrays ^ mix(h(d), hs(e)) ^ hos(f)
    }

    #[device]
    pub fn arithmetic(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r) >> 2, two(r) >> 2, signed_one(r) >> 2, signed_two(r) >> 2);
        let mut x = mix(h(a + b), h(a.max(b) - a.min(b))) ^ mix(hs(s + t), hs(s - t)) ^ hs(-s);
        x ^= h((a >> 64) * (b >> 64)) ^ hs((s >> 64) * (t >> 64));
        if b != 0 {
            x = mix(x, h(a / b) ^ h(a % b).rotate_left(9));
        }
        if t != 0 {
            x = mix(x, hs(s / t) ^ hs(s % t).rotate_left(9));
        }
        x
    }

    #[device]
    pub fn bits_and_shifts(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        mix(h(a & b), h(a | b))
            ^ mix(h(a ^ b), h(!a)).rotate_left(1)
            ^ mix(hs(s & t), hs(s | !t)).rotate_left(2)
            ^ mix(h(a << (r.k * 8)), h(a >> (r.l * 8))).rotate_left(3)
            ^ mix(hs(s << (r.l * 8)), hs(s >> (r.k * 8))).rotate_left(4)
    }

    #[device]
    pub fn counts_of_shifts(r: &Input) -> u64 {
        let (a, n) = (one(r), r.k as u128 * 8);
        h(a << n) ^ h(a >> (r.l as i128)) ^ (r.p << (r.k as u128)) ^ ((r.i >> (r.l as i128)) as u64) ^ h(a >> 3_u8)
    }

    #[device]
    pub fn comparisons(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        let unsigned = [a < b, a <= b, a > b, a >= b, a == b, a != b];
        let signed = [s < t, s <= t, s > t, s >= t, s == t, s < 0];
        let mut x = 0;
        for i in 0..6 {
            x = x * 4 + unsigned[i] as u64 * 2 + signed[i] as u64;
        }
        x
    }

    #[device]
    pub fn compound_assignment(r: &Input) -> u64 {
        let (mut x, mut y) = (one(r), signed_one(r));
        x ^= two(r);
        x |= 1;
        x >>= r.k;
        x <<= 3;
        x &= two(r) | 0xff;
        x /= 3;
        x += 5;
        x %= 1_000_000_007_000_000_000_009;
        x *= 10;
        x += 1;
        x -= 1;
        y >>= 1_u8;
        y ^= signed_two(r);
        y <<= 2_i64;
        mix(h(x), hs(y))
    }

    #[device]
    pub fn casts_to_integers(r: &Input) -> u64 {
        let (a, s) = (one(r), signed_one(r));
        let small = mix(a as u8 as u64 ^ a as i8 as u64, a as u16 as u64 ^ (s as i16 as u64).rotate_left(3));
        mix(small, mix(a as u32 as u64, s as i32 as u64))
            ^ mix(a as u64, s as i64 as u64)
            ^ mix(s as usize as u64, a as isize as u64)
            ^ hs(a as i128)
    }

    #[device]
    pub fn casts_from_integers(r: &Input) -> u64 {
        mix(h(r.p as u128), h(r.m as u128))
            ^ mix(hs(r.p as i128), hs(r.m as i128)).rotate_left(1)
            ^ mix(h(r.a as u128), h(r.i as u128)).rotate_left(2)
            ^ mix(hs(r.a as i128), hs(r.i as i128)).rotate_left(3)
            ^ mix(h(r.i as i8 as u128), hs(r.i as u8 as i128)).rotate_left(4)
            ^ mix(h((r.k > 3) as u128), hs('\u{1f600}' as i128)).rotate_left(5)
            ^ h(r.k as usize as u128)
    }

    #[device]
    pub fn casts_from_floats(r: &Input) -> u64 {
        mix(h(r.x as u128), h(r.u as u128))
            ^ mix(hs(r.x as i128), hs(r.u as i128)).rotate_left(1)
            ^ mix(h((r.x * 1e30) as u128), h((r.u * 1e30) as u128)).rotate_left(2)
            ^ mix(hs((r.x * -1e20) as i128), hs((r.u * -1e30) as i128)).rotate_left(3)
            ^ mix(h((r.y * r.y * r.y) as u128), hs((r.v * r.v * r.v) as i128)).rotate_left(4)
    }

    #[device]
    pub fn casts_to_floats(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        mix(bits(a as f32), long_bits(a as f64))
            ^ mix(bits(s as f32), long_bits(s as f64)).rotate_left(5)
            ^ mix(bits(b as f32), long_bits(t as f64)).rotate_left(11)
            ^ mix(bits(u128::MAX as f32), long_bits(i128::MIN as f64))
    }

    /// Numbers halfway between two floats, and a little above and below.
    #[device]
    pub fn roundings(r: &Input) -> u64 {
        let mut x = r.p;
        for i in 0..128_u32 {
            let base = 1_u128 << i;
            for digits in 23..26_u32 {
                let single = base | base >> digits | base >> (digits + r.k * 5);
                let double = base | base >> (digits + 29) | base >> (60 + r.l * 4);
                x = mix(x, bits(single as f32) ^ long_bits(double as f64).rotate_left(3));
                let (single, double) = (single as i128 >> 1, -(double as i128 >> 1));
                x = mix(x, bits(single as f32) ^ long_bits(double as f64).rotate_left(3));
            }
        }
        for i in 0..200_u32 {
            let single = f32::from_bits(0x3f00_0000 + (i << 21 | r.a & 0x1f_ffff));
            let double = f64::from_bits(0x3fe0_0000_0000_0000 + ((i as u64) << 51 | r.p & 0x3_ffff_ffff_ffff));
            x = mix(x, h(single as u128) ^ hs(-single as i128) ^ h(double as u128) ^ hs(-double as i128));
        }
        x
    }

    #[device]
    pub fn conversions(r: &Input) -> u64 {
        let a: u128 = r.p.into();
        let b: i128 = r.i.into();
        let c = u128::from(r.a) + u128::from(r.k > 3) + u128::from(b'a') + u128::from('x');
        mix(mix(h(a), hs(b)), h(c)) ^ hs(i128::from(r.m)) ^ hs(i128::from(r.p)) ^ hs(i128::from(r.a))
    }

    #[device]
    pub fn fallible_conversions(r: &Input) -> u64 {
        let (a, s) = (one(r), signed_one(r));
        let small: Result<u8, _> = two(r).try_into();
        let wide: Result<u128, std::num::TryFromIntError> = r.m.try_into();
        let mut x = mix(u64::try_from(a).unwrap_or(3), i64::try_from(s).unwrap_or(4) as u64);
        x = mix(x, h(u128::try_from(s).unwrap_or(5)) ^ hs(i128::try_from(a).unwrap_or(6)));
        x = mix(x, small.unwrap_or(7) as u64 ^ ho(wide.ok()));
        mix(x, u128::try_from(r.i).is_ok() as u64 | (usize::try_from(s).is_ok() as u64) << 1)
    }

    #[device]
    pub fn wrapping(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        mix(h(a.wrapping_add(b)), h(a.wrapping_sub(b)))
            ^ mix(h(a.wrapping_mul(b)), h(a.wrapping_neg())).rotate_left(1)
            ^ mix(h(a.wrapping_shl(r.a)), h(a.wrapping_shr(r.b))).rotate_left(2)
            ^ mix(h(a.wrapping_pow(r.a)), hs(s.wrapping_pow(r.k))).rotate_left(3)
            ^ mix(hs(s.wrapping_add(t)), hs(s.wrapping_sub(t))).rotate_left(4)
            ^ mix(hs(s.wrapping_mul(t)), hs(s.wrapping_neg())).rotate_left(5)
            ^ hs(s.wrapping_abs()).rotate_left(6)
    }

    #[device]
    pub fn checked(r: &Input) -> u64 {
        let (a, b) = (one(r), two(r));
        mix(ho(a.checked_add(b)), ho(a.checked_sub(b)))
            ^ mix(ho(a.checked_mul(b)), ho(a.checked_div(b))).rotate_left(1)
            ^ mix(ho(a.checked_rem(b)), ho(a.checked_neg())).rotate_left(2)
            ^ mix(ho(a.checked_shl(r.a)), ho(a.checked_shr(r.b))).rotate_left(3)
            ^ mix(ho(a.checked_pow(r.k)), ho(a.checked_next_power_of_two())).rotate_left(4)
            ^ ho(a.checked_next_multiple_of(b)).rotate_left(5)
    }

    #[device]
    pub fn checked_with_signs(r: &Input) -> u64 {
        let (s, t) = (signed_one(r), signed_two(r));
        mix(hos(s.checked_add(t)), hos(s.checked_sub(t)))
            ^ mix(hos(s.checked_mul(t)), hos(s.checked_div(t))).rotate_left(1)
            ^ mix(hos(s.checked_rem(t)), hos(s.checked_neg())).rotate_left(2)
            ^ mix(hos(s.checked_abs()), hos(s.checked_div_euclid(t))).rotate_left(3)
            ^ mix(hos(s.checked_pow(r.k)), hos(s.checked_rem_euclid(t))).rotate_left(4)
            ^ hos(s.checked_isqrt()).rotate_left(5)
    }

    #[device]
    pub fn saturating(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        mix(h(a.saturating_add(b)), h(a.saturating_sub(b)))
            ^ mix(h(a.saturating_mul(b)), h(a.saturating_pow(r.k))).rotate_left(1)
            ^ mix(hs(s.saturating_add(t)), hs(s.saturating_sub(t))).rotate_left(2)
            ^ mix(hs(s.saturating_mul(t)), hs(s.saturating_pow(r.k))).rotate_left(3)
            ^ mix(hs(s.saturating_neg()), hs(s.saturating_abs())).rotate_left(4)
    }

    #[device]
    pub fn overflowing(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        let of = |(x, wraps): (u128, bool)| h(x) ^ wraps as u64;
        let of_signed = |(x, wraps): (i128, bool)| hs(x) ^ wraps as u64;
        mix(of(a.overflowing_add(b)), of(a.overflowing_sub(b)))
            ^ mix(of(a.overflowing_mul(b)), of(a.overflowing_pow(r.k))).rotate_left(1)
            ^ mix(of_signed(s.overflowing_add(t)), of_signed(s.overflowing_sub(t))).rotate_left(2)
            ^ mix(of_signed(s.overflowing_mul(t)), of_signed(s.overflowing_neg())).rotate_left(3)
            ^ mix(of_signed(s.overflowing_abs()), of(a.overflowing_shl(r.a))).rotate_left(4)
    }

    #[device]
    pub fn of_the_other_sign(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        mix(h(a.wrapping_add_signed(s)), ho(a.checked_add_signed(t)))
            ^ mix(h(a.saturating_add_signed(s)), hs(s.wrapping_add_unsigned(a))).rotate_left(1)
            ^ mix(hos(s.checked_sub_unsigned(a)), hs(s.saturating_sub_unsigned(b))).rotate_left(2)
            ^ mix(h(a.unbounded_shl(r.a)), hs(s.unbounded_shr(r.b))).rotate_left(3)
            ^ h(a.overflowing_add_signed(s).0)
    }

    #[device]
    pub fn divisions(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        let mut x = mix(a.is_multiple_of(b) as u64, r.p);
        if b != 0 {
            x = mix(x, mix(h(a.div_euclid(b)), h(a.rem_euclid(b))) ^ h(a.div_ceil(b)).rotate_left(1));
        }
        if t != 0 {
            x ^= mix(hs(s.wrapping_div(t)), hs(s.wrapping_rem(t)));
            x = mix(x, mix(hs(s.wrapping_div_euclid(t)), hs(s.wrapping_rem_euclid(t))) ^ hs(s.saturating_div(t)));
        }
        if t > 0 {
            x = mix(x, mix(hs(s.div_euclid(t)), hs(s.rem_euclid(t))));
        }
        x
    }

    #[device]
    pub fn counts_of_bits(r: &Input) -> u64 {
        let (a, s) = (one(r), signed_one(r));
        let ones = [a.leading_ones(), a.trailing_ones(), a.count_ones(), s.count_ones()];
        let zeros = [a.leading_zeros(), a.trailing_zeros(), a.count_zeros(), s.leading_zeros()];
        let mut x = mix(0_u128.leading_zeros() as u64, 0_i128.trailing_zeros() as u64);
        for i in 0..4 {
            x = mix(x, mix(ones[i] as u64, zeros[i] as u64));
        }
        x
    }

    #[device]
    pub fn orders_of_bits(r: &Input) -> u64 {
        let (a, s) = (one(r), signed_one(r));
        mix(h(a.rotate_left(r.a)), h(a.rotate_right(r.b)))
            ^ mix(h(a.swap_bytes()), h(a.reverse_bits())).rotate_left(1)
            ^ mix(hs(s.rotate_left(r.k * 9)), hs(s.reverse_bits())).rotate_left(2)
    }

    #[device]
    pub fn bytes(r: &Input) -> u64 {
        let (l, g, n) = (one(r).to_le_bytes(), one(r).to_be_bytes(), signed_one(r).to_ne_bytes());
        let mut x = 0_u64;
        for i in 0..16 {
            x = x.wrapping_mul(257).wrapping_add(l[i] as u64 ^ (g[i] as u64) << 8 ^ (n[i] as u64) << 16);
        }
        let back = mix(h(u128::from_le_bytes(g)), h(u128::from_be_bytes(g)));
        mix(x, back) ^ hs(i128::from_ne_bytes(n)) ^ hs(i128::from_be_bytes(l))
    }

    #[device]
    pub fn order(r: &Input) -> u64 {
        let (a, b, s, t) = (one(r), two(r), signed_one(r), signed_two(r));
        let orders = a.cmp(&b) as i8 as u64 ^ (s.partial_cmp(&t).map_or(9, |order| order as i8) as u64).rotate_left(9);
        let signs = s.is_negative() as u64 | (s.is_positive() as u64) << 1;
        mix(h(a.min(b)), h(a.max(b)))
            ^ mix(hs(s.min(t)), hs(s.max(t))).rotate_left(1)
            ^ mix(h(a.clamp(5, 1 << 90)), hs(s.clamp(-7, 1 << 77))).rotate_left(2)
            ^ mix(hs(s.signum()), h(s.unsigned_abs())).rotate_left(3)
            ^ mix(h(a.abs_diff(b)), h(s.abs_diff(t))).rotate_left(4)
            ^ mix(h(a.midpoint(b)), hs(a.cast_signed()) ^ h(s.cast_unsigned()).rotate_left(5))
            ^ mix(orders, signs)
    }

    #[device]
    pub fn roots_and_logarithms(r: &Input) -> u64 {
        let (a, s) = (one(r), signed_one(r));
        let mut x = mix(h(a.isqrt()), a.is_power_of_two() as u64);
        if s >= 0 {
            x ^= hs(s.isqrt()).rotate_left(3);
        }
        if a > 0 {
            x ^= (a.ilog2() as u64) << 20 ^ (a.ilog10() as u64) << 40 ^ a.ilog(7) as u64;
            x ^= h((a >> 1).next_power_of_two());
        }
        mix(x, a.checked_ilog(two(r)).unwrap_or(99) as u64) ^ (s.checked_ilog10().unwrap_or(9) as u64) << 9
    }

    #[device]
    pub fn constants(r: &Input) -> u64 {
        let counts = (u128::BITS + i128::BITS) as u64;
        mix(h(u128::MAX), h(u128::MIN)) ^ mix(hs(i128::MAX), hs(i128::MIN)) ^ counts ^ hs(-i128::MAX) ^ r.p
    }
}
