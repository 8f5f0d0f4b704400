//! Variants without fields by their names alone, after a `use` outside of the body.

conformance! {
    program Imported;
    cases |input| {
        values_and_patterns(input.a, input.b),
        numbers_of_their_own(input.a, input.k),
        beside_variants_with_fields(input.k, input.x),
        of_other_modules(input.a, input.b, input.k),
        compared_by_hand(input.a, input.k),
        beside_constants(input.k),
        in_parts(input.a, input.k),
    }

    use crate::input::{bits, mix};
    use Choice::*;
    use Kind::*;
    use Level::Mid as Between;
    use Level::{High, Low};
    use Shape::*;

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Kind {
        Road,
        House,
        Tree,
    }

    #[device]
    pub const FIRST_KIND: Kind = House;

    #[device]
    pub const KINDS: [Kind; 3] = [Tree, Road, House];

    #[device]
    pub fn kind_of(k: u32) -> Kind {
        match k % 3 {
            0 => Road,
            1 => House,
            _ => Tree,
        }
    }

    #[device]
    pub fn values_and_patterns(a: u32, b: u32) -> u64 {
        let kind = kind_of(a);
        let mut result = match kind {
            Road => 1,
            House if b > 3 => 2,
            House => 3,
            Tree => 4_u32,
        };
        if kind == Tree {
            result += 100;
        }
        result = result * 8 + matches!(kind, Road | House) as u32;
        let mut best = Road;
        for i in 0..a % 4 {
            best = if i % 2 == 0 { House } else { Tree };
        }
        let Some(House) = Some(KINDS[(b % 3) as usize]) else { return mix(result as u64, best as u64) };
        match best {
            FIRST_KIND => result as u64,
            _ => 5,
        }
    }

    #[device]
    #[repr(i32)]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub enum Level {
        Low = -5,
        Mid = 0,
        High = 900,
    }

    #[device]
    impl Level {
        pub fn raised(self) -> Level {
            match self {
                Low => Between,
                Between | High => High,
            }
        }
    }

    #[device]
    pub const STEPS: usize = Choice::Last as usize - 298;

    #[device]
    #[repr(u16)]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
    pub enum Choice {
        #[default]
        One = 7,
        Other = 0,
        Last = 300,
    }

    #[device]
    pub fn numbers_of_their_own(a: u32, k: u32) -> u64 {
        let level = if a > 9 { High } else { Low };
        let mut result = mix(level.raised() as i32 as u64, Low as i32 as u64);
        if level >= Between {
            result ^= 4;
        }
        let choice = if k > 4 { Last } else { One };
        result ^= choice.max(Other) as u64 ^ (choice.cmp(&Last) as i32) as u64;
        assert!(k < 99 || choice != One, "{:?}", Other);
        [result; STEPS][1]
    }

    #[device]
    #[repr(u8)]
    #[derive(Clone, Copy)]
    pub enum Shape {
        Empty,
        Ball(f32),
        Box { a: u32 },
        Full,
    }

    #[device]
    pub const LAST_SHAPE: Shape = Full;

    #[device]
    pub fn shape_of(k: u32, x: f32) -> Shape {
        match k % 4 {
            0 => Empty,
            1 => Shape::Ball(x),
            2 => Shape::Box { a: k },
            _ => LAST_SHAPE,
        }
    }

    #[device]
    pub fn beside_variants_with_fields(k: u32, x: f32) -> u64 {
        let shape = shape_of(k, x);
        let mut result = match shape {
            Empty => 1,
            Shape::Ball(x) => bits(x),
            Full => 3,
            Shape::Box { a } => a as u64,
        };
        if let Full = shape {
            result ^= 1 << 12;
        }
        match (shape, k) {
            (Empty | Full, 4..) => result ^ 1 << 13,
            (Shape::Ball(_), _) => result ^ 1 << 14,
            _ => result,
        }
    }

    pub mod paths {
        pub mod inner {
            use whipple::prelude::*;

            #[device]
            #[derive(Clone, Copy, PartialEq)]
            pub enum Direction {
                N,
                E,
                S,
                W,
            }

            #[device]
            pub const LIMIT: u32 = 5;

            pub const OF_THE_HOST: u32 = 7;

            #[device]
            pub fn area(x: u32) -> u32 {
                x ^ 3
            }

            #[device]
            #[derive(Clone, Copy)]
            pub struct Place {
                pub x: u32,
            }

            #[device]
            impl Place {
                pub const WIDTH: u32 = 3;

                pub fn new(x: u32) -> Self {
                    Place { x }
                }
            }
        }

        pub use inner::Direction::*;
    }

    pub mod walks {
        use super::paths::{inner::*, *};
        use crate::input::mix;
        use whipple::prelude::*;

        #[device]
        pub fn turned(direction: Direction) -> Direction {
            match direction {
                N => E,
                E => S,
                S => W,
                W => N,
            }
        }

        #[device]
        pub fn walked(a: u32, b: u32, k: u32) -> u64 {
            let mut direction = N;
            for _ in 0..k {
                direction = turned(direction);
            }
            let Place { x } = Place::new(area(b));
            let is_upright = |direction: Direction| match direction {
                N | S => 1_u32,
                _ => 2,
            };
            let number = match a {
                LIMIT => 4,
                OF_THE_HOST => 8,
                _ => Place::WIDTH,
            };
            mix((Place { x: a }).x as u64 ^ direction as u64, (x ^ number ^ is_upright(direction) << 3) as u64)
        }
    }

    #[device]
    pub fn of_other_modules(a: u32, b: u32, k: u32) -> u64 {
        walks::walked(a, b, k)
    }

    use Found::*;

    #[device]
    #[derive(Clone, Copy)]
    pub enum Found {
        Nobody,
        Somebody(u32),
        Everybody,
    }

    #[device]
    impl PartialEq for Found {
        fn eq(&self, _: &Self) -> bool {
            false
        }
    }

    #[device]
    pub fn compared_by_hand(a: u32, k: u32) -> u64 {
        let found = if a > 5 { Nobody } else { Found::Somebody(k) };
        let found = if k == 3 { Everybody } else { found };
        // A pattern asks no `==`.
        let mut result = match found {
            Nobody => 1,
            Everybody => 2,
            Found::Somebody(k) => k as u64,
        };
        if found == Nobody {
            result += 100;
        }
        let Nobody = found else { return result };
        result + 1000
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Word {
        Short,
        Long(u32),
    }

    #[device]
    #[allow(non_upper_case_globals)]
    pub const Five: Word = Word::Long(5);

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct Point {
        x: u32,
    }

    #[device]
    #[allow(non_upper_case_globals)]
    pub const Origin: Point = Point { x: 0 };

    use Word::Short;

    #[device]
    pub fn beside_constants(k: u32) -> u64 {
        let word = if k > 2 { Word::Long(k) } else { Short };
        let number = match word {
            Five => 20,
            Short => 40,
            _ => 60,
        };
        number
            + match (Point { x: k }) {
                Origin => 100,
                _ => 200,
            }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Part {
        choice: Choice,
        number: u32,
    }

    #[device]
    pub fn first_of<T: Copy>(values: &[T; 2]) -> T {
        values[0]
    }

    #[device]
    pub fn in_parts(a: u32, k: u32) -> u64 {
        let part = Part { choice: if a > 4 { Last } else { One }, number: k };
        let values = [Last, part.choice];
        let count = values.iter().filter(|value| **value == Last).count();
        let mut later = None;
        if a > 6 {
            later = Some(Other);
        }
        let of_later = match later {
            Some(Other) => 1,
            Some(One | Last) => 2,
            None => 3,
        };
        let Part { choice: One | Last, number } = part else { return 3 };
        mix(count as u64 ^ first_of(&values) as u64, number as u64 ^ of_later)
    }
}
