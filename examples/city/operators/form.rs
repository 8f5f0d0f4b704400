//! Procedures in several forms: with a thread for each successor, and with a single thread that makes them in turn
//! (Steinberger et al. 2014, table 7).

/// Makes the module of one form, for [`rules`].
macro_rules! form {
    (
        $(#[doc = $module_doc:literal])* $module:ident, terminals $terminals:ident, many threads,
        $(
            $(#[doc = $doc:literal])*
            rule $name:ident of $most:tt: |$ctx:ident, $shape:ident, $k:ident| { $($body:tt)* }
        )*
    ) => {
        $(#[doc = $module_doc])*
        pub mod $module {
            use super::*;
            use crate::operators::terminals::$terminals::*;

            $(
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
            )*
        }
    };
    (
        $(#[doc = $module_doc:literal])* $module:ident, terminals $terminals:ident, one thread,
        $(
            $(#[doc = $doc:literal])*
            rule $name:ident of $most:tt: |$ctx:ident, $shape:ident, $k:ident| { $($body:tt)* }
        )*
    ) => {
        $(#[doc = $module_doc])*
        pub mod $module {
            use super::*;
            use crate::operators::terminals::$terminals::*;

            $(
                $(#[doc = $doc])*
                #[procedure(level = 2)]
                pub struct $name;

                #[execute]
                impl Execute for $name {
                    type Item = Shape;

                    fn execute(&self, $ctx: &Context<Self>, $shape: &Shape) {
                        for $k in 0u32..$most {
                            $($body)*
                        }
                    }
                }
            )*
        }
    };
}

/// Makes procedures of rules. A rule is written as what happens to successor number `k` of a shape:
///
/// ```text
/// rules! {
///     /// Takes a box apart.
///     rule Block of 6: |ctx, shape, k| {
///         ctx.spawn::<Wall>(face(shape.child(k), k));
///     }
/// }
/// ```
///
/// In the module `many` that is a level-0 procedure of six threads, in `one` a level-2 procedure with a loop; `mixed` is `many`
/// with the terminals of `one`. A rule names the others of its form by their names alone, and leaves out successors by
/// spawning nothing for their numbers.
macro_rules! rules {
    ($($rules:tt)*) => {
        $crate::operators::form::form! {
            /** The rules with a thread for each successor, and terminals of several threads. */
            many, terminals many, many threads, $($rules)*
        }
        $crate::operators::form::form! {
            /** The rules with a thread for each successor, and terminals of one thread. */
            mixed, terminals one, many threads, $($rules)*
        }
        $crate::operators::form::form! {
            /** The rules with one thread each, and terminals of one thread. */
            one, terminals one, one thread, $($rules)*
        }
    };
}

pub(crate) use {form, rules};
