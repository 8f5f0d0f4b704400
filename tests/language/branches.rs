//! `if` as a statement and as a value, early return, blocks as values, deferred initialisation.

conformance! {
    program Branches;
    cases |input| {
        if_statement(input.i),
        if_value(input.i, input.j),
        if_chain(input.k),
        if_inside_expressions(input.k, input.l),
        if_with_statements_inside_an_expression(input.k, input.l),
        if_without_else(input.k, input.l),
        nested_ifs(input.k, input.l),
        short_circuit(input.k, input.l),
        if_let(input.k, input.l),
        early_return(input.i, input.j),
        early_return_from_arms(input.k, input.l),
        early_return_from_nested_arms(input.k, input.l),
        blocks_as_values(input.a, input.b),
        blocks_inside_expressions(input.k, input.l),
        labelled_blocks(input.k, input.l),
        deferred_initialisation(input.k, input.l),
        values_of_unit(input.k),
        arguments_that_branch(input.k, input.l),
        returns_beside_operands(input),
        continues_in_arguments(input),
        returns_from_blocks(input),
        question_marks_in_branches(input),
        jumps_to_outer_loops(input),
        jumps_beside_references(input),
        returns_beside_floats(input),
        returns_beside_options(input),
        returns_beside_vectors(input),
        returns_in_generic_functions(input),
        jumps_between_arguments(input),
        jumps_between_operands(input),
        jumps_beside_methods(input),
        jumps_in_indices(input),
        jumps_in_arrays(input),
        jumps_in_guards(input),
        jumps_in_ranges(input),
    }

    use crate::input::{Spot, bits, mix};

    #[device]
    pub fn if_statement(i: i32) -> u64 {
        let mut result = 1;
        if i > 0 {
            result = 2;
        } else if i == 0 {
            result = 3;
        } else {
            result += 10;
        }
        result
    }

    #[device]
    pub fn if_value(i: i32, j: i32) -> u64 {
        let larger = if i > j { i } else { j };
        let sign: u64 = if larger < 0 { 7 } else { 8 };
        mix(larger as u64, sign)
    }

    #[device]
    pub fn if_chain(k: u32) -> u64 {
        let value = if k < 3 {
            10
        } else if k < 7 {
            20
        } else if k == 9 {
            30
        } else {
            40
        };
        if value == 20 {
            1
        } else if value > 30 {
            k as u64
        } else {
            value as u64
        }
    }

    #[device]
    pub fn if_inside_expressions(k: u32, l: u32) -> u64 {
        let sum = 100 + if k < l { k } else { l } * 3 - if k == l { 1 } else { 0 };
        let nested = if k > 3 { if l > 3 { 1 } else { 2 } } else { 3 } + k;
        mix(sum as u64, nested as u64 | (if k == 5 || l == 5 { k } else { l } as u64) << 8)
    }

    #[device]
    pub fn if_with_statements_inside_an_expression(k: u32, l: u32) -> u64 {
        let mut count = 0;
        let sum = k
            + if l > 4 {
                let double = l * 2;
                count += 1;
                double + 1
            } else {
                count += 10;
                l
            };
        mix(sum as u64, count as u64)
    }

    #[device]
    pub fn if_without_else(k: u32, l: u32) -> u64 {
        let mut result = k;
        if l > 5 {
            result += l;
        }
        if k > 5 && l < 9 {
            result *= 2;
        }
        if result == 0 {}
        result as u64
    }

    #[device]
    pub fn nested_ifs(k: u32, l: u32) -> u64 {
        if k > 5 {
            if l > 5 {
                1
            } else {
                2
            }
        } else if l > 5 {
            3
        } else {
            4
        }
    }

    #[device]
    pub fn count_up(counter: &mut u32, result: bool) -> bool {
        *counter += 1;
        result
    }

    #[device]
    pub fn short_circuit(k: u32, l: u32) -> u64 {
        let mut calls = 0_u32;
        let both = k > 5 && count_up(&mut calls, l > 5);
        let either = k > 5 || count_up(&mut calls, l > 5) && count_up(&mut calls, k != l);
        // Without short circuit.
        let all = count_up(&mut calls, both) & count_up(&mut calls, either) | (k == 3) ^ (l == 3);
        let mut flags = both;
        flags |= either;
        flags &= !all;
        flags ^= k < l;
        calls as u64 | (both as u64) << 8 | (either as u64) << 9 | (all as u64) << 10 | (flags as u64) << 11
    }

    #[device]
    pub fn if_let(k: u32, l: u32) -> u64 {
        let pair = (k, l);
        if let (0 | 1, other) = pair {
            return other as u64 + 100;
        }
        if let (2..=5, low @ 0..8) = pair
            && low != 3
        {
            return low as u64 + 200;
        }
        let mut rest = k;
        let mut steps = 0;
        while let 1.. = rest {
            rest /= 2;
            steps += 1;
        }
        steps
    }

    #[device]
    pub fn early_return(i: i32, j: i32) -> u64 {
        if i == 0 {
            return 1;
        }
        if j > 0 {
            if i > 0 {
                return 2;
            }
            return 3;
        }
        i as u64
    }

    #[device]
    pub fn early_return_from_arms(k: u32, l: u32) -> u64 {
        let value: u32 = match k {
            0 => return 7,
            1..=5 => l,
            6 if l == 0 => {
                return 8;
            }
            _ => k,
        };
        let other: u32 = if value > 9 { return value as u64 * 1000 } else { value + 1 };
        other as u64
    }

    #[device]
    pub fn early_return_from_nested_arms(k: u32, l: u32) -> u64 {
        match k {
            0..=7 => {
                if l > 9 {
                    return 1;
                }
                match l {
                    0 => return 2,
                    1 => {}
                    _ => {
                        if l == k {
                            return 3;
                        }
                    }
                }
            }
            8 => (),
            _ => return 4,
        }
        k as u64 * 100 + l as u64
    }

    #[device]
    pub fn blocks_as_values(a: u32, b: u32) -> u64 {
        let sum = {
            let half = a / 2;
            let other = b / 2;
            half + other
        };
        let typed: u64 = {
            let wide = sum as u64;
            wide * 3
        };
        {
            let inner = typed + 1;
            mix(inner, sum as u64)
        }
    }

    #[device]
    pub fn blocks_inside_expressions(k: u32, l: u32) -> u64 {
        let value = {
            let x = k + 1;
            x * x
        } + {
            let y = l + 2;
            y * 3
        };
        mix(value as u64, { k } as u64)
    }

    #[device]
    pub fn labelled_blocks(k: u32, l: u32) -> u64 {
        let value: u32 = 'found: {
            if k == 3 {
                break 'found 100;
            }
            for step in 0..l {
                if step * step > k {
                    break 'found step;
                }
            }
            k + 50
        };
        let mut flag = 0;
        'skip: {
            if l < 4 {
                break 'skip;
            }
            flag = 1;
        }
        value as u64 * 10 + flag
    }

    #[device]
    pub fn deferred_initialisation(k: u32, l: u32) -> u64 {
        let value: u32;
        let scale: u32;
        if k > l {
            value = k;
            scale = 1;
        } else {
            let half = l / 2;
            value = half;
            scale = 3;
        }
        let last: u64;
        match value {
            0 => last = 5,
            n => last = n as u64 * 2,
        }
        last + (value * scale) as u64 * 100
    }

    #[device]
    pub fn nothing(_value: u32) {}

    #[device]
    pub fn values_of_unit(k: u32) -> u64 {
        let mut x = k;
        if x > 3 { x -= 1 } else { x += 1 };
        match x {
            2 => nothing(x),
            _ => x += 5,
        }
        let () = nothing(x);
        nothing(k);
        x as u64
    }

    #[device]
    pub fn arguments_that_branch(k: u32, l: u32) -> u64 {
        mix(
            if k > l { 1 } else { 2 },
            match l {
                0 => k as u64,
                _ => {
                    let product = k * l;
                    product as u64 + 1
                }
            },
        )
    }

    #[device]
    pub fn returns_beside_operands(r: &Input) -> u64 {
        let mut n = r.a & 7;
        let v = r.b.wrapping_add(if r.k > 3 {
            n += 1;
            return 3;
        } else {
            5
        });
        mix(v as u64, n as u64)
    }

    #[device]
    pub fn continues_in_arguments(r: &Input) -> u64 {
        let v = [Some(r.a & 255), None, Some(r.k), None];
        let mut log_ = 0;
        let mut s = 0_u32;
        for i in 0..4 {
            s += id(match v[i] {
                Some(v) => v,
                None => {
                    log_ += 1;
                    continue;
                }
            }) * 2;
        }
        mix(s as u64, log_ as u64)
    }

    #[device]
    pub fn id(x: u32) -> u32 {
        x ^ 3
    }

    #[device]
    pub fn returns_from_blocks(r: &Input) -> u64 {
        let x = 3 + {
            let y = r.a & 7;
            if y > 4 {
                return y as u64;
            }
            let z = y * 2;
            z + 1
        };
        x as u64
    }

    #[device]
    pub fn question_marks_in_branches(r: &Input) -> u64 {
        fn_(r.a & 15, r.k).unwrap_or(77) as u64
    }

    #[device]
    pub fn half(a: u32) -> Option<u32> {
        if a % 2 == 0 { Some(a / 2) } else { None }
    }

    #[device]
    pub fn fn_(a: u32, k: u32) -> Option<u32> {
        Some(
            a + if k > 4 {
                let h = half(a)?;
                h * 3
            } else {
                1
            },
        )
    }

    #[device]
    pub fn jumps_to_outer_loops(r: &Input) -> u64 {
        let mut n = 0_u64;
        'o: for i in 0..4_u32 {
            n = mix(
                n,
                (i + loop {
                    if i == r.k {
                        continue 'o;
                    }
                    if i > 2 {
                        break 'o;
                    }
                    break i * 3;
                }) as u64,
            );
        }
        n
    }

    #[device]
    pub fn jumps_beside_references(r: &Input) -> u64 {
        let mut x = r.a & 255;
        let mut y = r.b & 255;
        *(if r.k > 9 {
            x += 1;
            return x as u64;
        } else if r.k > 4 {
            y += 1;
            &mut y
        } else {
            &mut x
        }) += 1;
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn returns_beside_floats(r: &Input) -> u64 {
        let v = r.x
            + if r.k > 3 {
                if r.l > 3 {
                    return 1;
                }
                let q = r.y;
                q * 0.5
            } else {
                1.5
            };
        bits(v)
    }

    #[device]
    pub fn returns_beside_options(r: &Input) -> u64 {
        let o = pick(if r.k > 3 {
            if r.l > 3 {
                return 5;
            }
            None
        } else {
            Some(r.a)
        });
        o as u64
    }

    #[device]
    pub fn pick(o: Option<u32>) -> u32 {
        o.unwrap_or(3)
    }

    #[device]
    pub fn returns_beside_vectors(r: &Input) -> u64 {
        let v = Vec3::splat(1.0)
            + match r.k % 3 {
                0 => {
                    let q = vec3(1.0, 2.0, 3.0);
                    if r.l > 3 {
                        return 8;
                    }
                    q
                }
                1 => return 2,
                _ => Vec3::ZERO,
            };
        bits(v.y)
    }

    #[device]
    pub fn returns_in_generic_functions(r: &Input) -> u64 {
        g::<4>(r.k, r.l) as u64
    }

    #[device]
    pub fn g<const N: usize>(k: u32, l: u32) -> u32 {
        let a = [k; N];
        1 + if k > 3 {
            let b = a;
            if l > 3 {
                return 9;
            }
            b[N - 1]
        } else {
            a[0] ^ l
        }
    }

    #[device]
    pub fn jumps_between_arguments(r: &Input) -> u64 {
        let mut log_ = 0_u32;
        let mut t = 0_u64;
        for i in 0..5_u32 {
            t = mix(
                t,
                three(
                    {
                        log_ += 1;
                        i
                    },
                    match i % 3 {
                        0 => {
                            log_ += 10;
                            continue;
                        }
                        1 => {
                            if r.k < i {
                                break;
                            }
                            5
                        }
                        n => n,
                    },
                    {
                        log_ += 100;
                        log_
                    },
                ) as u64,
            );
        }
        mix(t, log_ as u64)
    }

    #[device]
    pub fn three(a: u32, b: u32, c: u32) -> u32 {
        a * 100 + b * 10 + c
    }

    #[device]
    pub fn jumps_between_operands(r: &Input) -> u64 {
        let mut n = r.a & 63;
        let s = (n + {
            n += 1;
            n
        }) * if n > 20 {
            n += 2;
            if r.k > 9 {
                return n as u64;
            }
            n
        } else {
            3
        } - n % 7;
        mix(s as u64, n as u64)
    }

    #[device]
    pub fn jumps_beside_methods(r: &Input) -> u64 {
        let mut p = Spot { x: r.a & 63, y: 2 };
        let v = p.sum()
            + p.bump()
                * match r.k {
                    0..=3 => {
                        p.bump();
                        p.x
                    }
                    4 => return p.x as u64,
                    _ => {
                        let q = p.sum();
                        q
                    }
                }
            + p.sum();
        mix(v as u64, p.x as u64)
    }

    #[device]
    pub fn jumps_in_indices(r: &Input) -> u64 {
        let mut v = [1_u32, 2, 3, 4];
        for i in 0..4_usize {
            v[i] = v[(i + 1) % 4]
                + v[if i == 2 {
                    v[0] += 1;
                    continue;
                } else {
                    i
                }];
        }
        let mut s = 0;
        for x in v {
            s = mix(s, x as u64);
        }
        s
    }

    #[device]
    pub fn jumps_in_arrays(r: &Input) -> u64 {
        let mut n = 1_u32;
        let a = [
            {
                n += 1;
                n
            },
            if r.k > 5 {
                n += 5;
                if r.l > 5 {
                    return n as u64;
                }
                n
            } else {
                n * 2
            },
            n,
        ];
        mix(a[0] as u64, a[1] as u64 + a[2] as u64)
    }

    #[device]
    pub fn jumps_in_guards(r: &Input) -> u64 {
        let mut n = r.k;
        match r.l {
            x if x > 3
                && (match n {
                    0 => return 9,
                    1..=3 => {
                        n += 1;
                        true
                    }
                    _ => false,
                }) =>
            {
                n as u64 + 100
            }
            _ => n as u64,
        }
    }

    #[device]
    pub fn jumps_in_ranges(r: &Input) -> u64 {
        let mut s = 0;
        for i in 0..(if r.k > 9 {
            s += 1;
            return s;
        } else {
            r.k
        }) {
            s = mix(s, i as u64);
        }
        s
    }
}
