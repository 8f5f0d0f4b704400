//! Planning the next slice: which tasks run, so that all they may spawn has room. The device's twin, for the schedulers that
//! do without the host, is `device/schedulers/sliced/advance.cuh`. Protocol: `device/schedulers/sliced/README.md`.

use crate::engine::common::constants::{STACKS, constant};
use whipple_runtime::{options::Policy, plan::Plan, program::ProcedureInfo};

/// The initial tasks as a source, besides stacks 0 and 1.
pub const SEEDS: u32 = constant(STACKS, "SEEDS");

/// Entries of the list of segments of a procedure.
pub const SEGMENTS: usize = constant(STACKS, "SEGMENTS") as usize;

/// What waits: the two stacks and the initial tasks of each procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Items of stacks 0 and 1.
    pub length: [Vec<u32>; 2],
    /// Initial tasks that have not run.
    pub seeds: Vec<u32>,
    /// In which order the items of the two stacks of each procedure were added, oldest first.
    pub segments: Vec<Vec<Segment>>,
    /// Slices that have run.
    pub slices: u32,
}

/// Items that were added together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The stack.
    pub stack: u32,
    /// How many are left.
    pub items: u32,
    /// Number of the slice that added them, from 1 on.
    pub time: u32,
}

/// One slice, as `SlicePlan` has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Tasks of each procedure.
    pub count: Vec<u32>,
    /// From which stack, or [`SEEDS`].
    pub source: Vec<u32>,
    /// The first position in it.
    pub first: Vec<u32>,
    /// The stack that takes new items.
    pub into: Vec<u32>,
    /// Its length.
    pub top: Vec<u32>,
    /// Items that may be added to it: the most that the tasks spawn.
    pub room: Vec<u32>,
    /// What the counters of added items stand at when the slice starts. Planned as 0.
    pub base: Vec<u32>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Planned {
    /// Nothing: no task is left.
    Ended,
    /// A slice.
    Run(Step),
    /// More queue memory: without it nothing can run, or the device would not be full.
    Grow,
}

/// What a program allows.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Threads of a task of each procedure.
    pub threads: Vec<u32>,
    /// `[p][q]`: the most tasks of `q` that a task of `p` spawns.
    pub spawns: Vec<Vec<u64>>,
    /// Procedures by falling priority.
    pub ranked: Vec<usize>,
    /// The order in which procedures get their share when room is short.
    pub policy: Policy,
    /// Threads that fill the device.
    pub fill: u64,
}

impl Rules {
    /// The rules of a program.
    pub fn new(procedures: &[ProcedureInfo], plan: &Plan, policy: Policy, fill: u32) -> Self {
        let count = procedures.len();
        let spawns = |p: usize| (0..count).map(|q| u64::from(plan.facts.spawns[p][q])).collect();
        Self {
            threads: procedures.iter().map(|procedure| procedure.threads).collect(),
            spawns: (0..count).map(spawns).collect(),
            ranked: plan.facts.ranked[..count].iter().map(|p| usize::from(*p)).collect(),
            policy,
            fill: fill.into(),
        }
    }

    fn count(&self) -> usize {
        self.threads.len()
    }

    /// Items of each procedure that these numbers of tasks may spawn.
    pub fn incoming(&self, tasks: &[u32]) -> Vec<u64> {
        let sum = |q: usize| {
            tasks
                .iter()
                .zip(&self.spawns)
                .fold(0_u64, |sum, (count, spawns)| sum.saturating_add(u64::from(*count).saturating_mul(spawns[q])))
        };
        (0..self.count()).map(sum).collect()
    }

    /// The procedures, first those that may take room first.
    pub fn order(&self, standing: &Standing, round: u64) -> Vec<usize> {
        let mut order = self.ranked.clone();
        match self.policy {
            Policy::RoundRobin => order = (0..self.count()).map(|r| (r + round as usize) % self.count()).collect(),
            Policy::FullestFirst => {
                order = (0..self.count()).collect();
                let waiting = |p: &usize| standing.waiting(*p).saturating_mul(self.threads[*p].into());
                order.sort_by_key(|p| std::cmp::Reverse(waiting(p)));
            }
            // Time is shared by launching everything that fits: the others only say who comes first.
            _ => {}
        }
        order
    }
}

impl Standing {
    /// Only seeds.
    pub fn new(seeds: Vec<u32>) -> Self {
        let empty = vec![0; seeds.len()];
        Self { segments: vec![Vec::new(); seeds.len()], length: [empty.clone(), empty], seeds, slices: 0 }
    }

