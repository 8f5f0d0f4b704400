//! Tuples and arrays, with numbers without a type, in each other, taken along by jumps, in variables, and compared.

conformance! {
    program Tuples;
    cases |input| {
        tuples_in_tuples(input.k, input.l),
        tuples_of_six(input.k, input.l, input.p),
        tuples_in_arrays(input.k, input.l),
        arrays_of_both_kinds(input.k, input.l),
        arrays_of_numbers_only(input.k),
        arrays_in_tuples(input.k, input.l),
        arrays_repeated(input.k, input.l),
        early_returns(input.k, input.l),
        values_of_loops(input.k, input.l),
        values_of_loops_with_labels(input.k, input.l),
        values_of_labelled_blocks(input.k, input.l),
        values_of_blocks(input.k, input.l),
        variables_without_a_type(input.k, input.l),
        variables_changed_later(input.k, input.l),
        comparisons_of_tuples(input.k, input.l),
        comparisons_of_tuples_by_order(input.k, input.l, input.i),
        comparisons_of_tuples_of_floats(input.x, input.y),
        comparisons_of_arrays(input.k, input.l),
        assertions_about_tuples(input.k, input.l),
        scrutinees(input.k, input.l),
        arguments_and_results(input.k, input.l),
        arms_that_leave(input.k, input.l),
        truths_of_fields(input.k, input.l),
    }

    use crate::input::mix;

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Named {
        pub value: u32,
        pub offset: u64,
        pub list: [u32; 2],
    }

    #[device]
    pub fn named(k: u32, l: u32) -> Named {
        Named { value: k, offset: l as u64, list: [l, k] }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Flagged {
        pub odd: bool,
        pub large: bool,
    }

    #[device]
    pub fn flags(flagged: Flagged, k: u32) -> (bool, u32, bool) {
        (flagged.odd | flagged.large, k, flagged.odd & flagged.large)
    }

    #[device]
    pub fn truths_of_fields(k: u32, l: u32) -> u64 {
        let flagged = Flagged { odd: k & 1 == 1, large: l > 1000 };
        let (any, number, all) = flags(flagged, l);
        let list = [flagged.odd ^ flagged.large, flagged.odd];
        let pair = if any { (flagged.large | all, number) } else { (flagged.odd, 7) };
        any as u64 | (all as u64) << 1 | (list[0] as u64) << 2 | (pair.0 as u64) << 3 | (pair.1 as u64) << 8
    }

    #[device]
    pub fn couple(couple: (u32, u32)) -> u64 {
        couple.0 as u64 * 100 + couple.1 as u64
    }

    #[device]
    pub fn wide(couple: (u32, u64)) -> u64 {
        couple.0 as u64 * 100 + couple.1
    }

    #[device]
    pub fn total(list: [u32; 3]) -> u64 {
        (list[0] * 10000 + list[1] * 100 + list[2]) as u64
    }

    #[device]
    pub fn either(k: u32) -> (u32, u32) {
        (k, k + 1)
    }

    #[device]
    pub fn it<T: Copy>(value: T) -> T {
        value
    }

    #[device]
    pub fn tuples_in_tuples(k: u32, l: u32) -> u64 {
        let a = if k > 3 { ((k, 0), 1) } else { ((0, l), l) };
        let ((b, c), d) = match l {
            0..=4 => ((0, 0), k),
            5..=8 => ((k, 1), 0),
            _ => ((2, k as u64), 3),
        };
        let e: ((u32, u64), (u64, u32)) = if k > l { ((0, 1), (k as u64, 2)) } else { ((l, 3), (4, l)) };
        mix(mix(couple(a.0) + a.1 as u64, b as u64 + c * 10 + d as u64 * 100), mix(wide(e.0), e.1.0 + e.1.1 as u64))
    }

    #[device]
    pub fn tuples_of_six(k: u32, l: u32, p: u64) -> u64 {
        let a = if k > 3 { (k, 0, p, 1, l, 2) } else { (3, p, 4, k, 5, l as u8) };
        mix(mix(mix(a.0 as u64, a.1), mix(a.2, a.3 as u64)), mix(a.4 as u64, a.5 as u64))
    }

    #[device]
    pub fn tuples_in_arrays(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let a = [(k, 0), (0, l)];
        let b = [(it.value, 0), (0, it.offset), (1, 2)];
        let c = if k > 3 { [(k, 0), (1, 2)] } else { [(0, 3), (4, l)] };
        let d: [(u32, u64); 2] = match l {
            0..=4 => [(0, 1), (2, it.offset)],
            _ => [(it.value, 3); 2],
        };
        let at = l as usize % 2;
        mix(mix(couple(a[at]), wide(b[k as usize % 3])), mix(couple(c[at]), wide(d[at])))
    }

    #[device]
    pub fn arrays_of_both_kinds(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let a = if k > 3 { [k, 0, 1] } else { [0, l, 2] };
        let b = match l {
            0..=3 => [it.value, 1],
            4..=6 => [2, it.value],
            _ => [3, 4],
        };
        let c = if k > 3 { [[0, 1], [k, 2]] } else { [[3, 4], [5, 6]] };
        let d = if k > 3 { [it.offset; 2] } else { [0, 1] };
        mix(mix(total(a), (b[0] * 10 + b[1]) as u64), (c[0][1] + c[1][0] * 10) as u64 + d[1])
    }

    #[device]
    pub fn arrays_of_numbers_only(k: u32) -> u64 {
        let a = if k > 3 { [0; 4] } else { [1; 4] };
        let mut b = match k {
            0 => [1, 2],
            1..=5 => [3, 4],
            _ => [5; 2],
        };
        b[0] += k;
        let c = if k > 3 { [[1, -2], [3, 4]] } else { [[5, 6], [7, -8]] };
        let sum = a[0] + a[3] * 2;
        mix(mix(sum as u64, (b[0] * 10 + b[1]) as u64), mix(c[0][1] as u64, c[1][1] as u64))
    }

    #[device]
    pub fn arrays_in_tuples(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let (a, b) = if k > 3 { ([k, 0], 1) } else { ([2, 3], l) };
        let (c, d) = if k > 3 { ([it.value, 0], 1) } else { ([2, 3], it.offset) };
        let e = if l > 3 { ([0; 2], it.value) } else { ([it.value; 2], 4) };
        mix(mix((a[0] + a[1] * 10 + b * 100) as u64, (c[0] + c[1] * 10) as u64 + d * 100), couple((e.0[1], e.1)))
    }

    #[device]
    pub fn arrays_repeated(k: u32, l: u32) -> u64 {
        let a = if k > 3 { [(k, 0); 2] } else { [(0, l); 2] };
        let b = [(k, 1); 3];
        let mut c = [(0, 0); 2];
        c[l as usize % 2].0 = k;
        couple(a[1]) * 7 + b[2].0 as u64 + b[1].1 as u64 + c[0].0 as u64 * 3 + c[1].1 as u64
    }

    #[device]
    pub fn returned_early(k: u32, l: u32) -> (u32, u64) {
        if k == 0 {
            return (l, 0);
        }
        for step in 0..k {
            if step * 3 > l {
                return (0, step as u64);
            }
            if step == 9 {
                return if l > 3 { (named(k, l).value, 1) } else { (2, 3) };
            }
        }
        return match l {
            0..=5 => (1, 2),
            _ => (k, 3),
        };
    }

    #[device]
    pub fn early_returns(k: u32, l: u32) -> u64 {
        wide(returned_early(k, l))
    }

    #[device]
    pub fn values_of_loops(k: u32, l: u32) -> u64 {
        let mut step = 0;
        let (a, b) = loop {
            step += 1;
            if step > l {
                break (step, 0);
            }
            if step == k {
                break (0, step);
            }
        };
        let c: (u32, u64) = loop {
            step += 3;
            if step > 20 {
                break (step, 1);
            }
            if step % 5 == k % 5 {
                break (2, 3);
            }
        };
        let d = loop {
            step += 1;
            if step % 4 == 0 {
                break 5;
            }
            if step > 90 {
                break 6;
            }
        };
        mix(mix((a * 100 + b) as u64, wide(c)), d as u64)
    }

    #[device]
    pub fn values_of_loops_with_labels(k: u32, l: u32) -> u64 {
        let mut step = k;
        let pair: (u32, u32) = 'outer: loop {
            let inner: (u32, u32) = loop {
                step += 1;
                if step > 12 {
                    break 'outer (0, l);
                }
                if step % 3 == 0 {
                    break (step, 1);
                }
            };
            if inner.0 + inner.1 > l {
                break (inner.0, 2);
            }
        };
        couple(pair)
    }

    #[device]
    pub fn values_of_labelled_blocks(k: u32, l: u32) -> u64 {
        let (a, b) = 'found: {
            if k > 8 {
                break 'found (0, l);
            }
            if k > 4 {
                break 'found (k, 1);
            }
            (2, 3)
        };
        let c: (u32, u64) = 'found: {
            if l > 8 {
                break 'found (0, l as u64);
            }
            (named(k, l).value, 1)
        };
        mix((a * 100 + b) as u64, wide(c))
    }

    #[device]
    pub fn values_of_blocks(k: u32, l: u32) -> u64 {
        let (a, b) = {
            let x = k + 1;
            (x, 0)
        };
        let c = {
            let x = l + 1;
            [x, 1, 2]
        };
        let d = { (k, 3) };
        let e = couple({
            let x = k * 3;
            (x, 4)
        });
        (a + b * 2 + 1) as u64 + total(c) + couple(d) + e
    }

    #[device]
    pub fn variables_without_a_type(k: u32, l: u32) -> u64 {
        let pair = (k, 0);
        let both = (0, 1);
        let nested = ((k, 1), [0, l]);
        let c = if k > l { pair } else { (0, 5) };
        let d = if k > l { both } else { (2, 3) };
        mix(mix(couple(pair) + couple(c), (both.0 + both.1 * 10) as u64), (d.0 + d.1) as u64 + couple(nested.0) + nested.1[0] as u64)
    }

    #[device]
    pub fn variables_changed_later(k: u32, l: u32) -> u64 {
        let mut best = (0, 0);
        for step in 0..l {
            let weight = (step * 7) % (k + 1);
            if weight > best.1 {
                best = (step, weight);
            }
        }
        let (mut low, mut high) = if k > 3 { (0, 10) } else { (1, 20) };
        while low < high && high > l {
            high -= 3;
            low += 1;
        }
        mix(couple(best), (low * 100 + high) as u64)
    }

    #[device]
    pub fn comparisons_of_tuples(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let mut result = ((k, l) == (3, 4)) as u64 | (((k, 4) == (4, l)) as u64) << 1;
        result |= (((it.value, 7) == (7, it.offset)) as u64) << 2 | ((either(k) != (5, 6)) as u64) << 3;
        result |= (((1, 2) == either(l)) as u64) << 4 | (((k, (l, 1)) == (2, (3, 1))) as u64) << 5;
        result |= (((if k > 3 { (it.value, 5) } else { (6, it.offset) }) == (5, 5)) as u64) << 6;
        result | (((1, 2) == (1, 2)) as u64) << 7 | (((it.list, 1) == ([3, 4], l)) as u64) << 8
    }

    #[device]
    pub fn comparisons_of_tuples_by_order(k: u32, l: u32, i: i32) -> u64 {
        let it = named(k, l);
        let mut result = ((k, l) < (l, k)) as u64 | (((k, 4) <= (4, l)) as u64) << 1;
        result |= (((it.value, 7) > (7, it.offset)) as u64) << 2 | ((either(k) >= (5, 6)) as u64) << 3;
        result |= (((i, k) < (-1, 9)) as u64) << 4 | (((k, (l, 1)) > (2, (3, 0))) as u64) << 5;
        result | (((k > 3, l) < (true, 5)) as u64) << 6 | (((k, l, i) <= (k, 5, 0)) as u64) << 7
    }

    #[device]
    pub fn comparisons_of_tuples_of_floats(x: f32, y: f32) -> u64 {
        let mut result = ((x, y) < (1.0, 2.0)) as u64 | (((x, y) <= (y, x)) as u64) << 1;
        result |= (((x, 1) > (y, 0)) as u64) << 2 | (((x, 1) >= (x, 1)) as u64) << 3;
        result | (((x, y) == (y, x)) as u64) << 4 | (((1, x) != (1, y)) as u64) << 5
    }

    #[device]
    pub fn comparisons_of_arrays(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let mut result = ([k, l] == [3, 4]) as u64 | (([k, 4] == [4, l]) as u64) << 1;
        result |= (([it.value, 7] != [7, it.value]) as u64) << 2 | ((it.list == [5, 6]) as u64) << 3;
        result |= (([k, l] < [5, 6]) as u64) << 4 | ((it.list >= [4; 2]) as u64) << 5;
        result | (([(k, 1), (2, l)] == [(2, 1), (2, 3)]) as u64) << 6 | (([(k, 1)] < [(5, l)]) as u64) << 7
    }

    #[device]
    pub fn assertions_about_tuples(k: u32, l: u32) -> u64 {
        assert_eq!((k, 1), (k, 1));
        assert_ne!((k, l), (16, 0));
        assert_ne!(either(k), (17, 1));
        assert_eq!([k, 2], [k, 2]);
        k as u64
    }

    #[device]
    pub fn scrutinees(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let a = match (if k > 3 { (0, l) } else { (l, 0) }) {
            (0, n) => n + 1,
            (n, 0) => n * 2,
            (n, m) => n + m,
        };
        let b = if let (0, n) = (if k > 7 { (it.value, 3) } else { (0, it.offset) }) { n } else { 5 };
        let c = match (k, 3) {
            (0..=3, 3) => 1,
            (n, 3) => n,
            _ => 2,
        };
        mix(mix(a as u64, b), c as u64)
    }

    #[device]
    pub fn arguments_and_results(k: u32, l: u32) -> u64 {
        couple((k, 0)) + wide((0, l as u64)) + total([k, 0, 1]) + couple(either(2)) + wide((1, 2)) + couple(it((k, 1)))
    }

    #[device]
    pub fn arms_that_leave(k: u32, l: u32) -> u64 {
        let pair: (u32, u32) = match k {
            0 => return 7,
            1..=4 => (l, 0),
            5..=8 => (1, l),
            16 => panic!("not a row"),
            _ => (2, 3),
        };
        let mut sum = 0;
        for step in 0..4 {
            let other: (u32, u32) = match step + k {
                3 => continue,
                9 => break,
                n if n % 2 == 0 => (n, 1),
                _ => (1, pair.0),
            };
            sum += other.0 * 10 + other.1;
        }
        mix(couple(pair), sum as u64)
    }
}
