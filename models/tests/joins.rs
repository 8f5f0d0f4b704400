//! Joins: a continuation runs once, and sees what the task that forked and all children wrote. A record is used again when nobody reads it any
//! more.

use loom::{sync::Arc, thread};
use std::sync::atomic::Ordering::{Acquire, Release};
use whipple_models::{
    Chunk, Continuation, Free, JoinRules, Joined, Joins, NONE, Opened, Outputs, Pool, PoolRules, ReturnTo, Scope, check,
};

/// Slots of rings: more than tickets are taken here.
const SLOTS: u32 = 8;

/// Records, and elements of a buffer of the program: one for each child, and one for the task that opens a join.
struct Program {
    joins: Joins,
    buffer: [Chunk; 3],
}

impl Program {
    /// Where the threads are of one block with a ring of its own, or each of another.
    fn new(records: u32, in_block: bool, joins: JoinRules, pools: PoolRules) -> Arc<Self> {
        let block = in_block.then(|| Free::new(Scope::Block, SLOTS, pools));
        let pool = Pool::new(records, SLOTS, pools);
        Arc::new(Self { joins: Joins::new(records, pool, block, joins), buffer: [0, 1, 2].map(Chunk::new) })
    }

    /// A child: it writes to the buffer, and finishes.
    fn child(&self, to: ReturnTo, child: usize) -> Option<Joined> {
        self.buffer[child].write(20 + child as u32);
        self.joins.finish(to, 10 + child as u32)
    }

    /// The end of a task that opened a join: it writes to the buffer, too.
    fn end(&self, opened: &Opened) -> Option<Joined> {
        self.buffer[2].write(22);
        self.joins.end_task(opened)
    }

    /// A continuation of two such children.
    fn expect(&self, joined: Joined, state: u32) {
        let outputs = match joined.outputs {
            Outputs::Two(_) => Outputs::Two([10, 11]),
            Outputs::Several { .. } => Outputs::Several { values: [10, 11], count: 2 },
            Outputs::Total(_) => Outputs::Total(21),
        };
        assert_eq!(joined, Joined { state, outputs }, "what the continuation is given");
        assert_eq!([0, 1].map(|child| self.buffer[child].read()), [20, 21], "what the children wrote");
        if !matches!(outputs, Outputs::Two(_)) {
            assert_eq!(self.buffer[2].read(), 22, "what the task that opened the join wrote");
        }
    }

    fn expect_free(&self, records: u32) {
        let mut free = self.joins.contents();
        free.sort_unstable();
        assert_eq!(free, (0..records).collect::<Vec<_>>(), "each record comes back once");
    }
}

/// Two children on two threads, of which the last runs the continuation. Meanwhile another fork waits for their record, the only one.
fn fork(in_block: bool, joins: JoinRules, pools: PoolRules) {
    check(3, move || {
        let program = Program::new(1, in_block, joins, pools);
        let destinations = program.joins.fork(1);
        let children = [0, 1].map(|child| {
            let program = program.clone();
            thread::spawn(move || {
                let joined = program.child(destinations[child], child);
                joined.inspect(|joined| program.expect(*joined, 1)).is_some()
            })
        });
        let destinations = program.joins.fork(2);
        assert_eq!(program.joins.finish(destinations[1], 31), None, "a child is missing");
        let second = program.joins.finish(destinations[0], 30);
        assert_eq!(second, Some(Joined { state: 2, outputs: Outputs::Two([30, 31]) }), "the second join");
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
        let end = move |program: &Program, joined: Option<Joined>| {
            joined.map(|joined| {
                program.expect(joined, 2);
                program.joins.finish(root[1], 23)
            })?
        };
        let children = [0, 1].map(|child| {
            let program = program.clone();
            thread::spawn(move || end(&program, program.child(inner[child], child)))
        });
        let mine = program.joins.finish(root[0], 7);
        let all: Vec<Joined> =
            children.into_iter().map(|child| child.join().unwrap()).chain([mine]).flatten().collect();
        assert_eq!(all, [Joined { state: 1, outputs: Outputs::Two([7, 23]) }], "the root continues once");
        program.expect_free(2);
    });
}

/// A task opens a join, and ends while the first of two children runs, or both, or none any more. Whoever is last runs the continuation.
fn join(continuation: Continuation, joins: JoinRules) {
    check(3, move || {
        let program = Program::new(1, false, joins, pools());
        let mut opened = program.joins.join(continuation, 1);
        let children = [0, 1].map(|child| {
            let (program, to) = (program.clone(), program.joins.fork_one(&mut opened));
            thread::spawn(move || {
                let joined = program.child(to, child);
                joined.inspect(|joined| program.expect(*joined, 1)).is_some()
            })
        });
        let mine = program.end(&opened).inspect(|joined| program.expect(*joined, 1)).is_some();
        let [first, second] = children.map(|child| child.join().unwrap());
        assert_eq!([first, second, mine].into_iter().filter(|last| *last).count(), 1, "the join continues once");
        program.expect_free(1);
    });
}

