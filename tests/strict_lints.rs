//! What the macros write passes the lints that a strict crate denies: all that rustc allows by default and has on stable.

#![forbid(unsafe_code)]
#![deny(warnings)]
#![deny(
    absolute_paths_not_starting_with_crate,
    deprecated_in_future,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    keyword_idents_2018,
    keyword_idents_2024,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]

use whipple::prelude::*;

/// A size.
#[device]
pub const SIZE: u32 = 8;

/// A work item.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle {
    /// Where it is.
    pub position: Vec3,
    /// How it got there.
    pub state: State,
    kind: Kind,
}

/// What stays within a task.
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found<T> {
    /// Which.
    pub node: Option<T>,
    /// From where.
    pub way: (u32, Option<f32>),
}

/// The same as an enum.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// It is there.
    Known(Result<u32, Kind>, Found<u8>),
    /// It is not.
    Unknown,
}

/// A pair.
#[device]
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Pair(pub u32, pub u32);

/// An enum without fields.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One.
    One = 0,
    /// Two.
    Two,
}

/// An enum with fields.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// Nothing to say.
    Idle,
    /// How fast.
    Moves(f32),
    /// How long.
    Rests {
        /// Steps.
        steps: u32,
    },
}

/// What tasks share.
#[device]
#[derive(Debug)]
pub struct Board {
    /// Numbers.
    pub numbers: SharedArray<u32, 8>,
    /// Their sum.
    pub sum: Shared<u32>,
}

/// A trait of the user.
pub trait Area {
    /// A constant.
    const SIDES: u32;
    /// A function.
    fn area(&self) -> f32;
}

#[device]
impl Area for Particle {
    const SIDES: u32 = 4;
    fn area(&self) -> f32 {
        self.position.x * self.position.y
    }
}

#[device]
impl Particle {
    /// A constant of a type.
    pub const LIMIT: f32 = 2.5;

    /// A method.
    #[must_use]
    pub fn moved(&self, by: f32) -> Self {
        let state = match self.state {
            State::Idle => State::Moves(by),
            State::Moves(speed) if speed > Self::LIMIT => State::Rests { steps: 3 },
            other => other,
        };
        Self { position: self.position + Vec3::new(by, 0.0, 0.0), state, ..*self }
    }
}

#[device]
impl core::ops::Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0), self.1.wrapping_add(other.1))
    }
}

/// A function over what is generic.
#[device]
pub fn larger<T: PartialOrd + Copy>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

/// A function with CUDA of its own.
#[device(cuda = "return __popc(bits.raw());")]
#[must_use]
pub fn ones(bits: u32) -> u32 {
    bits.count_ones()
}

/// A function with what is in it.
#[device]
fn search(from: u32, to: u32) -> Option<u32> {
    const STEP: u32 = 3;
    let mut sum = 0_u32;
    for value in (from..to).step_by(STEP as usize) {
        sum += larger(value, ones(value));
    }
    let pair = Pair(sum, 1) + Pair(2, 3);
    let (a, b) = (pair.0, pair.1);
    if a > b { Some(a) } else { None }
}

/// Tasks of one thread.
#[procedure(level = 2, max_spawns = 8)]
#[derive(Debug)]
pub struct Move {
    /// Where results go.
    pub sums: Buffer<u32>,
    /// How far.
    pub by: f32,
}

#[device]
impl Move {
    const HALF: f32 = 0.5;
    fn step(&self) -> f32 {
        self.by * Self::HALF
    }
}

#[execute]
impl Execute for Move {
    type Item = Particle;
    fn execute(&self, ctx: &Context<'_, Self>, particle: &Particle) {
        let moved = particle.moved(self.step());
        let _ = self.sums.fetch_add(0, search(0, SIZE).unwrap_or(0));
        if moved.area() > 1.0 && particle.kind == Kind::One {
            ctx.spawn::<Meet>(Particle::SIDES);
        }
    }
}

/// Tasks of several threads.
#[procedure(level = 1, threads = 64, shared = Board)]
#[derive(Debug)]
pub struct Meet {
    /// Where results go.
    pub sums: Buffer<u32>,
}

#[execute]
impl Execute for Meet {
    type Item = u32;
    fn execute(&self, ctx: &Context<'_, Self>, number: &u32) {
        if ctx.thread() == 0 {
            ctx.shared().sum.set(*number);
        }
        ctx.barrier();
        let _ = ctx.shared().sum.fetch_add(1);
    }
}

/// Tasks without parameters.
#[procedure(level = 0, threads = 4)]
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

#[execute]
impl Execute for Nothing {
    type Item = u32;
    fn execute(&self, ctx: &Context<'_, Self>, _number: &u32) {
        ctx.warp_barrier();
    }
}

/// All of them.
#[program]
#[derive(Debug)]
pub struct All {
    /// Moves.
    #[schedule(priority = 2, weight = 3)]
    pub moves: Move,
    /// Meets.
    pub meet: Meet,
    /// Does nothing.
    #[schedule(seeded)]
    pub nothing: Nothing,
}

#[test]
fn strict_crates_have_programs() {
    assert_eq!(All::PROCEDURES.len(), 3);
}
