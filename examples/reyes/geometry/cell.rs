//! Pieces of patches, and how they stay joined.
//!
//! # Why there are no cracks
//!
//! A patch is halved along u or v, its pieces again, each as often as its own size asks for, and a piece is diced with as many
//! micropolygons along each axis as its shape asks for. Two pieces that meet may so have been halved differently, and have
//! different numbers of vertices. They are drawn without a gap or an overlap because both draw the same line along their common
//! border, to the bit:
//!
//! 1. *A border decides alone.* A border of a piece is a cubic curve of four control points. Its *number* is the least number of
//!    segments that they alone promise to be shorter than a pixel
//!    ([`segments_of_border`](super::patch::segments_of_border)); it has none if more than
//!    [`MOST_SEGMENTS`](super::patch::MOST_SEGMENTS) would be needed. The control points are the same bits on both sides: those
//!    of a border of the scene by the scene, those of a cut because
//!    [`Split`](crate::reyes::pipeline::split::Split) gives the same four to both halves, and the halves of a curve depend on
//!    nothing but the curve. The number is the same when the curve runs backwards, and wherever it is found: no product of it and
//!    of the projection is fused with a sum.
//! 2. *The line of a border* is: so many segments, of equal steps of the parameter, if it has a number; else the lines of its
//!    two halves. That is a function of the border, whatever was cut on either side.
//! 3. *Parts keep the number.* A cut across a piece halves two borders, and one may have had a number already. Its halves keep
//!    that, whatever number they would have by themselves, and have a *surplus*: how often they were halved since.
//! 4. *A piece is diced only when its line is fine enough*: when its four borders have numbers, and it has at least a number's
//!    2^surplus-th part of micropolygons along each. Along a border its vertices move to the nearest vertices of the border's line,
//!    and some micropolygons shrink to nothing. No two neighbours move farther apart than one segment of the line, so that the
//!    vertices of all parts of a border with a number run through all vertices of its line, in order.
//!    ([`Cell::along_u`], [`Cell::along_v`].)
//! 5. *A corner* lies on two borders. At most one of them passes it: the other was made by a cut that ended there. So it
//!    moves along one only. Where to is exact, so that both pieces beside a cut agree, whatever numbers of micropolygons they
//!    have. And vertices of other pieces never move onto the end of a border that has the number, only those that are its
//!    end do: numbers are two at least ([`LEAST_SEGMENTS`](super::patch::LEAST_SEGMENTS)), so that there is another place.
//! 6. *Equal parameters give equal points.* Vertices are evaluated on the patch of the scene, not on the piece; what t is and what
//!    is left to 1 are computed alike, from whole numbers that change places when the border runs backwards ([`parameters`]), and
//!    so are the points ([`bernstein`](super::patch::bernstein), [`weigh`](super::patch::weigh)); at the ends of pieces both are
//!    exact, whatever the number; and on a border of the patch the weights of all other rows are zero, so that both patches
//!    compute the same four-point sum.
//!
//! What meets the limit of [`FINEST`] halvings, or crosses the near plane there, is counted and may have gaps. Of patches
//! that move, those that meet stay joined while they move alike.

use super::patch::{Patch, VERTICES, bernstein, combine, half, product};
use whipple::prelude::*;

/// Halvings along an axis after which a piece is halved no more along it.
#[device]
pub const FINEST: u32 = 16;

/// What a border [asks](Cell::asks) for that has no number: more than a piece can have.
#[device]
pub const TOO_MANY: u32 = VERTICES;

/// The part of a patch between two columns and two rows of a grid that halving made. Borders are counted from 0: v = 0, v = 1,
/// u = 0, u = 1.
#[device]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Index of the patch in the scene.
    pub patch: u32,
    /// Which column of the 2^[`halvings_u`](Self::halvings_u) along u.
    pub column: u16,
    /// Which row of the 2^[`halvings_v`](Self::halvings_v) along v.
    pub row: u16,
    /// How often it was halved, five bits each from the lowest: each border since it has its number, the piece along u, along v.
    pub halved: u32,
    /// What it is diced into, five bits each from the lowest: the number of each border, 0 for none; then what Bound sets, the
    /// micropolygons along u and along v, or, of a piece that is to be halved, its cuts.
    pub segments: u32,
}

#[device]
impl Cell {
    /// How often it was halved along u.
    pub fn halvings_u(&self) -> u32 {
        self.halved >> 20 & 31
    }

    /// How often it was halved along v.
    pub fn halvings_v(&self) -> u32 {
        self.halved >> 25
    }

    /// How often it was halved.
    pub fn halvings(&self) -> u32 {
        self.halvings_u() + self.halvings_v()
    }

