//! The guide docs/writing-a-program.md: its code is that of examples/tree, which grows the same tree everywhere, of joins.rs, of
//! guide/waiting.rs, and of examples/tasks.

#[path = "common/devices.rs"]
mod devices;
#[path = "../examples/tree/grow.rs"]
mod grow;
#[path = "../examples/tree/picture.rs"]
mod picture;
#[path = "guide/waiting.rs"]
mod waiting;

use grow::{Line, Tree, grow};
use std::collections::HashMap;
use whipple::prelude::*;

/// The lines in an order of their own, as bits.
fn sorted(lines: &[Line]) -> Vec<[u32; 6]> {
    let bits = |line: &Line| {
        let Line { from, to, width, leaf } = line;
        [from.x.to_bits(), from.y.to_bits(), to.x.to_bits(), to.y.to_bits(), width.to_bits(), *leaf]
    };
    let mut all: Vec<_> = lines.iter().map(bits).collect();
    all.sort_unstable();
    all
}

#[test]
fn the_code_of_the_guide_is_that_of_the_example() {
    let (guide, example) = (include_str!("../docs/writing-a-program.md"), include_str!("../examples/tree/grow.rs"));
    let others = [
        include_str!("joins.rs"),
        include_str!("guide/waiting.rs"),
        include_str!("forks/gathered.rs"),
        include_str!("forks/sums.rs"),
        include_str!("../examples/tasks/queens.rs"),
        include_str!("../examples/tasks/sort/mod.rs"),
        include_str!("../examples/tasks/sort/merging.rs"),
        include_str!("../examples/tasks/sort/short.rs"),
    ];
    let blocks: Vec<&str> =
        guide.split("```rust\n").skip(1).map(|rest| rest.split("```").next().expect("the block")).collect();
    assert!(blocks.len() > 5, "the guide shows code");
    for block in blocks {
        let is_found = example.contains(block) || others.iter().any(|other| other.contains(block));
        assert!(
            is_found,
            "none of examples/tree/grow.rs, tests/joins.rs, tests/guide/waiting.rs, tests/forks/gathered.rs, tests/forks/sums.rs, examples/tasks/queens.rs and examples/tasks/sort has such lines:\n{block}"
        );
    }
}

/// The pages say how to print a plan, and the limits that a plan has.
#[test]
fn plans_and_their_limits_are_on_the_pages() {
    let (guide, language) = (include_str!("../docs/writing-a-program.md"), include_str!("../docs/language.md"));
    assert!(guide.contains("Tree::PLAN.explain(Tree::PROCEDURES)"));
    let plan = Tree::PLAN.explain(Tree::PROCEDURES).to_string();
    assert!(plan.contains("priorities, highest first: Leaves, Branch\n"), "{plan}");
    let (_, limits) = language.split_once("\n## Limits\n").expect("a section of limits");
    let (procedures, scratch) = (whipple::plan::MAX_PROCEDURES, whipple::plan::SCRATCH_LIMIT >> 10);
    for row in
        [format!("| procedures of a program | {procedures} |"), format!("| shared memory of a task | {scratch} KiB |")]
    {
        assert!(limits.contains(&row), "no row {row}");
    }
}

#[test]
fn a_tree_is_the_same_each_time() {
    let device = Device::cpu();
    for seed in [1, 7] {
        let (lines, report) = grow(&device, seed).expect("it grows");
        let (again, _) = grow(&device, seed).expect("it grows");
        assert!(sorted(&lines) == sorted(&again), "seed {seed}");
        // A branch is a line, and a task of leaves eight.
        let leaves = lines.iter().filter(|line| line.leaf == 1).count();
        let branches = lines.len() - leaves;
        let tasks: Vec<u64> = report.procedures.iter().map(|procedure| procedure.tasks).collect();
        assert_eq!(tasks, [branches as u64, leaves as u64 / 8]);
        // Every inner branch has two.
        assert_eq!(branches, 2 * (leaves / 8) - 1);
        assert_eq!(picture::svg(&lines).matches("<path").count(), lines.len());
    }
}

#[test]
fn the_emulated_device_grows_the_same_tree() {
    let Some(device) = devices::emulated() else { return };
    same_tree(&device);
}

#[test]
fn a_gpu_grows_the_same_tree() {
    let Some(device) = devices::gpu() else { return };
    same_tree(&device);
}

/// What tasks that wait for their children give, on every device.
#[test]
fn children_are_waited_for_on_every_device() {
    for device in [Device::cpu()].into_iter().chain(devices::emulated()).chain(devices::gpu()) {
        waiting::numbers(&device).unwrap_or_else(|error| panic!("{device:?}: {error}"));
        waiting::peaks(&device).unwrap_or_else(|error| panic!("{device:?}: {error}"));
    }
}

/// Compares with the CPU's, by the cells of a grid that lines end in: sines differ in their last bits.
fn same_tree(device: &Device) {
    let cells = |lines: &[Line]| {
        let mut count: HashMap<_, i64> = HashMap::new();
        for line in lines {
            *count
                .entry(((line.to.x * 16.0).floor() as i32, (line.to.y * 16.0).floor() as i32, line.leaf))
                .or_default() += 1;
        }
        count
    };
    let (expected, _) = grow(&Device::cpu(), 1).expect("it grows");
    let (found, _) = grow(device, 1).expect("it grows");
    assert_eq!(expected.len(), found.len());
    let (mine, theirs) = (cells(&expected), cells(&found));
    let missing: i64 = mine.iter().map(|(cell, count)| (count - theirs.get(cell).unwrap_or(&0)).max(0)).sum();
    // Those on the border of two cells may change.
    assert!(missing as usize * 200 < expected.len(), "{missing} of {} lines end elsewhere", expected.len());
}
