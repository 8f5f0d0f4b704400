//! Layouts of worker blocks, grains of initial tasks, and what is refused.

use super::{super::fitting::fitting_shape, *};
use crate::driver::Properties;
use whipple_runtime::{
    backend::ProgramDescription,
    cpu::{Batch, Task},
    facts::Facts,
    options::{Options, Policy},
    parameter::ParameterWriter,
    plan::Plan,
    source::{Item, ItemRef, MostSpawned, Namespace, Spawn},
};

unsafe fn no_field(program: *const ()) -> *const () {
    program
}

unsafe fn no_run(_: *const (), _: *const u8, _: &Task, _: u32) {}

unsafe fn no_batch(_: *const (), _: *const u8, _: usize, _: &Task, _: &Batch<'_>) {}

unsafe fn no_parameters(_: *const (), _: &mut ParameterWriter) {}

pub(in crate::engine) fn procedure(level: u32, threads: u32, item_size: usize, max_spawns: u32) -> ProcedureInfo {
    const EMPTY: Item = Item {
        id: 1,
        namespace: Namespace::of("tests"),
        name: "Tested",
        spawns_of_thread: Spawn::UNBOUNDED,
        meets: true,
        ..Item::EMPTY
    };
    static STRUCTURE: Item = EMPTY;
    // SAFETY: a static.
    const TESTED: ItemRef = unsafe { ItemRef::new(&raw const STRUCTURE) };
    static BODY: Item = Item { id: 2, spawns: &[Spawn::by_each_thread(TESTED, Spawn::UNBOUNDED)], ..EMPTY };
    ProcedureInfo {
        id: std::any::TypeId::of::<()>(),
        name: "Tested",
        field: "tested",
        level,
        threads,
        item_size,
        item_align: 4,
        layout: (4, 4),
        output_size: None,
        shared_size: 0,
        shared_align: 1,
        priority: None,
        weight: 1,
        max_spawns: Some(max_spawns),
        structure: TESTED,
        // SAFETY: a static.
        source: unsafe { ItemRef::new(&raw const BODY) },
        place: (file!(), line!()),
        locate: no_field,
        run: no_run,
        in_loops: false,
        run_batch: no_batch,
        encode: no_parameters,
    }
}

pub(in crate::engine) fn h200() -> Properties {
    Properties {
        name: "NVIDIA H200".to_owned(),
        compute_capability: (9, 0),
        multiprocessors: 132,
        total_memory: 150 << 30,
        shared_per_multiprocessor: 228 << 10,
        shared_per_block: 227 << 10,
        shared_reserved_per_block: 1 << 10,
        threads_per_multiprocessor: 2048,
        blocks_per_multiprocessor: 32,
        registers_per_multiprocessor: 65536,
        l2_cache: 60 << 20,
    }
}

/// The plan of procedures whose tasks spawn this instead, by procedure, target and number, with these priorities.
fn spawning(procedures: &[ProcedureInfo], spawns: &[(usize, usize, u32)], each: u32, ranked: &[u8]) -> Plan {
    let mut plan = Plan::new("Tested", procedures);
    let mut of_task = [[0; 32]; 32];
    for (parent, child, most) in spawns {
        of_task[*parent][*child] = *most;
    }
    plan.facts.ranked[..ranked.len()].copy_from_slice(ranked);
    plan.facts = Facts::new(
        procedures,
        &MostSpawned { of_task, resumes: [0; 32], dives: 0, frame: 0, adds: false, of_thread: [each; 32] },
        plan.facts.ranked,
    );
    plan
}

/// What tasks spawn where no leaves run in place.
fn queued(procedures: &[ProcedureInfo], plan: &Plan) -> Spawns {
    Spawns::new(procedures, plan, &Options::new().policy(Policy::FillFirst))
}

fn shape(block_threads: u32) -> Shape {
    Shape { block_threads, blocks: 1 }
}

fn layout(procedure: &ProcedureInfo, block_threads: u32, shared: usize) -> Layout {
    let multiprocessor = Multiprocessor { shared, shared_per_block: shared, reserved_per_block: 1024 };
    let procedures = std::slice::from_ref(procedure);
    let plan = Plan::new("Tested", procedures);
    Layout::new(procedures, &queued(procedures, &plan), shape(block_threads), Split::Rounds, 1024, multiprocessor)
        .expect("it fits")
}

/// A block takes seeds while less than half of its threads have tasks: a local queue of one round must hold both.
#[test]
fn seeds_fit_the_local_queue() {
    for block_threads in (64..=1024).step_by(32) {
        for (level, most) in [(0, 32), (1, block_threads), (2, 1)] {
            for threads in [2, 3, 5, 17, 20, 31, 32, 33, 64, 100, 1024, 1] {
                let fits = match level {
                    0 => (2..=32).contains(&threads),
                    1 => (32..=1024).contains(&threads),
                    _ => threads == 1,
                };
                if !fits || threads > most {
                    continue;
                }
                let tested = procedure(level, threads, 64, 1);
                for shared in [64 << 10, 100 << 10, 227 << 10] {
                    let multiprocessor = Multiprocessor { shared, shared_per_block: shared, reserved_per_block: 1024 };
                    let tested = std::slice::from_ref(&tested);
                    let plan = Plan::new("Tested", tested);
                    let shape = shape(block_threads);
                    let Ok(layout) =
                        Layout::new(tested, &queued(tested, &plan), shape, Split::Rounds, 1024, multiprocessor)
                    else {
                        continue;
                    };
                    let waiting = (block_threads / 2 - 1) / threads;
                    for count in [1, 100, 10_000, 1 << 30] {
                        let grain = seed_grain(&tested[0], tested.len(), count, block_threads, 132, layout.capacity[0]);
                        assert!(grain > 0);
                        assert!(
                            waiting + grain <= layout.capacity[0],
                            "{grain} seeds on {waiting} tasks of {threads} threads, block of {block_threads}"
                        );
                    }
                }
            }
        }
    }
}

/// With 29 queues for tasks of one thread, 256 threads a block would need 348 KiB; two blocks of 64 hold as many threads as one of
/// 128, which is taken.
#[test]
fn blocks_get_smaller_where_the_queues_are_many() {
    let chosen = |count: usize, options: &Options| {
        let procedures: &'static [ProcedureInfo] =
            (0..count).map(|_| procedure(2, 1, 48, 1)).collect::<Vec<_>>().leak();
        let plan: &'static Plan = Box::leak(Box::new(Plan::new("Tested", procedures)));
        let program = ProgramDescription { name: "Tested", procedures, cuda_source: "", plan };
        fitting_shape(program, options, Split::Rounds, &h200()).map(|shape| shape.block_threads)
    };
    assert_eq!(chosen(4, &Options::new()).expect("four fit"), 256);
    assert_eq!(chosen(29, &Options::new()).expect("a smaller block fits"), 128);
    let error = chosen(29, &Options::new().block_threads(256)).expect_err("it was asked for").to_string();
    assert!(error.contains("choose fewer threads"), "{error}");
}

/// Who has set no block size is told of what was chosen otherwise: the scheduler, and the items.
#[test]
fn items_that_fit_no_local_queue_are_told_without_a_block_size() {
    let procedures: &'static [ProcedureInfo] = vec![procedure(2, 1, 8, 1), procedure(2, 1, 4096, 1)].leak();
    let plan: &'static Plan = Box::leak(Box::new(Plan::new("Heavy", procedures)));
    let program = ProgramDescription { name: "Heavy", procedures, cuda_source: "", plan };
    let refused = |options: Options| {
        fitting_shape(program, &options, Split::Spawns, &h200()).expect_err("it does not fit").to_string()
    };
    let error = refused(Options::new());
    assert!(error.starts_with("the option `scheduler` cannot be megakernel: "), "{error}");
    for words in ["work items of `Heavy` (those of `Tested` have 4096 bytes)", "choose `Scheduler::MegakernelGlobal`"] {
        assert!(error.contains(words), "{error}");
    }
    assert!(!error.contains("threads"), "{error}");
    let error = refused(Options::new().block_threads(256));
    assert!(error.starts_with("the option `block_threads` cannot be 256: "), "{error}");
}

/// Where tasks spawn ten items each into the second queue, that one grows first.
#[test]
fn queues_may_follow_the_spawns() {
    let procedures = [procedure(2, 1, 64, 1), procedure(2, 1, 64, 1)];
    let plan = spawning(&procedures, &[(0, 0, 1), (0, 1, 10), (1, 0, 1)], 10, &[]);
    let capacity =
        |split| distribute(&procedures, &queued(&procedures, &plan), split, 256, 100 << 10).expect("it fits");
    assert_eq!(capacity(Split::Rounds), [1024, 512]);
    assert_eq!(capacity(Split::Spawns), [512, 1024]);
}

/// Small items of which a thread spawns eight: a spawn that is sure to have room looks for none.
#[test]
fn a_queue_grows_until_it_holds_what_rounds_spawn() {
    let procedures = [procedure(2, 1, 8, 8)];
    let plan = spawning(&procedures, &[(0, 0, 8)], 8, &[]);
    let spawns = queued(&procedures, &plan);
    let multiprocessor = Multiprocessor::of(&h200());
    let shape = Shape { block_threads: 256, blocks: 4 };
    let layout = Layout::new(&procedures, &spawns, shape, Split::Spawns, 4096, multiprocessor).expect("it fits");
    assert_eq!((layout.blocks, &layout.capacity[..]), (4, &[4096][..]));
    assert!(layout.holds_rounds(&procedures, 256, &spawns));
    // Larger items get no more: the rest of the memory is cache.
    let procedures = [procedure(2, 1, 16, 8)];
    let layout = Layout::new(&procedures, &spawns, shape, Split::Spawns, 4096, multiprocessor).expect("it fits");
    assert_eq!(layout.capacity, [2048]);
}

/// Six procedures, and one more that the first spawns a task of: its queue holds two warps, or a round where the memory allows it.
#[test]
fn queues_of_what_is_seldom_spawned_may_be_short() {
    let sender = || procedure(1, 256, 4, 1);
    let wide = || procedure(2, 1, 200, 1);
    let capacity = |wides: usize, bytes: usize| {
        let procedures: Vec<_> = std::iter::once(sender()).chain((0..wides).map(|_| wide())).collect();
        let plan = spawning(&procedures, &[(0, 1, 1)], 1, &[]);
        (distribute(&procedures, &queued(&procedures, &plan), Split::Spawns, 256, bytes), procedures)
    };
    let (found, procedures) = capacity(6, 270 << 10);
    let found = found.expect("it fits");
    assert_eq!(found[1..], [64, 256, 256, 256, 256, 256]);
    // A block may have 127 of them waiting before it looks for no more.
    for (procedure, capacity) in procedures.iter().zip(&found) {
        for count in [1, 100, 1 << 30] {
            assert!(seed_grain(procedure, procedures.len(), count, 256, 132, *capacity) <= *capacity);
        }
    }
    assert_eq!(seed_grain(&procedures[1], procedures.len(), 1 << 30, 256, 132, found[1]), 32);
    assert!(capacity(6, 1 << 20).0.expect("it fits")[1] >= 256);
    // Few procedures have a round each, or do not fit.
    assert_eq!(capacity(5, 230 << 10).0, None);
}

/// Rounds of tasks of 32 threads that each spawn a leaf: the leaves' queue is short under the policy by which they run in place, and holds a round
/// under others.
#[test]
fn queues_of_leaves_that_run_in_place_are_short() {
    let procedures: Vec<_> =
        std::iter::once(procedure(0, 32, 48, 1)).chain((0..6).map(|_| procedure(2, 1, 48, 1))).collect();
    let (leaves_first, parents_first) = ([6, 5, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 5, 6]);
    let plan = spawning(&procedures, &[(0, 6, 32)], 1, &leaves_first);
    let capacity = |policy, bytes| {
        distribute(
            &procedures,
            &Spawns::new(&procedures, &plan, &Options::new().policy(policy)),
            Split::Spawns,
            256,
            bytes,
        )
    };
    assert_eq!(capacity(Policy::FixedPriority, 66 << 10).expect("it fits")[6], 64);
    assert_eq!(capacity(Policy::FillFirst, 66 << 10), None);
    assert_eq!(capacity(Policy::FillFirst, 76 << 10).expect("it fits")[6], 256);
    let queued = |spawns: &[(usize, usize, u32)], each: u32, ranked: &[u8]| {
        Spawns::new(
            &procedures,
            &spawning(&procedures, spawns, each, ranked),
            &Options::new().policy(Policy::FixedPriority),
        )
        .queued[0][6]
    };
    assert_eq!(queued(&[(0, 6, 32)], 1, &leaves_first), 0);
    // A thread that spawns twice keeps one.
    assert_eq!(queued(&[(0, 6, 32)], 2, &leaves_first), 32);
    // Not where they come after what spawns them, are no leaves, or are more than threads.
    assert_eq!(queued(&[(0, 6, 32)], 1, &parents_first), 32);
    assert_eq!(queued(&[(0, 6, 32), (6, 1, 1)], 1, &leaves_first), 32);
    assert_eq!(queued(&[(0, 6, 33)], 1, &leaves_first), 33);
}

#[test]
fn items_without_size_have_a_byte() {
    let tested = procedure(2, 1, 0, 1);
    let layout = layout(&tested, 256, 64 << 10);
    assert_eq!(layout.scratch_offset, layout.capacity[0]);
    assert!(layout.chunk_bytes >= layout.chunk_capacity[0]);
}

#[test]
fn more_spawns_than_a_block_can_reserve_are_refused() {
    let check = |max_spawns| {
        let tested = procedure(2, 1, 64, max_spawns);
        let plan = Plan::new("Tested", std::slice::from_ref(&tested));
        layout(&tested, 256, 64 << 10)
            .check_spawns(std::slice::from_ref(&tested), &queued(std::slice::from_ref(&tested), &plan))
    };
    assert!(check(2).is_ok());
    assert!(check(400).is_ok());
    for most in [1000, u32::MAX] {
        let message = check(most).expect_err("it can never run").to_string();
        assert!(message.contains(&format!("`Tested` may spawn {most} tasks")), "{message}");
    }
}

#[test]
fn too_many_spawns_are_refused_with_a_number_that_is_not() {
    for (level, threads) in [(0, 16), (0, 32), (1, 32), (1, 256), (2, 1)] {
        for item_size in [1, 16, 64, 208, 512] {
            let check = |max_spawns| {
                let tested = procedure(level, threads, item_size, max_spawns);
                let plan = Plan::new("Tested", std::slice::from_ref(&tested));
                layout(&tested, 256, 227 << 10)
                    .check_spawns(std::slice::from_ref(&tested), &queued(std::slice::from_ref(&tested), &plan))
            };
            let message = check(1 << 20).expect_err("it can never run").to_string();
            let Some((_, limit)) = message.split_once("a `max_spawns` of at most ") else {
                assert!(check(1).is_err(), "level {level}, {threads} threads, {item_size} bytes: {message}");
                continue;
            };
            let limit: u32 = limit.split(',').next().and_then(|limit| limit.parse().ok()).expect("a number");
            assert!(check(limit).is_ok(), "level {level}, {threads} threads, {item_size} bytes: {message}");
            assert!(check(2 * limit + 1024).is_err(), "level {level}, {threads} threads, {item_size} bytes: {message}");
        }
    }
}

/// A queue that tasks spawn into is lent what fills half of it, or what a round spawns beyond that half; too many chunks are not lent.
#[test]
fn chunks_are_lent_to_queues_that_tasks_spawn_into() {
    let on_loan = |most_spawned| {
        let procedures = [procedure(1, 256, 64, 1), procedure(2, 1, 64, 1)];
        let plan = spawning(&procedures, &[(0, 1, most_spawned)], most_spawned, &[]);
        let spawns = queued(&procedures, &plan);
        let multiprocessor =
            Multiprocessor { shared: 113 << 10, shared_per_block: 113 << 10, reserved_per_block: 1024 };
        let layout = Layout::new(&procedures, &spawns, shape(256), Split::Rounds, 1024, multiprocessor);
        let layout = layout.expect("it fits");
        let chunks = layout.chunks_on_loan(&procedures, 256, &spawns) as u32;
        (layout.capacity[1], layout.chunk_capacity[1], chunks)
    };
    assert_eq!(on_loan(0).2, 0);
    let (capacity, chunk, chunks) = on_loan(512);
    assert!(512 <= capacity, "a round fits the queue");
    assert_eq!(chunks, (capacity / 2).div_ceil(chunk));
    let (capacity, chunk, chunks) = on_loan(4000);
    assert!(capacity < 4000, "a round does not fit the queue");
    assert_eq!(chunks, (4000 - capacity / 2).div_ceil(chunk));
    assert_eq!(on_loan(40_000).2, 0);
}

/// A block of eight warps runs two tasks of three warps and 64 of one thread.
#[test]
fn a_round_of_several_widths_spawns_no_more_than_is_said() {
    let (wide, narrow) = (procedure(1, 96, 64, 1), procedure(2, 1, 64, 1));
    let most = spawned_by_round(&wide, 256, 512).max(spawned_by_round(&narrow, 256, 4));
    assert_eq!(most, 8 * 512 / 3);
    assert!(most >= 2 * 512 + 64 * 4);
}

#[test]
fn chunks_are_numbered_in_32_bits() {
    for procedures in 1..=32 {
        assert!(most_chunks(procedures) * procedures <= u32::MAX as usize);
        assert!(most_chunks(procedures) <= 1 << 30);
    }
}
