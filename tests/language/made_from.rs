//! Functions called `from`: those of a type itself, and those of the trait `From`.

conformance! {
    program MadeFrom;
    cases |input| {
        own(input),
        both_kinds(input),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    pub struct P {
        x: u32,
    }
    #[device]
    impl P {
        fn from(v: &[u32]) -> Result<Self, u32> {
            if v.len() > 2 { Ok(P { x: v[0] }) } else { Err(3) }
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Q {
        x: u32,
    }
    #[device]
    impl Q {
        fn from(v: u32) -> Option<Self> {
            if v > 2 { Some(Q { x: v }) } else { None }
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct G<T> {
        x: T,
    }
    #[device]
    impl<T: Copy> G<T> {
        fn from(v: T) -> Self {
            G { x: v }
        }
        fn with(v: T) -> Self {
            G { x: v }
        }
    }

    #[device]
    pub fn own(r: &Input) -> u64 {
        let a = P::from(&[r.a, 2, 3]);
        let b = Q::from(r.b);
        let g = G::from(r.x);
        let h = G::with(r.k);
        mix(a.map_or(1, |p| p.x) as u64 + h.x as u64, b.map_or(2, |q| q.x) as u64 + bits(g.x))
    }

    #[derive(Clone, Copy)]
    #[device]
    pub struct Point {
        x: u32,
    }
    #[device]
    impl From<f32> for Point {
        fn from(v: f32) -> Point {
            Point { x: v as u32 }
        }
    }
    #[device]
    impl Point {
        fn both(r: &Input) -> (Self, Point) {
            (Self::from(r.x), Point::from(r.y))
        }
    }
    #[derive(Clone, Copy)]
    #[device]
    pub struct Rest {
        x: u32,
    }
    #[device]
    impl Rest {
        fn from<'a>(a: &'a Point, k: u32) -> Self {
            Rest { x: a.x ^ k }
        }
    }
    #[derive(Clone, Copy)]
    #[device]
    pub struct Sum {
        x: u32,
    }
    #[device]
    impl Sum {
        fn from(a: &mut Point) -> Option<u32> {
            a.x = 7;
            Some(3)
        }
    }

    #[device]
    pub fn both_kinds(r: &Input) -> u64 {
        let (mut p, q) = Point::both(r);
        let s = Sum::from(&mut p).unwrap_or(0);
        let k: Point = r.y.into();
        mix(Rest::from(&p, 7).x as u64, mix(q.x as u64, (p.x + s) as u64 + k.x as u64))
    }
}