    /// Whether it must not be halved any more along an axis, so that it may be drawn with gaps.
    pub fn is_finest(&self) -> bool {
        self.halvings_u() == FINEST || self.halvings_v() == FINEST
    }

    /// How often a border was halved since it has its number.
    pub fn surplus(&self, border: u32) -> u32 {
        self.halved >> (5 * border) & 31
    }

    /// The number of a border; 0 if it has none.
    pub fn number(&self, border: u32) -> u32 {
        self.segments >> (5 * border) & 31
    }

    /// The least number of micropolygons along a border that its line allows.
    pub fn asks(&self, border: u32) -> u32 {
        let (number, surplus) = (self.number(border), self.surplus(border));
        if number == 0 { TOO_MANY } else { (number + (1_u32 << surplus) - 1) >> surplus }
    }

    /// Micropolygons along u.
    pub fn columns(&self) -> u32 {
        self.segments >> 20 & 31
    }

    /// Micropolygons along v.
    pub fn rows(&self) -> u32 {
        self.segments >> 25
    }

    /// The axes that [`Split`](crate::reyes::pipeline::split::Split) halves it along, a bit each, the first lowest:
    /// 0 is u, 1 is v. A set bit above them is their end.
    pub fn cuts(&self) -> u32 {
        self.segments >> 20
    }

    /// The parts that its cuts make of it.
    pub fn parts(&self) -> u32 {
        1 << self.cuts().ilog2()
    }

    /// With the numbers of its borders, five bits each, the first lowest.
    pub fn with_numbers(&self, numbers: u32) -> Cell {
        let mut cell = *self;
        cell.segments = numbers;
        cell
    }

    /// To be diced into so many micropolygons along u and v.
    pub fn with_micropolygons(&self, columns: u32, rows: u32) -> Cell {
        let mut cell = *self;
        cell.segments = self.segments & 0xf_ffff | columns << 20 | rows << 25;
        cell
    }

    /// To be halved along some axes: see [`cuts`](Self::cuts).
    pub fn with_cuts(&self, cuts: u32) -> Cell {
        let mut cell = *self;
        cell.segments = self.segments & 0xf_ffff | cuts << 20;
        cell
    }

    /// The first (`second` is 0) or second (1) half along an axis: 0 is u, 1 is v.
    pub fn half(&self, axis: u32, second: u32) -> Cell {
        let mut half = *self;
        if axis == 0 {
            half.column = 2 * self.column + second as u16;
        } else {
            half.row = 2 * self.row + second as u16;
        }
        // Half of a border keeps its number, whatever rounding says of it.
        let border = 2 * axis;
        let has_number = (self.number(border) > 0) as u32 | ((self.number(border + 1) > 0) as u32) << 5;
        half.halved = self.halved + (has_number << (5 * border)) + (1_u32 << (20 + 5 * axis));
        // The cut is a border of which nothing is known yet.
        let cut = 31_u32 << (5 * (3 - border - second));
        half.halved &= !cut;
        half.segments &= !cut;
        half
    }

    /// Where along u vertex `i` of a [line](line_of) of vertices along u lies, and what is left from there to 1.
    pub fn along_u(&self, i: u32, line: u32) -> Vec2 {
        self.along(0, line, self.column as u32, self.halvings_u(), fraction(i, self.columns()))
    }

    /// Where along v vertex `j` of a [line](line_of) of vertices along v lies, and what is left from there to 1.
    pub fn along_v(&self, j: u32, line: u32) -> Vec2 {
        self.along(2, line, self.row as u32, self.halvings_v(), fraction(j, self.rows()))
    }

    /// Where a vertex lies along the axis of border `first` and the next: see [`position_of_vertex`]. Only borders have a number.
    pub fn along(&self, first: u32, line: u32, index: u32, halvings: u32, part: f32) -> Vec2 {
        let border = first + (line >> 1);
        let mut number = 0u32;
        let mut surplus = 0u32;
        if line != 1 {
            number = self.number(border);
            surplus = self.surplus(border);
        }
        position_of_vertex(index, halvings, part, number, surplus)
    }

    /// How u and v depend on positions along the columns and rows of micropolygons.
    pub fn places(&self) -> Places {
        let (u, v) = (inverse_power(self.halvings_u()), inverse_power(self.halvings_v()));
        Places {
            first: Vec2::new(self.column as f32 * u, self.row as f32 * v),
            step: Vec2::new(u / self.columns() as f32, v / self.rows() as f32),
        }
    }
}

/// Where the micropolygons of a piece lie in its patch.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// u and v of their first corner.
    pub first: Vec2,
    /// From one to the next.
    pub step: Vec2,
}

