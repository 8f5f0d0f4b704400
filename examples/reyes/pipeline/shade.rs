//! Shade: lights one sample by Blinn and Phong and resolves it against the image (Steinberger et al. 2014, section 6.1).

use crate::reyes::geometry::{
    camera::Camera,
    patch::{Patch, normal},
};
use whipple::prelude::*;

/// What a pixel sees of a micropolygon. Its position follows from the pixel and the depth.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Fragment {
    /// Column of the pixel.
    pub x: u16,
    /// Row of the pixel, downwards.
    pub y: u16,
    /// Depth along the view direction.
    pub depth: f32,
    /// Index of the patch in the scene.
    pub patch: u32,
    /// Where on the patch it is, along u.
    pub u: f32,
    /// And along v.
    pub v: f32,
}

/// A light at infinity.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Light {
    /// The unit direction towards it.
    pub direction: Vec3,
    /// Its colour and strength: linear red, green, blue.
    pub colour: Vec3,
}

/// A surface, and what surrounds it.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// Diffuse reflectance: linear red, green, blue.
    pub diffuse: Vec3,
    /// Specular reflectance.
    pub specular: f32,
    /// The specular exponent is 2 to this power, which is 1 at least.
    pub shininess: u32,
    /// Ambient light from above: linear red, green, blue.
    pub sky: Vec3,
    /// Ambient light from below: linear red, green, blue.
    pub ground: Vec3,
}

/// Shades a sample and writes it to the image if nothing nearer is there.
///
/// Only + - * /, square roots and comparisons: the picture is the same to the bit wherever floating point is exact.
#[procedure(level = 2)]
pub struct Shade {
    /// The view.
    pub camera: Camera,
    /// The patches of the scene.
    pub patches: ReadOnly<Patch>,
    /// The surface.
    pub material: Material,
    /// The lights.
    pub lights: [Light; 3],
    /// Row after row, a pixel each: the bits of its depth above, its colour (red lowest, then green, blue, alpha) below.
    pub image: Buffer<u64>,
}

#[execute]
impl Execute for Shade {
    type Item = Fragment;

    fn execute(&self, _ctx: &Context<Self>, fragment: &Fragment) {
        let pixel = fragment.y as u32 * self.camera.width + fragment.x as u32;
        let depth = (fragment.depth.to_bits() as u64) << 32;
        // What is hidden already need not be shaded. This saves time and cannot change the image: the minimum decides.
        if depth > self.image.get(pixel) {
            return;
        }

        let ray = self.camera.ray(fragment.x as f32 + 0.5, fragment.y as f32 + 0.5);
        let normal = normal(&self.patches.get(fragment.patch), fragment.u, fragment.v);
        let colour = lit(&self.material, self.material.diffuse, &self.lights, normal, -ray.normalize());
        self.image.fetch_min(pixel, depth | pack(colour) as u64);
    }
}

/// The light that a surface with this normal sends to the eye, [toned](toned): ambient light, and from each light what Blinn and
/// Phong say.
#[device]
#[allow(clippy::needless_range_loop, reason = "device code has no iterators")]
pub fn lit(material: &Material, diffuse: Vec3, lights: &[Light; 3], normal: Vec3, to_eye: Vec3) -> Vec3 {
    let upward = normal.z * 0.5 + 0.5;
    let mut colour = diffuse * (material.ground + (material.sky - material.ground) * upward);
    let facing_eye = normal.dot(to_eye);
    let mut facing = [0.0f32; 3];
    // Squares, so that no root is needed.
    let mut highlights = [0.0f32; 3];
    for k in 0..3usize {
        let direction = lights[k].direction;
        facing[k] = normal.dot(direction).max(0.0);
        let along_halfway = facing[k] + facing_eye;
        if facing[k] > 0.0 && along_halfway > 0.0 {
            let halfway = direction + to_eye;
            highlights[k] = (along_halfway * along_halfway / halfway.length_squared()).min(1.0);
        }
    }
    for _ in 1..material.shininess {
        for k in 0..3usize {
            highlights[k] *= highlights[k];
        }
    }
    for k in 0..3usize {
        colour += lights[k].colour * (diffuse * facing[k] + Vec3::splat(material.specular * highlights[k]));
    }
    Vec3::new(toned(colour.x), toned(colour.y), toned(colour.z))
}

/// The intensity up to which tones are what they are.
#[device]
pub const KNEE: f32 = 0.65;

/// How much room there is above the knee for all brighter tones: less than to white, so that filters may overshoot.
#[device]
pub const SHOULDER: f32 = 0.34;

/// An intensity as a picture has room for it: bright ones come closer together, and none is white.
#[device]
pub fn toned(intensity: f32) -> f32 {
    let above = (intensity - KNEE).max(0.0);
    intensity.min(KNEE) + SHOULDER * above / (above + SHOULDER)
}

/// A linear colour as opaque RGBA8 with a gamma of 2, red in the lowest byte.
#[device]
pub fn pack(colour: Vec3) -> u32 {
    let red = quantise(colour.x);
    let green = quantise(colour.y);
    let blue = quantise(colour.z);
    red | green << 8 | blue << 16 | 255 << 24
}

/// A linear intensity, 0 to 1, as 0 to 255 with a gamma of 2.
#[device]
pub fn quantise(intensity: f32) -> u32 {
    (intensity.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u32
}

/// The linear colour behind the scene in row `y`.
#[device]
pub fn background(y: u32, height: u32) -> Vec3 {
    let down = y as f32 / height as f32;
    let top = Vec3::new(0.035, 0.042, 0.06);
    let bottom = Vec3::new(0.30, 0.31, 0.33);
    top + (bottom - top) * (down * down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tones_rise_without_an_edge_and_stay_below_white() {
        let tones: Vec<f32> = (0..4000).map(|k| toned(k as f32 / 1000.0)).collect();
        assert_eq!((tones[0], tones[500]), (0.0, 0.5));
        for (k, pair) in tones.windows(2).enumerate() {
            let step = (pair[1] - pair[0]) * 1000.0;
            assert!(step > 0.0 && step < 1.001, "{k}: {step}");
        }
        assert!(tones.windows(3).all(|t| ((t[2] - t[1]) - (t[1] - t[0])).abs() < 1e-5), "a tone has an edge");
        assert!(quantise(toned(1e9)) < 255);
    }

    #[test]
    fn colours_are_packed_with_red_lowest() {
        assert_eq!(pack(Vec3::new(1.0, 0.0, 0.25)), 0xff80_00ff);
        assert_eq!(pack(Vec3::new(-1.0, 9.0, 0.0)), 0xff00_ff00);
    }
}
