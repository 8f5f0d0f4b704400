//! Integers: all widths, wrapping, saturating, shifts, division, bits, literals and precedence.

conformance! {
    program Integers;
    cases |input| {
        wrapping_32(input.a, input.b, input.i, input.j),
        wrapping_64(input.p, input.q, input.m, input.n),
        saturating(input.a, input.b, input.i, input.j),
        saturating_64(input.p, input.q, input.m, input.n),
        shifts_mask_their_count(input.a, input.i, input.p, input.m, input.b),
        shift_operators(input.a, input.i, input.p, input.m, input.b),
        rotations(input.a, input.p, input.b),
        counts_of_bits(input.a, input.i, input.p, input.m),
        bitwise(input.a, input.b, input.i, input.j, input.p, input.q),
        division_truncates(input.i, input.j, input.m, input.n),
        division_wraps(input.i, input.j, input.m, input.n),
        division_unsigned(input.a, input.b, input.p, input.q),
        division_euclidean(input.i, input.j, input.m, input.n),
        negation_and_absolute(input.i, input.j, input.m, input.n),
        comparisons(input.a, input.b, input.i, input.j, input.p, input.q),
        least_and_greatest(input.a, input.b, input.i, input.j, input.k),
        powers(input.a, input.i, input.p, input.l),
        logarithms(input.a, input.p),
        orders_of_bytes_and_bits(input.a, input.p),
        bytes_of_numbers(input.a, input.p, input.j),
        strings_of_bytes(input.a, input.b),
        bytes(input.a, input.b),
        signed_bytes(input.i, input.j),
        words(input.a, input.b, input.i, input.j),
        pointer_sized(input.a, input.b, input.i, input.k),
        compound_assignment(input.a, input.b),
        compound_assignment_signed(input.i, input.j),
        literals(input.a, input.p),
        literals_without_a_type(input.a, input.i, input.p),
        literals_of_32_bits_with_a_sign(input.m, input.k),
        precedence(input.a, input.b, input.i),
        limits(input.a),
        averages(input.a, input.b, input.i, input.j),
        saturating_one(input.a, input.i, input.m, input.k),
        roots_and_midpoints(input.a, input.b, input.i, input.j, input.p),
        multiples(input.a, input.p, input.k, input.l),
        bytes_of_ascii(input.a, input.k),
    }

    use crate::input::mix;

    #[device]
    pub fn wrapping_32(a: u32, b: u32, i: i32, j: i32) -> u64 {
        let unsigned = mix(mix(a.wrapping_add(b) as u64, a.wrapping_sub(b) as u64), a.wrapping_mul(b) as u64);
        let signed = mix(mix(i.wrapping_add(j) as u64, i.wrapping_sub(j) as u64), i.wrapping_mul(j) as u64);
        mix(mix(unsigned, signed), mix(a.wrapping_neg() as u64, i.wrapping_neg() as u64))
    }

    #[device]
    pub fn wrapping_64(p: u64, q: u64, m: i64, n: i64) -> u64 {
        let unsigned = mix(mix(p.wrapping_add(q), p.wrapping_sub(q)), p.wrapping_mul(q));
        let signed = mix(mix(m.wrapping_add(n) as u64, m.wrapping_sub(n) as u64), m.wrapping_mul(n) as u64);
        mix(mix(unsigned, signed), mix(p.wrapping_neg(), m.wrapping_neg() as u64))
    }

    #[device]
    pub fn saturating(a: u32, b: u32, i: i32, j: i32) -> u64 {
        let sums = mix(a.saturating_add(b) as u64, i.saturating_add(j) as u64);
        let differences = mix(a.saturating_sub(b) as u64, i.saturating_sub(j) as u64);
        let products = mix(a.saturating_mul(b) as u64, i.saturating_mul(j) as u64);
        mix(mix(sums, differences), products)
    }

    #[device]
    pub fn saturating_64(p: u64, q: u64, m: i64, n: i64) -> u64 {
        let sums = mix(p.saturating_add(q), m.saturating_add(n) as u64);
        let differences = mix(p.saturating_sub(q), m.saturating_sub(n) as u64);
        let products = mix(p.saturating_mul(q), m.saturating_mul(n) as u64);
        mix(mix(sums, differences), products)
    }

    #[device]
    pub fn shifts_mask_their_count(a: u32, i: i32, p: u64, m: i64, count: u32) -> u64 {
        let left = mix(a.wrapping_shl(count) as u64, i.wrapping_shl(count) as u64);
        let right = mix(a.wrapping_shr(count) as u64, i.wrapping_shr(count) as u64);
        let long = mix(p.wrapping_shl(count), p.wrapping_shr(count));
        mix(mix(left, right), mix(long, mix(m.wrapping_shl(count) as u64, m.wrapping_shr(count) as u64)))
    }

    #[device]
    pub fn shift_operators(a: u32, i: i32, p: u64, m: i64, count: u32) -> u64 {
        let narrow = count % 32;
        let wide = count & 63;
        let mut result = mix((a << narrow) as u64, (a >> narrow) as u64);
        result = mix(result, mix((i << narrow) as u64, (i >> narrow) as u64));
        result = mix(result, mix(p << wide, p >> wide));
        // The count may have any integer type.
        mix(result, mix((m << (wide as i64)) as u64, (m >> wide as u8) as u64))
    }

    #[device]
    pub fn rotations(a: u32, p: u64, count: u32) -> u64 {
        let short = mix(a.rotate_left(count) as u64, a.rotate_right(count) as u64);
        mix(short, mix(p.rotate_left(count), p.rotate_right(count)))
    }

    #[device]
    pub fn counts_of_bits(a: u32, i: i32, p: u64, m: i64) -> u64 {
        let mut result = 0_u64;
        result = mix(result, (a.count_ones() | a.count_zeros() << 8) as u64);
        result = mix(result, (a.leading_zeros() | a.leading_ones() << 8 | a.trailing_zeros() << 16 | a.trailing_ones() << 24) as u64);
        result = mix(result, (i.leading_zeros() | i.leading_ones() << 8 | i.trailing_zeros() << 16 | i.count_ones() << 24) as u64);
        result = mix(result, (p.leading_zeros() | p.leading_ones() << 8 | p.trailing_zeros() << 16 | p.trailing_ones() << 24) as u64);
        mix(result, (m.count_ones() | m.count_zeros() << 8 | m.leading_zeros() << 16 | m.trailing_zeros() << 24) as u64)
    }

    #[device]
    pub fn bitwise(a: u32, b: u32, i: i32, j: i32, p: u64, q: u64) -> u64 {
        let short = (a & b) ^ !(a | b);
        let signed = !i & j | i ^ !j;
        let long = (p & !q) | (!p ^ q);
        mix(mix(short as u64, signed as u64), long)
    }

    #[device]
    pub fn division_truncates(i: i32, j: i32, m: i64, n: i64) -> u64 {
        let mut result = 0_u64;
        if j != 0 && !(i == i32::MIN && j == -1) {
            result = mix((i / j) as u64, (i % j) as u64);
        }
        if n != 0 && !(m == i64::MIN && n == -1) {
            result = mix(result, mix((m / n) as u64, (m % n) as u64));
        }
        result
    }

    #[device]
    pub fn division_wraps(i: i32, j: i32, m: i64, n: i64) -> u64 {
        let mut result = 0_u64;
        if j != 0 {
            result = mix(i.wrapping_div(j) as u64, i.wrapping_rem(j) as u64);
        }
        if n != 0 {
            result = mix(result, mix(m.wrapping_div(n) as u64, m.wrapping_rem(n) as u64));
        }
        result
    }

    #[device]
    pub fn division_unsigned(a: u32, b: u32, p: u64, q: u64) -> u64 {
        let b = b.max(1);
        let q = q.max(1);
        let short = mix(mix((a / b) as u64, (a % b) as u64), a.div_ceil(b) as u64);
        mix(short, mix(mix(p / q, p % q), p.div_ceil(q)))
    }

    #[device]
    pub fn division_euclidean(i: i32, j: i32, m: i64, n: i64) -> u64 {
        let mut result = 0_u64;
        if j != 0 && !(i == i32::MIN && j == -1) {
            result = mix(i.div_euclid(j) as u64, i.rem_euclid(j) as u64);
        }
        if n != 0 && !(m == i64::MIN && n == -1) {
            result = mix(result, mix(m.div_euclid(n) as u64, m.rem_euclid(n) as u64));
        }
        result
    }

    #[device]
    pub fn negation_and_absolute(i: i32, j: i32, m: i64, n: i64) -> u64 {
        let i = if i == i32::MIN { 5 } else { i };
        let m = if m == i64::MIN { 6 } else { m };
        let signs = mix(i.signum() as u64, n.signum() as u64);
        let tests = mix(i.is_negative() as u64, n.is_positive() as u64);
        let absolute = mix(i.abs() as u64, m.abs() as u64);
        let unsigned = mix(j.unsigned_abs() as u64, n.unsigned_abs());
        let wrapped = mix(j.wrapping_abs() as u64, j.abs_diff(i) as u64);
        mix(mix(mix(signs, tests), mix(absolute, unsigned)), mix(wrapped, mix(-i as u64, (-m) as u64)))
    }

    #[device]
    pub fn comparisons(a: u32, b: u32, i: i32, j: i32, p: u64, q: u64) -> u64 {
        let mut result = 0_u64;
        result |= (a < b) as u64;
        result |= ((a <= b) as u64) << 1;
        result |= ((i > j) as u64) << 2;
        result |= ((i >= j) as u64) << 3;
        result |= ((p == q) as u64) << 4;
        result |= ((p != q) as u64) << 5;
        // C++ would compare -1 with 1 as unsigned here.
        result |= (((i as i64) < (a as i64)) as u64) << 6;
        result |= ((i < j || a < b && p < q) as u64) << 7;
        result | (((a < b) == (i < j)) as u64) << 8
    }

    #[device]
    pub fn least_and_greatest(a: u32, b: u32, i: i32, j: i32, k: u32) -> u64 {
        let pair = mix(a.min(b) as u64, a.max(b) as u64);
        let signed = mix(i.min(j) as u64, i.max(j) as u64);
        let clamped = mix(k.clamp(3, 9) as u64, i.clamp(-100, 100) as u64);
        mix(mix(pair, signed), mix(clamped, mix(u32::max(a, 7) as u64, i32::min(i, -7) as u64)))
    }

    #[device]
    pub fn powers(a: u32, i: i32, p: u64, l: u32) -> u64 {
        let exact = mix((a % 4).pow(l) as u64, (p % 16).pow(l));
        let wrapped = mix(a.wrapping_pow(l) as u64, i.wrapping_pow(l) as u64);
        mix(mix(exact, wrapped), p.wrapping_pow(l.wrapping_mul(77)))
    }

    #[device]
    pub fn logarithms(a: u32, p: u64) -> u64 {
        let a = a.max(1);
        let p = p.max(1);
        let small = (a & 0xffff) as u64;
        let mut result = (a.ilog2() | p.ilog2() << 8) as u64;
        result |= (a.is_power_of_two() as u64) << 16 | (p.is_power_of_two() as u64) << 17;
        mix(result, small.next_power_of_two())
    }

    #[device]
    pub fn orders_of_bytes_and_bits(a: u32, p: u64) -> u64 {
        let short = mix(a.swap_bytes() as u64, a.reverse_bits() as u64);
        mix(short, mix(p.swap_bytes(), p.reverse_bits()))
    }

    #[device]
    pub fn bytes_of_numbers(a: u32, p: u64, j: i32) -> u64 {
        let little = a.to_le_bytes();
        let big = a.to_be_bytes();
        let turned = u32::from_le_bytes(big);
        let same = i32::from_be_bytes(j.to_be_bytes()) as u64;
        let [low, high] = (p as u16).to_ne_bytes();
        let half = u16::from_ne_bytes([high, low]);
        let eight = u64::from_be_bytes(p.to_le_bytes());
        let word = usize::from_le_bytes((p as usize).to_be_bytes()) as u64;
        let one = i8::from_le_bytes([little[0]]).to_be_bytes()[0];
        let sum: u32 = little.iter().zip(big).map(|(x, y)| *x as u32 * 3 + y as u32).sum();
        mix(mix(turned as u64, same), mix(half as u64 ^ one as u64, eight ^ word)) ^ sum as u64
    }

    #[device]
    pub fn strings_of_bytes(a: u32, b: u32) -> u64 {
        const DIGITS: [u8; 16] = *b"0123456789abcdef";
        let digits = b"0123456789abcdef";
        let mut sum = 0_u64;
        for byte in b"wh\x00\xff\n" {
            sum = sum * 31 + u64::from(*byte);
        }
        let vowels = b"aeiou".iter().filter(|vowel| **vowel > (b % 256) as u8).count();
        mix(sum ^ u64::from(digits[(a % 16) as usize]), u64::from(DIGITS[(b % 16) as usize])) + vowels as u64
    }

    #[device]
    pub fn bytes(a: u32, b: u32) -> u64 {
        let x = a as u8;
        let y = b as u8;
        let sum = x.wrapping_add(y);
        // No promotion: C++ would give 256 more.
        let grown = (sum as u32) + (x.wrapping_mul(y) as u32);
        let mut result = mix(grown as u64, (x & y ^ !x) as u64);
        result = mix(result, (x.saturating_add(y) as u64) << 8 | x.saturating_sub(y) as u64);
        result = mix(result, (x.rotate_left(3) as u64) << 8 | x.leading_zeros() as u64);
        result = mix(result, (x << (y & 7)) as u64 | ((x >> (y & 7)) as u64) << 8);
        mix(result, (x < y) as u64 | (x.max(y) as u64) << 1)
    }

    #[device]
    pub fn signed_bytes(i: i32, j: i32) -> u64 {
        let x = i as i8;
        let y = j as i8;
        let mut result = mix(x.wrapping_add(y) as u64, x.wrapping_mul(y) as i64 as u64);
        result = mix(result, x.saturating_sub(y) as u64);
        result = mix(result, x.wrapping_shr(2) as u64);
        if y != 0 {
            result = mix(result, x.wrapping_div(y) as u64);
        }
        mix(result, x.unsigned_abs() as u64 | (x.wrapping_neg() as u8 as u64) << 8)
    }

    #[device]
    pub fn words(a: u32, b: u32, i: i32, j: i32) -> u64 {
        let x = a as u16;
        let y = b as u16;
        let s = i as i16;
        let t = j as i16;
        let mut result = mix(x.wrapping_mul(y) as u64, s.wrapping_mul(t) as u64);
        result = mix(result, (!x as u64) << 16 | (!s as u16 as u64));
        result = mix(result, x.swap_bytes() as u64 | (s.leading_zeros() as u64) << 16);
        mix(result, (s >> 3) as u64 ^ (x >> 3) as u64)
    }

    #[device]
    pub fn pointer_sized(a: u32, b: u32, i: i32, k: u32) -> u64 {
        let length = a as usize;
        let offset = i as isize;
        let moved = length.wrapping_add(offset as usize);
        let table = [3_usize, 1, 4, 1, 5];
        let entry = table[k as usize % 5];
        mix(mix(moved as u64, (offset >> 1) as u64), (entry + b as usize) as u64)
    }

    #[device]
    pub fn compound_assignment(a: u32, b: u32) -> u64 {
        let mut x = a;
        x ^= b;
        x |= 0x10;
        x &= 0x0fff_ffff;
        x += b >> 8;
        x -= b >> 9;
        x *= 3;
        x /= 2;
        x %= 1_000_003;
        x <<= 3;
        x >>= b % 8;
        x as u64
    }

    #[device]
    pub fn compound_assignment_signed(i: i32, j: i32) -> u64 {
        let mut x = i as i64;
        x += j as i64;
        x *= -3;
        x -= 17;
        x /= 4;
        x %= 1009;
        x <<= 5;
        x >>= 2;
        x ^= j as i64;
        x as u64
    }

    #[device]
    pub fn literals(a: u32, p: u64) -> u64 {
        let mut result = mix(a as u64 ^ 0xff_u64, p ^ 0xffff_ffff_ffff_ffff);
        result = mix(result, (a ^ 0b1010_0101) as u64 + 0o777);
        result = mix(result, (-2_147_483_648_i32) as u64);
        result = mix(result, (-9_223_372_036_854_775_808_i64) as u64);
        result = mix(result, (-128_i8) as u64 | b'a' as u64);
        mix(result, 007 + 1_0_0u64)
    }

    #[device]
    pub fn literals_without_a_type(a: u32, i: i32, p: u64) -> u64 {
        let default = 7;
        let mut sum = 0;
        let mut long = 1;
        let mask = !0;
        let shifted = 1 << 20;
        for step in 0..5 {
            sum += step * default;
            long = long * 31 + p % 1000;
        }
        let signed = i.wrapping_add(sum);
        mix(mix(signed as u64, long), (a & mask ^ shifted) as u64)
    }

    /// C++ has such digits as a number without a sign, unless they are decimal.
    #[device]
    pub fn literals_of_32_bits_with_a_sign(m: i64, k: u32) -> u64 {
        let first = -0xC0EE_6F8A_i64;
        let second: i64 = -0b1100_0000_1110_1110_0110_1111_1000_1010;
        let third = -0o30073467612_i64 + m / 2;
        let fourth = match first + (k % 3) as i64 {
            -0xC0EE_6F8A => 1,
            -0b1100_0000_1110_1110_0110_1111_1000_1001..=-5 if k > 3 => 2,
            _ => 3,
        };
        let fifth = matches!(m, -0x8000_0000..=-0o11) as u64;
        mix(mix(first as u64, second as u64), mix(third as u64, fourth ^ fifth << 8))
    }

    #[device]
    pub fn precedence(a: u32, b: u32, i: i32) -> u64 {
        let mut result = 0_u64;
        // In C++, `==` binds tighter than `&`, `|` and `^`.
        result |= (a & 3 == b & 3) as u64;
        result |= ((a ^ b == 7) as u64) << 1;
        result |= ((a | 1 != b) as u64) << 2;
        result = mix(result, (a | b ^ a & 0xff) as u64);
        result = mix(result, (a >> 1 + 2 << 3) as u64);
        result = mix(result, (a & 0xff - (b & 0xf)) as u64);
        result = mix(result, (a % 7 * 3 + b % 5 + 1 % 2) as u64);
        // A method binds tighter than a sign, a cast tighter than an operator.
        result = mix(result, -i.wrapping_abs().max(-5).min(5) as u64);
        mix(result, (a as u64 * 3 + b as u64) << 1)
    }

    #[device]
    pub fn limits(a: u32) -> u64 {
        let mut result = mix(u32::MAX as u64, i32::MIN as u64);
        result = mix(result, mix(u64::MAX, i64::MIN as u64));
        result = mix(result, mix(u8::MAX as u64 | (i8::MIN as u8 as u64) << 8, u16::MAX as u64 | (i16::MAX as u64) << 16));
        result = mix(result, mix(usize::MAX as u64, isize::MIN as u64));
        result = mix(result, (u8::BITS + u16::BITS + u32::BITS + u64::BITS + i64::BITS + usize::BITS) as u64);
        mix(result, (a > u32::MAX / 2) as u64)
    }

    #[device]
    pub fn averages(a: u32, b: u32, i: i32, j: i32) -> u64 {
        let mean = (a as u64 + b as u64) / 2;
        let signed = (i as i64 + j as i64) / 2;
        let distance = a.abs_diff(b) as u64;
        mix(mix(mean, signed as u64), distance)
    }

    #[device]
    pub fn saturating_one(a: u32, i: i32, m: i64, k: u32) -> u64 {
        let signed = mix(i.saturating_neg() as u64, mix(i.saturating_abs() as u64, i.saturating_pow(k) as u64));
        let long = mix(m.saturating_neg() as u64, mix(m.saturating_abs() as u64, m.saturating_pow(k) as u64));
        mix(mix(signed, long), mix(a.saturating_pow(k) as u64, (i as i8).saturating_neg() as u64))
    }

    #[device]
    pub fn roots_and_midpoints(a: u32, b: u32, i: i32, j: i32, p: u64) -> u64 {
        let roots = mix(a.isqrt() as u64, mix(p.isqrt(), (a as u8).isqrt() as u64));
        let midpoints = mix(a.midpoint(b) as u64, mix(i.midpoint(j) as u64, (a as u8).midpoint(b as u8) as u64));
        mix(mix(roots, midpoints), mix((a | 1).ilog10() as u64, (p | 1).ilog10() as u64))
    }

    #[device]
    pub fn multiples(a: u32, p: u64, k: u32, l: u32) -> u64 {
        let next = mix((a >> 4).next_multiple_of(k + 1) as u64, (p >> 8).next_multiple_of(l as u64 + 1));
        mix(next, mix(a.is_multiple_of(k) as u64, p.is_multiple_of(l as u64 * 3) as u64))
    }

    /// All bytes, in an order that the row says.
    #[device]
    pub fn bytes_of_ascii(a: u32, k: u32) -> u64 {
        let mut s = 0_u64;
        for i in 0..=255_u8 {
            let b = i ^ a as u8;
            let letters = b.is_ascii_alphabetic() as u32
                | (b.is_ascii_uppercase() as u32) << 1
                | (b.is_ascii_lowercase() as u32) << 2
                | (b.is_ascii_digit() as u32) << 3
                | (b.is_ascii_hexdigit() as u32) << 4
                | (b.is_ascii_alphanumeric() as u32) << 5;
            let others = b.is_ascii() as u32
                | (b.is_ascii_graphic() as u32) << 1
                | (b.is_ascii_punctuation() as u32) << 2
                | (b.is_ascii_control() as u32) << 3
                | (b.is_ascii_whitespace() as u32) << 4;
            let cases = u32::from(b.to_ascii_uppercase()) | u32::from(b.to_ascii_lowercase()) << 8;
            let is_same = b.eq_ignore_ascii_case(&(i ^ 32)) as u32;
            s = mix(mix(s, (letters | others << 8) as u64), (cases | is_same << 16) as u64);
        }
        s + b'x'.is_ascii_digit() as u64 + b"aZ9"[k as usize % 3].to_ascii_uppercase() as u64
    }
}
