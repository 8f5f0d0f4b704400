//! The Reyes pipeline, by three programs.
//!
//! One renders one sample a pixel of opaque surfaces. It has a file for each procedure, `bound.rs`, `split.rs`, `dice.rs` and
//! `shade.rs`, and `program.rs` puts them together. `sampled/` is for several samples, transparency and motion blur. `single/` is
//! the first one by tasks of one thread, to compare.

pub mod bound;
pub mod dice;
pub mod program;
pub mod progress;
pub mod sampled;
pub mod shade;
pub mod single;
pub mod split;
