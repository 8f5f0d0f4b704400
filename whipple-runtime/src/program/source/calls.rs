//! What functions call: methods that device code lacks, clones that it does not see, and recursion.

use super::{
    Call, Callee, Caller, Item, ItemKind, ItemRef, Piece,
    graph::ItemSet,
    items::{has_items, is_given},
    unseen::{check_unseen, is_followed, is_of_std},
    writer::{Message, same},
};

/// How deep functions may call each other, as far as recursion is looked for.
const DEEPEST: usize = 256;
const BUCKETS: usize = 8192;

/// The type that a name stands for, if that is a type or a procedure of the user's.
pub(super) const fn type_of(name: &[Piece]) -> Option<ItemRef> {
    match name {
        [Piece::Item(item), ..] => Some(*item),
        [Piece::Type(inner)] => type_of(inner),
        _ => None,
    }
}

/// The impls of a type.
pub(super) const fn impls_of(ty: &Item) -> &'static [ItemRef] {
    let mut index = 0;
    while index < ty.definition.len() {
        if let Piece::Members(items) = &ty.definition[index]
            && !items.is_empty()
        {
            return items;
        }
        index += 1;
    }
    &[]
}

const fn has_member(lists: &[&[&str]], name: &str) -> bool {
    let mut list = 0;
    while list < lists.len() {
        if super::names_contain(lists[list], name) {
            return true;
        }
        list += 1;
    }
    false
}

/// Whether a type has a function of this C++ name.
const fn type_has(ty: &Item, name: &str) -> bool {
    match impls_of(ty) {
        [] => false,
        [first, ..] => has_member(first.get().members, name),
    }
}

/// Refuses calls of methods that neither the device library nor the `#[device] impl` of the type has. Where the type is not known, as in
/// generic functions, the methods of all types of the program are compared by their names.
#[track_caller]
pub(super) const fn check_methods(program: &str, items: &ItemSet) {
    let mut index = 0;
    while index < items.len {
        let callers = items.get(index).callers;
        let mut caller = 0;
        while caller < callers.len() {
            let calls = callers[caller].calls;
            let mut call = 0;
            while call < calls.len() {
                check_method(program, &calls[call], items);
                call += 1;
            }
            caller += 1;
        }
        index += 1;
    }
}

#[track_caller]
const fn check_method(program: &str, call: &Call, items: &ItemSet) {
    match call.callee {
        Callee::AnyMember if is_of_std(call.name) => check_unseen(call, items),
        Callee::AnyDefault => check_unseen(call, items),
        Callee::AnyMember if has_items(call.name) && some_give_items(items) => {}
        Callee::AnyMember if !is_member(call.member, items) => {
            let mut message = called(call);
            message.text(", is a method neither of the device library nor of any `#[device] impl` in the program `");
            message.text(program);
            message.text("`: write `#[device]` on the `impl` that has it");
            instead(&mut message, call);
            message.fail();
        }
        Callee::Literal if takes_several_types(call.member, items) => {
            let mut message = called(call);
            message.text(", takes values of several types, and C++ cannot see which one this is in a function with generic types: write it with its type, as `5_u32` or `None::<T>`");
            message.fail();
        }
        _ => {}
    }
}

/// Whether functions of a program give iterators, whose class has methods of its own.
const fn some_give_items(items: &ItemSet) -> bool {
    let mut index = 0;
    while index < items.len && items.get(index).early.is_empty() {
        index += 1;
    }
    index < items.len
}

/// The name of a member: generic ones are there twice, once with a mark.
const fn without_mark(member: &str) -> &str {
    match member.as_bytes() {
        [.., b'<'] => member.split_at(member.len() - 1).0,
        _ => member,
    }
}

