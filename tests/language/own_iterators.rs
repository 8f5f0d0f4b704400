//! Iterators of types of the user's, those that functions of `std::iter` make, ranges as values, and `peekable`.

conformance! {
    program OwnIterators;
    cases |input, log, at| {
        gone_over(input.k, input.l),
        asked_for_next(input.k, input.l),
        chains(input.a, input.b, input.k, input.l),
        lent(input.k, input.l),
        taken_at_once(input.k, input.l),
        beside_others(input.a, input.k, input.l),
        one_after_the_other(input.k, input.l),
        searched(input.k),
        searched_and_gone_on(input.k, input.l),
        in_variables(input.k, input.l),
        broken_and_continued(input.k, input.l),
        of_constants(input.k, input.l),
        of_generic_types(input.k, input.l),
        of_pairs(input.k, input.l),
        of_floats(input.k),
        with_buffers(log, at),
        in_generic_functions(input.k, input.l),
        handed_to_functions(input.k, input.l),
        in_closures(input.k, input.l),
        methods_of_the_same_names(input.a, input.b, input.k),
        asked_as_often_as_in_rust(input.k, input.l),
        asked_again_after_none(input.k, input.l),
        counted_in_variables(input.k, input.l),
        found_in_variables(input.k, input.l),
        effects_in_order(input.k, input.l),
        successors(input.k),
        repeated(input.a, input.k, input.l),
        called(input.k, input.l),
        at_most_one(input.a, input.k),
        looked_ahead(input.k, input.l),
        looked_ahead_at_references(input.k),
        looked_ahead_at_what_goes_on(input.k, input.l),
        looked_ahead_behind_what_counts(input.k, input.l),
        ranges_as_values(input.k, input.l),
        ranges_that_include_their_ends(input.k, input.l),
        ranges_in_structs(input.k, input.l),
    }

    use crate::input::{bits, mix};
    use std::ops::{Add, Range, RangeInclusive};

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Steps {
        at: u32,
        left: u32,
    }

    #[device]
    impl Steps {
        pub fn new(left: u32) -> Self {
            Self { at: 0, left }
        }

        pub fn from(at: u32, left: u32) -> Self {
            Self { at, left }
        }
    }

    #[device]
    impl Iterator for Steps {
        type Item = u32;

        fn next(&mut self) -> Option<u32> {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let now = self.at;
            self.at = now.wrapping_mul(3).wrapping_add(1);
            Some(now)
        }
    }

    /// Gives none now and then, and goes on.
    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Loud {
        left: u32,
        calls: u32,
    }

    #[device]
    impl Loud {
        pub fn new(left: u32) -> Self {
            Self { left, calls: 0 }
        }

        fn seen(&self) -> u64 {
            mix(self.calls.into(), self.left.into())
        }
    }

    #[device]
    impl Iterator for Loud {
        type Item = u32;

        fn next(&mut self) -> Option<u32> {
            self.calls += 1;
            if self.calls % 4 == 0 || self.left == 0 {
                return None;
            }
            self.left -= 1;
            Some(self.left * 5 + self.calls)
        }
    }

    #[device]
    fn gone_over(k: u32, l: u32) -> u64 {
        let mut sum = 0;
        for x in Steps::new(k) {
            sum = mix(sum, x.into());
        }
        let steps = Steps::from(l, 3);
        for x in steps {
            sum = mix(sum, x.into());
        }
        // A copy was gone over.
        for (index, x) in steps.enumerate() {
            sum = mix(sum, u64::from(x) ^ index as u64);
        }
        sum
    }

    #[device]
    fn asked_for_next(k: u32, l: u32) -> u64 {
        let mut steps = Steps::new(k);
        let (first, second) = (steps.next(), steps.next());
        let mut sum = mix(first.unwrap_or(7).into(), second.unwrap_or(9).into());
        while let Some(x) = steps.next() {
            sum = mix(sum, x.into());
            if x > 50 + l {
                break;
            }
        }
        mix(sum, steps.next().unwrap_or(1).into())
    }

    #[device]
    fn chains(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let first = Steps::new(k).take(5).map(|x| x ^ a).fold(0, |sum, x| mix(sum, x.into()));
        let second = Steps::new(k).take(5).map(|x| (x & 0xff) + 1).sum::<u32>();
        let third = Steps::new(k).filter(|x| x % 2 == 0).fold(1, |sum, x| mix(sum, x.into()));
        let numbered = |(i, x): (usize, u32)| mix(i as u64, x.into());
        let fourth = Steps::new(k).enumerate().skip(1).step_by(2).map(numbered).fold(0, |sum, x| mix(sum, x));
        let fifth = Steps::new(l).scan(b, |state, x| { *state ^= x; Some(*state) }).fold(0, |sum, x| mix(sum, x.into()));
        let sixth = Steps::new(k & 3).flat_map(|n| Steps::from(n, l & 3)).fold(0, |sum, x| mix(sum, x.into()));
        mix(mix(first, second.into()), mix(mix(third, fourth), mix(fifth, sixth)))
    }

    #[device]
    fn rest_of(steps: &mut Steps, count: u32) -> u64 {
        let mut sum = 0;
        for x in steps.by_ref().take(count as usize) {
            sum = mix(sum, x.into());
        }
        while let Some(x) = steps.next() {
            sum = mix(sum, x.into());
            if x > 30 {
                return sum;
            }
        }
        sum
    }

    #[device]
    fn lent(k: u32, l: u32) -> u64 {
        let mut steps = Steps::new(k);
        let mut sum = steps.by_ref().take(3).fold(0, |sum, x| mix(sum, x.into()));
        for x in &mut steps {
            sum = mix(sum, x.into());
            if x > 200 {
                break;
            }
        }
        for x in (&mut steps).take(1) {
            sum = mix(sum, x.into());
        }
        mix(sum, mix(rest_of(&mut steps, 2), rest_of(&mut Steps::new(l), k)))
    }

    #[device]
    fn taken_at_once(k: u32, l: u32) -> u64 {
        let steps = Steps::new(k);
        let mut sum = mix(steps.count() as u64, steps.last().unwrap_or(3).into());
        sum = mix(sum, mix(steps.max().unwrap_or(4).into(), steps.min().unwrap_or(5).into()));
        let total: u32 = Steps::new(l & 7).sum();
        let product: u32 = Steps::from(1, l & 3).product();
        let mut left = steps;
        let third = left.nth(2);
        sum = mix(sum, mix(total.into(), product.into()));
        mix(sum, mix(third.unwrap_or(8).into(), left.count() as u64))
    }

    #[device]
    fn beside_others(a: u32, k: u32, l: u32) -> u64 {
        let values = [5, a & 0xff, 7, 1];
        let mut sum = 0;
        for (x, y) in values.iter().zip(Steps::new(k)) {
            sum = mix(sum, (x ^ y).into());
        }
        for (x, y) in Steps::new(k).zip(values) {
            sum = mix(sum, (x ^ y).into());
        }
        let both = Steps::new(k).zip(Steps::from(2, l)).filter(|(x, y)| x < y).count();
        let largest = Steps::new(k & 7).zip(values.iter()).map(|(x, y)| x * *y).max();
        mix(sum, mix(both as u64, largest.unwrap_or(1).into()))
    }

    #[device]
    fn one_after_the_other(k: u32, l: u32) -> u64 {
        let mut sum = 0;
        for x in Steps::new(k).chain(Steps::from(5, l)) {
            sum = mix(sum, x.into());
        }
        for x in (0..3).chain(Steps::new(l)).chain([k]) {
            sum = mix(sum, x.into());
        }
        sum
    }

    #[device]
    fn searched(k: u32) -> u64 {
        let any = Steps::new(k).any(|x| x == 13);
        let all = Steps::new(k).all(|x| x < 100);
        let place = Steps::new(k).position(|x| x == 4);
        let found = Steps::new(k).find(|x| *x > 10);
        let least = Steps::new(k).min_by_key(|x| x ^ 40);
        let sum = mix(u64::from(any) + 2 * u64::from(all), place.unwrap_or(99) as u64);
        mix(sum, mix(found.unwrap_or(77).into(), least.unwrap_or(66).into()))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Holder {
        steps: Steps,
    }

    #[device]
    impl Holder {
        fn has(&mut self, x: u32) -> bool {
            self.steps.any(|y| y == x)
        }

        fn steps(&self) -> Steps {
            self.steps
        }
    }

    #[device]
    fn first_above(steps: &mut Steps, least: u32) -> u32 {
        steps.find(|x| *x > least).unwrap_or(6) ^ steps.left
    }

    #[device]
    fn found_in_range(mut range: Range<u32>, k: u32) -> u64 {
        let found = range.find(|x| x % 3 == 2).unwrap_or(90);
        let any = range.any(|x| x > k);
        mix(mix(found.into(), any.into()), mix(range.start.into(), range.end.into()))
    }

    #[device]
    fn searched_and_gone_on(k: u32, l: u32) -> u64 {
        let mut holder = Holder { steps: Steps::new(k) };
        let mut sum = mix(holder.steps().any(|x| x == 4).into(), holder.steps.left.into());
        sum = mix(sum, mix(holder.has(4).into(), holder.steps.left.into()));
        let mut steps = Steps::new(l);
        sum = mix(sum, mix(first_above(&mut steps, 3).into(), steps.next().unwrap_or(5).into()));
        let place = steps.position(|x| x > 20).unwrap_or(77);
        sum = mix(sum, mix(place as u64, steps.left.into()));
        let halved = steps.find_map(|x| if x % 2 == 0 { Some(x / 2) } else { None }).unwrap_or(8);
        let all = steps.all(|x| x > 900);
        sum = mix(sum, mix(mix(halved.into(), all.into()), steps.count() as u64));
        let mut several = [Steps::new(k), Steps::new(l)];
        let any = several[1].any(|x| x == 4);
        mix(mix(sum, any.into()), mix(several[1].left.into(), found_in_range(0..k, l)))
    }

    #[device]
    fn in_variables(k: u32, l: u32) -> u64 {
        let mut odd = Steps::new(k).filter(|x| x % 2 == 1).map(|x| x + 1);
        let mut sum = 0;
        while let Some(x) = odd.next() {
            sum = mix(sum, x.into());
        }
        let more = Steps::new(l).map(|x| x / 2);
        let copies = more.clone();
        for x in more {
            sum = mix(sum, x.into());
        }
        mix(sum, copies.fold(0, |sum, x| mix(sum, x.into())))
    }

    #[device]
    fn broken_and_continued(k: u32, l: u32) -> u64 {
        let mut sum = 0;
        'outer: for a in Steps::new(k) {
            for b in Steps::from(a, l).take_while(|b| *b < 1000) {
                if b > a + 90 {
                    continue 'outer;
                }
                if a > 500 {
                    break 'outer;
                }
                sum = mix(sum, (a ^ b).into());
            }
        }
        sum
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Every<const N: usize> {
        at: u32,
        end: u32,
    }

    #[device]
    impl<const N: usize> Every<N> {
        pub fn new(end: u32) -> Self {
            Self { at: 0, end }
        }
    }

    #[device]
    impl<const N: usize> Iterator for Every<N> {
        type Item = u32;

        fn next(&mut self) -> Option<Self::Item> {
            let now = self.at;
            self.at += N as u32;
            if now < self.end { Some(now) } else { None }
        }
    }

    #[device]
    fn of_constants(k: u32, l: u32) -> u64 {
        let mut sum = 0;
        for x in Every::<3>::new(k) {
            sum = mix(sum, x.into());
        }
        let every: Every<2> = Every::new(l);
        mix(sum, every.map(|x| x * 2).fold(every.count() as u64, |sum, x| mix(sum, x.into())))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Walk<T> {
        at: T,
        step: T,
        left: u32,
    }

    #[device]
    impl<T: Copy + Add<Output = T>> Iterator for Walk<T> {
        type Item = T;

        fn next(&mut self) -> Option<T> {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let now = self.at;
            self.at = self.at + self.step;
            Some(now)
        }
    }

    #[device]
    fn of_generic_types(k: u32, l: u32) -> u64 {
        let mut sum = 0;
        for x in (Walk { at: k, step: 3, left: l }) {
            sum = mix(sum, x.into());
        }
        for y in (Walk { at: 0.5_f32, step: 0.25, left: k }).map(|y| y * 2.0) {
            sum = mix(sum, bits(y));
        }
        sum
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Grid {
        width: u32,
        height: u32,
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Cells {
        of: Grid,
        x: u32,
        y: u32,
    }

    #[device]
    impl Grid {
        pub fn cells(&self) -> Cells {
            Cells { of: *self, x: 0, y: 0 }
        }
    }

    #[device]
    impl Iterator for Cells {
        type Item = (u32, u32);

        fn next(&mut self) -> Option<(u32, u32)> {
            if self.x == self.of.width {
                (self.x, self.y) = (0, self.y + 1);
            }
            if self.y >= self.of.height || self.of.width == 0 {
                return None;
            }
            let at = (self.x, self.y);
            self.x += 1;
            Some(at)
        }
    }

    #[device]
    fn of_pairs(k: u32, l: u32) -> u64 {
        let grid = Grid { width: k & 3, height: l & 3 };
        let mut sum = 0;
        for (x, y) in grid.cells() {
            sum = mix(sum, mix(x.into(), y.into()));
        }
        for (i, (x, y)) in grid.cells().enumerate() {
            sum = mix(sum, mix(i as u64, (x ^ y).into()));
        }
        mix(sum, grid.cells().filter(|(x, y)| x != y).map(|(x, y)| x * y).sum::<u32>().into())
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Halves {
        left: u32,
    }

    #[device]
    impl Iterator for Halves {
        type Item = f32;

        fn next(&mut self) -> Option<f32> {
            self.left = self.left.checked_sub(1)?;
            Some(self.left as f32 * 0.5)
        }
    }

    #[device]
    fn of_floats(k: u32) -> u64 {
        let sum: f32 = Halves { left: k }.sum();
        let nothing: f32 = Halves { left: 0 }.sum();
        let product: f32 = Halves { left: k }.map(|x| x + 0.5).product();
        mix(bits(sum), mix(bits(nothing), bits(product)))
    }

    #[device]
    #[derive(Clone)]
    pub struct Words {
        of: Buffer<u32>,
        at: u32,
        end: u32,
    }

    #[device]
    impl Words {
        pub fn new(of: &Buffer<u32>, at: u32) -> Self {
            Self { of: of.clone(), at, end: at + 4 }
        }
    }

    #[device]
    impl Iterator for Words {
        type Item = u32;

        fn next(&mut self) -> Option<u32> {
            if self.at == self.end {
                return None;
            }
            self.of.set(self.at, self.at % 100 + 1);
            self.at += 1;
            Some(self.of.get(self.at - 1))
        }
    }

    #[device]
    fn with_buffers(log: &Buffer<u32>, at: u32) -> u64 {
        log.set(at, 5);
        let first = log.get(at) + Words::new(log, at).sum::<u32>() + log.get(at);
        log.set(at + 1, 7);
        let second = log.get(at + 1) + Words::new(log, at).max().unwrap_or(0) * log.get(at + 1);
        mix(first.into(), second.into())
    }

    #[device]
    fn of_any<T: Copy>(_: T, k: u32) -> u32 {
        let mut sum = 0_u32;
        for x in Steps::new(k).take_while(|x| *x < 300) {
            sum ^= x;
        }
        for x in Steps::new(k) {
            sum = sum.wrapping_mul(3) ^ x;
        }
        sum ^ Steps::new(k).fold(0_u32, |sum, x| sum ^ x)
    }

    #[device]
    fn in_generic_functions(k: u32, l: u32) -> u64 {
        mix(of_any(1_u32, k).into(), of_any(0.5_f32, l).into())
    }

    #[device]
    fn mixed(items: impl Iterator<Item = u32>) -> u64 {
        let mut sum = 0_u64;
        for x in items {
            sum = mix(sum, u64::from(x));
        }
        sum
    }

    #[device]
    fn folded<I: Iterator<Item = u32>>(items: I) -> u64 {
        items.fold(0_u64, |sum, x| mix(sum, u64::from(x)))
    }

    #[device]
    fn three_of(items: &mut impl Iterator<Item = u32>) -> u64 {
        let mut sum = 0_u64;
        for _ in 0..3 {
            sum = mix(sum, u64::from(items.next().unwrap_or(77)));
        }
        sum
    }

    #[device]
    fn after_four(mut items: impl Iterator<Item = u32>) -> u64 {
        let any = items.any(|x| x == 4);
        let three = three_of(&mut items);
        mix(u64::from(any), mix(three, mixed(items)))
    }

    #[device]
    fn summed(items: impl Iterator<Item = u32>) -> u32 {
        items.sum()
    }

    #[device]
    fn handed_to_functions(k: u32, l: u32) -> u64 {
        let mut steps = Steps::new(k);
        let three = mix(three_of(&mut steps), steps.left.into());
        let first = mix(mixed(steps), mix(mixed(0..l), mixed(1..=k)));
        let second = mix(folded(Steps::new(l)), folded(k..l));
        let third = mix(after_four(Steps::new(k)), after_four(2..l));
        mix(mix(three, first), mix(mix(second, third), summed(Steps::new(k & 7)).into()))
    }

    #[device]
    fn in_closures(k: u32, l: u32) -> u64 {
        let total = |count: u32| Steps::from(l, count).take(4).map(|x| u64::from(x)).fold(0, mix);
        let mut steps = Steps::new(k);
        let mut next = || steps.next().unwrap_or(6);
        mix(mix(total(k), total(2)), mix(next().into(), next().into()))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Bins {
        of: [u32; 4],
    }

    #[device]
    impl Bins {
        pub fn sum(&self) -> u32 {
            self.of[0] ^ self.of[1]
        }

        pub fn count(&self) -> u32 {
            4
        }

        pub fn take(&self, at: u32) -> u32 {
            self.of[at as usize & 3]
        }

        pub fn skip(&self, by: u32) -> Self {
            let mut other = *self;
            other.of[0] ^= by;
            other
        }

        pub fn nth(&self, at: u32) -> Option<u32> {
            self.of.get(at as usize).copied()
        }
    }

    #[device]
    fn methods_of_the_same_names(a: u32, b: u32, k: u32) -> u64 {
        let bins = Bins { of: [a, b, k, 1] };
        let first = mix(bins.sum().into(), bins.count().into());
        let second = mix(bins.take(k).into(), bins.skip(k).sum().into());
        mix(first, mix(second, bins.nth(k).map(|x| x ^ 1).unwrap_or(2).into()))
    }

    #[device]
    fn asked_as_often_as_in_rust(k: u32, l: u32) -> u64 {
        let mut loud = Loud::new(k);
        let mut sum = 0;
        for x in loud.by_ref().take(2) {
            sum = mix(sum, x.into());
        }
        sum = mix(sum, loud.seen());
        for x in loud.by_ref().take_while(|x| x % 3 != 1) {
            sum = mix(sum, x.into());
        }
        sum = mix(sum, loud.seen());
        for x in loud.by_ref().skip(1).step_by(2) {
            sum = mix(sum, x.into());
        }
        sum = mix(sum, loud.seen());
        for (x, y) in loud.by_ref().zip(0..l) {
            sum = mix(sum, (x ^ y).into());
        }
        for (x, y) in (0..l).zip(loud.by_ref()) {
            sum = mix(sum, (x ^ y).into());
        }
        sum = mix(sum, loud.seen());
        let before = Loud::new(l);
        for x in loud.by_ref().chain(before) {
            sum = mix(sum, x.into());
        }
        mix(sum, loud.seen())
    }

    #[device]
    fn asked_again_after_none(k: u32, l: u32) -> u64 {
        let mut loud = Loud::new(k + 2);
        let mut sum = 0;
        {
            let mut both = loud.by_ref().chain(3..9);
            for _ in 0..l {
                sum = mix(sum, both.next().unwrap_or(1000).into());
            }
        }
        {
            let mut ended = loud.by_ref().take_while(|x| x % 3 != 1);
            for _ in 0..l {
                sum = mix(sum, ended.next().unwrap_or(1000).into());
            }
        }
        mix(sum, loud.seen())
    }

    #[device]
    fn counted_in_variables(k: u32, l: u32) -> u64 {
        let mut loud = Loud::new(k + 2);
        let mut sum = 0;
        {
            let mut some = loud.by_ref().take(4);
            for _ in 0..l {
                sum = mix(sum, some.next().unwrap_or(1000).into());
            }
        }
        sum = mix(sum, loud.seen());
        {
            let mut later = loud.by_ref().skip(2);
            for _ in 0..l {
                sum = mix(sum, later.next().unwrap_or(1000).into());
            }
        }
        sum = mix(sum, loud.seen());
        loud.left += k;
        {
            let mut others = loud.by_ref().step_by(3);
            for _ in 0..l {
                sum = mix(sum, others.next().unwrap_or(1000).into());
            }
        }
        mix(sum, loud.seen())
    }

    #[device]
    fn found_in_variables(k: u32, l: u32) -> u64 {
        let mut loud = Loud::new(k + 2);
        let mut sum = 0;
        {
            let mut some = loud.by_ref().take(5);
            for _ in 0..l {
                sum = mix(sum, some.find(|x| x % 2 == 0).unwrap_or(1000).into());
                sum = mix(sum, some.by_ref().take(2).last().unwrap_or(1000).into());
            }
        }
        sum = mix(sum, loud.seen());
        loud.left += k;
        {
            let mut even = loud.by_ref().take(4).filter(|x| x % 2 == 0);
            for _ in 0..l {
                sum = mix(sum, even.next().unwrap_or(1000).into());
            }
        }
        mix(sum, loud.seen())
    }

    #[device]
    fn effects_in_order(k: u32, l: u32) -> u64 {
        let (mut seen, mut calls) = (0_u64, 0_u32);
        let kept = Steps::new(k).inspect(|_| calls += 1).take_while(|x| *x < 20).map(|x| x + 1);
        let sum = kept.fold(0, |sum, x| mix(sum, x.into()));
        let zipped = Steps::new(k).map(|x| { seen = mix(seen, x.into()); x }).zip(Steps::new(l));
        let both = zipped.fold(0, |sum, (x, y)| mix(sum, (x + y).into()));
        mix(mix(sum, calls.into()), mix(seen, both))
    }

    #[device]
    fn successors(k: u32) -> u64 {
        let mut sum = 0;
        for x in std::iter::successors(Some(k), |x| if *x > 100 { None } else { Some(x * 3 + 1) }) {
            sum = mix(sum, x.into());
        }
        let mut calls = 0_u32;
        let counted = std::iter::successors(Some(k), |x| { calls += 1; Some(x + 1) });
        let first = counted.take(3).fold(0, |sum, x| mix(sum, x.into()));
        let mut doubled = std::iter::successors(Some(1_u32), |x| if *x > 60 { None } else { Some(x * 2) });
        while let Some(x) = doubled.next() {
            sum = mix(sum, x.into());
        }
        mix(sum, mix(first, u64::from(calls) + u64::from(doubled.next().is_none())))
    }

    #[device]
    fn repeated(a: u32, k: u32, l: u32) -> u64 {
        let same = std::iter::repeat(a).take(k as usize).fold(1, |sum, x| mix(sum, x.into()));
        let mut sum = same;
        for (x, y) in [a, k].iter().zip(std::iter::repeat(l)) {
            sum = mix(sum, (x ^ y).into());
        }
        let mut count = 0_u32;
        let made = std::iter::repeat_with(|| { count += 3; count });
        let made = made.take_while(|x| *x < k * 2).fold(1, |sum, x| mix(sum, x.into()));
        mix(sum, mix(made, count.into()))
    }

    #[device]
    fn called(k: u32, l: u32) -> u64 {
        let (mut count, mut calls, mut sum) = (0_u32, 0_u32, 0);
        for x in std::iter::from_fn(|| { count += 1; if count > k { None } else { Some(count * count) } }) {
            sum = mix(sum, x.into());
        }
        {
            let mut some = std::iter::from_fn(|| { calls += 1; if calls % 3 == 0 { None } else { Some(calls) } }).take(4);
            for _ in 0..l {
                sum = mix(sum, some.next().unwrap_or(500).into());
            }
        }
        mix(sum, mix(count.into(), calls.into()))
    }

    #[device]
    fn at_most_one(a: u32, k: u32) -> u64 {
        let mut sum = std::iter::empty::<u32>().count() as u64;
        for x in std::iter::once(a).chain(0..k).chain(std::iter::once(9)) {
            sum = mix(sum, x.into());
        }
        for x in std::iter::empty::<u32>().chain([a, k]) {
            sum = mix(sum, x.into());
        }
        sum
    }

    #[device]
    fn looked_ahead(k: u32, l: u32) -> u64 {
        let bytes = [k as u8, 1, 1, 2, 3, 3, l as u8];
        let mut each = bytes.iter().copied().peekable();
        let mut sum = 0;
        while let Some(byte) = each.next() {
            match each.peek() {
                Some(&next) => sum = mix(sum, (byte ^ next).into()),
                None => sum = mix(sum, byte.into()),
            }
        }
        let mut numbers = (0..k).peekable();
        while numbers.peek().is_some() {
            let x = numbers.next().unwrap();
            let mut run = 0;
            while numbers.next_if(|y| y / 4 == x / 4).is_some() {
                run += 1;
            }
            sum = mix(sum, u64::from(run + x));
        }
        let mut steps = Steps::new(l).peekable();
        steps.peek();
        let copies = steps.clone();
        let four = steps.next_if_eq(&0).is_some();
        mix(sum, mix(u64::from(four), mix(steps.count() as u64, copies.count() as u64)))
    }

    #[device]
    fn looked_ahead_at_references(k: u32) -> u64 {
        let pairs = [(1_u32, 2_u32), (1, 5), (2, 4), (2, k)];
        let mut each = pairs.iter().peekable();
        let mut sum = 0;
        while let Some(&(key, value)) = each.next() {
            let mut total = value;
            while let Some(&(_, more)) = each.next_if(|pair| pair.0 == key) {
                total += more;
            }
            sum = mix(sum, mix(key.into(), total.into()));
        }
        let values = [3, 1, k, 9];
        let mut each = values.iter().peekable();
        while let Some(x) = each.next() {
            if let Some(next) = each.peek() {
                sum = mix(sum, (*x ^ **next).into());
            }
        }
        sum
    }

    #[device]
    fn looked_ahead_at_what_goes_on(k: u32, l: u32) -> u64 {
        let (mut calls, mut sum) = (0_u32, 0);
        {
            let mut each =
                std::iter::from_fn(|| { calls += 1; if calls % 3 == 0 { None } else { Some(calls) } }).peekable();
            for _ in 0..k {
                sum = mix(sum, each.peek().map_or(9, |x| *x).into());
                if l % 2 == 0 {
                    sum = mix(sum, each.next().unwrap_or(99).into());
                }
                sum = mix(sum, each.next_if(|x| x % 2 == 1).unwrap_or(77).into());
                sum = mix(sum, each.next_if_eq(&4).unwrap_or(55).into());
            }
        }
        mix(sum, calls.into())
    }

    #[device]
    fn looked_ahead_behind_what_counts(k: u32, l: u32) -> u64 {
        let (mut loud, mut sum) = (Loud::new(k + 2), 0);
        {
            let mut each = loud.by_ref().take(4).peekable();
            for j in 0..l {
                sum = mix(sum, each.peek().map_or(999, |x| *x).into());
                if j % 2 == 0 {
                    sum = mix(sum, each.next().unwrap_or(1000).into());
                }
                sum = mix(sum, each.next_if(|x| x % 2 == 1).unwrap_or(1001).into());
            }
            sum = mix(sum, each.by_ref().take(2).last().unwrap_or(1002).into());
            sum = mix(sum, each.count() as u64);
        }
        sum = mix(sum, loud.seen());
        loud.left += k;
        {
            let mut each = loud.by_ref().take_while(|x| x % 3 != 1).take(3).peekable();
            for _ in 0..l {
                sum = mix(sum, each.peek().map_or(999, |x| *x).into());
                sum = mix(sum, each.find(|x| x % 2 == 0).unwrap_or(1000).into());
            }
            sum = each.fold(sum, |sum, x| mix(sum, x.into()));
        }
        let mut later = Steps::new(l).skip(1).enumerate().peekable();
        while let Some((i, x)) = later.next_if(|(i, _)| *i < 4) {
            sum = mix(sum, u64::from(x) + i as u64);
        }
        mix(mix(sum, later.count() as u64), loud.seen())
    }

    #[device]
    fn sum_of(range: Range<u32>) -> u32 {
        range.sum()
    }

    #[device]
    fn ends(range: &Range<u32>) -> u64 {
        mix(range.start.into(), range.end.into())
    }

    #[device]
    fn first_half(range: Range<u32>) -> Range<u32> {
        let middle = range.start + (range.end - range.start) / 2;
        range.start..middle
    }

    #[device]
    fn taken_apart(mut range: Range<u32>) -> u64 {
        let mut sum = range.len() as u64;
        if let Some(x) = range.next() {
            sum = mix(sum, x.into());
        }
        for x in range.clone().map(|x| x ^ 1).filter(|x| x % 3 != 0) {
            sum = mix(sum, x.into());
        }
        sum = mix(sum, range.clone().max().unwrap_or(3).into());
        sum = mix(sum, range.next().unwrap_or(77).into());
        range.end = range.end.max(4);
        sum = mix(sum, u64::from(range == (3..4)));
        for (i, x) in range.enumerate() {
            sum = mix(sum, u64::from(x) << (i & 15));
        }
        sum
    }

    #[device]
    fn ranges_as_values(k: u32, l: u32) -> u64 {
        let range = k..k + 9;
        let mut sum = mix(ends(&range), u64::from(range.contains(&l)) + 2 * u64::from(range.is_empty()));
        sum = mix(sum, range.len() as u64);
        for i in first_half(range) {
            sum = mix(sum, i.into());
        }
        let pair = (0..k, l);
        mix(sum, mix(sum_of(0..k).into(), mix(taken_apart(k..l), u64::from(pair.1 + pair.0.end))))
    }

    #[device]
    fn whole(range: RangeInclusive<u8>) -> RangeInclusive<u8> {
        range
    }

    #[device]
    fn ranges_that_include_their_ends(k: u32, l: u32) -> u64 {
        let mut sum = 0;
        for x in whole(250..=255) {
            sum = mix(sum, x.into());
        }
        let range = whole(k as u8..=l as u8);
        sum = mix(sum, u64::from(range.contains(&5)) + 2 * u64::from(range.is_empty()));
        mix(sum, range.clone().map(u64::from).fold(0, mix))
    }

    #[device]
    #[derive(Clone, Debug, PartialEq)]
    pub struct Span {
        range: Range<u32>,
        id: u32,
    }

    #[device]
    impl Span {
        fn has(&self, x: u32) -> bool {
            self.range.contains(&x)
        }
    }

    #[device]
    fn ranges_in_structs(k: u32, l: u32) -> u64 {
        let span = Span { range: k..l, id: 3 };
        let mut sum = mix(span.range.len() as u64, u64::from(span.has(7)));
        for i in span.range.clone() {
            sum = mix(sum, i.into());
        }
        let same = span == Span { range: k..l, id: 3 };
        let doubled = span.range.clone().map(|x| x * 2).sum::<u32>();
        mix(sum, mix(u64::from(same), u64::from(doubled + span.id)))
    }
}
