//! Operators that set what a shape's successors inherit: paint, label, dress.

use crate::city::shape::{Material, Shape};
use whipple::prelude::*;

/// Sets the material.
#[device]
pub fn paint(shape: Shape, material: Material) -> Shape {
    let mut painted = shape;
    painted.material = material;
    painted
}

/// Sets the role of a shape in its rule.
#[device]
pub fn label(shape: Shape, label: u8) -> Shape {
    let mut labelled = shape;
    labelled.label = label;
    labelled
}

/// Sets the style that all that follows has.
#[device]
pub fn dress(shape: Shape, style: u8) -> Shape {
    let mut dressed = shape;
    dressed.style = style;
    dressed
}
