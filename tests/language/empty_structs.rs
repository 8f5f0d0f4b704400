//! Structs without fields: choices by types, fields of others, and values of their own.

conformance! {
    program EmptyStructs;
    cases |input| {
        choices_by_types(input.a, input.b, input.k),
        choices_by_values(input.a, input.b, input.k),
        fields_and_derives(input.a, input.b),
        names_in_patterns(input.a, input.k),
        operators_and_modules(input.a, input.b),
        held_by_generic_types(input.a, input.b, input.k),
        with_a_number(input.a, input.b),
        out_of_branches(input.a, input.k),
    }

    use crate::input::mix;

    #[device]
    pub trait Fold {
        const START: u32;

        fn of(a: u32, b: u32) -> u32;

        fn with(&self, a: u32, b: u32) -> u32 {
            Self::of(a, b).wrapping_add(1)
        }
    }

    #[device]
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Sum;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Product {}

    #[device]
    #[derive(Clone, Copy)]
    pub struct Mixed();

    #[device]
    impl Fold for Sum {
        const START: u32 = 0;

        fn of(a: u32, b: u32) -> u32 {
            a.wrapping_add(b)
        }
    }

    #[device]
    impl Fold for Product {
        const START: u32 = 1;

        fn of(a: u32, b: u32) -> u32 {
            a.wrapping_mul(b)
        }

        fn with(&self, a: u32, b: u32) -> u32 {
            a.wrapping_mul(b) ^ 5
        }
    }

    #[device]
    impl Fold for Mixed {
        const START: u32 = 5;

        fn of(a: u32, b: u32) -> u32 {
            a ^ b.rotate_left(3)
        }
    }

    #[device]
    pub fn folded<F: Fold>(values: &[u32]) -> u32 {
        let mut result = F::START;
        for value in values {
            result = F::of(result, *value);
        }
        result
    }

    #[device]
    pub fn folded_with<F: Fold>(fold: F, values: &[u32]) -> u32 {
        let mut result = F::START;
        for value in values {
            result = fold.with(result, *value);
        }
        result
    }

    #[device]
    pub fn once(fold: &impl Fold, value: u32) -> u32 {
        fold.with(value, 3)
    }

    #[device]
    pub fn choices_by_types(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, k];
        let first = mix(folded::<Sum>(&values) as u64, folded::<Product>(&values) as u64);
        mix(first, folded::<Mixed>(&values) as u64)
    }

    #[device]
    pub fn choices_by_values(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, k];
        let product = Product {};
        let first = mix(folded_with(Sum, &values) as u64, folded_with(product, &values) as u64);
        let second = mix(folded_with(Mixed(), &values) as u64, once(&Sum {}, a) as u64);
        mix(first, second) ^ (once(&product, b) ^ Sum.with(a, 1) ^ Product {}.with(b, 7)) as u64
    }

    #[device]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Numbered {
        first: Sum,
        second: Sum,
        number: u32,
    }

    #[device]
    impl Sum {
        pub const WEIGHT: u32 = 4;

        pub fn new() -> Self {
            Self
        }

        pub fn renewed(&mut self) -> u32 {
            *self = Sum;
            Self::WEIGHT
        }
    }

    #[device]
    pub const ONE_SUM: Sum = Sum;

    #[device]
    pub fn fields_and_derives(a: u32, b: u32) -> u64 {
        let one = Numbered { number: a, ..Default::default() };
        let other = Numbered { number: b, ..one };
        let mut sum = Sum::default();
        let mut result = one.number ^ sum.renewed() ^ [Sum; 3].len() as u32;
        if one == other {
            result ^= 16;
        }
        if sum == Sum::new() && sum <= ONE_SUM {
            result ^= 32;
        }
        if sum < Sum || sum.max(Sum).cmp(&sum).is_ne() {
            result ^= 64;
        }
        let pair = (Sum, other.number, sum.clone());
        if pair.0 == pair.2 { result as u64 } else { pair.1 as u64 }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Quiet;

    #[device]
    #[derive(Clone, Copy)]
    pub enum Event {
        Silent(Quiet),
        Sound { by: Quiet, loud: u32 },
        Nothing,
    }

    #[device]
    pub fn behind_a_pattern(Quiet: Quiet, x: u32) -> u32 {
        x ^ 3
    }

    #[device]
    pub fn names_in_patterns(a: u32, k: u32) -> u64 {
        let event = match k % 3 {
            0 => Event::Silent(Quiet),
            1 => Event::Sound { by: Quiet, loud: a },
            _ => Event::Nothing,
        };
        let mut result = match event {
            Event::Silent(Quiet) => 1,
            Event::Sound { by: Quiet, loud } => loud,
            Event::Nothing => 3,
        };
        match (Quiet, a) {
            (Quiet, 3) => result ^= 5,
            (_, 4..) => result ^= 6,
            _ => {}
        }
        match Quiet {
            Quiet => result ^= 8,
        }
        let Quiet = Quiet;
        let (number, Quiet) = if a > k { (1, Quiet) } else { (2, Quiet) };
        let last = |Quiet, x: u32| x ^ 9;
        (result ^ behind_a_pattern(Quiet, a) ^ number ^ last(Quiet, k)) as u64
    }

    pub mod shapes {
        use whipple::prelude::*;

        #[device]
        #[derive(Clone, Copy)]
        pub struct Inner;

        #[device]
        impl Inner {
            pub fn number(self) -> u32 {
                9
            }
        }
    }

    use shapes::Inner as Renamed;

    #[device]
    #[derive(Clone, Copy)]
    pub struct ByHand;

    #[device]
    impl PartialEq for ByHand {
        fn eq(&self, _: &Self) -> bool {
            false
        }
    }

    #[device]
    impl std::ops::Add<u32> for ByHand {
        type Output = u32;

        fn add(self, other: u32) -> u32 {
            other.wrapping_add(5)
        }
    }

    #[device]
    impl std::ops::Mul<ByHand> for u32 {
        type Output = u32;

        fn mul(self, _: ByHand) -> u32 {
            self.wrapping_mul(6)
        }
    }

    #[device]
    pub fn operators_and_modules(a: u32, b: u32) -> u64 {
        let mut result = shapes::Inner.number() * Renamed.number();
        if ByHand == ByHand {
            result ^= 1 << 9;
        }
        // The pattern asks nobody.
        match ByHand {
            ByHand => result ^= 1 << 10,
        }
        mix(result as u64, mix((ByHand + a) as u64, (b * ByHand) as u64))
    }

    #[device]
    pub trait Before {
        fn before(a: u32, b: u32) -> bool;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Smaller;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Larger;

    #[device]
    impl Before for Smaller {
        fn before(a: u32, b: u32) -> bool {
            a < b
        }
    }

    #[device]
    impl Before for Larger {
        fn before(a: u32, b: u32) -> bool {
            a > b
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Heap<O, const N: usize> {
        order: O,
        items: [u32; N],
        count: usize,
    }

    #[device]
    impl<O: Before + Copy, const N: usize> Heap<O, N> {
        pub fn new(order: O) -> Self {
            Self { order, items: [0; N], count: 0 }
        }

        pub fn push(&mut self, item: u32) {
            let mut at = self.count;
            self.items[at] = item;
            self.count += 1;
            while at > 0 && O::before(self.items[at], self.items[(at - 1) / 2]) {
                self.items.swap(at, (at - 1) / 2);
                at = (at - 1) / 2;
            }
        }
    }

    #[device]
    pub fn held_by_generic_types(a: u32, b: u32, k: u32) -> u64 {
        let mut least = Heap::<Smaller, 3>::new(Smaller);
        let mut most = Heap::<Larger, 4> { order: Larger, items: [0; 4], count: 0 };
        for item in [a, b, k] {
            least.push(item);
            most.push(item);
        }
        mix(least.items[0] as u64, most.items[0] as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Shift<const N: u32>;

    #[device]
    impl<const N: u32> Shift<N> {
        pub fn of(self, x: u32) -> u32 {
            x >> N
        }

        pub fn itself() -> Self {
            Self
        }
    }

    #[device]
    pub fn with_a_number(a: u32, b: u32) -> u64 {
        let (one, two) = (Shift::<3>, Shift::<4> {});
        mix(mix(one.of(a) as u64, two.of(b) as u64), Shift::<5>::itself().of(a ^ b) as u64)
    }

    #[device]
    pub fn chosen<A, B: Copy>(_: A, value: B, is_given: bool) -> Option<B> {
        if is_given { Some(value) } else { None }
    }

    #[device]
    pub fn out_of_branches(a: u32, k: u32) -> u64 {
        let mut best = None;
        for i in 0..3 {
            if k == i {
                best = Some(Quiet);
            }
        }
        let mut result = best.is_some() as u32;
        if let Some(Quiet) = chosen(1_u32, Quiet, a > k) {
            result ^= 1 << 20;
        }
        let Some(Quiet) = chosen(Quiet, Quiet, a > 3) else { return 6 };
        let checked: Result<u32, Quiet> = if a % 2 == 0 { Ok(a) } else { Err(loop { break Quiet }) };
        match checked {
            Ok(value) => result ^= value,
            Err(Quiet) => result ^= 4,
        }
        result as u64
    }
}
