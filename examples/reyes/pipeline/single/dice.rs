//! Dice and Sample by one thread.

use crate::reyes::{
    geometry::{
        camera::Camera,
        cell::{Cell, vertex},
        coverage::sample_covered,
        grid::in_subpixels,
        patch::Patch,
    },
    pipeline::{
        dice::{centre, centres_seen, fragment},
        progress::{FINISHED, MICROPOLYGONS, share},
        shade::Shade,
    },
};
use whipple::prelude::*;

/// As [`dice::Dice`](crate::reyes::pipeline::dice::Dice), one line of vertices and one micropolygon after the other: 225 of these at most.
#[procedure(level = 2, max_spawns = 450)]
pub struct Dice {
    /// The view.
    pub camera: Camera,
    /// The patches of the scene.
    pub patches: ReadOnly<Patch>,
    /// See [`progress`](crate::reyes::pipeline::progress).
    pub progress: Buffer<u64>,
    /// Whether finished pieces are counted in `progress`.
    pub track: bool,
}

#[execute]
impl Execute for Dice {
    type Item = Cell;

    fn execute(&self, ctx: &Context<Self>, cell: &Cell) {
        if self.track {
            self.progress.fetch_add(FINISHED, share(cell.halvings()));
            self.progress.fetch_add(MICROPOLYGONS, (cell.columns() * cell.rows()) as u64);
        }
        let patch = self.patches.get(cell.patch);
        let places = cell.places();
        // Lines of vertices along the axis with fewer of them: at most sixteen, since all are at most 256.
        let (columns, rows) = (cell.columns(), cell.rows());
        let upright = columns > rows;
        let (length, lines) = if upright { (rows, columns) } else { (columns, rows) };
        let mut last = [Vec3::ZERO; 16];
        let mut line = [Vec3::ZERO; 16];
        for l in 0..lines + 1 {
            for k in 0..length + 1 {
                let (i, j) = if upright { (l, k) } else { (k, l) };
                line[k as usize] = in_subpixels(self.camera.project(vertex(&patch, cell, i, j)));
            }
            if l > 0 {
                for k in 0..length {
                    let (i, j) = if upright { (l - 1, k) } else { (k, l - 1) };
                    let a = last[k as usize];
                    let b = if upright { line[k as usize] } else { last[k as usize + 1] };
                    let c = line[k as usize + 1];
                    let d = if upright { last[k as usize + 1] } else { line[k as usize] };
                    let mut seen = centres_seen(a, b, c, d, self.camera);
                    let mut spawned = 0u32;
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
            last = line;
        }
    }
}
