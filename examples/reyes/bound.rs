//! Bound: culls a piece of a patch, or sends it to be split or diced (Steinberger et al. 2014, section 6.1).

use super::{
    camera::Camera,
    cell::{Cell, FINEST, Piece, TOO_MANY},
    dice::Dice,
    patch::{LONGEST_EDGE, MOST_SEGMENTS, Patch, VERTICES, edge_along_u, edge_along_v, segments_of_border, speeds},
    progress::{FINISHED, LIMITED, share},
    split::{MOST_CUTS, Split, start_of, step_of},
};
use whipple::{prelude::*, procedure::WarpLevel};

/// The numbers of micropolygons along both axes of a piece that is diced although it is too large.
#[device]
pub const OF_TOO_LARGE: u32 = 15;

/// What the threads of [`Bound`] share: 192 bytes (table 5 has 128, without depths).
#[device]
pub struct Projection {
    /// The control points in pixels, and their depths.
    pub screen: SharedArray<Vec3, 16>,
}

/// Culls a piece outside the view or facing away, and bounds the micropolygons of the others; one control point a thread.
#[procedure(level = 0, threads = 16, shared = Projection)]
pub struct Bound {
    /// The view.
    pub camera: Camera,
    /// See [`progress`](super::progress).
    pub progress: Buffer<u64>,
    /// Whether finished pieces are counted in `progress`.
    pub track: bool,
}

#[execute]
impl Execute for Bound {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        let verdict = judge(ctx, &ctx.shared().screen, piece, self.camera, false, Vec3::ZERO, false);
        if ctx.thread() == 0 {
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
}

/// What becomes of a piece.
#[device]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Nothing of it is seen, or it is too large and must not be halved again.
    Dropped = 0,
    /// It is halved.
    Split = 1,
    /// It is diced.
    Dice = 2,
}

/// What [`judge`] found.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The piece's cell, with the numbers of its borders, and its cuts or its numbers of micropolygons.
    pub cell: Cell,
    /// What becomes of the piece.
    pub fate: Fate,
    /// Whether it should be halved and must not be: it is drawn with gaps, or dropped.
    pub limited: bool,
}

/// Judges a piece with 16 threads, one for each control point; the verdict of thread 0 counts.
///
/// A scene that is `moving` moves by `motion` while the shutter is open: the piece is culled if it is not seen at any time, and
/// small if it is small at the first and at the last moment. Of a `two_sided` piece the back is seen too.
#[device]
pub fn judge<P: WarpLevel>(
    ctx: &Context<P>,
    screen: &SharedArray<Vec3, 16>,
    piece: &Piece,
    camera: Camera,
    moving: bool,
    motion: Vec3,
    two_sided: bool,
) -> Verdict {
    let thread = ctx.thread();
    let patch = &piece.patch;
    let point = patch.points[thread as usize];
    let unseen = Verdict { cell: piece.cell, fate: Fate::Dropped, limited: false };

    // Culled when all control points, and so the whole piece, lie on the far side of one plane of the frustum.
    // One sum counts for the five planes together, in fields of five bits.
    let projected = camera.project(point);
    let mut outside = outside_planes(projected, camera);
    let mut behind = outside & 1;
    let mut projected_later = projected;
    if moving {
        projected_later = camera.project(point + motion);
        let outside_later = outside_planes(projected_later, camera);
        outside &= outside_later;
        behind |= outside_later & 1;
    }
    let counts = ctx.reduce_add(outside | behind << 25);
    if counts & 0x0108_4210 != 0 {
        return unseen;
    }
    let crosses_near = counts >> 25 != 0;

    // Culled when every normal that the piece can have faces away from every point that it can contain.
    let centre = (patch.points[5] + patch.points[6] + patch.points[9] + patch.points[10]) * 0.25;
    let radius_squared = ctx.reduce_max((point - centre).length_squared());
    // Most pieces are seen, and a product of one of the threads shows it.
    let mut away = !two_sided && faces_away(patch, 9 * thread, 1, centre - camera.eye, radius_squared);
    if ctx.all(away) {
        away = faces_away(patch, 9 * thread, 9, centre - camera.eye, radius_squared);
        if moving {
            away = away && faces_away(patch, 9 * thread, 9, centre + motion - camera.eye, radius_squared);
        }
        if ctx.all(away) {
            return unseen;
        }
    }

    let mut size = measure(ctx, screen, patch, camera, projected, crosses_near);
    if moving {
        let later = measure(ctx, screen, patch, camera, projected_later, crosses_near);
        size.edges = size.edges.max(later.edges);
        size.half_edges = size.half_edges.max(later.half_edges);
        size.foreshortening = size.foreshortening.max(later.foreshortening);
        size.segments = if size.segments == 0 || later.segments == 0 { 0 } else { size.segments.max(later.segments) };
    }

    // Each of four threads knows of a border: half of one that has a number keeps that.
    let mut number = 0u32;
    if thread < 4 {
        number = piece.cell.number(thread);
        if number == 0 {
            number = size.segments;
        }
    }
    let cell = piece.cell.with_numbers(ctx.reduce_add(number << (5 * (thread & 3))));
    decide(&cell, size, crosses_near)
}

