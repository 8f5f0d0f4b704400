//! Three small programs whose tasks are known from their seeds: chains, irregular trees, and tasks of all three levels.

use whipple::{prelude::*, program::Contains};

/// A hash (Mueller 2013).
#[device]
pub fn mix(number: u32) -> u32 {
    let mut x = number;
    x = (x ^ (x >> 16)).wrapping_mul(0x045d_9f3b);
    x = (x ^ (x >> 16)).wrapping_mul(0x045d_9f3b);
    x ^ (x >> 16)
}

/// Words that the tasks add to, so that few meet.
#[device]
pub const SUMS: u32 = 64;

/// What a thread leaves of a number: one in the upper half of a word, a hash in the lower.
#[device]
fn leave(sums: &Buffer<u64>, number: u32) {
    sums.fetch_add(number % SUMS, (1_u64 << 32) + mix(number) as u64);
}

/// What a run came to: tasks of each procedure, and the sum of all that threads left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub tasks: Vec<u64>,
    pub sum: u64,
}

impl Outcome {
    fn new(procedures: usize) -> Self {
        Self { tasks: vec![0; procedures], sum: 0 }
    }

    fn leave(&mut self, number: u32) {
        self.sum = self.sum.wrapping_add((1 << 32) + u64::from(mix(number)));
    }
}

/// A program that starts from numbers.
pub trait Tested: Program + Contains<Self::Start> {
    /// Its first procedure.
    type Start: Execute;

    /// With the words that its threads add to.
    fn new(sums: &Buffer<u64>) -> Self;

    /// The initial task of a number.
    fn seed(number: u32) -> <Self::Start as Execute>::Item;

    /// What tasks from these numbers come to.
    fn expected(numbers: &[u32]) -> Outcome;
}

/// A number, and how many generations come after it.
#[device]
#[derive(Clone, Copy)]
pub struct Numbered {
    pub number: u32,
    pub below: u32,
}

/// Recursion: each task but the last of a chain spawns the next.
#[procedure(level = 2)]
pub struct Link {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Link {
    type Item = Numbered;

    fn execute(&self, ctx: &Context<Self>, item: &Numbered) {
        leave(&self.sums, item.number);
        if item.below > 0 {
            ctx.spawn::<Link>(Numbered { number: item.number.wrapping_add(1), below: item.below - 1 });
        }
    }
}

#[program]
pub struct Chains {
    link: Link,
}

impl Tested for Chains {
    type Start = Link;

    fn new(sums: &Buffer<u64>) -> Self {
        Self { link: Link { sums: sums.clone() } }
    }

    fn seed(number: u32) -> Numbered {
        Numbered { number, below: mix(number) % 12 }
    }

    fn expected(numbers: &[u32]) -> Outcome {
        let mut outcome = Outcome::new(1);
        for &number in numbers {
            for after in 0..=Self::seed(number).below {
                outcome.tasks[0] += 1;
                outcome.leave(number.wrapping_add(after));
            }
        }
        outcome
    }
}

/// The number of a child.
#[device]
fn child(number: u32, side: u32) -> u32 {
    number.wrapping_mul(2).wrapping_add(side)
}

/// Children of a node: none, one or two.
#[device]
fn children(item: &Numbered) -> u32 {
    if item.below > 0 { mix(item.number) % 3 } else { 0 }
}

/// Which kind of node a number is.
#[device]
fn is_oak(number: u32) -> bool {
    mix(number) & 4 == 0
}

macro_rules! node {
    ($name:ident) => {
        #[procedure(level = 2)]
        pub struct $name {
            sums: Buffer<u64>,
        }

        #[execute]
        impl Execute for $name {
            type Item = Numbered;

            fn execute(&self, ctx: &Context<Self>, item: &Numbered) {
                leave(&self.sums, item.number);
                for side in 0..2u32 {
                    if side < children(item) {
                        let next = Numbered { number: child(item.number, side), below: item.below - 1 };
                        if is_oak(next.number) {
                            ctx.spawn::<Oak>(next);
                        } else {
                            ctx.spawn::<Fir>(next);
                        }
                    }
                }
            }
        }
    };
}

node!(Oak);
node!(Fir);

#[program]
pub struct Trees {
    oak: Oak,
    fir: Fir,
}

impl Tested for Trees {
    type Start = Oak;

