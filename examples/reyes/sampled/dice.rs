//! Dice, Sample and Shade of the renderer of several samples.

use super::{
    sampling::{Pattern, Place, shift_of},
    slots::insert,
};
use crate::reyes::{
    camera::{Camera, SUBPIXELS, snap},
    cell::{Cell, vertex},
    dice::{Sample, sample_quad},
    patch::{Patch, SEGMENTS, normal},
    progress::{DROPPED, FINISHED, share},
    shade::{Light, Material, lit, pack},
    surface::Surface,
};
use whipple::prelude::*;

/// Samples that a thread finds before it shades them.
#[device]
pub const AT_ONCE: usize = 16;

/// What the threads of [`Dice`] share: 6144 bytes.
#[device]
pub struct Grids {
    /// When the shutter opens: vertex (i, j) at 16 j + i, x and y in subpixels, and 1 / depth.
    pub first: SharedArray<Vec3, 256>,
    /// When it closes, if anything moves.
    pub last: SharedArray<Vec3, 256>,
}

/// Dices a piece, one vertex a thread, then finds the samples that its micropolygons cover and shades them, one
/// micropolygon a thread.
///
/// A vertex that moves does so evenly on the screen. Each sample has its own part of the time, the same in all pixels: in
/// that the micropolygon passes few pixels, and only they are looked at (as Fatahalian et al. 2009 do).
#[procedure(level = 1, threads = 256, shared = Grids)]
pub struct Dice {
    /// The view.
    pub camera: Camera,
    /// The patches of the scene.
    pub patches: Buffer<Patch>,
    /// The surface of each.
    pub surfaces: Buffer<Surface>,
    /// The lights.
    pub lights: [Light; 3],
    /// What surfaces have in common.
    pub material: Material,
    /// The samples of a pixel.
    pub pattern: Pattern,
    /// Slots for hits of each sample: see [`slots`](super::slots).
    pub layers: u32,
    /// The slots. The samples of a pixel follow each other, the pixels row after row.
    pub slots: Buffer<u64>,
    /// Whether any patch moves.
    pub moving: bool,
    /// Whether backs are seen.
    pub two_sided: bool,
    /// See [`progress`](crate::reyes::progress).
    pub progress: Buffer<u64>,
    /// Whether finished pieces are counted in `progress`.
    pub track: bool,
}

#[execute]
impl Execute for Dice {
    type Item = Cell;

    fn execute(&self, ctx: &Context<Self>, cell: &Cell) {
        let thread = ctx.thread();
        let i = thread % 16;
        let j = thread / 16;
        let shared = ctx.shared();
        let point = vertex(&self.patches.get(cell.patch), cell, i, j);
        shared.first.set(thread, self.on_screen(point));
        if self.moving {
            shared.last.set(thread, self.on_screen(point + self.surfaces.get(cell.patch).motion));
        }
        ctx.barrier();

        if thread == 0 && self.track {
            self.progress.fetch_add(FINISHED, share(cell.halvings()));
        }
        if i < SEGMENTS && j < SEGMENTS {
            let first = corners(&shared.first, thread);
            let mut last = first;
            if self.moving {
                last = corners(&shared.last, thread);
            }
            self.sample(cell, Vec2::new(i as f32, j as f32), &first, &last);
        }
    }
}

/// The corners of a micropolygon: (0, 0), (1, 0), (1, 1), (0, 1).
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Corners {
    /// The corner (0, 0).
    pub a: Vec3,
    /// The corner (1, 0).
    pub b: Vec3,
    /// The corner (1, 1).
    pub c: Vec3,
    /// The corner (0, 1).
    pub d: Vec3,
}

/// The corners of the micropolygon whose first vertex is `index`.
#[device]
pub fn corners(vertices: &SharedArray<Vec3, 256>, index: u32) -> Corners {
    Corners {
        a: vertices.get(index),
        b: vertices.get(index + 1),
        c: vertices.get(index + 17),
        d: vertices.get(index + 16),
    }
}

/// Some pixels: columns from `left` to before `right`, rows from `top` to before `bottom`.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Pixels {
    /// The first column.
    pub left: u32,
    /// The one after the last column.
    pub right: u32,
    /// The first row.
    pub top: u32,
    /// The one after the last row.
    pub bottom: u32,
}

#[device]
impl Dice {
    /// A point in subpixels, with 1 / depth.
    pub fn on_screen(&self, point: Vec3) -> Vec3 {
        let projected = self.camera.project(point);
        let inverse_depth = 1.0 / projected.z;
        Vec3::new(snap(projected.x * inverse_depth), snap(projected.y * inverse_depth), inverse_depth)
    }

    /// The pixels of the image that a box of subpixels touches.
    pub fn pixels(&self, low: Vec3, high: Vec3) -> Pixels {
        let left = ((low.x / SUBPIXELS).floor() as u32).min(self.camera.width);
        let top = ((low.y / SUBPIXELS).floor() as u32).min(self.camera.height);
        Pixels {
            left,
            right: ((high.x / SUBPIXELS).floor() as i32 + 1).clamp(0, self.camera.width as i32) as u32,
            top,
            bottom: ((high.y / SUBPIXELS).floor() as i32 + 1).clamp(0, self.camera.height as i32) as u32,
        }
    }

