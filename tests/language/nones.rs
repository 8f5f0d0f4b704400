//! `None` without a type in what holds it: options, tuples and arrays, in branches, arguments, results and jumps.

conformance! {
    program Nones;
    cases |input| {
        options_in_options(input),
        options_by_loops(input),
        tuples_in_options(input),
        arrays_in_options(input),
        arguments(input),
        compared(input),
        beside_jumps(input),
        in_generic_functions(input),
        results(input),
        left_by_none(input),
        deciding_a_generic_parameter(input),
        before_methods(input),
        in_variables_without_a_type(input),
    }

    use crate::input::{long_bits, mix};

    #[device]
    pub fn said(option: Option<Option<u32>>) -> u64 {
        match option {
            None => 1,
            Some(None) => 2,
            Some(Some(x)) => mix(3, x as u64),
        }
    }

    #[device]
    pub fn options_in_options(r: &Input) -> u64 {
        let by_match = match r.k {
            0 => None,
            1 => Some(None),
            2 => Some(Some(r.a)),
            _ => Some(Some(5)),
        };
        let by_if = if r.k > 2 { Some(None) } else { Some(Some(r.b)) };
        let mut changed = Some(None);
        if r.l > 2 {
            changed = Some(Some(r.a));
        } else if r.l > 1 {
            changed = None;
        }
        let element = [Some(None), None, Some(Some(r.a))][r.k as usize % 3];
        mix(mix(said(by_match), said(by_if)), mix(said(changed), said(element)))
    }

    #[device]
    pub fn options_by_loops(r: &Input) -> u64 {
        said(loop {
            if r.k > 3 {
                break Some(None);
            }
            if r.k > 2 {
                break None;
            }
            break Some(Some(r.a));
        })
    }

    #[device]
    pub fn tuples_in_options(r: &Input) -> u64 {
        let first = if r.k > 3 {
            Some((r.a, Some(r.b)))
        } else if r.k > 2 {
            Some((r.a, None))
        } else {
            None
        };
        let Some((a, b)) = (if r.l > 3 {
            let x = r.a ^ 1;
            Some((x, None))
        } else if r.l > 2 {
            Some((1, Some(r.n)))
        } else {
            None
        }) else {
            return 3;
        };
        let first = match first {
            Some((a, Some(b))) if a > b => (a - b) as u64,
            Some((0, _)) => 7,
            Some((a, None)) => a as u64,
            Some((_, Some(b))) => b as u64,
            None => 5,
        };
        mix(first, mix(a as u64, b.unwrap_or(-2) as u64))
    }

    #[device]
    pub fn arrays_in_options(r: &Input) -> u64 {
        let option = if r.k > 3 {
            Some([1, 2])
        } else if r.k > 1 {
            Some([r.n, 2])
        } else {
            None
        };
        let array = match r.l {
            0 => [None; 2],
            1 => [Some(1), None],
            _ => [None, Some(r.n)],
        };
        let [a, b] = option.unwrap_or([3, 4]);
        mix(mix(a as u64, b as u64), mix(array[0].unwrap_or(9) as u64, array[1].unwrap_or(5) as u64))
    }

    #[device]
    pub fn taken(option: Option<(u8, Option<i64>)>) -> u64 {
        match option {
            Some((a, b)) => mix(a as u64, b.unwrap_or(-1) as u64),
            None => 6,
        }
    }

    #[device]
    pub fn arguments(r: &Input) -> u64 {
        let chosen = taken(if r.k > 3 {
            Some((1, None))
        } else if r.k > 2 {
            Some((2, Some(-5)))
        } else {
            None
        });
        mix(chosen, mix(taken(Some((3, None))), said(Some(None))))
    }

    #[device]
    pub fn compared(r: &Input) -> u64 {
        let option = Some(r.a);
        let all = [
            option == None,
            Some(Some(r.a)) == Some(None),
            Some(1) < option,
            (None, 1) == (option, r.k),
            Some((r.k, None)) == Some((3, option)),
        ];
        let mut bits = 0;
        for is_so in all {
            bits = bits * 2 + is_so as u64;
        }
        bits
    }

    #[device]
    pub fn left_early(k: u32, a: u32) -> Option<u64> {
        let chosen = if k > 3 {
            Some((a, None))
        } else if k > 2 {
            return None;
        } else {
            Some((a, Some(k)))
        };
        let (p, q) = chosen?;
        Some(mix(p as u64, q.unwrap_or(8) as u64))
    }

    #[device]
    pub fn beside_jumps(r: &Input) -> u64 {
        mix(left_early(r.k, r.a).unwrap_or(3), left_early(r.l, r.b).unwrap_or(4))
    }

    #[device]
    pub fn pair_of<T: Copy>(k: u32, a: T) -> Option<(T, Option<T>)> {
        let chosen = if k > 3 {
            Some((a, None))
        } else if k > 2 {
            Some((a, Some(a)))
        } else {
            None
        };
        if k == 9 {
            return Some((a, None));
        }
        chosen
    }

    #[device]
    pub fn in_generic_functions(r: &Input) -> u64 {
        match (pair_of(r.k, r.a), pair_of(r.l, r.u)) {
            (Some((a, None)), Some((b, None))) => mix(a as u64, long_bits(b)),
            (Some((a, Some(b))), _) => mix(a as u64, b as u64),
            (None, Some((b, Some(c)))) => mix(long_bits(b), long_bits(c)),
            _ => 9,
        }
    }

    #[device]
    pub fn two(k: u32, a: u32) -> (Option<u32>, Option<Option<u8>>) {
        if k > 3 {
            return (None, Some(Some(1)));
        }
        match k {
            0 => (None, None),
            1 => (Some(a), Some(None)),
            _ => (Some(2), Some(Some(a as u8))),
        }
    }

    #[device]
    pub fn results(r: &Input) -> u64 {
        let (a, b) = two(r.k, r.a);
        let last = match b {
            Some(Some(number)) => number as u64,
            Some(None) => 300,
            None => 400,
        };
        mix(a.unwrap_or(3) as u64, last)
    }

    #[device]
    pub fn by_none(a: u32, b: u32) -> Option<u32> {
        let x = a.checked_sub(b)?;
        if x > 1000 {
            None?;
        }
        let y = x.checked_mul(if x > 9 { 2 } else { None? })?;
        match y & 3 {
            0 => None?,
            1 => {
                None::<u64>?;
                Some(4)
            }
            _ => Some(y ^ b),
        }
    }

    #[device]
    pub fn left_by_none(r: &Input) -> u64 {
        mix(by_none(r.a, r.b).unwrap_or(7) as u64, by_none(r.k, r.l).unwrap_or(8) as u64)
    }

    #[device]
    pub fn is_other<T: Copy + PartialEq>(value: Option<T>, than: T) -> bool {
        match value {
            Some(value) => value != than,
            None => false,
        }
    }

    #[device]
    pub fn first_of<T: Copy, const N: usize>(values: [Option<T>; N], other: T) -> T {
        for value in values {
            if let Some(value) = value {
                return value;
            }
        }
        other
    }

    #[device]
    pub fn of_pair<T: Copy>(pair: (Option<T>, u32), other: T) -> T {
        pair.0.unwrap_or(other)
    }

    #[device]
    pub fn of_row<T: Copy, const N: usize>(row: Option<[T; N]>, other: [T; N]) -> T {
        row.unwrap_or(other)[N - 1]
    }

    #[device]
    pub fn behind<T: Copy>(value: &Option<T>, other: T) -> T {
        value.unwrap_or(other)
    }

    #[device]
    pub fn put<T: Copy>(value: &mut Option<T>, other: T) -> bool {
        let was = value.is_some();
        *value = Some(other);
        was
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Chooser {
        pub n: u32,
    }

    #[device]
    impl Chooser {
        pub fn chosen<T: Copy>(&self, value: Option<T>, other: T) -> T {
            if self.n > 3 { value.unwrap_or(other) } else { other }
        }
    }

    #[device]
    pub fn deciding_a_generic_parameter(r: &Input) -> u64 {
        let chooser = Chooser { n: r.k };
        let a = is_other(None, r.l) as u64 | (is_other(None, 3_u32) as u64) << 1;
        let b = first_of([None, None], r.l) ^ first_of([None, Some(r.k)], 5) ^ first_of([None; 3], r.a);
        let c = of_pair((None, 1), r.p);
        let d = of_row(None, [r.l, r.a]);
        let e = behind(&None, r.l) ^ put(&mut None, r.l) as u32;
        let f = is_other(if r.k > 3 { None } else { None }, r.k);
        let g = chooser.chosen(None, r.b);
        mix(mix(a, b as u64), mix(mix(c, d as u64), mix(e as u64, mix(f as u64, g as u64))))
    }

    #[device]
    pub fn before_methods(r: &Input) -> u64 {
        let a = None.or(Some(r.p)).unwrap();
        let b = { None }.or(Some(r.q)).unwrap();
        let c = match r.k {
            0 => None,
            _ => None,
        };
        let d = (match r.k {
            0 => None,
            _ => None,
        })
        .or(Some(r.p));
        mix(mix(a, b), mix(c.unwrap_or(r.q), d.unwrap_or(2)))
    }

    #[device]
    pub fn in_variables_without_a_type(r: &Input) -> u64 {
        let mut a = [None; 3];
        a[0] = Some(r.k);
        let b = [None; 2];
        let c: [Option<u64>; 2] = b;
        let mut d = [[None; 2]; 2];
        d[1][0] = Some(r.a);
        let mut e = (None, [None; 3]);
        e.1[2] = Some(r.l);
        e.0 = Some(r.p);
        let [f, g] = [None; 2];
        let (h, i) = (None, None);
        let found = mix(a[0].unwrap() as u64, c[1].unwrap_or(7));
        let held = mix(d[1][0].unwrap() as u64, e.0.unwrap() ^ e.1[2].unwrap() as u64);
        mix(mix(found, held), mix(first_of([f, g], r.b) as u64, first_of([h, i], r.q)))
    }
}
