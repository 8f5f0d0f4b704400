//! A picture of a city: rays are traced through its instances by another program.

pub mod bvh;
pub mod light;
pub mod limit;
pub mod ray;
pub mod trace;
pub mod view;

use crate::city::instance::Instance;
use crate::common::{
    arguments::Size,
    memory::room,
    progress::{self, Steps, shown},
};
use bvh::{Hierarchy, Node};
use image::{Rgb, RgbImage};
use limit::Extent;
use ray::Solid;
use trace::{Light, Look, Preview, SKY_RAYS};
use view::View;
use whipple::{prelude::*, running::Progress};

/// A picture, and what it took.
pub struct Rendering {
    /// The picture.
    pub picture: RgbImage,
    /// Rays that were traced.
    pub rays: u64,
    /// The run.
    pub report: Report,
}

/// What renders pictures on a device.
pub struct Renderer {
    launcher: Launcher<'static, Preview>,
}

impl Renderer {
    /// Prepares the program, for which nothing to see need be there yet: on a GPU it is compiled.
    ///
    /// # Errors
    /// As [`Launcher::owning`].
    pub fn new(device: &Device, options: &Options) -> Result<Self, Error> {
        let size = Size { width: 1, height: 1 };
        let view = View { eye: Vec3::ZERO, forward: Vec3::Y, sun: Vec3::Z, air: 1.0, size, samples: 1 };
        let (nodes, solids) = (device.buffer(0)?.read_only(), device.buffer(0)?.read_only());
        let empty = preview(&view, nodes, solids, device.buffer(0)?);
        let launcher = Launcher::owning(device, empty, options.clone().progress(progress::is_shown()))?;
        Ok(Self { launcher })
    }

    /// Renders a view of instances.
    ///
    /// # Errors
    /// What a run meets.
    pub fn render(&mut self, instances: &[Instance], view: &View) -> Result<Rendering, Error> {
        let extent = Extent { size: view.size, fine: view.samples };
        let count = u32::try_from(extent.samples()).map_err(|_| Error::TooLong { length: extent.samples() })?;
        let image = self.launcher.device().buffer::<u32>(count as usize)?;
        let steps = Hierarchy::steps(instances.len());
        let work = || self.arrange(instances, view, &image, &steps);
        let program = shown("arranging", || Some(steps.part(0.0)), work)?;
        let tasks = f64::from(count.div_ceil(32));
        let part = |progress: &Progress| progress.tasks::<Look>() as f64 / tasks;
        let report = progress::run("tracing rays", &mut self.launcher, &program, part)?;
        let rays = u64::from(count) + report.tasks::<Light>() * u64::from(1 + SKY_RAYS);
        let rows = Steps::of(view.size.height.into());
        let picture = shown("averaging rays", || Some(rows.part(0.0)), || resolve(&image, view, &rows))?;
        Ok(Rendering { picture, rays, report })
    }

    /// The program of the picture, with all that it takes: that may be long work, which `steps` count.
    fn arrange(
        &mut self,
        instances: &[Instance],
        view: &View,
        image: &Buffer<u32>,
        steps: &Steps,
    ) -> Result<Preview, Error> {
        let hierarchy = Hierarchy::new(instances, view.eye, steps)?;
        let device = self.launcher.device();
        let nodes = device.buffer_from(&hierarchy.nodes)?.read_only();
        let solids = device.buffer_from(&hierarchy.solids)?.read_only();
        let program = preview(view, nodes, solids, image.clone());
        let count = image.len().div_ceil(32);
        let mut first = room(count as usize, "the tasks of the picture")?;
        first.extend((0..count).map(|k| k * 32));
        self.launcher.clear_seeds();
        self.launcher.seed::<Look>(&first)?;
        Ok(program)
    }
}

/// The program that renders a view of what these buffers hold.
fn preview(view: &View, nodes: ReadOnly<Node>, solids: ReadOnly<Solid>, image: Buffer<u32>) -> Preview {
    let scene = view.scene();
    Preview {
        look: Look { scene, nodes: nodes.clone(), solids: solids.clone(), image: image.clone() },
        light: Light { scene, nodes, solids, image },
    }
}

/// The mean of the samples of each pixel. They are read row by row: all of them may be gigabytes.
fn resolve(image: &Buffer<u32>, view: &View, rows: &Steps) -> Result<RgbImage, Error> {
    let fine = view.samples as usize;
    let width = view.size.width as usize * fine;
    let mut picture = RgbImage::new(view.size.width, view.size.height);
    for (y, row) in picture.enumerate_rows_mut() {
        rows.step();
        let samples = image.read_range(y as usize * fine * width, fine * width)?;
        for (x, _, pixel) in row {
            let rows = samples.chunks(width);
            *pixel = mean(rows.flat_map(|row| &row[x as usize * fine..][..fine]), fine * fine);
        }
    }
    Ok(picture)
}

/// The mean of `count` samples.
fn mean<'s>(samples: impl Iterator<Item = &'s u32>, count: usize) -> Rgb<u8> {
    let mut sum = [0.0f32; 3];
    for sample in samples {
        // Squaring undoes the gamma.
        for (sum, shift) in sum.iter_mut().zip([0, 8, 16]) {
            *sum += (f32::from((sample >> shift) as u8) / 255.0).powi(2);
        }
    }
    Rgb(sum.map(|sum| ((sum / count as f32).sqrt() * 255.0 + 0.5) as u8))
}
