//! Dice, Sample and Shade of the renderer of several samples.

use super::{
    sampling::{Pattern, Place, TOGETHER},
    search::{Corners, Hit, Pixels, Search, Shown, Touched, between, corners},
    slots::insert,
};
use crate::reyes::{
    geometry::{
        camera::{Camera, SUBPIXELS},
        cell::{Cell, line_of, quotient, vertex},
        coverage::{Edges, Sample, sample_covered},
        grid::in_subpixels,
        patch::{Patch, normal},
    },
    pipeline::{
        progress::{DROPPED, FINISHED, MICROPOLYGONS, share},
        shade::{Light, Material, lit, pack},
    },
    scene::surface::Surface,
};
use whipple::prelude::*;

/// What the threads of [`Dice`] share: 31,248 bytes.
#[device]
pub struct Grids {
    /// When the shutter opens: the vertices row after row, x and y in subpixels, and 1 / depth.
    pub first: SharedArray<Vec3, 256>,
    /// When it closes, if anything moves.
    pub last: SharedArray<Vec3, 256>,
    /// The unit normals of the vertices.
    pub normals: SharedArray<Vec3, 256>,
    /// How many pixels micropolygons at rest touch.
    pub touched: SharedArray<u32, 1>,
    /// These, at most nine of a micropolygon: see [`Touched::pack`].
    pub pixels: SharedArray<u16, 2048>,
    /// By the first vertex of such a micropolygon: what is seen of it.
    pub shown: SharedArray<Shown, 256>,
    /// How many hits were found: in this turn, and in the one before.
    pub found: SharedArray<u32, 2>,
    /// The hits of this turn: see [`Hit::pack`].
    pub hits: SharedArray<u64, 2048>,
}

/// Dices a piece, one vertex a thread at a time, then finds the samples that its micropolygons cover, one micropolygon in one pixel (or one
/// that moves, in the time of one sample) a thread, and shades them, one hit a thread: so all threads have work, however different the
/// micropolygons are. A hit's normal lies between those of the vertices around it.
///
/// A vertex that moves does so evenly on the screen. Each sample has its own part of the time, the same in all pixels: in
/// that the micropolygon passes few pixels, and only they are looked at (as Fatahalian et al. 2009 do).
#[procedure(level = 1, threads = 256, shared = Grids)]
pub struct Dice {
    /// The view.
    pub camera: Camera,
    /// The patches of the scene.
    pub patches: ReadOnly<Patch>,
    /// The surface of each.
    pub surfaces: ReadOnly<Surface>,
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
    /// How many hits of each sample there were, if there are several layers.
    pub counts: Buffer<u32>,
    /// Whether any patch moves.
    pub moving: bool,
    /// Whether backs are seen.
    pub two_sided: bool,
    /// See [`progress`](crate::reyes::pipeline::progress).
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
        let (pitch, micropolygons) = (columns + 1, columns * rows);
        let shared = ctx.shared();
        if thread < 2 {
            shared.found.set(thread, 0);
        }
        if thread == 0 {
            shared.touched.set(0, 0);
        }
        let patch = self.patches.get(cell.patch);
        for index in (thread..pitch * (rows + 1)).step_by(threads as usize) {
            let j = quotient(index, pitch);
            let i = index - j * pitch;
            let point = vertex(&patch, cell, i, j);
            shared.first.set(index, in_subpixels(self.camera.project(point)));
            if self.moving {
                shared.last.set(index, in_subpixels(self.camera.project(point + self.surfaces.get(cell.patch).motion)));
            }
            shared.normals.set(index, normal_of_vertex(&patch, cell, i, j));
        }
        ctx.barrier();

