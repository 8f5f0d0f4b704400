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
                return Err(Error::Options {
                    option: "seeds",
                    value: format!("{count} of `{}`", procedures[index].name),
                    reason: "at most 2^30 initial tasks of one procedure are possible: spawn the others from tasks"
                        .to_owned(),
                });
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

    /// Number of each procedure's seeds.
    pub fn counts(&self) -> Vec<u32> {
        self.items.iter().map(|slot| slot.as_ref().map_or(0, |(_, count)| *count)).collect()
    }
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
