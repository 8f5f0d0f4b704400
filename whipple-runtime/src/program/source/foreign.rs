//! Impls of a `#[device] trait` for types of the library, as `impl Real for f32`.
//!
//! A type of the user's tells its class which impls it has, by constants of its own. A number has none that a crate may add to. So the trait
//! has a hidden function, which an impl under `#[device]` for a number has, too: its result says where the text of the impl is. Beside each
//! method of the trait stands a hidden one, by which rustc says which trait a call means. The copy of a body calls it (`ask.rs`).

use super::{
    Item, ItemRef, Piece,
    ask::{Named, never},
    graph::ItemSet,
    names_contain,
    provided::{NothingProvided, ProvidedConstant, ProvidedFunction, Provides},
    seen::{DeviceCode, SeenReceiver, found::On},
    writer::{Message, same},
};
use std::marker::PhantomData;

/// What the hidden function of an impl gives.
pub trait ForeignImpl {
    /// The text of the impl: one item, or none.
    const ITEMS: &'static [ItemRef];
}

/// What it gives in an impl without `#[device]`, and in one for a type of the user's.
#[derive(Debug)]
pub struct NotForeign;
impl ForeignImpl for NotForeign {
    const ITEMS: &'static [ItemRef] = &[];
}

/// What a hidden function of this type gives.
pub const fn items<F: ForeignImpl>(_: fn() -> F) -> &'static [ItemRef] {
    F::ITEMS
}

/// What a trait says of a type that has it.
pub trait ForeignFor<T: ?Sized> {
    /// The text of the impl, if that is under `#[device]` and the type is one of the library's.
    const ITEMS: &'static [ItemRef];
    /// The same, with the traits that the trait is bound by.
    const WITH_BOUNDS: &'static [Piece];
    /// Whether the type has all of those by impls under `#[device]`.
    const HAS_BOUNDS: bool;
}

impl<T: ?Sized> ForeignFor<T> for NothingProvided {
    const ITEMS: &'static [ItemRef] = &[];
    const WITH_BOUNDS: &'static [Piece] = &[];
    const HAS_BOUNDS: bool = false;
}

/// Whether a type of the library has the trait and its bounds by impls under `#[device]`.
pub const fn has<T: ?Sized, P: ForeignFor<T>>(_: &P) -> bool {
    !P::ITEMS.is_empty() && P::HAS_BOUNDS
}

/// Whether it has the bounds of the trait so. Of a trait without `#[device]`, rustc says that.
pub const fn bounds_are_device<T: ?Sized, P: ForeignFor<T> + Foreigners<()> + Provides>(_: &P) -> bool {
    P::ID == 0 || (P::HAS_BOUNDS && P::IS_DEVICE)
}

/// What a trait says of a type, with its bounds.
pub const fn with_bounds<T: ?Sized, P: ForeignFor<T>>(_: &P) -> &'static [Piece] {
    P::WITH_BOUNDS
}

/// The texts by which a type of the library has a trait; none where the impl or the trait has no `#[device]`.
pub const fn of_type<T: ?Sized, P: ForeignFor<T>>(_: &P) -> &'static [Piece] {
    match P::ITEMS {
        [] => &[],
        _ => P::WITH_BOUNDS,
    }
}

/// The same, where there are some; what to say else.
#[track_caller]
pub const fn must_have(texts: &'static [Piece], message: &'static str) -> &'static [Piece] {
    assert!(!texts.is_empty(), "{}", message);
    texts
}

/// The texts of the impls of a trait for the types of the library, and of its bounds. With the parameter `W` nobody looks for them until
/// someone asks.
pub trait Foreigners<W> {
    /// Those texts.
    const ALL: &'static [Piece];
    /// Whether it has `#[device]`, and all traits of the user's that it is bound by.
    const IS_DEVICE: bool;
}

impl<W> Foreigners<W> for NothingProvided {
    const ALL: &'static [Piece] = &[];
    const IS_DEVICE: bool = false;
}

/// The texts of a trait, which functions with a parameter of this bound may need.
pub const fn all<P: Foreigners<()>>(_: &P) -> &'static [Piece] {
    P::ALL
}

/// Whether the trait has `#[device]`, and all of the user's that it is bound by.
pub const fn is_device<P: Foreigners<()>>(_: &P) -> bool {
    P::IS_DEVICE
}

/// The text of an impl, and all that [`ForeignFor::WITH_BOUNDS`] has.
pub type Texts = (&'static [ItemRef], &'static [Piece]);

/// The texts of an impl, if there is one. One without `#[device]` is refused, in these words: a generic function may call it.
#[track_caller]
pub const fn texts(found: Option<Texts>, message: &'static str) -> &'static [Piece] {
    match found {
        None => &[],
        Some(([], _)) => panic!("{}", message),
        Some((_, texts)) => texts,
    }
}

/// What the hidden method beside a method gives: which trait it is of, and for which type.
#[derive(Debug)]
pub struct OfTrait<P, T>(PhantomData<(P, T)>);

impl<P: ForeignFor<T>, T> Named for OfTrait<P, T> {
    const WHIPPLE_NAME: &'static [Piece] = match P::ITEMS {
        [] => &[],
        _ => P::WITH_BOUNDS,
    };
}

/// What stands for it where a call means no method of a `#[device] trait`.
#[derive(Debug)]
pub struct OfNoTrait;

impl Named for OfNoTrait {
    const WHIPPLE_NAME: &'static [Piece] = &[];
}

/// A question about the method of a value of this type.
#[derive(Debug)]
pub struct Asked<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Asked<T> {
    /// Of the type of this variable.
    pub fn of(_: &On<T>) -> Self {
        never()
    }
}

