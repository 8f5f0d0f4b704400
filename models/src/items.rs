//! `device/schedulers/global/ring.cuh` and `worker.cuh`: a ring of items, and the blocks that run its tasks until none is left.
//!
//! A block is one thread here. It reads all items of a batch before it runs the first of them; on the device its threads do so
//! side by side. There is one procedure. What the host does after a suspension is not modelled.

use crate::{
    Chunk,
    sync::{AtomicU32, Ordering, Wait, add_relaxed, load_relaxed, or_relaxed},
};
use loom::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Release};

/// Nothing waits or runs.
pub const ENDED: u32 = 1;
/// What waits has no room for what it may spawn.
pub const SUSPEND: u32 = 2;

/// Looks that find no room while no block runs, after which a block suspends the run: fewer than on the device.
const STUCK: u32 = 1;

/// The memory orders and rules of the protocol. [`ItemRules::default`] is what the device does.
#[derive(Clone, Copy, Debug)]
pub struct ItemRules {
    /// `ItemSlot::publish`.
    pub publish: Ordering,
    /// `ItemSlot::await_item`.
    pub await_item: Ordering,
    /// `ItemSlot::release`.
    pub release: Ordering,
    /// `ItemSlot::await_space`.
    pub await_space: Ordering,
    /// `ItemSlot::turn` names the ticket, so that those of other laps pass it by. If not, it says 0 for free and 1 for full.
    pub turns_name_tickets: bool,
    /// `ItemWorker::claim_items` and `finish`: adding to `available`.
    pub available: Ordering,
    /// `ItemWorker::finish`: adding to `pending`.
    pub pending: Ordering,
    /// `ItemWorker::finish`: what a batch did is pending before it is available.
    pub pending_first: bool,
    /// `ItemWorker::finish`: tasks count as done when all that they spawned is counted. If not, when they are claimed.
    pub done_at_the_end: bool,
    /// `ItemWorker::claim`: room for all that a batch may spawn is taken before tasks are.
    pub secure_first: bool,
}

impl Default for ItemRules {
    fn default() -> Self {
        Self {
            publish: Release,
            await_item: Acquire,
            release: Release,
            await_space: Acquire,
            turns_name_tickets: true,
            available: AcqRel,
            pending: AcqRel,
            pending_first: true,
            done_at_the_end: true,
            secure_first: true,
        }
    }
}

/// A program and its ring. A task is a number: a task `n > 0` spawns `children` tasks `n - 1`.
#[derive(Clone, Default)]
pub struct Work {
    /// Initial tasks.
    pub seeds: Vec<u32>,
    /// Tasks in the ring.
    pub queued: Vec<u32>,
    /// Tasks that one spawns.
    pub children: u32,
    /// Slots of the ring, a power of two.
    pub slots: u32,
    /// Tasks that a block claims at once at most.
    pub batch: u32,
    /// The host has more memory to give: a block that finds no room suspends the run at once.
    pub may_grow: bool,
    /// Items are [`Chunk::unchecked`].
    pub unchecked: bool,
}

struct Slot {
    turn: AtomicU32,
    item: Chunk,
}

/// What the blocks share: `ItemState` with one ring, its slots, and the words of `Control` that they use.
pub struct Items {
    pending: AtomicU32,
    running: AtomicU32,
    flags: AtomicU32,
    seeds: AtomicU32,
    head: AtomicU32,
    tail: AtomicU32,
    available: AtomicU32,
    room: AtomicU32,
    slots: Vec<Slot>,
    work: Work,
    rules: ItemRules,
}

impl Items {
    /// As the host leaves it at the start.
    pub fn new(work: Work, rules: ItemRules) -> Arc<Self> {
        let queued = work.queued.len() as u32;
        let slot = |number: u32| {
            let item = work.queued.get(number as usize);
            let turn = match (rules.turns_name_tickets, item) {
                (true, Some(_)) => number + 1,
                (true, None) => number,
                (false, item) => u32::from(item.is_some()),
            };
            let chunk = if work.unchecked { Chunk::unchecked } else { Chunk::new };
            Slot { turn: AtomicU32::new(turn), item: chunk(item.copied().unwrap_or(0)) }
        };
        Arc::new(Self {
            pending: AtomicU32::new(queued + work.seeds.len() as u32),
            running: AtomicU32::new(0),
            flags: AtomicU32::new(0),
            seeds: AtomicU32::new(0),
            head: AtomicU32::new(0),
            tail: AtomicU32::new(queued),
            available: AtomicU32::new(queued),
            room: AtomicU32::new(work.slots - queued),
            slots: (0..work.slots).map(slot).collect(),
            work,
            rules,
        })
    }

