//! A suburb: houses with gabled and hipped roofs, wings, garages and porches, in gardens with fences, hedges and trees.
//!
//! ```text
//! Lot ─┬─ House ─┬─ House (a wing)
//!      │         ├─ Walls ── Wall ── Opening
//!      │         └─ Porch
//!      ├─ Fence
//!      └─ Garden ── Tree
//! Street ─┬─ Lamp
//!         └─ Tree
//! ```

use super::programs;
use crate::city::{
    district::Use,
    layout::Layout,
    operators::{
        attributes::{dress, label, paint},
        choice::{chance, choose, vary},
        extrude::{extrude, inset, offset},
        faces::{border, corner, face},
        form::rules,
        repeat::{repeat, repeats, scatter, spread},
        split::{Parts, slice, split},
        transform::{resize, rotate, scale, translate},
    },
    shape::{Material, Shape, X, Y, Z},
};
use whipple::prelude::*;

/// Height of a storey, in metres.
#[device]
pub const STOREY: f32 = 2.8;
/// Height of pavements and lawns above the street.
#[device]
pub const KERB: f32 = 0.15;
/// Width of the streets around a block.
#[device]
pub const STREET_WIDTH: f32 = 11.0;
/// Depth of the pavement before a lot.
#[device]
pub const PAVEMENT: f32 = 2.4;

/// Roles of a [`many::House`]: the main one, with a door.
#[device]
pub const MAIN: u8 = 0;
/// A wing of another house.
#[device]
pub const WING: u8 = 1;
/// A garage.
#[device]
pub const GARAGE: u8 = 2;

/// Roles of a [`many::Tree`].
#[device]
pub const BROAD: u8 = 0;
/// Pointed.
#[device]
pub const CONIFER: u8 = 1;
/// Without a trunk to be seen.
#[device]
pub const BUSH: u8 = 2;

/// Roles of a [`many::Wall`]: the one with the door.
#[device]
pub const FRONT: u8 = 0;
/// Any other.
#[device]
pub const SIDE: u8 = 1;

/// Roles of a [`many::Opening`].
#[device]
pub const WINDOW: u8 = 0;
/// With a step.
#[device]
pub const DOOR: u8 = 1;

/// What the house of a lot is made of.
#[device]
fn wall_material(lot: Shape) -> Material {
    match lot.random_bits(1) % 8 {
        0..=2 => Material::White,
        3 => Material::Ochre,
        4 => Material::Blue,
        5 => Material::Brick,
        6 => Material::Limestone,
        _ => Material::Wood,
    }
}

/// Where the house of a lot stands, walls and all but the roof.
#[device]
fn house_plot(lot: Shape) -> Shape {
    // Whole steps, so that what stands out of walls that meet is never by chance in one plane.
    let width = 8.5 + 0.5 * vary(lot, 2, 0.0, 6.0).floor();
    let depth = 7.0 + 0.4 * vary(lot, 3, 0.0, 5.0).floor();
    let storeys = if chance(lot, 4, 0.55) { 2.0 } else { 1.0 };
    let right = vary(lot, 5, 5.0, lot.size.x - width - 2.0);
    let back = vary(lot, 6, PAVEMENT + 5.0, PAVEMENT + 8.0);
    let mut plot = translate(lot, Vec3::new(right, back, KERB));
    plot.size = Vec3::new(width, depth, storeys * STOREY + 0.4);
    plot
}

/// Columns of windows of a wall.
#[device]
fn columns_of(wall: f32) -> u32 {
    repeats(wall - 1.0, 2.3, 5)
}

/// The width of a wall that a column of its windows has.
#[device]
fn column_width(wall: f32) -> f32 {
    (wall - 1.0) / columns_of(wall) as f32
}

/// Where the middle of the door is in the front of a house.
#[device]
fn door_at(front: f32) -> f32 {
    0.5 + column_width(front) * ((columns_of(front) / 2) as f32 + 0.5)
}

/// What a house's roof has: its material in the style's lowest bit, shutters in the second.
#[device]
fn house_style(lot: Shape) -> u8 {
    (lot.random_bits(7) % 4) as u8
}

/// The roof of a house that is `shape`, as a prism; its ridge runs along the longer side, or across where `turned`.
#[device]
fn roof(shape: Shape, turned: bool, height: f32) -> Shape {
    let eaves = offset(slice(shape, Z, shape.size.z, shape.size.z + height), 0.55);
    let along = eaves.size.x >= eaves.size.y;
    if along != turned {
        eaves
    } else {
        rotate(resize(eaves, Vec3::new(eaves.size.y, eaves.size.x, height)), std::f32::consts::FRAC_PI_2)
    }
}

