//! Iterators: chains of them over ranges, arrays and options, gone over by `for` and by the methods that take all items.

conformance! {
    program Iterators;
    cases |input| {
        sums(input),
        sums_of_more(input),
        folds(input),
        searches(input),
        the_largest_and_the_last(input),
        the_largest_of_ones_own(input),
        loops_over_chains(input),
        loops_over_pairs(input),
        one_after_the_other(input),
        some_of_them(input),
        loops_in_loops(input),
        what_is_called_when(input),
        what_is_evaluated_first(input),
        names(input),
        elements(input),
        arrays_mapped(input),
        arrays_from_functions(input),
        chains_in_chains(input),
        clones(input),
        references(input),
        neighbours(input),
        changed_by_closures(input),
        in_other_control_flow(input),
        of_ones_own(input),
        copies_that_closures_take(input),
        copies_that_later_items_see(input),
        through_references(input),
        copies_in_closures_that_are_called_twice(input),
        left_by_return_and_by_none(input),
        states(input),
        flattened_arrays(input),
        flattened_options(input),
        references_out_of_pairs(input.a, input.b, input.k, input.x),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    struct Values {
        v: [u32; 3],
    }
    #[device]
    impl Values {
        fn total(&self) -> u64 {
            self.v.iter().map(|x| *x as u64).sum()
        }
    }

    #[device]
    fn total_gen<const N: usize>(a: [u32; N]) -> u32 {
        a.iter().map(|x| x + 1).sum()
    }

    #[device]
    fn best_gen_fold<T: Copy + PartialOrd, const N: usize>(a: [T; N]) -> T {
        a.iter().fold(a[0], |m, &x| if x > m { x } else { m })
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Ordered {
        n: u32,
        m: u32,
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Point {
        x: u32,
        y: f32,
    }

    #[device]
    fn count_gen2<T: Copy + PartialEq, const N: usize>(a: [T; N], x: T) -> usize {
        a.iter().filter(|y| **y == x).count()
    }

    #[device]
    fn make_fn_array(k: u32) -> [u32; 3] {
        [k, k + 1, 9]
    }

    #[device]
    fn make_fn_array2(k: &mut u32) -> [u32; 3] {
        *k += 1;
        [*k, *k + 1, 9]
    }

    #[device]
    fn half_by_name(x: u64) -> u64 {
        x / 2
    }

    #[device]
    fn sum_amap4(v: [u32; 3]) -> u32 {
        v.map(|x| x % 100).iter().sum()
    }

    #[device]
    fn sum_amap5(v: &[u32; 3]) -> u32 {
        let w = v.map(|x| x % 100);
        w[0] + w[1]
    }

    #[device]
    fn make_from_fn2(k: u32) -> [u32; 4] {
        core::array::from_fn(|i| (i as u32 + 1) * k)
    }

    #[device]
    fn fill_from_fn_gen<const N: usize>(k: u32) -> [u32; N] {
        let mut t = [k; N];
        for (i, x) in t.iter_mut().enumerate() {
            *x += i as u32;
        }
        t
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Made {
        x: u32,
        y: f32,
    }

    #[device]
    struct Cloned {
        n: u32,
    }
    #[device]
    impl Clone for Cloned {
        fn clone(&self) -> Cloned {
            Cloned { n: self.n + 7 }
        }
    }

    #[device]
    #[derive(Clone)]
    struct Plain {
        n: u32,
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Summed {
        n: u32,
    }
    #[device]
    impl std::ops::Add for Summed {
        type Output = Summed;
        fn add(self, o: Summed) -> Summed {
            Summed { n: self.n * 2 + o.n }
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Compared {
        n: u32,
    }

    #[device]
    fn early(r: &Input) -> u32 {
        for x in (0..r.k).map(|x| x ^ 3) {
            if x == 6 {
                return 99;
            }
        }
        let o = (0..r.k).map(|x| x * 3).find(|x| *x > 9);
        match o {
            Some(x) => x,
            None => 5,
        }
    }

    #[device]
    fn attempted(r: &Input) -> Option<u32> {
        let x = (0..r.k).map(|x| x * 3).find(|x| *x > 9)?;
        let mut t = 0;
        for y in (0..x).filter(|y| y % 2 == 0) {
            t += y.checked_sub(0)?;
        }
        Some(t + x)
    }

    #[device]
    pub fn sums(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s: u32 = a.iter().map(|x| x % 100).sum();
            s as u64
        };
        let second = {
            let s: u32 = (0..r.k).map(|x| x ^ 5).sum();
            s as u64
        };
        let third = {
            let f = [r.x, r.y, 0.5, -3.0];
            let s: f32 = f.iter().sum();
            bits(s) as u64
        };
        let fourth = {
            let s: f32 = (0..r.k).map(|x| x as f32).filter(|x| *x > 8.0).sum();
            bits(s) as u64
        };
        let fifth = {
            let v: Vec2 = (0..r.k).map(|x| vec2(x as f32, 1.0)).sum();
            bits(v.x + v.y) as u64
        };
        let sixth = {
            let s: u64 = (1..=r.k as u64).product();
            let t: f64 = (1..r.k).map(|x| x as f64 * 0.5).product();
            mix(s, long_bits(t))
        };
        let seventh = {
            let s: i64 = [r.m % 1000, r.n % 1000, -5].iter().map(|x| x * 3).sum();
            s as u64
        };
        let eighth = {
            let s = [0.5, 1.5].iter().map(|x| x * 2.0).sum::<f32>();
            bits(s + r.x) as u64
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn sums_of_more(r: &Input) -> u64 {
        let first = {
            let f = [r.x, r.y, 0.5];
            let g = [0.25, 2.0, r.x];
            let d: f32 = f.iter().zip(g.iter()).map(|(a, b)| a * b).sum();
            bits(d) as u64
        };
        let second = { Values { v: [r.a, r.b, r.k] }.total() };
        let third = {
            let v = [0.1, 0.2, r.u];
            let s: f64 = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            long_bits(s)
        };
        let fourth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s: u32 = (0..3_u32).map(|i| a.iter().map(|x| (x ^ i) % 10).sum::<u32>()).sum();
            s as u64
        };
        let fifth = {
            let t: u64 = (0..4_u64)
                .map(|x| {
                    (0..x)
                        .map(|y| (0..y).filter(|z| (x + y + z) % 2 == 0).count() as u64)
                        .sum::<u64>()
                })
                .sum();
            t + r.k as u64
        };
        let sixth = {
            mix(
                (0..r.k).map(|x| x as u64).sum(),
                [r.p, r.q].iter().map(|x| x >> 3).sum(),
            )
        };
        let seventh = { (0..r.k).map(u32::count_ones).sum::<u32>() as u64 };
        let eighth = { total_gen([r.a % 100, r.b % 100, 3]) as u64 };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn folds(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s = a.iter().fold(7, |s, x| s ^ x.rotate_left(3));
            s as u64
        };
        let second = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let (lo, hi) = a.iter().fold((u32::MAX, 0), |(lo, hi), &x| (lo.min(x), hi.max(x)));
            mix(lo as u64, hi as u64)
        };
        let third = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let m = a.iter().fold(
                None,
                |m: Option<u32>, &x| if m.is_some_and(|m| m > x) { m } else { Some(x) },
            );
            m.unwrap_or(1) as u64
        };
        let fourth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let m = a.iter().fold(&a[0], |m, x| if x > m { x } else { m });
            *m as u64
        };
        let fifth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let h = a.iter().fold([0; 4], |mut h, x| {
                h[(*x % 4) as usize] += 1;
                h
            });
            mix(h[0] + h[1] * 10, h[2] + h[3] * 10)
        };
        let sixth = { best_gen_fold([r.a % 100, r.b % 100, 3]) as u64 };
        let seventh = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let (i, _) = a
                .iter()
                .enumerate()
                .fold((0, 0), |b, (i, &x)| if x > b.1 { (i, x) } else { b });
            i as u64
        };
        let eighth = {
            let s = (0..r.k).map(|i| i as f32 * 0.1).fold(0.0, f32::max);
            bits(s) as u64
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn searches(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            a.iter().any(|x| *x > 1000) as u64 * 2 + a.iter().all(|&x| x < 0x8000_0000) as u64
        };
        let second = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            a.iter().position(|x| *x == r.k).map_or(99, |i| i as u64)
        };
        let third = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let m = a.iter().find(|x| **x > 50);
            m.map_or(1, |m| *m as u64)
        };
        let fourth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let m = a.iter().copied().find(|x| *x > 50);
            m.map_or(1, |m| m as u64)
        };
        let fifth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            a.iter().find_map(|x| x.checked_sub(40)).unwrap_or(3) as u64
        };
        let sixth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let m = a.iter().enumerate().find(|(_, x)| **x == r.k);
            m.map_or(9, |(i, x)| i as u64 * 3 + *x as u64)
        };
        let seventh = {
            if (0..r.k).any(|x| x == 5) && [1, 2, r.l].iter().all(|x| *x < 9) {
                1
            } else {
                2
            }
        };
        let eighth = {
            mix(
                (0..r.k).nth(3).unwrap_or(77) as u64,
                (0..r.k).skip(1).step_by(2).nth(2).unwrap_or(55) as u64,
            )
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn the_largest_and_the_last(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            mix(
                a.iter().max().map_or(0, |m| *m as u64),
                a.iter().copied().min().unwrap_or(3) as u64,
            )
        };
        let second = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let m = a.iter().enumerate().map(|(i, x)| (*x % 10, i)).max();
            m.map_or(0, |(x, i)| x as u64 * 10 + i as u64)
        };
        let third = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            mix(
                a.iter().last().map_or(0, |m| *m as u64),
                (0..r.k).filter(|x| x % 2 == 0).last().unwrap_or(77) as u64,
            )
        };
        let fourth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            a.iter().copied().reduce(|x, y| x ^ y.rotate_left(5)).unwrap_or(1) as u64
        };
        let fifth = {
            let m = [(3, 1), (3, 2), (1, 9)]
                .iter()
                .map(|p| p.0 * 1)
                .enumerate()
                .map(|(i, x)| (x, i))
                .max();
            m.map_or(0, |p| p.1 as u64)
        };
        let sixth = {
            let a = [r.k, r.k, 1];
            let m = a.iter().enumerate().max().map(|(i, _)| i);
            m.unwrap_or(9) as u64
        };
        let seventh = {
            let m = [Some(r.k), None, Some(3)].iter().min().map(|m| m.is_none());
            m.unwrap_or(false) as u64
        };
        let eighth = {
            let m = [r.k > 3, r.a > 5].into_iter().max();
            m.unwrap_or(false) as u64
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn the_largest_of_ones_own(r: &Input) -> u64 {
        let first = {
            let a = [Ordered { n: r.k, m: 2 }, Ordered { n: 3, m: r.a }];
            a.iter().max().map_or(0, |k| k.m as u64) + a.iter().min().map_or(0, |k| k.n as u64)
        };
        let second = {
            let m = (r.i..r.i.saturating_add(5)).map(|x| x.wrapping_mul(-3)).max();
            m.unwrap_or(7) as u64
        };
        let third = {
            let ps = [Point { x: r.a, y: 1.5 }, Point { x: r.b, y: r.x }];
            let s: f32 = ps.iter().map(|p| p.y).sum();
            let b = ps.iter().find(|p| p.x > 5);
            mix(bits(s) as u64, b.map_or(1, |p| p.x as u64))
        };
        let fourth = {
            let s = [vec3(r.x, 1.0, 2.0), vec3(0.5, r.y, 1.0)]
                .iter()
                .map(|v| v.length_squared())
                .fold(0.0, |a: f32, b| a + b);
            bits(s) as u64
        };
        let fifth = {
            let n = (0..r.k).filter(|x| x % 3 == 1).count();
            n as u64
        };
        let sixth = { count_gen2([r.a % 100, r.b % 100, 3], 3) as u64 };
        mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth)
    }

    #[device]
    pub fn loops_over_chains(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut t = 0;
            for x in a.iter().map(|x| x ^ 3).filter(|x| x % 2 == 1) {
                if t > 100000 {
                    break;
                }
                if x == 5 {
                    continue;
                }
                t += x as u64;
            }
            t
        };
        let second = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut t = 0;
            for (i, x) in a.iter().skip(1).enumerate() {
                t += x.rotate_left(i as u32) as u64;
            }
            t
        };
        let third = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut t = 0;
            for (i, x) in a.iter().rev().enumerate() {
                t = t * 3 + (x % 7) as u64 + i as u64;
            }
            t
        };
        let fourth = {
            let mut t = 0;
            for x in (0..r.k).map(|x| x * x).filter(|x| x % 3 != 1).rev() {
                t = t * 3 + x as u64;
            }
            t
        };
        let fifth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut t = 0;
            a.iter().for_each(|x| t ^= x);
            a.iter().enumerate().for_each(|(i, x)| t ^= x.rotate_left(i as u32));
            t as u64
        };
        let sixth = {
            let mut t = 0;
            'outer: for x in (0..r.k).map(|x| x * 2) {
                for y in (0..x).filter(|y| y % 3 != 0) {
                    if y == 7 {
                        continue 'outer;
                    }
                    if x == 20 {
                        break 'outer;
                    }
                    t += x * y;
                }
            }
            t as u64
        };
        let seventh = {
            let mut t = 0;
            for i in (0..5_usize).rev().filter(|i| i % 2 == 0) {
                t = t * 7 + i;
            }
            t as u64
        };
        let eighth = {
            let mut n = 0;
            for (i, x) in [r.a, r.b].iter().enumerate().filter(|(i, _)| *i > 0) {
                n += i as u64 + *x as u64;
            }
            n
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn loops_over_pairs(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let b = [1, 2, 3_u32];
            let mut t = 0;
            for (x, y) in a.iter().zip(b.iter()) {
                t += (x ^ y) as u64;
            }
            for (x, y) in a.iter().zip(&b) {
                t += (x ^ y) as u64;
            }
            for (x, y) in a.iter().zip(b) {
                t += (x ^ y) as u64;
            }
            t
        };
        let second = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut t = 0;
            for (x, i) in a.iter().zip(0..) {
                t = t * 3 + (x % 5) as u64 + i;
            }
            for (x, i) in a.iter().zip(2..r.k) {
                t = t * 3 + (x % 5) as u64 + i as u64;
            }
            t
        };
        let third = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let b = [1, 2, 3_u32];
            let c = [r.p, r.q];
            let mut t = 0;
            for ((x, y), z) in a.iter().zip(b.iter()).zip(c.iter()) {
                t ^= (x ^ y) as u64 ^ z;
            }
            t
        };
        let fourth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut b = [1, 2, 3_u32];
            for (x, y) in a.iter().zip(b.iter_mut()) {
                *y ^= x;
            }
            for (y, x) in b.iter_mut().zip(a) {
                *y ^= x % 9;
            }
            mix(b[0] as u64 + b[1] as u64, b[2] as u64)
        };
        let fifth = {
            let mut n = 0;
            let v = (0..2)
                .zip((0..5).map(|y| {
                    n += 1;
                    y
                }))
                .count();
            mix(v as u64, n)
        };
        mix(mix(mix(mix(first, second), third), fourth), fifth)
    }

    #[device]
    pub fn one_after_the_other(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let b = [1, 2, 3_u32];
            let mut t = 0;
            for x in a.iter().chain(b.iter()) {
                if *x == 2 {
                    break;
                }
                t = t * 3 + (x % 11) as u64;
            }
            t + a.iter().chain(&b).count() as u64
        };
        let second = {
            let mut n = r.k;
            let mut t = 0;
            for x in (0..3).chain(0..n).chain(5..7) {
                n += 1;
                if x == 6 {
                    continue;
                }
                t = t * 3 + x as u64 + n as u64;
            }
            t
        };
        let third = {
            let mut n = 0;
            let v = (0..3)
                .chain((0..9).map(|x| {
                    n += 1;
                    x
                }))
                .take(4)
                .sum::<u64>();
            mix(v, n)
        };
        let fourth = {
            let v: u64 = (0..9).take(2).chain(5..9).skip(1).take(4).map(|x| x * x).sum();
            v
        };
        let fifth = {
            let o = (r.k > 3).then(|| r.a);
            let s: u32 = o.iter().map(|x| x % 9).sum();
            let n = o.into_iter().chain(Some(3)).count();
            mix(s as u64, n as u64)
        };
        mix(mix(mix(mix(first, second), third), fourth), fifth)
    }

    #[device]
    pub fn some_of_them(r: &Input) -> u64 {
        let first = {
            let mut t = 0;
            for x in (0..).map(|x| x * 2).filter(|x| x % 3 != 0).take(r.k as usize) {
                t += x as u64;
            }
            t
        };
        let second = {
            let mut calls = 0;
            let s: u32 = (1..100)
                .map(|x| {
                    calls += 1;
                    x
                })
                .take(r.k as usize % 4)
                .sum();
            mix(s as u64, calls)
        };
        let third = {
            let mut n = 0;
            let v = (0..9)
                .map(|x| {
                    n += 1;
                    x
                })
                .take((r.k / 8) as usize)
                .sum::<u64>();
            mix(v, n)
        };
        let fourth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let n = a.iter().take_while(|x| **x != 7).count();
            let m = a.iter().skip_while(|x| **x != r.k).count();
            mix(n as u64, m as u64)
        };
        let fifth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let n: u32 = a.iter().map_while(|x| x.checked_sub(1)).map(|x| x % 10).sum();
            n as u64
        };
        let sixth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s: u32 = a.iter().skip(r.k as usize % 3).take(2).map(|x| x % 10).sum();
            s as u64
        };
        let seventh = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s: u32 = a.iter().step_by(2).map(|x| x % 10).sum();
            let t: u32 = (0..r.k).map(|x| x * 3).step_by(3).sum();
            mix(s as u64, t as u64)
        };
        let eighth = {
            let mut t = 0;
            for x in (0..9_u64).take(4).filter(|x| x % 2 == 0) {
                if x == 2 {
                    continue;
                }
                t = t * 10 + x + 1;
            }
            t
        };
        let ninth = {
            let mut t = 0;
            for x in (0..9_u64).take(6).filter(|x| x % 2 == 0).take(2) {
                t = t * 10 + x + 1;
            }
            t
        };
        mix(
            mix(
                mix(
                    mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                    seventh,
                ),
                eighth,
            ),
            ninth,
        )
    }

    #[device]
    pub fn loops_in_loops(r: &Input) -> u64 {
        let first = {
            let mut t = 0;
            for x in (0..r.k).flat_map(|i| 0..i) {
                if x == 9 {
                    break;
                }
                t += x as u64;
            }
            t
        };
        let second = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s: u32 = (0..r.k as usize)
                .flat_map(|i| a.iter().map(move |x| (x ^ i as u32) % 10))
                .take(7)
                .sum();
            s as u64
        };
        let third = {
            let s: u32 = (0..r.k)
                .flat_map(|i| {
                    let j = i * 2;
                    [i, j]
                })
                .sum();
            s as u64
        };
        let fourth = {
            let n = (0..r.k)
                .flat_map(|y| (0..y).map(move |x| (x, y)))
                .filter(|(x, y)| (x + y) % 3 == 0)
                .count();
            n as u64
        };
        let fifth = {
            let m = [[r.a, r.b], [r.k, 4]];
            let s: u32 = m.iter().map(|row| row.iter().map(|x| x % 10).sum::<u32>()).sum();
            let t: u32 = m.iter().flat_map(|row| row.iter()).map(|x| x % 10).sum();
            mix(s as u64, t as u64)
        };
        let sixth = {
            let x = r.k;
            let t: u32 = (0..3).flat_map(|y| (0..y).map(move |z| z + y)).map(|w| w ^ x).sum();
            t as u64
        };
        let seventh = {
            let y = r.k;
            let t: u32 = (0..3).flat_map(|y| 0..y).map(|w| w ^ y).sum();
            t as u64
        };
        mix(
            mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
            seventh,
        )
    }

    #[device]
    pub fn what_is_called_when(r: &Input) -> u64 {
        let first = {
            let mut log2 = 0;
            let v = (0..4)
                .map(|x| {
                    log2 = log2 * 10 + x;
                    x
                })
                .filter(|x| x % 2 == 0)
                .map(|x| x + 1)
                .take(1)
                .sum::<u64>();
            mix(v, log2)
        };
        let second = {
            let mut n = 0;
            let v = (0..6)
                .map(|x| {
                    n += x;
                    x
                })
                .skip(2)
                .take(2)
                .sum::<u64>();
            mix(v, n)
        };
        let third = {
            let mut n = 0;
            let v = (0..7)
                .map(|x| {
                    n = n * 8 + x;
                    x
                })
                .step_by(3)
                .sum::<u64>();
            mix(v, n)
        };
        let fourth = {
            let mut n = 0;
            let v = (0..9)
                .map(|x| {
                    n = n * 8 + x;
                    x
                })
                .step_by(3)
                .take(2)
                .sum::<u64>();
            mix(v, n)
        };
        let fifth = {
            let mut n = 0;
            let v = (0..9).inspect(|x| n += x).find(|x| *x == r.k as u64);
            mix(v.unwrap_or(3), n)
        };
        let sixth = {
            let mut n = 0;
            let v = (0..9).all(|x| {
                n += 1;
                x < r.k
            });
            mix(v as u64, n)
        };
        let seventh = {
            let mut n = 0;
            let v = (1..5)
                .map(|x| {
                    n = n * 8 + x;
                    x
                })
                .rev()
                .take(2)
                .sum::<u64>();
            mix(v, n)
        };
        let eighth = {
            let mut n = 0;
            for (i, x) in (0..8).filter(|x| x % 3 != 0).enumerate().filter(|(i, _)| i % 2 == 0) {
                n = n * 16 + i as u64 * 4 + x;
            }
            n
        };
        let ninth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut n = 0;
            let s = a.iter().inspect(|_| n += 1).any(|x| *x == 7);
            mix(n, s as u64)
        };
        mix(
            mix(
                mix(
                    mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                    seventh,
                ),
                eighth,
            ),
            ninth,
        )
    }

    #[device]
    pub fn what_is_evaluated_first(r: &Input) -> u64 {
        let first = {
            let mut n = 3;
            let mut t = 0;
            for x in (0..n).map(|x| x + 1) {
                n += 1;
                t += x * n;
            }
            t as u64 + r.k as u64
        };
        let second = {
            let mut n = 3_usize;
            let mut t = 0;
            for x in (0..100).take(n) {
                n = 50;
                t += x;
            }
            t as u64 + r.k as u64
        };
        let third = {
            let mut a = [1, 2, 3_u32];
            let mut t = 0;
            for x in a.into_iter().map(|x| x + 1) {
                a[2] = 77;
                t += x;
            }
            t as u64 + a[2] as u64
        };
        let fourth = {
            let mut a = [1, 2, r.k];
            let mut t = 0;
            for x in a.iter().copied().map(|x| x ^ 1) {
                t += x;
            }
            a[0] = 9;
            t as u64 + a[0] as u64
        };
        let fifth = {
            let m = [[1, 2], [r.k, 4], [5, 6]];
            let mut i = 1;
            let mut t = 0;
            for x in m[i].iter().map(|x| x + 1) {
                i = 2;
                t += x;
            }
            t as u64 + i as u64
        };
        let sixth = {
            let s: u32 = make_fn_array(r.k).iter().map(|x| x ^ 1).sum();
            let t: u32 = make_fn_array(r.k).into_iter().filter(|x| *x > 2).sum();
            mix(s as u64, t as u64)
        };
        let seventh = {
            let mut n = 0;
            let s: u32 = make_fn_array2(&mut n)
                .iter()
                .zip(make_fn_array2(&mut n))
                .map(|(x, y)| x ^ y)
                .sum();
            mix(s as u64, n as u64)
        };
        let eighth = {
            let mut n = 0;
            let mut f = |k: u32| {
                n = n * 10 + k;
                k
            };
            let v: u32 = (f(1)..f(5))
                .skip(f(1) as usize)
                .take(f(2) as usize)
                .fold(f(7), |a, b| a * 3 + b);
            mix(v as u64, n as u64)
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn names(r: &Input) -> u64 {
        let first = {
            let item = r.k;
            let mapped = 3;
            let index = 4;
            let left = 5;
            let pair = 6;
            let best = 7;
            let s = (0..5_u32)
                .map(|x| x ^ item ^ mapped)
                .filter(|x| *x != index)
                .take(left as usize)
                .enumerate()
                .map(|(i, x)| x + pair + i as u32)
                .max();
            s.unwrap_or(best) as u64
        };
        let second = {
            let x = r.k;
            let mut t = 0;
            for x in (0..3).map(|x| x + 1).filter(|x| x % 2 == 1) {
                t += x;
            }
            t as u64 + x as u64
        };
        let third = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let odd = |x: &&u32| **x % 2 == 1;
            let s = a.iter().filter(odd).count() + a.iter().filter(odd).filter(odd).count();
            s as u64
        };
        let fourth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s: u64 = a.iter().copied().map(u64::from).map(half_by_name).sum();
            s
        };
        let fifth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let sum = |m: u32| a.iter().map(|x| x % m).sum::<u32>();
            mix(sum(10) as u64, sum(7) as u64)
        };
        let sixth = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let f = |m: u32| a.iter().find(|x| **x > m);
            mix(f(10).map_or(1, |x| *x as u64), f(7).map_or(2, |x| *x as u64))
        };
        let seventh = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let f = |m: u32| a.iter().map(|x| x % m).max();
            mix(f(10).map_or(1, |x| x as u64), f(7).map_or(2, |x| x as u64))
        };
        let eighth = {
            let n = (0..r.k).map(Some).filter(|o| o.is_some_and(|x| x > 2)).count();
            n as u64
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn elements(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut t = 0;
            for x in a.into_iter().rev().take(2) {
                t = t * 5 + x as u64;
            }
            t
        };
        let second = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let mut a = a;
            for x in a.iter_mut().filter(|x| **x > 10) {
                *x %= 10;
            }
            for x in a.iter_mut().skip(2) {
                *x ^= 3;
            }
            a.iter().fold(0, |t, x| (t ^ *x as u64).rotate_left(3))
        };
        let third = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let s: u32 = a.iter().filter_map(|x| x.checked_sub(7)).map(|x| x % 10).sum();
            s as u64
        };
        let fourth = {
            (3..r.k).contains(&r.l) as u64
                + (3..=7).contains(&r.k) as u64 * 2
                + (0.0..1.0).contains(&r.x) as u64 * 4
                + (r.i..10).contains(&r.j) as u64 * 8
        };
        mix(mix(mix(first, second), third), fourth)
    }

    #[device]
    pub fn arrays_mapped(r: &Input) -> u64 {
        let first = {
            let a = [r.a, r.b, r.k, 7, r.a ^ 5];
            let b = a.map(|x| x % 10);
            mix(b[0] as u64 + b[4] as u64, b[2] as u64)
        };
        let second = {
            let b = [r.x, r.y].map(|x| x * 2.0).map(f32::abs);
            bits(b[0] + b[1]) as u64
        };
        let third = {
            let b = [r.a; 3].map(|x| (x, x as f32));
            mix(b[2].0 as u64, bits(b[1].1) as u64)
        };
        let fourth = { sum_amap4([r.a, 2, 3]) as u64 };
        let fifth = { sum_amap5(&[r.a, 2, 3]) as u64 };
        let sixth = {
            let mut n = r.k;
            let b = [1, 2, 3].map(|x| {
                n = n * 3 + x;
                n
            });
            mix(b[0] as u64 + b[2] as u64, n as u64)
        };
        let seventh = {
            let b: [u64; 2] = [r.a, r.b].map(|x| x as u64 + 1);
            b[0] ^ b[1]
        };
        let eighth = {
            let f = |k: u32| [k, k + 1].map(|x| x * 3);
            mix(f(r.k)[0] as u64, f(2)[1] as u64)
        };
        mix(
            mix(
                mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth),
                seventh,
            ),
            eighth,
        )
    }

    #[device]
    pub fn arrays_from_functions(r: &Input) -> u64 {
        let first = {
            let t: [u32; 5] = std::array::from_fn(|i| i as u32 * r.k);
            t.iter().sum::<u32>() as u64
        };
        let second = {
            let t = make_from_fn2(r.k);
            mix(t[0] as u64, t[3] as u64)
        };
        let third = {
            let mut n = 0;
            let t: [f32; 3] = std::array::from_fn(|_| {
                n += 1;
                n as f32 * r.x
            });
            bits(t[0] + t[2]) as u64
        };
        let fourth = {
            let t: [[u32; 2]; 3] = std::array::from_fn(|y| std::array::from_fn(|x| (x + y * 10) as u32 ^ r.k));
            mix(t[2][1] as u64, t[0][0] as u64)
        };
        let fifth = {
            let t: [u32; 3] = fill_from_fn_gen(r.k);
            t[2] as u64
        };
        let sixth = {
            let t: [Made; 2] = std::array::from_fn(|i| Made { x: i as u32, y: r.x });
            mix(t[1].x as u64, bits(t[0].y) as u64)
        };
        mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth)
    }

    #[device]
    pub fn chains_in_chains(r: &Input) -> u64 {
        let first = {
            let mut t = 0;
            for a in (0..2).chain(3..5) {
                for b in (0..2).chain(3..5) {
                    for c in (0..2).chain(3..5) {
                        for d in (0..2).chain(3..5) {
                            t = t * 3 % 1000003 + a * b + c * d;
                        }
                    }
                }
            }
            t as u64 + r.k as u64
        };
        let second = {
            let mut t = 0_u64;
            for a in (0..2).chain(3..5).chain(6..7).chain(8..9).chain([20, 30]) {
                t = t * 3 + a;
            }
            t + r.k as u64
        };
        let third = {
            let m = [[1, 2], [r.k, 4]];
            let n = m
                .iter()
                .map(|row| row.iter().sum::<u32>())
                .zip([5, 6])
                .map(|(a, b)| a * b)
                .sum::<u32>();
            n as u64
        };
        let fourth = {
            let f = |n: u32| {
                let mut t = 0;
                for x in (0..n).filter(|x| x % 2 == 0) {
                    t += x;
                }
                t
            };
            mix(f(r.k) as u64, f(r.l) as u64)
        };
        mix(mix(mix(first, second), third), fourth)
    }

    #[device]
    pub fn clones(r: &Input) -> u64 {
        let first = {
            let v = [Cloned { n: r.k }, Cloned { n: 3 }];
            let z = v.iter().cloned().map(|a| a.n).max();
            mix(
                z.unwrap_or(1) as u64,
                v.iter().map(Cloned::clone).map(|a| a.n).sum::<u32>() as u64,
            )
        };
        let second = {
            let v = [Cloned { n: r.k }, Cloned { n: 3 }];
            let mut t = 0;
            for a in v.iter().skip(1).cloned() {
                t += a.n;
            }
            for (i, a) in v.iter().cloned().enumerate() {
                t += a.n * i as u32;
            }
            for a in v.iter().zip(1..).map(|(a, k)| a.n * k) {
                t += a;
            }
            t as u64
        };
        let third = {
            let v = [Cloned { n: r.k }, Cloned { n: 3 }];
            let t: u32 = (0..5).zip(v.iter().cloned()).map(|(i, a)| i * a.n).sum();
            t as u64
        };
        let fourth = {
            let v = [Cloned { n: r.k }, Cloned { n: 3 }];
            let t: u32 = (0..5).zip(v.iter().map(|a| a).cloned()).map(|(i, a)| i * a.n).sum();
            let u: u32 = v.iter().chain(v.iter()).cloned().map(|a| a.n).sum();
            let w: u32 = v
                .iter()
                .cloned()
                .chain(v.iter().map(|a| a.clone()))
                .rev()
                .map(|a| a.n)
                .sum();
            mix(t as u64, mix(u as u64, w as u64))
        };
        let fifth = {
            let v = [Cloned { n: r.k }, Cloned { n: 3 }];
            let p = v.iter().find(|a| a.n == 3).cloned();
            let q = v.iter().last().cloned();
            mix(p.map_or(1, |a| a.n) as u64, q.map_or(1, |a| a.n) as u64)
        };
        let sixth = {
            let v = [Plain { n: r.k }, Plain { n: 3 }];
            let w = v.iter().map(|a| a.clone()).map(|a| a.n).sum::<u32>();
            let z = v.iter().cloned().map(|a| a.n).max();
            mix(w as u64, z.unwrap_or(1) as u64)
        };
        mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth)
    }

    #[device]
    pub fn references(r: &Input) -> u64 {
        let first = {
            let v = [r.a, r.b];
            let w: [&u32; 2] = [&v[1], &v[0]];
            let s = w.iter().map(|x| **x % 10).sum::<u32>();
            s as u64
        };
        let second = {
            let v = [(1, r.a), (2, r.b)];
            let m = v.iter().filter(|(k, _)| *k > 1).map(|(_, x)| x).max();
            *m.unwrap_or(&3) as u64
        };
        let third = {
            let mut v = [r.a, r.b, 3];
            if let Some(x) = v.iter_mut().find(|x| **x % 2 == 1) {
                *x ^= 0xff;
            }
            if let Some(x) = v.iter_mut().max() {
                *x = 1;
            }
            mix(mix(v[0] as u64, v[1] as u64), v[2] as u64)
        };
        let fourth = {
            let mut v = [r.a, r.b, 3];
            let l = v.iter_mut().last();
            if let Some(x) = l {
                *x += 1;
            }
            v[2] as u64
        };
        mix(mix(mix(first, second), third), fourth)
    }

    #[device]
    pub fn neighbours(r: &Input) -> u64 {
        let first = {
            let v = [r.a, r.b, r.k];
            let n = v.iter().zip(v.iter().skip(1)).filter(|(a, b)| a < b).count();
            n as u64
        };
        let second = {
            let v = [r.a, r.b, r.k];
            let s: u32 = v.iter().zip(v.iter().skip(1)).map(|(a, b)| (a ^ b) % 10).sum();
            let t: u32 = v
                .iter()
                .zip(v.iter().rev().skip(r.k as usize % 5))
                .map(|(a, b)| (a ^ b) % 10)
                .sum();
            let u: u32 = v
                .iter()
                .skip(1)
                .zip(v.iter().skip(2).map(|x| x ^ 1))
                .map(|(a, b)| (a ^ b) % 10)
                .sum();
            mix(s as u64, mix(t as u64, u as u64))
        };
        let third = {
            let v = [r.a, r.b, r.k];
            let s: u32 = v.iter().zip(v.iter().rev()).map(|(a, b)| (a ^ b) % 10).sum();
            s as u64
        };
        let fourth = {
            let v = [r.a, r.b, r.k];
            let w = [1, 2, 3_u32];
            let s: u32 = v
                .iter()
                .zip(w.iter())
                .enumerate()
                .map(|(i, (a, b))| (a ^ b) % 10 + i as u32)
                .sum();
            s as u64
        };
        mix(mix(mix(first, second), third), fourth)
    }

    #[device]
    pub fn changed_by_closures(r: &Input) -> u64 {
        let first = {
            let mut hist = [0; 4];
            (0..r.k).map(|x| x as usize % 4).for_each(|i| hist[i] += 1);
            mix(hist[0] + hist[1] * 7, hist[2] + hist[3] * 7)
        };
        let second = {
            let mut best = 0;
            let mut at = 0;
            [r.a, r.b, 7].iter().enumerate().for_each(|(i, &x)| {
                if x > best {
                    best = x;
                    at = i;
                }
            });
            mix(best as u64, at as u64)
        };
        let third = {
            let s = (0..r.k).any(|x| {
                let mut t = 0;
                for y in 0..x {
                    if y == 4 {
                        break;
                    }
                    t += y;
                }
                t == 6
            });
            s as u64
        };
        let fourth = {
            let f = |x: u32| -> Option<Option<u32>> {
                if x == 3 {
                    return None;
                }
                Some(Some(x).filter(|x| *x > 5))
            };
            match f(r.k) {
                None => 1,
                Some(None) => 2,
                Some(Some(x)) => x as u64,
            }
        };
        mix(mix(mix(first, second), third), fourth)
    }

    #[device]
    pub fn in_other_control_flow(r: &Input) -> u64 {
        let mut endless = 0;
        for i in r.k.. {
            if i % 5 == 4 {
                break;
            }
            endless = endless * 3 + i;
        }
        let first = {
            let s = loop {
                let o = (0..r.k).find(|x| *x > 3);
                break o.unwrap_or(9);
            };
            s as u64
        };
        let second = {
            let s = 'a: {
                for x in (0..r.k).filter(|x| x % 2 == 1) {
                    if x == 7 {
                        break 'a x;
                    }
                }
                50
            };
            s as u64
        };
        let third = {
            let mut k = r.k;
            while let Some(x) = (0..k).rev().find(|x| x % 3 == 0) {
                k = x;
                if k == 0 {
                    break;
                }
            }
            k as u64
        };
        let fourth = {
            if let Some(x) = (0..r.k).max()
                && x > 4
                && let Some(y) = Some(x).filter(|x| x % 2 == 0)
            {
                y as u64
            } else {
                77
            }
        };
        let fifth = {
            let f = |n: u32| {
                for x in (0..n).map(|x| x * x) {
                    if x > 20 {
                        return x;
                    }
                }
                1
            };
            mix(f(r.k) as u64, f(3) as u64)
        };
        let sixth = {
            let f = |n: u32| {
                for x in (0..n).flat_map(|x| [x, x * 2]) {
                    if x > 20 {
                        return x;
                    }
                }
                1
            };
            mix(f(r.k) as u64, f(3) as u64)
        };
        let all = mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth);
        mix(all, endless as u64)
    }

    #[device]
    pub fn of_ones_own(r: &Input) -> u64 {
        let first = {
            let v = [Summed { n: r.k }, Summed { n: 3 }]
                .iter()
                .fold(Summed { n: 1 }, |a, b| a + *b);
            v.n as u64
        };
        let second = {
            let v = [Compared { n: r.k }, Compared { n: 3 }];
            v.iter().any(|a| *a == Compared { n: 5 }) as u64
                + v.iter().filter(|a| **a < Compared { n: 4 }).count() as u64 * 2
        };
        let third = {
            let v = [vec2(r.x, 1.0), vec2(2.0, r.y)]
                .iter()
                .copied()
                .fold(Vec2::ZERO, |a, b| a.max(b));
            bits(v.x + v.y) as u64
        };
        let fourth = {
            let o = Some(&Cloned { n: r.k }).map(|a| a.clone()).map(|a| a.n);
            o.unwrap_or(1) as u64
        };
        mix(mix(mix(first, second), third), fourth)
    }

    #[device]
    pub fn copies_that_closures_take(r: &Input) -> u64 {
        let first = {
            let mut n = r.k;
            let o = Some(1).map(move |x| {
                n += x;
                n
            });
            mix(o.unwrap_or(0) as u64, n as u64)
        };
        let second = {
            let mut n = r.k;
            let s: u32 = (0..3)
                .map(move |x| {
                    n += x;
                    n
                })
                .sum();
            mix(s as u64, n as u64)
        };
        let third = {
            let mut n = 1;
            let mut t = 0;
            for x in (0..3_u32).map(move |x| x + n) {
                n += 7;
                t += x * n;
            }
            mix(t as u64, n as u64) + r.k as u64
        };
        let fourth = {
            let mut n = 1;
            let mut t = 0;
            for x in (0..3_u32).flat_map(move |x| {
                n += 1;
                [x, n]
            }) {
                t = t * 10 + x;
            }
            mix(t as u64, n as u64) + r.k as u64
        };
        let fifth = {
            let mut n = 1;
            let s = (0..4_u32).fold(
                {
                    n += 5;
                    0
                },
                move |a, x| {
                    n += 1;
                    a * 3 + x * n
                },
            );
            mix(s as u64, n as u64) + r.k as u64
        };
        let sixth = {
            let mut n = 1;
            let s = (0..4_u32).any(move |x| {
                n += x;
                n > 4
            });
            let t = [1, 2, r.k].map(move |x| {
                n += x;
                n
            });
            mix(s as u64 + t[2] as u64, n as u64)
        };
        mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth)
    }

    #[device]
    pub fn copies_that_later_items_see(r: &Input) -> u64 {
        let first = {
            let mut n = 1;
            let s: [u32; 3] = std::array::from_fn(move |i| {
                n += i as u32;
                n
            });
            mix(s[2] as u64, n as u64) + r.k as u64
        };
        let second = {
            let mut n = 1;
            let f = move |x: u32| {
                let g = move |y: u32| y + n;
                g(x)
            };
            n = 9;
            let h = |x: u32| f(x) + n;
            mix(h(1) as u64, n as u64) + r.k as u64
        };
        let third = {
            let mut n = 1;
            let mut f = move || {
                n += 1;
                n
            };
            let a = f() + f();
            mix(a as u64, n as u64)
        };
        let fourth = {
            let mut n = 1;
            let s: u32 = (0..3_u32)
                .zip((5..9).map(move |x| {
                    n += x;
                    n
                }))
                .map(|(a, b)| a * b)
                .sum();
            mix(s as u64, n as u64) + r.k as u64
        };
        let fifth = {
            let mut a = [r.k, 2];
            let s: u32 = (0..2_usize)
                .map(move |i| {
                    a[i] += 1;
                    a[i]
                })
                .sum();
            mix(s as u64, a[0] as u64)
        };
        let sixth = {
            let mut o = Some(r.k);
            let s = (0..3_u32)
                .filter_map(move |x| {
                    let p = o;
                    o = None;
                    p.map(|p| p + x)
                })
                .count();
            mix(s as u64, o.is_some() as u64)
        };
        mix(mix(mix(mix(mix(first, second), third), fourth), fifth), sixth)
    }

    #[device]
    fn changed_by_reference(a: &mut [u32; 3]) {
        for x in a.iter_mut().skip(1) {
            *x ^= 5;
        }
        let b = [7, 8, 9];
        for (x, y) in a.iter_mut().zip(b.iter()) {
            *x += y;
        }
        for (y, x) in b.iter().zip(a.iter_mut()) {
            *x ^= y;
        }
        if let Some(x) = a.iter_mut().find(|x| **x > 3) {
            *x += 1;
        }
    }

    #[device]
    pub fn through_references(r: &Input) -> u64 {
        let mut grid = [[0_u32; 4]; 2];
        for (y, row) in grid.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate().filter(|(x, _)| x % 2 == 1) {
                *cell = (x + y * 10) as u32 + r.k;
            }
            row.iter_mut().zip([1, 2]).for_each(|(cell, k)| *cell *= k);
        }
        let mut values = [1, 2, r.k];
        changed_by_reference(&mut values);
        let (first, second) = ([1, 2, r.l], [4, 5, 6]);
        let mut pointed = &first;
        let mut sum = 0;
        for x in pointed.iter().map(|x| x + 1) {
            pointed = &second;
            sum += x;
        }
        let pairs: u32 = pointed.iter().zip(pointed.iter().skip(1)).map(|(x, y)| x * y).sum();
        let cells = grid.iter().flat_map(|row| row.iter()).fold(0, |all: u64, x| mix(all, *x as u64));
        mix(mix(cells, values[1] as u64), mix(sum as u64, pairs as u64))
    }

    #[device]
    pub fn copies_in_closures_that_are_called_twice(r: &Input) -> u64 {
        let mapped = |k: u32| {
            let mut own = k;
            let values = [1, 2].map(move |x| {
                own += x;
                own
            });
            own = 3;
            values[1] + own
        };
        let made = |k: u32| {
            let mut own = k;
            let values: [u32; 2] = std::array::from_fn(move |i| {
                own += i as u32;
                own
            });
            values[1] + own
        };
        mix(mix(mapped(r.k) as u64, mapped(7) as u64), mix(made(r.k) as u64, made(7) as u64))
    }

    #[device]
    pub fn left_by_return_and_by_none(r: &Input) -> u64 {
        let first = { early(r) as u64 };
        let second = { attempted(r).unwrap_or(44) as u64 };
        mix(first, second)
    }

    #[device]
    fn states(input: &Input) -> u64 {
        let values = [input.a, input.b, 3, input.k];
        let sums = values.iter().scan(0_u32, |sum, x| {
            *sum = sum.wrapping_add(*x);
            Some(*sum)
        });
        let until = values.iter().scan(1_u64, |state, x| {
            *state = state.wrapping_mul(3).wrapping_add(u64::from(*x));
            (*state % 5 != 0).then_some(*state)
        });
        let pairs = (1..10).scan((0_u32, 1_u32), |pair, _| {
            *pair = (pair.1, pair.0.wrapping_add(pair.1));
            Some(pair.0)
        });
        let last: u32 = pairs.skip(2).sum();
        until.fold(sums.fold(0, |sum, x| sum * 7 % 1_000_003 + u64::from(x)), |sum, x| sum ^ x) ^ u64::from(last)
    }

    #[device]
    fn flattened_arrays(input: &Input) -> u64 {
        let mut rows = [[input.a, 1, 2], [3, input.b, input.k]];
        let mut sum = 0_u64;
        for (i, x) in rows.iter().flatten().enumerate() {
            sum = sum * 5 % 1_000_003 + u64::from(*x) + i as u64;
        }
        for x in rows.iter_mut().flatten() {
            *x ^= 3;
        }
        for x in rows.iter().flatten() {
            if *x == 4 {
                continue;
            }
            if *x > 1 << 31 {
                break;
            }
            sum = sum * 3 % 1_000_003 + u64::from(*x);
        }
        sum + rows.into_iter().flatten().map(u64::from).max().unwrap_or(0)
    }

    #[device]
    fn flattened_options(input: &Input) -> u64 {
        let words = [Some(input.a), None, Some(7)];
        let odd: u64 = words.into_iter().flatten().filter(|x| x % 2 == 1).map(u64::from).sum();
        let pairs = [Some([1, input.k]), None];
        let all: u64 = pairs.iter().flatten().flatten().map(|x| u64::from(*x)).sum();
        words.iter().flatten().count() as u64 + odd * 8 + all
    }

    /// What a pair has a reference to is there for longer than the pair.
    #[device]
    pub fn references_out_of_pairs(a: u32, b: u32, k: u32, x: f32) -> u64 {
        let v = [a, b, 7, k];
        let best = v.iter().enumerate().max_by_key(|pair| pair.1).unwrap();
        let least = v.iter().enumerate().min_by_key(|(_, value)| **value).map(|(index, _)| index).unwrap();
        let floats = [x, 1.0, 2.0];
        let longest = floats.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1)).unwrap().0;
        let pairs = [(1, &v[0]), (2, &v[1])];
        let mut keep = &v[3];
        for pair in &pairs {
            if pair.0 == 2 {
                keep = pair.1;
            }
        }
        let mut last = None;
        for pair in v.iter().enumerate() {
            if pair.0 % 2 == 1 {
                last = Some(pair.1);
            }
        }
        let places = best.0 + least * 10 + longest * 100;
        mix(places as u64 + *best.1 as u64, mix(*keep as u64, *last.unwrap() as u64))
    }
}
