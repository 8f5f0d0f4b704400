//! The renderer of several samples a pixel: jittered in place and time, of surfaces that may be transparent and may move.
//!
//! A frame is three steps. [`program::Sampled`] runs the Reyes pipeline; each pixel has several samples, and each sample keeps
//! its nearest hits ([`slots`]). [`composite`] sorts and blends the hits of each sample, [`filter`] the samples of each pixel and its
//! neighbours.
//!
//! The stages are those of the renderer of one sample but for Dice, which also shades: how many samples a moving micropolygon
//! hits has no useful bound, and room for that many tasks could not be promised. So they are shaded where they are found.

pub mod bound;
pub mod composite;
pub mod dice;
pub mod filter;
pub mod program;
pub mod sampling;
pub mod search;
pub mod slots;
pub mod split;
