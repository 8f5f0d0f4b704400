//! A body that spawns more than its procedure's `max_spawns` ends the run with an error that names it, under every scheduler.

use crate::{
    devices,
    errors::{line_of, panic_of},
    harness,
};
use whipple::{
    backend::ProgramDescription,
    cuda::{compile_for, engine, nvrtc::Nvrtc},
    error::TOO_MANY_SPAWNS,
    prelude::*,
    program::{Contains, Program},
};

/// One thread of the task spawns, the others do not.
#[device]
#[derive(Clone, Copy)]
pub struct Handful {
    pub thread: u32,
    pub spawns: u32,
}

#[procedure(level = 2, max_spawns = 3)]
pub struct Sow {}

#[execute]
impl Execute for Sow {
    type Item = Handful;

    fn execute(&self, ctx: &Context<Self>, handful: &Handful) {
        // What counts is the sum over the targets, of which each gets no more than three of the first six.
        for i in 0..handful.spawns {
            if i % 2 == 0 {
                ctx.spawn::<Flower>(i); // panics: Sow
            } else {
                ctx.spawn::<Weed>(i);
            }
        }
    }
}

#[procedure(level = 0, threads = 5, max_spawns = 1)]
pub struct Squad {}

#[execute]
impl Execute for Squad {
    type Item = Handful;

    fn execute(&self, ctx: &Context<Self>, handful: &Handful) {
        if ctx.thread() == handful.thread {
            for i in 0..handful.spawns {
                ctx.spawn::<Flower>(i); // panics: Squad
            }
        }
    }
}

#[procedure(level = 1, threads = 64, max_spawns = 2)]
pub struct Crowd {}

#[execute]
impl Execute for Crowd {
    type Item = Handful;

    fn execute(&self, ctx: &Context<Self>, handful: &Handful) {
        ctx.barrier();
        if ctx.thread() == handful.thread {
            for i in 0..handful.spawns {
                ctx.spawn::<Flower>(i); // panics: Crowd
            }
        }
        ctx.barrier();
    }
}

/// Its bound is below what the loop shows.
#[procedure(level = 2, max_spawns = 1)]
pub struct Modest {}

#[execute]
impl Execute for Modest {
    type Item = Handful;

    fn execute(&self, ctx: &Context<Self>, handful: &Handful) {
        for i in 0..4u32 {
            if i < handful.spawns {
                ctx.spawn::<Weed>(i); // panics: Modest
            }
        }
    }
}

#[procedure(level = 2)]
pub struct Flower {
    pub grown: Buffer<u32>,
}

#[execute]
impl Execute for Flower {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, _: &u32) {
        self.grown.fetch_add(0, 1);
    }
}

#[procedure(level = 2)]
pub struct Weed {
    pub grown: Buffer<u32>,
}

#[execute]
impl Execute for Weed {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, _: &u32) {
        self.grown.fetch_add(1, 1);
    }
}

#[program]
pub struct Garden {
    pub sow: Sow,
    #[schedule(seeded)]
    pub squad: Squad,
    #[schedule(seeded)]
    pub crowd: Crowd,
    #[schedule(seeded)]
    pub modest: Modest,
    pub flower: Flower,
    pub weed: Weed,
}

/// A launcher, and what its runs count.
struct Gardener<'p> {
    launcher: Launcher<'p, Garden>,
    grown: Buffer<u32>,
}

