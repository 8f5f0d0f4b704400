//! Suspension: every task is then run, saved, queued, or left with the seeds; and the program has not ended.

use loom::thread;
use whipple_models::{
    Block, Device, Rules,
    block::{Launch, SUSPEND},
    check,
};

/// Tasks that come of a task, itself included.
fn tasks(task: &u32) -> u32 {
    (2 << task) - 1
}

/// Runs a launch whose tasks 0 cannot be secured, on `blocks` blocks.
fn run(blocks: u32, preemptions: usize, launch: Launch) {
    let expected: u32 = launch.seeds.iter().map(tasks).sum();
    let launch = Launch { stuck: Some(0), stashed: true, ..launch };
    check(preemptions, move || {
        let device = Device::new(blocks, launch.clone(), Rules::default());
        let others: Vec<_> = (1..blocks)
            .map(|index| {
                let block = Block::new(&device, index);
                thread::spawn(move || block.run())
            })
            .collect();
        let mut left = vec![Block::new(&device, 0).run()];
        left.extend(others.into_iter().map(|other| other.join().unwrap()));
        assert_eq!(device.flags(), SUSPEND, "a suspended program has not ended");
        let executed: u32 = left.iter().map(|block| block.executed).sum();
        let saved: u32 = left.iter().flat_map(|block| &block.saved).map(tasks).sum();
        let rest: u32 = device.remains().iter().map(tasks).sum();
        assert_eq!(executed + saved + rest, expected, "tasks: {left:?} and {:?}", device.remains());
    });
}

/// A hand-over may come to a block that has left.
#[test]
fn hand_overs_are_kept() {
    for (blocks, preemptions) in [(2, 4), (3, 2)] {
        run(blocks, preemptions, Launch { seeds: vec![1], crowded: 9, ..Launch::default() });
    }
}

#[test]
fn queued_tasks_are_kept() {
    for (blocks, preemptions) in [(2, 3), (3, 1)] {
        run(blocks, preemptions, Launch { seeds: vec![1], crowded: 1, ..Launch::default() });
    }
}

#[test]
fn seeds_are_kept() {
    for (blocks, preemptions) in [(2, 4), (3, 2)] {
        run(blocks, preemptions, Launch { seeds: vec![0, 0], crowded: 9, ..Launch::default() });
    }
}
