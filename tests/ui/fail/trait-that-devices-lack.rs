use std::ops::{Add, Mul};
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Row {
    pub cells: [f32; 4],
}

#[device]
impl IntoIterator for Row {
    type Item = f32;
    type IntoIter = std::array::IntoIter<f32, 4>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.into_iter()
    }
}

#[device]
impl Add<&Row> for Row {
    type Output = Row;
    fn add(self, other: &Row) -> Row {
        Row { cells: [self.cells[0] + other.cells[0]; 4] }
    }
}

#[device]
impl Mul<f32> for &Row {
    type Output = Row;
    fn mul(self, factor: f32) -> Row {
        Row { cells: [self.cells[0] * factor; 4] }
    }
}

pub trait Area {
    fn area(&self) -> f32;
}

#[device]
impl Area for f32 {
    fn area(&self) -> f32 {
        *self
    }
}

fn main() {}
