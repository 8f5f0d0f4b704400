//! Rule sets: programs that are built from the operator library.

pub mod skyscraper;

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

/// Makes a program of rules, each with its priority (the highest goes first) and its name in the program.
macro_rules! program {
    (
        $(#[doc = $doc:literal])*
        pub struct $program:ident: $form:ident, lots $lot:ident, streets $street:ident, $layout:expr; {
            rules { $($field:ident: $rule:ident, $priority:literal $($seeded:ident)?;)* }
            terminals { $($terminal_field:ident: $terminal:ident, $last:literal;)* }
        }
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

pub(crate) use program;
