//! Bound: culls a piece of a patch, or sends it to be split or diced (Steinberger et al. 2014, section 6.1).

use super::{
    dice::Dice,
    progress::{FINISHED, LIMITED, share},
    split::{MOST_CUTS, Split, start_of, step_of},
};
use crate::reyes::geometry::{
    camera::Camera,
    cell::{Cell, FINEST, Piece, TOO_MANY},
    patch::{LONGEST_EDGE, MOST_SEGMENTS, Patch, VERTICES, edge_along_u, edge_along_v, segments_of_border, speeds},
};
use whipple::{prelude::*, procedure::WarpLevel};

/// The numbers of micropolygons along both axes of a piece that is diced although it is too large.
#[device]
pub const OF_TOO_LARGE: u32 = 15;

/// How many times as near as at the other moment a piece may be while the shutter is open.
#[device]
pub const MOST_NEARER: f32 = 8.0;

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
/// small if it is small at the first and at the last moment; it is dropped if it [comes too near](comes_too_near). Of a `two_sided` piece the back
/// is seen too.
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
    let outside = outside_planes(projected, camera);
    let mut projected_later = projected;
    let mut outside_later = outside;
    if moving {
        projected_later = camera.project(point + motion);
        outside_later = outside_planes(projected_later, camera);
    }
    let counts = ctx.reduce_add(outside & outside_later | (outside & 1) << 25);
    if is_outside(counts) {
        return unseen;
    }
    let crosses_first = counts >> 25 != 0;
    let mut crosses_last = crosses_first;
    if moving {
        crosses_last = ctx.any(outside_later & 1 != 0);
        if ctx.all(comes_too_near(projected.z, projected_later.z, camera.near)) {
            // So do all of its parts. Nobody misses what is in view at neither moment.
            let unseen_first = is_outside(ctx.reduce_add(outside));
            let unseen_last = is_outside(ctx.reduce_add(outside_later));
            return Verdict { cell: piece.cell, fate: Fate::Dropped, limited: !unseen_first || !unseen_last };
        }
    }

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

    let mut size = measure(ctx, screen, patch, camera, projected, crosses_first);
    if moving {
        let later = measure(ctx, screen, patch, camera, projected_later, crosses_last);
        size = larger(size, crosses_first, later, crosses_last);
    }

    // Each of four threads knows of a border: half of one that has a number keeps that.
    let mut number = 0;
    if thread < 4 {
        number = piece.cell.number(thread);
        if number == 0 {
            number = size.segments;
        }
    }
    let cell = piece.cell.with_numbers(ctx.reduce_add(number << (5 * (thread & 3))));
    decide(&cell, size, crosses_first || crosses_last, crosses_first != crosses_last)
}

/// What becomes of a piece that is seen. One that crosses the near plane, at one moment or at both, is cut into parts that do not; one that does
/// at one moment only ([`passes`](larger)), until it is as small as a micropolygon at the other: more would not be seen.
#[device]
pub fn decide(cell: &Cell, size: Size, crosses_near: bool, passes: bool) -> Verdict {
    let speeds = speeds(size.edges, size.foreshortening);
    let (least_columns, least_rows) = (least_count(speeds.x), least_count(speeds.y));
    let columns = least_columns.max(cell.asks(0)).max(cell.asks(1));
    let rows = least_rows.max(cell.asks(2)).max(cell.asks(3));
    if fits(columns, rows) && !crosses_near {
        return Verdict { cell: cell.with_micropolygons(columns, rows), fate: Fate::Dice, limited: false };
    }
    let is_smallest = passes && least_columns == 1 && least_rows == 1;
    let cuts = if is_smallest { 1 } else { cuts(cell, size, crosses_near) };
    if cuts > 1 {
        return Verdict { cell: cell.with_cuts(cuts), fate: Fate::Split, limited: false };
    }
    let fate = if crosses_near { Fate::Dropped } else { Fate::Dice };
    Verdict { cell: cell.with_micropolygons(OF_TOO_LARGE, OF_TOO_LARGE), fate, limited: true }
}

/// The larger of the sizes of a piece at the first and at the last moment. Where it crosses the near plane at one of them its size is one on the
/// screen at the other: what *passes* the plane while the shutter is open.
#[device]
pub fn larger(first: Size, crosses_first: bool, last: Size, crosses_last: bool) -> Size {
    let segments = if first.segments == 0 || last.segments == 0 { 0 } else { first.segments.max(last.segments) };
    if crosses_first != crosses_last {
        let size = if crosses_first { last } else { first };
        return Size { segments, ..size };
    }
    Size {
        edges: first.edges.max(last.edges),
        half_edges: first.half_edges.max(last.half_edges),
        foreshortening: first.foreshortening.max(last.foreshortening),
        segments,
    }
}

/// Whether a point with these depths at the first and at the last moment has no place on the screen at one of them, being behind the near plane, or
/// comes so near that a piece of what is there would be [`MOST_NEARER`] times as large: it would take too many micropolygons.
#[device]
pub fn comes_too_near(first: f32, last: f32, near: f32) -> bool {
    first < near || last < near || first.max(last) > first.min(last) * MOST_NEARER
}

/// Whether all 16 control points are outside of one plane, by the sums of [`outside_planes`].
#[device]
pub fn is_outside(counts: u32) -> bool {
    counts & 0x0108_4210 != 0
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
    let mut cuts = 0;
    let mut count = 0;
    let mut again = true;
    while again {
        let axis = if edges.x >= edges.y { 0 } else { 1 };
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
    let mut segments = 0;
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
    let mut outside = 0;
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
