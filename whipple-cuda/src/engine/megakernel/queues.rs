//! The memory behind the queues: chunks, rings, hand-off slots, saved areas; made, grown and put in order by the host.

use super::{
    abi::{HANDOFF_SLOTS, KEPT, RING_STATE},
    reserve::Reserve,
};
use crate::driver::{Gpu, Memory};
use std::{ops::Range, sync::Arc};
use whipple_runtime::error::Error;

/// All queue memory of one prepared program. Ring `p < procedures` is the global queue of procedure `p`; the last ring
/// is the pool of free chunks.
pub struct Queues {
    gpu: Arc<Gpu>,
    procedures: usize,
    chunk_bytes: usize,
    chunks: usize,
    /// Slots of each ring: a power of two, at least `chunks`.
    slots: usize,
    rings: Memory,
    ring_slots: Memory,
    handoff: Memory,
    data: Memory,
    counts: Memory,
    /// For each block how many chunks it has kept since the last run, and which (`Exchange::release_reserve` in `schedulers/megakernel/exchange/exchange.cuh`).
    kept: Memory,
    blocks: usize,
}

/// What rests in the queues while no kernel runs.
struct Contents {
    rings: Vec<Vec<u32>>,
    handoff: Vec<u32>,
}

impl Queues {
    /// Makes `chunks` chunks, all of them free, for up to `blocks` worker blocks.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(
        gpu: &Arc<Gpu>,
        procedures: usize,
        chunk_bytes: usize,
        chunks: usize,
        blocks: usize,
    ) -> Result<Self, Error> {
        let slots = chunks.next_power_of_two();
        let queues = Self {
            gpu: gpu.clone(),
            procedures,
            chunk_bytes,
            chunks,
            slots,
            rings: Memory::zeroed(gpu, (procedures + 1) * RING_STATE, "the queues' counters")?,
            ring_slots: Memory::zeroed(gpu, (procedures + 1) * slots * 8, "the queues' slots")?,
            handoff: Memory::zeroed(gpu, HANDOFF_SLOTS * 4, "the hand-off ring")?,
            data: Memory::new(gpu, chunks * chunk_bytes, "the queues' chunks")?,
            counts: Memory::zeroed(gpu, chunks * procedures * 4, "the chunks' counts")?,
            kept: Memory::zeroed(gpu, blocks * (KEPT + 1) * 4, "the chunks that blocks keep between runs")?,
            blocks,
        };
        queues.reset()?;
        Ok(queues)
    }

    /// Device addresses as `Parameters` has them: rings, ring slots, hand-off ring, chunks, counts.
    pub fn addresses(&self) -> [u64; 5] {
        [&self.rings, &self.ring_slots, &self.handoff, &self.data, &self.counts].map(Memory::address)
    }

    /// Device address of what blocks keep between runs; 0, none may, where others would lack it: with fewer than `least` chunks for each.
    pub fn kept(&self, least: usize) -> u64 {
        if self.chunks >= self.blocks * least { self.kept.address() } else { 0 }
    }

    /// Chunks that a block keeps between runs, at most: its part of all, so that each can have as many; where there cannot be more than
    /// `limit`, its part of half, so that some are left for those who need more.
    pub fn kept_most(&self, limit: usize) -> usize {
        let shared = if self.chunks < limit { self.chunks } else { self.chunks / 2 };
        (shared / self.blocks).min(KEPT)
    }

    /// Slots of a ring, less one.
    pub fn ring_mask(&self) -> u32 {
        self.slots as u32 - 1
    }

    /// Number of chunks.
    pub fn chunks(&self) -> usize {
        self.chunks
    }

    /// Bytes of all chunks.
    pub fn bytes(&self) -> usize {
        self.chunks * self.chunk_bytes
    }

    /// Frees all chunks: what was queued is forgotten.
    ///
    /// # Errors
    /// What the driver met.
    pub fn reset(&self) -> Result<(), Error> {
        let mut rings = vec![Vec::new(); self.procedures + 1];
        rings[self.procedures] = (0..self.chunks as u32).collect();
        self.put(&Contents { rings, handoff: Vec::new() })
    }

    /// Doubles the number of chunks, or goes up to `limit` chunks; what is queued stays. Returns the hand-overs that
    /// wait, which are tickets `0 .. n` of the hand-off ring then.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn grow(&mut self, limit: usize) -> Result<u32, Error> {
        let mut contents = self.take()?;
        let chunks = (self.chunks * 2).min(limit);
        contents.rings[self.procedures].extend(self.chunks as u32..chunks as u32);
        let larger = Self::new(&self.gpu, self.procedures, self.chunk_bytes, chunks, self.blocks)?;
        larger.data.copy(0, &self.data, 0, self.bytes())?;
        larger.counts.copy(0, &self.counts, 0, self.chunks * self.procedures * 4)?;
        larger.put(&contents)?;
        *self = larger;
        Ok(contents.handoff.len() as u32)
    }

    /// Moves all queued items to `reserve`, also those of waiting hand-overs. Returns their bytes.
    ///
    /// # Errors
    /// What the driver met.
    pub fn swap_out(&self, reserve: &mut Reserve) -> Result<u64, Error> {
        let mut contents = self.take()?;
        let mut out = std::mem::take(&mut contents.handoff);
        out.extend(contents.rings[..self.procedures].iter_mut().flat_map(std::mem::take));
        let (data, counts) = (self.read_chunks(&out)?, words(&self.counts)?);
        let mut bytes = 0;
        for chunk in &out {
            let counts = &counts[*chunk as usize * self.procedures..][..self.procedures];
            bytes += reserve.push_packed(counts, data.chunk(*chunk, self.chunk_bytes)) as u64;
        }
        contents.rings[self.procedures].extend(&out);
        self.put(&contents)?;
        Ok(bytes)
    }

    /// Reads chunks, those of near numbers together.
    fn read_chunks(&self, chunks: &[u32]) -> Result<ChunkData, Error> {
        let runs = runs(chunks).into_iter().map(|run| {
            let mut bytes = vec![0; run.len() * self.chunk_bytes];
            self.data.read(run.start as usize * self.chunk_bytes, &mut bytes)?;
            Ok((run.start, bytes))
        });
        Ok(ChunkData { runs: runs.collect::<Result<_, Error>>()? })
    }

    /// Reads what is queued; chunks that blocks keep count as free. No kernel may be running, and `put` must follow.
    fn take(&self) -> Result<Contents, Error> {
        let (states, slots) = (words(&self.rings)?, words(&self.ring_slots)?);
        let rings = (0..=self.procedures).map(|ring| {
            let (head, tail) = (states[ring * RING_STATE / 4], states[ring * RING_STATE / 4 + 32]);
            let tickets = (0..tail.wrapping_sub(head)).map(|i| head.wrapping_add(i) as usize & (self.slots - 1));
            // The lower half of a slot; the upper names its ticket.
            tickets
                .map(|slot| slots[2 * (ring * self.slots + slot)])
                .filter(|value| *value != 0)
                .map(|value| value - 1)
                .collect()
        });
        let mut rings: Vec<Vec<u32>> = rings.collect();
        let kept = words(&self.kept)?;
        rings[self.procedures].extend(kept.chunks_exact(KEPT + 1).flat_map(|block| &block[1..][..block[0] as usize]));
        let handoff = words(&self.handoff)?.into_iter().filter(|value| *value != 0).map(|value| value - 1).collect();
        let contents = Contents { rings, handoff };
        let found = contents.rings.iter().map(Vec::len).sum::<usize>() + contents.handoff.len();
        if found != self.chunks {
            let message =
                format!("{found} of {} chunks are in the queues after a suspension; please report this", self.chunks);
            return Err(Error::other(message, None));
        }
        Ok(contents)
    }

    /// Writes what is queued; blocks keep nothing then.
    fn put(&self, contents: &Contents) -> Result<(), Error> {
        let mut states = vec![0_u32; (self.procedures + 1) * RING_STATE / 4];
        // Slots in turn: what they hold, and the ticket that they serve (`queue/ring.cuh`).
        let mut slots: Vec<u32> =
            (0..=self.procedures).flat_map(|_| (0..self.slots as u32).flat_map(|ticket| [0, ticket])).collect();
        for (ring, chunks) in contents.rings.iter().enumerate() {
            // Tail and number of available chunks; the head is 0.
            states[ring * RING_STATE / 4 + 32] = chunks.len() as u32;
            states[ring * RING_STATE / 4 + 64] = chunks.len() as u32;
            for (slot, chunk) in chunks.iter().enumerate() {
                slots[2 * (ring * self.slots + slot)] = chunk + 1;
            }
        }
        let mut handoff = vec![0_u32; HANDOFF_SLOTS];
        for (slot, chunk) in contents.handoff.iter().enumerate() {
            handoff[slot] = chunk + 1;
        }
        self.kept.fill(&[0])?;
        self.rings.write(0, &bytes(&states))?;
        self.ring_slots.write(0, &bytes(&slots))?;
        self.handoff.write(0, &bytes(&handoff))
    }
}

