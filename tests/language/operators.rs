//! Impls of traits: operators, `==`, conversions, defaults, and traits of the user's own.

conformance! {
    program Operators;
    cases |input| {
        arithmetic(input.x, input.y),
        scalars_on_either_side(input.x, input.y),
        compound_assignment(input.x, input.y),
        operators_in_place(input.x, input.k),
        signs(input.x, input.y, input.k),
        bits_of_a_set(input.a, input.b),
        shifts_of_a_set(input.a, input.k),
        remainders(input.a, input.k),
        equal_by_hand(input.k, input.l),
        vectors_on_the_left(input.x, input.y),
        several_types_on_the_right(input.a, input.x),
        mixed_types(input.a, input.b),
        precedence(input.x, input.y),
        sums_in_loops(input.x, input.k),
        generic_operators(input.x, input.a),
        generic_over_a_trait(input.x, input.y),
        traits_called_by_type(input.x, input.y),
        constants_of_traits(input.a),
        conversions(input.a, input.x),
        defaults(input.a),
        defaults_as_bases(input.a, input.b),
        enums_with_operators(input.k, input.l),
        operators_with_f64(input.u, input.v),
        order_of_operands(input.a, input.b),
        numbers_without_a_type(input.a),
    }

    use crate::input::{bits, mix};
    use std::ops::{Add, AddAssign, BitAnd, BitOr, BitXor, Div, Mul, MulAssign, Neg, Not, Rem, Shl, ShlAssign, Shr, Sub};

    /// A complex number.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Complex {
        pub re: f32,
        pub im: f32,
    }

    #[device]
    impl Complex {
        pub const I: Complex = Complex { re: 0.0, im: 1.0 };

        pub fn new(re: f32, im: f32) -> Self {
            Self { re, im }
        }

        pub fn digest(self) -> u64 {
            mix(bits(self.re), bits(self.im))
        }
    }

    #[device]
    impl Add for Complex {
        type Output = Complex;
        fn add(self, other: Complex) -> Complex {
            Complex::new(self.re + other.re, self.im + other.im)
        }
    }

    #[device]
    impl Sub for Complex {
        type Output = Self;
        fn sub(self, other: Self) -> Self {
            Self { re: self.re - other.re, im: self.im - other.im }
        }
    }

    #[device]
    impl Mul for Complex {
        type Output = Self;
        fn mul(self, other: Self) -> Self::Output {
            let re = self.re * other.re - self.im * other.im;
            Self { re, im: self.re * other.im + self.im * other.re }
        }
    }

    #[device]
    impl Mul<f32> for Complex {
        type Output = Complex;
        fn mul(mut self, factor: f32) -> Complex {
            self.re *= factor;
            self.im *= factor;
            self
        }
    }

    #[device]
    impl Mul<Complex> for f32 {
        type Output = Complex;
        fn mul(self, right: Complex) -> Complex {
            assert!(self.is_nan() || self == self, "a comment on self");
            right * self
        }
    }

    #[device]
    impl Div<f32> for Complex {
        type Output = Complex;
        fn div(self, divisor: f32) -> Complex {
            Complex { re: self.re / divisor, im: self.im / divisor }
        }
    }

    #[device]
    impl Neg for Complex {
        type Output = Complex;
        fn neg(self) -> Complex {
            Complex { re: -self.re, im: -self.im }
        }
    }

    #[device]
    impl AddAssign for Complex {
        fn add_assign(&mut self, other: Complex) {
            *self = *self + other;
        }
    }

    #[device]
    impl MulAssign<f32> for Complex {
        fn mul_assign(&mut self, factor: f32) {
            self.re *= factor;
            self.im *= factor;
        }
    }

    #[device]
    pub fn arithmetic(x: f32, y: f32) -> u64 {
        let (a, b) = (Complex::new(x, y), Complex { re: y, im: 2.0 });
        let product = a * b;
        mix((a + b).digest(), mix((a - b).digest(), product.digest()))
    }

    #[device]
    pub fn scalars_on_either_side(x: f32, y: f32) -> u64 {
        let a = Complex::new(x, y);
        mix((2.0 * a).digest(), mix((a * 0.5).digest(), mix((a / y).digest(), (x * a).digest())))
    }

    #[device]
    pub fn compound_assignment(x: f32, y: f32) -> u64 {
        let mut a = Complex::new(x, y);
        a += Complex::I;
        a *= 3.0;
        a += a;
        a.digest()
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Row {
        pub cells: [Complex; 3],
    }

    #[device]
    pub fn operators_in_place(x: f32, k: u32) -> u64 {
        let mut row = Row { cells: [Complex::new(x, 1.0); 3] };
        let middle = (k % 3) as usize;
        row.cells[middle] += Complex::I * x;
        row.cells[2] *= 2.0;
        let cell = &mut row.cells[0];
        *cell += Complex::I;
        *cell *= x;
        mix(row.cells[0].digest(), mix(row.cells[1].digest(), row.cells[2].digest()))
    }

    /// Minus one, zero or one.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Sign {
        pub value: i32,
    }

    #[device]
    impl Neg for Sign {
        type Output = Sign;
        fn neg(self) -> Sign {
            Sign { value: 0 - self.value }
        }
    }

    #[device]
    impl Mul for Sign {
        type Output = Sign;
        fn mul(self, other: Sign) -> Sign {
            Sign { value: self.value * other.value }
        }
    }

    #[device]
    pub const PLUS: Sign = Sign { value: 1 };

    #[device]
    pub fn signs(x: f32, y: f32, k: u32) -> u64 {
        let sign = if x < y { -PLUS } else if k % 2 == 0 { Sign { value: 0 } } else { PLUS };
        let minus = -PLUS * -sign;
        (minus.value + 2) as u64 * 16 + ((-(sign * minus)).value + 2) as u64
    }

    /// Numbers below 32.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Set(pub u32);

    #[device]
    impl BitAnd for Set {
        type Output = Set;
        fn bitand(self, other: Set) -> Set {
            Set(self.0 & other.0)
        }
    }

    #[device]
    impl BitOr for Set {
        type Output = Set;
        fn bitor(self, other: Set) -> Set {
            Set(self.0 | other.0)
        }
    }

    #[device]
    impl BitXor for Set {
        type Output = Set;
        fn bitxor(self, other: Set) -> Set {
            Set(self.0 ^ other.0)
        }
    }

    #[device]
    impl Not for Set {
        type Output = Set;
        fn not(self) -> Set {
            Set(!self.0)
        }
    }

    #[device]
    impl Shl<u32> for Set {
        type Output = Set;
        fn shl(self, count: u32) -> Set {
            Set(self.0 << (count & 31))
        }
    }

    #[device]
    impl Shr<u32> for Set {
        type Output = Set;
        fn shr(self, count: u32) -> Set {
            Set(self.0 >> (count & 31))
        }
    }

    #[device]
    impl ShlAssign<u32> for Set {
        fn shl_assign(&mut self, count: u32) {
            *self = *self << count;
        }
    }

    #[device]
    impl Rem<u32> for Set {
        type Output = u32;
        fn rem(self, divisor: u32) -> u32 {
            self.0 % divisor
        }
    }

    #[device]
    pub fn bits_of_a_set(a: u32, b: u32) -> u64 {
        let (left, right) = (Set(a), Set(b));
        let both = left & right;
        let one = (left | right) & !both;
        let same = one == left ^ right;
        mix(both.0 as u64, mix(one.0 as u64, same as u64))
    }

    #[device]
    pub fn shifts_of_a_set(a: u32, k: u32) -> u64 {
        let mut set = Set(a) << k;
        set <<= 1;
        mix(set.0 as u64, (set >> 2).0 as u64)
    }

    #[device]
    pub fn remainders(a: u32, k: u32) -> u64 {
        (Set(a) % (k + 1)) as u64
    }

    /// Equal when it differs by whole turns.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Angle {
        pub quarters: u32,
    }

    #[device]
    impl PartialEq for Angle {
        fn eq(&self, other: &Angle) -> bool {
            self.quarters % 4 == other.quarters % 4
        }
    }

    #[device]
    pub fn equal_by_hand(k: u32, l: u32) -> u64 {
        let (a, b) = (Angle { quarters: k }, Angle { quarters: l });
        let pairs = [a, b] == [b, a];
        let tuples = (a, 1) == (b, 1);
        let options = Some(a) == Some(b);
        (a == b) as u64 + 2 * (a != b) as u64 + 4 * pairs as u64 + 8 * tuples as u64 + 16 * options as u64
    }

    /// A stretched turn of the plane.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Turn {
        pub by: Complex,
    }

    #[device]
    impl Mul<Vec2> for Turn {
        type Output = Vec2;
        fn mul(self, point: Vec2) -> Vec2 {
            let turned = self.by * Complex::new(point.x, point.y);
            Vec2::new(turned.re, turned.im)
        }
    }

    #[device]
    impl Add<Turn> for Vec2 {
        type Output = Vec2;
        fn add(self, turn: Turn) -> Self {
            Self::new(self.x + turn.by.re, self.y + turn.by.im)
        }
    }

    #[device]
    pub fn vectors_on_the_left(x: f32, y: f32) -> u64 {
        let turn = Turn { by: Complex::new(0.0, 1.0) };
        let moved = turn * Vec2::new(x, y) + turn;
        mix(bits(moved.x), bits(moved.y))
    }

    /// Length in millimetres.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Length {
        pub millimetres: u32,
    }

    #[device]
    impl Mul<u32> for Length {
        type Output = Length;
        fn mul(self, times: u32) -> Length {
            Length { millimetres: self.millimetres.wrapping_mul(times) }
        }
    }

    #[device]
    impl Mul<f32> for Length {
        type Output = f32;
        fn mul(self, times: f32) -> f32 {
            self.millimetres as f32 * times
        }
    }

    #[device]
    impl Mul<Length> for Length {
        type Output = Area;
        fn mul(self, other: Length) -> Area {
            Area { square: self.millimetres as u64 * other.millimetres as u64 }
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Area {
        pub square: u64,
    }

    #[device]
    impl Div<Length> for Area {
        type Output = Length;
        fn div(self, side: Length) -> Length {
            Length { millimetres: (self.square / side.millimetres as u64) as u32 }
        }
    }

    #[device]
    pub fn several_types_on_the_right(a: u32, x: f32) -> u64 {
        let length = Length { millimetres: a % 1000 };
        mix((length * 3_u32).millimetres as u64, bits(length * x))
    }

    #[device]
    pub fn mixed_types(a: u32, b: u32) -> u64 {
        let (width, depth) = (Length { millimetres: a }, Length { millimetres: b | 1 });
        let area = width * depth;
        mix(area.square, (area / depth).millimetres as u64)
    }

    #[device]
    pub fn precedence(x: f32, y: f32) -> u64 {
        let (a, b) = (Complex::new(x, 1.0), Complex::new(1.0, y));
        let value = a + b * 2.0 - -a * (a - b);
        value.digest()
    }

    #[device]
    pub fn sums_in_loops(x: f32, k: u32) -> u64 {
        let mut z = Complex { re: 0.0, im: 0.0 };
        let c = Complex::new(x, 0.25);
        for _ in 0..k % 8 {
            z = z * z + c;
        }
        z.digest()
    }

    #[device]
    pub fn twice<T: Add<Output = T> + Copy>(value: T) -> T {
        value + value
    }

    #[device]
    pub fn generic_operators(x: f32, a: u32) -> u64 {
        mix(twice(Complex::new(x, 1.0)).digest(), mix(bits(twice(x)), twice(a / 2) as u64))
    }

    pub trait Shape {
        const CORNERS: u32;
        fn area(&self) -> f32;
        fn grow(&mut self, by: f32);
        fn unit() -> Self;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Square {
        pub side: f32,
    }

    #[device]
    impl Shape for Square {
        const CORNERS: u32 = 4;
        fn area(&self) -> f32 {
            self.side * self.side
        }
        fn grow(&mut self, by: f32) {
            self.side += by;
        }
        fn unit() -> Self {
            Self { side: 1.0 }
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Disc {
        pub radius: f32,
    }

    #[device]
    impl Disc {
        pub fn diameter(&self) -> f32 {
            self.radius * 2.0
        }
    }

    #[device]
    impl Shape for Disc {
        const CORNERS: u32 = 0;
        fn area(&self) -> f32 {
            self.radius * self.diameter() * 1.5
        }
        fn grow(&mut self, by: f32) {
            self.radius += by * 0.5;
        }
        fn unit() -> Self {
            Disc { radius: 0.5 }
        }
    }

    #[device]
    pub fn grown<S: Shape + Copy>(shape: &S, by: f32) -> f32 {
        let mut larger = *shape;
        larger.grow(by);
        larger.area() - shape.area()
    }

    #[device]
    pub fn generic_over_a_trait(x: f32, y: f32) -> u64 {
        mix(bits(grown(&Square { side: x }, y)), bits(grown(&Disc { radius: x }, y)))
    }

    #[device]
    pub fn traits_called_by_type(x: f32, y: f32) -> u64 {
        let mut square = Square::unit();
        Square::grow(&mut square, x);
        let disc = Disc { radius: y };
        mix(bits(Square::area(&square)), mix(bits(disc.area()), bits(Disc::unit().diameter())))
    }

    #[device]
    pub fn constants_of_traits(a: u32) -> u64 {
        mix((Square::CORNERS ^ a) as u64, Disc::CORNERS as u64)
    }

    #[device]
    impl From<u32> for Length {
        fn from(millimetres: u32) -> Self {
            Length { millimetres }
        }
    }

    #[device]
    impl From<f32> for Length {
        fn from(metres: f32) -> Self {
            Length { millimetres: (metres * 1000.0) as u32 }
        }
    }

    #[device]
    pub fn conversions(a: u32, x: f32) -> u64 {
        mix(Length::from(a).millimetres as u64, Length::from(x).millimetres as u64)
    }

    #[device]
    impl Default for Length {
        fn default() -> Self {
            Length { millimetres: 1000 }
        }
    }

    #[device]
    pub fn defaults(a: u32) -> u64 {
        (Length::default().millimetres ^ a) as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Board {
        pub length: Length,
        pub width: u32,
        pub weight: f64,
    }

    #[device]
    impl Default for Board {
        fn default() -> Self {
            Board { length: Length::default(), width: 20, weight: 0.1_f64 }
        }
    }

    #[device]
    impl Board {
        pub fn wide(width: u32) -> Self {
            Self { width, ..Default::default() }
        }
    }

    #[device]
    pub fn defaults_as_bases(a: u32, b: u32) -> u64 {
        let first = Board { width: a, ..Default::default() };
        let second = Board { weight: 0.5, ..Board::default() };
        let third = Board { length: Length { ..Default::default() }, ..core::default::Default::default() };
        let fourth = Board { length: Length { millimetres: b }, ..Board::wide(a ^ b) };
        let all = mix(first.weight.to_bits() ^ first.width as u64, second.weight.to_bits() ^ second.width as u64);
        let lengths = mix(third.length.millimetres as u64, fourth.length.millimetres as u64);
        mix(all, mix(lengths, fourth.width as u64))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Side {
        Left,
        Right,
    }

    #[device]
    impl Not for Side {
        type Output = Side;
        fn not(self) -> Side {
            match self {
                Side::Left => Side::Right,
                Side::Right => Side::Left,
            }
        }
    }

    #[device]
    pub fn enums_with_operators(k: u32, l: u32) -> u64 {
        let side = if k < l { Side::Left } else { Side::Right };
        (!side) as u64 + 2 * (!!side == side) as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Exact(pub f64);

    #[device]
    impl Mul<f64> for Exact {
        type Output = Exact;
        fn mul(self, factor: f64) -> Exact {
            Exact(self.0 * factor)
        }
    }

    #[device]
    impl Sub<Exact> for f64 {
        type Output = Exact;
        fn sub(self, right: Exact) -> Exact {
            Exact(self - right.0)
        }
    }

    #[device]
    pub fn operators_with_f64(p: f64, q: f64) -> u64 {
        let factor = 0.1_f64;
        (q - Exact(p) * factor * 0.5).0.to_bits()
    }

    #[device]
    impl Mul<Length> for u32 {
        type Output = Length;
        fn mul(self, length: Length) -> Length {
            length * self
        }
    }

    #[device]
    impl Mul<Length> for f32 {
        type Output = f32;
        fn mul(self, length: Length) -> f32 {
            length * self
        }
    }

    #[device]
    pub fn numbers_without_a_type(a: u32) -> u64 {
        let length = Length { millimetres: a };
        let (left, right) = (16777217 * length, length * 16777217);
        let made = Length::from(16777217);
        mix(mix(left.millimetres as u64, right.millimetres as u64), mix(made.millimetres as u64, bits(length * 3.0)))
    }

    #[device]
    pub fn next(state: &mut u32) -> Length {
        *state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        Length { millimetres: *state >> 8 | 1 }
    }

    #[device]
    impl Sub for Length {
        type Output = u32;
        fn sub(self, other: Length) -> u32 {
            self.millimetres.wrapping_sub(other.millimetres)
        }
    }

    #[device]
    pub fn order_of_operands(a: u32, b: u32) -> u64 {
        let mut state = a;
        let difference = next(&mut state) - next(&mut state);
        let area = next(&mut state) * next(&mut state) / next(&mut state);
        mix(difference as u64, mix(area.millimetres as u64, (state ^ b) as u64))
    }
}
