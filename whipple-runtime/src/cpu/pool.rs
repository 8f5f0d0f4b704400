//! What the workers of a run share: work handed over, who starves, and the end. See README.md for the argument.

use super::items::Items;
use crate::{control::Stop, error::Error};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU32, Ordering::Relaxed},
};

/// Work for one starving worker: the oldest items of another worker's queues, by procedure.
pub(super) type HandOver = Vec<(usize, Items)>;

/// What the workers of a run share.
pub(super) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    workers: u32,
    /// A hint of how many workers starve for whom no work lies ready, or [`ENDED`].
    demand: AtomicU32,
}

const ENDED: u32 = u32::MAX;

#[derive(Default)]
struct State {
    ready: Vec<HandOver>,
    starving: u32,
    ended: bool,
    failure: Option<Error>,
    stop: Option<Stop>,
    chunks: u64,
}

/// What a worker should do before it goes on.
pub(super) enum Demand {
    /// Go on.
    None,
    /// Hand over work for this many workers.
    Starving(u32),
    /// The run has ended.
    Ended,
}

impl Pool {
    pub(super) fn new(workers: u32) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), workers, demand: AtomicU32::new(0) }
    }

    /// What others need, as far as it is known here.
    #[inline]
    pub(super) fn demand(&self) -> Demand {
        match self.demand.load(Relaxed) {
            0 => Demand::None,
            ENDED => Demand::Ended,
            starving => Demand::Starving(starving),
        }
    }

    /// Waits for work. Called by a worker whose queues are empty; `None` when the run has ended.
    pub(super) fn starve(&self) -> Option<HandOver> {
        let mut state = self.lock();
        state.starving += 1;
        loop {
            if !state.ended && state.ready.is_empty() && state.starving == self.workers {
                state.ended = true;
                self.changed.notify_all();
            }
            if state.ended {
                self.publish(&state);
                return None;
            }
            if let Some(work) = state.ready.pop() {
                state.starving -= 1;
                self.publish(&state);
                return Some(work);
            }
            self.publish(&state);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands work over.
    pub(super) fn give(&self, work: Vec<HandOver>) {
        let mut state = self.lock();
        for work in work {
            state.chunks += work.len() as u64;
            state.ready.push(work);
            self.changed.notify_one();
        }
        self.publish(&state);
    }

    /// Ends the run with an error. The first one counts.
    pub(super) fn fail(&self, error: Error) {
        let mut state = self.lock();
        state.failure.get_or_insert(error);
        state.ended = true;
        self.publish(&state);
        self.changed.notify_all();
    }

    /// Ends the run before its last task, because the host wants it.
    pub(super) fn stop(&self, stop: Stop) {
        let mut state = self.lock();
        // Another worker may just have found that no task is left.
        if !state.ended {
            state.stop = Some(stop);
            state.ended = true;
        }
        self.publish(&state);
        self.changed.notify_all();
    }

    /// The chunks that were handed over, and whether the run stopped early; or the error. Called when all workers have returned.
    pub(super) fn finish(self) -> Result<(u64, Option<Stop>), Error> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.failure.map_or(Ok((state.chunks, state.stop)), Err)
    }

    fn publish(&self, state: &State) {
        let unserved = state.starving.saturating_sub(state.ready.len() as u32);
        self.demand.store(if state.ended { ENDED } else { unserved }, Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
