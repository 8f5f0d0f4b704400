//! The synthetic tests of Steinberger et al. 2014, section 5, and two more: measured under every scheduler, each measurement
//! checked.
//!
//! One file holds one program: `recursion.rs`, `tree.rs`, `pipeline.rs`, `unbalanced.rs`, `durations.rs`; `suite.rs` lists
//! the tests.

pub mod cli;
pub mod durations;
pub mod expect;
pub mod json;
pub mod load;
pub mod measure;
pub mod pipeline;
pub mod plots;
pub mod recursion;
pub mod run;
pub mod suite;
pub mod table;
pub mod tree;
pub mod unbalanced;
