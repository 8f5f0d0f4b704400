//! Programs: closed sets of procedures (Steinberger et al. 2014, section 3).

use crate::{
    context::Context,
    cpu::{Batch, Task, Threads},
    join::{OptionalOutput, Queued},
    parameter::{ParameterWriter, extend_layout, finish_layout},
    plan::Plan,
    procedure::{Execute, Level, Procedure},
    source::ItemRef,
};
use std::any::TypeId;

/// A program: a struct whose fields are procedures. Implemented by `#[program]`.
///
/// # Safety
/// `PROCEDURES[i].field` must return a pointer to a field of `Self` of the type that `PROCEDURES[i]` was made for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a program",
    note = "add `#[program]` to the definition of `{Self}`"
)]
pub unsafe trait Program: Sized + Send + Sync + 'static {
    /// The Rust name.
    const NAME: &'static str;
    /// The procedures in field order.
    const PROCEDURES: &'static [ProcedureInfo];
    /// The source of the fused CUDA megakernel.
    const CUDA_SOURCE: &'static str;
    /// Worker-block size, local queues and policy, chosen at compile time.
    const PLAN: Plan;
}

/// `Self` is a program that has the procedure `P`. Host code over any program that has `Q` asks for `P: Program + Contains<Q>`:
///
/// ```
/// # use whipple_runtime as whipple;
/// use whipple::{
///     device::Device, error::Error, launcher::Launcher, procedure::Execute, program::{Contains, Program},
/// };
///
/// /// Runs a program from these items; gives how many tasks of all procedures it had.
/// fn tasks_from<P, Q>(device: &Device, program: &P, items: &[Q::Item]) -> Result<u64, Error>
/// where
///     P: Program + Contains<Q>,
///     Q: Execute,
/// {
///     Ok(Launcher::new(device, program)?.seed::<Q>(items)?.run()?.total_tasks())
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the program `{Self}` has no procedure `{P}`",
    label = "not a procedure of this program",
    note = "add a field of type `{P}` to `{Self}`"
)]
pub trait Contains<P>: Program {
    /// The index of `P` in [`Program::PROCEDURES`].
    const INDEX: usize;
}

