//! Records of joins on the CPU: what waits for its children. See `program/join.rs`.
//!
//! All records of a program have one size. They lie in segments that are made when they are needed. A worker keeps the numbers of some free
//! records for itself.

use super::task::Task;
use crate::{
    backend::{ProgramDescription, Roots},
    error::NO_JOIN_MEMORY,
    join::{ContinuationItem, Gathered, OptionalOutput, Queued, ReturnTo, TaskOutput},
    procedure::Execute,
    program::ProcedureInfo,
    report::address,
    source::ItemRef,
};
use std::{
    cell::{Cell, RefCell, UnsafeCell},
    mem::MaybeUninit,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering},
    },
};

/// Records of a segment.
const SEGMENT: usize = 1024;
/// Free records that a worker takes and gives back at once.
const BATCH: usize = 64;

/// What `pending` of a join begins with: more than there can be children.
pub(crate) const HELD: u32 = 1 << 31;

/// What a task changes in the record of whoever waits for it, once it has finished.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    record: u32,
    /// What is added to [`Header::pending`].
    more: u32,
}

impl Ended {
    /// A child, whose output has this destination.
    pub(super) fn child(to: ReturnTo) -> Self {
        Self { record: to.record, more: u32::MAX }
    }

    /// A task that has opened a join, of so many children.
    pub(super) fn opener(record: u32, children: u32) -> Self {
        Self { record, more: children.wrapping_sub(HELD) }
    }
}

/// What a record begins with; the continuation's queued item follows.
#[repr(C, align(16))]
struct Header {
    /// Children that have not finished; and [`HELD`], while the task goes on that makes them.
    pending: AtomicU32,
    /// What waits; only where `pending` is not 0.
    continuation: Cell<MaybeUninit<&'static Continuation>>,
}

/// What waits in a record.
struct Continuation {
    /// Spawns it from the item.
    resume: unsafe fn(&Task, *const u8),
    /// Its procedure.
    procedure: ItemRef,
}

/// Memory that several threads use by turns, as they agree by [`Header::pending`].
type Segment = Box<[UnsafeCell<MaybeUninit<u128>>]>;

/// The records of an engine.
pub(super) struct Records {
    /// Words of 16 bytes of one record.
    words: usize,
    segments: Box<[OnceLock<Segment>]>,
    /// The first record that was never used in this run.
    fresh: AtomicUsize,
    /// What workers gave back.
    returned: Mutex<Vec<u32>>,
    /// Where outputs of initial tasks go, while a run goes on.
    roots: AtomicPtr<Roots>,
    /// Continuations of each procedure that waited on the stack of a worker when a panic left it.
    lost: Box<[AtomicU64]>,
}

// SAFETY: a record is used by one thread at a time: by the one that forks, before it has spawned a child; then by children, each in the place
// of its own output, or by atomic additions. A child that finishes with a sum writes in its place before its own children are spawned, which add
// there. Then it is used by the one that has taken the last of `pending`, whose release and acquire order this after
// all that. A task that has opened a join counts as a child, and writes the number of the others. The cell `continuation` is written only by the
// first of these and read only by the last.
unsafe impl Sync for Records {}
// SAFETY: what records hold is `Send`: work items.
unsafe impl Send for Records {}

impl Records {
    /// Those of a program, which may take so many bytes.
    pub(super) fn new(program: &ProgramDescription, limit: usize, workers: usize) -> Self {
        // A fork needs a procedure with an output.
        let limit = if program.procedures.iter().any(|info| info.output_size.is_some()) { limit } else { 0 };
        let largest = program.procedures.iter().map(|info| info.item_size).max().unwrap_or(0);
        let words = (size_of::<Header>() + largest).div_ceil(16);
        // The numbers above are those of `ReturnTo`.
        // Each worker may keep some that the others then lack.
        let kept = if limit == 0 { 0 } else { 5 * BATCH * (workers - 1) };
        let records = (limit / (16 * words) + kept).min(ReturnTo::ROOT_SUM as usize);
        let segments = (0..records.div_ceil(SEGMENT)).map(|_| OnceLock::new()).collect();
        let lost = program.procedures.iter().map(|_| AtomicU64::new(0)).collect();
        let (fresh, returned) = (AtomicUsize::new(0), Mutex::default());
        Self { words, segments, fresh, returned, roots: AtomicPtr::default(), lost }
    }

