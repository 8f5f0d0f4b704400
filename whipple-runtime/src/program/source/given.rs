//! What calls give, where only that says what the generic parameters of a function are.
//!
//! C++ deduces these from arguments alone. So a function that has others is declared twice: as it is, and with a first parameter
//! `num::Given<R>` of which C++ deduces what the result `R` has. No macro sees both the function and its call. Where a call is, the copy
//! of the body (`ask.rs`) asks for the type of its value, and const evaluation adds the argument if the function wants one.

use super::{
    ItemRef, Piece,
    ask::{Answers, Kept, Named, Tree, has_array},
    seen::{
        DeviceCode,
        iterators::{SeenArray, SeenOwn},
    },
};
use std::marker::PhantomData;

/// A method of which an argument does not say all generic parameters, by the hash of its name and its type. A function says so in
/// `DeviceItem::OPEN`.
pub trait SeenOpen<const METHOD: u64, T: ?Sized> {
    /// Whether the result says the others.
    const BY_RESULT: bool;
}

// Of which function a call is, the text asks.
impl SeenOpen<0, ()> for DeviceCode {
    const BY_RESULT: bool = true;
}

/// Whether a function is one of these: an inherent constant shadows that of [`NotOpen`].
pub struct Opened<const METHOD: u64, T: ?Sized>(PhantomData<T>);

impl<const METHOD: u64, T: ?Sized> Opened<METHOD, T>
where
    DeviceCode: SeenOpen<METHOD, T>,
{
    /// How it is.
    pub const WHIPPLE_HOW: Open =
        if <DeviceCode as SeenOpen<METHOD, T>>::BY_RESULT { Open::ByResult } else { Open::Unsaid };
}

/// What [`Opened`] says of other functions.
pub trait NotOpen {
    /// Not at all.
    const WHIPPLE_HOW: Open = Open::Not;
}
impl<const METHOD: u64, T: ?Sized> NotOpen for Opened<METHOD, T> {}

/// What says the generic parameters of a function.
#[derive(Clone, Copy)]
pub enum Open {
    /// Its arguments, or it has none.
    Not,
    /// Its arguments and its result.
    ByResult,
    /// Neither.
    Unsaid,
}

/// The question of a call: what it calls, on which type, and the type of its value.
pub struct Given<const METHOD: u64, Of: ?Sized, T>(PhantomData<T>, PhantomData<Of>);

/// Asks for the type that a function gives.
pub const fn given<'a, T>(_question: &Given<0, (), T>, value: &'a T) -> &'a T {
    value
}

/// Asks for nothing: of the library's types no method wants it.
pub const fn nothing<'a, T>(_question: &Given<{ u64::MAX }, (), T>, value: &'a T) -> &'a T {
    value
}

/// Asks for the type that a method of the user's gives, which is called on the type of another question.
pub const fn given_by<'a, const METHOD: u64, Of, T>(_question: &Given<METHOD, Of, T>, _of: &Of, value: &'a T) -> &'a T {
    value
}

/// As [`given_by`], where the type is seen.
pub const fn given_by_type<'a, const METHOD: u64, Of: ?Sized, T>(
    _question: &Given<METHOD, Of, T>,
    value: &'a T,
) -> &'a T {
    value
}

/// The argument that says what a call gives: alone, and before others.
pub struct Seen<T>(PhantomData<T>);
impl<T: Named> Answers for Seen<T> {
    const TREE: Tree = Tree::Leaf(&[
        Piece::Type(&[Piece::Text("num::Given<"), Piece::Type(T::WHIPPLE_NAME), Piece::Text(">{}")]),
        Piece::Type(&[Piece::Text("num::Given<"), Piece::Type(T::WHIPPLE_NAME), Piece::Text(">{}, ")]),
        Piece::Type(T::WHIPPLE_NAME),
    ]);
}

/// A call whose type device code has no name for.
pub struct Unseen;
impl Answers for Unseen {
    const TREE: Tree = Tree::Leaf(&[Piece::Number(0)]);
}

