//! The ticketed hand-off and the end of the program: it comes exactly when no task is left.

use loom::thread;
use std::sync::atomic::Ordering;
use whipple_models::{
    Block, Device, NONE, Rules,
    block::{ENDED, Launch},
    check,
};

/// Tasks that come of a task, itself included.
fn tasks(task: u32) -> u32 {
    (2 << task) - 1
}

/// Runs a launch on `blocks` blocks, which start at any time, even after the others ended.
fn run(blocks: u32, preemptions: usize, launch: Launch, rules: Rules) {
    let all = launch.seeds.iter().chain(&launch.queued).chain(&launch.handed_over).chain(launch.saved.iter().flatten());
    let expected: u32 = all.map(|task| tasks(*task)).sum();
    check(preemptions, move || {
        let device = Device::new(blocks, launch.clone(), rules);
        let others: Vec<_> = (1..blocks)
            .map(|index| {
                let block = Block::new(&device, index);
                thread::spawn(move || block.run())
            })
            .collect();
        let mut executed = Block::new(&device, 0).run().executed;
        for other in others {
            executed += other.join().unwrap().executed;
        }
        assert_eq!(device.flags(), ENDED, "why it stopped");
        assert_eq!(device.remains(), [] as [u32; 0], "nothing rests");
        assert_eq!(executed, expected, "tasks that ran");
    });
}

/// One task, which spawns two: one of them can be handed over.
fn hand_over(blocks: u32, preemptions: usize, rules: Rules) {
    run(blocks, preemptions, Launch { seeds: vec![1], stashed: true, crowded: 9, ..Launch::default() }, rules);
}

/// The same, but one of the two goes to the global queue.
fn export(blocks: u32, preemptions: usize, rules: Rules) {
    run(blocks, preemptions, Launch { seeds: vec![1], stashed: true, crowded: 1, ..Launch::default() }, rules);
}

/// Tasks of which each block takes some.
fn seeds(blocks: u32, preemptions: usize, rules: Rules) {
    run(blocks, preemptions, Launch { seeds: vec![0, 0], crowded: 9, ..Launch::default() }, rules);
}

/// Chunks of a suspended run, in the global queue.
fn queued(blocks: u32, preemptions: usize, rules: Rules) {
    run(blocks, preemptions, Launch { queued: vec![0, 0], crowded: 9, ..Launch::default() }, rules);
}

/// A chunk of a suspended run, in the hand-off ring.
fn handed_over(blocks: u32, preemptions: usize, rules: Rules) {
    run(blocks, preemptions, Launch { handed_over: vec![1], crowded: 9, ..Launch::default() }, rules);
}

/// Local queues of a suspended run.
fn saved(blocks: u32, preemptions: usize, rules: Rules) {
    let saved = (0..blocks).map(|block| if block == 1 { vec![1] } else { vec![] }).collect();
    run(blocks, preemptions, Launch { saved, stashed: true, crowded: 9, ..Launch::default() }, rules);
}

#[test]
fn hand_overs_are_in_flight() {
    hand_over(2, 4, Rules::default());
    hand_over(3, 2, Rules::default());
}

#[test]
fn nothing_rests_in_the_global_queue() {
    export(2, 3, Rules::default());
    export(3, 1, Rules::default());
}

#[test]
fn late_blocks_take_part_in_seeds() {
    seeds(2, 4, Rules::default());
    seeds(3, 2, Rules::default());
}

/// Under a fixed order of the procedures.
#[test]
fn tasks_of_queues_may_come_before_seeds() {
    let rules = Rules { queues_first: true, ..Rules::default() };
    seeds(2, 4, rules);
    export(2, 3, rules);
    let launch = Launch { seeds: vec![0], queued: vec![0], crowded: 9, ..Launch::default() };
    run(2, 3, launch.clone(), rules);
    run(3, 1, launch, rules);
}

#[test]
fn late_blocks_take_part_in_what_was_queued() {
    queued(2, 3, Rules::default());
    queued(3, 1, Rules::default());
}

#[test]
fn hand_overs_of_a_suspended_run_arrive() {
    handed_over(2, 4, Rules::default());
    handed_over(3, 2, Rules::default());
}

#[test]
fn late_blocks_take_part_in_what_was_saved() {
    saved(2, 4, Rules::default());
    saved(3, 2, Rules::default());
}

#[test]
fn no_task_is_no_work() {
    run(3, 2, Launch::default(), Rules::default());
}

/// A block that starves releases its hand-overs, so that they are seen in `tail`.
#[test]
#[should_panic]
fn starving_must_release() {
    hand_over(3, 3, Rules { starve: Ordering::Acquire, ..Rules::default() });
}

/// Whoever counts tickets acquires the hand-overs of the starving.
#[test]
#[should_panic]
fn starving_must_acquire() {
    hand_over(3, 3, Rules { starve: Ordering::Release, ..Rules::default() });
}

/// What `head` acquired is enough for a relaxed load of `tail`: by coherence it cannot be older.
#[test]
fn tail_needs_no_order_of_its_own() {
    hand_over(3, 2, Rules { tail: NONE, ..Rules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn hand_overs_need_the_release_of_the_giver() {
    hand_over(2, 3, Rules { fill: NONE, ..Rules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn hand_overs_need_the_acquire_of_the_starving() {
    hand_over(2, 3, Rules { take: NONE, ..Rules::default() });
}

/// A block that finds the seeds gone must count the late one that took them.
#[test]
#[should_panic]
fn starts_must_be_released() {
    seeds(2, 3, Rules { release_start: false, ..Rules::default() });
}

/// The same, on the other side.
#[test]
#[should_panic]
fn the_end_of_the_seeds_must_order_the_start() {
    seeds(2, 3, Rules { acquire_gone: false, ..Rules::default() });
}

/// A block that finds the queues empty must count the late one that emptied them.
#[test]
#[should_panic]
fn claims_must_order_the_start() {
    queued(2, 3, Rules { available: NONE, ..Rules::default() });
}

/// The same, on the other side.
#[test]
#[should_panic]
fn looking_must_order_the_start() {
    queued(2, 3, Rules { look: NONE, ..Rules::default() });
}

#[test]
#[should_panic]
fn a_hint_is_not_enough_to_starve() {
    queued(2, 3, Rules { look_before_starving: false, ..Rules::default() });
}

#[test]
#[should_panic]
fn a_block_must_count_itself_first() {
    seeds(2, 3, Rules { count_first: false, ..Rules::default() });
}

/// The others could end the program before a late block starts with what it saved.
#[test]
#[should_panic]
fn saved_tasks_must_not_wait_for_their_block() {
    saved(2, 3, Rules { saved_are_seeds: false, ..Rules::default() });
}
