//! Which samples a micropolygon covers: candidates are tested up to 32 at a time, and a bit says of each whether it is covered.
//!
//! Of a micropolygon at rest the candidates are the samples of a pixel that it touches. One that moves is elsewhere in each sample's
//! part of the time: the candidates are the pixels that it passes in that.

use super::sampling::before_pixel;
use crate::reyes::geometry::coverage::{Edges, Limits, covers, edges, faces_viewer, limits};
use whipple::prelude::*;

/// The corners of a micropolygon: (0, 0), (1, 0), (1, 1), (0, 1).
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Corners {
    /// The corner (0, 0).
    pub a: Vec3,
    /// The corner (1, 0).
    pub b: Vec3,
    /// The corner (1, 1).
    pub c: Vec3,
    /// The corner (0, 1).
    pub d: Vec3,
}

/// The corners of the micropolygon whose first vertex is `index`, where a row has `pitch` vertices.
#[device]
pub fn corners(vertices: &SharedArray<Vec3, 256>, index: u32, pitch: u32) -> Corners {
    Corners {
        a: vertices.get(index),
        b: vertices.get(index + 1),
        c: vertices.get(index + pitch + 1),
        d: vertices.get(index + pitch),
    }
}

/// The corners at a moment, 0 to 1, on the grid of subpixels. Neighbours have the same corners at the same moment.
#[device]
pub fn between(first: &Corners, last: &Corners, time: f32) -> Corners {
    Corners {
        a: vertex_between(first.a, last.a, time),
        b: vertex_between(first.b, last.b, time),
        c: vertex_between(first.c, last.c, time),
        d: vertex_between(first.d, last.d, time),
    }
}

/// A vertex at a moment, 0 to 1.
#[device]
pub fn vertex_between(first: Vec3, last: Vec3, time: f32) -> Vec3 {
    let moved = first + (last - first) * time;
    Vec3::new((moved.x + 0.5).floor(), (moved.y + 0.5).floor(), moved.z)
}

#[device]
impl Corners {
    /// The least coordinates.
    pub fn lowest(&self) -> Vec3 {
        self.a.min(self.b).min(self.c.min(self.d))
    }

    /// The greatest coordinates.
    pub fn highest(&self) -> Vec3 {
        self.a.max(self.b).max(self.c.max(self.d))
    }

    /// What lies at (u, v), both 0 to 1, between them.
    pub fn at(&self, u: f32, v: f32) -> Vec3 {
        let (first, second) = (self.a + (self.b - self.a) * u, self.d + (self.c - self.d) * u);
        first + (second - first) * v
    }

    /// As seen from the pixel to the left of and above the pixel (x, y), as [`Pattern::offset`](super::sampling::Pattern::offset) has it.
    pub fn seen_from(&self, x: u32, y: u32) -> Corners {
        let origin = Vec3::new(before_pixel(x), before_pixel(y), 0.0);
        Corners { a: self.a - origin, b: self.b - origin, c: self.c - origin, d: self.d - origin }
    }

    /// As seen from behind.
    pub fn turned(&self) -> Corners {
        Corners { a: self.b, b: self.a, c: self.d, d: self.c }
    }

    /// The edges of the side that is seen from the front.
    pub fn edges(&self) -> Edges {
        edges(&limits(self.a, self.b, self.c, self.d), self.a, self.b, self.c, self.d)
    }

    /// Whether the side with these limits covers the position (x, y).
    pub fn cover(&self, limits: &Limits, x: f32, y: f32) -> bool {
        covers(limits, self.a, self.b, self.c, self.d, x, y)
    }

    /// Its limits from both sides; from behind only if that is seen.
    pub fn sides(&self, two_sided: bool) -> Sides {
        let front = limits(self.a, self.b, self.c, self.d);
        let back = if two_sided { limits(self.b, self.a, self.d, self.c) } else { front };
        Sides { front, back, has_front: faces_viewer(&front), has_back: two_sided && faces_viewer(&back) }
    }
}

/// What covers positions of a micropolygon from either side.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// From the front.
    pub front: Limits,
    /// From behind.
    pub back: Limits,
    /// Whether any of its front is seen.
    pub has_front: bool,
    /// Whether any of its back is seen.
    pub has_back: bool,
}

/// What is seen of a micropolygon at rest.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The column of the first pixel that it touches.
    pub x: u16,
    /// Its row.
    pub y: u16,
    /// Whether only its back is seen.
    pub behind: bool,
    /// Whether both sides are: it is folded over.
    pub both: bool,
}

/// A pixel that a micropolygon at rest touches.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Touched {
    /// The micropolygon's first vertex.
    pub corner: u32,
    /// Columns to the pixel from the first that the micropolygon touches: at most two.
    pub right: u32,
    /// Rows.
    pub down: u32,
}

#[device]
impl Touched {
    /// As a number, for shared memory: 8 bits of the vertex, two each of columns and rows, the first lowest.
    pub fn pack(&self) -> u16 {
        (self.corner | self.right << 8 | self.down << 10) as u16
    }

    /// The pixel of a number.
    pub fn unpack(number: u16) -> Touched {
        let number = number as u32;
        Touched { corner: number & 255, right: number >> 8 & 3, down: number >> 10 }
    }
}

