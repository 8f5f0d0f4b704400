//! Spawning: local queues, the global queue, hand-overs, and the rings of `MegakernelGlobal`.

use crate::{Carrier, expect, handoff, item_ring, items, orders, ring, rules, run};
use loom::{sync::Arc, thread};
use whipple_models::{Barrier, Buffer, Handoff, ItemRules, NONE, Orders, Rules, Stack, check};

/// The warps of a block run a task each, which writes and spawns. After the barrier each runs one of the spawned.
fn within_a_block(orders: Orders) {
    check(3, move || {
        let shared = Arc::new((Buffer::new(&[0; 3], orders), Stack::new(2), Barrier::new(2, orders)));
        let warp = move |(buffer, queue, barrier): &(Buffer, Stack, Barrier), warp: u32| {
            buffer.set(warp, 7);
            queue.push(warp);
            barrier.meet();
            run(buffer, queue.item(warp - 1), orders);
        };
        let other = {
            let shared = shared.clone();
            thread::spawn(move || warp(&shared, 1))
        };
        warp(&shared, 2);
        other.join().unwrap();
    });
}

/// Two blocks run a task each, which writes and spawns; this one runs what it gets of them.
fn between_blocks<C: Carrier>(carrier: impl Fn() -> Arc<C> + Send + Sync + 'static) {
    check(3, move || {
        let shared = Arc::new((Buffer::new(&[0; 3], orders()), carrier()));
        let givers = [1, 2].map(|task| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (buffer, carrier) = &*shared;
                buffer.set(task, 7);
                carrier.send(task);
            })
        });
        let (buffer, carrier) = &*shared;
        match carrier.receive() {
            0 => {}
            task => expect(buffer.get(task), 7),
        }
        for giver in givers {
            giver.join().unwrap();
        }
    });
}

/// A global queue whose counts order nothing. With a single exporter they would, and hide what its slots do.
fn uncounted() -> Rules {
    Rules { available: NONE, look: NONE, ..rules() }
}

/// A block exports a task, another one passes it on to a starving one, which runs it.
fn forwarded(queue: Rules, hand_over: Rules) {
    check(3, move || {
        let shared = Arc::new((Buffer::new(&[0], orders()), ring(queue), handoff(hand_over)));
        let exporter = {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.0.set(0, 7);
                shared.1.push(1);
            })
        };
        let between = {
            let shared = shared.clone();
            thread::spawn(move || shared.2.give(shared.1.receive()))
        };
        shared.2.receive();
        expect(shared.0.get(0), 7);
        exporter.join().unwrap();
        between.join().unwrap();
    });
}

/// Two blocks of two warps. One warp of each writes or reads; the other hands over or takes, after or before a barrier.
fn between_warps_of_two_blocks(rules: Rules, orders: Orders) {
    check(1, move || {
        let barriers = [(); 2].map(|()| Barrier::new(2, orders));
        let shared = Arc::new((Buffer::new(&[0], orders), handoff(rules), barriers));
        let start = |part: fn(&Buffer, &Handoff, &[Barrier; 2])| {
            let shared = shared.clone();
            thread::spawn(move || part(&shared.0, &shared.1, &shared.2))
        };
        let giver = start(|_, handoff, [giver, _]| {
            giver.meet();
            handoff.give(1);
        });
        let taker = start(|_, handoff, [_, taker]| {
            handoff.receive();
            taker.meet();
        });
        let reader = start(|buffer, _, [_, taker]| {
            taker.meet();
            expect(buffer.get(0), 7);
        });
        shared.0.set(0, 7);
        shared.2[0].meet();
        for other in [giver, taker, reader] {
            other.join().unwrap();
        }
    });
}

#[test]
fn a_spawned_task_in_the_same_block_sees_what_its_spawner_wrote() {
    within_a_block(orders());
}

#[test]
fn a_task_of_the_global_queue_sees_what_its_spawner_wrote() {
    between_blocks(|| ring(rules()));
}

#[test]
fn a_task_that_was_handed_over_sees_what_its_spawner_wrote() {
    between_blocks(|| handoff(rules()));
    forwarded(uncounted(), rules());
    between_warps_of_two_blocks(rules(), orders());
}

#[test]
fn a_task_of_the_global_scheduler_sees_what_its_spawner_wrote() {
    between_blocks(|| item_ring(items()));
}

faults! {
    a_local_queue_needs_the_release_of_the_barrier: within_a_block(Orders { arrive: NONE, ..orders() });
    a_local_queue_needs_the_acquire_of_the_barrier: within_a_block(Orders { depart: NONE, ..orders() });
    a_global_queue_needs_the_release_of_its_slot: between_blocks(|| ring(Rules { fill: NONE, ..rules() }));
    a_global_queue_needs_the_acquire_of_its_slot: between_blocks(|| ring(Rules { take: NONE, ..rules() }));
    a_hand_over_needs_the_release_of_its_slot: between_blocks(|| handoff(Rules { fill: NONE, ..rules() }));
    a_hand_over_needs_the_acquire_of_its_slot: between_blocks(|| handoff(Rules { take: NONE, ..rules() }));
    passing_on_needs_the_release_of_the_exporter: forwarded(Rules { fill: NONE, ..uncounted() }, rules());
    passing_on_needs_the_acquire_of_the_one_between: forwarded(Rules { take: NONE, ..uncounted() }, rules());
    passing_on_needs_the_release_of_the_one_between: forwarded(uncounted(), Rules { fill: NONE, ..rules() });
    passing_on_needs_the_acquire_of_the_starving: forwarded(uncounted(), Rules { take: NONE, ..rules() });
    an_item_needs_the_release_of_its_turn: between_blocks(|| item_ring(ItemRules { publish: NONE, ..items() }));
    an_item_needs_the_acquire_of_its_turn: between_blocks(|| item_ring(ItemRules { await_item: NONE, ..items() }));
    a_giver_of_several_warps_needs_its_barrier:
        between_warps_of_two_blocks(rules(), Orders { arrive: NONE, ..orders() });
    a_taker_of_several_warps_needs_its_barrier:
        between_warps_of_two_blocks(rules(), Orders { depart: NONE, ..orders() });
    a_giver_of_several_warps_needs_its_release:
        between_warps_of_two_blocks(Rules { fill: NONE, ..rules() }, orders());
    a_taker_of_several_warps_needs_its_acquire:
        between_warps_of_two_blocks(Rules { take: NONE, ..rules() }, orders());
}

/// What a ring counts carries nothing that its slots do not.
#[test]
fn counts_of_rings_need_no_order_for_what_tasks_wrote() {
    between_blocks(|| ring(uncounted()));
    between_blocks(|| handoff(Rules { starve: NONE, tail: NONE, ..rules() }));
    between_blocks(|| item_ring(ItemRules { available: NONE, pending: NONE, ..items() }));
}