    fn slot(&self, ticket: u32) -> &Slot {
        &self.slots[(ticket % self.work.slots) as usize]
    }

    /// What the turn of a slot is when it is free for the producer of a ticket, and when it has its item.
    fn turns(&self, ticket: u32) -> (u32, u32) {
        if self.rules.turns_name_tickets { (ticket, ticket + 1) } else { (0, 1) }
    }

    /// `items::push`.
    pub fn push(&self, task: u32) {
        let ticket = add_relaxed(&self.tail, 1);
        let (slot, (free, full)) = (self.slot(ticket), self.turns(ticket));
        await_turn(&slot.turn, free, self.rules.await_space);
        slot.item.write(task);
        slot.turn.store(full, self.rules.publish);
    }

    /// `ItemWorker::execute`: the item of a claimed ticket.
    pub fn take(&self, ticket: u32) -> u32 {
        let (slot, full) = (self.slot(ticket), self.turns(ticket).1);
        await_turn(&slot.turn, full, self.rules.await_item);
        let task = slot.item.read();
        slot.turn.store(self.turns(ticket + self.work.slots).0, self.rules.release);
        task
    }

    /// `ItemWorker::claim_items`: how many tasks, and the first ticket.
    pub fn claim(&self, tasks: u32) -> (u32, u32) {
        let before = self.available.fetch_sub(tasks, self.rules.available) as i32;
        let granted = if before <= 0 { 0 } else { tasks.min(before as u32) };
        if granted < tasks {
            self.available.fetch_add(tasks - granted, self.rules.available);
        }
        (granted, if granted > 0 { add_relaxed(&self.head, granted) } else { 0 })
    }

    /// `ItemWorker::finish`: tasks that can be claimed from now on.
    pub fn offer(&self, tasks: u32) {
        self.available.fetch_add(tasks, self.rules.available);
    }

    /// `ItemWorker::secure`.
    fn secure(&self, items: u32) -> bool {
        if items == 0 || !self.rules.secure_first {
            return true;
        }
        let before = self.room.fetch_sub(items, Ordering::Relaxed) as i32;
        if before >= items as i32 {
            return true;
        }
        self.give_back(items);
        false
    }

    fn give_back(&self, items: u32) {
        if items > 0 {
            add_relaxed(&self.room, items);
        }
    }

    /// The tasks that wait when every block has left.
    ///
    /// # Panics
    /// When the words do not agree with them: nothing waits after the end, everything after a suspension.
    pub fn remains(&self) -> Vec<u32> {
        let (head, tail) = (load_relaxed(&self.head), load_relaxed(&self.tail));
        let mut tasks: Vec<u32> = (head..tail)
            .map(|ticket| {
                assert_eq!(
                    load_relaxed(&self.slot(ticket).turn),
                    self.turns(ticket).1,
                    "the item of {ticket} is there"
                );
                self.slot(ticket).item.read()
            })
            .collect();
        for ticket in tail..head + self.work.slots {
            assert_eq!(load_relaxed(&self.slot(ticket).turn), self.turns(ticket).0, "the slot of {ticket} is free");
        }
        assert_eq!(load_relaxed(&self.available), tail - head, "`available` counts what waits");
        assert_eq!(load_relaxed(&self.room), self.work.slots - (tail - head), "`room` counts the other slots");
        tasks.extend(self.work.seeds.iter().skip(load_relaxed(&self.seeds) as usize));
        assert_eq!(load_relaxed(&self.pending), tasks.len() as u32, "`pending` counts all that waits");
        assert_eq!(load_relaxed(&self.running), 0, "nobody runs");
        let flags = load_relaxed(&self.flags);
        assert!(flags != 0, "there is a reason to leave");
        assert!(flags & ENDED == 0 || tasks.is_empty(), "the end comes when nothing waits");
        tasks
    }
}

/// `ItemSlot::await`.
fn await_turn(turn: &AtomicU32, wanted: u32, order: Ordering) {
    let mut wait = Wait::default();
    while turn.load(order) != wanted {
        wait.back_off();
    }
}

/// `ItemWorker::Batch` and `ItemSpawns`.
struct Batch {
    tasks: u32,
    first: u32,
    of_seeds: bool,
    secured: u32,
}

