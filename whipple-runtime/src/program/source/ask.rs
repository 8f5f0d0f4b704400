//! Questions to rustc: which types it finds for parts of a body.
//!
//! A macro sees tokens before rustc knows a type. So beside a body the macros write a copy that is never called, whose result is
//! opaque: one value for each question, in a tree. rustc checks the copy like any function, and the types in its result are the
//! answers. [`answers`] reads their C++ names in const evaluation, where the CUDA text is written.

mod fields;

pub use super::constants::{constant, some_constant};
use super::{
    Piece,
    seen::{DeviceCode, functions::SeenDefault},
};
use crate::{
    buffer::{Buffer, Element, ReadOnly},
    device_type::{DeviceType, Typed},
    join::{Joined, Outputs2, Outputs3, Outputs4, Total},
    shared::{Shared, SharedArray},
};
pub use fields::{Fields, NoReference, fields, no_reference, with_fields};
use glam::{BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, Mat3, Mat4, Quat, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use std::{array::TryFromSliceError, cmp::Ordering, convert::Infallible, marker::PhantomData, num::TryFromIntError};

/// Some answers together, so that trait resolution nests only as deep as the tree.
pub struct Node<T>(pub T);

/// The names in the result of a copy.
pub enum Tree {
    /// One answer: the C++ name of a type.
    Leaf(&'static [Piece]),
    /// Several, in their order.
    Many(&'static [Tree]),
}

/// What a copy gives: an answer, or a tree of them.
pub trait Answers {
    /// Their names.
    const TREE: Tree;
}

/// A type that a variable of device code can have, with the C++ name.
#[diagnostic::on_unimplemented(
    message = "device code has no name for the type `{Self}`",
    label = "a variable of this type is declared before it has a value",
    note = "give the variable its value where it is declared"
)]
pub trait Named {
    /// The C++ name, where references are copies of what they refer to.
    const WHIPPLE_NAME: &'static [Piece];
    /// Whether the type has references.
    const WHIPPLE_REFERS: bool = false;
}

/// The same for what may have references that C++ keeps.
#[diagnostic::on_unimplemented(
    message = "device code has no name for the type `{Self}`",
    label = "a variable of this type is declared before it has a value",
    note = "give the variable its value where it is declared"
)]
pub trait Kept {
    /// The C++ name.
    const WHIPPLE_KEPT: &'static [Piece];
    /// That of what lies behind references: a reference to a reference is one to what that refers to.
    const WHIPPLE_BEHIND: &'static [Piece] = Self::WHIPPLE_KEPT;
}

/// A type of device code without references in it.
#[diagnostic::on_unimplemented(
    message = "a variable that holds references needs its type in device code where a function changes it",
    label = "a function changes a variable of type `{Self}` here, and the variable does not say its type",
    note = "write the type where the variable begins: `let mut name: {Self} = …;`"
)]
pub trait Whole {}

macro_rules! of_library {
    ($($ty:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl Whole for $ty {}
        impl Named for $ty {
            const WHIPPLE_NAME: &'static [Piece] = <$ty as Typed>::WHIPPLE_TYPED;
        }
        impl Kept for $ty {
            const WHIPPLE_KEPT: &'static [Piece] = <$ty as Typed>::WHIPPLE_TYPED;
        }
    )*};
}

of_library! {
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128, f32, f64, bool, char, (), Vec2, Vec3, Vec4,
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, Mat3, Mat4, Ordering,
    TryFromIntError, TryFromSliceError, Infallible
}

macro_rules! of_parts {
    ($named:ident $name:ident $($refers:ident)?) => {
        impl<T: $named> $named for Option<T> {
            const $name: &'static [Piece] = &[Piece::Text("Option<"), Piece::Type(T::$name), Piece::Text(">")];
            $(const $refers: bool = T::$refers;)?
        }

        impl<T: $named, const N: usize> $named for [T; N] {
            const $name: &'static [Piece] = {
                assert!(N > 0, "an array has at least one element in device code: C++ has no empty ones");
                &[Piece::Text("Array<"), Piece::Type(T::$name), Piece::Text(", "), constant(N as u64), Piece::Text(">")]
            };
            $(const $refers: bool = T::$refers;)?
        }
    };
}

