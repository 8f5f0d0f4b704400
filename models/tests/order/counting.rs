//! Counting and flags: the join, in which the last child spawns what reads the results of all.

use crate::{Carrier, expect, handoff, item_ring, items, orders, ring, rules};
use loom::{sync::Arc, thread};
use std::sync::atomic::Ordering;
use whipple_models::{Barrier, Buffer, NONE, Orders, Ring, Rules, Stack, check};

/// The element that two children count down, behind their results.
const PENDING: u32 = 2;

/// Two children in two blocks write a result each and count down; the last spawns the continuation, which runs in a third block.
fn join<C: Carrier>(orders: Orders, carrier: impl Fn() -> Arc<C> + Send + Sync + 'static) {
    check(3, move || {
        let shared = Arc::new((Buffer::new(&[0, 0, 2], orders), carrier()));
        let children = [0, 1].map(|child| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (buffer, carrier) = &*shared;
                buffer.set(child, 7);
                if buffer.fetch_sub(PENDING, 1) == 1 {
                    carrier.send(1);
                }
            })
        });
        let (buffer, carrier) = &*shared;
        carrier.receive();
        expect(buffer.get(0), 7);
        expect(buffer.get(1), 7);
        for child in children {
            child.join().unwrap();
        }
    });
}

/// The same of a block of one warp and one of two. The second warp runs the continuation after the barrier, where the first has spawned it.
fn join_within_a_block(orders: Orders) {
    check(3, move || {
        let block = (Stack::new(1), Barrier::new(2, orders));
        let shared = Arc::new((Buffer::new(&[0, 0, 2], orders), block));
        let continuation = |buffer: &Buffer| {
            expect(buffer.get(0), 7);
            expect(buffer.get(1), 7);
        };
        let alone = {
            let shared = shared.clone();
            thread::spawn(move || {
                let buffer = &shared.0;
                buffer.set(0, 7);
                if buffer.fetch_sub(PENDING, 1) == 1 {
                    continuation(buffer);
                }
            })
        };
        let first = {
            let shared = shared.clone();
            thread::spawn(move || {
                let (buffer, (queue, barrier)) = &*shared;
                buffer.set(1, 7);
                if buffer.fetch_sub(PENDING, 1) == 1 {
                    queue.push(1);
                }
                barrier.meet();
            })
        };
        let (buffer, (queue, barrier)) = &*shared;
        barrier.meet();
        if queue.item(0) == 1 {
            continuation(buffer);
        }
        alone.join().unwrap();
        first.join().unwrap();
    });
}

/// A child of two warps, of which one writes and the other counts down after the barrier, and a child in another block. The last runs the
/// continuation itself.
fn join_of_warps(orders: Orders) {
    check(3, move || {
        let shared = Arc::new((Buffer::new(&[0, 0, 2], orders), Barrier::new(2, orders)));
        let count = |buffer: &Buffer, other: u32| {
            if buffer.fetch_sub(PENDING, 1) == 1 {
                expect(buffer.get(other), 7);
            }
        };
        let writer = {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.0.set(0, 7);
                shared.1.meet();
            })
        };
        let counter = {
            let shared = shared.clone();
            thread::spawn(move || {
                shared.1.meet();
                count(&shared.0, 1);
            })
        };
        shared.0.set(1, 7);
        count(&shared.0, 0);
        writer.join().unwrap();
        counter.join().unwrap();
    });
}

/// Two children, of which the last runs the continuation itself: by a relaxed count between fences.
fn join_by_fences(orders: Orders) {
    check(3, move || {
        let buffer = Arc::new(Buffer::new(&[0, 0, 2], orders));
        let child = |buffer: &Buffer, child: u32| {
            buffer.set(child, 7);
            buffer.fence_before();
            if buffer.fetch_sub_relaxed(PENDING, 1) == 1 {
                buffer.fence_after();
                expect(buffer.get(1 - child), 7);
            }
        };
        let other = {
            let buffer = buffer.clone();
            thread::spawn(move || child(&buffer, 0))
        };
        child(&buffer, 1);
        other.join().unwrap();
    });
}

/// A tree of joins: leaves 0 and 1 under a node 3, which is under the root beside leaf 2. Two blocks run what is spawned. Elements 4 and
/// 5 count what the node and the root wait for.
fn tree(orders: Orders) {
    const NODE: u32 = 1;
    const ROOT: u32 = 2;
    let end = |buffer: &Buffer, queue: &Ring, task: u32, pending: u32, parent: u32| {
        buffer.set(task, 7);
        if buffer.fetch_sub(pending, 1) == 1 {
            queue.send(parent);
        }
    };
    check(2, move || {
        let shared = Arc::new((Buffer::new(&[0, 0, 0, 0, 2, 2], orders), ring(rules())));
        let blocks = [0, 1].map(|leaf| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (buffer, queue) = &*shared;
                end(buffer, queue, leaf, 4, NODE);
                match queue.receive() {
                    NODE => {
                        (0..2).for_each(|leaf| expect(buffer.get(leaf), 7));
                        end(buffer, queue, 3, 5, ROOT);
                    }
                    _ => (0..4).for_each(|task| expect(buffer.get(task), 7)),
                }
            })
        });
        let (buffer, queue) = &*shared;
        end(buffer, queue, 2, 5, ROOT);
        for block in blocks {
            block.join().unwrap();
        }
    });
}

