//! `round/compose.cuh` and `worker.cuh` of `device/schedulers/megakernel/`: worker blocks, from their start to the end of the program.

use crate::{
    Chunk, Handoff, Ring, Rules,
    sync::{AtomicU32, add_relaxed, fence_acq_rel, load_relaxed, or_relaxed},
};
use loom::sync::Arc;

/// Every block starves and nothing is in flight.
pub const ENDED: u32 = 1;
/// Queue memory is exhausted.
pub const SUSPEND: u32 = 2;

/// `Control`, but for the tickets of [`Handoff`].
#[derive(Default)]
struct Control {
    flags: AtomicU32,
    started: AtomicU32,
    seeds: AtomicU32,
}

/// What the host gives to a launch. A task is a number: a task `n > 0` spawns two tasks `n - 1`.
#[derive(Clone, Default)]
pub struct Launch {
    /// Initial tasks.
    pub seeds: Vec<u32>,
    /// Tasks in the global queue, a chunk for each.
    pub queued: Vec<u32>,
    /// Tasks in the hand-off ring, a chunk for each: hand-overs to blocks that had left.
    pub handed_over: Vec<u32>,
    /// Local queues that blocks saved.
    pub saved: Vec<Vec<u32>>,
    /// A free chunk for each block to start with; without it, a block has those that it imports.
    pub stashed: bool,
    /// Blocks export the oldest of more tasks than this.
    pub crowded: usize,
    /// Tasks of this number cannot be secured.
    pub stuck: Option<u32>,
}

/// What the blocks share: global memory.
pub struct Device {
    control: Control,
    queue: Ring,
    handoff: Handoff,
    chunks: Vec<Chunk>,
    launch: Launch,
    rules: Rules,
}

/// What a block left.
#[derive(Debug, Default)]
pub struct Left {
    /// Tasks that it ran.
    pub executed: u32,
    /// Its saved area.
    pub saved: Vec<u32>,
}

impl Device {
    /// Global memory at the start of a launch of `blocks` blocks.
    pub fn new(blocks: u32, mut launch: Launch, rules: Rules) -> Arc<Self> {
        if rules.saved_are_seeds {
            launch.seeds.extend(launch.saved.drain(..).flatten());
        }
        let (queued, waiting) = (launch.queued.len() as u32, launch.handed_over.len() as u32);
        let items = launch.queued.iter().chain(&launch.handed_over).copied();
        let chunks = items.chain((0..blocks).map(|_| 0)).map(Chunk::new).collect();
        let numbers: Vec<u32> = (0..queued).collect();
        Arc::new(Self {
            control: Control::default(),
            queue: Ring::new(4, &numbers, rules),
            handoff: Handoff::new(queued, waiting, rules),
            chunks,
            launch,
            rules,
        })
    }

    /// The tasks that rest in global memory once every block has left.
    pub fn remains(&self) -> Vec<u32> {
        let chunks = self.queue.contents().into_iter().chain(self.handoff.contents());
        let mut tasks: Vec<u32> = chunks.map(|chunk| self.chunks[chunk as usize].read()).collect();
        tasks.extend(self.launch.seeds.iter().skip(load_relaxed(&self.control.seeds) as usize));
        tasks
    }

    /// `Control::flags`.
    pub fn flags(&self) -> u32 {
        load_relaxed(&self.control.flags)
    }
}

/// What the composing warp decides.
enum Action {
    Go,
    Import(u32),
    Leave,
}

/// One worker block: `Worker` and its `Composer`. All hints start at 0.
pub struct Block {
    device: Arc<Device>,
    index: u32,
    deque: Vec<u32>,
    stash: Vec<u32>,
    head: u32,
    tail: u32,
    flags: u32,
    queued: i32,
    seeded: bool,
    executed: u32,
}

impl Block {
    /// Block `index` before its start.
    pub fn new(device: &Arc<Device>, index: u32) -> Self {
        let launch = &device.launch;
        let chunk = (launch.queued.len() + launch.handed_over.len()) as u32 + index;
        Self {
            device: device.clone(),
            index,
            deque: Vec::new(),
            stash: if launch.stashed { vec![chunk] } else { Vec::new() },
            head: 0,
            tail: 0,
            flags: 0,
            queued: 0,
            seeded: !launch.seeds.is_empty(),
            executed: 0,
        }
    }

    /// `Worker::run`.
    pub fn run(mut self) -> Left {
        self.enter();
        loop {
            match self.next() {
                Action::Go => {}
                Action::Import(chunk) => {
                    self.deque.push(self.device.chunks[chunk as usize].read());
                    self.stash.push(chunk);
                }
                Action::Leave => return self.leave(),
            }
            if !self.device.rules.count_first && self.executed == 0 {
                add_relaxed(&self.device.control.started, 1);
            }
        }
    }

