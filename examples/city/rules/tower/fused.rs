//! Towers by rules: what [`operators`](super::operators) does by a task for each operator, with sequences of operators
//! in one task.
//!
//! Successors have the numbers that they have there, so that their random numbers are the same: `tower.child(0).child(1)` is
//! the second successor of the first of a tower.

use super::{
    BAY, LAYOUT, MULLION, PIER, PINNACLE, RELIEF, ROOFS, STOREY, flat, glass, is_glass, machine, setback, stone, tier,
};
use crate::city::{
    district::Use,
    operators::{
        attributes::paint,
        choice::choose,
        extrude::{extrude, inset, offset},
        faces::{border, corner, face},
        form::rules,
        repeat::{repeat, repeats, spread},
        split::{Parts, slice, split},
        transform::{resize, scale, translate},
    },
    rules::programs,
    shape::{Material, Shape, X, Y, Z},
};
use whipple::prelude::*;

rules! {
    /// The streets around a block, below the lots that lie in their middle.
    rule Street: |ctx, street| {
        let ground = paint(street.successor(), Material::Asphalt);
        ctx.spawn::<BoxTerminal>(scale(ground, flat(ground)));
    }

    /// Fills a lot, whose height is what is built there: with a pavement and a tower, or with a pavement alone.
    rule Lot of 2: |ctx, lot, k| {
        if lot.label != Use::Building as u8 {
            if k == 0 {
                ctx.spawn::<BoxTerminal>(scale(lot.successor(), flat(*lot)));
            }
        } else if k == 0 {
            let ground = lot.child(0);
            ctx.spawn::<BoxTerminal>(scale(ground, flat(ground)));
        } else {
            let plot = lot.child(1);
            let tower = paint(plot, stone(plot));
            ctx.spawn::<Tower>(offset(tower, -setback(tower)));
        }
    }

    /// The lowest tier of a tower, and the rest above it.
    rule Tower of 3: |ctx, tower, k| {
        let height = tier(*tower);
        let parts = Parts { absolute: [height, 0.0, 0.0, 0.0, 0.0, 0.0], relative: [0.0, 1.0, 0.0, 0.0, 0.0, 0.0] };
        if k < 2 {
            let own = split(tower.child(0), Z, parts, 0).child(k);
            if k == 0 {
                ctx.spawn::<BoxTerminal>(own);
            } else {
                ctx.spawn::<Walls>(own);
            }
        } else {
            let rest = split(tower.child(1), Z, parts, 1);
            if rest.size.z > 0.0 {
                ctx.spawn::<Tower>(offset(rest, -setback(rest)));
            }
        }
    }

    /// Takes a tier apart into façades by what the tower is made of, and a roof.
    rule Walls of 6: |ctx, walls, k| {
        let part = face(walls.child(k), k);
        if k < 4 {
            if is_glass(part) {
                ctx.spawn::<Mullions>(part);
            } else {
                ctx.spawn::<Storeys>(part);
            }
        } else if k == 4 {
            let number = choose(part, 0, ROOFS);
            if number == 0 {
                ctx.spawn::<Parapet>(part);
            } else if number == 1 {
                ctx.spawn::<Machines>(part);
            } else if number == 2 {
                ctx.spawn::<Pinnacles>(part);
            }
        }
    }

    /// Profiles before glass.
    rule Mullions of 16: |ctx, wall, k| {
        let count = repeats(wall.size.x, 2.4, 15) + 1;
        if k < count {
            ctx.spawn::<BoxTerminal>(extrude(spread(wall.child(k), X, count, MULLION, k), RELIEF));
        }
    }

    /// Fills a wall with storeys.
    rule Storeys of 32: |ctx, wall, k| {
        let count = repeats(wall.size.y, STOREY, 32);
        if k < count {
            ctx.spawn::<Storey>(repeat(wall.child(k), Y, count, k));
        }
    }

    /// Windows between piers.
    rule Storey of 10: |ctx, storey, k| {
        let parts = Parts { absolute: [PIER, 0.0, PIER, 0.0, 0.0, 0.0], relative: [0.0, 1.0, 0.0, 0.0, 0.0, 0.0] };
        let number = if k == 0 { 0 } else if k == 1 { 2 } else { 1 };
        let part = split(storey.child(number), X, parts, number);
        if part.size.x > 0.0 {
            if k < 2 {
                ctx.spawn::<BoxTerminal>(extrude(part, RELIEF));
            } else {
                let count = repeats(part.size.x, BAY, 8);
                if k - 2 < count {
                    let bay = repeat(part.child(k - 2), X, count, k - 2);
                    ctx.spawn::<Opening>(inset(bay, bay.size.x * 0.2, bay.size.y * 0.28, bay.size.y * 0.2));
                }
            }
        }
    }

    /// A pane, and a ledge below it.
    rule Opening of 2: |ctx, opening, k| {
        let part = opening.child(k);
        if k == 0 {
            ctx.spawn::<QuadTerminal>(paint(translate(part, Vec3::new(0.0, 0.0, 0.03)), glass(part)));
        } else {
            ctx.spawn::<BoxTerminal>(extrude(slice(part, Y, -0.18, 0.0), RELIEF));
        }
    }

    /// A low wall around a roof.
    rule Parapet of 4: |ctx, roof, k| {
        ctx.spawn::<BoxTerminal>(extrude(border(roof.child(k), 0.45, k), RELIEF));
    }

    /// Machines somewhere on a roof.
    Machines = |place| scatter(machine(*place), 0, most 3) -> BoxTerminal;

    /// What stands at the corners of a roof.
    rule Pinnacles of 4: |ctx, roof, k| {
        ctx.spawn::<PrismTerminal>(resize(corner(roof.child(k), 2.0, k), PINNACLE));
    }
}

programs! {
    lots Lot, open Lot, streets Street, layout LAYOUT;
    /// Towers by rules.
    TowerFused, mixed TowerFusedMixed, one TowerFusedOne, inverted TowerFusedInverted;
    rules {
        lot: Lot, 0 or 7;
        street: Street, 0 or 7 seeded;
        tower: Tower, 1 or 6;
        walls: Walls, 2 or 5;
        mullions: Mullions, 3 or 4;
        storeys: Storeys, 3 or 4;
        storey: Storey, 4 or 3;
        opening: Opening, 5 or 2;
        parapet: Parapet, 6 or 1;
        machines: Machines, 6 or 1;
        pinnacles: Pinnacles, 6 or 1;
    }
    terminals {
        box_terminal: BoxTerminal, 7 or 0;
        quad_terminal: QuadTerminal, 7 or 0;
        prism_terminal: PrismTerminal, 7 or 0;
    }
}
