//! Faults of memory accesses, for whoever keeps guard pages: a thread goes on elsewhere instead of ending the process.
//!
//! One handler of SIGSEGV serves the process. It asks the [`OnFault`] that [`watch`] named for the thread; a fault that is not known there
//! goes to the handler that was there before. Linux on x86-64 and AArch64; elsewhere faults are what they always were.

/// An access to memory that may not be accessed.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What was accessed.
    pub address: usize,
    /// The thread's stack pointer.
    pub stack_pointer: usize,
    /// The instruction that did it.
    pub program_counter: usize,
}

/// Where a thread goes on after a fault: the registers of a call of a function that never returns.
#[derive(Clone, Copy, Debug)]
pub struct Registers {
    /// The function.
    pub program_counter: u64,
    /// The stack pointer at its start.
    pub stack_pointer: u64,
    /// The frame of its caller.
    pub frame_pointer: u64,
    /// Where it would return to, on processors that keep that in a register.
    pub link: u64,
    /// Its arguments.
    pub arguments: [u64; 2],
}

/// Knows faults.
pub trait OnFault {
    /// Where the thread goes on, or `None` for a fault that is not known. Runs in a signal handler, which may have interrupted anything:
    /// it must not allocate, lock or panic.
    fn on_fault(&self, fault: &Fault) -> Option<Registers>;
}

/// Bytes of a page, which are those of a guard.
pub fn page_size() -> usize {
    system::page_size()
}

