//! A quadtree over points: a block of threads sorts the points of a node into its four quarters, which are nodes again.

use super::{Row, Setting, expect, known};
use whipple::prelude::*;

/// A point of the square; coordinates are fractions of 2^32.
#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: u32,
    pub y: u32,
}

#[device]
impl Point {
    /// The quarter that it lies in, of a node at a depth.
    pub fn quarter(&self, depth: u32) -> u32 {
        (self.x << depth >> 31) + 2 * (self.y << depth >> 31)
    }
}

/// A node: the points from `first` to before `end`, in the buffer of its depth.
#[device]
#[derive(Clone, Copy)]
pub struct Node {
    pub first: u32,
    pub end: u32,
    pub depth: u32,
}

/// What a tree has.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counts {
    pub nodes: u32,
    pub leaves: u32,
    /// The depth of the deepest leaf.
    pub depth: u32,
    /// The depths of all points, added up.
    pub depths: u64,
}

/// Builds the tree below a node; deals its points from one buffer to the other.
#[procedure(level = 1, threads = 256, shared = SharedArray<u32, 4>)]
pub struct Build {
    pub points: [Buffer<Point>; 2],
    /// The most points of a leaf.
    pub most: u32,
}
