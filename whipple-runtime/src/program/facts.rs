//! What is known of a program's procedures before it runs, worked out once, in const evaluation. The schedulers on the host read it, and the
//! fused text gives it to device code as a table (`device/schedulers/common/facts.cuh` of whipple-cuda).

use crate::{plan::MAX_PROCEDURES, program::ProcedureInfo, source::MostSpawned};

/// `[p][q]`: tasks of procedure `q` for each task of `p`.
pub type Matrix = [[u32; MAX_PROCEDURES]; MAX_PROCEDURES];

/// Bytes of the items that a group of warps holds for itself, at most. What a round costs matters where tasks are short, and those have small
/// items.
pub const HELD_BYTES: usize = 128;
/// How many they are, at most.
pub const HELD_ITEMS: usize = 16;

/// What is known of one procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcedureFacts {
    /// 0 warp, 1 block, 2 thread.
    pub level: u32,
    /// Threads of a task.
    pub threads: u32,
    /// 32-bit words of an item on the device, where an item without size has a byte.
    pub words: u32,
    /// Tasks that one warp runs side by side; at level 1 one.
    pub tasks_per_warp: u32,
    /// Warps that run one task; at levels 0 and 2 one.
    pub warps_per_task: u32,
    /// Items that a group of warps holds for itself, at most.
    pub held: u32,
    /// The most tasks of one round that a group of warps runs one after another. One where threads meet and do not
    /// fill their warps. After a panic all must agree on whether there is another, and lanes beyond the task's
    /// threads do not know.
    pub at_once: u32,
    /// By priority; 0 comes first.
    pub rank: u32,
    /// Whether the tasks spawn nothing.
    pub is_leaf: bool,
    /// Whether they may spawn others than leaves.
    pub expands: bool,
    /// Whether the threads of a task may meet at barriers.
    pub meets: bool,
    /// Whether a task's only child is of its own procedure and goes on in its place.
    pub goes_on: bool,
    /// Whether a thread may run the task and its children one after another.
    pub dives: bool,
}

impl ProcedureFacts {
    const NONE: Self = Self {
        level: 0,
        threads: 0,
        words: 0,
        tasks_per_warp: 0,
        warps_per_task: 0,
        held: 0,
        at_once: 0,
        rank: 0,
        is_leaf: true,
        expands: false,
        meets: false,
        goes_on: false,
        dives: false,
    };

    /// Those of a procedure of some rank that spawn `spawns[q]` tasks of each procedure `q`, and of which this one is number `p`.
    const fn new(procedure: &ProcedureInfo, p: usize, rank: u32, spawns: &[u32; MAX_PROCEDURES], dives: bool) -> Self {
        let ProcedureInfo { level, threads, .. } = *procedure;
        let (bytes, meets) = (item_bytes(procedure), procedure.source.get().meets);
        let held = items_held(procedure);
        let ragged = meets && !threads.is_multiple_of(32);
        Self {
            level,
            threads,
            words: bytes.div_ceil(4) as u32,
            tasks_per_warp: if level == 1 { 1 } else { 32 / threads },
            warps_per_task: if level == 1 { threads.div_ceil(32) } else { 1 },
            held,
            at_once: if ragged { 1 } else { held },
            rank,
            is_leaf: are_all_zero(spawns),
            expands: false,
            meets,
            goes_on: spawns_itself_alone(p, spawns)
                && match level {
                    0 => false,
                    // A group of warps would have to meet beside the barriers of its tasks.
                    1 => !meets && threads.is_multiple_of(32) && bytes <= HELD_BYTES,
                    _ => true,
                },
            dives,
        }
    }
}

