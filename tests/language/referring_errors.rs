//! Results whose errors are references, made by choices, methods and functions.

conformance! {
    program ReferringErrors;
    cases |input| {
        structs(input),
        slices_and_tuples(input),
        by_functions(input),
        in_loops(input),
        options_behind_and(input),
        by_methods(input),
        in_results(input),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    pub struct Point {
        a: u32,
        b: f32,
    }

    #[device]
    pub fn structs(r: &Input) -> u64 {
        let v = [Point { a: r.a, b: r.x }, Point { a: r.b, b: 0.5 }];
        let z: Result<usize, &Point> = if r.k > 3 { Err(&v[1]) } else { Ok(3) };
        let s = match z {
            Ok(n) => n as u64,
            Err(&Point { a, .. }) if a > 7 => a as u64,
            Err(p) => p.a as u64 + bits(p.b),
        };
        let t = if let Err(Point { a, b }) = z { mix(*a as u64, bits(*b)) } else { 2 };
        mix(s, t)
    }

    #[device]
    pub fn slices_and_tuples(r: &Input) -> u64 {
        let v = [r.a, r.b, 3];
        let z: Result<u32, &[u32]> = if r.k > 3 { Err(&v[1..]) } else { Ok(3) };
        let s = match z {
            Ok(n) => n as u64,
            Err(x) => x.len() as u64 + x[0] as u64,
        };
        let e: Result<(), (u32, &u32)> = if r.l > 4 { Err((1, &v[0])) } else { Ok(()) };
        let t = match e {
            Ok(()) => 1,
            Err((n, x)) => n as u64 + *x as u64,
        };
        mix(s, t)
    }

    #[device]
    fn find<'a>(v: &'a [u32; 4], x: u32) -> Result<usize, &'a u32> {
        v.iter().position(|&y| y == x).ok_or(&v[3])
    }
    #[device]
    fn both<'a>(v: &'a [u32; 4], x: u32) -> Result<u32, &'a u32> {
        let i = find(v, x)?;
        Ok(v[i] + i as u32)
    }

    #[device]
    pub fn by_functions(r: &Input) -> u64 {
        let v = [r.k, r.l, 3, r.a];
        let s = match both(&v, 5) {
            Ok(n) => n as u64,
            Err(x) => *x as u64,
        };
        let t = both(&v, r.l).map_err(|e| *e ^ 1).unwrap_or_else(|e| e);
        let u = if let Err(e) = both(&v, 9) { *e } else { 0 };
        mix(mix(s, t as u64), u as u64)
    }

    #[device]
    pub fn in_loops(r: &Input) -> u64 {
        let mut v = [r.a, r.b];
        let mut n = 0;
        for i in 0..4u32 {
            let z: Result<&mut u32, &u32> = if (r.k + i) % 2 == 0 { Ok(&mut v[0]) } else { Err(&v[1]) };
            n += match z {
                Ok(x) => {
                    *x ^= i;
                    *x & 1
                }
                Err(x) => *x & 3,
            };
        }
        mix(n as u64, v[0] as u64)
    }

    #[device]
    pub fn options_behind_and(r: &Input) -> u64 {
        let v = [r.a, r.b];
        let p = if r.k > 4 { Some(3u32) } else { None };
        let o = p.and(Some(&v[1]));
        match o {
            Some(x) => *x as u64,
            None => 1,
        }
    }

    #[device]
    pub fn by_methods(r: &Input) -> u64 {
        let v = [r.a, r.b];
        let p: Result<u32, u8> = if r.k > 4 { Ok(3u32) } else { Err(1) };
        let e: Result<u32, &u32> = p.map_err(|_| &v[0]);
        let f = p.ok().ok_or(&v[1]);
        mix(
            match e {
                Ok(n) => n as u64,
                Err(x) => *x as u64,
            },
            match f {
                Err(x) => *x as u64,
                Ok(n) => n as u64,
            },
        )
    }

    #[device]
    fn chosen<'a>(v: &'a [u32; 2], k: u32) -> Option<&'a u32> {
        (k > 3).then_some(&v[0])
    }
    #[device]
    fn second<'a>(v: &'a [u32; 2], o: Option<u32>) -> Option<&'a u32> {
        o.and(Some(&v[1]))
    }
    #[device]
    fn mutable<'a>(v: &'a mut [u32; 2], o: Option<u32>) -> Result<u32, &'a mut u32> {
        o.ok_or(&mut v[1])
    }

    #[device]
    pub fn in_results(r: &Input) -> u64 {
        let mut v = [r.a, r.b];
        let n = chosen(&v, r.k).copied().unwrap_or(4) as u64 + second(&v, Some(3)).map_or(0, |x| *x) as u64;
        if let Err(x) = mutable(&mut v, if r.l > 4 { Some(1) } else { None }) {
            *x ^= 5;
        }
        mix(n, v[1] as u64)
    }
}
