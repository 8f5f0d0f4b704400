//! The graph of items: what a program reaches, in which order it is defined, what spawns what.

use super::{Item, ItemKind, ItemRef, Piece, Spawn, writer::Writer};
use crate::program::ProcedureInfo;

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

    pub const fn get(&self, index: usize) -> &'static Item {
        match self.items[index] {
            Some(item) => item.get(),
            None => panic!("index within the set"),
        }
    }
}

/// Adds everything that the item needs, itself included.
#[track_caller]
pub(super) const fn reach(item: ItemRef, set: &mut ItemSet) {
    if !set.insert(item) {
        return;
    }
    let item = item.get();
    reach_pieces(item.definition, set);
    reach_pieces(item.prototype, set);
    reach_pieces(item.body, set);
}

#[track_caller]
const fn reach_pieces(pieces: &[Piece], set: &mut ItemSet) {
    let mut index = 0;
    while index < pieces.len() {
        match &pieces[index] {
            Piece::Text(_) | Piece::Number(_) => {}
            Piece::Item(item) => reach(*item, set),
            Piece::Type(pieces) => reach_pieces(pieces, set),
            Piece::Members(items) => {
                let mut member = 0;
                while member < items.len() {
                    reach(items[member], set);
                    member += 1;
                }
            }
        }
        index += 1;
    }
}

/// Adds the item after everything that its definition needs. Member declarations need nothing: all types are
/// declared before any is defined.
#[track_caller]
pub(super) const fn define(item: ItemRef, set: &mut ItemSet, defined: &mut ItemSet) {
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
            Piece::Text(_) | Piece::Number(_) | Piece::Members(_) => {}
            Piece::Item(item) => define(*item, set, defined),
            Piece::Type(pieces) => define_pieces(pieces, set, defined),
        }
        index += 1;
    }
}

/// Refuses recursion among device functions, naming the chain.
#[track_caller]
pub(super) const fn check_recursion(items: &ItemSet) {
    let mut done = ItemSet::new();
    let mut index = 0;
    while index < items.len {
        if let Some(item) = items.items[index]
            && matches!(item.get().kind, ItemKind::Function)
        {
            follow(item, &mut [0; 64], 0, &mut done);
        }
        index += 1;
    }
}

#[track_caller]
const fn follow(item: ItemRef, path: &mut [u64; 64], depth: usize, done: &mut ItemSet) {
    let id = item.get().id;
    let mut index = 0;
    while index < depth {
        if path[index] == id {
            let mut message = Writer::<512>::new();
            message.text("the device function `");
            message.text(item.get().name);
            message.text("` calls itself, through others: recursion among device functions is not supported; spawn a task instead");
            message.fail();
        }
        index += 1;
    }
    if depth == 64 {
        panic!("device functions call each other more than 64 deep");
    }
    if !done.insert(item) {
        // Seen from elsewhere without a cycle through it.
        return;
    }
    path[depth] = id;
    let body = item.get().body;
    let mut index = 0;
    while index < body.len() {
        if let Piece::Item(callee) = &body[index]
            && matches!(callee.get().kind, ItemKind::Function)
        {
            follow(*callee, path, depth + 1, done);
        }
        index += 1;
    }
}

/// `[p][q]`: the most tasks of procedure `q` that one thread of a task of `p` spawns; refuses spawns of procedures that
/// are not in the program.
#[track_caller]
pub const fn spawn_matrix(program: &str, procedures: &[ProcedureInfo]) -> [[u32; 32]; 32] {
    let mut matrix = [[0; 32]; 32];
    let functions_spawn = functions_spawn(procedures);
    let mut p = 0;
    while p < procedures.len() {
        add_spawns(program, procedures, p, procedures[p].source.get().spawns, false, &mut matrix);
        if functions_spawn {
            // Functions that the body calls, directly or not, may spawn too: how often they are called is not known.
            let mut set = ItemSet::new();
            set.insert(procedures[p].source);
            let mut index = 0;
            while index < set.len {
                let item = set.get(index);
                if index > 0 {
                    add_spawns(program, procedures, p, item.spawns, true, &mut matrix);
                }
                callees(item.body, &mut set);
                index += 1;
            }
        }
        p += 1;
    }
    matrix
}

/// Whether any function spawns that some procedure calls, directly or not. Few programs have one, and one walk over all
/// bodies costs const evaluation less than one for each procedure.
#[track_caller]
const fn functions_spawn(procedures: &[ProcedureInfo]) -> bool {
    let mut set = ItemSet::new();
    let mut p = 0;
    while p < procedures.len() {
        set.insert(procedures[p].source);
        p += 1;
    }
    let mut index = 0;
    while index < set.len {
        let item = set.get(index);
        if matches!(item.kind, ItemKind::Function) && !item.spawns.is_empty() {
            return true;
        }
        callees(item.body, &mut set);
        index += 1;
    }
    false
}

const fn callees(pieces: &[Piece], set: &mut ItemSet) {
    let mut index = 0;
    while index < pieces.len() {
        if let Piece::Item(item) = &pieces[index]
            && matches!(item.get().kind, ItemKind::Function)
        {
            set.insert(*item);
        }
        index += 1;
    }
}

#[track_caller]
const fn add_spawns(
    program: &str,
    procedures: &[ProcedureInfo],
    p: usize,
    spawns: &[Spawn],
    called: bool,
    matrix: &mut [[u32; 32]; 32],
) {
    let mut index = 0;
    while index < spawns.len() {
        let target = spawns[index].procedure.get();
        let mut q = 0;
        while q < procedures.len() && procedures[q].structure.get().id != target.id {
            q += 1;
        }
        if q == procedures.len() {
            let mut message = Writer::<512>::new();
            message.text("the procedure `");
            message.text(procedures[p].name);
            message.text("` spawns `");
            message.text(target.name);
            message.text("`, which is not in the program `");
            message.text(program);
            message.text("`: add a field of type `");
            message.text(target.name);
            message.text("` to it");
            message.fail();
        }
        let bound = if called { Spawn::UNBOUNDED } else { spawns[index].per_thread };
        let most = matrix[p][q].saturating_add(bound);
        matrix[p][q] = match procedures[p].max_spawns {
            Some(limit) if limit < most => limit,
            _ => most,
        };
        index += 1;
    }
}
