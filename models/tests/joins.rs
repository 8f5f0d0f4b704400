//! Joins: a continuation sees what the fork and all children wrote, and a record is used again when nobody reads it any more.

use loom::{sync::Arc, thread};
use whipple_models::{Chunk, Free, JoinRules, Joined, Joins, NONE, Pool, PoolRules, Scope, check};

/// Slots of rings: more than tickets are taken here.
const SLOTS: u32 = 8;

/// Records, and elements of a buffer of the program.
struct Program {
    joins: Joins,
    buffer: [Chunk; 2],
}

impl Program {
    /// Where the threads are of one block with a ring of its own, or each of another.
    fn new(records: u32, in_block: bool, joins: JoinRules, pools: PoolRules) -> Arc<Self> {
        let block = in_block.then(|| Free::new(Scope::Block, SLOTS, pools));
        let pool = Pool::new(records, SLOTS, pools);
        Arc::new(Self { joins: Joins::new(records, pool, block, joins), buffer: [0, 1].map(Chunk::new) })
    }

    /// A child of a fork: it writes to the buffer, and finishes.
    fn child(&self, record: u32, child: usize) -> Option<Joined> {
        self.buffer[child].write(20 + child as u32);
        self.joins.finish(record, child, 10 + child as u32)
    }

    /// The continuation of such children.
    fn expect(&self, joined: Joined, state: u32) {
        assert_eq!(joined, Joined { state, outputs: [10, 11] }, "what the continuation is given");
        assert_eq!([0, 1].map(|child| self.buffer[child].read()), [20, 21], "what the children wrote");
    }

    fn expect_free(&self, records: u32) {
        let mut free = self.joins.contents();
        free.sort_unstable();
        assert_eq!(free, (0..records).collect::<Vec<_>>(), "each record comes back once");
    }
}

/// Two children on two threads, of which the last runs the continuation. Meanwhile another fork waits for their record, the only one.
fn join(in_block: bool, joins: JoinRules, pools: PoolRules) {
    check(3, move || {
        let program = Program::new(1, in_block, joins, pools);
        let record = program.joins.fork(1);
        let children = [0, 1].map(|child| {
            let program = program.clone();
            thread::spawn(move || {
                let joined = program.child(record, child);
                joined.inspect(|joined| program.expect(*joined, 1)).is_some()
            })
        });
        let record = program.joins.fork(2);
        assert_eq!(program.joins.finish(record, 1, 31), None, "a child is missing");
        let second = program.joins.finish(record, 0, 30);
        assert_eq!(second, Some(Joined { state: 2, outputs: [30, 31] }), "the second join");
        let continued = children.map(|child| child.join().unwrap());
        assert!(continued[0] != continued[1], "the first join continues once");
        program.expect_free(1);
    });
}

/// A child forks in its turn: the continuation of its children finishes in its place.
fn tree(joins: JoinRules, pools: PoolRules) {
    check(3, move || {
        let program = Program::new(2, false, joins, pools);
        let root = program.joins.fork(1);
        let inner = program.joins.fork(2);
        let sum = |joined: Joined| joined.state + joined.outputs[0] + joined.outputs[1];
        let end = move |program: &Program, joined: Option<Joined>| {
            joined.map(|joined| {
                program.expect(joined, 2);
                program.joins.finish(root, 1, sum(joined))
            })?
        };
        let children = [0, 1].map(|child| {
            let program = program.clone();
            thread::spawn(move || end(&program, program.child(inner, child)))
        });
        let mine = program.joins.finish(root, 0, 7);
        let all: Vec<Joined> =
            children.into_iter().map(|child| child.join().unwrap()).chain([mine]).flatten().collect();
        assert_eq!(all, [Joined { state: 1, outputs: [7, 23] }], "the root continues once");
        program.expect_free(2);
    });
}

/// A fork whose record comes by way of its block must look there.
fn in_block() -> PoolRules {
    PoolRules { look_in_block: true, ..pools() }
}

fn joins() -> JoinRules {
    JoinRules::default()
}

fn pools() -> PoolRules {
    PoolRules::default()
}

#[test]
fn a_continuation_sees_all_and_its_record_is_used_again() {
    join(false, joins(), pools());
    join(true, joins(), in_block());
}

#[test]
fn a_continuation_finishes_in_the_place_of_a_task() {
    tree(joins(), pools());
}

/// Tests of models with one order or rule weakened, which must fail.
macro_rules! faults {
    ($($(#[$about:meta])* $name:ident: $model:expr;)*) => {$(
        $(#[$about])*
        #[test]
        #[should_panic(expected = "Causality violation")]
        fn $name() {
            $model;
        }
    )*};
}

faults! {
    outputs_need_the_release_of_the_count: join(false, JoinRules { count: NONE, ..joins() }, pools());
    outputs_need_the_fence_of_the_last: join(false, JoinRules { fence: false, ..joins() }, pools());
    an_output_comes_before_the_count: join(false, JoinRules { output_first: false, ..joins() }, pools());
    a_record_is_copied_before_it_is_given_back: join(false, JoinRules { copy_first: false, ..joins() }, pools());
    a_record_needs_the_release_of_its_slot: join(false, joins(), PoolRules { fill: NONE, ..pools() });
    a_record_needs_the_acquire_of_its_slot: join(false, joins(), PoolRules { empty: NONE, ..pools() });
    a_record_of_a_block_needs_the_fence_before_its_slot: join(true, joins(), PoolRules { fence_before: false, ..in_block() });
    a_record_of_a_block_needs_the_fence_after_its_slot: join(true, joins(), PoolRules { fence_after: false, ..in_block() });
    a_tree_needs_the_releases_of_its_counts: tree(JoinRules { count: NONE, ..joins() }, pools());
    a_tree_needs_the_fences_of_its_counts: tree(JoinRules { fence: false, ..joins() }, pools());
}