#[device]
impl Places {
    /// u and v at a position, in micropolygons.
    pub fn at(&self, position: Vec2) -> Vec2 {
        self.first + position * self.step
    }
}

impl Cell {
    /// The whole of a patch.
    pub const fn whole(patch: u32) -> Self {
        Self { patch, column: 0, row: 0, halved: 0, segments: 0 }
    }
}

/// The line of vertices that is number `k` of those to number `last`: 0 is one border, 1 is inside, 2 is the other border.
#[device]
pub fn line_of(k: u32, last: u32) -> u32 {
    (k > 0) as u32 + (k == last) as u32
}

/// `k` / `n`, exactly 0 and 1 at the ends.
#[device]
pub fn fraction(k: u32, n: u32) -> f32 {
    let fraction = product(k as f32, 1.0 / n as f32);
    if k == n { 1.0 } else { fraction }
}

/// 2^-`power`.
#[device]
pub fn inverse_power(power: u32) -> f32 {
    f32::from_bits((127 - power) << 23)
}

/// Where on an axis that was halved a vertex lies, and what is left from there to 1: `part` of the way through part `index` of
/// the 2^`halvings`; moved to a vertex of the line, if it is on a border with a number.
#[device]
pub fn position_of_vertex(index: u32, halvings: u32, part: f32, number: u32, surplus: u32) -> Vec2 {
    if number == 0 {
        let along = (index as f32 + part) * inverse_power(halvings);
        return Vec2::new(along, 1.0 - along);
    }
    let whole = index >> surplus;
    let vertex = vertex_of_line(index - (whole << surplus), part, number, surplus);
    parameters(whole, halvings - surplus, vertex, number)
}

/// The vertex of a border's line, 0 to its `number`, that is nearest to a vertex of part `index` of its 2^`surplus`, `part` of the
/// way through that. Exact at the ends of the part. Only the ends of the line move to its ends.
#[device]
pub fn vertex_of_line(index: u32, part: f32, number: u32, surplus: u32) -> u32 {
    let along = product(number as f32, index as f32 + part) * inverse_power(surplus);
    let nearest = (along + 0.5) as u32;
    if along == 0.0 || along == number as f32 { nearest } else { nearest.clamp(1, number - 1) }
}

/// The parameter of vertex `k` of the `n` + 1 of the line of border `index` of the 2^`halvings` of an axis, and what is left from there
/// to 1. They change places, to the bit, when the axis runs backwards.
#[device]
pub fn parameters(index: u32, halvings: u32, k: u32, n: u32) -> Vec2 {
    let left = (1_u32 << halvings) - 1 - index;
    Vec2::new(index as f32 + fraction(k, n), left as f32 + fraction(n - k, n)) * inverse_power(halvings)
}

/// The vertex (i, j) of a diced cell of a patch, `i` and `j` up to its numbers of micropolygons.
#[device]
pub fn vertex(patch: &Patch, cell: &Cell, i: u32, j: u32) -> Vec3 {
    let u = cell.along_u(i, line_of(j, cell.rows()));
    let v = cell.along_v(j, line_of(i, cell.columns()));
    combine(patch, bernstein(u.x, u.y), bernstein(v.x, v.y))
}

