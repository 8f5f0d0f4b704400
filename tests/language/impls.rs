//! Impls of std's traits by hand: device code calls those that rustc calls.

conformance! {
    program Impls;
    cases |input| {
        clones(input.a, input.b),
        clones_in_aggregates(input.a, input.b, input.k),
        clones_in_loops(input.a, input.b),
        clones_in_generic_functions(input.a, input.b),
        clones_behind_references(input.a, input.b),
        clones_of_fields(input.a, input.b, input.k),
        clones_together_with_copy(input.a, input.b),
        clones_as_bases(input.a, input.b),
        orders_beside_equality(input.a, input.b, input.k, input.l),
        functions_of_one_name(input.a, input.b),
        operators_of_fields(input.a, input.b),
        operators_by_others(input.a, input.b),
        clones_by_methods(input.a, input.b),
        generics_of_device_impls(input.a, input.b, input.x),
        defaults_in_generic_functions(input.a, input.k, input.x),
        operators_with_truth_values(input.a, input.b, input.k),
        long_chains(input.a, input.b, input.x, input.y),
        beside_generic_parameters(input.a, input.b),
        own_from(input.k),
        traits_with_names_of_the_library(input.a, input.b, input.k),
        getters(input.a, input.b, input.k),
        getters_of_traits(input.a, input.k),
        getters_of_generic_types(input.a, input.b, input.k, input.l),
    }

    use crate::input::{bits, mix};
    use std::ops::{Add, Mul};

    // Orders and conversions of the host, which device code does not call.
    impl PartialOrd for Pair {
        fn partial_cmp(&self, other: &Pair) -> Option<std::cmp::Ordering> {
            other.second.partial_cmp(&self.second)
        }
    }

    impl std::ops::Index<usize> for Pair {
        type Output = u32;
        fn index(&self, index: usize) -> &u32 {
            if index == 0 { &self.first } else { &self.second }
        }
    }

    pub trait Weight {
        fn weight(&self) -> u32;
        fn heavier(self, by: u32) -> u32;
    }

    #[device]
    impl Weight for Pair {
        fn weight(&self) -> u32 {
            self.first ^ self.second
        }
        fn heavier(self, by: u32) -> u32 {
            self.first.wrapping_mul(by)
        }
    }

    #[device]
    pub fn weigh<T: Weight>(value: &T) -> u32 {
        value.weight()
    }

    #[device]
    pub fn weigh_all<T: Weight + Copy, const N: usize>(values: [T; N], by: u32) -> u32 {
        let mut sum = 0_u32;
        for value in values {
            let copy = value;
            sum = sum.wrapping_add(weigh(&copy)) ^ copy.heavier(by);
        }
        sum
    }

    // Beside a generic parameter, one of a type with methods of its own.
    #[device]
    pub fn weigh_beside<T: Weight>(tally: Tally, other: &Tally, value: &T) -> u32 {
        let copy = tally;
        tally.doubled() ^ other.doubled().rotate_left(3) ^ copy.doubled().wrapping_mul(value.weight())
    }

    #[device]
    impl Tally {
        pub fn doubled(&self) -> u32 {
            self.count << 1
        }
    }

    #[device]
    pub fn middle<T: Add<Output = T> + Mul<f32, Output = T> + Copy>(a: T, b: T) -> T {
        (a + b) * 0.5
    }

    #[device]
    pub fn clones_by_methods(a: u32, b: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        let mut pairs = [pair; 3];
        pairs.fill(pair);
        let last = pairs.get(2).cloned();
        let sum = pairs[0].first ^ pairs[2].first;
        match last {
            Some(last) => mix(sum as u64, mix(last.first as u64, last.second as u64)),
            None => 0,
        }
    }

    #[device]
    pub fn generics_of_device_impls(a: u32, b: u32, x: f32) -> u64 {
        let pair = Pair { first: a, second: b };
        let center = middle(Vec3::splat(x), vec3(1.0, 2.0, 3.0));
        let number = middle(x, 2.0);
        let beside = weigh_beside(Tally { count: a }, &Tally { count: b }, &pair);
        mix(weigh_all([pair, pair], b) as u64 ^ (beside as u64) << 8, bits(center.x)) ^ bits(number)
    }

    #[device]
    pub fn sum_of<T: Default + std::ops::AddAssign + Copy, const N: usize>(values: [T; N]) -> T {
        let mut sum = T::default();
        for value in values {
            sum += value;
        }
        sum
    }

    #[device]
    pub fn or_default<T: Default + Copy>(value: Option<T>) -> T {
        match value {
            Some(value) => value,
            None => T::default(),
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Step {
        pub by: u32,
    }

    #[device]
    impl Default for Step {
        fn default() -> Step {
            Step { by: 3 }
        }
    }

    /// The defaults of numbers, of what the library has, and of a type of one's own inside these.
    #[device]
    pub fn defaults_in_generic_functions(a: u32, k: u32, x: f32) -> u64 {
        let numbers = sum_of([a & 0xff, 2, 3]) as u64 + sum_of([k as u8; 3]) as u64;
        let floats = mix(bits(sum_of([x, 0.5])), bits(sum_of([Vec3::X, Vec3::splat(x)]).y));
        let own = or_default(if k > 3 { Some(Step { by: k }) } else { None }).by;
        let pair = or_default(if k > 4 { Some((k, Step { by: 1 })) } else { None });
        let steps = or_default(if k > 5 { Some([Step { by: 5 }; 2]) } else { None });
        let matrix = or_default(if k > 6 { Some(Mat3::ZERO) } else { None });
        let none: Option<Option<u32>> = None;
        let rest = pair.0 + pair.1.by * 10 + steps[1].by * 100 + or_default(none).is_none() as u32 * 1000;
        mix(mix(numbers, floats), mix((own + rest) as u64, bits(matrix.y_axis.y)))
    }

    #[device]
    impl std::ops::BitXor<bool> for Pair {
        type Output = Pair;
        fn bitxor(self, is_turned: bool) -> Pair {
            if is_turned { Pair { first: self.second, second: self.first } } else { self }
        }
    }

    #[device]
    impl std::ops::BitAnd<bool> for Pair {
        type Output = u32;
        fn bitand(self, is_kept: bool) -> u32 {
            if is_kept { self.first } else { 0 }
        }
    }

    /// An operand that is a `bool` does not say that the other one is.
    #[device]
    pub fn operators_with_truth_values(a: u32, b: u32, k: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        let turned = pair ^ (k > 3);
        let (is_small, is_even) = (a < 9, b % 2 == 0);
        let truths = (is_small ^ is_even) as u32 + (is_small & (k > 2)) as u32 * 2 + (is_even | is_small) as u32 * 4;
        mix(mix(turned.first as u64, (turned & (k > 7)) as u64), truths as u64)
    }

    #[device]
    pub fn long_chains(a: u32, b: u32, x: f32, y: f32) -> u64 {
        let mut sum = Tally { count: a };
        sum += Tally { count: b } + Tally { count: 1 } + Tally { count: a & 7 } + Tally { count: b >> 3 };
        let floats = x * x + y * y + 2.0 * x * y - x / 3.0 + 1.0;
        let integers = a & 0xff ^ b & 0xf0f ^ a >> 3 ^ 5 + (b & 1) * 2;
        mix(mix(sum.count as u64, integers as u64), bits(floats))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Tally {
        pub count: u32,
    }

    #[device]
    impl Add for Tally {
        type Output = Tally;
        fn add(self, other: Tally) -> Tally {
            Tally { count: self.count.wrapping_add(other.count).rotate_left(1) }
        }
    }

    #[device]
    impl std::ops::AddAssign for Tally {
        fn add_assign(&mut self, other: Tally) {
            self.count ^= other.count;
        }
    }

    #[device]
    #[derive(Copy, Debug)]
    pub struct Pair {
        pub first: u32,
        pub second: u32,
    }

    #[device]
    impl Clone for Pair {
        fn clone(&self) -> Self {
            Pair { first: self.second, second: self.first ^ 0x5555 }
        }
    }

    // Equal by the first alone, ordered by both.
    #[device]
    impl PartialEq for Pair {
        fn eq(&self, other: &Pair) -> bool {
            self.first == other.first
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialOrd)]
    pub struct Key {
        pub major: u32,
        pub minor: u32,
    }

    #[device]
    impl PartialEq for Key {
        fn eq(&self, other: &Key) -> bool {
            self.major == other.major
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub struct Entry {
        pub key: Key,
        pub value: u32,
    }

    // Cloned field by field: `Copy` is not derived.
    #[device]
    #[derive(Clone)]
    pub struct Line {
        pub from: Pair,
        pub ends: [Pair; 2],
    }

    impl Copy for Line {}

    #[device]
    #[derive(Clone)]
    pub enum Shape {
        Nothing,
        Dot(Pair),
        Line { from: Pair, width: u32 },
    }

    impl Copy for Shape {}

    // Copied, whatever its fields do.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Copied {
        pub pair: Pair,
    }

    #[device]
    impl Add for Pair {
        type Output = Pair;
        fn add(self, other: Pair) -> Pair {
            Pair { first: self.first ^ other.first, second: self.second.wrapping_add(other.second) }
        }
    }

    #[device]
    impl Add for Copied {
        type Output = Copied;
        fn add(self, other: Copied) -> Copied {
            Copied { pair: self.pair + other.pair }
        }
    }

    #[device]
    impl Mul<u32> for Pair {
        type Output = Pair;
        fn mul(self, other: u32) -> Pair {
            Pair { first: self.first.wrapping_mul(other), second: self.second }
        }
    }

    #[device]
    impl Mul for Pair {
        type Output = Pair;
        fn mul(self, other: Pair) -> Pair {
            self * other.first + self * other.second
        }
    }

    pub trait Size {
        fn size(&self) -> u32;
    }

    #[device]
    impl Size for Pair {
        fn size(&self) -> u32 {
            self.first.wrapping_add(self.second)
        }
    }

    #[device]
    impl Size for Copied {
        fn size(&self) -> u32 {
            self.pair.size() ^ size(&self.pair)
        }
    }

    #[device]
    fn size(pair: &Pair) -> u32 {
        pair.size().wrapping_mul(3)
    }

    #[device]
    fn number(pair: Pair) -> u64 {
        mix(pair.first as u64, pair.second as u64)
    }

    #[device]
    fn twin<T: Clone>(value: &T) -> T {
        value.clone()
    }

    #[device]
    pub fn clones(a: u32, b: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        mix(number(pair.clone()), number(pair.clone().clone().clone()))
    }

    #[device]
    pub fn clones_in_aggregates(a: u32, b: u32, k: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        let array = [pair, Pair { first: k, second: a }].clone();
        let (second, one, (third, _)) = (pair, 1_u32, (pair, true)).clone();
        let option = if k > 7 { Some(pair) } else { None };
        let fourth = option.clone().unwrap_or(Pair { first: 3, second: 4 });
        let nested = [Some((pair, a)), None].clone()[0].unwrap().0;
        let sum = mix(mix(number(array[0]), number(array[1])), mix(number(second), one as u64));
        mix(sum, mix(mix(number(third), number(fourth)), number(nested)))
    }

    #[device]
    pub fn clones_in_loops(a: u32, b: u32) -> u64 {
        let pairs = [Pair { first: a, second: b }, Pair { first: b, second: 7 }];
        let mut sum = 0;
        for pair in pairs.iter().cloned() {
            sum = mix(sum, number(pair));
        }
        for (index, mut pair) in pairs.iter().cloned().enumerate() {
            pair.first ^= index as u32;
            sum = mix(sum, number(pair));
        }
        for Pair { first, second } in pairs.iter().cloned().rev() {
            sum = mix(sum, mix(first as u64, second as u64));
        }
        for pair in pairs.iter().copied() {
            sum = mix(sum, number(pair));
        }
        sum
    }

    #[device]
    pub fn clones_in_generic_functions(a: u32, b: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        mix(number(twin(&pair)), mix(number(twin(&[pair, pair])[1]), twin(&a) as u64))
    }

    #[device]
    #[expect(suspicious_double_ref_op, reason = "the reference alone is cloned")]
    pub fn clones_behind_references(a: u32, b: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        let one = &pair;
        let two = &one;
        let copied = &Copied { pair };
        let again = &copied;
        mix(number(one.clone()), mix(number((*two).clone()), number(again.clone().pair)))
    }

    #[device]
    pub fn clones_of_fields(a: u32, b: u32, k: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        let line = Line { from: pair, ends: [pair, Pair { first: k, second: b }] }.clone();
        let shape = match k % 3 {
            0 => Shape::Nothing,
            1 => Shape::Dot(pair),
            _ => Shape::Line { from: pair, width: k },
        };
        let drawn = match shape.clone() {
            Shape::Nothing => 1,
            Shape::Dot(pair) => number(pair),
            Shape::Line { from, width } => mix(number(from), width as u64),
        };
        mix(mix(number(line.from), number(line.ends[1])), drawn)
    }

    #[device]
    pub fn clones_together_with_copy(a: u32, b: u32) -> u64 {
        number(Copied { pair: Pair { first: a, second: b } }.clone().pair)
    }

    #[device]
    pub fn clones_as_bases(a: u32, b: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        number(Pair { first: 9, ..pair.clone() })
    }

    #[device]
    pub fn orders_beside_equality(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (one, two) = (Key { major: a, minor: k }, Key { major: b, minor: l });
        let (first, second) = (Entry { key: one, value: l }, Entry { key: two, value: k });
        let entries = (first < second) as u64 | ((first >= second) as u64) << 1 | ((first == second) as u64) << 2;
        let tuples = ((one, l) < (two, k)) as u64 | (((one, l) == (two, k)) as u64) << 1;
        let arrays = ([one, two] <= [two, one]) as u64 | (([one] == [two]) as u64) << 1;
        let pairs = Pair { first: k, second: a } == Pair { first: l, second: b };
        mix(mix(entries, tuples), mix(arrays, pairs as u64))
    }

    #[device]
    pub fn functions_of_one_name(a: u32, b: u32) -> u64 {
        Copied { pair: Pair { first: a, second: b } }.size() as u64
    }

    #[device]
    pub fn operators_of_fields(a: u32, b: u32) -> u64 {
        let copied = Copied { pair: Pair { first: a, second: b } };
        number((copied + copied).pair)
    }

    #[device]
    pub fn operators_by_others(a: u32, b: u32) -> u64 {
        let pair = Pair { first: a, second: b };
        number(pair * (pair + pair * 3))
    }

    #[device]
    impl Key {
        pub fn doubled(&self) -> u32 {
            self.major << 1
        }

        pub fn len(&self) -> u32 {
            self.minor & 7
        }
    }

    // A method of a type of its own beside a value of any type that is cloned.
    #[device]
    pub fn twin_beside<T: Clone + PartialEq>(key: Key, other: &Key, value: &T, than: T) -> u32 {
        let copy = key;
        let same = value.clone() == than;
        key.doubled() ^ other.doubled().rotate_left(3) ^ (copy.len() << 8) ^ same as u32
    }

    #[device]
    pub fn beside_generic_parameters(a: u32, b: u32) -> u64 {
        let (one, other) = (Key { major: a, minor: b }, Key { major: b, minor: a });
        let pair = Pair { first: a, second: b };
        mix(twin_beside(one, &other, &pair, pair) as u64, twin_beside(other, &one, &a, b) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Made {
        pub of: u32,
    }

    #[device]
    impl Made {
        pub fn from(of: u32, more: u32) -> Made {
            Made { of: of ^ more }
        }
    }

    /// A function of a type's own may have the name of a trait's.
    #[device]
    pub fn own_from(k: u32) -> u64 {
        let made = Made::from(k, 5);
        mix(made.of as u64, Made::from(made.of, k).of as u64)
    }

    /// A trait of one's own, called like one of std's that device code refuses, with functions called like methods of numbers.
    pub trait Hash: Copy {
        fn step(one: Self, other: Self) -> Self;
        fn sin(&self) -> u32;
        fn lerp(&self, to: u32, by: u32) -> u32;
        fn abs(number: u32) -> u32;
        fn max(one: Self, other: u32) -> u32;
    }

    #[device]
    impl Hash for Made {
        fn step(one: Made, other: Made) -> Made {
            Made { of: one.of ^ other.of.rotate_left(3) }
        }
        fn sin(&self) -> u32 {
            self.of ^ 5
        }
        fn lerp(&self, to: u32, by: u32) -> u32 {
            self.of ^ to ^ by.rotate_left(7)
        }
        fn abs(number: u32) -> u32 {
            number ^ 9
        }
        fn max(one: Made, other: u32) -> u32 {
            one.of & other
        }
    }

    #[device]
    pub fn hashed<T: Hash>(one: T, other: T, k: u32) -> u32 {
        let step = T::step(one, other);
        T::sin(&step) ^ T::lerp(&one, k, 3) ^ T::abs(k) ^ T::max(other, k) ^ step.sin().rotate_left(1)
    }

    #[device]
    pub fn traits_with_names_of_the_library(a: u32, b: u32, k: u32) -> u64 {
        hashed(Made { of: a }, Made { of: b }, k) as u64
    }

    /// A method may be called like a field of its type, also where the device library has one of that name.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Frame {
        pub len: u32,
        pub min: u32,
        pub next: u32,
        pub items: [u32; 4],
        pub area: u32,
        pub class: u32,
    }

    #[device]
    impl Frame {
        const AREA: u32 = 4;

        pub fn len(&self) -> u32 {
            self.len
        }
        pub fn min(&self) -> u32 {
            self.min >> 1
        }
        pub fn next(&mut self) -> u32 {
            self.next += 1;
            self.next
        }
        pub fn items(&self) -> [u32; 4] {
            self.items
        }
        pub fn area(&self) -> u32 {
            self.area * Self::AREA
        }
        pub fn class(self) -> u32 {
            self.area() ^ Self::area(&self) ^ self.class
        }
    }

    #[device]
    pub fn getters(a: u32, b: u32, k: u32) -> u64 {
        let mut window = Frame { len: k, min: a, next: 3, items: [1, 2, b, 4], area: k + 5, class: 9 };
        let Frame { len, min, .. } = window;
        window.min = window.min() / 2;
        window.area += Frame::area(&window) / 8;
        let stepped = window.next() * 5 - window.next();
        let classes = Some(window).map_or(0, |window| window.class()) + Some(window).map(Frame::class).unwrap_or(1);
        let area = window.area();
        let lengths = (len + window.len() * window.len + stepped + classes) as u64;
        mix(lengths, mix(min as u64 + window.min as u64, area as u64 ^ window.items()[2] as u64))
    }

    pub trait Measured {
        const SIZE: u32;
        fn size(&self) -> u32;
        fn id(self) -> u32;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Plate {
        pub size: u32,
        pub id: u32,
    }

    #[device]
    impl Measured for Plate {
        const SIZE: u32 = 4;
        fn size(&self) -> u32 {
            self.size / 4
        }
        fn id(self) -> u32 {
            self.id + 1
        }
    }

    #[device]
    pub fn size_of_both<T: Measured + Copy>(shape: T) -> u32 {
        T::size(&shape) ^ shape.size().rotate_left(3) ^ shape.id() ^ T::SIZE
    }

    #[device]
    pub fn getters_of_traits(a: u32, k: u32) -> u64 {
        let square = Plate { size: a, id: k };
        mix(size_of_both(square) as u64, Plate::size(&square) as u64 + square.size as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Couple<T> {
        pub left: T,
        pub right: T,
    }

    #[device]
    impl<T: Copy> Couple<T> {
        pub fn left(self) -> T {
            self.left
        }
        pub fn right(&self) -> T {
            self.right
        }
        pub fn swapped(self) -> Self {
            Self { left: self.right, right: self.left }
        }
    }

    /// Fields of a variant, too.
    #[device]
    #[derive(Clone, Copy)]
    pub enum Section {
        Span { start: u32, len: u32 },
        One(u32),
    }

    #[device]
    impl Section {
        pub fn start(self) -> u32 {
            match self {
                Section::Span { start, .. } => start,
                Section::One(at) => at,
            }
        }
        pub fn len(&self) -> u32 {
            if let Section::Span { len, .. } = *self { len } else { 0 }
        }
    }

    #[device]
    pub fn getters_of_generic_types(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let pair = Couple { left: a, right: b }.swapped();
        let part = if k > 5 { Section::Span { start: k, len: l } } else { Section::One(a) };
        mix((pair.left() ^ pair.left) as u64 + pair.right() as u64, (part.start() ^ part.len()) as u64)
    }
}