/// The same, where the only record is used again at once, for a join of one child.
fn join_again(continuation: Continuation, in_block: bool, joins: JoinRules, pools: PoolRules) {
    check(3, move || {
        let program = Program::new(1, in_block, joins, pools);
        let mut opened = program.joins.join(continuation, 1);
        let children = [0, 1].map(|child| {
            let (program, to) = (program.clone(), program.joins.fork_one(&mut opened));
            thread::spawn(move || {
                program.child(to, child).into_iter().for_each(|joined| program.expect(joined, 1));
            })
        });
        program.end(&opened).into_iter().for_each(|joined| program.expect(joined, 1));
        let mut opened = program.joins.join(continuation, 2);
        let to = program.joins.fork_one(&mut opened);
        assert_eq!(program.joins.finish(to, 30), None, "the task goes on");
        let outputs = match continuation {
            Continuation::Total => Outputs::Total(30),
            _ => Outputs::Several { values: [30, 0], count: 1 },
        };
        assert_eq!(program.joins.end_task(&opened), Some(Joined { state: 2, outputs }), "the second join");
        children.into_iter().for_each(|child| child.join().unwrap());
        program.expect_free(1);
    });
}

/// A child opens a join in its turn, and its continuation finishes in the place of the child.
fn tree_of_joins(joins: JoinRules) {
    check(3, move || {
        let program = Program::new(2, false, joins, pools());
        let mut root = program.joins.join(Continuation::Several, 1);
        let to = program.joins.fork_one(&mut root);
        let end = move |program: &Program, joined: Option<Joined>| {
            joined.map(|joined| {
                assert_eq!(joined, Joined { state: 2, outputs: Outputs::Total(11) }, "what the inner one is given");
                program.joins.finish(to, 10)
            })?
        };
        let child = thread::spawn({
            let program = program.clone();
            move || {
                let mut inner = program.joins.join(Continuation::Total, 2);
                let to = program.joins.fork_one(&mut inner);
                let grandchild = thread::spawn({
                    let program = program.clone();
                    move || end(&program, program.child(to, 1))
                });
                program.buffer[0].write(20);
                let mine = end(&program, program.joins.end_task(&inner));
                [mine, grandchild.join().unwrap()]
            }
        });
        let last = program.joins.fork_one(&mut root);
        assert_eq!(program.joins.finish(last, 11), None, "the task goes on");
        let mine = program.end(&root);
        let all: Vec<Joined> = child.join().unwrap().into_iter().chain([mine]).flatten().collect();
        assert_eq!(all.len(), 1, "the root continues once");
        program.expect(all[0], 1);
        program.expect_free(2);
    });
}

/// A child finishes with a sum, which its own child adds to.
fn sum(joins: JoinRules) {
    check(3, move || {
        let program = Program::new(1, false, joins, pools());
        let destinations = program.joins.fork(1);
        let child = thread::spawn({
            let program = program.clone();
            move || {
                let mut sum = program.joins.finish_with_sum(destinations[0], 3);
                let to = program.joins.fork_addend(&mut sum);
                let grandchild = thread::spawn({
                    let program = program.clone();
                    move || {
                        program.buffer[0].write(20);
                        program.joins.finish(to, 7)
                    }
                });
                let mine = program.joins.end_sum(&sum);
                [mine, grandchild.join().unwrap()]
            }
        });
        let mine = program.child(destinations[1], 1);
        let all: Vec<Joined> = child.join().unwrap().into_iter().chain([mine]).flatten().collect();
        assert_eq!(all.len(), 1, "the join continues once");
        program.expect(all[0], 1);
        program.expect_free(1);
    });
}

/// Without children the task itself continues.
fn no_children(continuation: Continuation, outputs: Outputs) {
    check(3, move || {
        let program = Program::new(1, false, joins(), pools());
        let opened = program.joins.join(continuation, 1);
        assert_eq!(program.end(&opened), Some(Joined { state: 1, outputs }), "the task is the last one");
        program.expect_free(1);
    });
}

fn joins() -> JoinRules {
    JoinRules::default()
}

fn pools() -> PoolRules {
    PoolRules::default()
}

#[test]
fn a_continuation_sees_all_and_its_record_is_used_again() {
    fork(false, joins(), pools());
    fork(true, joins(), pools());
}

#[test]
fn a_continuation_finishes_in_the_place_of_a_task() {
    tree(joins(), pools());
}

#[test]
fn a_join_of_any_number_continues_once_and_sees_all() {
    join(Continuation::Several, joins());
    join(Continuation::Total, joins());
}

#[test]
fn the_record_of_a_join_is_used_again() {
    join_again(Continuation::Several, false, joins(), pools());
    join_again(Continuation::Total, false, joins(), pools());
    join_again(Continuation::Several, true, joins(), pools());
    join_again(Continuation::Total, true, joins(), pools());
}

#[test]
fn a_join_finishes_in_the_place_of_a_child() {
    tree_of_joins(joins());
}