/// `number` / `divisor`, rounded down, of numbers below 2²⁰: the half keeps rounding away from whole numbers.
#[device]
pub fn quotient(number: u32, divisor: u32) -> u32 {
    ((number as f32 + 0.5) * (1.0 / divisor as f32)) as u32
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

#[device]
impl Piece {
    /// The first (`second` is 0) or second (1) half along an axis: 0 is u, 1 is v.
    pub fn half(&self, axis: u32, second: u32) -> Piece {
        Piece { patch: half(&self.patch, axis, second), cell: self.cell.half(axis, second) }
    }
}

/// The patches of a scene, whole.
pub fn pieces(patches: &[Patch]) -> Vec<Piece> {
    patches.iter().zip(0..).map(|(patch, index)| Piece { patch: *patch, cell: Cell::whole(index) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reyes::geometry::patch::MOST_SEGMENTS;

    fn bits(place: Vec2) -> [u32; 2] {
        place.to_array().map(f32::to_bits)
    }

    #[test]
    fn ends_are_exact_whatever_the_number() {
        for number in 2..=MOST_SEGMENTS {
            for (halvings, index) in [(0, 0), (3, 5), (16, 40_000), (16, 65_535)] {
                let end = |k: u32| f64::from(index + k) / f64::from(1 << halvings);
                for (k, end) in [(0, end(0)), (number, end(1))] {
                    let found = parameters(index, halvings, k, number);
                    assert_eq!((f64::from(found.x), f64::from(found.y)), (end, 1.0 - end));
                    // The same of a vertex that is not on the border: of a piece beside.
                    let part = fraction(k, number);
                    assert_eq!(bits(position_of_vertex(index, halvings, part, 0, 0)), bits(found));
                }
            }
        }
    }

    #[test]
    fn parameters_change_places_backwards() {
        for number in 2..=MOST_SEGMENTS {
            for (halvings, index) in [(0, 0), (1, 1), (7, 100), (16, 40_000)] {
                for k in 0..=number {
                    let found = parameters(index, halvings, k, number);
                    let back = parameters((1 << halvings) - 1 - index, halvings, number - k, number);
                    assert_eq!(bits(found), bits(Vec2::new(back.y, back.x)));
                }
            }
        }
    }

    /// However often a border with a number is halved, and whatever numbers of micropolygons its parts have that are allowed: they
    /// run through its vertices in order, and through no others; and parts that meet agree about where.
    #[test]
    fn the_parts_of_a_border_follow_its_line() {
        let mut state = 1u32;
        for number in 2..=MOST_SEGMENTS {
            for surplus in 0..=7 {
                let least = (number + (1 << surplus) - 1) >> surplus;
                for count in least..=MOST_SEGMENTS {
                    let mut found = Vec::new();
                    for part in 0..1 << surplus {
                        // Each part has another number, but for the first time.
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        let more = if count == least { 0 } else { (state >> 16) % (count - least + 1) };
                        let count = least + more;
                        let line: Vec<u32> =
                            (0..=count).map(|k| vertex_of_line(part, fraction(k, count), number, surplus)).collect();
                        assert!(
                            found.last().is_none_or(|last| *last == line[0]),
                            "{part} does not begin where it should"
                        );
                        found.extend(line);
                    }
                    assert!(found.is_sorted());
                    assert!(found[1..found.len() - 1].iter().all(|k| (1..number).contains(k)), "not the ends");
                    found.dedup();
                    assert!(found.iter().copied().eq(0..=number), "{number} segments, 2^{surplus} parts");
                }
            }
        }
    }

    #[test]
    fn halves_know_what_they_are_a_part_of() {
        // Border 0 has a number, the others have not.
        let cell = Cell::whole(7).with_numbers(9);
        assert_eq!((cell.asks(0), cell.asks(1)), (9, TOO_MANY));
        let surplus = |cell: &Cell| [0, 1, 2, 3].map(|border| cell.surplus(border));
        let number = |cell: &Cell| [0, 1, 2, 3].map(|border| cell.number(border));
        let (first, second) = (cell.half(0, 0), cell.half(0, 1));
        assert_eq!((first.column, second.column, first.halvings(), first.patch), (0, 1, 1, 7));
        assert_eq!((surplus(&first), surplus(&second)), ([1, 0, 0, 0], [1, 0, 0, 0]));
        assert_eq!((number(&first), first.asks(0)), ([9, 0, 0, 0], 5));
        // The cut at u = 1/2 ends on border 0, at a vertex of its line, whatever the halves are diced with.
        let (narrow, wide) = (first.with_micropolygons(5, 15), second.with_micropolygons(31, 7));
        assert_eq!((narrow.columns(), narrow.rows(), wide.columns(), wide.rows()), (5, 15, 31, 7));
        assert_eq!(bits(narrow.along_u(5, 0)), bits(wide.along_u(0, 0)));
        assert_eq!(bits(narrow.along_u(5, 0)), bits(parameters(0, 0, 5, 9)));
        assert_eq!((narrow.along_u(5, 1), wide.along_u(0, 1)), (Vec2::splat(0.5), Vec2::splat(0.5)));
        // Cut along v, what lies away from border 0 has neither its number nor its surplus.
        let upper = first.half(1, 1);
        assert_eq!((surplus(&upper), number(&upper), upper.row), ([0; 4], [0; 4], 1));
        // What a cut makes has no number.
        let all = Cell::whole(0).with_numbers(9 | 10 << 5 | 11 << 10 | 12 << 15);
        assert_eq!(number(&all.half(0, 0)), [9, 10, 11, 0]);
        assert_eq!(number(&all.half(0, 1)), [9, 10, 0, 12]);
        assert_eq!(number(&all.half(1, 0)), [9, 0, 11, 12]);
        assert_eq!(number(&all.half(1, 1)), [0, 10, 11, 12]);
        assert_eq!(surplus(&all.half(1, 1).half(1, 1)), [0, 0, 2, 2]);
        assert_eq!(all.with_cuts(0b10110).parts(), 16);
    }

    #[test]
    fn quotients_are_exact() {
        for divisor in 1..=256 {
            for number in 0..20_000 {
                assert_eq!(quotient(number, divisor), number / divisor, "{number} / {divisor}");
            }
        }
    }
}
