//! The stages, written by macros: 32 procedures of two statements, and 32 of 300.

use whipple::prelude::*;

/// What goes from stage to stage.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Each stage changes it.
    pub value: u64,
    /// Stages that are still to come.
    pub steps: u32,
}

/// A stage: changes the token once for each number, and hands it on to the next stage, or adds it to the total.
macro_rules! stage {
    ($stage:ident $next:ident [$($number:literal)*]) => {
        /// One of the stages.
        #[procedure(level = 2)]
        pub struct $stage {
            /// The sum of all tokens.
            pub total: Buffer<u64>,
        }

        #[execute]
        impl Execute for $stage {
            type Item = Token;

            fn execute(&self, ctx: &Context<Self>, token: &Token) {
                let mut value = token.value;
                $(
                    value = mixed(value, $number);
                    if value & 64 != 0 {
                        value = value.wrapping_add(value >> 29);
                    }
                )*
                if token.steps > 1 {
                    ctx.spawn::<$next>(Token { value, steps: token.steps - 1 });
                } else {
                    self.total.fetch_add(0, value);
                }
            }
        }
    };
}

/// A program of these stages, each of which has these numbers, in a module of its own.
macro_rules! program {
    ($module:ident $program:ident $numbers:tt: $($field:ident $stage:ident $next:ident)*) => {
        pub mod $module {
            use super::{Token, super::mix::mixed};
            use whipple::prelude::*;

            $(stage!($stage $next $numbers);)*

            /// All of them.
            #[program]
            pub struct $program {
                $(
                    /// One of the stages.
                    pub $field: $stage,
                )*
            }

            impl $program {
                /// The program that adds to this total.
                pub fn new(total: &Buffer<u64>) -> Self {
                    Self { $($field: $stage { total: total.clone() }),* }
                }
            }
        }
        pub use $module::$program;
    };
}

/// A program of 32 stages.
macro_rules! of_32 {
    ($module:ident $program:ident $numbers:tt) => {
        program! {
            $module $program $numbers:
            first First S01  s01 S01 S02  s02 S02 S03  s03 S03 S04  s04 S04 S05  s05 S05 S06  s06 S06 S07  s07 S07 S08
            s08 S08 S09  s09 S09 S10  s10 S10 S11  s11 S11 S12  s12 S12 S13  s13 S13 S14  s14 S14 S15  s15 S15 S16
            s16 S16 S17  s17 S17 S18  s18 S18 S19  s19 S19 S20  s20 S20 S21  s21 S21 S22  s22 S22 S23  s23 S23 S24
            s24 S24 S25  s25 S25 S26  s26 S26 S27  s27 S27 S28  s28 S28 S29  s29 S29 S30  s30 S30 S31  s31 S31 First
        }
    };
}

of_32!(small Small [1]);

// Three statements for each number.
of_32!(large Large [
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
    41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77
    78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100
]);