    fn enter(&mut self) {
        if self.device.rules.count_first {
            add_relaxed(&self.device.control.started, 1);
        }
        if self.device.rules.release_start {
            fence_acq_rel();
        }
        // Nothing, but under a rule that the device does not have.
        self.deque = self.device.launch.saved.get(self.index as usize).cloned().unwrap_or_default();
    }

    fn leave(self) -> Left {
        let flags = load_relaxed(&self.device.control.flags);
        let suspended = flags & SUSPEND != 0;
        assert!(suspended || self.deque.is_empty(), "a block leaves with tasks that nobody saves");
        Left { executed: self.executed, saved: self.deque }
    }

    /// `Composer::act`: hints for the next round, read before this one does what was decided.
    fn act(&mut self) {
        self.head = load_relaxed(&self.device.handoff.head);
        self.tail = load_relaxed(&self.device.handoff.tail);
        self.flags = load_relaxed(&self.device.control.flags);
        self.queued = self.device.queue.available();
    }

    fn next(&mut self) -> Action {
        if self.flags != 0 {
            return Action::Leave;
        }
        let starving = self.head.wrapping_sub(self.tail) as i32;
        if self.export_oldest() {
            return Action::Go;
        }
        if starving > 0 && !self.forward() && self.hand_over() {
            return Action::Go;
        }
        self.next_round()
    }

    fn export_oldest(&mut self) -> bool {
        if self.deque.len() <= self.device.launch.crowded {
            return false;
        }
        let Some(chunk) = self.stash.pop() else { return false };
        self.act();
        self.device.chunks[chunk as usize].write(self.deque.remove(0));
        self.device.queue.push(chunk);
        true
    }

    fn forward(&mut self) -> bool {
        if self.queued <= 0 {
            return false;
        }
        let Some(chunk) = self.device.queue.pop() else { return false };
        self.device.handoff.give(chunk);
        true
    }

    fn hand_over(&mut self) -> bool {
        if self.deque.len() < 2 {
            return false;
        }
        let Some(chunk) = self.stash.pop() else { return false };
        self.act();
        self.device.chunks[chunk as usize].write(self.deque.remove(0));
        self.device.handoff.give(chunk);
        true
    }

    /// Half a block's threads are one task here.
    fn next_round(&mut self) -> Action {
        if self.deque.is_empty() {
            let queues_first = self.device.rules.queues_first;
            if !queues_first && self.seed() {
                return Action::Go;
            }
            let found = self.import();
            if queues_first && found.is_none() && self.seed() {
                return Action::Go;
            }
            let action = match found {
                Some(chunk) => Action::Import(chunk),
                None => self.starve(),
            };
            self.act();
            return action;
        }
        self.round()
    }

    fn seed(&mut self) -> bool {
        if self.seeded {
            let first = add_relaxed(&self.device.control.seeds, 1) as usize;
            let seeds = &self.device.launch.seeds;
            if first + 1 >= seeds.len() {
                // Whoever takes the last need not ask again.
                self.seeded = false;
                if self.device.rules.acquire_gone {
                    fence_acq_rel();
                }
            }
            if let Some(task) = seeds.get(first) {
                self.deque.push(*task);
                self.act();
                return true;
            }
        }
        false
    }

    fn import(&mut self) -> Option<u32> {
        if self.device.rules.look_before_starving {
            self.queued = self.device.queue.available_acquire();
        }
        if self.queued > 0 { self.device.queue.pop() } else { None }
    }

    fn starve(&mut self) -> Action {
        let (control, handoff) = (&self.device.control, &self.device.handoff);
        let (ticket, others) = handoff.starve();
        if (ticket + 1).wrapping_sub(others) == load_relaxed(&control.started) {
            or_relaxed(&control.flags, ENDED);
            return Action::Leave;
        }
        match handoff.wait(ticket, || load_relaxed(&control.flags) != 0) {
            Some(chunk) => Action::Import(chunk),
            None => Action::Leave,
        }
    }

    fn round(&mut self) -> Action {
        let task = *self.deque.last().expect("a round has a task");
        if self.device.launch.stuck == Some(task) {
            or_relaxed(&self.device.control.flags, SUSPEND);
            return Action::Leave;
        }
        self.act();
        self.deque.pop();
        self.executed += 1;
        if task > 0 {
            self.deque.extend([task - 1; 2]);
        }
        Action::Go
    }
}