impl Gardener<'_> {
    /// Bodies that keep to their bounds: exact counts.
    fn check_honest(&mut self) {
        let start = self.grown.read().expect("counts");
        let (all, one, two) =
            (Handful { thread: 0, spawns: 3 }, Handful { thread: 4, spawns: 1 }, Handful { thread: 63, spawns: 2 });
        self.launcher.clear_seeds();
        self.seed::<Sow>(&[all; 1000]);
        self.seed::<Squad>(&[one; 100]);
        self.seed::<Crowd>(&[two; 50]);
        self.seed::<Modest>(&[one; 70]);
        let report = self.launcher.run().expect("no thread spawns too much");
        assert_eq!((report.tasks::<Flower>(), report.tasks::<Weed>()), (2000 + 100 + 100, 1000 + 70));
        let end = self.grown.read().expect("counts");
        assert_eq!([end[0] - start[0], end[1] - start[1]], [2200, 1070], "what ran");
    }

    fn seed<P: Execute<Item = Handful>>(&mut self, items: &[Handful])
    where
        Garden: Contains<P>,
    {
        self.launcher.seed::<P>(items).expect("seeds");
    }

    /// One task of `P` among `others`, of which one thread spawns more than it may.
    fn check_lie<P: Execute<Item = Handful>>(&mut self, lie: Handful, others: usize)
    where
        Garden: Contains<P>,
    {
        let mut items = vec![Handful { thread: 0, spawns: 1 }; others];
        items.insert(others / 2, lie);
        self.launcher.clear_seeds();
        self.seed::<P>(&items);
        let panic = panic_of(self.launcher.run(), P::NAME);
        let line = line_of(include_str!("spawns.rs"), P::NAME);
        // The even spawns of `Sow` are on the marked line, the odd ones two below.
        let lines = if P::NAME == "Sow" { [line, line + 2] } else { [line; 2] };
        assert_eq!((panic.procedure.as_str(), panic.message.as_str()), (P::NAME, TOO_MANY_SPAWNS));
        assert!(panic.file.ends_with("tests/language/spawns.rs") && lines.contains(&panic.line), "{panic:?}");
        assert_eq!(panic.thread, lie.thread, "{panic:?}");
    }
}

/// Lies of every kind, each followed by a run of honest bodies on the same launcher.
fn check(device: &Device, options: Options) -> Result<(), Error> {
    let grown = device.buffer(2)?;
    let garden = Garden {
        sow: Sow {},
        squad: Squad {},
        crowd: Crowd {},
        modest: Modest {},
        flower: Flower { grown: grown.clone() },
        weed: Weed { grown: grown.clone() },
    };
    let mut gardener = Gardener { launcher: Launcher::with_options(device, &garden, options)?, grown };
    gardener.check_honest();
    for others in [0, 500] {
        // One more than allowed, and more than any queue holds in reserve.
        for spawns in [4, 100_000] {
            gardener.check_lie::<Sow>(Handful { thread: 0, spawns }, others);
            gardener.check_lie::<Squad>(Handful { thread: 3, spawns: spawns - 2 }, others);
            gardener.check_lie::<Crowd>(Handful { thread: 40, spawns: spawns - 1 }, others);
            gardener.check_lie::<Modest>(Handful { thread: 0, spawns: spawns - 2 }, others);
            gardener.check_honest();
        }
    }
    Ok(())
}

#[test]
fn cpu_names_the_procedure() {
    for workers in [1, 3] {
        check(&Device::cpu(), Options::new().workers(workers)).expect("the program is prepared");
    }
}

#[test]
fn compiles_for_every_scheduler() {
    if Nvrtc::get().is_err() {
        return harness::compile(Garden::NAME, Garden::CUDA_SOURCE);
    }
    let description = ProgramDescription {
        name: Garden::NAME,
        procedures: Garden::PROCEDURES,
        cuda_source: Garden::CUDA_SOURCE,
        plan: const { &Garden::PLAN },
    };
    for scheduler in schedulers() {
        let settings = engine::settings(description, &Options::new().scheduler(scheduler)).expect("options that fit");
        let compiled = compile_for(Garden::CUDA_SOURCE, Garden::NAME, "sm_90", &settings);
        assert_eq!(compiled.expect("it compiles").warnings, "", "{scheduler}");
    }
}

#[test]
fn emulation_names_the_procedure_under_every_scheduler() {
    let Some(device) = devices::emulated() else { return };
    check_all(&device);
}

#[test]
fn gpu_names_the_procedure_under_every_scheduler() {
    let Some(device) = devices::gpu() else { return };
    check_all(&device);
}

fn check_all(device: &Device) {
    for scheduler in devices::schedulers() {
        match check(device, Options::new().scheduler(scheduler)) {
            Err(error @ Error::DeviceRuntimeMissing { .. }) => println!("skipped: {error}"),
            result => result.unwrap_or_else(|error| panic!("{scheduler}: {error}")),
        }
    }
}

/// All but the one that chooses among the others.
fn schedulers() -> impl Iterator<Item = Scheduler> {
    Scheduler::ALL.iter().copied().filter(|scheduler| *scheduler != Scheduler::Auto)
}

/// Loops whose lengths rustc knows: of constants, and of arrays.
mod counted {
    use whipple::prelude::*;

    #[device]
    const STEPS: u32 = 4;

    #[device]
    const TABLE: [[u32; 2]; 3] = [[1, 2], [3, 4], [5, 6]];

