//! The plan of a program, made while it compiles: worker-block size, policy and priorities.
//!
//! Steinberger et al. 2014, sections 4.1 and 4.3.

use crate::{
    error::Error,
    facts::{Facts, item_bytes, items_held},
    program::ProcedureInfo,
    source::{Reached, most_spawned},
};
use std::fmt;

/// The most procedures that one program may have.
pub const MAX_PROCEDURES: usize = 32;
/// Worker-block sizes that are tried: every multiple of the warp size from 64 to 1024 threads.
#[doc(hidden)] // For the back ends.
pub const CANDIDATES: usize = 31;
/// Scratch memory that a worker block may use for the tasks that run at once, in bytes. The least that a supported
/// architecture gives a block is 64 KiB (sm_75), of which the local queues need a part.
pub const SCRATCH_LIMIT: usize = 48 * 1024;

/// The default order of procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlannedPolicy {
    /// Priorities are given in the program.
    Given,
    /// No cycle of spawns: earlier stages first, while queues have room.
    FillFirst,
    /// Cycles: the fullest queue first.
    FullestFirst,
}

/// What was decided at compile time, and why.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Threads of a worker block.
    pub block_threads: u32,
    /// The default policy.
    pub policy: PlannedPolicy,
    /// For each worker-block size `64 + 32 i`: utilisation of its threads in 1/1000, averaged over the procedures; 0 when
    /// the size does not fit.
    #[doc(hidden)] // For `explain` and tests.
    pub utilisation: [u16; CANDIDATES],
    /// What is known of the procedures.
    #[doc(hidden)] // For the back ends.
    pub facts: Facts,
}

impl Plan {
    /// Plans a program. Fails to compile where the program is not closed or no worker-block size fits.
    #[doc(hidden)] // For macro expansions.
    #[track_caller]
    pub const fn new(program: &str, procedures: &[ProcedureInfo]) -> Self {
        Self::of(program, procedures, &Reached::of(procedures))
    }

    /// The same, where it is known what the program reaches.
    #[doc(hidden)] // For macro expansions.
    #[track_caller]
    pub const fn of(program: &str, procedures: &[ProcedureInfo], reached: &Reached) -> Self {
        assert!(!procedures.is_empty(), "a program has at least one procedure");
        assert!(
            procedures.len() <= MAX_PROCEDURES,
            "a program has at most 32 procedures: make one procedure of several, told apart by their items"
        );
        let spawned = most_spawned(program, procedures, reached);
        let levels = stages(procedures.len(), &spawned.of_task);
        let mut given = false;
        let mut p = 0;
        while p < procedures.len() {
            given |= procedures[p].priority.is_some();
            p += 1;
        }
        let policy = match (given, levels) {
            (true, _) => PlannedPolicy::Given,
            (false, Some(_)) => PlannedPolicy::FillFirst,
            (false, None) => PlannedPolicy::FullestFirst,
        };
        let facts = Facts::new(procedures, &spawned, rank(procedures, if given { None } else { levels }));
        let (block_threads, utilisation) = choose_block(procedures);
        Self { block_threads, policy, utilisation, facts }
    }
}

impl Plan {
    /// The plan of a program in words: a table, with the reasons.
    pub const fn explain<'a>(&'a self, procedures: &'a [ProcedureInfo]) -> Explanation<'a> {
        Explanation { plan: self, procedures }
    }
}

