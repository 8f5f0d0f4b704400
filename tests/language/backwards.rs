//! Iterators from their end, in cycles, as long as a function goes on, and in order.

conformance! {
    program Backwards;
    cases |input, log, at| {
        steps(input.a, input.b, input.k, input.l),
        pairs(input.a, input.b, input.k, input.l),
        left_out(input.a, input.b, input.k, input.l),
        numbers(input.k, input.l, input.i),
        elements_that_change(input.a, input.b),
        what_is_seen(input.a, input.b, input.k),
        in_variables(input.a, input.b, input.k),
        one_from_the_end(input.a, input.b, input.k, input.l),
        cycles(input.a, input.b, input.k, input.l),
        cycles_in_variables(input.a, input.b, input.k, input.l),
        tried(input.a, input.b, input.k, input.l),
        tried_and_left(input.a, input.b, input.k),
        sorted(input.a, input.b, input.k, input.l, input.x, input.y),
    }

    use crate::input::{bits, mix};

    #[device]
    pub fn steps(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut result = 0;
        for x in values.iter().step_by(k as usize % 5 + 1).rev() {
            result = mix(result, *x as u64);
        }
        for (i, x) in values.iter().map(|x| x ^ 5).enumerate().skip(l as usize).step_by(2).rev() {
            result = mix(result, x as u64 + i as u64);
        }
        result
    }

    #[device]
    pub fn pairs(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (values, others) = ([a, b, 3, k, l, 5], [b, k, 9, a, 2, 7]);
        let mut result = 0;
        for (a, b) in values.iter().zip(others[..k as usize % 7].iter()).rev() {
            result = mix(result, (a ^ b) as u64);
        }
        for (n, (i, x)) in (0..l).zip(others.iter().enumerate()).rev() {
            result = mix(result, (n ^ x) as u64 + i as u64);
        }
        for (i, (pair, two)) in values.windows(3).zip(others.chunks_exact(2)).enumerate().rev() {
            result = mix(result, (pair[0] ^ two[1]) as u64 + i as u64);
        }
        result
    }

    #[device]
    pub fn left_out(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut result = 0;
        for (i, x) in values.iter().skip(k as usize % 8).enumerate().rev() {
            result = mix(result, *x as u64 + i as u64);
        }
        for x in values.iter().take(l as usize).rev() {
            result = mix(result, *x as u64);
        }
        for (i, part) in values.chunks(4).enumerate().rev() {
            result = mix(result, part[0] as u64 + i as u64);
        }
        let inner = (k > 3).then_some(a);
        inner.iter().skip(1).chain(inner.iter().take(1)).rev().fold(result, |result, x| mix(result, *x as u64))
    }

    #[device]
    pub fn numbers(k: u32, l: u32, i: i32) -> u64 {
        let mut result = 0;
        for (i, n) in (l as usize..k as usize).enumerate().rev() {
            result = mix(result, (n * 20 + i) as u64);
        }
        for (i, n) in (-3..i % 50).take(3).enumerate().rev() {
            result = mix(result, n as u64 ^ i as u64);
        }
        for n in (k..0).skip(1).rev() {
            result = mix(result, n as u64);
        }
        (0..k).rev().skip(2).rev().fold(result, |result, n| mix(result, n as u64))
    }

    #[device]
    pub fn elements_that_change(a: u32, b: u32) -> u64 {
        let mut values = [a, b, 3, 7];
        for (x, y) in values.iter_mut().zip([b, a, 1]).rev() {
            *x ^= y;
        }
        for (i, x) in values.iter_mut().skip(1).enumerate().rev() {
            *x ^= i as u32;
        }
        let mut cells = [[a; 3]; 3];
        for (i, row) in cells.iter_mut().enumerate().rev() {
            for (j, cell) in row.iter_mut().enumerate().skip(1).rev() {
                *cell ^= (i * 3 + j) as u32;
            }
        }
        let of_cells = cells.iter().skip(1).rev().flatten().fold(0, |result, x| mix(result, *x as u64));
        values.iter().fold(of_cells, |result, x| mix(result, *x as u64))
    }

    #[device]
    pub fn what_is_seen(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, 3, k, 9];
        let mut seen = 0;
        let mut result = 0;
        let mut see = |x: &u32| seen = mix(seen, *x as u64);
        for x in values.iter().inspect(|x| see(x)).step_by(2).rev() {
            result = mix(result, *x as u64);
        }
        for x in values.iter().inspect(|x| see(x)).take(4).rev() {
            result = mix(result, *x as u64);
        }
        for x in values.iter().inspect(|x| see(x)).skip(3).rev() {
            result = mix(result, *x as u64);
        }
        mix(result, seen)
    }

    #[device]
    pub fn in_variables(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, 3, k, 9];
        let mut each = values.iter().enumerate().skip(1).rev();
        let first = each.next().map_or(7, |(i, x)| *x as u64 + i as u64);
        let copy = each.clone();
        let second = each.next().map_or(7, |(i, x)| *x as u64 + i as u64);
        let left = copy.fold(first, |result, (i, x)| mix(result, *x as u64 + i as u64));
        mix(left, second + each.count() as u64)
    }

    #[device]
    pub fn one_from_the_end(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut result = values.iter().rfind(|x| **x > 3).map_or(9, |x| *x as u64);
        result = values.iter().rfold(result, |result, x| mix(result, *x as u64));
        result = mix(result, values.iter().nth_back(1).map_or(9, |x| *x as u64));
        result = mix(result, (0..k).nth_back(3).map_or(9, |x| x as u64));
        result = mix(result, values.iter().rposition(|x| *x > 8).map_or(9, |i| i as u64));
        result = mix(result, values.iter().skip(2).rposition(|x| *x == l).map_or(9, |i| i as u64));
        result = mix(result, values.iter().skip(1).nth_back(2).map_or(3, |x| *x as u64));
        let last = values.iter().enumerate().rfind(|(_, x)| **x == 3);
        mix(result, last.map_or(9, |(i, _)| i as u64))
    }

    #[device]
    pub fn cycles(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut result = 0;
        for x in values.iter().cycle().skip(k as usize).step_by(2).take(7) {
            result = mix(result, *x as u64);
        }
        for x in values[..k as usize % 3].iter().cycle().take(l as usize) {
            result = mix(result, *x as u64);
        }
        for (a, b) in (0..9_u32).zip(values[..2].iter().enumerate().cycle()) {
            result = mix(result, (a ^ b.1) as u64 * (b.0 as u64 + 1));
        }
        let sums = (0..k).cycle().scan(0_u32, |sum, x| {
            *sum += x;
            (*sum < 40).then_some(*sum)
        });
        mix(result, sums.take(30).map(|x| x as u64).sum::<u64>())
    }

    #[device]
    pub fn cycles_in_variables(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let mut odd = values.iter().copied().filter(|x| x % 2 == 1).cycle();
        let mut result = 0;
        for _ in 0..k {
            result = mix(result, odd.next().map_or(2, |x| x as u64));
        }
        let mut copy = odd.clone();
        result = mix(result, copy.next().map_or(1, |x| x as u64));
        result = mix(result, odd.take(3).map(|x| x as u64).sum::<u64>());
        let mut each = (0..k).zip(values.iter().cycle());
        each.next();
        let copy = each.clone();
        each.chain(copy).fold(result, |result, (n, x)| mix(result, (n ^ x) as u64))
    }

    #[device]
    pub fn tried(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let values = [a, b, 3, k, l, 5];
        let sum = values.iter().try_fold(0_u32, |sum, x| sum.checked_add(*x));
        let below: Result<u32, u32> = values.iter().try_fold(0, |sum, x| if *x > 100 { Err(*x) } else { Ok(sum + x) });
        let mut count = 0;
        let small = values.iter().try_for_each(|x| {
            count += 1;
            (*x < 9).then_some(())
        });
        let nothing: Option<u32> = values[..0].iter().try_fold(7, |sum: u32, x| sum.checked_add(*x));
        let greatest = values.iter().try_fold(&values[0], |known, x| match x {
            33 => None,
            x if x > known => Some(x),
            _ => Some(known),
        });
        let mut result = sum.map_or(1, |sum| sum as u64);
        result = mix(result, match below {
            Ok(sum) => sum as u64,
            Err(x) => x as u64 + 1,
        });
        result = mix(result, count + 16 * small.is_some() as u64);
        mix(result, greatest.map_or(3, |x| *x as u64) + nothing.map_or(0, |x| x as u64))
    }

    #[device]
    pub fn tried_and_left(a: u32, b: u32, k: u32) -> u64 {
        let sum = |n: u32| -> Option<u32> {
            let all = [a, b, k];
            let sum = all.iter().try_fold(0_u32, |sum, x| Some(sum ^ x.checked_sub(n)?))?;
            Some(sum ^ all.iter().rev().try_fold(1_u32, |sum, x| sum.checked_add(*x))?)
        };
        let values = [a, b, k, 3];
        let mut each = values.iter();
        let found = each.try_fold(0_u32, |sum, x| if *x > 3 { None } else { Some(sum + x) });
        let at = values.iter().enumerate().try_for_each(|(i, x)| if *x == 3 { Err(i) } else { Ok(()) });
        let sums = mix(sum(0).map_or(5, |x| x as u64), sum(2).map_or(6, |x| x as u64));
        let left = found.is_some() as u64 + each.count() as u64 * 4;
        mix(mix(sums, left), at.err().map_or(9, |i| i as u64))
    }

    #[device]
    pub fn sorted(a: u32, b: u32, k: u32, l: u32, x: f32, y: f32) -> u64 {
        let (values, floats) = ([a, b, 3, k], [x, y, 1.0]);
        let answers = [
            values.iter().is_sorted(),
            floats.iter().is_sorted(),
            values.iter().take(l as usize).copied().is_sorted(),
            values.iter().is_sorted_by_key(|x| *x & 3),
            values.iter().is_sorted_by(|a, b| a <= b),
            values.iter().map(|x| (*x & 3, *x)).is_sorted_by(|a, b| a.0 <= b.0),
            values.iter().enumerate().is_sorted_by_key(|(i, x)| (*x & 7, 9 - i)),
            values.iter().rev().is_sorted(),
        ];
        answers.into_iter().fold(bits(x), |all, answer| all * 2 + answer as u64)
    }
}
