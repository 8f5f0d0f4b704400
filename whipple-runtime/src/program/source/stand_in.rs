//! What stands for a type parameter where rustc is asked about the body of a generic function.
//!
//! The copy of the body is as generic as the function, so rustc types it for all types. The answers are read of one instance: a constant
//! cannot have parameters. This instance must meet the bounds, and what is asked for must not depend on it.

use super::{
    ItemRef, Namespace, Piece,
    ask::{Answers, Fields, Kept, Named, Tree, Whole, never},
    given::{IsOption, OfKnown, SeenAnswer, Unasked, UnaskedAnswer, Unseen, UnseenAnswer},
    provided::UnderDevice,
    seen::{DeviceCode, SeenOrd, SeenPartialEq, SeenPartialOrd, iterators::SeenArray, sequences::OverTypes},
};
use crate::{
    device_type::Typed,
    parameter::ParameterWriter,
    procedure::{Level, Procedure},
};
use std::{cmp, fmt, hash, marker::PhantomData, ops};

/// A procedure of this level that no program has, for the `P` of `Context<P>`.
pub struct OfLevel<L>(PhantomData<fn() -> L>);

#[diagnostic::do_not_recommend]
impl<L: Level> Procedure for OfLevel<L> {
    type Level = L;
    type Shared = ();
    const THREADS: u32 = 1;
    const MAX_SPAWNS: Option<u32> = Some(0);
    const NAME: &'static str = "";
    const STRUCT: ItemRef = ItemRef::NONE;
    const NAMESPACE: Namespace = Namespace::GLOBAL;
    const LAYOUT: (usize, usize) = (0, 1);

    fn encode(&self, _: &mut ParameterWriter) {}
}

/// What stands for a type parameter with other bounds: those of std's traits that are implemented here, and of `#[device]` traits, each of
/// which implements itself for it. The position is one of [`some_constant`](super::constants::some_constant), for types.
pub struct OfBounds<const POSITION: usize>;

/// A type whose name rustc finds: in the copy of a body all that stands for a type parameter is one.
pub trait Known: Typed + Named + Kept + Whole {}
impl<T: Typed + Named + Kept + Whole> Known for T {}

/// The name of a type parameter, which the body declares.
const fn name(position: usize) -> &'static [Piece] {
    match position {
        0 => &[Piece::Text("WHIPPLE_TYPE_0")],
        1 => &[Piece::Text("WHIPPLE_TYPE_1")],
        2 => &[Piece::Text("WHIPPLE_TYPE_2")],
        3 => &[Piece::Text("WHIPPLE_TYPE_3")],
        4 => &[Piece::Text("WHIPPLE_TYPE_4")],
        5 => &[Piece::Text("WHIPPLE_TYPE_5")],
        6 => &[Piece::Text("WHIPPLE_TYPE_6")],
        _ => &[Piece::Text("WHIPPLE_TYPE_7")],
    }
}

#[diagnostic::do_not_recommend]
impl<const POSITION: usize> Typed for OfBounds<POSITION> {
    const WHIPPLE_TYPED: &'static [Piece] = name(POSITION);
}
#[diagnostic::do_not_recommend]
impl<const POSITION: usize> Whole for OfBounds<POSITION> {}
#[diagnostic::do_not_recommend]
impl<const POSITION: usize> Fields for OfBounds<POSITION> {}
#[diagnostic::do_not_recommend]
impl<const POSITION: usize> Named for OfBounds<POSITION> {
    const WHIPPLE_NAME: &'static [Piece] = name(POSITION);
}
#[diagnostic::do_not_recommend]
impl<const POSITION: usize> Kept for OfBounds<POSITION> {
    const WHIPPLE_KEPT: &'static [Piece] = name(POSITION);
}
#[diagnostic::do_not_recommend]
impl<const TRAIT: u64, const POSITION: usize> UnderDevice<TRAIT> for OfBounds<POSITION> {}

#[diagnostic::do_not_recommend]
impl<const POSITION: usize> SeenPartialEq<OfBounds<POSITION>, OverTypes> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<const POSITION: usize> SeenPartialOrd<OfBounds<POSITION>, OverTypes> for DeviceCode {}
#[diagnostic::do_not_recommend]
impl<const POSITION: usize> SeenOrd<OfBounds<POSITION>, OverTypes> for DeviceCode {}

