//! Functions and methods that give `impl Iterator`.

conformance! {
    program GivenIterators;
    cases |input, log, at| {
        gone_over(input.a, input.k, input.l),
        asked_for_next(input.k, input.l),
        items_taken_at_once(input.k, input.l),
        searched(input.k, input.l),
        stages_behind(input.k, input.l),
        stages_within(input.a, input.k, input.l),
        of_fields(input.a, input.b, input.k),
        of_new_values(input.a, input.b),
        references_as_items(input.a, input.b, input.k),
        changed_items(input.a, input.b, input.k),
        changed_fields(input.a, input.k, input.l),
        changed_behind_functions(input.a, input.b),
        given_by_others(input.k, input.l),
        copies_that_closures_take(input.k, input.l),
        closures_that_change(input.k, input.l),
        only_when_asked(input.k, log, at),
        of_buffers(input.k, input.l, log, at),
        of_constants(input.k, input.l),
        of_own_types(input.k, input.l),
        out_of_variables(input.k),
        in_generic_functions(input.k, input.l, input.x),
        of_generic_types(input.a, input.k),
        handed_to_functions(input.k, input.l),
        cloned(input.k, input.l),
        kept_in_values(input.k, input.l),
        out_of_choices(input.k, input.l),
        of_other_items(input.k, input.l),
        beside_patterns(input.k, input.l),
        methods_called_iter(input.a, input.b, input.k),
        methods_called_iter_of_generic_types(input.a, input.k),
        methods_called_iter_of_traits(input.k),
    }

    use crate::input::{bits, mix};
    use std::ops::Mul;

    #[device]
    fn up(n: u32) -> impl Iterator<Item = u32> {
        0..n
    }

    #[device]
    fn between(from: u32, to: u32) -> impl Iterator<Item = u32> + Clone {
        from..to
    }

    #[device]
    fn neighbours(cell: u32, width: u32) -> impl Iterator<Item = u32> {
        (0..4_u32).map(move |k| cell.wrapping_add(k * width)).filter(|n| n % 3 != 1)
    }

    #[device]
    fn gone_over(a: u32, k: u32, l: u32) -> u64 {
        let mut sum = 0;
        for n in neighbours(a, k) {
            sum = mix(sum, n.into());
        }
        'outer: for x in up(k) {
            for y in up(l) {
                if y > x + 4 {
                    continue 'outer;
                }
                if x * y > 40 {
                    break 'outer;
                }
                sum = mix(sum, (x * y).into());
            }
        }
        for (x, y) in up(k).zip(up(l)) {
            sum = mix(sum, (x ^ y).into());
        }
        for x in up(k).chain(up(l)).chain(7..9) {
            sum = mix(sum, x.into());
        }
        sum
    }

    #[device]
    fn asked_for_next(k: u32, l: u32) -> u64 {
        let mut items = up(k);
        let mut sum = mix(items.next().unwrap_or(90).into(), items.nth(1).unwrap_or(91).into());
        for x in items.by_ref().take(2) {
            sum = mix(sum, x.into());
        }
        while let Some(x) = items.next() {
            sum = mix(sum, x.into());
            if x > l {
                break;
            }
        }
        mix(sum, items.count() as u64)
    }

    #[device]
    fn items_taken_at_once(k: u32, l: u32) -> u64 {
        let total: u32 = up(k).sum();
        let mut sum = mix(total.into(), up(l & 3).product::<u32>().into());
        sum = mix(sum, mix(up(k).count() as u64, up(l).last().unwrap_or(30).into()));
        mix(sum, mix(up(k).max().unwrap_or(31).into(), up(l).min().unwrap_or(32).into()))
    }

    #[device]
    fn searched(k: u32, l: u32) -> u64 {
        let mut items = up(l);
        let any = items.any(|x| x == k);
        let all = up(k).all(|x| x < l);
        let found = up(k).find(|x| x % 5 == 4).unwrap_or(50);
        let place = up(k).position(|x| x * x > l).unwrap_or(51);
        let best = up(k).max_by_key(|x| x ^ 5).unwrap_or(52);
        let sum = mix(u64::from(any) + 2 * u64::from(all), items.count() as u64);
        mix(sum, mix(mix(found.into(), place as u64), best.into()))
    }

    #[device]
    fn stages_behind(k: u32, l: u32) -> u64 {
        let few = up(k).skip(2).take(3).count() + up(k).step_by(2).count();
        let odd = up(l).filter(|x| x % 2 == 1).map(|x| x * k).sum::<u32>();
        let mut sum = mix(few as u64, odd.into());
        for (i, x) in up(k).skip_while(|x| *x < 3).enumerate() {
            sum = mix(sum, i as u64 + u64::from(x));
        }
        for x in up(4).flat_map(|x| between(x, l & 7)) {
            sum = mix(sum, x.into());
        }
        let mut ahead = up(k).peekable();
        while let Some(x) = ahead.next_if(|x| *x < l) {
            sum = mix(sum, x.into());
        }
        sum
    }

    #[device]
    fn numbered(n: u32) -> impl Iterator<Item = (usize, u32)> {
        (0..n).map(|x| x * 3).enumerate().skip(1).step_by(2)
    }

    #[device]
    fn sums(n: u32) -> impl Iterator<Item = u32> {
        (0..=n).scan(0, |sum, x| { *sum += x; Some(*sum) }).take_while(|sum| *sum < 40)
    }

    #[device]
    fn beside_others(n: u32) -> impl Iterator<Item = (u32, u32)> {
        (0..n).rev().zip(5..)
    }

    #[device]
    fn halves(n: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(n), |x| if *x > 1 { Some(x / 2) } else { None })
    }

    #[device]
    fn down(n: u32) -> impl Iterator<Item = u32> {
        let mut left = n;
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            Some(left * 2)
        })
    }

    #[device]
    fn one_after_the_other(n: u32) -> impl Iterator<Item = u32> {
        std::iter::repeat(n).take(4).chain(std::iter::once(n + 1)).chain([1, 2])
    }

    #[device]
    fn sifted(n: u32) -> impl Iterator<Item = u32> {
        (0..n).filter_map(|x| x.checked_sub(3)).skip_while(|x| x % 4 != 2).map_while(|x| if x < 11 { Some(x + 1) } else { None })
    }

    #[device]
    fn stages_within(a: u32, k: u32, l: u32) -> u64 {
        let mut sum = 0;
        for (i, x) in numbered(k) {
            sum = mix(sum, i as u64 ^ u64::from(x) << 8);
        }
        for (x, y) in beside_others(l) {
            sum = mix(sum, (x ^ y).into());
        }
        for x in sums(k).chain(halves(a)).chain(down(l)).chain(one_after_the_other(k)).chain(sifted(l * 2)) {
            sum = mix(sum, x.into());
        }
        sum
    }

    #[device]
    fn plus_one(n: &mut u32) -> u32 {
        *n += 1;
        *n
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Grid {
        cells: [[u32; 3]; 2],
        seed: u32,
    }

    #[device]
    impl Grid {
        fn new(seed: u32, other: u32) -> Self {
            Self { cells: [[seed, other, 3], [seed ^ other, 5, 6]], seed }
        }

        fn row(&self, y: usize) -> impl Iterator<Item = u32> + '_ {
            self.cells[y].iter().copied()
        }

        fn all(&self) -> impl Iterator<Item = u32> + '_ {
            self.row(0).chain(self.row(1)).map(|cell| cell ^ self.seed)
        }

        fn taken(self, y: usize) -> impl Iterator<Item = u32> {
            self.cells[y].into_iter().map(move |cell| cell ^ self.seed)
        }

        fn renewed(mut self, by: u32) -> impl Iterator<Item = u32> {
            self.seed ^= by;
            (0..by).map(move |x| x ^ self.seed)
        }

        fn from_one(seed: u32) -> impl Iterator<Item = Grid> {
            (0..2).map(move |other| Grid::new(seed, other))
        }

        fn slice(&self, from: usize) -> &[u32] {
            &self.cells[1][from..]
        }

        fn part(&self, from: usize) -> impl Iterator<Item = u32> + '_ {
            let slice = self.slice(from % 3);
            slice.iter().copied().rev()
        }

        fn references(&self, y: usize) -> impl Iterator<Item = &u32> {
            self.cells[y].iter()
        }

        fn larger(&self, least: u32) -> impl Iterator<Item = (usize, &u32)> {
            self.cells[0].iter().enumerate().filter(move |pair| *pair.1 > least)
        }

        fn row_mut(&mut self, y: usize) -> &mut [u32; 3] {
            &mut self.cells[y]
        }

        fn cells_mut(&mut self, y: usize) -> impl Iterator<Item = &mut u32> {
            self.cells[y].iter_mut()
        }

        fn behind_a_function(&mut self, y: usize) -> impl Iterator<Item = &mut u32> {
            self.row_mut(y).iter_mut().skip(1)
        }

        fn counted(&mut self, n: u32) -> impl Iterator<Item = u32> + '_ {
            let seed = &mut self.seed;
            (0..n).map(move |x| { *seed = seed.wrapping_mul(3) ^ x; *seed })
        }
    }

    #[device]
    fn of_fields(a: u32, b: u32, k: u32) -> u64 {
        let grid = Grid::new(a, b);
        let mut row = grid.row(1);
        let mut sum = row.next().unwrap_or(1).into();
        for x in row {
            sum = mix(sum, x.into());
        }
        for x in grid.all().chain(grid.taken(0)).chain(grid.part(k as usize)).chain(grid.renewed(k)) {
            sum = mix(sum, x.into());
        }
        sum
    }

    #[device]
    fn of_new_values(a: u32, b: u32) -> u64 {
        let mut sum = 0;
        for x in Grid::new(a, b).all() {
            sum = mix(sum, x.into());
        }
        let mut n = 1;
        let third = Grid::new(b, 1).all().nth(plus_one(&mut n) as usize).unwrap_or(8);
        let largest = Grid::new(a, b).all().max().unwrap_or(7) ^ plus_one(&mut n);
        sum = mix(sum, Grid::new(b, a).row(0).fold(0, |sum, x| mix(sum, x.into())));
        let seeds = Grid::from_one(a).map(|grid| grid.cells[1][0]).fold(0, |sum, x| mix(sum, x.into()));
        mix(mix(sum, seeds), mix(third.into(), largest.into()))
    }

    #[device]
    fn references_as_items(a: u32, b: u32, k: u32) -> u64 {
        let grid = Grid::new(a, b);
        let mut sum = 0;
        for x in grid.references(0) {
            sum = mix(sum, (*x).into());
        }
        for (i, x) in grid.larger(k) {
            sum = mix(sum, i as u64 ^ u64::from(*x));
        }
        let least = grid.references(1).min().copied().unwrap_or(9);
        let copies = grid.references(1).copied().filter(|x| x % 2 == 0).count();
        mix(sum, mix(least.into(), copies as u64))
    }

    #[device]
    fn slots(values: &mut [u32], from: usize) -> impl Iterator<Item = &mut u32> {
        values.iter_mut().skip(from)
    }

    #[device]
    fn changed_items(a: u32, b: u32, k: u32) -> u64 {
        let mut grid = Grid::new(a, b);
        for x in grid.cells_mut(0) {
            *x = x.wrapping_mul(3);
        }
        for x in grid.behind_a_function(1) {
            *x = x.wrapping_add(k);
        }
        let mut values = [a, b, k, 4];
        for x in slots(&mut values, 1) {
            *x ^= 5;
        }
        if let Some(x) = slots(&mut values, 2).next() {
            *x = x.wrapping_mul(7);
        }
        let sum = values.iter().fold(0, |sum, x| mix(sum, (*x).into()));
        grid.all().fold(sum, |sum, x| mix(sum, x.into()))
    }

    #[device]
    fn changed_fields(a: u32, k: u32, l: u32) -> u64 {
        let mut grid = Grid::new(a, k);
        let mut sum = 0;
        for x in grid.counted(l).take(3) {
            sum = mix(sum, x.into());
        }
        let between = grid.seed;
        let first = grid.counted(k).next().unwrap_or(2);
        mix(mix(sum, between.into()), mix(first.into(), grid.seed.into()))
    }

    /// Loops over what a function gives, which is a reference already.
    #[device]
    fn changed_behind_functions(a: u32, b: u32) -> u64 {
        let mut grid = Grid::new(a, b);
        for x in grid.row_mut(0).iter_mut().skip(1) {
            *x = x.wrapping_mul(5);
        }
        let each = grid.row_mut(1).iter_mut().skip(1);
        for x in each {
            *x = x.wrapping_add(3);
        }
        grid.all().fold(0, |sum, x| mix(sum, x.into()))
    }

    #[device]
    fn third(n: u32) -> impl Iterator<Item = u32> {
        second(n).map(|x| x + 1)
    }

    #[device]
    fn second(n: u32) -> impl Iterator<Item = u32> {
        first(n).skip(1)
    }

    #[device]
    fn first(n: u32) -> impl Iterator<Item = u32> {
        n / 2..n
    }

    #[device]
    fn given_by_others(k: u32, l: u32) -> u64 {
        let sum = third(k).fold(0, |sum, x| mix(sum, x.into()));
        let both = third(l).zip(second(k)).map(|(x, y)| x * y).sum::<u32>();
        mix(sum, both.into())
    }

    #[device]
    fn as_they_were(mut n: u32) -> impl Iterator<Item = u32> {
        let before = (0..3).map(move |x| x + n);
        n += 100;
        let add = move |x: u32| x + n;
        n *= 2;
        before.chain((0..3).map(add)).chain(std::iter::once(n))
    }

    #[device]
    fn copies_that_closures_take(k: u32, l: u32) -> u64 {
        let sum = as_they_were(k).fold(0, |sum, x| mix(sum, x.into()));
        mix(sum, as_they_were(l).skip(1).step_by(2).fold(0, |sum, x| mix(sum, x.into())))
    }

    #[device]
    fn both_change(n: u32) -> impl Iterator<Item = u32> {
        let mut count = n;
        let numbers = (0..n).map(move |x| { count ^= x * 3; count });
        numbers.filter(move |x| { count += 1; (x ^ count) % 3 != 0 })
    }

    #[device]
    fn closures_that_change(k: u32, l: u32) -> u64 {
        let mut items = both_change(k);
        let first = items.next().unwrap_or(3);
        let sum = items.fold(first.into(), |sum, x| mix(sum, x.into()));
        mix(sum, both_change(l).count() as u64)
    }

    #[device]
    fn loud(log: &Buffer<u32>, at: u32, n: u32) -> impl Iterator<Item = u32> + '_ {
        (0..n)
            .map(move |x| { log.set(at, log.get(at).wrapping_mul(31).wrapping_add(x)); x * 3 })
            .filter(move |x| { log.set(at + 1, log.get(at + 1).wrapping_mul(7).wrapping_add(*x)); x % 2 == 0 })
    }

    #[device]
    fn only_when_asked(k: u32, log: &Buffer<u32>, at: u32) -> u64 {
        log.set(at, 1);
        log.set(at + 1, 2);
        let mut items = loud(log, at, k);
        let before = log.get(at);
        let first = items.next().unwrap_or(3);
        let between = log.get(at) ^ log.get(at + 1);
        let second = items.next().unwrap_or(4).wrapping_add(log.get(at + 1));
        let sum = items.fold(0, |sum, x| mix(sum, x.into()));
        mix(mix(before.into(), first.into()), mix(mix(between.into(), second.into()), sum))
    }

    #[device]
    fn of_buffers(k: u32, l: u32, log: &Buffer<u32>, at: u32) -> u64 {
        log.set(at, k);
        log.set(at + 1, l);
        log.set(at + 2, 7);
        let words = words(log, at);
        log.set(at + 1, 99);
        let mut sum = 0;
        for x in words {
            sum = mix(sum, x.into());
            log.set(at + 2, x + 1);
        }
        sum
    }

    #[device]
    fn words(log: &Buffer<u32>, at: u32) -> impl Iterator<Item = u32> + '_ {
        (at..at + 3).map(|at| log.get(at))
    }

    #[device]
    const NUMBERS: [u32; 5] = [9, 8, 7, 6, 5];

    #[device]
    fn of_table(k: u32) -> impl Iterator<Item = u32> {
        NUMBERS.iter().map(move |x| x * k)
    }

    #[device]
    fn of_part(k: usize) -> impl Iterator<Item = u32> {
        [10, 20, 30][k % 3..].iter().map(|x| x + 1)
    }

    #[device]
    fn for_good() -> impl Iterator<Item = &'static u32> {
        [1_u32, 2, 3].iter()
    }

    #[device]
    fn of_constants(k: u32, l: u32) -> u64 {
        let (first, second) = (of_table(k), of_table(l));
        let mut sum = first.zip(second).fold(0, |sum, (x, y)| mix(sum, (x ^ y).into()));
        let items = for_good();
        for x in of_part(k as usize) {
            sum = mix(sum, x.into());
        }
        for x in items {
            sum = mix(sum, (*x).into());
        }
        sum
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Steps {
        at: u32,
        left: u32,
    }

    #[device]
    impl Iterator for Steps {
        type Item = u32;

        fn next(&mut self) -> Option<u32> {
            self.left = self.left.checked_sub(1)?;
            self.at = self.at.wrapping_mul(3).wrapping_add(1);
            Some(self.at)
        }
    }

    #[device]
    fn steps(at: u32) -> impl Iterator<Item = u32> {
        Steps { at, left: 5 }
    }

    #[device]
    fn odd_steps(steps: Steps) -> impl Iterator<Item = u32> {
        let each = steps;
        each.filter(|x| x % 2 == 1)
    }

    #[device]
    fn of_own_types(k: u32, l: u32) -> u64 {
        let sum = steps(k).fold(0, |sum, x| mix(sum, x.into()));
        odd_steps(Steps { at: l, left: k }).fold(sum, |sum, x| mix(sum, x.into()))
    }

    #[device]
    fn without_the_first(n: u32) -> impl Iterator<Item = u32> {
        let mut each = (0..n).map(|x| x ^ 3);
        each.next();
        each
    }

    #[device]
    fn by_the_first(n: u32) -> impl Iterator<Item = u32> {
        let mut each = up(n);
        let first = each.next().unwrap_or(7) + 2;
        each.map(move |x| x * first)
    }

    #[device]
    fn out_of_variables(k: u32) -> u64 {
        let sum = without_the_first(k).fold(0, |sum, x| mix(sum, x.into()));
        by_the_first(k).fold(sum, |sum, x| mix(sum, x.into()))
    }

    #[device]
    fn scaled<T: Copy + Mul<Output = T>>(values: [T; 3], by: T) -> impl Iterator<Item = T> {
        values.into_iter().map(move |x| x * by)
    }

    #[device]
    fn firsts<const N: usize>(values: [u32; N], count: usize) -> impl Iterator<Item = u32> {
        values.into_iter().take(count)
    }

    #[device]
    fn largest<const N: usize>(values: [u32; N]) -> u32 {
        let mut largest = 0;
        for x in firsts(values, N) {
            if x > largest {
                largest = x;
            }
        }
        largest
    }

    #[device]
    fn in_generic_functions(k: u32, l: u32, x: f32) -> u64 {
        let mut sum = 0;
        for x in scaled([k, l, 3], 7) {
            sum = mix(sum, x.into());
        }
        for y in scaled([x, 0.5, 3.0], 0.5) {
            sum = mix(sum, bits(y));
        }
        mix(firsts([k, l, 3, 4], k as usize).fold(sum, |sum, x| mix(sum, x.into())), largest([k, l]).into())
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Stack<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    #[device]
    impl<T: Copy, const N: usize> Stack<T, N> {
        fn from_below(&self) -> impl Iterator<Item = T> + '_ {
            self.items[..self.len].iter().copied()
        }

        fn from_above(&self) -> impl Iterator<Item = &T> {
            self.items[..self.len].iter().rev()
        }
    }

    #[device]
    fn of_generic_types(a: u32, k: u32) -> u64 {
        let stack = Stack { items: [a, 5, 6, 7], len: (k % 5) as usize };
        let sum = stack.from_below().fold(0, |sum, x| mix(sum, x.into()));
        let mut down = stack.from_above();
        mix(sum, mix(down.next().copied().unwrap_or(3).into(), down.count() as u64))
    }

    #[device]
    fn mixed(items: impl Iterator<Item = u32>) -> u64 {
        let mut sum = 0;
        for x in items {
            sum = mix(sum, x as u64);
        }
        sum
    }

    #[device]
    fn two_of(items: &mut impl Iterator<Item = u32>) -> u32 {
        items.next().unwrap_or(1) ^ items.next().unwrap_or(2) << 3
    }

    #[device]
    fn even(items: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
        items.filter(|x| x % 2 == 0)
    }

    #[device]
    fn handed_to_functions(k: u32, l: u32) -> u64 {
        let mut items = up(k);
        let two = two_of(&mut items);
        let f = |n: u32| up(n).map(|x| x + 1).fold(0, |sum, x| sum ^ x);
        mix(mix(two.into(), mixed(items)), mix(mixed(even(up(l))), f(k).into()))
    }

    #[device]
    fn cloned(k: u32, l: u32) -> u64 {
        let mut items = between(k, l);
        let first = items.next();
        let again = items.clone();
        let sum = items.fold(first.unwrap_or(9).into(), |sum, x| mix(sum, x.into()));
        again.fold(sum, |sum, x| mix(sum, x.into()))
    }

    #[device]
    fn kept_in_values(k: u32, l: u32) -> u64 {
        let mut items = up(k);
        let mut sum = items.next().unwrap_or(9).into();
        if l > 3 {
            items = up(l);
        }
        sum = mix(sum, items.next().unwrap_or(8).into());
        let mut pair = (items, k);
        sum = mix(sum, pair.0.next().unwrap_or(pair.1).into());
        let mut perhaps = Some(up(l));
        if let Some(items) = &mut perhaps {
            sum = mix(sum, items.next().unwrap_or(7).into());
        }
        let mut several = [up(2), up(k)];
        sum = mix(sum, several[1].next().unwrap_or(6).into());
        match perhaps {
            Some(items) => items.fold(sum, |sum, x| mix(sum, x.into())),
            None => sum,
        }
    }

    #[device]
    fn out_of_choices(k: u32, l: u32) -> u64 {
        let items = match k {
            0 => up(3),
            1..=4 => up(l),
            _ => up(k),
        };
        let other = if l > 5 { between(1, l) } else { between(l, 7) };
        let mut n = 0;
        let mut last = loop {
            n += 1;
            if n * n > k {
                break up(n);
            }
        };
        let sum = items.zip(other).fold(0, |sum, (x, y)| mix(sum, (x ^ y).into()));
        mix(sum, last.next().unwrap_or(5).into())
    }

    #[device]
    fn vectors(n: u32) -> impl Iterator<Item = Vec3> {
        (0..n).map(|x| Vec3::splat(x as f32))
    }

    #[device]
    fn perhaps(n: u32) -> impl Iterator<Item = Option<u32>> {
        (0..n).map(|x| if x % 2 == 0 { Some(x) } else { None })
    }

    #[device]
    fn arrays(n: u32) -> impl Iterator<Item = [u32; 2]> {
        (0..n).map(|x| [x, x + 1])
    }

    #[device]
    fn of_other_items(k: u32, l: u32) -> u64 {
        let total: Vec3 = vectors(k).sum();
        let mut sum = bits(total.x);
        for x in perhaps(l).flatten() {
            sum = mix(sum, x.into());
        }
        for [x, y] in arrays(k) {
            sum = mix(sum, (x * y).into());
        }
        mix(sum, perhaps(k).filter_map(|x| x).count() as u64)
    }

    #[device]
    fn apart(values: [u32; 4], (from, count): (u32, u32)) -> impl Iterator<Item = u32> {
        const STEP: u32 = 3;
        let [first, second, ..] = values;
        let least = match second {
            0 => 1,
            n if n > 7 => n % 4,
            _ => STEP,
        };
        (from..from + count).filter_map(move |x| {
            let y = x.checked_sub(first)?;
            if y < least {
                return None;
            }
            Some(y * STEP)
        })
    }

    #[device]
    fn beside_patterns(k: u32, l: u32) -> u64 {
        apart([k, l, 1, 2], (l, 20)).fold(0, |sum, x| mix(sum, x.into()))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Cells {
        cells: [u32; 4],
        seed: u32,
    }

    #[device]
    impl Cells {
        fn new(a: u32, b: u32) -> Self {
            Self { cells: [a, b, a ^ b, 7], seed: b }
        }

        fn iter(&self) -> impl Iterator<Item = u32> + '_ {
            self.cells.iter().map(move |cell| cell ^ self.seed)
        }

        fn iter_mut(&mut self) -> impl Iterator<Item = &mut u32> {
            self.cells.iter_mut()
        }

        fn mixed(&self) -> u64 {
            self.iter().fold(0, |sum, x| mix(sum, x.into()))
        }
    }

    /// Another type with a method of this name, and with those of arrays beside it.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Pair {
        parts: [u32; 2],
    }

    #[device]
    impl Pair {
        fn iter(&self) -> impl Iterator<Item = &u32> {
            self.parts.iter()
        }

        fn len(&self) -> usize {
            1
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Several {
        cells: Cells,
        pair: Pair,
        weights: [u32; 3],
    }

    #[device]
    impl Several {
        fn mixed(&self) -> u64 {
            let cells: &Cells = &self.cells;
            let mut sum = self.cells.seed.into();
            for (i, cell) in cells.iter().enumerate() {
                sum = mix(sum, i as u64 ^ u64::from(cell));
            }
            // A field that is an array, one that has such a method, and a path.
            for weight in self.weights.iter() {
                sum = mix(sum, (*weight).into());
            }
            for cell in self.cells.iter() {
                sum = mix(sum, cell.into());
            }
            for (part, weight) in Pair::iter(&self.pair).zip(self.weights.iter()) {
                sum = mix(sum, (part ^ weight).into());
            }
            sum
        }
    }

    #[device]
    fn of_a_parameter(cells: &Cells, pair: Pair) -> u64 {
        let found = match cells.iter().next() {
            Some(first) if cells.iter().skip(1).any(|other| other == first) => 1_u64,
            Some(_) => 2,
            None => 3,
        };
        let largest = pair.iter().copied().max().unwrap_or(4);
        mix(mix(found, largest.into()), (pair.iter().count() + pair.len()) as u64)
    }

    #[device]
    fn methods_called_iter(a: u32, b: u32, k: u32) -> u64 {
        let mut cells = Cells::new(a, b);
        for cell in cells.iter_mut().skip(1) {
            *cell = cell.wrapping_mul(3) ^ k;
        }
        let all = Several { cells, pair: Pair { parts: [k, 3] }, weights: [b, k, a] };
        let again = |of: &Cells| of.iter().map(|x| x ^ a).fold(0_u64, |sum, x| mix(sum, x.into()));
        let mut each = cells.iter();
        let (first, third) = (each.next().unwrap_or(1), each.nth(1).unwrap_or(2));
        let of_array = {
            let several = [k, a];
            several.iter().fold(first.into(), |sum, x| mix(sum, (*x).into()))
        };
        let of_new = Cells::new(k, 1).iter().max().unwrap_or(third);
        let sum = mix(mix(all.mixed(), cells.mixed()), mix(again(&cells), of_array));
        mix(mix(sum, of_new.into()), of_a_parameter(&cells, all.pair))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Pile<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    #[device]
    impl<T: Copy, const N: usize> Pile<T, N> {
        fn new(item: T, len: usize) -> Self {
            Self { items: [item; N], len }
        }

        fn iter(&self) -> impl Iterator<Item = T> + '_ {
            self.items[..self.len].iter().copied()
        }
    }

    #[device]
    fn of_any<T: Copy + Into<u64>>(pile: &Pile<T, 5>) -> u64 {
        let mut sum = 0;
        for item in pile.iter() {
            sum = mix(sum, item.into());
        }
        sum
    }

    #[device]
    fn methods_called_iter_of_generic_types(a: u32, k: u32) -> u64 {
        let pile = Pile::<u32, 5>::new(a, k as usize % 6);
        mix(of_any(&pile), pile.iter().count() as u64)
    }

    #[device]
    pub trait Stepped {
        fn iter(&self) -> Falling;
        fn width(&self) -> u32;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Falling {
        left: u32,
    }

    #[device]
    impl Iterator for Falling {
        type Item = u32;
        fn next(&mut self) -> Option<u32> {
            self.left = self.left.checked_sub(1)?;
            Some(self.left)
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Line {
        width: u32,
    }

    #[device]
    impl Stepped for Line {
        fn iter(&self) -> Falling {
            Falling { left: self.width }
        }

        fn width(&self) -> u32 {
            self.width
        }
    }

    #[device]
    fn of_a_bound<T: Stepped>(of: &T) -> u64 {
        let mut sum = of.width().into();
        for x in of.iter() {
            sum = mix(sum, x.into());
        }
        sum
    }

    #[device]
    fn methods_called_iter_of_traits(k: u32) -> u64 {
        let line = Line { width: k };
        let sum = line.iter().take(2).fold(0, |sum, x| mix(sum, x.into()));
        mix(of_a_bound(&line), sum)
    }
}