        if thread == 0 && self.track {
            self.progress.fetch_add(FINISHED, share(cell.halvings()));
            self.progress.fetch_add(MICROPOLYGONS, micropolygons as u64);
        }
        let mut units = micropolygons * self.pattern.count;
        if !self.moving {
            for index in (thread..micropolygons).step_by(threads as usize) {
                self.touch(shared, index + quotient(index, columns), pitch);
            }
            ctx.barrier();
            units = shared.touched.get(0);
        }
        let mut search = Search::nothing();
        let mut unit = thread;
        let mut turn = 0;
        let mut ended = false;
        while !ended {
            let mut room = true;
            while room && unit < units {
                if search.covered == 0 {
                    if search.ended {
                        search = self.begin(cell, shared, unit);
                    }
                    self.find(cell, shared, &mut search);
                }
                room = self.note(shared, &mut search, turn);
                if room {
                    self.advance(&mut search);
                    if search.ended {
                        unit += threads;
                    }
                }
            }
            ctx.barrier();
            // All threads have left the turn before.
            if thread == 0 {
                shared.found.set(1 - turn, 0);
            }
            let found = shared.found.get(turn);
            for k in (thread..found.min(shared.hits.len())).step_by(threads as usize) {
                self.shade(cell, shared, Hit::unpack(shared.hits.get(k)));
            }
            // If there was room for all hits, all threads are through.
            ended = found <= shared.hits.len();
            if !ended {
                ctx.barrier();
            }
            turn = 1 - turn;
        }
    }
}

#[device]
impl Dice {
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

    /// Notes the pixels that a micropolygon at rest touches: one inside a piece is smaller than two pixels and touches at most three each way.
    /// One that met the depth limit is drawn with gaps; one beside a border whose vertices have moved along it might be longer, and would
    /// be cut off. Those that face away touch none.
    pub fn touch(&self, shared: &Grids, corner: u32, pitch: u32) {
        let at = corners(&shared.first, corner, pitch);
        let sides = at.sides(self.two_sided);
        let mut pixels = self.pixels(at.lowest(), at.highest());
        pixels.right = pixels.right.min(pixels.left + 3);
        pixels.bottom = pixels.bottom.min(pixels.top + 3);
        if pixels.left < pixels.right && pixels.top < pixels.bottom && (sides.has_front || sides.has_back) {
            let (x, y) = (pixels.left as u16, pixels.top as u16);
            let both = sides.has_front && sides.has_back;
            shared.shown.set(corner, Shown { x, y, behind: !sides.has_front, both });
            let (columns, rows) = (pixels.right - pixels.left, pixels.bottom - pixels.top);
            let mut place = shared.touched.fetch_add(0, columns * rows);
            for down in 0..rows {
                for right in 0..columns {
                    shared.pixels.set(place, Touched { corner, right, down }.pack());
                    place += 1;
                }
            }
        }
    }

    /// The search of a unit of work: of a pixel that a micropolygon at rest touches; or of a micropolygon that moves, in the time of a
    /// sample. Neighbouring threads have neighbouring micropolygons.
    pub fn begin(&self, cell: &Cell, shared: &Grids, unit: u32) -> Search {
        if !self.moving {
            let touched = Touched::unpack(shared.pixels.get(unit));
            let shown = shared.shown.get(touched.corner);
            return Search::at_rest(touched.corner, shown.x as u32 + touched.right, shown.y as u32 + touched.down);
        }
        let (columns, micropolygons) = (cell.columns(), cell.columns() * cell.rows());
        let index = quotient(unit, micropolygons);
        let micropolygon = unit - index * micropolygons;
        // A row has one more vertex than it has micropolygons.
        let corner = micropolygon + quotient(micropolygon, columns);
        let (first, last) = (corners(&shared.first, corner, columns + 1), corners(&shared.last, corner, columns + 1));
        let begin = between(&first, &last, self.pattern.time(index, 0.0));
        let end = between(&first, &last, self.pattern.time(index, 1.0));
        let pixels = self.pixels(begin.lowest().min(end.lowest()), begin.highest().max(end.highest()));
        Search::passing(corner, index, pixels)
    }

    /// Which of the next 32 candidates are covered.
    pub fn find(&self, cell: &Cell, shared: &Grids, search: &mut Search) {
        let pitch = cell.columns() + 1;
        let first = corners(&shared.first, search.corner, pitch);
        if self.moving {
            self.find_moving(search, &first, &corners(&shared.last, search.corner, pitch));
        } else {
            self.find_at_rest(search, &first, shared.shown.get(search.corner));
        }
    }

    /// Which samples of the pixel the micropolygon at rest covers, from the one at hand on.
    pub fn find_at_rest(&self, search: &mut Search, at: &Corners, shown: Shown) {
        let near = at.seen_from(search.x, search.y);
        let side = if shown.behind { near.turned() } else { near };
        search.covered = self.covered_by(&side.edges(), search);
        search.behind = if shown.behind { search.covered } else { 0 };
        if shown.both {
            search.behind = self.covered_by(&near.turned().edges(), search) & !search.covered;
            search.covered |= search.behind;
        }
    }

