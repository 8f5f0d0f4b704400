//! Pieces of patches, and how they stay joined.
//!
//! # Why there are no cracks
//!
//! A patch is halved along u or v, its pieces again, each as often as its own size asks for. Two pieces that meet may so
//! have been halved differently. They are drawn without a gap or an overlap because both draw the same line along their
//! common border, to the bit:
//!
//! 1. *A border decides alone.* A border of a piece is a cubic curve of four control points. It is *short* when they alone
//!    promise that fifteen segments of it are shorter than a pixel ([`is_short_border`](super::patch::is_short_border)).
//!    The control points are the same bits on both sides: those of a border of the scene by the scene, those of a cut
//!    because [`Split`](super::split::Split) gives the same four to both halves, and the halves of a curve depend on
//!    nothing but the curve. The test is the same when the curve runs backwards, and wherever it is inlined: no product of it
//!    and of the projection is fused with a sum.
//! 2. *The line of a border* is: fifteen segments, of equal steps of the parameter, if it is short; else the lines of its
//!    two halves. That is a function of the border, whatever was cut on either side.
//! 3. *A piece is diced only when its four borders are short*, so it never has a coarser line than that.
//! 4. *It may have a finer one*: a cut across a piece halves two borders, and one may have been short already. Such a
//!    border has a *surplus*: how often it was halved since the short border that it is a part of. Along it the sixteen
//!    vertices of the piece move to the nearest vertices of the short border, and some micropolygons shrink to nothing.
//!    Moved so, the vertices of all parts of a short border run through its sixteen vertices in order: its line.
//!    ([`Cell::along_u`], [`Cell::along_v`].)
//! 5. *A corner* lies on two borders. At most one of them passes it: the other was made by a cut that ended there. So it
//!    moves along one only; and vertices of other pieces never move onto the end of a short border, only those that are
//!    its end do.
//! 6. *Equal parameters give equal points.* Vertices are evaluated on the patch of the scene, not on the piece; parameters
//!    are whole numbers of a common fraction until the last step; t and 1 - t change places without rounding
//!    ([`bernstein`](super::patch::bernstein), [`weigh`](super::patch::weigh)); and on a border of the patch the weights of
//!    all other rows are zero, so that both patches compute the same four-point sum.
//!
//! What meets the limit of [`FINEST`] halvings, or crosses the near plane there, is counted and may have gaps. Of patches
//! that move, those that meet stay joined while they move alike.

use super::patch::{Patch, SEGMENTS, bernstein, combine};
use whipple::prelude::*;

/// Halvings along an axis after which a piece is halved no more along it.
#[device]
pub const FINEST: u32 = 16;

/// The end of an axis in the whole numbers that count along it: all vertices of all pieces lie on such numbers.
#[device]
pub const END: u32 = 15 << 16;

/// The part of a patch between two columns and two rows of a grid that halving made.
#[device]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Index of the patch in the scene.
    pub patch: u32,
    /// Which column of the 2^`halvings_u` along u.
    pub column: u16,
    /// Which row of the 2^`halvings_v` along v.
    pub row: u16,
    /// How often it was halved along u.
    pub halvings_u: u8,
    /// How often it was halved along v.
    pub halvings_v: u8,
    /// The axes that [`Split`](super::split::Split) halves it along, a bit each, the first lowest: 0 is u, 1 is v. A set bit
    /// above them is their end. Set by Bound.
    pub cuts: u8,
    /// Bit k: border k is short. Set by Bound. The borders are, from 0: v = 0, v = 1, u = 0, u = 1.
    pub short: u8,
    /// For each border: how often it was halved since it was first short.
    pub surplus: [u8; 4],
}

#[device]
impl Cell {
    /// How often it was halved.
    pub fn halvings(&self) -> u32 {
        self.halvings_u as u32 + self.halvings_v as u32
    }

    /// Whether it is to be halved at all: not where Bound found it halved too often.
    pub fn has_cuts(&self) -> bool {
        self.cuts > 1
    }

    /// The parts that its `cuts` make of it.
    pub fn parts(&self) -> u32 {
        1 << (self.cuts as u32).ilog2()
    }

    /// The first (`second` is 0) or second (1) half along an axis.
    pub fn half(&self, axis: u32, second: u16) -> Cell {
        let mut half = *self;
        if axis == 0 {
            half.halvings_u += 1;
            half.column = 2 * self.column + second;
            half.surplus[0] = self.surplus_of_half(0);
            half.surplus[1] = self.surplus_of_half(1);
            half.surplus[3 - second as usize] = 0;
        } else {
            half.halvings_v += 1;
            half.row = 2 * self.row + second;
            half.surplus[2] = self.surplus_of_half(2);
            half.surplus[3] = self.surplus_of_half(3);
            half.surplus[1 - second as usize] = 0;
        }
        half
    }

    /// The surplus of either half of a border. Half of a short border counts as short, whatever rounding says of it.
    pub fn surplus_of_half(&self, border: u32) -> u8 {
        let surplus = self.surplus[border as usize];
        if surplus > 0 || self.short >> border & 1 == 1 { surplus + 1 } else { 0 }
    }

    /// Where along u the vertex (i, j) lies, in 0..=[`END`].
    pub fn along_u(&self, i: u32, j: u32) -> u32 {
        let mut surplus = 0u8;
        if j == 0 {
            surplus = self.surplus[0];
        } else if j == SEGMENTS {
            surplus = self.surplus[1];
        }
        vertex_of_border(self.column as u32, self.halvings_u as u32, surplus as u32, i)
    }