impl<const POSITION: usize> Copy for OfBounds<POSITION> {}
impl<const POSITION: usize> Clone for OfBounds<POSITION> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const POSITION: usize> Default for OfBounds<POSITION> {
    fn default() -> Self {
        never()
    }
}
impl<const POSITION: usize> fmt::Debug for OfBounds<POSITION> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        never()
    }
}
impl<const POSITION: usize> fmt::Display for OfBounds<POSITION> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        never()
    }
}
impl<const POSITION: usize> PartialEq for OfBounds<POSITION> {
    fn eq(&self, _: &Self) -> bool {
        never()
    }
}
impl<const POSITION: usize> Eq for OfBounds<POSITION> {}
impl<const POSITION: usize> PartialOrd for OfBounds<POSITION> {
    fn partial_cmp(&self, other: &Self) -> Option<cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<const POSITION: usize> Ord for OfBounds<POSITION> {
    fn cmp(&self, _: &Self) -> cmp::Ordering {
        never()
    }
}
impl<const POSITION: usize> hash::Hash for OfBounds<POSITION> {
    fn hash<H: hash::Hasher>(&self, _: &mut H) {
        never()
    }
}
impl<const POSITION: usize> ops::Neg for OfBounds<POSITION> {
    type Output = Self;
    fn neg(self) -> Self {
        never()
    }
}
impl<const POSITION: usize> ops::Not for OfBounds<POSITION> {
    type Output = Self;
    fn not(self) -> Self {
        never()
    }
}

macro_rules! operators {
    ($($of:ident $function:ident $assigns:ident $assign:ident;)*) => {$(
        operators! { @ $of $function $assigns $assign Self f32 f64 u32 i32 u64 i64 usize }
    )*};
    (@ $of:ident $function:ident $assigns:ident $assign:ident $($right:ident)*) => {$(
        impl<const POSITION: usize> ops::$of<$right> for OfBounds<POSITION> {
            type Output = Self;
            fn $function(self, _: $right) -> Self {
                never()
            }
        }
        impl<const POSITION: usize> ops::$assigns<$right> for OfBounds<POSITION> {
            fn $assign(&mut self, _: $right) {
                never()
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign; Sub sub SubAssign sub_assign; Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign; Rem rem RemAssign rem_assign; BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign; BitXor bitxor BitXorAssign bitxor_assign;
    Shl shl ShlAssign shl_assign; Shr shr ShrAssign shr_assign;
}

macro_rules! of_numbers {
    ($($number:ident)*) => {$(
        impl<const POSITION: usize> From<$number> for OfBounds<POSITION> {
            fn from(_: $number) -> Self {
                never()
            }
        }
        impl<const POSITION: usize> From<OfBounds<POSITION>> for $number {
            fn from(_: OfBounds<POSITION>) -> Self {
                never()
            }
        }
        impl<const POSITION: usize> ops::Mul<OfBounds<POSITION>> for $number {
            type Output = OfBounds<POSITION>;
            fn mul(self, _: OfBounds<POSITION>) -> OfBounds<POSITION> {
                never()
            }
        }
    )*};
}

of_numbers! { u8 u16 u32 u64 usize i8 i16 i32 i64 f32 f64 bool }

/// A question of a body over types: of what such a body names, rustc may not know that it has a name.
pub struct Perhaps<T>(PhantomData<T>);

/// About the variable of a question.
pub const fn perhaps<T>(_question: &T) -> Perhaps<T> {
    Perhaps(PhantomData)
}

/// What a variable has.
pub struct OfQuestion<T>(PhantomData<T>);
impl<T: Answers> Answers for OfQuestion<T> {
    const TREE: Tree = T::TREE;
}

impl<T: Answers> SeenAnswer for &&Perhaps<T> {
    type Answer = OfQuestion<T>;
    fn whipple_answer(&self) -> OfQuestion<T> {
        OfQuestion(PhantomData)
    }
}

impl<T> UnaskedAnswer for Perhaps<T> {
    fn whipple_answer(&self) -> Unasked {
        Unasked
    }
}

/// The question of a call of `map` or `filter` in a body over types: there is an answer for types of the user's, too.
pub struct Mapped<T: ?Sized>(PhantomData<T>);

/// Asks for what it is called on.
pub const fn mapped<'a, T: ?Sized>(_question: &Mapped<T>, of: &'a T) -> &'a T {
    of
}

/// A type of the user's.
pub struct OfUser;
impl Answers for OfUser {
    const TREE: Tree = Tree::Leaf(&[Piece::Number(2)]);
}

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

/// The last of the traits of this method that rustc takes.
pub trait UserAnswer {
    /// That it is a type of the user's.
    fn whipple_answer(&self) -> OfUser;
}
impl<T: ?Sized> UserAnswer for Mapped<T> {
    fn whipple_answer(&self) -> OfUser {
        OfUser
    }
}

/// An answer, if there is one.
#[track_caller]
pub const fn answered(answer: &'static [Piece], message: &'static str) -> &'static [Piece] {
    assert!(!answer.is_empty(), "{}", message);
    answer
}

/// Whether the answer about the literal of a float is f64; a guess where there is no answer.
#[track_caller]
pub const fn is_double(answer: &'static [Piece], guess: bool) -> bool {
    if answer.is_empty() { guess } else { super::ask::is_double(answer) }
}

/// Whether rustc answers questions about a body.
pub struct Answered<const IS_ANSWERED: bool>;

/// What a literal is that is guessed to be a `G`.
pub trait Guessed<G, T> {}
impl<G, T> Guessed<G, T> for Answered<true> {}
impl<G> Guessed<G, G> for Answered<false> {}

/// A literal in a function over types: without answers it is what the text has it to be.
#[inline(always)]
pub const fn guessed<const IS_ANSWERED: bool, G, T: Copy>(literal: T) -> T
where
    Answered<IS_ANSWERED>: Guessed<G, T>,
{
    literal
}