    /// Which samples of the pixel the inside of these edges covers, from the one at hand on.
    pub fn covered_by(&self, edges: &Edges, search: &Search) -> u32 {
        let shift = self.pattern.shift(search.x, search.y);
        let count = (self.pattern.count - search.index).min(32);
        let mut missed = 0;
        // From the last group on, whose bits are the highest; what it has beyond the last sample is dropped. No place waits for another.
        let mut group = (search.index + count).div_ceil(TOGETHER as u32);
        while group > search.index / TOGETHER as u32 {
            group -= 1;
            let places = self.pattern.places[group as usize];
            missed = missed << 1 | edges.miss(shift.change(places[3]));
            missed = missed << 1 | edges.miss(shift.change(places[2]));
            missed = missed << 1 | edges.miss(shift.change(places[1]));
            missed = missed << 1 | edges.miss(shift.change(places[0]));
        }
        !missed & u32::MAX >> (32 - count)
    }

    /// In which pixels, from the one at hand on, the micropolygon covers the sample at hand.
    ///
    /// The box around a micropolygon that moves lies within the one between its boxes at the beginning and at the end of the sample's
    /// time: the least of numbers that change evenly lies above the line between its values at both ends.
    pub fn find_moving(&self, search: &mut Search, first: &Corners, last: &Corners) {
        let begin = between(first, last, self.pattern.time(search.index, 0.0));
        let end = between(first, last, self.pattern.time(search.index, 1.0));
        // Moments, and the corners at them, are rounded.
        let slack = Vec3::splat(4.0);
        let (low, high) = (begin.lowest() - slack, begin.highest() + slack);
        let (low_change, high_change) = (end.lowest() - slack - low, end.highest() + slack - high);
        let (mut x, mut y) = (search.x, search.y);
        search.behind = 0;
        let mut k = 0u32;
        while k < 32 && x < search.pixels.right && y < search.pixels.bottom {
            let shift = self.pattern.shift(x, y);
            let place = self.pattern.place(search.index, x, y, &shift);
            let moment = self.pattern.moment(search.index, &shift);
            let (lowest, highest) = (low + low_change * moment, high + high_change * moment);
            if place.x >= lowest.x && place.x <= highest.x && place.y >= lowest.y && place.y <= highest.y {
                let at = between(first, last, place.time);
                let sides = at.sides(self.two_sided);
                if sides.has_front && at.cover(&sides.front, place.x, place.y) {
                    search.covered |= 1_u32 << k;
                } else if sides.has_back && at.turned().cover(&sides.back, place.x, place.y) {
                    search.covered |= 1_u32 << k;
                    search.behind |= 1_u32 << k;
                }
            }
            k += 1;
            x += 1;
            if x >= search.pixels.right {
                x = search.pixels.left;
                y += 1;
            }
        }
    }

    /// Notes the candidates that are covered, as long as there is room; whether all are noted.
    pub fn note(&self, shared: &Grids, search: &mut Search, turn: u32) -> bool {
        if search.covered != 0 {
            let place = shared.found.fetch_add(turn, search.covered.count_ones());
            if self.moving {
                self.note_pixels(shared, search, place);
            } else {
                self.note_samples(shared, search, place);
            }
        }
        search.covered == 0
    }

    /// Notes the samples of a pixel from a place on, as long as there is room.
    pub fn note_samples(&self, shared: &Grids, search: &mut Search, mut place: u32) {
        // What all have in common is found once.
        let first = Hit { corner: search.corner, index: search.index, behind: 0, x: search.x, y: search.y }.pack();
        while search.covered != 0 && place < shared.hits.len() {
            let candidate = 31 - search.covered.leading_zeros();
            shared.hits.set(place, Hit::later(first, candidate, search.behind));
            search.covered ^= 1_u32 << candidate;
            place += 1;
        }
    }

