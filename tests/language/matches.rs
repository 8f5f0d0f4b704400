//! `match`, as a statement and as a value: literals, ranges, alternatives, bindings, guards, enums, tuples, structs,
//! constants.

conformance! {
    program Matches;
    cases |input| {
        match_literals(input.k),
        match_negative_literals(input.i),
        match_ranges(input.k, input.i),
        match_open_ranges(input.i, input.p),
        match_alternatives(input.k, input.l),
        match_bindings(input.k),
        match_bindings_at(input.k, input.i),
        match_guards(input.k, input.l),
        match_guards_in_order(input.k, input.l),
        match_alternatives_under_guards(input.i),
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
    }

    use crate::input::mix;

    #[device]
    pub fn count_up(counter: &mut u32, result: bool) -> bool {
        *counter += 1;
        result
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
    pub fn match_alternatives_under_guards(i: i32) -> u64 {
        let mut asked = 0;
        let value = match i {
            n @ (-5 | 42 | 100..=120 | -20..-9)
                if {
                    asked += 1;
                    n > 3
                } =>
            {
                1
            }
            m @ (..=-8 | 7 | 9..)
                if {
                    asked += 10;
                    m & 1 == 1
                } =>
            {
                m as u64
            }
            _ => 3,
        };
        mix(value, asked)
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
}
