//! Enums whose variants have fields: made, matched, changed, compared, stored, and spawned.

conformance! {
    program Sums;
    cases |input| {
        made_and_matched(input.x, input.k),
        fields_by_name(input.a, input.b, input.k),
        unit_variants(input.k),
        no_equality(input.k, input.l),
        nested(input.a, input.k, input.l),
        named_as_their_types(input.x, input.y, input.k),
        in_structs_and_arrays(input.a, input.k),
        changed_in_place(input.a, input.k),
        replaced_while_matched(input.a, input.k),
        states(input.a),
        methods(input.x, input.k),
        changing_methods(input.a, input.k),
        compared(input.k, input.l),
        literals_in_patterns(input.k, input.l),
        widths(input.p, input.u, input.k),
        wide_and_narrow(input.p, input.a, input.k),
        guards(input.a, input.k),
        alternatives(input.k, input.l),
        bindings_at(input.a, input.k),
        rest_patterns(input.a, input.b, input.k),
        braces_for_unit_variants(input.k),
        let_else(input.a, input.k),
        if_let_chains(input.a, input.k, input.l),
        while_let(input.a, input.k),
        matches_macro(input.k),
        in_expressions(input.a, input.k),
        as_results(input.a, input.k),
        options_of_sums(input.a, input.k),
        tuples_of_sums(input.a, input.k, input.l),
        handed_over(input.a, input.k),
        references(input.a, input.k),
        generic(input.a, input.k),
        constants(input.k),
        constants_in_patterns(input.k),
        aliases(input.a, input.k),
        modules(input.a, input.k),
        order_of_fields(input.a, input.k),
        order_of_arguments(input.a, input.k),
        blocks_in_fields(input.a, input.k),
        copies(input.a, input.k),
        small_numbers(input.k),
        of_arrays(input.a, input.k),
        keywords(input.a, input.k),
        called_like_the_enum(input.a, input.k),
        called_like_the_library(input.x, input.k),
        empty_braces_of_plain_enums(input.k),
        evaluated(input.i, input.j, input.k),
        operators(input.x, input.y, input.k),
        loops_over_them(input.a, input.k),
        plain_enums_beside_types_of_their_names(input.x, input.k),
        attempts(input.a, input.k),
        returned_from_arms(input.a, input.k),
        words(input.a, input.k),
        names_in_alternatives(input.a, input.k, input.l),
        guards_over_alternatives(input.a, input.k, input.l),
        called_like_those_of_std(input.a, input.k),
        output_of_an_operator(input.i, input.j),
        discarded(input.a, input.k),
        built_in_conditions(input.a, input.k),
        library_types_in_methods(input.a, input.k, input.x),
        matches_everywhere(input.a, input.k, input.l),
        ordered(input.x, input.y, input.k, input.l),
        ordered_structs(input.x, input.y, input.a, input.b),
        constants_as_temporaries(input.a, input.k),
        discarded_matches(input.k),
        numbers_beside_fields(input.a, input.k, input.l),
        capital_variables(input.a, input.k),
        copies_by_mut(input.a, input.k),
        output_as_a_variant(input.x, input.k),
        guards_over_short_names(input.a, input.k),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Shape {
        Ball(f32),
        /// A box.
        Box {
            width: f32,
            height: f32,
            depth: f32,
        },
        Nothing,
        Plane(Vec3, f32),
    }

    #[device]
    pub fn shape(x: f32, k: u32) -> Shape {
        match k % 5 {
            0 => Shape::Ball(x),
            1 => Shape::Box { width: x, height: x + 1.0, depth: 2.0 },
            2 => Shape::Nothing,
            3 => Shape::Plane(vec3(x, 1.0, 2.0), 0.5),
            _ => Shape::Box { depth: x, width: 3.0, height: 0.25 },
        }
    }

    #[device]
    pub fn volume(shape: Shape) -> f32 {
        match shape {
            Shape::Ball(radius) => radius * radius * radius * 4.0,
            Shape::Box { width, height, depth } => width * height * depth,
            Shape::Nothing => 0.0,
            Shape::Plane(normal, distance) => normal.x + normal.y * distance,
        }
    }

    #[device]
    pub fn made_and_matched(x: f32, k: u32) -> u64 {
        let shape = shape(x, k);
        bits(volume(shape))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Command {
        Halt,
        Move { from: u32, to: u32 },
        Set { at: u32, value: i64 },
        Jump(u8),
    }

    #[device]
    pub fn command(a: u32, b: u32, k: u32) -> Command {
        if k < 4 {
            Command::Halt
        } else if k < 8 {
            Command::Move { from: a, to: b }
        } else if k < 12 {
            Command::Set { at: b, value: a as i64 - 7 }
        } else {
            Command::Jump(k as u8)
        }
    }

    #[device]
    pub fn number(command: &Command) -> u64 {
        match command {
            Command::Halt => 1,
            Command::Move { from, to } => mix(*from as u64, *to as u64),
            Command::Set { value, at: place } => mix(*value as u64, *place as u64 + 1),
            Command::Jump(by) => *by as u64 + 1000,
        }
    }

    #[device]
    pub fn fields_by_name(a: u32, b: u32, k: u32) -> u64 {
        let command = command(a, b, k);
        let to = if let Command::Move { to, .. } = command { to } else { 5 };
        mix(number(&command), to as u64)
    }

    #[device]
    pub fn unit_variants(k: u32) -> u64 {
        let mut last = Command::Halt;
        if k % 2 == 1 {
            last = Command::Jump(3);
        }
        match last {
            Command::Halt => 10,
            _ => 20,
        }
    }

    /// Patterns look at the variant, not at `==`: `Command` has none.
    #[device]
    pub fn no_equality(k: u32, l: u32) -> u64 {
        let mut result = 0;
        if let Command::Halt = command(k, l, k) {
            result += 1;
        }
        if matches!(command(k, l, l), Command::Halt | Command::Jump(_)) {
            result += 2;
        }
        result
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Placed {
        pub at: u32,
        pub command: Command,
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Step {
        Done,
        Once(Command),
        Both(Placed, Command),
        Many { commands: [Command; 3], count: u32 },
    }

    #[device]
    pub fn step(a: u32, k: u32, l: u32) -> Step {
        let first = command(a, l, k);
        match l % 4 {
            0 => Step::Done,
            1 => Step::Once(first),
            2 => Step::Both(Placed { at: l, command: first }, Command::Jump(9)),
            _ => Step::Many { commands: [first, Command::Halt, command(l, a, l)], count: l % 3 },
        }
    }

    #[device]
    pub fn nested(a: u32, k: u32, l: u32) -> u64 {
        match step(a, k, l) {
            Step::Done => 0,
            Step::Once(Command::Halt) => 1,
            Step::Once(Command::Jump(by)) => 100 + by as u64,
            Step::Once(other) => number(&other),
            Step::Both(Placed { at, command: Command::Move { from, .. } }, _) => mix(at as u64, from as u64),
            Step::Both(placed, Command::Jump(by)) => mix(placed.at as u64, by as u64),
            Step::Both(..) => 3,
            Step::Many { commands: [first, .., ], count } => mix(number(&first), count as u64),
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Disc {
        pub radius: f32,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Square(pub f32);

    /// Each variant is called like the type that it holds.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Figure {
        Disc(Disc),
        Square(Square),
        Pair { disc: Disc, square: Square },
    }

    #[device]
    impl Figure {
        pub fn grown(&self, by: f32) -> Figure {
            match *self {
                Figure::Disc(disc) => Figure::Disc(Disc { radius: disc.radius + by }),
                Self::Square(Square(side)) => Self::Square(Square(side + by)),
                Self::Pair { disc: Disc { radius }, square } => Self::Pair { disc: Disc { radius: radius + by }, square },
            }
        }

        pub fn disc_of(square: Square) -> Disc {
            Disc { radius: square.0 }
        }
    }

    #[device]
    pub fn named_as_their_types(x: f32, y: f32, k: u32) -> u64 {
        let figure = match k % 3 {
            0 => Figure::Disc(Disc { radius: x }),
            1 => Figure::Square(Square(y)),
            _ => Figure::Pair { disc: Figure::disc_of(Square(x)), square: Square(y) },
        };
        let grown = figure.grown(0.5);
        let size = match grown {
            Figure::Disc(Disc { radius }) => radius,
            Figure::Square(square) => square.0,
            Figure::Pair { disc, square } => disc.radius * square.0,
        };
        mix(bits(size), (grown == figure) as u64)
    }

    #[device]
    pub fn in_structs_and_arrays(a: u32, k: u32) -> u64 {
        let mut all = [Command::Halt; 4];
        all[1] = Command::Move { from: a, to: k };
        all[(k % 4) as usize] = Command::Jump(7);
        let mut placed = Placed { at: k, command: all[2] };
        if k > 8 {
            placed.command = all[1];
        }
        let mut result = number(&placed.command);
        for command in &all {
            result = mix(result, number(command));
        }
        result
    }

    #[device]
    pub fn changed_in_place(a: u32, k: u32) -> u64 {
        let mut command = command(a, 3, k);
        match &mut command {
            Command::Move { from, to } => {
                *from ^= 5;
                *to += 1;
            }
            Command::Set { value, .. } => *value = value.wrapping_mul(3),
            Command::Jump(by) => *by = by.wrapping_add(250),
            Command::Halt => {}
        }
        if let Command::Jump(ref_by) = &mut command {
            *ref_by |= 1;
        }
        number(&command)
    }

    #[device]
    pub fn replaced_while_matched(a: u32, k: u32) -> u64 {
        let mut state = command(a, 9, k);
        let mut result = 0;
        match state {
            Command::Move { from, to } => {
                state = Command::Set { at: to, value: from as i64 };
                // The bindings are copies.
                result += from as u64 + to as u64;
            }
            Command::Set { at, value } => {
                state = Command::Jump(at as u8);
                result += value as u64;
            }
            _ => state = Command::Move { from: 1, to: 2 },
        }
        mix(result, number(&state))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum State {
        Start,
        Run { left: u32, sum: u64 },
        End(u64),
    }

    #[device]
    pub fn states(a: u32) -> u64 {
        let mut state = State::Start;
        loop {
            state = match state {
                State::Start => State::Run { left: a % 9, sum: 1 },
                State::Run { left: 0, sum } => State::End(sum),
                State::Run { left, sum } => State::Run { left: left - 1, sum: sum * 3 + left as u64 },
                State::End(sum) => return sum,
            };
        }
    }

    #[device]
    impl Shape {
        pub const UNIT: Shape = Shape::Ball(1.0);

        pub fn is_flat(&self) -> bool {
            matches!(self, Shape::Plane(..) | Self::Nothing)
        }

        pub fn scaled(self, by: f32) -> Self {
            match self {
                Self::Ball(radius) => Self::Ball(radius * by),
                Self::Box { width, height, depth } => {
                    Self::Box { width: width * by, height: height * by, depth: depth * by }
                }
                other => other,
            }
        }

        pub fn ball(radius: f32) -> Self {
            Self::Ball(radius)
        }
    }

    #[device]
    pub fn methods(x: f32, k: u32) -> u64 {
        let shape = shape(x, k).scaled(2.0);
        let ball = Shape::ball(x);
        mix(bits(volume(shape)), mix(shape.is_flat() as u64, (ball == Shape::UNIT) as u64))
    }

    #[device]
    impl State {
        pub const FULL: State = State::Run { left: 2, sum: 9 };

        pub fn advanced(&mut self) -> u64 {
            self.advance();
            self.sum()
        }

        pub fn advance_if(&mut self, really: bool) {
            if let State::Run { left, sum } = self {
                *sum += 1;
                *left = left.saturating_sub(1);
                if really && *left == 0 {
                    *self = State::Start;
                }
            }
        }

        pub fn advance(&mut self) {
            match self {
                State::Start => *self = State::Run { left: 3, sum: 0 },
                State::Run { left, sum } => {
                    *left -= 1;
                    *sum += 10;
                    if *left == 0 {
                        let sum = *sum;
                        *self = State::End(sum);
                    }
                }
                State::End(sum) => *sum += 1,
            }
        }

        pub fn sum(&self) -> u64 {
            match self {
                State::Start => 0,
                State::Run { sum, left: 0 } | State::End(sum @ 0..=1000) => *sum,
                State::Run { sum, left } => *sum + *left as u64,
                State::End(sum) => *sum * 100,
            }
        }
    }

    #[device]
    pub fn changing_methods(a: u32, k: u32) -> u64 {
        let mut state = if a % 2 == 0 { State::Start } else { State::End(a as u64) };
        for _ in 0..k {
            state.advance();
        }
        state.sum()
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Token {
        Open,
        Close,
        Number(u32),
        Name { first: u8, length: u8 },
    }

    #[device]
    pub fn token(k: u32) -> Token {
        match k {
            0..=2 => Token::Open,
            3..=5 => Token::Close,
            6..=10 => Token::Number(k / 2),
            _ => Token::Name { first: k as u8, length: (k / 4) as u8 },
        }
    }

    #[device]
    pub fn compared(k: u32, l: u32) -> u64 {
        let (one, other) = (token(k), token(l));
        let mut result = 0;
        if one == other {
            result += 1;
        }
        if one != Token::Close {
            result += 2;
        }
        if other == Token::Number(4) {
            result += 4;
        }
        if one == (Token::Name { first: 12, length: 3 }) {
            result += 8;
        }
        result
    }

    #[device]
    pub fn literals_in_patterns(k: u32, l: u32) -> u64 {
        match (token(k), token(l)) {
            (Token::Number(4), Token::Number(3..=4)) => 1,
            (Token::Number(n), Token::Open) => 10 + n as u64,
            (Token::Name { first: b'\x0c', .. }, _) => 2,
            (Token::Open | Token::Close, Token::Number(n)) => 100 + n as u64,
            (Token::Open, Token::Close) => 3,
            _ => 4,
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Value {
        Whole(i64),
        Real(f64),
        Short(f32),
        Flag(bool),
    }

    #[device]
    pub fn widths(p: u64, u: f64, k: u32) -> u64 {
        let value = match k % 5 {
            0 => Value::Whole(-3),
            1 => Value::Real(0.5),
            2 => Value::Real(u),
            3 => Value::Short(0.1),
            _ => Value::Flag(p > 9),
        };
        match value {
            Value::Whole(n) => n as u64,
            Value::Real(0.5) => 77,
            Value::Real(x) => x.to_bits(),
            Value::Short(x) => bits(x),
            Value::Flag(flag) => flag as u64,
        }
    }

    /// Fields of all alignments, after a number of four bytes.
    #[device]
    #[derive(Clone, Copy)]
    pub enum Mixed {
        Byte(u8),
        Bytes([u8; 5]),
        Long(u64),
        Odd { small: u8, long: u64, middle: u16 },
    }

    #[device]
    pub fn wide_and_narrow(p: u64, a: u32, k: u32) -> u64 {
        let mixed = match k % 4 {
            0 => Mixed::Byte(a as u8),
            1 => Mixed::Bytes([1, 2, a as u8, 4, 5]),
            2 => Mixed::Long(p),
            _ => Mixed::Odd { small: a as u8, long: p, middle: 999 },
        };
        let copy = [mixed, Mixed::Byte(1)];
        match copy[0] {
            Mixed::Byte(byte) => byte as u64,
            Mixed::Bytes(bytes) => mix(bytes[2] as u64, bytes[4] as u64),
            Mixed::Long(long) => long ^ 1,
            Mixed::Odd { small, long, middle } => mix(mix(small as u64, long), middle as u64),
        }
    }

    #[device]
    pub fn guards(a: u32, k: u32) -> u64 {
        match command(a, k, k) {
            Command::Move { from, .. } if from > 100 => 1,
            Command::Move { from, to } if from == to => 2,
            Command::Set { value, .. } if value < 0 => 3,
            Command::Jump(by) if by % 2 == 0 => 4,
            Command::Jump(_) | Command::Halt => 5,
            _ => 6,
        }
    }

    #[device]
    pub fn alternatives(k: u32, l: u32) -> u64 {
        let mut result = 0;
        if let Token::Open | Token::Number(3 | 5) = token(k) {
            result += 1;
        }
        if let Some(Token::Close | Token::Open) = Some(token(l)) {
            result += 2;
        }
        result
    }

    #[device]
    pub fn bindings_at(a: u32, k: u32) -> u64 {
        match command(a, k, k) {
            whole @ Command::Move { .. } => number(&whole),
            Command::Jump(by @ 13..=14) => by as u64 * 2,
            whole @ (Command::Jump(_) | Command::Halt) => number(&whole) + 5,
            Command::Set { at: at @ 0..=10, .. } => at as u64,
            Command::Set { .. } => 8,
        }
    }

    #[device]
    pub fn rest_patterns(a: u32, b: u32, k: u32) -> u64 {
        match shape(a as f32, k) {
            Shape::Plane(..) => 1,
            Shape::Ball(_) => 2,
            Shape::Box { depth, .. } => bits(depth) ^ b as u64,
            Shape::Nothing { .. } => 3,
        }
    }

    #[device]
    pub fn braces_for_unit_variants(k: u32) -> u64 {
        let halt = Command::Halt {};
        let other = if k > 3 { Command::Jump(1) } else { halt };
        match other {
            Command::Halt {} => 1,
            Command::Jump { 0: by } => by as u64 + 50,
            _ => 2,
        }
    }

    #[device]
    pub fn let_else(a: u32, k: u32) -> u64 {
        let Command::Move { from, to } = command(a, 4, k) else {
            return 9;
        };
        let Token::Number(n) = token(k) else { return from as u64 };
        mix(n as u64, to as u64)
    }

    #[device]
    pub fn if_let_chains(a: u32, k: u32, l: u32) -> u64 {
        let (one, other) = (command(a, 4, k), token(l));
        if let Command::Move { from, .. } = one && from > 5 && let Token::Number(n) = other {
            mix(from as u64, n as u64)
        } else if let Token::Name { length, .. } = other && length > 2 {
            length as u64
        } else {
            0
        }
    }

    #[device]
    pub fn while_let(a: u32, k: u32) -> u64 {
        let mut state = State::Run { left: k, sum: a as u64 };
        let mut count = 0;
        while let State::Run { left, sum } = state {
            count += 1;
            state = if left > 1 { State::Run { left: left / 2, sum: sum + 1 } } else { State::End(sum) };
        }
        let State::End(sum) = state else { return 0 };
        mix(sum, count)
    }

    #[device]
    pub fn matches_macro(k: u32) -> u64 {
        let name = matches!(token(k), Token::Name { first, .. } if first > 12);
        let number = matches!(token(k), Token::Number(_));
        assert!(!(name && number), "one of them");
        name as u64 * 2 + number as u64
    }

    #[device]
    pub fn in_expressions(a: u32, k: u32) -> u64 {
        let value = 1 + match token(k) {
            Token::Number(n) => n,
            Token::Name { first, .. } => first as u32,
            _ => 0,
        } * 2;
        let pick = number(&if k > 7 { Command::Jump(2) } else { command(a, a, k) });
        mix(value as u64, pick)
    }

    #[device]
    pub fn parsed(a: u32, k: u32) -> Value {
        if k == 3 {
            return Value::Whole(a as i64);
        }
        let flag = k % 2 == 0;
        if flag { Value::Flag(a > 7) } else { Value::Real(a as f64 * 0.5) }
    }

    #[device]
    pub fn as_results(a: u32, k: u32) -> u64 {
        let value: Value;
        if k > 12 {
            value = Value::Short(2.5);
        } else {
            value = parsed(a, k);
        }
        match value {
            Value::Whole(n) => n as u64 + 1,
            Value::Real(x) => x.to_bits(),
            Value::Short(x) => bits(x),
            Value::Flag(flag) => flag as u64,
        }
    }

    #[device]
    pub fn first_of(tokens: &[Token; 3], wanted: u32) -> Option<Token> {
        for token in tokens {
            if let Token::Number(n) = token && *n == wanted {
                return Some(*token);
            }
        }
        None
    }

    #[device]
    pub fn options_of_sums(a: u32, k: u32) -> u64 {
        let tokens = [token(k), Token::Number(a), Token::Open];
        let found = first_of(&tokens, 4);
        match found {
            Some(Token::Number(n)) => n as u64,
            Some(_) => 1000,
            None if a == 4 => 2000,
            None => 3000,
        }
    }

    #[device]
    pub fn tuples_of_sums(a: u32, k: u32, l: u32) -> u64 {
        let pair = (token(k), command(a, l, l));
        let (first, second) = pair;
        let result = match pair {
            (Token::Number(n), Command::Jump(by)) => mix(n as u64, by as u64),
            (Token::Open, Command::Halt) => 1,
            (_, Command::Move { to, .. }) => to as u64,
            _ => 2,
        };
        mix(result, number(&second) + (first == Token::Close) as u64)
    }

    #[device]
    pub fn bump(token: &mut Token) -> u32 {
        match token {
            Token::Number(n) => {
                *n += 1;
                *n
            }
            Token::Name { length, .. } => {
                *length = 0;
                1
            }
            other => {
                *other = Token::Number(0);
                2
            }
        }
    }

    #[device]
    pub fn handed_over(a: u32, k: u32) -> u64 {
        let mut tokens = [token(k), Token::Open];
        let first = bump(&mut tokens[0]) + bump(&mut tokens[1]) * 10;
        let again = bump(&mut tokens[1]) * 100;
        let same = tokens[0] == token(k);
        mix((first + again) as u64, same as u64 + a as u64)
    }

    #[device]
    pub fn chosen<'a>(one: &'a Command, other: &'a Command, first: bool) -> &'a Command {
        if first { one } else { other }
    }

    #[device]
    pub fn references(a: u32, k: u32) -> u64 {
        let (one, other) = (command(a, 1, k), Command::Jump(99));
        let pick = chosen(&one, &other, k % 2 == 0);
        let borrowed = &one;
        mix(number(pick), number(borrowed))
    }

    #[device]
    pub fn twice<T: Copy>(value: T) -> [T; 2] {
        [value, value]
    }

    #[device]
    pub fn generic(a: u32, k: u32) -> u64 {
        let both = twice(command(a, k, k));
        number(&both[1])
    }

    #[device]
    pub const FIRST: Token = Token::Number(7);
    #[device]
    pub const NAMED: Token = Token::Name { length: 2, first: 5 };
    #[device]
    pub const TABLE: [Token; 4] = [Token::Open, FIRST, NAMED, Token::Close];

    #[device]
    pub fn constants(k: u32) -> u64 {
        let token = TABLE[(k % 4) as usize];
        match token {
            Token::Number(n) => n as u64,
            Token::Name { first, length } => mix(first as u64, length as u64),
            Token::Open => 1000,
            Token::Close => 2000,
        }
    }

    #[device]
    impl Token {
        pub const THREE: Token = Token::Number(3);
    }

    #[device]
    pub fn constants_in_patterns(k: u32) -> u64 {
        match token(k) {
            Token::THREE => 1,
            FIRST => 2,
            Token::Number(_) => 3,
            Token::Open => 4,
            _ => 5,
        }
    }

    pub type Order = Command;

    #[device]
    pub fn aliases(a: u32, k: u32) -> u64 {
        let order = if k > 5 { Order::Jump(k as u8) } else { Order::Set { at: a, value: -1 } };
        match order {
            Order::Jump(by) => by as u64,
            Order::Set { at, .. } => at as u64,
            Order::Halt | Order::Move { .. } => 0,
        }
    }

    pub mod inner {
        use whipple::prelude::*;

        #[device]
        #[derive(Clone, Copy)]
        pub enum Shape {
            Ball(u32),
            Flat,
        }
    }

    #[device]
    pub fn modules(a: u32, k: u32) -> u64 {
        let other = if k % 2 == 0 { inner::Shape::Ball(a) } else { inner::Shape::Flat };
        match other {
            inner::Shape::Ball(radius) => radius as u64,
            inner::Shape::Flat => 6,
        }
    }

    #[device]
    pub fn next(n: &mut u32) -> u32 {
        *n += 1;
        *n
    }

    #[device]
    pub fn order_of_fields(a: u32, k: u32) -> u64 {
        let mut n = a % 100;
        let command = Command::Move { to: next(&mut n), from: next(&mut n) + k };
        number(&command)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Three {
        Of(u32, u32, u32),
    }

    #[device]
    pub fn order_of_arguments(a: u32, k: u32) -> u64 {
        let mut n = a % 100;
        let Three::Of(first, second, third) = Three::Of(next(&mut n), n * 2, next(&mut n) + k);
        mix(mix(first as u64, second as u64), third as u64)
    }

    #[device]
    pub fn blocks_in_fields(a: u32, k: u32) -> u64 {
        let command = Command::Move {
            from: {
                let mut sum = 0;
                for i in 0..k {
                    sum += i;
                }
                sum
            },
            to: match k % 3 {
                0 => a,
                1 => {
                    let half = a / 2;
                    half + 1
                }
                _ => 5,
            },
        };
        let jump = Command::Jump(if k > 3 { let low = k * 2; low as u8 } else { 1 });
        mix(number(&command), number(&jump))
    }

    #[device]
    pub fn copies(a: u32, k: u32) -> u64 {
        let first = command(a, 2, k);
        let mut second = first;
        if let Command::Move { from, .. } = &mut second {
            *from = 1234;
        }
        mix(number(&first), number(&second))
    }

    #[device]
    #[repr(u8)]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Small {
        None,
        One(u8),
        Two { a: u8, b: u8 },
    }

    #[device]
    pub fn small_numbers(k: u32) -> u64 {
        let small = match k % 3 {
            0 => Small::None,
            1 => Small::One(k as u8),
            _ => Small::Two { a: 1, b: k as u8 },
        };
        match small {
            Small::None => 0,
            Small::One(n) => n as u64,
            Small::Two { a, b } => mix(a as u64, b as u64),
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Rows {
        Short([u32; 2]),
        Long([u32; 4]),
    }

    #[device]
    pub fn of_arrays(a: u32, k: u32) -> u64 {
        let mut rows = if k > 7 { Rows::Short([a, k]) } else { Rows::Long([k, a, 3, 4]) };
        match &mut rows {
            Rows::Short(row) => row[(k % 2) as usize] ^= 3,
            Rows::Long(row) => row[(k % 4) as usize] ^= 5,
        }
        let mut result = 0;
        match rows {
            Rows::Short([first, second]) => result = mix(first as u64, second as u64),
            Rows::Long(row) => {
                for n in row {
                    result = mix(result, n as u64);
                }
            }
        }
        mix(result, (rows == Rows::Short([1, 2])) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Words {
        Class { new: u32, delete: u32 },
        Template(u32),
        Union,
        In { Out: u32 },
    }

    #[device]
    pub fn keywords(a: u32, k: u32) -> u64 {
        let words = match k % 4 {
            0 => Words::Class { new: a, delete: k },
            1 => Words::Template(a),
            2 => Words::Union,
            _ => Words::In { Out: k },
        };
        match words {
            Words::Class { new, delete } => mix(new as u64, delete as u64),
            Words::Template(class) => class as u64,
            Words::Union => 1,
            Words::In { Out: out } => out as u64,
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Same {
        Same,
        Other(u32),
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Alike {
        Nothing,
        Alike(u32),
        Of(f32),
        Fields { variant: u32 },
    }

    #[device]
    pub fn called_like_the_enum(a: u32, k: u32) -> u64 {
        let same = if k > 4 { Same::Same } else { Same::Other(a) };
        let alike = match k % 4 {
            0 => Alike::Nothing,
            1 => Alike::Alike(a),
            2 => Alike::Of(0.5),
            _ => Alike::Fields { variant: k },
        };
        let first = match same {
            Same::Same => 1,
            Same::Other(n) => n as u64,
        };
        let second = match alike {
            Alike::Alike(n) => n as u64,
            Alike::Nothing => 2,
            Alike::Of(x) => bits(x),
            Alike::Fields { variant } => variant as u64,
        };
        mix(first, second)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Array {
        pub length: u32,
    }

    /// Names of the library's types, as variants that hold these types, and of a type of the user's beside them.
    #[device]
    #[derive(Clone, Copy)]
    pub enum Any {
        Vec3(Vec3),
        Buffer { vector: Vec2 },
        Array(Array),
        Option,
    }

    #[device]
    impl Any {
        pub fn of(x: f32) -> Any {
            Any::Vec3(Vec3::splat(x))
        }

        pub fn array(&self) -> Array {
            match self {
                Any::Array(array) => *array,
                _ => Array { length: 1 },
            }
        }
    }

    #[device]
    pub fn called_like_the_library(x: f32, k: u32) -> u64 {
        let any = match k % 4 {
            0 => Any::of(x),
            1 => Any::Buffer { vector: vec2(1.0, x) },
            2 => Any::Array(Array { length: k }),
            _ => Any::Option,
        };
        let length = any.array().length;
        let value = match any {
            Any::Vec3(Vec3 { x, y, .. }) => bits(x + y),
            Any::Buffer { vector } => bits(vector.y),
            Any::Array(array) => array.length as u64,
            Any::Option => 3,
        };
        mix(value, length as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Plain {
        A,
        B,
        C,
    }

    #[device]
    pub fn empty_braces_of_plain_enums(k: u32) -> u64 {
        let plain = if k > 8 { Plain::A {} } else if k > 4 { Plain::B } else { Plain::C };
        match plain {
            Plain::A { .. } => 1,
            Plain::B {} => 2,
            Plain::C => 3,
        }
    }

    /// An expression by its nodes in an array, as trees of unknown shape are kept without pointers.
    #[device]
    #[derive(Clone, Copy)]
    pub enum Node {
        Leaf(i32),
        Add { left: u32, right: u32 },
        Multiply { left: u32, right: u32 },
        Negate(u32),
    }

    #[device]
    pub fn evaluated(i: i32, j: i32, k: u32) -> u64 {
        let nodes = [
            Node::Leaf(i),
            Node::Leaf(j),
            Node::Add { left: 0, right: 1 },
            Node::Negate(2),
            Node::Multiply { left: 3, right: k % 4 },
            Node::Add { left: 4, right: 0 },
        ];
        let mut values = [0_i32; 6];
        for at in 0..6 {
            values[at] = match nodes[at] {
                Node::Leaf(value) => value,
                Node::Add { left, right } => values[left as usize].wrapping_add(values[right as usize]),
                Node::Multiply { left, right } => values[left as usize].wrapping_mul(values[right as usize]),
                Node::Negate(of) => values[of as usize].wrapping_neg(),
            };
        }
        values[5] as u32 as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Length {
        Metres(f32),
        Feet(f32),
    }

    #[device]
    impl Length {
        pub fn metres(self) -> f32 {
            match self {
                Length::Metres(metres) => metres,
                Length::Feet(feet) => feet * 0.25,
            }
        }
    }

    #[device]
    impl core::ops::Add for Length {
        type Output = Self;

        fn add(self, other: Self) -> Self::Output {
            Length::Metres(self.metres() + other.metres())
        }
    }

    /// Of one length, whatever its unit.
    #[device]
    impl PartialEq for Length {
        fn eq(&self, other: &Self) -> bool {
            self.metres() == other.metres()
        }
    }

    #[device]
    pub fn operators(x: f32, y: f32, k: u32) -> u64 {
        let one = if k % 2 == 0 { Length::Metres(x) } else { Length::Feet(x * 4.0) };
        let sum = one + Length::Feet(y);
        // A pattern tells metres from feet; `==` does not.
        let metres = matches!(one, Length::Metres(_));
        mix(bits(sum.metres()), mix((one == Length::Metres(x)) as u64, metres as u64))
    }

    #[device]
    pub fn loops_over_them(a: u32, k: u32) -> u64 {
        let mut steps = [Command::Jump(1), Command::Move { from: a, to: k }, Command::Halt, Command::Jump(4)];
        for step in &mut steps {
            if let Command::Jump(by) = step {
                *by += k as u8;
            }
        }
        let mut sum = 0;
        for (index, step) in steps.iter().enumerate() {
            match step {
                Command::Halt => break,
                Command::Move { from, .. } if *from == 0 => continue,
                step => sum = mix(sum, number(step) + index as u64),
            }
        }
        sum
    }

    /// A field called like its enum, which has a variant of its own name.
    #[device]
    #[derive(Clone, Copy)]
    pub enum Word {
        Number(u32),
        Word(u8),
    }

    #[device]
    #[derive(Clone, Copy)]
    #[allow(non_snake_case)]
    pub enum Phrase {
        Unary { Word: Word, n: u32 },
        Leaf(Word),
    }

    #[device]
    pub fn words(a: u32, k: u32) -> u64 {
        let word = if k > 7 { Word::Number(a) } else { Word::Word(9) };
        let phrase = if k % 2 == 0 { Phrase::Unary { Word: word, n: k } } else { Phrase::Leaf(word) };
        match phrase {
            Phrase::Unary { Word: Word::Number(m), n } => mix(m as u64, n as u64),
            Phrase::Unary { Word: Word::Word(m), .. } | Phrase::Leaf(Word::Word(m)) => m as u64,
            Phrase::Leaf(Word::Number(m)) => m as u64 + 1,
        }
    }

    /// A variant of an enum without fields that is called as a type of its module.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Kind {
        Disc,
        Square,
    }

    #[device]
    impl Kind {
        pub fn of(disc: Disc) -> Kind {
            if disc.radius > 1.0 { Kind::Disc } else { Kind::Square }
        }

        pub fn disc(self) -> Disc {
            match self {
                Kind::Disc => Disc { radius: 4.0 },
                Kind::Square => Disc { radius: 0.5 },
            }
        }
    }

    #[device]
    pub fn plain_enums_beside_types_of_their_names(x: f32, k: u32) -> u64 {
        let kind = Kind::of(Disc { radius: x });
        mix(bits(kind.disc().radius), (kind == Kind::Disc) as u64 + k as u64)
    }

    #[device]
    pub fn numbered(k: u32) -> Option<u32> {
        match token(k) {
            Token::Number(n) => Some(n),
            _ => None,
        }
    }

    #[device]
    pub fn made_of(k: u32) -> Option<Command> {
        Some(Command::Move { from: numbered(k)?, to: numbered(k + 1)? })
    }

    #[device]
    pub fn attempts(a: u32, k: u32) -> u64 {
        match made_of(k) {
            Some(command) => number(&command),
            None => a as u64,
        }
    }

    #[device]
    pub fn returned_from_arms(a: u32, k: u32) -> u64 {
        let value = match command(a, 6, k) {
            Command::Halt => return 5,
            Command::Jump(by) => by as u32,
            Command::Move { from, .. } => {
                if from == 0 {
                    return 6;
                }
                from
            }
            Command::Set { at, value } => {
                let sum = at as i64 + value;
                sum as u32
            }
        };
        value as u64 + 10
    }

    #[device]
    pub fn names_in_alternatives(a: u32, k: u32, l: u32) -> u64 {
        let mut first = command(a, l, k);
        if let Command::Move { from: n, .. } | Command::Set { at: n, .. } = &mut first {
            *n = n.wrapping_mul(3);
        }
        let second = match (token(k), token(l)) {
            (Token::Number(n), Token::Open) | (Token::Open, Token::Number(n)) | (Token::Number(n), Token::Number(_)) => n,
            (Token::Name { first: n, length }, _) | (_, Token::Name { length, first: n }) => n as u32 * length as u32,
            _ => 0,
        };
        let third = match second {
            n @ (0 | 3) | n @ 5..=9 => n + 1,
            n => n * 2,
        };
        mix(number(&first), third as u64)
    }

    #[device]
    pub fn guards_over_alternatives(a: u32, k: u32, l: u32) -> u64 {
        let first = match command(a, l, k) {
            Command::Move { from: n, .. } | Command::Set { at: n, .. } if n > 4 => n,
            Command::Jump(13 | 15) | Command::Halt if l > 3 => 77,
            _ => 5,
        };
        let second = match (k % 3, Some(token(l))) {
            (0, Some(Token::Number(n))) | (1, Some(Token::Number(n))) if n != 4 => n,
            (_, Some(Token::Open)) | (_, None) => 3,
            _ => 9,
        };
        mix(first as u64, second as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Answer {
        Ok(u32),
        Err { code: i32 },
        Some(u8),
        None,
    }

    #[device]
    pub fn called_like_those_of_std(a: u32, k: u32) -> u64 {
        let answer = match k % 4 {
            0 => Answer::Ok(a),
            1 => Answer::Err { code: -5 },
            2 => Answer::Some(k as u8),
            _ => Answer::None,
        };
        match answer {
            Answer::Ok(n) => n as u64,
            Answer::Err { code } => code as u64,
            Answer::Some(n) => n as u64 + 1000,
            Answer::None => 1,
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Whole {
        pub re: i32,
        pub im: i32,
    }

    #[device]
    impl core::ops::Sub for Whole {
        type Output = Whole;

        fn sub(self, other: Self) -> Self::Output {
            Self::Output { re: self.re.wrapping_sub(other.re), im: self.im.wrapping_sub(other.im) }
        }
    }

    #[device]
    pub fn output_of_an_operator(i: i32, j: i32) -> u64 {
        let difference = Whole { re: i, im: 3 } - Whole { re: j, im: i };
        mix(difference.re as u64, difference.im as u64)
    }

    #[device]
    pub fn discarded(a: u32, k: u32) -> u64 {
        let mut n = k;
        let _ = Command::Move { from: next(&mut n), to: a };
        let _ = Command::Jump(next(&mut n) as u8);
        let _ = Command::Halt;
        n as u64
    }

    #[device]
    pub fn built_in_conditions(a: u32, k: u32) -> u64 {
        let mut result = 0;
        if number(&Command::Move { from: a, to: k }) > 1 << 63 {
            result += 1;
        }
        if number(&Command::Move { from: k, to: a }) > 1 << 63 {
            result += 2;
        }
        if volume(Shape::Box { width: 1.0, height: 2.0, depth: k as f32 }) > 8.0 {
            result += 4;
        } else if (Whole { re: 3, im: k as i32 } - Whole { re: 1, im: 5 }).im > 2 {
            result += 8;
        }
        let move_ = a % 3;
        let r#move = Command::Move { from: move_, to: 1 };
        result + number(&r#move)
    }

    /// A variant without fields is a constant in the class, which must not hide a type there.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Hides {
        Option,
        Vec3,
        Array(u32),
    }

    #[device]
    impl Hides {
        pub fn held(&self) -> Option<u32> {
            match self {
                Hides::Array(n) => Some(*n),
                Hides::Option => Some(5),
                Hides::Vec3 => None,
            }
        }

        pub fn place(&self, x: f32) -> Vec3 {
            if *self == Hides::Vec3 { Vec3::splat(x) } else { vec3(1.0, x, 2.0) }
        }

        pub fn both(&self) -> [u32; 2] {
            [self.held().unwrap_or(3), 4]
        }
    }

    /// As [`Hides`], and none has fields.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Layout {
        Vec2,
        Vec4,
    }

    #[device]
    impl Layout {
        pub fn of(self, x: f32) -> Vec4 {
            match self {
                Layout::Vec2 => vec4(x, x, 0.0, 0.0),
                Layout::Vec4 => Vec4::splat(x),
            }
        }
    }

    #[device]
    pub fn library_types_in_methods(a: u32, k: u32, x: f32) -> u64 {
        let hides = match k % 3 {
            0 => Hides::Option,
            1 => Hides::Vec3,
            _ => Hides::Array(a),
        };
        let layout = if k > 7 { Layout::Vec2 } else { Layout::Vec4 };
        let [first, second] = hides.both();
        mix(mix(first as u64, second as u64), mix(bits(hides.place(x).x), bits(layout.of(x).z)))
    }

    #[device]
    pub fn is_name(token: &Token) -> bool {
        matches!(token, Token::Name { first, .. } if *first > 12) && !matches!(*token, Token::Name { length: 3, .. })
    }

    #[device]
    pub const IS_OPEN: bool = matches!(Some(3_u32), Some(0..=3));

    #[device]
    pub fn matches_everywhere(a: u32, k: u32, l: u32) -> u64 {
        let mut count = 0_u64;
        let mut state = State::Run { left: k % 5, sum: a as u64 };
        while matches!(state, State::Run { .. }) && count < 9 {
            state.advance_if(l > 3);
            count += 1;
        }
        if a == 7 && matches!(token(l), Token::Open | Token::Close) {
            count += 10;
        } else if core::matches!(command(a, k, l), Command::Jump(n) if n > 13) || is_name(&token(k)) {
            count += 20;
        }
        assert!(matches!(count, 0..=40), "it is not much");
        debug_assert!(!matches!(count, 41..));
        let nested = matches!(matches!(token(k), Token::Number(_)), true);
        let pick = if matches!(k, 3 | 5) { 1_u64 } else { matches!((k, l), (1..=4, _) | (_, 9)) as u64 * 2 };
        mix(count, mix(nested as u64 + IS_OPEN as u64, pick))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub enum Rank {
        Low,
        Of(f32),
        Named { major: u8, minor: i32 },
        High,
    }

    #[device]
    pub fn rank(x: f32, k: u32) -> Rank {
        match k % 4 {
            0 => Rank::Low,
            1 => Rank::Of(x),
            2 => Rank::Named { major: (k / 8) as u8, minor: k as i32 - 7 },
            _ => Rank::High,
        }
    }

    #[device]
    pub fn ordered(x: f32, y: f32, k: u32, l: u32) -> u64 {
        let (one, other) = (rank(x, k), rank(y, l));
        let all = [one < other, one <= other, one > other, one >= other, one == other, one != other];
        let mut result = 0;
        for is in all {
            result = result * 2 + is as u64;
        }
        result
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub struct Version {
        pub other: f32,
        pub flag: bool,
        pub parts: [u32; 2],
    }

    #[device]
    pub fn ordered_structs(x: f32, y: f32, a: u32, b: u32) -> u64 {
        let one = Version { other: x, flag: a > 9, parts: [a % 3, b] };
        let other = Version { other: y, flag: b > 9, parts: [b % 3, a] };
        let near = Version { other: x, ..other };
        let all = [one < other, one <= other, one > other, one >= other, one < near, one <= near, near >= one, one > near];
        let mut result = 0;
        for is in all {
            result = result * 2 + is as u64;
        }
        result
    }

    #[device]
    pub fn refill(state: &mut State) -> u64 {
        let before = state.sum();
        *state = State::End(before + 1);
        state.sum()
    }

    /// Each time another value, that may be changed.
    #[device]
    #[allow(const_item_mutation)]
    pub fn constants_as_temporaries(a: u32, k: u32) -> u64 {
        let changed = &mut State::Start;
        changed.advance();
        *changed = State::End(changed.sum() + a as u64);
        let mut result = mix(changed.sum(), refill(&mut State::FULL));
        result = mix(result, State::FULL.sum() + State::Start.advanced() * 2);
        result = mix(result, refill(&mut State::Start) + State::FULL.sum());
        if k > 3 && State::Start.advanced() > 5 {
            result += 1;
        }
        result
    }

    #[device]
    pub fn discarded_matches(k: u32) -> u64 {
        let mut n = k;
        let _ = matches!(token(next(&mut n)), Token::Open);
        let _ = match token(next(&mut n)) {
            Token::Open => 1,
            _ => 2,
        };
        n as u64
    }

    #[device]
    pub fn numbers_beside_fields(a: u32, k: u32, l: u32) -> u64 {
        let first = if let Command::Move { from, .. } = command(a, k, k) { from } else { 2 };
        let second = match step(a, k, l) {
            Step::Both(Placed { at, .. }, _) => at,
            Step::Many { count, .. } if count > 1 => count,
            _ => 7,
        };
        let third = 1 + if let Token::Number(n) = token(k) { n } else { 0 };
        let fourth = mix(match command(a, l, l) { Command::Set { value, .. } => value, _ => -1 } as u64, third as u64);
        mix(mix(first as u64, second as u64), fourth)
    }

    /// Variables that are named as constants are.
    #[device]
    #[allow(non_snake_case)]
    pub fn capital_variables(a: u32, k: u32) -> u64 {
        let mut Held = State::End(a as u64);
        Held.advance();
        let before = refill(&mut Held);
        let changed = &mut Held;
        changed.advance();
        let mut N = k;
        let first = next(&mut N);
        let S = &mut N;
        *S += first;
        mix(mix(Held.sum(), before), N as u64)
    }

    #[device]
    pub fn taken(n: &mut u32) -> u32 {
        *n += 5;
        *n * 2
    }

    /// A name that is `mut` is a copy, also where its match is a value.
    #[device]
    pub fn copies_by_mut(a: u32, k: u32) -> u64 {
        let held = if k > 4 { Some(a % 1000) } else { None };
        let mut state = State::Run { left: 3, sum: k as u64 };
        let first = if let Some(mut n) = held { taken(&mut n) } else { 0_u32 };
        let second = match held {
            Some(mut n) => taken(&mut n),
            None => 1_u32,
        };
        let third = match state {
            State::Run { mut left, .. } => taken(&mut left),
            _ => 2_u32,
        };
        state.advance();
        mix(mix(first as u64, second as u64), mix(third as u64 + state.sum(), held.unwrap_or(0) as u64))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Gate {
        Input(f32),
        Output(f32),
        With(u32),
        RGB(u8),
        HSV(u8),
    }

    #[device]
    impl core::ops::Not for Gate {
        type Output = Gate;

        fn not(self) -> Gate {
            match self {
                Self::Input(x) => Self::Output(x),
                Self::Output(x) => Self::Input(x),
                other => other,
            }
        }
    }

    #[device]
    pub fn gate(x: f32, k: u32) -> Gate {
        match k % 5 {
            0 => Gate::Input(x),
            1 => Gate::Output(x),
            2 => Gate::With(k),
            3 => Gate::RGB(k as u8),
            _ => Gate::HSV(k as u8),
        }
    }

    #[device]
    pub fn output_as_a_variant(x: f32, k: u32) -> u64 {
        match !gate(x, k) {
            Gate::Input(x) => bits(x),
            Gate::Output(x) => bits(x) + 1,
            Gate::With(n) => n as u64,
            Gate::RGB(n) | Gate::HSV(n) => n as u64 + 100,
        }
    }

    #[device]
    pub fn guards_over_short_names(a: u32, k: u32) -> u64 {
        match gate(a as f32, k) {
            Gate::RGB(n) | Gate::HSV(n) if n > 7 => n as u64,
            Gate::Input(_) | Gate::Output(_) => 1,
            _ => 2,
        }
    }
}
