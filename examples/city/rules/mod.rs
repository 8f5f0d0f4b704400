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

/// Calls a generic function with the program of a rule set in a form: `with_program!(rules, form, run_rules(arguments))`.
macro_rules! with_program {
    ($rules:expr, $form:expr, $($function:ident).+ ($($argument:expr),*)) => {{
        use $crate::{cli::{Form, Rules}, rules::{skyscraper, suburb}};
        match ($rules, $form) {
            (Rules::Skyscraper, Form::Many) => $($function).+::<skyscraper::Skyscraper>($($argument),*),
            (Rules::Skyscraper, Form::Mixed) => $($function).+::<skyscraper::SkyscraperMixed>($($argument),*),
            (Rules::Skyscraper, Form::One) => $($function).+::<skyscraper::SkyscraperOne>($($argument),*),
            (Rules::Skyscraper, Form::Inverted) => $($function).+::<skyscraper::SkyscraperInverted>($($argument),*),
            (Rules::Suburb, Form::Many) => $($function).+::<suburb::Suburb>($($argument),*),
            (Rules::Suburb, Form::Mixed) => $($function).+::<suburb::SuburbMixed>($($argument),*),
            (Rules::Suburb, Form::One) => $($function).+::<suburb::SuburbOne>($($argument),*),
            (Rules::Suburb, Form::Inverted) => $($function).+::<suburb::SuburbInverted>($($argument),*),
        }
    }};
}

/// Makes the programs of a rule set, one of each [form](crate::operators::form), and `inverted`, which is `many` with other
/// priorities. Of each rule it says the name in the programs, the priority (the highest goes first), and that in `inverted`.
macro_rules! programs {
    (
        lots $lot:ident, streets $street:ident, layout $layout:expr;
        $(#[doc = $many_doc:literal])* many $many:ident;
        $(#[doc = $mixed_doc:literal])* mixed $mixed:ident;
        $(#[doc = $one_doc:literal])* one $one:ident;
        $(#[doc = $inverted_doc:literal])* inverted $inverted:ident;
        rules $rules:tt
        terminals $terminals:tt
    ) => {
        $crate::rules::programs! { @program $(#[doc = $many_doc])* $many many many drain $lot $street $layout, $rules $terminals }
        $crate::rules::programs! { @program $(#[doc = $mixed_doc])* $mixed mixed one drain $lot $street $layout, $rules $terminals }
        $crate::rules::programs! { @program $(#[doc = $one_doc])* $one one one drain $lot $street $layout, $rules $terminals }
        $crate::rules::programs! {
            @program $(#[doc = $inverted_doc])* $inverted many many flood $lot $street $layout, $rules $terminals
        }
    };
    (
        @program $(#[doc = $doc:literal])* $program:ident $form:ident $written:ident drain $lot:ident $street:ident $layout:expr,
        { $($field:ident: $rule:ident, $priority:literal or $other:literal $($seeded:ident)?;)* }
        { $($terminal_field:ident: $terminal:ident, $last:literal or $first:literal;)* }
    ) => {
        $crate::rules::programs! {
            @written $(#[doc = $doc])* $program $form $written $lot $street $layout,
            { $($field: $rule, $priority $($seeded)?;)* } { $($terminal_field: $terminal, $last;)* }
        }
    };
    (
        @program $(#[doc = $doc:literal])* $program:ident $form:ident $written:ident flood $lot:ident $street:ident $layout:expr,
        { $($field:ident: $rule:ident, $priority:literal or $other:literal $($seeded:ident)?;)* }
        { $($terminal_field:ident: $terminal:ident, $last:literal or $first:literal;)* }
    ) => {
        $crate::rules::programs! {
            @written $(#[doc = $doc])* $program $form $written $lot $street $layout,
            { $($field: $rule, $other $($seeded)?;)* } { $($terminal_field: $terminal, $first;)* }
        }
    };
    (
        @written $(#[doc = $doc:literal])* $program:ident $form:ident $written:ident $lot:ident $street:ident $layout:expr,
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
                pub $terminal_field: crate::operators::terminals::$written::$terminal,
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
                        $terminal_field: crate::operators::terminals::$written::$terminal {
                            words: output.words.clone(),
                            counts: output.counts.clone(),
                        },
                    )*
                }
            }
        }
    };
}

pub(crate) use {programs, with_program};
