//! `Joined` and `Outputs2` to `Outputs4` as values and as patterns: in parameters, `let`, `match`, loops and functions.

// Forms that users may write.
#![allow(clippy::init_numbered_fields, clippy::manual_is_multiple_of)]

use super::devices::emulated;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    Dot,
    Ball { radius: f32 },
    Pair(u32, u32),
}

#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deep {
    pub numbers: [u32; 3],
    pub shape: Shape,
    pub is_even: bool,
}

pub type Sum = Joined<(), [u64; 2]>;
pub type Units = Joined<(), [(); 2]>;

/// User types with the same names as types of the library.
pub mod own {
    use whipple::prelude::device;

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Joined {
        pub outputs: u32,
        pub state: u64,
        pub more: u32,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Outputs3 {
        pub outputs: u32,
        pub state: u64,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Outputs2(pub u32, pub u64);

    #[device]
    pub fn total(a: u32) -> u64 {
        let joined = Joined { state: 7, outputs: a, more: 1000 };
        let Joined { outputs, state, .. } = joined;
        let other = Joined { state: 8, ..joined };
        let Outputs3 { state: third, outputs: fourth } = Outputs3 { state: 50, outputs: 60 };
        let Outputs2(x, y) = Outputs2(a, 5);
        state + outputs as u64 + x as u64 + y + other.state + other.more as u64 + third + fourth as u64
    }
}

#[device]
pub fn change(joined: &mut Joined<u32, [u64; 2]>) {
    let Joined { state, outputs: [a, b] } = joined;
    *state += 1;
    std::mem::swap(a, b);
    joined.outputs[0] += 100;
}

#[device]
pub fn sum<const N: usize>(joined: &Joined<u32, [u64; N]>) -> u64 {
    let mut sum = joined.state as u64;
    for output in joined.outputs.iter() {
        sum += *output;
    }
    sum
}

#[device]
pub fn pick<T: Copy>(joined: &Joined<T, Outputs2<T, T>>, which: u32) -> T {
    let Joined { state, outputs: Outputs2(a, b) } = *joined;
    match which {
        0 => state,
        1 => a,
        _ => b,
    }
}

#[device]
pub fn product((a, b): (u32, u64), Outputs2(c, ()): Outputs2<u32, ()>, [d, _]: &[u64; 2]) -> u64 {
    a as u64 * b + c as u64 * *d
}

#[device]
pub fn weighed(joined: &Joined<u32, [u64; 2]>) -> u64 {
    match joined {
        Joined { state: 7, outputs: [a, _] } => *a * 1000,
        Joined { state, outputs: [1, b] } => *b * 100 + *state as u64,
        Joined { state, outputs } => outputs[0] * outputs[1] + *state as u64,
    }
}

#[device]
pub fn made(state: u32, first: u64) -> Joined<u32, [u64; 2]> {
    Joined { outputs: [first, 2], state }
}

/// One case of a test, by its number.
#[device]
#[allow(clippy::clone_on_copy, clippy::let_unit_value, clippy::toplevel_ref_arg)]
pub fn value(number: u32) -> u64 {
    match number {
        0 => {
            let mut joined = Joined { state: 3, outputs: [10, 20] };
            change(&mut joined);
            let Joined { state, outputs } = joined;
            state as u64 * 10000 + outputs[0] * 10 + outputs[1]
        }
        1 => sum(&made(3, 5)) * 100 + sum(&Joined { state: 1, outputs: [1, 2, 3] }),
        2 => pick(&Joined { state: 1.5, outputs: Outputs2(2.5, 3.5) }, 1) as u64,
        3 => own::total(3),
        4 => product((2, 3), Outputs2(9, ()), &[4, 5]),
        5 => {
            let units = Units { state: (), outputs: [(), ()] };
            let Units { state: unit, .. } = units;
            let one = Sum { state: unit, outputs: [1, 2] };
            let mut many = [one; 3];
            many[1].outputs[1] = 40;
            many[2] = Sum { outputs: [0, 5], state: () };
            let mut total = 0;
            for Joined { outputs: [a, b], .. } in many {
                total = total * 100 + a + b;
            }
            total
        }
        6 => match Some(Joined { state: 1_u8, outputs: [2_i16] }) {
            Some(Joined { state: 1, outputs: [output @ 1..=5] }) => output as u64,
            Some(_) => 77,
            None => 78,
        },
        7 => {
            let pair = (Outputs3(1_u8, 2.5_f64, true), 3);
            let (Outputs3(a, b, c), d) = pair;
            if let Outputs3(1, _, true) = pair.0 { d + a as u64 + b as u64 + c as u64 } else { 0 }
        }
        8 => {
            let Outputs4(a, (), b, [_, c]) = Outputs4(1, (), 3.0_f32, [5; 2]);
            let Outputs2 { 0: d, 1: e } = Outputs2 { 1: number, 0: a };
            a + b as u64 + c + d + e as u64
        }
        9 => {
            let ref joined = Joined { state: number, outputs: [Outputs2(1_u64, 2_u64); 2] };
            let Joined { outputs: [Outputs2(a, _), Outputs2(_, b)], state } = joined;
            *a + *b + *state as u64
        }
        10 => {
            let (state, outputs) = (4, [1, 2]);
            let one = Joined { state, outputs };
            let other = Joined { outputs: one.outputs, state: one.state + 1 };
            let chosen = if one == other { one } else { other };
            let clone = chosen.clone();
            clone.state + clone.outputs[1]
        }
        11 => {
            let one = Joined { state: 3_u16, outputs: [4_u64; 2] };
            let two = Joined { state: 9, ..one };
            let three = Joined { outputs: [1, 2], ..two };
            let unit = Joined { state: (), outputs: Outputs2(number, ()) };
            let other = Joined { outputs: Outputs2(7, ()), ..unit };
            let last = Joined { state: unit.state, ..other };
            two.outputs[0] + three.outputs[1] * 10 + three.state as u64 * 100 + last.outputs.0 as u64
        }
        12 => {
            let a;
            let b;
            Joined { outputs: Outputs3(a, _, b), .. } = Joined { state: (), outputs: Outputs3(5_u64, (), 6_u64) };
            a * 10 + b
        }
        13 => weighed(&Joined { state: 7, outputs: [3, 0] }) + weighed(&made(2, 1)) + weighed(&made(2, 4)),
        14 => {
            let is_same = Joined::<u32, [u64; 2]> { state: 3, outputs: [5, 2] } == made(3, 5);
            let nested = Outputs2(7, Outputs2(1.5, Outputs2(true, 3_u8)));
            let Outputs2(a, Outputs2(b, Outputs2(c, d))) = nested;
            is_same as u64 * 1000 + a + (b * 2.0) as u64 + c as u64 + d as u64
        }
        _ => {
            const FIXED: Joined<u32, [u64; 2]> = Joined { state: 6, outputs: [7, 8] };
            FIXED.state as u64 * FIXED.outputs[1]
        }
    }
}

#[procedure(level = 2)]
pub struct Start;

#[execute]
impl Execute for Start {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        let shape = if *number > 100 { Shape::Dot } else { Shape::Ball { radius: 1.5 } };
        let deep = Deep { numbers: [1, 2, *number], shape, is_even: *number % 2 == 0 };
        match *number {
            20 => ctx.fork::<[Reversed; 1]>([deep]).then::<Last>(deep),
            21 => ctx.fork::<(Reversed, Reversed)>((deep, deep)).then::<Warp>(Shape::Pair(3, 4)),
            22 => ctx.fork::<(Nothing, Reversed)>((1, deep)).then::<Block>([1, 2, 3]),
            23 => ctx.fork::<[Start; 2]>([1, 2]).then::<Nested>(Joined { state: 3, outputs: [4, 5] }),
            _ => ctx.finish(value(*number)),
        }
    }
}

#[procedure(level = 2)]
pub struct Reversed;

#[execute]
impl Execute for Reversed {
    type Item = Deep;
    type Output = Self::Item;
    fn execute(&self, ctx: &Context<Self>, deep: &Deep) {
        let Deep { numbers: [a, b, c], .. } = *deep;
        ctx.finish(Deep { numbers: [c, b, a], ..*deep });
    }
}

#[procedure(level = 2)]
pub struct Nothing;

#[execute]
impl Execute for Nothing {
    type Item = u32;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        ctx.finish(());
    }
}

