use std::ops::{Index, IndexMut};
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Index<usize> for Point {
    type Output = f32;
    fn index(&self, index: usize) -> &f32 {
        if index == 0 { &self.x } else { &self.y }
    }
}

impl IndexMut<usize> for Point {
    fn index_mut(&mut self, index: usize) -> &mut f32 {
        if index == 0 { &mut self.x } else { &mut self.y }
    }
}

#[device]
pub fn first(point: Point) -> f32 {
    point[0]
}

#[device]
pub fn changed(points: [Point; 2]) -> Point {
    let mut point = points[1];
    point[1] = 2.0;
    point
}

fn main() {}
