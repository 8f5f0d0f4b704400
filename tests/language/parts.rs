//! Slices that are taken apart: by patterns, by halves, by windows and chunks; and what is commonly written with them.

conformance! {
    program Parts;
    cases |input| {
        sorted(input),
        first_and_rest(input),
        halves_that_change(input),
        generic(input),
        patterns(input),
        patterns_that_change(input),
        windows_and_chunks(input),
        windows_of_any_size(input),
        chunks_that_change(input),
        merged(input),
        butterflies(input),
        generic_that_change(input),
        of_methods(input),
        walked(input),
        sorted_by_parts(input),
        bytes(input),
        traits(input),
        heaps(input),
        products(input),
        left_early(input),
        let_else(input),
        exchanged_parts(input),
        filled(input),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    fn sort(values: &mut [u32]) {
        for i in 1..values.len() {
            let mut j = i;
            while j > 0 && values[j - 1] > values[j] {
                values.swap(j - 1, j);
                j -= 1;
            }
        }
    }
    #[device]
    fn sorted(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, input.l, input.a ^ input.b];
        sort(&mut v[1..]);
        let first = v[0];
        sort(&mut v);
        let mut h = first as u64;
        for x in &v {
            h = mix(h, *x as u64);
        }
        h
    }

    #[device]
    fn first_and_rest(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l, 5];
        let mut s = &v[..];
        let mut h = 0u64;
        while let Some((first, rest)) = s.split_first() {
            h = mix(h, *first as u64);
            s = rest;
        }
        let (a, b) = v.split_at(2);
        h = mix(h, a.len() as u64);
        for x in b {
            h = mix(h, *x as u64);
        }
        h
    }

    #[device]
    fn halves_that_change(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, input.l, 5];
        {
            let (a, b) = v.split_at_mut(2);
            a[0] = b[1];
            b[0] = a[1];
            b.reverse();
            a.swap(0, 1);
        }
        let s = &mut v[1..4];
        s[0] ^= 7;
        s.fill(s[0]);
        s[2] = 9;
        let t = &mut s[1..];
        t[0] = 1;
        let n = t.len();
        v.iter().fold(n as u64, |h, x| mix(h, *x as u64))
    }

    #[device]
    fn sum_from<T: Copy + std::ops::Add<Output = T>>(v: &[T], zero: T) -> T {
        let mut s = zero;
        for x in v {
            s = s + *x;
        }
        s
    }
    #[device]
    fn count_all<const N: usize>(v: &[[u32; N]]) -> usize {
        v.len() * N
    }
    #[device]
    fn largest<T: PartialOrd + Copy>(v: &[T]) -> T {
        let mut b = v[0];
        for x in v {
            if *x > b {
                b = *x;
            }
        }
        b
    }
    #[device]
    fn generic(input: &Input) -> u64 {
        let v = [input.x, input.y, 2.0];
        let w = [input.i, input.j];
        let z = [[1u32, 2], [3, 4]];
        mix(
            bits(largest(&v[..2])) as u64,
            mix(largest(&w) as u64, mix(count_all(&z) as u64, largest(&mut [input.k, input.l][..]) as u64)),
        )
    }

    #[device]
    fn ends_of(v: &[u32]) -> u32 {
        match v {
            [] => 0,
            [x] => *x,
            [a, b] => a.wrapping_add(*b),
            [first, .., last] => first ^ last,
        }
    }
    #[device]
    fn length_after(v: &[u32]) -> u32 {
        if let [a, rest @ ..] = v { a.wrapping_add(rest.len() as u32) } else { 9 }
    }
    #[device]
    fn patterns(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l];
        let n = (input.k % 5) as usize;
        mix(ends_of(&v[..n]) as u64, length_after(&v[n..]) as u64)
    }

    #[device]
    fn ends_changed(v: &mut [u32]) -> u32 {
        match v {
            [a, .., b] => {
                *a ^= 7;
                *b = b.wrapping_add(*a);
                *b
            }
            [x] => {
                *x += 0;
                *x
            }
            [] => 1,
        }
    }
    #[device]
    fn pairs_matched(v: &[(u32, u32)]) -> u32 {
        match v {
            [(0, y), ..] => *y,
            [(x, _), (z, 3), ..] if *x > *z => x - z,
            [_, rest @ ..] => rest.len() as u32,
            [] => 77,
        }
    }
    #[device]
    fn middle_filled(v: &mut [u32]) {
        if let [first, rest @ .., last] = v {
            exchanged_by_hand(first, last);
            rest.fill(*first);
        }
    }
    #[device]
    fn exchanged_by_hand(a: &mut u32, b: &mut u32) {
        let t = *a;
        *a = *b;
        *b = t;
    }
    #[device]
    fn patterns_that_change(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, 9];
        let n = input.k as usize % 5;
        let x = ends_changed(&mut v[..n]);
        middle_filled(&mut v[n..]);
        let p = [(input.k, input.l), (input.l, 3), (1, 2)];
        let y = pairs_matched(&p[..n.min(3)]);
        let z = match &v[..] {
            [1, 2, ..] => 5,
            [a, b, c, d] if a == b => c ^ d,
            [.., 9] => 3,
            _ => 4,
        };
        v.iter().fold(mix(x as u64, mix(y as u64, z as u64)), |h, x| mix(h, *x as u64))
    }

    #[device]
    fn windows_and_chunks(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l, 6];
        let mut h = 0u64;
        for w in v.windows(2) {
            h = mix(h, (w[0] ^ w[1]) as u64);
        }
        for c in v.chunks(2) {
            h = mix(h, c.iter().fold(0u32, |a, b| a.wrapping_add(*b)) as u64 + c.len() as u64);
        }
        for c in v.chunks_exact(2) {
            h = mix(h, c[1] as u64);
        }
        h = mix(h, v.windows(3).filter(|w| w[0] < w[2]).count() as u64);
        h
    }

    #[device]
    fn cut(v: &[u32], n: usize) -> u64 {
        let mut h = 0u64;
        for c in v.chunks(n).rev() {
            h = mix(h, c[0] as u64 + c.len() as u64);
        }
        for (i, w) in v.windows(n).enumerate() {
            h = mix(h, w[n - 1] as u64 + i as u64);
        }
        for c in v.chunks_exact(n).skip(1) {
            h = mix(h, c.iter().max().copied().unwrap() as u64);
        }
        h
    }
    #[device]
    fn windows_of_any_size(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k, input.l, 6, 7, 8];
        let n = input.k as usize % 9;
        if n == 0 {
            return 3;
        }
        let a = cut(&v, n);
        let b = cut(&v[..n.min(7)], n);
        let c = cut(&v[7..], n);
        mix(mix(a, b), c)
    }

    #[device]
    fn chunks_that_change(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, input.l, 6];
        for c in v.chunks_mut(2) {
            c.reverse();
            c[0] ^= 1;
        }
        for c in v[1..].chunks_exact_mut(3) {
            c.swap(0, 2);
        }
        let n = v.windows(2).filter(|w| w[0] < w[1]).map(|w| w[1] - w[0]).fold(0u32, |a, b| a.wrapping_add(b));
        let m = v.chunks(2).map(|c| c.iter().map(|x| *x as u64).sum::<u64>()).max().unwrap();
        let s = v.chunks(3).flat_map(|c| c.iter()).count();
        v.iter().fold(mix(n as u64, m + s as u64), |h, x| mix(h, *x as u64))
    }

    #[device]
    fn found_by_halves(v: &[u32], x: u32) -> usize {
        let (mut lo, mut hi) = (0, v.len());
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            if v[mid] < x {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        lo
    }
    #[device]
    fn merge(a: &[u32], b: &[u32], out: &mut [u32]) {
        let (mut i, mut j) = (0, 0);
        for slot in out.iter_mut() {
            if j >= b.len() || (i < a.len() && a[i] <= b[j]) {
                *slot = a[i];
                i += 1;
            } else {
                *slot = b[j];
                j += 1;
            }
        }
    }
    #[device]
    fn merged(input: &Input) -> u64 {
        let a = [input.k, 20, 30];
        let b = [input.l, 25];
        let mut o = [0; 5];
        merge(&a, &b, &mut o);
        let p = found_by_halves(&o, input.a);
        let mut t = [0; 8];
        merge(&o[..3], &a, &mut t[1..7]);
        o.iter().chain(&t).fold(p as u64, |h, x| mix(h, *x as u64))
    }

    #[device]
    fn butterfly(re: &mut [f32], im: &mut [f32]) {
        let n = re.len();
        let mut len = 2;
        while len <= n {
            for start in (0..n).step_by(len) {
                let half = len / 2;
                let (ra, rb) = re[start..start + len].split_at_mut(half);
                let (ia, ib) = im[start..start + len].split_at_mut(half);
                for k in 0..half {
                    let (x, y) = (rb[k], ib[k]);
                    rb[k] = ra[k] - x;
                    ib[k] = ia[k] - y;
                    ra[k] += x;
                    ia[k] += y;
                }
            }
            len *= 2;
        }
    }
    #[device]
    fn butterflies(input: &Input) -> u64 {
        let mut re = [input.x, 1.0, input.y, 2.0];
        let mut im = [0.0f32; 4];
        butterfly(&mut re, &mut im);
        re.iter().zip(&im).fold(0, |h, (a, b)| mix(h, (bits(*a) ^ bits(*b)) as u64))
    }

    #[device]
    fn swap_all<T: Copy>(a: &mut [T], b: &mut [T]) {
        for (x, y) in a.iter_mut().zip(b.iter_mut()) {
            let t = *x;
            *x = *y;
            *y = t;
        }
    }
    #[device]
    fn lengths<T: Copy, U: Copy>(a: &[T], b: &[U]) -> usize {
        a.len() * 10 + b.len()
    }
    #[device]
    fn first_or_other<T: Copy, const N: usize>(a: &[T], b: [T; N], c: T) -> T {
        if N > 1 { a[0] } else { c }
    }
    #[device]
    fn generic_that_change(input: &Input) -> u64 {
        let mut a = [input.a, 1];
        let mut b = [input.b, 2, 3];
        swap_all(&mut a, &mut b);
        {
            let (x, y) = b.split_at_mut(1);
            swap_all(x, &mut y[..1]);
        }
        swap_all(&mut b[..], &mut a);
        let n = lengths(&a, &b[1..]) + lengths(&mut a[1..], &mut b);
        mix(
            mix(a[0] as u64, b[0] as u64),
            mix(first_or_other(&a, [1, 2], 3) as u64, n as u64 + first_or_other(&b[1..], [5], 7) as u64),
        )
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Stack {
        d: [u32; 4],
        n: usize,
    }
    #[device]
    impl Stack {
        fn add<T: Copy>(&self, v: &[T]) -> usize {
            self.n + v.len()
        }
        fn put(&mut self, v: &[u32]) {
            for x in v {
                if self.n < 4 {
                    self.d[self.n] = *x;
                    self.n += 1;
                }
            }
        }
        fn of(v: &[u32]) -> Stack {
            let mut s = Stack { d: [0; 4], n: 0 };
            s.put(v);
            s
        }
    }
    #[device]
    fn of_methods(input: &Input) -> u64 {
        let v = [input.a, input.b, input.k];
        let mut s = Stack::of(&v[1..]);
        s.put(&v);
        s.put(&[1, 2]);
        let n = s.add(&v) + s.add(&[1.0f32, 2.0]) + s.add(&v[2..]);
        s.d.iter().fold(n as u64, |h, x| mix(h, *x as u64))
    }

    #[device]
    fn walked(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, 9];
        let mut it = &mut v[..];
        let mut n = 0u64;
        while it.len() > 1 {
            it[0] = it[0].wrapping_add(1);
            let m = it.len();
            let (_, rest) = it.split_at_mut(1);
            n += m as u64;
            it = rest;
        }
        v.iter().fold(n, |h, x| mix(h, *x as u64))
    }

    #[device]
    fn sort_by_parts(v: &mut [u32]) {
        let mut lo = [0usize; 16];
        let mut hi = [0usize; 16];
        let mut top = 1;
        lo[0] = 0;
        hi[0] = v.len();
        while top > 0 {
            top -= 1;
            let (l, h) = (lo[top], hi[top]);
            if h - l < 2 {
                continue;
            }
            let part = &mut v[l..h];
            let n = part.len();
            let p = part[n / 2];
            part.swap(n / 2, n - 1);
            let mut i = 0;
            for j in 0..n - 1 {
                if part[j] < p {
                    part.swap(i, j);
                    i += 1;
                }
            }
            part.swap(i, n - 1);
            lo[top] = l;
            hi[top] = l + i;
            top += 1;
            lo[top] = l + i + 1;
            hi[top] = h;
            top += 1;
        }
    }
    #[device]
    fn sorted_by_parts(input: &Input) -> u64 {
        let mut v = [input.a, input.b, input.k, 9, input.l, input.a ^ 5, 3];
        sort_by_parts(&mut v);
        v.iter().fold(0, |h, x| mix(h, *x as u64))
    }

    #[device]
    fn letters(v: &[u8]) -> u32 {
        let mut n = 0u32;
        let mut i = 0;
        while i < v.len() {
            match &v[i..] {
                [b'a', b'b', ..] => {
                    n += 10;
                    i += 2;
                }
                [b'a'..=b'z', ..] => {
                    n += 1;
                    i += 1;
                }
                _ => {
                    i += 1;
                }
            }
        }
        n
    }
    #[device]
    fn parsed(v: &[u8]) -> Option<u32> {
        let mut n = 0u32;
        for b in v {
            if !(b'0'..=b'9').contains(b) {
                return None;
            }
            n = n.checked_mul(10)?.checked_add((b - b'0') as u32)?;
        }
        Some(n)
    }
    #[device]
    fn bytes(input: &Input) -> u64 {
        let v = [b'a', b'b', b'0' + (input.k as u8 % 12), b'0' + (input.l as u8 % 12), b'x', input.a as u8];
        mix(
            letters(&v) as u64,
            mix(parsed(&v[2..4]).unwrap_or(1) as u64, parsed(&v[2..=2]).map_or(5, |x| x + 1) as u64),
        )
    }

    trait Totals {
        fn total(&self, v: &[u32]) -> u64;
        fn put(&self, v: &mut [u32]);
    }
    #[device]
    struct Added(u32);
    #[device]
    impl Totals for Added {
        fn total(&self, v: &[u32]) -> u64 {
            v.iter().fold(self.0 as u64, |h, x| mix(h, *x as u64))
        }
        fn put(&self, v: &mut [u32]) {
            for (i, x) in v.iter_mut().enumerate() {
                *x ^= self.0 + i as u32;
            }
        }
    }
    #[device]
    fn both<S: Totals>(s: &S, v: &mut [u32]) -> u64 {
        s.put(v);
        s.put(&mut v[1..]);
        s.total(v) ^ s.total(&v[1..])
    }
    #[device]
    fn traits(input: &Input) -> u64 {
        let mut v = [input.a, input.b, 3];
        both(&Added(input.k), &mut v) ^ both(&Added(1), &mut v[..2])
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Heap {
        v: [u32; 8],
        n: usize,
    }
    #[device]
    impl Heap {
        fn push(&mut self, x: u32) {
            self.v[self.n] = x;
            self.n += 1;
            let live = &mut self.v[..self.n];
            let mut i = live.len() - 1;
            while i > 0 && live[(i - 1) / 2] > live[i] {
                live.swap((i - 1) / 2, i);
                i = (i - 1) / 2;
            }
        }
        fn pop(&mut self) -> Option<u32> {
            if self.n == 0 {
                return None;
            }
            let top = self.v[0];
            self.n -= 1;
            self.v[0] = self.v[self.n];
            sift(&mut self.v[..self.n]);
            Some(top)
        }
    }
    #[device]
    fn sift(v: &mut [u32]) {
        let mut i = 0;
        loop {
            let l = 2 * i + 1;
            if l >= v.len() {
                return;
            }
            let c = if l + 1 < v.len() && v[l + 1] < v[l] { l + 1 } else { l };
            if v[i] <= v[c] {
                return;
            }
            v.swap(i, c);
            i = c;
        }
    }
    #[device]
    fn heaps(input: &Input) -> u64 {
        let mut h = Heap { v: [0; 8], n: 0 };
        for x in [input.a, input.b, input.k, input.l, 7] {
            h.push(x);
        }
        let mut m = 0u64;
        while let Some(x) = h.pop() {
            m = mix(m, x as u64);
        }
        m
    }

    #[device]
    fn dot(a: &[f32], b: &[f32]) -> f32 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }
    #[device]
    fn product(m: &[[f32; 3]], v: &[f32], out: &mut [f32]) {
        for (row, o) in m.iter().zip(out.iter_mut()) {
            *o = dot(row, v);
        }
    }
    #[device]
    fn polynomial(c: &[f64], x: f64) -> f64 {
        c.iter().rev().fold(0.0, |s, c| s * x + c)
    }
    #[device]
    fn products(input: &Input) -> u64 {
        let m = [[1.0, 2.0, 3.0], [0.5, input.x, 1.0], [input.y, 0.0, 1.0]];
        let mut o = [0.0; 3];
        product(&m, &[1.0, 2.0, 3.0], &mut o);
        product(&m[1..], &o.clone(), &mut o[1..]);
        mix(mix(bits(o[0]) as u64, bits(o[1]) as u64), long_bits(polynomial(&[1.0, 2.0, input.u], 0.5)))
    }

    #[device]
    fn count_below<T: PartialOrd>(v: &[T], x: &T) -> usize {
        let mut n = 0;
        for y in v {
            if y < x {
                n += 1;
            }
        }
        n
    }
    #[device]
    fn last_from_first(v: &mut [i32], f: i32) -> Option<i32> {
        let first = v.first()?;
        let d = *first + f.wrapping_mul(2);
        let last = v.len().checked_sub(1)?;
        v[last] = d;
        v.get(1).copied()
    }
    #[device]
    fn left_early(input: &Input) -> u64 {
        let mut v = [input.i / 4, input.j / 4, 5];
        let n = count_below(&v, &3) + count_below(&v[1..], &input.i) + count_below(&[input.x, input.y], &0.0);
        let o = last_from_first(&mut v[input.k as usize % 4..], input.i / 8).unwrap_or(-1);
        mix(n as u64, o as u32 as u64 ^ v[2] as u32 as u64)
    }

    #[device]
    fn let_else(input: &Input) -> u64 {
        let v = [input.a, input.b, 3, 4];
        let s = if input.k < 3 { None } else { Some(&v[..input.k as usize % 4]) };
        let Some(s) = s else { return 5 };
        let (a, rest) = match s {
            [] => return 6,
            [a, rest @ ..] => (*a, rest),
        };
        let b = match rest.split_last() {
            Some((b, _)) => *b,
            None => 3,
        };
        let c: u32 = s.iter().chain(rest).copied().fold(0, |a, b| a ^ b);
        mix(mix(a as u64, b as u64), c as u64 + rest.len() as u64)
    }

    #[device]
    fn exchanged_parts(input: &Input) -> u64 {
        let mut a = [1u32, 2, 3, 4, 5, 6];
        let n = input.k as usize % 6;
        let (left, right) = a.split_at_mut(n);
        let m = left.len().min(right.len());
        left[..m].swap_with_slice(&mut right[..m]);
        a[0] as u64
    }

    #[device]
    fn fill_front(v: &[u32], out: &mut [u32]) -> usize {
        let n = v.len().min(out.len());
        out[..n].copy_from_slice(&v[..n]);
        n
    }
    #[device]
    fn filled(input: &Input) -> u64 {
        let v = [input.a, input.b, 3];
        let mut o = [0u32; 5];
        let mut n = 0;
        n += fill_front(&v, &mut o[n..]);
        n += fill_front(&v[1..], &mut o[n..]);
        let [a, b] = [&o[..1], &o[1..]];
        mix(mix(n as u64, a[0] as u64), b[b.len() - 1] as u64)
    }
}
