//! Streams and events: a stream is a thread that does its work in order.

use crate::handles::lock;
use std::{
    collections::VecDeque,
    fmt, io,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

/// What a stream does.
pub type Command = Box<dyn FnOnce() + Send>;

/// A stream.
pub struct Stream {
    /// Whether the synchronous copies wait for it.
    pub is_blocking: bool,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    work: VecDeque<Command>,
    /// Work was taken from it and is under way.
    is_busy: bool,
    /// Nothing will be put into it any more.
    is_closed: bool,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("is_blocking", &self.is_blocking).finish_non_exhaustive()
    }
}

impl Stream {
    /// Starts a stream, which lives until [`close`](Self::close) and the end of its work.
    ///
    /// # Errors
    /// No thread.
    pub fn start(is_blocking: bool) -> io::Result<Arc<Self>> {
        let stream = Arc::new(Self { is_blocking, queue: Mutex::default(), changed: Condvar::new() });
        let worker = stream.clone();
        thread::Builder::new().name("whipple stream".to_owned()).spawn(move || worker.work())?;
        Ok(stream)
    }

    fn work(&self) {
        let mut queue = lock(&self.queue);
        loop {
            if let Some(next) = queue.work.pop_front() {
                queue.is_busy = true;
                drop(queue);
                next();
                queue = lock(&self.queue);
                queue.is_busy = false;
                self.changed.notify_all();
            } else if queue.is_closed {
                return;
            } else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Puts work behind all that is in the stream.
    pub fn put(&self, work: Command) {
        lock(&self.queue).work.push_back(work);
        self.changed.notify_all();
    }

    /// Whether everything in it is done.
    pub fn is_idle(&self) -> bool {
        let queue = lock(&self.queue);
        queue.work.is_empty() && !queue.is_busy
    }

    /// Waits until everything in it is done.
    pub fn wait(&self) {
        let queue = lock(&self.queue);
        let busy = |queue: &mut Queue| queue.is_busy || !queue.work.is_empty();
        drop(self.changed.wait_while(queue, busy).unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends it once its work is done.
    pub fn close(&self) {
        lock(&self.queue).is_closed = true;
        self.changed.notify_all();
    }
}

/// A mark in a stream.
#[derive(Debug, Default)]
pub struct Event {
    marks: Mutex<Marks>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Marks {
    /// How often it was recorded.
    recorded: u64,
    /// The latest of these that its stream has passed.
    passed: u64,
    /// When that was, in nanoseconds.
    time: u64,
}

impl Event {
    /// Counts a record, which [`pass`](Self::pass) will name.
    pub fn record(&self) -> u64 {
        let mut marks = lock(&self.marks);
        marks.recorded += 1;
        marks.recorded
    }

    /// The stream has come to a record.
    pub fn pass(&self, record: u64, time: u64) {
        let mut marks = lock(&self.marks);
        if record > marks.passed {
            (marks.passed, marks.time) = (record, time);
        }
        self.changed.notify_all();
    }

    /// The latest record.
    pub fn recorded(&self) -> u64 {
        lock(&self.marks).recorded
    }

    /// Waits until a record was passed.
    pub fn wait(&self, record: u64) {
        let marks = lock(&self.marks);
        drop(self.changed.wait_while(marks, |marks| marks.passed < record).unwrap_or_else(PoisonError::into_inner));
    }

    /// Whether the latest record was passed.
    pub fn is_passed(&self) -> bool {
        let marks = lock(&self.marks);
        marks.passed >= marks.recorded
    }

    /// When the latest record was passed, in nanoseconds; `None` where there is none.
    pub fn time(&self) -> Option<u64> {
        let marks = lock(&self.marks);
        (marks.recorded > 0).then_some(marks.time)
    }
}
