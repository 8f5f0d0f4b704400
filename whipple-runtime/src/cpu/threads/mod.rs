//! The threads of a task as loops: what `#[execute]` makes of a body that it can split where its threads meet.
//!
//! Between two meetings each thread runs by itself, so that one loop over the threads runs them all. What a thread holds across a meeting lies
//! in a [`PerThread`]. This is how pocl and CuPBoP run blocks on a CPU; see README.md in the folder above.

mod handed;
mod meetings;
mod values;

pub use handed::{Handed, NoForm, NotKept, OfAny, WhetherKept};
pub use meetings::{Refused, RefusedExchange};
pub use values::{OfNone, OfPlain, PerThread, With};

use super::task::Task;
use crate::{
    context::{Context, Kept},
    join::{OptionalOutput, ReturnTo},
    procedure::Execute,
};
use std::{
    cell::{Cell, RefCell},
    marker::PhantomData,
};
use values::Columns;

/// All threads of one task of `P`.
pub struct Threads<'a, P> {
    task: &'a Task,
    to: ReturnTo,
    /// What each thread keeps from one loop to the next; empty where it keeps nothing.
    kept: RefCell<Vec<Kept>>,
    procedure: PhantomData<fn(&P)>,
}

/// The thread that runs. It is noted when the loop ends or is left by a panic, so that the loop itself stores nothing.
struct Current<'a> {
    thread: u32,
    noted: &'a Cell<u32>,
}

impl Drop for Current<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.noted.set(self.thread);
    }
}

impl<'a, P: Execute> Threads<'a, P> {
    /// Whether a thread has more to keep than what its body holds: how many tasks it has spawned, and whether it has ended.
    const KEEPS: bool = P::MAX_SPAWNS.is_some() || <P::Output as OptionalOutput>::RETURNS;

    pub(crate) fn new(task: &'a Task, to: ReturnTo) -> Self {
        let kept = if Self::KEEPS { vec![Kept::default(); P::THREADS as usize] } else { Vec::new() };
        Self { task, to, kept: RefCell::new(kept), procedure: PhantomData }
    }

    /// What does not depend on the thread is asked of this one.
    #[inline(always)]
    pub fn first(&self) -> Context<'a, P> {
        Context::new(self.task, 0, self.to)
    }

    /// Runs what lies between two meetings, thread after thread.
    #[inline(always)]
    pub fn each(&self, mut body: impl FnMut(&Context<'a, P>)) {
        let mut current = Current { thread: 0, noted: self.task.current() };
        for thread in 0..P::THREADS {
            current.thread = thread;
            let mut context = Context::new(self.task, thread, self.to);
            if Self::KEEPS {
                context = context.after(self.kept.borrow()[thread as usize]);
            }
            body(&context);
            if Self::KEEPS {
                self.kept.borrow_mut()[thread as usize] = context.kept();
            }
        }
        // What fails between two loops fails for the first thread.
        current.thread = 0;
    }

    /// The same, for the values that each thread holds afterwards.
    #[inline(always)]
    pub fn map<T: Columns>(&self, mut body: impl FnMut(&Context<'a, P>) -> T) -> T::PerThread {
        let mut columns = T::begin(P::THREADS as usize);
        self.each(|context| body(context).put(&mut columns, context.thread() as usize));
        // SAFETY: `each` has called for each thread, or has not returned.
        unsafe { T::end(columns) }
    }

    /// The same, where each thread leaves a function with its value.
    #[inline(always)]
    pub fn give<R, F: FnMut(&Context<'a, P>) -> R>(&self, mut body: F) -> Handed<R> {
        let With(values, ()) = self.map(|context| With(body(context), ()));
        Handed::Each(values)
    }

    /// All threads have come to the end of the body.
    pub(crate) fn end(self) {
        if Self::KEEPS {
            self.each(Context::check_end);
        }
        self.task.all_ended();
    }
}
