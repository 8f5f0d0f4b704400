//! The seven-stage pipeline, with equal and different thread counts and register demands (Steinberger et al. 2014, section 5,
//! table 4). Each stage spawns tasks of the next one, of more threads in all than it has itself.

use super::{
    expect::{Expected, Results, Work},
    load::{between, leave_fingerprint, mix, multiply_add},
    suite::{Buffers, Test},
};
use whipple::prelude::*;

/// A task: the children of `id` have the numbers from `id` times the stage's fan-out on, so that the tasks of each stage are
/// numbered without gaps.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its number within its stage.
    pub id: u32,
}

/// How many multiply-adds the threads of tasks do.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The least.
    pub least: u32,
    /// How many numbers from there on a hash chooses from.
    pub span: u32,
}

/// The task in fingerprints.
#[device]
pub fn key(stage: u32, step: &Step) -> u32 {
    mix(step.id ^ (stage << 28))
}

/// One stage.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Threads of a task.
    pub threads: u32,
    /// Chains that the multiply-adds of a thread are dealt out to: what decides how many registers it needs.
    pub chains: u32,
    /// Tasks of the next stage that each task spawns.
    pub fan_out: u32,
}

/// Tasks of all stages for each initial one, in all variants: the fan-outs were chosen for 1.22 million of 3,000.
pub const TASKS_PER_SEED: u64 = 406;

/// A pipeline's tests differ in nothing but these.
pub trait Pipeline {
    /// The program.
    type Program: Program + whipple::program::Contains<Self::First>;
    /// Its first stage.
    type First: Execute<Item = Step>;
    /// The stages.
    const STAGES: [Stage; 7];

    /// The program's value.
    fn program(range: Range, checks: &Buffer<u64>, verify: bool) -> Self::Program;
}

/// A pipeline with some initial tasks.
pub struct PipelineTest<P> {
    name: &'static str,
    seeds: u32,
    range: Range,
    pipeline: std::marker::PhantomData<P>,
}

impl<P: Pipeline> PipelineTest<P> {
    /// A pipeline that begins with this many tasks.
    pub fn new(name: &'static str, seeds: u32, range: Range) -> Self {
        Self { name, seeds, range, pipeline: std::marker::PhantomData }
    }
}

impl<P: Pipeline> Test for PipelineTest<P> {
    type Program = P::Program;
    type First = P::First;

    fn name(&self) -> &str {
        self.name
    }

    fn seeds(&self) -> Vec<Step> {
        (0..self.seeds).map(|id| Step { id }).collect()
    }

    fn program(&self, buffers: &Buffers, verify: bool) -> P::Program {
        P::program(self.range, &buffers.checks, verify)
    }

    fn expect(&self) -> Expected {
        let mut expected = Expected::default();
        let mut results = Results::new();
        let (mut tasks, mut steps) = (self.seeds, 0);
        for (index, stage) in P::STAGES.iter().enumerate() {
            for id in 0..tasks {
                let key = key(index as u32, &Step { id });
                let count = between(self.range.least, self.range.span, key);
                let row = results.of(stage.chains, count);
                expected.add_task(key, stage.threads, |thread| row.get(id + thread));
                steps += u64::from(stage.threads * count);
            }
            tasks *= stage.fan_out;
        }
        expected.work = Work::Arithmetic { flops: 2 * steps };
        expected
    }

    fn known_tasks(&self) -> Option<u64> {
        Some(u64::from(self.seeds) * TASKS_PER_SEED)
    }
}