    /// Where along v the vertex (i, j) lies, in 0..=[`END`].
    pub fn along_v(&self, i: u32, j: u32) -> u32 {
        let mut surplus = 0u8;
        if i == 0 {
            surplus = self.surplus[2];
        } else if i == SEGMENTS {
            surplus = self.surplus[3];
        }
        vertex_of_border(self.row as u32, self.halvings_v as u32, surplus as u32, j)
    }

    /// u at a position along the columns of micropolygons, 0 to 15.
    pub fn u(&self, position: f32) -> f32 {
        parameter(vertex_of_border(self.column as u32, self.halvings_u as u32, 0, 0))
            + position * parameter(1 << (FINEST - self.halvings_u as u32))
    }

    /// v at a position along the rows of micropolygons, 0 to 15.
    pub fn v(&self, position: f32) -> f32 {
        parameter(vertex_of_border(self.row as u32, self.halvings_v as u32, 0, 0))
            + position * parameter(1 << (FINEST - self.halvings_v as u32))
    }
}

impl Cell {
    /// The whole of a patch.
    pub const fn whole(patch: u32) -> Self {
        Self { patch, column: 0, row: 0, halvings_u: 0, halvings_v: 0, cuts: 1, short: 0, surplus: [0; 4] }
    }
}

/// Where vertex `vertex` (0 to 15) of part `index` of the 2^`halvings` parts of an axis lies, in 0..=[`END`]; moved to a
/// vertex of the part that is 2^`surplus` times as long. Only the ends of that move to its ends.
#[device]
pub fn vertex_of_border(index: u32, halvings: u32, surplus: u32, vertex: u32) -> u32 {
    let whole = index >> surplus;
    // From the start of the longer part, in a 2^surplus-th of its segments.
    let distance = SEGMENTS * (index - (whole << surplus)) + vertex;
    let mut segment = (distance + ((1_u32 << surplus) >> 1)) >> surplus;
    if distance > 0 && distance < SEGMENTS << surplus {
        segment = segment.clamp(1, SEGMENTS - 1);
    }
    (SEGMENTS * whole + segment) << (FINEST + surplus - halvings)
}

/// The parameter at a whole number along an axis; exactly 1 at [`END`].
#[device]
pub fn parameter(along: u32) -> f32 {
    along as f32 * (1.0 / 983040.0)
}

/// The vertex (i, j) of a diced cell of a patch, `i` and `j` in 0..=[`SEGMENTS`].
#[device]
pub fn vertex(patch: &Patch, cell: &Cell, i: u32, j: u32) -> Vec3 {
    let u = cell.along_u(i, j);
    let v = cell.along_v(i, j);
    combine(patch, bernstein(parameter(u), parameter(END - u)), bernstein(parameter(v), parameter(END - v)))
}

/// A piece of a patch, on its way to be diced.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    /// Its own control points.
    pub patch: Patch,
    /// Where it lies in the patch of the scene.
    pub cell: Cell,
}

/// The patches of a scene, whole.
pub fn pieces(patches: &[Patch]) -> Vec<Piece> {
    patches.iter().zip(0..).map(|(patch, index)| Piece { patch: *patch, cell: Cell::whole(index) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_reach_their_ends_exactly() {
        assert_eq!((parameter(0), parameter(END), parameter(END / 2)), (0.0, 1.0, 0.5));
        let whole = Cell::whole(0);
        assert_eq!((whole.along_u(0, 7), whole.along_u(15, 0), whole.along_v(3, 15)), (0, END, END));
    }

    /// However often a short border is halved, its parts run through its vertices in order, and through no others.
    #[test]
    fn the_parts_of_a_short_border_follow_its_line() {
        for halvings in [0, 3, 10] {
            for index in [0, 5 % (1 << halvings), (1 << halvings) - 1] {
                let line: Vec<u32> = (0..=15).map(|k| vertex_of_border(index, halvings, 0, k)).collect();
                for surplus in 1..=6 {
                    let mut found = Vec::new();
                    for part in 0..1 << surplus {
                        let part = (index << surplus) + part;
                        found.extend((0..=15).map(|k| vertex_of_border(part, halvings + surplus, surplus, k)));
                    }
                    assert!(found.is_sorted());
                    found.dedup();
                    assert_eq!(found, line, "border {index} of 2^{halvings}, in 2^{surplus} parts");
                }
            }
        }
    }

    #[test]
    fn halves_know_what_they_are_a_part_of() {
        // Border 0 is short, the others are not.
        let cell = Cell { short: 1, ..Cell::whole(7) };
        let (first, second) = (cell.half(0, 0), cell.half(0, 1));
        assert_eq!((first.column, second.column, first.halvings(), first.patch), (0, 1, 1, 7));
        assert_eq!((first.surplus, second.surplus), ([1, 0, 0, 0], [1, 0, 0, 0]));
        // The cut at u = 1/2 ends on border 0, at a vertex of it.
        assert_eq!(first.along_u(15, 0), second.along_u(0, 0));
        assert_eq!(first.along_u(15, 0) % (END / 15), 0);
        assert_eq!((first.along_u(15, 1), second.along_u(0, 15)), (END / 2, END / 2));
        // Cut along v, what lies away from border 0 has no surplus.
        let upper = Cell { short: 0, ..first }.half(1, 1);
        assert_eq!((upper.surplus, upper.row), ([0; 4], 1));
    }
}
