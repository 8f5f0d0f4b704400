//! Large copies between a GPU and ordinary host memory, through pinned memory.
//!
//! A GPU copies by itself only from and to pinned memory, which a thread of the host must fill or empty. One thread is slower than the GPU, so
//! several do it. Each of them has a *lane*: two slots of pinned memory. The GPU copies one of them while the thread works on the other. The
//! threads claim the pieces of a copy in turn, so that each is busy until the end.
//!
//! All copies of a device are in one stream. It waits for no other: who copies must know that what wrote the memory has ended, as the wrappers
//! of this module do, which wait for what they start.

use super::{Event, Gpu, Memory, PinnedMemory, Stream};
use std::{
    ops::Range,
    panic::resume_unwind,
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread::{self, Builder},
};
use whipple_runtime::{
    backend::{Part, PutPiece, TakePiece},
    error::Error,
};

/// Bytes of a piece: few enough to stay in the cache of a core, and enough to make what a copy costs besides small.
const PIECE: usize = 2 << 20;
/// Copies below this size are left to the driver.
const LEAST_STAGED: usize = 1 << 20;
/// The most threads: so many fill new memory as fast as a GPU copies.
const MOST_LANES: usize = 8;

/// Threads that the machine runs at once. To ask takes as long as a small copy.
static CORES: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));

/// What a device needs for its large copies. It is made when it is needed, and kept.
#[derive(Debug)]
pub struct Staging {
    gpu: Arc<Gpu>,
    ready: Mutex<Option<Ready>>,
}

#[derive(Debug)]
struct Ready {
    stream: Stream,
    lanes: Vec<Lane>,
}

/// What one thread works with.
#[derive(Debug)]
struct Lane {
    slots: [Slot; 2],
}

#[derive(Debug)]
struct Slot {
    memory: PinnedMemory,
    /// The GPU has copied it.
    copied: Event,
}

impl Slot {
    fn new(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        Ok(Self { memory: PinnedMemory::new(gpu, PIECE, "copies of buffers")?, copied: Event::new(gpu)? })
    }
}

