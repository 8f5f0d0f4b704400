//! Choices and struct literals inside expressions, and arms that change what they matched.

conformance! {
    program Choices;
    cases |input| {
        statements_beside_none(input.a, input.k, input.l),
        structs_behind_short_circuits(input.k, input.l),
        structs_in_conditions(input.k, input.l),
        structs_in_loops_conditions(input.k),
        structs_in_choices(input.k, input.l),
        structs_in_guards(input.k, input.l),
        structs_in_elements(input.k, input.l),
        structs_in_arguments_of_methods(input.k, input.l),
        choices_as_indices(input.k, input.l),
        choices_as_receivers(input.k, input.l),
        choices_as_conditions(input.k, input.l),
        choices_as_bounds(input.k, input.l),
        choices_in_fields(input.k, input.l),
        choices_in_casts(input.k, input.l),
        choices_in_compound_assignments(input.k, input.l),
        choices_of_tuples(input.k, input.l),
        choices_of_arrays(input.k, input.l),
        choices_of_references(input.k, input.l),
        blocks_with_labels_inside_expressions(input.k, input.l),
        loops_without_a_type(input.k),
        matches_inside_matches_inside_expressions(input.k, input.l),
        arms_that_change_the_scrutinee(input.k, input.l),
        arms_that_change_a_part(input.k, input.l),
        guards_that_read_what_arms_change(input.k, input.l),
        bindings_outlive_the_scrutinee(input.k, input.l),
        choices_that_are_never_made(input),
    }

    use crate::input::{bits, mix};

    #[device]
    pub fn scale(k: u32) -> u32 {
        k * 3 + 1
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
    pub fn value_of(named: &Named) -> u32 {
        named.value * 10 + named.offset
    }

    #[device]
    pub fn count(counter: &mut u32, named: Named) -> u32 {
        *counter += 1;
        named.value + named.offset
    }

    #[device]
    pub fn structs_behind_short_circuits(k: u32, l: u32) -> u64 {
        let mut calls = 0_u32;
        let both = k > 3 && count(&mut calls, Named { value: k, offset: l }) > 10;
        let either = k > 9 || count(&mut calls, Named { value: l, offset: k }) > 5 && value_of(&Named { value: 1, offset: l }) > 12;
        (both as u64) | (either as u64) << 1 | (calls as u64) << 2
    }

    #[device]
    pub fn structs_in_conditions(k: u32, l: u32) -> u64 {
        if value_of(&Named { value: k, offset: l }) > 77 {
            1
        } else if value_of(&Named { value: l, offset: k }) > 50 {
            2
        } else if (Named { value: l, offset: k }) == (Named { value: k, offset: l }) {
            3
        } else {
            4
        }
    }

    #[device]
    pub fn structs_in_loops_conditions(k: u32) -> u64 {
        let mut step = 0_u32;
        while value_of(&Named { value: step, offset: k }) < 60 {
            step += 1;
            if step == 4 {
                continue;
            }
            if step > 9 {
                break;
            }
        }
        step as u64
    }

    #[device]
    pub fn structs_in_choices(k: u32, l: u32) -> u64 {
        let named = if k > 7 {
            Named { value: k, offset: 1 }
        } else if l > 7 {
            Named { offset: l, value: 2 }
        } else {
            Named { value: 3, ..Named { value: k, offset: l } }
        };
        let other: Named = match l {
            0 => named,
            1..=5 => Named { value: l, ..named },
            _ => Named { value: 0, offset: 0 },
        };
        let number = 10 * if k > l { Named { value: k, offset: l } } else { other }.value;
        mix(value_of(&named) as u64, value_of(&other) as u64 + number as u64)
    }

    #[device]
    pub fn structs_in_guards(k: u32, l: u32) -> u64 {
        match k {
            n if (Named { value: n, offset: l }) == (Named { value: l, offset: n }) => 1,
            0..=7 if value_of(&Named { value: k, offset: l }) > 30 => 2,
            _ => 3,
        }
    }

    #[device]
    pub fn structs_in_elements(k: u32, l: u32) -> u64 {
        let list = [Named { value: k, offset: 1 }, Named { value: l, offset: 2 }, Named { value: 3, offset: 3 }];
        let pair = (Named { value: l, offset: 5 }, k);
        let repeated = [Named { value: k, offset: l }; 2];
        let chosen = [Named { value: 1, offset: 1 }, list[1]][k as usize % 2];
        value_of(&list[l as usize % 3]) as u64 + value_of(&pair.0) as u64 * pair.1 as u64 + (repeated[1].offset + chosen.value) as u64
    }

    #[device]
    pub fn structs_in_arguments_of_methods(k: u32, l: u32) -> u64 {
        let sum = Named { value: k, offset: l }.scale(Named { value: l, offset: 2 }.scale(3));
        let mut named = Named { value: 1, offset: 1 };
        let first = named.next() + Named { value: named.value, offset: named.next() }.twice(named.next());
        mix(sum as u64, first as u64)
    }

    #[device]
    pub fn choices_as_indices(k: u32, l: u32) -> u64 {
        let mut values = [10, 20, 30, 40];
        let first = values[if k > l { 1 } else { 2 }];
        let second = values[match k {
            0..=3 => 0,
            4 => l as usize % 4,
            _ => 3,
        }];
        values[if l > 3 { k as usize % 4 } else { 0 }] = 7;
        values[match l {
            3 => 1,
            _ => 2,
        }] += k;
        mix(first as u64 * 100 + second as u64, (values[0] + values[1] * 3 + values[2] * 5) as u64)
    }

    #[device]
    pub fn choices_as_receivers(k: u32, l: u32) -> u64 {
        let smaller = if k > l { k } else { l }.min(9);
        let larger = match k {
            0 => l,
            n => n * 2,
        }
        .max(5);
        let wrapped = { k + 1 }.wrapping_mul(l);
        mix(smaller as u64, larger as u64 * 1000 + wrapped as u64)
    }

    #[device]
    pub fn choices_as_conditions(k: u32, l: u32) -> u64 {
        let mut result = 0_u64;
        if if k > 5 { l > 5 } else { l < 5 } {
            result += 1;
        }
        if match k {
            0..=3 => true,
            n => n == l,
        } {
            result += 2;
        }
        while match result {
            0..=20 => true,
            _ => false,
        } {
            result += 7;
        }
        result
    }

    #[device]
    pub fn choices_as_bounds(k: u32, l: u32) -> u64 {
        let mut result = 0_u64;
        for step in if k > 3 { 2 } else { 0 }..match l {
            0..=5 => l,
            _ => 7,
        } {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn choices_in_fields(k: u32, l: u32) -> u64 {
        let named = Named {
            value: if k > 3 { k } else { 9 },
            offset: match l {
                0 => 5,
                1..=4 => {
                    let double = l * 2;
                    double + k
                }
                _ => l,
            },
        };
        value_of(&named) as u64
    }

    #[device]
    pub fn choices_in_casts(k: u32, l: u32) -> u64 {
        let wide = if k > 3 { k } else { l } as u64;
        let byte = match k {
            0 => 300_u32,
            n => n * 50,
        } as u8;
        let number = { k * l } as f32;
        mix(wide + byte as u64, bits(number))
    }

    #[device]
    pub fn choices_in_compound_assignments(k: u32, l: u32) -> u64 {
        let mut x = k;
        x += if l > 4 { 3 } else { l };
        x *= match k {
            0 => 1,
            1..=5 => 2,
            _ => {
                let y = l + 1;
                y
            }
        };
        x ^= { let y = x / 2; y + 1 };
        let mut values = [x, 1];
        values[k as usize % 2] -= if values[0] > 3 { 1 } else { 0 };
        x %= if l == 0 { 5 } else { l };
        (x + values[0] * 10 + values[1]) as u64
    }

    #[device]
    pub fn choices_of_tuples(k: u32, l: u32) -> u64 {
        let (low, high) = if k < l { (k, l) } else { (l, k) };
        let (name, number): (u32, u64) = match k {
            0..=4 => (1, l as u64),
            5 => {
                let square = l * l;
                (square, 2)
            }
            _ => (3, 4),
        };
        mix((low * 100 + high) as u64, name as u64 + number)
    }

    #[device]
    pub fn choices_of_arrays(k: u32, l: u32) -> u64 {
        let values = if k > 5 { [k, l, 1] } else { [1, 2, 3] };
        let others: [u64; 2] = match l {
            0 => [1, 2],
            n => [n as u64; 2],
        };
        values[l as usize % 3] as u64 + others[1]
    }

    #[device]
    pub fn choices_of_references(k: u32, l: u32) -> u64 {
        let first = [k, 1, 2];
        let second = [l, 3, 4];
        let chosen: &[u32; 3] = if k > l { &first } else { &second };
        let named = Named { value: k, offset: l };
        let other = Named { value: 7, offset: 8 };
        let picked: &Named = match l {
            0..=7 => &named,
            _ => &other,
        };
        chosen[0] as u64 * 10 + chosen[2] as u64 + value_of(picked) as u64
    }

    #[device]
    pub fn blocks_with_labels_inside_expressions(k: u32, l: u32) -> u64 {
        let sum = k + 'found: {
            if l > 4 {
                break 'found 10_u32;
            }
            l
        } * 2;
        sum as u64
    }

    #[device]
    pub fn loops_without_a_type(k: u32) -> u64 {
        let mut step = k;
        let found = loop {
            step += 1;
            if step % 4 == 0 {
                break step;
            }
        };
        let number = 'outer: loop {
            loop {
                step += 2;
                if step > 20 {
                    break 'outer step * 2;
                }
            }
        };
        mix(found as u64, number as u64)
    }

    #[device]
    pub fn matches_inside_matches_inside_expressions(k: u32, l: u32) -> u64 {
        let value = 1 + match k {
            0..=4 => match l {
                0..=4 => 1,
                n if n > k => n * match n % 3 {
                    0 => 5_u32,
                    m => m,
                },
                _ => k,
            },
            n => n + if l > n { match l - n { 1 => 100_u32, d => d } } else { 0 },
        };
        value as u64
    }

    #[device]
    pub fn arms_that_change_the_scrutinee(k: u32, l: u32) -> u64 {
        let mut x = k;
        let y: u32 = match x {
            0..=3 => {
                x += 10;
                x
            }
            n @ 4..=8 => {
                x = l;
                n * 100 + x
            }
            n => {
                x /= 2;
                n + x
            }
        };
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn arms_that_change_a_part(k: u32, l: u32) -> u64 {
        let mut pair = (k, l);
        match pair {
            (0, y) => pair.1 = y + 1,
            (x, 0..=5) => {
                pair.0 = 0;
                pair.1 = x;
            }
            (x, y) if x > y => {
                pair.0 = y;
                pair.1 = x + pair.0;
            }
            _ => pair = (9, 9),
        }
        let mut named = Named { value: k, offset: l };
        match named {
            Named { value, offset: 0..=7 } => {
                named.value = 100;
                named.offset += value;
            }
            Named { offset, .. } => named.value = offset,
        }
        mix((pair.0 * 100 + pair.1) as u64, value_of(&named) as u64)
    }

    #[device]
    pub fn guards_that_read_what_arms_change(k: u32, l: u32) -> u64 {
        let mut limit = l;
        let mut result = 0_u64;
        for step in 0..6_u32 {
            match step + k {
                n if n > limit => {
                    limit += 3;
                    result = mix(result, n as u64);
                }
                n if n == limit => limit = 0,
                _ => limit -= 1,
            }
        }
        mix(result, limit as u64)
    }

    #[device]
    pub fn bindings_outlive_the_scrutinee(k: u32, l: u32) -> u64 {
        let mut values = [k, l, 5];
        let [first, second, _] = values;
        values[0] = 100;
        let (a, b) = (values[0], values[1]);
        values[1] = 7;
        let named = Named { value: first, offset: second };
        let Named { value, offset: moved } = named;
        let mut copy = named;
        copy.value = 0;
        mix((value + moved * 10 + a) as u64, (b + values[1] * 1000 + copy.value) as u64)
    }

    #[device]
    pub fn quartered(a: u32) -> Option<u32> {
        if a % 4 == 0 { Some(a / 4) } else { None }
    }

    #[device]
    pub fn statements_beside_none(a: u32, k: u32, l: u32) -> u64 {
        let mut steps = 0;
        let whole = match quartered(k) {
            Some(quarter) => Some({
                steps += quarter + 1;
                quarter * 3 + steps
            }),
            None => None,
        }
        .unwrap_or(l);
        let part = whole
            + if l > 7 {
                steps += 2;
                steps
            } else {
                5
            }
            * 3;
        let next = quartered(part).or(match l % 3 {
            0 => None,
            1 => {
                steps *= 3;
                Some(steps)
            }
            _ => quartered(a & 0xff),
        });
        mix(mix(whole as u64, part as u64), mix(steps as u64, next.unwrap_or(99) as u64))
    }

    /// The condition never holds, which a compiler sees late: NVRTC 13.0 then took the place for one that it knows.
    #[device]
    fn changed_where_chosen(r: &Input, never: bool) -> u64 {
        let (mut v, mut w) = ([r.i; 3], [r.i; 3]);
        let chosen = if never { &mut w } else { &mut v };
        chosen[(r.a % 3) as usize] |= 1 << (r.k & 15);
        mix(v[0] as u64, mix(v[1] as u64, mix(v[2] as u64, w[0] as u64)))
    }

    #[device]
    #[allow(clippy::eq_op)]
    pub fn choices_that_are_never_made(r: &Input) -> u64 {
        let own = mix(changed_where_chosen(r, r.p > r.p), changed_where_chosen(r, r.k != r.k));
        let rest = mix(changed_where_chosen(r, r.k % 3 > 5), changed_where_chosen(r, (r.k & 3) > 5));
        let least = mix(changed_where_chosen(r, r.k.min(3) > 5), changed_where_chosen(r, r.k.clamp(1, 3) > 5));
        let both = mix(changed_where_chosen(r, r.k > 7 && r.k < 3), changed_where_chosen(r, r.n > r.n));
        mix(mix(own, rest), mix(least, both))
    }
}
