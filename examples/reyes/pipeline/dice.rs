//! Dice and Sample: tessellates a piece of a patch into micropolygons and finds the pixels that they cover
//! (Steinberger et al. 2014, section 6.1).

use super::{
    progress::{FINISHED, MICROPOLYGONS, share},
    shade::{Fragment, Shade},
};
use crate::reyes::geometry::{
    camera::{Camera, SUBPIXELS},
    cell::{Cell, Places, quotient},
    coverage::{Sample, covers, limits, sample_covered},
    grid::Grid,
    patch::Patch,
};
use whipple::prelude::*;

/// Dices a piece into as many micropolygons along each axis as it needs, and samples it: each thread finds up to nine vertices, then
/// samples up to eight micropolygons. There are 225 at most: 256 vertices, less those at the ends of rows and columns. In the paper a
/// task has a thread for each of 256 vertices (table 5); but most pieces have fewer, and the threads of one warp need not wait for others.
///
/// A micropolygon inside a piece covers at most two pixel centres. Any three of its corners span a triangle of less than half a
/// square pixel, since its edges are shorter than a pixel; so does any triangle in their convex hull. But three pixel centres span
/// at least that, or lie two pixels apart, farther than any two corners. Beside a border whose vertices have moved along it, two
/// corners may be up to 2.4 pixels apart, and a third centre is not ruled out: it would see nothing.
#[procedure(level = 0, threads = 32, shared = Grid, max_spawns = 16)]
pub struct Dice {
    /// The view.
    pub camera: Camera,
    /// The patches of the scene.
    pub patches: ReadOnly<Patch>,
    /// See [`progress`](super::progress).
    pub progress: Buffer<u64>,
    /// Whether finished pieces are counted in `progress`.
    pub track: bool,
}

#[execute]
impl Execute for Dice {
    type Item = Cell;

    fn execute(&self, ctx: &Context<Self>, cell: &Cell) {
        let (thread, threads) = (ctx.thread(), ctx.threads());
        let (columns, rows) = (cell.columns(), cell.rows());
        let pitch = columns + 1;
        let shared = ctx.shared();
        shared.find_borders(&self.camera, &self.patches.get(cell.patch), cell, thread, threads);
        ctx.warp_barrier();
        shared.find_others(&self.camera, cell, thread, threads);
        ctx.warp_barrier();

        if thread == 0 && self.track {
            self.progress.fetch_add(FINISHED, share(cell.halvings()));
            self.progress.fetch_add(MICROPOLYGONS, (columns * rows) as u64);
        }
        let places = cell.places();
        for index in (thread..columns * rows).step_by(threads as usize) {
            let j = quotient(index, columns);
            let i = index - j * columns;
            // Its first corner is vertex (i, j).
            let corner = index + j;
            let a = shared.vertices.get(corner);
            let b = shared.vertices.get(corner + 1);
            let c = shared.vertices.get(corner + pitch + 1);
            let d = shared.vertices.get(corner + pitch);
            debug_assert!(
                cell.is_finest()
                    || is_at_border(cell, i, j)
                    || (is_short(a, b) && is_short(b, c) && is_short(c, d) && is_short(d, a)),
                "an edge of a micropolygon is a pixel long or longer"
            );

            let mut seen = centres_seen(a, b, c, d, self.camera);
            // Few centres are seen, and what they see takes divisions.
            let mut spawned = 0;
            while seen.some() {
                let (x, y) = seen.next();
                let sample = sample_covered(a, b, c, d, centre(x), centre(y));
                if sample.inverse_depth > 0.0 && spawned < 2 {
                    spawned += 1;
                    ctx.spawn::<Shade>(fragment(cell.patch, &places, i, j, &sample, x, y));
                }
            }
        }
    }
}

/// The pixels whose centres see a micropolygon: at most two each way.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The first column.
    pub left: u32,
    /// The first row.
    pub top: u32,
    /// Bit k: the pixel in column `left` + k % 2 and row `top` + k / 2.
    pub pixels: u32,
}

#[device]
impl Seen {
    /// Whether there are any.
    pub fn some(&self) -> bool {
        self.pixels != 0
    }

    /// Takes the first out: its column and row.
    pub fn next(&mut self) -> (u32, u32) {
        let k = self.pixels.trailing_zeros();
        self.pixels &= self.pixels - 1;
        (self.left + (k & 1), self.top + (k >> 1))
    }
}

/// The pixels whose centres see the micropolygon with these corners: of those in its bounding box, which is smaller than two pixels.
#[device]
pub fn centres_seen(a: Vec3, b: Vec3, c: Vec3, d: Vec3, camera: Camera) -> Seen {
    // By component: a minimum of numbers is one instruction on a GPU, one of vectors two for each.
    let (low_x, high_x) = (a.x.min(b.x).min(c.x.min(d.x)) / SUBPIXELS, a.x.max(b.x).max(c.x.max(d.x)) / SUBPIXELS);
    let (low_y, high_y) = (a.y.min(b.y).min(c.y.min(d.y)) / SUBPIXELS, a.y.max(b.y).max(c.y.max(d.y)) / SUBPIXELS);
    let left = ((low_x - 0.5).ceil() as u32).min(camera.width);
    let top = ((low_y - 0.5).ceil() as u32).min(camera.height);
    let right = ((high_x + 0.5).floor() as u32).min(camera.width);
    let bottom = ((high_y + 0.5).floor() as u32).min(camera.height);
    let limits = limits(a, b, c, d);
    let mut seen = Seen { left, top, pixels: 0 };
    for k in 0..4 {
        let (x, y) = (left + (k & 1), top + (k >> 1));
        if x < right && y < bottom && covers(&limits, a, b, c, d, centre(x), centre(y)) {
            seen.pixels |= 1 << k;
        }
    }
    seen
}

/// What the pixel (x, y) sees of the micropolygon (i, j) of a piece of a patch.
#[device]
pub fn fragment(patch: u32, places: &Places, i: u32, j: u32, sample: &Sample, x: u32, y: u32) -> Fragment {
    let at = places.at(Vec2::new(i as f32 + sample.u, j as f32 + sample.v));
    Fragment { x: x as u16, y: y as u16, depth: 1.0 / sample.inverse_depth, patch, u: at.x, v: at.y }
}

/// The centre of a pixel's column or row, in subpixels.
#[device]
pub fn centre(pixel: u32) -> f32 {
    (pixel as f32 + 0.5) * SUBPIXELS
}

/// Whether the micropolygon (i, j) touches a border of its piece.
#[device]
pub fn is_at_border(cell: &Cell, i: u32, j: u32) -> bool {
    i == 0 || i + 1 == cell.columns() || j == 0 || j + 1 == cell.rows()
}

/// Whether two vertices are less than a pixel apart.
#[device]
pub fn is_short(from: Vec3, to: Vec3) -> bool {
    (to.truncate() - from.truncate()).length_squared() < SUBPIXELS * SUBPIXELS
}
