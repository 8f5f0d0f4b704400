//! The protocols of `whipple-cuda/device/`'s folders `queue`, `join`, `schedulers/megakernel` and `schedulers/global` in Rust, for loom to run
//! under every interleaving and every outcome of relaxed memory that C11 allows.
//!
//! Functions and words have the names, the order and the memory orders of the CUDA code, so that the two can be read side by
//! side. A worker block is one thread here: what its threads do between two block barriers is one step. A local queue is a
//! vector, and a chunk holds one item.
//!
//! [`memory`] has what orders the memory of programs. A thread may be one warp of a block there. `tests/order/` checks with it the rules
//! of `docs/design/memory.md`.
//!
//! [`pool`] and [`join`] are about joins: free records, and how children count down, be they of a fork or of a join of any number. A thread is
//! one warp there, or one task.
//!
//! [`mod@print`] is about lines that tasks print, which the host reads.
//!
//! [`Rules`] holds each memory order and each rule that the READMEs argue for; those of [`items`] are in [`ItemRules`], those of
//! [`memory`] in [`Orders`], those of [`pool`], [`join`] and [`mod@print`] in [`PoolRules`], [`JoinRules`] and [`PrintRules`]. The tests run the protocol as it
//! is, which must hold, and with one rule weakened, which must fail: so the models are known to see what the rule is for.
//!
//! What loom cannot see: out-of-thin-air values and loads that are delayed past later stores, which C11 allows for relaxed
//! accesses and PTX does too; anything that needs more preemptions than the bound of [`check`], or a thread that looks in vain more
//! often than [`sync::Wait`] allows before others go on; and time. An atomic operation that races with a store of another thread may
//! lose that store in loom. So the slots of [`pool`] change by atomic operations alone, unless a rule is weakened.
//!
//! Not modelled are what happens within a block, but for the barriers of [`memory`], and a lap of the hand-off ring: its slots do
//! not name their tickets, so its argument is that nobody takes 65,536 tickets while a thread is between two instructions.

pub mod block;
pub mod handoff;
pub mod items;
pub mod join;
pub mod memory;
pub mod pool;
pub mod print;
pub mod ring;
pub mod sync;

pub use block::{Block, Device};
pub use handoff::Handoff;
pub use items::{ItemBlock, ItemRules, Items, Work};
pub use join::{Continuation, JoinRules, Joined, Joins, Opened, Outputs, ReturnTo, Sum};
pub use memory::{Barrier, Buffer, Orders, Stack, Stream};
pub use pool::{Free, Pool, PoolRules, Scope};
pub use print::{PrintRules, Prints};
pub use ring::{Chunk, Ring};

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use sync::Ordering;

/// The memory orders and rules of the megakernel's protocols. [`Rules::default`] is what the device does.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// `Ring::push` and `Exchange::give`: the store that fills a slot.
    pub fill: Ordering,
    /// `Ring::take`: the load that finds a slot full; `Exchange::wait`: the one after it.
    pub take: Ordering,
    /// `Ring::push`: waits until the slot is free.
    pub wait_for_slot: bool,
    /// `Ring::push` and `Ring::take`: a slot names the ticket that it serves, so that those of other laps pass it by.
    pub slots_name_tickets: bool,
    /// `Ring::push` and `Ring::claim`: adding to `available`.
    pub available: Ordering,
    /// `Ring::available_acquire`.
    pub look: Ordering,
    /// `Ring::claim`: whoever gives units back looks whether they were published meanwhile.
    pub look_at_return: bool,
    /// `Exchange::starve`: taking a ticket of `head`.
    pub starve: Ordering,
    /// `Exchange::starve`: reading `tail` after it.
    pub tail: Ordering,
    /// `Worker::enter`: a fence between a block's start and all that it takes.
    pub release_start: bool,
    /// `AnySeeds::take_some`: a fence where the seeds are gone.
    pub acquire_gone: bool,
    /// `Composer::unpreceded`: tasks of the queues come before seeds.
    pub queues_first: bool,
    /// `Composer::import`: a block without work looks at the queues, not at its hints.
    pub look_before_starving: bool,
    /// `Worker::enter`: a block counts itself before it takes anything.
    pub count_first: bool,
    /// The host's `Swap::resume`: saved local queues come back as seeds. If not, each block restores its own when it starts.
    pub saved_are_seeds: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            fill: Release,
            take: Acquire,
            wait_for_slot: true,
            slots_name_tickets: true,
            available: AcqRel,
            look: Acquire,
            look_at_return: true,
            starve: AcqRel,
            tail: Acquire,
            release_start: true,
            acquire_gone: true,
            queues_first: false,
            look_before_starving: true,
            count_first: true,
            saved_are_seeds: true,
        }
    }
}

/// The most preemptions without `WHIPPLE_FULL=1`. Every rule that the tests weaken fails within them.
const EVERYDAY: usize = 2;

/// Runs `model` under every schedule of at most `preemptions` switches away from a thread that could go on; without `WHIPPLE_FULL=1` of at
/// most two.
///
/// # Panics
/// When a schedule fails, or a thread waits without end.
pub fn check(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let is_full = std::env::var_os("WHIPPLE_FULL").is_some_and(|value| value == "1");
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(if is_full { preemptions } else { preemptions.min(EVERYDAY) });
    builder.max_branches = 2_000;
    builder.check(model);
}

/// No order at all: what a mutant has in place of an acquire or a release.
pub const NONE: Ordering = Relaxed;
