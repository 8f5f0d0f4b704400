//! Traits under `#[device]`: what they give to types that do not have it themselves, and what generic functions name by them.

conformance! {
    program Traits;
    cases |input| {
        given_functions(input.x, input.y),
        given_constants(input.a, input.b),
        constants_that_are_no_numbers(input.a),
        given_in_modules(input.a),
        given_to_generic_types(input.a, input.b, input.k, input.l),
        given_to_enums(input.a),
        given_with_arguments(input.a, input.b, input.k),
        given_by_bounds(input.a, input.b),
        named_by_traits(input.x, input.y),
        types_of_traits(input.a, input.k, input.x, input.y),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    pub trait Shape {
        const SIDES: u32 = 4;
        const SCALE: f32 = 0.5;
        fn area(&self) -> f32;
        /// Twice the area.
        fn double(&self) -> f32 {
            self.area() * 2.0
        }
        fn make(side: f32) -> Self;
        fn grown(&self, by: f32) -> f32 {
            let double = self.double();
            double + by * Self::SCALE
        }
        fn corners() -> u32 {
            Self::SIDES * 2
        }
        fn of_two(side: f32) -> f32
        where
            Self: Sized,
        {
            Self::make(side).double() + Self::make(side).area()
        }
        fn sides(&self) -> u32 {
            Self::SIDES
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Square {
        side: f32,
    }

    #[device]
    impl Shape for Square {
        fn area(&self) -> f32 {
            self.side * self.side
        }
        fn make(side: f32) -> Self {
            Square { side }
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Triangle(f32, f32);

    #[device]
    impl Shape for Triangle {
        const SIDES: u32 = 3;
        fn area(&self) -> f32 {
            self.0 * self.1 / 2.0
        }
        fn double(&self) -> f32 {
            self.0 * self.1
        }
        fn make(side: f32) -> Self {
            Triangle(side, side)
        }
    }

    #[device]
    fn total<T: Shape>(shape: &T, by: f32) -> f32 {
        shape.double() + shape.grown(by)
    }

    #[device]
    fn total_of(shape: &Square, by: f32) -> f32 {
        shape.double() + Square::SCALE * by
    }

    #[device]
    fn given_functions(x: f32, y: f32) -> u64 {
        let (square, triangle) = (Square { side: x }, Triangle(x, y));
        let mut all = mix(bits(square.double()), bits(triangle.double()));
        all = mix(all, bits(square.grown(y)));
        all = mix(all, bits(triangle.grown(y)));
        all = mix(all, bits(Square::of_two(x)));
        all = mix(all, bits(Triangle::of_two(y)));
        all = mix(all, bits(total(&square, x)));
        all = mix(all, bits(total_of(&square, x)));
        mix(all, bits(total(&triangle, x)))
    }

    #[device]
    fn count<T: Shape>(shape: &T) -> u32 {
        shape.sides() + 10 * T::corners() + 100 * T::SIDES
    }

    /// One less than that of another, and of two constants that others need.
    #[device]
    pub trait Sized3 {
        const COUNT: usize = 3;
        const ALL: usize = Self::COUNT * 2 + 1;
        const WIDE: u64 = Self::ALL as u64 * 1000 + Self::OWN;
        const BELOW: i32 = -4;
        const THIRD: f64 = 1.0 / 3.0;
        const ON: bool = true;
        const OWN: u64;
        fn all(&self) -> u64 {
            Self::WIDE + if Self::ON { 7 } else { 9 }
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Few {
        number: u32,
    }

    #[device]
    impl Sized3 for Few {
        const OWN: u64 = 17;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Many {
        number: u32,
    }

    #[device]
    impl Sized3 for Many {
        const OWN: u64 = Self::COUNT as u64;
        const COUNT: usize = 9;
        const ON: bool = false;
    }

    #[device]
    fn given_constants(a: u32, b: u32) -> u64 {
        let numbers = [a; Few::ALL];
        let all = mix(Few { number: a }.all(), Many { number: b }.all());
        let all = mix(all, Few::WIDE + Many::WIDE + numbers.len() as u64);
        let all = mix(all, long_bits(Few::THIRD));
        let all = mix(all, u64::from(count(&Square { side: 1.0 }) + count(&Triangle(1.0, 2.0))));
        let below = (Few::BELOW + Many::BELOW) as u64;
        mix(mix(all, below), u64::from(Square::SIDES + 10 * Triangle::SIDES + Square::corners()))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Pair {
        x: u32,
        y: f32,
    }

    const fn table() -> [u32; 4] {
        [1, 2, 3, 4]
    }

    #[device]
    pub trait Tables {
        const TABLE: [u32; 4] = table();
        const HALVES: [f32; 2] = [0.5, 1.5];
        const PAIR: Pair = Pair { x: 3, y: 0.25 };
        const ALONG: Vec3 = Vec3::new(1.0, 2.0, 3.0);
        fn of_tables(&self, at: u32) -> u64 {
            let number = Self::TABLE[(at % 4) as usize] + Self::PAIR.x;
            mix(u64::from(number), bits(Self::HALVES[1] + Self::ALONG.z))
        }
    }

    #[device]
    impl Tables for Few {}

    #[device]
    fn constants_that_are_no_numbers(a: u32) -> u64 {
        mix(Few { number: a }.of_tables(a), u64::from(Few::TABLE[2]) + bits(Few::PAIR.y))
    }

    pub mod named {
        use super::*;

        #[device]
        fn helper(x: u32) -> u32 {
            x.wrapping_mul(7)
        }

        #[device]
        const BASE: u32 = 11;

        #[device]
        pub trait Named {
            const ID: u32 = BASE + 1;
            fn id(&self) -> u32 {
                helper(Self::ID)
            }
            fn raw(&self) -> u32;
            fn mixed(&self) -> u32 {
                helper(self.raw()) ^ self.id() ^ self::helper(3)
            }
        }

        #[device]
        pub trait Wide: Named {
            fn wide(&self) -> u64 {
                u64::from(self.mixed()) << 8 | u64::from(Self::ID)
            }
        }
    }

    pub mod things {
        use super::named::Named as Labelled;
        use super::*;

        #[device]
        fn helper(x: u32) -> u32 {
            x.wrapping_add(100)
        }

        #[device]
        #[derive(Clone, Copy)]
        pub struct Thing {
            pub x: u32,
        }

        #[device]
        impl Labelled for Thing {
            fn raw(&self) -> u32 {
                helper(self.x)
            }
        }

        #[device]
        impl super::named::Wide for Thing {}
    }

    use named::{Named, Wide};

    #[device]
    fn widest(wide: &impl Wide) -> u64 {
        wide.wide() + u64::from(wide.mixed())
    }

    #[device]
    fn given_in_modules(a: u32) -> u64 {
        let thing = things::Thing { x: a };
        mix(mix(widest(&thing), thing.wide()), u64::from(thing.id() + things::Thing::ID))
    }

    #[device]
    pub trait Bag {
        const LIMIT: u32 = 3;
        fn size(&self) -> u32;
        fn item(&self, at: u32) -> u32;
        fn sum(&self) -> u32 {
            let mut total = 0_u32;
            for i in 0..self.size() {
                total = total.wrapping_add(self.item(i));
            }
            total
        }
        fn limited(&self) -> u32 {
            self.size().min(Self::LIMIT)
        }
        fn change(&mut self, by: u32);
        fn change_twice(&mut self, by: u32) -> u32 {
            self.change(by);
            self.change(by ^ 1);
            self.sum()
        }
        fn consumed(mut self) -> u32
        where
            Self: Sized,
        {
            self.change(5);
            self.sum()
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack<T, const N: usize> {
        items: [T; N],
        len: u32,
    }

    #[device]
    impl<T: Copy + Into<u32>, const N: usize> Bag for Stack<T, N> {
        fn size(&self) -> u32 {
            self.len
        }
        fn item(&self, at: u32) -> u32 {
            at + self.len
        }
        fn change(&mut self, by: u32) {
            self.len = (self.len ^ by) & 7;
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Kind {
        Off,
        One(u32),
        Two(u32, u32),
    }

    #[device]
    impl Bag for Kind {
        const LIMIT: u32 = 9;
        fn size(&self) -> u32 {
            match self {
                Kind::Off => 0,
                Kind::One(_) => 1,
                Kind::Two(..) => 2,
            }
        }
        fn item(&self, at: u32) -> u32 {
            match *self {
                Kind::Off => 0,
                Kind::One(one) => one,
                Kind::Two(one, other) => if at == 0 { one } else { other },
            }
        }
        fn change(&mut self, by: u32) {
            *self = match *self {
                Kind::Off => Kind::One(by),
                Kind::One(one) => Kind::Two(one, by),
                Kind::Two(..) => Kind::Off,
            };
        }
    }

    #[device]
    fn worn<B: Bag>(bag: &mut B) -> u32 {
        bag.change_twice(4) ^ bag.limited() ^ B::LIMIT
    }

    #[device]
    fn given_to_generic_types(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut stack = Stack { items: [a; 3], len: k & 3 };
        let mut kind = Kind::Two(a, b);
        let mut all = mix(u64::from(stack.sum()), u64::from(kind.sum()));
        all = mix(all, u64::from(worn(&mut stack)));
        all = mix(all, u64::from(worn(&mut kind)));
        all = mix(all, u64::from(stack.limited() + kind.limited()));
        all = mix(all, u64::from(stack.change_twice(l)));
        mix(all, u64::from(stack.consumed()) + u64::from(kind.consumed()))
    }

    #[device]
    pub trait Turned {
        const TURNS: i32 = -4;
        fn turns(self) -> i32
        where
            Self: Sized,
        {
            Self::TURNS * 2
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Way {
        Up,
        Down,
    }

    #[device]
    impl Turned for Way {}

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Other {
        Left,
        Right,
    }

    #[device]
    impl Turned for Other {
        const TURNS: i32 = 5;
    }

    #[device]
    fn given_to_enums(a: u32) -> u64 {
        let way = if a > 3 { Way::Up } else { Way::Down };
        (way.turns() + Way::TURNS + Other::Left.turns()) as u64
    }

    #[device]
    pub trait Operation {
        fn apply(&self, x: u32) -> u32;
        fn fold(&self, values: &[u32]) -> u32 {
            let mut sum = 0_u32;
            for value in values {
                sum = sum.wrapping_add(self.apply(*value));
            }
            sum
        }
        fn with(&self, x: u32, f: impl Fn(u32) -> u32) -> u32 {
            f(self.apply(x)) ^ f(x)
        }
        fn add_to(&self, to: &mut u32, (a, b): (u32, u32)) {
            *to = to.wrapping_add(self.apply(a ^ b));
        }
        fn maybe(&self, x: Option<u32>) -> Option<u32> {
            Some(self.apply(x?))
        }
        fn same(&self, other: &Self) -> bool {
            self.apply(1) == other.apply(1)
        }
        fn pick(self, other: Self, first: bool) -> Self
        where
            Self: Sized,
        {
            if first { self } else { other }
        }
        fn checked(&self, x: u32) -> u32 {
            assert!(self.apply(x) != x || x > 0, "no {x}");
            x
        }
        fn length(&self) -> u32 {
            self.apply(9)
        }
        fn twice(&self, x: u32) -> u32 {
            self.with(x, |y: u32| y.rotate_left(3)) ^ self.length()
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Xor {
        by: u32,
    }

    #[device]
    impl Operation for Xor {
        fn apply(&self, x: u32) -> u32 {
            x ^ self.by
        }
    }

    #[device]
    fn operate<O: Operation + Copy>(o: O, p: O, x: u32) -> u32 {
        let mut sum = 3;
        o.add_to(&mut sum, (x, 2));
        let q = o.pick(p, x > 5);
        let all = sum ^ q.fold(&[x, 2, 3]) ^ q.maybe(Some(x)).unwrap_or(3) ^ u32::from(o.same(&q));
        all ^ o.with(x, |y: u32| y ^ 9) ^ o.length() ^ o.twice(x)
    }

    #[device]
    fn given_with_arguments(a: u32, b: u32, k: u32) -> u64 {
        let xor = Xor { by: b | 1 };
        let mut all = u64::from(xor.fold(&[a, b, 3]));
        all = mix(all, u64::from(xor.with(a, |x| x.wrapping_mul(k))));
        let mut sum = 9;
        xor.add_to(&mut sum, (a, b));
        all = mix(all, u64::from(sum ^ xor.length() ^ xor.twice(a)));
        all = mix(all, u64::from(xor.maybe(None).unwrap_or(8) ^ xor.checked(a)));
        mix(all, u64::from(operate(xor, Xor { by: 4 }, a)))
    }

    #[device]
    pub trait Compared: Copy + PartialEq {
        fn differs(&self, other: Self) -> bool {
            let copy = *self;
            copy != other || self.clone() != other
        }
    }

    #[device]
    impl Compared for Pair {}

    #[device]
    #[derive(Clone, Copy)]
    pub struct Parity {
        number: u32,
    }

    #[device]
    impl PartialEq for Parity {
        fn eq(&self, other: &Parity) -> bool {
            self.number & 1 == other.number & 1
        }
    }

    #[device]
    impl Compared for Parity {}

    #[device]
    fn given_by_bounds(a: u32, b: u32) -> u64 {
        let pairs = Pair { x: a, y: 1.0 }.differs(Pair { x: b, y: 1.0 });
        u64::from(pairs) + 2 * u64::from(Parity { number: a }.differs(Parity { number: b }))
    }

    #[device]
    fn areas<T: Shape>(shape: &T) -> f32 {
        <T as Shape>::area(shape) + T::area(shape) + <T as Shape>::make(2.0).area() + T::make(3.0).area()
    }

    #[device]
    fn named_by_traits(x: f32, y: f32) -> u64 {
        let (square, triangle) = (Square { side: x }, Triangle(x, y));
        let all = mix(bits(areas(&square)), bits(areas(&triangle)));
        let all = mix(all, bits(<Square as Shape>::double(&square)) + bits(<Triangle as Shape>::double(&triangle)));
        let all = mix(all, bits(<Triangle as Shape>::make(x).0));
        mix(all, u64::from(<Square as Shape>::SIDES + <Triangle as Shape>::SIDES + <Square as Shape>::corners()))
    }

    #[device]
    pub trait Holder {
        type Item;
        const NUMBER: u32 = 5;
        fn first(&self) -> Self::Item;
        fn second(&self) -> Self::Item;
        fn choose(&self, first: bool) -> Self::Item {
            if first { self.first() } else { self.second() }
        }
        fn both(&self) -> [Self::Item; 2] {
            [self.first(), self.second()]
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Mixed<A, B> {
        a: A,
        b: B,
    }

    #[device]
    impl<A: Copy, B: Copy> Holder for Mixed<A, B> {
        type Item = A;
        fn first(&self) -> A {
            self.a
        }
        fn second(&self) -> A {
            self.a
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Two<T> {
        items: [T; 2],
    }

    #[device]
    impl<T: Copy> Holder for Two<T> {
        type Item = (T, u32);
        fn first(&self) -> (T, u32) {
            (self.items[0], 1)
        }
        fn second(&self) -> Self::Item {
            (self.items[1], 2)
        }
    }

    #[device]
    impl Holder for Square {
        type Item = Mixed<u32, f32>;
        fn first(&self) -> Mixed<u32, f32> {
            Mixed { a: 3, b: self.side }
        }
        fn second(&self) -> Mixed<u32, f32> {
            Mixed { a: 4, b: self.side }
        }
    }

    #[device]
    fn chosen<H: Holder>(holder: &H, first: bool) -> H::Item {
        holder.choose(first)
    }

    #[device]
    fn beside<H: Holder>(item: H::Item, holder: &H, first: bool) -> (<H as Holder>::Item, H::Item, u32) {
        let other: H::Item = chosen(holder, first);
        (item, other, H::NUMBER)
    }

    #[device]
    fn perhaps<H: Holder>(holder: &H, first: bool) -> Option<H::Item> {
        if first { Some(holder.first()) } else { None }
    }

    #[device]
    fn inner<H>(holder: &H) -> <H::Item as Holder>::Item
    where
        H: Holder,
        H::Item: Holder,
    {
        holder.second().first()
    }

    #[device]
    fn types_of_traits(a: u32, k: u32, x: f32, y: f32) -> u64 {
        let (mixed, two, first) = (Mixed { a, b: x }, Two { items: [x, y] }, k > 4);
        let number: <Square as Holder>::Item = chosen(&Square { side: x }, first);
        let mut all = mix(u64::from(chosen(&mixed, first)), bits(chosen(&two, first).0));
        let (one, other, count) = beside(7_u32, &mixed, first);
        all = mix(all, u64::from(one ^ other) + u64::from(count + number.a));
        let (one, other, count) = beside((2.5, 3), &two, first);
        all = mix(all, u64::from(one.1 + count) + bits(other.0));
        all = mix(all, u64::from(perhaps(&mixed, first).unwrap_or(3)) + bits(two.both()[1].0));
        mix(all, u64::from(inner(&Square { side: y })))
    }
}
