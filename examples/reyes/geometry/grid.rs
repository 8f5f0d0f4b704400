//! The vertices of a diced piece, by all threads of a task together: what the vertices of a column have in common is found once.
//!
//! A vertex (i, j) is the point at v on a curve along v, whose four control points are the points at u on the patch's rows. Inside a
//! piece all vertices of column `i` are on one curve, and those of row `j` at one v. Borders have places of their own along their line, so each of
//! their vertices is found for itself. The sums are those of [`vertex`](super::cell::vertex); on borders to the bit.

use super::{
    camera::{Camera, snap},
    cell::{Cell, line_of, quotient},
    patch::{MOST_SEGMENTS, Patch, bernstein, blend, weigh, weigh_row},
};
use whipple::prelude::*;

/// The most columns or rows of vertices.
#[device]
pub const LINES: usize = MOST_SEGMENTS as usize + 1;

/// The control points of a cubic curve, by component.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    /// Their x.
    pub x: Vec4,
    /// Their y.
    pub y: Vec4,
    /// Their z.
    pub z: Vec4,
}

/// What the threads of [`Dice`](crate::reyes::pipeline::dice::Dice) share: 5,120 bytes, of which the vertices are 3,072
/// (Steinberger et al. 2014, table 5).
#[device]
pub struct Grid {
    /// The curve of each column of vertices but the first and the last.
    pub curves: SharedArray<Curve, { LINES }>,
    /// The weights of the control points in each row of vertices but the first and the last.
    pub weights: SharedArray<Vec4, { LINES }>,
    /// The vertices row after row: x and y in subpixels, and 1 / depth.
    pub vertices: SharedArray<Vec3, 256>,
}

#[device]
impl Grid {
    /// Finds the vertices on the borders, and the curves and weights for the others; thread `thread` of `threads` does its part. All must
    /// meet before the others are asked for.
    pub fn find_borders(&self, camera: &Camera, patch: &Patch, cell: &Cell, thread: u32, threads: u32) {
        let (columns, rows) = (cell.columns(), cell.rows());
        let (pitch, borders) = (columns + 1, 2 * (columns + rows));
        for index in (thread..borders + columns - 1).step_by(threads as usize) {
            // Along the rows 0 and `rows`, along what is left of the columns 0 and `columns`, then the curves.
            let mut i = index;
            let mut j = 0u32;
            if index >= borders {
                i = index - borders + 1;
            } else if index >= 2 * pitch {
                let is_last = index - 2 * pitch >= rows - 1;
                i = if is_last { columns } else { 0 };
                j = index - 2 * pitch + 1 - if is_last { rows - 1 } else { 0 };
            } else if index >= pitch {
                i = index - pitch;
                j = rows;
            }
            let u = cell.along_u(i, if index >= borders { 1 } else { line_of(j, rows) });
            let along_u = bernstein(u.x, u.y);
            let (a, b) = (weigh_row(patch, 0, along_u), weigh_row(patch, 1, along_u));
            let (c, d) = (weigh_row(patch, 2, along_u), weigh_row(patch, 3, along_u));
            if index < borders {
                let v = cell.along_v(j, line_of(i, columns));
                self.vertices.set(j * pitch + i, in_subpixels(camera.project(weigh(a, b, c, d, bernstein(v.x, v.y)))));
            } else {
                let (x, y) = (Vec4::new(a.x, b.x, c.x, d.x), Vec4::new(a.y, b.y, c.y, d.y));
                self.curves.set(i, Curve { x, y, z: Vec4::new(a.z, b.z, c.z, d.z) });
            }
        }
        // From the last thread on: the first have most of the borders.
        for index in (threads - 1 - thread..rows - 1).step_by(threads as usize) {
            let v = cell.along_v(index + 1, 1);
            let along_v = bernstein(v.x, v.y);
            self.weights.set(index + 1, Vec4::new(along_v[0], along_v[1], along_v[2], along_v[3]));
        }
    }

    /// Finds the other vertices.
    pub fn find_others(&self, camera: &Camera, cell: &Cell, thread: u32, threads: u32) {
        let (columns, rows) = (cell.columns(), cell.rows());
        for index in (thread..(columns - 1) * (rows - 1)).step_by(threads as usize) {
            let row = quotient(index, columns - 1);
            let i = index - row * (columns - 1) + 1;
            let curve = self.curves.get(i);
            let at = self.weights.get(row + 1);
            let point = blend(
                Vec3::new(curve.x.x, curve.y.x, curve.z.x),
                Vec3::new(curve.x.y, curve.y.y, curve.z.y),
                Vec3::new(curve.x.z, curve.y.z, curve.z.z),
                Vec3::new(curve.x.w, curve.y.w, curve.z.w),
                [at.x, at.y, at.z, at.w],
            );
            self.vertices.set((row + 1) * (columns + 1) + i, in_subpixels(camera.project_inner(point)));
        }
    }
}

/// A projected point in subpixels, with 1 / depth.
#[device]
pub fn in_subpixels(projected: Vec3) -> Vec3 {
    let inverse_depth = 1.0 / projected.z;
    Vec3::new(snap(projected.x * inverse_depth), snap(projected.y * inverse_depth), inverse_depth)
}
