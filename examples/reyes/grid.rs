//! The vertices of a diced piece, by all threads of a task together: what vertices in a row or a column have in common is found once.
//!
//! A vertex (i, j) is the point at v on a curve along v, whose four control points are the points at u on the patch's rows. Where a
//! vertex lies along u depends on `i`, and on which [line](line_of) its row is: borders have places of their own. So there are three
//! curves for each `i`, and three places along v for each `j`. The sums are those of [`vertex`](super::cell::vertex), to the bit.

use super::{
    cell::{Cell, line_of},
    patch::{MOST_SEGMENTS, Patch, bernstein, weigh, weigh_row},
};
use whipple::prelude::*;

/// Vectors of the curves of a piece: three for each vertex of a line, of three lines.
#[device]
pub const CURVES: usize = 9 * (MOST_SEGMENTS as usize + 1);

/// Vectors of weights: one for each vertex of a line, of three lines.
#[device]
pub const WEIGHTS: usize = 3 * (MOST_SEGMENTS as usize + 1);

/// Finds the curves and the weights of a piece; thread `thread` of `threads` does its part. All must meet before the vertices are asked for.
///
/// `curves`: the control points of the one of vertex `i` of line `l` of vertices along u, in three vectors from 3 (l (columns + 1) + i) on.
/// `weights`: theirs at vertex `j` of line `l` of vertices along v, at l (rows + 1) + j.
#[device]
pub fn find_curves(
    curves: &SharedArray<Vec4, { CURVES }>,
    weights: &SharedArray<Vec4, { WEIGHTS }>,
    patch: &Patch,
    cell: &Cell,
    thread: u32,
    threads: u32,
) {
    let (width, height) = (cell.columns() + 1, cell.rows() + 1);
    for place in (thread..3 * width).step_by(threads as usize) {
        let line = (place >= width) as u32 + (place >= 2 * width) as u32;
        let u = cell.along_u(place - line * width, line);
        let along_u = bernstein(u.x, u.y);
        let (a, b) = (weigh_row(patch, 0, along_u), weigh_row(patch, 1, along_u));
        let (c, d) = (weigh_row(patch, 2, along_u), weigh_row(patch, 3, along_u));
        curves.set(3 * place, Vec4::new(a.x, a.y, a.z, b.x));
        curves.set(3 * place + 1, Vec4::new(b.y, b.z, c.x, c.y));
        curves.set(3 * place + 2, Vec4::new(c.z, d.x, d.y, d.z));
    }
    // From the last thread on: the first have most of the curves.
    for place in (threads - 1 - thread..3 * height).step_by(threads as usize) {
        let line = (place >= height) as u32 + (place >= 2 * height) as u32;
        let v = cell.along_v(place - line * height, line);
        let along_v = bernstein(v.x, v.y);
        weights.set(place, Vec4::new(along_v[0], along_v[1], along_v[2], along_v[3]));
    }
}

/// The vertex (i, j) of the cell whose curves these are.
#[device]
pub fn vertex_on_curve(
    curves: &SharedArray<Vec4, { CURVES }>,
    weights: &SharedArray<Vec4, { WEIGHTS }>,
    cell: &Cell,
    i: u32,
    j: u32,
) -> Vec3 {
    let (columns, rows) = (cell.columns(), cell.rows());
    let curve = 3 * (line_of(j, rows) * (columns + 1) + i);
    let (first, second, third) = (curves.get(curve), curves.get(curve + 1), curves.get(curve + 2));
    let at = weights.get(line_of(i, columns) * (rows + 1) + j);
    weigh(
        Vec3::new(first.x, first.y, first.z),
        Vec3::new(first.w, second.x, second.y),
        Vec3::new(second.z, second.w, third.x),
        Vec3::new(third.y, third.z, third.w),
        [at.x, at.y, at.z, at.w],
    )
}
