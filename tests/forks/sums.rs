//! Tasks that finish with sums: of all types of numbers, at all levels, wherever their output goes.

use super::everywhere;
use whipple::prelude::*;

mod trees {
    use whipple::prelude::*;

    /// The root of a tree: its children have the numbers below its own.
    macro_rules! tree {
        ($name:ident($($level:tt)*): $number:ty, $least:expr) => {
            /// Gives `least` plus its number, and what its children give, one for each smaller number.
            #[procedure($($level)*, max_spawns = 16)]
            pub struct $name;

            #[execute]
            impl Execute for $name {
                type Item = u32;
                type Output = $number;
                fn execute(&self, ctx: &Context<Self>, n: &u32) {
                    let sum = ctx.finish_with_sum($least + *n as $number);
                    for i in 0..*n {
                        sum.fork::<$name>(i);
                    }
                }
            }
        };
    }

    tree!(Plain(level = 2): u32, 0xf000_0000);
    tree!(Signed(level = 0, threads = 4): i32, -77);
    tree!(Long(level = 2): u64, 0xffff_ffff_ffff_f000);
    tree!(Deep(level = 1, threads = 64): i64, -0x7fff_ffff_0000_0000);

    /// What such a tree gives.
    pub fn sum(n: u32, least: i128) -> i128 {
        (0..n).map(|i| sum(i, least)).sum::<i128>() + least + i128::from(n)
    }

    #[program]
    pub struct Trees {
        pub plain: Plain,
        #[schedule(seeded)]
        pub signed: Signed,
        #[schedule(seeded)]
        pub long: Long,
        #[schedule(seeded)]
        pub deep: Deep,
    }
}

#[test]
fn sums_of_all_numbers_wrap_around_at_all_levels() {
    use trees::*;
    everywhere(|device, options| {
        let program = Trees { plain: Plain, signed: Signed, long: Long, deep: Deep };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        // Several initial tasks of each: no output may get what belongs to another.
        let numbers: Vec<u32> = (0..40).map(|i| i % 7).collect();
        launcher.seed::<Plain>(&numbers).expect("room").seed::<Signed>(&numbers).expect("room");
        launcher.seed::<Long>(&numbers).expect("room").seed::<Deep>(&numbers).expect("room");
        for _ in 0..2 {
            launcher.run().expect("it runs");
            for (i, n) in numbers.iter().enumerate() {
                let of = |least| sum(*n, least);
                assert_eq!(launcher.outputs::<Plain>().expect("outputs")[i], of(0xf000_0000) as u32, "{n}");
                assert_eq!(launcher.outputs::<Signed>().expect("outputs")[i], of(-77) as i32, "{n}");
                assert_eq!(launcher.outputs::<Long>().expect("outputs")[i], of(0xffff_ffff_ffff_f000) as u64, "{n}");
                assert_eq!(launcher.outputs::<Deep>().expect("outputs")[i], of(-0x7fff_ffff_0000_0000) as i64, "{n}");
            }
        }
    });
}

mod places {
    use whipple::prelude::*;

    /// A tree of sums, and where its output goes.
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Order {
        pub kind: u32,
        pub height: u32,
    }

    #[procedure(level = 2, max_spawns = 4)]
    pub struct Start {
        pub dropped: Buffer<u32>,
    }