/// Chunks that were read.
struct ChunkData {
    /// The first chunk's number and the bytes of each run, in ascending order.
    runs: Vec<(u32, Vec<u8>)>,
}

impl ChunkData {
    fn chunk(&self, chunk: u32, chunk_bytes: usize) -> &[u8] {
        let run = self.runs.partition_point(|(first, _)| *first <= chunk) - 1;
        let (first, bytes) = &self.runs[run];
        &bytes[(chunk - first) as usize * chunk_bytes..][..chunk_bytes]
    }
}

/// Ranges that cover `chunks`, with gaps of a few others: a copy takes longer to begin than to move those.
fn runs(chunks: &[u32]) -> Vec<Range<u32>> {
    const GAP: u32 = 8;
    let mut sorted = chunks.to_vec();
    sorted.sort_unstable();
    let mut runs: Vec<Range<u32>> = Vec::new();
    for chunk in sorted {
        match runs.last_mut() {
            Some(run) if chunk <= run.end + GAP => run.end = chunk + 1,
            _ => runs.push(chunk..chunk + 1),
        }
    }
    runs
}

fn words(memory: &Memory) -> Result<Vec<u32>, Error> {
    let mut raw = vec![0; memory.len()];
    memory.read(0, &mut raw)?;
    Ok(raw.chunks_exact(4).map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect())
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Queues of an emulated device with eight chunks, six of them free, in which the second of two blocks keeps the other two since the last
    /// run; or `None` where there is no such device.
    fn queues_of_a_block_that_keeps_chunks() -> Option<Queues> {
        let device = crate::emulated::backend(crate::emulated::Options::default()).ok()?;
        let queues = Queues::new(device.gpu(), 2, 128, 8, 2).expect("eight chunks");
        queues.put(&Contents { rings: vec![vec![], vec![], (0..6).collect()], handoff: vec![] }).expect("six free");
        queues.kept.write((KEPT + 1) * 4, &bytes(&[2, 7, 6])).expect("two kept");
        Some(queues)
    }

    #[test]
    fn kept_chunks_are_free_after_a_suspension() {
        let Some(mut queues) = queues_of_a_block_that_keeps_chunks() else { return };
        let free = |contents: &Contents| {
            let mut free = contents.rings[2].clone();
            free.sort_unstable();
            free
        };
        let contents = queues.take().expect("every chunk is found");
        assert_eq!(free(&contents), [0, 1, 2, 3, 4, 5, 6, 7]);
        let waiting = queues.grow(12).expect("twelve chunks");
        assert_eq!((waiting, queues.chunks()), (0, 12));
        let contents = queues.take().expect("every chunk is found once");
        assert_eq!(free(&contents), (0..12).collect::<Vec<u32>>());
    }

    #[test]
    fn chunks_that_are_nowhere_are_reported() {
        let Some(queues) = queues_of_a_block_that_keeps_chunks() else { return };
        queues.kept.fill(&[0]).expect("none kept");
        let error = queues.take().err().expect("two are lost").to_string();
        assert!(error.contains("6 of 8 chunks"), "{error}");
    }

    #[test]
    fn blocks_keep_no_more_than_their_part() {
        let Some(queues) = queues_of_a_block_that_keeps_chunks() else { return };
        assert_eq!([queues.kept_most(9), queues.kept_most(8)], [4, 2], "all, and half where there cannot be more");
        assert_eq!([queues.kept(4) == 0, queues.kept(5) == 0], [false, true], "none where they are scarce");
    }

    #[test]
    fn near_chunks_are_read_together() {
        assert_eq!(runs(&[30, 2, 1, 9]), [1..10, 30..31]);
        assert_eq!(runs(&[]), []);
        let data = ChunkData { runs: vec![(1, vec![1, 1, 2, 2]), (30, vec![30, 30])] };
        assert_eq!([data.chunk(1, 2), data.chunk(2, 2), data.chunk(30, 2)], [[1, 1], [2, 2], [30, 30]]);
    }
}
