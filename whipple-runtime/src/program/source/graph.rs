//! The graph of items: what a program reaches, in which order it is defined, what spawns what.

use super::{Item, ItemKind, ItemRef, Join, Piece, Spawn, writer::Message};
use crate::{join::ReturnTo, program::ProcedureInfo};

/// The most items that one program may have.
pub const MAX_ITEMS: usize = 1024;
const BUCKETS: usize = 4096;

/// A set of items that remembers the order of insertion.
pub(super) struct ItemSet {
    pub items: [Option<ItemRef>; MAX_ITEMS],
    pub len: usize,
    buckets: [u16; BUCKETS],
}

impl ItemSet {
    pub const fn new() -> Self {
        Self { items: [None; MAX_ITEMS], len: 0, buckets: [0; BUCKETS] }
    }

    /// Adds an item; false when it was there.
    #[track_caller]
    pub const fn insert(&mut self, item: ItemRef) -> bool {
        let id = item.get().id;
        let mut bucket = id as usize % BUCKETS;
        while self.buckets[bucket] != 0 {
            if self.get(self.buckets[bucket] as usize - 1).id == id {
                return false;
            }
            bucket = (bucket + 1) % BUCKETS;
        }
        if self.len == MAX_ITEMS {
            panic!("a program has more than 1024 device items: split it");
        }
        self.items[self.len] = Some(item);
        self.len += 1;
        self.buckets[bucket] = self.len as u16;
        true
    }

    /// What procedures reach.
    pub fn reached(procedures: &[ProcedureInfo]) -> Self {
        let mut set = Self::new();
        reach(procedures, &mut set);
        set
    }

    pub const fn get(&self, index: usize) -> &'static Item {
        match self.items[index] {
            Some(item) => item.get(),
            None => panic!("index within the set"),
        }
    }
}

/// Texts and lists of members that a walk is in the middle of, the innermost last. Const evaluation allows 128 nested
/// calls, which a walk that called itself would reach in a pipeline of 32 procedures.
///
/// Const evaluation keeps the pointers in an array as a sorted list, where a change moves all that follow. So the places that
/// are not in use have none, and what changes at each step is apart.
struct Walk {
    steps: [WalkStep; 4 * MAX_ITEMS],
    /// How much of each is done.
    done: [usize; 4 * MAX_ITEMS],
    len: usize,
}