    /// Items in the stacks of a procedure.
    pub fn stacked(&self, p: usize) -> u64 {
        u64::from(self.length[0][p]) + u64::from(self.length[1][p])
    }

    /// Tasks of a procedure that wait, seeds too.
    pub fn waiting(&self, p: usize) -> u64 {
        self.stacked(p) + u64::from(self.seeds[p])
    }

    /// Tasks in one source of a procedure.
    fn available(&self, p: usize, source: u32) -> u32 {
        match source {
            SEEDS => self.seeds[p],
            stack => self.length[stack as usize][p],
        }
    }

    /// Takes in what a slice did; `pushed` items of each procedure were added.
    pub fn settle(&mut self, step: &Step, pushed: &[u32]) {
        self.slices = self.slices.wrapping_add(1);
        for (p, pushed) in pushed.iter().enumerate() {
            match step.source[p] {
                SEEDS => self.seeds[p] -= step.count[p],
                stack => self.length[stack as usize][p] -= step.count[p],
            }
            self.length[step.into[p] as usize][p] += pushed;
            let added = Segment { stack: step.into[p], items: *pushed, time: self.slices };
            self.mark(p, step.source[p], step.count[p], added);
        }
    }

    /// Keeps the list of segments: takes `ran` items off the newest ones of `source`, and adds one.
    fn mark(&mut self, p: usize, source: u32, mut ran: u32, added: Segment) {
        let list = &mut self.segments[p];
        for segment in list.iter_mut().rev().filter(|segment| segment.stack == source) {
            let taken = ran.min(segment.items);
            segment.items -= taken;
            ran -= taken;
        }
        list.retain(|segment| segment.items > 0);
        if list.len() == SEGMENTS {
            // Of the three oldest, two are of the same stack: their order is forgotten.
            let older = usize::from(list[1].stack == list[2].stack);
            let newer = if list[0].stack == list[1].stack { 1 } else { 2 };
            list[older].items += list[newer].items;
            list.remove(newer);
        }
        if added.items > 0 {
            list.push(added);
        }
    }

    /// The procedures, those of the newest segments first, in the order of the plan's ranks among those of one slice.
    pub fn depth_first(&self, rules: &Rules) -> Vec<usize> {
        let mut order = rules.ranked.clone();
        order.sort_by_key(|p| std::cmp::Reverse(self.segments[*p].last().map_or(0, |segment| segment.time)));
        order
    }

    /// The stack that was added to last.
    fn newest(&self, p: usize) -> u32 {
        self.segments[p].last().map_or(0, |segment| segment.stack)
    }

    /// The newest stack if it fills the device, else the longest source.
    fn longest_source(&self, p: usize, rules: &Rules) -> u32 {
        let newest = self.newest(p);
        if u64::from(self.available(p, newest)) * u64::from(rules.threads[p]) >= rules.fill {
            return newest;
        }
        [1 - newest, SEEDS]
            .into_iter()
            .fold(newest, |best, other| if self.available(p, other) > self.available(p, best) { other } else { best })
    }

    /// Tasks of each procedure that would run if room did not count.
    pub fn wanted(&self, rules: &Rules) -> Vec<u32> {
        (0..rules.count()).map(|p| self.available(p, self.longest_source(p, rules))).collect()
    }