    /// A run begins: no record is in use. `roots` must live until the next call.
    pub(super) fn begin(&self, roots: *const Roots) {
        self.fresh.store(0, Ordering::Relaxed);
        self.lost.iter().for_each(|lost| lost.store(0, Ordering::Relaxed));
        self.returned().clear();
        self.roots.store(roots.cast_mut(), Ordering::Relaxed);
    }

    /// How many continuations of each procedure wait for their children, after a run that was stopped.
    pub(super) fn waiting(&self, procedures: &[ProcedureInfo]) -> Vec<u64> {
        // Relaxed, as below.
        let mut counts: Vec<u64> = self.lost.iter().map(|lost| lost.load(Ordering::Relaxed)).collect();
        let used = self.fresh.load(Ordering::Relaxed);
        for (segment, first) in self.segments.iter().zip((0..used).step_by(SEGMENT)) {
            let Some(segment) = segment.get() else { continue };
            for index in 0..SEGMENT.min(used - first) {
                // SAFETY: `take_fresh` has written the headers of all records below `fresh` in a segment that is there.
                let header = unsafe { &*segment[index * self.words].get().cast::<Header>() };
                // Relaxed: the threads of the run have been joined.
                if header.pending.load(Ordering::Relaxed) == 0 {
                    continue;
                }
                // SAFETY: where something is pending, `wait_for` has written what.
                let procedure = address(unsafe { header.continuation.get().assume_init() }.procedure);
                if let Some(found) = procedures.iter().position(|info| address(info.structure) == procedure) {
                    counts[found] += 1;
                }
            }
        }
        counts
    }

    /// Bytes of the segments that the run has used.
    pub(super) fn bytes(&self) -> usize {
        // Who finds no record has counted, too.
        let used = self.fresh.load(Ordering::Relaxed).div_ceil(SEGMENT).min(self.segments.len());
        used * SEGMENT * self.words * 16
    }

    fn returned(&self) -> MutexGuard<'_, Vec<u32>> {
        self.returned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The start of a record that exists.
    fn at(&self, record: u32) -> *mut u8 {
        let index = record as usize;
        match self.segments[index / SEGMENT].get() {
            Some(segment) => segment[index % SEGMENT * self.words].get().cast(),
            None => unreachable!("a record is used after it was taken"),
        }
    }
}

/// A worker's part in the records.
pub(super) struct FreeRecords {
    records: Arc<Records>,
    free: RefCell<Vec<u32>>,
}

impl FreeRecords {
    pub(super) fn new(records: &Arc<Records>) -> Self {
        Self { records: records.clone(), free: RefCell::default() }
    }

    /// A run begins.
    pub(super) fn begin(&self) {
        self.free.borrow_mut().clear();
    }

    fn take(&self) -> Option<u32> {
        let mut free = self.free.borrow_mut();
        if free.is_empty() {
            let mut returned = self.records.returned();
            let from = returned.len().saturating_sub(BATCH);
            free.extend(returned.drain(from..));
        }
        free.pop().or_else(|| self.take_fresh(&mut free))
    }

    fn take_fresh(&self, free: &mut Vec<u32>) -> Option<u32> {
        let Records { segments, words, fresh, .. } = &*self.records;
        let first = fresh.fetch_add(BATCH, Ordering::Relaxed);
        // A batch lies in one segment.
        let segment = segments
            .get(first / SEGMENT)?
            .get_or_init(|| (0..SEGMENT * words).map(|_| UnsafeCell::new(MaybeUninit::uninit())).collect());
        for index in first % SEGMENT..first % SEGMENT + BATCH {
            let unused = Header { pending: AtomicU32::new(0), continuation: Cell::new(MaybeUninit::uninit()) };
            // SAFETY: the batch is this thread's, and a record is larger than a header, and aligned for it.
            unsafe { segment[index * words].get().cast::<Header>().write(unused) };
        }
        free.extend((first as u32..(first + BATCH) as u32).rev());
        free.pop()
    }

