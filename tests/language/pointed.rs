//! Places that keep the references which functions give: variables, parts of tuples, arrays and options. They are borrowed, exchanged and
//! pointed elsewhere, and what they refer to stays.

conformance! {
    program Pointed;
    cases |input| {
        swapped(input),
        swapped_parts(input),
        replaced(input),
        assigned_through_references(input),
        assigned_together(input),
        options_chosen(input),
        options_changed(input),
        elements_pointed_elsewhere(input),
        parts_pointed_elsewhere(input),
        borrowed_by_patterns(input),
        values_stay_values(input),
        handed_on(input),
        chosen_or_left(input),
        kept_beside_jumps(input),
        slices_in_tuples(input),
    }

    use crate::input::mix;

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Cell {
        pub count: u32,
        pub sum: u64,
    }

    #[device]
    impl Cell {
        pub fn lent(&mut self) -> &mut u32 {
            &mut self.count
        }
        pub fn me(&mut self) -> &mut Cell {
            self.sum ^= 1;
            self
        }
        pub fn maybe(&mut self, is: bool) -> Option<&mut u32> {
            if is { Some(&mut self.count) } else { None }
        }
        pub fn number(&mut self) -> u32 {
            self.count ^= 3;
            self.count
        }
        pub fn told(&self) -> u64 {
            mix(self.count as u64, self.sum)
        }
    }

    #[device]
    pub fn count(cell: &Cell) -> &u32 {
        &cell.count
    }

    #[device]
    pub fn larger<'a>(a: &'a mut Cell, b: &'a mut Cell) -> &'a mut Cell {
        if a.count > b.count { a } else { b }
    }

    #[device]
    pub fn pair<'a>(a: &'a mut Cell, b: &'a mut Cell) -> (&'a mut u32, &'a mut u32) {
        (&mut a.count, &mut b.count)
    }

    #[device]
    pub fn both<'a>(a: &'a mut Cell, b: &'a mut Cell, is: bool) -> [Option<&'a mut Cell>; 2] {
        if is { [Some(a), None] } else { [Some(b), Some(a)] }
    }

    #[device]
    pub fn nested<'a>(a: &'a mut Cell, b: &'a Cell) -> (&'a mut Cell, (&'a u32, u32)) {
        (a, (&b.count, 4))
    }

    #[device]
    pub fn point<'a>(to: &mut &'a mut u32, cell: &'a mut Cell) {
        *to = &mut cell.count;
    }

    #[device]
    pub fn cells(r: &Input) -> [Cell; 3] {
        [Cell { count: r.a, sum: r.p }, Cell { count: r.b, sum: r.q }, Cell { count: r.k, sum: 3 }]
    }

    #[device]
    pub fn all(cells: &[Cell; 3]) -> u64 {
        mix(mix(cells[0].told(), cells[1].told()), cells[2].told())
    }

    #[device]
    pub fn swapped(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let (mut x, mut y) = (a.lent(), b.lent());
            for _ in 0..r.k % 4 {
                std::mem::swap(&mut x, &mut y);
                *x ^= 9;
            }
            *y = 2;
        }
        {
            let (mut x, mut y) = (count(&a), count(&b));
            if r.l % 2 == 0 {
                std::mem::swap(&mut x, &mut y);
            }
            c.count = x.wrapping_add(y.wrapping_mul(3));
        }
        {
            let mut x = &mut a;
            let mut y = b.me();
            std::mem::swap(&mut x, &mut y);
            x.count ^= 1;
            std::mem::swap(x, y);
            y.count ^= 4;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn swapped_parts(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let mut x = (a.lent(), 1_u32);
            let mut y = b.lent();
            std::mem::swap(&mut x.0, &mut y);
            *x.0 ^= x.1;
            *y = 9;
        }
        {
            let mut both = pair(&mut a, &mut b);
            std::mem::swap(&mut both.0, &mut both.1);
            *both.0 = 1;
        }
        {
            let mut all = [a.lent(), b.lent(), c.lent()];
            let (first, rest) = all.split_at_mut(1);
            std::mem::swap(&mut first[0], &mut rest[1]);
            all.swap(0, 1);
            *all[0] ^= 2;
            *all[1] ^= 4;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn replaced(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let mut x = a.lent();
            let old = std::mem::replace(&mut x, b.lent());
            *old ^= 1;
            *x ^= 2;
            c.count = std::mem::replace(x, 7);
        }
        {
            let mut x = a.maybe(r.k % 2 == 0);
            let old = std::mem::replace(&mut x, b.maybe(true));
            if let Some(old) = old {
                *old ^= 4;
            }
            if let Some(x) = x.take() {
                *x ^= 8;
            }
            c.sum ^= x.is_some() as u64;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn assigned_through_references(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let mut x = a.lent();
            let z = &mut x;
            *z = b.lent();
            **z ^= 5;
            *x ^= 2;
        }
        {
            let mut x = a.me();
            let z = &mut x;
            z.count ^= 4;
            *z = larger(&mut b, &mut c);
            z.me().sum ^= 8;
            x.count ^= 2;
        }
        {
            let (mut x, mut y) = (a.lent(), b.lent());
            let mut z = &mut x;
            **z ^= 3;
            z = &mut y;
            *z = &mut c.count;
            **z ^= 7;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn assigned_together(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let (mut x, mut y) = (a.lent(), b.lent());
            (x, y) = (y, x);
            *x ^= 1;
            [x, y] = [y, x];
            *x ^= 2;
            *y ^= 4;
        }
        {
            let (mut x, mut y) = (count(&a), count(&b));
            (x, y) = (y, x);
            c.count = x.wrapping_sub(*y);
        }
        {
            let (mut x, mut y) = (a.number(), b.number());
            (x, y) = (y, x);
            c.count ^= x.wrapping_mul(3) ^ y;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn options_chosen(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        let one = if r.k % 2 == 0 { Some(a.lent()) } else { None };
        if let Some(x) = one {
            *x ^= 1;
        }
        let one = match r.k % 3 {
            0 => Some(a.lent()),
            1 => Some(b.lent()),
            _ => None,
        };
        if let Some(x) = one {
            *x ^= 2;
        }
        let mut later = None;
        for k in 0..3 {
            if k == r.l % 4 {
                later = Some((c.lent(), k));
                break;
            }
        }
        if let Some((x, k)) = later {
            *x ^= k + 5;
        }
        let block = {
            let inner = Some(nested(&mut a, &b));
            inner
        };
        if let Some((x, (y, z))) = block {
            x.count = *y ^ z;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn options_changed(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        let is = r.k % 2 == 0;
        {
            let mut x = Some(a.lent());
            let z = &mut x;
            *z = b.maybe(is);
            if let Some(y) = z {
                **y ^= 1;
                *y = c.lent();
            }
            if let Some(y) = x.as_mut() {
                **y ^= 2;
            }
            if let Some(x) = x {
                *x ^= 4;
            }
        }
        {
            let mut x = both(&mut a, &mut b, is);
            if let Some(y) = &mut x[0] {
                y.count ^= 3;
                *y = &mut c;
                y.sum ^= 8;
            }
            for y in &mut x {
                if let Some(z) = y {
                    z.count ^= 16;
                }
            }
            x.swap(0, 1);
            for y in x {
                if let Some(z) = y {
                    z.sum ^= 32;
                }
            }
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn elements_pointed_elsewhere(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        let k = (r.k % 2) as usize;
        {
            let mut x = [a.lent(), b.lent()];
            x[k] = c.lent();
            *x[0] ^= 1;
            let z = &mut x[1];
            **z ^= 2;
            for z in x.iter_mut() {
                **z ^= 4;
            }
            let [p, q] = x;
            let y = [q, p];
            *y[0] ^= 8;
        }
        {
            let mut x = [(a.lent(), 1_u32), (b.lent(), 2)];
            x[k].0 = c.lent();
            for (y, k) in x.iter_mut() {
                **y ^= *k;
                *k += 1;
            }
            let [(p, i), (q, j)] = x;
            *p ^= j;
            *q ^= i;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn parts_pointed_elsewhere(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let mut x = pair(&mut a, &mut b);
            let z = &mut x.0;
            *z = c.lent();
            **z ^= 4;
            *x.0 ^= 8;
            *x.1 ^= 7;
        }
        {
            let mut x = pair(&mut a, &mut b);
            x.1 = c.lent();
            *x.1 ^= 3;
            let (p, q) = x;
            *p ^= *q;
        }
        {
            let chosen = if r.k % 2 == 0 { (a.lent(), 1_u32) } else { (&mut b.count, 2) };
            let (x, k) = chosen;
            *x ^= k;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn borrowed_by_patterns(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let mut x = a.lent();
            match &mut x {
                z => **z ^= 3,
            }
            let ref mut z = x;
            *z = b.lent();
            *x ^= 9;
        }
        {
            let mut x = a.maybe(r.k % 2 == 0);
            if let Some(ref mut y) = x {
                *y = c.lent();
                **y ^= 4;
            }
            if let Some(y) = x {
                *y ^= 1;
            }
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn values_stay_values(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        let mut x = a.number();
        let z = &mut x;
        *z = b.number();
        *z ^= 1;
        c.count = x;
        let mut s = *a.me();
        let z = &mut s;
        z.count ^= 3;
        *z = *b.me();
        z.sum ^= 9;
        std::mem::swap(&mut s, &mut c);
        all(&[a, b, c]) ^ s.told()
    }

    #[device]
    pub fn handed_on(r: &Input) -> u64 {
        let [mut a, mut b, mut c] = cells(r);
        {
            let mut x: &mut u32 = a.lent();
            {
                let z = &mut x;
                point(z, &mut b);
                **z ^= 3;
            }
            point(&mut x, &mut c);
            *x ^= 9;
        }
        {
            let (mut x, mut y) = (a.lent(), b.lent());
            let mut exchange = || {
                std::mem::swap(&mut x, &mut y);
                *x ^= 7;
            };
            exchange();
            exchange();
            *y ^= 5;
        }
        all(&[a, b, c])
    }

    #[device]
    pub fn chosen_or_left(r: &Input) -> u64 {
        let [mut a, mut b, c] = cells(r);
        let x = if r.k == 3 { return 7 } else { a.lent() };
        let first = Some(2_099_382_302).xor(None).or(Some(*x)).unwrap();
        *x ^= first;
        let y = match r.k % 3 {
            0 => return 9,
            1 => &mut b.count,
            _ => b.lent(),
        };
        let second = Some(*y).or(Some(c.count)).unwrap();
        *y ^= second ^ 3;
        all(&[a, b, c])
    }

    #[device]
    pub fn larger_number<'a>(a: &'a u32, b: &'a u32) -> &'a u32 {
        if a > b { a } else { b }
    }

    #[device]
    pub fn kept_beside_jumps(r: &Input) -> u64 {
        let later = 'l: {
            if r.k > 7 {
                break 'l r.b;
            }
            r.l
        };
        let both = [
            *larger_number(&r.a, &740),
            'v: {
                if r.k > 7 {
                    break 'v r.b;
                }
                r.l
            },
        ];
        mix(mix(both[0] as u64, both[1] as u64), later as u64)
    }

    #[device]
    pub fn halves(values: &mut [u32; 4]) -> (&mut [u32], &mut [u32]) {
        values.split_at_mut(2)
    }

    #[device]
    pub fn slices_in_tuples(r: &Input) -> u64 {
        let mut values = [r.a, r.b, r.k, r.l];
        match halves(&mut values) {
            ([first, ..], [.., last]) => std::mem::swap(first, last),
            _ => return 3,
        }
        if let ([_, second], [third, ..]) = halves(&mut values) {
            *second ^= *third;
            *third ^= 5;
        }
        mix(mix(values[0] as u64, values[1] as u64), mix(values[2] as u64, values[3] as u64))
    }
}
