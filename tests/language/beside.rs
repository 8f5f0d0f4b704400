//! `zip` of any iterators, and comparisons of the items of two.

conformance! {
    program Beside;
    cases |input, log, at| {
        pairs_in_pairs(input.a, input.b, input.k, input.l),
        slices_beside(input.a, input.b, input.k, input.l),
        stages_beside(input.a, input.b, input.k, input.l),
        options_beside(input.a, input.b, input.k, input.l),
        iterators_of_ones_own(input.a, input.b, input.k, input.l),
        kept_in_variables(input.a, input.b, input.k, input.l),
        slices_in_variables(input.a, input.b, input.k, input.l),
        options_of_iterators(input.a, input.b, input.k, input.l),
        jumps(input.a, input.b, input.k),
        changed_beside(input.a, input.b, input.k),
        changes_of_the_second(input.a, input.b, input.k),
        equal(input.a, input.b, input.k, input.x, input.y),
        ordered(input.a, input.b, input.k, input.l, input.x, input.y),
        orders(input.a, input.b, input.k, input.l, input.x, input.y),
        types_of_ones_own(input.a, input.b, input.k, input.l, input.x, input.y),
        left_where_they_differ(input.a, input.b, input.k, input.l),
        of_any_length(input.a, input.b, input.k),
        floats_beside(input.a, input.b, input.x, input.y),
        changes_before_numbers(input.k, input.l, log, at),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    struct Weighed {
        weight: f32,
        id: u32,
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    struct Residue {
        number: u32,
    }

    #[device]
    impl PartialEq for Residue {
        fn eq(&self, other: &Residue) -> bool {
            self.number % 4 == other.number % 4
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    enum Event {
        Nothing,
        Met(u32),
        Passed { at: f32 },
    }

    #[device]
    struct Down {
        left: u32,
    }

    #[device]
    impl Iterator for Down {
        type Item = u32;

        fn next(&mut self) -> Option<u32> {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            Some(self.left)
        }
    }

    #[device]
    struct Row<const N: usize> {
        cells: [u32; N],
    }

    #[device]
    impl<const N: usize> Row<N> {
        fn is_as(&self, other: &Row<N>) -> bool {
            self.cells.iter().eq(other.cells.iter())
        }

        fn product(&self, other: &Row<N>) -> u32 {
            let mut sum = 0_u32;
            for (a, (b, c)) in self.cells.iter().zip(other.cells.iter().zip(1..)) {
                sum = sum.wrapping_add(a.wrapping_mul(*b) ^ c);
            }
            sum
        }
    }

    #[device]
    pub fn pairs_in_pairs(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (values, others) = ([a, b, 3, k, l, 5], [b, k, 9, a, 2, 7]);
        let mut result = 0;
        for (a, (b, c)) in values.iter().zip(others.iter().zip(1_u32..)) {
            if *a == 3 {
                continue;
            }
            result = mix(result, (*a ^ *b ^ c) as u64);
            if *b == 2 {
                break;
            }
        }
        let all = values.iter().zip(others.iter().zip(values.iter().rev().zip(others)));
        all.map(|(a, (b, (c, d)))| (*a ^ *b ^ *c ^ d) as u64).fold(result, mix)
    }

    #[device]
    pub fn slices_beside(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (values, others) = ([a, b, 3, k, l, 5], [b, k, 9, a, 2, 7]);
        let mut result = 0;
        for (a, part) in values.iter().zip(others.chunks(4)) {
            result = mix(result, (*a ^ part[0]) as u64 + part.len() as u64);
        }
        for (a, part) in values.iter().zip(others.windows(k as usize + 1).rev()) {
            result = mix(result, (*a ^ part[0]) as u64);
        }
        for (n, part) in (0..9_u32).zip(others.chunks(l as usize % 7 + 1).rev()) {
            result = mix(result, (n ^ part[0]) as u64 + part.len() as u64);
        }
        let mut cells = values;
        for (part, other) in cells.chunks_mut(2).zip(others) {
            part[0] ^= other;
            part[1] = part[0] >> 1;
        }
        for (other, part) in others.iter().zip(cells.chunks_exact_mut(4)) {
            part[1] ^= *other;
        }
        cells.iter().fold(result, |result, cell| mix(result, *cell as u64))
    }

    #[device]
    pub fn stages_beside(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (values, others) = ([a, b, 3, k, l, 5], [b, k, 9, a, 2, 7]);
        let mut result = 0;
        for (a, b) in values.iter().zip(others.iter().filter(|x| **x > 3)) {
            result = mix(result, (*a ^ *b) as u64);
        }
        for (a, (i, b)) in values.iter().zip(others.iter().enumerate().skip(1)) {
            result = mix(result, (*a ^ *b) as u64 + i as u64);
        }
        let sums = others.iter().scan(0_u32, |sum, x| {
            *sum ^= x;
            Some(*sum)
        });
        result = values.iter().zip(sums).map(|(a, b)| (a ^ b) as u64).fold(result, mix);
        let both = others.iter().chain(values.iter().rev()).step_by(2);
        result = values.iter().zip(both).skip(1).map(|(a, b)| (a ^ b) as u64).fold(result, mix);
        let steps = (0..=l).step_by(3);
        (0..k).zip(steps).map(|(a, b)| (a * 31 + b) as u64).fold(result, mix)
    }

    #[device]
    pub fn options_beside(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let (first, second) = ((k > 5).then_some(a), (l > 5).then_some(b));
        let count = values.iter().zip([first, second]).filter(|(_, x)| x.is_some()).count();
        let both = values.iter().zip(first.iter().chain(second.iter()));
        let one = values.iter().zip(values.iter().skip(1).zip(first));
        let sum = both.map(|(a, b)| (a ^ b) as u64).fold(count as u64, mix);
        one.map(|(a, (b, c))| (a ^ b ^ c) as u64).fold(sum, mix)
    }

    #[device]
    pub fn iterators_of_ones_own(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut result = 0;
        let mut down = Down { left: l };
        for (a, (b, c)) in values.iter().zip(values.iter().rev().zip(down.by_ref())) {
            result = mix(result, (a ^ b ^ c) as u64);
        }
        result = mix(result, down.left as u64);
        for (a, b) in values.iter().zip((Down { left: k }).filter(|x| x % 3 == 1)) {
            result = mix(result, (a ^ b) as u64);
        }
        result
    }

    #[device]
    pub fn kept_in_variables(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (values, others) = ([a, b, 3, k, l, 5], [b, k, 9, a, 2, 7]);
        let mut each = values.iter().zip(others.chunks(2));
        let (mut result, mut count) = (0, 0);
        while let Some((a, part)) = each.next() {
            count += 1;
            result = mix(result, (a ^ part[1]) as u64);
            if count == k {
                break;
            }
        }
        for (a, part) in each.clone() {
            result = mix(result, (a ^ part[0]) as u64);
        }
        let mut left = others.iter();
        left.next();
        for (a, b) in values.iter().take(2).zip(left.by_ref()) {
            result = mix(result, (a ^ b) as u64);
        }
        mix(result, each.count() as u64 + left.count() as u64 * 8)
    }

    #[device]
    pub fn slices_in_variables(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut parts = values.chunks(4);
        let first = parts.next().map_or(0, |part| part[1]);
        let last = parts.next_back().map_or(7, |part| part.len());
        let mut windows = values.windows(2).skip(1).peekable();
        let mut result = mix(first as u64, last as u64 + parts.next().is_none() as u64);
        while let Some(pair) = windows.next() {
            let following = windows.peek().map_or(1, |pair| pair[1]);
            result = mix(result, (pair[0] ^ following) as u64);
        }
        let mut fours = values.chunks_exact(k as usize % 5 + 1);
        for part in fours.by_ref() {
            result = mix(result, part[0] as u64);
        }
        for x in fours.remainder() {
            result = mix(result, *x as u64);
        }
        result
    }

    #[device]
    pub fn options_of_iterators(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut each = values.iter();
        let mut result = 0;
        for x in each.next().into_iter().chain(each.next_back()) {
            result = mix(result, *x as u64);
        }
        for x in values.iter().max().iter() {
            result = mix(result, **x as u64);
        }
        let one = values.iter().zip(each.nth(0)).map(|(a, b)| (a ^ b) as u64);
        one.chain(values.iter().copied().min().map(|x| x as u64)).fold(result, mix)
    }

    #[device]
    pub fn jumps(a: u32, b: u32, k: u32) -> u64 {
        let (values, others) = ([a, b, 3, k], [b, k, 9, a]);
        let (mut result, mut count) = (0, 0);
        'rounds: for round in 0..3_u32 {
            for (a, (b, c)) in values.iter().zip(others.iter().zip(0..)) {
                count += 1;
                if a > b {
                    continue 'rounds;
                }
                if c > 2 {
                    break 'rounds;
                }
                result = mix(result, (a ^ b ^ c ^ round) as u64);
            }
        }
        let sum = || {
            let mut sum = 0;
            for (a, (b, _)) in values.iter().zip(others.iter().zip(&values)) {
                sum += a.checked_sub(*b)? as u64;
            }
            Some(sum)
        };
        mix(result, sum().unwrap_or(count))
    }

    #[device]
    pub fn changed_beside(a: u32, b: u32, k: u32) -> u64 {
        let mut cells = [a, b, 3, k];
        for (cell, (other, n)) in cells.iter_mut().zip([b, k, 9, a].iter().zip(1..)) {
            *cell ^= other << n;
        }
        let (low, high) = cells.split_at_mut(2);
        for (low, (high, n)) in low.iter_mut().zip(high.iter_mut().zip(0..)) {
            std::mem::swap(low, high);
            *low ^= n;
        }
        cells.iter().fold(0, |result, cell| mix(result, *cell as u64))
    }

    #[device]
    pub fn changes_of_the_second(a: u32, b: u32, k: u32) -> u64 {
        let mut count = 0;
        let mut result = 0;
        let numbered = [a, b, 3, k].into_iter().map(|x| {
            count += 1;
            x ^ count
        });
        for (n, x) in (0..k).zip(numbered.filter(|x| x % 2 == 0)) {
            result = mix(result, (n ^ x) as u64);
        }
        mix(result, count as u64)
    }

    #[device]
    pub fn equal(a: u32, b: u32, k: u32, x: f32, y: f32) -> u64 {
        let (values, others) = ([a, b, 3, k], [b, a, 3, k]);
        let (floats, zeros) = ([x, y, 0.0], [x, y, -0.0]);
        let answers = [
            values.iter().eq(others.iter()),
            values.iter().ne(&others),
            values.iter().eq(values.iter().take(k as usize)),
            floats.iter().eq(&zeros),
            floats.iter().ne(&floats),
            values.chunks(2).eq(others.chunks(2)),
            (0..k).eq(0..a),
        ];
        answers.into_iter().fold(1, |all, answer| all * 2 + answer as u64)
    }

    #[device]
    pub fn ordered(a: u32, b: u32, k: u32, l: u32, x: f32, y: f32) -> u64 {
        let (values, others) = ([a, b, 3, k], [b, a, 3, l]);
        let (floats, zeros) = ([x, y, 0.0], [y, x, -0.0]);
        let answers = [
            values.iter().lt(others.iter()),
            values.iter().le(&values),
            values.iter().take(k as usize).gt(values.iter().take(l as usize)),
            values.iter().ge(&others),
            floats.iter().lt(&zeros),
            floats.iter().le(&zeros),
            floats.iter().gt(zeros.iter()),
            floats.iter().ge(zeros.iter()),
        ];
        answers.into_iter().fold(1, |all, answer| all * 2 + answer as u64)
    }

    #[device]
    pub fn orders(a: u32, b: u32, k: u32, l: u32, x: f32, y: f32) -> u64 {
        let (values, others) = ([a, b, 3, k], [b, a, 3, l]);
        let (floats, zeros) = ([x, y, 0.0], [y, x, -0.0]);
        let mut result = values.iter().cmp(others.iter()) as i8 as u64;
        result = mix(result, floats.iter().partial_cmp(&zeros).map_or(9, |order| order as i8 as u64));
        result = mix(result, values.iter().map(|x| x & 1).cmp(others.iter().map(|x| x & 1)) as i8 as u64);
        result = mix(result, (0..k).cmp(0..l) as i8 as u64);
        result = mix(result, values.chunks(3).cmp(others.windows(3)) as i8 as u64);
        let weighed = values.iter().zip(&floats).map(|(id, weight)| (*weight, *id));
        let other = others.iter().zip(&zeros).map(|(id, weight)| (*weight, *id));
        result = mix(result, weighed.partial_cmp(other).map_or(9, |order| order as i8 as u64));
        let less = values.iter().map(|x| x.checked_sub(2)).cmp(others.iter().map(|x| x.checked_sub(3)));
        match less.then(values.iter().cmp(&[a, l, 3])) {
            std::cmp::Ordering::Less => mix(result, 1),
            std::cmp::Ordering::Equal => mix(result, 2),
            std::cmp::Ordering::Greater => mix(result, 3),
        }
    }

    #[device]
    pub fn types_of_ones_own(a: u32, b: u32, k: u32, l: u32, x: f32, y: f32) -> u64 {
        let weighed = [Weighed { weight: x, id: a }, Weighed { weight: 1.0, id: k }];
        let others = [Weighed { weight: x, id: b }, Weighed { weight: y, id: l }];
        let order = weighed.iter().partial_cmp(others.iter());
        let mut result = order.map_or(9, |order| order as i8 as u64);
        result = mix(result, weighed.iter().lt(&others) as u64 + 2 * weighed.iter().ge(&others) as u64);
        let residues = [Residue { number: a }, Residue { number: k }];
        let same = residues.iter().eq(&[Residue { number: b }, Residue { number: l }]);
        let events = [Event::Nothing, Event::Met(a), Event::Passed { at: x }];
        let later = [Event::Nothing, Event::Met(b), Event::Passed { at: y }];
        let order = events.iter().partial_cmp(&later).map_or(9, |order| order as i8 as u64);
        mix(mix(result, same as u64), order + 4 * events.iter().eq(&later) as u64)
    }

    #[device]
    pub fn left_where_they_differ(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (values, others) = ([a, b, 3, k], [a, b, l, 3]);
        let mut first = values.iter();
        let mut second = others.iter().skip(1);
        first.next();
        let order = first.by_ref().cmp(second.by_ref()) as i8 as u64;
        mix(order, first.count() as u64 * 8 + second.count() as u64)
    }

    #[device]
    pub fn of_any_length(a: u32, b: u32, k: u32) -> u64 {
        let (row, other) = (Row { cells: [a, b, k] }, Row { cells: [a, k, k] });
        mix(row.product(&other) as u64, row.is_as(&other) as u64)
    }

    #[device]
    pub fn floats_beside(a: u32, b: u32, x: f32, y: f32) -> u64 {
        let mut result = 0;
        for (n, (a, b)) in [a, b].iter().zip([x, y].iter().zip([y, 0.5].iter().cycle())) {
            result = mix(result, *n as u64 ^ bits(*a + *b));
        }
        result
    }

    /// Numbers without an end are never the first to end.
    #[device]
    pub fn changes_before_numbers(k: u32, l: u32, log: &Buffer<u32>, at: u32) -> u64 {
        log.set(at, 7);
        let mut n = k;
        let mut sum = 0;
        let changed = |x: u32| log.set(at, log.get(at).wrapping_mul(5) ^ x);
        for (x, y) in (0..l).map(|x| { n = n.wrapping_mul(3) ^ x; changed(x); n }).zip((2_u32..).map(|y| { changed(y); y ^ 3 })) {
            sum = mix(sum, (x ^ y).into());
            if x % 7 == 6 {
                break;
            }
        }
        let found = (0..k).map(|x| { n ^= x; x }).zip(1_u32..).find(|(x, y)| x * y > 20).map_or(3, |pair| pair.1);
        let count = [1_u32, 2, 3].iter().map(|x| { n ^= x; x }).zip(1..).count();
        let three = (0..l).map(|x| { n ^= x; x }).zip(1_u32..).zip(5_u32..).take(3).map(|((x, y), z)| x + y * z);
        let three = three.sum::<u32>();
        mix(mix(mix(sum, found.into()), count as u64), mix(mix(three.into(), n.into()), log.get(at).into()))
    }
}