    /// Notes the pixels of a micropolygon that moves, at a sample, from a place on, as long as there is room.
    pub fn note_pixels(&self, shared: &Grids, search: &mut Search, mut place: u32) {
        while search.covered != 0 && place < shared.hits.len() {
            let candidate = 31 - search.covered.leading_zeros();
            let pixel = search.pixel(candidate);
            let behind = search.behind >> candidate & 1;
            let hit = Hit { corner: search.corner, index: search.index, behind, x: pixel.x, y: pixel.y };
            shared.hits.set(place, hit.pack());
            search.covered ^= 1_u32 << candidate;
            place += 1;
        }
    }

    /// Goes to the next candidates, when those at hand are noted.
    pub fn advance(&self, search: &mut Search) {
        if self.moving {
            search.skip(32);
        } else {
            search.index += 32;
            search.ended = search.index >= self.pattern.count;
        }
    }

    /// What a sample sees of the micropolygon that it hits.
    pub fn seen(&self, hit: Hit, first: &Corners, last: &Corners, place: Place) -> Sample {
        let mut at = *first;
        if self.moving {
            at = between(first, last, place.time);
        }
        if hit.behind == 1 {
            at = at.turned();
        }
        let mut sample = sample_covered(at.a, at.b, at.c, at.d, place.x, place.y);
        if hit.behind == 1 {
            sample.u = 1.0 - sample.u;
        }
        sample
    }

    /// Shades a hit and adds it to the sample's slots.
    pub fn shade(&self, cell: &Cell, shared: &Grids, hit: Hit) {
        let pitch = cell.columns() + 1;
        let first = corners(&shared.first, hit.corner, pitch);
        let mut last = first;
        if self.moving {
            last = corners(&shared.last, hit.corner, pitch);
        }
        let at = self.pattern.place(hit.index, hit.x, hit.y, &self.pattern.shift(hit.x, hit.y));
        let seen = self.seen(hit, &first, &last, at);
        // What met the depth limit may reach behind the eye.
        if seen.inverse_depth > 0.0 {
            let sample = (hit.y * self.camera.width + hit.x) * self.pattern.count + hit.index;
            let depth = ((1.0 / seen.inverse_depth).to_bits() as u64) << 32;
            let mut place = 0u32;
            let mut hidden = false;
            if self.layers > 1 {
                // The answer comes while the hit is shaded.
                place = self.counts.fetch_add_relaxed(sample, 1);
            } else {
                hidden = depth > self.slots.get(sample);
            }
            if !hidden {
                let normal = corners(&shared.normals, hit.corner, pitch).at(seen.u, seen.v);
                let ray = self.camera.ray(at.x / SUBPIXELS, at.y / SUBPIXELS);
                self.add(sample, place, depth | self.colour(cell.patch, normal, ray) as u64);
            }
        }
    }

    /// The colour of a surface with this normal, of any length, that is seen along `ray`, with its opacity in the highest byte.
    pub fn colour(&self, patch: u32, normal: Vec3, ray: Vec3) -> u32 {
        let surface = self.surfaces.get(patch);
        let to_eye = -ray.normalize();
        let mut normal = normal * (1.0 / normal.length().max(1e-30));
        if self.two_sided && normal.dot(to_eye) < 0.0 {
            normal = -normal;
        }
        let colour = pack(lit(&self.material, surface.diffuse, &self.lights, normal, to_eye)) & 0x00ff_ffff;
        colour | ((surface.opacity * 255.0 + 0.5) as u32) << 24
    }

    /// Adds a hit, number `place` of its sample, to the sample's slots.
    pub fn add(&self, sample: u32, place: u32, hit: u64) {
        if self.layers == 1 {
            // Nobody waits for what was there.
            self.slots.fetch_min(sample, hit);
        } else {
            let samples = self.camera.width * self.camera.height * self.pattern.count;
            insert(&self.slots, samples, self.layers, sample, place, hit);
            if place >= self.layers {
                self.progress.fetch_add(DROPPED, 1);
            }
        }
    }
}

/// The normal of the vertex (i, j) of a diced cell of a patch.
#[device]
pub fn normal_of_vertex(patch: &Patch, cell: &Cell, i: u32, j: u32) -> Vec3 {
    normal(patch, cell.along_u(i, line_of(j, cell.rows())).x, cell.along_v(j, line_of(i, cell.columns())).x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_as_much_as_is_said() {
        assert_eq!(size_of::<Grids>(), 31_248);
    }
}
