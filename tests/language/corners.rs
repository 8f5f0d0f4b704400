//! Where constructs meet: literals on either side, members and functions of one name, unusual but ordinary Rust.

conformance! {
    program Corners;
    cases |input| {
        methods_named_as_functions(input.k, input.l),
        fields_named_as_functions(input.k, input.l),
        constants_named_as_members(input.k, input.l),
        literals_on_the_left(input.a, input.k, input.i),
        literals_on_the_left_of_floats(input.x, input.u),
        literals_in_comparisons(input.a, input.k, input.i, input.p),
        literals_of_64_bits(input.p, input.m),
        literals_in_both_branches(input.k),
        literals_through_variables(input.k, input.l),
        literals_in_arguments(input.k, input.x),
        literals_in_small_types(input.a),
        signs_and_negations(input.a, input.i, input.x),
        casts_and_precedence(input.k, input.i, input.x),
        wrapping_bounds(input.k, input.l),
        references_to_temporaries(input.k, input.l),
        references_in_loops(input.k, input.l),
        references_to_parts_of_parts(input.k, input.l),
        parameters_changed(input.k, input.l),
        results_ignored(input.k),
        comparisons_of_booleans(input.k, input.l),
        comparisons_of_references(input.k, input.l),
        chained_else_with_effects(input.k, input.l),
        returns_of_unit(input.k, input.l),
        returns_inside_loops_inside_arms(input.k, input.l),
        nothing_in_arms(input.k),
        semicolons(input.k),
        long_expressions(input.a, input.b, input.k),
        floats_in_tuples(input.x, input.y),
        early_continue_with_declarations(input.k, input.l),
        variables_named_like_generated_ones(input.k, input.l),
        state_machine(input.a, input.k),
        binary_search(input.k, input.l),
        bit_fields(input.a, input.k),
        methods_of_literals(input.a, input.k, input.x),
        exponents_at_the_end_of_blocks(input.u),
        parts_of_conditions(input.a, input.i, input.u),
        truths_at_the_end_of_blocks(input.a, input.k, input.i),
        truths_of_a_type_that_is_not_seen(input.a, input.k),
        numbers_that_equal_themselves(input.x, input.n, input.k),
        negations_of_16_bits(input.a, input.b, input.x, input.n),
        negations_of_the_least_number(input.i, input.j, input.n),
        negative_constants(input.i, input.k),
        low_bits_of_branches(input.p, input.x),
        names_of_variables_in_blocks_before(input.k, input.l),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    pub fn scale(k: u32) -> u32 {
        k * 3 + 1
    }

    #[device]
    fn half_of_even(k: u32) -> Option<u32> {
        if k.is_multiple_of(2) { Some(k / 2) } else { None }
    }

    /// What a block gives that ends with a choice goes to a variable before it, and its statements stand beside it.
    #[device]
    pub fn names_of_variables_in_blocks_before(k: u32, l: u32) -> u64 {
        let small: u8 = {
            let v = 200_u8;
            match k as u8 {
                0 => 0,
                3..=9 => v,
                other => other,
            }
        };
        let Some(v) = half_of_even(k) else { return small as u64 };
        let wide: u64 = {
            let w = 9_u64;
            match l {
                0 => w,
                1 => 2,
                x => x as u64 * w,
            }
        };
        let w = v as u64 + wide;
        mix(w, small as u64)
    }

    #[device]
    pub fn offset(k: u32) -> u32 {
        k + 100
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Named {
        pub value: u32,
        pub offset: u32,
    }

    #[device]
    impl Named {
        pub const LIMIT: u32 = 5;

        /// Calls the function of its own name.
        pub fn scale(&self, k: u32) -> u32 {
            scale(k) + self.value
        }

        /// Calls the function with the name of another method.
        pub fn twice(&self, k: u32) -> u32 {
            scale(scale(k)) ^ self.scale(k)
        }

        /// Calls the function with the name of a field.
        pub fn moved(&self) -> u32 {
            offset(self.offset) * LIMIT + Self::LIMIT
        }

        pub fn next(&mut self) -> u32 {
            self.value += self.offset + 1;
            self.value
        }
    }

    #[device]
    pub const LIMIT: u32 = 1000;

    #[device]
    pub fn methods_named_as_functions(k: u32, l: u32) -> u64 {
        let named = Named { value: k, offset: l };
        mix(named.scale(l) as u64, named.twice(k) as u64) + scale(k) as u64
    }

    #[device]
    pub fn fields_named_as_functions(k: u32, l: u32) -> u64 {
        let named = Named { value: k, offset: l };
        let offset_of = named.offset;
        mix(named.moved() as u64, offset(offset_of) as u64)
    }

    #[device]
    pub fn constants_named_as_members(k: u32, l: u32) -> u64 {
        let named = Named { value: k, offset: l };
        (named.moved() + LIMIT * Named::LIMIT) as u64
    }

    #[device]
    pub fn value_of(named: &Named) -> u32 {
        named.value * 10 + named.offset
    }

    #[device]
    pub fn literals_on_the_left(a: u32, k: u32, i: i32) -> u64 {
        let mut result = mix((2 * k) as u64, (100 / (k + 1)) as u64);
        result = mix(result, (7 % (k + 1)) as u64);
        result = mix(result, (0xff & a) as u64 | (1 ^ k) as u64);
        result = mix(result, (1_u32 << k) as u64 + (3_u64 << (2 * k)));
        result = mix(result, (50 - k) as u64);
        result = mix(result, (5 - i % 100) as u64);
        mix(result, (1 + (2 + (3 + k)) * 2) as u64)
    }

    #[device]
    pub fn literals_on_the_left_of_floats(x: f32, u: f64) -> u64 {
        let short = mix(bits(2.0 * x), mix(bits(1.0 - x), bits(1.0 / x)));
        let long = mix(long_bits(2.0_f64 * u), long_bits(1.0_f64 / u));
        mix(short, long) + bits(0.5 - 1.0 / (1.0 + x * 2.0))
    }

    #[device]
    pub fn literals_in_comparisons(a: u32, k: u32, i: i32, p: u64) -> u64 {
        let mut result = (0 < k) as u64 | ((5 == k) as u64) << 1 | ((3 >= k) as u64) << 2;
        result |= ((i < -1) as u64) << 3 | ((-100 < i) as u64) << 4;
        result |= ((a > 2_147_483_647) as u64) << 5 | ((a >= 0xffff_ffff) as u64) << 6;
        result |= ((p > 0xffff_ffff) as u64) << 7 | ((p >= 0x8000_0000_0000_0000) as u64) << 8;
        result | ((i >= -2_147_483_648) as u64) << 9
    }

    #[device]
    pub fn literals_of_64_bits(p: u64, m: i64) -> u64 {
        let masked = p & 0xffff_0000_ffff_0000;
        let signed = m ^ 0x7fff_0000_0000_ffff;
        let least = m.wrapping_add(-9_223_372_036_854_775_807);
        mix(mix(masked, signed as u64), least as u64 ^ 1_000_000_007)
    }

    #[device]
    pub fn literals_in_both_branches(k: u32) -> u64 {
        let a = if k > 3 { 1 } else { 2 };
        let b: u64 = if k > 3 { 0x1_0000_0000 } else { 2 };
        let c = match k {
            0 => -1,
            _ => 1,
        };
        let d = if k > 3 { 1.5 } else { 2.5 };
        let e: f64 = if k > 3 { 0.1_f64 } else { 2.0_f64 };
        let f: [u64; 2] = if k > 3 { [1, 2] } else { [3, 4] };
        mix(mix(a as u64, b), mix(c as u64 ^ bits(d), long_bits(e) ^ f[1]))
    }

    #[device]
    pub fn literals_through_variables(k: u32, l: u32) -> u64 {
        let base = 10;
        let limit = base * 3;
        let start = 2;
        let mut best = 0;
        let mut index = 0;
        for step in start..limit {
            if step % (k + 2) == l % (k + 2) {
                best = step;
            }
        }
        let values = [5, 6, 7];
        while index < 3 {
            best += values[index];
            index += 1;
        }
        best as u64
    }

    #[device]
    pub fn small(a: u8, b: i16, c: u64, d: f32) -> u64 {
        mix(a as u64, b as u64) + c + bits(d)
    }

    #[device]
    pub fn literals_in_arguments(k: u32, x: f32) -> u64 {
        let first = small(200, -300, 0xffff_ffff_ff, 1.5);
        let second = small(1 + 2, 3 * -4, if k > 3 { 5 } else { 6 }, x.max(0.5));
        mix(first, second) + x.powi(2).clamp(0.0, 4.0) as u64 + k.pow(2) as u64
    }

    #[device]
    pub fn literals_in_small_types(a: u32) -> u64 {
        let byte = a as u8;
        let mut sum = byte / 3 + 1;
        sum |= 0x80;
        let word = (a as i16) / 2 - 5;
        let is_large = byte > 200;
        let shifted = (byte >> 4) * 10;
        mix(sum as u64, word as u64) + is_large as u64 + shifted as u64
    }

    #[device]
    pub fn signs_and_negations(a: u32, i: i32, x: f32) -> u64 {
        let i = i / 4;
        let double = -(-i);
        let minus = 5 - -i;
        let both = !!a ^ !(a + 0 * 2);
        let less = !(a > 5) == (a <= 5);
        let zero = -(0.0 * x) + -0.0;
        mix(mix(double as u64, minus as u64), mix(both as u64, less as u64)) + bits(zero)
    }

    #[device]
    pub fn casts_and_precedence(k: u32, i: i32, x: f32) -> u64 {
        let a = (k + 1) as f32 * 2.0;
        let b = -(i as i64) as f64;
        let c = !k as u64 >> 3;
        let d = (x as i32 as f32 * 0.5) as i64;
        let e = k as usize + 3 as usize * 2;
        let f = (k as u8 as char_code) + 1;
        mix(mix(bits(a), long_bits(b)), mix(c, d as u64)) + e as u64 + f as u64
    }

    #[allow(non_camel_case_types)]
    pub type char_code = u32;

    #[device]
    pub fn wrapping_bounds(k: u32, l: u32) -> u64 {
        let mut inside = 0;
        for dx in -1..=1 {
            let x = (k as i32 + dx) as u32;
            let y = l.wrapping_add(dx as u32);
            if x < 10 && y < 10 {
                inside = inside * 100 + (x * 10 + y) as u64;
            }
        }
        inside
    }

    #[device]
    pub fn read(number: &u32) -> u32 {
        *number + 1
    }

    #[device]
    pub fn raise(number: &mut u32) -> u32 {
        *number *= 2;
        *number
    }

    #[device]
    pub fn references_to_temporaries(k: u32, l: u32) -> u64 {
        let r = &(k + l);
        let s = read(&5) + read(&(k * 2)) + read(&if k > l { k } else { l });
        let t = raise(&mut (l + 1));
        let u = &[k, l, 3];
        (*r + s + t * 1000 + u[2]) as u64
    }

    #[device]
    pub fn references_in_loops(k: u32, l: u32) -> u64 {
        let mut rows = [[k, 1], [l, 2], [3, 4]];
        for index in 0..3 {
            let row = &mut rows[index];
            row[0] += row[1];
            let cell = &mut row[1];
            *cell *= index as u32;
            raise(&mut row[0]);
        }
        (rows[0][0] + rows[1][0] * 10 + rows[2][1] * 100) as u64
    }

    #[device]
    pub fn references_to_parts_of_parts(k: u32, l: u32) -> u64 {
        let mut list = [Named { value: k, offset: l }; 3];
        let last = &mut list[2];
        last.value += 5;
        let offset_of_last = &mut last.offset;
        raise(offset_of_last);
        *offset_of_last += 1;
        let first = &list[0];
        let value = &first.value;
        value_of(&list[2]) as u64 * 100 + *value as u64 + first.twice(*value) as u64
    }

    #[device]
    pub fn countdown(mut number: u32, mut pair: (u32, u32), mut named: Named) -> u32 {
        while number > 3 {
            number -= 3;
            pair.0 += 1;
        }
        named.value += pair.0;
        number + named.value * 10
    }

    #[device]
    pub fn parameters_changed(k: u32, l: u32) -> u64 {
        let pair = (l, 1_u32);
        let named = Named { value: 1, offset: 2 };
        let result = countdown(k, pair, named);
        (result + pair.0 + named.value * 1000 + k) as u64
    }

    #[device]
    pub fn results_ignored(k: u32) -> u64 {
        let mut n = k;
        raise(&mut n);
        read(&n);
        let _ = raise(&mut n);
        n + 1;
        n as u64
    }

    #[device]
    pub fn comparisons_of_booleans(k: u32, l: u32) -> u64 {
        let a = k > 5;
        let b = l > 5;
        let mut result = (a == b) as u64 | ((a != b) as u64) << 1 | ((a < b) as u64) << 2 | ((a >= b) as u64) << 3;
        result |= ((a ^ b) as u64) << 4 | ((a | b) as u64) << 5 | ((a & b) as u64) << 6 | ((!a) as u64) << 7;
        let c = if a { b } else { !b };
        let d = a as u32 + b as u32 == 2;
        result | (c as u64) << 8 | (d as u64) << 9
    }

    #[device]
    pub fn comparisons_of_references(k: u32, l: u32) -> u64 {
        let first = Named { value: k, offset: 1 };
        let second = Named { value: l, offset: 1 };
        let (r, s) = (&first, &second);
        (r == s) as u64 | ((*r != *s) as u64) << 1 | ((&k < &l) as u64) << 2 | ((r.value <= s.value) as u64) << 3
    }

    #[device]
    pub fn chained_else_with_effects(k: u32, l: u32) -> u64 {
        let mut n = k;
        let result: u64 = if raise(&mut n) > 20 {
            1
        } else if raise(&mut n) + l > 20 {
            2
        } else if let (0..=30, m @ 1..) = (n, l) {
            m as u64 + 10
        } else {
            4
        };
        result * 1000 + n as u64
    }

    #[device]
    pub fn set_if(place: &mut u32, k: u32) {
        if k == 0 {
            return;
        }
        match k {
            1 => return,
            2 => *place = 20,
            3..=5 => {
                *place = 35;
                return;
            }
            _ => {}
        }
        *place += 1;
    }

    #[device]
    pub fn returns_of_unit(k: u32, l: u32) -> u64 {
        let mut place = l;
        set_if(&mut place, k);
        place as u64
    }

    #[device]
    pub fn returns_inside_loops_inside_arms(k: u32, l: u32) -> u64 {
        let found: u32 = match k {
            0..=9 => {
                for step in 0..10 {
                    if step * k > l + 5 {
                        return step as u64;
                    }
                }
                50
            }
            _ => loop {
                if l > 3 {
                    break l;
                }
                return 99;
            },
        };
        found as u64 + 1000
    }

    #[device]
    pub fn nothing_in_arms(k: u32) -> u64 {
        let mut x = 0_u64;
        match k {
            0 => {}
            1 => (),
            2..=5 => x = 1,
            6 => {
                ();
            }
            _ if k == 9 => {}
            _ => x = 2,
        }
        if k == 3 {} else { x += 10 }
        if k == 4 {
        } else if k == 5 {
        } else {
            x += 100;
        }
        x
    }

    #[device]
    pub fn semicolons(k: u32) -> u64 {
        ;
        let mut x = k;;
        { x += 1; };
        if x > 3 { x += 1; };
        for _ in 0..2 { x += 1 };
        x as u64
    }

    #[device]
    pub fn long_expressions(a: u32, b: u32, k: u32) -> u64 {
        let value = ((a ^ b) & 0xff) + ((a | b) >> 24) * (k + 1) + (if k % 2 == 0 { a % 7 } else { b % 11 })
            + (a.count_ones() + b.leading_zeros()) * ((a % 3 == 1) as u32 + (b % 5 != 2 && k > 3 || k == 0) as u32)
            - (k / 3).min(a & 1);
        value as u64
    }

    #[device]
    pub fn floats_in_tuples(x: f32, y: f32) -> u64 {
        let (a, b) = (x * 0.5, 1.0);
        let pair = (y, 2.0);
        let list = [0.0, x, 1.0];
        let nested = [(1.0, x), (2.0, y)];
        bits(a + b) + bits(pair.0 * pair.1) + bits(list[1] + nested[1].0)
    }

    #[device]
    pub fn early_continue_with_declarations(k: u32, l: u32) -> u64 {
        let mut result = 0_u64;
        'outer: for row in 0..6_u32 {
            let start = row * k;
            let (mut low, high) = (start % 5, start % 7);
            while low < high {
                let named = Named { value: low, offset: row };
                low += 1;
                let sum = value_of(&named);
                match sum % 4 {
                    0 if l > 8 => continue 'outer,
                    1 => continue,
                    2 if l < 3 => break 'outer,
                    _ => {}
                }
                result = mix(result, sum as u64);
            }
            let end = mix(result, 7);
            result = end;
        }
        result
    }

    #[device]
    pub fn variables_named_like_generated_ones(k: u32, l: u32) -> u64 {
        let value = k;
        let value_2 = l;
        let named = raise(&mut (value + 1)) + match value_2 + 1 {
            value => value * 2,
        };
        let place = [named, value];
        let outer_break = place[0];
        let mut self_ = 0;
        'outer: for _ in 0..3 {
            for step in 0..3 {
                self_ += step + outer_break;
                if self_ > l {
                    break 'outer;
                }
            }
        }
        let named_2 = Named { value: self_, offset: value_2 };
        mix(value_of(&named_2) as u64, value as u64)
    }

    /// What a lexer is in.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum State {
        Start,
        Number,
        Word,
        End,
    }

    #[device]
    pub fn state_machine(a: u32, k: u32) -> u64 {
        let mut state = State::Start;
        let mut rest = a;
        let mut tokens = 0_u64;
        loop {
            let symbol = rest & 7;
            rest >>= 3;
            state = match (state, symbol) {
                (State::Start, 0..=3) => State::Number,
                (State::Start, 4 | 5) => State::Word,
                (State::Start, _) => State::Start,
                (State::Number, digit @ 0..=4) => {
                    tokens += digit as u64;
                    State::Number
                }
                (State::Number | State::Word, 7) => {
                    tokens += 100;
                    State::Start
                }
                (State::Word, s) if s == k % 8 => State::End,
                (current, _) => current,
            };
            if state == State::End || rest == 0 {
                break;
            }
        }
        tokens * 10 + state as u64
    }

    #[device]
    pub fn binary_search(k: u32, l: u32) -> u64 {
        let values = [1, 3, 4, 8, 9, 13, 14, 15_u32];
        let (mut low, mut high) = (0, values.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if values[middle] < k {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let found = low < values.len() && values[low] == k;
        low as u64 * 10 + found as u64 + l as u64 * 100
    }

    #[device]
    pub fn bit_fields(a: u32, k: u32) -> u64 {
        let field = (a >> (k * 2)) & ((1 << 3) - 1);
        let cleared = a & !(7 << k);
        let set = cleared | (field << k);
        let packed = (k as u64) << 60 | (field as u64 & 0xf) << 4 | (a as u64 & 0xf);
        let low = packed as u32 & 0xff;
        mix(set as u64, packed) + low as u64
    }

    #[device]
    pub fn methods_of_literals(a: u32, k: u32, x: f32) -> u64 {
        let turned = 5_u32.rotate_left(k) ^ 0xff_u32.count_ones() ^ (7_u8).wrapping_neg() as u32;
        let rounded = 2.5_f32.floor() + 1.5_f32.mul_add(x, 0.25);
        mix(1_u64.wrapping_shl(a), turned as u64) ^ bits(rounded) ^ long_bits(1e3_f64.sqrt())
    }

    #[device]
    pub fn exponents_at_the_end_of_blocks(u: f64) -> u64 {
        let mut result = 0_u64;
        if ({ let v: f64 = u; 1e300_f64 } > u - 1.0_f64) && u != 0.0_f64 {
            result += 1;
        }
        mix(result, long_bits({ let w: f64 = u; if w > 0.0_f64 { 1e-3_f64 } else { 2e5_f64 } }))
    }

    #[device]
    pub fn parts_of_conditions(a: u32, i: i32, u: f64) -> u64 {
        let mut result = 0_u64;
        if (if i < 0 { u } else { u.trunc() }) <= ({ let v: f64 = u; v * 0.5_f64 }).mul_add(0.5_f64, { let w: f64 = u; w }) {
            result += 1;
        }
        match (if a < 200 { i ^ 3 } else { i.wrapping_sub(7) }) {
            3 => result += 10,
            4..=60 => result += 20,
            _ => result += 30,
        }
        let value = a as u64;
        mix(result, value)
    }

    #[device]
    pub fn truths_at_the_end_of_blocks(a: u32, k: u32, i: i32) -> u64 {
        let mut result = 0_u64;
        if 'first: {
            if a > k {
                break 'first (true);
            }
            ('second: { i < 0 } | 'third: { let j = k; (j == a) })
        } {
            result += 1;
        }
        let both = { let wide = a; wide > 7 } & if i > 3 { true } else { k < 9 };
        let one = match k { 0 => true, 1 | 2 => { let n = a; n > 1 }, _ => (i == 0) } ^ { k > 2 };
        mix(result, both as u64 * 2 + one as u64)
    }

    #[device]
    pub fn pick<T: Copy>(condition: bool, first: T, second: T) -> T {
        if condition { first } else { second }
    }

    /// Neither a generic function nor a field says that it is a truth value, of which C++ makes an `int` when they are joined.
    #[device]
    pub fn truths_of_a_type_that_is_not_seen(a: u32, k: u32) -> u64 {
        let mut result = 0_u64;
        if 'found: {
            if a > 7 {
                break 'found pick(k > 3, a > 9, true) | pick::<bool>(a > 1, k > 7, a > 5);
            }
            a > 100 || k == 3
        } {
            result += 1;
        }
        let any = pick(k > 1, a > 2, k > 5) | pick(a > 4, k > 2, a > 9);
        let both = pick(any & pick(a > 3, true, k > 1), a > 1, k > 9);
        let one = pick(any, k > 4, a > 6) ^ pick(both, k > 3, !any);
        let numbers = pick(any, a, k) & pick(one, k, a) | pick(both, 3_u32, a);
        mix(result, numbers as u64 * 8 + any as u64 * 4 + both as u64 * 2 + one as u64)
    }

    /// g++ 12 threads jumps from one comparison to the other as if a NaN were equal to itself.
    #[device]
    #[allow(clippy::eq_op, clippy::nonminimal_bool, reason = "a NaN is not equal to itself")]
    pub fn numbers_that_equal_themselves(x: f32, n: i64, k: u32) -> u64 {
        let mut result = 1_u64;
        let first = if !(n > 7) { n.wrapping_mul(3) } else { n };
        let mut count = 0_u32;
        while count < 5 {
            count += 1;
            if (x >= x) == !(n > 7) {
                break;
            }
            result = mix(result, (x as u32).wrapping_mul(k) as u64);
        }
        mix(mix(result, count as u64), first as u64)
    }

    /// Folds a number in, wide, and how it compares.
    #[device]
    pub fn weigh(result: u64, number: i16, other: i16) -> u64 {
        mix(result, number as u64) + (number >= other) as u64
    }

    /// ptxas takes 16-bit negations not to overflow: -(-32768) compared and widened as 32768.
    #[device]
    pub fn negations_of_16_bits(a: u32, b: u32, x: f32, n: i64) -> u64 {
        let (low, wide, other) = ((a ^ 0x8000) as i16, n ^ 0x8000, b as i16);
        let small = x as i16;
        let mut result = weigh(1, low.wrapping_neg(), other);
        result = weigh(result, low.wrapping_abs(), other);
        result = weigh(result, if low < 0 { low.wrapping_neg() } else { low }, other);
        result = weigh(result, 0_i16.wrapping_sub(low), other);
        result = weigh(result, low.wrapping_mul(-1), other);
        result = weigh(result, (!low).wrapping_add(1), other);
        result = weigh(result, (-(low as i32)) as i16, other);
        result = weigh(result, (low as u16).wrapping_neg() as i16, other);
        result = weigh(result, low.unsigned_abs() as i16, other);
        result = weigh(result, low.abs_diff(0) as i16, other);
        result = weigh(result, small.wrapping_abs(), other);
        result = weigh(result, small.wrapping_neg(), other);
        weigh(result, wide.wrapping_neg() as i16, other)
    }

    /// Folds a number in by ways in which its sign matters.
    #[device]
    pub fn weigh_sign(result: u64, number: i32, other: i32) -> u64 {
        let next = mix(result, number.saturating_add(other) as u64);
        let next = mix(next, number.wrapping_rem(other | 1) as u64);
        mix(next, (number < 0) as u64 + (number as u32 > 0x7fff_ffff) as u64 * 2)
    }

    /// Folds a number in by ways in which its sign matters.
    #[device]
    pub fn weigh_long_sign(result: u64, number: i64, other: i64) -> u64 {
        let next = mix(result, number.saturating_add(other) as u64);
        let next = mix(next, number.wrapping_rem(other | 1) as u64);
        mix(next, (number < 0) as u64 + (number as u64 > 0x7fff_ffff_ffff_ffff) as u64 * 2)
    }

    /// NVVM writes all of these as `abs`, and ptxas takes it that its result is not negative.
    #[device]
    #[allow(clippy::manual_abs_diff, reason = "the ways in which programs write it")]
    pub fn negations_of_the_least_number(i: i32, j: i32, n: i64) -> u64 {
        let mut result = weigh_sign(1, i.wrapping_abs(), i);
        result = weigh_sign(result, if i < 0 { i.wrapping_neg() } else { i }, j);
        result = weigh_sign(result, if i > 0 { i } else { i.wrapping_neg() }, i);
        result = weigh_sign(result, i.unsigned_abs() as i32, j);
        result = weigh_sign(result, i.abs_diff(0) as i32, i);
        result = weigh_sign(result, (if i < 0 { (i as u32).wrapping_neg() } else { i as u32 }) as i32, j);
        result = weigh_sign(result, i.saturating_mul(j), i);
        result = weigh_long_sign(result, n.wrapping_abs(), n);
        result = weigh_long_sign(result, if n >= 0 { n } else { n.wrapping_neg() }, n);
        result = weigh_long_sign(result, n.unsigned_abs() as i64, i as i64);
        result = weigh_long_sign(result, n.abs_diff(0) as i64, n);
        weigh_long_sign(result, n.saturating_mul(i as i64), n)
    }

    #[device]
    pub const REACH: i32 = 3;

    #[device]
    pub const FAR: f32 = 2.5;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Disc {
        pub radius: u32,
    }

    #[device]
    impl Disc {
        pub const RADIUS: u32 = 2;

        pub fn least(self) -> i32 {
            let mut sum = self.radius as i32;
            for step in -(Self::RADIUS as i32)..Self::RADIUS as i32 {
                sum = sum.wrapping_mul(3).wrapping_add(step);
            }
            sum
        }
    }

    #[device]
    pub fn turned<const N: i32>(i: i32) -> i32 {
        i.wrapping_mul(-N)
    }

    #[device]
    pub fn negative_constants(i: i32, k: u32) -> u64 {
        let mut result = 0_u64;
        for step in -REACH..=REACH {
            result = mix(result, i.wrapping_mul(step) as u64);
        }
        for step in -(REACH as i64)..-1 {
            result = mix(result, step as u64);
        }
        match i {
            i32::MIN..=-8 => result += 1,
            -7 | -2 => result += 2,
            _ => result += 3,
        }
        let far = if k > 7 { -FAR } else { -f32::EPSILON };
        result = mix(mix(result, bits(far)), (-i32::MAX) as u64);
        result = mix(mix(result, turned::<7>(i) as u64), Disc { radius: k }.least() as u64);
        mix(result, (-5_i64) as u64 % 7 + (-0x7f_i8) as u8 as u64)
    }

    /// NVVM loses copies into registers that an empty text of inline PTX changes: each branch gave the last one's number.
    #[device]
    pub fn low_bits_of_branches(p: u64, x: f32) -> u64 {
        let mut result = 1_u64;
        let number = 9938_i16 as i32;
        let mut count = 0_u32;
        while count < 4 {
            count += 1;
            let low: u16;
            if p != p % (result | 1) {
                low = (if x > 0.5 { x as i32 } else { result as i32 }) as u16;
            } else {
                low = number as u16;
            }
            result = mix(result, low as u64);
        }
        result
    }
}
