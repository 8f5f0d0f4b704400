//! Joins of any number of children, tasks that finish by others, and tasks that run after as many as a counter says.

use super::everywhere;
use whipple::prelude::*;

mod levels {
    use whipple::prelude::*;

    /// A number, as itself and as others.
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Found {
        pub wide: i64,
        pub number: u32,
        pub flag: bool,
    }

    /// What a task of `Start` is to do: `kind` says how, `count` how often.
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Order {
        pub kind: u32,
        pub count: u32,
    }

    #[procedure(level = 2, max_spawns = 8)]
    pub struct Start;

    #[execute]
    impl Execute for Start {
        type Item = Order;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, order: &Order) {
            match order.kind {
                0 => {
                    let join = ctx.join::<List>(order.count as u8);
                    for i in 0..order.count {
                        if i % 2 == 0 {
                            join.fork::<Number>(i);
                        } else {
                            join.fork::<ByWarp>(i);
                        }
                    }
                }
                1 => {
                    let join = ctx.join::<Signed>(Found { wide: -5, number: 1, flag: true });
                    for i in 0..order.count {
                        join.fork::<Minus>(i);
                    }
                }
                2 => {
                    let all = ctx.join::<Done>(());
                    let same = all;
                    for i in 0..order.count {
                        same.fork::<Nothing>(i);
                    }
                }
                3 => {
                    let marks = ctx.join::<Marks>(order.count);
                    for i in 0..order.count {
                        marks.fork::<Nothing>(i);
                    }
                }
                4 => ctx.finish_with::<Later>(*order),
                5 => ctx.finish_with::<ByBlock>(order.count),
                _ => {
                    ctx.join::<Done>(());
                }
            }
        }
    }

    #[procedure(level = 2)]
    pub struct Number;

    #[execute]
    impl Execute for Number {
        type Item = u32;
        type Output = Found;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.finish(Found { wide: -(*n as i64), number: *n + 100, flag: *n % 3 == 1 });
        }
    }

    /// The same by a warp.
    #[procedure(level = 0, threads = 8)]
    pub struct ByWarp;

    #[execute]
    impl Execute for ByWarp {
        type Item = u32;
        type Output = Found;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.finish_with::<Number>(*n);
        }
    }

    /// What is left of its outputs is nothing.
    #[procedure(level = 2)]
    pub struct List;

    #[execute]
    impl Execute for List {
        type Item = Joined<u8, Several<Found, 7>>;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u8, Several<Found, 7>>) {
            let mut sum = 1000 * joined.state as i64;
            let Several { values, count } = &joined.outputs;
            for i in 0..*count {
                let found = values[i as usize];
                let is_right = found.number == i + 100 && found.flag == (i % 3 == 1);
                sum += found.wide + if is_right { 100 } else { 100_000 };
            }
            for i in joined.outputs.count as usize..7 {
                let found = joined.outputs.values[i];
                sum += found.wide + found.number as i64;
            }
            ctx.finish(sum);
        }
    }

    #[procedure(level = 2)]
    pub struct Minus;

    #[execute]
    impl Execute for Minus {
        type Item = u32;
        type Output = i32;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.finish(3 - *n as i32);
        }
    }

    #[procedure(level = 2)]
    pub struct Signed;

    #[execute]
    impl Execute for Signed {
        type Item = Joined<Found, Total<i32>>;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<Found, Total<i32>>) {
            let Total { total } = joined.outputs;
            ctx.finish(joined.state.wide + total as i64);
        }
    }

    #[procedure(level = 1, threads = 64)]
    pub struct Nothing {
        pub marks: Buffer<u32>,
    }

    #[execute]
    impl Execute for Nothing {
        type Item = u32;
        type Output = ();
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            let at = *n * 64 + ctx.thread();
            self.marks.set(at, self.marks.get(at) + 1);
            ctx.finish(());
        }
    }

    #[procedure(level = 2)]
    pub struct Done;

    #[execute]
    impl Execute for Done {
        type Item = Joined<(), ()>;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, _joined: &Joined<(), ()>) {
            ctx.finish(-1);
        }
    }

    /// How many there were, and the sum of what they marked.
    #[procedure(level = 2)]
    pub struct Marks {
        pub marks: Buffer<u32>,
    }

    #[execute]
    impl Execute for Marks {
        type Item = Joined<u32, Several<(), 9>>;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u32, Several<(), 9>>) {
            let mut sum = 0;
            for i in 0..joined.state * 64 {
                sum += self.marks.get(i);
            }
            ctx.finish(joined.outputs.count as i64 * 1_000_000 + sum as i64);
        }
    }

    /// A task that another one finishes by.
    #[procedure(level = 2)]
    pub struct Later;

    #[execute]
    impl Execute for Later {
        type Item = Order;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, order: &Order) {
            if order.count > 0 {
                return ctx.finish_with::<Self>(Order { count: order.count - 1, ..*order });
            }
            ctx.finish(77);
        }
    }

    /// Opens a join in a task of many threads.
    #[procedure(level = 1, threads = 64, max_spawns = 40)]
    pub struct ByBlock {
        pub values: Buffer<u64>,
    }

    #[execute]
    impl Execute for ByBlock {
        type Item = u32;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, count: &u32) {
            let join = ctx.join::<Sum>(*count);
            for i in 0..*count {
                join.fork::<Square>(i);
            }
            ctx.barrier();
            // The continuation reads what all threads wrote.
            self.values.set(ctx.thread(), ctx.thread() as u64);
        }
    }

    #[procedure(level = 0, threads = 4)]
    pub struct Square;

    #[execute]
    impl Execute for Square {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, n: &u32) {
            ctx.finish((*n as u64) * (*n as u64));
        }
    }

    #[procedure(level = 2)]
    pub struct Sum {
        pub values: Buffer<u64>,
    }

    #[execute]
    impl Execute for Sum {
        type Item = Joined<u32, Total<u64>>;
        type Output = i64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u32, Total<u64>>) {
            let mut sum = joined.outputs.total * 10_000;
            for i in 0..64 {
                sum += self.values.get(i);
            }
            ctx.finish((sum + joined.state as u64) as i64);
        }
    }

    #[program]
    pub struct Levels {
        pub start: Start,
        pub number: Number,
        pub by_warp: ByWarp,
        pub list: List,
        pub minus: Minus,
        pub signed: Signed,
        pub nothing: Nothing,
        pub done: Done,
        pub marks: Marks,
        pub later: Later,
        pub by_block: ByBlock,
        pub square: Square,
        pub sum: Sum,
    }
}

