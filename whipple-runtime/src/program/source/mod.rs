//! The CUDA text of a program, carried through rustc's own name resolution.
//!
//! A macro sees tokens, never types. So each annotated item expands to its Rust form plus an [`Item`]: literal CUDA
//! text interleaved with references to other items. rustc resolves those references (through `use`, aliases, modules
//! and crates), and [`fuse_text`] walks them in const evaluation, orders the definitions and writes one text.

pub mod ask;
mod calls;
pub mod constants;
mod early;
pub mod foreign;
mod fuse;
pub mod given;
mod graph;
mod items;
pub mod message;
pub mod named;
mod order;
pub mod provided;
pub(crate) mod reversed;
mod schedule;
pub mod seen;
pub mod stand_in;
mod unseen;
mod writer;
pub mod written;

pub use calls::must_have;
pub use fuse::{Draft, Fused, fuse, fuse_text};
pub use graph::{MAX_ITEMS, MostSpawned, Reached, most_spawned};
pub use items::Items;
pub use message::{Message, Printed, Prints, Unprinted};
pub use order::unordered;
pub use schedule::facts_text;
pub use writer::{decimal, hash, names_contain};

/// A reference to an [`Item`].
///
/// It is a raw pointer because items may refer to each other in cycles (`Bound` spawns `Split`, `Split` spawns
/// `Bound`): const evaluation follows references when it validates a constant, and would call that a cycle.
#[derive(Clone, Copy)]
pub struct ItemRef(*const Item);

// SAFETY: an `ItemRef` is only made by `ItemRef::new` from a `&raw const` of a `static Item` (its contract), which is
// immutable, lives for the whole program and is itself `Sync`.
unsafe impl Sync for ItemRef {}
// SAFETY: as above.
unsafe impl Send for ItemRef {}

impl ItemRef {
    /// Names an item.
    ///
    /// # Safety
    /// `item` must point to a `static`.
    pub const unsafe fn new(item: *const Item) -> Self {
        Self(item)
    }

    /// An item of no program, for code that rustc refuses. C++ refuses its name, too.
    pub const NONE: Self = {
        static NONE: Item = Item { name: "name_that_does_not_exist", ..Item::EMPTY };
        // SAFETY: it is a static.
        unsafe { Self::new(&raw const NONE) }
    };

    /// Whether it is a constant.
    pub const fn is_constant(self) -> bool {
        matches!(self.get().kind, ItemKind::Constant)
    }

    /// The item.
    pub const fn get(self) -> &'static Item {
        // SAFETY: `new`'s contract: the pointer is to an immutable static.
        unsafe { &*self.0 }
    }
}

/// What an item is, which decides where the fused text has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// A device struct or enum.
    Type,
    /// The methods of a device type or procedure (one `impl` block).
    Methods,
    /// A device function.
    Function,
    /// A device constant.
    Constant,
    /// A procedure: a struct of uniform parameters.
    Procedure,
}

/// The module of an item, with a number: const evaluation takes long to compare paths.
#[derive(Clone, Copy)]
pub struct Namespace {
    path: &'static str,
    id: u64,
}

impl Namespace {
    /// That of a module, by `module_path!()` in it.
    pub const fn of(path: &'static str) -> Self {
        Self { path, id: hash(path, "", 0, 0) }
    }

    /// That of what adds to the device library.
    pub const GLOBAL: Self = Self::of("");

    const fn is_global(self) -> bool {
        self.path.is_empty()
    }

    const fn is(self, other: Self) -> bool {
        self.id == other.id
    }
}

