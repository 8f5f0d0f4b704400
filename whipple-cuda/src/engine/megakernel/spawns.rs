//! What tasks spawn into the local queues of the megakernel: all but the leaves that run in the thread that has spawned them.

use crate::engine::common::constants::{DIVERS, constant};
use whipple_runtime::{
    facts::{Facts, Matrix},
    options::{Options, Policy},
    plan::{MAX_PROCEDURES, Plan},
    program::ProcedureInfo,
};

/// How many tasks come into the local queues.
#[derive(Clone, Debug)]
pub struct Spawns {
    /// `[p][q]`: the most of procedure `q` that one task of `p` spawns into the queue of `q`.
    pub queued: Matrix,
    /// `[q]`: whether some task spawns some of `q`, into its queue or not.
    pub spawned: [bool; MAX_PROCEDURES],
    /// Words of shared memory that each thread has for its stack, where threads run children of their tasks themselves; else 0.
    pub stack: usize,
}

impl Spawns {
    /// Those of a program under a policy. Leaves run in place under the policy of priorities alone: `BY_RANK` of
    /// `device/policy/`.
    pub fn new(procedures: &[ProcedureInfo], plan: &Plan, options: &Options) -> Self {
        let facts = &plan.facts;
        let by_rank = options.policy.resolve(plan) == Policy::FixedPriority;
        let mut spawned = [false; MAX_PROCEDURES];
        for (q, is_spawned) in spawned.iter_mut().enumerate() {
            *is_spawned = facts.spawns[..procedures.len()].iter().any(|spawns| spawns[q] > 0);
        }
        let mut queued = if by_rank { facts.queued } else { facts.spawns };
        let dives = |p: usize| options.dives() && facts.of[p].dives;
        let diving: Vec<usize> = (0..procedures.len()).filter(|p| dives(*p)).collect();
        // As `spawned_by_dive` of device/schedulers/common/facts.cuh.
        (0..procedures.len()).for_each(|q| {
            let most = diving.iter().map(|p| facts.spawns[*p][q]).max().unwrap_or(0);
            diving.iter().for_each(|p| queued[*p][q] = most.saturating_add(u32::from(dives(q))));
        });
        Self { queued, spawned, stack: stack_words(facts, &diving) }
    }
}

/// As `stack_words` of device/schedulers/megakernel/tasks/diver.cuh.
fn stack_words(facts: &Facts, diving: &[usize]) -> usize {
    let item = diving.iter().map(|p| facts.of[*p].words.saturating_sub(2)).max();
    item.map_or(0, |item| constant(DIVERS, "FRAMES") * facts.frame + item) as usize
}
