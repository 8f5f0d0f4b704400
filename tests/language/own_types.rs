//! Types of one's own: several impls of one type, lengths by constants of the type, and negative numbers of enums.

conformance! {
    program OwnTypes;
    cases |input| {
        impls_that_call_each_other(input.a, input.k),
        impls_in_other_modules(input.a, input.b),
        impls_of_enums(input.k, input.x),
        impls_beside_traits(input.a, input.b),
        many_impls(input.a),
        constants_across_impls(input.a),
        lengths_by_constants(input.a, input.b, input.k),
        negative_numbers(input.i, input.k),
        numbers_without_zero(input.a, input.b, input.k),
        letters_as_numbers(input.a, input.k),
        without_zero_in_parts(input.a, input.b, input.k),
    }

    use crate::input::{bits, mix};

    // Before its type.
    #[device]
    impl Ring {
        pub const FIRST: u32 = Self::LAST - 1;

        pub fn turned(&self, by: u32) -> u32 {
            self.at(by).wrapping_mul(Self::FIRST)
        }
    }

    #[device]
    #[derive(Clone, Copy, Default)]
    pub struct Ring {
        pub start: u32,
        pub values: [u32; Self::SIZE],
    }

    #[device]
    impl Ring {
        pub const LAST: u32 = 5;
        pub const SIZE: usize = 3;

        pub fn new(start: u32) -> Self {
            Self { start, ..Default::default() }
        }

        fn at(&self, index: u32) -> u32 {
            self.start.wrapping_add(index) ^ Ring::LAST
        }
    }

    #[device]
    pub fn impls_that_call_each_other(a: u32, k: u32) -> u64 {
        mix(Ring::new(a).turned(k) as u64, Ring::FIRST as u64)
    }

    pub mod shapes {
        use whipple::prelude::*;

        #[device]
        #[derive(Clone, Copy)]
        pub struct Disc {
            pub radius: u32,
        }

        pub mod measures {
            use super::Disc as Round;
            use whipple::prelude::*;

            #[device]
            fn square(x: u32) -> u32 {
                x.wrapping_mul(x)
            }

            #[device]
            impl Round {
                pub fn area(&self) -> u32 {
                    square(self.radius).wrapping_add(self.border())
                }
            }
        }
    }

    #[device]
    fn square(x: u32) -> u32 {
        x ^ 9
    }

    #[device]
    impl shapes::Disc {
        pub const UNIT: Self = shapes::Disc { radius: 1 };

        pub fn border(&self) -> u32 {
            square(self.radius)
        }
    }

    #[device]
    impl shapes::Disc {
        pub fn grow(&mut self, by: u32) {
            self.radius = self.radius.wrapping_add(by);
        }
    }

    #[device]
    pub fn impls_in_other_modules(a: u32, b: u32) -> u64 {
        let mut disc = shapes::Disc { radius: a };
        disc.grow(b);
        mix(disc.area() as u64, shapes::Disc::UNIT.area() as u64)
    }

    #[device]
    impl Turn {
        pub fn next(self) -> Turn {
            match self {
                Turn::Left => Self::Right,
                Self::Right => Turn::FIRST,
            }
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Default)]
    pub enum Turn {
        Left,
        #[default]
        Right,
    }

    #[device]
    impl Turn {
        pub const FIRST: Turn = Turn::Left;

        pub fn of(k: u32) -> Self {
            if k & 1 == 0 { Self::default() } else { Self::default().next() }
        }
    }

    #[device]
    #[derive(Clone, Copy, Default)]
    pub enum Solid {
        Ball(f32),
        Block { width: u32, turns: [Turn; Solid::TURNS] },
        #[default]
        Nothing,
    }

    #[device]
    impl Solid {
        const TURNS: usize = 2;

        pub fn size(&self) -> f32 {
            match *self {
                Solid::Ball(radius) => radius,
                Self::Block { width, turns } => Self::of_block(width, turns[1]),
                Solid::Nothing => 0.5,
            }
        }
    }

    #[device]
    impl Solid {
        fn of_block(width: u32, turn: Turn) -> f32 {
            width as f32 + turn as u32 as f32
        }

        pub fn block(width: u32) -> Solid {
            Solid::Block { width, turns: Default::default() }
        }
    }

    #[device]
    pub fn impls_of_enums(k: u32, x: f32) -> u64 {
        let solid = if k > 7 { Solid::Ball(x) } else { Solid::block(k) };
        mix(bits(solid.size()), Turn::of(k).next() as u64)
    }

    pub trait Sided {
        const SIDES: u32;
        fn sides(&self) -> u32;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Tile {
        pub n: u32,
    }

    #[device]
    impl Sided for Tile {
        const SIDES: u32 = 4 + Tile::MORE;

        fn sides(&self) -> u32 {
            self.own().wrapping_add(Self::SIDES)
        }
    }

    #[device]
    impl Tile {
        pub const MORE: u32 = 2;

        pub fn own(&self) -> u32 {
            self.padded::<3>()
        }
    }

    #[device]
    impl Tile {
        fn padded<const N: usize>(&self) -> u32 {
            self.len() + N as u32
        }

        pub fn len(&self) -> u32 {
            self.n >> 1
        }
    }

    #[device]
    impl std::ops::Add for Tile {
        type Output = Tile;
        fn add(self, other: Tile) -> Tile {
            Tile { n: self.len() ^ other.own() }
        }
    }

    #[device]
    fn sides_of<T: Sided>(value: T) -> u32 {
        value.sides()
    }

    #[device]
    pub fn impls_beside_traits(a: u32, b: u32) -> u64 {
        let tile = Tile { n: a } + Tile { n: b };
        mix(sides_of(tile) as u64, tile.sides() as u64)
    }

    #[device]
    impl Tile {
        pub fn one(&self) -> u32 {
            self.n.wrapping_add(1)
        }
    }

    #[device]
    impl Tile {
        pub fn two(&self) -> u32 {
            self.n.wrapping_add(2)
        }
    }

    #[device]
    impl Tile {
        pub fn three(&self) -> u32 {
            self.n.wrapping_add(3)
        }
    }

    #[device]
    impl Tile {
        pub fn four(&self) -> u32 {
            self.n.wrapping_add(4)
        }
    }

    #[device]
    impl Tile {
        pub fn five(&self) -> u32 {
            self.n.wrapping_add(5)
        }
    }

    #[device]
    impl Tile {
        pub fn six(&self) -> u32 {
            self.n.wrapping_add(6)
        }
    }

    #[device]
    impl Tile {
        pub fn seven(&self) -> u32 {
            self.n.wrapping_add(7)
        }
    }

    #[device]
    impl Tile {
        pub fn eight(&self) -> u32 {
            self.n.wrapping_add(8)
        }
    }

    #[device]
    pub fn many_impls(a: u32) -> u64 {
        let tile = Tile { n: a };
        let low = tile.one() ^ tile.two() ^ tile.three() ^ tile.four();
        mix(low as u64, (tile.five() ^ tile.six() ^ tile.seven() ^ tile.eight()) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Offset {
        pub x: i32,
        pub y: i32,
    }

    #[device]
    impl Offset {
        pub const DIAGONAL: Offset = Offset { x: Self::RIGHT.x, y: 1 };
        pub const FAR: Offset = Offset { x: 5, y: Self::STEP };
    }

    #[device]
    impl Offset {
        pub const RIGHT: Offset = Offset { x: Offset::FAR.y, y: 0 };
        pub const STEP: i32 = Self::COUNT as i32 - 4;
        pub const ALL: [Offset; 3] = [Offset::DIAGONAL, Self::RIGHT, Offset::FAR];
    }

    #[device]
    impl Offset {
        pub const COUNT: u32 = 3;
        pub const ENDS: (Offset, Offset) = (Self::ALL[0], Offset::ALL[2]);
    }

    #[device]
    pub fn constants_across_impls(a: u32) -> u64 {
        let mut sum = a as i32;
        for offset in Offset::ALL {
            sum = sum.wrapping_mul(31).wrapping_add(offset.x).wrapping_mul(7).wrapping_add(offset.y);
        }
        mix(sum as u64, (Offset::ENDS.0.x - Offset::ENDS.1.y) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Rows {
        pub rows: [[u32; Rows::WIDTH]; Self::HEIGHT],
        pub ring: [u32; Ring::SIZE],
    }

    #[device]
    impl Rows {
        pub const WIDTH: usize = 2;
        pub const HEIGHT: usize = Self::WIDTH + 1;

        pub fn filled(value: u32) -> [u32; Self::WIDTH] {
            [value; Self::WIDTH]
        }
    }

    #[device]
    pub fn lengths_by_constants(a: u32, b: u32, k: u32) -> u64 {
        let rows = Rows { rows: [Rows::filled(a), Rows::filled(b), [k; Rows::WIDTH]], ring: [a; Ring::SIZE] };
        let mut sum = 0_u32;
        for row in 0..Rows::HEIGHT {
            sum = sum.wrapping_mul(3).wrapping_add(rows.rows[row][1]);
        }
        mix(sum as u64, rows.ring[2] as u64)
    }

    const LOW: i32 = -7;

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Default)]
    pub enum Way {
        Down = -1,
        #[default]
        Level = 0,
        Up = 1,
    }

    #[device]
    #[repr(i32)]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Mark {
        Least = i32::MIN,
        Low = LOW,
        Above,
        Zero = 0,
        Most = i32::MAX,
    }

    #[device]
    impl Way {
        pub fn of(n: i32) -> Way {
            if n < 0 {
                Way::Down
            } else if n > 0 {
                Way::Up
            } else {
                Way::default()
            }
        }
    }

    #[device]
    pub fn negative_numbers(i: i32, k: u32) -> u64 {
        let way = Way::of(i);
        let mark = match k % 5 {
            0 => Mark::Least,
            1 => Mark::Low,
            2 => Mark::Above,
            3 => Mark::Zero,
            _ => Mark::Most,
        };
        let ways = (way as i32 as u64) ^ (way as u8 as u64) ^ (way as u64).rotate_left(7) ^ (way as i64 as u64);
        let marks = (mark as i32 as u64) ^ (mark as u16 as u64) ^ (mark as u64).rotate_left(9);
        let orders = (way < Way::Level) as u64 + (mark < Mark::Zero) as u64 * 2 + mark.max(Mark::Above) as i64 as u64;
        let matched = match mark {
            Mark::Least | Mark::Low => 1,
            Mark::Above => 2,
            Mark::Zero => 3,
            Mark::Most => 4,
        };
        mix(mix(ways, marks), orders.wrapping_add(matched))
    }

    /// Not stored: no variant is 0.
    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Operation {
        Add = 1,
        Subtract = 2,
        Multiply = 4,
        Nothing = 8,
    }

    #[device]
    impl Operation {
        const ALL: [Operation; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Nothing];

        fn apply(self, a: u32, b: u32) -> u32 {
            match self {
                Self::Add => a.wrapping_add(b),
                Self::Subtract => a.wrapping_sub(b),
                Self::Multiply => a.wrapping_mul(b),
                Self::Nothing => a,
            }
        }
    }

    #[device]
    pub struct Step {
        pub operation: Operation,
        pub by: u32,
    }

    #[device]
    pub const STEPS: [Step; 2] =
        [Step { operation: Operation::Add, by: 3 }, Step { operation: Operation::Multiply, by: 7 }];

    #[device]
    pub fn numbers_without_zero(a: u32, b: u32, k: u32) -> u64 {
        let operations = [Operation::ALL[a as usize % 4], Operation::ALL[b as usize % 4], Operation::Multiply];
        let mut value = k;
        for operation in operations {
            value = operation.apply(value, b);
        }
        for step in STEPS {
            value = step.operation.apply(value, step.by);
        }
        let most = operations[0].max(operations[1]);
        let if_larger: Option<Operation> = if a > b { Some(most) } else { None };
        let mut held = [None; 3];
        held[1] = if_larger;
        let numbers = (most as u64, operations.iter().max().map_or(0, |operation| *operation as u64));
        let compared = (numbers.0 == 8) as u64 + held.iter().flatten().count() as u64 * 10;
        mix(mix(value as u64, numbers.0), mix(numbers.1, compared + (Operation::Subtract < most) as u64 * 100))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    #[repr(u8)]
    pub enum Direction {
        North = b'N',
        East = b'E',
        South = b'S',
    }

    #[device]
    impl Direction {
        fn of(letter: u8) -> Option<Self> {
            match letter {
                b'N' => Some(Self::North),
                b'E' => Some(Self::East),
                b'S' => Some(Self::South),
                _ => None,
            }
        }

        fn turned(self) -> Self {
            match self {
                Self::North => Self::East,
                Self::East => Self::South,
                Self::South => Self::North,
            }
        }
    }

    #[device]
    pub fn letters_as_numbers(a: u32, k: u32) -> u64 {
        let mut direction = Direction::of(b"NESX"[(a % 4) as usize]).unwrap_or(Direction::South);
        let mut result = 0_u64;
        for _ in 0..k % 9 {
            direction = direction.turned();
            result = mix(result, direction as u8 as u64);
        }
        result
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Default)]
    pub enum Mode {
        Off = -1,
        #[default]
        Low = 5,
        High = 7,
    }

    #[device]
    impl From<u32> for Mode {
        fn from(number: u32) -> Self {
            match number % 3 {
                0 => Self::Off,
                1 => Self::Low,
                _ => Self::High,
            }
        }
    }

    #[device]
    pub enum Event {
        Set(Mode),
        Reset,
        Both(Mode, Mode),
    }

    #[device]
    #[derive(Clone, Copy, Default)]
    pub struct Machine {
        pub mode: Mode,
        pub events: u32,
    }

    #[device]
    impl Machine {
        fn apply(&mut self, event: Event) -> Result<u32, Mode> {
            self.events += 1;
            match event {
                Event::Set(mode) => self.mode = mode,
                Event::Reset => {
                    *self = Self::default();
                    return Err(self.mode);
                }
                Event::Both(a, b) if a == b => return Err(a),
                Event::Both(_, mode) => self.mode = mode,
            }
            Ok(self.events)
        }
    }

    #[device]
    pub fn without_zero_in_parts(a: u32, b: u32, k: u32) -> u64 {
        let mut machine = Machine::default();
        let mut result = machine.mode as i32 as u64;
        for i in 0..4 {
            let event = match (a ^ i) % 3 {
                0 => Event::Set(Mode::from(b)),
                1 => Event::Reset,
                _ => Event::Both(b.into(), (k ^ i).into()),
            };
            let answer = match machine.apply(event) {
                Ok(events) => events as u64,
                Err(mode) => 100_u64.wrapping_add(mode as i32 as u64),
            };
            result = mix(result, answer);
        }
        result
    }
}
