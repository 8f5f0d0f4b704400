//! What a patch of a scene looks like and how it moves.

use whipple::prelude::*;

/// What a patch looks like and how it moves.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surface {
    /// Diffuse reflectance: linear red, green, blue.
    pub diffuse: Vec3,
    /// How much of what is behind it it hides: 0 to 1.
    pub opacity: f32,
    /// How far it moves while the shutter is open.
    pub motion: Vec3,
}

/// The colour of what says no other: terracotta.
pub const CLAY: Vec3 = Vec3::new(0.74, 0.29, 0.13);
