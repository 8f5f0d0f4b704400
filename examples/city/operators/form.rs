//! Procedures in two forms: `many`, with a thread for each successor, and `one`, whose single thread makes them in turn
//! (Steinberger et al. 2014, table 7).

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
/// In the module `many` that is a level-0 procedure of six threads, in `one` a level-2 procedure with a loop. A rule names the
/// others of its form by their names alone, and leaves out successors by spawning nothing for their numbers.
macro_rules! rules {
    ($(
        $(#[doc = $doc:literal])*
        rule $name:ident of $most:tt: |$ctx:ident, $shape:ident, $k:ident| { $($body:tt)* }
    )*) => {
        /// The rules with a thread for each successor.
        pub mod many {
            use super::*;
            use crate::operators::terminals::many::*;

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

        /// The rules with one thread each.
        pub mod one {
            use super::*;
            use crate::operators::terminals::one::*;

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

pub(crate) use rules;
