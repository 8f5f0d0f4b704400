//! Procedures that read by `get` what others write by `set`, where nothing orders the two.

use super::{
    Accesses, Item,
    graph::{ItemSet, called},
    writer::{BASIS, feed},
};
use crate::{plan::Plan, program::ProcedureInfo};

/// Which procedures of a program read a buffer by `get` that another one writes by `set`, as far as their bodies show it, and nothing
/// orders the two. Fields of one name are taken for one buffer. Those of structs are so by the names on the way to them.
///
/// Nothing is said where tasks of one lead to tasks of the other, by spawns or as what waits for them: then the order may be that of
/// these tasks. Nor is it where no procedure leads to both, which the host may seed in runs of their own. Nor where the reader, or a
/// procedure that leads to it, may acquire what others released.
pub const fn unordered<const N: usize>(plan: &Plan, procedures: &[ProcedureInfo]) -> [bool; N] {
    let mut unordered = [false; N];
    let leads = leads::<N>(plan);
    let mut reader = 0;
    while reader < N {
        let mut writer = 0;
        while writer < N && !unordered[reader] {
            let apart = reader != writer && leads[reader] >> writer & 1 == 0 && leads[writer] >> reader & 1 == 0;
            unordered[reader] = apart
                && have_one_origin(reader, writer, &leads)
                && meet(&procedures[reader], &procedures[writer])
                && !acquires_before(reader, &leads, procedures);
            writer += 1;
        }
        reader += 1;
    }
    unordered
}

/// `[p]`, a bit for each procedure: whether tasks of `p` lead to tasks of that, itself included.
const fn leads<const N: usize>(plan: &Plan) -> [u32; N] {
    let mut leads = [0; N];
    let mut from = 0;
    while from < N {
        leads[from] = 1 << from;
        let mut to = 0;
        while to < N {
            leads[from] |= ((plan.facts.spawns[from][to] > 0) as u32) << to;
            to += 1;
        }
        from += 1;
    }
    let mut by = 0;
    while by < N {
        let mut from = 0;
        while from < N {
            if leads[from] >> by & 1 != 0 {
                leads[from] |= leads[by];
            }
            from += 1;
        }
        by += 1;
    }
    leads
}

/// Whether tasks of one procedure lead to both.
const fn have_one_origin(a: usize, b: usize, leads: &[u32]) -> bool {
    let mut p = 0;
    while p < leads.len() {
        if leads[p] >> a & 1 != 0 && leads[p] >> b & 1 != 0 {
            return true;
        }
        p += 1;
    }
    false
}

/// Whether one reads by `get` what the other writes by `set`.
const fn meet(reader: &ProcedureInfo, writer: &ProcedureInfo) -> bool {
    let (reads, writes) = (Paths::of(reader, true), Paths::of(writer, false));
    let mut read = 0;
    while read < reads.count {
        let mut written = 0;
        while written < writes.count {
            if reads.of[read] == writes.of[written] {
                return true;
            }
            written += 1;
        }
        read += 1;
    }
    false
}

/// Of more buffers than this nothing is said.
const MOST_PATHS: usize = 256;
/// Functions that call each other further down are not followed.
const DEEPEST: u32 = 12;

/// The paths from the fields of a procedure to the buffers that its tasks read, or write, as numbers.
struct Paths {
    reads: bool,
    of: [u64; MOST_PATHS],
    count: usize,
}

impl Paths {
    const fn of(procedure: &ProcedureInfo, reads: bool) -> Self {
        let mut set = ItemSet::new();
        set.insert(procedure.source);
        called(procedure.structure.get().definition, &mut set);
        let mut index = 0;
        while index < set.len {
            let item = set.get(index);
            called(item.definition, &mut set);
            called(item.body, &mut set);
            index += 1;
        }
        let mut paths = Self { reads, of: [0; MOST_PATHS], count: 0 };
        let execute = &procedure.source.get().accesses;
        paths.add(execute, feed(BASIS, b"execute self"), BASIS, &set, 0);
        paths
    }

    /// Adds the paths in one function. There they begin at `start`; `path` leads from the procedure to this.
    const fn add(&mut self, accesses: &Accesses, start: u64, path: u64, set: &ItemSet, depth: u32) {
        let list = if self.reads { accesses.reads } else { accesses.writes };
        let mut index = 0;
        while index < list.len() {
            let (from, parts) = list[index];
            if from == start && self.count < MOST_PATHS {
                self.of[self.count] = feed(path, parts.as_bytes());
                self.count += 1;
            }
            index += 1;
        }
        let mut index = 0;
        while index < accesses.lent.len() && depth < DEEPEST {
            let (from, parts, to) = accesses.lent[index];
            if from == start {
                self.follow(to, feed(path, parts.as_bytes()), set, depth + 1);
            }
            index += 1;
        }
    }

    /// Adds the paths in all functions that have this start: no two functions of one name are told apart.
    const fn follow(&mut self, start: u64, path: u64, set: &ItemSet, depth: u32) {
        let mut index = 0;
        while index < set.len {
            self.add(&set.get(index).accesses, start, path, set, depth);
            index += 1;
        }
    }
}

/// Whether a procedure, or one that leads to it, may acquire.
const fn acquires_before(reader: usize, leads: &[u32], procedures: &[ProcedureInfo]) -> bool {
    let mut p = 0;
    while p < procedures.len() {
        if leads[p] >> reader & 1 != 0 && acquires(&procedures[p]) {
            return true;
        }
        p += 1;
    }
    false
}

/// Whether the bodies of a procedure, or what they call, may acquire.
const fn acquires(procedure: &ProcedureInfo) -> bool {
    let mut set = ItemSet::new();
    set.insert(procedure.source);
    called(procedure.structure.get().definition, &mut set);
    let mut index = 0;
    while index < set.len {
        let item: &Item = set.get(index);
        if item.accesses.acquires {
            return true;
        }
        called(item.definition, &mut set);
        called(item.body, &mut set);
        index += 1;
    }
    false
}
