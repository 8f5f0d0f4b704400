//! What functions and methods of the user's give: places to change, references and slices, by themselves and in options, results, tuples and
//! arrays; and values, which stay values.

conformance! {
    program Given;
    cases |input| {
        changed_in_place(input),
        methods_of_what_is_lent(input),
        copied_and_replaced(input),
        options_of_places(input),
        matched_with_guards(input),
        or_else(input),
        unwrapped_and_mapped(input),
        exchanged(input),
        slices_gone_over(input),
        iterators_over_slices(input),
        elements_changed(input),
        methods_of_slices(input),
        patterns_of_slices(input),
        parts_of_slices(input),
        split(input),
        arguments(input),
        functions_of_functions(input),
        one_of_two(input),
        slices_that_shrink(input),
        pairs(input),
        found(input),
        chosen_slices(input),
        numbers_stay_values(input),
        arrays_stay_values(input),
        options_stay_values(input),
        tuples_stay_values(input),
        structs_stay_values(input),
        order_of_calls(input),
        builders(input),
        builders_of_new_values(input),
        tops(input),
        mutable_slices(input),
        halves(input),
        whole_arrays(input),
        shared_halves(input),
        patterns_with_rest(input),
        chosen_places(input),
        chosen_options(input),
        closures_on_options(input),
        order_of_reads(input),
        order_of_arguments(input),
        read_beside_changes(input),
        closures(input),
        captured(input),
        taken_and_filled(input),
        borrowed_again(input),
        handed_on(input),
        from_functions_that_choose(input),
        slices_of_two(input),
        results_stay_values(input),
        through_fields(input),
        generic_types(input),
        by_a_trait(input),
        generic_functions(input),
        out_of_blocks(input),
        out_of_borrows(input),
        new_values_lent(input),
        constants_lent(input),
        of_new_values(input),
        pointed_on(input),
        pointed_elsewhere(input),
        kept_in_aggregates(input),
        aggregates_of_references(input),
        in_iterators(input),
        handed_to_closures(input),
        compared(input),
        results_and_options(input),
        out_of_loops(input),
        results_of_references(input),
        matched_results(input),
        out_of_results(input),
        results_as_parameters(input),
        borrowed_options(input),
    }

    use crate::input::mix;

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Cell {
        count: u32,
        sum: u64,
    }
    #[device]
    impl Cell {
        fn add(&mut self, v: u32) -> u32 {
            self.count += 1;
            self.sum += v as u64;
            self.count
        }
        fn told(&self) -> u64 {
            self.sum * 7 + self.count as u64
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Grid {
        cells: [Cell; 12],
        width: usize,
    }
    #[device]
    impl Grid {
        fn new(a: u32) -> Self {
            let mut cells = [Cell { count: 0, sum: 0 }; 12];
            for i in 0..12 {
                cells[i].count = a.wrapping_mul(i as u32 + 3) % 97;
                cells[i].sum = i as u64;
            }
            Grid { cells, width: 4 }
        }
        fn row(&self, y: usize) -> &[Cell] {
            &self.cells[y * self.width..(y + 1) * self.width]
        }
        fn row_mut(&mut self, y: usize) -> &mut [Cell] {
            let w = self.width;
            &mut self.cells[y * w..(y + 1) * w]
        }
        fn at(&self, x: usize, y: usize) -> &Cell {
            &self.cells[y * self.width + x]
        }
        fn at_mut(&mut self, x: usize, y: usize) -> &mut Cell {
            let i = y * self.width + x;
            &mut self.cells[i]
        }
        fn get_cell(&mut self, x: usize, y: usize) -> Option<&mut Cell> {
            if x < self.width && y < 3 { Some(&mut self.cells[y * 4 + x]) } else { None }
        }
        fn total(&self) -> u64 {
            let mut t = 0_u64;
            for c in self.cells {
                t = t.wrapping_mul(31).wrapping_add(c.told());
            }
            t
        }
    }

    #[device]
    pub fn sum(cells: &[Cell]) -> u64 {
        cells.iter().fold(0, |s, c| mix(s, c.told()))
    }
    #[device]
    pub fn clear(cells: &mut [Cell]) {
        for c in cells {
            c.count = 0;
        }
    }
    #[device]
    pub fn bump(c: &mut Cell, by: u32) -> &mut Cell {
        c.count += by;
        c
    }
    #[device]
    pub fn larger<'a>(a: &'a mut u32, b: &'a mut u32) -> &'a mut u32 {
        if *a > *b { a } else { b }
    }
    #[device]
    pub fn rest(v: &[u32]) -> &[u32] {
        if v.is_empty() { v } else { &v[1..] }
    }
    #[device]
    pub fn pair(v: &mut [u32]) -> (&mut u32, &mut [u32]) {
        let (a, b) = v.split_at_mut(1);
        (&mut a[0], b)
    }
    #[device]
    pub fn find<'a>(v: &'a mut [u32], k: u32) -> Option<&'a mut u32> {
        for x in v {
            if *x % 4 == k {
                return Some(x);
            }
        }
        None
    }
    #[device]
    pub fn tail(v: &[u32]) -> Option<&[u32]> {
        if v.len() > 2 { Some(&v[2..]) } else { None }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Rng {
        state: u32,
    }
    #[device]
    impl Rng {
        fn next(&mut self) -> u32 {
            self.state = self.state.wrapping_mul(1664525).wrapping_add(1013904223);
            self.state >> 8
        }
        fn pair(&mut self) -> (u32, u32) {
            (self.next(), self.next())
        }
        fn maybe(&mut self) -> Option<u32> {
            let n = self.next();
            if n % 3 == 0 { None } else { Some(n) }
        }
        fn three(&mut self) -> [u32; 3] {
            [self.next(), self.next(), self.next()]
        }
        fn cell(&mut self) -> Cell {
            Cell { count: self.next() % 50, sum: self.next() as u64 }
        }
        fn me(&mut self) -> &mut Self {
            self.next();
            self
        }
        fn state_mut(&mut self) -> &mut u32 {
            &mut self.state
        }
        fn set(&mut self, v: u32) -> &mut Rng {
            self.state = v;
            self
        }
        fn res(&mut self) -> Result<u32, i32> {
            let n = self.next();
            if n % 4 == 0 { Err(n as i32 % 9) } else { Ok(n) }
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack {
        items: [u32; 8],
        len: usize,
    }
    #[device]
    impl Stack {
        fn new() -> Self {
            Stack { items: [0; 8], len: 0 }
        }
        fn push(&mut self, v: u32) -> &mut Self {
            if self.len < 8 {
                self.items[self.len] = v;
                self.len += 1;
            }
            self
        }
        fn top(&mut self) -> Option<&mut u32> {
            if self.len == 0 { None } else { Some(&mut self.items[self.len - 1]) }
        }
        fn items(&self) -> &[u32] {
            &self.items[..self.len]
        }
        fn items_mut(&mut self) -> &mut [u32] {
            let n = self.len;
            &mut self.items[..n]
        }
        fn bump(&mut self) -> Option<u32> {
            let t = self.top()?;
            *t += 1;
            Some(*t)
        }
        fn halves(&mut self) -> (&mut [u32], &mut [u32]) {
            let n = self.len;
            self.items[..n].split_at_mut(n / 2)
        }
        fn array(&mut self) -> &mut [u32; 8] {
            &mut self.items
        }
        fn split(&self, at: usize) -> (&[u32], &[u32]) {
            self.items().split_at(at.min(self.len))
        }
        fn all(&self) -> u64 {
            let mut t = self.len as u64;
            for x in self.items {
                t = mix(t, x as u64);
            }
            t
        }
    }

    #[device]
    pub fn at_or(g: &mut Grid, k: usize) -> Result<&mut Cell, u32> {
        if k < 12 { Ok(&mut g.cells[k]) } else { Err(k as u32) }
    }
    #[device]
    pub fn seen(g: &Grid, k: usize) -> Result<&Cell, u32> {
        g.cells.get(k).ok_or(9)
    }
    #[device]
    pub fn part_of(g: &Grid, y: usize) -> Result<&[Cell], u8> {
        if y < 3 { Ok(g.row(y)) } else { Err(4) }
    }
    #[device]
    pub fn both(g: &Grid, y: usize) -> Result<u64, u32> {
        let c = seen(g, y)?;
        let row = part_of(g, y).map_err(|e| e as u32)?;
        let d = {
            let z = seen(g, y + 1)?;
            &z.sum
        };
        Ok(c.told() + row.len() as u64 + *d)
    }
    #[device]
    pub fn change(g: &mut Grid, k: usize) -> Result<u32, u32> {
        at_or(g, k)?.count += 3;
        let c = at_or(g, k + 1)?;
        c.add(2);
        let d = g.get_cell(k, 1).ok_or(5_u32)?;
        d.count ^= 1;
        Ok(d.count)
    }

    #[device]
    pub fn changed_in_place(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        g.at_mut(1, k).count += 5;
        g.at_mut(2, 0).add(r.k);
        *g.at_mut(3, 1) = Cell { count: 4, sum: 9 };
        g.total()
    }

    #[device]
    pub fn methods_of_what_is_lent(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let cell = g.at_mut(k, k);
        cell.count += 3;
        let n = cell.add(4);
        cell.sum ^= n as u64;
        g.total()
    }

    #[device]
    pub fn copied_and_replaced(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let cell = g.at_mut(k, 1);
        *cell = Cell { count: cell.count + 1, sum: 2 };
        let c = *cell;
        cell.count = 77;
        g.total() ^ c.told()
    }

    #[device]
    pub fn options_of_places(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        if let Some(cell) = g.get_cell(r.k as usize % 5, k) {
            cell.count = 1000;
            cell.add(3);
        }
        g.total()
    }

    #[device]
    pub fn matched_with_guards(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        match g.get_cell(r.k as usize % 5, k) {
            Some(cell) if cell.count > 40 => cell.count -= 40,
            Some(cell) => {
                *cell = Cell { count: 1, sum: 1 };
            }
            None => {
                g.width = 3;
            }
        }
        g.total()
    }

    #[device]
    pub fn or_else(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let Some(cell) = g.get_cell(r.k as usize % 5, 2) else {
            return 5;
        };
        cell.add(3);
        let more = cell.told();
        mix(g.total(), more)
    }

    #[device]
    pub fn unwrapped_and_mapped(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        g.get_cell(1, k).unwrap().count = 9;
        g.get_cell(2, k).map(|c| c.add(7));
        let n = g.get_cell(4, k).is_some();
        g.total() ^ n as u64
    }

    #[device]
    pub fn exchanged(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        std::mem::swap(g.at_mut(0, 0), &mut Cell { count: r.k, sum: 3 });
        let old = std::mem::replace(g.at_mut(1, k), Cell { count: 1, sum: 2 });
        g.total() ^ old.told()
    }

    #[device]
    pub fn slices_gone_over(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let row = g.row(k);
        let mut t = 0;
        for c in row {
            t = mix(t, c.told());
        }
        for i in 0..row.len() {
            t = mix(t, row[i].sum);
        }
        t
    }

    #[device]
    pub fn iterators_over_slices(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let t: u64 = g.row(k).iter().map(|c| c.sum).sum();
        let m = g.row(1).iter().map(|c| c.count).max().unwrap_or(0);
        t ^ m as u64 ^ g.row(2)[k].told() ^ g.row(0).len() as u64
    }

    #[device]
    pub fn elements_changed(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        for c in g.row_mut(k) {
            c.count += 1;
        }
        for (i, c) in g.row_mut(1).iter_mut().enumerate() {
            c.sum = i as u64 * 5;
        }
        g.row_mut(2)[3].count = 8;
        g.row_mut(0).swap(1, 2);
        g.total()
    }

    #[device]
    pub fn methods_of_slices(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let row = g.row_mut(k);
        row[0].count = 3;
        row[1].add(4);
        row.reverse();
        row.fill(row[0]);
        let n = row.len();
        g.total() ^ n as u64
    }

    #[device]
    pub fn patterns_of_slices(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        if let [a, .., b] = g.row(k) { mix(a.told(), b.told()) } else { 3 }
    }

    #[device]
    pub fn parts_of_slices(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let row = &g.row(k)[1..3];
        row.first().map_or(3, |c| c.told()) ^ row.last().unwrap().sum ^ row.iter().filter(|c| c.count > 30).count() as u64
    }

    #[device]
    pub fn split(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let (a, b) = g.row_mut(k).split_at_mut(2);
        a[0].count += b[1].count;
        std::mem::swap(&mut a[1], &mut b[0]);
        g.total()
    }

    #[device]
    pub fn arguments(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let t = sum(g.row(k));
        clear(g.row_mut(k));
        mix(t, g.total()) ^ sum(g.row(0)) ^ sum(&g.row(1)[1..])
    }

    #[device]
    pub fn functions_of_functions(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        bump(g.at_mut(1, k), 4).add(3);
        bump(bump(&mut g.cells[0], 1), 2).count += 3;
        let c = bump(&mut g.cells[k], 9);
        c.sum = 4;
        g.total()
    }

    #[device]
    pub fn one_of_two(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let (mut a, mut b) = (r.a % 100, r.k);
        *larger(&mut a, &mut b) += 7;
        let x = larger(&mut a, &mut b);
        *x -= 1;
        let y = *x;
        *x = 3;
        (a as u64) << 32 ^ (b as u64) ^ (y as u64) << 16
    }

    #[device]
    pub fn slices_that_shrink(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let v = [r.a, r.k, 9, 4];
        let w = rest(rest(&v));
        let mut t = 0_u64;
        let mut u = rest(&v);
        while !u.is_empty() {
            t = mix(t, u[0] as u64);
            u = rest(u);
        }
        t ^ w.len() as u64 ^ w[0] as u64
    }

    #[device]
    pub fn pairs(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut v = [r.a, r.k, 9, 4];
        let (first, others) = pair(&mut v);
        *first ^= others[1];
        others[0] = *first;
        let p = pair(&mut v);
        *p.0 += 0;
        p.1[2] = 8;
        (v[0] as u64) << 32 ^ (v[1] as u64) << 8 ^ v[3] as u64
    }

    #[device]
    pub fn found(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut v = [r.a, r.k, 9, 4];
        if let Some(x) = find(&mut v, 1) {
            *x = 77;
        }
        *find(&mut v, 0).unwrap_or(&mut 5) = 3;
        let t = tail(&v).map_or(0, |s| s.len());
        (match tail(&v) {
            Some([a, b]) => mix(*a as u64, *b as u64),
            Some(s) => s[0] as u64,
            None => 1,
        }) ^ t as u64
            ^ (v[0] ^ v[1]) as u64
    }

    #[device]
    pub fn chosen_slices(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let w = if r.k % 2 == 0 { g.row(0) } else { g.row(k) };
        let e: &[Cell] = if r.k % 3 == 0 { &g.row(1)[..0] } else { g.row(2) };
        let o = Some(g.row(1));
        let a = [g.row(0), g.row(2)];
        sum(w) ^ sum(e) ^ o.map_or(0, sum) ^ a[k % 2][1].told() ^ (g.row(1), 3).0[2].sum
    }

    #[device]
    pub fn numbers_stay_values(r: &Input) -> u64 {
        let mut q = Rng { state: r.a };
        let mut n = q.next();
        let m = n;
        n += 1;
        let o = n;
        n = q.next();
        mix(n as u64, m as u64) ^ o as u64
    }

    #[device]
    pub fn arrays_stay_values(r: &Input) -> u64 {
        let mut q = Rng { state: r.a };
        let a = q.three();
        let mut b = a;
        b[0] = 5;
        let mut t = 0;
        for x in q.three() {
            t += x % 7;
        }
        for mut x in q.three() {
            x += 1;
            t += x % 5;
        }
        mix(a[0] as u64, b[0] as u64) ^ t as u64
    }

    #[device]
    pub fn options_stay_values(r: &Input) -> u64 {
        let mut q = Rng { state: r.a };
        let m = q.maybe();
        let t = match m {
            Some(n) => {
                let mut o = n;
                o += 1;
                q.next();
                mix(o as u64, n as u64)
            }
            None => 3,
        };
        let w = match q.maybe() {
            Some(mut n) => {
                n /= 2;
                q.state = 3;
                n
            }
            None => 1,
        };
        t ^ w as u64 ^ q.next() as u64
    }

    #[device]
    pub fn tuples_stay_values(r: &Input) -> u64 {
        let mut q = Rng { state: r.a };
        let (a, b) = q.pair();
        let (mut x, y) = q.pair();
        x += a;
        let p = q.pair();
        let mut z = p.0;
        z += 1;
        mix(mix(a as u64, b as u64), mix(x as u64, y as u64)) ^ mix(p.0 as u64, z as u64)
    }

    #[device]
    pub fn structs_stay_values(r: &Input) -> u64 {
        let mut q = Rng { state: r.a };
        let c = q.cell();
        let mut d = c;
        d.count += 1;
        d.add(5);
        let e = q.cell().count;
        let Cell { count, mut sum } = q.cell();
        sum += 1;
        mix(c.told(), d.told()) ^ e as u64 ^ count as u64 ^ sum
    }

    #[device]
    pub fn order_of_calls(r: &Input) -> u64 {
        let mut q = Rng { state: r.a };
        let x = q.next() + q.next() * 2 ^ q.next();
        let a = [q.next(), q.next()];
        let t = (q.next(), q.state, q.next());
        let i = q.state;
        mix(x as u64, a[0] as u64 ^ a[1] as u64) ^ mix(t.0 as u64, t.1 as u64) ^ mix(t.2 as u64, i as u64)
    }

    #[device]
    pub fn builders(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut q = Rng { state: r.a };
        let old = q;
        let n = q.next();
        let same = old == q;
        let f = q.me().next() + q.me().state;
        q.me().me().state += 3;
        let w = q.set(9).set(r.k).next();
        *q.state_mut() ^= 5;
        let st = q.state_mut();
        *st += 2;
        let keep = *st;
        *st = 0;
        mix(n as u64 + same as u64, f as u64) ^ w as u64 ^ keep as u64 ^ q.state as u64
    }

    #[device]
    pub fn builders_of_new_values(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let t = Stack::new().push(4).push(r.k).push(9).all();
        let u = *Stack::new().push(r.l).top().unwrap();
        mix(t, u as u64)
    }

    #[device]
    pub fn tops(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        if let Some(t) = s.top() {
            *t += 5;
        }
        while let Some(t) = s.top() {
            if *t > 1000 {
                break;
            }
            *t = *t * 2 + 1;
        }
        *s.top().unwrap() ^= 8;
        let n = s.bump().unwrap_or(3);
        s.all() ^ n as u64
    }

    #[device]
    pub fn mutable_slices(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let items = s.items_mut();
        items[0] = 4;
        items.swap(0, 1);
        let l = items.len();
        for x in items.iter_mut() {
            *x += 1;
        }
        for x in items {
            *x ^= l as u32;
        }
        s.all()
    }

    #[device]
    pub fn halves(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let (a, b) = s.halves();
        for x in a.iter_mut().zip(b.iter()) {
            *x.0 += *x.1;
        }
        b[0] = a[0];
        let n = a.len() * 10 + b.len();
        s.all() ^ n as u64
    }

    #[device]
    pub fn whole_arrays(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        s.array()[3] = 9;
        let a = s.array();
        a[0] = 1;
        let b = *a;
        a[1] = 77;
        for x in a {
            *x += 1;
        }
        let z = s.array().len();
        mix(s.all(), b[1] as u64) ^ z as u64
    }

    #[device]
    pub fn shared_halves(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let (a, b) = s.split(k);
        let mut t = 0_u64;
        for x in a {
            t = mix(t, *x as u64);
        }
        for &x in b {
            t = mix(t, x as u64 + 3);
        }
        t ^ a.len() as u64 * 5 ^ b.first().copied().unwrap_or(9) as u64
    }

    #[device]
    pub fn patterns_with_rest(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let t = s.items();
        let first = t[0];
        let v = match t {
            [] => 1,
            [a] => *a,
            [a, rest @ ..] => *a + rest.len() as u32 * 3 + rest[0],
        };
        let w = matches!(s.items(), [_, _, 7]);
        let x = if let &[a, b, c] = s.items() { a ^ b ^ c } else { 5 };
        (first ^ v) as u64 ^ w as u64 ^ x as u64
    }

    #[device]
    pub fn chosen_places(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let r1 = if r.k % 2 == 0 { g.at_mut(0, 0) } else { g.at_mut(1, k) };
        r1.count = 3;
        r1.add(2);
        let r2 = match k {
            0 => g.at_mut(2, 2),
            1 => &mut g.cells[5],
            _ => {
                g.width = 4;
                g.at_mut(3, 0)
            }
        };
        *r2 = Cell { count: 1, sum: 99 };
        g.total()
    }

    #[device]
    pub fn chosen_options(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let o = if r.k % 2 == 0 { g.get_cell(1, k) } else { None };
        let n = o.is_some();
        if let Some(c) = o {
            c.count += 100;
        }
        let Some(c) = g.get_cell(k, k) else { return 1 };
        c.count += 1;
        let d = c;
        d.count += 1;
        g.total() ^ n as u64
    }

    #[device]
    pub fn closures_on_options(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let n = g.get_cell(k, 1).map(|c| {
            c.count += 4;
            c.count
        });
        let m = g.get_cell(9, 1).map_or(5, |c| c.add(1));
        let t = g.get_cell(1, 1).and_then(|c| {
            c.sum = 6;
            if c.count > 20 { Some(c.count) } else { None }
        });
        let b = g.get_cell(k, 2).is_some_and(|c| c.count > 50);
        g.total() ^ n.unwrap_or(0) as u64 ^ m as u64 ^ t.unwrap_or(8) as u64 ^ b as u64
    }

    #[device]
    pub fn order_of_reads(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let v = *g.at_mut(0, k);
        let w = g.at_mut(0, k).count
            + {
                g.cells[0].count = 5;
                1
            }
            + g.at_mut(0, 0).count;
        let x = {
            let c = g.at_mut(1, 1);
            c.count += 2;
            c.count
        } * 3
            + g.at(1, 1).count;
        mix(v.told() + w as u64, x as u64) ^ g.total()
    }

    #[device]
    pub fn order_of_arguments(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let i = g.at_mut(k, 0).add(1) as usize % 3;
        g.cells[i].count += g.cells[1].add(2);
        let a = [g.at_mut(0, 1).add(3), g.cells[4].count, g.at_mut(0, 1).add(3)];
        let t = (
            g.at(0, 1).count,
            {
                g.at_mut(0, 1).count = 0;
                4
            },
            g.at(0, 1).count,
        );
        mix(a[0] as u64, a[1] as u64) ^ mix(a[2] as u64, t.0 as u64) ^ mix(t.1, t.2 as u64) ^ g.total()
    }

    #[device]
    pub fn read_beside_changes(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let row = g.row(k);
        let x = row[0].count
            + {
                let mut z = row[1];
                z.add(4)
            }
            + row[2].count;
        let c = g.at_mut(k, k);
        let y = c.count
            + {
                c.count += 7;
                3
            }
            + c.count;
        x as u64 ^ y as u64 * 7 ^ g.total()
    }

    #[device]
    pub fn closures(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut q = Rng { state: r.a };
        let f = |c: &mut Cell| {
            c.count += 3;
            c.count
        };
        let a = f(g.at_mut(1, 1));
        let b = f(g.get_cell(k, 2).unwrap());
        let h = |n: u32| n + 1;
        let z = h(q.next());
        g.total() ^ a as u64 ^ b as u64 ^ z as u64
    }

    #[device]
    pub fn captured(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut pick = |i: usize| g.cells[i].add(2);
        let a = pick(k);
        let b = pick(1);
        (a ^ b) as u64 ^ g.total()
    }

    #[device]
    pub fn taken_and_filled(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let a = std::mem::take(s.top().unwrap());
        let b = std::mem::replace(s.top().unwrap(), 6);
        s.items_mut().copy_from_slice(&[a, b, 3]);
        s.items_mut()[1..].fill(4);
        (a.wrapping_add(b)) as u64 ^ s.all()
    }

    #[device]
    pub fn borrowed_again(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let c = g.at_mut(k, 0);
        let r1 = &mut c.count;
        *r1 += 4;
        let r2 = &mut *c;
        r2.sum = 5;
        let r3 = &*c;
        let z = r3.count;
        let arr = &mut g.at_mut(1, 0).sum;
        *arr += z as u64;
        g.total()
    }

    #[device]
    pub fn fn_of(c: &mut Cell, w: &mut usize) {
        c.count += *w as u32;
        *w = 0;
    }
    #[device]
    pub fn two(c: Option<&mut Cell>, n: u32) -> u64 {
        match c {
            Some(c) => {
                c.count ^= n;
                c.sum
            }
            None => 4,
        }
    }
    #[device]
    pub fn handed_on(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut q = Rng { state: r.a };
        let mut w = g.width;
        fn_of(g.at_mut(0, 1), &mut w);
        let t = two(g.get_cell(k, k), q.next());
        let u = two(None, 3);
        g.total() ^ t ^ u
    }

    #[device]
    pub fn biggest(cells: &mut [Cell]) -> &mut Cell {
        let mut best = 0;
        for i in 1..cells.len() {
            if cells[i].count > cells[best].count {
                best = i;
            }
        }
        &mut cells[best]
    }
    #[device]
    pub fn deep(g: &mut Grid, n: usize) -> &mut Cell {
        let row = g.row_mut(n % 3);
        if row[0].count > 40 {
            return &mut row[1];
        }
        biggest(&mut row[1..])
    }
    #[device]
    pub fn from_functions_that_choose(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let m = biggest(&mut g.cells);
        m.count = 0;
        let m2 = biggest(&mut g.cells[..3]);
        m2.sum += 9;
        let x = deep(&mut g, 3);
        x.count += 1;
        g.total()
    }

    #[device]
    pub fn tail_of(v: &[u32]) -> &[u32] {
        &v[1..]
    }
    #[device]
    pub fn longest<'a>(a: &'a [u32], b: &'a [u32]) -> &'a [u32] {
        if a.len() > b.len() { a } else { b }
    }
    #[device]
    pub fn slices_of_two(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let t = tail_of(&s.items);
        let u = tail_of(s.items());
        let v = longest(s.items(), &[1, 2]);
        let w = longest(tail_of(&s.items), s.items());
        (t.len() * 100 + u.len() * 10 + v.len() + w.len()) as u64 ^ v[0] as u64 ^ u[0] as u64
    }

    #[device]
    pub fn results_stay_values(r: &Input) -> u64 {
        let mut q = Rng { state: r.a };
        let e = match q.res() {
            Ok(n) => n as i32,
            Err(e) => e - 1,
        };
        let f = q.res().map(|n| n / 2).unwrap_or(7);
        let h = q.res().ok().unwrap_or(2);
        let mut sum = 0_u32;
        for _ in 0..4 {
            let Ok(n) = q.res() else { continue };
            sum = sum.wrapping_add(n);
        }
        mix(e as u64, f as u64) ^ h as u64 ^ sum as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct S2 {
        g: Grid,
        s: Stack,
    }
    #[device]
    impl S2 {
        fn cell(&mut self, k: usize) -> &mut Cell {
            self.g.at_mut(k, 1)
        }
        fn num(&mut self) -> &mut u32 {
            self.s.top().unwrap()
        }
        fn nums(&self) -> &[u32] {
            self.s.items()
        }
        fn nums_mut(&mut self) -> &mut [u32] {
            self.s.items_mut()
        }
    }
    #[device]
    pub fn through_fields(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let t = S2 { g, s };
        let mut t = t;
        t.cell(k).count = 4;
        *t.num() += 1;
        t.g.at_mut(1, k).add(1);
        let v = t.s.items().len();
        let w = t.nums().iter().sum::<u32>();
        t.nums_mut()[0] = 2;
        t.g.total() ^ t.s.all() ^ v as u64 ^ w as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct B<T> {
        v: [T; 3],
    }
    #[device]
    impl<T: Copy> B<T> {
        fn slot(&mut self, i: usize) -> &mut T {
            &mut self.v[i]
        }
        fn both(&mut self) -> (&mut T, &mut T) {
            let (a, b) = self.v.split_at_mut(1);
            (&mut a[0], &mut b[0])
        }
    }
    #[device]
    pub fn generic_types(r: &Input) -> u64 {
        let mut b = B { v: [r.a, 3, 4] };
        *b.slot(1) += 2;
        let z = b.both();
        *z.0 = 5;
        *z.1 += *z.0;
        b.v[0] as u64 * 3 ^ b.v[1] as u64 * 5 ^ b.v[2] as u64
    }

    #[device]
    pub trait Parts {
        fn part(&mut self, i: usize) -> &mut u32;
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct P3 {
        x: u32,
        y: u32,
    }
    #[device]
    impl Parts for P3 {
        fn part(&mut self, i: usize) -> &mut u32 {
            if i == 0 { &mut self.x } else { &mut self.y }
        }
    }
    #[device]
    pub fn by_a_trait(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut p = P3 { x: r.k, y: 2 };
        *p.part(0) += 4;
        *p.part(1) = p.x;
        let w = p.part(k % 2);
        *w ^= 1;
        p.x as u64 * 100 ^ p.y as u64
    }

    #[device]
    pub fn pick<T>(v: &mut [T], i: usize) -> &mut T {
        &mut v[i]
    }
    #[device]
    pub fn part<T>(v: &[T], n: usize) -> &[T] {
        &v[n..]
    }
    #[device]
    pub fn generic_functions(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        *pick(&mut s.items, 1) = 5;
        *pick(&mut s.items, k) = 8;
        *pick(&mut g.cells, k) = Cell { count: 1, sum: 1 };
        let v = part(&g.cells, 2);
        let w = part(&s.items, 3);
        g.total() ^ s.all() ^ v.len() as u64 ^ w[0] as u64
    }

    #[device]
    pub fn out_of_blocks(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let x;
        {
            let c = g.cells.get(1).unwrap();
            x = c.told();
        }
        let n = if let Some(c) = g.cells.get(k) { c.told() } else { 0 };
        let m = match s.items().first() {
            Some(v) => Some(v).map(|z| *z + 1),
            None => None,
        };
        let f = {
            let c = g.cells.first().unwrap();
            &c.sum
        };
        let h = {
            let c = g.at(k, k);
            &c.count
        };
        x ^ n ^ m.unwrap_or(0) as u64 ^ *f ^ *h as u64
    }

    #[device]
    pub trait MeRef {
        fn me_ref(&self) -> &Self;
    }
    #[device]
    impl MeRef for Grid {
        fn me_ref(&self) -> &Self {
            self
        }
    }
    #[device]
    pub fn out_of_borrows(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let row = {
            let gg = g.me_ref();
            let h = gg.me_ref();
            h.row(k)
        };
        let c = {
            let row = g.row(1);
            let c = row.get(k).unwrap();
            c
        };
        let d = if k == 1 {
            let r2 = g.row(0);
            r2.last().unwrap()
        } else {
            g.at(3, 2)
        };
        row[1].told() ^ c.told() ^ d.told()
    }

    #[device]
    pub fn pickr<'a>(a: &'a u32, b: &'a u32, first: bool) -> &'a u32 {
        if first { a } else { b }
    }
    #[device]
    pub fn new_values_lent(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut q = Rng { state: r.a };
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let b = pickr(&s.items[0], &7, r.k % 2 == 0);
        let e = pickr(&g.cells[0].count, &(q.next() / 2), r.k % 3 == 0).wrapping_add(2);
        match pickr(&q.state, &(r.l / 2 + 1), r.k % 2 == 1) {
            n => mix(*n as u64, *b as u64 + e as u64),
        }
    }

    #[device]
    pub const TABLE: [u32; 4] = [3, 1, 4, 1];
    #[device]
    pub fn zero_or(s: &Stack, zero: bool) -> &u32 {
        if zero { &0 } else { &s.items[0] }
    }
    #[device]
    pub fn table(k: u32) -> &'static [u32] {
        if k % 2 == 0 { &TABLE } else { &TABLE[1..] }
    }
    #[device]
    pub fn unit(s: &Stack, k: usize) -> &u32 {
        s.items.get(k).unwrap_or(&17)
    }
    #[device]
    pub fn maybe(s: &Stack, k: usize) -> Option<&u32> {
        s.items.get(k)
    }
    #[device]
    pub fn named(s: &Stack) -> &u32 {
        let z = &41;
        if s.len > 2 {
            return z;
        }
        &s.items[1]
    }
    #[device]
    pub fn constants_lent(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let t = zero_or(&s, r.k % 2 == 0);
        let u = table(r.k);
        let w = unit(&s, k);
        let z = table(1).iter().sum::<u32>();
        *t as u64 ^ u[1] as u64 ^ *w as u64 ^ z as u64 ^ maybe(&s, 9).map_or(3, |x| *x) as u64 ^ *named(&s) as u64
    }

    #[device]
    pub fn of_new_values(r: &Input) -> u64 {
        let k = (r.k % 3) as usize;
        let a = Stack::new().push(3).push(r.k).items().len();
        let b = match Stack::new().push(r.l).items() {
            [x] => *x,
            _ => 1,
        };
        let mut sum = 0;
        for x in Stack::new().push(5).push(r.k).items() {
            sum ^= *x;
        }
        let t = Stack::new().push(8).top().map(|t| {
            *t += 1;
            *t
        });
        let u = if let Some(x) = Stack::new().push(2).top() {
            *x += 4;
            *x
        } else {
            0
        };
        a as u64 ^ mix(b as u64, sum as u64) ^ t.unwrap() as u64 ^ u as u64
    }

    #[device]
    pub fn pointed_on(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let mut best = g.at(0, 0);
        for y in 0..3 {
            for x in 0..4 {
                let c = g.at(x, y);
                if c.count > best.count {
                    best = c;
                }
            }
        }
        let mut last: Option<&Cell> = None;
        for y in 0..3 {
            let row = g.row(y);
            if row[1].count % 2 == 0 {
                last = row.first();
            }
        }
        let mut rest = g.row(1);
        let mut n = 0;
        while let [first, others @ ..] = rest {
            n = mix(n, first.told());
            rest = others;
        }
        best.told() ^ last.map_or(4, |c| c.told()) ^ n
    }

    #[device]
    pub fn pointed_elsewhere(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let mut node = s.top();
        if let Some(t) = node {
            *t += 1;
        }
        node = s.top();
        if let Some(t) = &mut node {
            **t += 2;
        }
        let mut cur = g.at_mut(0, 0);
        cur.count = 1;
        cur = g.at_mut(1, 1);
        cur.count = 2;
        cur = &mut g.cells[7];
        cur.add(3);
        g.total() ^ s.all()
    }

    #[device]
    pub fn kept_in_aggregates(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut q = Rng { state: r.a };
        let v = [g.at(0, 0), g.at(1, 1)];
        let p = (g.at(2, 0), q.next());
        let o = Some(g.at(k, 2));
        let t = [Some(g.at(0, 1)), None];
        v[k % 2].told()
            ^ p.0.told()
            ^ p.1 as u64
            ^ o.unwrap().told()
            ^ t[0].map_or(1, |c| c.told())
            ^ v.iter().map(|c| c.sum).sum::<u64>()
    }

    #[device]
    pub fn two_cells(g: &Grid) -> [&Cell; 2] {
        [&g.cells[0], g.at(1, 1)]
    }
    #[device]
    pub fn cell_and_row(g: &Grid, k: usize) -> (&Cell, &[Cell]) {
        (g.at(k, 0), g.row(k))
    }
    #[device]
    pub fn opts(s: &mut Stack) -> u32 {
        let (a, b) = s.halves();
        for x in a {
            *x += 1;
        }
        b.first().map_or(0, |x| *x) + b.iter().filter(|x| **x > 3).count() as u32
    }
    #[device]
    pub fn nested(g: &Grid, k: usize) -> Option<(&Cell, u32)> {
        let c = g.row(k).first()?;
        Some((c, 3))
    }
    #[device]
    pub fn aggregates_of_references(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let v = two_cells(&g);
        let (a, b) = cell_and_row(&g, k);
        let t = opts(&mut s);
        v[0].told()
            ^ v[1].sum
            ^ a.told()
            ^ b.len() as u64
            ^ t as u64
            ^ nested(&g, 1).map_or(0, |(c, n)| c.told() + n as u64)
    }

    #[device]
    pub fn in_iterators(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let rows = [0, 1, 2].map(|y| g.row(y).iter().map(|c| c.count).sum::<u32>());
        let big = (0..3).map(|y| g.row(y)).filter(|row| row[0].count > 20).map(|row| row.len()).sum::<usize>();
        let m = (0..3).map(|y| g.at(1, y)).max_by_key(|c| c.count).unwrap();
        let any = (0..4).any(|x| g.at(x, 1).sum == 5);
        let z = g.row(1).iter().zip(g.row(2)).map(|(a, b)| a.count ^ b.count).fold(0, |a, b| a ^ b);
        mix(rows[0] as u64, rows[1] as u64) ^ rows[2] as u64 ^ big as u64 ^ m.told() ^ any as u64 ^ z as u64
    }

    #[device]
    pub fn apply(f: impl Fn(&Cell) -> u64, c: &Cell) -> u64 {
        f(c)
    }
    #[device]
    pub fn handed_to_closures(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let f = |y: usize| g.row(y).len();
        let h = |c: &Cell| c.told();
        let a = h(g.at(0, 1));
        let i = apply(|c| c.sum + 1, g.at(2, 2));
        let o = g.cells.get(k).map(|c| c.told()).unwrap_or_default();
        let w = g.row(0).first().map(Cell::told).unwrap_or(2);
        f(k) as u64 ^ a ^ i ^ o ^ w
    }

    #[device]
    pub fn compared(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let mut s = Stack::new();
        s.push(r.k).push(r.l % 100).push(7);
        let e = g.row(1) == g.row(1);
        let l = s.items() < &[5, 5][..];
        let c = s.items().contains(&7);
        let st = s.items().starts_with(&[r.k]);
        let b = s.items().iter().copied().min();
        let x = s.top() == Some(&mut 7);
        let y = s.items().first() == Some(&r.k);
        let z = s.items().get(1).copied() == Some(4);
        let p = *g.at(0, 0) == *g.at(0, 0);
        e as u64
            ^ l as u64 * 2
            ^ c as u64 * 4
            ^ st as u64 * 8
            ^ b.unwrap() as u64 * 16
            ^ x as u64 * 32
            ^ y as u64 * 64
            ^ z as u64 * 128
            ^ p as u64 * 256
    }

    #[device]
    pub fn res(g: &mut Grid, k: usize) -> Result<u32, u32> {
        let c = g.get_cell(k, k).ok_or(4_u32)?;
        c.count += 9;
        Ok(c.count)
    }
    #[device]
    pub fn res2(g: &Grid, k: usize) -> Result<&Cell, u32> {
        if k < 3 { Ok(g.at(k, k)) } else { Err(7) }
    }
    #[device]
    pub fn wrap(g: &mut Grid, k: usize) -> Option<u32> {
        let c = res2(g, k).ok()?;
        Some(c.count)
    }
    #[device]
    pub fn results_and_options(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let t = res(&mut g, k).unwrap_or(3);
        let u = res2(&g, 5).is_err();
        let v = match res2(&g, k) {
            Ok(c) => c.told(),
            Err(e) => e as u64,
        };
        let w = wrap(&mut g, k);
        g.total() ^ t as u64 ^ u as u64 ^ v ^ w.unwrap_or(9) as u64
    }

    #[device]
    pub fn visit(g: &mut Grid, n: u32, t: &mut u64) -> u32 {
        let c = g.at_mut(n as usize % 4, 1);
        c.add(n);
        *t += c.sum;
        3
    }
    #[device]
    pub fn chain(g: &mut Grid, n: usize) -> &mut Cell {
        if n == 0 {
            return &mut g.cells[0];
        }
        if n % 2 == 0 {
            g.cells[n].count += 1;
            return g.at_mut(1, 1);
        }
        g.width = 4;
        let mut i = 0;
        loop {
            if g.at(i, 1).count > 30 {
                break g.at_mut(i, 1);
            }
            i += 1;
            if i == 4 {
                break &mut g.cells[3];
            }
        }
    }
    #[device]
    pub fn out_of_loops(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let mut total = 0;
        visit(&mut g, 3, &mut total);
        let last = chain(&mut g, 4);
        last.count += 1;
        g.total() ^ total
    }

    #[device]
    pub fn results_of_references(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let a = both(&g, k).unwrap_or(3);
        let b = change(&mut g, k * 5).unwrap_or(77);
        let e = change(&mut g, 12).unwrap_err();
        g.total() ^ a ^ b as u64 ^ e as u64
    }

    #[device]
    pub fn matched_results(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        match at_or(&mut g, k) {
            Ok(c) => c.count = 3,
            Err(e) => g.width = e as usize,
        }
        if let Ok(c) = at_or(&mut g, 14) {
            c.sum = 4;
        }
        let n = at_or(&mut g, 1).map(|c| {
            c.count += 1;
            c.count
        });
        let m = seen(&g, k).map_or(4, |c| c.told());
        let is = seen(&g, 20).is_err();
        at_or(&mut g, 2).unwrap().sum = 8;
        let t = seen(&g, k).ok().map(|c| c.sum);
        g.total() ^ n.unwrap_or(1) as u64 ^ m ^ is as u64 ^ t.unwrap()
    }

    #[device]
    pub fn out_of_results(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let row = {
            let r = part_of(&g, k);
            match r {
                Ok(row) => row,
                Err(_) => g.row(0),
            }
        };
        let c = {
            let c = seen(&g, 3).unwrap();
            &c.count
        };
        row[1].told() ^ *c as u64
    }

    #[device]
    pub fn told_of(r: Result<&Cell, u32>) -> u64 {
        match r {
            Ok(c) => c.told(),
            Err(e) => e as u64,
        }
    }
    #[device]
    pub fn results_as_parameters(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let held: Result<&Cell, u32> = if k == 1 { Err(3) } else { Ok(g.at(k, 0)) };
        let o = held.is_ok();
        let x = held.map_or_else(|e| e as u64, |c| c.told());
        let r2 = held;
        let y = r2.copied().unwrap_or(Cell { count: 1, sum: 2 });
        let w = told_of(held) + told_of(Err(4));
        x ^ y.told() ^ o as u64 ^ w
    }

    #[device]
    pub fn borrowed_options(r: &Input) -> u64 {
        let mut g = Grid::new(r.a);
        let k = (r.k % 3) as usize;
        let p = Some(5_u32).as_ref().map(|x| *x + 1);
        let o = g.cells.iter().find(|c| c.count % 2 == 1).ok_or(3_u32);
        let z = o.map(|c| c.sum).unwrap_or(7);
        let v: Result<u32, u32> = Ok(r.k);
        let rf = v.as_ref().map(|x| *x / 2).unwrap_or(1);
        let opt = Some(Cell { count: 2, sum: r.k as u64 });
        let rr = {
            let y = opt.as_ref().unwrap();
            &y.sum
        };
        p.unwrap() as u64 ^ z ^ rf as u64 ^ *rr
    }
}