/// The program with buffers of its own.
fn levels(device: &Device) -> levels::Levels {
    use levels::*;
    let marks = device.buffer::<u32>(9 * 64).expect("memory");
    let values = device.buffer::<u64>(64).expect("memory");
    Levels {
        start: Start,
        number: Number,
        by_warp: ByWarp,
        list: List,
        minus: Minus,
        signed: Signed,
        nothing: Nothing { marks: marks.clone() },
        done: Done,
        marks: Marks { marks },
        later: Later,
        by_block: ByBlock { values: values.clone() },
        square: Square,
        sum: Sum { values },
    }
}

#[test]
fn all_levels_join_and_finish_by_others() {
    use levels::*;
    everywhere(|device, options| {
        let program = levels(device);
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        let mut call = |kind, count| launcher.call::<Start>(Order { kind, count }).expect("it runs");
        for count in 0..8_i64 {
            let first = count * (count - 1) / 2;
            assert_eq!(call(0, count as u32), 1000 * count + 100 * count - first, "{count} outputs");
            assert_eq!(call(1, count as u32), -5 + 3 * count - first, "a total of {count}");
            assert_eq!(call(2, count as u32), -1);
            assert_eq!(call(4, count as u32), 77);
        }
        // Counts from 0 to 7 have marked as many times 64.
        let before: i64 = program.nothing.marks.read().expect("a copy").iter().map(|mark| i64::from(*mark)).sum();
        assert_eq!(before, 64 * 28);
        assert_eq!(call(3, 8), 8_000_000 + before + 64 * 8);
        assert_eq!(call(3, 0), 0);
        assert_eq!(call(6, 0), -1);
        let squares: i64 = (0..40).map(|i| i * i).sum();
        assert_eq!(call(5, 40), squares * 10_000 + 63 * 32 + 40);
        let report = launcher.call::<Start>(Order { kind: 0, count: 8 }).expect_err("there are 7 places").to_string();
        assert!(
            report.contains("has more children than its `Several` has places") && report.contains("gathered.rs"),
            "{report}"
        );
    });
}

mod paths {
    use whipple::prelude::*;

    pub const SIDE: u32 = 20;

    /// Counts the paths to a cell of a grid, after the cells above and to the left.
    #[procedure(level = 2)]
    pub struct Cell {
        pub waits_for: Buffer<u32>,
        pub paths: Buffer<u64>,
    }

