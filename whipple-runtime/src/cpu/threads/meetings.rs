//! What the threads of a task do together: each gives its part in a loop, and all get the result.

use super::{PerThread, Threads, With};
use crate::{
    context::{Context, Reduce},
    device_type::DeviceType,
    procedure::Execute,
};
use std::marker::PhantomData;

impl<'a, P: Execute> Threads<'a, P> {
    /// What each thread gives to a meeting.
    #[inline(always)]
    pub fn parts<T, F>(&self, body: F) -> Parts<'_, 'a, P, F, T>
    where
        F: FnMut(&Context<'a, P>) -> T,
    {
        Parts { threads: self, body, part: PhantomData }
    }

    /// What all threads agree on: a condition around a meeting.
    ///
    /// # Panics
    /// When they do not.
    #[inline(always)]
    #[track_caller]
    pub fn agreed<T: Copy + PartialEq>(&self, mut body: impl FnMut(&Context<'a, P>) -> T) -> T {
        let (mut agreed, mut first_other) = (None, None);
        self.each(|context| {
            let value = body(context);
            let first = *agreed.get_or_insert(value);
            if value != first {
                first_other.get_or_insert(context.thread());
            }
        });
        if let Some(thread) = first_other {
            panic!(
                "the threads of a task diverge: thread {thread} does not go the way of thread 0 here: all threads must reach the same operation"
            );
        }
        agreed.expect("a task has threads")
    }
}

/// What each thread gives to a meeting: a closure that has yet to run.
pub struct Parts<'t, 'a, P, F, T> {
    threads: &'t Threads<'a, P>,
    body: F,
    part: PhantomData<T>,
}

/// How many threads hold a predicate, and which of the first 32.
struct Votes {
    count: u32,
    mask: u32,
}

/// Votes, of levels 0 and 1.
impl<'a, P: Execute, F: FnMut(&Context<'a, P>) -> bool> Parts<'_, 'a, P, F, bool> {
    #[inline(always)]
    fn votes(mut self) -> Votes {
        let mut votes = Votes { count: 0, mask: 0 };
        self.threads.each(|context| {
            let predicate = u32::from((self.body)(context));
            votes.count += predicate;
            votes.mask |= predicate.checked_shl(context.thread()).unwrap_or(0);
        });
        votes
    }

    /// [`Context::any`]
    #[inline(always)]
    pub fn any(self) -> bool {
        self.votes().count > 0
    }

    /// [`Context::all`]
    #[inline(always)]
    pub fn all(self) -> bool {
        self.votes().count == P::THREADS
    }

    /// [`Context::ballot`]
    #[inline(always)]
    pub fn ballot(self) -> u32 {
        self.votes().mask
    }

    /// [`Context::barrier_any`]
    #[inline(always)]
    pub fn barrier_any(self) -> bool {
        self.any()
    }

    /// [`Context::barrier_all`]
    #[inline(always)]
    pub fn barrier_all(self) -> bool {
        self.all()
    }

    /// [`Context::barrier_count`]
    #[inline(always)]
    pub fn barrier_count(self) -> u32 {
        self.votes().count
    }
}

/// Reductions.
impl<'a, P: Execute, F: FnMut(&Context<'a, P>) -> T, T: Reduce> Parts<'_, 'a, P, F, T> {
    #[inline(always)]
    fn reduced(mut self, combine: impl Fn(T, T) -> T) -> T {
        let mut reduced = None;
        self.threads.each(|context| {
            let value = (self.body)(context);
            reduced = Some(match reduced {
                Some(before) => combine(before, value),
                None => value,
            });
        });
        reduced.expect("a task has threads")
    }

    /// [`Context::reduce_add`]
    #[inline(always)]
    pub fn reduce_add(self) -> T {
        self.reduced(T::add)
    }

    /// [`Context::reduce_min`]
    #[inline(always)]
    pub fn reduce_min(self) -> T {
        self.reduced(T::least)
    }

    /// [`Context::reduce_max`]
    #[inline(always)]
    pub fn reduce_max(self) -> T {
        self.reduced(T::greatest)
    }
}

/// Exchanges, of a value and of where the value comes from that a thread gets.
impl<'a, P: Execute, F: FnMut(&Context<'a, P>) -> (T, u32), T: DeviceType + Copy> Parts<'_, 'a, P, F, (T, u32)> {
    #[inline(always)]
    fn exchanged(mut self, source: impl Fn(u32, u32) -> u32) -> PerThread<T> {
        let With(values, With(sources, ())) = self.threads.map(|context| {
            let (value, lane) = (self.body)(context);
            With(value, With(source(context.thread(), lane), ()))
        });
        let With(exchanged, ()) = self.threads.map(|context| {
            let own = values.of(context);
            With(values.values().get(sources.of(context) as usize).copied().unwrap_or(own), ())
        });
        exchanged
    }

    /// [`Context::shuffle`]
    #[inline(always)]
    pub fn shuffle(self) -> PerThread<T> {
        self.exchanged(|_, lane| lane)
    }

    /// [`Context::shuffle_xor`]
    #[inline(always)]
    pub fn shuffle_xor(self) -> PerThread<T> {
        self.exchanged(|thread, mask| thread ^ mask)
    }

    /// [`Context::shuffle_up`]
    #[inline(always)]
    pub fn shuffle_up(self) -> PerThread<T> {
        self.exchanged(u32::wrapping_sub)
    }

    /// [`Context::shuffle_down`]
    #[inline(always)]
    pub fn shuffle_down(self) -> PerThread<T> {
        self.exchanged(u32::saturating_add)
    }
}

/// The same for parts that no meeting takes. rustc refuses them in the body as it is written, and would do so here once more.
#[allow(missing_docs)]
pub trait Refused<T>: Sized {
    refused! { any -> bool, all -> bool, ballot -> u32, barrier_any -> bool, barrier_all -> bool, barrier_count -> u32 }
    refused! { reduce_add -> T, reduce_min -> T, reduce_max -> T }
}

impl<P, F, T> Refused<T> for Parts<'_, '_, P, F, T> {}

/// The same of exchanges.
#[allow(missing_docs)]
pub trait RefusedExchange<T>: Sized {
    refused! { shuffle -> PerThread<T>, shuffle_xor -> PerThread<T> }
    refused! { shuffle_up -> PerThread<T>, shuffle_down -> PerThread<T> }
}

impl<P, F, T, L> RefusedExchange<T> for Parts<'_, '_, P, F, (T, L)> {}

macro_rules! refused {
    ($($name:ident -> $result:ty),*) => {
        $(fn $name(self) -> $result {
            unreachable!("rustc has refused the body")
        })*
    };
}
use refused;
