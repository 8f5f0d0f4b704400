//! Towers whose tiers recede, with windows in walls of stone or with profiles before glass: one grammar twice.
//!
//! [`operators`] derives it by procedures of one operator each, [`fused`] by rules that apply sequences of the same operators in
//! one task. Both come to the same terminals, so that what a task for each operator costs can be measured. Here is what
//! their parameters have in common.
//!
//! ```text
//! Lot ─┬─ Ground                  Street ── Ground
//!      └─ Stone ── Setback ── Tower ─┬─ Setback (the tiers above)
//!                                    └─ Tier ── Walls ─┬─ Wall ─┬─ Storeys ── Storey ── Windows …
//!                                                      │        └─ Mullions
//!                                                      └─ Roof ─┬─ Parapet
//!                                                               ├─ Machines
//!                                                               └─ Pinnacles
//! ```

pub mod fused;
pub mod operators;

use crate::city::{
    layout::Layout,
    operators::choice::{chance, vary},
    shape::{Material, Shape},
};
use whipple::prelude::*;

/// Height of a storey, in metres.
#[device]
pub const STOREY: f32 = 3.8;
/// Width of what stands at the ends of a storey.
#[device]
pub const PIER: f32 = 1.0;
/// About the width of a window and the wall around it.
#[device]
pub const BAY: f32 = 4.2;
/// Depth of all that stands out of a wall or a roof.
#[device]
pub const RELIEF: f32 = 0.3;
/// Width of a profile before glass.
#[device]
pub const MULLION: f32 = 0.14;
/// Height of the streets, on which lots lie.
#[device]
pub const STREET_HEIGHT: f32 = 0.02;
/// What stands at the corners of some roofs.
#[device]
pub const PINNACLE: Vec3 = Vec3::new(1.2, 1.2, 4.0);
/// How often roofs have parapets, machines, pinnacles, nothing, in proportion.
#[device]
pub const ROOFS: [f32; 4] = [3.0, 2.0, 1.0, 1.0];

/// What a tower is made of.
#[device]
fn stone(tower: Shape) -> Material {
    match tower.random_bits(0) % 7 {
        0 | 1 => Material::Glass,
        2 => Material::DarkGlass,
        3 => Material::Concrete,
        4 => Material::Limestone,
        5 => Material::Brick,
        _ => Material::Sandstone,
    }
}

/// Whether a wall has profiles before glass rather than windows.
#[device]
fn is_glass(wall: Shape) -> bool {
    wall.material == Material::Glass || wall.material == Material::DarkGlass
}

/// How far a tower's walls stand back from the edge of the lot, or of the roof below.
#[device]
fn setback(tower: Shape) -> f32 {
    vary(tower, 2, 3.0, 4.5)
}

/// The height of the lowest tier of a tower: all of it, or whole storeys.
#[device]
fn tier(tower: Shape) -> f32 {
    let storeys = (tower.size.z / STOREY + 0.5).floor();
    let wide = tower.size.x.min(tower.size.y) > 12.0;
    if storeys > 32.0 || storeys > 6.0 && wide && chance(tower, 3, 0.85) {
        (storeys * vary(tower, 4, 0.45, 0.75)).floor().min(32.0) * STOREY
    } else {
        tower.size.z
    }
}

/// What the height of a plot is multiplied by to give a street or a pavement.
#[device]
fn flat(plot: Shape) -> Vec3 {
    let height = if plot.material == Material::Asphalt { STREET_HEIGHT } else { 0.2 };
    Vec3::new(1.0, 1.0, height / plot.size.z)
}

/// The size of a machine on a roof. No two are of one height, so that the tops of two that overlap are apart.
#[device]
fn machine(place: Shape) -> Vec3 {
    Vec3::new(3.4, 2.2, vary(place, 2, 1.2, 2.4))
}

/// What a window shows.
#[device]
fn glass(pane: Shape) -> Material {
    if chance(pane, 0, 0.12) { Material::LitGlass } else { Material::DarkGlass }
}

/// Blocks of four lots; higher buildings towards the middle of the city.
pub const LAYOUT: Layout = Layout {
    lot: (34.0, 34.0),
    columns: 2,
    streets: [14.0; 3],
    level: STREET_HEIGHT,
    outskirts: 30.0,
    middle: 120.0,
    parks: 0,
    squares: 0,
};
