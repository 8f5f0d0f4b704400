//! What the initial tasks of a run have finished with.

use crate::{
    backend::{Roots, Seeds},
    error::Error,
    join::TaskOutput,
    procedure::Execute,
    program::ProcedureInfo,
};
use std::{any::TypeId, fmt, sync::Arc};

/// The outputs of a run's initial tasks.
#[derive(Clone)]
pub(crate) struct Outputs {
    /// The procedures of initial tasks that have outputs, and how many tasks in a row are of each, in the order of their numbers.
    of: Vec<(TypeId, usize)>,
    roots: Arc<Roots>,
}

impl Outputs {
    /// Those that a run of these initial tasks has left. Nobody may change `roots` as long as somebody else has it, too.
    pub(crate) fn new(seeds: &[Seeds], procedures: &[ProcedureInfo], roots: &Arc<Roots>) -> Self {
        let of = seeds.iter().filter(|seeds| procedures[seeds.procedure].output_size.is_some());
        let of = of.map(|seeds| (procedures[seeds.procedure].id, seeds.count)).collect();
        Self { of, roots: Arc::clone(roots) }
    }

    /// Those of the tasks of one procedure, in the order in which they were added.
    ///
    /// # Errors
    /// [`Error::Other`] when a device wrote what is no value.
    pub(crate) fn of<Q: Execute<Output: TaskOutput>>(&self) -> Result<Vec<Q::Output>, Error> {
        let (mut number, mut outputs) = (0, Vec::new());
        for (id, count) in &self.of {
            if *id == TypeId::of::<Q>() {
                for index in 0..*count {
                    outputs.push(self.output::<Q::Output>(number + index)?);
                }
            }
            number += count;
        }
        Ok(outputs)
    }

    /// The output of an initial task.
    fn output<O: TaskOutput>(&self, number: usize) -> Result<O, Error> {
        let place = self.roots.place(number as u32);
        // SAFETY: the place has the size of any output of the program, initialised (`Roots::new`), and nobody writes it any more (`new`).
        let bytes = unsafe { std::slice::from_raw_parts(place, size_of::<O>()) };
        if !O::is_valid(bytes) {
            return Err(Error::other("an initial task has given an output that is no value of its type", None));
        }
        // SAFETY: these bytes are a value, aligned for it.
        Ok(unsafe { place.cast::<O>().read() })
    }
}

/// How many there are.
impl fmt::Debug for Outputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outputs").field("count", &self.of.iter().map(|(_, count)| count).sum::<usize>()).finish()
    }
}
