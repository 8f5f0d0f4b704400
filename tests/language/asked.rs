//! Literals and variables whose types only rustc knows: those of fields, of results, of other crates' and of one's own operators.

conformance! {
    program Asked;
    cases |input| {
        sums(input.p, input.k),
        shifts(input.p, input.b, input.k),
        halves(input.u, input.v, input.x),
        bounds(input.m, input.k),
        branches(input.p, input.k),
        loops(input.p, input.q),
        elements(input.u, input.p, input.k),
        tuples(input.p, input.u),
        options(input.p, input.k),
        negatives(input.m, input.u),
        largest(input.p, input.m, input.i),
        fallbacks(input.a),
        operators(input.p),
        operators_that_take_numbers(input.i, input.a, input.k),
        later(input.p, input.u, input.k),
        later_aggregates(input.p, input.v, input.k),
        hidden_names(input.p, input.k),
        constants(input.p),
        methods(input.p, input.u),
        written_by_macros(input.p, input.m),
        early_ends(input.p),
        nothing_yet(input.p, input.k),
        handed_over(input.p, input.v, input.k),
        sized(input.p, input.u),
        matched_widths(input.u, input.x, input.k),
        of_any_length(input.a, input.b, input.k),
        lengths_of_self(input.a, input.b),
    }

    use crate::input::{bits, long_bits, mix};
    use std::ops::{Add, AddAssign, BitXor, Mul, Neg, Sub};

    #[device]
    #[derive(Clone, Copy)]
    pub struct State {
        pub wide: f64,
        pub single: f32,
        pub long: u64,
        pub signed: i64,
        pub byte: u8,
        pub short: i16,
        pub list: [f64; 3],
        pub longs: [u64; 4],
    }

    #[device]
    impl State {
        pub const SHARE: f64 = {
            let tenth = 0.1;
            tenth * 3.0
        };

        pub fn of(long: u64, wide: f64) -> Self {
            Self {
                wide,
                single: 0.1,
                long,
                signed: -7,
                byte: 200,
                short: -30000,
                list: [wide, 0.1, 0.25],
                longs: [long, 3, 5, 1 << 40],
            }
        }

        pub fn step(&mut self) {
            let three = 3;
            self.long ^= three;
            let seventh = -0.7;
            self.wide *= seventh;
            let large = 200;
            self.byte = large;
        }

        pub fn half(self) -> f64 {
            let half = 0.1;
            half * self.wide
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Bits(pub u64);

    #[device]
    impl Add<u64> for Bits {
        type Output = Bits;
        fn add(self, other: u64) -> Bits {
            Bits(self.0 ^ (other << 3))
        }
    }

    #[device]
    impl Mul<i64> for Bits {
        type Output = Bits;
        fn mul(self, other: i64) -> Self::Output {
            let by = 3;
            Bits(self.0.rotate_left(by) ^ other as u64)
        }
    }

    #[device]
    impl Sub<f64> for Bits {
        type Output = Bits;
        fn sub(self, other: f64) -> Bits {
            let one = 1;
            Bits(self.0 ^ other.to_bits() ^ one)
        }
    }

    #[device]
    impl AddAssign<u8> for Bits {
        fn add_assign(&mut self, other: u8) {
            let by = 3;
            self.0 ^= (other as u64) << by;
        }
    }

    #[device]
    impl Neg for Bits {
        type Output = Bits;
        fn neg(self) -> Bits {
            let five = 5;
            Bits(!self.0 ^ five)
        }
    }

    #[device]
    impl BitXor<Bits> for u64 {
        type Output = Bits;
        fn bitxor(self, other: Bits) -> Bits {
            let one = 1;
            Bits(self ^ other.0 ^ (one << 9))
        }
    }

    // Names that the macros might have taken for themselves.
    #[device]
    pub const ITEM: u64 = 7;

    #[device]
    pub const BLOCK: u64 = {
        let mut a = 1;
        a += 3_u64;
        a << 2
    };

    #[device]
    pub fn asks(p: u64) -> u64 {
        p ^ ITEM
    }

    macro_rules! scaled {
        ($name:ident, $number:ty, $factor:literal) => {
            #[device]
            pub fn $name(x: $number) -> $number {
                let factor = $factor;
                let mut sum = 0;
                sum += x >> 8;
                sum * factor
            }
        };
    }

    scaled!(scaled_long, u64, 3);
    scaled!(scaled_signed, i64, 7);

    #[device]
    pub fn below(p: u64) -> Option<u64> {
        let mut nine = 9;
        if p > 5 {
            return None;
        }
        nine += p;
        Some(nine)
    }

    #[device]
    pub fn twice_below(p: u64) -> Option<u64> {
        let mut product = 2;
        product *= below(p)?;
        Some(product)
    }

    #[device]
    pub fn sums(p: u64, k: u32) -> u64 {
        let state = State::of(p, 0.5);
        let mut sum = 0;
        for i in 0..4 {
            sum ^= state.longs[i];
        }
        let mut total = 0;
        for i in 0..k {
            total += i as u64 * 2;
        }
        let base = 10;
        mix(sum, total + base)
    }

    #[device]
    pub fn shifts(p: u64, b: u32, k: u32) -> u64 {
        let mut state = State::of(p, 0.5);
        let one = 1;
        state.long |= one << k;
        state.long &= !(1 << 3);
        let by = 5;
        let turned = (state.long >> by) | (state.long << (64 - by));
        let mut mask = b;
        mask |= 1 << (k & 7);
        let wide = 1 << 40;
        mix(turned ^ wide, mask as u64)
    }

    #[device]
    pub fn halves(u: f64, v: f64, x: f32) -> u64 {
        let mut state = State::of(3, u);
        state.wide = state.wide * 0.1 + 0.3;
        let tenth = 0.1;
        state.single = x * tenth;
        let third = 0.3;
        let other = v * third - third / 7.0;
        let mut best = 1e300;
        if state.wide < best {
            best = state.wide;
        }
        mix(mix(long_bits(state.wide), bits(state.single)), mix(long_bits(other), long_bits(best)))
    }

    #[device]
    pub fn bounds(m: i64, k: u32) -> u64 {
        let limit = 1000;
        let mut signed = m;
        if signed < limit {
            signed = signed.wrapping_add(7);
        }
        let top = 100;
        let short = (k as i16 * 300).min(top).max(-top);
        mix(signed as u64, short as u64)
    }

    #[device]
    pub fn branches(p: u64, k: u32) -> u64 {
        let state = State::of(p, 0.25);
        let chosen = if state.long > 5 { 10 } else { 20 };
        let share = match k {
            0 => 0.1,
            1..=4 => 0.2,
            _ => 0.7,
        };
        let found = loop {
            let ten = 10;
            if state.long > ten {
                break 11;
            }
            break state.long;
        };
        mix(state.long ^ chosen, mix(long_bits(state.wide + share), found))
    }

    #[device]
    pub fn loops(p: u64, q: u64) -> u64 {
        let step = 3;
        let mut i = 0;
        while i < p % 10 {
            i += step;
        }
        let (mut low, mut high) = (0, 64);
        while low + 1 < high {
            let middle = (low + high) / 2;
            if q >> middle != 0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut hash = 14695981039346656037;
        for byte in (0..8).rev() {
            hash ^= (q >> (byte * 8)) & 255;
            hash = hash.wrapping_mul(1099511628211);
        }
        mix(mix(i, low), hash)
    }

    #[device]
    pub fn elements(u: f64, p: u64, k: u32) -> u64 {
        let table = [0.1, 0.2, 0.3];
        let numbers = [1, 2, 3];
        let position = 2;
        let wide = u * table[(k % 3) as usize];
        let mut square = [[0.0; 2]; 2];
        square[1][0] = u;
        square[0][1] = 0.1;
        let mut list = [0; 4];
        for (i, x) in list.iter_mut().enumerate() {
            *x = i as u64 * 3 + 1;
        }
        let sum = square[0][0] + square[0][1] * square[1][0];
        mix(mix(long_bits(wide), long_bits(sum)), p ^ numbers[position] ^ list[3])
    }

    #[device]
    pub fn tuples(p: u64, u: f64) -> u64 {
        let (one, tenth) = (1, 0.1);
        let nested = (1, (2, 0.7));
        let mut pair = (0, 0.0);
        pair.0 += p ^ one;
        pair.1 += u * tenth;
        let chosen = if p > 3 { (p, 0.1) } else { (7, u) };
        mix(mix(pair.0 ^ nested.0, long_bits(pair.1 + (nested.1).1)), mix((nested.1).0 ^ p, chosen.0 ^ long_bits(chosen.1)))
    }

    #[device]
    pub fn options(p: u64, k: u32) -> u64 {
        let three = Some(3);
        let share = if k > 3 { Some(0.1) } else { None };
        let found = match below(p) {
            Some(9) => 1,
            Some(x) if x > 11 => {
                let two = 2;
                x * two
            }
            _ => 4,
        };
        let taken = three.unwrap_or(5) ^ p;
        mix(mix(taken, found), long_bits(share.unwrap_or(0.7_f64)))
    }

    #[device]
    pub fn negatives(m: i64, u: f64) -> u64 {
        let one = -1;
        let tenth = -0.1;
        let zero = -0.0;
        let not = !0;
        mix(mix((m ^ one) as u64, long_bits(u * tenth)), mix(long_bits(zero * u), (m & not) as u64))
    }

    #[device]
    pub fn largest(p: u64, m: i64, i: i32) -> u64 {
        let low = -9223372036854775808;
        let high = 18446744073709551615;
        let small = -2147483648;
        mix(mix((m ^ low) as u64, high - p), (i ^ small) as u64)
    }

    #[device]
    pub fn fallbacks(a: u32) -> u64 {
        let tenth = 0.1;
        let three = 3.0;
        let product = tenth * three;
        let five = 5;
        let number = five * 3 - 20;
        mix(long_bits(product) ^ a as u64, number as u64)
    }

    #[device]
    pub fn operators(p: u64) -> u64 {
        let nine = 9;
        let down = -3;
        let tenth = 0.1;
        let mut bits = (Bits(p) + nine) * down - tenth;
        bits = bits + 1;
        bits = bits * -2;
        bits = bits - 0.7;
        bits += 200;
        let left = 5;
        (left ^ -bits).0
    }

    #[device]
    pub fn later(p: u64, u: f64, k: u32) -> u64 {
        let share;
        let number;
        let seven = 7;
        if p > 3 {
            share = 0.1;
            number = seven;
        } else {
            share = 0.2;
            number = 9;
        }
        let value = if k > 7 {
            let mut sum = 3;
            for i in 0..k as u64 {
                sum ^= i;
            }
            sum
        } else {
            let own = p;
            own ^ 5
        };
        mix(long_bits(u * share), value ^ number)
    }

    #[device]
    pub fn later_aggregates(p: u64, v: f64, k: u32) -> u64 {
        let state;
        let pair;
        let option;
        let array;
        let truth;
        if k > 3 {
            state = State::of(p, v);
            pair = (p, 0.1);
            option = Some(state.long);
            array = [k, 3];
            truth = k > 7;
        } else {
            state = State::of(1, 0.1);
            pair = (7, v);
            option = None;
            array = [1; 2];
            truth = false;
        }
        let parts = mix(pair.0 ^ long_bits(pair.1), option.unwrap_or(9));
        mix(mix(state.long, long_bits(state.wide)), parts ^ (array[0] + array[1]) as u64 ^ truth as u64)
    }

    #[device]
    pub fn hidden_names(p: u64, k: u32) -> u64 {
        let mut sum = 1;
        sum += asks(p) & 255;
        let like = 3;
        let never = 5;
        mix(sum ^ like ^ ITEM, never + k as u64)
    }

    #[device]
    pub fn constants(p: u64) -> u64 {
        const LOCAL: u64 = 3 * 5;
        let one = 1;
        mix(p ^ BLOCK ^ LOCAL, long_bits(State::SHARE) ^ one)
    }

    #[device]
    pub fn methods(p: u64, u: f64) -> u64 {
        let mut state = State::of(p, u);
        state.step();
        let low = 0.1;
        let lifted = state.half().max(low).min(1e10);
        let by = 3;
        let exponent = 2;
        mix(mix(state.long.rotate_left(by), long_bits(lifted)), mix(state.byte as u64, p.wrapping_pow(exponent)))
    }

    #[device]
    pub fn written_by_macros(p: u64, m: i64) -> u64 {
        let one = 1;
        assert!(scaled_long(0) < one);
        assert_eq!(scaled_signed(0), 0);
        let few = matches!(p, 0..=9);
        mix(scaled_long(p), scaled_signed(m) as u64 ^ few as u64)
    }

    #[device]
    pub fn early_ends(p: u64) -> u64 {
        let Some(first) = twice_below(p & 7) else {
            let none = 77;
            return p ^ none;
        };
        let mut count = 0;
        'all: loop {
            let mut i = 0;
            loop {
                i += 1;
                if i > first {
                    break 'all;
                }
                count += i;
            }
        }
        mix(first, count)
    }

    #[device]
    pub fn nothing_yet(p: u64, k: u32) -> u64 {
        let mut last = None;
        let mut pair = (None, 3);
        for value in [p, p ^ 5, p >> 3] {
            if value % 2 == 0 {
                last = Some(value);
                pair.0 = Some((value, k));
            }
        }
        pair.1 += p >> 1;
        let (long, short) = pair.0.unwrap_or((1, 2));
        mix(last.unwrap_or(7), p) ^ mix(long ^ u64::from(short), pair.1)
    }

    #[device]
    pub fn chosen<T: Copy>(first: T, second: T, takes_first: bool) -> T {
        if takes_first { first } else { second }
    }

    #[device]
    pub fn handed_over(p: u64, v: f64, k: u32) -> u64 {
        let long = chosen(p, 1 << 40, k & 1 == 0);
        let wide = chosen(0.1, v, k & 2 == 0);
        let short: u8 = chosen(3, 200, k & 4 == 0);
        let fallen = chosen(-1, 2, k & 8 == 0);
        mix(long, long_bits(wide)) ^ mix(u64::from(short), fallen as u64)
    }

    #[device]
    pub fn spread<const N: usize>(seed: u64, wide: f64) -> u64 {
        let mut values = [0; N];
        let mut scale = 0.1;
        let mut sum = 1 << 33;
        for i in 0..N {
            values[i] = seed.wrapping_mul(i as u64 | 1);
            scale = scale * wide + 0.3;
        }
        for value in values {
            sum ^= value.rotate_left(N as u32);
        }
        mix(sum, long_bits(scale))
    }

    #[device]
    pub fn sized(p: u64, u: f64) -> u64 {
        mix(spread::<1>(p, u), spread::<5>(p, u))
    }

    #[device]
    pub fn width(u: f64, x: f32, k: u32) -> (f64, Option<f32>) {
        (if k % 2 == 0 { 0.3 } else { u }, if k % 3 == 0 { Some(-0.7) } else { Some(x) })
    }

    #[device]
    pub fn matched_widths(u: f64, x: f32, k: u32) -> u64 {
        let (wide, single) = width(u, x, k);
        let first = match wide {
            0.3 => 1,
            -0.7..=-0.1 => 2,
            0.7.. => 3,
            _ => 4,
        };
        let second = match single {
            Some(-0.7) => 10,
            Some(0.1..0.3) => 20,
            Some(_) => 30,
            None => 40,
        };
        first + second
    }

    #[device]
    pub fn place_of_largest<const N: usize>(numbers: [u32; N], least: u32) -> u64 {
        let mut best = None;
        let mut last;
        for (index, number) in numbers.iter().enumerate() {
            last = *number;
            let so_far = match best {
                Some((at, _)) => numbers[at],
                None => least,
            };
            if last >= so_far {
                best = Some((index, last));
            }
        }
        match best {
            Some((at, number)) => mix(at as u64, number as u64),
            None => 77,
        }
    }

    #[device]
    pub fn of_any_length(a: u32, b: u32, k: u32) -> u64 {
        mix(place_of_largest([a, b, k], 9), place_of_largest([k, a, 5, b, a ^ b], k))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Scaled(pub i64);

    #[device]
    impl Scaled {
        fn of(number: i32) -> Self {
            Self(number as i64)
        }
        fn half(self) -> Self {
            Self(self.0 / 2)
        }
    }

    #[device]
    impl Mul<i32> for Scaled {
        type Output = Scaled;
        fn mul(self, by: i32) -> Scaled {
            Scaled(self.0.wrapping_mul(by as i64))
        }
    }

    #[device]
    impl Mul<Scaled> for i32 {
        type Output = Scaled;
        fn mul(self, scaled: Scaled) -> Scaled {
            scaled * self
        }
    }

    #[device]
    impl std::ops::Rem<u32> for Scaled {
        type Output = u32;
        fn rem(self, by: u32) -> u32 {
            self.0 as u32 % (by | 1)
        }
    }

    /// A number beside a value whose type is not seen does not say that it is a number, too.
    #[device]
    pub fn operators_that_take_numbers(i: i32, a: u32, k: u32) -> u64 {
        let scaled = Scaled::of(i) * i;
        let half = if k != 8 { scaled.half() } else { return scaled.0 as u64 };
        let again = if k > 3 { i * half } else { half * 5 };
        let rest = if a > 7 { again % a } else { return again.0 as u64 };
        let pair = [Scaled::of(2) * i, again];
        let one = match pair {
            [first, _] if first.0 > 3 => first * 7,
            [_, second] => second,
        };
        mix(one.0 as u64, mix(rest as u64, half.0 as u64))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Table {
        pub first: u32,
    }

    #[device]
    impl Table {
        pub const ROWS: usize = 3;

        /// The length is a constant of `Self`, and rustc is asked about the numbers of the body.
        pub fn summed(&self, values: &[u32; Self::ROWS], pairs: [(u32, [u32; Self::ROWS - 1]); 2]) -> u32 {
            let mut row = [0; 3];
            row[1] = values[0].wrapping_add(self.first);
            let mut sum = 1;
            for i in 0..Self::ROWS {
                sum ^= row[i].wrapping_mul(values[i]);
            }
            sum ^ pairs[1].1[1]
        }
    }

    #[device]
    pub fn lengths_of_self(a: u32, b: u32) -> u64 {
        let table = Table { first: a };
        table.summed(&[a, b, 7], [(a, [1, b]), (b, [a, a ^ b])]) as u64
    }
}
