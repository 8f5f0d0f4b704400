//! The programs of the renderer of several samples, and the memory that they share.

use super::{
    bound::Bound,
    composite::{AT_ONCE, Composite},
    dice::Dice,
    filter::{Filter, Kernel},
    sampling::Pattern,
    slots::EMPTY,
    split::Split,
};
use crate::reyes::{
    geometry::{camera::Camera, patch::Patch},
    pipeline::{
        program::{glaze, lights},
        progress,
    },
    scene::surface::Surface,
};
use whipple::prelude::*;

/// The Reyes pipeline of several samples a pixel. Pieces that are whole patches are the seeds of [`Bound`].
#[program]
pub struct Sampled {
    /// Culls pieces and measures them.
    #[schedule(priority = 0)]
    pub bound: Bound,
    /// Halves those that are too large.
    #[schedule(priority = 1)]
    pub split: Split,
    /// Dices the others, samples and shades their micropolygons.
    #[schedule(priority = 2)]
    pub dice: Dice,
}

/// From hits to samples to pixels: first seeds of [`Composite`], then, in a run of its own, of [`Filter`].
#[program]
pub struct Develop {
    /// Blends the hits of samples.
    pub composite: Composite,
    /// Filters samples to pixels.
    #[schedule(seeded)]
    pub filter: Filter,
}

/// How a scene is sampled.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Samples of a pixel: one of [`COUNTS`](super::sampling::COUNTS).
    pub samples: u32,
    /// Hits that a sample keeps.
    pub layers: u32,
    /// The reconstruction filter.
    pub kernel: Kernel,
    /// Whether anything moves.
    pub moving: bool,
    /// Whether backs are seen.
    pub two_sided: bool,
}

impl Settings {
    /// How many samples of a pixel count their hits: all, where they have several layers.
    fn counts(&self) -> u32 {
        if self.layers > 1 { self.samples } else { 0 }
    }

    /// Bytes of memory that a frame of this size takes.
    pub fn bytes(&self, width: u32, height: u32) -> u64 {
        let pixels = u64::from(width) * u64::from(height);
        pixels * (4 + 8 * u64::from(self.samples) * (u64::from(self.layers) + 1) + 4 * u64::from(self.counts()))
    }
}

/// The memory that a frame of several samples is rendered to.
pub struct Film {
    /// See [`Dice::slots`].
    pub slots: Buffer<u64>,
    /// See [`Dice::counts`].
    pub counts: Buffer<u32>,
    /// See [`Composite::colours`].
    pub colours: Buffer<u64>,
    /// See [`Filter::picture`].
    pub picture: Buffer<u32>,
    /// See [`progress`].
    pub progress: Buffer<u64>,
}

impl Film {
    /// An empty film.
    pub fn new(device: &Device, camera: &Camera, settings: &Settings) -> Result<Self, Error> {
        let pixels = camera.width as usize * camera.height as usize;
        let samples = pixels * settings.samples as usize;
        Ok(Self {
            slots: device.buffer_filled(samples * settings.layers as usize, EMPTY)?,
            counts: device.buffer(pixels * settings.counts() as usize)?,
            colours: device.buffer(samples)?,
            picture: device.buffer(pixels)?,
            progress: device.buffer(progress::LENGTH)?,
        })
    }

    /// Empties the film for the next run.
    pub fn clear(&self) -> Result<(), Error> {
        self.slots.fill(EMPTY)?;
        self.counts.fill(0)?;
        self.progress.fill(0)
    }
}

impl Sampled {
    /// The program that renders `patches` with their `surfaces` to `film`.
    pub fn new(
        camera: Camera,
        patches: &ReadOnly<Patch>,
        surfaces: &ReadOnly<Surface>,
        film: &Film,
        settings: &Settings,
        track: bool,
    ) -> Self {
        let Settings { moving, two_sided, layers, .. } = *settings;
        let progress = &film.progress;
        Self {
            bound: Bound { camera, surfaces: surfaces.clone(), moving, two_sided, progress: progress.clone(), track },
            split: Split { camera, surfaces: surfaces.clone(), moving },
            dice: Dice {
                camera,
                patches: patches.clone(),
                surfaces: surfaces.clone(),
                lights: lights(),
                material: glaze(),
                pattern: Pattern::new(settings.samples),
                layers,
                slots: film.slots.clone(),
                counts: film.counts.clone(),
                moving,
                two_sided,
                progress: progress.clone(),
                track,
            },
        }
    }
}

impl Develop {
    /// The program that develops `film`.
    pub fn new(camera: &Camera, film: &Film, settings: &Settings) -> Self {
        let (width, height) = (camera.width, camera.height);
        Self {
            composite: Composite {
                samples: width * height * settings.samples,
                layers: settings.layers,
                slots: film.slots.clone(),
                counts: film.counts.clone(),
                colours: film.colours.clone(),
            },
            filter: Filter {
                width,
                height,
                kernel: settings.kernel.weights(),
                pattern: Pattern::new(settings.samples),
                colours: film.colours.clone(),
                picture: film.picture.clone(),
            },
        }
    }

    /// Develops the film with a launcher of this program; gives what the two runs said.
    pub fn run(launcher: &mut Launcher<'_, Self>) -> Result<[Report; 2], Error> {
        let (samples, tiles) = (launcher.program().composite.samples, launcher.program().filter.tiles());
        let firsts: Vec<u32> = (0..samples).step_by(AT_ONCE as usize).collect();
        let composited = launcher.seed::<Composite>(&firsts)?.run()?;
        launcher.clear_seeds();
        let filtered = launcher.seed::<Filter>(&(0..tiles).collect::<Vec<u32>>())?.run()?;
        Ok([composited, filtered])
    }
}
