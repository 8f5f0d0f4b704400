//! The tests: what each one is made of, and the list of all.

use super::{
    durations::Durations,
    expect::Expected,
    load::{CHECKS, Load, MEMORY},
    measure::Measurable,
    pipeline::{PipelineTest, Range, different_dr, different_er, equal_dr, equal_er},
    recursion::{RecursionOfBlocks, RecursionOfThreads},
    tree::ExpandingTree,
    unbalanced::{ROOTS, UnbalancedTree},
};
use whipple::{prelude::*, program::Contains};

/// Buffers that all tests share.
pub struct Buffers {
    /// Sums of fingerprints.
    pub checks: Buffer<u64>,
    /// What memory transactions work on.
    pub memory: Buffer<u32>,
}

impl Buffers {
    /// Makes them.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn new(device: &Device) -> Result<Self, Error> {
        Ok(Self { checks: device.buffer(CHECKS as usize)?, memory: device.buffer(MEMORY as usize)? })
    }
}

/// A test: a program, its initial tasks, and what must come of them.
pub trait Test {
    /// The program.
    type Program: Program + Contains<Self::First>;
    /// The procedure of the initial tasks.
    type First: Execute;

    /// The name for the command line and the table. Tests whose names begin alike form a group.
    fn name(&self) -> &str;

    /// The initial tasks.
    fn seeds(&self) -> Vec<<Self::First as Execute>::Item>;

    /// The program's value; with `verify` its tasks leave fingerprints.
    fn program(&self, buffers: &Buffers, verify: bool) -> Self::Program;

    /// What must come of a run, counted on the host.
    fn expect(&self) -> Expected;

    /// The number of tasks, where it is known without counting.
    fn known_tasks(&self) -> Option<u64> {
        None
    }
}

/// How large the tests are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// As in the paper.
    Full,
    /// Small enough for the CPU, continuous integration and sanitizers.
    Quick,
}

/// All tests, the tree with each of `depths`.
pub fn tests(size: Size, depths: &[u32]) -> Vec<Box<dyn Measurable>> {
    let pick = |full, quick| if size == Size::Full { full } else { quick };
    let mut tests: Vec<Box<dyn Measurable>> = Vec::new();
    for load in Load::ALL {
        let name = format!("recursion2-{}", load.name());
        tests.push(Box::new(RecursionOfThreads { name, load, chains: pick(38_000, 300) }));
    }
    let name = String::from("recursion2-million");
    tests.push(Box::new(RecursionOfThreads { name, load: Load::None, chains: pick(1_000_000, 2000) }));
    for load in Load::ALL {
        let name = format!("recursion1-{}", load.name());
        tests.push(Box::new(RecursionOfBlocks { name, load, chains: pick(38_000, 8) }));
    }
    for depth in depths {
        tests.push(Box::new(ExpandingTree::new(*depth)));
    }
    let (seeds, range) = (pick(3000, 1), Range { least: 20, span: pick(1781, 61) });
    tests.push(Box::new(PipelineTest::<equal_er::This>::new("pipeline-equal-er", seeds, range)));
    tests.push(Box::new(PipelineTest::<equal_dr::This>::new("pipeline-equal-dr", seeds, range)));
    tests.push(Box::new(PipelineTest::<different_er::This>::new("pipeline-different-er", seeds, range)));
    tests.push(Box::new(PipelineTest::<different_dr::This>::new("pipeline-different-dr", seeds, range)));
    tests.push(Box::new(UnbalancedTree { roots: pick(ROOTS as u32, 20).into() }));
    tests.push(Box::new(Durations { chains: pick(4000, 20), tasks: 10, octaves: pick(10, 3) }));
    tests
}