#[test]
fn a_child_finishes_with_a_sum() {
    sum(joins());
}

#[test]
fn a_join_without_children_continues() {
    no_children(Continuation::Several, Outputs::Several { values: [0, 0], count: 0 });
    no_children(Continuation::Total, Outputs::Total(0));
}

/// `HELD` keeps `pending` from wrapping. If it wraps, it still becomes 0 at the last count only.
#[test]
fn pending_may_wrap() {
    join(Continuation::Several, JoinRules { held: 0, ..joins() });
}

/// Tests of models with one order or rule weakened, which must fail so.
macro_rules! faults {
    ($expected:literal: $($(#[$about:meta])* $name:ident: $model:expr;)*) => {$(
        $(#[$about])*
        #[test]
        #[should_panic(expected = $expected)]
        fn $name() {
            $model;
        }
    )*};
}

faults! {
    "Causality violation":
    outputs_need_the_release_of_the_count: fork(false, JoinRules { count: NONE, ..joins() }, pools());
    outputs_need_the_fence_of_the_last: fork(false, JoinRules { fence: false, ..joins() }, pools());
    an_output_comes_before_the_count: fork(false, JoinRules { output_first: false, ..joins() }, pools());
    a_record_is_copied_before_it_is_given_back: fork(false, JoinRules { copy_first: false, ..joins() }, pools());
    a_record_needs_the_release_of_its_slot: fork(false, joins(), PoolRules { fill: Acquire, ..pools() });
    a_record_needs_the_acquire_of_its_slot: fork(false, joins(), PoolRules { empty: Release, ..pools() });
    a_record_of_a_block_needs_the_fence_before_its_slot: fork(true, joins(), PoolRules { fence_before: false, ..pools() });
    a_record_of_a_block_needs_the_fence_after_its_slot: fork(true, joins(), PoolRules { fence_after: false, ..pools() });
    a_tree_needs_the_releases_of_its_counts: tree(JoinRules { count: NONE, ..joins() }, pools());
    a_tree_needs_the_fences_of_its_counts: tree(JoinRules { fence: false, ..joins() }, pools());

    /// Where a child is last.
    the_number_comes_before_the_count: join(Continuation::Several, JoinRules { number_first: false, ..joins() });
    /// The number, and what the task wrote.
    the_number_needs_the_release_of_the_count: join(Continuation::Several, JoinRules { count_at_end: NONE, ..joins() });
    several_outputs_need_the_release_of_the_count: join(Continuation::Several, JoinRules { count: NONE, ..joins() });
    several_outputs_need_the_fence_of_the_last: join(Continuation::Several, JoinRules { fence: false, ..joins() });
    one_of_several_comes_before_the_count: join(Continuation::Several, JoinRules { output_first: false, ..joins() });
    a_sum_needs_the_release_of_the_count: join(Continuation::Total, JoinRules { count: NONE, ..joins() });
    a_sum_needs_the_release_of_the_task: join(Continuation::Total, JoinRules { count_at_end: NONE, ..joins() });
    a_sum_needs_the_fence_of_the_last: join(Continuation::Total, JoinRules { fence: false, ..joins() });
    /// `pending` holds more than any children. Else the first one is the last.
    a_task_holds_its_join: join(Continuation::Several, JoinRules { held: 1, ..joins() });
    /// The first child may finish before there is a second.
    children_are_counted_at_the_end: join(Continuation::Several, JoinRules { counts_at_end: false, ..joins() });
    the_record_of_a_join_is_copied_before_it_is_given_back: join_again(Continuation::Several, false, JoinRules { copy_first: false, ..joins() }, pools());
    the_record_of_a_sum_is_copied_before_it_is_given_back: join_again(Continuation::Total, false, JoinRules { copy_first: false, ..joins() }, pools());
    a_tree_of_joins_needs_the_releases_of_its_tasks: tree_of_joins(JoinRules { count_at_end: NONE, ..joins() });
    a_tree_of_joins_needs_the_fences_of_its_counts: tree_of_joins(JoinRules { fence: false, ..joins() });
    children_of_a_sum_need_the_releases_of_their_counts: sum(JoinRules { count: NONE, ..joins() });
}

faults! {
    "the join continues once":
    /// What the grandchild adds comes too late.
    children_of_a_sum_are_counted_before_they_run: sum(JoinRules { counts_first: false, ..joins() });
}

faults! {
    "Causality violation: Concurrent":
    a_task_stores_its_part_of_a_sum_before_its_children_add: sum(JoinRules { own_first: false, ..joins() });
}

faults! {
    "is given":
    a_sum_is_added_before_the_count: join(Continuation::Total, JoinRules { output_first: false, ..joins() });
    a_sum_is_added_at_once: join(Continuation::Total, JoinRules { adds_at_once: false, ..joins() });
    a_tree_of_joins_needs_the_releases_of_its_children: tree_of_joins(JoinRules { count: NONE, ..joins() });
}
