//! Functions: generic over types and constants, across modules with `use` and aliases, by hand in CUDA; assertions that
//! hold; attributes and comments.

conformance! {
    program Functions;
    cases |input| {
        generic_over_a_type(input.a, input.i, input.x),
        generic_with_bounds(input.a, input.b, input.u),
        generic_over_a_constant(input.a, input.k),
        generic_over_both(input.a, input.x, input.k),
        generic_constants_in_expressions(input.k),
        generic_with_a_turbofish(input.a, input.k),
        generic_calls_generic(input.a, input.b),
        generic_over_structs(input.a, input.b),
        generic_references(input.a, input.b),
        generic_boolean(input.a),
        modules(input.a, input.b),
        modules_nested(input.a),
        modules_with_use(input.a, input.b),
        modules_with_aliases(input.a, input.b),
        modules_with_self_and_super(input.a, input.b),
        modules_with_types(input.a, input.b),
        modules_with_equal_names(input.a, input.b),
        modules_with_constants(input.k),
        modules_elsewhere(input.a, input.b),
        type_aliases(input.a, input.x),
        by_hand(input.a, input.x, input.y),
        by_hand_with_statements(input.a, input.b),
        by_hand_generic(input.a, input.x),
        assertions(input.k, input.l),
        assertions_with_messages(input.k),
        without_result(input.k),
        lifetimes(input.a, input.b),
        many_parameters(input.a, input.i, input.x, input.p),
        attributes(input.a),
        comments(input.a),
        unreachable_code(input.k),
        calls_in_chains(input.a, input.b),
        hash(input.a, input.p),
        random_walk(input.a, input.k),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    pub fn first_of<T: Copy>(a: T, _b: T) -> T {
        a
    }

    #[device]
    pub fn choose<T: Copy>(condition: bool, a: T, b: T) -> T {
        if condition { a } else { b }
    }

    #[device]
    pub fn generic_over_a_type(a: u32, i: i32, x: f32) -> u64 {
        let unsigned = choose(a > 5, a, 5);
        let signed = choose(i > 0, i, -(i / 3).abs());
        let float = first_of(x, 1.0);
        mix(mix(unsigned as u64, signed as u64), bits(float) + choose(x > 0.0, 1_u64, 2_u64))
    }

    #[device]
    pub fn larger<T: PartialOrd + Copy>(a: T, b: T) -> T {
        if a < b { b } else { a }
    }

    #[device]
    pub fn sum_of<T>(a: T, b: T, c: T) -> T
    where
        T: Copy + core::ops::Add<Output = T> + core::ops::Mul<Output = T>,
    {
        let product = b * c;
        a + product
    }

    #[device]
    pub fn generic_with_bounds(a: u32, b: u32, u: f64) -> u64 {
        let integer = larger(a, b);
        let double = larger(u, 0.5_f64);
        mix(integer as u64, long_bits(sum_of(double, u, 2.0_f64)) + sum_of(a % 100, b % 100, 3) as u64)
    }

    #[device]
    pub fn total<const N: usize>(values: &[u32; N]) -> u64 {
        let mut sum = 0;
        for index in 0..N {
            sum += values[index] as u64;
        }
        sum
    }

    #[device]
    pub fn generic_over_a_constant(a: u32, k: u32) -> u64 {
        total(&[a, k]) * 3 + total(&[1, 2, 3, k]) + total(&[a; 9])
    }

    #[device]
    pub fn last<T: Copy, const N: usize>(values: [T; N]) -> T {
        values[N - 1]
    }

    #[device]
    pub fn reversed_copy<T: Copy, const N: usize>(values: &[T; N]) -> [T; N] {
        let mut result = *values;
        for index in 0..N {
            result[N - 1 - index] = values[index];
        }
        result
    }

    #[device]
    pub fn generic_over_both(a: u32, x: f32, k: u32) -> u64 {
        let turned = reversed_copy(&[a, k, 3]);
        mix(last(turned) as u64 + turned[0] as u64, bits(last([1.0, x])) + last(reversed_copy(&[[k, 1], [a, 2]]))[0] as u64)
    }

    #[device]
    pub fn scaled<const FACTOR: u32, const OFFSET: i32>(k: u32) -> i64 {
        let product = k * FACTOR;
        let table = [OFFSET; 3];
        if FACTOR > 5 { product as i64 + OFFSET as i64 } else { product as i64 - table[1] as i64 }
    }

    #[device]
    pub fn generic_constants_in_expressions(k: u32) -> u64 {
        scaled::<3, -7>(k) as u64 ^ scaled::<9, 100>(k) as u64
    }

    #[device]
    pub const TAPS: usize = 3;

    #[device]
    pub fn filled_with<T: Copy, const N: usize>(value: T) -> [T; N] {
        [value; N]
    }

    #[device]
    pub fn generic_with_a_turbofish(a: u32, k: u32) -> u64 {
        let zeros = filled_with::<u32, 4>(a);
        let bytes = filled_with::<u8, { TAPS }>(k as u8);
        let computed = filled_with::<u32, { TAPS * 2 }>(k);
        zeros[3] as u64 + bytes[2] as u64 + computed.len() as u64 + larger::<u64>(a as u64, 9)
    }

    #[device]
    pub fn largest<T: PartialOrd + Copy>(a: T, b: T, c: T) -> T {
        larger(larger(a, b), c)
    }

    #[device]
    pub fn generic_calls_generic(a: u32, b: u32) -> u64 {
        largest(a, b, 77) as u64 + choose::<u32>(largest(a, b, 3) > 3, 1, 2) as u64
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Span {
        pub start: u32,
        pub end: u32,
    }

    #[device]
    pub fn generic_over_structs(a: u32, b: u32) -> u64 {
        let span = choose(a < b, Span { start: a, end: b }, Span { start: b, end: a });
        let pair = choose(a > b, (a, b), (b, a));
        mix(span.start as u64, span.end as u64) + pair.0 as u64 + last([span, Span { start: 1, end: 2 }]).end as u64
    }

    #[device]
    pub fn swap_values<T: Copy>(a: &mut T, b: &mut T) {
        let old = *a;
        *a = *b;
        *b = old;
    }

    #[device]
    pub fn generic_references(a: u32, b: u32) -> u64 {
        let (mut x, mut y) = (a, b);
        swap_values(&mut x, &mut y);
        let mut first = Span { start: x, end: y };
        let mut second = Span { start: 1, end: 2 };
        swap_values(&mut first, &mut second);
        swap_values(&mut first.start, &mut second.end);
        mix(x as u64 + first.start as u64, second.end as u64)
    }

    #[device]
    pub fn rounded<const UP: bool>(a: u32) -> u32 {
        if UP { a.div_ceil(4) } else { a / 4 }
    }

    #[device]
    pub fn generic_boolean(a: u32) -> u64 {
        mix(rounded::<true>(a) as u64, rounded::<false>(a) as u64)
    }

    pub mod geometry {
        use whipple::prelude::*;

        #[device]
        pub const CORNERS: u32 = 4;

        #[device]
        #[derive(Clone, Copy)]
        pub struct Point {
            pub x: u32,
            pub y: u32,
        }

        #[device]
        impl Point {
            pub const ORIGIN: Point = Point { x: 0, y: 0 };

            pub fn norm(&self) -> u32 {
                larger(self.x, self.y)
            }
        }

        /// Not the one outside.
        #[device]
        pub fn larger(a: u32, b: u32) -> u32 {
            if a > b { a } else { b ^ 1 }
        }

        #[device]
        pub fn area(a: u32, b: u32) -> u32 {
            scale(a) ^ self::scale(b)
        }

        #[device]
        pub fn scale(a: u32) -> u32 {
            a / CORNERS
        }

        pub mod inner {
            use super::Point;
            use whipple::prelude::*;

            #[device]
            pub fn deep(a: u32) -> u32 {
                super::scale(a) + super::super::outer(a) + Point { x: a, y: 3 }.norm() / 2
            }

            #[device]
            pub fn area(a: u32) -> u32 {
                a % 10
            }
        }
    }

    #[device]
    pub fn outer(a: u32) -> u32 {
        a % 13
    }

    #[device]
    pub fn modules(a: u32, b: u32) -> u64 {
        geometry::area(a, b) as u64
    }

    #[device]
    pub fn modules_nested(a: u32) -> u64 {
        geometry::inner::deep(a) as u64
    }

    use self::geometry::{area, inner::deep};

    #[device]
    pub fn modules_with_use(a: u32, b: u32) -> u64 {
        mix(area(a, b) as u64, deep(b) as u64)
    }

    use self::geometry::{Point as Corner, inner as within, inner::area as inner_area};

    #[device]
    pub fn modules_with_aliases(a: u32, b: u32) -> u64 {
        let corner = Corner { x: a, y: b };
        mix(inner_area(a) as u64 + within::area(b) as u64, corner.norm() as u64 + Corner::ORIGIN.x as u64)
    }

    #[device]
    pub fn modules_with_self_and_super(a: u32, b: u32) -> u64 {
        mix(self::outer(a) as u64, self::geometry::scale(b) as u64)
    }

    #[device]
    pub fn modules_with_types(a: u32, b: u32) -> u64 {
        let point = geometry::Point { x: a, y: b };
        let geometry::Point { x, .. } = point;
        mix(point.norm() as u64, x as u64 + geometry::Point::norm(&point) as u64)
    }

    #[device]
    pub fn modules_with_equal_names(a: u32, b: u32) -> u64 {
        mix(larger(a, b) as u64, geometry::larger(a, b) as u64)
    }

    #[device]
    pub fn modules_with_constants(k: u32) -> u64 {
        let corners = geometry::CORNERS;
        (k * geometry::CORNERS + corners) as u64
    }

    #[device]
    pub fn modules_elsewhere(a: u32, b: u32) -> u64 {
        crate::input::mix(a as u64, crate::input::LOG_WORDS as u64 + b as u64)
    }

    pub type Number = u32;
    pub type Position = Vec3;
    pub type Row = [Number; 2];

    #[device]
    pub fn aliased(number: Number, row: &Row) -> Number {
        number ^ row[1]
    }

    #[device]
    pub fn type_aliases(a: u32, x: f32) -> u64 {
        let row: Row = [a, 3];
        let position = Position::new(x, 1.0, 2.0);
        let number: Number = aliased(a, &row);
        mix(number as u64, bits(position.x) + a as Number as u64)
    }

    /// The reciprocal square root of the GPU is not Rust's, so this one is exact.
    #[device(cuda = "return fmaf(x, y, x);")]
    pub fn fused(x: f32, y: f32) -> f32 {
        x.mul_add(y, x)
    }

    #[device(cuda = "return __popc(a.raw()) + 1;")]
    pub fn ones_and_one(a: u32) -> u32 {
        // Anything goes here: this body never becomes CUDA text.
        (0..32).filter(|bit| a >> bit & 1 == 1).map(|_| 1).sum::<u32>() + 1
    }

    #[device]
    pub fn by_hand(a: u32, x: f32, y: f32) -> u64 {
        mix(bits(fused(x, y)), ones_and_one(a) as u64)
    }

    #[device(cuda = "unsigned reversed = __brev(a.raw());
    if (b > 7) {
        reversed ^= b.raw();
    }
    return reversed;")]
    pub fn reversed_bits(a: u32, b: u32) -> u32 {
        let mut reversed = a.reverse_bits();
        if b > 7 {
            reversed ^= b;
        }
        reversed
    }

    #[device]
    pub fn by_hand_with_statements(a: u32, b: u32) -> u64 {
        reversed_bits(a, b) as u64
    }

    #[device(cuda = "return condition ? a : b;")]
    pub fn selected<T: Copy>(condition: bool, a: T, b: T) -> T {
        if condition { a } else { b }
    }

    #[device]
    pub fn by_hand_generic(a: u32, x: f32) -> u64 {
        selected(a > 9, a, 3) as u64 + bits(selected(x > 1.0, x, 0.5))
    }

    #[device]
    pub fn assertions(k: u32, l: u32) -> u64 {
        assert!(k < 16);
        assert!(l < 16 && k + l < 31);
        assert_eq!(k * 2, k + k);
        assert_ne!(k + 1, 0);
        debug_assert!(k <= 15);
        debug_assert_eq!(l, l);
        if k > 16 {
            panic!();
        }
        (k + l) as u64
    }

    #[device]
    pub fn assertions_with_messages(k: u32) -> u64 {
        assert!(k < 16, "k is below 16");
        assert_eq!(k % 1, 0, "no rest: {{}}, 100 %, \"quoted\", back\\slash");
        let value: u32 = match k {
            0..=15 => k,
            16.. => unreachable!("k is below 16"),
        };
        let other = if k == 99 { panic!("never") } else { value + 1 };
        other as u64
    }

    #[device]
    pub fn store(place: &mut u32, value: u32) {
        if value == 3 {
            return;
        }
        *place = value
    }

    #[device]
    pub fn without_result(k: u32) -> u64 {
        let mut place = 77_u32;
        store(&mut place, k);
        place as u64
    }

    #[device]
    pub fn selected_value<'a>(a: &'a u32, _b: &u32) -> &'a u32 {
        a
    }

    #[device]
    pub fn lifetimes(a: u32, b: u32) -> u64 {
        *selected_value(&a, &b) as u64
    }

    #[device]
    pub fn seven(a: u32, i: i32, x: f32, p: u64, flag: bool, pair: (u32, u32), values: &[u32; 2]) -> u64 {
        let sum = a as u64 ^ i as u64 ^ bits(x) ^ p;
        mix(sum, flag as u64 + pair.1 as u64 + values[0] as u64)
    }

    #[device]
    pub fn many_parameters(a: u32, i: i32, x: f32, p: u64) -> u64 {
        seven(a, i, x, p, a > 3, (1, a), &[a, 2])
    }

    #[device]
    #[inline]
    #[must_use]
    #[allow(clippy::let_and_return)]
    pub fn attributed(a: u32) -> u32 {
        #[allow(unused_variables)]
        let unused = 3;
        a
    }

    #[device]
    pub const fn in_constants(a: u32) -> u32 {
        a ^ 5
    }

    #[device]
    pub fn attributes(a: u32) -> u64 {
        attributed(a) as u64 + in_constants(a) as u64
    }

    /// Documentation with `code`, "quotes", a back\slash and */ the end of a C comment.
    ///
    /// A second paragraph; the last line ends in a backslash \
    #[device]
    pub fn documented(a: u32) -> u32 {
        // A comment with \
        a /* in between */ ^ 1
    }

    #[device]
    pub fn comments(a: u32) -> u64 {
        documented(a) as u64
    }

    #[device]
    pub fn unreachable_code(k: u32) -> u64 {
        loop {
            if k > 3 {
                return 1;
            } else {
                return 2;
            }
        }
    }

    #[device]
    pub fn calls_in_chains(a: u32, b: u32) -> u64 {
        mix(mix(mix(a as u64, b as u64), outer(outer(a) + outer(b)) as u64), larger(outer(a), outer(b)).min(5).max(2) as u64)
    }

    /// MurmurHash3's finaliser.
    #[device]
    pub fn hash(a: u32, p: u64) -> u64 {
        let mut h = a;
        h ^= h >> 16;
        h = h.wrapping_mul(0x85eb_ca6b);
        h ^= h >> 13;
        h = h.wrapping_mul(0xc2b2_ae35);
        h ^= h >> 16;
        let mut long = p ^ h as u64;
        long = (long ^ (long >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        long ^ (long >> 33)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Generator {
        pub state: u64,
    }

    #[device]
    impl Generator {
        /// PCG.
        pub fn next(&mut self) -> u32 {
            let old = self.state;
            self.state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let shifted = (((old >> 18) ^ old) >> 27) as u32;
            shifted.rotate_right((old >> 59) as u32)
        }

        pub fn uniform(&mut self) -> f32 {
            (self.next() >> 8) as f32 / 16_777_216.0
        }
    }

    #[device]
    pub fn random_walk(a: u32, k: u32) -> u64 {
        let mut generator = Generator { state: a as u64 };
        let mut position = Vec2::ZERO;
        for _ in 0..k * 4 {
            let step = Vec2::new(generator.uniform() - 0.5, generator.uniform() - 0.5);
            position += step * 2.0;
            if position.x.abs() > 1.5 {
                position.x = -position.x * 0.5;
            }
        }
        mix(bits(position.x), bits(position.y)) ^ generator.state
    }
}
