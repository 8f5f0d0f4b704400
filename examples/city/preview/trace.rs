//! The procedures of the preview: a ray from the eye for each sample, and from what it meets rays to the sun and the sky.

use crate::city::{
    preview::{
        bvh::Node,
        light::{pack, reflected, sky, through_air},
        ray::{Solid, trace},
    },
    shape::{Material, mix},
};
use whipple::prelude::*;

/// A pinhole camera, the sun, and the extent of what is seen.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// The centre of projection.
    pub eye: Vec3,
    /// Towards the corner of the image with the sample (0, 0).
    pub corner: Vec3,
    /// From sample to sample along a row.
    pub right: Vec3,
    /// From row to row.
    pub down: Vec3,
    /// The unit direction of the sun.
    pub sun: Vec3,
    /// Samples of a row.
    pub width: u32,
    /// Rows of samples.
    pub height: u32,
    /// Samples along each axis of a pixel.
    pub samples: u32,
    /// Metres of air that take half of the light.
    pub air: f32,
}

/// A surface that a sample sees.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// The sample.
    pub sample: u32,
    /// How far from the eye.
    pub distance: f32,
    /// Where.
    pub point: Vec3,
    /// The unit normal.
    pub normal: Vec3,
    /// The material.
    pub material: Material,
    /// For alignment.
    pub unused: u8,
    /// See [`Solid::noise`].
    pub noise: u16,
}

/// Follows the rays of 32 neighbouring samples of a row from the eye, one a thread.
#[procedure(level = 0, threads = 32)]
pub struct Look {
    /// The view.
    pub scene: Scene,
    /// The hierarchy.
    pub nodes: ReadOnly<Node>,
    /// Its instances.
    pub solids: ReadOnly<Solid>,
    /// The samples, row after row.
    pub image: Buffer<u32>,
}

#[execute]
impl Execute for Look {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, first: &u32) {
        let scene = self.scene;
        let sample = *first + ctx.thread();
        if sample < scene.width * scene.height {
            let column = (sample % scene.width) as f32 + 0.5;
            let row = (sample / scene.width) as f32 + 0.5;
            let towards = (scene.corner + scene.right * column + scene.down * row).normalize();
            let hit = trace(&self.nodes, &self.solids, scene.eye, towards, 1e9, false);
            if hit.solid != u32::MAX {
                let solid = self.solids.get(hit.solid);
                ctx.spawn::<Light>(Surface {
                    sample,
                    distance: hit.distance,
                    point: scene.eye + towards * hit.distance,
                    normal: hit.normal.normalize(),
                    material: solid.material,
                    unused: 0,
                    noise: solid.noise,
                });
            } else if towards.z < -1e-3 {
                // The country around the city.
                let distance = (scene.eye.z + 0.3) / -towards.z;
                let point = scene.eye + towards * distance;
                ctx.spawn::<Light>(Surface {
                    sample,
                    distance,
                    point,
                    normal: Vec3::Z,
                    material: Material::Field,
                    unused: 0,
                    noise: field(point),
                });
            } else {
                self.image.set(sample, pack(sky(towards)));
            }
        }
    }
}

/// Bits that tell a field of the country from its neighbours.
#[device]
fn field(point: Vec3) -> u16 {
    // Strips of different directions and widths.
    let row = ((point.x * 0.9 + point.y * 0.44) / 210.0).floor() as i32;
    let column = ((point.y * 0.9 - point.x * 0.44) / (70.0 + 40.0 * (row % 3) as f32)).floor() as i32;
    (mix((row * 977 + column) as u32) >> 16) as u16
}

/// Lights a surface: is the sun seen from there, and how much of the sky?
#[procedure(level = 2)]
pub struct Light {
    /// The view.
    pub scene: Scene,
    /// The hierarchy.
    pub nodes: ReadOnly<Node>,
    /// Its instances.
    pub solids: ReadOnly<Solid>,
    /// The samples, row after row.
    pub image: Buffer<u32>,
}

/// Rays to the sky from each surface.
#[device]
pub const SKY_RAYS: u32 = 2;

#[execute]
impl Execute for Light {
    type Item = Surface;

    fn execute(&self, _ctx: &Context<Self>, surface: &Surface) {
        let scene = self.scene;
        let normal = surface.normal;
        let start = surface.point + normal * 0.02;
        let mut sun = 0.0;
        if normal.dot(scene.sun) > 0.0 {
            // Somewhere on the disc of the sun, so that shadows have soft edges.
            let wander = disc(surface.sample, 0) * 0.012;
            let side = scene.sun.any_orthogonal_vector().normalize();
            let to_sun = scene.sun + side * wander.x + side.cross(scene.sun) * wander.y;
            if trace(&self.nodes, &self.solids, start, to_sun, 1e9, true).solid == u32::MAX {
                sun = 1.0;
            }
        }
        // Over the disc below a hemisphere directions are as dense as their cosine asks for.
        let mut open = 0.0;
        let right = normal.any_orthogonal_vector().normalize();
        let forward = normal.cross(right);
        for k in 0..SKY_RAYS {
            let place = disc(surface.sample, k + 1);
            let up = (1.0 - place.length_squared()).max(0.0).sqrt();
            let direction = right * place.x + forward * place.y + normal * up;
            let hit = trace(&self.nodes, &self.solids, start, direction, 60.0, true);
            open += (hit.distance / 60.0).min(1.0) / SKY_RAYS as f32;
        }
        let towards = (surface.point - scene.eye) / surface.distance;
        let light = reflected(surface.material, surface.noise as u32, normal, towards, sun, open, scene.sun);
        self.image.set(surface.sample, pack(through_air(light, towards, surface.distance, scene.air)));
    }
}

/// Point `k` of a sample on the unit disc.
#[device]
fn disc(sample: u32, k: u32) -> Vec2 {
    let mut bits = mix(sample.wrapping_mul(4).wrapping_add(k));
    let mut place = Vec2::ZERO;
    // Points of the square around it, until one is inside; eight times out is one in a million.
    for _ in 0..8 {
        place = Vec2::new((bits & 0xffff) as f32 / 32768.0 - 1.0, (bits >> 16) as f32 / 32768.0 - 1.0);
        if place.length_squared() <= 1.0 {
            return place;
        }
        bits = mix(bits);
    }
    place * 0.5
}

/// The preview as a program.
#[program]
pub struct Preview {
    /// Rays from the eye.
    #[schedule(priority = 0)]
    pub look: Look,
    /// Rays to the sun and the sky.
    #[schedule(priority = 1)]
    pub light: Light,
}