    fn give_back(&self, record: u32) {
        let mut free = self.free.borrow_mut();
        free.push(record);
        if free.len() >= 4 * BATCH {
            self.records.returned().extend(free.drain(..2 * BATCH));
        }
    }
}

/// Where the queued item lies in a record.
const ITEM: usize = size_of::<Header>();

impl FreeRecords {
    /// A record of a continuation of `C` that waits for so many children. Gives its number, and where their outputs lie in it.
    #[track_caller]
    pub(super) fn wait_for<C>(
        &self,
        children: u32,
        state: <C::Item as ContinuationItem>::State,
        to: ReturnTo,
    ) -> (u32, usize)
    where
        C: Execute<Item: ContinuationItem>,
    {
        let Some(record) = self.take() else { panic!("{NO_JOIN_MEMORY}") };
        let start = self.records.at(record);
        let continuation = const { &Continuation { resume: resume::<C>, procedure: C::STRUCT } };
        let continuation = Cell::new(MaybeUninit::new(continuation));
        let header = Header { pending: AtomicU32::new(children), continuation };
        // SAFETY: the record is this thread's, large enough for the queued item of any procedure of the program and aligned for it (`prepare`
        // allows 16 bytes). The state lies at the start of the item (`ContinuationItem`).
        unsafe {
            start.cast::<Header>().write(header);
            let item = start.add(ITEM).cast::<Queued<C>>();
            (&raw mut (*item).item).cast::<<C::Item as ContinuationItem>::State>().write(state);
            (&raw mut (*item).to).write(C::Output::carried(to));
        }
        (record, ITEM + std::mem::offset_of!(Queued<C>, item) + C::Item::OUTPUTS)
    }

    /// Copies outputs to their place in a record.
    ///
    /// # Safety
    /// The record is this thread's, and has so many bytes of outputs there; `from` is valid for reads of them.
    pub(super) unsafe fn fill(&self, record: u32, outputs: usize, from: *const MaybeUninit<u8>, bytes: usize) {
        // SAFETY: the caller's contract.
        unsafe { self.records.at(record).add(outputs).cast::<MaybeUninit<u8>>().copy_from_nonoverlapping(from, bytes) };
    }

    /// A continuation of the procedure of this index never runs.
    pub(super) fn lose(&self, procedure: usize) {
        // Relaxed: it is read when the threads of the run have been joined.
        self.records.lost[procedure].fetch_add(1, Ordering::Relaxed);
    }

    /// Makes zeros of what the continuation of a record is given.
    pub(super) fn clear<O: Gathered>(&self, record: u32, outputs: usize) {
        // SAFETY: the record is this thread's: it has spawned no child yet. `wait_for` has said where the outputs lie, and zeros are some.
        unsafe { self.records.at(record).add(outputs).cast::<O>().write_bytes(0, 1) };
    }

    /// Writes a word of a record at a multiple of four that no child writes.
    pub(super) fn set(&self, record: u32, place: usize, value: u32) {
        // SAFETY: the task that has opened the join, which is this thread's, has not been counted yet, so that the record lives. It alone
        // writes there: it is the number of children, beside their outputs.
        unsafe { self.records.at(record).add(place).cast::<u32>().write(value) };
    }

    /// Takes the output of a task.
    pub(super) fn give<O: TaskOutput>(&self, to: ReturnTo, output: O) {
        match to {
            ReturnTo::NOWHERE => {}
            // SAFETY: numbers alone are added to the output of an initial task, which is one of their type.
            ReturnTo { record: ReturnTo::ROOT_SUM, offset } => unsafe { add(self.root(offset), output) },
            ReturnTo { record: ReturnTo::ROOT, offset } => {
                // SAFETY: each initial task has a number of its own, and gives its output once. The place is as large as any output.
                output.write_fields(unsafe { std::slice::from_raw_parts_mut(self.root(offset), size_of::<O>()) });
            }
            // Smaller ones are never added, and may lie anywhere.
            ReturnTo { record, offset } if align_of::<O>() >= 4 && offset & ReturnTo::ADDS != 0 => {
                let place = self.records.at(record).wrapping_add((offset - ReturnTo::ADDS) as usize);
                // SAFETY: all children that give their output to this place give numbers of this type, and add them.
                unsafe { add(place, output) };
            }
            ReturnTo { record, offset } => {
                let place = self.records.at(record).wrapping_add(offset as usize).cast::<O>();
                // SAFETY: the place is that of this child's output: `wait_for` and `Fork::spawn` have said so.
                unsafe { place.write(output) };
            }
        }
    }

