//! Skyscrapers: a lot with pavement, podium and trees, and a tower of tiers that recede, whose façades are of one of
//! four styles.
//!
//! ```text
//! Lot ─┬─ Tower ─┬─ Tower (the tiers above)
//!      │         └─ Block ─┬─ Floors ── Storey
//!      ├─ Block (podium)   ├─ Columns
//!      └─ Tree             └─ Roof
//! Street ── Lamp
//! ```

use super::{
    programs,
    streets::{AVENUE, LANE, STREET, block_in},
};
use crate::city::{
    district::{BUSINESS, OLD, Use},
    layout::Layout,
    operators::{
        attributes::{dress, label, paint},
        choice::{chance, choose, vary},
        extrude::{extrude, inset, offset},
        faces::{border, corner, face},
        form::rules,
        repeat::{repeat, repeats, scatter, spread},
        split::slice,
        transform::{resize, rotate, translate},
    },
    shape::{Material, Shape, X, Y, Z},
};
use whipple::prelude::*;

/// Height of a storey, in metres.
#[device]
pub const STOREY: f32 = 3.8;
/// Height of the pavement above the street.
#[device]
pub const KERB: f32 = 0.2;
/// The most storeys of a tier.
#[device]
pub const MOST_STOREYS: u32 = 32;
/// Storeys that one [`many::Floors`] has threads for. Most tiers have no more: with a thread for each of [`MOST_STOREYS`] three quarters
/// of them would have nothing to do.
#[device]
pub const STOREYS_AT_ONCE: u32 = 8;
/// Columns that one [`many::Columns`] has threads for.
#[device]
pub const COLUMNS_AT_ONCE: u32 = 8;

/// A grid of pilasters and spandrels before glass.
#[device]
pub const GRID: u8 = 0;
/// Bands of wall between bands of glass.
#[device]
pub const RIBBON: u8 = 1;
/// Single windows in a wall.
#[device]
pub const PUNCHED: u8 = 2;
/// Thin metal profiles before glass.
#[device]
pub const CURTAIN: u8 = 3;

/// Roles of a [`many::Block`] and of its walls, the remainder of their label by [`ROLES`]: a tier that others stand on.
#[device]
pub const TIER: u8 = 0;
/// The uppermost tier.
#[device]
pub const TOP: u8 = 1;
/// The tier at the ground, below others.
#[device]
pub const GROUND: u8 = 2;
/// The only tier.
#[device]
pub const ALONE: u8 = 3;

/// How many roles there are. What is beyond, in the label of a wall, is which part of it a procedure builds.
#[device]
pub const ROLES: u8 = 4;

/// The columns of a wall, as close as its style has them; single windows have them at the corners alone.
#[device]
fn columns_of(wall: Shape) -> u32 {
    let wanted = match wall.style {
        GRID => 3.4,
        CURTAIN => 2.4,
        RIBBON => 3.9,
        _ => 1000.0,
    };
    repeats(wall.size.x, wanted, 2 * COLUMNS_AT_ONCE - 1) + 1
}

/// What the walls of a lot's tower are made of.
#[device]
fn wall_material(lot: Shape) -> Material {
    let number = lot.random_bits(1) % 8;
    if lot.style == OLD {
        return match number {
            0..=2 => Material::Brick,
            3 | 4 => Material::Sandstone,
            5 | 6 => Material::Limestone,
            _ => Material::White,
        };
    }
    match number {
        0 | 1 => Material::Concrete,
        2 | 3 => Material::Limestone,
        4 => Material::Brick,
        5 => Material::Sandstone,
        6 => Material::White,
        _ => Material::Steel,
    }
}

/// The style of the façades on a lot, by its district.
#[device]
fn facade(lot: Shape) -> u8 {
    let mut weights = [4.0, 2.5, 1.2, 3.0];
    if lot.style == BUSINESS {
        weights = [2.5, 2.0, 0.0, 6.0];
    } else if lot.style == OLD {
        weights = [2.0, 1.0, 3.0, 0.0];
    }
    choose(lot, 5, weights) as u8
}

