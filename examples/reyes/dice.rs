//! Dice and Sample: tessellates a piece of a patch into micropolygons and finds the pixels that they cover
//! (Steinberger et al. 2014, section 6.1).

use super::{
    camera::{Camera, SUBPIXELS, snap},
    cell::{Cell, vertex},
    patch::{Patch, SEGMENTS},
    progress::{FINISHED, share},
    shade::{Fragment, Shade},
};
use whipple::prelude::*;

/// What the threads of [`Dice`] share: 3072 bytes (table 5).
#[device]
pub struct Grid {
    /// Vertex (i, j) at 16 j + i: x and y in subpixels, and 1 / depth.
    pub vertices: SharedArray<Vec3, 256>,
}

/// Dices a piece and samples it: first one vertex a thread, then one micropolygon a thread.
///
/// A micropolygon covers at most two pixel centres. Any three of its corners span a triangle of less than half a square
/// pixel, since its edges are shorter than a pixel or, where a border's vertices have moved along it, two opposite ones are
/// and lie less than a pixel apart; so does any triangle in their convex hull. But three pixel centres span at least that,
/// or lie two pixels apart, farther than any two corners.
#[procedure(level = 1, threads = 256, shared = Grid, max_spawns = 2)]
pub struct Dice {
    /// The view.
    pub camera: Camera,
    /// The patches of the scene.
    pub patches: Buffer<Patch>,
    /// See [`progress`](super::progress).
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
        let patch = self.patches.get(cell.patch);
        let projected = self.camera.project(vertex(&patch, cell, i, j));
        let inverse_depth = 1.0 / projected.z;
        shared.vertices.set(
            thread,
            Vec3::new(snap(projected.x * inverse_depth), snap(projected.y * inverse_depth), inverse_depth),
        );
        ctx.barrier();

        if thread == 0 && self.track {
            self.progress.fetch_add(FINISHED, share(cell.halvings()));
        }
        if i < SEGMENTS && j < SEGMENTS {
            let a = shared.vertices.get(thread);
            let b = shared.vertices.get(thread + 1);
            let c = shared.vertices.get(thread + 17);
            let d = shared.vertices.get(thread + 16);
            debug_assert!(
                !cell.has_cuts()
                    || is_at_border(i, j)
                    || (is_short(a, b) && is_short(b, c) && is_short(c, d) && is_short(d, a)),
                "an edge of a micropolygon is a pixel long or longer"
            );

            // The pixels whose centres are in the bounding box: at most two each way, since the box is smaller than that.
            let low = a.min(b).min(c.min(d)) / SUBPIXELS;
            let high = a.max(b).max(c.max(d)) / SUBPIXELS;
            let left = ((low.x - 0.5).ceil() as u32).min(self.camera.width);
            let top = ((low.y - 0.5).ceil() as u32).min(self.camera.height);
            let right = ((high.x + 0.5).floor() as u32).min(self.camera.width).min(left + 2);
            let bottom = ((high.y + 0.5).floor() as u32).min(self.camera.height).min(top + 2);

            let mut covered = 0u32;
            for y in top..bottom {
                for x in left..right {
                    let sample = sample_quad(a, b, c, d, (x as f32 + 0.5) * SUBPIXELS, (y as f32 + 0.5) * SUBPIXELS);
                    if sample.inside && sample.inverse_depth > 0.0 && covered < 2 {
                        covered += 1;
                        ctx.spawn::<Shade>(Fragment {
                            x: x as u16,
                            y: y as u16,
                            depth: 1.0 / sample.inverse_depth,
                            patch: cell.patch,
                            u: cell.u(i as f32 + sample.u),
                            v: cell.v(j as f32 + sample.v),
                        });
                    }
                }
            }
        }
    }
}

/// Whether the micropolygon (i, j) touches a border of its piece.
#[device]
pub fn is_at_border(i: u32, j: u32) -> bool {
    i == 0 || i + 1 == SEGMENTS || j == 0 || j + 1 == SEGMENTS
}

/// Whether two vertices are less than a pixel apart.
#[device]
pub fn is_short(from: Vec3, to: Vec3) -> bool {
    (to.truncate() - from.truncate()).length_squared() < SUBPIXELS * SUBPIXELS
}

/// What a pixel centre sees of a micropolygon or of a triangle.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Whether the centre is inside of it, and it faces the viewer; otherwise the other fields mean nothing.
    pub inside: bool,
    /// Position along u within the micropolygon, 0 to 1.
    pub u: f32,
    /// Position along v within the micropolygon, 0 to 1.
    pub v: f32,
    /// 1 / depth, which is linear on the screen.
    pub inverse_depth: f32,
}