    /// The pixels that a micropolygon passes in the part of the time of the samples `index`. One that does not move is smaller
    /// than two pixels and touches at most three each way, unless it met the depth limit: then it is drawn with gaps.
    pub fn pixels_of(&self, first: &Corners, last: &Corners, index: u32) -> Pixels {
        if self.moving {
            let begin = between(first, last, index as f32 / self.pattern.count as f32);
            let end = between(first, last, (index + 1) as f32 / self.pattern.count as f32);
            return self.pixels(lowest(&begin).min(lowest(&end)), highest(&begin).max(highest(&end)));
        }
        let mut pixels = self.pixels(lowest(first), highest(first));
        pixels.right = pixels.right.min(pixels.left + 3);
        pixels.bottom = pixels.bottom.min(pixels.top + 3);
        pixels
    }

    /// Finds the samples that the micropolygon (i, j), which is the `corner`, covers, and shades them.
    ///
    /// The threads of a warp find some samples each, and then shade them together: most candidates are not covered, and each
    /// thread covers other ones.
    #[allow(clippy::needless_range_loop, reason = "device code has no iterators")]
    pub fn sample(&self, cell: &Cell, corner: Vec2, first: &Corners, last: &Corners) {
        let mut index = 0u32;
        let mut pixels = self.pixels_of(first, last, 0);
        let mut x = pixels.left;
        let mut y = pixels.top;
        while index < self.pattern.count {
            let mut hits = [0u32; AT_ONCE];
            let mut found = 0usize;
            while index < self.pattern.count && found < AT_ONCE {
                if x < pixels.right && y < pixels.bottom {
                    let place = self.pattern.place(index, x, y, shift_of(x, y));
                    if self.hit(first, last, place).inside {
                        hits[found] = (y * self.camera.width + x) * self.pattern.count + index;
                        found += 1;
                    }
                    x += 1;
                } else if y + 1 < pixels.bottom {
                    x = pixels.left;
                    y += 1;
                } else {
                    index += 1;
                    if self.moving && index < self.pattern.count {
                        pixels = self.pixels_of(first, last, index);
                    }
                    x = pixels.left;
                    y = pixels.top;
                }
            }
            for k in 0..found {
                self.shade(cell, corner, first, last, hits[k]);
            }
        }
    }

    /// What a sample sees of a micropolygon.
    pub fn hit(&self, first: &Corners, last: &Corners, place: Place) -> Sample {
        let mut at = *first;
        if self.moving {
            at = between(first, last, place.time);
        }
        let mut sample = sample_quad(at.a, at.b, at.c, at.d, place.x, place.y);
        if self.two_sided && !sample.inside {
            let back = sample_quad(at.b, at.a, at.d, at.c, place.x, place.y);
            sample = Sample { u: 1.0 - back.u, ..back };
        }
        sample.inside = sample.inside && sample.inverse_depth > 0.0;
        sample
    }

    /// Shades a sample of the image that sees the micropolygon (i, j), which is the `corner`, and adds it to the sample's slots.
    pub fn shade(&self, cell: &Cell, corner: Vec2, first: &Corners, last: &Corners, sample: u32) {
        let pixel = sample / self.pattern.count;
        let x = pixel % self.camera.width;
        let y = pixel / self.camera.width;
        let place = self.pattern.place(sample % self.pattern.count, x, y, shift_of(x, y));
        let seen = self.hit(first, last, place);
        let at = Vec2::new(cell.u(corner.x + seen.u), cell.v(corner.y + seen.v));
        let ray = self.camera.ray(place.x / SUBPIXELS, place.y / SUBPIXELS);
        self.add(sample, 1.0 / seen.inverse_depth, cell.patch, at, ray);
    }

    /// Shades a hit of a sample and adds it to the sample's slots.
    pub fn add(&self, sample: u32, depth: f32, patch: u32, at: Vec2, ray: Vec3) {
        let samples = self.camera.width * self.camera.height * self.pattern.count;
        let behind_all = (depth.to_bits() as u64) << 32 > self.slots.get((self.layers - 1) * samples + sample);
        let mut dropped = behind_all;
        if !behind_all {
            let surface = self.surfaces.get(patch);
            let to_eye = -ray.normalize();
            let mut normal = normal(&self.patches.get(patch), at.x, at.y);
            if self.two_sided && normal.dot(to_eye) < 0.0 {
                normal = -normal;
            }
            let colour = pack(lit(&self.material, surface.diffuse, &self.lights, normal, to_eye)) & 0x00ff_ffff;
            let opacity = (surface.opacity * 255.0 + 0.5) as u32;
            let hit = (depth.to_bits() as u64) << 32 | (colour | opacity << 24) as u64;
            dropped = insert(&self.slots, samples, self.layers, sample, hit);
        }
        // What one opaque surface hides of another is no loss.
        if dropped && self.layers > 1 {
            self.progress.fetch_add(DROPPED, 1);
        }
    }
}

/// The least coordinates of the corners.
#[device]
pub fn lowest(at: &Corners) -> Vec3 {
    at.a.min(at.b).min(at.c.min(at.d))
}

/// The greatest coordinates of the corners.
#[device]
pub fn highest(at: &Corners) -> Vec3 {
    at.a.max(at.b).max(at.c.max(at.d))
}

/// The corners at a moment, 0 to 1, on the grid of subpixels. Neighbours have the same corners at the same moment.
#[device]
pub fn between(first: &Corners, last: &Corners, time: f32) -> Corners {
    Corners {
        a: vertex_between(first.a, last.a, time),
        b: vertex_between(first.b, last.b, time),
        c: vertex_between(first.c, last.c, time),
        d: vertex_between(first.d, last.d, time),
    }
}

/// A vertex at a moment, 0 to 1.
#[device]
pub fn vertex_between(first: Vec3, last: Vec3, time: f32) -> Vec3 {
    let moved = first + (last - first) * time;
    Vec3::new((moved.x + 0.5).floor(), (moved.y + 0.5).floor(), moved.z)
}