/// A task counts down what another one, which wrote nothing, has counted down `between`.
fn chain(orders: Orders, between: fn(&Buffer)) {
    check(3, move || {
        let buffer = Arc::new(Buffer::new(&[0, 3], orders));
        let first = {
            let buffer = buffer.clone();
            thread::spawn(move || {
                buffer.set(0, 7);
                buffer.fetch_sub(1, 1);
            })
        };
        let second = {
            let buffer = buffer.clone();
            thread::spawn(move || between(&buffer))
        };
        if buffer.fetch_sub(1, 1) == 1 {
            expect(buffer.get(0), 7);
        }
        first.join().unwrap();
        second.join().unwrap();
    });
}

/// A task writes and sets a flag, which another one looks at.
fn flag(orders: Orders, set: fn(&Buffer), is_set: fn(&Buffer) -> bool) {
    check(3, move || {
        let buffer = Arc::new(Buffer::new(&[0, 0], orders));
        let writer = {
            let buffer = buffer.clone();
            thread::spawn(move || {
                buffer.set(0, 7);
                set(&buffer);
            })
        };
        if is_set(&buffer) {
            expect(buffer.get(0), 7);
        }
        writer.join().unwrap();
    });
}

/// `set_release` and `get_acquire`.
fn looked_at(orders: Orders) {
    flag(orders, |buffer| buffer.set_release(1, 1), |buffer| buffer.get_acquire(1) == 1);
}

/// Two times `compare_exchange` that finds what it expects.
fn exchanged(orders: Orders) {
    let set = |buffer: &Buffer| {
        buffer.compare_exchange(1, 0, 1);
    };
    flag(orders, set, |buffer| buffer.compare_exchange(1, 1, 2) == 1);
}

/// `set_release`, and `compare_exchange` that finds another value.
fn refused(orders: Orders) {
    flag(orders, |buffer| buffer.set_release(1, 1), |buffer| buffer.compare_exchange(1, 3, 2) == 1);
}

#[test]
fn a_continuation_sees_what_all_children_wrote() {
    join(orders(), || ring(rules()));
    join(orders(), || handoff(rules()));
    join(orders(), || item_ring(items()));
    join_within_a_block(orders());
    join_of_warps(orders());
    join_by_fences(orders());
}

#[test]
fn the_root_of_a_tree_of_joins_sees_all() {
    tree(orders());
}

/// An atomic operation without an order, between a release and an acquire, hands on what was released.
#[test]
fn a_relaxed_count_hands_on_the_others_releases() {
    chain(orders(), |buffer| {
        buffer.fetch_sub_relaxed(1, 1);
    });
}

#[test]
fn whoever_sees_a_flag_sees_what_was_written_before() {
    looked_at(orders());
    exchanged(orders());
    refused(orders());
}

faults! {
    a_join_needs_the_release_of_the_count: join(Orders { fetch: Ordering::Acquire, ..orders() }, || ring(rules()));
    a_join_needs_the_acquire_of_the_count: join(Orders { fetch: Ordering::Release, ..orders() }, || ring(rules()));
    a_join_in_a_block_needs_the_release_of_the_count:
        join_within_a_block(Orders { fetch: Ordering::Acquire, ..orders() });
    a_join_in_a_block_needs_the_acquire_of_the_count:
        join_within_a_block(Orders { fetch: Ordering::Release, ..orders() });
    a_join_in_a_block_needs_the_release_of_the_barrier: join_within_a_block(Orders { arrive: NONE, ..orders() });
    a_join_in_a_block_needs_the_acquire_of_the_barrier: join_within_a_block(Orders { depart: NONE, ..orders() });
    a_join_that_is_handed_over_needs_the_release_of_its_slot:
        join(orders(), || handoff(Rules { fill: NONE, ..rules() }));
    a_join_that_is_handed_over_needs_the_acquire_of_its_slot:
        join(orders(), || handoff(Rules { take: NONE, ..rules() }));
    a_join_of_warps_needs_the_release_of_the_barrier: join_of_warps(Orders { arrive: NONE, ..orders() });
    a_join_of_warps_needs_the_acquire_of_the_barrier: join_of_warps(Orders { depart: NONE, ..orders() });
    a_join_of_warps_needs_the_release_of_the_count: join_of_warps(Orders { fetch: Ordering::Acquire, ..orders() });
    a_join_of_warps_needs_the_acquire_of_the_count: join_of_warps(Orders { fetch: Ordering::Release, ..orders() });
    a_relaxed_count_needs_the_fence_before: join_by_fences(Orders { fence_before: false, ..orders() });
    a_relaxed_count_needs_the_fence_after: join_by_fences(Orders { fence_after: false, ..orders() });
    a_tree_needs_the_releases_of_its_counts: tree(Orders { fetch: Ordering::Acquire, ..orders() });
    a_tree_needs_the_acquires_of_its_counts: tree(Orders { fetch: Ordering::Release, ..orders() });
    a_flag_needs_its_release: looked_at(Orders { fence_before: false, ..orders() });
    a_flag_needs_its_acquire: looked_at(Orders { fence_after: false, ..orders() });
    an_exchanged_flag_needs_its_release: exchanged(Orders { fetch: Ordering::Acquire, ..orders() });
    an_exchanged_flag_needs_its_acquire: exchanged(Orders { fetch: Ordering::Release, ..orders() });
    a_flag_that_is_not_exchanged_needs_its_acquire: refused(Orders { refused: NONE, ..orders() });

    /// A `set` of the counter takes the place of what was released there.
    a_set_hands_on_no_release: chain(orders(), |buffer| {
        if buffer.get(1) == 2 {
            buffer.set(1, 1);
        }
    });
}
