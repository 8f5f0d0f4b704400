//! `let`: patterns, shadowing in every position, deferred values, types.

conformance! {
    program Bindings;
    cases |input| {
        shadowing(input.a, input.b),
        shadowing_changes_the_type(input.a, input.x),
        shadowing_in_blocks(input.a, input.b),
        shadowing_in_branches(input.k, input.l),
        shadowing_in_loops(input.k, input.l),
        shadowing_in_arms(input.k, input.l),
        shadowing_of_parameters(input.k, input.l),
        shadowing_by_patterns(input.k, input.l),
        shadowing_by_itself(input.k, input.l),
        shadowing_of_functions(input.k, input.l),
        shadowing_of_loop_variables(input.k),
        shadowing_inside_expressions(input.k, input.l),
        shadowing_of_a_deferred_variable(input.k, input.l),
        patterns_of_tuples(input.a, input.b, input.i),
        patterns_of_structs(input.a, input.i),
        patterns_of_arrays(input.a, input.b, input.i),
        patterns_nested(input.a, input.b, input.i),
        patterns_swap(input.a, input.b),
        patterns_see_old_names(input.a, input.b),
        patterns_of_parameters(input.a, input.b),
        underscore(input.k),
        annotated_types(input.a, input.i),
        ends_of_arrays(input),
        rests_of_arrays(input),
        rests_are_copies(input),
        rests_of_borrowed_arrays(input),
        fields_by_ref_mut(input),
        options_by_ref_mut(input),
        elements_by_ref_mut(input),
        references_by_ref(input),
        ends_of_tuples(input),
        ends_by_reference(input),
        rests_of_rests(input),
        wholes_by_ref_mut(input),
        copies_by_ref_mut(input),
    }

    use crate::input::{Spot, bits, mix};

    #[device]
    pub fn shadowing(a: u32, b: u32) -> u64 {
        let x = a;
        let x = x.wrapping_add(b);
        let y = x;
        let x = x ^ y.wrapping_mul(3);
        let mut x = x as u64;
        x += 1;
        let x = x * 2;
        mix(x, y as u64)
    }

    #[device]
    pub fn shadowing_changes_the_type(a: u32, x: f32) -> u64 {
        let value = a;
        let value = value as f32 + x;
        let value = (value, value > 1.0);
        let value = if value.1 { value.0 } else { -value.0 };
        let value = [value; 2];
        bits(value[0] + value[1])
    }

    #[device]
    pub fn shadowing_in_blocks(a: u32, b: u32) -> u64 {
        let x = a;
        let mut seen = 0_u64;
        {
            let x = b;
            seen = mix(seen, x as u64);
            {
                let x = x ^ 1;
                seen = mix(seen, x as u64);
            }
            seen = mix(seen, x as u64);
        }
        mix(seen, x as u64)
    }

    #[device]
    pub fn shadowing_in_branches(k: u32, l: u32) -> u64 {
        let x = k;
        let y = if x > l {
            let x = l;
            x * 2
        } else {
            let x = x + 1;
            let l = x * l;
            l
        };
        if let (0..5, x) = (k, y) {
            let x = x + 7;
            return x as u64;
        }
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn shadowing_in_loops(k: u32, l: u32) -> u64 {
        let x = k;
        let mut sum = 0;
        for step in 0..l {
            let x = x + step;
            sum += x;
            let x = x * 2;
            let sum_2 = x;
            sum += sum_2;
        }
        let mut rest = 3;
        while rest > 0 {
            let rest_of_it = rest;
            let x = rest_of_it + x;
            sum += x;
            rest -= 1;
        }
        mix(sum as u64, x as u64)
    }

    #[device]
    pub fn shadowing_in_arms(k: u32, l: u32) -> u64 {
        let x = 5;
        let y = match k {
            x @ 0..=3 => x + 1,
            x if x == l => {
                let x = x * 10;
                x
            }
            l => l + x,
        };
        mix(y as u64, (x + l) as u64)
    }

    #[device]
    pub fn shadowing_of_parameters(k: u32, l: u32) -> u64 {
        let k = k + 1;
        let (l, k) = (k, l);
        let l = l as u64;
        l * 100 + k as u64
    }

    #[device]
    pub fn shadowing_by_patterns(k: u32, l: u32) -> u64 {
        let x = k;
        let (x, y) = (x + 1, x + l);
        let (y, x) = (x, y);
        let [x, y] = [y + 1, x + 2];
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn shadowing_by_itself(k: u32, l: u32) -> u64 {
        let x = {
            let x = k;
            let x = x + l;
            x * x
        };
        let x = match x {
            0 => 1,
            x => x / 2,
        };
        let x: u64 = if x > 3 { x as u64 } else { 17 };
        x
    }

    #[device]
    pub fn twice(x: u32) -> u32 {
        x * 2
    }

    #[device]
    pub fn shadowing_of_functions(k: u32, l: u32) -> u64 {
        let doubled = twice(k);
        let twice = doubled + l;
        let mix = twice + 1;
        crate::input::mix(mix as u64, twice as u64)
    }

    #[device]
    pub fn shadowing_of_loop_variables(k: u32) -> u64 {
        let mut result = 0;
        for x in 0..3_u32 {
            let x = x + k;
            for x in x..x + 3 {
                let x = x * 2;
                result = mix(result, x as u64);
            }
            result = mix(result, x as u64);
        }
        result
    }

    #[device]
    pub fn shadowing_inside_expressions(k: u32, l: u32) -> u64 {
        let x = k;
        let sum = x
            + {
                let x = l;
                let x = x + 1;
                x * 10
            }
            + x;
        sum as u64
    }

    #[device]
    pub fn shadowing_of_a_deferred_variable(k: u32, l: u32) -> u64 {
        let x = k;
        let y: u32;
        if x > l {
            let x: u32;
            x = l + 1;
            y = x;
        } else {
            y = x;
        }
        let x: u64;
        x = y as u64 * 3;
        x
    }

    #[device]
    pub fn patterns_of_tuples(a: u32, b: u32, i: i32) -> u64 {
        let triple = (a, b, i);
        let (x, y, z) = triple;
        let (first, ..) = triple;
        let (_, second, _) = triple;
        let (mut sum, other): (u64, i64) = (x as u64, z as i64);
        sum += y as u64 + first as u64;
        mix(mix(sum, other as u64), second as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Point {
        pub x: u32,
        pub y: u32,
        pub weight: Weight,
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Weight(pub i32, pub u32);

    #[device]
    pub fn patterns_of_structs(a: u32, i: i32) -> u64 {
        let point = Point { x: a, y: a ^ 1, weight: Weight(i, 5) };
        let Point { x, y: other, weight } = point;
        let Weight(signed, unsigned) = weight;
        let Point { y, .. } = point;
        mix(mix(x as u64, other as u64), mix(signed as u64, (unsigned ^ y) as u64))
    }

    #[device]
    pub fn patterns_of_arrays(a: u32, b: u32, i: i32) -> u64 {
        let [first, second] = [a, b];
        let signed = [i, 1, 2, 3];
        let [x, _, y, ..] = signed;
        mix(mix(first as u64, second as u64), mix(x as u64, y as u64))
    }

    #[device]
    pub fn patterns_nested(a: u32, b: u32, i: i32) -> u64 {
        let ((x, y), [z, w]) = ((a, b), [i, 4]);
        let (Weight(p, q), _) = (Weight(i, a), b);
        let Point { weight: Weight(r, _), x: s, .. } = Point { x, y, weight: Weight(z, 8) };
        mix(mix(mix(x as u64, y as u64), mix(z as u64, w as u64)), mix(mix(p as u64, q as u64), mix(r as u64, s as u64)))
    }

    #[device]
    pub fn patterns_swap(a: u32, b: u32) -> u64 {
        let (a, b) = (b, a);
        let pair = (a, b);
        let (b, a) = pair;
        mix(a as u64, b as u64)
    }

    #[device]
    pub fn patterns_see_old_names(a: u32, b: u32) -> u64 {
        let x = a;
        let (x, y, z) = (b, x, x ^ b);
        mix(mix(x as u64, y as u64), z as u64)
    }

    #[device]
    pub fn patterns_of_parameters(a: u32, b: u32) -> u64 {
        changed(a, b) + ignored(a, b)
    }

    #[device]
    pub fn changed(mut a: u32, b: u32) -> u64 {
        a /= 2;
        a ^= b;
        a as u64
    }

    #[device]
    pub fn ignored(_: u32, _unused: u32) -> u64 {
        3
    }

    #[device]
    pub fn bump(counter: &mut u32) -> u32 {
        *counter += 1;
        *counter
    }

    #[device]
    pub fn underscore(k: u32) -> u64 {
        let mut counter = k;
        let _ = bump(&mut counter);
        let _unused = bump(&mut counter);
        let (_, kept) = (bump(&mut counter), bump(&mut counter));
        _ = bump(&mut counter);
        mix(counter as u64, kept as u64)
    }

    #[device]
    pub fn annotated_types(a: u32, i: i32) -> u64 {
        let small: u8 = 200;
        let long: i64 = -5;
        let size: usize = 3;
        let number: f32 = 2.0;
        let double: f64 = 3.5_f64;
        let flag: bool = a > 3;
        let pair: (u32, i32) = (a, i);
        let table: [u16; 3] = [1, 2, 3];
        let inferred: _ = a;
        let nested: [[u32; 2]; 2] = [[a, 1], [2, 3]];
        let mut result = mix(small as u64, long as u64);
        result = mix(result, table[size - 1] as u64 + number as u64 + double as u64 + flag as u64);
        result = mix(result, pair.0 as u64 ^ pair.1 as u64);
        mix(result, inferred as u64 + nested[1][0] as u64)
    }

    #[device]
    pub fn ends_of_arrays(r: &Input) -> u64 {
        let v = [r.a, r.b, r.k, 7];
        let [.., z] = v;
        let [a, .., y] = v;
        let [p, q, .., s] = v;
        mix(
            z as u64 ^ a as u64,
            mix(y as u64, mix(p as u64, q as u64 ^ s as u64)),
        )
    }

    #[device]
    pub fn rests_of_arrays(r: &Input) -> u64 {
        let v = [r.a, r.b, r.k, 7];
        let [first, rest @ ..] = v;
        let [start @ .., last] = v;
        let [x, mid @ .., z] = v;
        mix(
            first as u64,
            mix(
                rest[0] as u64 + rest.len() as u64,
                mix(
                    start[2] as u64,
                    mix(last as u64, mix(mid[1] as u64, x as u64 ^ z as u64)),
                ),
            ),
        )
    }

    #[device]
    pub fn rests_are_copies(r: &Input) -> u64 {
        let mut v = [r.a, r.b, r.k, 7];
        let [first, mut rest @ ..] = v;
        rest[0] = 1;
        v[1] = 5;
        mix(first as u64, mix(rest[0] as u64, v[1] as u64 + rest[1] as u64))
    }

    #[device]
    pub fn rests_of_borrowed_arrays(r: &Input) -> u64 {
        let v = [r.a, r.b, r.k, 7];
        match &v {
            [0, rest @ ..] => rest[1] as u64,
            [_, .., 7] => 3,
            [.., z] => *z as u64,
        }
    }

    #[device]
    pub fn fields_by_ref_mut(r: &Input) -> u64 {
        let mut p = Spot { x: r.a & 255, y: r.b };
        match p {
            Spot { ref mut x, y } => {
                *x += 1;
                *x ^= y & 3;
            }
        }
        mix(p.x as u64, p.y as u64)
    }

    #[device]
    pub fn options_by_ref_mut(r: &Input) -> u64 {
        let mut o = Some(r.a & 255);
        if let Some(ref mut x) = o {
            *x += 5;
        }
        o.unwrap() as u64
    }

    #[device]
    pub fn elements_by_ref_mut(r: &Input) -> u64 {
        let mut v = [Spot { x: r.a & 255, y: 1 }, Spot { x: r.b & 255, y: 2 }];
        let i = (r.k % 2) as usize;
        match v[i] {
            Spot { ref mut x, .. } if r.l > 3 => *x += 1,
            Spot { ref mut y, .. } => *y = 9,
        }
        mix(
            mix(v[0].x as u64, v[0].y as u64),
            mix(v[1].x as u64, v[1].y as u64),
        )
    }

    #[device]
    pub fn references_by_ref(r: &Input) -> u64 {
        let v = [Spot { x: r.a, y: 1 }, Spot { x: r.b, y: 2 }];
        let mut best: Option<&u32> = None;
        for i in 0..2 {
            match v[i] {
                Spot { ref x, .. } => {
                    if *x > 4 {
                        best = Some(x);
                    }
                }
            }
        }
        match best {
            Some(x) => *x as u64,
            None => 5,
        }
    }

    #[device]
    pub fn ends_of_tuples(r: &Input) -> u64 {
        let t = (r.a, r.b, r.k);
        let (.., z) = t;
        let (a, ..) = t;
        let (x, .., y) = t;
        mix(z as u64, mix(a as u64, x as u64 ^ y as u64))
    }

    #[device]
    pub fn ends_by_reference(r: &Input) -> u64 {
        let mut v = [r.a & 255, r.b & 255, 3];
        match &mut v {
            [a, .., c] => {
                *a += 1;
                *c += *a;
            }
        }
        match v {
            [ref mut x, ref y, _] => *x ^= *y,
        }
        mix(v[0] as u64, mix(v[1] as u64, v[2] as u64))
    }

    #[device]
    pub fn rests_of_rests(r: &Input) -> u64 {
        let m = [[r.a, r.b, 1], [r.k, r.l, 2]];
        let [[a, ..], [.., b]] = m;
        let [first, ..] = m;
        let [.., [x, rest @ ..]] = m;
        mix(
            a as u64,
            mix(b as u64, mix(first[1] as u64, rest[0] as u64 ^ x as u64)),
        )
    }

    #[device]
    pub fn wholes_by_ref_mut(r: &Input) -> u64 {
        let mut o = Some(r.a & 255);
        if let ref mut x @ Some(_) = o {
            *x = None;
        }
        o.is_none() as u64
    }

    #[device]
    pub fn copies_by_ref_mut(r: &Input) -> u64 {
        let (a, b) = (r.a & 255, r.b & 255);
        match (a, b) {
            (ref mut x, ref y) => {
                *x += *y;
                mix(*x as u64, a as u64)
            }
        }
    }
}
