//! How forks and their types may be written: lengths of constants, parentheses, places of values, and types by `Self`.

use super::devices::emulated;
use whipple::prelude::*;

pub const OF_MODULE: usize = 2;

#[procedure(level = 2)]
pub struct Start;

#[device]
impl Start {
    pub const N: usize = 3;
}

#[execute]
impl Execute for Start {
    type Item = u32;
    type Output = u64;
    #[allow(unused_parens, clippy::unit_arg, clippy::needless_return)]
    fn execute(&self, ctx: &Context<Self>, form: &u32) {
        const OF_BODY: usize = 2;
        match *form {
            0 => ctx.fork::<[Leaf; Self::N]>([1, 2, 3]).then::<Three>(()),
            1 => ctx.fork::<[Leaf; OF_BODY]>([4, 5]).then::<Two>(7),
            2 => ctx.fork::<[Leaf; OF_MODULE]>([6, 7]).then::<Two>(1),
            3 => ctx.fork::<[Leaf; OF_BODY + 1]>([1, 2, 3]).then::<Three>(()),
            4 => {
                const INNER: usize = OF_BODY + 1;
                ctx.fork::<[Leaf; INNER]>([1, 2, 8]).then::<Three>(());
            }
            5 => ctx.fork::<[Leaf; Start::N - 1]>([1, 2]).then::<Two>(0),
            6 => (ctx.fork::<[Leaf; 2]>([6, 9])).then::<Two>(1),
            7 => ((ctx).fork::<[Leaf; 2]>([6, 9]).then::<Two>(2)),
            8 => {
                return ctx.fork::<[Leaf; 2]>([6, 10]).then::<Two>(1);
            }
            9 => {
                ctx.fork::<(Leaf, Nothing, Leaf, Nothing)>((1, 2, 3, 4))
                    // A comment.
                    .then::<Four>(())
            }
            10 => {
                let items = [3, 4];
                let state = { items[0] + 1 };
                ctx.fork::<[Leaf; 2]>(items).then::<Two>(state)
            }
            11 => {
                if *form > 5 {
                    ctx.fork::<[Same; 1]>([5]).then::<Last>(3)
                } else {
                    ctx.finish(0)
                }
            }
            12 => {
                let () = ctx.fork::<[Leaf; 2]>([1, 1]).then::<Two>(1);
            }
            13 => 'forked: {
                if *form == 13 {
                    break 'forked ctx.fork::<[Leaf; 2]>([2, 2]).then::<Two>(1);
                }
                ctx.finish(0)
            }
            14 => ctx.fork::<[Self; 2]>([1, 2]).then::<Two>(9),
            // As `then` of `bool`, which device code lacks, might take it.
            15 => ctx.fork::<[Leaf; 2]>([1, 2]).then::<Two>(u32::MAX),
            _ => ctx.finish(99),
        }
    }
}

#[procedure(level = 2)]
pub struct Leaf;

#[execute]
impl Execute for Leaf {
    type Item = u32;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        ctx.finish(*number as u64 + 100);
    }
}

#[procedure(level = 2)]
pub struct Nothing;

#[execute]
impl Execute for Nothing {
    type Output = ();
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, _: &Self::Item) {
        ctx.finish(())
    }
}

/// The output is named by the item.
#[procedure(level = 2)]
pub struct Same;

#[execute]
impl Execute for Same {
    type Item = u64;
    type Output = Self::Item;
    fn execute(&self, ctx: &Context<Self>, number: &Self::Item) {
        let next: Self::Output = *number + 1;
        ctx.finish(next);
    }
}

/// The item is named by the output.
#[procedure(level = 2)]
pub struct Last;

#[execute]
impl Execute for Last {
    type Item = Joined<Self::Output, [Self::Output; 1]>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
        ctx.finish(joined.state * 1000 + joined.outputs[0]);
    }
}

#[procedure(level = 2)]
pub struct Three;

#[execute]
impl Execute for Three {
    type Item = Joined<(), [u64; Start::N]>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
        let [a, b, c] = joined.outputs;
        ctx.finish(a + 2 * b + 3 * c);
    }
}

#[procedure(level = 2)]
pub struct Two;

#[device]
impl Two {
    pub const COUNT: usize = 2;
}

#[execute]
impl Execute for Two {
    type Item = Joined<u32, [u64; Self::COUNT]>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
        ctx.finish(joined.outputs[0] * joined.outputs[1] + joined.state as u64);
    }
}

#[procedure(level = 2)]
pub struct Four;

#[execute]
impl Execute for Four {
    type Item = Joined<(), Outputs4<u64, (), u64, ()>>;
    type Output = u64;
    fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
        ctx.finish(joined.outputs.0 * 2 + joined.outputs.2);
    }
}

#[program]
pub struct Forms {
    pub start: Start,
    pub leaf: Leaf,
    pub nothing: Nothing,
    pub same: Same,
    pub last: Last,
    pub three: Three,
    pub two: Two,
    pub four: Four,
}

#[test]
fn forks_may_be_written_in_many_forms() {
    let three = |a: u64, b: u64, c: u64| 600 + a + 2 * b + 3 * c;
    let two = |a: u64, b: u64, state| (100 + a) * (100 + b) + state;
    let known = [
        three(1, 2, 3),
        two(4, 5, 7),
        two(6, 7, 1),
        three(1, 2, 3),
        three(1, 2, 8),
        two(1, 2, 0),
        two(6, 9, 1),
        two(6, 9, 2),
        two(6, 10, 1),
        2 * 101 + 103,
        two(3, 4, 4),
        3006,
        two(1, 1, 1),
        two(2, 2, 1),
        two(4, 5, 7) * two(6, 7, 1) + 9,
        two(1, 2, u64::from(u32::MAX)),
        99,
    ];
    for device in [Device::cpu()].into_iter().chain(emulated()) {
        let program = Forms {
            start: Start,
            leaf: Leaf,
            nothing: Nothing,
            same: Same,
            last: Last,
            three: Three,
            two: Two,
            four: Four,
        };
        let mut launcher = Launcher::new(&device, &program).expect("it compiles");
        let forms: Vec<u32> = (0..).take(known.len()).collect();
        launcher.seed::<Start>(&forms).expect("room").run().expect("it runs");
        assert_eq!(launcher.outputs::<Start>().expect("outputs"), known, "{device:?}");
    }
}
