//! Procedures: the code that processes work items (Steinberger et al. 2014, section 3).

use crate::{
    context::Context,
    cpu::Threads,
    device_type::{DeviceType, WorkItem},
    join::OptionalOutput,
    parameter::ParameterWriter,
    source::{ItemRef, Namespace},
};

/// The level of a procedure as a type: [`Warp`], [`Block`] or [`Thread`].
pub trait Level: sealed::Sealed + 'static {
    /// 0, 1 or 2.
    const LEVEL: u32;
}

/// Level 0: 2 to 32 threads of one warp.
pub enum Warp {}
/// Level 1: 32 to 1024 threads of one block.
pub enum Block {}
/// Level 2: one thread.
pub enum Thread {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Warp {}
    impl Sealed for super::Block {}
    impl Sealed for super::Thread {}
}

impl Level for Warp {
    const LEVEL: u32 = 0;
}
impl Level for Block {
    const LEVEL: u32 = 1;
}
impl Level for Thread {
    const LEVEL: u32 = 2;
}

/// A procedure of level 0: its context has warp operations.
pub trait WarpLevel: Procedure {}
impl<P: Procedure<Level: HasWarp>> WarpLevel for P {}

/// A procedure of level 1: its context has block barriers.
pub trait BlockLevel: Procedure {}
impl<P: Procedure<Level: HasBarrier>> BlockLevel for P {}

/// A procedure of level 0 or 1: its context has shared memory.
pub trait SharedLevel: Procedure {}
impl<P: Procedure<Level: HasShared>> SharedLevel for P {}

/// Levels with warp operations.
#[diagnostic::on_unimplemented(
    message = "warp operations exist only in level-0 procedures, and this one has level `{Self}`",
    label = "not available at this level",
    note = "declare the procedure with `#[procedure(level = 0, threads = …)]` (2 to 32), or exchange data through shared memory and `ctx.barrier()` at level 1"
)]
pub trait HasWarp: Level {}
impl HasWarp for Warp {}

/// Levels with block barriers.
#[diagnostic::on_unimplemented(
    message = "block barriers exist only in level-1 procedures, and this one has level `{Self}`",
    label = "not available at this level",
    note = "declare the procedure with `#[procedure(level = 1, threads = …)]` (32 to 1024), or use `ctx.warp_barrier()` at level 0"
)]
pub trait HasBarrier: Level {}
impl HasBarrier for Block {}

/// Levels with shared memory.
#[diagnostic::on_unimplemented(
    message = "shared memory exists only in level-0 and level-1 procedures, and this one has level `{Self}`",
    label = "not available at this level",
    note = "declare the procedure with `level = 0` or `level = 1`; a level-2 task has a single thread: use local variables"
)]
pub trait HasShared: Level {}
impl HasShared for Warp {}
impl HasShared for Block {}

/// A procedure: a struct whose fields are uniform parameters. Implemented by `#[procedure]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a procedure",
    note = "add `#[procedure(level = …, threads = …)]` to the definition of `{Self}`",
    note = "only procedures are fields of a program and can be spawned; numbers and buffers are fields of procedures"
)]
pub trait Procedure: Sized + Send + Sync + 'static {
    /// Warp, block or thread.
    type Level: Level;
    /// What one task has in shared memory; `()` for none.
    type Shared: DeviceType;
    /// Threads that work on one task.
    const THREADS: u32;
    /// The most tasks that one thread spawns in one task, over all targets; `None` when the body shows it.
    const MAX_SPAWNS: Option<u32>;
    /// The Rust name.
    const NAME: &'static str;
    /// The C++ struct.
    #[doc(hidden)] // For macro expansions, as all that follows.
    const STRUCT: ItemRef;
    /// The module that defines it: the C++ namespace of its body.
    #[doc(hidden)] // As above.
    const NAMESPACE: Namespace;
    /// Writes the parameters as the C++ struct has them.
    #[doc(hidden)] // As above.
    fn encode(&self, out: &mut ParameterWriter);
    /// Size and alignment of the C++ struct, in bytes.
    #[doc(hidden)] // As above.
    const LAYOUT: (usize, usize);
}

/// What `#[execute]` makes of the body of a procedure.
#[diagnostic::on_unimplemented(
    message = "the body of `{Self}` is not translated for the device",
    label = "its `impl Execute` lacks `#[execute]`",
    note = "write `#[execute]` before `impl Execute for {Self}`"
)]
pub trait Translated {
    /// What a task gives to whoever waits for it: the `type Output` that stands beside `type Item`, or
    /// [`NoOutput`](crate::join::NoOutput). A task with an output ends with [`Context::finish`] or with [`Context::fork`].
    type Output: OptionalOutput;
    /// Whether there is a `type Output`: [`Yes`](crate::join::Yes) or [`No`](crate::join::No).
    #[doc(hidden)] // For macro expansions.
    type Returns;
    /// The C++ body.
    #[doc(hidden)] // As above.
    const BODY: ItemRef;
    /// The file and the line of `execute`.
    #[doc(hidden)] // As above.
    const PLACE: (&'static str, u32);
}

/// The body of a procedure. Implemented by hand under `#[execute]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a procedure with a body",
    note = "a procedure is a struct under `#[procedure(level = …, threads = …)]`, and has a body: `#[execute] impl Execute for {Self} {{ type Item = …; fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {{ … }} }}`",
    note = "only procedures are fields of a program and can be spawned; numbers and buffers are fields of procedures"
)]
pub trait Execute: Procedure + Translated {
    /// The work item that one task processes.
    type Item: WorkItem;
    /// Processes one work item; called by each thread of the task.
    fn execute(&self, ctx: &Context<Self>, item: &Self::Item);
    /// Whether [`execute_in_loops`](Self::execute_in_loops) does what `execute` does in all threads.
    #[doc(hidden)] // `#[execute]` writes it, as what follows.
    const IN_LOOPS: bool = false;
    /// Processes one work item, by loops over the threads of the task.
    ///
    /// As a function of its own: LLVM knows that nothing changes what its arguments refer to, and takes reads of the procedure's fields out
    /// of the loops.
    #[doc(hidden)]
    #[inline(never)]
    fn execute_in_loops(&self, threads: &Threads<Self>, item: &Self::Item) {
        threads.each(|ctx| self.execute(ctx, item));
    }
}