/// A call that needs no name.
pub struct Unasked;
impl Answers for Unasked {
    const TREE: Tree = Tree::Leaf(&[]);
}

/// The question of a `None`.
pub struct Absent<T>(PhantomData<T>);

/// Asks for the type of a `None`.
pub const fn absent<'a, T>(_question: &Absent<T>, value: &'a T) -> &'a T {
    value
}

/// A `None` with its type.
pub struct SeenAbsent<T>(PhantomData<T>);
impl<T: Named> Answers for SeenAbsent<T> {
    // What keeps references may have copies of what they refer to beside it: of which, C++ finds.
    const TREE: Tree = Tree::Leaf(if T::WHIPPLE_REFERS {
        &[Piece::Number(0)]
    } else {
        &[Piece::Type(T::WHIPPLE_NAME), Piece::Text("(none)")]
    });
}

impl<T: Named> SeenAnswer for &&Absent<T> {
    type Answer = SeenAbsent<T>;
    fn whipple_answer(&self) -> SeenAbsent<T> {
        SeenAbsent(PhantomData)
    }
}

impl<T> UnseenAnswer for &Absent<T> {
    fn whipple_answer(&self) -> Unseen {
        Unseen
    }
}

/// The C++ of a `None` by the answer to its question. `must_be_seen`: C++ finds no type beside it.
#[track_caller]
pub const fn none(answer: &'static [Piece], is_generic: bool, must_be_seen: bool) -> &'static [Piece] {
    match answer {
        [Piece::Type(name), _] if !(is_generic && has_array(name)) => answer,
        _ => {
            assert!(
                !must_be_seen,
                "the type of this `None` cannot be seen in device code; give the variable one: `let x: Option<Type> = …;`"
            );
            &[Piece::Text("none")]
        }
    }
}

/// The C++ type of what stands for a `None` or an `Err`, or nothing where C++ finds it.
#[track_caller]
pub const fn type_of_none(answer: &'static [Piece], is_generic: bool, must_be_seen: bool) -> &'static [Piece] {
    match none(answer, is_generic, must_be_seen) {
        [Piece::Type(name), _] => name,
        _ => &[],
    }
}

/// The question of a call that means one thing of an iterator of the user's, and another one of other types.
pub struct Way<T: ?Sized>(PhantomData<T>);

/// Asks for what it means of this type.
pub const fn way<'a, T: ?Sized>(_question: &Way<T>, of: &'a T) -> &'a T {
    of
}

/// The question of a call of `map` or `filter`, which options, arrays and types of the user's may have.
pub struct Mapped<T: ?Sized>(PhantomData<T>);

/// Asks for what it is called on.
pub const fn mapped<'a, T: ?Sized>(_question: &Mapped<T>, of: &'a T) -> &'a T {
    of
}

/// An iterator, or an `Option` or a `Result`.
pub struct OfKnown;
impl Answers for OfKnown {
    const TREE: Tree = Tree::Leaf(&[Piece::Number(1)]);
}

/// Whether the answer to such a question is this one.
pub const fn is_way(answer: &[Piece], number: u64) -> bool {
    matches!(answer, [Piece::Number(known)] if *known == number)
}

/// `Option` and `Result`.
pub trait IsOption {}
impl<T> IsOption for Option<T> {}
impl<T, E> IsOption for Result<T, E> {}
impl<T: IsOption + ?Sized> IsOption for &T {}
impl<T: IsOption + ?Sized> IsOption for &mut T {}

impl<T: IsOption> SeenAnswer for &&Mapped<T> {
    type Answer = OfKnown;
    fn whipple_answer(&self) -> OfKnown {
        OfKnown
    }
}

impl<T: SeenArray + ?Sized> UnseenAnswer for &Mapped<T> {
    fn whipple_answer(&self) -> Unseen {
        Unseen
    }
}

