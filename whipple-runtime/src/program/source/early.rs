//! The order of the bodies of functions that give iterators: C++ finds their types by the bodies, and so wants each before all that calls it.

use super::{
    Call, Callee, Early, Item, ItemRef,
    calls::{impls_of, type_of},
    graph::ItemSet,
    writer::{Message, same},
};

/// The most functions of a program that give iterators.
const MOST: usize = 256;

/// One of them.
#[derive(Clone, Copy)]
struct Place {
    item: ItemRef,
    /// Its index in the list of the item.
    number: usize,
}

impl Place {
    const fn is(self, other: Self) -> bool {
        self.item.get().id == other.item.get().id && self.number == other.number
    }

    const fn early(self) -> &'static Early {
        &self.item.get().early[self.number]
    }
}

/// All of a program, each after those that it calls.
pub(super) struct EarlyOrder {
    places: [Option<Place>; MOST],
    pub len: usize,
    /// Those whose calls are followed.
    within: [Option<Place>; MOST],
    depth: usize,
}

impl EarlyOrder {
    #[track_caller]
    pub const fn of(items: &ItemSet) -> Self {
        let mut order = Self { places: [None; MOST], len: 0, within: [None; MOST], depth: 0 };
        let mut index = 0;
        while index < items.len {
            if let Some(item) = items.items[index] {
                let mut number = 0;
                while number < item.get().early.len() {
                    order.add(Place { item, number }, items);
                    number += 1;
                }
            }
            index += 1;
        }
        order
    }

    pub const fn get(&self, index: usize) -> (&'static Item, &'static Early) {
        match self.places[index] {
            Some(place) => (place.item.get(), place.early()),
            None => panic!("index within the order"),
        }
    }

    /// Adds a function after those that it calls.
    #[track_caller]
    const fn add(&mut self, place: Place, items: &ItemSet) {
        if has(&self.places, self.len, place) {
            return;
        }
        if has(&self.within, self.depth, place) {
            // Where types are not seen, calls are followed by the names of methods.
            let mut message = Message::new();
            message.text("the function `");
            message.text(place.early().name);
            message.text("` gives an iterator, and it calls a method of a generic type whose name is that of a function which calls `");
            message.text(place.early().name);
            message.text("`: rename one of them");
            message.fail();
        }
        assert!(
            self.depth < MOST && self.len < MOST,
            "a program has more than 256 functions that give iterators: split it"
        );
        self.within[self.depth] = Some(place);
        self.depth += 1;
        let item = place.item.get();
        let mut caller = 0;
        while caller < item.callers.len() {
            if same(item.callers[caller].name, place.early().name) {
                let calls = item.callers[caller].calls;
                let mut call = 0;
                while call < calls.len() {
                    self.add_called(&calls[call], items);
                    call += 1;
                }
            }
            caller += 1;
        }
        self.depth -= 1;
        self.places[self.len] = Some(place);
        self.len += 1;
    }

    /// Adds what a call leads to.
    #[track_caller]
    const fn add_called(&mut self, call: &Call, items: &ItemSet) {
        match call.callee {
            Callee::Function(item) => self.add_named(item, None, items),
            Callee::Member(name) | Callee::OwnOrLibrary(name) => {
                let Some(ty) = type_of(name) else { return };
                let impls = impls_of(ty.get());
                let mut index = 0;
                while index < impls.len() {
                    self.add_named(impls[index], Some(call.name), items);
                    index += 1;
                }
            }
            Callee::AnyMember => {
                let mut index = 0;
                while index < items.len {
                    if let Some(item) = items.items[index] {
                        self.add_named(item, Some(call.name), items);
                    }
                    index += 1;
                }
            }
            _ => {}
        }
    }

    /// Adds the functions of an item, or the one of this name.
    #[track_caller]
    const fn add_named(&mut self, item: ItemRef, name: Option<&str>, items: &ItemSet) {
        let early = item.get().early;
        let mut number = 0;
        while number < early.len() {
            let is_meant = match name {
                Some(name) => same(early[number].name, name),
                None => true,
            };
            if is_meant {
                self.add(Place { item, number }, items);
            }
            number += 1;
        }
    }
}

const fn has(places: &[Option<Place>; MOST], len: usize, place: Place) -> bool {
    let mut index = 0;
    while index < len {
        if let Some(known) = places[index]
            && known.is(place)
        {
            return true;
        }
        index += 1;
    }
    false
}
