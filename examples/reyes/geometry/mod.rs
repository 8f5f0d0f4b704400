//! The geometry that host and device compute alike.

pub mod camera;
pub mod cell;
pub mod coverage;
pub mod grid;
pub mod patch;
