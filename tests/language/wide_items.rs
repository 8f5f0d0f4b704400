//! Integers of 128 bits in structs, enums, constants, generic code, patterns, loops, closures and slices.

conformance! {
    program WideItems;
    cases |input| {
        structs(input),
        sizes(input),
        enums(input),
        variants_as_numbers(input),
        constants(input),
        constants_of_functions(input),
        patterns(input),
        patterns_in_tuples(input),
        ranges(input),
        ranges_at_the_ends(input),
        steps(input),
        searches(input),
        iterators(input),
        sorted(input),
        options(input),
        products_and_hashes(input),
        generic(input),
        generic_types(input),
        traits(input),
        operators(input),
        references(input),
        closures(input),
        defaults(input),
        later(input),
        indices(input),
        aliases(input),
    }

    use crate::input::mix;

    #[device]
    pub fn h(x: u128) -> u64 {
        (x as u64) ^ ((x >> 64) as u64).rotate_left(17).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[device]
    pub fn hs(x: i128) -> u64 {
        h(x as u128)
    }

    #[device]
    pub fn wide(r: &Input) -> u128 {
        match r.l & 3 {
            0 => (r.p as u128) << 64 | r.q as u128,
            1 => r.p as u128,
            2 => u128::MAX - r.q as u128,
            _ => 1_u128 << (r.k * 8 + 7),
        }
    }

    #[device]
    pub fn other(r: &Input) -> u128 {
        (r.q as u128) << (r.k * 4) | r.p as u128
    }

    #[device]
    pub fn signed(r: &Input) -> i128 {
        if r.k & 1 == 0 { (r.m as i128) << 64 | r.q as i128 } else { r.n as i128 }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Account {
        pub small: u8,
        pub sum: u128,
        pub debt: i128,
        pub parts: [u128; 2],
        pub last: u32,
    }

    #[device]
    impl Account {
        pub const LIMIT: u128 = 1 << 99;

        pub fn of(x: u64) -> Self {
            Self { small: 1, sum: x as u128 * x as u128, debt: -1, parts: [0, Self::LIMIT], last: 7 }
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Change {
        Nothing,
        Paid(u128, u8),
        Owed { debt: i128 },
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Level {
        Low = -7,
        Middle = 0,
        High = 5,
    }

    #[device]
    pub const BIG: u128 = 0xdead_beef_cafe_f00d_0123_4567_89ab_cdef;

    #[device]
    pub const NEGATIVE: i128 = -0xdead_beef_cafe_f00d_0123_4567;

    #[device]
    pub const TABLE: [u128; 4] = [1, u128::MAX, BIG >> 3, 0xffff_ffff_ffff_ffff];

    #[device]
    pub const GRID: [[i128; 2]; 2] = [[-1, NEGATIVE], [i128::MIN, -0xffff_ffff_ffff_ffff]];

    #[device]
    pub const SUM: u128 = (BIG >> 1) + TABLE[0] * 7;

    #[device]
    pub const fn twice(x: u128) -> u128 {
        x * 2
    }

    #[device]
    pub const TWICE: u128 = twice(1 << 100);

    pub const OF_THE_HOST: u128 = 0x1234_5678_9abc_def0_1234_5678_9abc_def0;

    #[device]
    pub const PAIR: (u128, i128) = (0xffff_ffff_ffff_ffff_ffff, -1);

    #[device]
    pub static LAST: u128 = u128::MAX - 5;

    #[device]
    pub fn structs(r: &Input) -> u64 {
        let first = Account { sum: wide(r), debt: signed(r), parts: [other(r), 9], ..Account::of(r.p) };
        let second = first;
        let Account { sum, debt, .. } = second;
        let made = Account::of(r.p);
        let part = second.parts[(r.k & 1) as usize];
        mix(h(sum), hs(debt)) ^ mix(h(part), (first == second) as u64) ^ h(made.sum ^ made.parts[1])
    }

    #[device]
    pub fn sizes(r: &Input) -> u64 {
        mix(size_of::<[u128; 3]>() as u64, align_of::<u128>() as u64) ^ mix(size_of::<i128>() as u64, r.p)
    }

    #[device]
    pub fn enums(r: &Input) -> u64 {
        let change = match r.k {
            0..4 => Change::Nothing,
            4..9 => Change::Owed { debt: signed(r) },
            _ => Change::Paid(wide(r), r.k as u8 & 3),
        };
        match change {
            Change::Paid(x, 3) if x > 5 => h(x),
            Change::Paid(_, n) => n as u64,
            Change::Owed { debt: -5..=5 } => 1,
            Change::Owed { debt } => hs(debt),
            Change::Nothing => 0,
        }
    }

    #[device]
    pub fn variants_as_numbers(r: &Input) -> u64 {
        let level = if r.k > 9 { Level::High } else if r.k > 3 { Level::Middle } else { Level::Low };
        mix(h(level as u128), hs(level as i128))
    }

    #[device]
    pub fn constants(r: &Input) -> u64 {
        mix(h(BIG), hs(NEGATIVE))
            ^ mix(h(TABLE[(r.k & 3) as usize]), hs(GRID[(r.k & 1) as usize][(r.l & 1) as usize]))
            ^ mix(h(Account::LIMIT), h(PAIR.0) ^ hs(PAIR.1))
    }

    #[device]
    pub fn constants_of_functions(r: &Input) -> u64 {
        const HALF: u128 = twice(BIG >> 3) + 1;
        mix(h(SUM), h(TWICE)) ^ mix(h(OF_THE_HOST), h(LAST)) ^ mix(h(HALF), r.p)
    }

    #[device]
    pub fn patterns(r: &Input) -> u64 {
        let x = match wide(r) {
            0 => 1,
            1..=255 => 2,
            256..=18446744073709551615 => 3,
            0x1_0000_0000_0000_0000 => 4,
            340282366920938463463374607431768211455 => 5,
            0xffff_ffff_ffff_ffff_0000_0000_0000_0000.. => 6,
            _ => 7,
        };
        let y = match signed(r) {
            i128::MIN => 1,
            -170141183460469231731687303715884105727..=-1 => 2,
            0 => 3,
            1..=i128::MAX => 4,
        };
        x * 16 + y + 100 * matches!(wide(r), 5 | 7 | 0x8000_0000_0000_0000) as u64
    }

    #[device]
    pub fn patterns_in_tuples(r: &Input) -> u64 {
        let x = match (wide(r), signed(r)) {
            (0, _) => 1,
            (_, -1) => 2,
            (x @ 1..=0xffff_ffff_ffff_ffff_ffff, 0..) => h(x),
            (x, y) => h(x) ^ hs(y),
        };
        x ^ if let Some(3..) = wide(r).checked_sub(other(r)) { 5 } else { 6 }
    }

    #[device]
    pub fn ranges(r: &Input) -> u64 {
        let (first, mut x) = (wide(r) & !15, r.p);
        for i in first..first + (r.k as u128) {
            x = mix(x, h(i));
        }
        for i in (0..r.l as i128).rev() {
            x = mix(x, hs(i));
        }
        let range = 5_u128..other(r);
        x ^ range.contains(&wide(r)) as u64 ^ ((signed(r)..=3).contains(&1) as u64) << 1
    }

    #[device]
    pub fn ranges_at_the_ends(r: &Input) -> u64 {
        let mut x = r.p;
        for i in u128::MAX - 5..=u128::MAX {
            x = mix(x, h(i));
        }
        for i in (i128::MIN..i128::MIN + 3).rev() {
            x = mix(x, hs(i));
        }
        for i in (wide(r)..=u128::MAX).rev().take(3) {
            x = mix(x, h(i));
        }
        x
    }

    #[device]
    pub fn steps(r: &Input) -> u64 {
        let mut x = r.p;
        for i in (-3..=3_i128).step_by(2) {
            x = mix(x, hs(i));
        }
        for i in (u128::MAX - 20..=u128::MAX).rev().step_by(6) {
            x = mix(x, h(i));
        }
        for i in (i128::MIN..=i128::MAX).step_by(usize::MAX).take(4) {
            x = mix(x, hs(i));
        }
        for i in (wide(r)..=u128::MAX).step_by(usize::MAX).step_by(3).take(3) {
            x = mix(x, h(i));
        }
        // No number has as many bits as this step.
        for i in (0..=u64::MAX).step_by(usize::MAX).step_by(2) {
            x = mix(x, i);
        }
        x
    }

    #[device]
    pub fn searches(r: &Input) -> u64 {
        let (mut low, mut high) = (0_u128, 1_u128 << 64);
        while low < high {
            let middle = low + (high - low) / 2;
            if middle < 1 << 64 && middle * middle <= wide(r) >> 1 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let mut digits = 0;
        let mut rest = wide(r);
        while rest > 0 {
            digits = digits * 3 + (rest % 10) as u64 % 3;
            digits &= 0xffff_ffff;
            rest /= 10;
        }
        mix(h(low), digits)
    }

    #[device]
    pub fn iterators(r: &Input) -> u64 {
        let (v, w) = ([wide(r), other(r), 3, u128::MAX], [signed(r), -1, 9]);
        let folded = v.iter().copied().fold(0, |x, y| x ^ y.rotate_left(3));
        let sum = v.iter().map(|x| x >> 3).sum::<u128>();
        let product = w.iter().map(|x| x >> 70).product::<i128>();
        let squares = (1..=20_u128).map(|i| i * i).sum::<u128>() + (1..=30_u128).product::<u128>();
        let found = v.iter().position(|x| *x == other(r)).unwrap_or(9) + v.iter().filter(|x| **x > 1 << 64).count();
        let ends = mix(h(*v.iter().max().unwrap()), hs(*w.iter().min().unwrap()));
        mix(h(folded), ends) ^ mix(h(sum), hs(product)) ^ mix(h(squares), found as u64)
    }

    #[device]
    pub fn sorted(r: &Input) -> u64 {
        let mut v = [wide(r), other(r), 3, u128::MAX, wide(r) ^ other(r), 1 << 64];
        let mut w = [signed(r), -1, 0, 5];
        v.sort();
        w.sort_by_key(|x| x.unsigned_abs());
        let mut x = v.binary_search(&u128::MAX).unwrap_or(99) as u64;
        v.rotate_left(2);
        v.swap(0, 3);
        for y in v {
            x = mix(x, h(y));
        }
        w.sort_unstable();
        for y in w {
            x = mix(x, hs(y));
        }
        x ^ v.contains(&3) as u64
    }

    #[device]
    pub fn options(r: &Input) -> u64 {
        let sum = wide(r).checked_add(other(r));
        let kept = sum.map(|x| x / 3).filter(|x| *x > 5).or(Some(other(r))).unwrap_or_default();
        let negated = Some(signed(r)).and_then(|x| x.checked_neg());
        let result: Result<u128, i128> = if r.k > 5 { Ok(kept) } else { Err(signed(r)) };
        let of_result = match result {
            Ok(x) => h(x),
            Err(x) => hs(x),
        };
        mix(h(kept), of_result) ^ (sum > Some(3)) as u64 ^ ((negated == Some(-1)) as u64) << 1
    }

    #[device]
    pub fn products_and_hashes(r: &Input) -> u64 {
        let product = r.p as u128 * r.q as u128;
        let folded = (product >> 64) as u64 ^ product as u64;
        let fnv = (wide(r) ^ 0x6c62272e07bb014262b821756295c58d).wrapping_mul(0x0000000001000000000000000000013B);
        let state = other(r).wrapping_mul(0x2360ED051FC65DA44385DF649FCCF645);
        let state = state.wrapping_add(0x5851F42D4C957F2D14057B7EF767814F);
        let pcg = (((state >> 64) as u64) ^ state as u64).rotate_right((state >> 122) as u32);
        mix(folded, h(fnv)) ^ pcg
    }

    #[device]
    pub fn chosen<T: Copy>(first: T, second: T, is_first: bool) -> T {
        if is_first { first } else { second }
    }

    #[device]
    pub fn most<T: Copy + PartialOrd>(values: [T; 3]) -> T {
        let mut most = values[0];
        for value in values {
            if value > most {
                most = value;
            }
        }
        most
    }

    #[device]
    pub fn generic(r: &Input) -> u64 {
        let kept = chosen(wide(r), 0xffff_ffff_ffff_ffff_ff, r.k > 3);
        h(kept) ^ hs(chosen(signed(r), -1, r.l > 3)) ^ h(most([wide(r), other(r), 7])) ^ hs(most([signed(r), -7, 7]))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack<T, const N: usize> {
        pub values: [T; N],
        pub count: u32,
    }

    #[device]
    impl<T: Copy, const N: usize> Stack<T, N> {
        pub fn push(&mut self, value: T) {
            self.values[self.count as usize] = value;
            self.count += 1;
        }

        pub fn top(&self) -> Option<T> {
            if self.count == 0 { None } else { Some(self.values[self.count as usize - 1]) }
        }
    }

    #[device]
    pub fn generic_types(r: &Input) -> u64 {
        let mut stack = Stack::<u128, 3> { values: [0; 3], count: 0 };
        stack.push(wide(r));
        stack.push(other(r));
        mix(h(stack.values[0]), h(stack.top().unwrap_or(1)))
    }

    #[device]
    pub trait Tagged {
        const UNIT: Self;
        fn tag(&self) -> u64;
    }

    #[device]
    impl Tagged for u128 {
        const UNIT: u128 = 1 << 70;
        fn tag(&self) -> u64 {
            (*self >> 64) as u64
        }
    }

    #[device]
    impl Tagged for i128 {
        const UNIT: i128 = -1 << 70;
        fn tag(&self) -> u64 {
            (*self >> 3) as u64
        }
    }

    #[device]
    pub fn tag_of<T: Tagged>(value: T) -> u64 {
        value.tag()
    }

    #[device]
    pub fn traits(r: &Input) -> u64 {
        mix(wide(r).tag(), signed(r).tag()) ^ tag_of(other(r)) ^ h(<u128 as Tagged>::UNIT) ^ hs(<i128 as Tagged>::UNIT)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub struct Coins(pub u128);

    #[device]
    impl std::ops::Add for Coins {
        type Output = Coins;
        fn add(self, other: Coins) -> Coins {
            Coins(self.0.wrapping_add(other.0))
        }
    }

    #[device]
    impl std::ops::Mul<u128> for Coins {
        type Output = Coins;
        fn mul(self, factor: u128) -> Coins {
            Coins(self.0.wrapping_mul(factor))
        }
    }

    #[device]
    pub fn operators(r: &Input) -> u64 {
        let sum = Coins(wide(r)) + Coins(other(r));
        let more = sum * 3;
        h(more.0) ^ (sum < more) as u64
    }

    #[device]
    pub fn raise(x: &mut u128) {
        *x = x.wrapping_add(1 << 65);
    }

    #[device]
    pub fn first(values: &[u128]) -> &u128 {
        &values[0]
    }

    #[device]
    pub fn references(r: &Input) -> u64 {
        let (mut a, mut b) = (wide(r), [other(r), 5]);
        raise(&mut a);
        raise(&mut b[1]);
        let place = &mut b[0];
        *place ^= 3;
        std::mem::swap(&mut a, place);
        let values = &b[..];
        mix(h(a), h(values[0])) ^ h(*first(values)) ^ h(values.iter().fold(0, |x, y| x ^ y >> 1))
    }

    #[device]
    pub fn applied(f: impl Fn(u128) -> u128, x: u128) -> u128 {
        f(x)
    }

    #[device]
    pub fn closures(r: &Input) -> u64 {
        let a = wide(r);
        let f = |x: u128| x.wrapping_mul(a) >> 3;
        let g = move |x| x ^ a;
        mix(h(f(5)), h(g(1 << 80))) ^ h(applied(|x| x + 1, a >> 1))
    }

    #[device]
    #[derive(Clone, Copy, Default)]
    pub struct Empty {
        pub sum: u128,
        pub debt: i128,
    }

    #[device]
    pub fn defaults(r: &Input) -> u64 {
        let (empty, (x, y)): (Empty, (u128, i128)) = (Empty::default(), Default::default());
        let mut taken = wide(r);
        h(std::mem::take(&mut taken)) ^ h(taken + empty.sum + x) ^ hs(empty.debt + y)
    }

    #[device]
    pub fn later(r: &Input) -> u64 {
        let x;
        if r.k > 3 {
            x = wide(r);
        } else {
            x = 5;
        }
        let y = loop {
            if r.l > 3 {
                break 0xffff_ffff_ffff_ffff_ff;
            }
            break other(r);
        };
        let z: i128 = {
            let three = 3;
            if r.k > 9 { -three } else { three }
        };
        mix(h(x), h(y)) ^ hs(z)
    }

    #[device]
    pub fn indices(r: &Input) -> u64 {
        let v = [1, 2, 3, 4_u128];
        h(v[(wide(r) % 4) as usize]) ^ h(v[other(r) as usize & 3])
    }

    type Whole = u128;

    #[device]
    pub fn aliases(r: &Input) -> u64 {
        let x: Whole = wide(r) as Whole;
        h(x & Whole::MAX) ^ Whole::from(r.a).count_ones() as u64 ^ Whole::BITS as u64
    }
}
