//! Generic parameters of functions that only the result shows.

conformance! {
    program Results;
    cases |input| {
        lengths_by_lets(input),
        lengths_by_neighbours(input),
        lengths_by_later_uses(input),
        lengths_in_macros(input),
        types(input),
        several(input),
        methods_of_types(input),
        methods_of_traits(input),
        converted(input),
        within_generic_functions(input),
        calls_that_do_not_return(input),
    }

    use crate::input::mix;

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Seed {
        pub n: u32,
    }

    #[device]
    impl Seed {
        pub fn zeros<const N: usize>() -> [u32; N] {
            [0; N]
        }

        pub fn repeated<const N: usize>(&self) -> [u32; N] {
            [self.n; N]
        }

        pub fn raised<const N: usize>(&self, by: u32) -> [u32; N] {
            let mut row: [u32; N] = self.repeated();
            row[N - 1] = by;
            row
        }

        pub fn added(self, n: u32) -> u32 {
            self.n ^ n
        }
    }

    pub trait Makes {
        fn made<const N: usize>(&self) -> [u32; N];
        fn nothing<T>(n: u32) -> Option<T>;
    }

    #[device]
    impl Makes for Seed {
        fn made<const N: usize>(&self) -> [u32; N] {
            [self.n ^ 1; N]
        }

        fn nothing<T>(n: u32) -> Option<T> {
            assert!(n < 4);
            None
        }
    }

    #[device]
    impl From<u32> for Seed {
        fn from(n: u32) -> Self {
            Self { n: n ^ 5 }
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Rows {
        pub rows: [[u32; 2]; 3],
    }

    #[device]
    pub fn filled<const N: usize>(n: u32) -> [u32; N] {
        [n; N]
    }

    #[device]
    pub fn nines<const N: usize>() -> [u32; N] {
        [9; N]
    }

    #[device]
    pub fn nothing<T>(_: u32) -> Option<T> {
        None
    }

    #[device]
    pub fn padded<const N: usize, const M: usize>(values: [u32; N]) -> [u32; M] {
        let mut all = [0; M];
        for i in 0..N {
            if i < M {
                all[i] = values[i];
            }
        }
        all
    }

    #[device]
    pub fn doubled<T: Copy, const N: usize>(value: T) -> ([T; N], T) {
        ([value; N], value)
    }

    #[device]
    pub fn conversion<T: Copy, U: From<T>>(value: T) -> U {
        U::from(value)
    }

    #[device]
    pub fn last(values: &[u32; 3]) -> u32 {
        values[2]
    }

    #[device]
    pub fn three(n: u32) -> [u32; 3] {
        if n > 3 {
            return filled(n);
        }
        filled(7)
    }

    #[device]
    pub fn any<const N: usize>(n: u32) -> [u32; N] {
        filled(n)
    }

    #[device]
    pub fn fails() -> ! {
        panic!("this is never called")
    }

    #[device]
    pub fn lengths_by_lets(r: &Input) -> u64 {
        let a: [u32; 3] = filled(r.k);
        let b: [u32; 2] = nines();
        let c: [u32; 4] = padded([r.a, 2]);
        let d: [u32; 5] = any(r.l);
        let e: [u32; 2] = if r.k > 2 { filled(r.a) } else { [r.b, 4] };
        const COUNT: usize = 6;
        let f: [u32; COUNT] = filled(r.b);
        mix(mix(a[2] as u64, b[1] as u64), mix(mix(c[0] as u64, c[3] as u64), mix(mix(d[4] as u64, e[1] as u64), f[5] as u64)))
    }

    #[device]
    pub fn lengths_by_neighbours(r: &Input) -> u64 {
        let rows = Rows { rows: [filled(r.k), nines(), [r.a, 4]] };
        let element = [filled(r.a), [r.k, 7, 8]][r.k as usize % 2];
        let chosen = if r.k > 1 { filled(r.b) } else { [r.a, 4] };
        let held: (Option<[u32; 3]>, u32) = (Some(filled(r.b)), 3);
        let found = mix(last(&filled(r.a)) as u64, rows.rows[0][1] as u64);
        mix(mix(found, element[1] as u64), mix(mix(chosen[1] as u64, three(r.k)[2] as u64), held.0.unwrap()[2] as u64))
    }

    #[device]
    pub fn lengths_by_later_uses(r: &Input) -> u64 {
        let mut values = filled(3);
        for i in 0..3 {
            values[i] = r.k + i as u32;
        }
        let found = last(&values);
        let seed = Seed { n: r.a };
        let mut row = seed.repeated();
        if r.k > 3 {
            row = [1, 2, 3, 4];
        }
        mix(found as u64, row[3] as u64)
    }

    #[device]
    pub fn lengths_in_macros(r: &Input) -> u64 {
        assert_eq!(filled(3), [3, 3]);
        debug_assert!(filled(r.k) == [r.k; 2]);
        matches!(filled(r.k), [2, 2, x] if x > 1) as u64
    }

    #[device]
    pub fn types(r: &Input) -> u64 {
        let a: Option<u64> = nothing(3);
        let b: Option<Seed> = nothing(3);
        let c = nothing(3).unwrap_or(r.k as u64);
        let d = nothing(2) == Some(r.k);
        mix(mix(a.unwrap_or(7), b.is_none() as u64), mix(c, d as u64))
    }

    #[device]
    pub fn several(r: &Input) -> u64 {
        let (a, b): ([u32; 4], u32) = doubled(r.k);
        let (c, d): ([Seed; 2], Seed) = doubled(Seed { n: r.l });
        let (e, f): ([u64; 2], u64) = doubled(3);
        mix(mix((a[3] ^ b) as u64, c[1].n as u64), mix(d.n as u64, e[1] ^ f))
    }

    #[device]
    pub fn methods_of_types(r: &Input) -> u64 {
        let seed = Seed { n: r.k };
        let (several, by_reference, held) = ([seed, Seed { n: r.a }], &seed, Some(seed));
        let a: [u32; 2] = Seed::zeros();
        let b: [u32; 3] = seed.raised(r.a);
        let c: [u32; 5] = Seed::raised(&seed, 7);
        let d: [u32; 4] = Seed::repeated(&seed);
        let e: [u32; 2] = several[1].repeated();
        let f: [u32; 2] = by_reference.repeated();
        let g: [u32; 2] = held.unwrap().repeated();
        let (h, i): ([u32; 2], u32) = (seed.repeated(), seed.added(3));
        let found = mix(mix(a[1] as u64, b[2] as u64), mix(c[4] as u64, d[3] as u64));
        mix(found, mix(mix(e[1] as u64, f[1] as u64), mix(g[1] as u64, (h[1] ^ i) as u64)))
    }

    #[device]
    pub fn methods_of_traits(r: &Input) -> u64 {
        let seed = Seed { n: r.k };
        let a: [u32; 3] = seed.made();
        let b: Option<u8> = Seed::nothing(3);
        mix(a[2] as u64, b.is_none() as u64)
    }

    #[device]
    pub fn converted(r: &Input) -> u64 {
        let a: u64 = conversion(r.k);
        let b: Seed = conversion(r.a);
        let c: Seed = conversion(b);
        let d: i64 = conversion(r.i);
        let e: f64 = conversion(r.k);
        mix(mix(a, b.n as u64), mix(c.n as u64, mix(d as u64, e.to_bits())))
    }

    #[device]
    pub fn written<T: Copy>(value: T, seed: Seed) -> (T, u32) {
        let a: [u32; 3] = filled(4);
        let b: [T; 2] = padded_with(value);
        let c: [u32; 2] = seed.repeated();
        let d: [u32; 2] = Seed::repeated(&seed);
        (b[1], a[2] ^ c[1] ^ d[0] ^ seed.added(9))
    }

    #[device]
    pub fn padded_with<T: Copy, const N: usize>(value: T) -> [T; N] {
        [value; N]
    }

    #[device]
    pub fn within_generic_functions(r: &Input) -> u64 {
        let (a, b) = written(r.a, Seed { n: r.k });
        let (c, d) = written(Seed { n: r.b }, Seed { n: r.k });
        mix(mix(a as u64, b as u64), mix(c.n as u64, d as u64))
    }

    #[device]
    pub fn calls_that_do_not_return(r: &Input) -> u64 {
        let some = Some(r.k);
        let a = if r.k < u32::MAX { 3 } else { fails() };
        let b: u32 = match some {
            Some(n) => n,
            None => fails(),
        };
        let Some(c) = some else { fails() };
        mix(a, (b ^ c) as u64)
    }
}
