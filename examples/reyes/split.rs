//! Split: cuts a patch into halves, and these again (Steinberger et al. 2014, section 6.1).

use super::{
    bound::Bound,
    camera::Camera,
    cell::{Cell, Piece},
    patch::{Patch, half, segments_of_border},
};
use whipple::prelude::*;

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
        if ctx.thread() < piece.cell.parts() {
            ctx.spawn::<Bound>(part(piece, ctx.thread(), self.camera, false, Vec3::ZERO));
        }
    }
}

/// Part `number` of those that its cuts make of a piece: bit k of the number says which half the cut k leaves.
///
/// The numbers of borders are found for each piece in between, as if it were bounded: [`cell`](super::cell). A scene that is
/// `moving` moves by `motion` while the shutter is open.
#[device]
pub fn part(piece: &Piece, number: u32, camera: Camera, moving: bool, motion: Vec3) -> Piece {
    let mut part = *piece;
    let mut cuts = piece.cell.cuts();
    let mut halves = number;
    while cuts > 1 {
        let (axis, second) = (cuts & 1, halves & 1);
        part.cell = part.cell.half(axis, second);
        part.patch = half(&part.patch, axis, second);
        cuts >>= 1;
        halves >>= 1;
        if cuts > 1 {
            part.cell = part.cell.with_numbers(numbers(&part.patch, &part.cell, camera, moving, motion));
        }
    }
    part
}

/// The numbers of a piece's borders, five bits each, the first lowest.
#[device]
pub fn numbers(patch: &Patch, cell: &Cell, camera: Camera, moving: bool, motion: Vec3) -> u32 {
    let mut numbers = 0u32;
    for border in 0..4u32 {
        numbers |= number_of(patch, cell, border, camera, moving, motion) << (5 * border);
    }
    numbers
}

/// The number of a border of a piece: the one that it has, or that its control points [give](segments_of_border) it; of a scene that
/// is `moving` the greater of that at the first and at the last moment, and 0 if either is.
#[device]
pub fn number_of(patch: &Patch, cell: &Cell, border: u32, camera: Camera, moving: bool, motion: Vec3) -> u32 {
    let mut number = cell.number(border);
    if number == 0 {
        number = segments(patch, border, camera, Vec3::ZERO);
        if moving && number > 0 {
            let later = segments(patch, border, camera, motion);
            number = if later == 0 { 0 } else { number.max(later) };
        }
    }
    number
}

/// How many [segments](segments_of_border) a border of a piece needs that is moved by `motion`.
#[device]
pub fn segments(patch: &Patch, border: u32, camera: Camera, motion: Vec3) -> u32 {
    let (start, step) = (start_of(border) as usize, step_of(border) as usize);
    let mut screen = [Vec2::ZERO; 4];
    let mut depths = [0.0; 4];
    for k in 0..4usize {
        let projected = camera.project(patch.points[start + k * step] + motion);
        screen[k] = camera.on_screen(projected);
        depths[k] = projected.z;
    }
    segments_of_border(screen, depths, camera.near)
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
