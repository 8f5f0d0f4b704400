//! Bound by one thread.

use super::{dice::Dice, split::Split};
use crate::reyes::{
    geometry::{camera::Camera, cell::Piece, patch::Patch},
    pipeline::{
        bound::{Fate, Size, Verdict, decide, faces_away, is_outside, outside_planes},
        progress::{FINISHED, LIMITED, share},
        split::numbers,
    },
};
use whipple::prelude::*;

/// As [`bound::Bound`](crate::reyes::pipeline::bound::Bound), one control point after the other.
#[procedure(level = 2)]
pub struct Bound {
    /// The view.
    pub camera: Camera,
    /// See [`progress`](crate::reyes::pipeline::progress).
    pub progress: Buffer<u64>,
    /// Whether finished pieces are counted in `progress`.
    pub track: bool,
}

#[execute]
impl Execute for Bound {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        let verdict = judge(piece, self.camera);
        if verdict.limited {
            self.progress.fetch_add(LIMITED, 1);
        }
        if verdict.fate == Fate::Dice {
            ctx.spawn::<Dice>(verdict.cell);
        } else if verdict.fate == Fate::Split {
            ctx.spawn::<Split>(Piece { patch: piece.patch, cell: verdict.cell });
        } else if self.track {
            self.progress.fetch_add(FINISHED, share(verdict.cell.halvings()));
        }
    }
}

/// As [`bound::judge`](crate::reyes::pipeline::bound::judge).
#[device]
#[allow(clippy::needless_range_loop, reason = "device code has no iterators")]
pub fn judge(piece: &Piece, camera: Camera) -> Verdict {
    let patch = &piece.patch;
    let unseen = Verdict { cell: piece.cell, fate: Fate::Dropped, limited: false };
    let centre = (patch.points[5] + patch.points[6] + patch.points[9] + patch.points[10]) * 0.25;
    let mut counts = 0u32;
    let mut radius_squared = 0.0;
    let mut screen = [Vec2::ZERO; 16];
    let mut nearest = f32::INFINITY;
    let mut farthest = f32::NEG_INFINITY;
    for k in 0..16usize {
        let projected = camera.project(patch.points[k]);
        counts += outside_planes(projected, camera);
        radius_squared = (patch.points[k] - centre).length_squared().max(radius_squared);
        screen[k] = camera.on_screen(projected);
        nearest = projected.z.min(nearest);
        farthest = projected.z.max(farthest);
    }
    if is_outside(counts) {
        return unseen;
    }
    let crosses_near = counts & 31 != 0;
    if faces_away(patch, 0, 144, centre - camera.eye, radius_squared) {
        return unseen;
    }

    let mut edges = Vec2::ZERO;
    for k in 0..16usize {
        if k % 4 < 3 {
            edges.x = length_squared(patch, screen, k, k + 1, crosses_near).max(edges.x);
        }
        if k < 12 {
            edges.y = length_squared(patch, screen, k, k + 4, crosses_near).max(edges.y);
        }
    }
    edges = Vec2::new(edges.x.sqrt(), edges.y.sqrt());
    let mut half_edges = Vec2::ZERO;
    for k in 0..4usize {
        half_edges.x = half_edge(screen, 4 * k, 1).max(half_edges.x);
        half_edges.y = half_edge(screen, k, 4).max(half_edges.y);
    }
    half_edges = Vec2::new(half_edges.x.sqrt(), half_edges.y.sqrt());
    let cell = piece.cell.with_numbers(numbers(piece, camera));
    decide(&cell, Size { edges, half_edges, foreshortening: farthest / nearest, segments: 0 }, crosses_near, false)
}

/// As [`bound::half_edge`](crate::reyes::pipeline::bound::half_edge).
#[device]
pub fn half_edge(screen: [Vec2; 16], start: usize, step: usize) -> f32 {
    let (a, b, c, d) = (screen[start], screen[start + step], screen[start + 2 * step], screen[start + 3 * step]);
    ((d - a + c - b) * 0.125).length_squared()
}

/// How far two control points are apart, squared: in pixels, or, where there are none, in space.
#[device]
pub fn length_squared(patch: &Patch, screen: [Vec2; 16], from: usize, to: usize, in_space: bool) -> f32 {
    if in_space {
        (patch.points[to] - patch.points[from]).length_squared()
    } else {
        (screen[to] - screen[from]).length_squared()
    }
}
