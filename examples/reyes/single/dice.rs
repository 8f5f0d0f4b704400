//! Dice and Sample by one thread.

use crate::reyes::{
    camera::{Camera, snap},
    cell::{Cell, vertex},
    coverage::sample_quad,
    dice::{centre, centres_seen, fragment},
    patch::{Patch, SEGMENTS},
    progress::{FINISHED, share},
    shade::Shade,
};
use whipple::prelude::*;

/// As [`dice::Dice`](crate::reyes::dice::Dice), one row of vertices and one micropolygon after the other.
#[procedure(level = 2, max_spawns = 450)]
pub struct Dice {
    /// The view.
    pub camera: Camera,
    /// The patches of the scene.
    pub patches: Buffer<Patch>,
    /// See [`progress`](crate::reyes::progress).
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
        }
        let patch = self.patches.get(cell.patch);
        let mut lower = [Vec3::ZERO; 16];
        let mut upper = [Vec3::ZERO; 16];
        for j in 0..16u32 {
            for i in 0..16u32 {
                let projected = self.camera.project(vertex(&patch, cell, i, j));
                let inverse_depth = 1.0 / projected.z;
                let x = snap(projected.x * inverse_depth);
                upper[i as usize] = Vec3::new(x, snap(projected.y * inverse_depth), inverse_depth);
            }
            if j > 0 {
                for i in 0..SEGMENTS {
                    let a = lower[i as usize];
                    let b = lower[i as usize + 1];
                    let c = upper[i as usize + 1];
                    let d = upper[i as usize];
                    let mut seen = centres_seen(a, b, c, d, self.camera);
                    let mut spawned = 0u32;
                    while seen.some() {
                        let (x, y) = seen.next();
                        let sample = sample_quad(a, b, c, d, centre(x), centre(y));
                        if sample.inverse_depth > 0.0 && spawned < 2 {
                            spawned += 1;
                            ctx.spawn::<Shade>(fragment(cell, i, j - 1, &sample, x, y));
                        }
                    }
                }
            }
            lower = upper;
        }
    }
}