/// One annotated Rust item as CUDA C++: four sections, each placed after the previous section of *all* items, so that
/// only definitions need an order among themselves.
pub struct Item {
    /// Identity: [`hash`] of module path, name, line and column.
    pub id: u64,
    /// What it is.
    pub kind: ItemKind,
    /// Its C++ namespace.
    pub namespace: Namespace,
    /// Its C++ name within the namespace.
    pub name: &'static str,
    /// Forward declaration, as `struct Patch;`.
    pub forward: &'static [Piece],
    /// Definition of a type, procedure or constant. Items named here come first.
    pub definition: &'static [Piece],
    /// Prototype of a function; for [`ItemKind::Methods`], the member declarations that [`Piece::Members`] splices
    /// into the definition of their type.
    pub prototype: &'static [Piece],
    /// Body of a function or of methods.
    pub body: &'static [Piece],
    /// Bodies of functions whose types C++ finds by the bodies: each stands before all that calls it.
    pub early: &'static [Early],
    /// What the sections above refer to, each once: walks over all items of a program read this and not the text.
    pub uses: &'static [Piece],
    /// Lists of the C++ names of a type's members, for [`ItemKind::Methods`]: within the type they hide functions and
    /// constants of the same name, which are written with their namespace there.
    pub members: &'static [&'static [&'static str]],
    /// The spawns that the body can make, for the check that a program is closed and for securing queue space.
    pub spawns: &'static [Spawn],
    /// The most tasks, of all procedures together, that one thread spawns in one task, without functions that the body calls;
    /// [`Spawn::UNBOUNDED`] when the body does not show it.
    pub spawns_of_thread: u32,
    /// The tasks that the body forks, and what runs when they have finished.
    pub joins: &'static [Join],
    /// Whether the body spawns tasks that are no children of a fork.
    pub spawns_apart: bool,
    /// For the body of a procedure: whether the threads of a task may meet at a barrier.
    pub meets: bool,
    /// The functions of the item that call others.
    pub callers: &'static [Caller],
    /// What writes the messages with values that its bodies panic with.
    pub messages: &'static [Message],
    /// How values of a type are printed.
    pub prints: Prints,
    /// How the bodies use the buffers of a procedure, and whether they acquire what other tasks released.
    pub accesses: Accesses,
}

impl Item {
    /// An item without a name, a text and tasks.
    pub const EMPTY: Self = Self {
        id: 0,
        kind: ItemKind::Procedure,
        namespace: Namespace::of(""),
        name: "",
        forward: &[],
        definition: &[],
        prototype: &[],
        body: &[],
        early: &[],
        uses: &[],
        members: &[],
        spawns: &[],
        spawns_of_thread: 0,
        joins: &[],
        spawns_apart: false,
        meets: false,
        callers: &[],
        messages: &[],
        prints: Prints::of::<()>(None, None),
        accesses: Accesses { reads: &[], writes: &[], lent: &[], acquires: false },
    };
}

/// How bodies use buffers, for the warning about reads and writes that nothing orders.
pub struct Accesses {
    /// What they read by `get`: where a path begins, by the function and its `self` or parameter, and its parts.
    pub reads: &'static [(u64, &'static str)],
    /// What they write by `set`.
    pub writes: &'static [(u64, &'static str)],
    /// What they hand to functions, and where the paths of these begin.
    pub lent: &'static [(u64, &'static str, u64)],
    /// Whether they have an operation that may acquire.
    pub acquires: bool,
}

/// A body that stands before those that call it.
pub struct Early {
    /// The Rust name of the function.
    pub name: &'static str,
    /// Its definition.
    pub body: &'static [Piece],
}

/// A function of an item that calls others.
pub struct Caller {
    /// Its Rust name.
    pub name: &'static str,
    /// The type of its other operand, if it is an operator.
    pub operand: &'static [Piece],
    /// What it calls.
    pub calls: &'static [Call],
}

/// A call that a function of an item makes.
pub struct Call {
    /// The Rust name of what is called.
    pub name: &'static str,
    /// The C++ name.
    pub member: &'static str,
    /// File and line.
    pub place: &'static str,
    /// What to write instead of the method of std or glam of this name; empty where those have none.
    pub instead: &'static str,
    /// How.
    pub callee: Callee,
}