    #[execute]
    impl Execute for Cell {
        type Item = [u32; 2];
        fn execute(&self, ctx: &Context<Self>, place: &[u32; 2]) {
            let [x, y] = *place;
            let at = y * SIDE + x;
            let above = if y > 0 { self.paths.get(at - SIDE) } else { 0 };
            let left = if x > 0 { self.paths.get(at - 1) } else { 0 };
            self.paths.set(at, if at == 0 { 1 } else { above + left });
            if x + 1 < SIDE {
                ctx.spawn_after::<Cell>(&self.waits_for, at + 1, [x + 1, y]);
            }
            if y + 1 < SIDE {
                ctx.spawn_after::<Self>(&self.waits_for, at + SIDE, [x, y + 1]);
            }
        }
    }

    #[program]
    pub struct Grid {
        pub cell: Cell,
    }
}

#[test]
fn tasks_run_after_those_that_a_counter_counts() {
    use paths::*;
    everywhere(|device, options| {
        let waits_for = device.buffer::<u32>((SIDE * SIDE) as usize).expect("memory");
        let paths = device.buffer::<u64>((SIDE * SIDE) as usize).expect("memory");
        let program = Grid { cell: Cell { waits_for: waits_for.clone(), paths: paths.clone() } };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        launcher.seed::<Cell>(&[[0, 0]]).expect("room");
        let counts: Vec<u32> = (0..SIDE * SIDE).map(|at| u32::from(at >= SIDE) + u32::from(at % SIDE > 0)).collect();
        for _ in 0..3 {
            waits_for.write(&counts).expect("a copy");
            paths.write(&[0; (SIDE * SIDE) as usize]).expect("a copy");
            let report = launcher.run().expect("it runs");
            assert_eq!(report.total_tasks(), u64::from(SIDE * SIDE));
            // The binomial of 38 and 19.
            assert_eq!(paths.read().expect("a copy").last(), Some(&35_345_263_800));
            assert!(waits_for.read().expect("a copy").iter().all(|left| *left == 0));
        }
        let error = launcher.run().expect_err("nobody set the counters").to_string();
        assert!(error.contains("found its counter at 0") && error.contains("gathered.rs"), "{error}");
    });
}

mod small {
    use whipple::prelude::*;

    /// Outputs that lie at odd places.
    #[procedure(level = 2)]
    pub struct Bytes;

    #[execute]
    impl Execute for Bytes {
        type Item = u8;
        type Output = [u8; 3];
        fn execute(&self, ctx: &Context<Self>, n: &u8) {
            match *n {
                0 | 1 => ctx.finish([*n, *n + 1, 250]),
                2 => ctx.fork::<[Bytes; 5]>([0, 1, 1, 0, 1]).then::<Five>(7),
                _ => {
                    let join = ctx.join::<List>([*n, 1, 2]);
                    join.fork::<Bytes>(*n - 2);
                    join.fork::<Bytes>(*n - 1);
                }
            }
        }
    }

    #[device]
    pub fn three(a: u8, x: u8) -> u8 {
        a.wrapping_mul(3).wrapping_add(x)
    }

    #[device]
    pub fn added(sum: [u8; 3], value: [u8; 3]) -> [u8; 3] {
        let [a, b, c] = sum;
        let [x, y, z] = value;
        [three(a, x), three(b, y), three(c, z)]
    }

    #[procedure(level = 2)]
    pub struct Five;

    #[execute]
    impl Execute for Five {
        type Item = Joined<u8, [[u8; 3]; 5]>;
        type Output = [u8; 3];
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<u8, [[u8; 3]; 5]>) {
            let mut sum = [joined.state, 0, 0];
            for value in joined.outputs {
                sum = added(sum, value);
            }
            ctx.finish(sum);
        }
    }

    #[procedure(level = 2)]
    pub struct List;

    #[execute]
    impl Execute for List {
        type Item = Joined<[u8; 3], Several<[u8; 3], 5>>;
        type Output = [u8; 3];
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<[u8; 3], Several<[u8; 3], 5>>) {
            let mut sum = joined.state;
            for value in joined.outputs.values {
                sum = added(sum, value);
            }
            ctx.finish([sum[0].wrapping_add(joined.outputs.count as u8), sum[1], sum[2]]);
        }
    }

    #[program]
    pub struct Small {
        pub bytes: Bytes,
        pub five: Five,
        pub list: List,
    }

    /// The same without tasks.
    pub fn value(n: u8) -> [u8; 3] {
        match n {
            0 | 1 => [n, n + 1, 250],
            2 => [0, 1, 1, 0, 1].into_iter().map(value).fold([7, 0, 0], added),
            _ => {
                let [a, b, c] = [value(n - 2), value(n - 1), [0; 3], [0; 3], [0; 3]].into_iter().fold([n, 1, 2], added);
                [a.wrapping_add(2), b, c]
            }
        }
    }
}

