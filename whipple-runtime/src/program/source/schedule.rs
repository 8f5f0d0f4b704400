//! What the fused text says of a program to the schedulers: its facts as a table, and where each procedure stands.

use super::{Namespace, fuse::write_qualified, writer::ConstWriter};
use crate::{
    facts::{Facts, Matrix, ProcedureFacts},
    plan::{Plan, scratch_per_warp},
    program::ProcedureInfo,
};

/// The schedule of a program, and the place of each procedure in it.
pub(super) const fn write_schedule(
    program: &str,
    namespace: Namespace,
    procedures: &[ProcedureInfo],
    plan: &Plan,
    out: &mut ConstWriter<'_>,
) {
    let count = procedures.len();
    out.text("\n// ---- The schedule ----\n\n#ifndef WHIPPLE_BLOCK_THREADS\n#define WHIPPLE_BLOCK_THREADS ");
    out.number(plan.block_threads as u64);
    out.text("\n#endif\n#include <whipple/schedulers/common/plan.cuh>\n\nnamespace whipple {\n\nstruct Schedule : plan::Choices {\n    using Program = ::");
    out.namespace(namespace);
    out.text("::");
    out.text(program);
    out.text(";\n    static constexpr unsigned PROCEDURES = ");
    out.number(count as u64);
    out.text(";\n    static constexpr unsigned SCRATCH_PER_WARP = ");
    out.number(scratch_per_warp(procedures) as u64);
    out.text(";\n    static constexpr unsigned SEEDABLE = ");
    out.number((1u64 << count) - 1);
    out.text(";\n    static constexpr Facts<PROCEDURES> FACTS = ");
    write_facts(procedures, &plan.facts, out);
    out.text(";\n};\n");
    let mut p = 0;
    while p < count {
        out.text("\ntemplate <>\nstruct Place<");
        write_qualified(procedures[p].structure.get(), out);
        out.text("> {\n    using Schedule = ::whipple::Schedule;\n    static constexpr unsigned INDEX = ");
        out.number(p as u64);
        out.text(";\n};\n\ntemplate <>\nstruct Entry<Schedule, ");
        out.number(p as u64);
        out.text("> {\n    using Procedure = ");
        write_qualified(procedures[p].structure.get(), out);
        out.text(";\n    using Item = Queued<Procedure>;");
        if let Some(most) = procedures[p].max_spawns {
            out.text("\n    static constexpr unsigned MAX_SPAWNS = ");
            out.number(most as u64);
            out.text(";  // of one thread, as the procedure declares");
        }
        out.text("\n    __device__ static const Procedure& of(const Schedule::Program& program) { return program.");
        out.text(procedures[p].field);
        out.text("; }\n};\n");
        p += 1;
    }
    out.text("\n}  // namespace whipple\n");
}

/// The table of facts as the fused text has it, for programs whose text is written by hand.
pub fn facts_text(procedures: &[ProcedureInfo], facts: &Facts) -> String {
    let mut bytes = vec![0; 1 << 16];
    let mut out = ConstWriter::new(&mut bytes);
    write_facts(procedures, facts, &mut out);
    let length = out.length();
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

/// The table: `Facts` of `device/schedulers/common/facts.cuh`.
const fn write_facts(procedures: &[ProcedureInfo], facts: &Facts, out: &mut ConstWriter<'_>) {
    let count = procedures.len();
    out.text("{\n        {");
    let mut p = 0;
    while p < count {
        write_procedure(&facts.of[p], facts.ranked[p] as u32, out);
        out.text(if p + 1 < count { ",  // " } else { "},  // " });
        out.text(procedures[p].name);
        p += 1;
    }
    write_matrix("the most that one task spawns", count, &facts.spawns, out);
    write_matrix("into the local queues, where leaves run in place", count, &facts.queued, out);
    out.text("\n        {");
    let mut p = 0;
    while p < count {
        out.text(if p == 0 { "" } else { ", " });
        out.number(facts.in_place[p] as u64);
        p += 1;
    }
    out.text("},  // which ones do, a bit each\n        {");
    let mut p = 0;
    while p < count {
        out.text(if p == 0 { "" } else { ", " });
        out.number(facts.resumes[p] as u64);
        p += 1;
    }
    out.text("},  // what continues when tasks have finished, a bit each\n        ");
    out.number(facts.frame as u64);
    out.text(",  // words of the largest frame\n        ");
    out.text(if facts.adds { "true" } else { "false" });
    out.text(",  // tasks finish with sums\n    }");
}

const fn write_procedure(facts: &ProcedureFacts, ranked: u32, out: &mut ConstWriter<'_>) {
    let numbers = [
        (".level = ", facts.level),
        (", .threads = ", facts.threads),
        (", .words = ", facts.words),
        (", .tasks_per_warp = ", facts.tasks_per_warp),
        (", .warps_per_task = ", facts.warps_per_task),
        (", .held = ", facts.held),
        (", .at_once = ", facts.at_once),
        (", .rank = ", facts.rank),
        (", .ranked = ", ranked),
    ];
    out.text("\n            {");
    let mut index = 0;
    while index < numbers.len() {
        out.text(numbers[index].0);
        out.number(numbers[index].1 as u64);
        index += 1;
    }
    let answers = [
        (", .is_leaf = ", facts.is_leaf),
        (", .expands = ", facts.expands),
        (", .meets = ", facts.meets),
        (", .goes_on = ", facts.goes_on),
        (", .dives = ", facts.dives),
    ];
    let mut index = 0;
    while index < answers.len() {
        out.text(answers[index].0);
        out.text(if answers[index].1 { "true" } else { "false" });
        index += 1;
    }
    out.text("}");
}

const fn write_matrix(title: &str, count: usize, matrix: &Matrix, out: &mut ConstWriter<'_>) {
    out.text("\n        // ");
    out.text(title);
    out.text("\n        {");
    let mut p = 0;
    while p < count {
        out.text(if p == 0 { "{" } else { ", {" });
        let mut q = 0;
        while q < count {
            out.text(if q == 0 { "" } else { ", " });
            out.number(matrix[p][q] as u64);
            q += 1;
        }
        out.text("}");
        p += 1;
    }
    out.text("},");
}