impl Ready {
    /// The stream and `lanes` lanes, or as many as there is memory for; at least one.
    fn with(slot: &mut Option<Self>, gpu: &Arc<Gpu>, lanes: usize) -> Result<(), Error> {
        let ready = match slot {
            Some(ready) => ready,
            none => none.insert(Self { stream: Stream::urgent(gpu)?, lanes: Vec::new() }),
        };
        while ready.lanes.len() < lanes {
            match Slot::new(gpu).and_then(|first| Ok([first, Slot::new(gpu)?])) {
                Ok(slots) => ready.lanes.push(Lane { slots }),
                Err(error) if ready.lanes.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(())
    }
}

impl Staging {
    /// Nothing yet, for copies of this GPU.
    pub fn new(gpu: &Arc<Gpu>) -> Self {
        Self { gpu: gpu.clone(), ready: Mutex::new(None) }
    }

    /// Writes a part of device memory: [`Storage::write_pieces`](whipple_runtime::backend::Storage::write_pieces).
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn write(&self, to: &Memory, part: Part, put: &PutPiece<'_>) -> Result<(), Error> {
        let pieces = Pieces(part);
        let staged = self.staged(to, pieces, &|work, lane| {
            let mut slots = [0, 1].into_iter().cycle();
            while let Some((piece, slot)) = work.claim().zip(slots.next()) {
                work.told(piece, work.fill(&mut lane.slots[slot], piece, put))?;
            }
            Ok(())
        });
        if let Some(outcome) = staged {
            return outcome;
        }
        let mut scratch = vec![0; pieces.bytes()];
        (0..pieces.count()).map(|piece| pieces.range(piece)).try_for_each(|range| {
            let bytes = &mut scratch[..range.len()];
            put(range.start, bytes);
            to.write(part.offset + range.start, bytes)
        })
    }

    /// Reads a part of device memory: [`Storage::read_pieces`](whipple_runtime::backend::Storage::read_pieces).
    ///
    /// # Errors
    /// [`Error::Driver`], or that of `take`.
    pub fn read(&self, from: &Memory, part: Part, take: &TakePiece<'_>) -> Result<(), Error> {
        let pieces = Pieces(part);
        let staged = self.staged(from, pieces, &|work, lane| {
            let mut begun = [None; 2];
            for (slot, piece) in lane.slots.iter().zip(&mut begun) {
                *piece = work.begin(slot)?;
            }
            // A slot without a piece is the last: it found none left after the other slot had found its own.
            for slot in [0, 1].into_iter().cycle() {
                let Some(piece) = begun[slot] else { return Ok(()) };
                work.told(piece, work.empty(&mut lane.slots[slot], piece, take))?;
                begun[slot] = work.begin(&lane.slots[slot])?;
            }
            Ok(())
        });
        if let Some(outcome) = staged {
            return outcome;
        }
        let mut scratch = vec![0; pieces.bytes()];
        (0..pieces.count()).map(|piece| pieces.range(piece)).try_for_each(|range| {
            let bytes = &mut scratch[..range.len()];
            from.read(part.offset + range.start, bytes)?;
            take(range.start, bytes)
        })
    }

    /// Lets several threads do `each` with a lane; `None` where the copy is small, its units are large, or there is no pinned memory.
    fn staged(&self, memory: &Memory, pieces: Pieces, each: &Each<'_>) -> Option<Result<(), Error>> {
        if pieces.0.length < LEAST_STAGED || pieces.0.unit > PIECE {
            return None;
        }
        // In a process or a context that is of no use, nobody may wait here.
        self.gpu.bind().ok()?;
        let wanted = pieces.count().div_ceil(2).min(*CORES).min(MOST_LANES);
        // After a panic of a copy all slots are there, and what it had begun was waited for (`Settled`).
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        Ready::with(&mut ready, &self.gpu, wanted).ok()?;
        let Ready { stream, lanes } = ready.as_mut()?;
        let count = wanted.min(lanes.len());
        let work = StagedCopy { memory, pieces, stream, next: AtomicUsize::new(0), is_stopped: AtomicBool::new(false) };
        Some(work.run(&mut lanes[..count], each))
    }
}

/// What a thread does with its lane.
type Each<'a> = dyn Fn(&StagedCopy<'_>, &mut Lane) -> Result<(), Failed> + Sync + 'a;

/// How a part is divided.
#[derive(Clone, Copy)]
struct Pieces(Part);

impl Pieces {
    /// Bytes of a piece, but of the last: whole units.
    fn bytes(self) -> usize {
        ((PIECE / self.0.unit).max(1) * self.0.unit).min(self.0.length)
    }

    fn count(self) -> usize {
        if self.0.length == 0 { 0 } else { self.0.length.div_ceil(self.bytes()) }
    }

    /// Where a piece lies in the part.
    fn range(self, piece: usize) -> Range<usize> {
        let start = piece * self.bytes();
        start..(start + self.bytes()).min(self.0.length)
    }
}

/// A piece that could not be copied.
struct Failed {
    piece: usize,
    error: Error,
}

/// A copy that several threads work on.
struct StagedCopy<'a> {
    memory: &'a Memory,
    pieces: Pieces,
    stream: &'a Stream,
    /// The next piece that nobody has claimed. Relaxed: pieces are apart from each other, and the end of the threads orders what they did.
    next: AtomicUsize,
    /// A piece has failed. Relaxed: who sees it late copies a piece more.
    is_stopped: AtomicBool,
}

/// Waits for the stream, also when a thread panics: nothing is copied from or to a slot that others will use.
struct Settled<'a>(&'a Stream);

