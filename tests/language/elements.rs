//! Methods that give parts of arrays and slices, or fill them, and those that change what an `Option` holds.

conformance! {
    program Elements;
    cases |input, log, at| {
        parts(input.a, input.b, input.k, input.l),
        parts_that_change(input.a, input.b, input.k, input.l),
        parts_of_fields(input.a, input.b, input.k, input.l),
        prefixes(input.a, input.b, input.k),
        filled(input.a, input.b, input.k),
        moved_within(input.a, input.b, input.k, input.l),
        flattened(input.a, input.b, input.k, input.l),
        sorted(input.a, input.b, input.k, input.x, input.y),
        cut_from_the_end(input.a, input.b, input.k, input.l),
        held(input.a, input.b, input.k, input.l),
        held_in_places(input.a, input.b, input.k, input.l),
        names_of_ones_own(input.k, input.l),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    struct Cells {
        items: [u32; 4],
        seen: Option<u32>,
    }

    #[device]
    impl Cells {
        fn sum(&self, start: usize, end: usize) -> u64 {
            let sum = match self.items.get(start..end) {
                Some(part) => part.iter().map(|x| *x as u64).sum(),
                None => 7,
            };
            match self.items.get(start..) {
                Some([first, .., last]) => mix(sum, (first ^ last) as u64),
                Some(part) => mix(sum, part.len() as u64),
                None => sum,
            }
        }

        fn clear(&mut self, from: usize) {
            if let Some(part) = self.items.get_mut(from..) {
                part.fill(3);
            }
        }

        fn first_seen(&mut self, x: u32) -> u32 {
            *self.seen.get_or_insert_with(|| x)
        }

        fn forget(&mut self, x: u32) -> Option<u32> {
            self.seen.take_if(|seen| *seen == x)
        }

        fn seen(&mut self) -> &mut u32 {
            self.seen.get_or_insert_with(|| 5)
        }
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
    #[derive(Clone, Copy)]
    struct Set {
        bits: u32,
    }

    #[device]
    impl Set {
        fn insert(&mut self, x: u32) -> bool {
            let was = self.bits;
            self.bits |= 1 << (x & 31);
            was != self.bits
        }

        fn get(&self, range: std::ops::Range<u32>) -> u32 {
            (self.bits >> range.start) ^ range.end
        }

        fn is_sorted(&self) -> bool {
            self.bits == 3
        }

        fn unzip(&self) -> (u32, u32) {
            (self.bits, 1)
        }
    }

    #[device]
    fn three(k: u32) -> [u32; 3] {
        [k, 2, 3]
    }

    #[device]
    pub fn parts(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (values, start, end) = ([a, b, 3, k, l, 5], k as usize, l as usize);
        let lengths = [
            values.get(start..end).map_or(9, |part| part.len()),
            values.get(start..=end).map_or(9, |part| part.len()),
            values.get(start..).map_or(9, |part| part.len()),
            values.get(..end).map_or(9, |part| part.len()),
            values.get(..=end).map_or(9, |part| part.len()),
            values.get(3..=usize::MAX).map_or(8, |part| part.len()),
            values[1..4].get(..end).map_or(9, |part| part.len()),
            three(k).get(1..start).map_or(9, |part| part.len()),
        ];
        let inner = values.get(1..4).and_then(|part| part.get(1..)).and_then(|part| part.first());
        lengths.iter().fold(inner.map_or(0, |x| *x as u64), |result, length| mix(result, *length as u64))
    }

    #[device]
    pub fn parts_that_change(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut values = [a, b, 3, k, l, 5];
        if let Some(part) = values.get_mut(1..k as usize) {
            part.reverse();
        }
        if let Some(part) = values.get_mut(..=l as usize) {
            part[0] ^= 5;
        }
        if let Some((first, others)) = values.split_first_mut() {
            *first ^= others[0];
            others[1] = *first;
        }
        if let Some((last, others)) = values[..k as usize % 3].split_last_mut() {
            *last ^= others.len() as u32;
        }
        values.iter().fold(0, |result, x| mix(result, *x as u64))
    }

    #[device]
    pub fn parts_of_fields(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut cells = Cells { items: [a, b, 3, k], seen: None };
        let sum = cells.sum(k as usize, l as usize);
        cells.clear(l as usize);
        let part = cells.items.get(1..3).map_or(1, |part| part[1] as u64);
        mix(mix(sum, part), cells.sum(0, 4))
    }

    #[device]
    pub fn prefixes(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, 3, k];
        let rest = values.strip_prefix(&[a]).map_or(9, |rest| rest[0] as u64);
        let before = values.strip_suffix(&[3, b]).map_or(9, |rest| rest.len() as u64);
        let halves = values.split_at_checked(k as usize).map_or(7, |(low, high)| low.len() * 8 + high.len());
        let residues = [Residue { number: a }, Residue { number: k }];
        let same = residues.strip_prefix(&[Residue { number: b }]).is_some();
        mix(mix(rest, before), halves as u64 * 2 + same as u64)
    }

    #[device]
    pub fn filled(a: u32, b: u32, k: u32) -> u64 {
        let mut values = [a, b, 3, k];
        let mut n = 3_u32;
        values.fill_with(|| {
            n = n.wrapping_mul(7);
            n
        });
        values[1..3].fill_with(|| b);
        let mut options = [None; 3];
        options.fill_with(|| Some(a));
        options[1..].fill_with(|| None);
        let some = options.iter().flatten().count();
        values.iter().fold(some as u64, |result, x| mix(result, *x as u64))
    }

    #[device]
    pub fn moved_within(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut values = [a, b, 3, k, l, 5];
        values.copy_within(0..3, 1);
        values.copy_within(2..=4, 0);
        values[1..].copy_within(0..4, 1);
        values.iter().fold(0, |result, x| mix(result, *x as u64))
    }

    #[device]
    pub fn flattened(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut rows = [[a, b], [k, l], [3, 5]];
        let sum = rows.as_flattened().iter().rev().fold(0, |sum, x| mix(sum, *x as u64));
        rows.as_flattened_mut().swap(0, 5);
        rows[1..].as_flattened_mut()[k as usize % 4] ^= 9;
        let part = rows[k as usize % 4..].as_flattened().len();
        rows.as_flattened().iter().fold(mix(sum, part as u64), |result, x| mix(result, *x as u64))
    }

    #[device]
    pub fn sorted(a: u32, b: u32, k: u32, x: f32, y: f32) -> u64 {
        let (values, floats) = ([a, b, 3, k], [x, y, 1.0]);
        let answers = [
            values.is_sorted(),
            floats.is_sorted(),
            values[1..].is_sorted(),
            [(a, x), (b, y)].is_sorted(),
            values.is_sorted_by(|a, b| a <= b),
            values.is_sorted_by_key(|x| x & 3),
            floats.is_sorted_by_key(|x| *x),
            values[2..].is_sorted_by(|a, b| a & 1 <= b & 1),
        ];
        answers.into_iter().fold(bits(x), |all, answer| all * 2 + answer as u64)
    }

    #[device]
    pub fn cut_from_the_end(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut values = [a, b, 3, k, l, 5];
        let mut result = 0;
        for part in values.rchunks(k as usize % 7 + 1) {
            result = mix(result, part[0] as u64 ^ part.len() as u64);
        }
        for (part, two) in values.rchunks(4).rev().zip(values.rchunks_exact(2)) {
            result = mix(result, (part[0] ^ two[1]) as u64);
        }
        values.rchunks_mut(4).for_each(|part| part.reverse());
        for part in values.rchunks_exact_mut(4) {
            part[0] ^= 5;
        }
        values.iter().fold(result, |result, x| mix(result, *x as u64))
    }

    #[device]
    pub fn held(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (first, second) = ((k > 5).then_some(a), (l > 5).then_some(b));
        let mut option = (k > 5).then_some(a);
        *option.get_or_insert(b) ^= 1;
        let mut result = option.map_or(0, |x| x as u64);
        *option.insert(k) += 1;
        let taken = option.take_if(|x| {
            *x += 1;
            *x % 2 == 0
        });
        result = mix(result, taken.map_or(1, |x| x as u64) + option.map_or(2, |x| x as u64));
        let mut count = 0;
        *option.get_or_insert_with(|| {
            count += 1;
            l
        }) ^= 1;
        result = mix(result, option.map_or(0, |x| x as u64) + count);
        let mut number: Option<u32> = second;
        *number.get_or_insert_default() ^= 2;
        let (low, high) = first.zip(second).unzip();
        let parts = low.map_or(1, |x| x as u64) + high.map_or(2, |x| x as u64);
        mix(mix(result, number.map_or(0, |x| x as u64)), parts)
    }

    #[device]
    pub fn held_in_places(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut cells = Cells { items: [0; 4], seen: (k > 7).then_some(a) };
        let mut result = cells.first_seen(b) as u64;
        result = mix(result, cells.forget(b).is_some() as u64);
        *cells.seen() ^= 3;
        result = mix(result, cells.first_seen(l) as u64);
        let mut options = [(k > 5).then_some(a), None];
        for option in options.iter_mut() {
            option.get_or_insert_with(|| 7);
            result = mix(result, option.take_if(|x| *x > 100).map_or(1, |x| x as u64));
        }
        let mut pair: Option<[u32; 2]> = None;
        pair.get_or_insert_with(|| [a, 2])[1] = b;
        result = pair.iter().flatten().fold(result, |result, x| mix(result, *x as u64));
        let (first, last) = options.first().zip(options.last()).unzip();
        mix(result, first.is_some() as u64 + 2 * last.copied().flatten().is_some() as u64)
    }

    #[device]
    pub fn names_of_ones_own(k: u32, l: u32) -> u64 {
        let mut set = Set { bits: 1 };
        let answers = set.insert(k) as u64 + 2 * set.insert(l) as u64 + 4 * set.is_sorted() as u64;
        mix(answers, set.get(1..k) as u64 + set.unzip().0 as u64)
    }
}