/// What schedulers know of one procedure of a program.
pub struct ProcedureInfo {
    /// The procedure's type: what [`run`](Self::run) was made for.
    #[doc(hidden)] // For launchers.
    pub id: TypeId,
    /// The Rust name.
    pub name: &'static str,
    /// The field of the program that holds it; also its C++ name.
    pub field: &'static str,
    /// 0 warp, 1 block, 2 thread.
    pub level: u32,
    /// Threads a task.
    pub threads: u32,
    /// Size of a work item in bytes, with where the output of its task goes.
    pub item_size: usize,
    /// Alignment of a work item in bytes.
    pub item_align: usize,
    /// Size of a task's output in bytes; `None` where it has none.
    pub output_size: Option<usize>,
    /// Size of a task's shared memory in bytes.
    pub shared_size: usize,
    /// Alignment of a task's shared memory in bytes.
    pub shared_align: usize,
    /// Size and alignment of its fields in device code, in bytes.
    #[doc(hidden)] // For macro expansions.
    pub layout: (usize, usize),
    /// `#[schedule(priority = …)]`; larger runs earlier; `None` when not given.
    pub priority: Option<u32>,
    /// `#[schedule(weight = …)]`, from 1; 1 when not given.
    pub weight: u32,
    /// `#[procedure(max_spawns = …)]`.
    pub max_spawns: Option<u32>,
    /// The C++ struct of parameters.
    #[doc(hidden)] // For macro expansions.
    pub structure: ItemRef,
    /// The body.
    #[doc(hidden)] // For macro expansions.
    pub source: ItemRef,
    /// The file and the line of `execute`.
    #[doc(hidden)] // For the back ends.
    pub place: (&'static str, u32),
    /// Pointer to the program -> pointer to the procedure in it.
    #[doc(hidden)] // For the CPU executor.
    pub locate: unsafe fn(*const ()) -> *const (),
    /// Runs one thread of one task: procedure, item, task, thread index.
    #[doc(hidden)] // For the CPU executor.
    pub run: unsafe fn(*const (), *const u8, &Task, u32),
    /// Whether the CPU runs the threads of a task in loops, and not as coroutines.
    #[doc(hidden)] // As above.
    pub in_loops: bool,
    /// Runs tasks of one thread, or tasks whose threads run in loops: procedure, items, how many.
    #[doc(hidden)] // As above.
    pub run_batch: unsafe fn(*const (), *const u8, usize, &Task, &Batch<'_>),
    /// Writes the parameters of a procedure.
    #[doc(hidden)] // For launchers.
    pub encode: unsafe fn(*const (), &mut ParameterWriter),
}

impl ProcedureInfo {
    /// Describes `P` as the field `field` of a program.
    #[doc(hidden)] // For macro expansions.
    pub const fn new<P: Execute>(
        field: &'static str,
        priority: Option<u32>,
        weight: u32,
        locate: unsafe fn(*const ()) -> *const (),
    ) -> Self {
        let has_shared = size_of::<P::Shared>() > 0;
        Self {
            id: TypeId::of::<P>(),
            name: P::NAME,
            field,
            level: <P::Level as Level>::LEVEL,
            threads: P::THREADS,
            layout: P::LAYOUT,
            item_size: size_of::<Queued<P>>(),
            item_align: align_of::<Queued<P>>(),
            output_size: if <P::Output as OptionalOutput>::RETURNS { Some(size_of::<P::Output>()) } else { None },
            shared_size: size_of::<P::Shared>(),
            shared_align: if has_shared { align_of::<P::Shared>() } else { 1 },
            priority,
            weight,
            max_spawns: P::MAX_SPAWNS,
            structure: <P as Procedure>::STRUCT,
            source: P::BODY,
            place: P::PLACE,
            locate,
            run: run_thread::<P>,
            in_loops: P::IN_LOOPS,
            run_batch: run_batch::<P>,
            encode: encode::<P>,
        }
    }
}

/// Writes the parameters of all procedures of a program as the C++ program struct has them.
#[doc(hidden)] // For tests of launchers.
pub fn encode_parameters<P: Program>(program: &P, out: &mut ParameterWriter) {
    let mut layout = (0, 1);
    for info in P::PROCEDURES {
        layout = extend_layout(layout, info.layout);
        // SAFETY: `locate` gives the address of a field of this program, which has the type that `encode` was made for.
        unsafe { (info.encode)((info.locate)((&raw const *program).cast()), out) };
    }
    out.align(finish_layout(layout).1);
}

/// Writes the parameters of a `P`.
///
/// # Safety
/// `procedure` must point to a live `P`.
unsafe fn encode<P: Execute>(procedure: *const (), out: &mut ParameterWriter) {
    out.align(P::LAYOUT.1);
    out.procedure(P::NAME);
    // SAFETY: the caller's contract.
    unsafe { &*procedure.cast::<P>() }.encode(out);
}

/// Runs one thread of a task of `P`.
///
/// # Safety
/// `procedure` must point to a live `P` and `item` to a live `Queued<P>`, and `task` must be a task of `P`.
unsafe fn run_thread<P: Execute>(procedure: *const (), item: *const u8, task: &Task, thread: u32) {
    // SAFETY: the caller's contract.
    let (procedure, queued) = unsafe { (&*procedure.cast::<P>(), &*item.cast::<Queued<P>>()) };
    let context = Context::<P>::new(task, thread, P::Output::to(queued.to));
    procedure.execute(&context, &queued.item);
    context.check_end();
}

/// Runs tasks of `P`, which have one thread each or threads that run in loops, until the run is to stop.
///
/// # Safety
/// `procedure` must point to a live `P` and `items` to so many live `Queued<P>`, and `task` must be made by `Task::plain`, with
/// shared memory for `P` that nothing refers to.
unsafe fn run_batch<P: Execute>(procedure: *const (), items: *const u8, count: usize, task: &Task, batch: &Batch<'_>) {
    // SAFETY: the caller's contract.
    let (procedure, items) =
        unsafe { (&*procedure.cast::<P>(), std::slice::from_raw_parts(items.cast::<Queued<P>>(), count)) };
    for queued in items {
        if !batch.begins() {
            return;
        }
        let to = P::Output::to(queued.to);
        if const { P::THREADS > 1 } {
            // SAFETY: the caller's contract.
            unsafe { task.clear_shared::<P::Shared>() };
            let threads = Threads::<P>::new(task, to);
            procedure.execute_in_loops(&threads, &queued.item);
            threads.end();
        } else {
            let context = Context::<P>::new(task, 0, to);
            procedure.execute(&context, &queued.item);
            context.check_end();
        }
    }
}
