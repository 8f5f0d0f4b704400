//! Constants inside functions.

conformance! {
    program Constants;
    cases |input| {
        before_and_after(input.a),
        in_inner_blocks(input.k, input.l),
        as_lengths(input.a, input.k),
        in_patterns(input.k, input.i),
        of_numbers(input.a, input.i, input.p),
        of_floats(input.x),
        of_floats_without_a_type(input.k),
        of_all_types(input.k, input.a),
        evaluated_by_rustc(input.a),
        named_like_others(input.a, input.k),
        in_expressions_and_loops(input.k, input.l),
        generic_length(input.k),
        handed_over(input.k),
        in_methods(input.k),
        negated(input.i),
        of_the_host(input.p, input.m, input.u, input.x, input.k),
        changed_copies(input.k % 100),
        lengths_and_arguments(input.a),
        beside_those_of_modules(input.a, input.k),
        sizes(input.a, input.k),
    }

    use crate::input::{bits, long_bits, mix};
    use std::f64::consts::TAU;

    #[device]
    pub const COUNT: u32 = 7;

    #[device]
    pub const fn double(value: u32) -> u32 {
        value * 2
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Box2 {
        pub low: Vec2,
        pub size: [u32; 2],
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct BOUND(pub u32);

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Kind {
        Round,
        Flat,
    }

    #[device]
    pub fn before_and_after(a: u32) -> u64 {
        let first = a ^ LATER;
        const EARLIER: u32 = LATER + 1;
        let second = a.wrapping_add(EARLIER);
        const LATER: u32 = 41;
        mix(first as u64, second as u64)
    }

    #[device]
    pub fn in_inner_blocks(k: u32, l: u32) -> u64 {
        const STEP: u32 = 3;
        let mut sum = k ^ STEP;
        if l > STEP {
            sum += STEP;
            const STEP: u32 = 100;
            {
                const STEP: u32 = 1000;
                sum += STEP;
            }
            sum += STEP;
        }
        let more = { const STEP: u32 = 5; STEP + k } + { const STEP: u32 = 6; STEP * 2 } + STEP;
        let limit = k;
        let chosen = match l {
            0..=3 => {
                const LIMIT: u32 = 9;
                LIMIT
            }
            _ => limit,
        };
        mix(mix(sum as u64, more as u64), chosen as u64)
    }

    #[device]
    pub fn as_lengths(a: u32, k: u32) -> u64 {
        const ROWS: usize = 3;
        const ALL: usize = ROWS * COLUMNS;
        const COLUMNS: usize = COUNT as usize - 3;
        let mut table: [[u32; COLUMNS]; ROWS] = [[a; COLUMNS]; ROWS];
        let mut flat = [0_u64; ALL];
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                table[row][column] ^= (row * COLUMNS + column) as u32;
                flat[row * COLUMNS + column] = table[row][column] as u64;
            }
        }
        let inner = {
            const ROWS: usize = 2;
            let list: [u32; ROWS + COLUMNS] = [k; ROWS + COLUMNS];
            list.len() + ROWS
        };
        let mut result = inner as u64;
        for x in flat {
            result = mix(result, x);
        }
        mix(result, flat.len() as u64)
    }

    #[device]
    pub fn in_patterns(k: u32, i: i32) -> u64 {
        const FEW: u32 = 3;
        const MANY: u32 = FEW * 5;
        const LEAST: i32 = -2;
        let first: u32 = match k {
            FEW => 1,
            0..FEW => 2,
            FEW..=MANY => 3,
            _ => 4,
        };
        let second: u32 = match (i, k) {
            (LEAST, _) => 1,
            (LEAST..=0, FEW) => 2,
            (_, MANY) | (7, _) => 3,
            _ => 4,
        };
        let third = if let Some(FEW) = k.checked_sub(1) { 1_u32 } else { 0 };
        mix(mix(first as u64, second as u64), (third + 2 * matches!(k, FEW | MANY) as u32) as u64)
    }

    #[device]
    pub fn of_numbers(a: u32, i: i32, p: u64) -> u64 {
        const SMALL: u8 = 200 + 50;
        const NARROW: i16 = -300;
        const LARGE: u64 = 1 << 40;
        const SIZE: usize = size() as usize;
        const MASK: u32 = !0 >> 4;
        const LOWEST: i32 = i32::MIN;
        const BIG: i64 = LARGE as i64 * -3;
        const YES: bool = SMALL > 3 && NARROW < 0;
        const BYTE: u8 = b'x';
        let sum = (SMALL as u32).wrapping_add(a & MASK) ^ (NARROW as u32) ^ SIZE as u32;
        let other = mix(p ^ LARGE, (i ^ LOWEST) as u64 ^ BIG as u64);
        mix(mix(sum as u64, other), (YES & (a > 3)) as u64 + (BYTE.wrapping_mul(SMALL)) as u64)
    }

    #[device]
    pub const fn size() -> u32 {
        9
    }

    #[device]
    pub fn of_floats(x: f32) -> u64 {
        const HALF: f32 = 0.5;
        const TENTH: f64 = 0.1;
        const THIRD: f64 = 1.0 / 3.0;
        const TURN: f32 = std::f32::consts::PI * 2.0;
        const WEIGHTS: [f64; 3] = [0.1, 0.2, THIRD];
        const LESS: f32 = -HALF;
        const CAST: f32 = (0.1 + 0.2) as f32;
        const IS_LESS: bool = 0.1 + 0.2 > 0.3_f64;
        let single = bits(x * HALF + TURN) ^ bits(LESS + CAST);
        mix(single, mix((TENTH + x as f64 * WEIGHTS[1]).to_bits(), WEIGHTS[2].to_bits() ^ IS_LESS as u64))
    }

    /// What only meets floats without a type is an `f64`.
    #[device]
    pub fn of_floats_without_a_type(k: u32) -> u64 {
        const IS_THREE: bool = 0.1 + 0.2 == 0.3;
        const IS_MORE: u32 = (0.1 + 0.2 > 0.3) as u32;
        const IN_A_BLOCK: u32 = {
            let tenth = 0.1;
            (tenth + 0.2 > 0.3) as u32
        };
        const PAIR: (bool, u32) = (0.1 + 0.2 == 0.3, 1);
        const LARGE: u32 = (16777216.0 + 1.0) as u32;
        let bits = IS_THREE as u32 + 2 * IS_MORE + 4 * IN_A_BLOCK + 8 * PAIR.0 as u32;
        mix(bits as u64, (LARGE ^ k ^ PAIR.1) as u64)
    }

    #[device]
    pub fn of_all_types(k: u32, a: u32) -> u64 {
        const ORIGIN: Vec2 = Vec2::new(1.0, -2.0);
        const LIMITS: Box2 = Box2 { low: ORIGIN, size: [3, COUNT] };
        const PAIR: (u32, i8) = (5, -1);
        const KIND: Kind = Kind::Flat;
        const NOTHING: Option<u32> = None;
        const ROWS: [[u8; 2]; 2] = [[1, 2], [3, 255]];
        const BOX: Box2 = Box2 { size: [1, 2], ..LIMITS };
        let mut box2 = BOX;
        box2.size[1] += a % 9;
        let kind = if k % 2 == 0 { Kind::Round } else { KIND };
        let list = ROWS[(k % 2) as usize];
        let flags = (kind == KIND) as u64 + 2 * (box2 == LIMITS) as u64;
        let numbers = mix(list[1] as u64 ^ PAIR.0 as u64, PAIR.1 as u64 ^ NOTHING.unwrap_or(k) as u64);
        mix(mix(numbers, flags), bits(LIMITS.low.x + box2.low.y) ^ LIMITS.size[1] as u64 ^ box2.size[1] as u64)
    }

    #[device]
    pub fn evaluated_by_rustc(a: u32) -> u64 {
        const DOUBLED: u32 = double(COUNT) + BASE;
        const BASE: u32 = {
            const INNER: u32 = 4;
            let mut sum = INNER;
            while sum < 50 {
                sum = sum * 2 + double(INNER);
            }
            assert!(sum > 3);
            sum
        };
        const _: () = assert!(DOUBLED > BASE);
        const FLOAT: f64 = { const TENTH: f64 = 0.1; TENTH * DOUBLED as f64 };
        mix((a ^ DOUBLED) as u64, BASE as u64 ^ FLOAT.to_bits())
    }

    #[device]
    pub fn named_like_others(a: u32, k: u32) -> u64 {
        let outer = COUNT + a % 3;
        let class = {
            const COUNT: u32 = self::COUNT + 10;
            const M_PI: u32 = COUNT * 2;
            const Vec2: u32 = 4;
            COUNT + M_PI + Vec2 + k
        };
        const BOUND: BOUND = self::BOUND(6);
        let bound: BOUND = BOUND;
        mix(outer as u64, mix(class as u64, bound.0 as u64))
    }

    #[device]
    pub fn in_expressions_and_loops(k: u32, l: u32) -> u64 {
        let mut sum = 0_u64;
        for step in 0..3_u32 {
            const FACTOR: u64 = 11;
            if step == l {
                continue;
            }
            sum = mix(sum, step as u64 * FACTOR);
        }
        let chosen = k + if l > 3 { const MORE: u32 = 20; sum += 1; MORE } else { 2 };
        let found = 'search: {
            if k > 9 {
                break 'search 1;
            }
            const RESULT: u32 = 70;
            if l > 9 {
                break 'search RESULT;
            }
            RESULT + 1
        };
        mix(sum, mix(chosen as u64, found as u64))
    }

    #[device]
    pub fn generic_lengths<const N: usize>(k: u32) -> u64 {
        let list = [k; N];
        let other = {
            const N: usize = 5;
            let longer = [k + 1; N];
            longer.len() as u32 + longer[N - 1]
        };
        mix(list.len() as u64, other as u64)
    }

    #[device]
    pub fn generic_length(k: u32) -> u64 {
        generic_lengths::<3>(k)
    }

    #[device]
    pub fn sum_of(values: &[u32; 2], more: &mut u32) -> u32 {
        *more += 1;
        values[0] + values[1] + *more
    }

    #[device]
    pub fn handed_over(k: u32) -> u64 {
        const PAIR: [u32; 2] = [3, 4];
        const TOTAL: usize = 4;
        let reference = &PAIR;
        let sum = sum_of(&PAIR, &mut { PAIR[1] }) + sum_of(reference, &mut { k });
        let mut copy = PAIR;
        copy[0] += k;
        for value in PAIR {
            copy[1] ^= value;
        }
        mix(sum as u64, mix(copy[0] as u64, copy[1] as u64)) ^ generic_lengths::<TOTAL>(k) ^ generic_lengths::<{ TOTAL + 1 }>(k)
    }

    #[device]
    impl Box2 {
        pub const EMPTY: Self = Box2 { low: Vec2::ZERO, size: [0; 2] };

        pub fn grown(&mut self, by: u32) -> [u32; 2] {
            const MOST: u32 = Box2::EMPTY.size[0] + 12;
            self.size = [self.size[0] + by.min(MOST), MOST];
            self.size
        }
    }

    #[device]
    pub fn in_methods(k: u32) -> u64 {
        let mut it = Box2::EMPTY;
        let [a, b] = it.grown(k);
        mix(a as u64, b as u64)
    }

    #[device]
    pub fn negated(i: i32) -> u64 {
        const LIMIT: i32 = 40;
        const FLOAT: f32 = 2.5;
        let clamped = i.clamp(-LIMIT, LIMIT);
        mix(clamped as u64, bits(-FLOAT * clamped as f32))
    }

    /// Constants that only the host declares are their values.
    const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
    const LEAST: i64 = i64::MIN;
    const BELOW: i8 = -3;
    const TENTH: f64 = 0.1;
    const SMALL: f32 = -0.0;
    const ROWS: usize = 3;
    const UP: bool = ROWS > 2;
    mod limits {
        pub const LAST: u32 = super::ROWS as u32 * 4;
    }

    #[device]
    pub fn of_the_host(p: u64, m: i64, u: f64, x: f32, k: u32) -> u64 {
        let mut rows = [p ^ SEED; ROWS];
        for row in 0..ROWS {
            rows[row] = rows[row].rotate_left(row as u32 + limits::LAST);
        }
        let part = match k {
            limits::LAST => 1,
            0..limits::LAST => 2,
            _ => 3,
        };
        let signed = if UP { m.wrapping_sub(LEAST) ^ BELOW as i64 } else { 0 };
        let wide = u * TENTH + std::f64::consts::PI - TAU;
        mix(rows[ROWS - 1], signed as u64) ^ mix(long_bits(wide), (x + SMALL).to_bits() as u64 + part)
    }

    #[device]
    pub const ROW: [u32; 3] = [3, 1, 2];

    #[device]
    pub const CORNER: Box2 = Box2 { low: Vec2::ZERO, size: [5, 8] };

    #[device]
    pub const NOBODY: Option<u32> = Some(4);

    /// What is changed is another copy each time.
    #[device]
    #[allow(const_item_mutation)]
    pub fn changed_copies(k: u32) -> u64 {
        const PAIR: [u32; 2] = [7, 9];
        const BOX: BOUND = BOUND(6);
        ROW.reverse();
        ROW.swap(0, 2);
        CORNER.size.swap(0, 1);
        PAIR.reverse();
        PAIR.swap(0, 1);
        let taken = NOBODY.take();
        let old = NOBODY.replace(k);
        PAIR[1] = k;
        BOX.0 += k;
        let mut sum = 0;
        for element in &mut PAIR {
            *element += k;
            sum += *element;
        }
        let rest = mix(taken.unwrap_or(0) as u64, old.unwrap_or(1) as u64);
        mix(mix((ROW[0] + CORNER.size[0]) as u64, (PAIR[0] * 10 + PAIR[1]) as u64), (BOX.0 + sum) as u64)
            ^ mix(rest, NOBODY.unwrap_or(0) as u64)
    }

    #[device]
    pub fn of_byte<const B: u8>() -> u64 {
        B as u64
    }

    #[device]
    pub fn of_long<const L: u64>() -> u64 {
        L
    }

    #[device]
    pub fn length<const N: usize>(of: [u8; N]) -> u64 {
        N as u64 + of[0] as u64
    }

    #[device]
    pub const BYTES: [u8; 1 + !0 / 3 % 16] = [1; 6];

    /// Numbers without a type are as wide as what they stand for.
    #[device]
    pub fn lengths_and_arguments(a: u32) -> u64 {
        let v = [a as u8; 1 + !0 / 3 % 16];
        let w: [u8; 2 * 2 + !0 % 2] = [1; 5];
        const LOCAL: [u8; 1 + !0 / 3 % 16] = [3; 6];
        let lengths = mix(length(v), length(w)) ^ mix(BYTES.len() as u64, LOCAL.len() as u64);
        let long = of_long::<{ 3_000_000_000 / 2 + 2_000_000_000 }>() + of_long::<{ !0_u64 >> 60 }>();
        lengths ^ mix(of_byte::<{ 200 + 55 }>() ^ of_byte::<{ !0_u8 / 2 }>(), long)
    }

    /// A constant of a block is none beside it, also where C++ has no block.
    #[device]
    pub fn beside_those_of_modules(a: u32, k: u32) -> u64 {
        let before = COUNT;
        let block = {
            const COUNT: u32 = 9;
            COUNT ^ a
        };
        let mut sum = block ^ COUNT.rotate_left(5);
        sum ^= { const COUNT: u32 = 11; COUNT } ^ COUNT.rotate_left(9);
        for i in 0..({ const COUNT: u32 = 2; COUNT + 1 }) {
            sum ^= i ^ COUNT.rotate_left(i);
        }
        if { const COUNT: u32 = 3; COUNT < k } && k % 16 != COUNT {
            sum ^= match k % 16 {
                COUNT => 100,
                other => other.rotate_left(12),
            };
        }
        mix((before ^ sum) as u64, double({ const COUNT: u32 = 4; COUNT }) as u64 ^ COUNT as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    #[repr(C)]
    pub struct Measured {
        first: u8,
        second: u64,
        third: [u16; 3],
    }

    #[device]
    #[derive(Clone, Copy)]
    #[repr(C, u32)]
    pub enum OneOf {
        Nothing,
        Long(u64),
        Both(f32, u8),
    }

    #[device]
    impl Measured {
        pub const WORDS: usize = size_of::<Self>() / 4;

        pub fn alignment() -> usize {
            align_of::<Self>() + size_of::<Measured>()
        }
    }

    #[device]
    pub const SIZE_OF_BOTH: usize = std::mem::size_of::<Measured>() + core::mem::size_of::<OneOf>();

    #[device]
    pub fn bytes_of_halves<const N: usize>(values: [u32; N]) -> usize {
        values.len() * size_of::<u16>()
    }

    #[device]
    pub fn sizes(a: u32, k: u32) -> u64 {
        const OF_A_CONSTANT: usize = size_of::<OneOf>();
        let bytes = [0_u8; size_of::<Measured>()];
        let count = || size_of::<bool>() + size_of::<()>() + size_of::<[Vec3; 5]>();
        let first = bytes.len() * Measured::WORDS + SIZE_OF_BOTH + OF_A_CONSTANT + count();
        let second = (k as usize * size_of::<f64>()).wrapping_sub(align_of::<u32>() * bytes_of_halves([1, a]));
        let third = size_of::<Mat4>().max(k as usize).pow(2) as u32 >> 1;
        let is_wide = if std::mem::size_of::<usize>() > 4 { 7 } else { 9 };
        first.wrapping_add(second) as u64 ^ third as u64 ^ is_wide ^ Measured::alignment() as u64
    }
}
