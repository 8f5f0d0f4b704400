//! Renders bicubic patches with a recursive Reyes pipeline.
//!
//! Each folder uses those before it:
//!
//! - `geometry/`: patches, their pieces and vertices, the camera, what micropolygons cover.
//! - `scene/`: what is rendered and from where; the files that say it.
//! - `pipeline/`: the procedures, and the programs that they make.
//! - `app/`: the command line, and what it asks for.

pub mod app;
pub mod geometry;
pub mod pipeline;
pub mod scene;
