//! Procedures in several forms: with a thread for each successor, and with a single thread that makes them in turn
//! (Steinberger et al. 2014, table 7).

/// Makes a procedure: in the form `many` or `one` of what happens to each successor, or a `step` with one thread in all forms.
macro_rules! procedure {
    (
        many [$(#[doc = $doc:literal])*]
        $name:ident of $most:tt: |$ctx:ident, $shape:ident, $k:ident| { $($body:tt)* }
    ) => {
        $(#[doc = $doc])*
        #[procedure(level = 0, threads = $most)]
        pub struct $name;

        #[execute]
        impl Execute for $name {
            type Item = Shape;

            fn execute(&self, $ctx: &Context<Self>, $shape: &Shape) {
                let $k = $ctx.thread();
                $($body)*
            }
        }
    };
    (
        one [$(#[doc = $doc:literal])*]
        $name:ident of $most:tt: |$ctx:ident, $shape:ident, $k:ident| { $($body:tt)* }
    ) => {
        $(#[doc = $doc])*
        #[procedure(level = 2)]
        pub struct $name;

        #[execute]
        impl Execute for $name {
            type Item = Shape;

            fn execute(&self, $ctx: &Context<Self>, $shape: &Shape) {
                for $k in 0..$most {
                    $($body)*
                }
            }
        }
    };
    (step [$(#[doc = $doc:literal])*] $name:ident: |$ctx:ident, $shape:ident| { $($body:tt)* }) => {
        $(#[doc = $doc])*
        #[procedure(level = 2)]
        pub struct $name;

        #[execute]
        impl Execute for $name {
            type Item = Shape;

            fn execute(&self, $ctx: &Context<Self>, $shape: &Shape) {
                $($body)*
            }
        }
    };
}

/// Makes the procedures of one form, for [`rules`]: the first rule or operator, then those that follow it.
macro_rules! procedures {
    ($form:ident) => {};
    (
        $form:ident
        $(#[doc = $doc:literal])*
        rule $name:ident of $most:tt: |$ctx:ident, $shape:ident, $k:ident| { $($body:tt)* }
        $($others:tt)*
    ) => {
        $crate::city::operators::form::procedure! {
            $form [$(#[doc = $doc])*] $name of $most: |$ctx, $shape, $k| { $($body)* }
        }
        $crate::city::operators::form::procedures! { $form $($others)* }
    };
    (
        $form:ident
        $(#[doc = $doc:literal])*
        rule $name:ident: |$ctx:ident, $shape:ident| { $($body:tt)* }
        $($others:tt)*
    ) => {
        $crate::city::operators::form::procedure! {
            step [$(#[doc = $doc])*] $name: |$ctx, $shape| { $($body)* }
        }
        $crate::city::operators::form::procedures! { $form $($others)* }
    };
    (
        $form:ident
        $(#[doc = $doc:literal])*
        $name:ident = $(|$shape:ident|)? $operator:ident $(($($parameters:tt)*))? -> $successors:tt;
        $($others:tt)*
    ) => {
        $crate::city::operators::template::operator! {
            { $form [$(#[doc = $doc])*] $name } [$($shape)?] $operator ($($($parameters)*)?) -> $successors
        }
        $crate::city::operators::form::procedures! { $form $($others)* }
    };
}

/// Makes procedures of rules. A rule is written as what happens to successor number `k` of a shape, as what happens to a
/// shape with a single successor, or as one operator with its parameters and successors (see
/// [`template`](crate::city::operators::template)):
///
/// ```text
/// rules! {
///     /// Takes a box apart, and moves its faces outwards.
///     rule Block of 6: |ctx, shape, k| {
///         ctx.spawn::<Wall>(translate(face(shape.child(k), k), Vec3::new(0.0, 0.0, 0.1)));
///     }
///
///     /// Turns a tree and paints it.
///     rule Tree: |ctx, tree| {
///         ctx.spawn::<BoxTerminal>(paint(rotate(tree.successor(), 0.4), Material::Leaf));
///     }
///
///     /// Fills a wall with storeys.
///     Wall = repeat(Y, 3.0, most 32) -> Storey;
/// }
/// ```
///
/// In the module `many` the first is a level-0 procedure of six threads, in `one` a level-2 procedure with a loop; `mixed` is
/// `many` with the terminals of `one`. A rule names the others of its form by their names alone, and leaves out successors by
/// spawning nothing for their numbers.
macro_rules! rules {
    ($($rules:tt)*) => {
        /// The rules with a thread for each successor, and terminals of several threads.
        pub mod many {
            use super::*;
            use crate::city::operators::terminals::many::*;

            $crate::city::operators::form::procedures! { many $($rules)* }
        }

        /// The rules with a thread for each successor, and terminals of one thread.
        pub mod mixed {
            use super::*;
            use crate::city::operators::terminals::one::*;

            $crate::city::operators::form::procedures! { many $($rules)* }
        }

        /// The rules with one thread each, and terminals of one thread.
        pub mod one {
            use super::*;
            use crate::city::operators::terminals::one::*;

            $crate::city::operators::form::procedures! { one $($rules)* }
        }
    };
}

pub(crate) use {procedure, procedures, rules};
