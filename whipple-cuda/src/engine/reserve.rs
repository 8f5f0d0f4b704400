//! Work items that wait in host memory while the device's queues have no room, and how many of them go back at once.

/// Work items of each procedure, oldest first.
pub struct Reserve {
    sizes: Vec<usize>,
    items: Vec<Vec<u8>>,
}

impl Reserve {
    /// None yet, of procedures whose items have `sizes` bytes, at least one.
    pub fn new(sizes: Vec<usize>) -> Self {
        let items = sizes.iter().map(|_| Vec::new()).collect();
        Self { sizes, items }
    }

    /// Forgets all items.
    pub fn clear(&mut self) {
        self.items.iter_mut().for_each(Vec::clear);
    }

    /// Items of a procedure.
    pub fn length(&self, procedure: usize) -> usize {
        self.items[procedure].len() / self.sizes[procedure]
    }

    /// Items of all procedures.
    pub fn tasks(&self) -> usize {
        (0..self.sizes.len()).map(|procedure| self.length(procedure)).sum()
    }

    /// Adds items of a procedure, as the newest.
    pub fn push(&mut self, procedure: usize, items: &[u8]) {
        debug_assert!(items.len().is_multiple_of(self.sizes[procedure]), "whole items");
        self.items[procedure].extend_from_slice(items);
    }

    /// Adds the items of a chunk or of a saved area, which lie one procedure after the other on 16-byte boundaries
    /// (`queue/README.md`). Returns how many bytes of items that are.
    pub fn push_packed(&mut self, counts: &[u32], packed: &[u8]) -> usize {
        let (mut offset, mut total) = (0, 0);
        for (procedure, count) in counts.iter().enumerate() {
            let bytes = *count as usize * self.sizes[procedure];
            self.push(procedure, &packed[offset..offset + bytes]);
            offset += bytes.next_multiple_of(16);
            total += bytes;
        }
        total
    }

    /// Takes at most `tasks` items and `bytes` bytes out: the newest, of the last procedures first, since those lead to the fewest
    /// new tasks.
    pub fn take(&mut self, mut tasks: usize, mut bytes: usize) -> Vec<Vec<u8>> {
        let mut taken = vec![Vec::new(); self.sizes.len()];
        for procedure in (0..self.sizes.len()).rev() {
            let size = self.sizes[procedure];
            let count = self.length(procedure).min(tasks).min(bytes / size);
            let items = &mut self.items[procedure];
            taken[procedure] = items.split_off(items.len() - count * size);
            tasks -= count;
            bytes -= count * size;
        }
        taken
    }
}

/// How many tasks the device gets at once: any number, until too many of them block each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Whatever there is.
    Free,
    /// At most so many, on an otherwise empty device.
    Narrow(usize),
}

/// Not even one task can run on an otherwise empty device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck;

impl Pace {
    /// The most tasks.
    pub fn most(self) -> usize {
        match self {
            Self::Free => usize::MAX,
            Self::Narrow(most) => most,
        }
    }

    /// After a launch that began with `given` tasks from the host and was suspended after `ran` tasks: a quarter as many where
    /// that is fewer than there are `workers`, so that the time of launches does not outweigh the tasks'.
    ///
    /// # Errors
    /// [`Stuck`] when a single task on an empty device did not run.
    pub fn suspended(self, given: usize, ran: u64, workers: u64, waiting: usize) -> Result<Self, Stuck> {
        match self {
            Self::Narrow(_) if ran == 0 && given <= 1 => Err(Stuck),
            _ if ran >= workers => Ok(self),
            Self::Free => Ok(Self::Narrow((waiting / 4).max(1))),
            // A small batch whose tasks all ran in part is not too large.
            Self::Narrow(most) if ran > 0 && most == 1 => Ok(self),
            Self::Narrow(_) => Ok(Self::Narrow((given / 4).max(1))),
        }
    }