/// A plan that prints as a table; made by [`Plan::explain`].
pub struct Explanation<'a> {
    plan: &'a Plan,
    procedures: &'a [ProcedureInfo],
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, procedures } = *self;
        let chosen = plan.utilisation[(plan.block_threads as usize - 64) / 32];
        let tried: Vec<u16> = plan.utilisation.iter().copied().filter(|part| *part > 0).collect();
        let best = tried.iter().filter(|part| **part == chosen).count();
        writeln!(
            f,
            "worker blocks of {} threads: {:.1} % of the threads work in full rounds, averaged over the procedures",
            plan.block_threads,
            f64::from(chosen) / 10.0
        )?;
        writeln!(
            f,
            "  ({} sizes from 64 to 1024 threads fit; {best} of them reach this; the one nearest to {} is taken)",
            tried.len(),
            PREFERRED_THREADS
        )?;
        let reason = match plan.policy {
            PlannedPolicy::Given => "by priority: priorities are given in the program",
            PlannedPolicy::FillFirst => {
                "earlier stages first while the local queues have room, else the latest: spawns form no cycle"
            }
            PlannedPolicy::FullestFirst => "the fullest queue first: spawns form a cycle",
        };
        write!(f, "policy: {reason}")?;
        let of_themselves: Vec<String> = (0..procedures.len())
            .filter(|p| plan.policy == PlannedPolicy::FillFirst && plan.facts.spawns[*p][*p] > 0)
            .map(|p| format!("`{}`", procedures[p].name))
            .collect();
        if !of_themselves.is_empty() {
            write!(f, " of several procedures ({} spawns itself)", of_themselves.join(", "))?;
        }
        writeln!(f)?;
        let ranked: Vec<&str> =
            plan.facts.ranked[..procedures.len()].iter().map(|p| procedures[*p as usize].name).collect();
        writeln!(f, "priorities, highest first: {}", ranked.join(", "))?;
        writeln!(
            f,
            "scratch memory: {} bytes a warp, for the items and shared memory of its tasks",
            scratch_per_warp(procedures)
        )?;
        let width = procedures.iter().map(|p| p.name.len()).max().unwrap_or(0).max("procedure".len());
        writeln!(
            f,
            "{:width$}  level  threads  weight  tasks a round  idle lanes  item bytes  shared bytes  spawns a task at most",
            "procedure"
        )?;
        for (index, p) in procedures.iter().enumerate() {
            let warps = plan.block_threads / 32;
            let (tasks, threads) = match p.level {
                0 => (warps * (32 / p.threads), warps * (32 / p.threads) * p.threads),
                1 => (warps / p.threads.div_ceil(32), warps / p.threads.div_ceil(32) * p.threads),
                _ => (plan.block_threads, plan.block_threads),
            };
            let spawns: Vec<String> = procedures
                .iter()
                .zip(&plan.facts.spawns[index])
                .filter(|(_, most)| **most > 0)
                .map(|(target, most)| format!("{most} {}", target.name))
                .collect();
            writeln!(
                f,
                "{:width$}  {:>5}  {:>7}  {:>6}  {:>13}  {:>10}  {:>10}  {:>12}  {}",
                p.name,
                p.level,
                p.threads,
                p.weight,
                tasks,
                plan.block_threads - threads,
                p.item_size,
                p.shared_size,
                if spawns.is_empty() { "-".to_owned() } else { spawns.join(", ") }
            )?;
        }
        Ok(())
    }
}

/// Scratch memory of one warp in bytes: items and shared memory of the multi-threaded tasks that it runs at once.
#[doc(hidden)] // For the back ends.
pub const fn scratch_per_warp(procedures: &[ProcedureInfo]) -> usize {
    let mut most = 0;
    let mut p = 0;
    while p < procedures.len() {
        let it = &procedures[p];
        let shared = if it.shared_size == 0 { 1 } else { it.shared_size };
        let slice = (it.item_size.next_multiple_of(it.shared_align) + shared).next_multiple_of(16);
        let items = items_held(it) as usize * item_bytes(it);
        let batch = (items.next_multiple_of(it.shared_align) + shared).next_multiple_of(16);
        let own = match it.level {
            0 => 32 / it.threads as usize * slice,
            1 => batch.div_ceil(it.threads.div_ceil(32) as usize).next_multiple_of(16),
            _ => 0,
        };
        if own > most {
            most = own;
        }
        p += 1;
    }
    most
}

/// Threads of `p` that run in a full worker block of `threads`, in 1/1000.
const fn utilisation_of(p: &ProcedureInfo, threads: u32) -> u32 {
    match p.level {
        0 => 32 / p.threads * p.threads * 1000 / 32,
        1 => threads / 32 / p.threads.div_ceil(32) * p.threads * 1000 / threads,
        _ => 1000,
    }
}

/// Threads of a worker block where nothing else decides: the best on an H200. The warps of smaller blocks wait less for each other.
const PREFERRED_THREADS: u32 = 256;