/// The height of a lot's podium; 0 where it has none.
#[device]
fn podium_height(lot: Shape) -> f32 {
    if chance(lot, 2, 0.55) { STOREY * (1.0 + vary(lot, 3, 0.0, 3.0).floor()) } else { 0.0 }
}

/// The storeys of the lowest tier of a tower that may have `storeys`.
#[device]
fn storeys_of_tier(tower: Shape, storeys: u32) -> u32 {
    let part = vary(tower, 0, 0.45, 0.75);
    let wide = tower.size.x.min(tower.size.y) > 12.0;
    if storeys > MOST_STOREYS || storeys > 9 && wide && chance(tower, 1, 0.85) {
        ((storeys as f32 * part) as u32).clamp(1, MOST_STOREYS)
    } else {
        storeys
    }
}

rules! {
    /// Fills a lot, whose height is the most that may be built there, or makes a park or a square of it.
    rule Lot of 8: |ctx, lot, k| {
        let margin = vary(*lot, 4, 3.0, 5.0);
        let podium = podium_height(*lot);
        let style = facade(*lot);
        let dressed = dress(paint(lot.child(k), wall_material(*lot)), style);
        let ground = slice(dressed, Z, KERB, lot.size.z);
        let court = offset(slice(lot.child(k), Z, KERB, KERB + 0.05), -2.0);
        if lot.label != Use::Building as u8 {
            let park = lot.label == Use::Park as u8;
            if k == 0 {
                ctx.spawn::<BoxTerminal>(paint(court, if park { Material::Grass } else { Material::Limestone }));
            } else if k == 1 {
                // A path from the street, or a basin.
                let path = inset(slice(court, X, lot.size.x * 0.5 - 3.2, lot.size.x * 0.5 - 0.8), 0.0, -0.4, 6.0);
                let basin = resize(court, Vec3::new(7.0, 7.0, 0.7));
                ctx.spawn::<BoxTerminal>(if park { paint(slice(path, Z, 0.0, 0.1), Material::Gravel) } else { paint(basin, Material::Concrete) });
            } else if park || k >= 4 {
                let height = vary(*lot, 20 + k, 4.5, 9.0);
                // Each in a part of its own.
                let bed = repeat(repeat(court, X, 3, k % 3), Y, 2, k % 2);
                let around = if park { scatter(bed, Vec3::new(6.4, 6.4, height), 30 + 2 * k) } else { corner(court, 4.0, k - 4) };
                ctx.spawn::<Tree>(resize(slice(around, Z, 0.05, height), Vec3::new(height * 0.5, height * 0.5, height)));
            }
        } else if k == 0 {
            ctx.spawn::<BoxTerminal>(paint(court, if podium > 0.0 { Material::Concrete } else { Material::Gravel }));
        } else if k == 1 {
            let low = if style == PUNCHED { 0.45 } else { 1.0 };
            let storeys = (lot.size.z * low * vary(*lot, 6, 0.6, 1.0) / STOREY).floor().max(3.0);
            let plot = offset(ground, -margin - if podium > 0.0 { 1.5 } else { 0.0 });
            ctx.spawn::<Tower>(label(slice(plot, Z, podium, podium + storeys * STOREY), GROUND));
        } else if k == 2 {
            if podium > 0.0 {
                let block = slice(offset(ground, -margin + 0.8), Z, 0.0, podium);
                ctx.spawn::<Block>(label(dress(block, RIBBON), GROUND));
            }
        } else if k == 3 {
            if podium > 0.0 {
                let block = slice(offset(ground, -margin + 0.8), Z, 0.0, podium);
                ctx.spawn::<BoxTerminal>(paint(block, Material::DarkGlass));
            }
        } else if chance(*lot, 10 + k, 0.7) {
            let place = corner(offset(ground, -0.6), 1.4, k - 4);
            ctx.spawn::<Tree>(resize(place, Vec3::new(2.4, 2.4, vary(*lot, 20 + k, 4.5, 7.0))));
        }
    }

    /// The streets around a block, up to their middle, and its pavement; the block lies in their middle.
    rule Street of 32: |ctx, street, k| {
        let part = street.child(k);
        let surface = slice(part, Z, 0.0, 0.02);
        if k < 22 {
            let block = block_in(part);
            let mut terminal = paint(slice(part, Z, -0.5, 0.0), Material::Asphalt);
            if k == 1 {
                terminal = paint(slice(block, Z, 0.0, KERB), Material::Paving);
            } else if k >= 12 {
                // Dashes on the middle of the streets, which is the edge.
                let line = inset(slice(surface, X, -0.1, 0.1), 0.0, 12.0, 12.0);
                terminal = paint(spread(line, Y, 10, 3.0, k - 12), Material::Paint);
            } else if k >= 2 {
                let line = inset(slice(surface, Y, -0.1, 0.1), 12.0, 0.0, 0.0);
                terminal = paint(spread(line, X, 10, 3.0, k - 2), Material::Paint);
            }
            ctx.spawn::<BoxTerminal>(terminal);
        } else if k < 30 {
            // Two on each side of the block.
            let side = (k - 22) / 2;
            let edge = border(offset(block_in(slice(part, Z, KERB, 8.0)), -0.4), 0.16, side);
            let post = if side.is_multiple_of(2) {
                spread(inset(edge, 12.0, 0.0, 0.0), X, 2, 0.16, k % 2)
            } else {
                spread(inset(edge, 0.0, 12.0, 12.0), Y, 2, 0.16, k % 2)
            };
            ctx.spawn::<Lamp>(post);
        }
    }

    /// A post, and the lamp on it.
    rule Lamp of 2: |ctx, lamp, k| {
        if k == 0 {
            ctx.spawn::<BoxTerminal>(paint(lamp.child(k), Material::Steel));
        } else {
            let head = slice(lamp.child(k), Z, lamp.size.z, lamp.size.z + 0.2);
            ctx.spawn::<BoxTerminal>(paint(resize(head, Vec3::new(0.9, 0.9, 0.2)), Material::LitGlass));
        }
    }

    /// Builds the lowest tier of a tower, and leaves the rest to a smaller tower on top of it.
    rule Tower of 4: |ctx, tower, k| {
        let storeys = (tower.size.z / STOREY + 0.5).floor() as u32;
        let own = storeys_of_tier(*tower, storeys);
        let height = own as f32 * STOREY;
        let ends = own == storeys;
        let tier = slice(tower.child(k), Z, 0.0, height);
        if k == 0 {
            let role = if tower.label == GROUND { if ends { ALONE } else { GROUND } } else if ends { TOP } else { TIER };
            ctx.spawn::<Block>(label(tier, role));
        } else if k == 1 {
            if !ends {
                let rest = offset(slice(tower.child(k), Z, height, tower.size.z), -vary(*tower, 3, 0.8, 3.4));
                ctx.spawn::<Tower>(label(rest, TIER));
            }
        } else {
            // What is behind the façades, and a cornice.
            let glass = if chance(*tower, 2, 0.5) { Material::Glass } else { Material::DarkGlass };
            let core = paint(tier, if tower.style == PUNCHED { tower.material } else { glass });
            let cornice = offset(slice(tier, Z, height - 0.5, height + 0.3), 0.6);
            ctx.spawn::<BoxTerminal>(if k == 2 { core } else { cornice });
        }
    }

    /// Takes a tier apart into its faces: the walls get floors and columns, the top a roof.
    rule Block of 6: |ctx, block, k| {
        let part = face(block.child(k), k);
        if k < 4 {
            let storeys = repeats(part.size.y, STOREY, MOST_STOREYS);
            for group in 0..4 {
                if group as u32 * STOREYS_AT_ONCE < storeys {
                    ctx.spawn::<Floors>(label(part, part.label + group * ROLES));
                }
            }
            for group in 0..2 {
                if group as u32 * COLUMNS_AT_ONCE < columns_of(part) {
                    ctx.spawn::<Columns>(label(part, part.label + group * ROLES));
                }
            }
        } else if k == 4 {
            ctx.spawn::<Roof>(part);
        }
    }

    /// Repeats some of the storeys of a wall, and makes of each what the style says.
    rule Floors of 8: |ctx, wall, k| {
        let count = repeats(wall.size.y, STOREY, MOST_STOREYS);
        let number = (wall.label / ROLES) as u32 * STOREYS_AT_ONCE + k;
        if number < count {
            let role = wall.label % ROLES;
            let storey = repeat(wall.child(number), Y, count, number);
            let ground = number == 0 && (role == GROUND || role == ALONE);
            if wall.style == PUNCHED && !ground {
                ctx.spawn::<Storey>(storey);
            } else {
                // A band of the wall: below the windows, or as a canopy above the ground floor.
                let mut low = 0.0;
                let mut high = 0.3;
                let mut deep = 0.3;
                let mut material = wall.material;
                if ground {
                    low = 0.8;
                    high = 0.95;
                    deep = 1.0;
                } else if wall.style == RIBBON {
                    high = 0.45;
                    deep = 0.35;
                } else if wall.style == CURTAIN {
                    high = 0.14;
                    deep = 0.12;
                    material = Material::Steel;
                }
                // A little shorter than the wall, whose columns end with it.
                let height = storey.size.y;
                let band = inset(storey, 0.02, height * low, height - height * high);
                ctx.spawn::<BoxTerminal>(paint(extrude(band, deep), material));
            }
        }
    }

    /// Repeats some of the columns along a wall.
    rule Columns of 8: |ctx, wall, k| {
        let count = columns_of(*wall);
        let number = (wall.label / ROLES) as u32 * COLUMNS_AT_ONCE + k;
        if number < count {
            let slender = wall.style == CURTAIN || wall.style == RIBBON && number > 0 && number + 1 < count;
            let broad = if slender { 0.14 } else if wall.style == GRID { 0.7 } else { 1.1 };
            let column = extrude(spread(wall.child(number), X, count, broad, number), if slender { 0.2 } else { 0.5 });
            ctx.spawn::<BoxTerminal>(paint(column, if slender { Material::Steel } else { wall.material }));
        }
    }

    /// Repeats windows along a storey: of each a pane, a sill below and a lintel above.
    rule Storey of 30: |ctx, storey, k| {
        let count = repeats(storey.size.x - 1.6, 2.9, 10);
        let number = k / 3;
        let part = k % 3;
        if number < count {
            let tile = repeat(inset(storey.child(number), 0.8, 0.0, 0.0), X, count, number);
            let side = tile.size.x * 0.22;
            let pane = inset(tile.child(part), side, tile.size.y * 0.28, tile.size.y * 0.2);
            if part == 0 {
                let lit = if chance(tile, 0, 0.12) { Material::LitGlass } else { Material::DarkGlass };
                ctx.spawn::<QuadTerminal>(paint(translate(pane, Vec3::new(0.0, 0.0, 0.03)), lit));
            } else {
                let sill = inset(slice(pane, Y, -0.18, 0.0), -0.15, 0.0, 0.0);
                let lintel = slice(pane, Y, pane.size.y, pane.size.y + 0.25);
                let bar = if part == 1 { paint(sill, Material::Limestone) } else { lintel };
                ctx.spawn::<BoxTerminal>(extrude(bar, if part == 1 { 0.28 } else { 0.16 }));
            }
        }
    }

    /// Parapets around a roof, and where nothing stands on it, machines, a penthouse and a spire or a mast.
    rule Roof of 8: |ctx, roof, k| {
        let uppermost = roof.label == TOP || roof.label == ALONE;
        let place = roof.child(k);
        let width = roof.size.x;
        let depth = roof.size.y;
        let narrow = width.min(depth);
        let high = roof.origin.z > 75.0;
        let pointed = high && narrow < 20.0 && chance(*roof, 1, 0.4);
        if k < 4 {
            ctx.spawn::<BoxTerminal>(extrude(border(place, 0.45, k), 1.1));
        } else if k == 4 {
            ctx.spawn::<QuadTerminal>(paint(translate(place, Vec3::new(0.0, 0.0, 0.32)), Material::Gravel));
        } else if uppermost && narrow > 5.0 {
            let part = vary(*roof, 0, 0.25, 0.5);
            let house = resize(place, Vec3::new(width * part, depth * (0.75 - part), vary(*roof, 6, 2.5, 4.5)));
            if k == 5 {
                if pointed {
                    let spire = resize(place, Vec3::new(width * 0.82, depth * 0.82, narrow * vary(*roof, 2, 0.6, 1.6)));
                    ctx.spawn::<PrismTerminal>(label(paint(spire, Material::Slate), 255));
                } else {
                    ctx.spawn::<BoxTerminal>(house);
                }
            } else if k == 6 {
                if high && !pointed && chance(*roof, 3, 0.6) {
                    let mast = resize(place, Vec3::new(0.6, 0.6, vary(*roof, 4, 14.0, 38.0)));
                    ctx.spawn::<BoxTerminal>(paint(mast, Material::Steel));
                } else if !high {
                    let machine = scatter(inset(place, 1.0, 1.0, 1.0), Vec3::new(3.4, 2.2, 1.6), 7);
                    ctx.spawn::<BoxTerminal>(paint(machine, Material::White));
                }
            } else if !pointed {
                let machine = scatter(inset(place, 1.0, 1.0, 1.0), Vec3::new(2.6, 1.8, 2.2), 9);
                ctx.spawn::<BoxTerminal>(paint(machine, Material::Steel));
            }
        }
    }

    /// A trunk and a crown of two blocks, one turned.
    rule Tree of 3: |ctx, tree, k| {
        let part = tree.child(k);
        let height = tree.size.z;
        if k == 0 {
            ctx.spawn::<BoxTerminal>(paint(resize(part, Vec3::new(0.3, 0.3, height * 0.5)), Material::Bark));
        } else {
            let low = if k == 1 { height * 0.35 } else { height * 0.5 };
            let crown = slice(part, Z, low, if k == 1 { height * 0.85 } else { height });
            let turned = rotate(if k == 1 { crown } else { offset(crown, -0.35) }, vary(*tree, k, -1.5, 1.5));
            ctx.spawn::<BoxTerminal>(paint(turned, Material::Leaf));
        }
    }
}

/// Blocks of four large lots; higher buildings towards the middle of the city.
pub const LAYOUT: Layout = Layout {
    lot: (34.0, 34.0),
    columns: 2,
    streets: [STREET, LANE, AVENUE],
    level: 0.0,
    outskirts: 42.0,
    middle: 235.0,
    parks: 14,
    squares: 40,
};

programs! {
    lots Lot, open Lot, streets Street, layout LAYOUT;
    /// Skyscrapers.
    Skyscraper, mixed SkyscraperMixed, one SkyscraperOne, inverted SkyscraperInverted;
    rules {
        lot: Lot, 0 or 9;
        street: Street, 0 or 9 seeded;
        lamp: Lamp, 8 or 1;
        tower: Tower, 1 or 8;
        block: Block, 2 or 7;
        floors: Floors, 3 or 6;
        columns: Columns, 4 or 5;
        storey: Storey, 5 or 4;
        roof: Roof, 6 or 3;
        tree: Tree, 7 or 2;
    }
    terminals {
        box_terminal: BoxTerminal, 9 or 0;
        quad_terminal: QuadTerminal, 9 or 0;
        prism_terminal: PrismTerminal, 9 or 0;
    }
}
