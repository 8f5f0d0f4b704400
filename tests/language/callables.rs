//! Functions that take functions: closures and functions by their names as `impl Fn`, `F: Fn` and `&impl Fn`, called, handed on, and handed to
//! methods of options and iterators.

conformance! {
    program Callables;
    cases |input, log, at| {
        case_applied(input, log, at),
        case_folds(input, log, at),
        case_changing(input, log, at),
        case_functions_by_name(input, log, at),
        case_by_reference(input, log, at),
        case_methods(input, log, at),
        case_order_of_evaluation(input, log, at),
        case_that_leave(input, log, at),
        case_generic(input, log, at),
        case_over_buffers(input, log, at),
        case_in_generic_functions(input, log, at),
        case_of_modules(input, log, at),
        case_of_enums(input, log, at),
        case_of_references(input, log, at),
        case_that_check(input, log, at),
        case_beside_iterators(input, log, at),
        case_of_vectors(input, log, at),
        case_of_traits(input, log, at),
        case_in_conditions(input, log, at),
        case_kinds_of_numbers(input, log, at),
        case_composed(input, log, at),
        case_nested(input, log, at),
        case_either_of_two(input, log, at),
        case_searches_and_integrals(input, log, at),
        case_tables(input, log, at),
        case_of_one_name(input, log, at),
        case_that_give_references(input, log, at),
        case_without_calls(input, log, at),
        case_references_in_tuples(input, log, at),
        case_order_beside_changes(input, log, at),
        case_methods_that_change(input, log, at),
        case_with_messages(input, log, at),
        case_handed_to_methods(input, log, at),
        case_in_matches(input, log, at),
        case_called_like_the_librarys(input, log, at),
        case_captured(input, log, at),
        case_where_clauses(input, log, at),
        case_of_bounds(input, log, at),
        case_literals(input, log, at),
        case_moved(input, log, at),
        case_order_of_buffers(input, log, at),
        case_results_of_any_type(input, log, at),
        case_functions_by_path(input, log, at),
        case_types_between(input, log, at),
    }

    mod applied {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x) ^ f(x.wrapping_add(1))
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let n = r.b;
            let s = apply(r.a, |v| v.rotate_left(3) ^ n);
            s as u64
        }
    }

    #[device]
    pub fn case_applied(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        applied::of(r, log, at)
    }

    mod folds {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn fold<F: Fn(f32, f32) -> f32>(v: &[f32], f: F) -> f32 {
            let mut s = 0.0;
            for x in v {
                s = f(s, *x);
            }
            s
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let v = [r.x, r.y, 1.0, 2.5];
            let s = fold(&v, |a, b| a * 0.5 + b);
            let t = fold(&v[1..], f32::max);
            mix(bits(s), bits(t))
        }
    }

    #[device]
    pub fn case_folds(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        folds::of(r, log, at)
    }

    mod changing {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn until<F>(mut f: F) -> usize
        where
            F: FnMut(usize, &mut [u32; 4]) -> bool,
        {
            let mut a = [1, 2, 3, 4];
            let mut i = 0;
            while !f(i, &mut a) {
                i += 1;
            }
            i + a[2] as usize
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut count = 0;
            let k = r.k as usize;
            let s = until(|i, a: &mut [u32; 4]| {
                count += 2;
                a[i % 4] = count;
                i >= k
            });
            mix(s as u64, count as u64)
        }
    }

    #[device]
    pub fn case_changing(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        changing::of(r, log, at)
    }

    mod functions_by_name {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn once<R>(x: u32, f: impl FnOnce(u32) -> R) -> R {
            f(x)
        }
        #[device]
        fn double(x: u32) -> u32 {
            x.wrapping_mul(2)
        }
        #[device]
        fn map_all<T: Copy, const N: usize>(mut v: [T; N], f: impl Fn(T) -> T) -> [T; N] {
            let mut i = 0;
            while i < N {
                v[i] = f(v[i]);
                i += 1;
            }
            v
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = once(r.a, double);
            let b = once(r.b, u32::count_ones);
            let c = once(r.a, |v| (v, v as u64 + 7));
            let d = once(r.k, |v| if v > 3 { Some(v) } else { None });
            let e = map_all([r.a, r.b, 4], double);
            let f = map_all([r.x, r.y], |v| v * 2.0);
            let g = once(r.k, |v| v > 3);
            let mut h = mix(a as u64, b as u64);
            h = mix(h, c.0 as u64 ^ c.1);
            h = mix(h, d.unwrap_or(9) as u64);
            h = mix(h, e[0] as u64);
            h = mix(h, e[2] as u64);
            h = mix(h, bits(f[1]));
            mix(h, g as u64)
        }
    }

    #[device]
    pub fn case_functions_by_name(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        functions_by_name::of(r, log, at)
    }

    mod by_reference {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x).wrapping_add(f(x ^ 1))
        }
        #[device]
        fn by_ref(x: u32, f: &impl Fn(u32) -> u32) -> u32 {
            f(x) ^ apply(x, f)
        }
        #[device]
        fn by_mut(x: u32, f: &mut impl FnMut(u32)) {
            f(x);
            f(x / 2);
            inner(x, &mut *f);
            inner(x, f)
        }
        #[device]
        fn inner(x: u32, mut f: impl FnMut(u32)) {
            f(x);
            f(1)
        }
        #[device]
        fn outer<F: Fn(u32) -> u32>(x: u32, f: F) -> u32 {
            let a = apply(x, &f);
            a ^ apply(x, |v| f(v) / 2) ^ by_ref(x, &f) ^ apply(x, f)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let n = r.b;
            let f = |x: u32| x ^ n;
            let a = apply(3, f).wrapping_add(f(2));
            let b = apply(4, &f);
            let c = by_ref(r.a, &f);
            let mut sum = 0_u32;
            let mut add = |v: u32| sum = sum.wrapping_mul(3).wrapping_add(v);
            by_mut(r.a, &mut add);
            inner(r.b, &mut add);
            inner(r.a, add);
            let d = outer(r.a, |v| v.rotate_left(n & 31));
            mix(mix(mix(a as u64, b as u64), c as u64), mix(sum as u64, d as u64))
        }
    }

    #[device]
    pub fn case_by_reference(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        by_reference::of(r, log, at)
    }

    mod methods {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        #[derive(Clone, Copy)]
        struct P {
            a: u32,
            b: f32,
        }
        #[device]
        impl P {
            fn step(x: u32) -> u32 {
                x.wrapping_mul(5)
            }
            fn more(&self, x: u32) -> u32 {
                self.a ^ x
            }
            fn len(self) -> f32 {
                self.b * 2.0
            }
            fn each(&self, mut f: impl FnMut(u32)) {
                for i in 0..self.a % 5 {
                    f(i)
                }
            }
            fn with<R>(self, f: impl FnOnce(P) -> R) -> R {
                f(self)
            }
            fn change(&mut self, f: impl Fn(&mut P, u32) -> bool) -> u32 {
                if f(self, 3) { self.a } else { 1 }
            }
            fn all(&self) -> u32 {
                apply(self.a, Self::step) ^ apply(self.a, |x| self.more(x))
            }
            fn made(f: impl Fn(u32) -> f32) -> P {
                P { a: 3, b: f(3) }
            }
        }
        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x) ^ f(x.wrapping_add(1))
        }
        #[device]
        fn with_three(p: &P, f: impl Fn(&P, u32) -> u32) -> u32 {
            f(p, 3)
        }
        #[device]
        fn val(p: P, f: impl Fn(P) -> f32) -> f32 {
            f(p)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut p = P { a: r.a, b: r.x };
            let mut s = 0_u32;
            p.each(|i| s = s.wrapping_mul(7).wrapping_add(i + p.a));
            let w = p.with(|p| (p.a, p.b + 1.0));
            let c = p.change(|p: &mut P, k| {
                p.a = p.a.wrapping_add(k);
                p.b = 2.0;
                p.a > 7
            });
            let d = with_three(&p, P::more) ^ with_three(&p, |p, x| p.a / x);
            let e = val(p, P::len);
            let m = P::made(|k| k as f32 * 0.5);
            let h = mix(mix(s as u64, w.0 as u64), bits(w.1));
            let h = mix(mix(h, c as u64), d as u64);
            mix(mix(mix(h, bits(e)), bits(m.b)), mix(p.all() as u64, bits(p.b)))
        }
    }

    #[device]
    pub fn case_methods(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        methods::of(r, log, at)
    }

    mod order_of_evaluation {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn order(a: u32, f: impl Fn(u32) -> u32, b: u32) -> u32 {
            f(a).wrapping_sub(b)
        }
        #[device]
        fn twice(mut f: impl FnMut() -> u32) -> u32 {
            f().wrapping_mul(3).wrapping_sub(f())
        }
        #[device]
        fn next(n: &mut u32) -> u32 {
            *n = n.wrapping_mul(5).wrapping_add(1);
            *n
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut n = r.a;
            let a = order(
                {
                    n = n.wrapping_add(1);
                    n
                },
                move |v| v ^ n,
                {
                    n = n.wrapping_mul(3);
                    n
                },
            );
            let b = twice(|| next(&mut n)).wrapping_sub(n);
            let c = n.wrapping_sub(twice(|| next(&mut n)));
            let d = twice(move || next(&mut n)).wrapping_add(n);
            let mut count = move || {
                n = n.wrapping_add(1);
                n
            };
            let e = twice(count) ^ twice(count) ^ count() ^ twice(&mut count) ^ count() ^ n;
            let f = order(next(&mut n), |v| v, n) ^ order(n, |v| v, next(&mut n));
            mix(mix(mix(a as u64, b as u64), mix(c as u64, d as u64)), mix(e as u64, f as u64))
        }
    }

    #[device]
    pub fn case_order_of_evaluation(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        order_of_evaluation::of(r, log, at)
    }

    mod that_leave {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn try_it(x: u32, f: impl Fn(u32) -> Option<u32>) -> Option<u32> {
            let a = f(x)?;
            let b = f(a)?;
            Some(a ^ b)
        }
        #[device]
        fn tup(f: impl Fn(u32, f32) -> (u32, [f32; 2])) -> f32 {
            let (a, b) = f(3, 0.5);
            b[0] + b[1] * a as f32
        }
        #[device]
        fn unit(f: impl Fn()) {
            f();
            f();
        }
        #[device]
        fn nothing(mut f: impl FnMut(u32)) -> u32 {
            f(1);
            f(2);
            5
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = try_it(r.a, |v| {
                if v > 100 {
                    return None;
                }
                let w = v.checked_sub(3)?;
                Some(w * 2)
            });
            let b = try_it(r.k, |v| v.checked_mul(2));
            let c = try_it(r.k, |_| None);
            let d = tup(|a, b| (a + 1, [b, r.x]));
            unit(|| {});
            unit(|| {
                let _ = r.a;
            });
            let mut t = [0; 4];
            let e = nothing(|i| t[i as usize] = r.b);
            let s = nothing(|i| {
                for k in 0..4 {
                    if k == i {
                        continue;
                    }
                    if k > 2 {
                        break;
                    }
                    t[k as usize] ^= i;
                }
            });
            let mut h = mix(a.unwrap_or(1) as u64, b.unwrap_or(2) as u64);
            h = mix(h, c.is_some() as u64);
            h = mix(h, bits(d));
            h = mix(h, (e + s) as u64);
            for x in t {
                h = mix(h, x as u64);
            }
            h
        }
    }

    #[device]
    pub fn case_that_leave(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        that_leave::of(r, log, at)
    }

    mod generic {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn sort3<T: Copy>(v: &mut [T; 3], less: impl Fn(&T, &T) -> bool) {
            if less(&v[1], &v[0]) {
                v.swap(0, 1);
            }
            if less(&v[2], &v[1]) {
                v.swap(1, 2);
            }
            if less(&v[1], &v[0]) {
                v.swap(0, 1);
            }
        }
        #[device]
        fn fold<T: Copy, A>(v: &[T], init: A, f: impl Fn(A, T) -> A) -> A
        where
            A: Copy,
        {
            let mut a = init;
            for x in v {
                a = f(a, *x);
            }
            a
        }
        #[device]
        fn map2<A: Copy, B: Copy, C>(a: A, f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> C {
            g(f(a))
        }
        #[device]
        fn count<T>(v: &[T], mut f: impl FnMut(&T) -> bool) -> usize {
            let mut n = 0;
            for x in v {
                if f(x) {
                    n += 1;
                }
            }
            n
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut v = [r.a, r.b, 77];
            sort3(&mut v, |a, b| a < b);
            let mut w = [(r.a, r.x), (r.b, r.y), (5, 1.0)];
            sort3(&mut w, |a, b| a.0 > b.0);
            let s = fold(&v, 0_u64, |a, x| a.wrapping_mul(31).wrapping_add(x as u64));
            let t = fold(&v[1..], (0, 1.0), |(n, f): (u32, f32), x| (n ^ x, f + 0.5));
            let m = map2(r.a, |x| x as f32 * 0.5, |y| (y > 3.0, y));
            let k = r.k;
            let mut seen = 0;
            let c = count(&v, |x| {
                seen += 1;
                *x > k
            });
            let d = count(&w, |(n, f)| *n > k && *f < 3.0);
            let e = count(&w, |&(n, _)| n > k);
            let mut h = mix(v[0] as u64, v[2] as u64);
            h = mix(h, w[0].0 as u64);
            h = mix(h, bits(w[1].1));
            h = mix(h, s);
            h = mix(h, t.0 as u64);
            h = mix(h, bits(t.1));
            h = mix(h, m.0 as u64);
            h = mix(h, bits(m.1));
            mix(h, (c * 100 + d * 10 + e + seen * 1000) as u64)
        }
    }

    #[device]
    pub fn case_generic(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        generic::of(r, log, at)
    }

    mod over_buffers {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn visit(b: &Buffer<u32>, at: u32, f: impl Fn(u32) -> u32) {
            for i in 0..3 {
                b.set(at + i, f(b.get(at + i)));
            }
        }
        #[device]
        fn go_on(mut f: impl FnMut(u32)) {
            f(0);
            f(2);
            f(3)
        }
        #[device]
        fn sum(f: impl Fn(u32) -> u32) -> u32 {
            f(0).wrapping_add(f(1)).wrapping_mul(3)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            log.set(at, r.a);
            visit(log, at, |x| x ^ r.b);
            go_on(|i| log.set(at + i, log.get(at + i).wrapping_add(i)));
            let a = sum(|i| log.get(at + i)).wrapping_add(log.fetch_add(at, 3)) ^ sum(|i| log.get(at + i));
            let b = sum(|i| log.fetch_add(at + i, 1)).wrapping_sub(log.get(at));
            mix(a as u64, b as u64)
        }
    }

    #[device]
    pub fn case_over_buffers(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        over_buffers::of(r, log, at)
    }

    mod in_generic_functions {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x)
        }
        #[device]
        fn gene<T: Copy>(x: T, n: u32, g: impl Fn(T) -> u32) -> u32 {
            apply(n, |v: u32| v ^ g(x)) ^ apply(n, |_| 5_u32)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            gene(r.x, r.k, |f| f as u32) as u64 ^ gene((r.a, 3_u8), r.k, |(a, b)| a / (b as u32)) as u64
        }
    }

    #[device]
    pub fn case_in_generic_functions(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        in_generic_functions::of(r, log, at)
    }

    mod of_modules {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        mod deep {
            use super::*;
            #[device]
            pub fn triple(x: u32) -> u32 {
                x.wrapping_mul(3)
            }
            #[device]
            pub fn give<R>(f: impl FnOnce() -> R) -> R {
                f()
            }
        }
        #[device]
        fn apply<F>(x: u32, f: &F) -> u32
        where
            F: Fn(u32) -> u32,
        {
            f(x) ^ (*f)(x / 2)
        }
        #[device]
        fn double(x: u32) -> u32 {
            x.wrapping_mul(2)
        }
        #[device]
        fn id<T: Copy>(x: T) -> T {
            x
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let n = 5;
            let a = apply(r.a, &double) ^ apply(r.b, &deep::triple) ^ apply(r.k, &id) ^ apply(r.k, &|x| x ^ n);
            let b = deep::give(|| [r.x, r.y]);
            let c = deep::give(|| {
                let mut t = (1, r.k);
                t.0 += t.1;
                t
            });
            let d = deep::give(move || {
                let q = n;
                q + 1
            });
            let e = deep::give(|| deep::give(|| deep::give(|| r.a ^ n)));
            let f: u64 = deep::give(|| 7);
            mix(mix(a as u64, bits(b[1])), mix(c.0 as u64, d.wrapping_add(e) as u64)) ^ f
        }
    }

    #[device]
    pub fn case_of_modules(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_modules::of(r, log, at)
    }

    mod of_enums {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        #[derive(Clone, Copy)]
        enum S {
            A(u32),
            B { x: f32 },
            C,
        }
        #[device]
        fn apply<A, R>(x: A, f: impl FnOnce(A) -> R) -> R {
            f(x)
        }
        #[device]
        fn each(v: [S; 3], mut f: impl FnMut(S) -> bool) -> u32 {
            let mut n = 0;
            for s in v {
                if f(s) {
                    n += 1;
                }
            }
            n
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = apply(r.a, |x| S::A(x));
            let b = apply(r.x, |x| S::B { x });
            let mut t = 0_u64;
            let n = each([a, b, S::C], |s| match s {
                S::A(x) if x > 3 => {
                    t += x as u64;
                    true
                }
                S::A(_) => return false,
                S::B { x } => {
                    t += bits(x);
                    x > 0.0
                }
                S::C => false,
            });
            let o = apply(Some(r.k), |o: Option<u32>| o.map(|x| x * 2).filter(|x| *x > 4));
            let p = apply((r.a, r.b), |(a, b)| a.max(b));
            let q = apply(o, |o| o.is_some_and(|x| x > p));
            let z = apply(r.k, Some);
            mix(mix(t, n as u64), mix(o.unwrap_or(99) as u64, p as u64)) ^ q as u64 ^ z.unwrap() as u64
        }
    }

    #[device]
    pub fn case_of_enums(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_enums::of(r, log, at)
    }

    mod of_references {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn add(c: &mut u32, f: impl Fn(&mut u32)) {
            f(c);
            f(c)
        }
        #[device]
        fn pair(a: &mut u32, b: &mut [f32; 2], mut f: impl FnMut(&mut u32, &mut [f32; 2]) -> u32) -> u32 {
            f(a, b).wrapping_add(f(a, b))
        }
        #[device]
        fn bump(c: &mut u32) {
            *c = c.wrapping_mul(3)
        }
        #[device]
        fn view(v: &mut [u32], f: impl Fn(&mut [u32], usize)) {
            f(v, 0);
            f(&mut v[1..], 1)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut c = r.a;
            add(&mut c, bump);
            add(&mut c, |c: &mut u32| {
                let d = c;
                *d ^= 5;
                bump(d);
            });
            add(&mut c, |c: &mut u32| *c = c.wrapping_add(r.k));
            let mut v = [r.x, r.y];
            let mut log2 = 0_u32;
            let s = pair(&mut c, &mut v, |a: &mut u32, b: &mut [f32; 2]| {
                b.swap(0, 1);
                *a ^= 1;
                log2 += *a & 7;
                *a
            });
            let mut w = [r.a, r.b, 3, 4];
            view(&mut w, |v: &mut [u32], i| {
                v[i] ^= 77;
                let n = v.len();
                v[n - 1] = v[0];
            });
            view(&mut w[1..3], |v: &mut [u32], _| v.reverse());
            let mut h = mix(c as u64, s as u64);
            h = mix(h, bits(v[0]));
            h = mix(h, log2 as u64);
            for x in w {
                h = mix(h, x as u64);
            }
            h
        }
    }

    #[device]
    pub fn case_of_references(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_references::of(r, log, at)
    }

    mod that_check {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x)
        }
        #[device]
        fn both(f: impl Fn(), g: impl Fn()) {
            g();
            f()
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let v = [1, 2, 3];
            let a = apply(r.k, |x| {
                assert!(x < 64, "x is {x}");
                v[(x as usize) % 3]
            });
            let b = apply(r.k, |x| if x > 3 { return x / 2 } else { x + 1 });
            let c = apply(r.k, |x| {
                loop {
                    if x > 100 {
                        break x;
                    }
                    break 7;
                }
            });
            let d = apply(r.k, |x| {
                let mut t = 0;
                'a: for i in 0..x {
                    for j in 0..x {
                        if i * j > 20 {
                            break 'a;
                        }
                        t += j;
                    }
                }
                t
            });
            both(|| assert!(r.l < 64), || assert!(r.k < 64));
            (a + b * 10 + c * 100 + d * 1000) as u64
        }
    }

    #[device]
    pub fn case_that_check(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        that_check::of(r, log, at)
    }

    mod beside_iterators {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x)
        }
        #[device]
        fn opt(x: Option<u32>, f: impl Fn(u32) -> u32, g: &impl Fn(&u32) -> bool) -> u32 {
            x.filter(g).map(f).unwrap_or(3)
        }
        #[device]
        fn chain<F: Fn(u32) -> u32>(v: &[u32; 4], f: F) -> u32 {
            v.iter().map(|x| f(*x)).filter(|x| x % 2 == 0).fold(0, |a, x| a ^ x)
        }
        #[device]
        fn chain2(v: [u32; 4], mut f: impl FnMut(u32) -> u32) -> u32 {
            v.into_iter().map(f).fold(1, |a, x| a ^ x)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let v = [r.a, r.b, r.k, r.l];
            let a = v.iter().map(|x| apply(*x, |y| y ^ r.k)).fold(0_u32, |a, b| a.wrapping_add(b));
            let b = opt(Some(r.k), |x| x * 2, &|x| *x > 3) + opt(None, |x| x, &|_| true);
            let c = chain(&v, |x| x / 3);
            let mut n = 0;
            let d = chain2(v, |x| {
                n += 1;
                x ^ n
            });
            let f = |x| apply(x, |y| y / 2);
            let e = f(3) ^ f(r.a) ^ apply(r.b, f);
            mix(mix(a as u64, b as u64), mix(c as u64, d as u64)) ^ (e ^ n) as u64
        }
    }

    #[device]
    pub fn case_beside_iterators(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        beside_iterators::of(r, log, at)
    }

    mod of_vectors {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        #[derive(Clone, Copy, PartialEq)]
        struct V {
            x: f32,
            y: f32,
        }
        #[device]
        impl std::ops::Add for V {
            type Output = V;
            fn add(self, o: V) -> V {
                V { x: self.x + o.x, y: self.y + o.y }
            }
        }
        #[device]
        impl V {
            fn each(self, f: impl Fn(f32) -> f32) -> V {
                V { x: f(self.x), y: f(self.y) }
            }
            fn reduce<A>(&self, a: A, f: impl Fn(A, f32) -> A) -> A {
                f(f(a, self.x), self.y)
            }
            fn min(self, o: V) -> V {
                V { x: self.x.min(o.x), y: 0.0 }
            }
        }
        #[device]
        fn red(v: &[V], f: impl Fn(V, V) -> V) -> V {
            let mut a = v[0];
            for b in &v[1..] {
                a = f(a, *b);
            }
            a
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let v = V { x: r.x, y: r.y };
            let w = v.each(|a| a * 0.5) + v.each(f32::floor).each(|x: f32| x.max(1.0));
            let s = red(&[v, w, v], |a, b| a + b);
            let t = red(&[v, w], V::min);
            let f = s.reduce((0, 1.0), |(n, f): (u32, f32), x| if x > f { (n + 1, x) } else { (n, f) });
            mix(mix(bits(w.x), bits(s.y)), mix(bits(t.x), f.0 as u64)) ^ bits(f.1)
        }
    }

    #[device]
    pub fn case_of_vectors(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_vectors::of(r, log, at)
    }

    mod of_traits {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        trait Shape {
            fn each(&self, f: impl FnMut(u32));
            fn pick<F: Fn(u32) -> u32>(&self, f: F) -> u32;
            fn stat(n: u32, f: impl Fn(u32) -> u32) -> u32;
        }
        #[device]
        #[derive(Clone, Copy)]
        struct Q {
            n: u32,
        }
        #[device]
        impl Shape for Q {
            fn each(&self, mut f: impl FnMut(u32)) {
                let mut i = 0;
                while i < self.n {
                    f(i);
                    i += 1;
                }
            }
            fn pick<F: Fn(u32) -> u32>(&self, f: F) -> u32 {
                f(self.n) ^ 1
            }
            fn stat(n: u32, f: impl Fn(u32) -> u32) -> u32 {
                f(n)
            }
        }
        #[device]
        fn all<T: Shape>(t: &T) -> u32 {
            let mut s = 0;
            t.each(|i: u32| s += i);
            s + t.pick(|x: u32| x * 2) + T::stat(3, |x: u32| x + 1)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let q = Q { n: r.k };
            let mut t = 0;
            q.each(|i| t += i * i);
            (all(&q) + t + q.pick(|x| x + 7) + Q::stat(r.l, |x| x * 3)) as u64
        }
    }

    #[device]
    pub fn case_of_traits(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_traits::of(r, log, at)
    }

    mod in_conditions {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut n = r.k;
            let mut t = 0_u32;
            let mut i = 0;
            while apply(i, move |x| x + 1) < n && apply(n, |x| x) > 1 {
                t = t.wrapping_add(apply(i, move |x| {
                    let i = x * 2;
                    i
                }));
                i += 1;
                n -= 1;
            }
            if apply(n, |x| x) > 3 || apply(t, |x| x ^ n) > 5 {
                t ^= 9;
            }
            let y = match apply(n, |x| x % 3) {
                0 => apply(1, |x| x + n),
                1 => 7,
                _ => apply(2, |n| n),
            };
            let arr = [apply(1, |x| x + n), apply(2, |x| x + t)];
            let z = apply(apply(arr[0], |x| x ^ 1), |x| x.wrapping_add(arr[1]));
            let w = {
                let q = |a: u32| a ^ y;
                apply(z, q)
            };
            (z ^ w) as u64 * 3 + t as u64
        }
    }

    #[device]
    pub fn case_in_conditions(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        in_conditions::of(r, log, at)
    }

    mod kinds_of_numbers {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn many(
            f: impl Fn(u8) -> u8,
            g: impl Fn(i64) -> i64,
            h: impl Fn(f64) -> f64,
            b: impl Fn(bool) -> bool,
            u: impl Fn(usize) -> usize,
        ) -> u64 {
            let x = f(200);
            let y = g(-3);
            (x as u64) ^ (y as u64) ^ (h(0.5) as u64) ^ (b(true) as u64) ^ (u(3) as u64)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            many(|x| x.wrapping_add(100), |y| y * 2 - 1, |z| z * 1000.0 + 0.25, |b| !b && r.k > 3, |u| u + 2)
                ^ many(u8::reverse_bits, i64::abs, f64::sqrt, |_| false, |_| 1 << 3)
        }
    }

    #[device]
    pub fn case_kinds_of_numbers(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        kinds_of_numbers::of(r, log, at)
    }

    mod composed {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn compose<A, B, C>(a: A, f: impl Fn(A) -> B, g: impl Fn(&B) -> C) -> (B, C) {
            let b = f(a);
            let c = g(&b);
            (b, c)
        }
        #[device]
        fn lazy<T: Copy>(x: Option<T>, f: impl FnOnce() -> T) -> T {
            match x {
                Some(x) => x,
                None => f(),
            }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let (b, c) = compose(r.a, |x| [x, x / 2], |b| b[1] as f32);
            let d = lazy(if r.k > 3 { Some(r.a) } else { None }, || r.b);
            let e = lazy(None, || r.x);
            let f = lazy(Some((1, 2.0)), || (r.k, r.x));
            mix(mix(b[0] as u64, bits(c)), mix(d as u64, bits(e))) ^ mix(f.0 as u64, bits(f.1))
        }
    }

    #[device]
    pub fn case_composed(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        composed::of(r, log, at)
    }

    mod nested {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn go_on(mut f: impl FnMut(u32) -> u32) -> u32 {
            f(1) ^ f(2)
        }
        #[device]
        fn nest(mut f: impl FnMut(u32) -> u32, n: u32) -> u32 {
            let mut t = 0;
            let a = go_on(|x| {
                t += x;
                f(x)
            });
            a ^ t ^ go_on(&mut f) ^ go_on(|x| go_on(|y| f(x * y)) + n)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut calls = [0_u32; 3];
            let a = nest(
                |x| {
                    calls[(x % 3) as usize] += 1;
                    x.wrapping_mul(r.a)
                },
                r.b & 0xff,
            );
            let mut p = (r.a, r.b);
            let b = go_on(|x| {
                p.0 ^= x;
                p.1 = p.1.wrapping_add(p.0);
                p.1
            });
            let q = &mut p;
            let c = go_on(|x| {
                q.0 = q.0.wrapping_sub(x);
                q.0
            });
            let mut s = 0_u64;
            let d = go_on(|x| {
                let s2 = &mut s;
                *s2 += x as u64;
                x
            });
            mix(mix(a as u64, b as u64), mix(c as u64, p.0 as u64))
                ^ s
                ^ d as u64
                ^ calls[0] as u64
                ^ (calls[1] as u64) << 8
                ^ (calls[2] as u64) << 16
        }
    }

    #[device]
    pub fn case_nested(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        nested::of(r, log, at)
    }

    mod either_of_two {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn sel(c: bool, f: impl FnOnce() -> u32, g: impl FnOnce() -> u32) -> u32 {
            if c { f() } else { g() }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut n = r.k;
            let a = sel(n > 3, || n + 1, || n * 2);
            let b = sel(
                n > 4,
                || {
                    n += 1;
                    n
                },
                || 0,
            ) + n;
            let c = n + sel(
                true,
                || {
                    n += 5;
                    n
                },
                || 9,
            ) * n;
            let arr = [
                n,
                sel(
                    n % 2 == 0,
                    || {
                        n /= 2;
                        n
                    },
                    || 5,
                ),
                n,
            ];
            let t = (
                sel(
                    false,
                    || 3,
                    || {
                        n ^= 1;
                        n
                    },
                ),
                n,
            );
            let v = [1, 2, 3, 4];
            let i = v[sel(n > 7, || n as u32 % 4, || 0) as usize];
            n += sel(n > 2, || n, || 3);
            let x = if sel(n > 9, || n, || 1) > 8 { n } else { 2 };
            (a + b * 3 + c * 5 + arr[0] + arr[1] * 7 + arr[2] * 11 + t.0 + t.1 * 13 + i + x) as u64 + n as u64
        }
    }

    #[device]
    pub fn case_either_of_two(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        either_of_two::of(r, log, at)
    }

    mod searches_and_integrals {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn bin(lo: u32, hi: u32, mut pred: impl FnMut(u32) -> bool) -> u32 {
            let (mut lo, mut hi) = (lo, hi);
            while lo < hi {
                let m = lo + (hi - lo) / 2;
                if pred(m) { hi = m } else { lo = m + 1 }
            }
            lo
        }
        #[device]
        fn newton(mut x: f32, f: impl Fn(f32) -> f32, d: &impl Fn(f32) -> f32) -> f32 {
            for _ in 0..5 {
                x -= f(x) / d(x);
            }
            x
        }
        #[device]
        fn integrate<F: Fn(f64) -> f64>(a: f64, b: f64, n: u32, f: F) -> f64 {
            let h = (b - a) / n as f64;
            let mut s = 0.0;
            for i in 0..n {
                s += f(a + (i as f64 + 0.5) * h);
            }
            s * h
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut n = 0;
            let a = bin(0, 1000, |m| {
                n += 1;
                m * m >= r.k * 100
            });
            let b = newton(3.0, |x| x * x - 2.0, &|x| 2.0 * x);
            let c = integrate(0.0, 1.0, 10, |x| x * x + r.k as f64);
            mix(mix(a as u64, n as u64), bits(b)) ^ long_bits(c)
        }
    }

    #[device]
    pub fn case_searches_and_integrals(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        searches_and_integrals::of(r, log, at)
    }

    mod tables {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        const N: usize = 5;
        #[device]
        fn table<const M: usize, T: Copy>(z: T, f: impl Fn(usize) -> T) -> [T; M] {
            let mut t = [z; M];
            for i in 0..M {
                t[i] = f(i);
            }
            t
        }
        #[device]
        fn table2<const M: usize>(f: impl Fn(usize, &[u32; M]) -> u32) -> [u32; M] {
            let mut t = [0; M];
            for i in 0..M {
                t[i] = f(i, &t);
            }
            t
        }
        #[device]
        fn zip<A: Copy, B: Copy, C: Copy, const M: usize>(a: [A; M], b: &[B; M], z: C, f: impl Fn(A, B) -> C) -> [C; M] {
            let mut c = [z; M];
            for i in 0..M {
                c[i] = f(a[i], b[i]);
            }
            c
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let t: [u32; N] = table(0, |i| i as u32 ^ r.a);
            let u = table2::<4>(|i, t| t[0] + i as u32 + r.k);
            let w: [u32; 3] = table2(|i, t| t.len() as u32 * i as u32);
            let z = zip([r.x, r.y], &[1_u32, 2], 0.0, |a, b| a * b as f32);
            let y = zip([(1, 2_u8), (3, r.k as u8)], &[r.a, r.b], (0_u64, false), |(a, b), c| (a as u64 + c as u64, b > 2));
            let mut h = 0;
            for x in t {
                h = mix(h, x as u64);
            }
            for x in u {
                h = mix(h, x as u64);
            }
            for x in w {
                h = mix(h, x as u64);
            }
            mix(h, bits(z[1])) ^ y[1].0 ^ y[0].1 as u64
        }
    }

    #[device]
    pub fn case_tables(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        tables::of(r, log, at)
    }

    mod of_one_name {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn f(x: u32) -> u32 {
            x ^ 0x55
        }
        #[device]
        fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            let x_2 = f(x);
            let value = 3;
            f(x_2 ^ value)
        }
        #[device]
        fn two(f: impl Fn(u32) -> u32, int: impl Fn(u32) -> u32, handed: &impl Fn(u32) -> u32) -> u32 {
            let auto = int(3);
            f(auto) + handed(1)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let value = r.a;
            let a = apply(value, |value| {
                let value = value / 3;
                value ^ 1
            }) ^ value;
            let a = apply(a, |a| apply(a, |a| a ^ f(a)));
            let f2 = f(1);
            let b = apply(2, f);
            let f = |x: u32| x ^ f2;
            let c = apply(2, f) ^ f(1);
            let c = two(f, |f| f + 1, &|x| f(x)) ^ c;
            (a ^ b ^ c) as u64
        }
    }

    #[device]
    pub fn case_of_one_name(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_one_name::of(r, log, at)
    }

    mod that_give_references {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn refs<'a>(a: &'a [u32; 3], f: impl for<'b> Fn(&'b [u32; 3]) -> Option<&'b u32>) -> u32 {
            match f(a) {
                Some(x) => *x,
                None => 7,
            }
        }
        #[device]
        fn opt(f: impl Fn(Option<&u32>) -> u32, x: u32) -> u32 {
            f(Some(&x)) ^ f(None)
        }
        #[device]
        fn tup(f: impl Fn((&u32, usize)) -> u32, v: &[u32]) -> u32 {
            let mut s = 0_u32;
            for (i, x) in v.iter().enumerate() {
                s ^= f((x, i));
            }
            s
        }
        #[device]
        fn sl(v: &[u32], f: impl Fn(&[u32], &u32) -> bool) -> bool {
            f(&v[1..], &v[0])
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let v = [r.a, r.b, r.k];
            let a = refs(&v, |v| if v[2] > 3 { Some(&v[0]) } else { None });
            let d = sl(&v, |s: &[u32], x| s.contains(x));
            let e = sl(&v[..2], |s: &[u32], x: &u32| s.iter().any(|y| y == x));
            (a) as u64 ^ d as u64 ^ (e as u64) << 7
        }
    }

    #[device]
    pub fn case_that_give_references(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        that_give_references::of(r, log, at)
    }

    mod without_calls {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn never(f: impl Fn(u32) -> u32) -> u32 {
            3
        }
        #[device]
        fn unused(_: impl Fn(u32) -> u32, x: u32) -> u32 {
            x
        }
        #[device]
        fn discard(f: impl Fn(u32) -> f32) {
            f(1);
            let _ = f(2);
        }
        #[device]
        fn unit(x: (), f: impl Fn(()) -> ()) {
            f(x)
        }
        #[device]
        fn end(f: impl Fn() -> u32) -> u32 {
            f()
        }
        #[device]
        fn hof(mut f: impl FnMut() -> bool) -> u32 {
            let mut n = 0;
            loop {
                if !f() {
                    return n;
                }
                n += 1;
            }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = never(|x| x / 0_u32.max(1)) + unused(|x| x, r.k) + unused(u32::count_ones, 3);
            discard(|x| x as f32);
            unit((), |x| x);
            unit((), |()| {});
            let b = end(|| if r.k == 17 { panic!("no") } else { r.k });
            let mut i = 0;
            let c = hof(|| {
                i += 1;
                i < 5 + r.k
            });
            let d = hof(|| false);
            (a + b + c + d + i) as u64
        }
    }

    #[device]
    pub fn case_without_calls(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        without_calls::of(r, log, at)
    }

    mod references_in_tuples {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn opt(f: impl Fn(Option<&u32>) -> u32, x: u32) -> u32 {
            f(Some(&x)) ^ f(None)
        }
        #[device]
        fn tup(f: impl Fn((&u32, usize)) -> u32, v: &[u32]) -> u32 {
            let mut s = 0_u32;
            for (i, x) in v.iter().enumerate() {
                s ^= f((x, i));
            }
            s
        }
        #[device]
        fn mtup(f: impl Fn((&mut u32, usize)), v: &mut [u32; 3]) {
            for (i, x) in v.iter_mut().enumerate() {
                f((x, i));
            }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut v = [r.a, r.b, r.k];
            let b = opt(|x: Option<&u32>| x.copied().unwrap_or(5), r.a)
                ^ opt(
                    |x: Option<&u32>| match x {
                        Some(y) => *y / 2,
                        None => 9,
                    },
                    r.b,
                );
            let c = tup(|(x, i): (&u32, usize)| x.rotate_left(i as u32), &v);
            mtup(|(x, i): (&mut u32, usize)| *x ^= i as u32, &mut v);
            (v[0] ^ v[1] ^ v[2] ^ b ^ c) as u64
        }
    }

    #[device]
    pub fn case_references_in_tuples(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        references_in_tuples::of(r, log, at)
    }

    mod order_beside_changes {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn next(n: &mut u32, f: impl Fn(u32) -> u32) -> u32 {
            *n = f(*n);
            *n
        }
        #[device]
        fn reads(f: impl Fn() -> u32, g: impl Fn() -> u32) -> u32 {
            f().wrapping_mul(3).wrapping_add(g())
        }
        #[device]
        fn both(mut f: impl FnMut() -> u32, mut g: impl FnMut(u32) -> u32) -> u32 {
            let t = (f(), g(f()), f());
            t.0 ^ t.1.rotate_left(3) ^ t.2.rotate_left(7)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut n = r.a;
            let a = next(&mut n, |x| x.wrapping_mul(5)).wrapping_sub(n).wrapping_add(next(&mut n, |x| x ^ 3)) ^ n;
            let b = (n, next(&mut n, |x| x / 2), n);
            let c = [
                n,
                {
                    n += 1;
                    n
                },
                next(&mut n, |x| x * 2 + 1),
                n,
            ];
            log.set(at, 5);
            let d = log.fetch_add(at, 1) * 10 + reads(|| log.fetch_add(at, 2), || log.get(at)) + log.get(at);
            let mut m = 0_u32;
            let e = both(
                || {
                    m += 1;
                    m
                },
                |x| x * 100,
            );
            let f = both(|| log.fetch_add(at + 1, 3), |x| x.wrapping_add(log.get(at + 1))) ^ m;
            let mut q = 1_u32;
            let g = q + both(
                || 3,
                |x| {
                    q += x;
                    q
                },
            ) * q;
            let h = { q }
                + both(
                    || 3,
                    |x| {
                        q += x;
                        q
                    },
                );
            let mut h2 = mix(a as u64, b.0 as u64 ^ b.1 as u64);
            h2 = mix(h2, b.2 as u64);
            for x in c {
                h2 = mix(h2, x as u64);
            }
            mix(mix(h2, d as u64), mix(e as u64, f as u64)) ^ g as u64 ^ (h as u64) << 32
        }
    }

    #[device]
    pub fn case_order_beside_changes(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        order_beside_changes::of(r, log, at)
    }

    mod methods_that_change {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        #[derive(Clone, Copy)]
        struct St {
            n: u32,
            v: [u32; 3],
        }
        #[device]
        impl St {
            fn with(self, f: impl FnOnce(u32) -> u32) -> u32 {
                f(self.n) ^ self.n
            }
            fn seen(&self, f: impl FnOnce(&St) -> u32) -> u32 {
                f(self) ^ self.n
            }
            fn edit(&mut self, mut f: impl FnMut(&mut u32)) -> &Self {
                for x in self.v.iter_mut() {
                    f(x)
                }
                f(&mut self.n);
                self
            }
            fn own(mut self, f: impl Fn(u32) -> u32) -> St {
                self.n = f(self.n);
                self.v[0] = f(self.n);
                self
            }
            fn sum(&self) -> u32 {
                let mut s = 0_u32;
                self.edit2(|x| s = s.wrapping_add(x));
                s
            }
            fn edit2(&self, mut f: impl FnMut(u32)) {
                for x in self.v {
                    f(x);
                }
            }
            fn go(&mut self, k: u32) -> u32 {
                let n = self.n;
                let a = apply(k, |x| {
                    self.n ^= x;
                    self.n
                });
                a ^ self.n ^ n
            }
            fn mv(mut self) -> u32 {
                let v = self.v;
                self.n = apply(self.n, |x| x ^ v[1]);
                apply(3, |x| x ^ self.n)
            }
        }
        #[device]
        fn apply(x: u32, mut f: impl FnMut(u32) -> u32) -> u32 {
            f(x) ^ f(x / 2)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut s = St { n: r.a, v: [r.b, 1, 2] };
            let a = s.with(|x| {
                s.n = x ^ 5;
                s.v[1] = x;
                s.n
            });
            let b = s.seen(|t| t.v[1] / 3);
            let mut c = 0;
            s.edit(|x: &mut u32| {
                c += 1;
                *x = x.rotate_left(c)
            });
            let d = s.own(|x| x.wrapping_add(c));
            let e = { s }.own(|x| x ^ 1).sum();
            let f = s.go(r.k);
            let mut arr = [s, d];
            let g = arr[(r.k % 2) as usize].go(9);
            arr[0].edit(|x: &mut u32| *x ^= c);
            let h = arr[(r.l % 2) as usize].with(|x| {
                arr[0].n = 7;
                x / 2
            });
            mix(
                mix(mix(a as u64, b as u64), mix(c as u64, d.n as u64)),
                mix(mix(e as u64, f as u64), mix(g as u64, h as u64)),
            ) ^ arr[0].sum() as u64
                ^ s.mv() as u64
        }
    }

    #[device]
    pub fn case_methods_that_change(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        methods_that_change::of(r, log, at)
    }

    mod with_messages {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn checked(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            let y = f(x);
            assert!(y != 700, "y is {y} of {x}");
            y
        }
        #[device]
        fn div(f: impl Fn(u32, u32) -> u32, a: u32, b: u32) -> u32 {
            f(a, b) + 1
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let k = r.k;
            let a = checked(k, |x| {
                assert!(x < 64, "{x} and {}", k + 1);
                x + 1
            });
            let b = div(|a, b| a / b, r.l + 1, k + r.l + 1);
            let v = [1_u32, 2, 3];
            let c = checked(k % 3, |i| v[i as usize]);
            (a + b + c) as u64
        }
    }

    #[device]
    pub fn case_with_messages(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        with_messages::of(r, log, at)
    }

    mod handed_to_methods {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn any(v: &[u32], f: impl Fn(&u32) -> bool) -> bool {
            v.iter().any(f)
        }
        #[device]
        fn maxby<T: Copy>(v: &[T; 3], key: impl Fn(&T) -> u32) -> T {
            let mut m = v[0];
            for x in v {
                if key(x) > key(&m) {
                    m = *x;
                }
            }
            m
        }
        #[device]
        fn count(v: &[u32; 4], f: &impl Fn(u32) -> bool) -> usize {
            v.iter().filter(|x| f(**x)).count()
        }
        #[device]
        fn pos(v: &[u32; 4], f: impl Fn(u32) -> bool) -> Option<usize> {
            v.iter().position(|x| f(*x))
        }
        #[device]
        fn sorted(mut v: [u32; 4], key: impl Fn(u32) -> u32) -> [u32; 4] {
            v.sort_by_key(|x| key(*x));
            v
        }
        #[device]
        fn mapped(v: [u32; 4], f: impl Fn(u32) -> (u32, f32)) -> [(u32, f32); 4] {
            v.map(|x| f(x))
        }
        #[device]
        fn from(f: impl FnMut(usize) -> u32) -> [u32; 3] {
            std::array::from_fn(f)
        }
        #[device]
        fn th(c: bool, f: impl FnOnce() -> u32) -> Option<u32> {
            c.then(f)
        }
        #[device]
        fn oe(o: Option<u32>, f: impl FnOnce() -> Option<u32>, g: impl FnOnce(u32) -> Option<u32>) -> Option<u32> {
            o.or_else(f).and_then(g)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let v = [r.a, r.b, r.k, r.l];
            let a = any(&v, |x| *x == 7);
            let b = maxby(&[(r.a, 1), (r.b, 2), (5, 3)], |p| p.0 / 2).1;
            let c = count(&v, &|x| x % 2 == 1);
            let d = pos(&v, |x| x > 100);
            let e = sorted(v, |x| x ^ 0x55);
            let f = mapped(v, |x| (x, x as f32));
            let mut n = r.k;
            let g: [u32; 3] = from(|i| {
                n += 1;
                n * i as u32
            });
            let h = th(r.k > 3, || r.k);
            let i = oe(h, || Some(r.l), |x| if x > 2 { Some(x + 1) } else { None });
            let mut t = mix(a as u64, b as u64);
            t = mix(t, c as u64);
            t = mix(t, d.unwrap_or(9) as u64);
            for x in e {
                t = mix(t, x as u64);
            }
            t = mix(t, bits(f[1].1));
            t = mix(t, g[2] as u64);
            mix(t, i.unwrap_or(77) as u64)
        }
    }

    #[device]
    pub fn case_handed_to_methods(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        handed_to_methods::of(r, log, at)
    }

    mod in_matches {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Op {
            Add,
            Mul { k: u32 },
            Neg(bool),
        }
        #[device]
        fn go_on(ops: &[Op; 3], x: u32, exec: impl Fn(&Op, u32) -> Option<u32>) -> Option<u32> {
            let mut x = x;
            for op in ops {
                x = exec(op, x)?;
            }
            Some(x)
        }
        #[device]
        fn lets(f: impl Fn(u32) -> (bool, Option<[u32; 2]>)) -> u32 {
            let (b, Some([x, y])) = f(3) else { return 1 };
            if b { x } else { y }
        }
        #[device]
        fn whilelet(mut f: impl FnMut() -> Option<u32>) -> u32 {
            let mut s = 0;
            while let Some(x) = f() {
                s += x;
            }
            s
        }
        #[device]
        fn guard(x: u32, f: impl Fn(u32) -> bool) -> u32 {
            match x {
                0 => 1,
                n if f(n) => n * 2,
                n => n,
            }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let ops = [Op::Add, Op::Mul { k: r.k }, Op::Neg(r.l > 3)];
            let a = go_on(&ops, r.a & 0xff, |op, x| match op {
                Op::Add => x.checked_add(r.b),
                Op::Mul { k } => Some(x.wrapping_mul(*k)),
                Op::Neg(b) => {
                    if *b {
                        return None;
                    }
                    Some(!x)
                }
            });
            let b = lets(|n| if r.k > n { (r.l > n, Some([r.a, r.b])) } else { (true, None) });
            let mut i = r.k;
            let c = whilelet(|| {
                if i == 0 {
                    None
                } else {
                    i -= 1;
                    Some(i * i)
                }
            });
            let d = guard(r.k, |n| n % 3 == 1);
            mix(mix(a.unwrap_or(5) as u64, b as u64), mix(c as u64, d as u64))
        }
    }

    #[device]
    pub fn case_in_matches(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        in_matches::of(r, log, at)
    }

    mod called_like_the_librarys {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        #[derive(Clone, Copy)]
        struct Unwritten {
            x: u32,
        }
        #[device]
        #[derive(Clone, Copy)]
        struct Callable0 {
            x: u32,
        }
        #[device]
        fn called(f: impl Fn(Callable0) -> Unwritten, x: u32) -> u32 {
            f(Callable0 { x }).x
        }
        #[device]
        fn made<R>(f: impl Fn() -> R) -> R {
            f()
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            called(|f| Unwritten { x: f.x ^ 1 }, r.a) as u64 ^ made(|| Unwritten { x: r.b }).x as u64
        }
    }

    #[device]
    pub fn case_called_like_the_librarys(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        called_like_the_librarys::of(r, log, at)
    }

    mod captured {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn g(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            const C: u32 = 5;
            const D: [u32; 3] = [1, 2, C];
            let a = g(1, |x| x + C + D[2]);
            let f = move |x: u32| {
                const E: u32 = C * 2;
                x * E
            };
            let b = g(2, f) + g(3, &f) + f(4);
            let mut v = [0_u32; 4];
            let c = g(3, |i| {
                let mut w = v;
                w[i as usize] = 9;
                w[3]
            }) + v[3];
            let mut k = 3;
            let h = move |x: u32| x + k;
            k += 1;
            let d = g(k, h) * 10 + g(k, |x| h(x) + k);
            let e = {
                let k = 7;
                g(k, h)
            };
            let i = g(1, |x| g(x, |y| g(y, |z| x + y * 2 + z * 4 + k) + x) + k);
            (a + b + c + d + e + i) as u64
        }
    }

    #[device]
    pub fn case_captured(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        captured::of(r, log, at)
    }

    mod where_clauses {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn fnonce<A, B, R>(a: A, b: B, f: impl FnOnce(A, B) -> R) -> R {
            f(a, b)
        }
        #[device]
        fn curry<F, A, B, C>(f: F, a: A, b: B) -> C
        where
            F: Fn(A, B) -> C,
        {
            f(a, b)
        }
        #[device]
        fn pairs<T, F>(v: &[T], mut f: F)
        where
            F: FnMut(&T, &T),
            T: Copy,
        {
            let mut i = 1;
            while i < v.len() {
                f(&v[i - 1], &v[i]);
                i += 1;
            }
        }
        #[device]
        fn opt<T, U>(x: Option<T>, f: impl FnOnce(T) -> Option<U>) -> bool {
            match x {
                Some(x) => match f(x) {
                    Some(_) => true,
                    None => false,
                },
                None => false,
            }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = fnonce(r.a, r.x, |n, f| (f, n));
            let b = curry(|a, b| a + b, 3, 4_u64);
            let c = curry(u32::wrapping_add, r.a, r.b);
            let d = fnonce(Vec3::ONE, r.x, |v, s| v * s);
            let e = curry(Vec3::dot, d, Vec3::X);
            let mut s = 0_u32;
            pairs(&[r.a, r.b, 3, 4], |a, b| s = s.wrapping_mul(3).wrapping_add(a ^ b));
            pairs(&[(1, 2.0), (3, r.y)], |(a, _), (_, d)| s ^= a ^ *d as u32);
            mix(mix(bits(a.0), b), mix(c as u64, bits(e))) ^ s as u64
        }
    }

    #[device]
    pub fn case_where_clauses(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        where_clauses::of(r, log, at)
    }

    mod of_bounds {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        trait Area {
            fn area(&self) -> f32;
        }
        #[device]
        #[derive(Clone, Copy)]
        struct Sq {
            s: f32,
        }
        #[device]
        #[derive(Clone, Copy)]
        struct Ci {
            r: f32,
        }
        #[device]
        impl Area for Sq {
            fn area(&self) -> f32 {
                self.s * self.s
            }
        }
        #[device]
        impl Area for Ci {
            fn area(&self) -> f32 {
                self.r * 3.0
            }
        }
        #[device]
        fn total<T: Area, const N: usize>(v: &[T; N], w: impl Fn(&T) -> f32) -> f32 {
            let mut s = 0.0;
            for x in v {
                s += w(x) * x.area();
            }
            s
        }
        #[device]
        fn inner<T: Area + Copy>(v: T, f: impl Fn(T) -> f32, g: &impl Fn(&T, f32) -> f32) -> f32 {
            g(&v, f(v)) + outer(v, &f)
        }
        #[device]
        fn outer<T: Area + Copy, F: Fn(T) -> f32>(v: T, f: &F) -> f32 {
            f(v) + v.area()
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = total(&[Sq { s: r.x }, Sq { s: 2.0 }], |q| q.s + 1.0);
            let b = total(&[Ci { r: r.y }], Ci::area) + total(&[Sq { s: 1.5 }], |_| 2.0);
            let c = inner(Sq { s: 2.0 }, |q| q.area() * r.y, &|q, x| q.s * x)
                + inner(Ci { r: 1.0 }, |c| c.r, &|c: &Ci, x| c.r + x);
            mix(bits(a), bits(b)) ^ bits(c)
        }
    }

    #[device]
    pub fn case_of_bounds(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_bounds::of(r, log, at)
    }

    mod literals {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn a(f: impl Fn(u8, i64) -> u16) -> u16 {
            let x = f(1, -1);
            x + f(200, 1 << 40)
        }
        #[device]
        fn b<T: Copy>(t: T, f: impl Fn(T, u64) -> u64) -> u64 {
            f(t, 1 << 40) + 1
        }
        #[device]
        fn c(f: impl Fn(f32) -> f64) -> f64 {
            f(0.5) * 2.0 + f(1e30)
        }
        #[device]
        fn d(f: impl Fn([u8; 3], (i8, f64)) -> [i16; 2]) -> i16 {
            let v = f([1, 2, 255], (-3, 0.1));
            v[0] + v[1]
        }
        #[device]
        fn e(mut f: impl FnMut(&mut u64, &[u16; 2])) -> u64 {
            let mut x = 1 << 50;
            f(&mut x, &[1, 65535]);
            x
        }
        #[device]
        fn g<T: Copy>(t: T, f: impl Fn(&T, [u8; 2]) -> u8) -> u8 {
            f(&t, [1, 2])
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let k = r.k;
            let x = a(|p, q| (p as u16) * 100 + (q as u16 & 0xff) + 3);
            let y = b((1, 2.0), |t: (i32, f32), n| n + t.0 as u64);
            let z = c(|x| x as f64 * 3.0);
            let w = d(|v, t| [v[2] as i16, t.0 as i16 - 1]);
            let u = e(|x: &mut u64, v| *x += v[1] as u64 + k as u64);
            mix(mix(x as u64, y), mix(long_bits(z), w as u64)) ^ u ^ g(1.0, |f, v| v[1] + (*f as u8)) as u64
        }
    }

    #[device]
    pub fn case_literals(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        literals::of(r, log, at)
    }

    mod moved {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn ap(x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(x)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut n = r.a;
            // move closures in loops and with nested
            let mut t = 0_u64;
            for i in 0..3 {
                let f = move |x: u32| x.wrapping_add(n) ^ i;
                n = n.wrapping_mul(3);
                t = mix(t, ap(i, f) as u64);
                t = mix(t, ap(i, &f) as u64 ^ n as u64);
            }
            let f = move |x: u32| {
                let g = move |y: u32| y ^ n;
                ap(x, g) ^ g(n)
            };
            n ^= 77;
            t = mix(t, ap(3, f) as u64);
            t = mix(t, ap(3, |z| f(z) ^ n) as u64);
            let mut arr = [r.a, r.b];
            let h = move |i: u32| arr[(i % 2) as usize];
            arr[0] = 0;
            t = mix(t, (ap(0, h) ^ arr[0] ^ ap(1, h)) as u64);
            let p = (arr, n);
            let q = move |i| p.0[1] ^ p.1 ^ i;
            mix(t, ap(5, q) as u64)
        }
    }

    #[device]
    pub fn case_moved(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        moved::of(r, log, at)
    }

    mod order_of_buffers {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn sum(n: u32, f: impl Fn(u32) -> u32) -> u32 {
            let mut s = 0_u32;
            for i in 0..n {
                s = s.wrapping_mul(3).wrapping_add(f(i));
            }
            s
        }
        #[device]
        fn fill(b: &Buffer<u32>, base: u32, f: impl Fn(u32) -> u32) {
            for i in 0..4 {
                b.set(base + i, f(i));
            }
        }
        #[device]
        fn thru(b: &Buffer<u32>, base: u32, mut f: impl FnMut(u32)) -> u32 {
            f(b.get(base));
            let x = b.get(base);
            f(x);
            b.get(base)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let base = at;
            fill(log, base, |i| r.a ^ i);
            let a = sum(4, |i| log.get(base + i));
            let b = thru(log, base, |x| log.set(base, x.wrapping_add(5)));
            let c = thru(log, base, |x| {
                log.fetch_max(base, x / 2 + 100);
            });
            let l2 = log;
            let d = sum(2, |i| l2.get(base + i)) ^ {
                fill(l2, base, |i| i + 1);
                sum(4, |i| l2.get(base + i))
            };
            let e = log.get(base)
                + sum(1, |_| {
                    log.set(base, 50);
                    0
                })
                + log.get(base);
            mix(mix(a as u64, b as u64), mix(c as u64, d as u64)) ^ e as u64
        }
    }

    #[device]
    pub fn case_order_of_buffers(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        order_of_buffers::of(r, log, at)
    }

    mod results_of_any_type {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn go_on<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        #[device]
        fn pair<A, B>(f: impl FnOnce() -> A, g: impl FnOnce() -> B) -> (A, B) {
            let a = f();
            let b = g();
            (a, b)
        }
        #[device]
        fn arr<T: Copy>(f: impl Fn(usize) -> T) -> [T; 3] {
            [f(0), f(1), f(2)]
        }
        #[device]
        fn maybe<T>(c: bool, f: impl FnOnce() -> T) -> Option<T> {
            if c { Some(f()) } else { None }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut n = r.k;
            go_on(|| n += 1);
            go_on(|| {
                n += 2;
            });
            let () = go_on(|| ());
            let (a, b) = pair(
                || {
                    n *= 2;
                    n
                },
                || 2.5_f32,
            );
            let (c, d) = pair(|| (1, [2_u8, 3]), || go_on(|| Some(n)));
            let e = arr(|i| (i as u32 + n, i == 1));
            let f = maybe(n > 9, || arr(|i| i as f32 * r.x));
            let g = maybe(n > 12, || maybe(n % 4 == 0, || n));
            let h: Option<u64> = maybe(true, || 1 << 40);
            let i = go_on(|| maybe(false, || 5)).unwrap_or(3_u8);
            let mut t = mix(a as u64, bits(b));
            t = mix(t, c.0 as u64 + c.1[1] as u64);
            t = mix(t, d.unwrap() as u64);
            t = mix(t, e[2].0 as u64 + e[1].1 as u64);
            t = mix(t, f.map_or(7, |f| bits(f[1])));
            t = mix(t, g.is_some() as u64 + g.is_some_and(|g| g.is_some()) as u64);
            mix(t, h.unwrap() ^ i as u64)
        }
    }

    #[device]
    pub fn case_results_of_any_type(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        results_of_any_type::of(r, log, at)
    }

    mod functions_by_path {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        mod m {
            pub mod n {
                use whipple::prelude::*;
                #[device]
                pub fn f(x: u32) -> u32 {
                    x ^ 9
                }
                #[device]
                pub fn gen_<T: Copy, const N: usize>(x: T) -> [T; N] {
                    [x; N]
                }
            }
        }
        use m::n::f as renamed;
        #[device]
        #[derive(Clone, Copy)]
        struct A {
            x: u32,
        }
        #[device]
        impl From<u32> for A {
            fn from(x: u32) -> A {
                A { x: x ^ 1 }
            }
        }
        #[device]
        impl A {
            fn new(x: u32) -> Self {
                ap2(x, Self::raw)
            }
            fn raw(x: u32) -> A {
                A { x }
            }
            fn get(self) -> u32 {
                self.x
            }
            fn put(&mut self, y: u32) -> u32 {
                self.x ^= y;
                self.x
            }
            fn two(&self, o: &A) -> u32 {
                self.x ^ o.x
            }
        }
        #[device]
        fn ap<T, R>(x: T, f: impl Fn(T) -> R) -> R {
            f(x)
        }
        #[device]
        fn ap2(x: u32, f: impl Fn(u32) -> A) -> A {
            f(x)
        }
        #[device]
        fn mu(a: &mut A, f: impl Fn(&mut A, u32) -> u32) -> u32 {
            f(a, 3) ^ f(a, 5)
        }
        #[device]
        fn rr(a: A, b: A, f: impl Fn(&A, &A) -> u32) -> u32 {
            f(&a, &b)
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = ap(r.a, m::n::f) ^ ap(r.b, renamed) ^ ap(r.k, self::m::n::f);
            let b = ap(r.a, A::from).get() ^ ap2(r.b, A::new).x ^ ap(A { x: 4 }, A::get);
            let mut c = A { x: r.a };
            let d = mu(&mut c, A::put) ^ c.x;
            let e = rr(c, A { x: 1 }, A::two);
            let f = ap(r.k, m::n::gen_::<u32, 3>)[2];
            let g = ap(r.x, f32::to_bits) ^ ap(r.y, f32::abs) as u32;
            let h = ap(Vec3::new(1.0, r.x, 2.0), Vec3::length_squared);
            let i = ap(r.a, u64::from) ^ ap(r.x, f64::from) as u64;
            mix(mix(a as u64, b as u64), mix(d as u64, e as u64)) ^ f as u64 ^ (g as u64) << 3 ^ bits(h) ^ i
        }
    }

    #[device]
    pub fn case_functions_by_path(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        functions_by_path::of(r, log, at)
    }

    mod types_between {
        use super::*;
        use crate::input::{bits, long_bits, mix};

        #[device]
        fn comp<A, B, C>(a: A, g: impl Fn(B) -> C, f: impl Fn(A) -> B) -> C {
            g(f(a))
        }
        #[device]
        fn three<D, E>(x: u32, h: impl Fn(&E) -> D, g: impl Fn(u32, D) -> u32, f: impl Fn(u32) -> E) -> u32 {
            let e = f(x);
            g(x, h(&e))
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let a = comp(r.a, |y: f32| (y, y > 3.0), |x| x as f32);
            let b = three(r.k, |e: &[u32; 2]| e[1] as f32, |x, d| x + d as u32, |x| [x, x + 1]);
            let c = comp::<u32, u64, f32>(r.a, |y| y as f32, |x| x as u64);
            mix(bits(a.0), a.1 as u64) ^ b as u64 ^ bits(c)
        }
    }

    #[device]
    pub fn case_types_between(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        types_between::of(r, log, at)
    }
}