macro_rules! tuples {
    ($($first:ident $($more:ident)*;)*) => {$(
        tuples! { @ Named WHIPPLE_NAME (const WHIPPLE_REFERS: bool = $first::WHIPPLE_REFERS $(|| $more::WHIPPLE_REFERS)*;) $first $($more)* }
        tuples! { @ Kept WHIPPLE_KEPT () $first $($more)* }
        tuples! { @ Whole $first $($more)* }
    )*};
    (@ Whole $($element:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($element: Whole),*> Whole for ($($element,)*) {}
    };
    (@ $named:ident $name:ident ($($refers:tt)*) $first:ident $($more:ident)*) => {
        impl<$first: $named, $($more: $named),*> $named for ($first, $($more,)*) {
            const $name: &'static [Piece] = &[
                Piece::Text("Tuple<"),
                Piece::Type($first::$name),
                $(Piece::Text(", "), Piece::Type($more::$name),)*
                Piece::Text(">"),
            ];
            $($refers)*
        }
    };
}

macro_rules! of_ranges {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Typed> Whole for std::ops::$ty<T> {}
        impl<T: Typed> Named for std::ops::$ty<T> {
            const WHIPPLE_NAME: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
        }
        impl<T: Typed> Kept for std::ops::$ty<T> {
            const WHIPPLE_KEPT: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
        }
    )*};
}

of_ranges! { Range RangeInclusive }

#[diagnostic::do_not_recommend]
impl<T: Whole> Whole for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: Whole, E: Whole> Whole for Result<T, E> {}
#[diagnostic::do_not_recommend]
impl<T: Whole, const N: usize> Whole for [T; N] {}

macro_rules! of_joins {
    ($($name:ident: $($part:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($part),*> Whole for $name<$($part),*> {}
    )*};
}

of_joins! { Joined: A B; Outputs2: A B; Outputs3: A B C; Outputs4: A B C D; Total: A; }

of_parts! { Named WHIPPLE_NAME WHIPPLE_REFERS }
of_parts! { Kept WHIPPLE_KEPT }
tuples! { A; A B; A B C; A B C D; A B C D E; A B C D E F; }

impl<T: Named, E: Named> Named for Result<T, E> {
    const WHIPPLE_NAME: &'static [Piece] = &[
        Piece::Text("Result<"),
        Piece::Type(T::WHIPPLE_NAME),
        Piece::Text(", "),
        Piece::Type(E::WHIPPLE_NAME),
        Piece::Text(">"),
    ];
}

// What it holds are copies.
impl<T: Kept, E: Kept> Kept for Result<T, E> {
    const WHIPPLE_KEPT: &'static [Piece] = &[
        Piece::Text("Result<"),
        Piece::Type(T::WHIPPLE_KEPT),
        Piece::Text(", "),
        Piece::Type(E::WHIPPLE_KEPT),
        Piece::Text(">"),
    ];
}

impl<T: Named> Named for &T {
    const WHIPPLE_NAME: &'static [Piece] = T::WHIPPLE_NAME;
    const WHIPPLE_REFERS: bool = true;
}

impl<T: Kept> Kept for &T {
    const WHIPPLE_KEPT: &'static [Piece] =
        &[Piece::Text("Reference<const "), Piece::Type(T::WHIPPLE_BEHIND), Piece::Text(">")];
    const WHIPPLE_BEHIND: &'static [Piece] = T::WHIPPLE_BEHIND;
}

impl<T: Kept> Kept for &mut T {
    const WHIPPLE_KEPT: &'static [Piece] = &[Piece::Text("Reference<"), Piece::Type(T::WHIPPLE_KEPT), Piece::Text(">")];
    const WHIPPLE_BEHIND: &'static [Piece] = T::WHIPPLE_BEHIND;
}