/// What is called, as far as the macros and rustc tell: types by their C++ names, as [`Typed::WHIPPLE_TYPED`](crate::device_type::Typed::WHIPPLE_TYPED)
/// gives them.
#[derive(Clone, Copy)]
pub enum Callee {
    /// A method of a type that is not known.
    AnyMember,
    /// A function of this type, which the device library does not have.
    Member(&'static [Piece]),
    /// A function of this type, with the name of one of the device library.
    OwnOrLibrary(&'static [Piece]),
    /// An operator between these.
    Operator(&'static [Piece], &'static [Piece]),
    /// A function of a module.
    Function(ItemRef),
    /// The default of a type that is not known.
    AnyDefault,
    /// A method or a function of any type, with a literal whose type C++ would choose.
    Literal,
    /// A method of a type of the library by an impl of the user's, whose text begins this list.
    Foreign(&'static [Piece]),
    /// Nothing: it stands in a type for its `Clone` or another impl, which device code does not see.
    Unseen,
}

impl Callee {
    /// A function that a trait has for a type of the library, whose texts these are; another if there are none.
    pub const fn of_trait_or(texts: &'static [Piece], other: Self) -> Self {
        if texts.is_empty() { other } else { Self::Foreign(texts) }
    }

    /// What a method means: a loop over an iterator if there is an answer, and else as [`Callee::of_trait_or`].
    pub const fn of_way_or(answer: &'static [Piece], texts: &'static [Piece], other: Self) -> Self {
        if answer.is_empty() { Self::of_trait_or(texts, other) } else { Self::OwnOrLibrary(&[]) }
    }
}

/// A task of a fork that a body contains; or of a join, of which the task itself counts as a child.
pub struct Join {
    /// The procedure that is forked.
    pub child: ItemRef,
    /// The procedure that runs when all tasks of the fork have finished.
    pub continuation: ItemRef,
    /// How many tasks of the child's procedure.
    pub times: u32,
    /// The number of the fork in its body.
    pub fork: u32,
    /// Whether its output is that of the task, or is added to it: then there is no continuation, and it stands in both places.
    pub hands_over: bool,
    /// Whether its output is added to that of the task.
    pub adds: bool,
}

/// A spawn that a body contains.
pub struct Spawn {
    /// The procedure that is spawned.
    pub procedure: ItemRef,
    /// The most tasks of it that one thread can spawn in one task; [`Spawn::UNBOUNDED`] when the body does not show it.
    pub per_thread: u32,
    /// The same, without spawns that only a limited number of threads make.
    pub by_all: u32,
    /// The most tasks of it that the threads of one task spawn together where only a limited number of them does.
    pub by_few: u32,
}

impl Spawn {
    /// At most `most` tasks by each thread.
    pub const fn by_each_thread(procedure: ItemRef, most: u32) -> Self {
        Self { procedure, per_thread: most, by_all: most, by_few: 0 }
    }

    /// The most tasks that one task of `threads` threads spawns; [`Spawn::UNBOUNDED`] if there is no bound.
    pub const fn per_task(&self, threads: u32) -> u32 {
        let each = threads.saturating_mul(self.per_thread);
        let divided = threads.saturating_mul(self.by_all).saturating_add(self.by_few);
        if each < divided { each } else { divided }
    }

    /// A spawn inside a loop whose trip count is not a literal.
    pub const UNBOUNDED: u32 = u32::MAX;
}

/// A piece of CUDA text.
pub enum Piece {
    /// Literal text.
    Text(&'static str),
    /// The name of an item, qualified where the namespace differs; makes it a dependency.
    Item(ItemRef),
    /// The name of a type, as [`Typed::WHIPPLE_TYPED`](crate::device_type::Typed::WHIPPLE_TYPED) gives it.
    Type(&'static [Piece]),
    /// In the place of an argument that is not written, of a generic type: no text has it.
    Unwritten,
    /// A number that only rustc knows (a size, an offset, an array length), in decimal.
    Number(u64),
    /// The member declarations of these [`ItemKind::Methods`] items, one level deeper.
    Members(&'static [ItemRef]),
}
