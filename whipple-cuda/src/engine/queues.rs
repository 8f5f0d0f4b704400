//! The memory behind the queues: chunks, rings, hand-off slots, saved areas; made, grown and put in order by the host.

use super::layout::{HANDOFF_SLOTS, RING_STATE};
use crate::driver::{Gpu, Memory};
use std::sync::Arc;
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
}

/// What rests in the queues while no kernel runs.
struct Contents {
    rings: Vec<Vec<u32>>,
    handoff: Vec<u32>,
}

impl Queues {
    /// Makes `chunks` chunks, all of them free.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(gpu: &Arc<Gpu>, procedures: usize, chunk_bytes: usize, chunks: usize) -> Result<Self, Error> {
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
        };
        queues.reset()?;
        Ok(queues)
    }

    /// Device addresses as `Parameters` has them: rings, ring slots, hand-off ring, chunks, counts.
    pub fn addresses(&self) -> [u64; 5] {
        [&self.rings, &self.ring_slots, &self.handoff, &self.data, &self.counts].map(Memory::address)
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
        let larger = Self::new(&self.gpu, self.procedures, self.chunk_bytes, chunks)?;
        larger.data.copy(0, &self.data, 0, self.bytes())?;
        larger.counts.copy(0, &self.counts, 0, self.chunks * self.procedures * 4)?;
        larger.put(&contents)?;
        *self = larger;
        Ok(contents.handoff.len() as u32)
    }

    /// Puts the rings in order after a suspension; returns the hand-overs that wait, as [`grow`](Self::grow) does.
    ///
    /// # Errors
    /// What the driver met.
    pub fn tidy(&self) -> Result<u32, Error> {
        let contents = self.take()?;
        self.put(&contents)?;
        Ok(contents.handoff.len() as u32)
    }

    /// Items of each procedure in its global queue.
    ///
    /// # Errors
    /// What the driver met.
    pub fn lengths(&self) -> Result<Vec<u64>, Error> {
        let contents = self.take()?;
        let counts = words(&self.counts)?;
        let mut lengths = vec![0; self.procedures];
        for chunk in contents.rings[..self.procedures].iter().flatten().chain(&contents.handoff) {
            for (p, length) in lengths.iter_mut().enumerate() {
                *length += u64::from(counts[*chunk as usize * self.procedures + p]);
            }
        }
        Ok(lengths)
    }

    /// Reads what is queued. No kernel may be running.
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
        let rings = rings.collect();
        let handoff = words(&self.handoff)?.into_iter().filter(|value| *value != 0).map(|value| value - 1).collect();
        Ok(Contents { rings, handoff })
    }

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
        self.rings.write(0, &bytes(&states))?;
        self.ring_slots.write(0, &bytes(&slots))?;
        self.handoff.write(0, &bytes(&handoff))
    }
}

fn words(memory: &Memory) -> Result<Vec<u32>, Error> {
    let mut raw = vec![0; memory.len()];
    memory.read(0, &mut raw)?;
    Ok(raw.chunks_exact(4).map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect())
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}
