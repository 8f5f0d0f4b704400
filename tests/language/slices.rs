//! Slices: references to parts of arrays, in variables, parameters, tuples and options.

conformance! {
    program Slices;
    cases |input| {
        parameters(input),
        changed_in_functions(input),
        methods(input),
        compared(input),
        copied(input),
        of_new_values(input),
        of_borrowed_values(input),
        of_values_of_calls(input),
        chosen(input),
        in_options_and_tuples(input),
        bounds_in_order(input),
        of_constants(input),
        of_arrays(input),
        read_and_changed(input),
        declared_later(input),
        kept_in_options(input),
        names(input),
        of_structs(input),
        references_to_slices(input),
        last_uses(input),
        bounds_that_count(input),
        exchanged(input),
        slices_of_slices(input),
        clones(input),
        fields(input),
        results(input),
        lent_again(input),
        elements_by_mut(input),
        structs_by_mut(input),
    }

    use crate::input::{bits, mix};

    #[device]
    fn added(values: &[u32]) -> u32 {
        let mut sum = 0u32;
        for i in 0..values.len() {
            sum = sum.wrapping_add(values[i]);
        }
        sum
    }
    #[device]
    fn parameters(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l];
        let a = added(&v);
        let b = added(&v[1..]);
        let c = added(&v[..2]);
        let d = added(&v[1..3]);
        let e = added(&v[1..=2]);
        let f = added(&v[..=1]);
        let g = added(&v[..]);
        mix(mix(mix(a as u64, b as u64), mix(c as u64, d as u64)), mix(mix(e as u64, f as u64), g as u64))
    }

    #[device]
    const NUMBERS: [u32; 4] = [3, 1, 4, 1];

    #[device]
    fn folded(values: &[u32]) -> u64 {
        values.iter().fold(0_u64, |sum, value| sum.wrapping_mul(5).wrapping_add(*value as u64))
    }
    #[device]
    fn of_borrowed_values(input: &Input) -> u64 {
        const OWN: [u32; 3] = [7, 8, 9];
        let of_literals = &(&[1, 2, 3, 4])[1..3];
        let (front, back) = [1, 2, 3].split_at(2);
        let (few, many) = NUMBERS.split_at((input.a % 5) as usize);
        let (one, two) = (&OWN).split_at(1);
        let repeated = [5; 4].split_at(2).1;
        let chosen = if input.a > 3 { &NUMBERS[..2] } else { &OWN[1..] };
        let mut sum = 0_u64;
        for pair in (&[1, 2, input.b]).windows(2) {
            sum = mix(sum, folded(pair));
        }
        for part in b"abcdef".chunks(4) {
            sum = mix(sum, part.len() as u64 + part[0] as u64);
        }
        let literals = mix(folded(of_literals), mix(folded(front), folded(back)));
        let constants = mix(mix(folded(few), folded(many)), mix(folded(one), folded(two)));
        mix(mix(sum, literals), mix(constants, mix(folded(repeated), folded(chosen))))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Row {
        values: [u32; 4],
    }
    #[device]
    impl Row {
        fn new(first: u32) -> Self {
            Row { values: [first, 1, 2, 3] }
        }
        fn all(&self) -> [u32; 4] {
            self.values
        }
    }
    #[device]
    fn of_values_of_calls(input: &Input) -> u64 {
        let mut sum = 0_u64;
        for part in Row::new(input.a).all().chunks(3) {
            sum = mix(sum, folded(part));
        }
        for pair in Row::new(input.b).values.windows(2) {
            sum = mix(sum, folded(pair));
        }
        let ranges = mix(folded(&Row::new(3).all()[1..]), folded(&Row::new(input.a).values[..2]));
        let halves = mix(folded(Row::new(9).values.split_at(1).1), folded((&Row::new(input.b).all()).split_at(2).0));
        mix(sum, mix(ranges, halves)) ^ folded(&(&[input.a, 3, input.b])[1..])
    }

    #[device]
    fn increased(values: &mut [u32], by: u32) {
        for v in values {
            *v = v.wrapping_add(by);
        }
    }
    #[device]
    fn multiplied(values: &mut [u32], by: u32) {
        for v in values.iter_mut() {
            *v = v.wrapping_mul(by);
        }
    }
    #[device]
    fn sum_of(values: &[u32]) -> u64 {
        values.iter().map(|v| *v as u64).sum()
    }
    #[device]
    fn changed_in_functions(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, input.l];
        increased(&mut v, 3);
        increased(&mut v[1..3], input.a);
        multiplied(&mut v[2..], 7);
        sum_of(&v) + sum_of(&v[..3]) * 3
    }

    #[device]
    fn methods(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l];
        let n = (input.k % 5) as usize;
        let a = &v[..n];
        let b = &v[n..];
        let m = a.iter().max().copied().unwrap_or(7);
        let c = b.iter().position(|x| *x == input.l);
        let d = a.contains(&input.b);
        let e = a.is_empty();
        let f = a.first().copied().unwrap_or(1);
        let g = b.last().map(|x| x ^ 3).unwrap_or(2);
        let h = a.get(1).copied();
        mix(
            mix(m as u64, c.unwrap_or(99) as u64),
            mix(d as u64 + e as u64 * 2, mix(f as u64, mix(g as u64, h.unwrap_or(3) as u64))),
        )
    }

    #[device]
    fn compared(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l];
        let w = [input.b, input.k, input.a, 0];
        let mut h = 0u64;
        h = h * 2 + (v[1..3] == w[..2]) as u64;
        h = h * 2 + (&v[1..] == &w[1..]) as u64;
        h = h * 2 + (v[..2] < w[..3]) as u64;
        h = h * 2 + (v[..2] >= w[1..3]) as u64;
        h = h * 2 + (&v[..2] == [input.a, input.b]) as u64;
        h = h * 2 + (v[..2] == [input.a, 7]) as u64;
        h = h * 2 + v.starts_with(&[input.a]) as u64;
        h = h * 2 + v[1..].ends_with(&w[2..]) as u64;
        h
    }

    #[device]
    fn copied(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l];
        let mut w = [0u32; 6];
        w[1..5].copy_from_slice(&v);
        w[..2].copy_from_slice(&v[2..]);
        w[4..].clone_from_slice(&[1, 2]);
        w[2..4].rotate_left(1);
        w.iter().fold(0, |h, x| mix(h, *x as u64))
    }

    #[device]
    fn of_new_values(input: &Input) -> u64 {
        let s: &[u32] = &[1, 2, 3];
        let t: &[u32] = if input.a > input.b { &[7, 9] } else { &s[1..] };
        let mut h = t.len() as u64;
        for x in t {
            h = mix(h, *x as u64);
        }
        for (i, x) in s.iter().enumerate().skip(1) {
            h = mix(h, *x as u64 + i as u64);
        }
        h
    }

    #[device]
    fn chosen(input: &Input) -> u64 {
        let a = [input.a, input.b, 3];
        let b = [input.k, input.l];
        let s: &[u32] = if input.a > input.b { &a } else { &b };
        let t = match input.k {
            0 => &a[..1],
            1 => &a[1..],
            _ => &b[..],
        };
        let mut u = s;
        if input.l > 3 {
            u = t;
        }
        if input.l > 9 {
            u = &b;
        }
        let mut h = s.len() as u64;
        for x in t.iter().chain(u.iter()) {
            h = mix(h, *x as u64);
        }
        for (x, y) in s.iter().zip(t) {
            h = mix(h, x.wrapping_add(*y) as u64);
        }
        h
    }

    #[device]
    fn length_or_first<'a>(a: &[u32], b: &[u32]) -> u32 {
        if a.len() > b.len() { a.len() as u32 } else { b[0] }
    }
    #[device]
    fn of_option(s: Option<&[u32]>) -> u32 {
        match s {
            Some(s) => s[0].wrapping_add(s.len() as u32),
            None => 77,
        }
    }
    #[device]
    fn of_pair(p: (&[u32], u32)) -> u32 {
        p.0[0] ^ p.1
    }
    #[device]
    fn in_options_and_tuples(input: &Input) -> u64 {
        let v = [input.a, input.b, 3];
        let o = if input.k > 3 { Some(&v[1..]) } else { None };
        let p = (&v[..2], input.k);
        let q = [&v[..1], &v[1..]];
        let mut h = of_option(o) as u64;
        h = mix(h, of_option(Some(&v[2..])) as u64);
        h = mix(h, of_pair(p) as u64);
        h = mix(h, q[1].len() as u64 + q[0][0] as u64);
        h = mix(h, length_or_first(&v, &v[..1]) as u64);
        h
    }

    #[device]
    fn counted(n: &mut u32) -> usize {
        *n += 1;
        (*n % 3) as usize
    }
    #[device]
    fn bounds_in_order(input: &Input) -> u64 {
        let v = [input.a, input.b, 3, 4];
        let mut n = input.k;
        let s = &[1u32, 2, 3, 4, 5, 6][..][0..3];
        let s = s;
        let v = [input.a; 6];
        let s = &v[counted(&mut n)..3 + counted(&mut n)];
        mix(s.len() as u64, n as u64)
    }

    #[device]
    const TABLE: [u32; 5] = [3, 1, 4, 1, 5];
    #[device]
    fn taken_from(s: &[u32], i: usize) -> u32 {
        s[i % s.len()]
    }
    #[device]
    fn of_constants(input: &Input) -> u64 {
        const L: [u32; 3] = [9, 8, 7];
        let s = &TABLE[1..4];
        let t = &L[1..];
        mix(
            mix(taken_from(s, input.a as usize) as u64, taken_from(&TABLE, input.b as usize) as u64),
            mix(
                taken_from(&TABLE[2..], input.k as usize) as u64,
                taken_from(t, input.l as usize) as u64 + taken_from(&L, 1) as u64,
            ),
        )
    }

    #[device]
    fn of_arrays(input: &Input) -> u64 {
        let mut v = [[input.a, input.b], [input.k, input.l], [1, 2]];
        let s = &mut v[1..];
        s[0][1] = 5;
        s.swap(0, 1);
        for row in s.iter_mut() {
            row[0] ^= 1;
            row.reverse();
        }
        let f: f32 = {
            let w = [input.x, input.y, 1.0];
            let t = &w[1..];
            t[0] * 2.0 + t.iter().sum::<f32>()
        };
        let mut h = bits(f) as u64;
        for row in &v {
            for x in &row[..] {
                h = mix(h, *x as u64);
            }
        }
        h
    }

    #[device]
    fn set_one(v: &mut [u32], i: usize) -> u32 {
        let old = v[i];
        v[i] = old.wrapping_mul(3) + 1;
        old
    }
    #[device]
    fn read_and_changed(input: &Input) -> u64 {
        let mut v = [input.a & 0xff, input.b & 0xff, input.k];
        let x = v[0] + set_one(&mut v[..], 0) * 7 + v[0] + set_one(&mut v, 0);
        let s = &mut v[1..];
        let y = s[0] + set_one(s, 0) + s[0] + {
            s[1] = 5;
            s[1]
        };
        let z = (set_one(s, 1), s[1], set_one(&mut s[1..], 0), s.len());
        mix(mix(x as u64, y as u64), mix(z.0 as u64 + z.2 as u64, z.1 as u64))
    }

    #[device]
    fn declared_later(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, 1];
        let n = {
            let s = &v[1..3];
            let t = s[0].wrapping_add({
                let q = &s[1..];
                q[0]
            });
            t
        };
        let s;
        if input.a > input.b {
            s = &v[..1];
        } else {
            s = &v[2..];
        }
        let h = mix(n as u64, s[0] as u64);
        let m;
        {
            m = &mut v[..2];
            m[1] = 3;
        }
        m[0] = 2;
        mix(h, (v[0] + v[1]) as u64)
    }

    #[device]
    fn kept_in_options(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, 1];
        let mut best: Option<&[u32]> = None;
        for i in 0..4usize {
            if v[i] > input.l {
                best = Some(&v[i..]);
            }
        }
        let f = |s: &[u32]| s.len() as u64 + s[0] as u64;
        let x = best.map(f).unwrap_or(3);
        let y = match best {
            Some([a, ..]) => *a,
            Some(_) => 1,
            None => 2,
        };
        mix(x, y as u64)
    }

    #[device]
    struct View {
        a: u32,
    }
    #[device]
    impl View {
        fn all(&self, v: &[u32]) -> u32 {
            v[0] ^ self.a
        }
    }
    #[device]
    fn slice(v: &[u32]) -> u32 {
        v.len() as u32
    }
    #[device]
    fn names(input: &Input) -> u64 {
        let start = [input.a, input.b];
        let length = View { a: input.k };
        mix(length.all(&start[1..]) as u64, slice(&start) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    struct Place {
        x: f32,
        id: u32,
    }
    #[device]
    fn nearest(ps: &[Place], x: f32) -> Option<usize> {
        let mut best = None;
        let mut d = f32::INFINITY;
        for (i, p) in ps.iter().enumerate() {
            let e = (p.x - x).abs();
            if e < d {
                d = e;
                best = Some(i);
            }
        }
        best
    }
    #[device]
    fn shift(ps: &mut [Place], by: u32) {
        ps.iter_mut().for_each(|p| p.id = p.id.wrapping_add(by));
        if let Some(last) = ps.last().copied() {
            ps[0] = last;
        }
    }
    #[device]
    fn of_structs(input: &Input) -> u64 {
        let mut ps = [Place { x: input.x, id: 1 }, Place { x: input.y, id: input.a }, Place { x: 0.5, id: 3 }];
        shift(&mut ps[1..], input.b);
        let n = nearest(&ps[..2], 1.0);
        let same = ps[..1] == ps[1..2];
        ps.iter().fold(n.unwrap_or(9) as u64 * 2 + same as u64, |h, p| mix(h, p.id as u64))
    }

    #[device]
    fn next_of(v: &mut &[u32]) -> u32 {
        let x = v[0];
        *v = &v[1..];
        x
    }
    #[device]
    fn references_to_slices(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, 1];
        let mut s = &v[..];
        let a = next_of(&mut s);
        let b = next_of(&mut s);
        mix(mix(a as u64, b as u64), s.len() as u64)
    }

    #[device]
    fn last_uses(input: &Input) -> u64 {
        let mut v = [input.a, input.b, 3];
        let s = &v[..];
        let x = s[0].wrapping_add({
            v[0] = 1;
            v[0]
        });
        let t = &mut v[1..];
        let y = t[0].wrapping_add({
            v[1] = 9;
            v[1]
        });
        let (p, q) = v.split_at(1);
        let z = p[0] ^ {
            v[0] = 8;
            v[2]
        };
        mix(mix(x as u64, y as u64), z as u64)
    }

    #[device]
    fn next(n: &mut usize) -> usize {
        *n += 1;
        *n
    }
    #[device]
    fn bounds_that_count(input: &Input) -> u64 {
        let mut n = 0;
        let mut v = [input.a, input.b, 3, 4, 5, 6];
        v[next(&mut n)..].swap(next(&mut n) - 2, next(&mut n));
        v[next(&mut n) - 4..next(&mut n)][next(&mut n) - 5] = input.k;
        let s = &mut v[1..4];
        s[next(&mut n) - 7] += 0;
        let t = (&v[..2], next(&mut n), &v[next(&mut n) - 6..]);
        v.iter().fold((t.0.len() + t.1 + t.2.len() + n) as u64, |h, x| mix(h, *x as u64))
    }

    #[device]
    fn exchanged(input: &Input) -> u64 {
        let v = [input.a, input.b, 3];
        let a = [1u32, 2, 3, 4];
        let s: &[u32] = &v;
        let mut t: &[u32] = &a;
        if input.k > 3 {
            t = s;
        }
        let x = std::mem::replace(&mut t, &v[..1]);
        let mut u = &a[..2];
        std::mem::swap(&mut u, &mut t);
        let mut w = v;
        w.as_mut_slice()[1] += 0;
        let b = v.as_slice().len() + w.as_mut_slice().len();
        mix(mix(x.len() as u64, u.len() as u64), mix(t.len() as u64, b as u64))
    }

    #[device]
    fn slices_of_slices(input: &Input) -> u64 {
        let v = [[input.a, input.b], [3, 4]];
        let s = &v[..];
        let a = &s[1][..];
        let b = &v[0][1..];
        let rows = [&v[0][..], a];
        let f = |s: &[u32]| {
            let mut t = 0u64;
            for x in s {
                t = mix(t, *x as u64);
            }
            t
        };
        let mut h = f(a) ^ f(b);
        for row in rows {
            h = mix(h, f(row));
        }
        for row in &rows {
            h = mix(h, f(row));
        }
        h
    }

    #[device]
    #[derive(Clone, PartialEq, PartialOrd)]
    struct Cloned {
        x: f32,
        y: u32,
    }
    #[device]
    fn clones(input: &Input) -> u64 {
        let mut v = [Cloned { x: input.x, y: input.a }, Cloned { x: input.y, y: input.b }, Cloned { x: 1.0, y: 2 }];
        let w = v[..2].first().cloned();
        let s = &mut v[..];
        if let Some(p) = w {
            s[1] = p;
        }
        let c = s[..2].contains(&Cloned { x: 1.0, y: 2 });
        let d = s[..1] < s[1..];
        let e = s[1..] == [Cloned { x: 1.0, y: 1 }];
        (c as u64) + 2 * d as u64 + 4 * e as u64 + s[1].y as u64
    }

    #[device]
    struct Grid {
        data: [u32; 8],
    }
    #[device]
    impl Grid {
        fn row(&self, i: usize) -> (usize, usize) {
            (i, i + 2)
        }
        fn sum(&self, i: usize) -> u64 {
            let (a, b) = self.row(i);
            self.data[a..b].iter().map(|x| *x as u64).sum()
        }
        fn set(&mut self, i: usize, v: &[u32]) {
            let (a, b) = self.row(i);
            self.data[a..b].copy_from_slice(v);
        }
        fn sort(&mut self) {
            let d = &mut self.data[1..];
            for i in 0..d.len() {
                for j in 1..d.len() - i {
                    if d[j - 1] > d[j] {
                        d.swap(j - 1, j);
                    }
                }
            }
        }
    }
    #[device]
    fn fields(input: &Input) -> u64 {
        let mut g = Grid { data: [input.a, input.b, input.k, input.l, 1, 2, 3, 4] };
        g.set(3, &[input.l, input.a]);
        g.set(input.k as usize % 7, &[5; 2]);
        g.sort();
        g.sum(2) + g.sum(input.l as usize % 7) * 3
    }

    #[device]
    fn greatest(v: &[u32]) -> Option<&u32> {
        v.iter().max()
    }
    #[device]
    fn last_one(v: &[u32]) -> &u32 {
        &v[v.len() - 1]
    }
    #[device]
    fn first_pair(v: &[(u32, u32)]) -> Option<&(u32, u32)> {
        v.first()
    }
    #[device]
    fn results(input: &Input) -> u64 {
        let v = [input.a, input.b, 3];
        let o = greatest(&v[1..]).copied().unwrap();
        mix(o as u64, *last_one(&v[..2]) as u64 + first_pair(&[(input.k, 1)]).unwrap().0 as u64)
    }

    #[device]
    fn element_or_0(v: &[u32], n: usize) -> u32 {
        if n < v.len() { v[n] } else { 0 }
    }
    #[device]
    fn lent_again(input: &Input) -> u64 {
        let mut a = [input.a, input.b, 3];
        let s = &a;
        let x = element_or_0(s, 1);
        let t = &mut a;
        t[0] = 5;
        let y = element_or_0(t, 0);
        t[..2].reverse();
        let z = element_or_0(&t[..2], 1) ^ element_or_0(&*t, 2);
        let u: &[u32] = t;
        let w = u;
        mix(mix(x as u64, y as u64), z as u64 + element_or_0(w, 0) as u64 + u.len() as u64)
    }

    #[device]
    fn elements_by_mut(input: &Input) -> u64 {
        let mut v = [input.a, input.b, 3, 4];
        if let Some(x) = v.get_mut(input.k as usize % 6) {
            *x ^= 5;
        }
        if let Some(x) = v.first_mut() {
            *x += 0;
            *x = x.wrapping_add(1);
        }
        let s = &mut v[1..];
        if let Some(l) = s.last_mut() {
            std::mem::swap(l, &mut 9);
        }
        match s.get_mut(input.l as usize % 4) {
            Some(x) if *x > 3 => *x = 1,
            Some(_) => {}
            None => s[0] = 2,
        }
        *v.get_mut(0).unwrap() = 77;
        let Some((_, rest)) = v.split_first() else { return 1 };
        let n = rest.len();
        let m = v.get_mut(1).map(|x| {
            *x += 1;
            *x
        });
        v.iter().fold(mix(n as u64, m.unwrap() as u64), |h, x| mix(h, *x as u64))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Moved {
        x: u32,
        y: u32,
    }
    #[device]
    fn moved(v: &mut [Moved], i: usize) -> bool {
        let Some(p) = v.get_mut(i) else { return false };
        p.x += 1;
        p.y ^= p.x;
        true
    }
    #[device]
    fn best_of(v: &mut [Moved]) -> u32 {
        let mut b = 0;
        let mut at: Option<usize> = None;
        for (i, p) in v.iter().enumerate() {
            if p.x % 8 >= b {
                b = p.x % 8;
                at = Some(i);
            }
        }
        if let Some(p) = at.and_then(|i| v.get(i).copied()) { p.y } else { 3 }
    }
    #[device]
    fn structs_by_mut(input: &Input) -> u64 {
        let mut v = [Moved { x: input.a & 7, y: input.b }, Moved { x: 2, y: 3 }];
        let a = moved(&mut v, input.k as usize % 3);
        let b = moved(&mut v[1..], 0);
        mix(best_of(&mut v) as u64, v[0].y as u64 + a as u64 + 2 * b as u64 + v[1].y as u64)
    }
}
