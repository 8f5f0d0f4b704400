//! The program of tasks of one thread.

use super::{bound::Bound, dice::Dice, split::Split};
use crate::reyes::{
    geometry::{camera::Camera, patch::Patch},
    pipeline::{
        program::{Frame, glaze, lights},
        shade::Shade,
    },
};
use whipple::prelude::*;

/// As [`Reyes`](crate::reyes::pipeline::program::Reyes), by tasks of one thread.
#[program]
pub struct SingleThreaded {
    /// Culls pieces and measures them.
    #[schedule(priority = 0)]
    pub bound: Bound,
    /// Halves those that are too large.
    #[schedule(priority = 1)]
    pub split: Split,
    /// Dices the others and samples their micropolygons.
    #[schedule(priority = 2)]
    pub dice: Dice,
    /// Shades the samples.
    #[schedule(priority = 3)]
    pub shade: Shade,
}

impl SingleThreaded {
    /// The program that renders `patches` to `frame`; `track` lets it count its progress.
    pub fn new(camera: Camera, patches: &ReadOnly<Patch>, frame: &Frame, track: bool) -> Self {
        Self {
            bound: Bound { camera, progress: frame.progress.clone(), track },
            split: Split { camera },
            dice: Dice { camera, patches: patches.clone(), progress: frame.progress.clone(), track },
            shade: Shade {
                camera,
                patches: patches.clone(),
                material: glaze(),
                lights: lights(),
                image: frame.image.clone(),
            },
        }
    }
}
