//! Methods of `char` that need no tables of Unicode's.

use super::{
    row::{Method, method},
    ty::{
        Owner,
        Ty::{Bool, Option, Same, U32, Usize},
    },
};

const CHARS: &[Owner] = &[Owner::Char];

#[rustfmt::skip]
pub(super) const METHODS: &[Method] = &[
    method("is_ascii", CHARS, &[], Bool),
    method("is_ascii_alphabetic", CHARS, &[], Bool),
    method("is_ascii_uppercase", CHARS, &[], Bool),
    method("is_ascii_lowercase", CHARS, &[], Bool),
    method("is_ascii_digit", CHARS, &[], Bool),
    method("is_ascii_hexdigit", CHARS, &[], Bool),
    method("is_ascii_alphanumeric", CHARS, &[], Bool),
    method("is_ascii_graphic", CHARS, &[], Bool),
    method("is_ascii_punctuation", CHARS, &[], Bool),
    method("is_ascii_control", CHARS, &[], Bool),
    method("is_ascii_whitespace", CHARS, &[], Bool),
    method("to_ascii_uppercase", CHARS, &[], Same),
    method("to_ascii_lowercase", CHARS, &[], Same),
    method("eq_ignore_ascii_case", CHARS, &[Same], Bool),
    method("to_digit", CHARS, &[U32], Option(&U32)).panics(),
    method("is_digit", CHARS, &[U32], Bool).panics(),
    method("len_utf8", CHARS, &[], Usize),
];
