//! The printer of the run whose bodies a thread runs.

use super::{Printer, StandardStream, write};
use std::{cell::Cell, fmt, ptr::NonNull};

thread_local! {
    /// The printer of the run whose bodies this thread runs.
    static OF_RUN: Cell<Option<NonNull<Printer>>> = const { Cell::new(None) };
}

/// Has the bodies that this thread runs print by the printer of a run.
pub(crate) fn with_printer<R>(printer: &Printer, run: impl FnOnce() -> R) -> R {
    /// Puts back what was there, also where a panic leaves.
    struct Before(Option<NonNull<Printer>>);
    impl Drop for Before {
        fn drop(&mut self) {
            OF_RUN.set(self.0);
        }
    }
    let _before = Before(OF_RUN.replace(Some(NonNull::from(printer))));
    run()
}

/// What `println!` and its relatives do in a body on the host. Outside of a run they print as those of std do.
pub fn print(stream: StandardStream, text: fmt::Arguments<'_>) {
    match OF_RUN.get() {
        // SAFETY: `with_printer` borrows the printer as long as the thread has its address.
        Some(printer) => unsafe { printer.as_ref() }.print(stream, text),
        None => write(stream, text),
    }
}
