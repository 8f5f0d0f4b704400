//! Numbers of spawns: those that the body shows, and those that only rustc can compute.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The most of something.
#[derive(Clone, Debug)]
pub enum Most {
    /// This many.
    Literal(u32),
    /// What this constant expression gives: an u32, of which the largest stands for no bound.
    Constant(TokenStream),
    /// There is no bound.
    Unbounded,
}

impl Most {
    /// The number, if the body shows it.
    pub fn literal(&self) -> Option<u32> {
        match self {
            Self::Literal(number) => Some(*number),
            _ => None,
        }
    }

    fn add(&self, more: &Self) -> Self {
        match (self, more) {
            (Self::Literal(0), other) | (other, Self::Literal(0)) => other.clone(),
            (Self::Literal(a), Self::Literal(b)) => a.checked_add(*b).map_or(Self::Unbounded, Self::Literal),
            (Self::Unbounded, _) | (_, Self::Unbounded) => Self::Unbounded,
            (a, b) => Self::Constant(quote!((#a).saturating_add(#b))),
        }
    }

    /// This often as many.
    pub fn times(&self, times: &Self) -> Self {
        match (self, times) {
            (Self::Literal(0), _) | (_, Self::Literal(0)) => Self::Literal(0),
            (Self::Literal(1), other) | (other, Self::Literal(1)) => other.clone(),
            (Self::Literal(a), Self::Literal(b)) => a.checked_mul(*b).map_or(Self::Unbounded, Self::Literal),
            (Self::Unbounded, _) | (_, Self::Unbounded) => Self::Unbounded,
            (a, b) => Self::Constant(quote!((#a).saturating_mul(#b))),
        }
    }

    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Literal(0), other) | (other, Self::Literal(0)) => other.clone(),
            (Self::Literal(a), Self::Literal(b)) => Self::Literal(*a.max(b)),
            (Self::Unbounded, _) | (_, Self::Unbounded) => Self::Unbounded,
            (a, b) => Self::Constant(quote!(::whipple::private::larger(#a, #b))),
        }
    }
}

impl ToTokens for Most {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(number) => number.to_tokens(tokens),
            Self::Constant(expression) => expression.to_tokens(tokens),
            Self::Unbounded => tokens.extend(quote!(::whipple::private::Spawn::UNBOUNDED)),
        }
    }
}

/// How many tasks of one procedure are spawned at most.
#[derive(Clone, Debug)]
pub struct Count {
    /// By one thread.
    pub per_thread: Most,
    /// By each thread, where any may spawn.
    pub by_all: Most,
    /// By all threads together, where only some may spawn.
    pub by_few: Most,
}

impl Count {
    /// No bound at all.
    pub const UNBOUNDED: Self = Self { per_thread: Most::Unbounded, by_all: Most::Unbounded, by_few: Most::Literal(0) };
    /// One task by each thread.
    pub const ONE: Self = Self { per_thread: Most::Literal(1), by_all: Most::Literal(1), by_few: Most::Literal(0) };

    /// Both, one after the other.
    pub fn add(&self, more: &Self) -> Self {
        self.both(more, self.per_thread.add(&more.per_thread), self.by_all.add(&more.by_all))
    }

    /// Some threads spawn as this says, the others as that.
    pub fn or(&self, other: &Self) -> Self {
        self.both(other, self.per_thread.or(&other.per_thread), self.by_all.or(&other.by_all))
    }

    fn both(&self, other: &Self, per_thread: Most, by_all: Most) -> Self {
        match self.by_few.add(&other.by_few) {
            Most::Unbounded => Self::UNBOUNDED,
            by_few => Self { per_thread, by_all, by_few },
        }
    }

    /// This again and again.
    pub fn repeat(&self, times: &Most) -> Self {
        match self.by_few.times(times) {
            Most::Unbounded => Self::UNBOUNDED,
            by_few => Self { per_thread: self.per_thread.times(times), by_all: self.by_all.times(times), by_few },
        }
    }

    /// Only `threads` threads do it.
    pub fn limit(&self, threads: u32) -> Self {
        match self.by_all.times(&Most::Literal(threads)).add(&self.by_few) {
            Most::Unbounded => self.clone(),
            by_few => Self { by_all: Most::Literal(0), by_few, per_thread: self.per_thread.clone() },
        }
    }
}