    #[device]
    #[allow(non_upper_case_globals)]
    const few: u32 = 2;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Node {
        pub children: [u32; 5],
        pub rows: [[u32; 2]; 3],
    }

    #[procedure(level = 2)]
    pub struct Walk {}

    #[device]
    impl Walk {
        const TURNS: u32 = 2;
    }

    #[execute]
    impl Execute for Walk {
        type Item = Node;

        fn execute(&self, ctx: &Context<Self>, node: &Self::Item) {
            const INSIDE: u32 = 3;
            // 3 + 4 + 3
            for i in 0..INSIDE {
                ctx.spawn::<Leaf>(i);
            }
            for i in (1..=STEPS * 2).step_by(2) {
                ctx.spawn::<Leaf>(i);
            }
            for i in 0..Self::TURNS + 1 {
                ctx.spawn::<Leaf>(i);
            }
            // 5 + 3 * 2 + 2
            for child in node.children {
                ctx.spawn::<Leaf>(child);
            }
            let rows = node.rows;
            for row in &rows {
                for number in row.iter() {
                    ctx.spawn::<Leaf>(*number);
                }
            }
            for number in node.rows[(node.children[0] % 3) as usize] {
                ctx.spawn::<Leaf>(number);
            }
            // 6 + 2
            for (index, number) in [0_u32; STEPS as usize + 2].iter().enumerate() {
                ctx.spawn::<Leaf>(*number + index as u32);
            }
            let pair: [u32; 2] = [1, 2];
            for number in pair {
                ctx.spawn::<Leaf>(number);
            }
            // 3 * 2 + 2 + 5 + 3
            for row in TABLE {
                for (index, number) in row.iter().enumerate() {
                    ctx.spawn::<Leaf>(*number + index as u32);
                }
            }
            for i in few..TABLE[1][1] {
                ctx.spawn::<Leaf>(i);
            }
            let Node { children, .. } = *node;
            for child in children.iter().rev() {
                ctx.spawn::<Leaf>(*child);
            }
            let filled: [u32; INSIDE as usize] = [7; INSIDE as usize];
            for number in filled {
                ctx.spawn::<Leaf>(number);
            }
        }
    }

    #[procedure(level = 2)]
    pub struct Leaf {
        pub sum: Buffer<u32>,
    }

    #[execute]
    impl Execute for Leaf {
        type Item = u32;

        fn execute(&self, _ctx: &Context<Self>, _number: &u32) {
            self.sum.fetch_add(0, 1);
        }
    }

    #[program]
    pub struct Forest {
        pub walk: Walk,
        pub leaf: Leaf,
    }
}

#[test]
fn loops_over_constants_and_arrays_are_counted() {
    use counted::{Forest, Leaf, Node, Walk};
    assert_eq!(Forest::PLAN.facts.spawns_of_thread[0], 47);
    assert_eq!(Forest::PLAN.facts.spawns[0][1], 47);
    let device = Device::cpu();
    let sum = device.buffer_from(&[0_u32]).expect("a device has memory");
    let forest = Forest { walk: Walk {}, leaf: Leaf { sum: sum.clone() } };
    let mut launcher = Launcher::new(&device, &forest).expect("the program compiles");
    let node = Node { children: [4; 5], rows: [[1; 2]; 3] };
    launcher.seed::<Walk>(&[node]).expect("an item").run().expect("it runs");
    assert_eq!(sum.read().expect("what was written"), [47]);
}

/// The same, written by `macro_rules!`: what is generated beside the loop meets names of the macro's caller and of the macro.
macro_rules! sower {
    ($module:ident, $values:ident, $count:expr) => {
        mod $module {
            use whipple::prelude::*;

            #[procedure(level = 2)]
            pub struct Sower {}

            #[execute]
            impl Execute for Sower {
                type Item = [u32; 3];

                fn execute(&self, ctx: &Context<Self>, $values: &[u32; 3]) {
                    for value in $values {
                        if *value > 8 {
                            ctx.spawn::<Sower>(*$values);
                        }
                    }
                    for value in 0..$count {
                        if value > 8 {
                            ctx.spawn::<Sower>(*$values);
                        }
                    }
                }
            }

            #[program]
            pub struct Field {
                pub sower: Sower,
            }
        }
    };
}

sower!(sown, values, 2 + 2);

#[test]
fn loops_that_macros_wrote_are_counted() {
    assert_eq!(sown::Field::PLAN.facts.spawns_of_thread[0], 7);
}
