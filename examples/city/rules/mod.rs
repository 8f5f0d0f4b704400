//! Rule sets: programs that are built from the operator library.

pub mod skyscraper;
pub mod streets;
pub mod suburb;
pub mod tower;

use crate::city::{
    instance::{Output, Written},
    layout::Layout,
    shape::Shape,
};
use whipple::{prelude::*, program::Contains};

/// A rule set in one form, as a program.
pub trait RuleSet: Program + Contains<Self::Lot> + Contains<Self::Open> + Contains<Self::Street> {
    /// The rule that lots with a building are given to.
    type Lot: Execute<Item = Shape>;
    /// The rule that open lots are given to.
    type Open: Execute<Item = Shape>;
    /// The rule that the streets around a block are given to.
    type Street: Execute<Item = Shape>;
    /// What its terminals write at once.
    type Written: Written;
    /// How lots and streets lie.
    const LAYOUT: Layout;

    /// The program whose terminals write to `output`.
    fn new(output: &Output<Self::Written>) -> Self;
}

/// A rule set in all its forms: the program whose procedures have several threads, and what is the same but for that.
pub trait Forms: RuleSet {
    /// With one thread for each terminal.
    type Mixed: RuleSet;
    /// With one thread for each procedure.
    type One: RuleSet;
    /// With the priorities inverted.
    type Inverted: RuleSet;
}

/// Calls a generic function with the program of a rule set in a form: `with_program!(rules, form, run_rules(arguments))`.
macro_rules! with_program {
    ($rules:expr, $form:expr, $($call:tt)*) => {{
        use $crate::city::{cli::Rules, rules::{skyscraper, suburb, tower}};
        match $rules {
            Rules::Skyscraper => $crate::city::rules::with_program!(@form skyscraper::Skyscraper, $form, $($call)*),
            Rules::Suburb => $crate::city::rules::with_program!(@form suburb::Suburb, $form, $($call)*),
            Rules::Tower => $crate::city::rules::with_program!(@form tower::operators::Tower, $form, $($call)*),
            Rules::TowerFused => $crate::city::rules::with_program!(@form tower::fused::TowerFused, $form, $($call)*),
        }
    }};
    (@form $program:ty, $form:expr, $($function:ident).+ ($($argument:expr),*)) => {{
        use $crate::city::{cli::Form, rules::Forms};
        match $form {
            Form::Many => $($function).+::<$program>($($argument),*),
            Form::Mixed => $($function).+::<<$program as Forms>::Mixed>($($argument),*),
            Form::One => $($function).+::<<$program as Forms>::One>($($argument),*),
            Form::Inverted => $($function).+::<<$program as Forms>::Inverted>($($argument),*),
        }
    }};
}

/// Makes the programs of a rule set, one of each [form](crate::city::operators::form), and `inverted`, which is `mixed` with other
/// priorities. Of each rule it says the name in the programs, the priority (the highest goes first), and that in `inverted`.
macro_rules! programs {
    (
        lots $lot:ident, open $open:ident, streets $street:ident, layout $layout:expr;
        $(#[doc = $doc:literal])*
        $many:ident, mixed $mixed:ident, one $one:ident, inverted $inverted:ident;
        rules $rules:tt
        terminals $terminals:tt
    ) => {
        $crate::city::rules::programs! {
            @program $(#[doc = $doc])*
            /** What is closest to the leaves of the derivation goes first, so that queues stay short. */
            $many many many drain $lot $open $street $layout, $rules $terminals
        }
        $crate::city::rules::programs! {
            @program #[doc = concat!("[`", stringify!($many), "`] with one thread for each terminal.")]
            $mixed mixed one drain $lot $open $street $layout, $rules $terminals
        }
        $crate::city::rules::programs! {
            @program #[doc = concat!("[`", stringify!($many), "`] with one thread for each procedure.")]
            $one one one drain $lot $open $street $layout, $rules $terminals
        }
        $crate::city::rules::programs! {
            @program
            #[doc = concat!("[`", stringify!($mixed), "`] with the priorities inverted: everything is begun before anything is finished.")]
            $inverted mixed one flood $lot $open $street $layout, $rules $terminals
        }

        impl $crate::city::rules::Forms for $many {
            type Mixed = $mixed;
            type One = $one;
            type Inverted = $inverted;
        }
    };
    (
        @program $(#[doc = $doc:expr])* $program:ident $form:ident $written:ident drain $lot:ident $open:ident $street:ident $layout:expr,
        { $($field:ident: $rule:ident, $priority:literal or $other:literal $($seeded:ident)?;)* }
        { $($terminal_field:ident: $terminal:ident, $last:literal or $first:literal;)* }
    ) => {
        $crate::city::rules::programs! {
            @written $(#[doc = $doc])* $program $form $written $lot $open $street $layout,
            { $($field: $rule, $priority $($seeded)?;)* } { $($terminal_field: $terminal, $last;)* }
        }
    };
    (
        @program $(#[doc = $doc:expr])* $program:ident $form:ident $written:ident flood $lot:ident $open:ident $street:ident $layout:expr,
        { $($field:ident: $rule:ident, $priority:literal or $other:literal $($seeded:ident)?;)* }
        { $($terminal_field:ident: $terminal:ident, $last:literal or $first:literal;)* }
    ) => {
        $crate::city::rules::programs! {
            @written $(#[doc = $doc])* $program $form $written $lot $open $street $layout,
            { $($field: $rule, $other $($seeded)?;)* } { $($terminal_field: $terminal, $first;)* }
        }
    };
    (
        @written $(#[doc = $doc:expr])* $program:ident $form:ident $written:ident $lot:ident $open:ident $street:ident $layout:expr,
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
                #[doc = concat!("See [`", stringify!($terminal), "`](crate::city::operators::terminals).")]
                #[schedule(priority = $last)]
                pub $terminal_field: crate::city::operators::terminals::$written::$terminal,
            )*
        }

        impl $crate::city::rules::RuleSet for $program {
            type Lot = $form::$lot;
            type Open = $form::$open;
            type Street = $form::$street;
            type Written = crate::city::operators::terminals::$written::Written;
            const LAYOUT: crate::city::layout::Layout = $layout;

            fn new(output: &crate::city::instance::Output<Self::Written>) -> Self {
                Self {
                    $($field: $form::$rule,)*
                    $(
                        $terminal_field: crate::city::operators::terminals::$written::$terminal {
                            written: output.written.clone(),
                            counts: output.counts.clone(),
                        },
                    )*
                }
            }
        }
    };
}

pub(crate) use {programs, with_program};
