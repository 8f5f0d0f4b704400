//! Constants of generic types, of any type.

conformance! {
    program AnyType;
    cases |input| {
        structs(input),
        built(input),
        of_traits(input),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Pair {
        a: u32,
        b: f32,
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Big<T> {
        d: T,
    }
    #[device]
    impl<T: Copy> Big<T> {
        const LIMIT: Pair = Pair { a: 3, b: 1.5 };
        const AT: (u32, f32) = (7, 0.5);
        const SOME: Option<u32> = Some(4);
        const LIST: [u8; 3] = [1, 2, 3];
        fn get(&self) -> u32 {
            Self::LIMIT.a + Self::AT.0 + Self::SOME.unwrap_or(1) + Self::LIST[1] as u32
        }
    }

    #[device]
    pub fn structs(r: &Input) -> u64 {
        let b = Big { d: r.a };
        mix(b.get() as u64, bits(Big::<f32>::LIMIT.b + Big::<f32>::AT.1))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Kind {
        Empty,
        Full(u32),
        Named { a: f32 },
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Inner<T> {
        a: T,
        b: u32,
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Large<T, const N: usize> {
        d: [T; N],
        k: Kind,
    }
    #[device]
    impl<T: Copy, const N: usize> Large<T, N> {
        const K: Kind = Kind::Empty;
        const F: Kind = Kind::Full(3 + 4);
        const NAMED: Kind = Kind::Named { a: -1.5 };
        const LEN: usize = N + 1;
        const ALL: [Kind; 2] = [Self::K, Self::F];
        const IN: Inner<f32> = Inner { a: 0.1, b: N as u32 };
        const P: (usize, Option<[u32; N]>) = (Self::LEN, Some([4; N]));
        const MASKS: [u32; 3] = [1 << 3, !0, 0xff];
        fn f(&self, k: u32) -> u32 {
            (if self.k == Self::ALL[(k % 2) as usize] { 3 } else { 5 })
                + Self::IN.b
                + Self::P.0 as u32
                + Self::P.1.map_or(0, |a| a[0])
                + Self::MASKS[(k % 3) as usize] % 100
                + Self::LEN as u32
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack<const N: usize> {
        items: [u32; N],
        len: usize,
    }
    #[device]
    impl<const N: usize> Stack<N> {
        pub const EMPTY: Self = Self { items: [0; N], len: 0 };
        fn push(&mut self, v: u32) -> bool {
            if self.len == N {
                return false;
            }
            self.items[self.len] = v;
            self.len += 1;
            true
        }
        fn t() -> usize {
            2
        }
        fn of(s: &Self) -> usize {
            s.len
        }
        fn e() -> usize {
            Self::of(&Self::EMPTY)
        }
    }

    #[device]
    pub fn built(r: &Input) -> u64 {
        let b = Large { d: [r.a; 3], k: if r.a > 3 { Kind::Empty } else { Kind::Full(7) } };
        let mut s = Stack::<4>::EMPTY;
        for k in 0..r.k {
            s.push(k ^ r.b);
        }
        let z = Large::<f32, 2>::NAMED;
        let w = match z {
            Kind::Named { a } => a,
            _ => 0.0,
        };
        mix(
            b.f(r.b) as u64 + Stack::<9>::t() as u64 + Stack::<9>::e() as u64,
            s.items[2] as u64 + s.len as u64 + bits(w) + (if Large::<u8, 5>::F == Kind::Full(7) { 1 } else { 0 }),
        )
    }

    #[device]
    pub trait Zero {
        const ZERO: Self;
        const ONES: [u32; 2];
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Pile<const N: usize> {
        items: [u32; N],
        len: usize,
    }
    #[device]
    impl<const N: usize> Zero for Pile<N> {
        const ZERO: Self = Self { items: [0; N], len: 3 };
        const ONES: [u32; 2] = [1, N as u32];
    }
    #[device]
    impl Zero for u32 {
        const ZERO: u32 = 4;
        const ONES: [u32; 2] = [1; 2];
    }
    #[device]
    fn zeros<T: Zero>(t: &T) -> (T, [u32; 2]) {
        (T::ZERO, T::ONES)
    }

    #[device]
    pub fn of_traits(r: &Input) -> u64 {
        let (a, b) = zeros(&Pile::<3> { items: [r.a; 3], len: 1 });
        let (c, d) = zeros(&r.a);
        let e = Pile::<7>::ZERO;
        let f: Pile<2> = Pile::ZERO;
        (a.len + c as usize + e.items[4] as usize + f.len) as u64 + b[1] as u64 + d[0] as u64
    }
}
