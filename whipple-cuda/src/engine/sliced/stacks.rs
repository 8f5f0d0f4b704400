//! The memory of the stacks, and how it is shared among the procedures.

use super::steps::{Rules, Standing};
use crate::driver::{Gpu, Memory};
use std::sync::Arc;
use whipple_runtime::{error::Error, facts::item_bytes, program::ProcedureInfo};

/// The most items of one procedure: the device adds positions and spawns in 32 bits.
const MOST_ITEMS: u64 = 1 << 30;

/// The two stacks of every procedure, each pair in one allocation that they share from both ends.
pub struct Stacks {
    gpu: Arc<Gpu>,
    item_bytes: Vec<usize>,
    capacity: Vec<u32>,
    items: Vec<Memory>,
}

impl Stacks {
    /// Stacks of these capacities, in items.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn new(gpu: &Arc<Gpu>, procedures: &[ProcedureInfo], capacity: Vec<u32>) -> Result<Self, Error> {
        let item_bytes: Vec<usize> = procedures.iter().map(item_bytes).collect();
        let items = item_bytes.iter().zip(&capacity);
        let items = items.map(|(bytes, capacity)| Memory::new(gpu, bytes * *capacity as usize, "the queues"));
        Ok(Self { gpu: gpu.clone(), items: items.collect::<Result<_, _>>()?, item_bytes, capacity })
    }

    /// Items that the two stacks of each procedure hold together.
    pub fn capacity(&self) -> &[u32] {
        &self.capacity
    }

    /// Device addresses.
    pub fn addresses(&self) -> Vec<u64> {
        self.items.iter().map(Memory::address).collect()
    }

    /// Bytes of all stacks.
    pub fn bytes(&self) -> u64 {
        self.items.iter().map(|memory| memory.len() as u64).sum()
    }

    /// Changes the capacities; what waits stays. No kernel may be running. Where memory runs out, the stacks changed so far
    /// have their new capacity and the others the old one.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver met.
    pub fn resize(&mut self, standing: &Standing, capacity: &[u32]) -> Result<(), Error> {
        // What shrinks goes first, so that less is needed at the same time.
        let mut order: Vec<usize> = (0..capacity.len()).collect();
        order.sort_by_key(|p| capacity[*p] > self.capacity[*p]);
        for p in order {
            if capacity[p] == self.capacity[p] {
                continue;
            }
            let bytes = self.item_bytes[p];
            let larger = Memory::new(&self.gpu, bytes * capacity[p] as usize, "the queues")?;
            let [low, high] = [0, 1].map(|stack| standing.length[stack][p] as usize * bytes);
            larger.copy(0, &self.items[p], 0, low)?;
            larger.copy(larger.len() - high, &self.items[p], self.items[p].len() - high, high)?;
            self.items[p] = larger;
            self.capacity[p] = capacity[p];
        }
        Ok(())
    }
}

/// How memory is shared among the stacks.
#[derive(Clone, Debug)]
pub struct Sharing<'a> {
    /// The program's rules.
    pub rules: &'a Rules,
    /// Bytes of an item of each procedure.
    pub item_bytes: Vec<u64>,
    /// Bytes of all stacks together, at most.
    pub budget: u64,
}

