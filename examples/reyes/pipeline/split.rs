//! Split: cuts a patch into halves, and these again (Steinberger et al. 2014, section 6.1).

use super::bound::Bound;
use crate::reyes::geometry::{
    camera::Camera,
    cell::Piece,
    patch::{Patch, segments_of_border},
};
use whipple::{prelude::*, procedure::WarpLevel};

/// The most halvings by one task. In the paper it is one. A patch that is far too large needs several in any case, and each
/// task in their chain waits for its turn: with four, eight halvings one after the other are two tasks.
#[device]
pub const MOST_CUTS: u32 = 4;

/// Halves a piece along the axes that [`Bound`] found; one part a thread.
#[procedure(level = 0, threads = 16)]
pub struct Split {
    /// The view.
    pub camera: Camera,
}

#[execute]
impl Execute for Split {
    type Item = Piece;

    fn execute(&self, ctx: &Context<Self>, piece: &Piece) {
        let part = part_of_thread(ctx, piece, self.camera, false, Vec3::ZERO);
        if ctx.thread() < piece.cell.parts() {
            ctx.spawn::<Bound>(part);
        }
    }
}

/// The part of a piece that is this of 16 threads'. Those that it has not have a part that there is already.
///
/// The numbers of borders are found for each piece in between, as if it were bounded:
/// [`cell`](crate::reyes::geometry::cell). Threads whose piece is the same find one or two each. A scene that is `moving` moves by `motion` while the shutter is open.
#[device]
pub fn part_of_thread<P: WarpLevel>(
    ctx: &Context<P>,
    piece: &Piece,
    camera: Camera,
    moving: bool,
    motion: Vec3,
) -> Piece {
    let mut part = *piece;
    let mut cuts = piece.cell.cuts();
    // Threads with the same bits below this one have the same piece.
    let mut own = 1;
    while cuts > 1 {
        part = part.half(cuts & 1, (ctx.thread() & own > 0) as u32);
        cuts >>= 1;
        own <<= 1;
        if cuts > 1 {
            let border = (ctx.thread() / own) & 3;
            let mut numbers = number_of(&part, border, camera, moving, motion) << (5 * border);
            if own == 8 {
                numbers |= number_of(&part, border + 2, camera, moving, motion) << (5 * border + 10);
            }
            let mut other = own;
            while other < 16 {
                numbers |= ctx.shuffle_xor(numbers, other);
                other <<= 1;
            }
            part.cell = part.cell.with_numbers(numbers);
        }
    }
    part
}

/// As [`part_of_thread`], part `number`, by one thread: bit k of the number says which half the cut k leaves.
#[device]
pub fn part(piece: &Piece, number: u32, camera: Camera) -> Piece {
    let mut part = *piece;
    let mut cuts = piece.cell.cuts();
    let mut halves = number;
    while cuts > 1 {
        part = part.half(cuts & 1, halves & 1);
        cuts >>= 1;
        halves >>= 1;
        if cuts > 1 {
            part.cell = part.cell.with_numbers(numbers(&part, camera));
        }
    }
    part
}

/// The numbers of a piece's borders, five bits each, the first lowest.
#[device]
pub fn numbers(piece: &Piece, camera: Camera) -> u32 {
    let mut numbers = 0;
    for border in 0..4 {
        numbers |= number_of(piece, border, camera, false, Vec3::ZERO) << (5 * border);
    }
    numbers
}

/// The number of a border of a piece: the one that it has, or that its control points [give](segments_of_border) it; of a scene that
/// is `moving` the greater of that at the first and at the last moment, and 0 if either is.
#[device]
pub fn number_of(piece: &Piece, border: u32, camera: Camera, moving: bool, motion: Vec3) -> u32 {
    let mut number = piece.cell.number(border);
    if number == 0 {
        number = segments(&piece.patch, border, camera, Vec3::ZERO);
        if moving && number > 0 {
            let later = segments(&piece.patch, border, camera, motion);
            number = if later == 0 { 0 } else { number.max(later) };
        }
    }
    number
}

/// How many [segments](segments_of_border) a border of a piece needs that is moved by `motion`.
#[device]
pub fn segments(patch: &Patch, border: u32, camera: Camera, motion: Vec3) -> u32 {
    let points = points_of(patch, border);
    let mut screen = [Vec2::ZERO; 4];
    let mut depths = [0.0; 4];
    for k in 0..4 {
        let projected = camera.project(points[k] + motion);
        screen[k] = camera.on_screen(projected);
        depths[k] = projected.z;
    }
    segments_of_border(screen, depths, camera.near)
}

/// The control points of a border.
#[device]
#[allow(clippy::needless_range_loop, reason = "device code has no iterators")]
pub fn points_of(patch: &Patch, border: u32) -> [Vec3; 4] {
    let mut points = [Vec3::ZERO; 4];
    for k in 0..4 {
        // Chosen and not indexed, since threads differ in the border, and registers have no index.
        let along_u = if border == 0 { patch.points[k] } else { patch.points[12 + k] };
        let along_v = if border == 2 { patch.points[4 * k] } else { patch.points[4 * k + 3] };
        points[k] = if border < 2 { along_u } else { along_v };
    }
    points
}

/// The first control point of a border.
#[device]
pub fn start_of(border: u32) -> u32 {
    if border == 1 {
        12
    } else if border == 3 {
        3
    } else {
        0
    }
}

/// From a control point of a border to the next.
#[device]
pub fn step_of(border: u32) -> u32 {
    if border < 2 { 1 } else { 4 }
}