/// A text or a list.
#[derive(Clone, Copy)]
enum WalkStep {
    Unused,
    Pieces(&'static [Piece]),
    Members(&'static [ItemRef]),
}

impl Walk {
    const fn new() -> Self {
        Self { steps: [WalkStep::Unused; 4 * MAX_ITEMS], done: [0; 4 * MAX_ITEMS], len: 0 }
    }

    #[track_caller]
    const fn push(&mut self, step: WalkStep) {
        if self.len == self.steps.len() {
            panic!("the types of a program are nested too deep");
        }
        self.steps[self.len] = step;
        self.done[self.len] = 0;
        self.len += 1;
    }

    /// Enters an item that is not in the set: its definition first, then what its prototype and body use.
    #[track_caller]
    const fn enter(&mut self, item: ItemRef, set: &mut ItemSet) {
        if set.insert(item) {
            let item = item.get();
            self.push(WalkStep::Pieces(item.uses));
            self.push(WalkStep::Pieces(item.definition));
        }
    }
}

/// The items of a program.
pub struct Reached {
    /// The procedures and everything that they need, each item before what it needs.
    pub(super) items: ItemSet,
    /// The same, each item after all that its definition needs.
    pub(super) defined: ItemSet,
}

impl Reached {
    /// Those of a program with these procedures.
    ///
    /// # Panics
    /// When there are more than [`MAX_ITEMS`].
    #[track_caller]
    pub const fn of(procedures: &[ProcedureInfo]) -> Self {
        let (mut items, mut seen, mut defined) = (ItemSet::new(), ItemSet::new(), ItemSet::new());
        reach(procedures, &mut items);
        let mut index = 0;
        while index < items.len {
            if let Some(item) = items.items[index] {
                define(item, &mut seen, &mut defined);
            }
            index += 1;
        }
        Self { items, defined }
    }
}

/// Adds the procedures and everything that they need.
#[track_caller]
const fn reach(procedures: &[ProcedureInfo], set: &mut ItemSet) {
    let mut walk = Walk::new();
    let mut p = 0;
    while p < procedures.len() {
        walk.enter(procedures[p].structure, set);
        finish(&mut walk, set);
        walk.enter(procedures[p].source, set);
        finish(&mut walk, set);
        p += 1;
    }
}

#[track_caller]
const fn finish(walk: &mut Walk, set: &mut ItemSet) {
    while walk.len > 0 {
        let top = walk.len - 1;
        let index = walk.done[top];
        walk.done[top] += 1;
        match walk.steps[top] {
            WalkStep::Pieces(pieces) if index < pieces.len() => match &pieces[index] {
                Piece::Text(_) | Piece::Unwritten | Piece::Number(_) => {}
                Piece::Item(item) => walk.enter(*item, set),
                Piece::Type(pieces) => walk.push(WalkStep::Pieces(pieces)),
                Piece::Members(items) => walk.push(WalkStep::Members(items)),
            },
            WalkStep::Members(items) if index < items.len() => {
                walk.enter(items[index], set);
            }
            _ => walk.len = top,
        }
    }
}

/// Adds the item after everything that its definition needs. Member declarations need nothing: all types are
/// declared before any is defined.
#[track_caller]
const fn define(item: ItemRef, set: &mut ItemSet, defined: &mut ItemSet) {
    if !set.insert(item) {
        return;
    }
    define_pieces(item.get().definition, set, defined);
    defined.insert(item);
    define_members(item.get().definition, set, defined);
}

/// Associated constants are defined right after their type, so that other constants may use them.
const fn define_members(pieces: &[Piece], set: &mut ItemSet, defined: &mut ItemSet) {
    let mut index = 0;
    while index < pieces.len() {
        if let Piece::Members(items) = &pieces[index] {
            let mut member = 0;
            while member < items.len() {
                define(items[member], set, defined);
                member += 1;
            }
        }
        index += 1;
    }
}

#[track_caller]
const fn define_pieces(pieces: &[Piece], set: &mut ItemSet, defined: &mut ItemSet) {
    let mut index = 0;
    while index < pieces.len() {
        match &pieces[index] {
            Piece::Text(_) | Piece::Unwritten | Piece::Number(_) | Piece::Members(_) => {}
            Piece::Item(item) => define(*item, set, defined),
            Piece::Type(pieces) => define_pieces(pieces, set, defined),
        }
        index += 1;
    }
}

/// How many tasks a task spawns at most.
pub struct MostSpawned {
    /// `[p][q]`: of procedure `q`, by a task of `p`.
    pub of_task: [[u32; 32]; 32],
    /// `[p]`: which procedures continue when tasks of `p` have finished, a bit each.
    pub resumes: [u32; 32],
    /// The procedures whose tasks a thread may run with their children, one after another; a bit each.
    pub dives: u32,
    /// Words of the largest frame of their forks.
    pub frame: u32,
    /// Whether tasks finish with sums.
    pub adds: bool,
    /// `[p]`: of all procedures together, by one thread of a task of `p`; [`Spawn::UNBOUNDED`] where it is not known.
    pub of_thread: [u32; 32],
}

/// How many tasks those of a program spawn; refuses spawns of procedures that are not in it.
#[track_caller]
pub const fn most_spawned(program: &str, procedures: &[ProcedureInfo], reached: &Reached) -> MostSpawned {
    let mut matrix = [[0; 32]; 32];
    let mut of_thread = [0; 32];
    let mut called_spawn = 0_u32;
    let functions_spawn = functions_spawn(&reached.items);
    let mut p = 0;
    while p < procedures.len() {
        add_spawns(program, procedures, p, procedures[p].source.get(), false, &mut matrix);
        of_thread[p] = procedures[p].source.get().spawns_of_thread;
        if functions_spawn {
            // Functions that the body calls, directly or not, may spawn too: how often they are called is not known.
            let mut set = ItemSet::new();
            set.insert(procedures[p].source);
            called(procedures[p].structure.get().definition, &mut set);
            let mut index = 1;
            called(procedures[p].source.get().body, &mut set);
            while index < set.len {
                let item = set.get(index);
                if matches!(item.kind, ItemKind::Function) && !item.spawns.is_empty() {
                    add_spawns(program, procedures, p, item, true, &mut matrix);
                    of_thread[p] = Spawn::UNBOUNDED;
                    called_spawn |= 1 << p;
                }
                called(item.definition, &mut set);
                called(item.body, &mut set);
                index += 1;
            }
        }
        if let Some(limit) = procedures[p].max_spawns
            && limit < of_thread[p]
        {
            of_thread[p] = limit;
        }
        p += 1;
    }
    let resumes = resumed(program, procedures);
    let mut p = 0;
    while p < procedures.len() {
        let mut q = 0;
        while q < procedures.len() {
            // The last child to finish spawns the continuation.
            matrix[p][q] = matrix[p][q].saturating_add(resumes[p] >> q & 1);
            q += 1;
        }
        of_thread[p] = of_thread[p].saturating_add((resumes[p] != 0) as u32);
        p += 1;
    }
    let dives = dives(program, procedures, called_spawn);
    let frame = largest_frame(program, procedures, dives);
    MostSpawned { of_task: matrix, resumes, dives, frame, adds: adds(procedures), of_thread }
}

/// The procedures whose tasks a thread may run with their children, one after another: of one thread, with an output, and all that they create are
/// children of forks of such procedures, with such continuations. `called_spawn`: of which functions spawn that the body calls, a bit each.
#[track_caller]
const fn dives(program: &str, procedures: &[ProcedureInfo], called_spawn: u32) -> u32 {
    let mut dives = 0;
    let mut p = 0;
    while p < procedures.len() {
        let alone = !procedures[p].source.get().spawns_apart && called_spawn >> p & 1 == 0;
        if procedures[p].level == 2 && procedures[p].output_size.is_some() && alone {
            dives |= 1 << p;
        }
        p += 1;
    }
    // Where one takes part in a fork that others take part in, too.
    let mut forked = 0;
    let mut changed = true;
    while changed {
        changed = false;
        forked = 0;
        let mut p = 0;
        while p < procedures.len() {
            let joins = procedures[p].source.get().joins;
            let mut index = 0;
            while index < joins.len() && dives >> p & 1 != 0 {
                let (child, continuation) = places(program, procedures, p, &joins[index]);
                let of_join = 1 << child | 1 << continuation;
                if dives & of_join == of_join {
                    forked |= of_join | 1 << p;
                } else {
                    dives &= !(1 << p);
                    changed = true;
                }
                index += 1;
            }
            p += 1;
        }
    }
    dives & forked
}

/// Words of the largest frame of the forks of such procedures, of those that are not too large; 0 if there is none.
#[track_caller]
const fn largest_frame(program: &str, procedures: &[ProcedureInfo], dives: u32) -> u32 {
    let mut largest = 0;
    let mut p = 0;
    while p < procedures.len() {
        let joins = procedures[p].source.get().joins;
        let mut index = 0;
        while index < joins.len() && dives >> p & 1 != 0 {
            let (_, continuation) = places(program, procedures, p, &joins[index]);
            // The children of one fork stand side by side.
            let (fork, mut children, mut each) = (joins[index].fork, 0_u32, 0);
            while index < joins.len() && joins[index].fork == fork {
                let (child, _) = places(program, procedures, p, &joins[index]);
                let words = item_words(&procedures[child]);
                children = children.saturating_add(joins[index].times);
                each = if each < words { words } else { each };
                index += 1;
            }
            let waiting = children.saturating_sub(1).saturating_mul(1 + each);
            let frame = (2 + item_words(&procedures[continuation])).saturating_add(waiting);
            if frame <= MOST_FRAME && largest < frame.next_multiple_of(4) {
                largest = frame.next_multiple_of(4);
            }
        }
        p += 1;
    }
    largest
}

/// Words of a larger frame leave no room for others.
const MOST_FRAME: u32 = 24;

/// Words of the item of a procedure with an output, without where that goes.
const fn item_words(procedure: &ProcedureInfo) -> u32 {
    (procedure.item_size as u32 - size_of::<ReturnTo>() as u32).div_ceil(4)
}

/// Which procedures continue when tasks of each have finished: for the children of a fork its continuation; and for the continuation what
/// continues for the task that forked, whose output it gives. A task that another one finishes with is like a continuation. So is one whose output
/// is added to that of another one.
#[track_caller]
const fn resumed(program: &str, procedures: &[ProcedureInfo]) -> [u32; 32] {
    let mut resumes = [0; 32];
    let mut changed = true;
    while changed {
        changed = false;
        let mut p = 0;
        while p < procedures.len() {
            let joins = procedures[p].source.get().joins;
            let mut index = 0;
            while index < joins.len() {
                let (child, continuation) = places(program, procedures, p, &joins[index]);
                let (of_child, of_continuation) = (resumes[child], resumes[continuation]);
                if !joins[index].hands_over {
                    resumes[child] |= 1 << continuation;
                }
                resumes[continuation] |= resumes[p];
                changed |= resumes[child] != of_child || resumes[continuation] != of_continuation;
                index += 1;
            }
            p += 1;
        }
    }
    resumes
}

/// Whether tasks of one of these procedures finish with sums.
const fn adds(procedures: &[ProcedureInfo]) -> bool {
    let mut p = 0;
    while p < procedures.len() {
        let joins = procedures[p].source.get().joins;
        let mut index = 0;
        while index < joins.len() {
            if joins[index].adds {
                return true;
            }
            index += 1;
        }
        p += 1;
    }
    false
}

/// What a body with these joins does with tasks of a procedure, in words.
const fn does(joins: &[Join], child: &Item) -> &'static str {
    let mut index = 0;
    while index < joins.len() {
        if joins[index].child.get().id == child.id {
            return match (joins[index].adds, joins[index].hands_over) {
                (true, _) => "forks, for a sum,",
                (false, true) => "finishes with",
                (false, false) => "forks",
            };
        }
        index += 1;
    }
    "spawns"
}

/// The numbers of the child and of the continuation of a fork of procedure `p`.
#[track_caller]
const fn places(program: &str, procedures: &[ProcedureInfo], p: usize, join: &Join) -> (usize, usize) {
    let (child, continuation) = (join.child.get(), join.continuation.get());
    let (first, then) = match (join.adds, join.hands_over) {
        (true, _) => ("forks", "forks"),
        (false, true) => ("finishes with", "finishes with"),
        (false, false) => ("forks", "forks tasks and continues with"),
    };
    (place(program, procedures, p, child, first), place(program, procedures, p, continuation, then))
}

/// The number of a procedure that procedure `p` names, which must be in the program; and what it does with it, in words.
#[track_caller]
const fn place(program: &str, procedures: &[ProcedureInfo], p: usize, target: &Item, does: &str) -> usize {
    let mut q = 0;
    while q < procedures.len() && procedures[q].structure.get().id != target.id {
        q += 1;
    }
    if q == procedures.len() {
        let mut message = Message::new();
        message.text("the procedure `");
        message.text(procedures[p].name);
        message.text("` ");
        message.text(does);
        message.text(" `");
        message.text(target.name);
        message.text("`, which is not in the program `");
        message.text(program);
        message.text("`: add a field of type `");
        message.text(target.name);
        message.text("` to it");
        message.fail();
    }
    q
}

/// Whether any function of the program spawns. Few programs have one, and else no procedure's calls need be followed.
const fn functions_spawn(set: &ItemSet) -> bool {
    let mut index = 0;
    while index < set.len {
        let item = set.get(index);
        if matches!(item.kind, ItemKind::Function) && !item.spawns.is_empty() {
            return true;
        }
        index += 1;
    }
    false
}

/// Adds what a text may call: functions, and types with all of their methods. Procedures that it spawns run later.
#[track_caller]
pub(super) const fn called(pieces: &[Piece], set: &mut ItemSet) {
    let mut index = 0;
    while index < pieces.len() {
        match &pieces[index] {
            Piece::Text(_) | Piece::Unwritten | Piece::Number(_) => {}
            Piece::Item(item) => {
                if !matches!(item.get().kind, ItemKind::Procedure) {
                    set.insert(*item);
                }
            }
            Piece::Type(pieces) => called(pieces, set),
            Piece::Members(items) => {
                let mut member = 0;
                while member < items.len() {
                    set.insert(items[member]);
                    member += 1;
                }
            }
        }
        index += 1;
    }
}

#[track_caller]
const fn add_spawns(
    program: &str,
    procedures: &[ProcedureInfo],
    p: usize,
    by: &Item,
    called: bool,
    matrix: &mut [[u32; 32]; 32],
) {
    let spawns = by.spawns;
    let mut index = 0;
    while index < spawns.len() {
        let target = spawns[index].procedure.get();
        let q = place(program, procedures, p, target, does(by.joins, target));
        // What a loop of the body leaves open is said at the loop.
        if called && procedures[p].max_spawns.is_none() {
            let mut message = Message::new();
            message.text("how many tasks of `");
            message.text(target.name);
            message.text("` one thread of the procedure `");
            message.text(procedures[p].name);
            message.text("` spawns is not known, because a function that it calls spawns them: say it with `#[procedure(…, max_spawns = N)]`");
            message.fail();
        }
        let threads = procedures[p].threads;
        let of_task = if called { Spawn::UNBOUNDED } else { spawns[index].per_task(threads) };
        let most = matrix[p][q].saturating_add(of_task);
        matrix[p][q] = match procedures[p].max_spawns {
            Some(limit) if limit.saturating_mul(threads) < most => limit.saturating_mul(threads),
            _ => most,
        };
        index += 1;
    }
}