impl<T: ?Sized> UnaskedAnswer for Mapped<T> {
    fn whipple_answer(&self) -> Unasked {
        Unasked
    }
}

/// The question of a variable of the type that a call gives, which only some meaning of the call needs.
pub struct Made<T>(PhantomData<T>);

/// Asks for this type.
pub const fn made<'a, T>(_question: &Made<T>, value: &'a T) -> &'a T {
    value
}

impl<T: Named> SeenAnswer for &&Made<T> {
    type Answer = SeenOutcome<T>;
    fn whipple_answer(&self) -> SeenOutcome<T> {
        SeenOutcome(PhantomData)
    }
}

impl<T> UnseenAnswer for &Made<T> {
    fn whipple_answer(&self) -> Unseen {
        Unseen
    }
}

/// The C++ type of such a variable.
#[track_caller]
pub const fn type_made(answer: &'static [Piece], is_generic: bool) -> &'static [Piece] {
    match answer {
        [Piece::Type(name)] if !(is_generic && has_array(name)) => name,
        _ => panic!(
            "device code has no name for the type of what this makes; where the length of an array in it is a constant of the function, write a loop"
        ),
    }
}

impl<T> SeenAnswer for &&Way<T>
where
    DeviceCode: SeenOwn<T>,
{
    type Answer = OfKnown;
    fn whipple_answer(&self) -> OfKnown {
        OfKnown
    }
}

impl<T: ?Sized> UnaskedAnswer for Way<T> {
    fn whipple_answer(&self) -> Unasked {
        Unasked
    }
}

/// The question of an `Ok` or an `Err`.
pub struct Outcome<T>(PhantomData<T>);

/// Asks for the type of what `Ok` or `Err` makes.
pub const fn outcome<A, T, F: FnOnce(A) -> T + Copy>(_question: &Outcome<T>, constructor: F) -> F {
    constructor
}

/// The type of a `Result`.
pub struct SeenOutcome<T>(PhantomData<T>);
impl<T: Kept> Answers for SeenOutcome<T> {
    const TREE: Tree = Tree::Leaf(&[Piece::Type(T::WHIPPLE_KEPT)]);
}

impl<T: Kept> SeenAnswer for &&Outcome<T> {
    type Answer = SeenOutcome<T>;
    fn whipple_answer(&self) -> SeenOutcome<T> {
        SeenOutcome(PhantomData)
    }
}

impl<T> UnseenAnswer for &Outcome<T> {
    fn whipple_answer(&self) -> Unseen {
        Unseen
    }
}

/// The C++ type of what `Ok` or `Err` makes, by the answer to its question.
#[track_caller]
pub const fn type_of_outcome(answer: &'static [Piece], is_generic: bool) -> &'static [Piece] {
    match answer {
        [Piece::Type(name)] if !(is_generic && has_array(name)) => name,
        _ => panic!(
            "the type of this `Result` cannot be seen in device code; it may hold what device code has, and where the length of an array in it is a constant of the function, write it: `Ok::<[u32; N], Fault>(x)`"
        ),
    }
}

/// The type of a `Default::default()` in a function with generic constants.
#[track_caller]
pub const fn default(answer: &'static [Piece]) -> &'static [Piece] {
    assert!(
        !has_array(answer),
        "the length of an array in this default may be a constant of the function, which device code cannot see here; give it a variable with its type: `let x: [u32; N] = Default::default();`"
    );
    answer
}

/// The answer to the question of a call. Of the three traits of this method rustc takes the first that holds.
pub trait SeenAnswer {
    /// The name.
    type Answer;
    /// Gives it.
    fn whipple_answer(&self) -> Self::Answer;
}
impl<const METHOD: u64, Of: ?Sized, T: Named> SeenAnswer for &&Given<METHOD, Of, T>
where
    DeviceCode: SeenOpen<METHOD, Of>,
{
    type Answer = Seen<T>;
    fn whipple_answer(&self) -> Seen<T> {
        Seen(PhantomData)
    }
}

/// See [`SeenAnswer`].
pub trait UnseenAnswer {
    /// That there is no name.
    fn whipple_answer(&self) -> Unseen;
}
impl<const METHOD: u64, Of: ?Sized, T> UnseenAnswer for &Given<METHOD, Of, T>
where
    DeviceCode: SeenOpen<METHOD, Of>,
{
    fn whipple_answer(&self) -> Unseen {
        Unseen
    }
}

/// See [`SeenAnswer`].
pub trait UnaskedAnswer {
    /// That none is needed.
    fn whipple_answer(&self) -> Unasked;
}
impl<const METHOD: u64, Of: ?Sized, T> UnaskedAnswer for Given<METHOD, Of, T> {
    fn whipple_answer(&self) -> Unasked {
        Unasked
    }
}

/// The argument that says what a function gives, if that wants one. `is_generic`: rustc answered with other constants than the function
/// around the call has.
#[track_caller]
pub const fn told(how: Open, answer: &'static [Piece], is_alone: bool, is_generic: bool) -> &'static [Piece] {
    if !wants(how) {
        return &[];
    }
    match answer {
        [Piece::Type(alone), Piece::Type(before), ..] if !(is_generic && has_array(alone)) => {
            if is_alone {
                alone
            } else {
                before
            }
        }
        _ => panic!("{}", UNSEEN),
    }
}

/// The generic type of this item whose function gives this answer, or whose value it is. `is_generic`: rustc answered with other constants
/// than the function around it has.
#[track_caller]
pub const fn owner(itself: Option<ItemRef>, answer: &'static [Piece], is_generic: bool) -> &'static [Piece] {
    let Some(itself) = itself else { return &[] };
    if let [_, _, Piece::Type(name)] = answer {
        let mut found = None;
        find(itself.get().id, name, &mut found);
        if let Some(found) = found {
            assert!(
                !(is_generic && has_number(found)),
                "the arguments of this type may be constants of the function, which device code cannot see here; write them, as `Type::<u32, N>`"
            );
            return found;
        }
    }
    panic!(
        "device code does not see the arguments of this generic type here: write them, as `Type::<u32, 16>`, or `Self` for the type of the impl"
    )
}

/// Looks for the one instance of an item in a name.
#[track_caller]
const fn find(id: u64, name: &'static [Piece], found: &mut Option<&'static [Piece]>) {
    if let [Piece::Item(item), _, ..] = name
        && item.get().id == id
    {
        assert!(
            found.is_none(),
            "of which of several types this is, device code does not see: write the arguments, as `Type::<u32, 16>`"
        );
        *found = Some(name);
        return;
    }
    let mut index = 0;
    while index < name.len() {
        if let Piece::Type(inner) = &name[index] {
            find(id, inner, found);
        }
        index += 1;
    }
}

/// Whether a name has a number in it.
const fn has_number(name: &[Piece]) -> bool {
    let mut index = 0;
    while index < name.len() {
        match &name[index] {
            Piece::Number(_) => return true,
            Piece::Type(inner) if has_number(inner) => return true,
            _ => {}
        }
        index += 1;
    }
    false
}

/// Whether a function wants to be told what it gives.
#[track_caller]
pub const fn wants(how: Open) -> bool {
    match how {
        Open::Not => false,
        Open::ByResult => true,
        Open::Unsaid => panic!("{}", UNSEEN),
    }
}

/// Refuses a call whose value nobody could ask for, if the function wants its type.
#[track_caller]
pub const fn must_not_want(how: Open) {
    assert!(matches!(how, Open::Not), "{}", UNSEEN);
}

const UNSEEN: &str = "device code does not see the generic arguments of this call, which its arguments do not say: write them, as `f::<u32, 3>(…)`";

/// How a method is, by the answer to the question of its call.
pub const fn how(answer: &[Piece]) -> Open {
    if answer.is_empty() { Open::Not } else { Open::ByResult }
}
