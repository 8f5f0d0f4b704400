//! Items inside bodies: `use` and functions; and constants and statics that are tables.

conformance! {
    program Inner;
    cases |input, log, at| {
        functions_of_std(input.a, input.b),
        least_and_greatest(input.a, input.b, input.i),
        least_in_closures(input.a, input.k),
        variables_of_the_same_name(input.a, input.b),
        constants_of_std(input.x),
        exchanges(input.a, input.b),
        variants(input.a, input.b, input.k),
        all_variants(input.a, input.x),
        all_variants_of_the_own_type(input.a),
        items_of_modules(input.a, input.b),
        inner_blocks(input.a, input.b),
        in_messages(input.k),
        in_generic_functions(input.a, input.k, input.x),
        functions_inside(input.a, input.b),
        functions_before_and_after(input.a, input.b),
        functions_in_functions(input.a),
        functions_that_leave(input.b),
        functions_with_patterns(input.a, input.b),
        functions_that_change(input.a, input.b, input.k),
        functions_handed_on(input.a, input.b),
        in_methods(input.x, input.y),
        tables(input.a, input.b),
        tables_of_tables(input.a, input.b),
        tables_in_bodies(input.a),
        tables_of_types(input.a),
        statics(input.a, input.b),
        statics_by_reference(input.a),
    }

    use crate::input::{bits, mix};

    #[device]
    fn functions_of_std(a: u32, b: u32) -> u64 {
        use std::cmp::{max, min as least};
        u64::from(least(max(a, 3), b))
    }

    #[device]
    fn least_and_greatest(a: u32, b: u32, i: i32) -> u64 {
        use std::cmp::{max, min};
        let bytes: u8 = min(a as u8, max(b as u8, 4));
        let signed = max(i64::from(i), -1 << 3);
        let seven = 7;
        let found = max(seven, b % 20) + max(1 << 2, a % 9);
        mix(mix(u64::from(min(3, b)), u64::from(bytes)), mix(signed as u64, u64::from(found)))
    }

    #[device]
    fn least_in_closures(a: u32, k: u32) -> u64 {
        use core::cmp;
        let at_least_nine = |x: u32| cmp::max(x, 9);
        let mut sum = 0_u64;
        for i in 0..cmp::min(k, 9) {
            sum = sum * 3 + u64::from(at_least_nine(i));
        }
        let bounded = [a, k].map(|x| cmp::min(x, 1000));
        sum + u64::from(bounded[0]) + u64::from(bounded[1])
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Bounds {
        min: u32,
        max: u32,
    }

    #[device]
    fn variables_of_the_same_name(a: u32, b: u32) -> u64 {
        use std::cmp::{max, min};
        let max = max(a, b);
        let bounds = Bounds { min: min(max, 77), max };
        let Bounds { min, max } = bounds;
        match (Bounds { min, max }) {
            Bounds { min, .. } if min > 4 => u64::from(min),
            Bounds { min: low, max } => u64::from(low ^ max),
        }
    }

    #[device]
    fn constants_of_std(x: f32) -> u64 {
        use std::f32::consts::{self, PI};
        use std::u32;
        bits(x * PI + consts::E) ^ u64::from(u32::MAX)
    }

    #[device]
    fn exchanges(mut a: u32, mut b: u32) -> u64 {
        {
            use std::mem;
            mem::swap(&mut a, &mut b);
            use std::mem::replace;
            b = replace(&mut a, 7) ^ b;
        }
        use std::mem::take;
        let taken = take(&mut b);
        mix(u64::from(a), u64::from(taken)) ^ u64::from(b)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Step {
        Stay,
        Go(u32),
        Turn { by: u32 },
    }

    #[device]
    fn length(step: Step) -> u32 {
        use Step::{Go, Stay, Turn};
        match step {
            Stay => 1,
            Go(x) if x > 3 => x,
            Go(_) => 2,
            Turn { by } => by,
        }
    }

    #[device]
    fn variants(a: u32, b: u32, k: u32) -> u64 {
        use self::Step as Kind;
        use Kind::Go;
        let step = if a > 3 { Kind::Stay } else { Go(b) };
        mix(u64::from(length(step)), u64::from(length(Kind::Turn { by: k })))
    }

    #[device]
    fn all_variants(a: u32, x: f32) -> u64 {
        use Step::*;
        let mut sum = 0;
        for step in [Stay, Go(a % 1000), Turn { by: 5 }] {
            if let Turn { by } = step {
                sum += by;
            }
            let next = match step {
                Stay => Go(1),
                Go(n) if n > 500 => Stay,
                Go(n) => Turn { by: n },
                Turn { .. } => Stay,
            };
            sum = sum * 2 + u32::from(next == Stay) + length(next);
        }
        u64::from(sum) ^ bits(x)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Direction {
        North,
        East,
        South,
        West,
    }

    #[device]
    impl Direction {
        const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

        fn turned(self) -> Self {
            use Direction::*;
            match self {
                North => East,
                East => South,
                South => West,
                West => North,
            }
        }
    }

    #[device]
    fn all_variants_of_the_own_type(a: u32) -> u64 {
        Direction::ALL[(a % 4) as usize].turned() as u64
    }

    pub mod shapes {
        use whipple::prelude::*;

        #[device]
        pub const SIDES: u32 = 77;

        #[device]
        pub fn turned(x: u32) -> u32 {
            x.rotate_left(3)
        }

        #[device]
    #[derive(Clone, Copy)]
        pub struct Square {
            pub side: u32,
        }

        #[device]
        impl Square {
            pub fn new(side: u32) -> Self {
                Square { side }
            }
        }

        pub mod deeper {
            use whipple::prelude::*;

            #[device]
            pub fn masked(x: u32) -> u32 {
                x ^ 5
            }
        }
    }

    #[device]
    fn items_of_modules(a: u32, b: u32) -> u64 {
        use shapes::{SIDES, Square, deeper, deeper::masked, turned as rotated};
        let square = Square::new(a);
        let Square { side } = square;
        let other: Square = Square { side: SIDES };
        u64::from(rotated(side) ^ masked(b) ^ deeper::masked(3) ^ other.side)
    }

    #[device]
    fn inner_blocks(a: u32, b: u32) -> u64 {
        use shapes::turned as f;
        let outside = f(a);
        let inside = {
            use shapes::deeper::masked as f;
            f(b)
        };
        mix(u64::from(outside), u64::from(inside ^ f(b)))
    }

    #[device]
    fn in_messages(k: u32) -> u64 {
        use std::cmp::min;
        assert!(min(k, 8) <= 8, "{} of {k}", min(k, 3));
        assert_eq!(min(k, 0), 0);
        u64::from(k)
    }

    #[device]
    fn smaller<T: Copy + PartialOrd>(a: T, b: T) -> T {
        use std::cmp::Ordering;
        fn sign(x: i32) -> i32 {
            x.signum()
        }
        match a.partial_cmp(&b) {
            Some(Ordering::Less) if sign(-3) == -1 => a,
            _ => b,
        }
    }

    #[device]
    fn in_generic_functions(a: u32, k: u32, x: f32) -> u64 {
        mix(u64::from(smaller(a, k)), bits(smaller(x, 0.5)))
    }

    #[device]
    fn functions_inside(a: u32, b: u32) -> u64 {
        fn square(x: u32) -> u32 {
            x.wrapping_mul(x)
        }
        fn cube(x: u32) -> u32 {
            if x == 7 {
                return 3;
            }
            square(x).wrapping_mul(x)
        }
        fn nothing() {}
        nothing();
        u64::from(cube(a) ^ square(b) ^ cube(7))
    }

    #[device]
    fn functions_before_and_after(a: u32, b: u32) -> u64 {
        let early = scaled(a % 100, b);
        fn scaled(x: u32, y: u32) -> u32 {
            const FACTOR: u32 = 3;
            shifted(x) + (y & 7) * FACTOR
        }
        const SHIFT: u32 = 9;
        fn shifted(x: u32) -> u32 {
            x + SHIFT
        }
        u64::from(early)
    }

    #[device]
    fn functions_in_functions(a: u32) -> u64 {
        fn outer(x: u32) -> u32 {
            fn inner(x: u32) -> u32 {
                x / 3
            }
            inner(x) ^ inner(5)
        }
        let inner = 4;
        u64::from(outer(a) ^ inner)
    }

    #[device]
    fn functions_that_leave(b: u32) -> u64 {
        fn beyond(x: u32) -> Option<u32> {
            let rest = x.checked_sub(100)?;
            Some(rest % 7 * 2)
        }
        fn gcd(mut a: u32, mut b: u32) -> u32 {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        }
        let found: [u32; 3] = std::array::from_fn(|i| beyond(b % 400 + i as u32).unwrap_or(9));
        mix(u64::from(found[0] + found[1]), u64::from(gcd(b, 360) ^ found[2]))
    }

    #[device]
    fn functions_with_patterns(a: u32, b: u32) -> u64 {
        fn pick((a, b): (u32, u32), [c, d]: [u32; 2], up: bool) -> u32 {
            if up { a ^ c } else { b ^ d }
        }
        mix(u64::from(pick((a, 3), [b, 2], true)), u64::from(pick((a, b), [1, 2], false)))
    }

    #[device]
    fn functions_that_change(a: u32, b: u32, k: u32) -> u64 {
        fn bump(value: &mut u32, by: &[u32; 2]) {
            *value ^= by[0];
            for one in by {
                *value = value.wrapping_add(*one);
            }
        }
        let mut changed = k;
        bump(&mut changed, &[a, b]);
        u64::from(changed)
    }

    #[device]
    fn twice(f: impl Fn(u32) -> u32, x: u32) -> u32 {
        f(x) ^ f(1)
    }

    #[device]
    fn functions_handed_on(a: u32, b: u32) -> u64 {
        fn third(x: u32) -> u32 {
            x / 3
        }
        let folded = [a, b].iter().map(|x| third(*x)).fold(0_u32, |one, other| one ^ other);
        u64::from(twice(third, a) ^ folded ^ Some(b).map(third).unwrap_or(1))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Wave {
        at: f32,
    }

    #[device]
    impl Wave {
        fn wrapped(&self, by: f32) -> f32 {
            use std::f32::consts::TAU;
            fn wrap(x: f32) -> f32 {
                x - (x / TAU).floor() * TAU
            }
            const HALF: f32 = 0.5;
            wrap(self.at * by) * HALF
        }
    }

    #[device]
    fn in_methods(x: f32, y: f32) -> u64 {
        bits(Wave { at: x }.wrapped(y))
    }

    const fn remainders() -> [u32; 256] {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let mut value = index as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 != 0 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    }

    #[device]
    const REMAINDERS: [u32; 256] = remainders();

    #[device]
    static SAME_REMAINDERS: [u32; 256] = remainders();

    #[device]
    fn tables(a: u32, b: u32) -> u64 {
        let bytes = [a as u8, b as u8, (a >> 8) as u8, 3];
        let mut sum = !0_u32;
        for byte in bytes {
            sum = REMAINDERS[((sum ^ u32::from(byte)) & 255) as usize] ^ (sum >> 8);
        }
        let same = bytes.iter().fold(!0_u32, |sum, byte| {
            SAME_REMAINDERS[((sum ^ u32::from(*byte)) & 0xff) as usize] ^ (sum >> 8)
        });
        mix(u64::from(!sum), u64::from(same))
    }

    const fn rows(by: usize) -> [[f32; 3]; 4] {
        let mut table = [[0.0; 3]; 4];
        let mut index = 0;
        while index < 12 {
            table[index / 3][index % 3] = (index * by) as f32 * 0.1 - 0.5;
            index += 1;
        }
        table
    }

    const fn corners() -> [[[i8; 2]; 2]; 2] {
        [[[1, -2], [3, -4]], [[-128, 127], [0, -1]]]
    }

    const fn tripled(x: u64) -> u64 {
        x * 3
    }

    #[device]
    const ROWS: [[f32; 3]; 4] = rows(7);
    #[device]
    static CORNERS: [[[i8; 2]; 2]; 2] = corners();
    #[device]
    const LIMITS: [f64; 3] = [1.0 / 0.0, -0.0, 0.1 % 0.03];
    #[device]
    const LARGE: [u64; 2] = [u64::MAX - tripled(1), tripled(1 << 40)];

    #[device]
    fn tables_of_tables(a: u32, b: u32) -> u64 {
        let (i, j) = ((a % 4) as usize, (b % 2) as usize);
        let mixed = mix(bits(ROWS[i][j]), CORNERS[j][1 - j][j] as u64);
        mix(mixed, LIMITS[i % 3].to_bits()) ^ LARGE[j]
    }

    const fn steps() -> [i32; 3] {
        [-5, 6, i32::MIN]
    }

    #[device]
    fn tables_in_bodies(a: u32) -> u64 {
        const STEPS: [i32; 3] = steps();
        STEPS[(a % 3) as usize] as u64
    }

    const fn weights() -> [bool; 4] {
        [true, false, true, true]
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Weighted {
        at: u32,
    }

    #[device]
    impl Weighted {
        const WEIGHTS: [bool; 4] = weights();

        fn weight(&self) -> u64 {
            u64::from(Self::WEIGHTS[(self.at % 4) as usize]) + u64::from(Weighted::WEIGHTS[1])
        }
    }

    #[device]
    fn tables_of_types(a: u32) -> u64 {
        Weighted { at: a }.weight()
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Light {
        color: u32,
        power: f32,
    }

    #[device]
    static LIGHTS: [Light; 2] = [Light { color: 3, power: 0.5 }, Light { color: 9, power: -1.0 }];
    #[device]
    static AXES: [Vec3; 2] = [Vec3::ONE, Vec3::new(1.0, 2.0, 3.0)];
    #[device]
    static COUNT: u32 = 7;
    static OF_HOST: u32 = 4;

    #[device]
    fn statics(a: u32, b: u32) -> u64 {
        let light = LIGHTS[(a % 2) as usize];
        let along: f32 = AXES.iter().map(|axis| axis.x * 1.5).sum();
        mix(mix(u64::from(light.color + COUNT + OF_HOST), bits(light.power)), bits(along)) ^ u64::from(b)
    }

    #[device]
    fn brightest(lights: &[Light; 2], index: usize) -> f32 {
        lights[index].power
    }

    #[device]
    fn statics_by_reference(a: u32) -> u64 {
        let (count, axes) = (&COUNT, &AXES);
        bits(brightest(&LIGHTS, (a % 2) as usize) + axes[1].y) ^ u64::from(*count)
    }
}
