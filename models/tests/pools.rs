//! Pools of pieces of memory: nobody shares a piece, none is lost, and who gets one comes after all who had it before.

use loom::{sync::Arc, thread};
use std::sync::atomic::Ordering::{Acquire, Release};
use whipple_models::{
    Chunk, Free, NONE, Pool, PoolRules, Scope, check,
    pool::{give, take, take_all, take_one},
};

/// Slots of rings in models without laps: more than tickets are taken there.
const SLOTS: u32 = 8;

/// Pieces, their pool, and a ring of free ones of one block, if there is one.
struct Memory {
    pool: Pool,
    block: Option<Free>,
    pieces: Vec<Chunk>,
}

impl Memory {
    /// `count` pieces, all in the pool, and not used yet.
    fn new(count: u32, slots: u32, rules: PoolRules) -> Self {
        Self { pool: Pool::new(count, slots, rules), block: None, pieces: (0..count).map(|_| Chunk::new(0)).collect() }
    }

    /// The same, with a ring of so many slots for all threads, which are of one block.
    fn of_block(count: u32, in_block: u32, rules: PoolRules) -> Self {
        Self { block: Some(Free::new(Scope::Block, in_block, rules)), ..Self::new(count, SLOTS, rules) }
    }

    /// The same, where all pieces were used before and have come back.
    fn used(self) -> Self {
        for piece in self.pool.take(self.pieces.len() as u32) {
            give(&self.pool, self.block.as_ref(), &[piece]);
        }
        self
    }

    fn take(&self, wanted: u32) -> Vec<u32> {
        take(&self.pool, self.block.as_ref(), wanted)
    }

    fn take_one(&self) -> u32 {
        take_one(&self.pool, self.block.as_ref())
    }

    /// Counts in pieces that the thread has, and gives them back.
    fn count(&self, pieces: &[u32]) {
        for &piece in pieces {
            let content = &self.pieces[piece as usize];
            content.write(content.read() + 1);
        }
        if !pieces.is_empty() {
            give(&self.pool, self.block.as_ref(), pieces);
        }
    }

    /// All has come back, after pieces were counted in `uses` times.
    fn expect(&self, uses: u32) {
        let mut free = self.pool.contents();
        free.extend(self.block.iter().flat_map(Free::contents));
        free.sort_unstable();
        assert_eq!(free, (0..self.pieces.len() as u32).collect::<Vec<_>>(), "each piece comes back once");
        assert_eq!(self.pieces.iter().map(Chunk::read).sum::<u32>(), uses, "each use");
    }
}

/// Runs threads on what `memory` makes; each gives how often it has counted.
fn run<const N: usize>(
    preemptions: usize,
    memory: impl Fn() -> Memory + Send + Sync + 'static,
    threads: [fn(&Memory) -> u32; N],
) {
    check(preemptions, move || {
        let memory = Arc::new(memory());
        let others: Vec<_> = threads[1..]
            .iter()
            .map(|work| {
                let (memory, work) = (memory.clone(), *work);
                thread::spawn(move || work(&memory))
            })
            .collect();
        let mut uses = threads[0](&memory);
        for other in others {
            uses += other.join().unwrap();
        }
        memory.expect(uses);
    });
}

/// Takes a piece, uses it, and gives it back. It does so `TIMES` times.
fn use_one<const TIMES: u32>(memory: &Memory) -> u32 {
    for _ in 0..TIMES {
        memory.count(&[memory.take_one()]);
    }
    TIMES
}

/// Three times one after another. The second task goes on when others did something.
fn use_three(memory: &Memory) -> u32 {
    use_one::<1>(memory);
    let piece = memory.take_one();
    thread::yield_now();
    memory.count(&[piece]);
    2 + use_one::<1>(memory)
}

/// Takes for several lanes, as many as get a piece.
fn try_several<const WANTED: u32>(memory: &Memory) -> u32 {
    let found = memory.take(WANTED);
    memory.count(&found);
    found.len() as u32
}

