//! What methods are called on where an argument changes it: one that takes it by value gets what it was before.

conformance! {
    program Receivers;
    cases |input| {
        numbers(input),
        floats(input),
        options(input),
        own(input),
        changed(input),
        generic_methods(input),
        generic_functions(input),
        named_like_the_librarys(input),
        operators(input),
        references_to_references(input),
        rests(input),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    pub struct State {
        pub n: u32,
        pub t: [u32; 3],
    }

    #[device]
    impl State {
        pub fn next(&mut self) -> u32 {
            self.n = self.n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            self.n >> 8
        }

        pub fn below(&mut self, limit: u32) -> u32 {
            self.next() % limit.max(1)
        }

        pub fn peek(self, k: u32) -> u32 {
            self.n.wrapping_mul(10) ^ k
        }

        pub fn peek_two(self, k: u32, l: u32) -> u32 {
            self.n.wrapping_mul(100) ^ k.rotate_left(3) ^ l
        }

        pub fn skip(mut self, k: u32) -> State {
            self.n ^= k;
            self.next();
            self
        }

        pub fn scaled<const K: u32>(self, k: u32) -> u32 {
            self.n.wrapping_mul(10).wrapping_add(k ^ K)
        }

        pub fn grow<const K: u32>(&mut self, by: u32) -> u32 {
            self.n = self.n.wrapping_add(by.wrapping_mul(K));
            self.n
        }

        pub fn set(&mut self) -> u32 {
            self.n = self.n.wrapping_add(1);
            self.n
        }

        pub fn remap(&mut self, k: u32) -> u32 {
            self.n ^= k;
            self.n
        }
    }

    #[device]
    fn bump(n: &mut u32) -> u32 {
        *n = n.wrapping_add(1);
        *n
    }

    #[device]
    fn roll(state: &mut State, limit: u32) -> u32 {
        state.below(limit)
    }

    #[device]
    pub fn numbers(input: &Input) -> u64 {
        let (mut n, mut v) = (input.a, [input.a, input.b, input.k]);
        let m = &mut n;
        let mut sum = m.wrapping_add(bump(m)) as u64;
        sum = mix(sum, m.rotate_left(bump(m) & 31) as u64);
        sum = mix(sum, m.wrapping_mul({ *m ^= 5; *m }) as u64);
        for e in &mut v {
            sum = mix(sum, e.wrapping_add(bump(e)) as u64);
        }
        let [first, ..] = &mut v;
        sum = mix(sum, first.wrapping_sub(bump(first)) as u64);
        let mut own = input.b;
        let shared = &own;
        mix(sum, shared.wrapping_add({ own ^= 9; own }) as u64)
    }

    #[device]
    fn halve(x: &mut f32) -> f32 {
        *x *= 0.5;
        *x
    }

    #[device]
    pub fn floats(input: &Input) -> u64 {
        let mut x = input.x;
        let y = &mut x;
        let sum = y.max(halve(y)) + y.mul_add(halve(y), *y) + y.min(halve(y));
        mix(bits(sum) as u64, bits(x) as u64)
    }

    #[device]
    fn wipe(o: &mut Option<u32>) -> Option<u32> {
        let old = *o;
        *o = None;
        old
    }

    #[device]
    pub fn options(input: &Input) -> u64 {
        let mut own = Some(input.a);
        let o = &mut own;
        let mut sum = o.unwrap_or(wipe(o).unwrap_or(7)) as u64;
        *o = Some(input.b);
        sum = mix(sum, o.xor(wipe(o)).unwrap_or(1) as u64);
        *o = Some(input.b);
        sum = mix(sum, o.or(wipe(o)).unwrap_or(2) as u64);
        sum = mix(sum, o.take().unwrap_or(wipe(o).unwrap_or(3)) as u64);
        let (a, b) = (input.a, input.b);
        let mut kept = Some(&a);
        mix(sum, *kept.unwrap_or({ kept = None; &b }) as u64 + kept.is_some() as u64)
    }

    #[device]
    fn of_own(s: &mut State, other: &mut State) -> u32 {
        let a = s.peek(s.next()) ^ s.peek(roll(s, 7));
        let b = s.skip(s.next()).next() ^ s.skip(roll(s, 9)).peek(other.peek(s.next()));
        let c = s.peek_two(s.next(), s.n) ^ s.peek_two(s.next(), s.next()) ^ s.peek({ s.n ^= 3; s.n });
        let d = { let again = &mut *s; again.peek(again.next()) ^ again.skip(roll(again, 3)).n };
        a ^ b.wrapping_mul(3) ^ c.wrapping_mul(5) ^ d.wrapping_mul(7)
    }

    #[device]
    pub fn own(input: &Input) -> u64 {
        let mut s = State { n: input.a, t: [input.a, input.b, input.k] };
        let mut other = State { n: input.b, ..s };
        let sum = of_own(&mut s, &mut other) as u64;
        let mut all = [s, other];
        let x = all[0].peek(all[0].next()) ^ all[1].skip(roll(&mut all[1], 4)).n;
        let y = all[(s.n & 1) as usize].peek(all[0].next()) ^ all[0].peek_two(all[0].next(), all[1].n);
        let mut pair = (s, other);
        let z = pair.0.peek(pair.0.next()) ^ pair.0.peek(pair.1.next()) ^ s.peek(bump(&mut s.t[0]));
        mix(mix(sum, x as u64), mix(y as u64, z as u64))
    }

    #[device]
    pub fn changed(input: &Input) -> u64 {
        let mut s = State { n: input.a, t: [input.b; 3] };
        let mut other = State { n: input.b, ..s };
        let (a, b) = (s.below(other.next()), s.below(s.n));
        let r = &mut s;
        let (c, d) = (r.below(other.below(r.n)), r.grow::<3>(r.n ^ other.next()));
        mix(mix(a as u64, b as u64), mix(c as u64, d as u64)) ^ s.n as u64
    }

    #[device]
    fn of_generic_methods(s: &mut State) -> u32 {
        s.scaled::<3>(roll(s, 5)) ^ s.scaled::<4>(s.next()) ^ s.grow::<3>(s.n) ^ s.scaled::<2>(s.grow::<7>(1))
    }

    #[device]
    pub fn generic_methods(input: &Input) -> u64 {
        let mut s = State { n: input.a, t: [0; 3] };
        let first = of_generic_methods(&mut s);
        mix(first as u64, mix(s.scaled::<5>(s.next()) as u64, s.n as u64))
    }

    pub trait Walk {
        fn step(&mut self) -> u32;
        fn at(self, k: u32, l: u32) -> u32;
    }

    #[device]
    impl Walk for State {
        fn step(&mut self) -> u32 {
            self.n = self.n.wrapping_add(5);
            self.n
        }

        fn at(self, k: u32, l: u32) -> u32 {
            self.n.wrapping_mul(3) ^ k.rotate_left(5) ^ l
        }
    }

    #[device]
    fn walked<T: Walk + Copy>(t: &mut T) -> u32 {
        let mut own = *t;
        t.at(t.step(), 3) ^ own.at(own.step(), own.step()) ^ t.at(t.step() ^ t.step(), 1)
    }

    #[device]
    fn all_walked<T: Walk + Copy, const N: usize>(mut all: [T; N]) -> u32 {
        let mut sum = 0;
        for i in 0..N {
            sum ^= all[i].at(all[i].step(), 2);
        }
        for e in &mut all {
            sum = sum.wrapping_add(e.at(e.step(), e.step()));
        }
        sum
    }

    #[device]
    pub fn generic_functions(input: &Input) -> u64 {
        let mut s = State { n: input.a, t: [0; 3] };
        mix(walked(&mut s) as u64, all_walked([s, State { n: input.b, ..s }]) as u64) ^ s.n as u64
    }

    #[device]
    pub fn named_like_the_librarys(input: &Input) -> u64 {
        let mut s = State { n: input.a, t: [0; 3] };
        let a = s.peek(s.set()) ^ s.n.rotate_left(s.set() & 31);
        let b = s.peek(s.remap(input.b)) ^ s.remap(input.k);
        let r = &mut s;
        mix(a as u64, mix(b as u64, r.peek_two(r.set(), r.remap(3)) as u64))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Wide {
        pub x: u32,
        pub y: u32,
    }

    #[device]
    impl core::ops::Add for Wide {
        type Output = Wide;
        fn add(self, other: Wide) -> Wide {
            Wide { x: self.x.wrapping_add(other.x), y: self.y ^ other.y.rotate_left(1) }
        }
    }

    #[device]
    fn stepped(w: &mut Wide) -> Wide {
        w.x = w.x.wrapping_mul(3).wrapping_add(1);
        w.y ^= w.x;
        *w
    }

    #[device]
    pub fn operators(input: &Input) -> u64 {
        let mut own = Wide { x: input.a, y: input.b };
        let w = &mut own;
        let sum = *w + stepped(w) + *w;
        let made = Wide { x: w.x, y: stepped(w).y } + stepped(w);
        mix(mix(sum.x as u64, sum.y as u64), mix(made.x as u64, made.y as u64))
    }

    #[device]
    fn see(n: &u32) -> u32 {
        *n ^ 1
    }

    #[device]
    fn first_bumped(v: &mut [u32; 3]) -> u32 {
        bump(&mut v[0])
    }

    #[device]
    pub fn references_to_references(input: &Input) -> u64 {
        let (mut x, mut y, mut v) = (input.a, input.b, [input.a, input.b, input.k]);
        let mut sum = 0;
        {
            let twice = &mut &mut x;
            sum = mix(sum, bump(twice) as u64);
            sum = mix(sum, see(twice) as u64);
            sum = mix(sum, twice.wrapping_add(bump(twice)) as u64);
        }
        for each in &mut [&mut x, &mut y] {
            sum = mix(sum, bump(each) as u64);
            sum = mix(sum, each.wrapping_mul(bump(each)) as u64);
        }
        if let Some(inner) = &mut Some(&mut x) {
            bump(inner);
            sum = mix(sum, see(inner) as u64);
        }
        let twice = &mut &mut v;
        sum = mix(sum, first_bumped(twice) as u64);
        for e in twice.iter_mut() {
            *e ^= 1;
        }
        for (i, e) in twice.iter().enumerate() {
            sum = mix(sum, *e as u64 + i as u64);
        }
        mix(sum, mix(x as u64, y as u64))
    }

    /// Names for several elements of an array, which a guard reads too.
    #[device]
    pub fn rests(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.a ^ input.b];
        let a = match v {
            [t @ .., _] if *Some(&t[0]).unwrap_or(&input.k) > 3 => t[0] ^ t[1],
            [_, t @ ..] => t[1].wrapping_sub(t[0]),
        };
        let b = match v {
            [_, t @ .., _] => {
                let (first, second) = (Some(&t[0]), (&t[1], t[0]));
                *first.unwrap() ^ second.0.rotate_left(3) ^ second.1
            }
        };
        let c = if let [t @ .., z] = v && t[0] < z && t[1] != t[2] { t[0] ^ t[1].wrapping_add(t[2]) } else { 1 };
        let d = matches!(Some(v), Some([t @ .., _]) if t[0] > t[1] || t[1] > t[2]);
        let e = match (v, input.b) {
            ([t @ .., _], k) if t[2] > k => {
                let mut sum = 0u32;
                for x in &t {
                    sum = sum.wrapping_mul(3).wrapping_add(*x);
                }
                sum
            }
            ([_, mut t @ ..], _) => {
                t[0] = t[0].wrapping_add(bump(&mut t[0]));
                t[0] ^ t[2]
            }
        };
        mix(mix(a as u64, b as u64), mix(mix(c as u64, d as u64), e as u64))
    }
}