impl Drop for Settled<'_> {
    fn drop(&mut self) {
        // What went wrong in the stream has been told by what waited for it before.
        let _ = self.0.synchronize();
    }
}

impl StagedCopy<'_> {
    /// Lets each lane have a thread, the first this one.
    fn run(&self, lanes: &mut [Lane], each: &Each<'_>) -> Result<(), Error> {
        let _settled = Settled(self.stream);
        let failed = thread::scope(|scope| {
            let mut lanes = lanes.iter_mut();
            let first = lanes.next();
            let start = |lane| {
                let builder = Builder::new().name("whipple copy".to_owned());
                // Without a thread its pieces are claimed by the others.
                builder.spawn_scoped(scope, move || each(self, lane).err()).ok()
            };
            let others: Vec<_> = lanes.filter_map(start).collect();
            let mine = first.and_then(|lane| each(self, lane).err());
            let others =
                others.into_iter().filter_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            // Pieces are claimed in their order, and claimed ones are copied: no piece before the first that failed is left out.
            mine.into_iter().chain(others).min_by_key(|failed| failed.piece)
        });
        match failed {
            Some(failed) => Err(failed.error),
            None => self.stream.synchronize(),
        }
    }

    fn claim(&self) -> Option<usize> {
        if self.is_stopped.load(Relaxed) {
            return None;
        }
        Some(self.next.fetch_add(1, Relaxed)).filter(|piece| *piece < self.pieces.count())
    }

    /// Says what came of a piece; after a failure no more are claimed.
    fn told(&self, piece: usize, outcome: Result<(), Error>) -> Result<(), Failed> {
        outcome.map_err(|error| {
            self.is_stopped.store(true, Relaxed);
            Failed { piece, error }
        })
    }

    /// Fills a slot, as soon as the GPU has copied what was in it, and has it copied to the device.
    fn fill(&self, slot: &mut Slot, piece: usize, put: &PutPiece<'_>) -> Result<(), Error> {
        let range = self.pieces.range(piece);
        slot.copied.synchronize()?;
        // SAFETY: the last copy of the slot has ended.
        put(range.start, unsafe { slot.memory.bytes_mut(range.len()) });
        let offset = self.pieces.0.offset + range.start;
        // SAFETY: `run` waits for the stream, while both sides are borrowed; the slot is filled again after its event.
        unsafe { self.memory.write_on(self.stream, offset, &slot.memory, range.len())? };
        slot.copied.record(self.stream)
    }

    /// Claims a piece and has it copied to a slot; `None` where none is left.
    fn begin(&self, slot: &Slot) -> Result<Option<usize>, Failed> {
        let Some(piece) = self.claim() else { return Ok(None) };
        let range = self.pieces.range(piece);
        let copy = || {
            let offset = self.pieces.0.offset + range.start;
            // SAFETY: `run` waits for the stream, while both sides are borrowed; the slot is read after its event.
            unsafe { self.memory.read_on(self.stream, offset, &slot.memory, range.len())? };
            slot.copied.record(self.stream)
        };
        self.told(piece, copy())?;
        Ok(Some(piece))
    }

    /// Takes what was copied to a slot.
    fn empty(&self, slot: &mut Slot, piece: usize, take: &TakePiece<'_>) -> Result<(), Error> {
        slot.copied.synchronize()?;
        let range = self.pieces.range(piece);
        // SAFETY: the copy to the slot has ended, and no other was begun.
        take(range.start, unsafe { slot.memory.bytes_mut(range.len()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated;

    /// Staging and memory of an emulated device, or `None` where there is no such device.
    fn staging(bytes: usize) -> Option<(Staging, Memory)> {
        let device = emulated::backend(emulated::Options::default()).ok()?;
        Some((Staging::new(device.gpu()), Memory::zeroed(device.gpu(), bytes, "a test").expect("memory")))
    }

    #[test]
    fn pieces_are_whole_units() {
        let ends = |length, unit| {
            let pieces = Pieces(Part { offset: 0, length, unit });
            (0..pieces.count()).map(|piece| pieces.range(piece).end).collect::<Vec<_>>()
        };
        assert_eq!(ends(0, 4), []);
        assert_eq!(ends(12, 4), [12]);
        assert_eq!(ends(2 * PIECE + 1, 1), [PIECE, 2 * PIECE, 2 * PIECE + 1]);
        for unit in [3, 12, 100, PIECE - 1, PIECE + 1] {
            let pieces = Pieces(Part { offset: 5, length: 7 * PIECE / unit * unit, unit });
            let ranges: Vec<_> = (0..pieces.count()).map(|piece| pieces.range(piece)).collect();
            assert!(ranges.iter().all(|range| range.len() % unit == 0 && !range.is_empty()), "{unit}");
            assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{unit}");
            assert_eq!(ranges.last().map(|last| last.end), Some(pieces.0.length), "{unit}");
        }
    }

    #[test]
    fn the_error_of_the_first_piece_is_told_and_the_next_copy_is_whole() {
        let Some((staging, memory)) = staging(8 * PIECE) else { return };
        let part = Part { offset: 0, length: 8 * PIECE, unit: 1 };
        staging.write(&memory, part, &|offset, bytes| bytes.fill((offset / PIECE) as u8)).expect("it is written");
        for _ in 0..4 {
            let outcome = staging.read(&memory, part, &|offset, _| match offset / PIECE {
                piece @ (2 | 3 | 6) => Err(Error::other(format!("piece {piece}"), None)),
                _ => Ok(()),
            });
            assert_eq!(outcome.expect_err("pieces fail").to_string(), "piece 2");
            let whole = staging.read(&memory, part, &|offset, bytes| {
                assert!(bytes.iter().all(|byte| usize::from(*byte) == offset / PIECE), "piece {}", offset / PIECE);
                Ok(())
            });
            whole.expect("it is read");
        }
    }

    #[test]
    fn a_copy_that_panics_leaves_the_staging_whole() {
        let Some((staging, memory)) = staging(4 * PIECE) else { return };
        let part = Part { offset: 0, length: 4 * PIECE, unit: 1 };
        let panics = || staging.write(&memory, part, &|offset, _| assert!(offset < PIECE, "told to"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
        staging.write(&memory, part, &|_, bytes| bytes.fill(7)).expect("it is written");
        let mut bytes = vec![0; 4 * PIECE];
        memory.read(0, &mut bytes).expect("it is read");
        assert!(bytes.iter().all(|byte| *byte == 7));
    }

    /// The emulated device counts pinned memory as its own.
    #[test]
    fn without_pinned_memory_copies_are_whole() {
        let options = emulated::Options { memory: 4 * PIECE, ..Default::default() };
        let Ok(device) = emulated::backend(options) else { return };
        let (bytes, staging) = (3 * PIECE + 5, Staging::new(device.gpu()));
        let memory = Memory::zeroed(device.gpu(), bytes, "a test").expect("memory");
        let part = Part { offset: 0, length: bytes, unit: 1 };
        let byte = |index: usize| (index / 1000) as u8;
        let put = |offset: usize, bytes: &mut [u8]| {
            bytes.iter_mut().enumerate().for_each(|(index, to)| *to = byte(offset + index));
        };
        staging.write(&memory, part, &put).expect("it is written");
        assert!(staging.ready.lock().expect("no panic").as_ref().is_some_and(|ready| ready.lanes.is_empty()));
        let taken = AtomicUsize::new(0);
        let take = |offset: usize, bytes: &[u8]| {
            taken.fetch_add(bytes.len(), Relaxed);
            assert!(bytes.iter().enumerate().all(|(index, read)| *read == byte(offset + index)));
            Ok(())
        };
        staging.read(&memory, part, &take).expect("it is read");
        assert_eq!(taken.into_inner(), bytes);
    }
}
