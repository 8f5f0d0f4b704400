//! The translator behind whipple's attribute macros: annotated Rust to CUDA C++, as an ordinary library.
//!
//! The macros in `whipple-macros` are one call each into this crate. [`items`] checks an item, and writes what stands beside it.
//! [`body`] turns one function into C++ text and a Rust body whose literals are typed, so that both sides mean the same:
//!
//! ```text
//! tokens --fragments, depth, numbering--> syntax --hir--> Body --check--> what is refused
//!                                                          |
//!                                 literals, questions <--ty+--called--> what rustc is asked
//!                                                          |
//!                                                        lower, by context and methods
//!                                                          v
//!                                            lir: statements of C++ --emit--> Pieces
//! ```
//!
//! `docs/design/language.md` carries one function through these passes.

#![warn(clippy::too_many_lines)]

mod ask;
pub mod body;
mod called;
mod check;
pub mod context;
mod conversion;
mod depth;
mod dump;
mod emit;
pub mod errors;
mod exchange;
mod fork;
mod fragments;
mod hir;
mod inner;
pub mod items;
mod iteration;
mod lir;
mod lower;
mod matches;
mod message;
pub mod methods;
pub mod names;
mod numbering;
mod operators;
mod parameters;
mod phases;
pub mod piece;
mod places;
mod refused;
mod rooted;
mod rules;
mod ty;
mod writer;
