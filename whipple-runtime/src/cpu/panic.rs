//! Panics of bodies: caught, not printed, and turned into errors with the user's line. With `panic = "abort"` they are printed, and end
//! the process.

use super::lanes::Abandoned;
use crate::error::{DevicePanic, Waiting};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    fmt,
    panic::{Location, PanicHookInfo},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

/// Why a task did not end.
pub(super) enum TaskFailure {
    /// Its code panicked, or its threads diverged.
    Panic(DevicePanic),
    /// A queue was full; [`Queues::take_full`](super::queue::Queues::take_full) says which.
    Queue,
    /// There was no stack for one of its threads.
    Resources(std::io::Error),
    /// The stack of one of its threads overflowed.
    Overflow,
}

thread_local! {
    /// The procedure whose code this OS thread runs.
    static IN_BODY: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// Where the last method of std was called that panics in its own place.
    static CALLED: Cell<Option<&'static Location<'static>>> = const { Cell::new(None) };
    /// The panic that the hook saw last.
    static SEEN: RefCell<Option<DevicePanic>> = const { RefCell::new(None) };
}

/// What is known of the hook, in all threads.
struct Hooks {
    /// Runs that go on.
    runs: usize,
    /// Address of each hook of the crate's, with what it holds while it is alive. Those that the application has taken and keeps are
    /// among them, so that they are known again when it puts them back.
    own: Vec<(usize, Weak<()>)>,
}

static HOOKS: Mutex<Hooks> = Mutex::new(Hooks { runs: 0, own: Vec::new() });

fn hooks() -> MutexGuard<'static, Hooks> {
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run: panics of procedures are recorded rather than printed. Others go to the hook that was there before.
pub(super) struct Recording(());

impl Recording {
    /// The hook is looked at only when no other run goes on: it is out of its place for a moment then. The thread must not be panicking.
    pub(super) fn begin() -> Self {
        let mut hooks = hooks();
        if hooks.runs == 0 {
            install(&mut hooks);
        }
        hooks.runs += 1;
        Self(())
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        hooks().runs -= 1;
    }
}

/// Puts the crate's hook before the present one, unless that is the crate's.
fn install(hooks: &mut Hooks) {
    hooks.own.retain(|(_, alive)| alive.strong_count() > 0);
    let present = std::panic::take_hook();
    if hooks.own.iter().any(|(address, _)| *address == address_of(&*present)) {
        return std::panic::set_hook(present);
    }
    let alive = Arc::new(());
    let held = Arc::downgrade(&alive);
    let hook: Box<Hook> = Box::new(move |info| {
        // Dropped with the hook.
        let _ = &alive;
        match IN_BODY.get() {
            Some(_) if cfg!(panic = "abort") => print(&panic_of(info)),
            Some(_) => SEEN.set(Some(panic_of(info))),
            None => present(info),
        }
    });
    hooks.own.push((address_of(&*hook), held));
    std::panic::set_hook(hook);
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync + 'static;

/// Where a hook lies. The crate's hold something, so that no other hook lies there while they live.
fn address_of(hook: &Hook) -> usize {
    std::ptr::from_ref(hook).cast::<()>().addr()
}

/// What the runtime panics with where the user's place is not that of a call.
pub(crate) struct PanicAt {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) message: &'static str,
}

impl PanicAt {
    fn panic(&self) -> DevicePanic {
        let Self { file, line, message } = *self;
        DevicePanic { line, file: file.to_owned(), ..nowhere(message.to_owned()) }
    }
}

fn panic_of(info: &PanicHookInfo<'_>) -> DevicePanic {
    if let Some(panic) = info.payload().downcast_ref::<PanicAt>() {
        return panic.panic();
    }
    let message = info.payload_as_str().unwrap_or("a panic without a message").to_owned();
    let location = info.location();
    let called = CALLED.get().filter(|_| location.is_some_and(|location| is_of_std(location.file())));
    match called.or(location) {
        Some(location) => at(location, message, 0),
        None => nowhere(message),
    }
}

/// What macros put before a call of a method of std that panics in its own place: the panic is at the caller's.
#[track_caller]
#[inline]
pub fn panics_here() {
    CALLED.set(Some(Location::caller()));
}