impl<T: ?Sized> Asked<T>
where
    DeviceCode: SeenReceiver<T, Of = ()>,
    <DeviceCode as SeenReceiver<T>>::Value: Sized,
{
    /// A value of the type behind references, if it is one of the library's.
    pub fn value(&self) -> <DeviceCode as SeenReceiver<T>>::Value {
        never()
    }
}

/// Of all others.
pub trait NotAsked {
    /// A value that has none of the hidden methods.
    fn value(&self) -> OfNoTrait {
        never()
    }
}

impl<T: ?Sized> NotAsked for Asked<T> {}

/// Gives a question its type.
pub const fn answer<'a, T>(_question: &T, value: &'a T) -> &'a T {
    value
}

/// Refuses what an impl for a type of the library cannot take from its trait, or with it.
#[track_caller]
pub const fn must_be_taken(functions: &[ProvidedFunction], own: &[&str], bounds_are_device: bool, is_of_library: bool) {
    assert!(is_of_library, "device code takes this for the type of std or glam: give your type another name");
    assert!(
        bounds_are_device,
        "a `#[device] impl` for a type of std or glam needs `#[device]` on the traits that its trait is bound by, too, and on their impls for this type"
    );
    let mut index = 0;
    while index < functions.len() {
        let function = &functions[index];
        if !super::names_contain(own, function.member) {
            assert!(
                !function.foreign[0].is_empty(),
                "the trait gives a function that takes functions or names a type of the trait, which types of std and glam do not get from it: write it in this impl"
            );
            assert!(
                !function.is_of_std,
                "the trait gives a method with the name of one of std or glam, which calls may mean: write it in this impl, or give it another name"
            );
        }
        index += 1;
    }
}

/// The most pieces of a function, or of a constant.
const MOST_OF_ONE: usize = 10;

/// How many pieces [`declarations`] or [`definitions`] have at most.
pub const fn count_pieces(functions: &[ProvidedFunction], constants: &[ProvidedConstant]) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < functions.len() {
        count += MOST_OF_ONE + 2 * (functions[index].foreign[0].len() + functions[index].foreign[1].len());
        index += 1;
    }
    count + MOST_OF_ONE * constants.len()
}

/// What an impl takes from its trait: the classes by which C++ finds the functions and constants of the type.
pub const fn declarations<const N: usize>(
    (functions, constants): (&'static [ProvidedFunction], &'static [ProvidedConstant]),
    own: &[&str],
    itself: &'static [Piece],
    values: &'static [&'static [Piece]],
) -> [Piece; N] {
    let mut row = super::provided::Row::<N>::new();
    let mut index = 0;
    while index < functions.len() {
        let function = &functions[index];
        if !super::names_contain(own, function.member) {
            row = row.text("\ntemplate <>\nstruct whipple::ForeignMethod<").number(function.hash).text("ull, ");
            row = row.push(itself).text("> {\n    ").joined(function.foreign[0], itself).text(";\n};\n");
        }
        index += 1;
    }
    index = 0;
    while index < constants.len() {
        let constant = &constants[index];
        if !super::names_contain(own, constant.member) {
            row = row.text("\ntemplate <>\nstruct whipple::ForeignConstant<").number(constant.hash).text("ull, ");
            row = row.push(itself).text("> {\n    static __device__ constexpr ").push(constant.ty);
            row = row.text(" value() { return ").push(values[index]).text("; }\n};\n");
        }
        index += 1;
    }
    row.pieces
}

/// The functions behind these.
pub const fn definitions<const N: usize>(
    functions: &'static [ProvidedFunction],
    own: &[&str],
    itself: &'static [Piece],
) -> [Piece; N] {
    let mut row = super::provided::Row::<N>::new();
    let mut index = 0;
    while index < functions.len() {
        let function = &functions[index];
        if !super::names_contain(own, function.member) {
            row = row.text("\n").joined(function.foreign[1], itself);
        }
        index += 1;
    }
    row.pieces
}

/// The type that an impl is for, as its name has it: `Real for f32`.
const fn type_of(name: &str) -> &str {
    let (bytes, mut start) = (name.as_bytes(), name.len());
    while start > 0 && bytes[start - 1] != b' ' {
        start -= 1;
    }
    name.split_at(start).1
}

/// Refuses a program with two impls by which a type of the library has functions or constants of one name: C++ finds them by that alone.
#[track_caller]
pub(super) const fn check_foreign(items: &ItemSet) {
    let mut index = 0;
    while index < items.len {
        let (mut other, one) = (0, items.get(index));
        while one.namespace.is_global() && other < index {
            let before = items.get(other);
            if before.namespace.is_global() && same(type_of(one.name), type_of(before.name)) {
                check_names(one, before);
            }
            other += 1;
        }
        index += 1;
    }
}

#[track_caller]
const fn check_names(one: &Item, other: &Item) {
    let mut list = 0;
    while list < one.members.len() {
        let (mut index, names) = (0, one.members[list]);
        while index < names.len() {
            let (mut of_other, mut found) = (0, false);
            while of_other < other.members.len() {
                found |= names_contain(other.members[of_other], names[index]);
                of_other += 1;
            }
            if found {
                let mut message = Message::new();
                message.text("`");
                message.text(names[index]);
                message.text("` is a function or a constant of two traits that one type has, which device code cannot tell apart in a program: rename one of those in `impl ");
                message.text(other.name);
                message.text("` and `impl ");
                message.text(one.name);
                message.text("`");
                message.fail();
            }
            index += 1;
        }
        list += 1;
    }
}
