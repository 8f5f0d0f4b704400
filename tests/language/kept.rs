//! References that C++ keeps: in variables that are pointed elsewhere, in tuples, arrays and options.

conformance! {
    program Kept;
    cases |input| {
        given_later(input),
        given_to_variables_without_a_value(input),
        copies_given_later(input),
        pairs_of_references(input),
        chosen_by_an_index(input),
        loops_over_references(input),
        the_best_so_far(input),
        the_best_to_change(input),
        swapped_variables(input),
        reborrowed(input),
        links_that_are_followed(input),
        changes_through_a_variable(input),
        chosen_pairs(input),
        compared_by_what_they_refer_to(input),
        out_of_a_loop(input),
        borrowed_literals(input),
        methods_of_options(input),
        taken_options(input),
        taken_apart(input),
        references_to_references(input),
        sorted_references(input),
        ping_pong(input),
        read_in_order(input),
        pointed_elsewhere_between_operands(input),
        copies_of_references(input),
        pointed_elsewhere_in_a_branch(input),
        question_marks(input),
        options_out_of_loops(input),
        pairs_as_arguments(input),
        arrays_as_arguments(input),
        options_as_arguments(input),
        pairs_in_options(input),
        references_to_new_values(input),
        constants_of_a_block(input),
        jumps_beside_references(input),
        shared_references_of_changing_ones(input),
        loops_that_point_elsewhere(input),
        patterns_of_kept_references(input),
        results_with_references(input),
        references_to_self(input),
        references_behind_references(input),
        elements_of_new_arrays(input),
        elements_copied(input.a, input.b, input.k),
        copies_in_parameters(input.a, input.b, input.k),
        copies_in_generic_parameters(input.a, input.k, input.x),
        given_by_generic_functions(input.a, input.b, input.k),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub struct P {
        pub x: u32,
        pub y: u32,
    }

    #[device]
    impl P {
        pub fn bump(&mut self) -> u32 {
            self.x = self.x.wrapping_add(1);
            self.x
        }

        pub fn sum(&self) -> u32 {
            self.x.wrapping_add(self.y)
        }

        pub fn of<T: Copy>(&self, values: &[T; 2]) -> T {
            values[self.x as usize % 2]
        }
    }

    #[device]
    pub fn pairs_of_references(r: &Input) -> u64 {
        let x = r.a;
        let mut y = r.b;
        let pair = (&x, &mut y);
        *pair.1 = pair.1.wrapping_add(*pair.0);
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn chosen_by_an_index(r: &Input) -> u64 {
        let (a, b) = (r.a, r.b);
        let v = [&a, &b][(r.k % 2) as usize];
        *v as u64
    }

    #[device]
    pub fn loops_over_references(r: &Input) -> u64 {
        let mut a = r.a & 0xffff;
        let mut b = r.b & 0xffff;
        for q in [&mut a, &mut b] {
            *q += 1;
        }
        mix(a as u64, b as u64)
    }

    #[device]
    pub fn the_best_so_far(r: &Input) -> u64 {
        let v = [r.a, r.b, r.k, r.l];
        let mut best: Option<&u32> = None;
        for i in 0..4 {
            if best.is_none() || *best.unwrap() < v[i] {
                best = Some(&v[i]);
            }
        }
        if let Some(q) = best { *q as u64 } else { 7 }
    }

    #[device]
    pub fn the_best_to_change(r: &Input) -> u64 {
        let mut v = [r.a & 255, r.b & 255, r.k, r.l];
        {
            let mut best: Option<&mut u32> = None;
            for e in v.iter_mut() {
                if *e > 3 {
                    best = Some(e);
                }
            }
            if let Some(q) = best {
                *q = 1000;
            }
        }
        mix(mix(v[0] as u64, v[1] as u64), mix(v[2] as u64, v[3] as u64))
    }

    #[device]
    pub fn swapped_variables(r: &Input) -> u64 {
        let x = r.a;
        let y = r.b;
        let mut p = &x;
        let mut q = &y;
        if r.k > 3 {
            std::mem::swap(&mut p, &mut q);
        }
        mix(*p as u64, *q as u64)
    }

    #[device]
    pub fn reborrowed(r: &Input) -> u64 {
        let x = r.a;
        let mut y = r.b;
        let pair = (0, &mut y);
        let (mut p, mut q) = (&x, &(*pair.1));
        std::mem::swap(&mut p, &mut q);
        let mut last = &*pair.1;
        if r.k > 3 {
            last = &x;
        }
        let both = [&x, &*pair.1];
        let option = if r.k > 2 { Some(&*pair.1) } else { Some(&x) };
        mix(mix(*p as u64, *q as u64), mix(*last as u64, (*both[r.l as usize % 2] ^ *option.unwrap()) as u64))
    }

    #[device]
    pub fn links_that_are_followed(r: &Input) -> u64 {
        let next = [3_usize, 0, 1, 2];
        let vals = [
            P { x: r.a, y: 1 },
            P { x: r.b, y: 2 },
            P { x: r.k, y: 3 },
            P { x: r.l, y: 0 },
        ];
        let mut node = &vals[0];
        let mut s = 0_u64;
        for _ in 0..5 {
            s = mix(s, node.x as u64);
            node = &vals[next[node.y as usize]];
        }
        mix(s, node.sum() as u64)
    }

    #[device]
    pub fn changes_through_a_variable(r: &Input) -> u64 {
        let mut a = P { x: r.a, y: 1 };
        let mut b = P { x: r.b, y: 2 };
        {
            let mut cur = &mut a;
            cur.bump();
            cur.y = 9;
            cur = &mut b;
            cur.x = 5;
            cur.bump();
            *cur = P { x: cur.x, y: 77 };
        }
        mix(mix(a.x as u64, a.y as u64), mix(b.x as u64, b.y as u64))
    }

    #[device]
    pub fn chosen_pairs(r: &Input) -> u64 {
        let mut a = P { x: r.a, y: 1 };
        let mut b = P { x: r.b, y: 2 };
        {
            let (p, q) = if r.k > 7 {
                (&mut a, &mut b)
            } else {
                (&mut b, &mut a)
            };
            p.x = 1;
            q.y = p.x + 5;
            p.bump();
        }
        mix(mix(a.x as u64, a.y as u64), mix(b.x as u64, b.y as u64))
    }

    #[device]
    pub fn compared_by_what_they_refer_to(r: &Input) -> u64 {
        let (x, y) = (r.a, r.b);
        let t = (&x, &y);
        let u = (&y, &x);
        mix(
            (t == u) as u64,
            mix((t < u) as u64, (Some(&x) == Some(&y)) as u64),
        )
    }

    #[device]
    pub fn out_of_a_loop(r: &Input) -> u64 {
        let mut a = r.a;
        let mut b = r.b;
        let mut i = 0;
        let t = loop {
            i += 1;
            if i > r.k {
                break (&mut a, i);
            }
            if i > 6 {
                break (&mut b, 100);
            }
        };
        *t.0 = t.1;
        mix(a as u64, b as u64)
    }

    #[device]
    pub fn borrowed_literals(r: &Input) -> u64 {
        let x = r.a;
        let mut best: Option<&u32> = None;
        if r.k > 3 {
            best = Some(&7);
        }
        if r.k > 9 {
            best = Some(&x);
        }
        match best {
            Some(v) => *v as u64,
            None => 1,
        }
    }

    #[device]
    pub fn methods_of_options(r: &Input) -> u64 {
        let x = r.a;
        let y = r.b;
        let o: Option<&u32> = if r.k > 3 { Some(&x) } else { None };
        let z = o.unwrap_or(&y);
        let c = o.copied();
        mix(*z as u64, c.unwrap_or(4) as u64)
    }

    #[device]
    pub fn taken_options(r: &Input) -> u64 {
        let mut x = r.a;
        {
            let mut o = Some(&mut x);
            if r.k > 4 {
                if let Some(q) = o.take() {
                    *q = 1;
                }
            }
            if let Some(q) = o {
                *q = 2;
            }
        }
        x as u64
    }

    #[device]
    pub fn taken_apart(r: &Input) -> u64 {
        let x = r.a;
        let y = r.b;
        let mut p = &x;
        let mut q = &y;
        (p, q) = (q, p);
        let z = 3;
        if r.k > 4 {
            (p, q) = (q, &z);
        }
        mix(*p as u64, *q as u64)
    }

    #[device]
    pub fn references_to_references(r: &Input) -> u64 {
        let x = P { x: r.a, y: r.k };
        let y = P { x: r.b, y: 2 };
        let mut cur = &x;
        step(&mut cur, &y, r.k > 3);
        cur.x as u64
    }

    #[device]
    pub fn step<'a>(cur: &mut &'a P, other: &'a P, c: bool) {
        if c {
            *cur = other;
        } else if cur.y > 1 {
            let z = *cur;
            *cur = z;
        }
    }

    #[device]
    pub fn sorted_references(r: &Input) -> u64 {
        let a = r.a;
        let b = r.b;
        let c = r.k;
        let mut v = [&a, &b, &c];
        for i in 0..3 {
            for j in 0..2 {
                if v[j] > v[j + 1] {
                    v.swap(j, j + 1);
                }
            }
        }
        mix(*v[0] as u64, mix(*v[1] as u64, *v[2] as u64))
    }

    #[device]
    pub fn ping_pong(r: &Input) -> u64 {
        let mut a = [r.a, r.b];
        let mut b = [r.k, r.l];
        {
            let (mut src, mut dst) = (&mut a, &mut b);
            for i in 0..3_u32 {
                dst[0] = src[1] ^ i;
                dst[1] = src[0].wrapping_add(i);
                std::mem::swap(&mut src, &mut dst);
            }
        }
        mix(mix(a[0] as u64, a[1] as u64), mix(b[0] as u64, b[1] as u64))
    }

    #[device]
    pub fn read_in_order(r: &Input) -> u64 {
        let mut a = P { x: r.a & 255, y: 1 };
        let b = P { x: r.b & 255, y: 2 };
        let t = (&mut a, &b);
        let s = t.0.x + t.0.bump() * 3 + t.0.x * 7 + t.1.x;
        s as u64
    }

    #[device]
    pub fn pointed_elsewhere_between_operands(r: &Input) -> u64 {
        let x = r.a & 255;
        let y = r.b & 255;
        let mut cur = &x;
        let s = *cur
            + {
                cur = &y;
                *cur
            } * 3
            + *cur * 5;
        s as u64
    }

    #[device]
    pub fn copies_of_references(r: &Input) -> u64 {
        let x = r.a;
        let y = r.b;
        let mut t = (&x, 1_u32);
        let (p, n) = t;
        t.0 = &y;
        t.1 = 5;
        let q = t.0;
        mix(mix(*p as u64, n as u64), mix(*q as u64, *t.0 as u64 + t.1 as u64))
    }

    #[device]
    pub fn pointed_elsewhere_in_a_branch(r: &Input) -> u64 {
        let x = r.a;
        let y = r.b;
        let mut o = Some(&x);
        let mut s = 0;
        if let Some(p) = o {
            o = if r.k > 3 { None } else { Some(&y) };
            s = mix(s, *p as u64);
        }
        match o {
            Some(p) => mix(s, *p as u64),
            None => s,
        }
    }

    #[device]
    pub fn question_marks(r: &Input) -> u64 {
        q(r.a, r.k).unwrap_or(5) as u64
    }

    #[device]
    pub fn q(a: u32, k: u32) -> Option<u32> {
        let o = if k > 4 { Some(&a) } else { None };
        let v = o?;
        let w = *o? ^ 3;
        Some(*v / 2 + w / 2)
    }

    #[device]
    pub fn options_out_of_loops(r: &Input) -> u64 {
        let v = [r.a, r.b, r.k, r.l];
        let mut i = 0;
        let f = loop {
            if i == 4 {
                break None;
            }
            if v[i] > 20 {
                break Some(&v[i]);
            }
            i += 1;
        };
        match f {
            Some(x) => *x as u64,
            None => 2,
        }
    }

    #[device]
    pub fn pairs_as_arguments(r: &Input) -> u64 {
        let mut a = r.a & 255;
        let b = r.b & 255;
        two((&mut a, &b));
        two((&mut a, &7));
        a as u64
    }

    #[device]
    pub fn two(t: (&mut u32, &u32)) {
        let (x, y) = t;
        *x = *x * 3 + *y;
    }

    #[device]
    pub fn arrays_as_arguments(r: &Input) -> u64 {
        let mut a = r.a & 255;
        let mut b = r.b & 255;
        all([&mut a, &mut b], 5);
        let s = sum3([&a, &b, &9]);
        mix(s as u64, a as u64)
    }

    #[device]
    pub fn all(v: [&mut u32; 2], n: u32) {
        for x in v {
            *x += n;
        }
    }

    #[device]
    pub fn sum3(v: [&u32; 3]) -> u32 {
        let mut s = 0;
        for x in &v {
            s = s * 3 + **x;
        }
        s
    }

    #[device]
    pub fn options_as_arguments(r: &Input) -> u64 {
        let a = r.a;
        let v = [r.a, r.b, r.k];
        mix(opt(Some(&a)), mix(opt(None), mix(opt(v.get(1)), opt(first(&v)))))
    }

    #[device]
    pub fn opt(o: Option<&u32>) -> u64 {
        match o {
            Some(x) => *x as u64 + 1,
            None => 5,
        }
    }

    #[device]
    pub fn first(v: &[u32; 3]) -> Option<&u32> {
        if v[0] > 3 { Some(&v[0]) } else { None }
    }

    #[device]
    pub fn pairs_in_options(r: &Input) -> u64 {
        let mut v = [r.a & 255, r.b & 255, r.k];
        let mut best: Option<(&u32, usize)> = None;
        for (i, x) in v.iter().enumerate() {
            match best {
                Some((b, _)) if *b >= *x => {}
                _ => best = Some((x, i)),
            }
        }
        let (m, i) = match best {
            Some((m, i)) => (*m, i),
            None => (0, 9),
        };
        v[i] = 0;
        mix(m as u64, mix(i as u64, v[2] as u64))
    }

    #[device]
    pub fn references_to_new_values(r: &Input) -> u64 {
        let t = (&mut P { x: r.a & 255, y: 3 }, &mut [1, 2, 3]);
        t.0.bump();
        t.1[1] = t.0.x;
        mix(t.0.x as u64, t.1[1] as u64 + t.1[0] as u64)
    }

    #[device]
    pub fn constants_of_a_block(r: &Input) -> u64 {
        let x = r.a;
        let mut q = &x;
        if r.k > 4 {
            const N: u32 = 7;
            q = &N;
        }
        *q as u64
    }

    #[device]
    pub fn jumps_beside_references(r: &Input) -> u64 {
        let (a, b) = (r.a, r.b);
        let mut q = &a;
        q = match r.k % 3 {
            0 => &b,
            1 => {
                if r.l > 3 {
                    return 4;
                }
                q
            }
            _ => &8,
        };
        *q as u64
    }

    #[device]
    pub fn loops_that_point_elsewhere(r: &Input) -> u64 {
        let (a, b, c) = (r.a, r.b, r.k);
        let mut v = [&a, &b];
        for q in v.iter_mut() {
            if **q > 100 {
                *q = &c;
            }
        }
        for q in &mut v {
            if **q == 0 {
                *q = &b;
            }
        }
        mix(*v[0] as u64, *v[1] as u64)
    }

    #[device]
    pub fn patterns_of_kept_references(r: &Input) -> u64 {
        let (a, b) = (r.a, r.b);
        let mut t = (&a, 1_u32);
        match &mut t {
            (q, n) => {
                *q = &b;
                *n += 1;
            }
        }
        if let (ref mut q, 2) = t {
            if **q > 9 {
                *q = &a;
            }
        }
        mix(*t.0 as u64, t.1 as u64)
    }

    #[device]
    pub fn results_with_references(r: &Input) -> u64 {
        let v = [r.a & 255, r.b & 255, 3];
        let (lo, hi) = ends(&v);
        let mut w = *lo;
        w += *hi;
        let o = some_of(&v, r.k);
        mix(
            w as u64,
            match o {
                Some((a, i)) => *a as u64 + i as u64,
                None => 4,
            },
        )
    }

    #[device]
    pub fn ends(v: &[u32; 3]) -> (&u32, &u32) {
        let mut lo = &v[0];
        let mut hi = &v[0];
        for x in v {
            if x < lo {
                lo = x;
            }
            if x > hi {
                hi = x;
            }
        }
        (lo, hi)
    }

    #[device]
    pub fn some_of(v: &[u32; 3], k: u32) -> Option<(&u32, usize)> {
        for (i, x) in v.iter().enumerate() {
            if *x > k {
                return Some((x, i));
            }
        }
        None
    }

    #[device]
    pub fn references_to_self(r: &Input) -> u64 {
        let h = H {
            a: [r.a, 3],
            b: [r.b, 4],
        };
        h.walk(r.k)
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct H {
        pub a: [u32; 2],
        pub b: [u32; 2],
    }
    #[device]
    impl H {
        pub fn walk(&self, k: u32) -> u64 {
            let mut s = self;
            let other = H { a: self.b, b: self.a };
            let mut n = 0;
            for i in 0..3_u32 {
                n = mix(n, s.a[1] as u64 + s.b[0] as u64);
                if i == k {
                    s = &other;
                }
            }
            n
        }
    }

    #[device]
    pub fn references_behind_references(r: &Input) -> u64 {
        let mut a = r.a & 255;
        let mut o = Some(&mut a);
        if let Some(x) = &mut o {
            **x += 1;
        }
        if let Some(ref mut x) = o {
            **x += 1;
        }
        if let Some(x) = &o {
            if **x > 100 {
                return 3;
            }
        }
        a as u64
    }

    #[device]
    pub fn elements_of_new_arrays(r: &Input) -> u64 {
        let t = &[r.a, r.b, 3][(r.k % 3) as usize];
        let u = Some(&[1_u32, 2][(r.l % 2) as usize]);
        mix(
            *t as u64,
            match u {
                Some(x) => *x as u64,
                None => 0,
            },
        )
    }

    #[device]
    pub fn given_later(r: &Input) -> u64 {
        let values = [r.a, r.b, 3];
        let (mut best, mut before) = (&values[0], 0);
        let mut last = None;
        let mut second = None;
        for value in &values {
            if value > best {
                best = value;
                before += 1;
            }
            second = last;
            last = Some(value);
        }
        let mut pair = None;
        if r.k > 3 {
            pair = Some((&values[1], r.k));
        }
        let mut changed = [1, 2, 3];
        let mut place = None;
        if r.l > 3 {
            place = Some(&mut changed[1]);
        }
        if let Some(place) = place {
            *place += r.l;
        }
        let found = match second {
            Some(value) if *value > 2 => *value,
            _ => 7,
        };
        let paired = if let Some((value, k)) = pair { value ^ k } else { before };
        mix(mix(*last.unwrap() as u64, found as u64), mix(paired as u64, (changed[1] ^ best) as u64))
    }

    #[device]
    pub fn given_to_variables_without_a_value(r: &Input) -> u64 {
        let values = [r.a, r.b, 3];
        let first;
        {
            let inner = &values[r.k as usize % 3];
            first = inner;
        }
        let second;
        if r.k > 3 {
            second = &values[0];
        } else {
            second = &values[1];
        }
        let third;
        third = Some(&values[2]);
        mix(mix(*first as u64, *second as u64), *third.unwrap() as u64)
    }

    #[device]
    pub fn first_copy(values: &[u32; 3]) -> Option<&u32> {
        Some(&values[0])
    }

    #[device]
    pub fn copies_given_later(r: &Input) -> u64 {
        let values = [r.a, r.b, 3];
        let mut copy = None;
        if r.k > 3 {
            copy = first_copy(&values);
        }
        copy.copied().unwrap_or(4) as u64
    }

    /// What `get` and `last` of an array that keeps references give, and copies of that.
    #[device]
    pub fn elements_copied(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, k, 7];
        let kept = [&values[0], &b];
        let mut sum = *kept.get(1).copied().unwrap() ^ *kept.last().cloned().unwrap();
        sum ^= *kept.get(k as usize % 4).copied().unwrap_or(&values[2]);
        if let Some(first) = kept.first().copied() {
            sum = sum.rotate_left(3) ^ *first;
        }
        let options = [Some(&values[1]), None];
        for option in options.iter().copied() {
            if let Some(value) = option {
                sum = sum.rotate_left(3) ^ *value;
            }
        }
        match options.get(k as usize % 3) {
            Some(Some(value)) => sum ^= **value,
            Some(None) => sum ^= 5,
            None => sum ^= 9,
        }
        let found = options.get(k as usize % 3).copied().unwrap_or(Some(&values[2]));
        let pairs = [(&values[0], 1), (&b, 2)];
        let pair = pairs.get(1).copied().unwrap();
        let (last, number) = *pairs.last().unwrap();
        mix(sum as u64 ^ found.copied().unwrap_or(3) as u64, (*pair.0 ^ *last) as u64 + pair.1 + number)
    }

    #[device]
    pub fn middle(values: &[u32; 3]) -> &u32 {
        &values[1]
    }

    #[device]
    pub fn found(values: &[u32; 3], k: u32) -> Option<&u32> {
        values.get(k as usize % 4)
    }

    #[device]
    pub fn both_ends(values: &[u32; 3]) -> (&u32, Option<&u32>) {
        (&values[2], values.first())
    }

    #[device]
    pub fn folded(several: [&u32; 3], pair: (&u32, Option<&u32>), options: &[Option<&u32>; 2]) -> u32 {
        let mut sum = *pair.0;
        for value in several {
            sum = sum.rotate_left(3) ^ *value;
        }
        if let Some(value) = pair.1 {
            sum ^= *value;
        }
        for option in options {
            if let Some(value) = option {
                sum = sum.rotate_left(5) ^ **value;
            }
        }
        sum
    }

    /// What functions gave stands beside references in tuples, arrays and options.
    #[device]
    pub fn copies_in_parameters(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, k, 2];
        let first = folded([&b, middle(&values), &values[2]], both_ends(&values), &[found(&values, k), Some(&b)]);
        let second = folded([middle(&values); 3], (middle(&values), found(&values, k)), &[None, values.last()]);
        let several = [&b, middle(&values)];
        let pair = (middle(&values), Some(&b));
        let mut later = None;
        if k % 2 == 0 {
            later = found(&values, k);
        }
        let beside = [later.unwrap_or(&b), &values[0]];
        let second = second ^ *beside[a as usize % 2];
        let third = folded([several[0], several[1], pair.0], (pair.0, pair.1), &[Some(several[0]), None]);
        mix(first as u64, mix(second as u64, third as u64))
    }

    #[device]
    pub fn or<T: Copy>(value: Option<&T>, other: T) -> T {
        match value {
            Some(value) => *value,
            None => other,
        }
    }

    #[device]
    pub fn chosen_of<T: Copy, const N: usize>(values: &[T; N], references: [&T; N], k: u32) -> T {
        if k % 3 == 0 { values[0] } else { *references[k as usize % N] }
    }

    /// Another parameter says what the references are of.
    #[device]
    pub fn copies_in_generic_parameters(a: u32, k: u32, x: f32) -> u64 {
        let values = [a, k, 2];
        let sum = or(values.get(k as usize % 4), 5) ^ or(found(&values, k), a) ^ or(Some(&a), k) ^ or(None, 3);
        let float = or(if k % 2 == 0 { Some(&x) } else { None }, 2.5);
        mix(sum as u64 ^ chosen_of(&values, [&a, middle(&values), &k], k) as u64, bits(float))
    }

    #[device]
    pub fn at<T, const N: usize>(values: &[T; N], index: u32) -> &T {
        &values[index as usize % N]
    }

    #[device]
    pub fn smaller<'a, T: PartialOrd>(first: &'a T, second: &'a T) -> &'a T {
        if second < first { second } else { first }
    }

    // What they give keeps references where what they were handed does, and is a value again.
    #[device]
    pub fn given_by_generic_functions(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, k];
        let kept = [&values[2], &values[0], &values[1]];
        let ones = at(&kept, k).count_ones() ^ at(&[Some(&values[0]), None], k).copied().unwrap_or(3);
        let pair = smaller(&(kept[0], 1), &(kept[1], 0)).0;
        let points = [P { x: a, y: k }, P { x: k, y: b }];
        let sum = points[0].of(&[&points[1], &points[0]]).sum();
        mix(ones as u64 ^ *pair as u64, sum as u64)
    }

    // Values of a block that are left by jumps of the function: one is of a `&mut`, others are of places that cannot change.
    #[device]
    pub fn shared_references_of_changing_ones(input: &Input) -> u64 {
        let &Input { a, b, k, x, y, .. } = input;
        let (mut one, mut two) = (x, y);
        let (mut first, mut second) = (&mut one, &mut two);
        if k > 7 {
            std::mem::swap(&mut first, &mut second);
        }
        *second += 1.0;
        let chosen: &f32 = 'chosen: {
            if (if k == 3 { return 5 } else { a }) > b {
                break 'chosen &*first;
            }
            if k == 9 {
                break 'chosen second;
            }
            &x
        };
        let other: &f32 = 'chosen: {
            if (if k == 4 { return 6 } else { a }) > b {
                break 'chosen &y;
            }
            first
        };
        let (mut best, mut rounds) = (&x, 0);
        let found: &f32 = loop {
            rounds += 1;
            if (if k == 5 { return 7 } else { rounds }) > a % 4 {
                break if rounds == 2 { best } else { &*second };
            }
            best = &y;
        };
        mix(mix(bits(*chosen), bits(*other)), bits(*found))
    }
}
