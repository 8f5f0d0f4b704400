//! Dice, Sample and Shade of the renderer of several samples.

use super::{
    sampling::{Pattern, Place, shift_of},
    slots::insert,
};
use crate::{
    camera::{Camera, SUBPIXELS, snap},
    cell::{Cell, vertex},
    dice::{Sample, sample_quad},
    patch::{Patch, SEGMENTS, normal},
    progress::{DROPPED, FINISHED, share},
    shade::{Light, Material, lit, pack},
    surface::Surface,
};
use whipple::prelude::*;

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
    /// See [`progress`](crate::progress).
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
            let corner = Vec2::new(i as f32, j as f32);
            let first = corners(&shared.first, thread);
            if self.moving {
                let last = corners(&shared.last, thread);
                for index in 0..self.pattern.count {
                    self.sample_moving(cell, corner, &first, &last, index);
                }
            } else {
                self.sample_still(cell, corner, &first);
            }
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

    /// All samples that a micropolygon covers which does not move. It is smaller than two pixels and touches at most three
    /// each way; one that met the depth limit is drawn with gaps.
    pub fn sample_still(&self, cell: &Cell, corner: Vec2, at: &Corners) {
        let pixels = self.pixels(at.a.min(at.b).min(at.c.min(at.d)), at.a.max(at.b).max(at.c.max(at.d)));
        for y in pixels.top..pixels.bottom.min(pixels.top + 3) {
            for x in pixels.left..pixels.right.min(pixels.left + 3) {
                let shift = shift_of(x, y);
                for index in 0..self.pattern.count {
                    let place = self.pattern.place(index, x, y, shift);
                    self.sample(cell, corner, at, self.index_of(x, y, index), place);
                }
            }
        }
    }

    /// The samples `index` of all pixels that a micropolygon covers which moves.
    pub fn sample_moving(&self, cell: &Cell, corner: Vec2, first: &Corners, last: &Corners, index: u32) {
        let begin = between(first, last, index as f32 / self.pattern.count as f32);
        let end = between(first, last, (index + 1) as f32 / self.pattern.count as f32);
        let low = begin.a.min(begin.b).min(begin.c.min(begin.d)).min(end.a.min(end.b).min(end.c.min(end.d)));
        let high = begin.a.max(begin.b).max(begin.c.max(begin.d)).max(end.a.max(end.b).max(end.c.max(end.d)));
        let pixels = self.pixels(low, high);
        for y in pixels.top..pixels.bottom {
            for x in pixels.left..pixels.right {
                let place = self.pattern.place(index, x, y, shift_of(x, y));
                let at = between(first, last, place.time);
                self.sample(cell, corner, &at, self.index_of(x, y, index), place);
            }
        }
    }

    /// Where the slots and colours of the sample `index` of the pixel (x, y) are.
    pub fn index_of(&self, x: u32, y: u32, index: u32) -> u32 {
        (y * self.camera.width + x) * self.pattern.count + index
    }

    /// Shades the sample `index` of the image, at `place`, if the micropolygon (i, j), which is the `corner`, covers it.
    pub fn sample(&self, cell: &Cell, corner: Vec2, at: &Corners, index: u32, place: Place) {
        let mut sample = sample_quad(at.a, at.b, at.c, at.d, place.x, place.y);
        if self.two_sided && !sample.inside {
            let back = sample_quad(at.b, at.a, at.d, at.c, place.x, place.y);
            sample = Sample { u: 1.0 - back.u, ..back };
        }
        if sample.inside && sample.inverse_depth > 0.0 {
            self.shade(
                index,
                1.0 / sample.inverse_depth,
                cell.patch,
                Vec2::new(cell.u(corner.x + sample.u), cell.v(corner.y + sample.v)),
                self.camera.ray(place.x / SUBPIXELS, place.y / SUBPIXELS),
            );
        }
    }

    /// Shades a hit of a sample and adds it to the sample's slots.
    pub fn shade(&self, sample: u32, depth: f32, patch: u32, at: Vec2, ray: Vec3) {
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
