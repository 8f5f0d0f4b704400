//! Initial tasks in device memory.

use crate::driver::{Gpu, Memory};
use std::sync::Arc;
use whipple_runtime::{backend::Seeds, error::Error, facts::item_bytes, program::ProcedureInfo};

/// The seeds of each procedure.
pub struct SeedMemory {
    items: Vec<Option<(Memory, u32)>>,
}

impl SeedMemory {
    /// No seeds.
    pub fn new(procedures: usize) -> Self {
        Self { items: (0..procedures).map(|_| None).collect() }
    }

    /// Replaces all seeds.
    ///
    /// # Errors
    /// More than 2^30 seeds of one procedure, too little memory, or what the driver met.
    ///
    /// # Safety
    /// Each of `seeds` must hold `count` items of its procedure.
    pub unsafe fn upload(
        &mut self,
        gpu: &Arc<Gpu>,
        seeds: &[Seeds],
        procedures: &[ProcedureInfo],
    ) -> Result<(), Error> {
        let mut counts = vec![0_usize; procedures.len()];
        for part in seeds {
            counts[part.procedure] = counts[part.procedure].saturating_add(part.count);
        }
        check(&counts, procedures)?;
        self.items.iter_mut().for_each(|slot| *slot = None);
        for (index, slot) in self.items.iter_mut().enumerate().filter(|(index, _)| counts[*index] > 0) {
            let (count, info) = (counts[index], &procedures[index]);
            // Items without size have a byte on the device, which is zero.
            let memory = match info.item_size {
                0 => Memory::zeroed(gpu, count * item_bytes(info), "the seeds")?,
                size => Memory::new(gpu, count * size, "the seeds")?,
            };
            let mut offset = 0;
            for part in seeds.iter().filter(|part| part.procedure == index) {
                let bytes = part.count * info.item_size;
                // SAFETY: the part has `count` items by the caller's contract.
                unsafe { memory.write_from(offset, part.items.as_ptr().cast(), bytes)? };
                offset += bytes;
            }
            *slot = Some((memory, count as u32));
        }
        Ok(())
    }

    /// Device address of each procedure's seeds; 0 for none.
    pub fn addresses(&self) -> Vec<u64> {
        self.items.iter().map(|slot| slot.as_ref().map_or(0, |(memory, _)| memory.address())).collect()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.iter().all(Option::is_none)
    }

    /// Number of each procedure's seeds.
    pub fn counts(&self) -> Vec<u32> {
        self.items.iter().map(|slot| slot.as_ref().map_or(0, |(_, count)| *count)).collect()
    }
}

impl SeedMemory {
    /// Reads the seeds `first .. end` of a procedure whose items have `size` bytes.
    ///
    /// # Errors
    /// What the driver met.
    pub fn read(&self, procedure: usize, first: u32, end: u32, size: usize) -> Result<Vec<u8>, Error> {
        match &self.items[procedure] {
            Some((memory, _)) => read_items(memory, 0, first, end, size),
            None => Ok(Vec::new()),
        }
    }
}

/// Tasks that go back to the device after a suspension, as seeds of the next launch. Its memory is made once.
pub struct Feed {
    memory: Memory,
    /// Offset and number of each procedure's items.
    parts: Vec<(usize, u32)>,
}

/// Alignment of each procedure's items.
const ALIGNMENT: usize = 256;

impl Feed {
    /// Room for `bytes` bytes of items of `procedures` procedures.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(gpu: &Arc<Gpu>, bytes: usize, procedures: usize) -> Result<Self, Error> {
        let memory = Memory::new(gpu, bytes + procedures * ALIGNMENT, "tasks that go back to the device")?;
        Ok(Self { memory, parts: vec![(0, 0); procedures] })
    }

    /// Replaces all items, whose sizes are `sizes`.
    ///
    /// # Errors
    /// What the driver met.
    pub fn fill(&mut self, items: &[Vec<u8>], sizes: &[usize]) -> Result<(), Error> {
        let mut offset = 0;
        for ((part, items), size) in self.parts.iter_mut().zip(items).zip(sizes) {
            self.memory.write(offset, items)?;
            *part = (offset, (items.len() / size) as u32);
            offset = (offset + items.len()).next_multiple_of(ALIGNMENT);
        }
        Ok(())
    }

    /// Device address of each procedure's items.
    pub fn addresses(&self) -> Vec<u64> {
        self.parts.iter().map(|(offset, _)| self.memory.address() + *offset as u64).collect()
    }

    /// Number of each procedure's items.
    pub fn counts(&self) -> Vec<u32> {
        self.parts.iter().map(|(_, count)| *count).collect()
    }

    /// Reads the items `first .. end` of a procedure whose items have `size` bytes.
    ///
    /// # Errors
    /// What the driver met.
    pub fn read(&self, procedure: usize, first: u32, end: u32, size: usize) -> Result<Vec<u8>, Error> {
        read_items(&self.memory, self.parts[procedure].0, first, end, size)
    }
}

fn read_items(memory: &Memory, offset: usize, first: u32, end: u32, size: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; (end - first) as usize * size];
    memory.read(offset + first as usize * size, &mut bytes)?;
    Ok(bytes)
}

/// Checks the number of initial tasks of each procedure: blocks count past the end, and the counter must not wrap.
///
/// # Errors
/// More than 2^30 of one procedure.
pub fn check(counts: &[usize], procedures: &[ProcedureInfo]) -> Result<(), Error> {
    match counts.iter().zip(procedures).find(|(count, _)| **count > 1 << 30) {
        Some((count, info)) => {
            let message = format!(
                "`{}` has {count} initial tasks, and a device takes at most 2^30 of one procedure: spawn the others from tasks",
                info.name
            );
            Err(Error::other(message, None))
        }
        None => Ok(()),
    }
}
