//! The renderer of one sample a pixel by tasks of one thread each, to compare (Steinberger et al. 2014, table 6).
//!
//! The tasks and their work are those of the program of all task types; only nothing is shared within a task.

pub mod bound;
pub mod dice;
pub mod program;
pub mod split;