    #[execute]
    impl Execute for Start {
        type Item = Order;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, order: &Order) {
            let h = order.height;
            match order.kind {
                0 => ctx.fork::<[Node; 3]>([h, h + 1, h]).then::<Three>(()),
                1 => ctx.fork::<(Short, Node, Single)>((h as u8, h, h)).then::<Mixed>(order.kind as u16),
                2 => {
                    let join = ctx.join::<List>(());
                    for i in 0..3 {
                        join.fork::<Node>(h + i);
                    }
                }
                3 => {
                    let join = ctx.join::<All>(1000);
                    for i in 0..3 {
                        join.fork::<Node>(h + i);
                    }
                }
                4 => ctx.finish_with::<Node>(h),
                5 => {
                    // Nobody is given this.
                    ctx.spawn::<Node>(h);
                    ctx.finish_with_sum(7);
                }
                6 => {
                    let all = ctx.finish_with_sum(1);
                    let same = all;
                    same.fork::<Single>(h);
                    all.fork::<Start>(Order { kind: 0, height: h });
                    all.fork::<Start>(Order { kind: 3, height: h });
                }
                _ => ctx.fork::<[Node; 1]>([h]).then::<Again>(h),
            }
        }
    }

    /// As many leaves as a binary tree of its height has, counted by tasks of all levels in turn.
    #[procedure(level = 2)]
    pub struct Node {
        pub dropped: Buffer<u32>,
    }

    #[execute]
    impl Execute for Node {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, height: &u32) {
            if *height == 0 {
                self.dropped.fetch_add_relaxed(0, 1);
                return ctx.finish(1);
            }
            let leaves = ctx.finish_with_sum(0);
            leaves.fork::<Warp>(*height - 1);
            leaves.fork::<Block>(*height - 1);
        }
    }

    #[procedure(level = 0, threads = 8)]
    pub struct Warp;

    #[execute]
    impl Execute for Warp {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, height: &u32) {
            let all = ctx.reduce_add(*height);
            let sum = ctx.finish_with_sum((all - 8 * *height) as u64);
            // The first thread's call counts.
            sum.fork::<Node>(*height);
        }
    }

    #[procedure(level = 1, threads = 64)]
    pub struct Block;

    #[execute]
    impl Execute for Block {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, height: &u32) {
            if ctx.thread() == 0 {
                ctx.finish_with_sum(0).fork::<Node>(*height);
            }
            ctx.barrier();
        }
    }

    /// Its output has another type, and lies beside others in a record.
    #[procedure(level = 2)]
    pub struct Short;

    #[execute]
    impl Execute for Short {
        type Item = u8;
        type Output = i32;
        fn execute(&self, ctx: &Context<Self>, n: &u8) {
            let sum = ctx.finish_with_sum(-1);
            if *n > 0 {
                for _ in 0..2 {
                    sum.fork::<Short>(*n - 1);
                }
            }
        }
    }

    /// A sum of one.
    #[procedure(level = 2)]
    pub struct Single;

    #[execute]
    impl Execute for Single {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.finish_with_sum(*n as u64);
        }
    }

    #[procedure(level = 2)]
    pub struct Three;

    #[execute]
    impl Execute for Three {
        type Item = Joined<(), [u64; 3]>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [u64; 3]>) {
            let [a, b, c] = joined.outputs;
            ctx.finish(a + 100 * b + 10_000 * c);
        }
    }

    #[procedure(level = 2)]
    pub struct Mixed;

    #[execute]
    impl Execute for Mixed {
        type Item = Joined<u16, Outputs3<i32, u64, u64>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Self::Item) {
            let outputs = joined.outputs;
            ctx.finish((-outputs.0) as u64 + 1000 * outputs.1 + 1_000_000 * outputs.2 + joined.state as u64);
        }
    }

    #[procedure(level = 2)]
    pub struct List;

    #[execute]
    impl Execute for List {
        type Item = Joined<(), Several<u64, 3>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), Several<u64, 3>>) {
            let [a, b, c] = joined.outputs.values;
            ctx.finish(a + 100 * b + 10_000 * c);
        }
    }

    #[procedure(level = 2)]
    pub struct All;

    #[execute]
    impl Execute for All {
        type Item = Joined<u64, Total<u64>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u64, Total<u64>>) {
            ctx.finish(joined.state + joined.outputs.total);
        }
    }

    /// A continuation that finishes with a sum itself.
    #[procedure(level = 2)]
    pub struct Again;

    #[execute]
    impl Execute for Again {
        type Item = Joined<u32, [u64; 1]>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u32, [u64; 1]>) {
            let sum = ctx.finish_with_sum(joined.outputs[0]);
            sum.fork::<Node>(joined.state + 1);
            sum.fork::<Node>(joined.state);
        }
    }

    #[program]
    pub struct Places {
        pub start: Start,
        pub node: Node,
        pub warp: Warp,
        pub block: Block,
        pub short: Short,
        pub single: Single,
        pub three: Three,
        pub mixed: Mixed,
        pub list: List,
        pub all: All,
        pub again: Again,
    }
}

#[test]
fn sums_go_wherever_outputs_go() {
    use places::*;
    everywhere(|device, options| {
        let dropped = device.buffer::<u32>(1).expect("memory");
        let program = Places {
            start: Start { dropped: dropped.clone() },
            node: Node { dropped: dropped.clone() },
            warp: Warp,
            block: Block,
            short: Short,
            single: Single,
            three: Three,
            mixed: Mixed,
            list: List,
            all: All,
            again: Again,
        };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        let mut call = |kind, height| launcher.call::<Start>(Order { kind, height }).expect("it runs");
        for h in 0..6_u32 {
            let leaves = |height: u32| 1_u64 << height;
            let three = leaves(h) + 100 * leaves(h + 1) + 10_000 * leaves(h);
            let total = 1000 + leaves(h) + leaves(h + 1) + leaves(h + 2);
            assert_eq!(call(0, h), three, "an array of outputs");
            let short = 2 * leaves(h) - 1;
            assert_eq!(call(1, h), short + 1000 * leaves(h) + 1_000_000 * u64::from(h) + 1, "several types");
            assert_eq!(call(2, h), leaves(h) + 100 * leaves(h + 1) + 10_000 * leaves(h + 2), "a list");
            assert_eq!(call(3, h), total, "a total");
            assert_eq!(call(4, h), leaves(h), "an output that is handed on");
            dropped.write(&[0]).expect("a copy");
            assert_eq!(call(5, h), 7, "a sum that is dropped");
            assert_eq!(u64::from(dropped.read().expect("a copy")[0]), leaves(h), "its tasks run");
            assert_eq!(call(6, h), 1 + u64::from(h) + three + total, "sums of joins");
            assert_eq!(call(7, h), 2 * leaves(h) + leaves(h + 1), "a continuation with a sum");
        }
    });
}
