//! Rule sets: programs that are built from the operator library.

pub mod skyscraper;
pub mod suburb;

use crate::{instance::Output, layout::Layout, shape::Shape};
use whipple::{prelude::*, program::Contains};

/// A rule set in one form, as a program.
pub trait RuleSet: Program + Contains<Self::Lot> + Contains<Self::Street> {
    /// The rule that lots are given to.
    type Lot: Execute<Item = Shape>;
    /// The rule that the streets around a block are given to.
    type Street: Execute<Item = Shape>;
    /// How lots and streets lie.
    const LAYOUT: Layout;

    /// The program whose terminals write to `output`.
    fn new(output: &Output) -> Self;
}

/// Makes the programs of a rule set: `many` of the rules with several threads, `one` of those with one thread each, and
/// `inverted`, which is `many` with other priorities. Of each rule it says the name in the programs, the priority (the
/// highest goes first) in the first two, and that in the third.
macro_rules! programs {
    (
        lots $lot:ident, streets $street:ident, layout $layout:expr;
        $(#[doc = $many_doc:literal])* many $many:ident;
        $(#[doc = $one_doc:literal])* one $one:ident;
        $(#[doc = $inverted_doc:literal])* inverted $inverted:ident;
        rules $rules:tt
        terminals $terminals:tt
    ) => {
        $crate::rules::programs! { @program $(#[doc = $many_doc])* $many many drain $lot $street $layout, $rules $terminals }
        $crate::rules::programs! { @program $(#[doc = $one_doc])* $one one drain $lot $street $layout, $rules $terminals }
        $crate::rules::programs! {
            @program $(#[doc = $inverted_doc])* $inverted many flood $lot $street $layout, $rules $terminals
        }
    };
    (
        @program $(#[doc = $doc:literal])* $program:ident $form:ident drain $lot:ident $street:ident $layout:expr,
        { $($field:ident: $rule:ident, $priority:literal or $other:literal $($seeded:ident)?;)* }
        { $($terminal_field:ident: $terminal:ident, $last:literal or $first:literal;)* }
    ) => {
        $crate::rules::programs! {
            @written $(#[doc = $doc])* $program $form $lot $street $layout,
            { $($field: $rule, $priority $($seeded)?;)* } { $($terminal_field: $terminal, $last;)* }
        }
    };
    (
        @program $(#[doc = $doc:literal])* $program:ident $form:ident flood $lot:ident $street:ident $layout:expr,
        { $($field:ident: $rule:ident, $priority:literal or $other:literal $($seeded:ident)?;)* }
        { $($terminal_field:ident: $terminal:ident, $last:literal or $first:literal;)* }
    ) => {
        $crate::rules::programs! {
            @written $(#[doc = $doc])* $program $form $lot $street $layout,
            { $($field: $rule, $other $($seeded)?;)* } { $($terminal_field: $terminal, $first;)* }
        }
    };
    (
        @written $(#[doc = $doc:literal])* $program:ident $form:ident $lot:ident $street:ident $layout:expr,
        { $($field:ident: $rule:ident, $priority:literal $($seeded:ident)?;)* }
        { $($terminal_field:ident: $terminal:ident, $last:literal;)* }
    ) => {
        $(#[doc = $doc])*
        #[program]
        pub struct $program {
            $(
                #[doc = concat!("See [`", stringify!($rule), "`](", stringify!($form), "::", stringify!($rule), ").")]
                #[schedule(priority = $priority $(, $seeded)?)]
                pub $field: $form::$rule,
            )*
            $(
                #[doc = concat!("See [`", stringify!($terminal), "`](crate::operators::terminals).")]
                #[schedule(priority = $last)]
                pub $terminal_field: crate::operators::terminals::$form::$terminal,
            )*
        }

        impl $crate::rules::RuleSet for $program {
            type Lot = $form::$lot;
            type Street = $form::$street;
            const LAYOUT: crate::layout::Layout = $layout;

            fn new(output: &crate::instance::Output) -> Self {
                Self {
                    $($field: $form::$rule,)*
                    $(
                        $terminal_field: crate::operators::terminals::$form::$terminal {
                            words: output.words.clone(),
                            count: output.count.clone(),
                        },
                    )*
                }
            }
        }
    };
}

pub(crate) use programs;
