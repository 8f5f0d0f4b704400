//! Sky, sun and surfaces: what rays bring back.

use crate::city::{
    palette::{colour, mirror},
    shape::Material,
};
use whipple::prelude::*;

/// Sunlight on a surface that faces it: linear red, green, blue.
#[device]
pub const SUN: Vec3 = Vec3::new(3.1, 2.6, 1.9);

/// The colour of the sky in a unit direction.
#[device]
pub fn sky(direction: Vec3) -> Vec3 {
    let up = direction.z.max(0.0);
    let haze = (1.0 - up) * (1.0 - up);
    let low = haze * haze * haze;
    Vec3::new(0.16, 0.32, 0.62) * (1.0 - low) + Vec3::new(0.70, 0.78, 0.86) * low
}

/// The light that a surface sends to the eye, but for what is between them.
///
/// `sun` is the part of the sun and `open` that of the sky that it sees; `towards` is the unit direction of the ray that met it.
#[device]
pub fn reflected(
    material: Material,
    noise: u32,
    normal: Vec3,
    towards: Vec3,
    sun: f32,
    open: f32,
    to_sun: Vec3,
) -> Vec3 {
    // No two boards are alike.
    let part = noise as f32 / 65536.0;
    let own = if material == Material::Field {
        // From green to corn.
        colour(material) * (0.7 + 0.5 * part) + Vec3::new(0.07, 0.045, 0.0) * (part * part * part)
    } else {
        colour(material) * (0.9 + 0.2 * part)
    };
    if material == Material::LitGlass {
        return own * 1.5;
    }
    let above = 0.5 + 0.5 * normal.z;
    let ambient = (Vec3::new(0.30, 0.40, 0.58) * above + Vec3::new(0.17, 0.14, 0.11) * (1.0 - above)) * open;
    let direct = SUN * (normal.dot(to_sun).max(0.0) * sun);
    let diffuse = own * (ambient + direct);
    let straight = mirror(material);
    if straight == 0.0 {
        return diffuse;
    }
    let facing = (-normal.dot(towards)).clamp(0.0, 1.0);
    let grazing = (1.0 - facing) * (1.0 - facing);
    let mirrored = straight + (1.0 - straight) * grazing * grazing * (1.0 - facing);
    let up = towards - normal * (2.0 * normal.dot(towards));
    // Below the horizon other buildings are mirrored, which are not looked for.
    let seen = if up.z > 0.0 { sky(up) } else { Vec3::new(0.20, 0.19, 0.18) };
    diffuse * (1.0 - mirrored) + seen * (mirrored * (0.35 + 0.65 * open))
}

/// A colour behind `distance` metres of hazy air, of which half is left after `half` metres.
#[device]
pub fn through_air(light: Vec3, towards: Vec3, distance: f32, half: f32) -> Vec3 {
    let thickness = distance / half;
    let clear = 1.0 / (1.0 + thickness * thickness);
    light * clear + sky(Vec3::new(towards.x, towards.y, towards.z.max(0.0))) * (1.0 - clear)
}

/// A linear colour of any strength as opaque RGBA8 with a gamma of 2, red in the lowest byte.
#[device]
pub fn pack(light: Vec3) -> u32 {
    quantise(light.x) | quantise(light.y) << 8 | quantise(light.z) << 16 | 255 << 24
}

/// A linear intensity, compressed, as 0 to 255 with a gamma of 2.
#[device]
fn quantise(intensity: f32) -> u32 {
    let compressed = intensity * (1.0 + intensity * 0.16) / (1.0 + intensity);
    ((compressed * 1.25).clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u32
}