    /// After a launch that ended, with `waiting` tasks left on the host.
    pub fn ended(self, waiting: usize) -> Self {
        match self {
            Self::Narrow(most) if most.saturating_mul(4) < waiting => Self::Narrow(most * 4),
            _ => Self::Free,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_back_once_newest_first() {
        let mut reserve = Reserve::new(vec![2, 3]);
        reserve.push(0, &[1, 1, 2, 2, 3, 3]);
        reserve.push(1, &[9, 9, 9]);
        assert_eq!((reserve.tasks(), reserve.length(0), reserve.length(1)), (4, 3, 1));
        assert_eq!(reserve.take(2, 100), [vec![3, 3], vec![9, 9, 9]]);
        assert_eq!(reserve.take(100, 3), [vec![2, 2], vec![]]);
        assert_eq!(reserve.take(100, 100), [vec![1, 1], vec![]]);
        assert_eq!(reserve.tasks(), 0);
    }

    #[test]
    fn packed_items_are_aligned() {
        let mut reserve = Reserve::new(vec![4, 1, 8]);
        let mut packed = vec![0; 16];
        packed[..4].copy_from_slice(&[1, 2, 3, 4]);
        packed.extend([5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(reserve.push_packed(&[1, 0, 1], &packed), 12);
        assert_eq!(reserve.take(2, 100), [vec![1, 2, 3, 4], vec![], vec![5, 6, 7, 8, 9, 10, 11, 12]]);
    }

    /// A device on which `fits` tasks can be at once, each of which spawns `children` more once.
    fn run(seeds: usize, fits: usize, children: usize) -> Result<(u64, u64), Stuck> {
        let (mut pace, mut parents, mut leaves) = (Pace::Free, seeds, 0);
        let (mut ran, mut launches) = (0, 0);
        while parents + leaves > 0 {
            launches += 1;
            assert!(launches < 10_000, "no progress at {pace:?}");
            // Leaves, the last procedure, go first.
            let mut on_leaves = leaves.min(pace.most());
            let mut on_parents = parents.min(pace.most() - on_leaves);
            let given = on_parents + on_leaves;
            (parents, leaves) = (parents - on_parents, leaves - on_leaves);
            let mut now = on_leaves as u64;
            on_leaves = 0;
            while on_parents > 0 && on_parents - 1 + on_leaves + children <= fits {
                (on_parents, on_leaves) = (on_parents - 1, on_leaves + children);
                now += 1;
                if on_parents == 0 {
                    now += on_leaves as u64;
                    on_leaves = 0;
                }
            }
            ran += now;
            (parents, leaves) = (parents + on_parents, leaves + on_leaves);
            pace = if on_parents + on_leaves > 0 {
                pace.suspended(given, now, 4, parents + leaves)?
            } else {
                pace.ended(parents + leaves)
            };
        }
        Ok((ran, launches))
    }

    #[test]
    fn everything_runs_if_one_task_fits() {
        for (seeds, fits, children) in
            [(1, 2, 2), (1000, 2, 2), (1000, 3, 2), (1000, 64, 7), (5000, 10_000, 1), (77, 8, 8)]
        {
            let (ran, launches) = run(seeds, fits, children).expect("one task fits");
            assert_eq!(ran, (seeds * (1 + children)) as u64, "{seeds} seeds, room for {fits}");
            println!("{seeds} seeds, room for {fits}: {launches} launches");
        }
    }

    #[test]
    fn a_task_that_never_fits_is_an_error() {
        assert_eq!(run(1, 1, 2), Err(Stuck));
        assert_eq!(run(1000, 7, 8), Err(Stuck));
    }

    #[test]
    fn a_free_device_stays_free() {
        assert_eq!(Pace::Free.suspended(0, 1000, 132, 500), Ok(Pace::Free));
        assert_eq!(Pace::Narrow(8).ended(33), Pace::Narrow(32));
        assert_eq!(Pace::Narrow(8).ended(32), Pace::Free);
    }
}
