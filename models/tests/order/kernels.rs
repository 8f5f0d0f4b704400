//! Kernels: slices, initial tasks, and runs that are suspended.

use crate::{expect, orders, run};
use loom::{sync::Arc, thread};
use whipple_models::{Buffer, NONE, Orders, Stack, Stream, check};

/// Two blocks of a slice write and spawn. The next slice, which is planned in between, runs what they spawned.
fn slices(orders: Orders) {
    check(2, move || {
        let shared = Arc::new((Buffer::new(&[0; 3], orders), Stack::new(2), Stream::new(orders)));
        let blocks = [1, 2].map(|block| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (buffer, stack, stream) = &*shared;
                buffer.set(block, 7);
                stack.push(block);
                stream.end();
                stream.start(1);
                run(buffer, stack.item(block - 1), orders);
            })
        });
        let stream = &shared.2;
        stream.synchronize(2);
        stream.launch();
        for block in blocks {
            block.join().unwrap();
        }
    });
}

/// The host writes and launches. A block reads, writes, spawns a task, and saves it, since the run is suspended. The host makes it an initial
/// task of the next launch, whose block runs it and writes. Then the host reads.
fn suspended(orders: Orders) {
    check(2, move || {
        let (saved, seeds) = (Stack::new(1), Stack::new(1));
        let shared = Arc::new((Buffer::new(&[0; 3], orders), saved, seeds, Stream::new(orders)));
        let first = {
            let shared = shared.clone();
            thread::spawn(move || {
                let (buffer, saved, _, stream) = &*shared;
                stream.start(1);
                expect(buffer.get(0), 7);
                buffer.set(1, 7);
                saved.push(1);
                stream.end();
            })
        };
        let second = {
            let shared = shared.clone();
            thread::spawn(move || {
                let (buffer, _, seeds, stream) = &*shared;
                stream.start(2);
                run(buffer, seeds.item(0), orders);
                buffer.set(2, 7);
                stream.end();
            })
        };
        let (buffer, saved, seeds, stream) = &*shared;
        buffer.set(0, 7);
        stream.launch();
        stream.synchronize(1);
        seeds.push(saved.item(0));
        stream.launch();
        stream.synchronize(2);
        expect(buffer.get(2), 7);
        first.join().unwrap();
        second.join().unwrap();
    });
}

#[test]
fn a_slice_sees_what_the_one_before_wrote() {
    slices(orders());
}

#[test]
fn launches_and_the_host_see_what_was_written_before() {
    suspended(orders());
}

faults! {
    a_slice_needs_the_end_of_the_blocks_before: slices(Orders { end: NONE, ..orders() });
    a_plan_needs_the_order_of_the_stream: slices(Orders { after: NONE, ..orders() });
    a_slice_needs_its_launch: slices(Orders { launch: NONE, ..orders() });
    a_slice_needs_the_start_of_its_blocks: slices(Orders { start: NONE, ..orders() });
    a_suspension_needs_the_end_of_the_blocks: suspended(Orders { end: NONE, ..orders() });
    a_suspension_needs_the_order_of_the_stream: suspended(Orders { after: NONE, ..orders() });
    a_seed_needs_its_launch: suspended(Orders { launch: NONE, ..orders() });
    a_seed_needs_the_start_of_its_block: suspended(Orders { start: NONE, ..orders() });
}
