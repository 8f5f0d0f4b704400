//! How materials look.

use crate::city::shape::Material;
use whipple::prelude::*;

/// The colour of a material: linear red, green, blue of its diffuse reflectance.
#[device]
pub fn colour(material: Material) -> Vec3 {
    match material {
        Material::Concrete => Vec3::new(0.42, 0.41, 0.39),
        Material::Limestone => Vec3::new(0.62, 0.54, 0.42),
        Material::Brick => Vec3::new(0.36, 0.13, 0.08),
        Material::Sandstone => Vec3::new(0.36, 0.24, 0.15),
        Material::White => Vec3::new(0.74, 0.73, 0.70),
        Material::Steel => Vec3::new(0.16, 0.18, 0.20),
        Material::Glass => Vec3::new(0.07, 0.13, 0.18),
        Material::DarkGlass => Vec3::new(0.03, 0.045, 0.06),
        Material::LitGlass => Vec3::new(0.95, 0.72, 0.36),
        Material::Paving => Vec3::new(0.33, 0.32, 0.30),
        Material::Asphalt => Vec3::new(0.055, 0.057, 0.062),
        Material::Paint => Vec3::new(0.70, 0.70, 0.66),
        Material::Grass => Vec3::new(0.11, 0.21, 0.045),
        Material::Leaf => Vec3::new(0.085, 0.19, 0.04),
        Material::Hedge => Vec3::new(0.04, 0.11, 0.03),
        Material::Bark => Vec3::new(0.13, 0.08, 0.05),
        Material::Wood => Vec3::new(0.30, 0.17, 0.08),
        Material::Tile => Vec3::new(0.40, 0.12, 0.06),
        Material::Slate => Vec3::new(0.10, 0.11, 0.13),
        Material::Gravel => Vec3::new(0.25, 0.24, 0.22),
        Material::Ochre => Vec3::new(0.62, 0.43, 0.18),
        Material::Blue => Vec3::new(0.22, 0.31, 0.40),
        Material::Field => Vec3::new(0.095, 0.135, 0.05),
    }
}

/// The part of the sky's light that a material mirrors when looked at straight on; more at grazing angles.
#[device]
pub fn mirror(material: Material) -> f32 {
    match material {
        Material::Glass => 0.22,
        Material::DarkGlass => 0.12,
        Material::Steel => 0.08,
        Material::LitGlass => 0.03,
        _ => 0.0,
    }
}

/// The name that a material has in files.
pub fn name(material: Material) -> String {
    format!("{material:?}").to_lowercase()
}

/// Roughness as in glTF's metallic-roughness model.
pub fn roughness(material: Material) -> f32 {
    match material {
        Material::Glass | Material::DarkGlass => 0.08,
        Material::LitGlass => 0.3,
        Material::Steel => 0.4,
        _ => 0.9,
    }
}