    /// Plans the next slice. `capacity` is what the two stacks of each procedure hold together. A slice that is cut short to
    /// fewer than `ask_below` threads asks for memory; 0 when there is none to give.
    pub fn next(&self, rules: &Rules, capacity: &[u32], round: u64, ask_below: u32) -> Planned {
        let may_grow = ask_below > 0;
        let procedures = 0..rules.count();
        if procedures.clone().all(|p| self.waiting(p) == 0) {
            return Planned::Ended;
        }
        let room: Vec<u64> =
            procedures.clone().map(|p| u64::from(capacity[p]).saturating_sub(self.stacked(p))).collect();
        // A whole slice may spawn into half of the room; at the limit into an eighth, so that there is room for deeper levels.
        let wanted = self.wanted(rules);
        let share = if may_grow { 2 } else { 8 };
        if rules.incoming(&wanted).iter().zip(&room).all(|(incoming, room)| *incoming <= room / share) {
            let source = procedures.map(|p| self.longest_source(p, rules)).collect();
            return Planned::Run(self.step(rules, wanted, source));
        }
        // As many as there is room for: of the newest segment of each procedure, seeds last, so that work goes depth first and
        // the queues stay short; in the order of the policy, at the limit of memory newest first. Each takes an eighth of the
        // room, or one task; but those behind the first that spawns leave half of the queues to it, at the limit only those
        // whose segments are older.
        let newest = procedures.clone().map(|p| self.segments[p].last().copied());
        let newest: Vec<Segment> = newest
            .zip(&self.seeds)
            .map(|(it, seeds)| it.unwrap_or(Segment { stack: SEEDS, items: *seeds, time: 0 }))
            .collect();
        let (mut count, mut left, mut kept) = (vec![0; rules.count()], room.clone(), vec![0; rules.count()]);
        let (mut busy, mut first) = (0_u64, None);
        for p in if may_grow { rules.order(self, round) } else { self.depth_first(rules) } {
            if first.is_some_and(|time| may_grow || newest[p].time < time) {
                kept = capacity.iter().map(|capacity| u64::from(capacity / 2)).collect();
            }
            let free = left.iter().zip(&kept).map(|(left, kept): (&u64, &u64)| left.saturating_sub(*kept));
            let fits = rules.spawns[p].iter().zip(free).filter(|(each, _)| **each > 0);
            let fit = fits.map(|(each, free)| if *each > free { 0 } else { (free / (8 * each)).max(1) }).min();
            count[p] = newest[p].items.min(fit.unwrap_or(u64::MAX).min(u32::MAX.into()) as u32);
            busy += u64::from(count[p]) * u64::from(rules.threads[p]);
            for (left, each) in left.iter_mut().zip(&rules.spawns[p]) {
                *left -= each * u64::from(count[p]);
            }
            if count[p] > 0 && fit.is_some() && first.is_none() {
                first = Some(newest[p].time);
            }
        }
        let source = newest.iter().map(|segment| segment.stack).collect();
        if busy == 0 || busy < u64::from(ask_below) {
            return Planned::Grow;
        }
        Planned::Run(self.step(rules, count, source))
    }

