//! `if` and `match`, as statements and as values: literals, ranges, alternatives, bindings, guards, enums, tuples,
//! structs, constants; early return from arms; blocks as values.

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
        match_literals(input.k),
        match_negative_literals(input.i),
        match_ranges(input.k, input.i),
        match_open_ranges(input.i, input.p),
        match_alternatives(input.k, input.l),
        match_bindings(input.k),
        match_bindings_at(input.k, input.i),
        match_guards(input.k, input.l),
        match_guards_in_order(input.k, input.l),
        match_booleans(input.k, input.l),
        match_tuples(input.k, input.l),
        match_enums(input.k, input.l),
        match_enum_alternatives(input.k, input.l),
        match_structs(input.k, input.l),
        match_tuple_structs(input.k, input.l),
        match_constants(input.k),
        match_associated_constants(input.k, input.a),
        match_limits(input.a, input.i),
        match_references(input.k, input.l),
        match_nested(input.k, input.l),
        match_inside_expressions(input.k, input.l),
        match_with_statements_inside_an_expression(input.k, input.l),
        match_with_effects(input.k, input.l),
        match_scrutinee_once(input.k),
        match_arms_that_assign(input.k, input.l),
        match_floats(input.x),
        match_bytes(input.a),
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

    use crate::input::mix;

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
    pub fn match_literals(k: u32) -> u64 {
        match k {
            0 => 5,
            1 => 50,
            7 => 500,
            _ => k as u64,
        }
    }

    #[device]
    pub fn match_negative_literals(i: i32) -> u64 {
        let name = match i {
            -1 => 1,
            0 => 2,
            -128 => 3,
            -2147483648 => 4,
            2147483647 => 5,
            _ => 6,
        };
        name as u64
    }

    #[device]
    pub fn match_ranges(k: u32, i: i32) -> u64 {
        let unsigned: u64 = match k {
            0..=2 => 1,
            3..7 => 2,
            7 => 3,
            8..=8 => 4,
            _ => 5,
        };
        let signed: u64 = match i {
            -10..0 => 1,
            0..=9 => 2,
            -200..=-11 => 3,
            _ => 4,
        };
        unsigned * 10 + signed
    }

    #[device]
    pub fn match_open_ranges(i: i32, p: u64) -> u64 {
        let signed: u64 = match i {
            ..-5 => 1,
            -5..=5 => 2,
            6.. => 3,
        };
        let long: u64 = match p {
            ..=63 => 10,
            64..0x1_0000_0000 => 20,
            0x8000_0000_0000_0000.. => 30,
            _ => 40,
        };
        signed + long
    }

    #[device]
    pub fn match_alternatives(k: u32, l: u32) -> u64 {
        let first: u64 = match k {
            0 | 2 | 4 => 1,
            1 | 5..=8 | 11 => 2,
            _ => 3,
        };
        let second: u64 = match (k, l) {
            (0 | 1, _) | (_, 0 | 1) => 10,
            (2 | 3, 2 | 3) => 20,
            _ => 30,
        };
        first + second
    }

    #[device]
    pub fn match_bindings(k: u32) -> u64 {
        match k {
            0 => 9,
            other => other as u64 * 2,
        }
    }

    #[device]
    pub fn match_bindings_at(k: u32, i: i32) -> u64 {
        let unsigned = match k {
            low @ 0..=3 => low + 100,
            middle @ (4 | 6 | 8) => middle + 200,
            mut rest => {
                rest *= 3;
                rest
            }
        };
        let signed = match i {
            small @ -9..=9 => small * 2,
            large => large / 2,
        };
        mix(unsigned as u64, signed as u64)
    }

    #[device]
    pub fn match_guards(k: u32, l: u32) -> u64 {
        match k {
            0 if l > 7 => 1,
            0 => 2,
            n if n % 2 == 0 && n < l => 3 + n as u64,
            n if n == l => 100,
            4 | 5 if l == 0 => 200,
            _ if l == 1 => 300,
            n => n as u64 + 1000,
        }
    }

    #[device]
    pub fn match_guards_in_order(k: u32, l: u32) -> u64 {
        let mut calls = 0_u32;
        let arm: u64 = match k {
            0..=7 if count_up(&mut calls, l < 4) => 1,
            4..=11 if count_up(&mut calls, l < 8) => 2,
            _ if count_up(&mut calls, l < 12) => 3,
            _ => 4,
        };
        arm * 10 + calls as u64
    }

    #[device]
    pub fn match_booleans(k: u32, l: u32) -> u64 {
        let number: u64 = match k < l {
            true => 1,
            false => 2,
        };
        match (k == 3, l == 3) {
            (true, true) => 10,
            (true, false) => 20 + number,
            (false, true) => 30 + number,
            (false, false) => number,
        }
    }

    #[device]
    pub fn match_tuples(k: u32, l: u32) -> u64 {
        let pair = (k % 4, l);
        let first = match pair {
            (0, 0) => 1,
            (0, y) => y,
            (x, 0) => x + 20,
            (x, y) if x == y => x * 100,
            (1 | 2, 9..) => 7,
            (x, _) => x + 1000,
        };
        match (k, l, k < l) {
            (0, _, true) => first as u64,
            (_, 3, flag) => flag as u64 + 5,
            (a, _, false) => a as u64 + 77,
            _ => 8,
        }
    }

    /// How to combine two numbers.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Operation {
        Add,
        Multiply,
        Keep,
        Nothing = 9,
    }

    #[device]
    pub fn operation(k: u32) -> Operation {
        match k {
            0..=3 => Operation::Add,
            4..=7 => Operation::Multiply,
            8..=11 => Operation::Keep,
            _ => Operation::Nothing,
        }
    }

    #[device]
    pub fn match_enums(k: u32, l: u32) -> u64 {
        let value = match operation(k) {
            Operation::Add => k + l,
            Operation::Multiply => k * l,
            Operation::Keep => l,
            Operation::Nothing => 0,
        };
        value as u64
    }

    #[device]
    pub fn match_enum_alternatives(k: u32, l: u32) -> u64 {
        use_operation(operation(k), operation(l))
    }

    #[device]
    pub fn use_operation(first: Operation, second: Operation) -> u64 {
        match (first, second) {
            (Operation::Add | Operation::Multiply, Operation::Keep) => 1,
            (Operation::Nothing, other) if other != Operation::Nothing => 2,
            (Operation::Nothing, _) => 3,
            (one, other) if one == other => 4,
            _ => 5,
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Cell {
        pub row: u32,
        pub column: u32,
        pub operation: Operation,
    }

    #[device]
    pub fn match_structs(k: u32, l: u32) -> u64 {
        let cell = Cell { row: k, column: l, operation: operation(k) };
        match cell {
            Cell { row: 0, column, .. } => column as u64 + 1,
            Cell { row, column: 3..=5, operation: Operation::Add } => row as u64 + 50,
            Cell { row: r, column: c, operation: _ } if r == c => 99,
            Cell { operation: Operation::Keep | Operation::Nothing, column: c @ 8.., .. } => c as u64 + 200,
            Cell { row, .. } => row as u64 + 300,
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Pair(pub u32, pub i32);

    #[device]
    pub fn match_tuple_structs(k: u32, l: u32) -> u64 {
        let value = match Pair(k, l as i32 - 8) {
            Pair(0, _) => 1,
            Pair(_, 0) => 2,
            Pair(first, -8..=-1) => first as i32,
            Pair(_, second) => second * 100,
        };
        value as u64
    }

    #[device]
    pub const LIMIT: u32 = 6;

    #[device]
    pub fn match_constants(k: u32) -> u64 {
        match k {
            LIMIT => 1,
            0..LIMIT => 2,
            _ => 3,
        }
    }

    #[device]
    impl Pair {
        pub const FIRST: u32 = 2;
        pub const LAST: u32 = 10;
    }

    #[device]
    pub fn match_associated_constants(k: u32, a: u32) -> u64 {
        let inside: u64 = match k {
            Pair::FIRST => 1,
            Pair::FIRST..=Pair::LAST => 2,
            _ => 3,
        };
        let end: u64 = match a {
            u32::MAX => 10,
            u32::MIN => 20,
            _ => 30,
        };
        inside + end
    }

    #[device]
    pub fn match_limits(a: u32, i: i32) -> u64 {
        let unsigned: u64 = match a {
            0..=0x7fff_ffff => 1,
            0x8000_0000..=u32::MAX => 2,
        };
        let signed: u64 = match i {
            i32::MIN..=-1 => 10,
            0 => 20,
            1..=i32::MAX => 30,
        };
        unsigned + signed
    }

    #[device]
    pub fn matched(number: &u32, pair: &(u32, u32)) -> u64 {
        let first: u64 = match *number {
            3 => 1,
            _ => 2,
        };
        let second: u64 = match number {
            4 => 10,
            _ => 20,
        };
        let third = match pair {
            (0, y) => *y,
            &(x, 1) => x,
            (x, y) => x + y,
        };
        first + second + third as u64 * 100
    }

    #[device]
    pub fn match_references(k: u32, l: u32) -> u64 {
        matched(&k, &(k, l))
    }

    #[device]
    pub fn match_nested(k: u32, l: u32) -> u64 {
        match k {
            0..8 => match l {
                0 => 1,
                n if n < k => match n % 3 {
                    0 => 2,
                    _ => 3,
                },
                _ => 4,
            },
            _ => {
                let half = l / 2;
                match half {
                    3 => 5,
                    _ => half as u64 + 6,
                }
            }
        }
    }

    #[device]
    pub fn match_inside_expressions(k: u32, l: u32) -> u64 {
        let scaled = 3 * match k {
            0 => 1,
            5..=9 => l,
            _ => k,
        } + match l {
            0 => 10,
            other => other,
        };
        scaled as u64
    }

    #[device]
    pub fn match_with_statements_inside_an_expression(k: u32, l: u32) -> u64 {
        let mut trace = 1;
        let sum = k + match l {
            0..=5 => {
                trace += 1;
                let square = l * l;
                square + 1
            }
            6 => 60_u32,
            other => {
                trace *= 7;
                other
            }
        } * 2;
        mix(sum as u64, trace as u64)
    }

    #[device]
    pub fn next(counter: &mut u32) -> u32 {
        *counter += 1;
        *counter
    }

    #[device]
    pub fn match_with_effects(k: u32, l: u32) -> u64 {
        let mut counter = k;
        let value = match (next(&mut counter), next(&mut counter) + l) {
            (1, _) => 0,
            (a, b) if b > a => b - a,
            (a, b) => a - b,
        };
        mix(value as u64, counter as u64)
    }

    #[device]
    pub fn match_scrutinee_once(k: u32) -> u64 {
        let mut counter = k;
        let value: u64 = match next(&mut counter) {
            3 => 1,
            4 | 5 => 2,
            n @ 6..=9 => n as u64,
            _ => 4,
        };
        value * 100 + counter as u64
    }

    #[device]
    pub fn match_arms_that_assign(k: u32, l: u32) -> u64 {
        let mut x = 0;
        let mut y = 1;
        match k % 4 {
            0 => x = l,
            1 => y += l,
            2 => {
                x = 3;
                y = 4;
            }
            _ => {}
        }
        x as u64 * 100 + y as u64
    }

    #[device]
    pub fn match_floats(x: f32) -> u64 {
        match x {
            0.0 => 1,
            1.0..=3.0 => 2,
            f32::INFINITY => 3,
            n if n < 0.0 => 4,
            _ => 5,
        }
    }

    #[device]
    pub fn match_bytes(a: u32) -> u64 {
        match a as u8 {
            b'a'..=b'z' => 1,
            b'0' => 2,
            0xff => 3,
            byte => byte as u64 + 10,
        }
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
