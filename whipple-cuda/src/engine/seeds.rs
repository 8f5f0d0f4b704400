//! Initial tasks in device memory.

use super::tuning::item_bytes;
use crate::driver::{Gpu, Memory};
use std::{mem::MaybeUninit, sync::Arc};
use whipple_runtime::{backend::Seeds, error::Error, program::ProcedureInfo};

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
        for (index, slot) in self.items.iter_mut().enumerate() {
            *slot = None;
            let size = procedures[index].item_size;
            let mut bytes = Vec::new();
            let mut count = 0_usize;
            for part in seeds.iter().filter(|part| part.procedure == index) {
                count = count.saturating_add(part.count);
                // SAFETY: the part has `count` items by the caller's contract.
                unsafe { append(&mut bytes, part.items.as_ptr(), part.count * size) };
            }
            if count == 0 {
                continue;
            }
            // Blocks count seeds past the end; the counter must not wrap.
            if count > 1 << 30 {
                let message = format!(
                    "`{}` has {count} initial tasks, and a device takes at most 2^30 of one procedure: spawn the others from tasks",
                    procedures[index].name
                );
                return Err(Error::other(message, None));
            }
            // Items without size have a byte on the device.
            bytes.resize(bytes.len().max(count * item_bytes(&procedures[index])), 0);
            *slot = Some((Memory::from_bytes(gpu, &bytes, "the seeds")?, count as u32));
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

/// Appends `size` bytes of items, of which padding may be uninitialised.
///
/// # Safety
/// `items` must be valid for reads of `size` bytes.
unsafe fn append(bytes: &mut Vec<u8>, items: *const MaybeUninit<u128>, size: usize) {
    let start = bytes.len();
    bytes.resize(start + size, 0);
    // SAFETY: the source is valid by the caller's contract, the destination was just made. Bytes of padding are copied
    // without a look at their value.
    unsafe { std::ptr::copy_nonoverlapping(items.cast::<u8>(), bytes.as_mut_ptr().add(start), size) };
}