/// The best worker-block size and the utilisation of all. Among equals the one nearest to the preferred size.
const fn choose_block(procedures: &[ProcedureInfo]) -> (u32, [u16; CANDIDATES]) {
    let (scratch, preferred) = (scratch_per_warp(procedures), PREFERRED_THREADS);
    let mut table = [0; CANDIDATES];
    let (mut best, mut best_threads) = (0_u32, 0_u32);
    let mut index = 0;
    while index < CANDIDATES {
        let threads = 64 + 32 * index as u32;
        let (mut sum, mut fits) = (0, scratch * (threads as usize / 32) <= SCRATCH_LIMIT);
        let mut p = 0;
        while p < procedures.len() {
            let own = utilisation_of(&procedures[p], threads);
            fits &= own > 0;
            sum += own;
            p += 1;
        }
        if fits {
            let average = sum / procedures.len() as u32;
            table[index] = average as u16;
            if average > best || (average == best && threads.abs_diff(preferred) < best_threads.abs_diff(preferred)) {
                (best, best_threads) = (average, threads);
            }
        }
        index += 1;
    }
    if best_threads == 0 {
        panic!(
            "no worker-block size fits this program: the items and shared memory of the tasks of one worker block exceed 48 KiB; make the shared memory or the items of the multi-threaded procedures smaller"
        );
    }
    (best_threads, table)
}

/// The longest path of spawns that leads to each procedure; `None` when spawns form a cycle over two or more
/// procedures. A procedure that respawns itself does not count as a cycle.
const fn stages(count: usize, spawns: &[[u32; MAX_PROCEDURES]; MAX_PROCEDURES]) -> Option<[u32; MAX_PROCEDURES]> {
    let mut stage = [0; MAX_PROCEDURES];
    let mut pass = 0;
    while pass <= count {
        let mut changed = false;
        let mut p = 0;
        while p < count {
            let mut q = 0;
            while q < count {
                if p != q && spawns[p][q] > 0 && stage[q] <= stage[p] {
                    stage[q] = stage[p] + 1;
                    changed = true;
                }
                q += 1;
            }
            p += 1;
        }
        if !changed {
            return Some(stage);
        }
        pass += 1;
    }
    None
}

/// Procedures by falling priority: the given ones, else the later stage first; the later field first on a tie.
const fn rank(procedures: &[ProcedureInfo], stages: Option<[u32; MAX_PROCEDURES]>) -> [u8; MAX_PROCEDURES] {
    let mut ranked = [0; MAX_PROCEDURES];
    let mut used = [false; MAX_PROCEDURES];
    let mut place = 0;
    while place < procedures.len() {
        let (mut best, mut best_key) = (usize::MAX, 0);
        let mut p = 0;
        while p < procedures.len() {
            let key = match (stages, procedures[p].priority) {
                (Some(stage), _) => stage[p],
                (None, Some(priority)) => priority,
                (None, None) => 0,
            };
            if !used[p] && (best == usize::MAX || key >= best_key) {
                (best, best_key) = (p, key);
            }
            p += 1;
        }
        used[best] = true;
        ranked[place] = best as u8;
        place += 1;
    }
    ranked
}

/// Checks a number of threads of a worker block.
///
/// # Errors
/// [`Error::Options`] that says what fits.
#[doc(hidden)] // For the back ends.
pub fn check_block_threads(threads: u32, procedures: &[ProcedureInfo]) -> Result<(), Error> {
    let largest = procedures.iter().filter(|p| p.level == 1).max_by_key(|p| p.threads);
    let refuse = |reason: String| Error::Options { option: "block_threads", value: threads.to_string(), reason };
    if !threads.is_multiple_of(32) || !(64..=1024).contains(&threads) {
        return Err(refuse("a worker block has a multiple of 32 threads, from 64 to 1024".to_owned()));
    }
    match largest {
        Some(procedure) if procedure.threads > threads => Err(refuse(format!(
            "a task of `{}` has {} threads, and they run in one worker block",
            procedure.name, procedure.threads
        ))),
        _ => Ok(()),
    }
}
