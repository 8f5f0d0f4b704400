//! What device code prints: `println!` and its relatives, and where their text goes.

mod current;

#[doc(hidden)] // For what the macros write.
pub use current::print;
pub(crate) use current::with_printer;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// One of the two streams that a program writes text to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StandardStream {
    /// That of `print!` and `println!`.
    Output,
    /// That of `eprint!` and `eprintln!`.
    Error,
}

/// Takes what a run prints: the text of one call of a macro, with the end of the line where there is one.
pub type TakeText = dyn Fn(StandardStream, &str) + Send + Sync;

/// Where a run prints.
#[doc(hidden)] // For the back ends.
#[derive(Default)]
pub struct Printer {
    /// `None` for the streams themselves.
    to: Option<Arc<TakeText>>,
    is_silent: AtomicBool,
}

impl Printer {
    /// One that gives text to `to`, or else to the streams. `is_silent`: to nobody.
    pub fn new(to: Option<Arc<TakeText>>, is_silent: bool) -> Self {
        Self { to, is_silent: AtomicBool::new(is_silent) }
    }

    /// Whether text goes to nobody.
    pub fn is_silent(&self) -> bool {
        // What is printed is ordered by other means: this passes nothing along.
        self.is_silent.load(Relaxed)
    }

    /// Has text go to nobody from now on, or no longer. Says how it was before.
    pub fn silence(&self, is_silent: bool) -> bool {
        self.is_silent.swap(is_silent, Relaxed)
    }

    /// Prints what one call of a macro says.
    ///
    /// # Panics
    /// Where a standard stream cannot be written to, as `println!` does, or where the function panics that takes text.
    pub fn print(&self, stream: StandardStream, text: fmt::Arguments<'_>) {
        match &self.to {
            _ if self.is_silent() => {}
            Some(to) => match text.as_str() {
                Some(text) => to(stream, text),
                None => to(stream, &text.to_string()),
            },
            None => write(stream, text),
        }
    }
}

impl fmt::Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Printer").field("is_silent", &self.is_silent).finish_non_exhaustive()
    }
}

/// A stream is locked until the whole text is written, so lines of several threads stay whole.
fn write(stream: StandardStream, text: fmt::Arguments<'_>) {
    match stream {
        StandardStream::Output => print!("{text}"),
        StandardStream::Error => eprint!("{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn text_goes_to_the_printer_of_the_run() {
        let taken = Arc::new(Mutex::new(Vec::new()));
        let into = taken.clone();
        let to: Arc<TakeText> = Arc::new(move |stream, text: &str| {
            into.lock().expect("nobody panics with the lock").push((stream, text.to_owned()));
        });
        let printer = Printer::new(Some(to), false);
        with_printer(&printer, || {
            print(StandardStream::Output, format_args!("one\n"));
            printer.silence(true);
            print(StandardStream::Output, format_args!("lost\n"));
            printer.silence(false);
            print(StandardStream::Error, format_args!("{}", 2));
        });
        let text = |text: &str| text.to_owned();
        let expected = [(StandardStream::Output, text("one\n")), (StandardStream::Error, text("2"))];
        assert_eq!(*taken.lock().expect("nobody panics with the lock"), expected);
    }
}
