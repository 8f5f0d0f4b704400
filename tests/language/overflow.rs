//! Methods of integers that wrap, saturate, check, or say whether they wrapped, at the edges of each width.

conformance! {
    program Overflow;
    cases |input| {
        bytes(input.a as u8, input.b as u8, input.k),
        words(input.a, input.b, input.k),
        longs(input.p, input.q, input.k),
        signed_bytes(input.i as i8, input.j as i8, input.k),
        signed_words(input.i, input.j, input.k),
        signed_longs(input.m, input.n, input.k),
        of_both_signs(input.a, input.i, input.p, input.m),
        of_small_of_both_signs(input.a as u8, input.i as i8, input.b as u16, input.j as i16),
        of_types(input.a, input.b, input.i),
        by_patterns(input.a, input.b, input.i),
        logarithms(input.a, input.b, input.m, input.k),
        powers(input.a, input.i, input.p, input.k),
    }

    use crate::input::mix;

    #[device]
    fn flagged(value: u64, overflowed: bool) -> u64 {
        mix(value, overflowed as u64)
    }

    #[device]
    pub fn bytes(x: u8, y: u8, k: u32) -> u64 {
        let (sum, a) = x.overflowing_add(y);
        let (difference, b) = x.overflowing_sub(y);
        let (product, c) = x.overflowing_mul(y);
        let (negated, d) = x.overflowing_neg();
        let (left, e) = x.overflowing_shl(k);
        let (right, f) = x.overflowing_shr(k);
        let first = mix(flagged(sum as u64, a), mix(flagged(difference as u64, b), flagged(product as u64, c)));
        let second = mix(flagged(negated as u64, d), mix(flagged(left as u64, e), flagged(right as u64, f)));
        let third = mix(x.checked_shl(k).unwrap_or(3) as u64, x.checked_shr(k).unwrap_or(4) as u64);
        let fourth = mix(x.unbounded_shl(k) as u64, x.unbounded_shr(k) as u64);
        let fifth = x.checked_next_power_of_two().unwrap_or(5) as u64;
        let sixth = x.checked_next_multiple_of(y).unwrap_or(6) as u64;
        mix(mix(first, second), mix(mix(third, fourth), mix(fifth, sixth)))
    }

    #[device]
    pub fn words(x: u32, y: u32, k: u32) -> u64 {
        let (sum, a) = x.overflowing_add(y);
        let (difference, b) = x.overflowing_sub(y);
        let (product, c) = x.overflowing_mul(y);
        let (negated, d) = x.overflowing_neg();
        let (left, e) = x.overflowing_shl(k * 5);
        let (right, f) = x.overflowing_shr(k * 5);
        let first = mix(flagged(sum as u64, a), mix(flagged(difference as u64, b), flagged(product as u64, c)));
        let second = mix(flagged(negated as u64, d), mix(flagged(left as u64, e), flagged(right as u64, f)));
        let third = mix(x.checked_shl(k * 5).unwrap_or(3) as u64, x.checked_shr(k * 5).unwrap_or(4) as u64);
        let fourth = mix(x.unbounded_shl(k * 5) as u64, x.unbounded_shr(k * 5) as u64);
        let fifth = x.checked_next_power_of_two().unwrap_or(5) as u64;
        let sixth = x.checked_next_multiple_of(y).unwrap_or(6) as u64;
        mix(mix(first, second), mix(mix(third, fourth), mix(fifth, sixth)))
    }

    #[device]
    pub fn longs(x: u64, y: u64, k: u32) -> u64 {
        let (sum, a) = x.overflowing_add(y);
        let (difference, b) = x.overflowing_sub(y);
        let (product, c) = x.overflowing_mul(y);
        let (left, d) = x.overflowing_shl(k * 9);
        let quotient = if y != 0 {
            let (quotient, e) = x.overflowing_div(y);
            let (rest, f) = x.overflowing_rem(y);
            mix(flagged(quotient, e), mix(flagged(rest, f), x.saturating_div(y)))
        } else {
            1
        };
        let euclid = mix(x.checked_div_euclid(y).unwrap_or(1), x.checked_rem_euclid(y).unwrap_or(2));
        let first = mix(flagged(sum, a), mix(flagged(difference, b), flagged(product, c)));
        let second = mix(flagged(left, d), mix(x.unbounded_shr(k * 9), x.checked_next_power_of_two().unwrap_or(5)));
        mix(mix(first, second), mix(quotient, mix(euclid, x.checked_next_multiple_of(y).unwrap_or(6))))
    }

    #[device]
    pub fn signed_bytes(x: i8, y: i8, k: u32) -> u64 {
        let (sum, a) = x.overflowing_add(y);
        let (difference, b) = x.overflowing_sub(y);
        let (product, c) = x.overflowing_mul(y);
        let (negated, d) = x.overflowing_neg();
        let (positive, e) = x.overflowing_abs();
        let (right, f) = x.overflowing_shr(k);
        let first = mix(flagged(sum as u64, a), mix(flagged(difference as u64, b), flagged(product as u64, c)));
        let second = mix(flagged(negated as u64, d), mix(flagged(positive as u64, e), flagged(right as u64, f)));
        let shifted = mix(x.unbounded_shl(k) as u64, x.unbounded_shr(k) as u64);
        let checked = mix(x.checked_abs().unwrap_or(3) as u64, x.checked_isqrt().unwrap_or(4) as u64);
        let divided = if y != 0 {
            let (quotient, g) = x.overflowing_div(y);
            let (rest, h) = x.overflowing_rem(y);
            let (whole, l) = x.overflowing_div_euclid(y);
            let (left, m) = x.overflowing_rem_euclid(y);
            let first = mix(flagged(quotient as u64, g), flagged(rest as u64, h));
            mix(mix(first, x.saturating_div(y) as u64), mix(flagged(whole as u64, l), flagged(left as u64, m)))
        } else {
            7
        };
        mix(mix(first, second), mix(shifted, mix(checked, divided)))
    }

    #[device]
    pub fn signed_words(x: i32, y: i32, k: u32) -> u64 {
        let (sum, a) = x.overflowing_add(y);
        let (difference, b) = x.overflowing_sub(y);
        let (product, c) = x.overflowing_mul(y);
        let (negated, d) = x.overflowing_neg();
        let (positive, e) = x.overflowing_abs();
        let first = mix(flagged(sum as u64, a), mix(flagged(difference as u64, b), flagged(product as u64, c)));
        let second = mix(flagged(negated as u64, d), flagged(positive as u64, e));
        let shifted = mix(x.unbounded_shl(k * 5) as u64, x.unbounded_shr(k * 5) as u64);
        let euclid = mix(x.checked_div_euclid(y).unwrap_or(1) as u64, x.checked_rem_euclid(y).unwrap_or(2) as u64);
        let wrapped = if y != 0 {
            let whole = mix(x.wrapping_div_euclid(y) as u64, x.wrapping_rem_euclid(y) as u64);
            mix(whole, x.saturating_div(y) as u64)
        } else {
            8
        };
        mix(mix(first, second), mix(mix(shifted, euclid), mix(wrapped, x.checked_abs().unwrap_or(3) as u64)))
    }

    #[device]
    pub fn signed_longs(x: i64, y: i64, k: u32) -> u64 {
        let (sum, a) = x.overflowing_add(y);
        let (difference, b) = x.overflowing_sub(y);
        let (product, c) = x.overflowing_mul(y);
        let (negated, d) = x.overflowing_neg();
        let (left, e) = x.overflowing_shl(k * 9);
        let first = mix(flagged(sum as u64, a), mix(flagged(difference as u64, b), flagged(product as u64, c)));
        let second = mix(flagged(negated as u64, d), flagged(left as u64, e));
        let third = mix(x.checked_isqrt().unwrap_or(5) as u64, x.unbounded_shr(k * 9) as u64);
        let euclid = mix(x.checked_div_euclid(y).unwrap_or(1) as u64, x.checked_rem_euclid(y).unwrap_or(2) as u64);
        mix(mix(first, second), mix(third, euclid))
    }

    /// A number and one of the other sign of type.
    #[device]
    pub fn of_both_signs(a: u32, i: i32, p: u64, m: i64) -> u64 {
        let wrapped = mix(a.wrapping_add_signed(i) as u64, a.wrapping_sub_signed(i) as u64);
        let wrapped = mix(wrapped, mix(i.wrapping_add_unsigned(a) as u64, i.wrapping_sub_unsigned(a) as u64));
        let saturated = mix(a.saturating_add_signed(i) as u64, a.saturating_sub_signed(i) as u64);
        let saturated = mix(saturated, mix(m.saturating_add_unsigned(p) as u64, m.saturating_sub_unsigned(p) as u64));
        let checked = mix(a.checked_add_signed(i).unwrap_or(1) as u64, a.checked_sub_signed(i).unwrap_or(2) as u64);
        let checked = mix(checked, mix(p.checked_add_signed(m).unwrap_or(3), p.checked_sub_signed(m).unwrap_or(4)));
        let other = mix(i.checked_add_unsigned(a).unwrap_or(5) as u64, i.checked_sub_unsigned(a).unwrap_or(6) as u64);
        let (sum, b) = p.overflowing_add_signed(m);
        let (difference, c) = m.overflowing_sub_unsigned(p);
        let overflowed = mix(flagged(sum, b), flagged(difference as u64, c));
        mix(mix(wrapped, saturated), mix(mix(checked, other), overflowed))
    }

    #[device]
    pub fn of_small_of_both_signs(a: u8, i: i8, b: u16, j: i16) -> u64 {
        let (sum, c) = a.overflowing_add_signed(i);
        let (difference, d) = a.overflowing_sub_signed(i);
        let (signed, e) = j.overflowing_add_unsigned(b);
        let (rest, f) = j.overflowing_sub_unsigned(b);
        let saturated = mix(a.saturating_add_signed(i) as u64, j.saturating_sub_unsigned(b) as u64);
        let more = mix(b.saturating_sub_signed(j) as u64, i.saturating_add_unsigned(a) as u64);
        let first = mix(flagged(sum as u64, c), flagged(difference as u64, d));
        let second = mix(flagged(signed as u64, e), flagged(rest as u64, f));
        mix(mix(first, second), mix(saturated, more))
    }

    #[device]
    pub fn of_types(a: u32, b: u32, i: i32) -> u64 {
        let (sum, c) = u32::overflowing_add(a, b);
        let checked = u8::checked_shl(a as u8, 3).unwrap_or(1);
        let signed = u32::checked_add_signed(a, -1).unwrap_or(u32::MAX);
        let other = i32::saturating_sub_unsigned(i, 7);
        mix(flagged(sum as u64, c), mix(checked as u64, mix(signed as u64, other as u64)))
    }

    #[device]
    pub fn by_patterns(a: u32, b: u32, i: i32) -> u64 {
        let sum = match a.overflowing_add(b) {
            (sum, false) => sum,
            (_, true) => u32::MAX,
        };
        let counted = i.overflowing_mul(3).0;
        let moved = if let Some(moved) = a.checked_add_signed(-2) { moved } else { 9 };
        let wrapped = a.overflowing_sub(1).1;
        mix(mix(sum as u64, counted as u64), flagged(moved as u64, wrapped))
    }

    #[device]
    pub fn logarithms(a: u32, b: u32, m: i64, k: u32) -> u64 {
        let first = mix(a.checked_ilog2().unwrap_or(99) as u64, m.checked_ilog10().unwrap_or(98) as u64);
        let second = mix(a.checked_ilog(b).unwrap_or(97) as u64, m.checked_ilog(k as i64).unwrap_or(96) as u64);
        let third = if a > 0 { a.ilog(k + 2) as u64 } else { 5 };
        mix(mix(first, second), mix(third, (a as u8).checked_ilog(3).unwrap_or(95) as u64))
    }

    #[device]
    pub fn powers(a: u32, i: i32, p: u64, k: u32) -> u64 {
        let (power, b) = a.overflowing_pow(k);
        let (signed, c) = (i as i8).overflowing_pow(k);
        let checked = mix((a as u16).checked_pow(k).unwrap_or(1) as u64, i.checked_pow(k).unwrap_or(2) as u64);
        mix(mix(flagged(power as u64, b), flagged(signed as u64, c)), mix(checked, p.checked_pow(2).unwrap_or(3)))
    }
}
