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
}