/// Samples the micropolygon with the corners `a` (0, 0), `b` (1, 0), `c` (1, 1) and `d` (0, 1) at the subpixel
/// position (x, y), as two triangles.
#[device]
pub fn sample_quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, x: f32, y: f32) -> Sample {
    // Seen from the front the corners a, b, c, d run counterclockwise, which is c before b where y points down.
    let lower = sample_triangle(a, c, b, x, y);
    if lower.inside {
        return Sample { inside: true, u: lower.u + lower.v, v: lower.u, inverse_depth: lower.inverse_depth };
    }
    let upper = sample_triangle(a, d, c, x, y);
    Sample { inside: upper.inside, u: upper.v, v: upper.u + upper.v, inverse_depth: upper.inverse_depth }
}

/// Samples a triangle; `u` and `v` of the result are the weights of `b` and `c`.
///
/// The corners lie on the subpixel grid and the triangle is at most two pixels wide, so the edge functions are exact in
/// f32. A centre on an edge belongs to the triangle that has it as a top or left edge: triangles that share an edge
/// neither miss a pixel between them nor both cover it.
#[device]
pub fn sample_triangle(a: Vec3, b: Vec3, c: Vec3, x: f32, y: f32) -> Sample {
    let area = edge_function(a, b, c.x, c.y);
    let beside_bc = edge_function(b, c, x, y);
    let beside_ca = edge_function(c, a, x, y);
    let beside_ab = edge_function(a, b, x, y);
    let inside = area > 0.0
        && on_inner_side(beside_bc, b, c)
        && on_inner_side(beside_ca, c, a)
        && on_inner_side(beside_ab, a, b);
    let mut sample = Sample { inside, u: 0.0, v: 0.0, inverse_depth: 0.0 };
    if inside {
        sample.u = beside_ca / area;
        sample.v = beside_ab / area;
        sample.inverse_depth = a.z * (beside_bc / area) + b.z * sample.u + c.z * sample.v;
    }
    sample
}

/// Twice the area of the triangle `from`, `to`, (x, y); positive when it runs clockwise as seen, with y downwards.
#[device]
pub fn edge_function(from: Vec3, to: Vec3, x: f32, y: f32) -> f32 {
    (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
}

/// Whether a position with this edge function counts as inside of the edge: the top-left rule.
#[device]
pub fn on_inner_side(edge_function: f32, from: Vec3, to: Vec3) -> bool {
    edge_function > 0.0 || (edge_function == 0.0 && (to.y < from.y || (to.y == from.y && to.x > from.x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position in a fan of triangles is in exactly one, also on the edges and at the hub.
    #[test]
    fn triangles_that_share_edges_cover_each_position_once() {
        let corner = |x: f32, y: f32| Vec3::new(x, y, 1.0);
        let hub = corner(100.0, 100.0);
        let rim =
            [(164.0, 100.0), (140.0, 150.0), (100.0, 164.0), (50.0, 140.0), (36.0, 100.0), (70.0, 40.0), (130.0, 36.0)];
        for x in 64..136 {
            for y in 64..136 {
                let mut hits = 0;
                for k in 0..rim.len() {
                    let (from, to) = (rim[k], rim[(k + 1) % rim.len()]);
                    let triangle = (hub, corner(from.0, from.1), corner(to.0, to.1));
                    hits += sample_triangle(triangle.0, triangle.1, triangle.2, x as f32, y as f32).inside as u32;
                    assert!(!sample_triangle(triangle.0, triangle.2, triangle.1, x as f32, y as f32).inside);
                }
                assert_eq!(hits, 1, "at {x}, {y}");
            }
        }
    }

    /// The parameters and the depth are those of the corners, and linear between them.
    #[test]
    fn a_micropolygon_is_sampled_at_its_parameters() {
        let at = |u: f32, v: f32| Vec3::new(1000.0 * u + 200.0 * v, 5000.0 - 900.0 * v, 0.1 + 0.05 * u + 0.02 * v);
        let (a, b, c, d) = (at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0));
        for (u, v) in [(0.25, 0.5), (0.5, 0.25), (0.75, 0.5), (0.125, 0.875)] {
            let position = at(u, v);
            let sample = sample_quad(a, b, c, d, position.x, position.y);
            assert!(sample.inside);
            assert!((sample.u - u).abs() < 1e-5 && (sample.v - v).abs() < 1e-5);
            assert!((sample.inverse_depth - position.z).abs() < 1e-6);
            assert!(!sample_quad(b, a, d, c, position.x, position.y).inside, "the back is not seen");
        }
    }
}
