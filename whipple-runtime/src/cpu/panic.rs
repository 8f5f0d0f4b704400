//! Panics of bodies: caught, not printed, and turned into errors with the user's line.

use super::lanes::Abandoned;
use crate::error::DevicePanic;
use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{Location, PanicHookInfo},
    sync::Once,
};

/// Why a task did not end.
pub(super) enum Stop {
    /// Its code panicked, or its threads diverged.
    Panic(DevicePanic),
    /// A queue was full; [`Queues::take_full`](super::queue::Queues::take_full) says which.
    Queue,
    /// There was no stack for one of its threads.
    Resources(std::io::Error),
}

thread_local! {
    /// Whether this OS thread runs the code of a procedure.
    static IN_BODY: Cell<bool> = const { Cell::new(false) };
    /// The panic that the hook saw last.
    static SEEN: RefCell<Option<DevicePanic>> = const { RefCell::new(None) };
}

/// Has panics of procedures recorded rather than printed. Others go to the hook that was there before.
pub(super) fn install_hook() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| if IN_BODY.get() { record(info) } else { previous(info) }));
    });
}

fn record(info: &PanicHookInfo<'_>) {
    let message = info.payload_as_str().unwrap_or("a panic without a message").to_owned();
    let panic = match info.location() {
        Some(location) => at(location, message, 0),
        None => nowhere(message),
    };
    SEEN.set(Some(panic));
}

/// Marks this OS thread as running the code of procedures until dropped.
pub(super) struct InBody {
    before: bool,
}

impl InBody {
    pub(super) fn enter() -> Self {
        Self { before: IN_BODY.replace(true) }
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
    DevicePanic { procedure, file, line: location.line(), message, thread, task: None }
}

/// A panic that the hook did not see, because the application set another one.
fn nowhere(message: String) -> DevicePanic {
    let (procedure, file) = (String::new(), String::from("unknown file"));
    DevicePanic { procedure, file, line: 0, message, thread: 0, task: None }
}

/// What a caught unwinding of `thread` means; `None` if the thread was abandoned because another failed.
pub(super) fn stop_of(payload: Box<dyn Any + Send>, thread: u32) -> Option<Stop> {
    if payload.is::<Abandoned>() {
        return None;
    }
    let panic = SEEN.take().unwrap_or_else(|| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        nowhere(text.unwrap_or("a panic without a message").to_owned())
    });
    Some(Stop::Panic(DevicePanic { thread, ..panic }))
}
