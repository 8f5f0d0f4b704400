//! Assignments to several places at once, and `mem::swap` and `mem::replace`.

conformance! {
    program Assignments;
    cases |input, log, at| {
        taken_apart(input.a, input.b),
        taken_apart_in_part(input.k, input.l),
        taken_apart_by_structs(input.a, input.x, input.p),
        taken_apart_with_literals(input.k, input.p),
        taken_apart_in_order(input.k),
        taken_apart_in_expressions(input.k, input.l),
        taken_apart_from_choices(input.k, input.l),
        taken_apart_from_memory(log, at, input.k),
        taken_apart_through_references(input.a, input.b),
        taken_apart_in_loops(input.k, input.l),
        first_assigned_there(input.k, input.l),
        swapped(input.a, input.b),
        swapped_of_all_types(input.k, input.l, input.p),
        swapped_through_references(input.a, input.b, input.x),
        swapped_in_order(input.k),
        replaced(input.k, input.l),
        replaced_with_literals(input.k, input.p),
        own_swaps(input.a, input.b),
    }

    use crate::input::{bits, mix};
    use std::mem;

    #[device]
    pub fn three(a: u32, b: u32, c: u32) -> u64 {
        mix(mix(a as u64, b as u64), c as u64)
    }

    #[device]
    pub fn next(counter: &mut u32) -> u32 {
        *counter = counter.wrapping_add(1);
        *counter
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub number: u64,
        pub weight: f64,
        pub list: [u32; 3],
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Small(pub u8, pub i16);

    #[device]
    pub fn taken_apart(a: u32, b: u32) -> u64 {
        let (mut x, mut y, mut z) = (a, b, 7_u32);
        (x, y) = (y, x);
        (x, y, z) = (z, x, y);
        [x, y] = [y ^ 1, x];
        let first = three(x, y, z);
        (x, (y, z)) = (z, (x, y));
        let mut list = [x, y, z];
        [list[2], list[0], list[1]] = list;
        [list[0], list[1], list[2]] = [list[1], list[2], list[0]];
        (z, [x, y, _]) = (list[0], list);
        ((x), y) = ((y), (x));
        mix(first, mix(three(x, y, z), three(list[0], list[1], list[2])))
    }

    #[device]
    pub fn pair_of(counter: &mut u32) -> (u32, [u32; 3]) {
        (next(counter), [next(counter), 5, next(counter)])
    }

    #[device]
    pub fn taken_apart_in_part(k: u32, l: u32) -> u64 {
        let (mut n, mut x, mut y) = (k, l, 0_u32);
        (x, _) = pair_of(&mut n);
        (_, [y, ..]) = pair_of(&mut n);
        let first = three(x, y, n);
        (_, x) = (next(&mut n), next(&mut n));
        (y, ..) = (x, n, next(&mut n));
        [_, _, x] = [next(&mut n); 3];
        (_, _) = (next(&mut n), n);
        mix(first, three(x, y, n))
    }

    #[device]
    pub fn taken_apart_by_structs(a: u32, x: f32, p: u64) -> u64 {
        let pair = Pair { number: p, weight: x as f64, list: [a, 1, 2] };
        let mut other = Pair { number: 1, weight: 0.5, list: [3; 3] };
        let number: u64;
        let weight: f64;
        Pair { number, weight, .. } = pair;
        Pair { list: other.list, weight: other.weight, .. } = pair;
        (other.number, Pair { list: [other.list[1], ..], .. }) = (other.list[2] as u64, other);
        let mut small = Small(1, 2);
        Small(small.0, _) = Small(a as u8, 4);
        (small, Small(_, small.1)) = (Small(small.0, -3), Small(0, 9));
        let numbers = mix(mix(number, weight.to_bits()), mix(other.number, other.weight.to_bits()));
        mix(numbers, mix(three(other.list[0], other.list[1], other.list[2]), small.0 as u64 ^ small.1 as u64))
    }

    #[device]
    pub fn taken_apart_with_literals(k: u32, p: u64) -> u64 {
        let mut pair = Pair { number: p, weight: 0.25, list: [k; 3] };
        let (mut small, mut narrow, mut single) = (Small(0, 0), 3_u8, 0.5_f32);
        (pair.number, pair.weight, pair.list[0]) = (3, 1.5, 8);
        (narrow, small.1, single) = (200, -7, 0.1);
        let first = mix(pair.number, pair.weight.to_bits());
        [pair.list[0], pair.list[1]] = if k > 7 { [1, 2] } else { [pair.list[2], 4] };
        (narrow, single) = if k > 5 { (narrow + 1, 0.1) } else { (9, 0.2) };
        let (mut big, mut double) = (1, 2.0_f64);
        (big, double) = (big + p / 2, double + pair.weight);
        let (mut open, mut wide) = (0, 0);
        (open, wide) = (narrow, p);
        let second = mix(narrow as u64 ^ (small.1 as u64), bits(single));
        mix(mix(first, second), mix(mix(big, double.to_bits()), mix(open as u64, wide)))
    }

    #[device]
    pub fn index(counter: &mut u32) -> usize {
        (next(counter) % 4) as usize
    }

    #[device]
    pub fn taken_apart_in_order(k: u32) -> u64 {
        let mut n = k;
        let mut values = [0_u32; 4];
        (values[index(&mut n)], values[index(&mut n)]) = (next(&mut n), next(&mut n));
        let first = three(values[0] ^ values[1], values[2] ^ values[3], n);
        let mut i = 0_usize;
        (i, values[i], values[0]) = ((k % 4) as usize, 50, 60);
        (values[i], i) = (values[3], 2);
        (n, values[(n % 4) as usize]) = (n + 1, n);
        (values[3], n, values[3]) = (n, next(&mut n), n);
        (values[1], values[1]) = (1, values[1] + 2);
        mix(first, mix(three(values[0], values[1], values[2]), three(values[3], n, i as u32)))
    }

    #[device]
    pub fn taken_apart_in_expressions(k: u32, l: u32) -> u64 {
        let (mut x, mut y) = (k, l);
        let sum = x + { (x, y) = (y, x); x * 2 } + y;
        let unit = (x, y) = (y + 1, x + 1);
        if x > y {
            (x, y) = (1, 2)
        } else {
            (y, _) = (x, unit);
        }
        match k {
            0..=3 => (x, y) = (y, 5),
            _ => [y, x] = [x, y],
        }
        three(sum, x, y)
    }

    #[device]
    pub fn half(value: u32) -> Option<(u32, u32)> {
        if value % 2 == 1 { None } else { Some((value / 2, value)) }
    }

    #[device]
    pub fn quarter(value: u32) -> Option<u32> {
        let (mut x, mut y) = (value, 0);
        (x, y) = half(x)?;
        (y, x) = (half(x)?.0, y);
        Some(x ^ y)
    }

    #[device]
    pub fn taken_apart_from_choices(k: u32, l: u32) -> u64 {
        let (mut x, mut y) = (k, l);
        (x, y) = match k {
            0 => (y, x),
            1..=7 => {
                y += 1;
                (y, k)
            }
            _ => (x + 1, y + 2),
        };
        let first = three(x, y, quarter(k).unwrap_or(3));
        (x, y) = loop {
            x += 3;
            if x % 4 == 1 {
                break (y, x);
            }
        };
        let mut found: Option<u32> = None;
        (found, x) = (Some(y), x + 1);
        (found, y) = (if l > 3 { None } else { found }, found.unwrap_or(4));
        mix(first, three(x, y, found.unwrap_or(77)))
    }

    #[device]
    pub fn taken_apart_from_memory(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let (mut x, mut y) = (0_u32, 0_u32);
        (x, y) = (log.fetch_add(at, k + 1), log.get(at));
        let mut list = [x, y, 0];
        (list[(log.fetch_add(at, 1) % 2) as usize], list[2]) = (log.fetch_add(at, 3), log.get(at));
        mix(three(x, y, log.get(at)), three(list[0], list[1], list[2]))
    }

    #[device]
    pub fn turned(a: &mut u32, list: &mut [u32; 3]) {
        (*a, list[1], [list[0], ..]) = (list[1], *a, *list);
    }

    #[device]
    pub fn taken_apart_through_references(a: u32, b: u32) -> u64 {
        let mut x = a;
        let mut list = [b, 4, 9];
        turned(&mut x, &mut list);
        let (first, rest) = (&mut x, &mut list[2]);
        (*first, *rest) = (*rest, *first);
        let y: u32;
        (y, x) = (x, list[1]);
        mix(three(x, y, list[0]), three(list[1], list[2], 0))
    }

    #[device]
    pub fn taken_apart_in_loops(k: u32, l: u32) -> u64 {
        let (mut a, mut b) = (k % 1000 + 1, l % 1000 + 1);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let (mut previous, mut current) = (0_u64, 1_u64);
        for _ in 0..k % 50 {
            (previous, current) = (current, previous + current);
        }
        mix(a as u64, previous)
    }

    #[device]
    pub fn first_assigned_there(k: u32, l: u32) -> u64 {
        let x: u32;
        let y: u64;
        if k > l {
            (x, y) = (k, 1);
        } else {
            (y, x) = (l as u64, 2);
        }
        mix(x as u64, y)
    }

    #[device]
    pub fn swapped(a: u32, b: u32) -> u64 {
        let (mut x, mut y) = (a, b);
        std::mem::swap(&mut x, &mut y);
        let mut list = [x, 1, 2];
        core::mem::swap(&mut y, &mut list[1]);
        mem::swap(&mut list[2], &mut x);
        mix(three(x, y, 0), three(list[0], list[1], list[2]))
    }

    #[device]
    pub fn swapped_of_all_types(k: u32, l: u32, p: u64) -> u64 {
        let (mut yes, mut no) = (k > l, k < l);
        mem::swap(&mut yes, &mut no);
        let mut first = Pair { number: p, weight: 0.5, list: [k; 3] };
        let mut second = Pair { number: 1, ..first };
        mem::swap(&mut first.list, &mut second.list);
        mem::swap(&mut first, &mut second);
        let (mut left, mut right) = ((k, 0.5_f32), (l, 0.25));
        mem::swap(&mut left, &mut right);
        mem::swap(&mut left.1, &mut right.1);
        let mut some = Some(k);
        let mut none: Option<u32> = None;
        mem::swap(&mut some, &mut none);
        let mut point = Vec2::new(1.0, k as f32);
        let Vec2 { x, y } = &mut point;
        mem::swap(x, y);
        let flags = yes as u32 + 2 * no as u32 + 4 * some.is_some() as u32;
        let numbers = mix(first.number ^ second.number, first.list[0] as u64 ^ left.0 as u64);
        mix(mix(numbers, bits(left.1 + point.x)), three(flags, none.unwrap_or(9), right.0))
    }

    #[device]
    impl Small {
        pub fn exchange(&mut self, other: &mut Self) {
            mem::swap(self, other);
            mem::swap(&mut self.0, &mut other.0);
        }

        pub fn next(&mut self) -> i16 {
            mem::replace(&mut self.1, 3) + mem::replace(self, Small(7, 9)).1
        }
    }

    #[device]
    pub fn exchange(a: &mut u32, list: &mut [u32; 3], x: &mut f32) {
        mem::swap(a, &mut list[0]);
        let old = mem::replace(x, 0.5);
        *a ^= old.to_bits() % 8;
        let [first, second, _] = list;
        mem::swap(first, second);
    }

    #[device]
    pub fn swapped_through_references(a: u32, b: u32, x: f32) -> u64 {
        let (mut n, mut y) = (a, x);
        let mut list = [b, 4, 9];
        exchange(&mut n, &mut list, &mut y);
        let reference = &mut list[2];
        mem::swap(reference, &mut n);
        let (mut small, mut other) = (Small(a as u8, 5), Small(3, b as i16));
        small.exchange(&mut other);
        let sum = small.next() as u64;
        for place in &mut list {
            mem::swap(place, &mut n);
        }
        let smalls = mix(small.0 as u64 ^ other.0 as u64, sum ^ other.1 as u64);
        mix(mix(three(n, list[0], list[1]), bits(y)), smalls)
    }

    #[device]
    pub fn swapped_in_order(k: u32) -> u64 {
        let mut n = k;
        let (mut list, mut other) = ([1_u32, 2, 3, 4], [5_u32, 6, 7, 8]);
        mem::swap(&mut list[index(&mut n)], &mut other[index(&mut n)]);
        let sum = n + mem::replace(&mut n, 5) * 10 + n * 100;
        let third = mem::replace(&mut list[(n % 4) as usize], { n += k % 7; n }) * 1000 + list[1];
        let both = [mem::replace(&mut n, k % 9), mem::replace(&mut n, 8), n];
        let first = mix(three(list[0], list[1], list[2]), three(other[0] ^ list[3], other[1], other[2] ^ other[3]));
        mix(mix(first, three(sum, third, n)), three(both[0], both[1], both[2]))
    }

    #[device]
    pub fn replaced(k: u32, l: u32) -> u64 {
        let mut state = k % 16;
        let mut found = Some(l);
        let mut sum = 0_u64;
        for step in 0..5_u32 {
            let before = mem::replace(&mut state, if step % 2 == 0 { step + k % 9 } else { 7 });
            sum = mix(sum, (before ^ mem::replace(&mut found, None).unwrap_or(step)) as u64);
        }
        let mut list = [k, l];
        let old = mem::replace(&mut list, [state; 2]);
        let mut pair = (old[0], list);
        let (first, _) = mem::replace(&mut pair, (3, [1, k]));
        mix(sum, mix(three(first, pair.0, pair.1[0]), three(old[1], list[1], pair.1[1])))
    }

    #[device]
    pub fn replaced_with_literals(k: u32, p: u64) -> u64 {
        let mut pair = Pair { number: p, weight: 0.25, list: [k; 3] };
        let (mut narrow, mut double, mut open) = (k as u8, p as f64, 3);
        let number = mem::replace(&mut pair.number, 5);
        let weight = mem::replace(&mut pair.weight, 1.5);
        let before = mem::replace(&mut narrow, 200);
        let old = mem::replace(&mut double, 0.1);
        let other = mem::replace(&mut open, p);
        mem::swap(&mut narrow, &mut 7);
        let floats = mix(weight.to_bits() ^ pair.weight.to_bits(), old.to_bits() ^ double.to_bits());
        mix(mix(floats, number ^ pair.number), mix(before as u64 ^ narrow as u64, other ^ open))
    }

    /// Not that of std.
    #[device]
    pub fn swap(a: &mut u32, b: &mut u32) {
        (*a, *b) = (*b + 1, *a + 2);
    }

    pub mod exchanges {
        pub mod mem {
            use whipple::prelude::*;

            #[device]
            pub fn swap(a: &mut u32, b: &mut u32) {
                super::super::swap(a, b);
                std::mem::swap(a, b);
                *a ^= 1;
            }
        }
    }

    #[device]
    pub fn own_swaps(a: u32, b: u32) -> u64 {
        let (mut x, mut y) = (a / 2, b / 2);
        swap(&mut x, &mut y);
        exchanges::mem::swap(&mut y, &mut x);
        three(x, y, 0)
    }
}
