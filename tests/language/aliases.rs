//! What belongs to a type that has another name: constants, functions and methods of numbers, vectors, arrays and enums by an alias, and
//! of a generic parameter.

conformance! {
    program Aliases;
    cases |input| {
        constants_of_floats(input.x),
        constants_of_integers(input.a, input.i),
        constants_in_patterns(input.i, input.x),
        functions_of_floats(input.x, input.u, input.a),
        functions_of_integers(input.a, input.b),
        literals_as_receivers(input.a),
        defaults(input.a),
        conversions(input.a, input.x, input.k),
        of_vectors(input.x, input.y),
        of_matrices(input.x),
        of_types_with_the_same_names(input.a),
        by_another_module(input.u, input.k),
        of_generic_parameters(input.a, input.p),
        of_generic_numbers(input.a, input.b, input.x),
        of_traits_with_parameters(input.a, input.k, input.x),
        with_a_turbofish(input.a, input.k),
        literals_in_generic_functions(input.a, input.k % 16),
    }

    use crate::input::{bits, long_bits, mix};

    type Real = f32;
    type Wide = f64;
    type Id = u32;
    type Int = i32;
    type Row = [u32; 3];
    type Place = Vec3;
    type Turn = Mat3;

    #[device]
    pub fn constants_of_floats(x: f32) -> u64 {
        let largest = if x > Real::MAX / 2.0 { Real::INFINITY } else { Real::NEG_INFINITY };
        let small = mix(bits(Real::EPSILON), bits(Real::MIN_POSITIVE));
        mix(mix(bits(largest), bits(Real::NAN.max(x.abs()))), mix(small, long_bits(Wide::EPSILON + Wide::MIN)))
    }

    #[device]
    pub fn constants_of_integers(a: u32, i: i32) -> u64 {
        mix((Id::MAX ^ a) as u64 + Id::BITS as u64, (i.min(Int::MAX - 1) == Int::MIN) as u64)
    }

    #[device]
    pub fn constants_in_patterns(i: i32, x: f32) -> u64 {
        let first = match i {
            Int::MAX => 1,
            Int::MIN => 2,
            -5..=Int::MAX => 3,
            _ => 4,
        };
        first * 10
            + match x {
                Real::INFINITY => 1,
                Real::MAX => 2,
                _ => 3,
            }
    }

    #[device]
    pub fn functions_of_floats(x: f32, u: f64, a: u32) -> u64 {
        let bounded = Real::clamp(x, -2.0, 2.0);
        let sum = Real::mul_add(bounded, 2.0, Real::max(1.0, bounded)) + Real::sqrt(4.0);
        mix(bits(sum), mix(bits(Real::from_bits(a & 0x7f00_0000)), long_bits(Wide::min(u, 3.0)) ^ Real::to_bits(x) as u64))
    }

    #[device]
    pub fn functions_of_integers(a: u32, b: u32) -> u64 {
        let sum = Id::wrapping_add(a, b).rotate_left(Id::count_ones(a));
        let both = Id::checked_add(a, b).unwrap_or(Id::saturating_sub(a, b));
        mix(sum as u64, both as u64) ^ Id::is_power_of_two(a) as u64
    }

    #[device]
    pub fn literals_as_receivers(a: u32) -> u64 {
        let least = Id::min(7, a);
        mix(Id::pow(2, least) as u64, Int::signum(-3) as u64 ^ Id::abs_diff(9, least) as u64)
    }

    #[device]
    pub fn defaults(a: u32) -> u64 {
        let mut row = Row::default();
        row[(a % 3) as usize] = a ^ Id::default();
        mix(row[0] as u64 + 3 * row[1] as u64 + 5 * row[2] as u64, bits(Real::default()) + bits(Place::default().x))
    }

    #[device]
    pub fn conversions(a: u32, x: f32, k: u32) -> u64 {
        let place = Place::from([x, 1.0, 2.0]);
        mix(long_bits(Wide::from(x)) ^ Id::from(k as u8) as u64, bits(place.x) + u64::from(a > 3) + Id::from(true) as u64)
    }

    #[device]
    pub fn of_vectors(x: f32, y: f32) -> u64 {
        let place = Place::new(x, y, 1.0);
        let least = Place::min(place, Place::splat(3.0));
        mix(bits(Place::dot(least, Place::X)), bits(Place::INFINITY.min(Place::MAX).y))
    }

    #[device]
    pub fn of_matrices(x: f32) -> u64 {
        let turn = Turn::from_diagonal(Place::new(x, 1.0, 2.0));
        bits((Turn::transpose(&turn) * Place::ONE).x) + bits(Turn::IDENTITY.x_axis.x)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Own {
        pub of: u32,
    }

    #[device]
    impl Own {
        const MAX: u32 = 7;
        const EPSILON: u32 = 3;

        fn max(self, other: Own) -> u32 {
            self.of ^ other.of.rotate_left(5)
        }

        fn pow(a: u32, b: u32) -> u32 {
            a.wrapping_sub(b)
        }
    }

    #[device]
    impl Default for Own {
        fn default() -> Self {
            Self { of: 9 }
        }
    }

    #[device]
    impl From<u32> for Own {
        fn from(of: u32) -> Self {
            Self { of: of + 1 }
        }
    }

    type Alias = Own;

    #[device]
    pub fn of_types_with_the_same_names(a: u32) -> u64 {
        let own = Alias::from(a & 0xffff);
        let most = Alias::max(own, Alias::default()) + Alias::pow(3, 2);
        mix(most as u64, (Alias::MAX * 100 + Alias::EPSILON + Own::MAX) as u64)
    }

    mod elsewhere {
        pub type Real = f64;
        pub use std::primitive::u16 as Short;
    }

    #[device]
    const TOP: elsewhere::Short = elsewhere::Short::MAX - elsewhere::Short::pow(2, 3);

    #[device]
    pub fn by_another_module(u: f64, k: u32) -> u64 {
        const LEAST: elsewhere::Real = elsewhere::Real::EPSILON * 2.0;
        let short = elsewhere::Short::rotate_right(TOP, k);
        mix(long_bits(LEAST), short as u64 ^ elsewhere::Real::is_nan(u) as u64)
    }

    pub trait Grows {
        const BY: u32;
        fn size(&self) -> u32;
        fn grow(&mut self, by: u32) -> u32;
        fn of(size: u32) -> Self;
        fn between(a: u32, b: u32) -> u32;
        fn both(self, other: Self) -> u32;
        fn pick(a: &Self, b: &Self) -> u32;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Short(pub u32);

    #[device]
    impl Grows for Short {
        const BY: u32 = 3;
        fn size(&self) -> u32 {
            self.0.min(1000)
        }
        fn grow(&mut self, by: u32) -> u32 {
            self.0 = self.0.wrapping_add(by);
            self.0
        }
        fn of(size: u32) -> Self {
            Self(size)
        }
        fn between(a: u32, b: u32) -> u32 {
            a ^ b
        }
        fn both(self, other: Self) -> u32 {
            self.0.wrapping_sub(other.0)
        }
        fn pick(a: &Self, b: &Self) -> u32 {
            a.0.wrapping_mul(3) ^ b.0
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Long(pub u64);

    #[device]
    impl Grows for Long {
        const BY: u32 = 5;
        fn size(&self) -> u32 {
            self.0 as u32
        }
        fn grow(&mut self, by: u32) -> u32 {
            self.0 = self.0.rotate_left(by);
            self.0 as u32
        }
        fn of(size: u32) -> Self {
            Self(size as u64 + 1)
        }
        fn between(a: u32, b: u32) -> u32 {
            a.wrapping_add(b)
        }
        fn both(self, other: Self) -> u32 {
            (self.0 ^ other.0) as u32
        }
        fn pick(a: &Self, b: &Self) -> u32 {
            (a.0 >> 3 ^ b.0) as u32
        }
    }

    #[device]
    pub fn grown<T: Grows + Copy>(start: &T, n: u32) -> u64 {
        let mut own = *start;
        let grown = T::grow(&mut own, T::BY);
        let other = T::of(n);
        let sizes = mix(T::size(start) as u64, T::size(&own) as u64);
        let others = mix(T::between(3, n) as u64, T::pick(start, &other) as u64);
        mix(mix(sizes, others), mix(grown as u64, T::both(T::of(5), own) as u64))
    }

    #[device]
    pub fn of_generic_parameters(a: u32, p: u64) -> u64 {
        mix(grown(&Short(a), a >> 3), grown(&Long(p), a))
    }

    #[device]
    pub fn between<T: Ord + Copy>(a: T, b: T) -> T {
        T::max(a, T::min(a, b))
    }

    #[device]
    pub fn copy_of<T: Clone>(value: &T) -> T {
        T::clone(value)
    }

    #[device]
    pub fn of_generic_numbers(a: u32, b: u32, x: f32) -> u64 {
        mix(between(a, b) as u64, bits(copy_of(&x)) + copy_of(&Short(a)).0 as u64)
    }

    pub trait Scale<A, B = A> {
        const FACTOR: A;
        fn scaled(&self, value: A) -> B;
    }

    #[device]
    impl Scale<u32> for Short {
        const FACTOR: u32 = 3;
        fn scaled(&self, value: u32) -> u32 {
            value.wrapping_mul(self.0)
        }
    }

    #[device]
    impl Scale<u32, f32> for Long {
        const FACTOR: u32 = 5;
        fn scaled(&self, value: u32) -> f32 {
            value as f32 * (self.0 & 0xff) as f32
        }
    }

    pub trait Parts<const N: usize> {
        fn parts(&self) -> [u32; N];
    }

    #[device]
    impl Parts<2> for Short {
        fn parts(&self) -> [u32; 2] {
            [self.0, self.0 >> 16]
        }
    }

    #[device]
    pub fn all<T: Scale<u32> + Parts<2>>(of: &T, k: u32) -> u32 {
        let [low, high] = of.parts();
        T::scaled(of, k) ^ of.scaled(low).rotate_left(3) ^ high.wrapping_mul(T::FACTOR)
    }

    #[device]
    pub fn halves<F: Scale<u32, f32>>(by: F, values: [u32; 2]) -> [f32; 2] {
        [by.scaled(values[0]), F::scaled(&by, values[1] ^ F::FACTOR)]
    }

    #[device]
    pub fn of_traits_with_parameters(a: u32, k: u32, x: f32) -> u64 {
        let [first, second] = halves(Long(a as u64), [k, 7]);
        mix(all(&Short(a), k) as u64, mix(bits(first), bits(second + x)))
    }

    pub trait Converts {
        fn to<T: Copy + From<u8>>(&self) -> T;
        fn plus<const N: u32>() -> u32;
        fn more<T: Copy + Into<u64>>(values: [T; 2], by: u64) -> (T, u64);
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Small(pub u8);

    #[device]
    impl Small {
        fn many<const N: usize>(&self) -> [u32; N] {
            [self.0 as u32; N]
        }

        fn first<const N: usize>(&self) -> u32 {
            Self::many::<N>(self)[0] + Small::many::<2>(self)[1]
        }
    }

    #[device]
    impl Converts for Small {
        fn to<T: Copy + From<u8>>(&self) -> T {
            T::from(self.0)
        }
        fn plus<const N: u32>() -> u32 {
            N + 1
        }
        fn more<T: Copy + Into<u64>>(values: [T; 2], by: u64) -> (T, u64) {
            (values[(by % 2) as usize], by ^ Self::plus::<2>() as u64)
        }
    }

    #[device]
    pub fn converted<C: Converts>(of: &C, k: u32) -> u64 {
        let own = of.to::<f32>() + C::to::<u16>(of) as f32;
        let (one, more) = C::more::<u32>([k, 9], k as u64);
        mix(bits(own) + C::plus::<4>() as u64, one as u64 ^ more)
    }

    #[device]
    pub fn last_of<const K: usize>(all: [Small; K]) -> u32 {
        all[0].many::<2>()[1] ^ all.last().unwrap().many::<K>()[K - 1]
    }

    #[device]
    pub fn with_a_turbofish(a: u32, k: u32) -> u64 {
        let small = Small(a as u8);
        mix(converted(&small, k), last_of([Small(k as u8), small]) as u64 + Small::first::<3>(&small) as u64)
    }

    #[device]
    pub fn powers<T: Copy>(_value: T, k: u32) -> u32 {
        Id::pow(2, k) ^ Id::max(3, k) ^ Id::wrapping_add(4_000_000_000, 300_000_000) ^ (Int::pow(-2, 3) as u32)
    }

    #[device]
    pub fn literals_in_generic_functions(a: u32, k: u32) -> u64 {
        mix(powers(a, k) as u64, powers((a, k), 3) as u64)
    }
}