/// Takes for several lanes; one of them gets a piece.
fn share<const WANTED: u32>(memory: &Memory) -> u32 {
    let found = try_several::<WANTED>(memory);
    assert!(found > 0, "each finds some");
    found
}

/// Takes for several lanes, where there are enough for all that take at the same time.
fn use_several<const WANTED: u32>(memory: &Memory) -> u32 {
    let found = try_several::<WANTED>(memory);
    assert_eq!(found, WANTED, "there are enough for all");
    found
}

/// Waits for a piece for each of several lanes.
fn use_all<const WANTED: u32>(memory: &Memory) -> u32 {
    memory.count(&take_all(&memory.pool, memory.block.as_ref(), WANTED));
    WANTED
}

fn rules() -> PoolRules {
    PoolRules::default()
}

// ---- The ring of all blocks, without laps ----

/// Threads wait for the one piece of a pool, which was never used.
fn one_piece(rules: PoolRules) {
    run(3, move || Memory::new(1, SLOTS, rules), [use_one::<2>, use_one::<2>]);
    run(2, move || Memory::new(1, SLOTS, rules), [use_one::<1>, use_one::<1>, use_one::<1>]);
}

#[test]
fn one_piece_goes_around() {
    one_piece(rules());
}

/// Nobody relies on the other half of either order.
#[test]
fn a_giver_need_not_acquire_nor_a_taker_release() {
    one_piece(PoolRules { fill: Release, empty: Acquire, ..rules() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_piece_needs_the_release_of_its_giver() {
    one_piece(PoolRules { fill: Acquire, ..rules() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_piece_needs_the_acquire_of_its_taker() {
    one_piece(PoolRules { empty: Release, ..rules() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_relaxed_giver_is_not_enough() {
    one_piece(PoolRules { fill: NONE, ..rules() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_relaxed_taker_is_not_enough() {
    one_piece(PoolRules { empty: NONE, ..rules() });
}

/// Each of two threads finds one of two pieces, two times. When it looked at the ring, the other piece may not have been used. When it looks at
/// `fresh`, it may be in the ring.
fn one_for_each(rules: PoolRules) {
    run(3, move || Memory::new(2, SLOTS, rules), [use_one::<2>, use_one::<2>]);
}

#[test]
fn each_thread_finds_a_piece() {
    one_for_each(rules());
}

#[test]
#[should_panic(expected = "no memory for joins")]
fn a_thread_must_look_again() {
    one_for_each(PoolRules { look_again: false, ..rules() });
}

/// Of three pieces that were never used, two warps want two each.
#[test]
fn lanes_share_what_was_never_used() {
    run(3, || Memory::new(3, SLOTS, rules()), [share::<2>, share::<2>]);
}

/// Warps want as many pieces as there are in the ring: nobody fails.
#[test]
fn nobody_fails_where_there_are_enough() {
    run(3, || Memory::new(3, SLOTS, rules()).used(), [use_several::<2>, use_several::<1>]);
    run(2, || Memory::new(4, SLOTS, rules()).used(), [use_several::<2>, use_several::<1>, use_several::<1>]);
}

/// Warps want more than there are in the ring: one that fails takes nothing, though another that looks meanwhile may fail for it.
fn too_few(rules: PoolRules) {
    run(3, move || Memory::new(2, SLOTS, rules).used(), [try_several::<2>, try_several::<1>, try_several::<2>]);
}

#[test]
fn who_fails_takes_nothing() {
    too_few(rules());
}

#[test]
#[should_panic(expected = "`free` counts what rests")]
fn who_fails_must_add_back() {
    too_few(PoolRules { add_back: false, ..rules() });
}

/// Somebody has the only piece and keeps it: others find nothing, and do not wait for it.
fn nothing_to_find(rules: PoolRules) {
    check(3, move || {
        let memory = Arc::new(Memory::new(1, SLOTS, rules));
        let kept = memory.take_one();
        let others = [0, 1].map(|_| {
            let memory = memory.clone();
            thread::spawn(move || try_several::<1>(&memory))
        });
        assert_eq!(others.map(|other| other.join().unwrap()), [0, 0], "the piece is in use");
        memory.count(&[kept]);
        memory.expect(1);
    });
}

#[test]
fn who_finds_nothing_does_not_wait() {
    nothing_to_find(rules());
}

/// Else a warp claims a slot that nobody fills, because another one has failed and not yet added back.
#[test]
#[should_panic(expected = "maximum number of branches")]
fn free_may_be_below_0() {
    nothing_to_find(PoolRules { free_is_signed: false, ..rules() });
}

/// A warp gives two pieces, and counts them when its first lane has filled its slot: who takes the second waits.
fn two_given(rules: PoolRules) {
    run(3, move || Memory::new(2, SLOTS, rules).used(), [try_several::<2>, use_one::<1>, use_one::<1>]);
}

#[test]
fn several_are_given_at_once() {
    two_given(rules());
}

#[test]
#[should_panic(expected = "Causality violation")]
fn each_of_several_needs_its_release() {
    two_given(PoolRules { fill: Acquire, ..rules() });
}

// ---- The ring of a block, and that of all behind it ----

/// A piece goes from thread to thread within a block.
fn within_a_block(rules: PoolRules) {
    run(3, move || Memory::of_block(1, SLOTS, rules).used(), [try_several::<1>, try_several::<1>, try_several::<1>]);
}

#[test]
fn a_block_passes_its_pieces_on() {
    within_a_block(rules());
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_piece_needs_the_fence_of_its_giver() {
    within_a_block(PoolRules { fence_before: false, ..rules() });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_piece_needs_the_fence_of_its_taker() {
    within_a_block(PoolRules { fence_after: false, ..rules() });
}

/// A block has room for two of its three pieces: a warp that finds no room for all of its own gives them to the pool.
fn little_room(rules: PoolRules) {
    run(3, move || Memory::of_block(3, 2, rules), [use_several::<2>, use_several::<1>]);
}

#[test]
fn what_a_block_has_no_room_for_goes_to_the_pool() {
    little_room(rules());
}

/// Else a giver waits for ever where the ring is full.
#[test]
#[should_panic(expected = "maximum number of branches")]
fn room_must_be_claimed() {
    little_room(PoolRules { count_room: false, ..rules() });
}

#[test]
#[should_panic(expected = "`taken` counts what rests")]
fn who_finds_no_room_must_take_the_claim_back() {
    little_room(PoolRules { return_room: false, ..rules() });
}

#[test]
#[should_panic(expected = "`taken` counts what rests")]
fn an_emptied_slot_is_room() {
    little_room(PoolRules { count_emptied: false, ..rules() });
}

/// Two pieces for two threads of a block, which gets all that come back. A thread that found neither a free piece nor one that was never used looks
/// again.
fn all_in_the_block(rules: PoolRules) {
    run(3, move || Memory::of_block(2, SLOTS, rules), [use_one::<1>, use_one::<2>]);
}

#[test]
fn the_last_looks_find_what_the_block_has() {
    all_in_the_block(rules());
}

#[test]
#[should_panic(expected = "maximum number of branches")]
fn the_last_looks_must_be_in_the_block_too() {
    all_in_the_block(PoolRules { look_in_block: false, ..rules() });
}

/// A warp wants two pieces. The block has room for one of the two that there are: the other one rests in the pool.
fn one_here_one_there(rules: PoolRules) {
    run(3, move || Memory::of_block(2, 1, rules).used(), [use_all::<2>, try_several::<1>]);
}

#[test]
fn each_lane_finds_one() {
    one_here_one_there(rules());
}

#[test]
#[should_panic(expected = "maximum number of branches")]
fn each_lane_must_look_for_itself() {
    one_here_one_there(PoolRules { look_alone: false, ..rules() });
}

// ---- Laps: slots that are used again ----

/// Threads of a block take a piece each of a full ring and give it back: one that is early waits until its slot is empty.
fn full_block(rules: PoolRules) {
    run(3, move || Memory::of_block(2, 2, rules).used(), [try_several::<1>, try_several::<1>, try_several::<1>]);
}

#[test]
fn a_giver_waits_for_its_slot() {
    full_block(rules());
}

#[test]
#[should_panic(expected = "what rests")]
fn a_giver_of_a_block_must_wait_for_its_slot() {
    full_block(PoolRules { wait_for_slot: false, ..rules() });
}

/// The same of the ring of all blocks.
fn full(rules: PoolRules) {
    run(3, move || Memory::new(2, 2, rules).used(), [try_several::<1>, try_several::<1>, try_several::<1>]);
}

#[test]
#[should_panic(expected = "what rests")]
fn a_giver_must_wait_for_its_slot() {
    full(PoolRules { wait_for_slot: false, ..rules() });
}

/// Two threads and two pieces, in a ring of two slots.
fn laps(rules: PoolRules) {
    run(3, move || Memory::new(2, 2, rules), [use_one::<2>, use_one::<2>]);
}

/// A thread claims one of four slots and is slow to empty it. Others take and give three pieces until one of them claims the same slot in the next
/// lap.
fn slow_taker(rules: PoolRules) {
    run(3, move || Memory::new(3, 4, rules).used(), [use_one::<1>, use_three, use_one::<1>]);
}

/// A warp gives two pieces, and its second lane is slow to fill its slot. Others take and give the first piece until one of them claims the same slot
/// in the next lap.
fn slow_giver(rules: PoolRules) {
    run(2, move || Memory::new(2, 2, rules).used(), [try_several::<2>, use_one::<1>, use_one::<2>]);
}

/// The same within a block.
fn slow_giver_in_a_block(rules: PoolRules) {
    run(2, move || Memory::of_block(2, 2, rules).used(), [try_several::<2>, use_one::<1>, use_one::<2>]);
}

#[test]
fn laps_lose_nothing() {
    full(rules());
    laps(rules());
    slow_taker(rules());
    slow_giver(rules());
    slow_giver_in_a_block(rules());
}

/// Else a load may give what the slot had in the lap before: a piece that another thread has taken since.
#[test]
#[should_panic(expected = "Causality violation")]
fn takers_must_not_see_the_lap_before() {
    full(PoolRules { empties_at_once: false, ..rules() });
}

/// Else a load may give a 0 of the lap before: the piece takes the place of another.
#[test]
#[should_panic(expected = "what rests")]
fn givers_must_not_see_the_lap_before() {
    laps(PoolRules { fills_at_once: false, ..rules() });
}

/// The two tests above are about nothing else.
#[test]
fn the_newest_values_are_enough_for_some_laps() {
    full(PoolRules { empties_at_once: false, newest: true, ..rules() });
    laps(PoolRules { fills_at_once: false, newest: true, ..rules() });
}

/// No memory order is enough for more. Two takers load the same number before the first of them clears it: both have the piece.
#[test]
#[should_panic(expected = "Causality violation")]
fn a_slot_must_be_emptied_at_once() {
    slow_taker(PoolRules { empties_at_once: false, newest: true, ..rules() });
}

/// Two givers find the slot empty before the first of them fills it: one of the pieces is lost.
#[test]
#[should_panic(expected = "what rests")]
fn a_slot_must_be_filled_at_once() {
    slow_giver(PoolRules { fills_at_once: false, newest: true, ..rules() });
}

#[test]
#[should_panic(expected = "what rests")]
fn a_slot_of_a_block_must_be_filled_at_once() {
    slow_giver_in_a_block(PoolRules { fills_at_once: false, newest: true, ..rules() });
}