    /// Where the output of an initial task lies.
    fn root(&self, number: u32) -> *mut u8 {
        // SAFETY: `begin`'s contract.
        unsafe { &*self.records.roots.load(Ordering::Relaxed) }.place(number)
    }

    /// Takes its own part of a sum from a task that finishes with one. Gives where its children add theirs, which see it: they are spawned
    /// after this.
    pub(super) fn begin_sum<O: TaskOutput>(&self, to: ReturnTo, own: O) -> ReturnTo {
        self.give(to, own);
        match to {
            ReturnTo { record: ReturnTo::ROOT, offset } => ReturnTo { record: ReturnTo::ROOT_SUM, offset },
            ReturnTo { record, offset } if is_record(record) => ReturnTo { record, offset: offset | ReturnTo::ADDS },
            other => other,
        }
    }

    /// One child more will add its output there: a child of the join that the task is a child of.
    pub(super) fn expect_one(&self, to: ReturnTo) {
        if is_record(to.record) {
            // Relaxed: the task itself has not been counted, so this is not the last change of the number.
            // SAFETY: so the header lives.
            unsafe { &*self.records.at(to.record).cast::<Header>() }.pending.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A task has finished. Whoever finds that it was the last of a join spawns the continuation.
    pub(super) fn count(&self, task: &Task, Ended { record, more }: Ended) {
        if !is_record(record) {
            return;
        }
        let start = self.records.at(record);
        // Release: whoever runs the continuation sees the output and what this task wrote. Acquire: if that is this thread.
        // SAFETY: the header lives until the last child has been counted.
        if unsafe { &*start.cast::<Header>() }.pending.fetch_add(more, Ordering::AcqRel) == 0_u32.wrapping_sub(more) {
            // SAFETY: all children have finished, so that the record is this thread's, and its item is whole.
            unsafe {
                let continuation = (*start.cast::<Header>()).continuation.get().assume_init();
                (continuation.resume)(task, start.add(ITEM));
            }
            self.give_back(record);
        }
    }
}

/// Whether the number is that of a record; those above have meanings of their own.
fn is_record(number: u32) -> bool {
    number < ReturnTo::ROOT_SUM
}

/// Adds an output of four or eight bytes to what lies at its place. Numbers with a sign are added as those without.
///
/// # Safety
/// A number of this size lies there, which threads change by this alone while others may.
unsafe fn add<O: TaskOutput>(place: *mut u8, output: O) {
    let mut bytes = [0; 8];
    output.write_fields(&mut bytes[..size_of::<O>()]);
    // Relaxed: `count`, or the end of the run, orders it.
    // SAFETY: the caller's contract. The place is aligned for the number: it is a field's, or that of an output of an initial task.
    unsafe {
        if let [a, b, c, d] = bytes[..size_of::<O>()] {
            AtomicU32::from_ptr(place.cast()).fetch_add(u32::from_ne_bytes([a, b, c, d]), Ordering::Relaxed);
        } else {
            AtomicU64::from_ptr(place.cast()).fetch_add(u64::from_ne_bytes(bytes), Ordering::Relaxed);
        }
    }
}

/// Spawns the continuation whose queued item is given.
///
/// # Safety
/// `item` points to a `Queued<C>`.
unsafe fn resume<C: Execute>(task: &Task, item: *const u8) {
    // SAFETY: the caller's contract.
    let Queued::<C> { item, to } = unsafe { item.cast::<Queued<C>>().read() };
    task.spawn::<C>(item, C::Output::to(to));
}