#[procedure(level = 2)]
pub struct Last;

#[execute]
impl Execute for Last {
    type Item = Joined<Deep, [Deep; 1]>;
    type Output = u64;
    fn execute(
        &self,
        ctx: &Context<Self>,
        Joined { state: Deep { shape, .. }, outputs: [Deep { numbers: [a, b, c], is_even, .. }] }: &Self::Item,
    ) {
        let radius = match shape {
            Shape::Ball { radius } => *radius,
            _ => 0.0,
        };
        ctx.finish((radius * 2.0) as u64 * 100000 + (*a * 100 + *b * 10 + *c) as u64 + *is_even as u64 * 10000);
    }
}

#[procedure(level = 0, threads = 4)]
pub struct Warp;

#[execute]
impl Execute for Warp {
    type Item = Joined<Shape, Outputs2<Deep, Deep>>;
    type Output = u64;
    fn execute(
        &self,
        ctx: &Context<Self>,
        &Joined { state, outputs: Outputs2(one, Deep { numbers, .. }) }: &Self::Item,
    ) {
        let pair = match state {
            Shape::Pair(a, b) => a * 10 + b,
            _ => 0,
        };
        let sum = ctx.reduce_add(ctx.thread() + one.numbers[0] + numbers[1] + pair);
        ctx.finish(sum as u64);
    }
}