impl<T: Kept> Kept for &[T] {
    const WHIPPLE_KEPT: &'static [Piece] =
        &[Piece::Text("View<const "), Piece::Type(T::WHIPPLE_KEPT), Piece::Text(">")];
}

impl<T: Kept> Kept for &mut [T] {
    const WHIPPLE_KEPT: &'static [Piece] = &[Piece::Text("View<"), Piece::Type(T::WHIPPLE_KEPT), Piece::Text(">")];
}

// Of these a variable has references alone.
impl<T: DeviceType> Kept for Shared<T> {
    const WHIPPLE_KEPT: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
}
impl<T: DeviceType, const N: usize> Kept for SharedArray<T, N> {
    const WHIPPLE_KEPT: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
}
impl<T: Element> Kept for Buffer<T> {
    const WHIPPLE_KEPT: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
}
impl<T: Element> Kept for ReadOnly<T> {
    const WHIPPLE_KEPT: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
}

impl<T: Element> Named for Buffer<T> {
    const WHIPPLE_NAME: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
}
impl<T: Element> Named for ReadOnly<T> {
    const WHIPPLE_NAME: &'static [Piece] = <Self as Typed>::WHIPPLE_TYPED;
}

/// The question of a variable that has references which C++ keeps.
pub struct Keeps<T>(PhantomData<T>);

impl<T: Kept> Answers for Keeps<T> {
    const TREE: Tree = Tree::Leaf(T::WHIPPLE_KEPT);
}

impl<T: Named> Answers for T {
    const TREE: Tree = Tree::Leaf(T::WHIPPLE_NAME);
}

macro_rules! nodes {
    ($($($answer:ident)*;)*) => {$(
        impl<$($answer: Answers),*> Answers for Node<($($answer,)*)> {
            const TREE: Tree = Tree::Many(&[$($answer::TREE),*]);
        }
    )*};
}

nodes! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
}

/// A copy, as a pointer to a function: its parameters do not matter.
pub trait Asked {
    /// What it gives.
    type Given: Answers;
}

macro_rules! functions {
    ($($($parameter:ident)*;)*) => {$(
        impl<$($parameter,)* Given: Answers> Asked for fn($($parameter),*) -> Given {
            type Given = Given;
        }
    )*};
}

functions! {
    ; A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I; A B C D E F G H I J;
    A B C D E F G H I J K; A B C D E F G H I J K L; A B C D E F G H I J K L M; A B C D E F G H I J K L M N;
    A B C D E F G H I J K L M N O; A B C D E F G H I J K L M N O P;
}

/// Gives a question the type of a value. The value comes back behind a reference, so that its surroundings type `*like(…)` as
/// they would type the value alone.
pub const fn like<'a, T>(_question: &T, value: &'a T) -> &'a T {
    value
}

/// As [`like`], of a variable that has references which C++ keeps.
pub const fn keeps<'a, T>(_question: &Keeps<T>, value: &'a T) -> &'a T {
    value
}

/// A type that `Default::default()` makes in device code.
#[diagnostic::on_unimplemented(
    message = "device code makes no default of what holds references",
    label = "this is a `{Self}`",
    note = "write the value, as `None`"
)]
pub trait Made {}
#[diagnostic::do_not_recommend]
impl<T: Whole> Made for T {}

/// As [`like`], of `Default::default()`.
pub const fn defaulted<'a, T: Made>(_question: &T, value: &'a T) -> &'a T
where
    DeviceCode: SeenDefault<T, ()>,
{
    value
}

/// As [`like`], of a conversion.
pub const fn converted<'a, T>(_question: &T, value: &'a T) -> &'a T {
    value
}

/// What a function changes, of which the body does not show that it has references.
pub const fn changed<T: Whole + ?Sized>(value: &mut T) -> &mut T {
    value
}

/// What a closure may be handed without a type in its text.
#[diagnostic::on_unimplemented(
    message = "write the type of this parameter: device code must see what it refers to",
    label = "this is a `{Self}`",
    note = "write the type in the closure, as `|x: {Self}|`; a pattern becomes a `let` in its body"
)]
pub trait Untyped<Form> {}
#[diagnostic::do_not_recommend]
impl<T: Whole> Untyped<ByValue> for T {}
#[diagnostic::do_not_recommend]
impl<Form, T: Untyped<Form>> Untyped<ByReference<Form>> for &T {}

