//! Numbers without a type in tuples and arrays that are branches: beside values that have a type, and beside numbers only.
//! Float literals near zero.

conformance! {
    program Literals;
    cases |input| {
        floats_that_are_zero_or_nearly(input.x, input.u),
        arms_of_a_match(input.k, input.l),
        arms_of_a_match_in_return_position(input.k, input.l),
        branches_taken_apart(input.k, input.l),
        branches_taken_apart_of_numbers_only(input.k),
        branches_taken_apart_with_types(input.k, input.l),
        branches_of_fields(input.k, input.l),
        branches_of_calls(input.k, input.l),
        branches_of_other_types(input.k, input.a, input.i, input.p),
        branches_with_statements(input.k, input.l),
        branches_within_branches(input.k, input.l),
        branches_with_signs(input.k, input.i, input.m),
        branches_of_floats(input.k, input.x, input.u),
        branches_of_truths(input.k, input.l),
        branches_of_references(input.k, input.l),
        branches_as_arguments(input.k, input.l),
        branches_as_operands(input.k, input.l),
        branches_assigned(input.k, input.l),
        branches_of_aliases(input.k, input.l),
        branches_in_parts_of_tuples(input.k, input.l),
        branches_in_arguments_of_methods(input.k, input.l),
        branches_with_parts_of_tuples(input.k, input.l),
        branches_in_conditions_of_loops(input.k, input.l),
        branches_in_generic_functions(input.k, input.l),
        branches_in_constants(input.k, input.l),
        branches_in_fields(input.k, input.l),
        branches_in_let_chains(input.k, input.l),
    }

    use crate::input::{bits, long_bits, mix};

    pub type Index = u64;

    #[device]
    pub fn floats_that_are_zero_or_nearly(x: f32, u: f64) -> u64 {
        // The first of each is less than half of the least number of its type.
        let single = [0.7e-45_f32, 0.71e-45, 1e-45, -0.5e-45, 1.1754942e-38, 1e-60];
        let double = [2e-324_f64, 3e-324, 5e-324, -1e-400, 2.2250738585072011e-308, 1e-999];
        let mut all = bits(x * 0.6e-45) ^ long_bits(u * 1e-350);
        for number in single {
            all = mix(all, bits(number));
        }
        for number in double {
            all = mix(all, long_bits(number));
        }
        all
    }

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
    pub fn next(counter: &mut u32) -> u32 {
        *counter += 1;
        *counter
    }

    #[device]
    pub fn arms_of_a_match(k: u32, l: u32) -> u64 {
        let t = l + 1;
        let (a, b) = match k {
            0..=3 => (t, 0),
            4..=7 => (15, t),
            _ => (t, t),
        };
        let pair = match k {
            0..=3 => (t, 0),
            4..=7 => (15, t),
            other => (1, other),
        };
        mix((a * 100 + b) as u64, (pair.0 * 100 + pair.1) as u64)
    }

    #[device]
    pub fn chosen(k: u32, t: u32) -> (u32, u32) {
        match k {
            0..=3 => (t, 0),
            4..=7 => (15, t),
            _ => (t, t),
        }
    }

    #[device]
    pub fn chosen_by_if(k: u32, t: u32) -> (u32, u64) {
        if k > 7 { (t, 0) } else { (0, t as u64) }
    }

    #[device]
    pub fn arms_of_a_match_in_return_position(k: u32, l: u32) -> u64 {
        let (a, b) = chosen(k, l);
        mix(mix(couple(chosen(l, k)), (a * 100 + b) as u64), wide(chosen_by_if(k, l)))
    }

    #[device]
    pub fn branches_taken_apart(k: u32, l: u32) -> u64 {
        let (a, b) = if k > 3 { (0, l) } else { (l, 0) };
        let (c, d) = if k > 3 { (0, 1) } else { (l, 7) };
        let (mut e, f) = if k > 3 { (l + 1, 2) } else { (2, l) };
        e += f;
        mix((a * 3 + b) as u64, (c * 5) as u64 + (e * 7 + f) as u64 + d as u64)
    }

    #[device]
    pub fn branches_taken_apart_of_numbers_only(k: u32) -> u64 {
        let (a, b) = if k > 3 { (0, 1) } else { (1, 0) };
        let (mut c, d) = match k {
            0 => (5, -1),
            1..=5 => (6, -2),
            _ => (7, 3),
        };
        c += k;
        let e = if k > 7 { (1, (2, 3)) } else { (4, (5, 6)) };
        mix((a + b * 2) as u64, mix(c as u64, d as u64) ^ (e.0 + e.1.0 * 10 + e.1.1 * 100) as u64)
    }

    #[device]
    pub fn branches_taken_apart_with_types(k: u32, l: u32) -> u64 {
        let (a, b): (u64, u8) = if k > 3 { (1, 2) } else { (3, 4) };
        let (c, d): (u32, u64) = if k > 3 { (l, 2) } else { (3, l as u64) };
        let [e, f]: [u16; 2] = if k > 3 { [1, 2] } else { [3, 65535] };
        let ((g, h), i): ((u32, i64), bool) = if k > 3 { ((l, -2), true) } else { ((3, l as i64), false) };
        let (j, m): (Index, u32) = (7, l);
        mix(mix(a * 7 + b as u64, c as u64 + d), mix(e as u64 + f as u64, g as u64 ^ h as u64) ^ i as u64 + j * m as u64)
    }

    #[device]
    pub fn branches_of_fields(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let (a, b) = if k > 3 { (it.value, 0) } else { (0, it.offset) };
        let c = match l {
            0..=3 => (it.value, 5),
            4..=7 => (6, it.offset),
            8..=10 => (7, 8),
            _ => (it.value, it.offset),
        };
        let d = if l > 5 { ((it.value, 1), 2) } else { ((3, it.offset), it.list[1]) };
        mix(mix(mix(a as u64, b), wide(c)), mix(wide(d.0), d.1 as u64))
    }

    #[device]
    pub fn branches_of_calls(k: u32, l: u32) -> u64 {
        let (a, b) = if k > 3 { either(l) } else { (0, l) };
        let c = match l {
            0..=3 => either(k),
            4..=9 => (1, 2),
            _ => (k, 3),
        };
        let d = if k > 8 { (k.min(3), 0) } else { (0, l.max(4)) };
        let e = if k > 8 { (it(k), 0) } else { (0, it(l as u64)) };
        mix(mix((a * 100 + b) as u64, couple(c)), couple(d) + wide(e))
    }

    #[device]
    pub fn it<T: Copy>(value: T) -> T {
        value
    }

    #[device]
    pub fn branches_of_other_types(k: u32, a: u32, i: i32, p: u64) -> u64 {
        let byte = a as u8;
        let short = i as i16;
        let (b, c) = if k > 3 { (byte, 0) } else { (255, short) };
        let (d, e) = if k > 3 { (p, 0) } else { (0xffff_ffff_ffff_ffff, p as usize) };
        let f = match k {
            0..=4 => (p as i64, 1, byte),
            5..=9 => (-1, i, 0),
            _ => (-9_223_372_036_854_775_808, -2_147_483_648, 0xff),
        };
        mix(mix(mix(b as u64, c as u64), mix(d, e as u64)), mix(f.0 as u64, mix(f.1 as u64, f.2 as u64)))
    }

    #[device]
    pub fn branches_with_statements(k: u32, l: u32) -> u64 {
        let mut calls = 0;
        let (a, b) = if k > 3 {
            let x = next(&mut calls);
            (x, 0)
        } else {
            (0, l)
        };
        let c = match k {
            0..=5 => {
                calls += 2;
                (l, 1)
            }
            n if n > l => {
                let x = n - l;
                (2, x)
            }
            _ => (3, 4),
        };
        let d = {
            let x = k * 2;
            (x, 9)
        };
        mix(mix((a * 10 + b) as u64, couple(c)), (d.0 + d.1 * calls) as u64)
    }

    #[device]
    pub fn branches_within_branches(k: u32, l: u32) -> u64 {
        let (a, b) = if k > 3 {
            if l > 3 { (0, k) } else { (k, 1) }
        } else {
            match l {
                0 => (2, 3),
                1..=5 => (l, 4),
                _ => (5, l),
            }
        };
        let c = if k > 9 { (if l > 3 { 1 } else { 2 }, k) } else { (l, if l > 3 { 3 } else { l }) };
        mix((a * 100 + b) as u64, couple(c))
    }

    #[device]
    pub fn branches_with_signs(k: u32, i: i32, m: i64) -> u64 {
        let (a, b) = if k > 3 { (-1, m) } else { (i, -2) };
        let (c, d) = if k > 5 { (-1, -(3)) } else { (i, 4 - 5) };
        let e = match k {
            0..=7 => (-(1 + 2), m),
            _ => (i, 2 * 3),
        };
        mix(mix(mix(a as u64, b as u64), mix(c as u64, d as u64)), mix(e.0 as u64, e.1 as u64))
    }

    #[device]
    pub fn branches_of_floats(k: u32, x: f32, u: f64) -> u64 {
        let (a, b) = if k > 3 { (1.0, x) } else { (x, 2.5) };
        let (c, d) = if k > 5 { (0.5, 0) } else { (x, k) };
        let (e, f) = if k > 7 { (1.5_f64, 3) } else { (u, 4) };
        let g: (f32, f64) = if k > 7 { (1.5, u) } else { (x, 2.0_f64) };
        mix(mix(mix(bits(a), bits(b)), mix(bits(c), d as u64)), mix(long_bits(e), f as u64) ^ mix(bits(g.0), long_bits(g.1)))
    }

    #[device]
    pub fn branches_of_truths(k: u32, l: u32) -> u64 {
        let (a, b) = if k > 3 { (true, 0) } else { (k == l, l) };
        let (c, d) = match l {
            0..=4 => (k > 2, 7),
            _ => (false, k),
        };
        let found = if a && c { (1, a | c) } else { (d, b > d) };
        mix(mix(b as u64, d as u64), found.0 as u64 * 2 + found.1 as u64)
    }

    #[device]
    pub fn branches_of_references(k: u32, l: u32) -> u64 {
        let pair: &(u32, u32) = if k > 3 { &(k, 0) } else { &(0, l) };
        let other = &(if k > 7 { (1, l) } else { (k, 2) });
        couple(*pair) * 7 + other.0 as u64 + other.1 as u64
    }

    #[device]
    pub fn branches_as_arguments(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let first = couple(if k > 3 { (l, 0) } else { (0, l) });
        let second = couple(match l {
            0..=3 => (it.value, 1),
            4..=6 => (2, 3),
            _ => (4, it.value),
        });
        let third = wide(if k > l { (it.value, 1) } else { (2, it.offset) });
        let fourth = total(if k > l { [it.value, 1, 2] } else { [3, 4, it.value] }) + total(if l > 3 { [1, 2, 3] } else { [k, 5, l] });
        mix(mix(first, second), mix(third, fourth))
    }

    #[device]
    pub fn branches_as_operands(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let a = if k > 3 { (l, 0) } else { (0, l) }.0 + 1;
        let b = match l {
            0..=3 => (it.value, 1),
            4..=6 => (2, it.offset),
            _ => (4, 5),
        }
        .1 + 7;
        let c = (if k > 3 { [it.value, 0] } else { [0, it.value] })[l as usize % 2] * 3;
        mix(mix(a as u64, b), c as u64)
    }

    #[device]
    pub fn branches_assigned(k: u32, l: u32) -> u64 {
        let mut pair = (k, 0);
        pair = if k > 3 { (l, pair.1) } else { (0, l) };
        let first = pair;
        pair = match l {
            0..=3 => (1, pair.0),
            4..=6 => (pair.1, 2),
            _ => (k, 3),
        };
        let late: (u32, u64);
        if l > 3 {
            late = (0, k as u64);
        } else {
            late = (k, 0);
        }
        let mut wider: (u32, u64) = (0, 0);
        wider = if k > l { (named(k, l).value, 1) } else { (1, named(k, l).offset) };
        mix(mix(couple(first), couple(pair)), wide(late) + wide(wider))
    }

    #[device]
    pub fn alias(k: u32, l: u32) -> (Index, u32) {
        if k > 3 { (named(k, l).offset, 0) } else { (0, l) }
    }

    #[device]
    pub fn indexed(pair: (Index, u32)) -> u64 {
        pair.0 * 7 + pair.1 as u64
    }

    #[device]
    pub fn branches_of_aliases(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let a: (Index, u32) = if k > 9 { (it.offset, 5) } else { (6, it.value) };
        let b: (Index, u32) = match l {
            0..=3 => (it.offset, 1),
            4..=6 => (2, 3),
            _ => {
                let x = it.value * 2;
                (4, x)
            }
        };
        let c = indexed(if k > l { (it.offset, 1) } else { (2, it.value) });
        mix(mix(indexed(a), indexed(b)), indexed(alias(l, k)) + c)
    }

    #[device]
    pub fn branches_in_parts_of_tuples(k: u32, l: u32) -> u64 {
        let (a, (b, c)) = (k, if l > 3 { (0, k) } else { (l, 1) });
        let d = (if k > 3 { (0, l) } else { (l, 0) }, [if k > 3 { 1 } else { l }, 2]);
        mix((a + b * 10 + c * 100) as u64, couple(d.0) + (d.1[0] + d.1[1]) as u64)
    }

    #[device]
    impl Named {
        pub const FIRST: (u32, u64) = (1, 2);

        pub fn plus(&self, pair: (u32, u64)) -> u64 {
            self.offset + pair.0 as u64 * 10 + pair.1
        }

        pub fn halves(&self, low: bool) -> (u32, u64) {
            if low { (self.value / 2, 0) } else { (0, self.offset / 2) }
        }
    }

    #[device]
    pub fn branches_in_arguments_of_methods(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let a = it.plus(if k > l { (it.value, 0) } else { (0, it.offset) });
        let b = it.plus(match k {
            0..=4 => (1, it.offset),
            5..=9 => it.halves(l > 3),
            _ => (it.value, 3),
        });
        mix(a, b) ^ wide(it.halves(k > 3))
    }

    #[device]
    pub fn branches_with_parts_of_tuples(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let (a, b) = either(k);
        let (c, d) = it.halves(l > 7);
        let e = if k > 3 { (it.value + a, 0) } else { (0, it.value + b) };
        let f = wide(if k > 3 { (c, 0) } else { (0, d) });
        let (g, h) = if l > 3 { (a, 0) } else { (0, d) };
        mix(couple(e), f) ^ mix(g as u64, h)
    }

    #[device]
    pub fn branches_in_conditions_of_loops(k: u32, l: u32) -> u64 {
        let it = named(k, l);
        let mut step = 0;
        while (if step > k { (it.value, 0) } else { (0, it.value) }) < (step + 3, 9) && step < 40 {
            step += 1;
        }
        let mut count = 0_u32;
        for index in 0..(if k > 3 { (it.value, 1) } else { (2, it.value) }).0 {
            count += index;
        }
        mix(step as u64, count as u64)
    }

    #[device]
    pub fn labelled<T: Copy>(value: T, first: bool) -> (T, u32) {
        if first { (value, 0) } else { (value, 1) }
    }

    #[device]
    pub fn weighed<T: Copy>(value: T, other: T, number: u64) -> (T, u64) {
        match number {
            0..=3 => (value, 0),
            4..=7 => (other, number),
            _ => (value, 1),
        }
    }

    #[device]
    pub fn branches_in_generic_functions(k: u32, l: u32) -> u64 {
        let a = labelled(k, l > 3);
        let b = weighed(k, l, l as u64);
        let c = if k > 3 { labelled(l, k > 7) } else { (0, 5) };
        mix(couple(a), wide(b)) ^ couple(c)
    }

    #[device]
    pub const LIMIT: u32 = 5;

    #[device]
    pub const WIDE: u64 = 1 << 40;

    #[device]
    pub const CHOSEN: (u32, u64) = if LIMIT > 3 { (1, WIDE) } else { (LIMIT, 2) };

    #[device]
    pub const TABLE: [(u32, u64); 2] = [(LIMIT, 0), (1, WIDE)];

    #[device]
    pub fn branches_in_constants(k: u32, l: u32) -> u64 {
        let a = if k > 3 { CHOSEN } else { (k, 0) };
        let b = if k > 3 { (LIMIT, 0) } else { (0, WIDE) };
        let c = if l > 3 { Named::FIRST } else { (l, 0) };
        mix(wide(a), wide(b)) ^ mix(wide(c), wide(TABLE[l as usize % 2]))
    }

    #[device]
    pub fn branches_in_fields(k: u32, l: u32) -> u64 {
        let it = Named { value: if k > 3 { (l, 0) } else { (0, k) }.1, offset: 3, list: if l > 3 { [k, 0] } else { [1, 2] } };
        let other = Named { list: if l > 7 { [it.value, 0] } else { [0, it.value] }, ..it };
        mix(it.value as u64, (it.list[0] * 10 + it.list[1]) as u64) ^ (other.list[0] * 10 + other.list[1]) as u64
    }

    #[device]
    pub fn branches_in_let_chains(k: u32, l: u32) -> u64 {
        let pair = (k, l);
        let (a, b) = if let (0..=5, n) = pair
            && n > 3
        {
            (n, 0)
        } else {
            (0, k)
        };
        let c = match pair {
            (1, n) if n > 10 => (n, 1),
            (n @ 0..=7, m) => (n, m),
            (_, m) => (2, m),
        };
        couple((a, b)) * 7 + couple(c)
    }
}