    fn step(&self, rules: &Rules, count: Vec<u32>, source: Vec<u32>) -> Step {
        let into = |(p, source): (usize, &u32)| if *source == SEEDS { self.newest(p) } else { 1 - source };
        let into: Vec<u32> = source.iter().enumerate().map(into).collect();
        Step {
            first: (0..count.len()).map(|p| self.available(p, source[p]) - count[p]).collect(),
            top: (0..count.len()).map(|p| self.length[into[p] as usize][p]).collect(),
            // Fits: it is no more than the free part of the stacks, which 32 bits count.
            room: rules.incoming(&count).iter().map(|incoming| *incoming as u32).collect(),
            base: vec![0; count.len()],
            count,
            source,
            into,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A binary tree of one procedure, and leaves of another.
    fn tree(fill: u64) -> Rules {
        Rules {
            threads: vec![1, 1],
            spawns: vec![vec![2, 1], vec![0, 0]],
            ranked: vec![1, 0],
            policy: Policy::FixedPriority,
            fill,
        }
    }

    /// Runs the tree to its end within fixed capacities, and gives the number of tasks of each procedure.
    fn run(rules: &Rules, capacity: &[u32], depth: u32) -> Option<(u64, u64)> {
        // Depths of the items, in the places where the device has them.
        let mut stacks = [vec![], vec![]];
        let mut standing = Standing::new(vec![1, 0]);
        let (mut nodes, mut leaves) = (0, 0);
        for round in 0..1_000_000 {
            let step = match standing.next(rules, capacity, round, 0) {
                Planned::Ended => return Some((nodes, leaves)),
                Planned::Grow => return None,
                Planned::Run(step) => step,
            };
            let count = step.count[0] as usize;
            let depths = match step.source[0] {
                SEEDS => vec![depth; count],
                stack => {
                    let from = &mut stacks[stack as usize];
                    assert_eq!(step.first[0] as usize + count, from.len(), "from the top");
                    from.split_off(step.first[0] as usize)
                }
            };
            nodes += depths.len() as u64;
            leaves += u64::from(step.count[1]);
            let into = &mut stacks[step.into[0] as usize];
            assert_eq!(step.top[0] as usize, into.len(), "children follow");
            let (mut children, mut fruit) = (0, 0);
            for depth in depths {
                if depth > 1 {
                    into.extend([depth - 1; 2]);
                    children += 2;
                } else {
                    fruit += 1;
                }
            }
            assert!(children <= step.room[0] && fruit <= step.room[1], "what is spawned has room");
            standing.settle(&step, &[children, fruit]);
            assert!((0..2).all(|p| standing.stacked(p) <= u64::from(capacity[p])));
        }
        panic!("it does not end");
    }

    #[test]
    fn plenty_of_room_runs_whole_generations() {
        assert_eq!(run(&tree(1), &[1 << 20, 1 << 20], 15), Some(((1 << 15) - 1, 1 << 14)));
        assert_eq!(run(&tree(10_000), &[1 << 20, 1 << 20], 15), Some(((1 << 15) - 1, 1 << 14)));
    }

    #[test]
    fn a_thousandth_of_the_room_is_enough() {
        for capacity in [40, 60, 100, 1000, 10_000] {
            for fill in [1, 10, 1_000_000] {
                assert_eq!(run(&tree(fill), &[capacity, capacity], 15), Some(((1 << 15) - 1, 1 << 14)), "{capacity}");
            }
        }
    }

    /// Stages that each spawn three tasks of the next: what comes first must not fill the queues of what comes later.
    #[test]
    fn a_pipeline_drains_from_its_back() {
        let rules = Rules {
            threads: vec![1, 1, 1, 32],
            spawns: vec![vec![0, 3, 0, 0], vec![0, 0, 3, 0], vec![0, 0, 0, 3], vec![0; 4]],
            ranked: vec![3, 2, 1, 0],
            policy: Policy::RoundRobin,
            fill: 10_000,
        };
        for capacity in [4, 5, 100, 3000] {
            let capacity = [capacity; 4];
            let mut standing = Standing::new(vec![2000, 0, 0, 0]);
            let mut tasks = [0; 4];
            for round in 0.. {
                let step = match standing.next(&rules, &capacity, round, 0) {
                    Planned::Ended => break,
                    Planned::Grow => panic!("{capacity:?} are enough, but {standing:?}"),
                    Planned::Run(step) => step,
                };
                let incoming = rules.incoming(&step.count);
                let pushed: Vec<u32> = incoming.iter().map(|items| *items as u32).collect();
                tasks.iter_mut().zip(&step.count).for_each(|(tasks, count)| *tasks += count);
                standing.settle(&step, &pushed);
                assert!((0..4).all(|p| standing.stacked(p) <= u64::from(capacity[p])));
            }
            assert_eq!(tasks, [2000, 6000, 18_000, 54_000]);
        }
    }

    #[test]
    fn too_little_room_is_said_and_nothing_runs_over() {
        assert_eq!(run(&tree(1), &[1, 1], 15), None);
        assert_eq!(run(&tree(1), &[4, 1], 15), None);
    }

    #[test]
    fn a_step_that_leaves_the_device_idle_waits_for_memory_that_there_is() {
        let rules = tree(64);
        let mut standing = Standing::new(vec![0, 0]);
        standing.length[0][0] = 100;
        standing.segments[0] = vec![Segment { stack: 0, items: 100, time: 1 }];
        assert_eq!(standing.next(&rules, &[150, 150], 0, 64), Planned::Grow);
        let Planned::Run(step) = standing.next(&rules, &[150, 150], 0, 0) else { panic!("it can run") };
        assert_eq!((step.count, step.room), (vec![3, 0], vec![6, 3]));
    }

    #[test]
    fn short_stacks_run_with_or_after_what_is_longer() {
        let rules = tree(64);
        let mut standing = Standing::new(vec![50, 0]);
        standing.length[1][0] = 10;
        standing.segments[0] = vec![Segment { stack: 1, items: 10, time: 1 }];
        assert_eq!(standing.longest_source(0, &rules), SEEDS);
        standing.length[1][0] = 64;
        assert_eq!(standing.longest_source(0, &rules), 1);
        standing.length = [vec![90, 0], vec![20, 0]];
        assert_eq!(standing.longest_source(0, &rules), 0);
    }

    #[test]
    fn policies_order() {
        let mut rules = tree(1);
        let standing = Standing::new(vec![50, 0]);
        assert_eq!(rules.order(&standing, 0), [1, 0]);
        rules.policy = Policy::FullestFirst;
        assert_eq!(rules.order(&standing, 0), [0, 1]);
        rules.policy = Policy::RoundRobin;
        assert_eq!(rules.order(&standing, 3), [1, 0]);
    }
}
