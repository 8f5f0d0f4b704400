//! Work items that wait in host memory while the device's queues have no room, and how many of them go back at once.

/// Work items of each procedure, oldest first.
pub struct Reserve {
    /// Bytes of an item.
    sizes: Vec<usize>,
    /// Threads of a task.
    threads: Vec<usize>,
    items: Vec<Vec<u8>>,
}

impl Reserve {
    /// None yet, of procedures whose items have `sizes` bytes, at least one, and whose tasks have `threads` threads.
    pub fn new(sizes: Vec<usize>, threads: Vec<usize>) -> Self {
        let items = sizes.iter().map(|_| Vec::new()).collect();
        Self { sizes, threads, items }
    }

    /// Forgets all items, and gives back their memory.
    pub fn clear(&mut self) {
        self.items.iter_mut().for_each(|items| *items = Vec::new());
    }

    /// Bytes of all items.
    pub fn bytes(&self) -> usize {
        self.items.iter().map(Vec::len).sum()
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

    /// Takes items whose tasks have at most `threads` threads together, or one item, in at most `bytes` bytes: the newest, of the
    /// last procedures first, since those lead to the fewest new tasks.
    pub fn take(&mut self, mut threads: usize, mut bytes: usize) -> Vec<Vec<u8>> {
        let mut taken = vec![Vec::new(); self.sizes.len()];
        let mut any = false;
        for procedure in (0..self.sizes.len()).rev() {
            let (size, each) = (self.sizes[procedure], self.threads[procedure]);
            let most = if any { threads / each } else { (threads / each).max(1) };
            let count = self.length(procedure).min(most).min(bytes / size);
            let items = &mut self.items[procedure];
            taken[procedure] = items.split_off(items.len() - count * size);
            threads = threads.saturating_sub(count * each);
            bytes -= count * size;
            any |= count > 0;
        }
        taken
    }
}

/// How many threads' worth of tasks the device gets at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Whatever there is: no launch was suspended at the limit yet.
    Free,
    /// Tasks of at most so many threads, or one task, on an otherwise empty device.
    Narrow(usize),
}

/// What a suspended launch began with and did, in tasks.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Tasks that it was given.
    pub given: usize,
    /// Tasks that ran.
    pub ran: u64,
}

/// Not even one task can run on an otherwise empty device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck;

impl Pace {
    /// The most threads.
    pub fn threads(self) -> usize {
        match self {
            Self::Free => usize::MAX,
            Self::Narrow(threads) => threads,
        }
    }

    /// After a launch that was suspended: a quarter where more tasks were given than ran, since those were only moved. A device
    /// has room for `threads` threads.
    ///
    /// # Errors
    /// [`Stuck`] when a single task on an empty device did not run.
    pub fn suspended(self, Attempt { given, ran }: Attempt, threads: usize) -> Result<Self, Stuck> {
        match self {
            Self::Free => Ok(Self::Narrow(threads)),
            Self::Narrow(_) if ran == 0 && given <= 1 => Err(Stuck),
            Self::Narrow(most) if ran < given as u64 => Ok(Self::Narrow((most / 4).max(1))),
            Self::Narrow(_) => Ok(self),
        }
    }

    /// After a launch that ended.
    pub fn ended(self, threads: usize) -> Self {
        match self {
            Self::Free => Self::Free,
            Self::Narrow(most) => Self::Narrow((most * 4).min(threads)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_back_once_newest_first() {
        let mut reserve = Reserve::new(vec![2, 3], vec![1, 64]);
        reserve.push(0, &[1, 1, 2, 2, 3, 3]);
        reserve.push(1, &[9, 9, 9]);
        assert_eq!((reserve.tasks(), reserve.length(0), reserve.length(1)), (4, 3, 1));
        assert_eq!(reserve.take(65, 100), [vec![3, 3], vec![9, 9, 9]]);
        assert_eq!(reserve.take(100, 3), [vec![2, 2], vec![]]);
        reserve.push(1, &[8, 8, 8]);
        assert_eq!(reserve.take(1, 100), [vec![], vec![8, 8, 8]], "one task, whatever its threads");
        assert_eq!(reserve.take(100, 100), [vec![1, 1], vec![]]);
        assert_eq!(reserve.tasks(), 0);
    }

    #[test]
    fn packed_items_are_aligned() {
        let mut reserve = Reserve::new(vec![4, 1, 8], vec![1; 3]);
        let mut packed = vec![0; 16];
        packed[..4].copy_from_slice(&[1, 2, 3, 4]);
        packed.extend([5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(reserve.push_packed(&[1, 0, 1], &packed), 12);
        assert_eq!(reserve.take(2, 100), [vec![1, 2, 3, 4], vec![], vec![5, 6, 7, 8, 9, 10, 11, 12]]);
    }

    /// A device of 1000 threads on which `fits` tasks can be at once, each of which spawns `children` leaves. Returns the tasks
    /// that ran, and the launches.
    fn run(seeds: usize, fits: usize, children: usize) -> Result<(u64, u64), Stuck> {
        let (mut pace, mut reserve) = (Pace::Free, Reserve::new(vec![1, 1], vec![1, 1]));
        reserve.push(0, &vec![0; seeds]);
        let (mut total, mut launches) = (0, 0);
        while reserve.tasks() > 0 {
            launches += 1;
            assert!(launches < 10_000, "no progress at {pace:?}");
            let [mut parents, leaves] =
                <[_; 2]>::try_from(reserve.take(pace.threads(), 1 << 20)).expect("two").map(|i| i.len());
            let given = parents + leaves;
            let mut ran = leaves as u64;
            let mut new = 0;
            while parents > 0 && parents - 1 + new + children <= fits {
                (parents, new, ran) = (parents - 1, new + children, ran + 1);
            }
            if parents == 0 {
                ran += new as u64;
                pace = pace.ended(1000);
            } else {
                reserve.push(0, &vec![0; parents]);
                reserve.push(1, &vec![0; new]);
                pace = pace.suspended(Attempt { given, ran }, 1000)?;
            }
            total += ran;
        }
        Ok((total, launches))
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
}