/// Whether a type has two functions of this name, or a generic one.
const fn takes_several_types(member: &str, items: &ItemSet) -> bool {
    let mut index = 0;
    while index < items.len {
        let item = items.get(index);
        let mut found = 0;
        let mut list = 0;
        while matches!(item.kind, ItemKind::Methods) && list < item.members.len() {
            let mut name = 0;
            while name < item.members[list].len() {
                found += same(without_mark(item.members[list][name]), member) as u32;
                name += 1;
            }
            list += 1;
        }
        if found > 1 {
            return true;
        }
        index += 1;
    }
    false
}

/// Refuses a method that device code does not have of a type, where it is called. The type is known by its C++ name. One with a `Deref`,
/// whose method it may be, is refused where it is defined.
#[track_caller]
pub const fn must_have(owner: &[Piece], name: &str, member: &str, of_library: bool, instead: &str) {
    let mut message = Message::new();
    message.text("`");
    message.text(name);
    match type_of(owner) {
        None if is_given(owner) && has_items(name) => return,
        None if is_given(owner) => message.text(
            "` is no method that device code has of an iterator which a function gives: write a loop that asks for `next`, or give a type of yours with `#[device] impl Iterator`",
        ),
        Some(ty) if !type_has(ty.get(), member) && !is_followed(ty.get()) => {
            message.text("` is no method that device code has of `");
            message.text(in_rust(ty.get().name));
            message.text("`: write `#[device]` on the `impl` that has it, on the trait, too, if only that has its body, or one of its own for one of std's");
        }
        None if !of_library => message.text(
            "` is no method of the device library: write a `#[device] fn`, or `#[device]` on your trait that has it and on its `impl`",
        ),
        _ => return,
    }
    if !instead.is_empty() {
        message.text("; if it is the one of std or glam: ");
        message.text(instead);
    }
    message.fail()
}

/// The name of an item as the user wrote it: C++ has an underscore after names of its own.
const fn in_rust(name: &str) -> &str {
    match name.as_bytes() {
        [.., b'_'] => name.split_at(name.len() - 1).0,
        _ => name,
    }
}

/// What to write instead of the method of std or glam of this name, if those have one.
const fn instead(message: &mut Message, call: &Call) {
    if !call.instead.is_empty() {
        message.text("; if it is the one of std or glam: ");
        message.text(call.instead);
    }
}

/// "`name`, called at place".
pub(super) const fn called(call: &Call) -> Message {
    let mut message = Message::new();
    message.text("`");
    message.text(call.name);
    message.text("`, called at ");
    message.text(call.place);
    message
}

const fn is_member(name: &str, items: &ItemSet) -> bool {
    let mut index = 0;
    while index < items.len {
        if has_member(items.get(index).members, name) {
            return true;
        }
        index += 1;
    }
    false
}

/// A function of an item that calls others.
#[derive(Clone, Copy)]
struct ItemFunction {
    item: ItemRef,
    /// The type, for messages; empty for functions of modules.
    of: &'static str,
    /// Its index in the `callers` of the item.
    number: usize,
}

