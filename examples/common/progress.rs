//! How far a piece of work is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    sync::{
        Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::Duration,
};
use whipple::{prelude::*, running::Progress};

/// Time between two looks at the work.
const PACE: Duration = Duration::from_millis(50);

/// Parts of the work that a bar tells apart.
const PARTS: u64 = 1000;

/// Counts the steps of a piece of work.
pub struct Steps {
    all: u64,
    /// Only shown: nothing that another thread reads depends on it, so relaxed operations do.
    done: AtomicU64,
}

impl Steps {
    /// None of `all` is done.
    pub fn of(all: u64) -> Self {
        Self { all, done: AtomicU64::new(0) }
    }

    /// One more is done.
    pub fn step(&self) {
        self.add(1);
    }

    /// So many more are done.
    pub fn add(&self, steps: u64) {
        self.done.fetch_add(steps, Relaxed);
    }

    /// How much of the work is done, as a part of 1, when this part of the next step is.
    pub fn part(&self, of_next: f64) -> f64 {
        (self.done.load(Relaxed) as f64 + of_next) / self.all.max(1) as f64
    }
}

/// The bar that is shown, which a line on standard error would cut.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// A bar is shown until this is dropped, and then the one before.
struct Shown {
    before: Option<ProgressBar>,
}

impl Shown {
    fn begin(bar: &ProgressBar) -> Self {
        static TELLER: Once = Once::new();
        TELLER.call_once(|| {
            whipple::cuda::tell_of_long_compilations(|text| match &*shown_bar() {
                Some(bar) => bar.println(text),
                None => eprintln!("{text}"),
            });
        });
        Self { before: shown_bar().replace(bar.clone()) }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        *shown_bar() = self.before.take();
    }
}

fn shown_bar() -> MutexGuard<'static, Option<ProgressBar>> {
    // A panic elsewhere leaves it whole.
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows on standard error, if it is a terminal, how much of the `work` is done while it goes on: `done` says it as a part of 1,
/// or `None` where it is not known just now.
pub fn shown<T>(what: &'static str, done: impl Fn() -> Option<f64> + Send, work: impl FnOnce() -> T) -> T {
    if is_shown() { beside(&bar(what, ProgressDrawTarget::stderr()), done, work) } else { work() }
}

/// As [`shown`], with this bar.
fn beside<T>(bar: &ProgressBar, done: impl Fn() -> Option<f64> + Send, work: impl FnOnce() -> T) -> T {
    let _shown = Shown::begin(bar);
    bar.tick();
    let (working, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            // Ends when the sender is dropped, also by a panic.
            while ended.recv_timeout(PACE) == Err(mpsc::RecvTimeoutError::Timeout) {
                match done() {
                    Some(part) => bar.set_position(parts(part)),
                    // The time is seen to pass.
                    None => bar.tick(),
                }
            }
            bar.finish_and_clear();
        });
        let _working = working;
        work()
    })
}

/// Whether progress is shown at all: standard error is a terminal.
pub fn is_shown() -> bool {
    !ProgressDrawTarget::stderr().is_hidden()
}

/// Runs a launcher with this value of its program, and shows meanwhile how much of it is done, as `part` says of its progress. On a GPU that needs
/// [`Options::progress`]; without it only the time is seen to pass.
///
/// # Errors
/// As [`Launcher::run_with`].
pub fn run<P: Program>(
    what: &'static str,
    launcher: &mut Launcher<'_, P>,
    program: &P,
    part: impl Fn(&Progress) -> f64,
) -> Result<Report, Error> {
    if !is_shown() {
        return launcher.run_with(program);
    }
    let bar = bar(what, ProgressDrawTarget::stderr());
    let _shown = Shown::begin(&bar);
    bar.tick();
    thread::scope(|scope| {
        let run = launcher.start_with(scope, program)?;
        while !run.is_finished() {
            let progress = run.progress();
            bar.set_position(if progress.is_counted { parts(part(&progress)) } else { 0 });
            // A short run waits for this thread no longer than a small part of its own time.
            thread::sleep((progress.elapsed / 16).clamp(Duration::from_micros(200), PACE));
        }
        bar.finish_and_clear();
        run.wait()
    })
}

/// How many of the parts of a bar are done.
fn parts(done: f64) -> u64 {
    (done.clamp(0.0, 1.0) * PARTS as f64) as u64
}

/// A bar that takes what a line has left.
fn bar(what: &'static str, target: ProgressDrawTarget) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} % {elapsed}");
    let bar = ProgressBar::with_draw_target(Some(PARTS), target).with_message(what);
    bar.with_style(style.expect("the template is well-formed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::TermLike;
    use std::{
        fmt, io,
        sync::{Arc, Mutex},
    };

    /// A terminal of so many columns, which keeps what is written to it.
    #[derive(Clone)]
    struct Columns(u16, Arc<Mutex<Vec<String>>>);

    impl fmt::Debug for Columns {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} columns", self.0)
        }
    }

    impl TermLike for Columns {
        fn width(&self) -> u16 {
            self.0
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.1.lock().expect("nobody panicked").push(text.to_owned());
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_fits_its_terminal() {
        for columns in [30, 40, 80, 200] {
            let terminal = Columns(columns, Arc::default());
            let bar = bar("rendering", ProgressDrawTarget::term_like(Box::new(terminal.clone())));
            bar.set_position(PARTS / 2);
            bar.tick();
            let lines = terminal.1.lock().expect("nobody panicked").clone();
            let longest = lines.iter().map(|line| line.trim_end_matches('\n').chars().count()).max();
            assert!(longest.is_some_and(|longest| longest > 20 && longest <= columns.into()), "{columns}: {lines:?}");
            assert!(lines.iter().any(|line| line.contains("rendering") && line.contains(" 50 %")), "{lines:?}");
        }
    }

    #[test]
    fn work_is_done_whatever_is_known_of_it() {
        let bar = || bar("working", ProgressDrawTarget::term_like(Box::new(Columns(40, Arc::default()))));
        assert_eq!(beside(&bar(), || None, || 5), 5);
        for part in [None, Some(f64::NAN), Some(-1.0), Some(2.0)] {
            beside(&bar(), || part, || thread::sleep(2 * PACE));
        }
    }

    #[test]
    fn steps_are_parts_of_the_work() {
        let steps = Steps::of(4);
        steps.step();
        assert_eq!((steps.part(0.0), steps.part(0.5), Steps::of(0).part(0.0)), (0.25, 0.375, 0.0));
        steps.add(2);
        assert_eq!(steps.part(0.0), 0.75);
    }
}
