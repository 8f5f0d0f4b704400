//! Defaults: derived ones, `Default::default()`, and what std takes and unwraps by them.

conformance! {
    program Defaults;
    cases |input| {
        defaults_derived(input.k),
        defaults_of_enums(input.k),
        defaults_by_trait(input.a, input.b, input.k, input.x),
        defaults_in_closures(input.a, input.k, input.l),
        defaults_of_type_parameters(input.a, input.k, input.m),
        defaults_of_what_is_written(input.b, input.k),
        defaults_of_options(input.a, input.b, input.k),
        taken(input.a, input.b, input.k),
        taken_in_order(input.a),
        taken_references(input.a, input.b, input.k),
    }

    use crate::input::{bits, mix};
    use std::mem;

    #[device]
    #[derive(Clone, Copy, Default)]
    pub struct Ring {
        pub start: u32,
        pub values: [u32; 3],
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Default)]
    pub enum Turn {
        Left,
        #[default]
        Right,
    }

    #[device]
    #[derive(Clone, Copy, Default)]
    pub enum Solid {
        Ball(f32),
        Block { width: u32, turns: [Turn; 2] },
        #[default]
        Nothing,
    }

    #[device]
    impl Solid {
        pub fn size(&self) -> f32 {
            match *self {
                Solid::Ball(radius) => radius,
                Solid::Block { width, turns } => width as f32 + turns[1] as u32 as f32,
                Solid::Nothing => 0.5,
            }
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Weight {
        pub grams: u32,
    }

    #[device]
    impl Default for Weight {
        fn default() -> Self {
            Weight { grams: 70 }
        }
    }

    #[device]
    #[derive(Clone, Copy, Default)]
    pub struct Crate {
        pub weight: Weight,
        pub pair: [Weight; 2],
        pub turn: Turn,
        pub solid: Solid,
        pub at: Vec3,
        pub matrix: Mat3,
        pub count: u8,
        pub depth: i64,
        pub scale: f64,
        pub is_open: bool,
        pub r#type: usize,
    }

    #[device]
    #[derive(Clone, Copy, std::default::Default)]
    pub struct Stack(Crate, u32);

    #[device]
    impl Crate {
        fn sum(&self) -> u64 {
            let numbers = self.count as u64 + self.depth as u64 + self.scale as u64 + self.r#type as u64;
            let weights = self.weight.grams + self.pair[0].grams * 3 + self.pair[1].grams * 5;
            let vectors = bits(self.at.y + self.matrix.x_axis.x + self.matrix.x_axis.y);
            mix(mix(numbers, weights as u64), mix(vectors, bits(self.solid.size())) + self.turn as u64 + self.is_open as u64)
        }
    }

    #[device]
    pub fn defaults_derived(k: u32) -> u64 {
        let plain = Crate::default();
        let changed = Crate { count: k as u8, ..Default::default() };
        let other = Crate { depth: k as i64, ..Crate::default() };
        let stack = Stack::default();
        mix(mix(plain.sum(), changed.sum()), mix(other.sum(), stack.0.sum() + stack.1 as u64))
    }

    #[device]
    pub fn defaults_of_enums(k: u32) -> u64 {
        let turn = if k > 5 { Turn::default() } else { Turn::Left };
        let solid: Solid = if k > 9 { Solid::Ball(1.5) } else { Default::default() };
        mix(turn as u64, bits(solid.size()))
    }

    #[device]
    fn weighed(weight: Weight, count: u64, rest: [u16; 2]) -> u64 {
        weight.grams as u64 * 1000 + count * 10 + rest[1] as u64
    }

    #[device]
    fn pair() -> (u32, Weight, bool) {
        Default::default()
    }

    #[device]
    pub fn defaults_by_trait(a: u32, b: u32, k: u32, x: f32) -> u64 {
        let mut first = Default::default();
        if a > 5 {
            first = b;
        }
        let mut sum = std::default::Default::default();
        sum += x;
        let (number, weight, truth) = pair();
        let chosen = match k {
            0 => Default::default(),
            1 => 5_u8,
            k => k as u8,
        };
        let later;
        if k > 3 {
            later = Default::default();
        } else {
            later = Weight { grams: k };
        }
        let row = [Default::default(), a, core::default::Default::default()];
        let of_call = weighed(Default::default(), Default::default(), Default::default());
        let maybe = if k > 9 { Some(Default::default()) } else { Some(Turn::Left) };
        let turned = maybe.is_some_and(|turn| turn == Default::default());
        let whole = mix(first as u64 + number as u64 + weight.grams as u64, bits(sum) + truth as u64);
        mix(mix(whole, chosen as u64 + later.grams as u64), mix((row[0] ^ row[1]) as u64, of_call + turned as u64))
    }

    #[device]
    pub fn defaults_in_closures(a: u32, k: u32, l: u32) -> u64 {
        let of = |k: u32| if k > 5 { Ring { start: k, ..Default::default() } } else { Default::default() };
        let large = [1, k, l].iter().map(|k| if *k > 4 { *k } else { Default::default() }).sum::<u32>();
        let folded = (0..k).fold(Default::default(), |sum: Ring, i| Ring { start: sum.start ^ i, ..sum });
        let then = (k > 3).then_some(a).unwrap_or_default();
        mix(mix(of(k).start as u64 + of(l).start as u64, large as u64), folded.start as u64 + then as u64)
    }

    #[device]
    fn or_default<T: Default + Copy>(value: T, is_there: bool) -> T {
        if is_there { value } else { T::default() }
    }

    #[device]
    fn emptied<T: Default + Copy>(place: &mut T) -> T {
        mem::take(place)
    }

    #[device]
    fn unwrapped<T: Default + Copy>(value: T, is_there: bool) -> T {
        let value = if is_there { Some(value) } else { None };
        value.unwrap_or_default()
    }

    #[device]
    pub fn defaults_of_type_parameters(a: u32, k: u32, m: i64) -> u64 {
        let is_there = k > 7;
        let weight = or_default(Weight { grams: a }, is_there).grams;
        let turns = or_default([Turn::Left; 2], is_there);
        let pair = or_default((Weight { grams: 1 }, m), is_there);
        let mut value = Weight { grams: 3 };
        let old = emptied(&mut value).grams * 100 + value.grams;
        let last = unwrapped(Weight { grams: k }, is_there).grams ^ unwrapped(a, k > 3);
        mix(mix(weight as u64, turns[1] as u64 + pair.0.grams as u64), mix(pair.1 as u64, (old ^ last) as u64))
    }

    #[device]
    fn written<T: Default + Copy, const N: usize>(value: &mut [T; N], k: u32) -> T
    where
        [T; N]: Default,
    {
        let all: [T; N] = Default::default();
        let maybe: Option<T> = Default::default();
        let pair: (T, Weight) = Default::default();
        *value = if k > 3 { all } else { [maybe.unwrap_or_default(); N] };
        pair.0
    }

    #[device]
    fn started<const N: usize>(start: u32) -> [u32; N]
    where
        [u32; N]: Default,
    {
        let mut values: [u32; N] = Default::default();
        values[0] = start;
        values
    }

    #[device]
    pub fn defaults_of_what_is_written(b: u32, k: u32) -> u64 {
        let mut weights = [Weight { grams: b }; 3];
        let weight = written(&mut weights, k);
        let mut numbers = [k, b];
        let number = written(&mut numbers, k) + numbers[1];
        mix(weight.grams as u64 + weights[2].grams as u64, number as u64 + started::<4>(b)[0] as u64 + started::<2>(b)[1] as u64)
    }

    #[device]
    fn found(k: u32) -> Option<Weight> {
        if k & 1 == 0 { None } else { Some(Weight { grams: k }) }
    }

    #[device]
    pub fn defaults_of_options(a: u32, b: u32, k: u32) -> u64 {
        let weight = found(k).unwrap_or_default().grams;
        let number = a.checked_sub(b).unwrap_or_default();
        let mapped = found(k).map(|weight| [weight, weight]).unwrap_or_default()[1].grams;
        let turn = found(k).map(|_| Turn::Left).unwrap_or_default();
        let nested: Option<Option<u32>> = if k > 3 { Some(Some(k)) } else { None };
        let large = [a, b, 3].iter().find(|x| **x > 100).copied().unwrap_or_default();
        let whole = mix(weight as u64 + number as u64, mapped as u64 + turn as u64);
        mix(whole, nested.unwrap_or_default().unwrap_or_default() as u64 + large as u64)
    }

    #[device]
    impl Ring {
        fn drained(&mut self) -> u32 {
            mem::take(&mut self.start) ^ std::mem::take(&mut self.values[1])
        }

        fn emptied(&mut self) -> Self {
            core::mem::take(self)
        }
    }

    #[device]
    pub fn taken(a: u32, b: u32, k: u32) -> u64 {
        let mut ring = Ring { start: a, values: [b, k, a] };
        let drained = ring.drained();
        let old = ring.emptied();
        let mut rings = [ring, old];
        let row = mem::take(&mut rings[(k & 1) as usize].values);
        let mut maybe = Some(k);
        let was = mem::take(&mut maybe);
        let mut pair = (1_u8, 2.5_f32);
        let both = mem::take(&mut pair);
        let place = &mut rings[1];
        mem::take(&mut place.values[0]);
        let whole = mix(drained as u64 + old.values[0] as u64, row[2] as u64 + rings[1].values[0] as u64);
        mix(whole, was.is_some() as u64 + maybe.is_none() as u64 * 2 + both.0 as u64 + bits(both.1) + pair.0 as u64)
    }

    #[device]
    fn stepped(n: &mut u32) -> u32 {
        *n = n.wrapping_mul(5).wrapping_add(1);
        *n
    }

    #[device]
    pub fn taken_in_order(a: u32) -> u64 {
        let mut n = a;
        let first = stepped(&mut n) ^ mem::take(&mut n) ^ stepped(&mut n);
        let mut maybe = Some(stepped(&mut n));
        let parts = (mem::take(&mut maybe).unwrap_or_default(), maybe.unwrap_or_default(), stepped(&mut n));
        let mut weights = [Weight { grams: a }; 2];
        let last = mem::take(&mut weights[(stepped(&mut n) & 1) as usize]).grams ^ stepped(&mut n) ^ weights[0].grams;
        mix(mix(first as u64, parts.0 as u64 + parts.1 as u64), mix(parts.2 as u64, last as u64))
    }

    #[device]
    pub fn taken_references(a: u32, b: u32, k: u32) -> u64 {
        let mut best = Some(&a);
        let first = mem::take(&mut best).map_or(1, |value| *value);
        best = if k > 3 { Some(&b) } else { None };
        let second = mem::take(&mut best).map_or(1, |value| *value);
        mix(first as u64, second as u64 + best.is_some() as u64)
    }
}
