//! Renders bicubic patches with a recursive Reyes pipeline.
//!
//! There are three renderers, each a program of a file for each procedure: `bound.rs`, `split.rs`, `dice.rs`, `shade.rs`,
//! put together in `program.rs`, for one sample a pixel of opaque surfaces; `sampled/` for several, transparency and motion
//! blur; `single/`, the first one again by tasks of one thread, to compare.

pub mod bound;
pub mod camera;
pub mod cell;
pub mod cli;
pub mod coverage;
pub mod dice;
pub mod file;
pub mod grid;
pub mod image;
pub mod job;
pub mod models;
pub mod notes;
pub mod outputs;
pub mod patch;
pub mod program;
pub mod progress;
pub mod render;
pub mod rib;
pub mod sampled;
pub mod scene;
pub mod shade;
pub mod single;
pub mod split;
pub mod surface;
pub mod text;
pub mod view;
