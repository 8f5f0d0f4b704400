//! A picture of a city: rays are traced through its instances by another program.

pub mod bvh;
pub mod light;
pub mod ray;
pub mod trace;

use crate::city::{
    instance::Instance,
    layout::{Layout, Site},
};
use crate::common::arguments::Size;
use bvh::Hierarchy;
use image::{Rgb, RgbImage};
use trace::{Light, Look, Preview, SKY_RAYS, Scene};
use whipple::prelude::*;

/// What is looked at, from where, and how finely.
pub struct View {
    /// Where the eye is.
    pub eye: Vec3,
    /// What is in the middle of the picture.
    pub target: Vec3,
    /// The vertical angle of view, in radians.
    pub angle: f32,
    /// The unit direction of the sun.
    pub sun: Vec3,
    /// Metres of air that take half of the light.
    pub air: f32,
    /// The picture.
    pub size: Size,
    /// Rays along each axis of a pixel.
    pub samples: u32,
}

/// A picture, and what it took.
pub struct Rendering {
    /// The picture.
    pub picture: RgbImage,
    /// Rays that were traced.
    pub rays: u64,
    /// The run.
    pub report: Report,
}

impl View {
    /// The view of a whole city from above its edge.
    pub fn new(layout: Layout, site: &Site, size: Size, samples: u32) -> Self {
        let radius = site.radius;
        let height = layout.middle.min(site.lots.iter().map(|lot| lot.size.z).fold(0.0, f32::max));
        let slender = (height / radius).min(1.0);
        let target = Vec3::new(0.0, -0.1 * radius, (0.3 + 0.15 * slender) * height);
        let distance = (1.3 * radius + 0.72 * height).max(1.6 * height + 0.75 * radius);
        let away = Vec3::new(-0.45, -0.85, 0.27).normalize() * distance;
        Self {
            eye: target + away,
            target,
            angle: 36.0f32.to_radians(),
            sun: Vec3::new(-0.72, -0.25, 0.60).normalize(),
            air: 7.0 * radius + 900.0,
            size,
            samples,
        }
    }

    fn scene(&self) -> Scene {
        let (width, height) = (self.size.width * self.samples, self.size.height * self.samples);
        let forward = (self.target - self.eye).normalize();
        let side = forward.cross(Vec3::Z).normalize();
        let up = side.cross(forward);
        let step = 2.0 * (self.angle / 2.0).tan() / height as f32;
        let (right, down) = (side * step, -up * step);
        let corner = forward - right * (width as f32 / 2.0) - down * (height as f32 / 2.0);
        Scene { eye: self.eye, corner, right, down, sun: self.sun, width, height, samples: self.samples, air: self.air }
    }
}

/// Renders a view of instances.
///
/// # Errors
/// What a run meets.
pub fn render(device: &Device, instances: &[Instance], view: &View, options: &Options) -> Result<Rendering, Error> {
    let scene = view.scene();
    let hierarchy = Hierarchy::new(instances, view.eye);
    let nodes = device.buffer_from(&hierarchy.nodes)?;
    let solids = device.buffer_from(&hierarchy.solids)?;
    let count = scene.width * scene.height;
    let image = device.buffer::<u32>(count as usize)?;
    let preview = Preview {
        look: Look { scene, nodes: nodes.clone(), solids: solids.clone(), image: image.clone() },
        light: Light { scene, nodes, solids, image: image.clone() },
    };
    let mut launcher = Launcher::with_options(device, &preview, options.clone())?;
    launcher.seed::<Look>(&(0..count.div_ceil(32)).map(|k| k * 32).collect::<Vec<u32>>())?;
    let report = launcher.run()?;
    let rays = u64::from(count) + report.tasks::<Light>() * u64::from(1 + SKY_RAYS);
    Ok(Rendering { picture: resolve(&image.read()?, view), rays, report })
}

/// The mean of the samples of each pixel.
fn resolve(samples: &[u32], view: &View) -> RgbImage {
    let (fine, width) = (view.samples, (view.size.width * view.samples) as usize);
    RgbImage::from_fn(view.size.width, view.size.height, |x, y| {
        let mut sum = [0.0f32; 3];
        for (sub_x, sub_y) in (0..fine).flat_map(|x| (0..fine).map(move |y| (x, y))) {
            let sample = samples[(y * fine + sub_y) as usize * width + (x * fine + sub_x) as usize];
            // Squaring undoes the gamma.
            for (sum, shift) in sum.iter_mut().zip([0, 8, 16]) {
                *sum += (f32::from((sample >> shift) as u8) / 255.0).powi(2);
            }
        }
        Rgb(sum.map(|sum| ((sum / (fine * fine) as f32).sqrt() * 255.0 + 0.5) as u8))
    })
}