/// Some pixels: columns from `left` to before `right`, rows from `top` to before `bottom`.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Pixels {
    /// The first column.
    pub left: u32,
    /// The one after the last column.
    pub right: u32,
    /// The first row.
    pub top: u32,
    /// The one after the last row.
    pub bottom: u32,
}

/// How far a unit of work has been searched: a pixel that a micropolygon at rest touches, or a micropolygon that moves, in the time of
/// a sample.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The micropolygon's first vertex.
    pub corner: u32,
    /// Of one that moves: the pixels that it passes.
    pub pixels: Pixels,
    /// The column of the first candidate at hand.
    pub x: u32,
    /// Its row.
    pub y: u32,
    /// Its sample.
    pub index: u32,
    /// Bit k: candidate k is covered and has not been noted yet.
    pub covered: u32,
    /// Bit k: what candidate k sees is the back.
    pub behind: u32,
    /// Whether there are no more candidates.
    pub ended: bool,
}

#[device]
impl Search {
    /// A search that has ended.
    pub fn nothing() -> Search {
        let mut search = Search::at_rest(0, 0, 0);
        search.ended = true;
        search
    }

    /// That of a pixel that a micropolygon touches.
    pub fn at_rest(corner: u32, x: u32, y: u32) -> Search {
        let pixels = Pixels { left: 0, right: 0, top: 0, bottom: 0 };
        Search { corner, pixels, x, y, index: 0, covered: 0, behind: 0, ended: false }
    }

    /// That of the pixels that a micropolygon passes in the time of the sample `index`.
    pub fn passing(corner: u32, index: u32, pixels: Pixels) -> Search {
        Search { corner, pixels, x: pixels.left, y: pixels.top, index, covered: 0, behind: 0, ended: false }
    }

    /// Goes to the pixel after the next `candidates` of one that moves.
    pub fn skip(&mut self, candidates: u32) {
        if self.pixels.left < self.pixels.right {
            let pixel = self.pixel(candidates);
            self.x = pixel.x;
            self.y = pixel.y;
        }
        self.ended = self.pixels.left >= self.pixels.right || self.y >= self.pixels.bottom;
    }

    /// The pixel of a candidate of one that moves.
    pub fn pixel(&self, candidate: u32) -> Pixel {
        let columns = self.pixels.right - self.pixels.left;
        let number = self.x - self.pixels.left + candidate;
        Pixel { x: self.pixels.left + number % columns, y: self.y + number / columns }
    }
}

/// A pixel.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pixel {
    /// Its column.
    pub x: u32,
    /// Its row.
    pub y: u32,
}

/// A sample that a micropolygon of the block covers.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// The micropolygon's first vertex.
    pub corner: u32,
    /// The sample of its pixel.
    pub index: u32,
    /// 1 if the sample sees its back, else 0.
    pub behind: u32,
    /// The pixel's column.
    pub x: u32,
    /// And row.
    pub y: u32,
}

#[device]
impl Hit {
    /// As a number, for shared memory: 16 bits each of column and row, 7 of the sample, 1 of the side, 8 of the vertex, the first lowest.
    pub fn pack(&self) -> u64 {
        (self.x | self.y << 16) as u64 | ((self.index | self.behind << 7 | self.corner << 8) as u64) << 32
    }

    /// The number of a hit in the same pixel as `first`, the number of one that sees the front: so many samples later, and bit `samples` of
    /// `behind` says whether it sees the back.
    pub fn later(first: u64, samples: u32, behind: u32) -> u64 {
        let rest = ((first >> 32) as u32 + samples) | (behind >> samples & 1) << 7;
        first as u32 as u64 | (rest as u64) << 32
    }

    /// The hit of a number.
    pub fn unpack(number: u64) -> Hit {
        let (place, rest) = (number as u32, (number >> 32) as u32);
        Hit { corner: rest >> 8, index: rest & 127, behind: rest >> 7 & 1, x: place & 0xffff, y: place >> 16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_packed() {
        for behind in 0..2 {
            let hit = Hit { corner: 255, index: 41, behind, x: 16383, y: 16382 };
            assert_eq!(Hit::unpack(hit.pack()), hit);
            let first = Hit { index: 32, behind: 0, ..hit };
            assert_eq!(Hit::later(first.pack(), 9, behind << 9), hit.pack());
        }
        for touched in [Touched { corner: 255, right: 2, down: 1 }, Touched { corner: 0, right: 1, down: 2 }] {
            assert_eq!(Touched::unpack(touched.pack()), touched);
        }
    }

    #[test]
    fn candidates_of_one_that_moves_follow_the_rows() {
        let mut search = Search::passing(0, 0, Pixels { left: 10, right: 17, top: 2, bottom: 9 });
        search.skip(32);
        assert!(!search.ended);
        assert_eq!((search.x, search.y), (14, 6));
        assert_eq!(search.pixel(2), Pixel { x: 16, y: 6 });
        assert_eq!(search.pixel(3), Pixel { x: 10, y: 7 });
        search.skip(17);
        assert!(search.ended);
        let mut nowhere = Search::passing(0, 0, Pixels { left: 5, right: 5, top: 0, bottom: 3 });
        nowhere.skip(32);
        assert!(nowhere.ended);
    }
}
