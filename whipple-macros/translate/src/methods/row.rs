//! A row of the table, and the words to write one in a line.

use super::ty::{Owner, Ty};

/// A method of device code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// Its Rust name.
    pub name: &'static str,
    /// Whose it is.
    pub of: &'static [Owner],
    /// What it does with its receiver.
    pub receiver: Receiver,
    /// What else it does beside giving its value.
    pub effect: Effect,
    /// Whether it can end the run.
    pub panics: Panics,
    /// What it takes.
    pub arguments: &'static [Ty],
    /// What it gives.
    pub result: Ty,
    /// How C++ calls it.
    pub cpp: Spelling,
    /// Whether it only reads, and no method of the user's by this name takes `&mut self`: then any call by this name only reads.
    pub reserved: bool,
}

/// What a method does with its receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// Only reads it.
    Value,
    /// Changes it: `&mut self`.
    Changed,
}

/// What a method does that other threads see, or that depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// Reads memory that other threads can change.
    Loads,
    /// Writes memory that other threads see.
    Stores,
    /// Reads and writes such memory in one step. What it gives depends on who comes first.
    Updates,
    /// Waits for the other threads of the task.
    Meets {
        /// Whether all of them get the same.
        agreed: bool,
    },
    /// Creates a task.
    Spawns,
}

/// Whether a method can end the run with an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panics {
    /// It cannot.
    Never,
    /// Only where overflow is checked: in debug builds of the CPU.
    OnOverflow,
    /// For some receivers or arguments.
    Sometimes,
}

/// How C++ spells a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// `x.name(…)`.
    Member,
    /// `num::name(x, …)`: C++ has no methods of floats. For classes it calls the member.
    Num,
    /// `x`: a copy is made where the value goes.
    Copy,
    /// In the head of a `for` loop only, which has a text of its own.
    Loop,
    /// As the control flow that it is, with what it is given in it.
    InPlace,
}

/// A method that only reads, called as a member.
pub const fn method(name: &'static str, of: &'static [Owner], arguments: &'static [Ty], result: Ty) -> Method {
    Method {
        name,
        of,
        receiver: Receiver::Value,
        effect: Effect::None,
        panics: Panics::Never,
        arguments,
        result,
        cpp: Spelling::Member,
        reserved: true,
    }
}

impl Method {
    /// Called as a function of `num::`.
    pub const fn num(self) -> Self {
        Self { cpp: Spelling::Num, ..self }
    }

    /// Spelled otherwise.
    pub const fn spelled(self, cpp: Spelling) -> Self {
        Self { cpp, ..self }
    }

    /// Panics for some arguments.
    pub const fn panics(self) -> Self {
        Self { panics: Panics::Sometimes, ..self }
    }

    /// Panics where overflow is checked.
    pub const fn overflows(self) -> Self {
        Self { panics: Panics::OnOverflow, ..self }
    }

    /// Takes `&mut self`.
    pub const fn changes(self) -> Self {
        Self { receiver: Receiver::Changed, reserved: false, ..self }
    }

    /// Does this with memory or other threads.
    pub const fn with(self, effect: Effect) -> Self {
        Self { effect, reserved: false, ..self }
    }

    /// Leaves the name to the user's methods, which may take `&mut self`.
    pub const fn open(self) -> Self {
        Self { reserved: false, ..self }
    }
}
