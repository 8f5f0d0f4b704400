//! What `Scheduler::Auto` chooses among.

use crate::{
    driver::Properties,
    engine::megakernel::{
        fitting::fitting_shape,
        layout::{Layout, Split, static_shared},
        shape::{Multiprocessor, Shape},
        spawns::Spawns,
    },
};
use std::fmt;
use whipple_runtime::{
    backend::ProgramDescription,
    options::{Options, Scheduler},
    plan::check_block_threads,
};

/// Worker-block sizes that are tried beside the plan's. On an H200 the sizes between them differ less than these.
const BLOCK_THREADS: [u32; 4] = [256, 512, 128, 1024];

/// A scheduler, and how it uses a multiprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub scheduler: Scheduler,
    /// Threads of a worker block; `None` for the scheduler's own choice.
    pub block_threads: Option<u32>,
    /// How the memory of the megakernel's local queues is divided.
    pub split: Split,
    /// Whether threads run children of their tasks themselves.
    pub depth_first: bool,
}

impl Candidate {
    /// A scheduler with its own choices.
    pub const fn of(scheduler: Scheduler) -> Self {
        Self { scheduler, block_threads: None, split: Split::Spawns, depth_first: false }
    }

    /// The options of a program for this candidate.
    pub fn options(&self, options: &Options) -> Options {
        let depth_first = options.dives() || self.depth_first;
        let options = options.clone().scheduler(self.scheduler).depth_first(depth_first);
        match self.block_threads {
            Some(threads) => options.block_threads(threads),
            None => options,
        }
    }

    /// Capacities of the local queues; `None` where the candidate does not fit the GPU.
    fn queues(&self, program: ProgramDescription, options: &Options, properties: &Properties) -> Option<Vec<u32>> {
        let threads = properties.threads_per_multiprocessor;
        let shape = Shape::new(program, &self.options(options), threads).ok()?;
        let multiprocessor = Multiprocessor::of(properties);
        let spawns = Spawns::new(program.procedures, program.plan, &self.options(options));
        let layout = Layout::new(
            program.procedures,
            &spawns,
            shape,
            self.split,
            static_shared(&program, &spawns),
            multiprocessor,
        );
        Some(layout.ok()?.capacity)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.scheduler)?;
        if let Some(threads) = self.block_threads {
            write!(f, ", blocks of {threads} threads")?;
        }
        if self.split == Split::Rounds {
            write!(f, ", queues of as many rounds")?;
        }
        if self.depth_first {
            write!(f, ", depth first")?;
        }
        Ok(())
    }
}

/// The candidates for a program, the plan's megakernel first and then the most different ones, so that little is lost where
/// time is up early. A block size that the options name is kept.
pub fn candidates(
    program: ProgramDescription,
    options: &Options,
    properties: &Properties,
    device_runtime: bool,
) -> Vec<Candidate> {
    let megakernel = Candidate::of(Scheduler::Megakernel);
    let shape = fitting_shape(program, &megakernel.options(options), megakernel.split, properties);
    let planned = Candidate { block_threads: shape.ok().map(|shape| shape.block_threads), ..megakernel };
    let mut list = vec![planned, Candidate::of(Scheduler::TimeSlicedGraph)];
    let mut add = |candidate: Candidate, differs: bool| {
        let fits = candidate.queues(program, options, properties).is_some();
        if differs && fits && !list.contains(&candidate) {
            list.push(candidate);
        }
    };
    let dives = program.plan.facts.of.iter().any(|facts| facts.dives);
    add(Candidate { depth_first: true, ..planned }, dives && !options.dives());
    let by_rounds = Candidate { split: Split::Rounds, ..planned };
    let queues = |candidate: &Candidate| candidate.queues(program, options, properties);
    add(by_rounds, queues(&by_rounds) != queues(&planned));
    if options.block_threads.is_none() {
        let sizes =
            BLOCK_THREADS.into_iter().filter(|threads| check_block_threads(*threads, program.procedures).is_ok());
        sizes.for_each(|threads| add(Candidate { block_threads: Some(threads), ..megakernel }, true));
    }
    list.extend([Scheduler::MegakernelGlobal, Scheduler::TimeSliced].map(Candidate::of));
    if device_runtime {
        list.push(Candidate::of(Scheduler::DynamicParallelism));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::megakernel::layout::tests::{h200, procedure};
    use whipple_runtime::{plan::Plan, program::ProcedureInfo};

    fn names(procedures: Vec<ProcedureInfo>, options: &Options, device_runtime: bool) -> Vec<String> {
        names_of(procedures, options, device_runtime, |_| {})
    }

    fn names_of(
        procedures: Vec<ProcedureInfo>,
        options: &Options,
        device_runtime: bool,
        change: impl FnOnce(&mut Plan),
    ) -> Vec<String> {
        let procedures: &'static [ProcedureInfo] = Box::leak(procedures.into_boxed_slice());
        let mut plan = Plan::new("Tested", procedures);
        change(&mut plan);
        let plan: &'static Plan = Box::leak(Box::new(plan));
        let program = ProgramDescription { name: "Tested", procedures, cuda_source: "", plan };
        candidates(program, options, &h200(), device_runtime).iter().map(Candidate::to_string).collect()
    }

    #[test]
    fn one_procedure_leaves_the_block_size_open() {
        let expected = [
            "megakernel, blocks of 256 threads",
            "time-sliced-graph",
            "megakernel, blocks of 512 threads",
            "megakernel, blocks of 128 threads",
            "megakernel, blocks of 1024 threads",
            "megakernel-global",
            "time-sliced",
        ];
        assert_eq!(names(vec![procedure(2, 1, 8, 1)], &Options::new(), false), expected);
        let with_runtime = names(vec![procedure(2, 1, 8, 1)], &Options::new(), true);
        assert_eq!(with_runtime.last().map(String::as_str), Some("dynamic-parallelism"));
    }

    #[test]
    fn sizes_that_do_not_fit_and_splits_that_are_the_same_are_not_tried() {
        let list = names(vec![procedure(2, 1, 8, 1), procedure(1, 400, 8, 1)], &Options::new(), false);
        let megakernels: Vec<&str> =
            list.iter().filter(|name| name.contains("blocks of")).map(String::as_str).collect();
        assert!(megakernels.iter().all(|name| !name.contains("128") && !name.contains("256")), "{megakernels:?}");
        assert!(megakernels.iter().any(|name| name.contains("1024")), "{megakernels:?}");
        assert!(list.iter().all(|name| !name.contains("as many rounds")), "{list:?}");
    }

    #[test]
    fn depth_first_is_tried_where_tasks_dive() {
        let dives = |plan: &mut Plan| plan.facts.of[0].dives = true;
        let list = names_of(vec![procedure(2, 1, 8, 1)], &Options::new(), false, dives);
        assert_eq!(list[2], "megakernel, blocks of 256 threads, depth first");
        assert_eq!(list.iter().filter(|name| name.contains("depth first")).count(), 1, "{list:?}");
        let asked_for = names_of(vec![procedure(2, 1, 8, 1)], &Options::new().depth_first(true), false, dives);
        assert!(asked_for.iter().all(|name| !name.contains("depth first")), "{asked_for:?}");
    }

    #[test]
    fn a_block_size_that_is_asked_for_is_kept() {
        let list = names(vec![procedure(2, 1, 8, 1)], &Options::new().block_threads(192), false);
        assert!(list.iter().all(|name| !name.contains("blocks of") || name.contains("blocks of 192")), "{list:?}");
        assert_eq!(list.len(), 4, "{list:?}");
    }
}
