//! The megakernel without local queues: its rings lose nothing, and it ends exactly when no task is left.

use loom::thread;
use whipple_models::{ItemBlock, ItemRules, Items, NONE, Work, check};

/// Tasks that come of a task, itself included.
fn tasks_of(task: u32, children: u32) -> Vec<u32> {
    let mut all = vec![task];
    for _ in 0..if task > 0 { children } else { 0 } {
        all.extend(tasks_of(task - 1, children));
    }
    all
}

/// Runs a program on `blocks` blocks, which start at any time, even after the others ended.
fn run(blocks: usize, preemptions: usize, work: Work, rules: ItemRules) {
    let all = work.seeds.iter().chain(&work.queued);
    let mut expected: Vec<u32> = all.flat_map(|task| tasks_of(*task, work.children)).collect();
    expected.sort_unstable();
    check(preemptions, move || {
        let items = Items::new(work.clone(), rules);
        let others: Vec<_> = (1..blocks)
            .map(|_| {
                let block = ItemBlock::new(&items);
                thread::spawn(move || block.run())
            })
            .collect();
        let mut executed = ItemBlock::new(&items).run();
        for other in others {
            executed.extend(other.join().unwrap());
        }
        executed.extend(items.remains().into_iter().flat_map(|task| tasks_of(task, work.children)));
        executed.sort_unstable();
        assert_eq!(executed, expected, "each task runs once, or waits");
    });
}

/// One task, which spawns two.
fn spread(rules: ItemRules) {
    run(2, 3, Work { seeds: vec![1], children: 2, slots: 4, batch: 1, ..Work::default() }, rules);
}

/// Two producers: a unit that one of them added may be answered with the other's item.
fn exchange(rules: ItemRules) {
    run(2, 3, Work { seeds: vec![1, 1], children: 1, slots: 4, batch: 1, ..Work::default() }, rules);
}

/// Chains through a ring of two slots, each of which is used again.
fn laps(may_grow: bool, rules: ItemRules) {
    run(2, 2, Work { seeds: vec![2, 1], children: 1, slots: 2, batch: 1, may_grow, ..Work::default() }, rules);
}

#[test]
fn tasks_spread() {
    spread(ItemRules::default());
}

#[test]
fn producers_meet() {
    exchange(ItemRules::default());
}

#[test]
fn nothing_is_lost_over_laps() {
    laps(false, ItemRules::default());
}

#[test]
fn nothing_is_lost_when_memory_grows() {
    laps(true, ItemRules::default());
}

#[test]
fn batches_share_what_waits() {
    let work = Work { seeds: vec![1], queued: vec![1, 0], children: 1, slots: 8, batch: 2, ..Work::default() };
    run(2, 2, work, ItemRules::default());
}

#[test]
fn three_blocks_end() {
    let work = Work { seeds: vec![1], children: 2, slots: 4, batch: 1, ..Work::default() };
    run(3, 1, work, ItemRules::default());
}

#[test]
#[should_panic(expected = "Causality violation")]
fn an_item_needs_the_release_of_its_producer() {
    exchange(ItemRules { publish: NONE, ..ItemRules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn an_item_needs_the_acquire_of_its_consumer() {
    exchange(ItemRules { await_item: NONE, ..ItemRules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_slot_needs_the_release_of_its_last_consumer() {
    laps(false, ItemRules { release: NONE, ..ItemRules::default() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_slot_needs_the_acquire_of_its_next_producer() {
    laps(false, ItemRules { await_space: NONE, ..ItemRules::default() });
}

#[test]
#[should_panic(expected = "the end comes when nothing waits")]
fn what_was_spawned_must_be_pending_before_it_can_be_claimed() {
    spread(ItemRules { pending_first: false, ..ItemRules::default() });
}

#[test]
#[should_panic(expected = "the end comes when nothing waits")]
fn a_task_is_pending_until_its_children_are() {
    spread(ItemRules { done_at_the_end: false, ..ItemRules::default() });
}

/// A task that spawns two with a single free slot, in front of a task that waits in the next.
fn narrow(rules: ItemRules) {
    run(1, 1, Work { seeds: vec![2], children: 2, slots: 2, batch: 1, ..Work::default() }, rules);
}

#[test]
fn what_has_no_room_waits_for_the_host() {
    narrow(ItemRules::default());
}

/// The block waits for a slot whose next consumer it would be.
#[test]
#[should_panic(expected = "maximum number of branches")]
fn room_must_be_secured_first() {
    narrow(ItemRules { secure_first: false, ..ItemRules::default() });
}

/// Of four slots, two are full. One thread has claimed the first item and is slow to read it. Another runs the next task and what it
/// spawns, one after the other, until it claims the ticket after the third: its unit stands for an item of its own, but the ticket
/// may be that of a producer which waits for the slow one's slot.
fn overtake(rules: ItemRules) {
    check(3, move || {
        let items = Items::new(Work { queued: vec![10, 11], slots: 4, ..Work::default() }, rules);
        let claim = |items: &Items| {
            let (granted, first) = items.claim(1);
            assert_eq!(granted, 1, "there is a task");
            first
        };
        let ticket = claim(&items);
        let slow = {
            let items = items.clone();
            thread::spawn(move || items.take(ticket))
        };
        let producer = {
            let items = items.clone();
            thread::spawn(move || items.push(12))
        };
        let mut taken = vec![items.take(claim(&items))];
        for spawned in 13..16 {
            items.push(spawned);
            items.offer(1);
            taken.push(items.take(claim(&items)));
        }
        taken.push(slow.join().unwrap());
        producer.join().unwrap();
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), 5, "each item comes once: {taken:?}");
    });
}

#[test]
fn a_slot_serves_one_ticket_at_a_time() {
    overtake(ItemRules::default());
}

/// A consumer of the next lap would find the item that the slot's slow consumer is about to read, and free the slot for its next item.
#[test]
#[should_panic(expected = "Causality violation")]
fn a_turn_must_name_its_ticket() {
    overtake(ItemRules { turns_name_tickets: false, ..ItemRules::default() });
}

/// All that `available` and `pending` are asked for is in atomic additions, whose order loom takes from its schedule. So it cannot see
/// what acquire and release are for here: that an addition which follows another in the program's order follows it in the word's
/// order too, on the device.
#[test]
fn additions_alone_show_no_order() {
    let rules = ItemRules { available: NONE, pending: NONE, ..ItemRules::default() };
    spread(rules);
    exchange(rules);
}
