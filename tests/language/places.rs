//! Values in the places of variables: what is changed is a copy where Rust makes one, and the variable itself where it does not.

conformance! {
    program Places;
    cases |input| {
        copies_by_clone(input.a, input.b, input.x, input.k),
        copies_by_blocks(input.a, input.b, input.x, input.k),
        copies_by_choices(input.a, input.b, input.x, input.k),
        results(input.a, input.b, input.x, input.k),
        copies_as_arguments(input.a, input.b, input.x, input.k),
        chosen_arguments(input.a, input.b, input.x, input.k),
        references_to_copies(input.a, input.b, input.x, input.k),
        fields_of_copies(input.a, input.b, input.x, input.k),
        elements_of_copies(input.a, input.b, input.x, input.k),
        values_of_options(input.a, input.b, input.x, input.k),
        copies_of_references(input.a, input.b, input.x, input.k),
        copies_by_matches(input.a, input.b, input.x, input.k),
        assignments_to_a_choice(input.a, input.b, input.x, input.k),
        additions_to_a_choice(input.a, input.b, input.x, input.k),
        fields_of_a_choice(input.a, input.b, input.x, input.k),
        methods_of_a_choice(input.a, input.b, input.x, input.k),
        pairs_of_references(input.a, input.b, input.x, input.k),
        chosen_references(input.a, input.b, input.x, input.k),
        swapped_references(input.a, input.b, input.x, input.k),
        chains(input.a, input.b, input.x, input.k),
        copies_of_what_is_pointed_to(input.a, input.b, input.x, input.k),
        operands_in_order(input.a, input.b, input.x, input.k),
        changed_copies(input.a, input.k),
        references_out_of_statements(input.a, input.b, input.k),
        left_in_between(input.a, input.b, input.k),
        variables_of_results(input.a, input.k),
        float_literals(input.x, input.u),
        ignored_places(input.k),
        borrowed_elements_of_tuples(input.a, input.b, input.k),
        parts_of_a_choice(input.a, input.b, input.k),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    pub struct Counter {
        pub n: u32,
        pub f: f32,
    }

    #[device]
    impl Counter {
        pub fn bump(&mut self) -> u32 {
            self.n += 1;
            self.n
        }

        pub fn count(&self) -> u32 {
            self.n
        }

        pub fn me(self) -> Counter {
            self
        }

        pub fn add_to(&mut self, k: u32) -> u32 {
            self.n += k + 1;
            self.n
        }

        pub fn add(mut self, k: u32) -> Counter {
            self.n += k;
            self
        }
    }

    #[device]
    pub fn change(c: &mut Counter) -> u32 {
        c.n += 5;
        c.n
    }

    #[device]
    pub fn both(c: Counter, d: Counter) -> u64 {
        mix(mix(c.n as u64, d.n as u64), mix(bits(c.f), bits(d.f)))
    }

    #[device]
    pub fn copies_by_clone(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        d.n += c.clone().bump();
        both(c, d)
    }

    #[device]
    pub fn copies_by_blocks(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        d.n += { c }.bump();
        both(c, d)
    }

    #[device]
    pub fn copies_by_choices(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        d.n += (if b { c } else { d }).bump();
        both(c, d)
    }

    #[device]
    pub fn results(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        d.n += c.me().bump();
        both(c, d)
    }

    #[device]
    pub fn copies_as_arguments(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        d.n += change(&mut c.clone());
        both(c, d)
    }

    #[device]
    pub fn chosen_arguments(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        d.n += change(&mut if b { c } else { d });
        both(c, d)
    }

    #[device]
    pub fn references_to_copies(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let e = &mut c.clone();
        e.n += 1;
        d.n += e.n;
        both(c, d)
    }

    #[device]
    pub fn fields_of_copies(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let t = (c, d);
        d.n += { t.0 }.bump();
        d.n += t.0.n;
        both(c, d)
    }

    #[device]
    pub fn elements_of_copies(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let mut a = [c, d];
        d.n += a.clone()[0].bump();
        d.n += a[0].n;
        a[1].n += 1;
        both(c, d)
    }

    #[device]
    pub fn values_of_options(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let o = Some(c);
        d.n += o.unwrap().bump();
        d.n += o.unwrap().n;
        both(c, d)
    }

    #[device]
    pub fn copies_of_references(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let x = &mut c;
        let y = &mut *x;
        y.n += 1;
        d.n += (*y).clone().bump();
        both(c, d)
    }

    #[device]
    pub fn copies_by_matches(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let z = match k { 0 => c, _ => d }.bump();
        d.n += z;
        both(c, d)
    }

    #[device]
    pub fn assignments_to_a_choice(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let mut x = 3;
        let mut y = 4;
        *(if b { &mut x } else { &mut y }) = 7;
        d.n += x * 100 + y;
        both(c, d)
    }

    #[device]
    pub fn additions_to_a_choice(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let mut x = 3;
        let mut y = 4;
        *(if b { &mut x } else { &mut y }) += 7;
        d.n += x * 100 + y;
        both(c, d)
    }

    #[device]
    pub fn fields_of_a_choice(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        (if b { &mut c } else { &mut d }).n += 3;
        both(c, d)
    }

    #[device]
    pub fn methods_of_a_choice(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        (if b { &mut c } else { &mut d }).bump();
        both(c, d)
    }

    #[device]
    pub fn pairs_of_references(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let (p, q) = if b { (&c, &d) } else { (&d, &c) };
        d.n = p.n * 2 + q.n;
        both(c, d)
    }

    #[device]
    pub fn chosen_references(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let p = if b { &mut c } else { &mut d };
        p.n += 1;
        p.f += 1.0;
        both(c, d)
    }

    #[device]
    pub fn swapped_references(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let (x, y) = (&mut c, &mut d);
        std::mem::swap(x, y);
        both(c, d)
    }

    #[device]
    pub fn chains(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        d.n += c.add(3).add(4).n;
        d.n += c.add(1).bump();
        both(c, d)
    }

    #[device]
    pub fn copies_of_what_is_pointed_to(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let x = &c;
        let y = *x;
        d.n += { y }.bump() + y.n;
        let mut z = *x;
        z.bump();
        d.n += x.n;
        both(c, d)
    }

    #[device]
    pub fn operands_in_order(p: u32, q: u32, x: f32, k: u32) -> u64 {
        let mut c = Counter { n: p & 255, f: x };
        let mut d = Counter { n: q & 255, f: 1.0 };
        let b = k > 7;
        let k = (c.n, c.bump());
        let m = [c.n, c.bump(), c.n];
        d.n += k.0 + k.1 * 3 + m[0] + m[2];
        both(c, d)
    }

    #[device]
    pub fn changed_copies(a: u32, k: u32) -> u64 {
        let mut c = Counter { n: a & 255, f: 1.5 };
        let d = Counter { n: k, f: 2.5 };
        { c }.n += 1;
        c.clone().n = 3;
        (if k > 7 { c } else { d }).n += c.n;
        c.bump();
        both(c, d)
    }

    #[device]
    pub fn references_out_of_statements(a: u32, b: u32, k: u32) -> u64 {
        let (mut c, mut d) = (Counter { n: a & 255, f: 1.5 }, Counter { n: b & 255, f: 2.5 });
        let mut steps = 0;
        let chosen = if k > 7 {
            steps += 1;
            &mut c
        } else {
            &mut d
        };
        chosen.bump();
        let found = loop {
            steps += 1;
            if steps > k {
                break &mut c.n;
            }
            if steps > 5 {
                break &mut d.n;
            }
        };
        *found *= 3;
        let matched = match k % 3 {
            0 => &mut c,
            1 => {
                steps *= 2;
                &mut d
            }
            _ => &mut c,
        };
        matched.n ^= steps;
        both(c, d)
    }

    #[device]
    pub fn larger(a: u32, b: u32) -> Option<bool> {
        Some(a > 3 && a.checked_add(b)? > 7)
    }

    #[device]
    pub fn half(a: u32, log: &mut u32) -> Option<u32> {
        *log = *log * 3 + a;
        if a % 2 == 0 { Some(a / 2) } else { None }
    }

    #[device]
    pub fn quarters(a: u32, b: u32, log: &mut u32) -> Option<u32> {
        let (a, b) = (a & 0xffff, b & 0xffff);
        let more = if half(b, log)? > 9 { half(half(b, log)?, log)? } else { *log & 3 };
        Some(half(a, log)? * 7 + half(b, log)? * more + *log)
    }

    #[device]
    pub fn left_in_between(a: u32, b: u32, k: u32) -> u64 {
        let mut log = k & 255;
        let first = match larger(a, b) {
            Some(larger) => larger as u64,
            None => 2,
        };
        let second = quarters(a, b, &mut log).unwrap_or(12345) as u64;
        mix(mix(first, second), (log & 0xffff) as u64)
    }

    /// A variable that is `mut` is not the variable that it begins with.
    #[device]
    pub fn variables_of_results(a: u32, k: u32) -> u64 {
        let c = Counter { n: a & 255, f: 0.5 };
        let whole = c.count();
        let mut left = whole;
        while left > k + 1 {
            left -= k + 1;
        }
        let mut d = Counter { n: k, f: 0.5 };
        let copied = d.add(d.bump()).n;
        let kept = d.add_to(d.count());
        mix(mix(whole as u64, left as u64), mix(mix(copied as u64, kept as u64), d.n as u64))
    }

    /// NVRTC rounds the digits of a literal to f64 first.
    #[device]
    pub fn float_literals(x: f32, u: f64) -> u64 {
        let singles = [
            1.0000001788139343261718750000001_f32,
            1e-45_f32,
            1.17549421e-38_f32,
            3.4028235e38_f32,
            16777217.0_f32,
            x * 1.0000000596046448_f32,
        ];
        let doubles = [4.9406564584124654e-324, 2.2250738585072011e-308, 1.7976931348623157e308, 9007199254740993.0, u * 123456789.0];
        let mut sum = 0;
        for single in singles {
            sum = mix(sum, bits(single));
        }
        for double in doubles {
            sum = mix(sum, long_bits(double));
        }
        match x {
            1.17549421e-38 => sum ^ 1,
            1.0000001788139343261718750000001 => sum ^ 2,
            -1.0000001788139343261718750000001 => sum ^ 3,
            -1.5 => sum ^ 4,
            _ => sum,
        }
    }

    #[device]
    pub fn stepped(n: &mut u32) -> usize {
        *n += 1;
        (*n % 3) as usize
    }

    #[device]
    pub fn element(n: &mut u32, k: u32) -> Option<u32> {
        let v = [1, 2, 3];
        let _ = v[(if k % 2 == 0 { Some(stepped(n)) } else { None })?];
        Some(v[1] + k)
    }

    /// A place that nobody reads is found all the same.
    #[device]
    pub fn ignored_places(k: u32) -> u64 {
        let mut n = k % 7;
        let (v, w) = ([5, 6, 7], [[1, 2, 3], [4, 5, 6]]);
        let p = &v;
        let _ = v[{
            n += 1;
            (n % 3) as usize
        }];
        let _: u32 = v[stepped(&mut n)];
        let _ = w[stepped(&mut n) % 2][stepped(&mut n)];
        let _ = p[stepped(&mut n)];
        let (_, x) = (v[stepped(&mut n)], n);
        let found = element(&mut n, k);
        let mut sum = mix(n as u64, x as u64) + found.unwrap_or(9) as u64;
        for i in 0..5 {
            let _ = v[if i > k % 5 { break } else { 1 }];
            sum = mix(sum, i as u64);
        }
        sum
    }

    /// A tuple has copies, also of what its pattern borrows by `ref`.
    #[device]
    pub fn borrowed_elements_of_tuples(a: u32, b: u32, k: u32) -> u64 {
        let mut x = a;
        let (ref mut first, second) = (x, b);
        *first ^= second;
        let changed = *first;
        let mut counter = Counter { n: a, f: 1.0 };
        let (Counter { ref mut n, .. }, after) = (counter, {
            counter.n = 7;
            counter.n ^ k
        });
        *n ^= after;
        let of_copy = *n;
        let ((ref mut inner, _), [ref last, _]) = ((x, b), [x, b]);
        *inner ^= 1;
        let both = *inner ^ *last;
        x ^= 3;
        mix(mix(x as u64, changed as u64), mix(counter.n as u64, mix(of_copy as u64, both as u64)))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Row {
        pub first: u32,
        pub rest: [u32; 3],
    }

    #[device]
    pub fn raise(x: &mut u32) -> u32 {
        *x = x.wrapping_mul(3).wrapping_add(7);
        *x
    }

    /// Parts of what a mutable reference refers to are places, whatever gives the reference.
    #[device]
    pub fn parts_of_a_choice(a: u32, b: u32, k: u32) -> u64 {
        let mut v = Row { first: a, rest: [b, k, 1] };
        let mut w = Row { first: b, rest: [a, 2, k] };
        let x = &mut (if a > b { &mut v } else { &mut w }).first;
        *x = x.wrapping_add(5);
        let y = &mut (match k & 1 {
            0 => &mut v.rest,
            _ => &mut w.rest,
        })[(a % 3) as usize];
        *y ^= 0x55;
        raise(&mut (if a > b { &mut w } else { &mut v }).rest[1]);
        let z = &mut Some(&mut v).unwrap().first;
        *z ^= 9;
        raise(&mut (&mut w, 3u32).0.first);
        raise(&mut [&mut v, &mut w][(k & 1) as usize].rest[2]);
        raise(&mut { &mut v }.rest[0]);
        let u = &mut loop {
            if k > 3 {
                break &mut v;
            }
            break &mut w;
        }
        .rest;
        u[1] ^= 3;
        for e in (if a > b { &mut v } else { &mut w }).rest.iter_mut() {
            *e = e.wrapping_add(1);
        }
        let t = std::mem::replace(&mut (if a < b { &mut v } else { &mut w }).first, 3);
        let all = mix(mix(v.first as u64, w.first as u64), mix(v.rest[0] as u64, w.rest[0] as u64));
        mix(mix(all, mix(v.rest[1] as u64, w.rest[1] as u64)), mix(mix(v.rest[2] as u64, w.rest[2] as u64), t as u64))
    }
}