impl Sharing<'_> {
    /// Capacities with room for what one task of any procedure may spawn, and for one more item.
    pub fn least(&self) -> Vec<u64> {
        let most = |q: usize| self.rules.spawns.iter().map(|spawns| spawns[q]).max().unwrap_or(0);
        (0..self.item_bytes.len()).map(|q| most(q) + 1).collect()
    }

    /// Capacities for the start: the least, and equal shares of the rest of `bytes`.
    pub fn initial(&self, bytes: u64) -> Vec<u32> {
        self.spread(self.least(), bytes.min(self.budget))
    }

    /// Capacities that let the queues run on from `standing`: room for everything that wants to run, with as much again in
    /// reserve (and true); or as much as the budget allows (and false), at the least room for one task of some procedure.
    /// `None` when there is no room for that however it is shared.
    pub fn extend(&self, standing: &Standing, capacity: &[u32]) -> Option<(Vec<u32>, bool)> {
        let procedures = 0..self.item_bytes.len();
        let stacked: Vec<u64> = procedures.clone().map(|p| standing.stacked(p)).collect();
        let incoming = self.rules.incoming(&standing.wanted(self.rules));
        // Whole sources run in capacities of this size: half of what is left there takes all that they spawn.
        let ample = procedures.clone().map(|p| {
            let full = stacked[p].saturating_add(incoming[p]);
            u64::from(capacity[p]).max(full.saturating_mul(2))
        });
        let ample: Vec<u64> = ample.collect();
        if self.bytes(&ample) <= self.budget && ample.iter().all(|items| *items <= MOST_ITEMS) {
            return Some((self.spread(ample, 0), true));
        }
        // Room for one task of every procedure where it can be had, else for one of some procedure; and equal shares of the rest
        // for all that is spawned: what is a bottleneck now has room to drain.
        let fits =
            |needed: &Vec<u64>| self.bytes(needed) <= self.budget && needed.iter().all(|items| *items <= MOST_ITEMS);
        let all: Vec<u64> = stacked.iter().zip(self.least()).map(|(stacked, least)| stacked + least).collect();
        let one = |p: usize| procedures.clone().map(|q| stacked[q] + self.rules.spawns[p][q]).collect::<Vec<u64>>();
        let waiting = standing.depth_first(self.rules).into_iter().filter(|p| standing.waiting(*p) > 0);
        let needed = std::iter::once(all).chain(waiting.map(one)).find(fits)?;
        Some((self.spread(needed, self.budget), false))
    }

    /// Adds to `least` what is left of `bytes`: equal shares for all procedures that are spawned.
    fn spread(&self, least: Vec<u64>, bytes: u64) -> Vec<u32> {
        let spawned = |q: usize| self.rules.spawns.iter().any(|spawns| spawns[q] > 0);
        let sharing = (0..least.len()).filter(|q| spawned(*q)).count().max(1) as u64;
        let share = bytes.saturating_sub(self.bytes(&least)) / sharing;
        let items = least.iter().enumerate().map(|(q, least)| {
            let more = if spawned(q) { share / self.item_bytes[q] } else { 0 };
            (least + more).min(MOST_ITEMS) as u32
        });
        items.collect()
    }

    /// Bytes of stacks of these capacities.
    pub fn bytes(&self, capacity: &[u64]) -> u64 {
        let bytes = capacity.iter().zip(&self.item_bytes).map(|(items, bytes)| items.saturating_mul(*bytes));
        bytes.fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sliced::steps::{Planned, Segment};
    use whipple_runtime::options::Policy;

    /// Nodes of 8 bytes spawn two nodes and one leaf of 4 bytes.
    fn rules() -> Rules {
        Rules {
            threads: vec![1, 1],
            spawns: vec![vec![2, 1], vec![0, 0]],
            ranked: vec![1, 0],
            policy: Policy::FixedPriority,
            fill: 1000,
        }
    }

    /// A thousand nodes wait.
    fn thousand() -> Standing {
        let mut standing = Standing::new(vec![0, 0]);
        standing.length[0][0] = 1000;
        standing.segments[0] = vec![Segment { stack: 0, items: 1000, time: 1 }];
        standing
    }

    fn bytes(capacity: &[u32]) -> u64 {
        u64::from(capacity[0]) * 8 + u64::from(capacity[1]) * 4
    }

    #[test]
    fn the_start_uses_what_it_may() {
        let rules = rules();
        let sharing = Sharing { rules: &rules, item_bytes: vec![8, 4], budget: 10_000 };
        assert_eq!(sharing.least(), [3, 2]);
        assert_eq!(sharing.initial(0), [3, 2]);
        let capacity = sharing.initial(1 << 30);
        assert!((9_980..=10_000).contains(&bytes(&capacity)), "{capacity:?}");
    }

    #[test]
    fn memory_grows_to_what_wants_to_run() {
        let rules = rules();
        let sharing = Sharing { rules: &rules, item_bytes: vec![8, 4], budget: 1 << 30 };
        let standing = thousand();
        let capacity = sharing.extend(&standing, &[1001, 10]).expect("there is memory");
        assert_eq!(capacity, (vec![6000, 2000], true));
        let (capacity, _) = capacity;
        assert!(matches!(standing.next(&rules, &capacity, 0, 1), Planned::Run(step) if step.count == [1000, 0]));
    }

    #[test]
    fn at_the_limit_memory_goes_where_something_can_run() {
        let rules = rules();
        let standing = thousand();
        for budget in [8 * 1002 + 4, 8 * 1100, 8 * 2000] {
            let sharing = Sharing { rules: &rules, item_bytes: vec![8, 4], budget };
            let (capacity, ample) = sharing.extend(&standing, &[1000, 500]).expect("one task fits");
            assert!(!ample, "{capacity:?}");
            assert!(bytes(&capacity) <= budget, "{capacity:?}");
            assert!(matches!(standing.next(&rules, &capacity, 0, 0), Planned::Run(_)), "{capacity:?}");
        }
        let sharing = Sharing { rules: &rules, item_bytes: vec![8, 4], budget: 8 * 1002 };
        assert_eq!(sharing.extend(&standing, &[1000, 1]), None);
    }

    /// Sixteen queens: sources that run whole only in more items than the device counts, beside memory without end.
    #[test]
    fn more_items_than_are_counted_are_a_limit_too() {
        let rules = Rules { threads: vec![1], spawns: vec![vec![16]], ranked: vec![0], ..rules() };
        let rules = Rules { fill: 270_336, ..rules };
        let sharing = Sharing { rules: &rules, item_bytes: vec![12], budget: 72 << 30 };
        for waiting in [1_u32, 20_000_000, 32_000_000, 56_000_000, 1 << 26, 1_000_000_000] {
            let mut standing = Standing::new(vec![0]);
            standing.length = [vec![waiting - 1], vec![1]];
            let segments = [(0, waiting - 1, 1), (1, 1, 2)];
            standing.segments[0] =
                segments.into_iter().map(|(stack, items, time)| Segment { stack, items, time }).collect();
            let (capacity, ample) = sharing.extend(&standing, &[5_592_405]).expect("there is memory");
            let ask_below = if ample { rules.fill as u32 } else { 0 };
            assert!(matches!(standing.next(&rules, &capacity, 0, ask_below), Planned::Run(_)), "{waiting}");
        }
    }

    /// The program of `tests/levels.cu`, whose pairs bound their spawns loosely, in less memory than its widest generation.
    #[test]
    fn a_limit_far_below_the_widest_generation_is_enough() {
        let rules = Rules {
            threads: vec![1, 4, 256, 1],
            spawns: vec![vec![0, 1, 0, 0], vec![0, 4, 4, 0], vec![0, 0, 0, 256], vec![0; 4]],
            ranked: vec![3, 2, 1, 0],
            policy: Policy::FixedPriority,
            fill: 270_336,
        };
        let sharing = Sharing { rules: &rules, item_bytes: vec![8, 196, 196, 8], budget: 200_000 };
        let mut capacity = sharing.initial(64 << 20);
        let mut standing = Standing::new(vec![2000, 0, 0, 0]);
        // Depths of the pairs, in the places where the device has them.
        let mut stacks: [Vec<u32>; 2] = [vec![], vec![]];
        let (mut tasks, mut at_limit, mut extended) = ([0_u64; 4], false, 0);
        for round in 0.. {
            let step = match standing.next(&rules, &capacity, round, if at_limit { 0 } else { rules.fill as u32 }) {
                Planned::Ended => break,
                Planned::Grow => {
                    let extension = sharing.extend(&standing, &capacity);
                    let (larger, ample) = extension.unwrap_or_else(|| panic!("{standing:?} of {capacity:?}"));
                    (capacity, at_limit, extended) = (larger, !ample, extended + 1);
                    continue;
                }
                Planned::Run(step) => step,
            };
            let mut pushed = [0, step.count[0], 0, 256 * step.count[2]];
            let ran = stacks[step.source[1].min(1) as usize]
                .split_off(step.first[1] as usize * usize::from(step.source[1] < 2));
            let into = &mut stacks[step.into[1] as usize];
            into.extend(std::iter::repeat_n(0, step.count[0] as usize));
            for depth in ran {
                if depth < 3 {
                    into.extend([depth + 1; 2]);
                    pushed[1] += 2;
                } else {
                    pushed[2] += 1;
                }
            }
            tasks.iter_mut().zip(&step.count).for_each(|(tasks, count)| *tasks += u64::from(*count));
            standing.settle(&step, &pushed);
        }
        assert_eq!(tasks, [2000, 30_000, 16_000, 256 * 16_000]);
        assert!(extended < 1000, "{extended}");
    }

    /// A tree whose nodes are of four procedures by chance, each of which may spawn two of any: depth first must hold across them.
    #[test]
    fn a_tree_of_four_procedures_needs_room_for_its_depth_only() {
        const DEPTH: u32 = 18;
        let rules = Rules {
            threads: vec![1; 4],
            spawns: vec![vec![2; 4]; 4],
            ranked: vec![3, 2, 1, 0],
            policy: Policy::FullestFirst,
            fill: 270_336,
        };
        let sharing = Sharing { rules: &rules, item_bytes: vec![8; 4], budget: 8000 };
        let mut capacity = sharing.initial(64 << 20);
        let mut standing = Standing::new(vec![1, 0, 0, 0]);
        // Numbers of the nodes, in the places where the device has them: the children of n are 2 n and 2 n + 1.
        let mut stacks: [[Vec<u32>; 4]; 2] = Default::default();
        let (mut tasks, mut at_limit) = (0_u64, false);
        for round in 0.. {
            let ask_below = if at_limit { 0 } else { 270_336 };
            let step = match standing.next(&rules, &capacity, round, ask_below) {
                Planned::Ended => break,
                Planned::Grow => {
                    let extension = sharing.extend(&standing, &capacity);
                    let (larger, ample) = extension.unwrap_or_else(|| panic!("{standing:?} of {capacity:?}"));
                    (capacity, at_limit) = (larger, !ample);
                    continue;
                }
                Planned::Run(step) => step,
            };
            let mut ran = Vec::new();
            for (p, (source, count)) in step.source.iter().zip(&step.count).enumerate() {
                match *source {
                    2 => ran.extend(vec![1; *count as usize]),
                    stack => ran.extend(stacks[stack as usize][p].split_off(step.first[p] as usize)),
                }
            }
            tasks += ran.len() as u64;
            let mut pushed = [0; 4];
            for child in
                ran.into_iter().filter(|node| node >> (DEPTH - 1) == 0).flat_map(|node| [2 * node, 2 * node + 1])
            {
                let p = (child.wrapping_mul(0x9e37_79b9) >> 30) as usize;
                stacks[step.into[p] as usize][p].push(child);
                pushed[p] += 1;
            }
            standing.settle(&step, &pushed);
        }
        assert_eq!(tasks, (1 << DEPTH) - 1);
    }
}