#[test]
fn small_outputs_lie_at_odd_places() {
    use small::*;
    everywhere(|device, options| {
        let program = Small { bytes: Bytes, five: Five, list: List };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        for n in 0..9 {
            assert_eq!(launcher.call::<Bytes>(n).expect("it runs"), value(n), "{n}");
        }
    });
}

mod wrong {
    use whipple::prelude::*;

    /// Ends twice, as its item says.
    #[procedure(level = 2)]
    pub struct Twice;

    #[execute]
    impl Execute for Twice {
        type Item = u32;
        type Output = u32;
        fn execute(&self, ctx: &Context<Self>, kind: &u32) {
            let join = ctx.join::<Take>(());
            match *kind {
                0 => ctx.finish(3),
                1 => ctx.finish_with::<Twice>(4),
                2 => {
                    ctx.join::<Take>(());
                }
                3 => join.fork::<Twice>(4),
                _ => {}
            }
        }
    }

    #[procedure(level = 2)]
    pub struct Take;

    #[execute]
    impl Execute for Take {
        type Item = Joined<(), Total<u32>>;
        type Output = u32;
        fn execute(&self, ctx: &Context<Self>, Joined { outputs: Total { total }, .. }: &Joined<(), Total<u32>>) {
            ctx.finish(*total + 10);
        }
    }

    #[program]
    pub struct Wrong {
        pub twice: Twice,
        pub take: Take,
    }
}

#[test]
fn a_task_that_opens_a_join_ends_no_other_way() {
    use wrong::*;
    everywhere(|device, options| {
        let program = Wrong { twice: Twice, take: Take };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        for kind in 0..3 {
            let error = launcher.call::<Twice>(kind).expect_err("it ends twice").to_string();
            assert!(error.contains("opens a join once: it has done so already"), "{error}");
            assert!(error.contains("gathered.rs") && error.contains("`Twice`"), "{error}");
        }
        assert_eq!(launcher.call::<Twice>(3).expect("it runs"), 20);
        let few = Options::new().join_memory(1).workers(1);
        let mut launcher = Launcher::with_options(device, &program, few).expect("it compiles");
        let error = launcher.call::<Twice>(3).expect_err("there is no memory").to_string();
        assert!(error.contains("raise `Options::join_memory`") && error.contains("gathered.rs"), "{error}");
    });
}

#[expect(clippy::clone_on_copy, reason = "clones are tried, too")]
mod handed {
    use whipple::prelude::*;

    #[device]
    pub fn add(sum: &mut Total<u64>, more: u64) -> bool {
        let before = *sum;
        sum.total += more;
        before.clone() == *sum
    }

    #[device]
    pub fn raise(list: &mut Several<u64, 2>) -> bool {
        let before = list.clone();
        list.values[0] += 5;
        before == *list
    }

    /// 0 gives 3, 1 the sum of two of them, 2 a list of both.
    #[procedure(level = 2)]
    pub struct Count;

    #[execute]
    impl Execute for Count {
        type Item = u32;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, kind: &u32) {
            match *kind {
                0 => ctx.finish(3),
                1 => {
                    let join = ctx.join::<Sum>(());
                    join.fork::<Count>(0);
                    join.fork::<Count>(0);
                }
                _ => {
                    let join = ctx.join::<List>(());
                    join.fork::<Count>(1);
                    join.fork::<Count>(0);
                }
            }
        }
    }

    #[procedure(level = 2)]
    pub struct Sum;

    #[execute]
    impl Execute for Sum {
        type Item = Joined<(), Total<u64>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), Total<u64>>) {
            let mut sum = joined.outputs;
            let is_same = add(&mut sum, 7);
            ctx.finish(sum.total + if is_same { 1000 } else { 0 });
        }
    }

    #[procedure(level = 2)]
    pub struct List;

    #[execute]
    impl Execute for List {
        type Item = Joined<(), Several<u64, 2>>;
        type Output = u64;
        fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), Several<u64, 2>>) {
            let mut list = joined.outputs;
            let is_same = raise(&mut list);
            ctx.finish(list.values[0] * 100 + list.values[1] + if is_same { 100_000 } else { 0 });
        }
    }

    #[program]
    pub struct Handed {
        pub count: Count,
        pub sum: Sum,
        pub list: List,
    }
}

#[test]
fn functions_take_and_change_what_was_gathered() {
    use handed::*;
    everywhere(|device, options| {
        let program = Handed { count: Count, sum: Sum, list: List };
        let mut launcher = Launcher::with_options(device, &program, options).expect("it compiles");
        assert_eq!(launcher.call::<Count>(1).expect("it runs"), 13);
        assert_eq!(launcher.call::<Count>(2).expect("it runs"), 1803);
    });
}
