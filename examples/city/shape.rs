//! Shapes: what rules take apart. A box, quad or prism in a frame of its own, with what its rules must know.

use whipple::prelude::*;

/// The axis to the right of whoever looks at a shape's front.
#[device]
pub const X: u32 = 0;
/// Inwards for what stands on the ground, upwards for the face of a wall.
#[device]
pub const Y: u32 = 1;
/// Upwards for what stands on the ground, outwards for a face.
#[device]
pub const Z: u32 = 2;

/// Successions of shapes after which a grammar counts as one that never ends.
#[device]
pub const DEEPEST: u8 = 48;

/// The first bit of [`Shape::depth`] that counts no rules.
#[device]
pub const SQUARE: u8 = 6;

/// The directions of a shape's axes in the world: a rotation, as a unit quaternion.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Imaginary parts.
    pub i: f32,
    /// See `i`.
    pub j: f32,
    /// See `i`.
    pub k: f32,
    /// Real part.
    pub real: f32,
}

#[device]
impl Frame {
    /// The world's own directions.
    pub const WORLD: Frame = Frame { i: 0.0, j: 0.0, k: 0.0, real: 1.0 };

    /// A vector of this frame in the world.
    pub fn in_world(&self, v: Vec3) -> Vec3 {
        let axis = Vec3::new(self.i, self.j, self.k);
        let twice = axis.cross(v) * 2.0;
        v + twice * self.real + axis.cross(twice)
    }

    /// A vector of the world in this frame.
    pub fn local(&self, v: Vec3) -> Vec3 {
        let axis = Vec3::new(-self.i, -self.j, -self.k);
        let twice = axis.cross(v) * 2.0;
        v + twice * self.real + axis.cross(twice)
    }

    /// The frame that `inner` is, seen from this one.
    pub fn of(&self, inner: Frame) -> Frame {
        Frame {
            i: self.real * inner.i + self.i * inner.real + self.j * inner.k - self.k * inner.j,
            j: self.real * inner.j - self.i * inner.k + self.j * inner.real + self.k * inner.i,
            k: self.real * inner.k + self.i * inner.j - self.j * inner.i + self.k * inner.real,
            real: self.real * inner.real - self.i * inner.i - self.j * inner.j - self.k * inner.k,
        }
    }
}

/// What a surface is made of; how that looks is in [`palette`](super::palette).
#[device]
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Material {
    /// Grey concrete.
    Concrete = 0,
    /// Warm, light stone.
    Limestone = 1,
    /// Red brick.
    Brick = 2,
    /// Brown stone.
    Sandstone = 3,
    /// White panels or plaster.
    White = 4,
    /// Dark metal.
    Steel = 5,
    /// Window glass by day.
    Glass = 6,
    /// Tinted glass.
    DarkGlass = 7,
    /// A window with light behind it.
    LitGlass = 8,
    /// Pavement.
    Paving = 9,
    /// Road surface.
    Asphalt = 10,
    /// Road markings.
    Paint = 11,
    /// Lawn.
    Grass = 12,
    /// Foliage.
    Leaf = 13,
    /// Dark foliage.
    Hedge = 14,
    /// Trunks.
    Bark = 15,
    /// Boards and doors.
    Wood = 16,
    /// Red roof tiles.
    Tile = 17,
    /// Dark roof tiles.
    Slate = 18,
    /// Flat roofs.
    Gravel = 19,
    /// Yellow plaster.
    Ochre = 20,
    /// Blue-grey boards.
    Blue = 21,
    /// The country around a city.
    Field = 22,
}

/// A shape: a scope that its rules fill. 48 bytes.
///
/// Boxes reach from `origin` along the three axes of the frame. A quad is a box without extent along Z and faces that
/// way. A prism fills its box as a gabled roof does, with its ridge along X; the ridge is shorter than the eaves by the part
/// `label` / 255.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// The corner with the least coordinates, in metres in the world.
    pub origin: Vec3,
    /// The directions of its axes.
    pub frame: Frame,
    /// Its extents along them, in metres.
    pub size: Vec3,
    /// Where its random numbers come from: of its parent's seed and its number among the parent's successors; the parent's
    /// own seed where it is the only one that an [operator's procedure](super::operators::template) makes.
    pub seed: u32,
    /// Which of several roles it has in its rule, by number; of a prism, how pointed it is.
    pub label: u8,
    /// What its rules agreed on for all that follows from it, by number.
    pub style: u8,
    /// What it is made of.
    pub material: Material,
    /// Rules that were applied up to here, below [`SQUARE`]; from there on the colour of the lot's [square](Shape::square).
    pub depth: u8,
}

/// What a terminal is.
#[device]
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Six faces.
    Box = 0,
    /// One face, seen from its front.
    Quad = 1,
    /// A gabled or hipped roof, or a pyramid.
    Prism = 2,
}

/// Well-mixed bits of a number (Wellons' `lowbias32`).
#[device]
pub fn mix(bits: u32) -> u32 {
    let a = (bits ^ (bits >> 16)).wrapping_mul(0x7feb_352d);
    let b = (a ^ (a >> 15)).wrapping_mul(0x846c_a68b);
    b ^ (b >> 16)
}

#[device]
impl Shape {
    /// A copy of this shape as its successor number `k`, with random numbers of its own.
    ///
    /// Fails the run where rules follow each other without end.
    pub fn child(&self, k: u32) -> Shape {
        let mut child = self.successor();
        child.seed = mix(self.seed.wrapping_add((k + 1).wrapping_mul(0x9e37_79b9)));
        child
    }

    /// A copy of this shape as its only successor, with the same random numbers.
    ///
    /// Fails the run where rules follow each other without end.
    pub fn successor(&self) -> Shape {
        assert!(self.depth & ((1 << SQUARE) - 1) < DEEPEST, "48 rules follow each other: a grammar that never ends");
        let mut successor = *self;
        successor.depth = self.depth + 1;
        successor
    }

    /// The colour of the lot that it comes from, where lots with buildings have two colours as the squares of a chessboard;
    /// 0 for what comes from streets and open lots.
    pub fn square(&self) -> u8 {
        self.depth >> SQUARE
    }

    /// The bits of random number `n` of this shape.
    pub fn random_bits(&self, n: u32) -> u32 {
        mix(self.seed ^ (n + 1).wrapping_mul(0x85eb_ca6b))
    }

    /// The extent along an axis.
    pub fn extent(&self, axis: u32) -> f32 {
        self.size[axis as usize]
    }

    /// A point of the shape's own coordinates, in the world.
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.origin + self.frame.in_world(local)
    }
}

const _: () = assert!(size_of::<Shape>() == 48, "the size of a shape decides how many fit the local queues");
