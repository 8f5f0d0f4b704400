//! What worker blocks leave in global memory when a run is suspended: their local queues.

use super::reserve::Reserve;
use crate::driver::{Gpu, Memory, PinnedMemory, Stream};
use std::sync::Arc;
use whipple_runtime::error::Error;

/// One area for each worker block; layout `SavedHeader` in `schedulers/megakernel/exchange/chunks.cuh`, the lengths, then the items. The lengths of a block
/// that has not started are 0.
pub struct SavedAreas {
    gpu: Arc<Gpu>,
    memory: Memory,
    stride: usize,
    /// Made when it is needed first.
    host: Option<PinnedMemory>,
}

impl SavedAreas {
    /// Empty areas.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(gpu: &Arc<Gpu>, stride: usize, blocks: usize) -> Result<Self, Error> {
        let memory = Memory::zeroed(gpu, stride * blocks, "the saved local queues")?;
        Ok(Self { gpu: gpu.clone(), memory, stride, host: None })
    }

    /// Device address.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }

    /// Bytes of one area.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Bytes of all areas.
    pub fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// Empties the areas.
    ///
    /// # Errors
    /// What the driver met.
    pub fn clear(&self) -> Result<(), Error> {
        self.memory.fill(&[0])
    }

    /// Copies all areas to the host and empties them. No kernel may be running, and `stream` must be idle.
    ///
    /// # Errors
    /// What the driver met.
    pub fn fetch(&mut self, stream: &Stream) -> Result<Fetched<'_>, Error> {
        let host = match self.host.take() {
            Some(host) => host,
            None => PinnedMemory::new(&self.gpu, self.memory.len(), "the saved local queues")?,
        };
        // SAFETY: both sides live until the wait below, and nobody else knows `host`.
        unsafe { self.memory.read_on(stream, 0, &host, self.memory.len())? };
        stream.synchronize()?;
        self.clear()?;
        Ok(Fetched { host: self.host.insert(host), stride: self.stride })
    }
}

/// The areas of a suspended run.
pub struct Fetched<'a> {
    host: &'a PinnedMemory,
    stride: usize,
}

impl Fetched<'_> {
    /// Adds the items to a reserve; returns their bytes.
    pub fn add_to(&self, reserve: &mut Reserve, sizes: &[usize]) -> u64 {
        let header = header_bytes(sizes.len());
        let mut total = 0;
        for area in self.areas() {
            let lengths = lengths(&self.read(area, header), sizes.len());
            let packed: usize =
                lengths.iter().zip(sizes).map(|(length, size)| (*length as usize * size).next_multiple_of(16)).sum();
            total += reserve.push_packed(&lengths, &self.read(area + header, packed)) as u64;
        }
        total
    }

    /// Offsets of the areas.
    fn areas(&self) -> impl Iterator<Item = usize> {
        (0..self.host.len() / self.stride).map(|block| block * self.stride)
    }

    fn read(&self, offset: usize, bytes: usize) -> Vec<u8> {
        let mut copy = vec![0; bytes];
        // SAFETY: `fetch` waited for the copy into `host`, and lent it to `self`.
        unsafe { self.host.read(offset, &mut copy) };
        copy
    }
}

/// The lengths of the local queues, which a `SavedHeader` of `schedulers/megakernel/exchange/chunks.cuh` has.
fn lengths(header: &[u8], procedures: usize) -> Vec<u32> {
    let words = header.chunks_exact(4).map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]]));
    words.take(procedures).collect()
}

/// Bytes before the items of an area.
pub fn header_bytes(procedures: usize) -> usize {
    (procedures * 4).next_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_the_lengths() {
        let words = [1_u32, 2, 3, 0];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        assert_eq!(bytes.len(), header_bytes(3));
        assert_eq!(lengths(&bytes, 3), [1, 2, 3]);
    }
}