/// Declares a pipeline in a module of its own. A line is a stage: its name, field and number; level and threads; chains of
/// multiply-adds; how many of its threads spawn, how many tasks each, and of which stage.
macro_rules! pipeline {
    ($(#[$documentation:meta])* $module:ident: $(
        $name:ident $field:ident $index:tt,
        level $level:tt of $threads:tt, chains $chains:tt
        $(, spawns $spawners:tt * $each:tt $next:ident)?;
    )*) => {
        $(#[$documentation])*
        pub mod $module {
            use super::*;

            $(
                /// A stage.
                #[procedure(level = $level, threads = $threads)]
                pub struct $name {
                    /// Multiply-adds of its threads.
                    pub range: Range,
                    /// Whether the threads leave their fingerprints in `checks`; not while time is measured.
                    pub verify: bool,
                    /// Sums of fingerprints.
                    pub checks: Buffer<u64>,
                }

                #[execute]
                impl Execute for $name {
                    type Item = Step;

                    fn execute(&self, ctx: &Context<Self>, step: &Step) {
                        let thread = ctx.thread();
                        let key = key($index, step);
                        let count = between(self.range.least, self.range.span, key);
                        let result = multiply_add::<$chains>(step.id + thread, count);
                        leave_fingerprint(self.verify, &self.checks, key, thread, result);
                        $(
                            if thread < $spawners {
                                for child in 0..$each {
                                    ctx.spawn::<$next>(Step { id: (step.id * $spawners + thread) * $each + child });
                                }
                            }
                        )?
                    }
                }
            )*

            /// The pipeline.
            #[program]
            pub struct Stages {
                $(
                    /// A stage.
                    pub $field: $name,
                )*
            }

            /// Names the pipeline.
            pub struct This;

            impl Pipeline for This {
                type Program = Stages;
                type First = First;
                const STAGES: [Stage; 7] = [$(
                    Stage { threads: $threads, chains: $chains, fan_out: 0 $(+ $spawners * $each)? },
                )*];

                fn program(range: Range, checks: &Buffer<u64>, verify: bool) -> Stages {
                    Stages { $($field: $name { range, verify, checks: checks.clone() }),* }
                }
            }
        }
    };
}

pipeline! {
    /// Equal thread counts, equal register demands.
    equal_er:
    First first 0, level 1 of 256, chains 8, spawns 3 * 1 Second;
    Second second 1, level 1 of 256, chains 8, spawns 2 * 1 Third;
    Third third 2, level 1 of 256, chains 8, spawns 3 * 1 Fourth;
    Fourth fourth 3, level 1 of 256, chains 8, spawns 3 * 1 Fifth;
    Fifth fifth 4, level 1 of 256, chains 8, spawns 2 * 1 Sixth;
    Sixth sixth 5, level 1 of 256, chains 8, spawns 2 * 1 Seventh;
    Seventh seventh 6, level 1 of 256, chains 8;
}

pipeline! {
    /// Equal thread counts, different register demands.
    equal_dr:
    First first 0, level 1 of 256, chains 32, spawns 3 * 1 Second;
    Second second 1, level 1 of 256, chains 2, spawns 2 * 1 Third;
    Third third 2, level 1 of 256, chains 16, spawns 3 * 1 Fourth;
    Fourth fourth 3, level 1 of 256, chains 1, spawns 3 * 1 Fifth;
    Fifth fifth 4, level 1 of 256, chains 8, spawns 2 * 1 Sixth;
    Sixth sixth 5, level 1 of 256, chains 24, spawns 2 * 1 Seventh;
    Seventh seventh 6, level 1 of 256, chains 4;
}

pipeline! {
    /// Different thread counts, equal register demands.
    different_er:
    First first 0, level 2 of 1, chains 8, spawns 1 * 5 Second;
    Second second 1, level 0 of 4, chains 8, spawns 2 * 1 Third;
    Third third 2, level 0 of 16, chains 8, spawns 1 * 1 Fourth;
    Fourth fourth 3, level 0 of 32, chains 8, spawns 2 * 1 Fifth;
    Fifth fifth 4, level 1 of 512, chains 8, spawns 3 * 1 Sixth;
    Sixth sixth 5, level 1 of 256, chains 8, spawns 5 * 1 Seventh;
    Seventh seventh 6, level 1 of 64, chains 8;
}

pipeline! {
    /// Different thread counts, different register demands.
    different_dr:
    First first 0, level 2 of 1, chains 32, spawns 1 * 5 Second;
    Second second 1, level 0 of 4, chains 2, spawns 2 * 1 Third;
    Third third 2, level 0 of 16, chains 16, spawns 1 * 1 Fourth;
    Fourth fourth 3, level 0 of 32, chains 1, spawns 2 * 1 Fifth;
    Fifth fifth 4, level 1 of 512, chains 8, spawns 3 * 1 Sixth;
    Sixth sixth 5, level 1 of 256, chains 24, spawns 5 * 1 Seventh;
    Seventh seventh 6, level 1 of 64, chains 4;
}
