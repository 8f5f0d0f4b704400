//! Iterators and ranges in variables.

conformance! {
    program Cursors;
    cases |input, log, at| {
        one_after_the_other(input.a, input.b, input.k, input.l),
        two_at_once(input.a, input.b, input.k, input.l),
        stages(input.a, input.b, input.l),
        broken_loops(input.k, input.l),
        ranges_with_their_ends(input.k),
        ranges_as_values(input.k, input.l),
        from_the_end(input.k),
        from_both_ends(input.a, input.b, input.k),
        ends_of_ranges(input.k, input.l),
        reversed_later(input.a, input.b, input.l),
        with_indices(input.a, input.b, input.k),
        ended_for_good(input.a, input.b),
        left_out(input.a, input.b, input.l),
        elements_that_change(input.a, input.b),
        side_by_side(input.a, input.k),
        bytes(input.k, input.l),
        looked_ahead(input.a, input.b, input.l),
        seen_where_they_are_written(input.k),
        without_an_end(input.k, input.l),
        steps(input.k, input.l),
        the_name_again(input.a, input.b, input.k),
        kept_references(input.a, input.b),
        slices_of_what_they_give(input.a, input.b, input.k),
        in_loops_of_others(input.a, input.b, input.k),
        patterns(input.a, input.b, input.k),
        with_attempts(input.a, input.b, input.k, input.l),
        in_generic_functions(input.a, input.b, input.p, input.q),
        edges_of_types(input.k, input.l),
    }

    use crate::input::mix;

    #[device]
    fn one_after_the_other(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l];
        let mut each = values.iter();
        let mut sum = 0_u64;
        while let Some(x) = each.next() {
            sum = mix(sum, u64::from(*x));
            if let Some(y) = each.next() {
                sum ^= u64::from(*y);
            }
        }
        sum
    }

    #[device]
    fn two_at_once(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (first, second) = ([a, b, 3], [k, l]);
        let (mut sum, mut each, mut other) = (1_u64, 0, 0);
        let mut left = first.iter();
        let mut right = second.iter();
        loop {
            match (left.next(), right.next()) {
                (Some(x), Some(y)) => each += u64::from(*x) * u64::from(*y) % 1000,
                (None, None) => break,
                _ => other += 1,
            }
            sum = mix(sum, each + other);
        }
        sum
    }

    #[device]
    fn stages(a: u32, b: u32, l: u32) -> u64 {
        let values = [a, b, 3, 8, l];
        let mut even = values.iter().copied().filter(|x| x % 2 == 0).map(|x| u64::from(x) + u64::from(l));
        let first = even.next().unwrap_or(9);
        let rest: u64 = even.sum();
        mix(first, rest)
    }

    #[device]
    fn broken_loops(k: u32, l: u32) -> u64 {
        let mut each = 0..k;
        let mut sum = 0_u64;
        for i in each.by_ref() {
            if i == 4 {
                break;
            }
            sum += u64::from(i);
        }
        for i in &mut each {
            if i > l {
                break;
            }
            sum = sum * 3 + u64::from(i);
        }
        mix(sum, each.count() as u64)
    }

    #[device]
    fn ranges_with_their_ends(k: u32) -> u64 {
        let each = 2..=k;
        let mut sum = 0_u64;
        for i in each.clone().rev() {
            sum = mix(sum, i.into());
        }
        mix(sum, each.map(u64::from).max().unwrap_or(1))
    }

    #[device]
    fn ranges_as_values(k: u32, l: u32) -> u64 {
        let range = k..l;
        let mut sum = u64::from(range.contains(&5)) * 2 + u64::from(range.is_empty());
        sum += u64::from(range.start) * 100 + u64::from(range.end);
        for i in range.clone().rev().skip(1) {
            sum = mix(sum, i.into());
        }
        sum ^ range.map(u64::from).sum::<u64>()
    }

    #[device]
    fn from_the_end(k: u32) -> u64 {
        let mut down = (0..=k).rev();
        let (first, third) = (down.next(), down.nth(1));
        let found = down.find(|x| x % 3 == 0);
        let some: u32 = down.by_ref().take(2).sum();
        let numbers = [first, third, found, Some(some), down.last()];
        numbers.iter().fold(0, |sum, x| mix(sum, x.map_or(99, u64::from)))
    }

    #[device]
    fn from_both_ends(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, 3, k, 7];
        let mut each = values.iter();
        let mut sum = 0_u64;
        while let (Some(x), y) = (each.next(), each.next_back()) {
            sum = mix(sum, u64::from(*x)) ^ y.map_or(3, |y| u64::from(*y)) ^ each.len() as u64;
        }
        sum
    }

    #[device]
    fn ends_of_ranges(k: u32, l: u32) -> u64 {
        let mut open = 0..k;
        let mut sum = open.next_back().map_or(77, u64::from);
        sum += open.next().map_or(7, u64::from) << 20;
        for i in open.rev() {
            sum = mix(sum, i.into());
        }
        let mut closed = 1..=l;
        closed.next_back();
        closed.next();
        for i in closed.clone().rev() {
            sum = mix(sum, i.into());
        }
        closed.fold(sum, |sum, i| mix(sum, i.into()))
    }

    #[device]
    fn reversed_later(a: u32, b: u32, l: u32) -> u64 {
        let (values, more) = ([a, b, 3, l], [1_u32, 2]);
        let back = values.iter().rev().copied().filter(|x| *x > 2);
        let mut sum = back.clone().rev().fold(0, |sum, x| mix(sum, x.into()));
        for x in back {
            sum = mix(sum, x.into());
        }
        let both = values.iter().chain(more.iter()).map(|x| u64::from(*x));
        both.clone().rev().fold(sum, mix) ^ both.max().unwrap_or(0)
    }

    #[device]
    fn with_indices(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, 3, k, 7];
        let mut sum = 0_u64;
        let mut back = values.iter().enumerate().rev();
        back.next();
        for (i, x) in back {
            sum = mix(sum, i as u64 ^ u64::from(*x));
        }
        let mut counted = values.iter().rev().enumerate();
        counted.next();
        for (i, x) in counted {
            sum = mix(sum, i as u64 ^ u64::from(*x));
        }
        let mut each = values.iter().enumerate();
        each.next();
        each.clone().rev().chain(each).fold(sum, |sum, (i, x)| mix(sum, i as u64 ^ u64::from(*x)))
    }

    #[device]
    fn ended_for_good(a: u32, b: u32) -> u64 {
        let values = [a, b, 3, 1, 2];
        let mut before = values.iter().take_while(|x| **x != 3);
        let mut sum = 0_u64;
        while let Some(x) = before.next() {
            sum = mix(sum, u64::from(*x));
        }
        sum + u64::from(before.next().is_none())
    }

    #[device]
    fn left_out(a: u32, b: u32, l: u32) -> u64 {
        let values = [a, b, 3, l, 9, 4];
        let mut each = values.iter().skip_while(|x| **x > 5).skip(1).step_by(2);
        let first = each.next().map_or(5, |x| u64::from(*x));
        each.fold(first, |sum, x| mix(sum, u64::from(*x)))
    }

    #[device]
    fn elements_that_change(a: u32, b: u32) -> u64 {
        let mut rows = [[a, b, 3], [1, 2, b]];
        let mut each = rows.iter_mut();
        if let (Some(first), Some(second)) = (each.next(), each.next()) {
            first[0] ^= 9;
            second[1] = first[0];
            std::mem::swap(first, second);
        }
        let mut numbers = rows[0].iter_mut();
        numbers.next();
        for x in numbers {
            *x = x.wrapping_mul(3);
        }
        rows.iter().flat_map(|row| row.iter()).fold(0, |sum, x| mix(sum, u64::from(*x)))
    }

    #[device]
    fn side_by_side(a: u32, k: u32) -> u64 {
        let (values, factors) = ([a, k, 3, 8], [1_u32, 2, 3]);
        let mut products = values.iter().zip(factors.iter()).map(|(x, y)| u64::from(*x) * u64::from(*y));
        let first = products.next().unwrap_or(1);
        mix(first, products.max().unwrap_or(2))
    }

    #[device]
    fn parsed(text: &[u8]) -> u64 {
        let mut letters = text.iter();
        let mut sum = 0_u64;
        loop {
            match letters.next() {
                Some(b'0'..=b'9') => sum += 1,
                Some(b'(') => {
                    for letter in letters.by_ref() {
                        if *letter == b')' {
                            break;
                        }
                        sum += 10;
                    }
                }
                Some(letter) => sum = mix(sum, u64::from(*letter)),
                None => return sum,
            }
        }
    }

    #[device]
    fn bytes(k: u32, l: u32) -> u64 {
        let text = *b"12(ab)3(c";
        let mut other = text;
        other[(k % 9) as usize] = b'(' + (l % 12) as u8;
        mix(parsed(&text), parsed(&other))
    }

    #[device]
    fn looked_ahead(a: u32, b: u32, l: u32) -> u64 {
        let (values, more) = ([a, b, 3], [l, 6]);
        let mut each = values.iter().chain(more.iter());
        each.next();
        let mut ahead = each.clone();
        ahead.next();
        let next = ahead.next().map_or(0, |x| u64::from(*x));
        each.fold(next + ahead.count() as u64, |sum, x| mix(sum, u64::from(*x)))
    }

    #[device]
    fn seen_where_they_are_written(k: u32) -> u64 {
        let factor = k;
        let mut each = (0..10_u32).filter(move |x| *x > factor % 4).map(|x| x * factor);
        let factor = 100;
        let mut next = || each.next().unwrap_or(factor);
        let (first, second) = (next(), next());
        mix(u64::from(first), u64::from(second)) + u64::from(each.min().unwrap_or(factor))
    }

    #[device]
    fn without_an_end(k: u32, l: u32) -> u64 {
        let mut up = u64::from(k)..;
        let (first, fifth) = (up.next().unwrap_or(0), up.nth(3).unwrap_or(0));
        let rest: u64 = up.take(l as usize).sum();
        mix(mix(first, fifth), rest)
    }

    #[device]
    fn steps(k: u32, l: u32) -> u64 {
        let mut third = (0..k).step_by(3);
        let (first, second) = (third.next(), third.next());
        let sum: u32 = third.sum();
        let mut down = (0..=l as i32).rev().step_by(2);
        down.next();
        let rest = down.fold(1_i64, |sum, x| sum * 3 + i64::from(x));
        mix(first.map_or(7, u64::from) + second.map_or(8, u64::from) * 100, sum.into()) ^ rest as u64
    }

    #[device]
    fn shadowed(values: &[u32], n: u32) -> u64 {
        let mut values = values.iter();
        let mut sum = u64::from(values.next().copied().unwrap_or(n));
        let n = 0..n % 7;
        for i in n {
            let values = values.clone();
            sum = mix(sum, i.into());
            for x in values {
                sum ^= u64::from(*x);
            }
        }
        let values = [n_of(sum), 1];
        values.iter().fold(sum, |sum, x| mix(sum, u64::from(*x))) + values.len() as u64
    }

    #[device]
    fn n_of(x: u64) -> u32 {
        x as u32 ^ 1
    }

    #[device]
    fn the_name_again(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, 2, b];
        let each = values.iter();
        let each = each.map(|x| u64::from(*x));
        let each = each.max().unwrap_or(0);
        mix(shadowed(&values, k), each)
    }

    #[device]
    fn kept_references(a: u32, b: u32) -> u64 {
        let values = [a, 2, b, 7];
        let mut best = &values[0];
        let mut each = values.iter();
        while let Some(x) = each.next() {
            if x > best {
                best = x;
            }
        }
        let all = values.iter();
        let (most, least) = (all.clone().max(), all.min());
        mix(u64::from(*best), most.map_or(0, |x| u64::from(*x))) ^ least.map_or(0, |x| u64::from(*x))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Part {
        number: u32,
        values: [u32; 3],
    }

    #[device]
    fn slices_of_what_they_give(a: u32, b: u32, k: u32) -> u64 {
        let parts = [Part { number: a, values: [1, 2, 3] }, Part { number: b, values: [4, 5, k] }];
        let mut each = parts.iter();
        let mut last: &[u32] = &parts[0].values;
        let mut sum = 0_u64;
        while let Some(part) = each.next() {
            sum = mix(sum, part.number.into());
            last = &part.values[1..];
        }
        mix(sum, last[1].into())
    }

    #[device]
    fn in_loops_of_others(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, 2, b, 7, 8, 9];
        let mut each = values[..(k % 7) as usize].iter();
        let mut sum = 0_u64;
        while let Some(x) = each.next() {
            sum = mix(sum, u64::from(*x));
            let mut after = each.clone();
            while let Some(y) = after.next() {
                if x >= y {
                    continue;
                }
                sum += 1 << 40;
            }
        }
        sum
    }

    #[device]
    fn patterns(a: u32, b: u32, k: u32) -> u64 {
        let pairs = [(a, 2_u64), (k, 4)];
        let mut each = pairs.iter();
        let mut sum = 0_u64;
        if let Some((x, y)) = each.next() {
            sum = mix(u64::from(*x), *y);
        }
        if let Some(&(x, y)) = each.next() {
            sum = mix(sum, u64::from(x) ^ y);
        }
        let words = [Some(a), None, Some(b)];
        let mut some = words.iter().filter_map(|word| *word);
        let (first, second) = (some.next().unwrap_or(1), some.next().unwrap_or_default());
        mix(sum, mix(first.into(), second.into()))
    }

    #[device]
    fn walked(values: &[u32], limit: u32) -> Option<u64> {
        let mut each = values.iter();
        let first = each.next()?;
        let second = each.next()?;
        if *first > limit {
            return None;
        }
        Some(each.fold(mix(u64::from(*first), u64::from(*second)), |sum, x| mix(sum, u64::from(*x))))
    }

    #[device]
    fn with_attempts(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k];
        let all = [walked(&values, 50), walked(&values[..1], 9), walked(&values[1..], l)];
        all.iter().fold(0, |sum, x| mix(sum, x.unwrap_or(1)))
    }

    #[device]
    fn largest<T: Copy + Default + PartialOrd>(values: &[T]) -> T {
        let mut each = values.iter();
        let mut best = T::default();
        while let Some(x) = each.next() {
            if *x > best {
                best = *x;
            }
        }
        best
    }

    #[device]
    fn second_half<const N: usize>(values: [u32; N]) -> u32 {
        let mut each = values.iter().skip(N / 2);
        let mut sum = 0_u32;
        for x in each.by_ref() {
            sum = sum.wrapping_mul(3).wrapping_add(*x);
            if sum % 2 == 1 {
                break;
            }
        }
        sum ^ each.count() as u32
    }

    #[device]
    fn in_generic_functions(a: u32, b: u32, p: u64, q: u64) -> u64 {
        let halves = second_half([a, b, 1]) ^ second_half([3, a, 2, b]);
        mix(mix(largest(&[a, b, 3]).into(), largest(&[p, q])), halves.into())
    }

    #[device]
    fn edges_of_types(k: u32, l: u32) -> u64 {
        let mut sum = 0_u64;
        let mut up = 250_u8..=255;
        while let Some(x) = up.next() {
            sum = mix(sum, x.into());
        }
        let mut down = (0..=k).rev();
        while let Some(x) = down.next() {
            sum = mix(sum, x.into());
        }
        let mut below = -5..l as i32;
        while let Some(x) = below.next_back() {
            sum = mix(sum, x as u64);
        }
        sum
    }
}