/// A value.
pub struct ByValue;
/// A shared reference to another form.
pub struct ByReference<Form>(PhantomData<Form>);

/// Looks at what a closure is handed without a type.
pub const fn untyped<Form, T: Untyped<Form>>(_value: &T) {}

/// A function, which a path names that is handed to a function.
#[diagnostic::on_unimplemented(
    message = "device code takes this for a function, as its name begins with a small letter",
    label = "this is a constant",
    note = "begin the constant's name with a capital letter, or give it a variable before the call"
)]
pub trait Function<Parameters> {}

macro_rules! functions {
    ($(($($parameter:ident)*))*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<$($parameter,)* R, F: Fn($($parameter),*) -> R> Function<fn($($parameter),*) -> R> for F {}
        )*
    };
}

functions! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E G) (A B C D E G H) (A B C D E G H I) }

/// Looks whether a function is handed over.
pub const fn function<Parameters, F: Function<Parameters>>(function: F) -> F {
    function
}

/// Stands before a copy of a body: what follows is checked for types, and for nothing else.
pub fn never() -> ! {
    unreachable!("nothing calls the copy of a body")
}

/// The C++ names of all answers.
pub const fn answers<const N: usize, F: Asked + Copy>(_copy: F) -> [&'static [Piece]; N] {
    let mut names: [&'static [Piece]; N] = [&[]; N];
    assert!(collect(&F::Given::TREE, &mut names, 0) == N, "a copy gives an answer to each question");
    names
}

const fn collect<const N: usize>(tree: &Tree, names: &mut [&'static [Piece]; N], mut at: usize) -> usize {
    match tree {
        Tree::Leaf(name) => {
            names[at] = name;
            at + 1
        }
        Tree::Many(trees) => {
            let mut index = 0;
            while index < trees.len() {
                at = collect(&trees[index], names, at);
                index += 1;
            }
            at
        }
    }
}

/// An answer without arrays in it: their lengths may be constants of a function that rustc answered with other values for.
#[track_caller]
pub const fn without_arrays(name: &'static [Piece]) -> &'static [Piece] {
    assert!(
        !has_array(name),
        "the type of this variable has an array in it, whose length may be a constant of the function: write the type, as `let x: Option<[u32; N]> = …;`"
    );
    name
}

pub(super) const fn has_array(name: &[Piece]) -> bool {
    let mut index = 0;
    while index < name.len() {
        let is_array = match &name[index] {
            Piece::Text(text) => super::writer::same(text, "Array<"),
            // Or the constant of a generic type.
            Piece::Number(_) => true,
            Piece::Type(name) => has_array(name),
            _ => false,
        };
        if is_array {
            return true;
        }
        index += 1;
    }
    false
}

/// Whether an answer is f64.
pub const fn is_double(name: &[Piece]) -> bool {
    matches!(name, [Piece::Text(text)] if super::writer::same(text, "f64"))
}

#[cfg(test)]
mod tests {
    use super::{Answers, Node, answers, is_double, like, never};
    use crate::source::Piece;

    #[expect(unreachable_code, unused_variables, reason = "a copy of a body runs nothing")]
    fn copy(number: &u64) -> impl Answers + use<> {
        let (first, second, third);
        never();
        let mut sum = *like(&first, &0);
        sum += number * *like(&second, &2);
        let scale = f64::sqrt(*like(&third, &0.5));
        Node((Node((first, second)), Node((third,))))
    }

    #[test]
    fn rustc_answers_in_order() {
        const NAMES: [&[Piece]; 3] = answers(copy as fn(_) -> _);
        let names = NAMES.map(|name| match name {
            [Piece::Text(text)] => *text,
            _ => "",
        });
        assert_eq!(names, ["u64", "u64", "f64"]);
        assert!(!is_double(NAMES[0]) && is_double(NAMES[2]));
    }
}