/// Calls `run`, during which `handler` is asked about faults of this thread. Calls may nest.
pub fn watch<R>(handler: &dyn OnFault, run: impl FnOnce() -> R) -> R {
    system::watch(handler, run)
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system {
    use super::{Fault, OnFault, Registers};
    use std::{
        cell::Cell,
        ffi::{c_int, c_void},
        mem::{MaybeUninit, zeroed},
        ptr::null_mut,
        sync::OnceLock,
    };

    /// Stack of the signal handler in bytes: the registers of the largest processors and what `fmt` takes.
    const HANDLER_STACK: usize = 64 << 10;

    thread_local! {
        /// Whom to ask. Valid while it is set: `Watched` takes it away.
        static HANDLER: Cell<Option<*const dyn OnFault>> = const { Cell::new(None) };
    }

    /// The action that was there before ours, with what installing ours came to.
    static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

    pub(super) fn page_size() -> usize {
        // SAFETY: no more than a question.
        let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        usize::try_from(bytes).unwrap_or(4096)
    }

    pub(super) fn watch<R>(handler: &dyn OnFault, run: impl FnOnce() -> R) -> R {
        BEFORE.get_or_init(install);
        let _watched = Watched::begin(handler);
        run()
    }

    /// While it lives, this thread has a handler, and a stack for it that no overflow reaches.
    struct Watched {
        outer: Option<*const dyn OnFault>,
        outer_stack: libc::stack_t,
        _stack: Box<[MaybeUninit<u8>]>,
    }

    impl Watched {
        fn begin(handler: &dyn OnFault) -> Self {
            let mut stack = Box::new_uninit_slice(HANDLER_STACK);
            let ours = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: HANDLER_STACK };
            // SAFETY: a `stack_t` of zeros is valid; the new stack lives until `drop` has put back the other.
            let outer_stack = unsafe {
                let mut outer = zeroed();
                libc::sigaltstack(&raw const ours, &raw mut outer);
                outer
            };
            // SAFETY: the lifetime is that of the borrow, and `drop` takes the pointer away before its end: `watch` holds both.
            let handler =
                unsafe { std::mem::transmute::<*const (dyn OnFault + '_), *const (dyn OnFault + 'static)>(handler) };
            Self { outer: HANDLER.replace(Some(handler)), outer_stack, _stack: stack }
        }
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            HANDLER.set(self.outer);
            // SAFETY: what was there before: another `Watched`'s, which lives longer, the thread's own, or none.
            unsafe { libc::sigaltstack(&raw const self.outer_stack, null_mut()) };
        }
    }

    fn install() -> libc::sigaction {
        // SAFETY: a `sigaction` of zeros is valid; `on_signal` has the type that `SA_SIGINFO` asks for.
        unsafe {
            let mut before: libc::sigaction = zeroed();
            let mut ours: libc::sigaction = zeroed();
            ours.sa_sigaction = on_signal as *const () as usize;
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut ours.sa_mask);
            libc::sigaction(libc::SIGSEGV, &raw const ours, &raw mut before);
            before
        }
    }

    /// # Safety
    /// Called by the operating system for a signal.
    unsafe extern "C" fn on_signal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: with `SA_SIGINFO` both are valid, and the context is the thread's.
        let (is_fault, address, registers) = unsafe {
            // Above 0: by an access, not by `kill`.
            ((*info).si_code > 0, (*info).si_addr().addr(), &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext)
        };
        if let Some(handler) = HANDLER.get().filter(|_| is_fault) {
            let (program_counter, stack_pointer) = position(registers);
            // SAFETY: `Watched` keeps the handler alive while the pointer is set.
            if let Some(next) = unsafe { (*handler).on_fault(&Fault { address, stack_pointer, program_counter }) } {
                return go_on(registers, &next);
            }
        }
        // SAFETY: the arguments are those that were given.
        unsafe { pass_on(signal, info, context) };
    }

    /// What would have happened without this handler.
    ///
    /// # Safety
    /// As [`on_signal`].
    unsafe fn pass_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: the action is what the application, or Rust's library, had installed, and is called as it asked for.
        unsafe {
            match BEFORE.get() {
                Some(before) if ![libc::SIG_DFL, libc::SIG_IGN].contains(&before.sa_sigaction) => {
                    if before.sa_flags & libc::SA_SIGINFO != 0 {
                        type Action = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
                        std::mem::transmute::<usize, Action>(before.sa_sigaction)(signal, info, context);
                    } else {
                        std::mem::transmute::<usize, extern "C" fn(c_int)>(before.sa_sigaction)(signal);
                    }
                }
                // The access is tried again when this returns, and ends the process. A signal that was sent comes again.
                _ => {
                    let mut default: libc::sigaction = zeroed();
                    default.sa_sigaction = libc::SIG_DFL;
                    libc::sigaction(signal, &raw const default, null_mut());
                    if (*info).si_code <= 0 {
                        libc::raise(signal);
                    }
                }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn position(registers: &libc::mcontext_t) -> (usize, usize) {
        let register = |index: c_int| registers.gregs[index as usize] as usize;
        (register(libc::REG_RIP), register(libc::REG_RSP))
    }

    #[cfg(target_arch = "x86_64")]
    fn go_on(registers: &mut libc::mcontext_t, next: &Registers) {
        for (index, value) in [
            (libc::REG_RIP, next.program_counter),
            (libc::REG_RSP, next.stack_pointer),
            (libc::REG_RBP, next.frame_pointer),
            (libc::REG_RDI, next.arguments[0]),
            (libc::REG_RSI, next.arguments[1]),
        ] {
            registers.gregs[index as usize] = value as libc::greg_t;
        }
    }

    #[cfg(target_arch = "aarch64")]
    fn position(registers: &libc::mcontext_t) -> (usize, usize) {
        (registers.pc as usize, registers.sp as usize)
    }

    #[cfg(target_arch = "aarch64")]
    fn go_on(registers: &mut libc::mcontext_t, next: &Registers) {
        registers.pc = next.program_counter;
        registers.sp = next.stack_pointer;
        registers.regs[0] = next.arguments[0];
        registers.regs[1] = next.arguments[1];
        registers.regs[29] = next.frame_pointer;
        registers.regs[30] = next.link;
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod system {
    use super::OnFault;

    pub(super) fn page_size() -> usize {
        4096
    }

    pub(super) fn watch<R>(_: &dyn OnFault, run: impl FnOnce() -> R) -> R {
        run()
    }
}
