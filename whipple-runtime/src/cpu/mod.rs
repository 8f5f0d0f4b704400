//! The CPU executor: the default where there is no GPU, and the oracle for tests. See README.md in this folder.

mod batch;
mod engine;
mod in_place;
mod items;
mod join;
mod lanes;
mod observe;
mod overflow;
mod panic;
mod policy;
mod pool;
mod queue;
mod storage;
mod task;
mod threads;
mod worker;

pub use batch::Batch;
pub use engine::Cpu;
pub use panic::panics_here;
pub use task::Task;
pub use threads::{
    Handed, NoForm, NotKept, OfAny, OfNone, OfPlain, PerThread, Refused, RefusedExchange, Threads, WhetherKept, With,
};

pub use in_place::Waiting;
pub(crate) use in_place::{Destination, fork as fork_in_place};
pub(crate) use join::HELD;
pub(crate) use panic::PanicAt;
pub(crate) use task::Parts;