#[procedure(level = 1, threads = 32, shared = Shared<u32>)]
pub struct Block;

#[execute]
impl Execute for Block {
    type Item = Joined<[u32; 3], Outputs2<(), Deep>>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
        let Joined { state: [a, .., b], outputs: Outputs2(_, deep) } = *joined;
        if ctx.thread() == 0 {
            ctx.shared().set(a + b + deep.numbers[0]);
        }
        ctx.barrier();
        ctx.finish(ctx.shared().get() as u64);
    }
}

#[procedure(level = 2)]
pub struct Nested;

#[execute]
impl Execute for Nested {
    type Item = Joined<Joined<u32, [u32; 2]>, [u64; 2]>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
        let Joined { state: Joined { state, outputs: [a, b] }, outputs: [x, y] } = *joined;
        ctx.finish((state * 100 + a * 10 + b) as u64 * 1000000 + x * 10 + y);
    }
}

#[program]
pub struct Values {
    pub start: Start,
    pub reversed: Reversed,
    pub nothing: Nothing,
    pub last: Last,
    pub warp: Warp,
    pub block: Block,
    pub nested: Nested,
}

#[test]
fn joined_values_are_made_and_taken_apart() {
    let known = [
        (0, 41210),
        (1, 1007),
        (2, 2),
        (3, 1136),
        (4, 42),
        (5, 34105),
        (6, 2),
        (7, 7),
        (8, 18),
        (9, 12),
        (10, 7),
        (11, 931),
        (12, 56),
        (13, 3212),
        (14, 1014),
        (15, 48),
        (20, 310000 + 2021),
        (21, 4 * (21 + 2 + 34) + 6),
        (22, 26),
        (23, 345_010_072),
    ];
    for device in [Device::cpu()].into_iter().chain(emulated()) {
        let program = Values {
            start: Start,
            reversed: Reversed,
            nothing: Nothing,
            last: Last,
            warp: Warp,
            block: Block,
            nested: Nested,
        };
        let mut launcher = Launcher::new(&device, &program).expect("it compiles");
        for (number, value) in known {
            assert_eq!(launcher.call::<Start>(number).expect("it runs"), value, "{number} on {device:?}");
        }
    }
}
