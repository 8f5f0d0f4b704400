//! Stacks that overflow: the body that ran on one is left behind, and its run ends with an error. See README.md in this folder.

use super::panic::{self, TaskFailure};
use crate::{
    error::StackOverflow,
    fault::{self, Fault, OnFault, Registers},
    program::ProcedureInfo,
};
use corosensei::{
    stack::{DefaultStack, Stack},
    trap::{CoroutineTrapHandler, TrapHandlerRegs},
};
use std::{
    cell::Cell,
    fmt::{self, Write as _},
    ops::Range,
    sync::{Mutex, PoisonError},
};

/// What the coroutines of a worker return.
pub(super) type TaskResult = Result<(), TaskFailure>;

/// A coroutine's stack as a fault shows it, and how the coroutine is made to return.
pub(super) struct Trap {
    handler: CoroutineTrapHandler<TaskResult>,
    limit: usize,
    bytes: usize,
}

impl Trap {
    /// Of a coroutine with `handler` on a stack of `bytes` that ends at `limit`: see [`limit_of`].
    pub(super) fn new(handler: CoroutineTrapHandler<TaskResult>, limit: usize, bytes: usize) -> Self {
        Self { handler, limit, bytes }
    }
}

/// The lowest address of a stack, which is that of its guard page.
pub(super) fn limit_of(stack: &DefaultStack) -> usize {
    stack.limit().get()
}

thread_local! {
    /// Whether this OS thread changes what outlives a body, as the allocator's lists, so that it cannot be left behind.
    static INDIVISIBLE: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, an overflow of this OS thread's stack ends the process.
pub(in super::super::cpu) struct Indivisible {
    before: bool,
}

impl Indivisible {
    pub(in super::super::cpu) fn enter() -> Self {
        Self { before: INDIVISIBLE.replace(true) }
    }
}

impl Drop for Indivisible {
    fn drop(&mut self) {
        INDIVISIBLE.set(self.before);
    }
}

/// Watches the coroutines of one worker.
pub(super) struct Guard<'r> {
    code: &'r [Range<usize>],
    page: usize,
    /// That of the coroutine that runs; null outside of [`run`](Self::run).
    running: Cell<*const Trap>,
}

impl<'r> Guard<'r> {
    /// For procedures whose machine code is [`code_of`] them.
    pub(super) fn new(code: &'r [Range<usize>]) -> Self {
        Self { code, page: fault::page_size(), running: Cell::new(std::ptr::null()) }
    }

    /// Calls `resume`, which runs the coroutine of `trap` until it switches back.
    #[inline]
    pub(super) fn run<R>(&self, trap: &Trap, resume: impl FnOnce() -> R) -> R {
        self.running.set(trap);
        let result = resume();
        self.running.set(std::ptr::null());
        result
    }

    /// Whether what runs may be left behind. It holds nothing that outlives it, so far as can be known: it is the user's code or the
    /// executor's, not the C library's (`malloc` has locks), does not panic (so does that), and is not indivisible.
    fn may_leave(&self, program_counter: usize) -> bool {
        let in_code = self.code.iter().any(|range| range.contains(&program_counter));
        in_code && !INDIVISIBLE.get() && !std::thread::panicking()
    }
}

impl OnFault for Guard<'_> {
    fn on_fault(&self, fault: &Fault) -> Option<Registers> {
        // SAFETY: `run` borrows the trap while the pointer is set.
        let trap = unsafe { self.running.get().as_ref() }?;
        let in_guard = (trap.limit..trap.limit + self.page).contains(&fault.address);
        if !in_guard || !trap.handler.stack_ptr_in_bounds(fault.stack_pointer) {
            return None;
        }
        if !self.may_leave(fault.program_counter) {
            let procedure = panic::procedure().unwrap_or("a procedure");
            end_process(&StackOverflow { procedure, bytes: trap.bytes as u64 });
        }
        // SAFETY: the stack pointer is within the coroutine's stack, and the caller sets these registers. The coroutine wrote memory
        // outside of its stack, but `may_leave` tells that nothing there is half done but the contents of queues and buffers: the
        // queues are cleared after a run that fails, and buffers hold atomics.
        Some(registers(unsafe { trap.handler.setup_trap_handler(|| Err(TaskFailure::Overflow)) }))
    }
}

#[cfg(target_arch = "x86_64")]
fn registers(of: TrapHandlerRegs) -> Registers {
    let TrapHandlerRegs { rip, rsp, rbp, rdi, rsi } = of;
    Registers { program_counter: rip, stack_pointer: rsp, frame_pointer: rbp, link: 0, arguments: [rdi, rsi] }
}

#[cfg(target_arch = "aarch64")]
fn registers(of: TrapHandlerRegs) -> Registers {
    let TrapHandlerRegs { pc, sp, x0, x1, x29, lr } = of;
    Registers { program_counter: pc, stack_pointer: sp, frame_pointer: x29, link: lr, arguments: [x0, x1] }
}

/// Never called: `fault` knows no faults there.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn registers(_: TrapHandlerRegs) -> Registers {
    std::process::abort()
}

/// Says what ends the process, and ends it. Allocates nothing.
fn end_process(overflow: &StackOverflow<'_>) -> ! {
    /// A line that is cut off where it is too long.
    struct Line {
        text: [u8; 1024],
        length: usize,
    }
    impl fmt::Write for Line {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let room = &mut self.text[self.length..];
            let length = text.len().min(room.len());
            room[..length].copy_from_slice(&text.as_bytes()[..length]);
            self.length += length;
            Ok(())
        }
    }
    let mut line = Line { text: [0; 1024], length: 0 };
    let _ = writeln!(
        line,
        "whipple: {overflow}\nthis ends the process, because it happened in code that cannot be left half done, as of the allocator or of a panic"
    );
    panic::write_error(&line.text[..line.length]);
    std::process::abort()
}

/// Where the machine code of the procedures is: the whole of each executable part of the process that has some. Empty where the
/// operating system does not tell.
pub(super) fn code_of(procedures: &[ProcedureInfo]) -> Vec<Range<usize>> {
    static KNOWN: Mutex<Vec<Range<usize>>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let addresses: Vec<usize> = procedures.iter().map(|info| info.run as *const () as usize).collect();
    let is_known = |known: &[Range<usize>], address: &usize| known.iter().any(|range| range.contains(address));
    if !addresses.iter().all(|address| is_known(&known, address)) {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let ranges = maps.lines().filter_map(executable_range);
        known.extend(ranges.filter(|range| addresses.iter().any(|address| range.contains(address))));
    }
    let of_these = known.iter().filter(|range| addresses.iter().any(|address| range.contains(address)));
    of_these.cloned().collect()
}

/// The addresses of a line of `/proc/self/maps`, as `5500-5600 r-xp …`, where they may be executed.
fn executable_range(line: &str) -> Option<Range<usize>> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let address = |digits| usize::from_str_radix(digits, 16).ok();
    rest.starts_with("r-x").then_some(address(start)?..address(end)?)
}
