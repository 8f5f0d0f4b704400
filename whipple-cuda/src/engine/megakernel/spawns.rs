//! What tasks spawn into the local queues of the megakernel: all but the leaves that run in the thread that has spawned them.

use whipple_runtime::{
    options::Policy,
    plan::{MAX_PROCEDURES, Plan},
    program::ProcedureInfo,
};

/// How many tasks come into the local queues.
#[derive(Clone, Debug)]
pub struct Spawns {
    /// `[p][q]`: the most of procedure `q` that one task of `p` spawns into the queue of `q`.
    pub queued: [[u32; MAX_PROCEDURES]; MAX_PROCEDURES],
    /// `[q]`: whether some task spawns some of `q`, into its queue or not.
    pub spawned: [bool; MAX_PROCEDURES],
}

impl Spawns {
    /// Those of a program under a policy.
    pub fn new(procedures: &[ProcedureInfo], plan: &Plan, policy: Policy) -> Self {
        let by_rank = policy.resolve(plan) == Policy::FixedPriority;
        let count = procedures.len();
        let mut spawns = Self { queued: plan.spawns, spawned: [false; MAX_PROCEDURES] };
        for q in 0..count {
            spawns.spawned[q] = (0..count).any(|p| plan.spawns[p][q] > 0);
            for p in (0..count).filter(|p| by_rank && runs_in_place(procedures, plan, *p, q)) {
                // A thread keeps the first that it spawns.
                let others = procedures[p].threads.saturating_mul(plan.spawns_of_thread[p].saturating_sub(1));
                spawns.queued[p][q] = plan.spawns[p][q].min(others);
            }
        }
        spawns
    }
}

/// Whether leaves of procedure `q` run in place where a task of `p` spawns them, under the policy of priorities: `runs_in_place` in
/// `device/scheduler/in_place.cuh`.
fn runs_in_place(procedures: &[ProcedureInfo], plan: &Plan, p: usize, q: usize) -> bool {
    let rank =
        |procedure: usize| plan.ranked[..procedures.len()].iter().position(|ranked| usize::from(*ranked) == procedure);
    let is_leaf = plan.spawns[q][..procedures.len()].iter().all(|most| *most == 0);
    let about_one_each = (1..=procedures[p].threads).contains(&plan.spawns[p][q]);
    procedures[p].level != 1 && procedures[q].level == 2 && is_leaf && about_one_each && rank(q) < rank(p)
}