/// What becomes of a piece that is seen.
#[device]
pub fn decide(cell: &Cell, size: Size, crosses_near: bool) -> Verdict {
    let speeds = speeds(size.edges, size.foreshortening);
    let columns = least_count(speeds.x).max(cell.asks(0)).max(cell.asks(1));
    let rows = least_count(speeds.y).max(cell.asks(2)).max(cell.asks(3));
    if fits(columns, rows) && !crosses_near {
        return Verdict { cell: cell.with_micropolygons(columns, rows), fate: Fate::Dice, limited: false };
    }
    let cuts = cuts(cell, size, crosses_near);
    if cuts > 1 {
        return Verdict { cell: cell.with_cuts(cuts), fate: Fate::Split, limited: false };
    }
    let fate = if crosses_near { Fate::Dropped } else { Fate::Dice };
    Verdict { cell: cell.with_micropolygons(OF_TOO_LARGE, OF_TOO_LARGE), fate, limited: true }
}

/// The least number of micropolygons along an axis of this [speed](speeds) that are surely shorter than [`LONGEST_EDGE`].
#[device]
pub fn least_count(speed: f32) -> u32 {
    if speed < MOST_SEGMENTS as f32 * LONGEST_EDGE { (speed * (1.0 / LONGEST_EDGE)) as u32 + 1 } else { TOO_MANY }
}

/// Whether a piece may have so many micropolygons along each axis.
#[device]
pub fn fits(columns: u32, rows: u32) -> bool {
    (columns + 1) * (rows + 1) <= VERTICES
}

/// How large a piece is.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The longest edges of the control mesh along both axes: in pixels, or, where the piece reaches behind the near plane and has
    /// no projection, in space.
    pub edges: Vec2,
    /// What that will be of the lesser half along each axis, at least; measured as `edges`.
    pub half_edges: Vec2,
    /// The ratio of the largest to the smallest depth; without meaning for such a piece.
    pub foreshortening: f32,
    /// How many [segments](segments_of_border) the border needs whose number is the thread's; 0 if it needs too many.
    pub segments: u32,
}

/// The square of the edge that both halves of a row or column of control points share, from the point `start` in steps.
#[device]
pub fn half_edge(screen: &SharedArray<Vec3, 16>, start: u32, step: u32) -> f32 {
    let (a, b) = (screen.get(start), screen.get(start + step));
    let (c, d) = (screen.get(start + 2 * step), screen.get(start + 3 * step));
    ((d - a + c - b).truncate() * 0.125).length_squared()
}

/// The cuts of a piece: along the axis with the longer edges, then of each part again, as long as the parts are surely
/// too large to be diced. What is too large in space is only halved. None where it was halved too often.
#[device]
pub fn cuts(cell: &Cell, size: Size, crosses_near: bool) -> u32 {
    let mut edges = size.edges;
    let mut next = size.half_edges;
    let mut foreshortening = size.foreshortening;
    let mut halvings = [cell.halvings_u(), cell.halvings_v()];
    let mut cuts = 0u32;
    let mut count = 0u32;
    let mut again = true;
    while again {
        let axis = if edges.x >= edges.y { 0u32 } else { 1 };
        if axis == 0 {
            edges.x = next.x;
            next.x *= 0.5;
        } else {
            edges.y = next.y;
            next.y *= 0.5;
        }
        foreshortening = foreshortening * 0.5 + 0.5;
        again = halvings[axis as usize] < FINEST;
        if again {
            halvings[axis as usize] += 1;
            cuts |= axis << count;
            count += 1;
            let speeds = speeds(edges, foreshortening);
            again = count < MOST_CUTS && !crosses_near && !fits(least_count(speeds.x), least_count(speeds.y));
        }
    }
    cuts | 1 << count
}