impl ItemFunction {
    const fn caller(&self) -> &'static Caller {
        &self.item.get().callers[self.number]
    }

    const fn id(&self) -> u64 {
        self.item.get().id.wrapping_add(self.number as u64)
    }

    /// The call number `index` of the function.
    const fn call(&self, index: usize) -> Option<&'static Call> {
        let calls = self.caller().calls;
        if index < calls.len() { Some(&calls[index]) } else { None }
    }

    /// One of the functions that a call leads to, which are numbered from 0. A comparison or a clone by a derived impl leads to one for
    /// each field. `None` if there is no function of this number.
    pub(super) const fn called(call: &Call, number: usize) -> Option<Self> {
        let (whole, parts) = match call.callee {
            Callee::Function(item) => match item.get() {
                Item { kind: ItemKind::Function, callers: [_, ..], .. } => {
                    (Some(Self { item, of: "", number: 0 }), None)
                }
                _ => (None, None),
            },
            Callee::Member(name) | Callee::OwnOrLibrary(name) => (Self::member(name, call.name, None), Some(name)),
            // Of an index whose type is not seen, the type has one impl.
            Callee::Operator(left, []) if same(call.name, "index") || same(call.name, "index_mut") => {
                (Self::member(left, call.name, None), Some(left))
            }
            Callee::Operator(left, right) => match Self::member(left, call.name, Some(right)) {
                Some(function) => (Some(function), None),
                None => (Self::member(right, call.name, Some(left)), Some(left)),
            },
            Callee::Foreign(texts) => (Self::foreign(texts, call.name), None),
            Callee::AnyMember | Callee::AnyDefault | Callee::Literal | Callee::Unseen => (None, None),
        };
        match (whole, parts) {
            (Some(_), _) if number == 0 => whole,
            (None, Some(name)) => match called_in_parts(call.name) {
                Some(function) => Self::of_parts(name, function, &mut { number }),
                None => None,
            },
            _ => None,
        }
    }

    /// The function of this name of an impl for a type of the library.
    const fn foreign(texts: &[Piece], function: &str) -> Option<Self> {
        let [Piece::Members([item]), ..] = texts else { return None };
        let callers = item.get().callers;
        let mut number = 0;
        while number < callers.len() {
            if same(callers[number].name, function) {
                return Some(Self { item: *item, of: item.get().name, number });
            }
            number += 1;
        }
        None
    }

    /// The function of this name of a type that another one has parts of, by its number.
    const fn of_parts(name: &'static [Piece], function: &str, number: &mut usize) -> Option<Self> {
        let mut index = 0;
        while index < name.len() {
            let found = match &name[index] {
                Piece::Type(inner) => Self::of_parts(inner, function, number),
                Piece::Item(item) if matches!(item.get().kind, ItemKind::Type) => {
                    match Self::member(name.split_at(index).1.split_at(1).0, function, None) {
                        Some(_) if *number > 0 => {
                            *number -= 1;
                            None
                        }
                        Some(found) => Some(found),
                        None => Self::of_parts(item.get().definition, function, number),
                    }
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
            index += 1;
        }
        None
    }

    /// The function of a type by its Rust name, and by its other operand if it is an operator.
    const fn member(name: &[Piece], function: &str, operand: Option<&[Piece]>) -> Option<Self> {
        let Some(ty) = type_of(name) else { return None };
        let impls = impls_of(ty.get());
        let mut found = None;
        let mut index = 0;
        while index < impls.len() {
            let callers = impls[index].get().callers;
            let mut number = 0;
            while number < callers.len() {
                let is_meant = match operand {
                    Some(operand) => are_same(callers[number].operand, operand),
                    None => true,
                };
                if is_meant && same(callers[number].name, function) {
                    // One of several of the name, as `from`: which one is not known.
                    if found.is_some() && operand.is_none() {
                        return None;
                    }
                    found = Some(Self { item: impls[index], of: ty.get().name, number });
                    break;
                }
                number += 1;
            }
            index += 1;
        }
        found
    }
}

/// The function of parts that a function of this name calls for each of them, if it does.
const fn called_in_parts(name: &str) -> Option<&'static str> {
    if same(name, "eq") || same(name, "ne") || same(name, "contains") {
        Some("eq")
    } else if same(name, "clone") || same(name, "cloned") {
        Some("clone")
    } else if same(name, "default") {
        Some("default")
    } else {
        None
    }
}

/// Whether two names of types are the same.
const fn are_same(a: &[Piece], b: &[Piece]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        let is_same = match (&a[index], &b[index]) {
            (Piece::Text(a), Piece::Text(b)) => same(a, b),
            (Piece::Item(a), Piece::Item(b)) => a.get().id == b.get().id,
            (Piece::Type(a), Piece::Type(b)) => are_same(a, b),
            (Piece::Number(a), Piece::Number(b)) => *a == *b,
            (Piece::Unwritten, Piece::Unwritten) => true,
            _ => false,
        };
        if !is_same {
            return false;
        }
        index += 1;
    }
    true
}

