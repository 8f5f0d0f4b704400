//! Functions and types over constants: arrays of any length whose types nobody writes.

conformance! {
    program Sizes;
    cases |input| {
        lengths(input),
        instances(input),
    }

    use crate::input::mix;

    #[device]
    #[derive(Clone, Copy)]
    pub struct V<const N: usize> {
        c: [u32; N],
    }
    #[device]
    impl<const N: usize> V<N> {
        const ZERO: Self = Self { c: [0; N] };
        fn up(&self) -> [u32; N] {
            self.c.map(|x| x.wrapping_add(1))
        }
        fn best(&self) -> Option<u32> {
            let mut best = None;
            for k in self.c {
                if best.is_none_or(|b| b < k) {
                    best = Some(k);
                }
            }
            best
        }
        fn tot(&self) -> u32 {
            self.c.iter().fold(0, |a, b| a ^ b)
        }
        fn of(k: u32) -> Result<[u32; N], u32> {
            if k > 3 { Ok([k; N]) } else { Err(k) }
        }
    }
    #[device]
    fn first<T: Copy, const M: usize>(a: [T; M]) -> T {
        a[0]
    }
    #[device]
    fn genr<const N: usize>(k: u32) -> u32 {
        let a = [k; N];
        let b = a.map(|x| x ^ 7);
        let c = first(b);
        let z = b.iter().map(|x| x / 2).max();
        c.wrapping_add(z.unwrap_or(3))
    }

    #[device]
    pub fn lengths(r: &Input) -> u64 {
        let v = V::<3> { c: [r.a, r.b, r.k] };
        let z = V::<2>::ZERO;
        let u = v.up();
        mix(
            mix(u[0] as u64, v.best().unwrap_or(1) as u64),
            (z.c[1] ^ v.tot()) as u64 + V::<3>::of(r.a).map_or(5, |a| a[2]) as u64 + genr::<4>(r.a) as u64,
        )
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct W<const N: usize> {
        c: [u32; N],
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct M<T, const R: usize, const C: i32> {
        c: [[T; R]; 2],
        k: i32,
    }
    #[device]
    fn start<T: Copy, const M: usize>(a: [T; M]) -> T {
        a[0]
    }
    #[device]
    fn made<const K: usize>() -> [u32; K] {
        [7; K]
    }
    #[device]
    impl<const N: usize> W<N> {
        fn up(&self) -> [u32; N] {
            self.c.map(|x| x.wrapping_add(1))
        }
        fn best(&self) -> Option<u32> {
            let mut best = None;
            for k in self.c {
                if best.is_none_or(|b| b < k) {
                    best = Some(k);
                }
            }
            best
        }
        fn tot(&self) -> u32 {
            self.c.iter().fold(0, |a, b| a ^ b)
        }
        fn of(k: u32) -> Result<[u32; N], u32> {
            if k > 3 { Ok([k; N]) } else { Err(k) }
        }
        fn keep(&self) -> u32 {
            let mut best = None;
            for k in 0..N {
                let cand = [self.c[k]; N];
                if k % 2 == 0 {
                    best = Some((cand, k));
                }
            }
            best.map_or(1, |(c, k)| c[0] ^ k as u32)
        }
        fn both<const K: usize>(&self, o: &W<K>) -> u32 {
            let mut last = None;
            if self.c[0] > o.c[0] {
                last = Some(([1_u8; N], o.c));
            }
            match last {
                Some((a, b)) => a[0] as u32 + b[K - 1],
                None => 9,
            }
        }
        fn mk(&self) -> u32 {
            let z: [u32; N] = made();
            let w = made::<N>();
            let m = M::<u32, N, -5> { c: [z, w], k: 1 };
            let q = Some(m);
            q.map_or(0, |m| m.c[1][0] + m.k as u32)
        }
    }
    #[device]
    fn mapped<const N: usize>(k: u32) -> u32 {
        let a = [k; N];
        let b = a.map(|x| x ^ 7);
        let c = start(b);
        let z = b.iter().map(|x| x / 2).max();
        let mut p = None;
        if k > 7 {
            p = Some(b);
        }
        c.wrapping_add(z.unwrap_or(3)).wrapping_add(p.unwrap_or(a)[0])
    }
    #[device]
    fn small<const N: u8>(k: u32) -> u32 {
        let mut p = None;
        if k > 3 {
            p = Some(N);
        }
        p.unwrap_or(2) as u32
    }
    #[device]
    fn bound<const N: usize>(k: u32) -> u32
    where
        [u32; N]: Default,
    {
        let z: [u32; N] = Default::default();
        let mut p = None;
        if k > 3 {
            p = Some(k);
        }
        p.unwrap_or(2) + z[0]
    }
    #[device]
    fn two<const A: i32, const B: usize>(k: u32) -> i64 {
        let mut p = None;
        if k > 3 {
            p = Some([A; B]);
        }
        let q = p.map(|a| a[0] as i64).unwrap_or(-1);
        q + B as i64
    }

    #[device]
    pub fn instances(r: &Input) -> u64 {
        let v = W::<3> { c: [r.a, r.b, r.k] };
        let u = v.up();
        mix(
            mix(u[0] as u64, v.best().unwrap_or(1) as u64),
            v.tot() as u64 + W::<3>::of(r.a).map_or(5, |a| a[2]) as u64 + mapped::<4>(r.a) as u64,
        ) ^ (v.keep() as u64
            + v.both(&W::<2> { c: [r.b, r.l] }) as u64
            + v.mk() as u64
            + small::<7>(r.a) as u64
            + bound::<3>(r.b) as u64)
            ^ two::<-7, 5>(r.k) as u64
    }
}