/// One worker block: `ItemWorker`.
pub struct ItemBlock {
    items: Arc<Items>,
    seeded: bool,
    stuck: u32,
    executed: Vec<u32>,
}

impl ItemBlock {
    /// A block before its start.
    pub fn new(items: &Arc<Items>) -> Self {
        Self { items: items.clone(), seeded: !items.work.seeds.is_empty(), stuck: 0, executed: Vec::new() }
    }

    /// `ItemWorker::run`: the tasks that the block ran.
    pub fn run(mut self) -> Vec<u32> {
        let mut wait = Wait::default();
        while load_relaxed(&self.items.flags) == 0 {
            let mut refused = false;
            if let Some(batch) = self.choose(&mut refused) {
                self.run_batch(batch);
                wait = Wait::default();
            } else if self.suspends(refused) {
                or_relaxed(&self.items.flags, SUSPEND);
                break;
            } else {
                wait.back_off();
            }
        }
        self.executed
    }

    fn choose(&mut self, refused: &mut bool) -> Option<Batch> {
        let waiting = (load_relaxed(&self.items.available) as i32).max(0) as u32;
        let tasks = waiting.min(self.items.work.batch);
        if tasks > 0
            && let Some(batch) = self.claim(tasks, false, refused)
        {
            return Some(batch);
        }
        if self.seeded { self.claim(self.items.work.batch, true, refused) } else { None }
    }

    /// `ItemWorker::idle`.
    fn suspends(&mut self, refused: bool) -> bool {
        if refused && self.items.work.may_grow {
            return true;
        }
        let nobody_runs = refused && self.items.running.load(Acquire) == 0;
        self.stuck = if nobody_runs { self.stuck + 1 } else { 0 };
        self.stuck > STUCK
    }

    fn claim(&mut self, mut tasks: u32, of_seeds: bool, refused: &mut bool) -> Option<Batch> {
        let items = &self.items;
        let each = items.work.children;
        while !items.secure(each * tasks) {
            if tasks == 1 {
                *refused = true;
                return None;
            }
            tasks = 1;
        }
        items.running.fetch_add(1, AcqRel);
        let (granted, first) = if of_seeds { self.claim_seeds(tasks) } else { items.claim(tasks) };
        if granted == 0 {
            items.running.fetch_sub(1, AcqRel);
        }
        let secured = |tasks: u32| if items.rules.secure_first { each * tasks } else { 0 };
        items.give_back(secured(tasks - granted));
        self.seeded &= !of_seeds || granted > 0;
        if granted == 0 {
            return None;
        }
        self.stuck = 0;
        Some(Batch { tasks: granted, first, of_seeds, secured: secured(granted) })
    }

    fn claim_seeds(&self, tasks: u32) -> (u32, u32) {
        let first = add_relaxed(&self.items.seeds, tasks);
        (tasks.min((self.items.work.seeds.len() as u32).saturating_sub(first)), first)
    }

    fn run_batch(&mut self, batch: Batch) {
        let items = self.items.clone();
        let early = !items.rules.done_at_the_end;
        if early {
            self.count(0, batch.tasks);
        }
        let tickets = batch.first..batch.first + batch.tasks;
        let seed = |ticket: u32| items.work.seeds[ticket as usize];
        let tasks: Vec<u32> =
            tickets.map(|ticket| if batch.of_seeds { seed(ticket) } else { items.take(ticket) }).collect();
        let mut spawned = 0;
        for &task in &tasks {
            for _ in 0..if task > 0 { items.work.children } else { 0 } {
                items.push(task - 1);
                spawned += 1;
            }
        }
        self.executed.extend(tasks);
        self.finish(&batch, spawned, if early { 0 } else { batch.tasks });
    }

    fn finish(&self, batch: &Batch, spawned: u32, ran: u32) {
        let items = &self.items;
        if items.rules.pending_first {
            self.count(spawned, ran);
        }
        if spawned > 0 {
            items.offer(spawned);
        }
        let read = if batch.of_seeds { 0 } else { batch.tasks };
        items.give_back(batch.secured.wrapping_sub(spawned).wrapping_add(read));
        if !items.rules.pending_first {
            self.count(spawned, ran);
        }
        items.running.fetch_sub(1, AcqRel);
    }

    fn count(&self, spawned: u32, ran: u32) {
        let change = spawned.wrapping_sub(ran);
        if self.items.pending.fetch_add(change, self.items.rules.pending).wrapping_add(change) == 0 {
            or_relaxed(&self.items.flags, ENDED);
        }
    }
}
