//! What tasks spawn into the local queues of the megakernel: all but the leaves that run in the thread that has spawned them.

use whipple_runtime::{
    facts::Matrix,
    options::Policy,
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
}

impl Spawns {
    /// Those of a program under a policy. Leaves run in place under the policy of priorities alone: `BY_RANK` of
    /// `device/policy/`.
    pub fn new(procedures: &[ProcedureInfo], plan: &Plan, policy: Policy) -> Self {
        let facts = &plan.facts;
        let by_rank = policy.resolve(plan) == Policy::FixedPriority;
        let mut spawned = [false; MAX_PROCEDURES];
        for (q, is_spawned) in spawned.iter_mut().enumerate() {
            *is_spawned = facts.spawns[..procedures.len()].iter().any(|spawns| spawns[q] > 0);
        }
        Self { queued: if by_rank { facts.queued } else { facts.spawns }, spawned }
    }
}
