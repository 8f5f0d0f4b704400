//! Bound: culls a patch, or sends it to be split or diced (Steinberger et al. 2014, section 6.1).

use super::{
    camera::Camera,
    dice::Dice,
    patch::{LONGEST_EDGE, Patch, edge_along_u, edge_along_v, micropolygon_edges},
    progress::{FINISHED, LIMITED, share},
    split::Split,
};
use whipple::prelude::*;

/// Halvings after which a patch is split no more. Far beyond what a sensible scene needs: 16 along each axis.
#[device]
pub const DEEPEST: u32 = 32;

/// What the threads of [`Bound`] share: 128 bytes (table 5).
#[device]
pub struct Projection {
    /// The control points in pixels.
    pub screen: SharedArray<Vec2, 16>,
}

/// Culls a patch outside the view or facing away, and bounds the micropolygons of the others; one control point a thread.
#[procedure(level = 0, threads = 16, shared = Projection)]
pub struct Bound {
    /// The view.
    pub camera: Camera,
    /// See [`progress`](super::progress).
    pub progress: Buffer<u64>,
    /// Whether finished patches are counted in `progress`.
    pub track: bool,
}

#[execute]
impl Execute for Bound {
    type Item = Patch;

    fn execute(&self, ctx: &Context<Self>, patch: &Patch) {
        let thread = ctx.thread();
        let point = patch.points[thread as usize];
        let projected = self.camera.project(point);
        let depth = projected.z;

        // Culled when all control points, and so the whole patch, lie on the far side of one plane of the frustum.
        // One sum counts for the five planes together, in fields of five bits.
        let outside = outside_planes(projected, self.camera);
        let counts = ctx.reduce_add(outside);
        if counts & 0x0108_4210 != 0 {
            if thread == 0 && self.track {
                self.progress.fetch_add(FINISHED, share(patch.depth));
            }
            return;
        }
        let crosses_near = counts & 31 != 0;

        // Culled when every normal that the patch can have faces away from every point that it can contain.
        let centre = (patch.points[5] + patch.points[6] + patch.points[9] + patch.points[10]) * 0.25;
        let radius_squared = ctx.reduce_max((point - centre).length_squared());
        if ctx.all(faces_away(patch, thread, centre - self.camera.eye, radius_squared)) {
            if thread == 0 && self.track {
                self.progress.fetch_add(FINISHED, share(patch.depth));
            }
            return;
        }

        // The longest edges of the control mesh along both axes, squared: in pixels, or, where the patch reaches behind
        // the near plane and has no projection, in space.
        let shared = ctx.shared();
        shared.screen.set(thread, Vec2::new(projected.x / depth, projected.y / depth));
        ctx.warp_barrier();
        let mut along_u = 0.0;
        let mut along_v = 0.0;
        if thread % 4 < 3 {
            if crosses_near {
                along_u = (patch.points[thread as usize + 1] - point).length_squared();
            } else {
                along_u = (shared.screen.get(thread + 1) - shared.screen.get(thread)).length_squared();
            }
        }
        if thread < 12 {
            if crosses_near {
                along_v = (patch.points[thread as usize + 4] - point).length_squared();
            } else {
                along_v = (shared.screen.get(thread + 4) - shared.screen.get(thread)).length_squared();
            }
        }
        let edges = Vec2::new(ctx.reduce_max(along_u).sqrt(), ctx.reduce_max(along_v).sqrt());
        let nearest = ctx.reduce_min(depth);
        let farthest = ctx.reduce_max(depth);

        if thread == 0 {
            let mut next = *patch;
            next.axis = if edges.x >= edges.y { 0 } else { 1 };
            let mut small = false;
            if !crosses_near {
                let micropolygons = micropolygon_edges(edges, nearest, farthest);
                small = micropolygons.x < LONGEST_EDGE && micropolygons.y < LONGEST_EDGE;
            }
            if small {
                ctx.spawn::<Dice>(next);
            } else if patch.depth < DEEPEST {
                ctx.spawn::<Split>(next);
            } else {
                // Too large still, or across the near plane: drawn with gaps, or not at all, and counted.
                self.progress.fetch_add(LIMITED, 1);
                if !crosses_near {
                    ctx.spawn::<Dice>(next);
                } else if self.track {
                    self.progress.fetch_add(FINISHED, share(patch.depth));
                }
            }
        }
    }
}

/// One bit for each plane of the frustum that a point, times depth in pixels, is outside of: near, left, right, top,
/// bottom in bits 0, 5, 10, 15, 20.
#[device]
pub fn outside_planes(projected: Vec3, camera: Camera) -> u32 {
    let mut outside = 0u32;
    if projected.z < camera.near {
        outside |= 1;
    }
    if projected.x < 0.0 {
        outside |= 1 << 5;
    }
    if projected.x > camera.width as f32 * projected.z {
        outside |= 1 << 10;
    }
    if projected.y < 0.0 {
        outside |= 1 << 15;
    }
    if projected.y > camera.height as f32 * projected.z {
        outside |= 1 << 20;
    }
    outside
}

/// Whether a sixteenth of the patch's possible normals, chosen by `thread`, face away from the eye.
///
/// The normal at (u, v) is an average of the 144 cross products of an edge along u and an edge along v of the control
/// mesh, and the patch lies within the sphere around the control points. So it faces away everywhere when each of
/// these products does from each point of that sphere, whose centre is given relative to the eye. (The nine faces of
/// the mesh alone, as in the paper, can all face away from a patch that is partly visible.)
#[device]
pub fn faces_away(patch: &Patch, thread: u32, centre: Vec3, radius_squared: f32) -> bool {
    for turn in 0..9u32 {
        let pair = thread + 16 * turn;
        let normal = edge_along_u(patch, pair % 12).cross(edge_along_v(patch, pair / 12));
        let away = normal.dot(centre);
        if away < 0.0 || away * away < radius_squared * normal.length_squared() {
            return false;
        }
    }
    true
}