/// Whether a file is one of std's, as rustc names it.
fn is_of_std(file: &str) -> bool {
    let file = file.replace('\\', "/");
    ["core", "alloc", "std"].iter().any(|name| file.contains(&format!("/library/{name}/src/")))
}

/// Says what ends the process, in a build with `panic = "abort"`: no error can come back.
fn print(panic: &DevicePanic) {
    let DevicePanic { file, line, message, .. } = panic;
    let procedure = IN_BODY.get().unwrap_or("a procedure");
    print_end(&format_args!("{file}:{line}: `{procedure}` panicked: {message}"));
}

fn print_end(what: &dyn fmt::Display) {
    eprintln!(
        "{what}\nthis ends the process, because it was built with `panic = \"abort\"`; with unwinding the run gives an error"
    );
}

/// To be called where threads of a task are to unwind from a body. With `panic = "abort"` they cannot: says why they should, and ends
/// the process.
pub(super) fn check_unwinding(why: impl FnOnce() -> String) {
    if cfg!(panic = "abort") {
        print_end(&why());
        std::process::abort();
    }
}

/// The same for what ended a task.
pub(super) fn check_unwinding_from(stop: &Option<TaskFailure>) {
    check_unwinding(|| match stop {
        Some(TaskFailure::Panic(panic)) => {
            let procedure = IN_BODY.get().unwrap_or("a procedure").to_owned();
            DevicePanic { procedure, ..panic.clone() }.to_string()
        }
        Some(TaskFailure::Resources(source)) => format!("there is no stack for a thread of a task: {source}"),
        Some(TaskFailure::Overflow) => {
            format!("the stack of a thread of `{}` overflowed", procedure().unwrap_or("a procedure"))
        }
        Some(TaskFailure::Queue) | None => String::from("the queues have no memory left"),
    });
}

/// The procedure whose code this OS thread runs.
pub(super) fn procedure() -> Option<&'static str> {
    IN_BODY.get()
}

/// Writes to standard error without locking or allocating.
pub(super) fn write_error(text: &[u8]) {
    // SAFETY: the bytes are valid, and are only read. What cannot be written is lost: nobody is left to be told.
    #[cfg(unix)]
    unsafe {
        libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
    }
    #[cfg(not(unix))]
    eprint!("{}", String::from_utf8_lossy(text));
}

/// Marks this OS thread as running the code of a procedure until dropped.
pub(super) struct InBody {
    before: Option<&'static str>,
}

impl InBody {
    pub(super) fn enter(procedure: &'static str) -> Self {
        Self { before: IN_BODY.replace(Some(procedure)) }
    }
}

impl Drop for InBody {
    fn drop(&mut self) {
        IN_BODY.set(self.before);
    }
}

/// A panic at `location`. The executor adds the procedure.
pub(super) fn at(location: &Location<'_>, message: String, thread: u32) -> DevicePanic {
    let (procedure, file) = (String::new(), location.file().to_owned());
    DevicePanic { procedure, file, line: location.line(), message, thread, task: None, waiting: Waiting::default() }
}

/// A panic whose place is not known.
fn nowhere(message: String) -> DevicePanic {
    let (procedure, file) = (String::new(), String::from("unknown file"));
    DevicePanic { procedure, file, line: 0, message, thread: 0, task: None, waiting: Waiting::default() }
}

/// What a caught unwinding of `thread` means; `None` if the thread was abandoned because another failed.
pub(super) fn failure_of(payload: Box<dyn Any + Send>, thread: u32) -> Option<TaskFailure> {
    if payload.is::<Abandoned>() {
        return None;
    }
    let at_place = payload.downcast_ref::<PanicAt>().map(PanicAt::panic);
    let panic = SEEN.take().or(at_place).unwrap_or_else(|| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("a panic without a message");
        // For the next one. No panic that has its place can lose it meanwhile: the hook is not there.
        install(&mut hooks());
        nowhere(format!("{text} (its place is unknown, because the application has set a panic hook during the run)"))
    });
    Some(TaskFailure::Panic(DevicePanic { thread, ..panic }))
}