rules! {
    /// Fills a lot.
    rule Lot of 10: |ctx, lot, k| {
        let plot = house_plot(*lot);
        let part = lot.child(k);
        let yard = slice(slice(part, Y, PAVEMENT, lot.size.y), Z, KERB, KERB + 0.05);
        // The house's front, in the lot's own coordinates.
        let front = plot.frame.local(plot.origin - lot.origin);
        let dressed = dress(paint(part, wall_material(*lot)), house_style(*lot));
        if lot.label != Use::Building as u8 {
            // A small park: lawn, a path to a sandpit, trees around them.
            let middle = lot.size.x * 0.5;
            if k == 0 {
                ctx.spawn::<BoxTerminal>(paint(yard, Material::Grass));
            } else if k == 1 {
                let path = slice(slice(yard, X, middle - 0.7, middle + 0.7), Y, -0.1, 8.0);
                ctx.spawn::<BoxTerminal>(paint(scale(path, Vec3::new(1.0, 1.0, 1.5)), Material::Gravel));
            } else if k == 2 {
                let pit = slice(slice(yard, X, middle - 3.0, middle + 3.0), Y, 7.0, 12.0);
                ctx.spawn::<BoxTerminal>(paint(scale(pit, Vec3::new(1.0, 1.0, 2.0)), Material::Ochre));
            } else if k == 4 || k == 8 {
                let side = if k == 4 { slice(part, X, 0.5, middle - 4.5) } else { slice(part, X, middle + 3.5, lot.size.x - 1.0) };
                ctx.spawn::<Garden>(slice(slice(side, Y, PAVEMENT + 1.0, lot.size.y - 2.0), Z, KERB + 0.05, KERB + 1.0));
            }
        } else if k == 0 {
            ctx.spawn::<BoxTerminal>(paint(yard, Material::Grass));
        } else if k == 1 {
            let mut house = dressed;
            house.origin = plot.origin;
            house.size = plot.size;
            ctx.spawn::<House>(label(house, MAIN));
        } else if k == 2 {
            let drive = slice(slice(yard, X, 1.0, 4.0), Y, -0.05, front.y - PAVEMENT + 2.0);
            ctx.spawn::<BoxTerminal>(paint(scale(drive, Vec3::new(1.0, 1.0, 1.4)), Material::Asphalt));
        } else if k == 3 {
            let middle = front.x + door_at(plot.size.x);
            let path = slice(slice(yard, X, middle - 0.6, middle + 0.6), Y, -0.05, front.y - PAVEMENT);
            ctx.spawn::<BoxTerminal>(paint(scale(path, Vec3::new(1.0, 1.0, 1.5)), Material::Paving));
        } else if k == 4 {
            let mut garage = slice(slice(dressed, X, 0.7, 4.2), Y, front.y + 1.2, front.y + 7.0);
            garage = slice(garage, Z, KERB, KERB + 2.6);
            if front.x > 4.8 && chance(*lot, 8, 0.75) {
                ctx.spawn::<House>(label(garage, GARAGE));
            }
        } else if k < 8 {
            // The sides and the back, each in a frame that has it along X. Neighbours share the sides.
            let end = if k == 5 { lot.size.y - 0.25 } else { lot.size.y };
            let around = slice(slice(part, Y, PAVEMENT + 0.3, end), Z, KERB, KERB + 1.0);
            let mut wall = face(around, if k == 5 { 3 } else if k == 6 { 2 } else { 0 });
            if k == 5 {
                ctx.spawn::<Fence>(wall);
            } else if k == 6 {
                wall = inset(translate(wall, Vec3::new(0.0, 0.0, -0.1)), 0.03, 0.0, 0.0);
                ctx.spawn::<Fence>(wall);
            } else if chance(*lot, 9, 0.6) {
                let hedge = slice(extrude(wall, -0.7), Y, 0.0, vary(*lot, 10, 0.7, 1.2));
                let gap = front.x + door_at(plot.size.x) - 0.9;
                ctx.spawn::<BoxTerminal>(paint(slice(hedge, X, 4.6, gap), Material::Hedge));
                ctx.spawn::<BoxTerminal>(paint(slice(hedge, X, gap + 1.8, lot.size.x - 0.1), Material::Hedge));
            }
        } else if k == 8 {
            let garden = slice(slice(part, Y, front.y + plot.size.y + 3.0, lot.size.y - 0.5), Z, KERB, KERB + 1.0);
            ctx.spawn::<Garden>(inset(garden, 0.8, 0.0, 0.0));
        } else if chance(*lot, 11, 0.6) {
            let tree = scatter(slice(slice(slice(part, Y, PAVEMENT + 1.2, front.y - 1.0), X, 5.0, lot.size.x - 0.5), Z, KERB, 9.0), Vec3::new(2.6, 2.6, 5.0), 12);
            ctx.spawn::<Tree>(label(tree, BROAD));
        }
    }

    /// Walls, a roof, and what is attached to them.
    rule House of 6: |ctx, house, k| {
        let part = house.child(k);
        let tiles = if house.style.is_multiple_of(2) { Material::Tile } else { Material::Slate };
        let narrow = house.size.x.min(house.size.y);
        let steep = if house.label == GARAGE { 0.3 } else { vary(*house, 0, 0.36, 0.55) };
        let turned = house.label == WING;
        if k == 0 {
            ctx.spawn::<BoxTerminal>(part);
        } else if k == 1 {
            if house.label == GARAGE {
                let door = inset(face(part, 0), 0.35, 0.0, 0.4);
                ctx.spawn::<BoxTerminal>(paint(extrude(door, 0.06), Material::White));
            } else {
                ctx.spawn::<Walls>(part);
            }
        } else if k == 2 {
            let points = if house.label == MAIN && chance(*house, 1, 0.35) { 110 } else { 0 };
            ctx.spawn::<PrismTerminal>(label(paint(roof(part, turned, narrow * steep), tiles), points));
        } else if k == 3 {
            if house.label == MAIN {
                let stack = translate(part, Vec3::new(house.size.x * vary(*house, 2, 0.15, 0.8), house.size.y * 0.6, house.size.z));
                ctx.spawn::<BoxTerminal>(paint(resize(scale(stack, Vec3::new(0.0, 0.0, 0.0)), Vec3::new(0.7, 0.6, narrow * steep + 0.7)), Material::Brick));
            }
        } else if k == 4 {
            if house.label == MAIN && chance(*house, 3, 0.55) {
                // Towards the street, or into the garden; a little lower than the house, so that its roof meets the other's.
                // It covers whole columns of windows, and not that of the door.
                let columns = columns_of(house.size.x);
                let left = chance(*house, 4, 0.5);
                let covered = if left { columns / 2 } else { columns - columns / 2 - 1 };
                let end = 0.5 + covered as f32 * column_width(house.size.x);
                let across = if left { slice(part, X, 0.25, end) } else { slice(part, X, house.size.x - end, house.size.x - 0.25) };
                let mut wing = slice(across, Z, -0.06, house.size.z - 0.12);
                wing = if chance(*house, 5, 0.6) {
                    slice(wing, Y, -2.4, 3.3)
                } else {
                    slice(wing, Y, house.size.y - 3.3, house.size.y + 3.4)
                };
                ctx.spawn::<House>(label(wing, WING));
            }
        } else if house.label == MAIN {
            let entrance = slice(face(part, 0), Y, 0.0, 2.75);
            let middle = door_at(house.size.x);
            ctx.spawn::<Porch>(slice(entrance, X, middle - 1.3, middle + 1.3));
        }
    }

    /// A small roof on two posts before a door.
    rule Porch of 3: |ctx, porch, k| {
        let deep = extrude(porch.child(k), 1.4);
        if k == 0 {
            ctx.spawn::<BoxTerminal>(paint(slice(deep, Y, 2.55, 2.75), Material::White));
        } else {
            let post = spread(slice(slice(deep, Y, 0.0, 2.55), Z, 1.2, 1.36), X, 2, 0.16, k - 1);
            ctx.spawn::<BoxTerminal>(paint(post, Material::White));
        }
    }

    /// Takes a house apart into its faces, of which the walls get openings.
    rule Walls of 6: |ctx, house, k| {
        if k < 4 {
            // The front of a house has a door, that of a wing has none.
            let front = k == 0 && house.label == MAIN;
            ctx.spawn::<Wall>(label(face(house.child(k), k), if front { FRONT } else { SIDE }));
        }
    }

    /// Divides a wall into storeys and columns of windows; the front has a door in its middle.
    rule Wall of 10: |ctx, wall, k| {
        let storeys = repeats(wall.size.y - 0.4, STOREY, 2);
        let columns = columns_of(wall.size.x);
        let storey = k / 5;
        let column = k % 5;
        if storey < storeys && column < columns {
            let rows = Parts { absolute: [0.4, STOREY, STOREY, 0.0, 0.0, 0.0], relative: [0.0, 0.0, 0.0, 1.0, 0.0, 0.0] };
            let tile = repeat(inset(split(wall.child(k), Y, rows, storey + 1), 0.5, 0.0, 0.0), X, columns, column);
            let door = wall.label == FRONT && storey == 0 && column == columns / 2;
            let wanted = wall.label == FRONT || chance(*wall, k, 0.75);
            if door || wanted {
                ctx.spawn::<Opening>(label(tile, if door { DOOR } else { WINDOW }));
            }
        }
    }

    /// A pane or a door with its frame, and a sill or a step, and shutters.
    rule Opening of 8: |ctx, tile, k| {
        let part = tile.child(k);
        let door = tile.label == DOOR;
        let width = if door { 1.1 } else { 1.15 };
        let base = if door { -0.3 } else { 0.85 };
        let height = if door { 2.4 } else { 1.3 };
        let left = (tile.size.x - width) * 0.5;
        let hole = slice(slice(part, X, left, left + width), Y, base, base + height);
        if k == 0 {
            if door {
                ctx.spawn::<BoxTerminal>(paint(extrude(inset(hole, 0.02, 0.02, 0.02), 0.05), Material::Wood));
            } else {
                let glass = if chance(*tile, 0, 0.12) { Material::LitGlass } else { Material::DarkGlass };
                ctx.spawn::<QuadTerminal>(paint(translate(hole, Vec3::new(0.0, 0.0, 0.02)), glass));
            }
        } else if k < 5 {
            ctx.spawn::<BoxTerminal>(paint(extrude(border(hole, 0.09, k - 1), 0.09), Material::White));
        } else if k == 5 {
            let ledge = slice(hole, Y, -0.1, 0.0);
            let sill = inset(ledge, -0.12, 0.0, 0.0);
            ctx.spawn::<BoxTerminal>(paint(extrude(sill, if door { 0.9 } else { 0.2 }), Material::Limestone));
        } else if !door && tile.style >= 2 && left > 0.2 {
            // As wide as the tile allows, so that those of neighbours do not overlap.
            let broad = (left - 0.06).min(0.48);
            let shutter = if k == 6 { slice(hole, X, -0.04 - broad, -0.04) } else { slice(hole, X, width + 0.04, width + 0.04 + broad) };
            ctx.spawn::<BoxTerminal>(paint(extrude(shutter, 0.06), if tile.style == 3 { Material::Blue } else { Material::Hedge }));
        }
    }

    /// Repeats pickets along a line, and two rails.
    rule Fence of 32: |ctx, line, k| {
        let count = repeats(line.size.x, 0.75, 30);
        if k < count {
            let picket = spread(line.child(k), X, count, 0.12, k);
            ctx.spawn::<BoxTerminal>(paint(extrude(picket, 0.06), Material::White));
        } else if k >= 30 {
            let height = if k == 30 { 0.3 } else { 0.75 };
            let rail = inset(slice(line.child(k), Y, height, height + 0.1), 0.02, 0.0, 0.0);
            ctx.spawn::<BoxTerminal>(paint(extrude(translate(rail, Vec3::new(0.0, 0.0, 0.01)), 0.04), Material::White));
        }
    }

    /// Plants trees and bushes.
    rule Garden of 8: |ctx, garden, k| {
        if chance(*garden, k, 0.7) {
            let role = if k % 2 == 0 { choose(*garden, 20 + k, [2.0, 1.0, 0.0, 0.0]) as u8 } else { BUSH };
            let height = if role == BUSH { vary(*garden, 30 + k, 0.7, 1.3) } else { vary(*garden, 30 + k, 4.0, 8.0) };
            let width = if role == BUSH { height * 1.1 } else { height * 0.45 };
            // Each in a part of its own.
            let bed = repeat(repeat(garden.child(k), X, 4, k % 4), Y, 2, k / 4);
            ctx.spawn::<Tree>(label(scatter(bed, Vec3::new(width, width, height), 40 + 2 * k), role));
        }
    }

    /// A trunk with a crown of blocks, or of pyramids.
    rule Tree of 4: |ctx, tree, k| {
        let part = label(tree.child(k), 0);
        let height = tree.size.z;
        let angle = vary(*tree, k, -1.5, 1.5);
        if k == 0 {
            if tree.label != BUSH {
                ctx.spawn::<BoxTerminal>(paint(resize(part, Vec3::new(0.32, 0.32, height * 0.5)), Material::Bark));
            }
        } else if tree.label == CONIFER {
            let low = 0.1 + 0.24 * k as f32;
            let tier = offset(slice(part, Z, height * low, height * (low + 0.42)), 0.3 - 0.28 * k as f32);
            ctx.spawn::<PrismTerminal>(label(paint(rotate(tier, angle), Material::Hedge), 255));
        } else if tree.label == BUSH {
            if k < 3 {
                let leaves = offset(slice(part, Z, 0.0, height * (1.2 - 0.2 * k as f32)), 0.05 - 0.05 * k as f32);
                ctx.spawn::<BoxTerminal>(paint(rotate(leaves, angle), if k == 1 { Material::Leaf } else { Material::Hedge }));
            }
        } else {
            let low = if k == 1 { 0.35 } else if k == 2 { 0.45 } else { 0.6 };
            let high = if k == 1 { 0.75 } else if k == 2 { 0.88 } else { 1.0 };
            let crown = offset(slice(part, Z, height * low, height * high), 0.25 - 0.3 * k as f32);
            ctx.spawn::<BoxTerminal>(paint(rotate(crown, angle), Material::Leaf));
        }
    }

    /// The streets around a block, up to their middle, and its pavement; the block lies in their middle.
    rule Street of 32: |ctx, street, k| {
        let part = street.child(k);
        let surface = slice(part, Z, 0.0, 0.02);
        let pavement = offset(part, -STREET_WIDTH * 0.5);
        if k == 0 {
            ctx.spawn::<BoxTerminal>(paint(slice(part, Z, -0.5, 0.0), Material::Asphalt));
        } else if k == 1 {
            ctx.spawn::<BoxTerminal>(paint(slice(pavement, Z, 0.0, KERB), Material::Paving));
        } else if k < 14 {
            let line = inset(slice(surface, Y, -0.07, 0.07), 9.0, 0.0, 0.0);
            ctx.spawn::<BoxTerminal>(paint(spread(line, X, 12, 2.0, k - 2), Material::Paint));
        } else if k < 22 {
            let line = inset(slice(surface, X, -0.07, 0.07), 0.0, 9.0, 9.0);
            ctx.spawn::<BoxTerminal>(paint(spread(line, Y, 8, 2.0, k - 14), Material::Paint));
        } else if k < 26 {
            ctx.spawn::<Lamp>(corner(offset(slice(pavement, Z, KERB, 5.0), -0.4), 0.12, k - 22));
        } else if chance(*street, k, 0.8) {
            // A row of trees on each of the long pavements.
            let row = slice(offset(slice(pavement, Z, KERB, 7.0), -0.3), X, 12.0, pavement.size.x - 12.0);
            let side = if k % 2 == 0 { slice(row, Y, 0.0, 1.6) } else { slice(row, Y, row.size.y - 1.6, row.size.y) };
            ctx.spawn::<Tree>(label(spread(side, X, 3, 1.6, (k - 26) / 2), BROAD));
        }
    }

    /// A post, and the lamp on it.
    rule Lamp of 2: |ctx, lamp, k| {
        if k == 0 {
            ctx.spawn::<BoxTerminal>(paint(lamp.child(k), Material::Steel));
        } else {
            let head = slice(lamp.child(k), Z, lamp.size.z, lamp.size.z + 0.25);
            ctx.spawn::<BoxTerminal>(paint(resize(head, Vec3::new(0.45, 0.45, 0.25)), Material::LitGlass));
        }
    }
}

/// Blocks of ten lots.
pub const LAYOUT: Layout = Layout {
    lot: (20.0, 34.0),
    columns: 5,
    streets: [STREET_WIDTH; 3],
    level: 0.0,
    outskirts: 10.0,
    middle: 10.0,
    parks: 30,
    squares: 40,
};

programs! {
    lots Lot, open Lot, streets Street, layout LAYOUT;
    /// A suburb.
    Suburb, mixed SuburbMixed, one SuburbOne, inverted SuburbInverted;
    rules {
        lot: Lot, 0 or 6;
        street: Street, 0 or 6 seeded;
        house: House, 1 or 5;
        garden: Garden, 2 or 4;
        walls: Walls, 2 or 4;
        wall: Wall, 3 or 3;
        opening: Opening, 4 or 2;
        porch: Porch, 4 or 2;
        fence: Fence, 4 or 2;
        tree: Tree, 5 or 1;
        lamp: Lamp, 5 or 1;
    }
    terminals {
        box_terminal: BoxTerminal, 6 or 0;
        quad_terminal: QuadTerminal, 6 or 0;
        prism_terminal: PrismTerminal, 6 or 0;
    }
}
