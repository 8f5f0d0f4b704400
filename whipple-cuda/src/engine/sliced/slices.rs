//! What the loop of the host and those of the device have in common: the kernels of the slices, and the memory of the queues.

use super::{
    abi::{self, SliceParameters},
    geometry::Geometry,
    stacks::{Sharing, Stacks},
    steps::{Planned, Rules, Standing},
};
use crate::{
    driver::{Function, Gpu, Module},
    engine::common::{
        abi::CONTROL,
        budget::{Budget, exhausted},
        session::Session,
    },
};
use std::sync::Arc;
use whipple_runtime::{
    backend::ProgramDescription, error::Error, facts::item_bytes, options::Options, program::ProcedureInfo,
    report::Report,
};

/// The slices of a program.
pub struct Slices {
    procedures: &'static [ProcedureInfo],
    pub kernels: Vec<Kernel>,
    rules: Rules,
    stacks: Stacks,
    /// Bytes that the queues may have.
    budget: u64,
    /// The queues have them, shared out for the state of this run.
    at_limit: bool,
    suspensions: u64,
}

/// The slices of one procedure.
pub struct Kernel {
    pub function: Function,
    pub geometry: Geometry,
    /// Blocks that fill the device.
    pub resident: u32,
}

impl Kernel {
    fn new(gpu: &Gpu, module: &Module, procedure: usize, geometry: Geometry) -> Result<Self, Error> {
        let function = module.function(&format!("whipple_slice_{procedure}"))?;
        function.set_max_dynamic_shared(geometry.scratch)?;
        let resident =
            function.occupancy(geometry.threads, geometry.scratch)?.max(1) * gpu.properties().multiprocessors;
        Ok(Self { function, geometry, resident })
    }
}

impl Slices {
    /// Gets the kernels of a program from `compile`, and allocates the queues.
    ///
    /// # Errors
    /// What `compile` gives, options that do not fit, too little memory.
    pub fn new(
        gpu: &Arc<Gpu>,
        program: ProgramDescription,
        options: &Options,
        rules: Rules,
        compile: impl FnOnce() -> Result<Module, Error>,
    ) -> Result<(Self, Module), Error> {
        let procedures = program.procedures;
        let budget = Budget::of(gpu, options)?;
        let sharing = sharing(procedures, &rules, budget.bytes);
        let least = sharing.bytes(&sharing.least());
        if least > budget.bytes {
            return Err(budget.is_below(least, gpu, program));
        }
        let capacity = sharing.initial(budget.initial);
        let module = compile()?;
        let kernels = procedures.iter().enumerate();
        let kernels = kernels.map(|(p, procedure)| Kernel::new(gpu, &module, p, Geometry::new(procedure)));
        let slices = Self {
            kernels: kernels.collect::<Result<_, _>>()?,
            stacks: Stacks::new(gpu, procedures, capacity)?,
            procedures,
            rules,
            budget: budget.bytes,
            at_limit: false,
            suspensions: 0,
        };
        Ok((slices, module))
    }

    /// Number of procedures.
    pub fn count(&self) -> usize {
        self.procedures.len()
    }

    /// Starts a run from what waits.
    ///
    /// # Errors
    /// What the driver met.
    pub fn begin(&mut self, session: &Session, standing: &Standing) -> Result<(), Error> {
        (self.at_limit, self.suspensions) = (false, 0);
        session.words.write(0, &[&[0; CONTROL], &abi::encode_state(standing)[..]].concat())
    }

    /// Plans the next slice, after so many.
    pub fn plan(&self, standing: &Standing, rounds: u64) -> Planned {
        standing.next(&self.rules, self.stacks.capacity(), rounds, self.ask_below())
    }

    /// Threads below which a slice that memory cuts short asks for more: whole slices are worth a part of the budget, a full
    /// device all of it.
    fn ask_below(&self) -> u32 {
        if self.at_limit {
            0
        } else if self.stacks.bytes() < self.budget / 16 {
            u32::MAX
        } else {
            self.rules.fill as u32
        }
    }

    /// What the kernels take.
    pub fn parameters(&self, session: &Session) -> SliceParameters {
        SliceParameters {
            control: session.words.address(),
            state: session.words.address() + CONTROL as u64,
            items: self.stacks.addresses(),
            seeds: session.seeds.addresses(),
            capacity: self.stacks.capacity().to_vec(),
            handle: 0,
            blocks: self.kernels.iter().map(|kernel| kernel.resident).collect(),
            fill: self.rules.fill as u32,
            ask_below: self.ask_below(),
        }
    }

    /// Gives the queues more memory, or shares it out anew, after so many slices.
    ///
    /// # Errors
    /// [`Error::QueueMemory`] where nothing can run within the budget, or what the driver met.
    pub fn grow(&mut self, standing: &Standing, rounds: u64) -> Result<(), Error> {
        let sharing = sharing(self.procedures, &self.rules, self.budget);
        let Some((capacity, ample)) = sharing.extend(standing, self.stacks.capacity()) else {
            return Err(self.exhausted(standing));
        };
        self.suspensions += 1;
        self.at_limit = !ample;
        match self.stacks.resize(standing, &capacity) {
            Err(Error::OutOfMemory { .. }) => {
                // The device has less than was hoped for: go on with what there is, as long as that is enough.
                self.at_limit = true;
                match self.plan(standing, rounds) {
                    Planned::Grow => Err(self.exhausted(standing)),
                    _ => Ok(()),
                }
            }
            result => result,
        }
    }

    fn exhausted(&self, standing: &Standing) -> Error {
        exhausted(self.procedures, |p| standing.stacked(p), self.budget)
    }

    /// Adds what both loops report.
    pub fn report(&self, report: &mut Report) {
        report.block_threads = self.kernels.iter().map(|kernel| kernel.geometry.threads).max().unwrap_or(0);
        report.suspensions = self.suspensions;
        report.queue_bytes = self.stacks.bytes();
    }
}

fn sharing<'a>(procedures: &[ProcedureInfo], rules: &'a Rules, budget: u64) -> Sharing<'a> {
    let item_bytes = procedures.iter().map(|procedure| item_bytes(procedure) as u64).collect();
    Sharing { rules, item_bytes, budget }
}