/// Functions that call each other, from the first that was looked at.
struct Chain {
    functions: [Option<ItemFunction>; DEEPEST],
    /// The call of each that is looked at, and the number of the function that it leads to next.
    at: [usize; DEEPEST],
    next: [usize; DEEPEST],
    len: usize,
    /// The functions that were seen, by their ids; 0 is none.
    seen: [u64; BUCKETS],
}

impl Chain {
    const fn new() -> Self {
        Self { functions: [None; DEEPEST], at: [0; DEEPEST], next: [0; DEEPEST], len: 0, seen: [0; BUCKETS] }
    }

    /// Whether this is the first time.
    #[track_caller]
    const fn see(&mut self, id: u64) -> bool {
        let mut bucket = id as usize % BUCKETS;
        let mut tried = 0;
        while self.seen[bucket] != 0 {
            if self.seen[bucket] == id {
                return false;
            }
            bucket = (bucket + 1) % BUCKETS;
            tried += 1;
            assert!(tried < BUCKETS, "a program has more than 8192 device functions: split it");
        }
        self.seen[bucket] = id;
        true
    }

    #[track_caller]
    const fn enter(&mut self, function: ItemFunction) {
        let id = function.id();
        let mut index = 0;
        while index < self.len {
            if let Some(before) = self.functions[index]
                && before.id() == id
            {
                self.refuse(index);
            }
            index += 1;
        }
        if self.see(id) {
            assert!(self.len < DEEPEST, "device functions call each other more than 256 deep");
            self.functions[self.len] = Some(function);
            self.at[self.len] = 0;
            self.next[self.len] = 0;
            self.len += 1;
        }
    }

    /// Follows all calls from a function.
    #[track_caller]
    const fn follow(&mut self, function: ItemFunction) {
        self.enter(function);
        while self.len > 0 {
            let top = self.len - 1;
            let Some(function) = self.functions[top] else { return };
            match function.call(self.at[top]) {
                Some(call) => match ItemFunction::called(call, self.next[top]) {
                    Some(called) => {
                        self.next[top] += 1;
                        self.enter(called);
                    }
                    None => {
                        self.at[top] += 1;
                        self.next[top] = 0;
                    }
                },
                None => self.len = top,
            }
        }
    }

    /// Says which functions call each other, from the one with this index on.
    #[track_caller]
    const fn refuse(&self, first: usize) -> ! {
        let mut message = Message::new();
        message.text("recursion is not possible in device code, but ");
        let mut index = first;
        // What is not said fits no message.
        while index < self.len && index < first + 8 {
            if let Some(function) = self.functions[index]
                && let Some(call) = function.call(self.at[index])
            {
                if index > first {
                    message.text(", which calls ");
                } else {
                    write_name(function.of, function.caller().name, &mut message);
                    message.text(" calls ");
                }
                match ItemFunction::called(call, self.next[index] - 1) {
                    Some(called) if called.of.is_empty() => write_name("", call.name, &mut message),
                    Some(called) => write_name(called.of, called.caller().name, &mut message),
                    None => message.text(call.name),
                }
                message.text(" at ");
                message.text(call.place);
            }
            index += 1;
        }
        message.text(": write a loop, or spawn a task");
        message.fail()
    }
}

const fn write_name(of: &str, name: &str, message: &mut Message) {
    message.text("`");
    if !of.is_empty() {
        message.text(of);
        message.text("::");
    }
    message.text(name);
    message.text("`");
}

/// Refuses recursion among device functions and methods, naming the chain.
#[track_caller]
pub(super) const fn check_recursion(items: &ItemSet) {
    let mut chain = Chain::new();
    let mut index = 0;
    while index < items.len {
        if let Some(item) = items.items[index]
            && matches!(item.get().kind, ItemKind::Function | ItemKind::Methods)
        {
            let mut number = 0;
            while number < item.get().callers.len() {
                chain.follow(ItemFunction { item, of: "", number });
                number += 1;
            }
        }
        index += 1;
    }
}