/// Measures a piece; `projected` is this thread's control point.
#[device]
pub fn measure<P: WarpLevel>(
    ctx: &Context<P>,
    screen: &SharedArray<Vec3, 16>,
    patch: &Patch,
    camera: Camera,
    projected: Vec3,
    crosses_near: bool,
) -> Size {
    let thread = ctx.thread();
    let point = patch.points[thread as usize];
    let depth = projected.z;
    let here = camera.on_screen(projected);
    screen.set(thread, Vec3::new(here.x, here.y, depth));
    ctx.warp_barrier();
    let mut along_u = 0.0;
    let mut along_v = 0.0;
    if thread % 4 < 3 {
        if crosses_near {
            along_u = (patch.points[thread as usize + 1] - point).length_squared();
        } else {
            along_u = (screen.get(thread + 1).truncate() - here).length_squared();
        }
    }
    if thread < 12 {
        if crosses_near {
            along_v = (patch.points[thread as usize + 4] - point).length_squared();
        } else {
            along_v = (screen.get(thread + 4).truncate() - here).length_squared();
        }
    }
    // Four threads for the rows, four for the columns.
    let mut half_u = 0.0;
    let mut half_v = 0.0;
    let mut segments = 0u32;
    if thread < 8 && !crosses_near {
        let is_row = thread < 4;
        let half = half_edge(screen, if is_row { 4 * thread } else { thread - 4 }, if is_row { 1 } else { 4 });
        half_u = if is_row { half } else { 0.0 };
        half_v = if is_row { 0.0 } else { half };
    }
    // Also of a piece that reaches behind the near plane: its borders in front of it have numbers, and other pieces know them.
    if thread < 4 {
        segments = segments_on_screen(screen, thread, camera.near);
    }
    // All have read what a later moment overwrites.
    ctx.warp_barrier();
    let edges = Vec2::new(ctx.reduce_max(along_u).sqrt(), ctx.reduce_max(along_v).sqrt());
    let half_edges = Vec2::new(ctx.reduce_max(half_u).sqrt(), ctx.reduce_max(half_v).sqrt());
    let nearest = ctx.reduce_min(depth);
    let farthest = ctx.reduce_max(depth);
    Size { edges, half_edges, foreshortening: farthest / nearest, segments }
}

/// How many [segments](segments_of_border) a border needs: what [`segments`](super::split::segments) finds, of control points that are
/// on the screen already.
#[device]
pub fn segments_on_screen(screen: &SharedArray<Vec3, 16>, border: u32, near: f32) -> u32 {
    let (start, step) = (start_of(border), step_of(border));
    let (a, b) = (screen.get(start), screen.get(start + step));
    let (c, d) = (screen.get(start + 2 * step), screen.get(start + 3 * step));
    segments_of_border([a.truncate(), b.truncate(), c.truncate(), d.truncate()], [a.z, b.z, c.z, d.z], near)
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

/// Whether those of the patch's possible normals with the numbers from `first` on, `count` of 144, face away from the eye.
///
/// The normal at (u, v) is an average of the 144 cross products of an edge along u and an edge along v of the control
/// mesh, and the patch lies within the sphere around the control points. So it faces away everywhere when each of
/// these products does from each point of that sphere, whose centre is given relative to the eye. (The nine faces of
/// the mesh alone, as in the paper, can all face away from a patch that is partly visible.)
#[device]
pub fn faces_away(patch: &Patch, first: u32, count: u32, centre: Vec3, radius_squared: f32) -> bool {
    for pair in first..first + count {
        let normal = edge_along_u(patch, pair % 12).cross(edge_along_v(patch, pair / 12));
        let away = normal.dot(centre);
        if away < 0.0 || away * away < radius_squared * normal.length_squared() {
            return false;
        }
    }
    true
}