    fn new(sums: &Buffer<u64>) -> Self {
        Self { oak: Oak { sums: sums.clone() }, fir: Fir { sums: sums.clone() } }
    }

    fn seed(number: u32) -> Numbered {
        Numbered { number, below: 12 }
    }

    fn expected(numbers: &[u32]) -> Outcome {
        let mut outcome = Outcome::new(2);
        let mut waiting: Vec<(usize, Numbered)> = numbers.iter().map(|number| (0, Self::seed(*number))).collect();
        while let Some((kind, item)) = waiting.pop() {
            outcome.tasks[kind] += 1;
            outcome.leave(item.number);
            for side in 0..children(&item) {
                let number = child(item.number, side);
                waiting.push((usize::from(!is_oak(number)), Numbered { number, below: item.below - 1 }));
            }
        }
        outcome
    }
}

/// One thread: spawns a squad.
#[procedure(level = 2)]
pub struct Scout {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Scout {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        leave(&self.sums, *number);
        ctx.spawn::<Squad>(Numbered { number: *number, below: mix(*number) % 4 });
    }
}

/// Five threads of a warp: spawn the next squad, and one in four a crowd.
#[procedure(level = 0, threads = 5)]
pub struct Squad {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Squad {
    type Item = Numbered;

    fn execute(&self, ctx: &Context<Self>, item: &Numbered) {
        let other = ctx.shuffle(item.number.wrapping_add(ctx.thread()), 4 - ctx.thread());
        leave(&self.sums, other);
        if ctx.thread() == 0 && item.below > 0 {
            ctx.spawn::<Squad>(Numbered { number: item.number.wrapping_add(7), below: item.below - 1 });
        }
        if ctx.thread() == 4 && mix(item.number) & 48 == 0 {
            ctx.spawn::<Crowd>(item.number);
        }
    }
}

/// Threads of a crowd.
#[device]
const CROWD: u32 = 70;

/// How many leaves come of a crowd.
#[device]
fn leaves(number: u32) -> u32 {
    mix(number) % 20
}

/// The number of a leaf.
#[device]
fn leaf(number: u32, thread: u32) -> u32 {
    number.wrapping_mul(CROWD).wrapping_add(thread)
}

/// Threads of a block, which read what others of them wrote: the first few spawn leaves.
#[procedure(level = 1, threads = 70, shared = SharedArray<u32, 70>)]
pub struct Crowd {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Crowd {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        ctx.shared().set(ctx.thread(), number.wrapping_add(ctx.thread()));
        ctx.barrier();
        leave(&self.sums, ctx.shared().get(CROWD - 1 - ctx.thread()));
        if ctx.thread() < leaves(*number) {
            ctx.spawn::<Leaf>(leaf(*number, ctx.thread()));
        }
    }
}

#[procedure(level = 2)]
pub struct Leaf {
    sums: Buffer<u64>,
}

#[execute]
impl Execute for Leaf {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, number: &u32) {
        leave(&self.sums, *number);
    }
}

#[program]
pub struct Levels {
    scout: Scout,
    squad: Squad,
    crowd: Crowd,
    leaf: Leaf,
}

impl Tested for Levels {
    type Start = Scout;

    fn new(sums: &Buffer<u64>) -> Self {
        Self {
            scout: Scout { sums: sums.clone() },
            squad: Squad { sums: sums.clone() },
            crowd: Crowd { sums: sums.clone() },
            leaf: Leaf { sums: sums.clone() },
        }
    }

    fn seed(number: u32) -> u32 {
        number
    }

    fn expected(numbers: &[u32]) -> Outcome {
        let mut outcome = Outcome::new(4);
        for &start in numbers {
            outcome.tasks[0] += 1;
            outcome.leave(start);
            for squad in 0..=mix(start) % 4 {
                let number = start.wrapping_add(squad * 7);
                outcome.tasks[1] += 1;
                (0..5).for_each(|thread| outcome.leave(number.wrapping_add(thread)));
                if mix(number) & 48 == 0 {
                    outcome.tasks[2] += 1;
                    (0..CROWD).for_each(|thread| outcome.leave(number.wrapping_add(thread)));
                    outcome.tasks[3] += u64::from(leaves(number));
                    (0..leaves(number)).for_each(|thread| outcome.leave(leaf(number, thread)));
                }
            }
        }
        outcome
    }
}
