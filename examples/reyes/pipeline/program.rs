//! The program: the four procedures of the Reyes pipeline, bound to a view, an image and lights.

use super::{
    bound::Bound,
    dice::Dice,
    progress,
    shade::{Light, Material, Shade},
    split::Split,
};
use crate::reyes::{
    geometry::{camera::Camera, patch::Patch},
    scene::surface::CLAY,
};
use whipple::prelude::*;

/// A Reyes renderer (Cook et al. 1987) of recursively split Bézier patches.
///
/// Pieces that are whole patches are the seeds of [`Bound`]. Later stages have the higher priority, so that patches are
/// drained rather than piled up.
#[program]
pub struct Reyes {
    /// Culls patches and measures them.
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

/// What a pixel holds that no sample has hit.
pub const EMPTY: u64 = u64::MAX;

/// The memory that a frame is rendered to.
pub struct Frame {
    /// See [`Shade::image`].
    pub image: Buffer<u64>,
    /// See [`progress`].
    pub progress: Buffer<u64>,
}

impl Frame {
    /// An empty frame of the camera's size.
    pub fn new(device: &Device, camera: &Camera) -> Result<Self, Error> {
        Ok(Self {
            image: device.buffer_filled((camera.width * camera.height) as usize, EMPTY)?,
            progress: device.buffer(progress::LENGTH)?,
        })
    }

    /// Empties the frame for the next run.
    pub fn clear(&self) -> Result<(), Error> {
        self.image.fill(EMPTY)?;
        self.progress.fill(0)
    }
}

impl Reyes {
    /// The program that renders `patches` to `frame`; `track` lets it count its progress, which takes a little time.
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

/// A glossy terracotta glaze under a bluish sky.
pub fn glaze() -> Material {
    Material {
        diffuse: CLAY,
        specular: 0.75,
        shininess: 7,
        sky: Vec3::new(0.19, 0.23, 0.32),
        ground: Vec3::new(0.09, 0.06, 0.05),
    }
}

/// A warm key light from the upper left, a cool fill light from the right, and a rim light from behind.
pub fn lights() -> [Light; 3] {
    let light = |x, y, z, colour| Light { direction: Vec3::new(x, y, z).normalize(), colour };
    [
        light(-0.45, -0.75, 0.95, Vec3::new(0.80, 0.74, 0.66)),
        light(0.95, -0.45, 0.25, Vec3::new(0.16, 0.20, 0.28)),
        light(0.25, 0.90, 0.45, Vec3::new(0.42, 0.42, 0.46)),
    ]
}
