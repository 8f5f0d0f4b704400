//! Procedures that read by `get` what others write by `set`, where nothing orders the two.

use super::{
    Accesses, Item, Piece,
    graph::{ItemSet, called},
    writer::names_contain,
};
use crate::{plan::Plan, program::ProcedureInfo};

/// Which procedures of a program read a buffer by `get` that another one writes by `set`, as far as their bodies show it, and nothing
/// orders the two. Fields of one name are taken for one buffer.
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

/// Whether one reads a field by `get` that the other writes by `set`.
const fn meet(reader: &ProcedureInfo, writer: &ProcedureInfo) -> bool {
    let mut by = 0;
    while let Some(reads) = accesses(reader, by) {
        let mut of = 0;
        while let Some(writes) = accesses(writer, of) {
            let mut read = 0;
            while read < reads.reads.len() {
                if names_contain(writes.writes, reads.reads[read]) {
                    return true;
                }
                read += 1;
            }
            of += 1;
        }
        by += 1;
    }
    false
}

/// What the bodies of a procedure do: first that of `execute`, then those of its methods, list by list.
const fn accesses(of: &ProcedureInfo, number: usize) -> Option<&'static Accesses> {
    if number == 0 {
        return Some(&of.source.get().accesses);
    }
    let (mut left, mut piece) = (number - 1, 0);
    let definition = of.structure.get().definition;
    while piece < definition.len() {
        if let Piece::Members(items) = &definition[piece] {
            if left < items.len() {
                return Some(&items[left].get().accesses);
            }
            left -= items.len();
        }
        piece += 1;
    }
    None
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