/// What is known of a program's procedures.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Of each procedure.
    pub of: [ProcedureFacts; MAX_PROCEDURES],
    /// Procedures by falling priority: `ranked[0]` runs first under the priority policy.
    pub ranked: [u8; MAX_PROCEDURES],
    /// The most that one task spawns.
    pub spawns: Matrix,
    /// `[p]`: the most tasks, of all procedures together, that one thread of a task of `p` spawns; `u32::MAX` where it is not known.
    pub spawns_of_thread: [u32; MAX_PROCEDURES],
    /// `[p]`: which procedures continue when tasks of `p` have finished, a bit each.
    pub resumes: [u32; MAX_PROCEDURES],
    /// Words of the largest frame of a fork of tasks that a thread may run with their children.
    pub frame: u32,
    /// Whether tasks finish with sums.
    pub adds: bool,
    /// `[p]`, a bit for each procedure `q`: whether leaves of `q` run in place where `p` spawns them, under the
    /// policy of priorities. A leaf runs in the thread that has spawned it, once that thread's own task has ended.
    pub in_place: [u32; MAX_PROCEDURES],
    /// The most that one task spawns into the local queue of a procedure, where leaves run in place.
    pub queued: Matrix,
}

impl Facts {
    /// Those of procedures that spawn so many tasks, with these priorities.
    pub const fn new(procedures: &[ProcedureInfo], spawned: &MostSpawned, ranked: [u8; MAX_PROCEDURES]) -> Self {
        let MostSpawned { of_task: spawns, resumes, dives, frame, adds, of_thread: spawns_of_thread } = *spawned;
        let mut facts = Self {
            of: [ProcedureFacts::NONE; MAX_PROCEDURES],
            ranked,
            spawns,
            spawns_of_thread,
            resumes,
            frame,
            adds,
            in_place: [0; MAX_PROCEDURES],
            queued: spawns,
        };
        let mut rank = 0;
        while rank < procedures.len() {
            let p = ranked[rank] as usize;
            facts.of[p] = ProcedureFacts::new(&procedures[p], p, rank as u32, &spawns[p], dives >> p & 1 != 0);
            rank += 1;
        }
        let mut p = 0;
        while p < procedures.len() {
            facts.follow_spawns(p, procedures.len());
            p += 1;
        }
        facts
    }

    /// What follows from the procedures that `p` spawns.
    const fn follow_spawns(&mut self, p: usize, count: usize) {
        // Of leaves that run in place a thread keeps the first, whatever it spawns besides.
        let others = self.of[p].threads.saturating_mul(self.spawns_of_thread[p].saturating_sub(1));
        let mut q = 0;
        while q < count {
            let spawned = self.spawns[p][q];
            self.of[p].expands |= spawned > 0 && !self.of[q].is_leaf;
            if self.runs_in_place(p, q) {
                self.in_place[p] |= 1 << q;
                self.queued[p][q] = if others < spawned { others } else { spawned };
            }
            q += 1;
        }
    }

    /// Whether leaves of `q` run in place where a task of `p` spawns them. By their priority they would come next.
    /// A task has about one for each of its threads, so that its warp runs them side by side.
    const fn runs_in_place(&self, p: usize, q: usize) -> bool {
        let (parent, leaf, spawned) = (&self.of[p], &self.of[q], self.spawns[p][q]);
        parent.level != 1
            && leaf.level == 2
            && leaf.is_leaf
            && spawned > 0
            && spawned <= parent.threads
            && leaf.rank < parent.rank
    }
}

/// Size of a work item on the device in bytes. One without size in Rust has a byte in C++.
pub const fn item_bytes(procedure: &ProcedureInfo) -> usize {
    if procedure.item_size == 0 { 1 } else { procedure.item_size }
}

/// Items of a procedure that a group of warps holds for itself, at most. They are those of the level-1 tasks that
/// it may run one after another.
pub(crate) const fn items_held(procedure: &ProcedureInfo) -> u32 {
    let fit = HELD_BYTES / item_bytes(procedure);
    if procedure.level != 1 || fit == 0 {
        1
    } else if fit > HELD_ITEMS {
        HELD_ITEMS as u32
    } else {
        fit as u32
    }
}

const fn are_all_zero(spawns: &[u32; MAX_PROCEDURES]) -> bool {
    let mut q = 0;
    while q < MAX_PROCEDURES {
        if spawns[q] > 0 {
            return false;
        }
        q += 1;
    }
    true
}

/// Whether tasks of procedure `p` spawn at most one task, of their own procedure.
const fn spawns_itself_alone(p: usize, spawns: &[u32; MAX_PROCEDURES]) -> bool {
    let mut q = 0;
    while q < MAX_PROCEDURES {
        if spawns[q] != (q == p) as u32 {
            return false;
        }
        q += 1;
    }
    true
}
