//! Towers by operators alone: each procedure is a [template](crate::city::operators::template) with parameters and successors.

use super::{
    BAY, LAYOUT, MULLION, PIER, PINNACLE, RELIEF, ROOFS, STOREY, flat, glass, is_glass, machine, setback, stone, tier,
};
use crate::city::{
    operators::{form::rules, repeat::repeats},
    rules::programs,
    shape::{Material, Shape, X, Y, Z},
};
use whipple::prelude::*;

rules! {
    /// The streets around a block, below the lots that lie in their middle.
    Street = paint(Material::Asphalt) -> Ground;

    /// A street or a pavement.
    Ground = |plot| scale(flat(*plot)) -> BoxTerminal;

    /// Fills a lot, whose height is what is built there.
    Lot = fork -> [Ground, Stone];

    /// Chooses what a tower is made of.
    Stone = |tower| paint(stone(*tower)) -> Setback;

    /// Makes a tower narrower than what it stands on.
    Setback = |tower| offset(-setback(*tower)) -> Tower;

    /// The lowest tier of a tower, and the rest above it.
    Tower = |tower| split(Z, [(tier(*tower)) m, 1.0 part]) -> [Tier, Setback];

    /// What is behind the façades of a tier, and the façades.
    Tier = fork -> [BoxTerminal, Walls];

    /// Takes a tier apart.
    Walls = faces -> [sides Wall, top Roof, bottom none];

    /// What a wall is by what the tower is made of.
    Wall = |wall| when(is_glass(*wall)) -> [Mullions, Storeys];

    /// Profiles before glass.
    Mullions = |wall| spread(X, repeats(wall.size.x, 2.4, 15) + 1, MULLION, most 16) -> Solid;

    /// Fills a wall with storeys.
    Storeys = repeat(Y, STOREY, most 32) -> Storey;

    /// Windows between piers.
    Storey = split(X, [PIER m, 1.0 part, PIER m]) -> [Solid, Windows, Solid];

    /// Fills a storey with windows.
    Windows = repeat(X, BAY, most 8) -> Window;

    /// Leaves some wall around a window.
    Window = |bay| inset(bay.size.x * 0.2, bay.size.y * 0.28, bay.size.y * 0.2) -> Opening;

    /// A pane, and what is below it.
    Opening = fork -> [Pane, Ledge];

    /// Moves a pane before what is behind the façade.
    Pane = translate(Vec3::new(0.0, 0.0, 0.03)) -> Glass;

    /// Glass, with light behind it or without.
    Glass = |pane| paint(glass(*pane)) -> QuadTerminal;

    /// The place of a ledge.
    Ledge = slice(Y, -0.18, 0.0) -> Solid;

    /// What stands out of a wall or a roof.
    Solid = extrude(RELIEF) -> BoxTerminal;

    /// Chooses what is on a roof.
    Roof = choose(0, ROOFS) -> [Parapet, Machines, Pinnacles, none];

    /// A low wall around a roof.
    Parapet = border(0.45) -> Solid;

    /// Machines somewhere on a roof.
    Machines = |place| scatter(machine(*place), 0, most 3) -> BoxTerminal;

    /// Places at the corners of a roof.
    Pinnacles = corners(2.0) -> Pinnacle;

    /// What stands at a corner of a roof.
    Pinnacle = resize(PINNACLE) -> PrismTerminal;
}

programs! {
    lots Lot, open Ground, streets Street, layout LAYOUT;
    /// Towers by a procedure for each operator.
    Tower, mixed TowerMixed, one TowerOne, inverted TowerInverted;
    rules {
        lot: Lot, 0 or 14;
        street: Street, 0 or 14 seeded;
        stone: Stone, 1 or 13;
        setback: Setback, 2 or 12;
        tower: Tower, 3 or 11;
        tier: Tier, 4 or 10;
        walls: Walls, 5 or 9;
        wall: Wall, 6 or 8;
        roof: Roof, 6 or 8;
        mullions: Mullions, 7 or 7;
        storeys: Storeys, 7 or 7;
        storey: Storey, 8 or 6;
        windows: Windows, 9 or 5;
        window: Window, 10 or 4;
        opening: Opening, 11 or 3;
        pane: Pane, 12 or 2;
        ledge: Ledge, 12 or 2;
        parapet: Parapet, 12 or 2;
        pinnacles: Pinnacles, 12 or 2;
        glass: Glass, 13 or 1;
        solid: Solid, 13 or 1;
        ground: Ground, 13 or 1;
        machines: Machines, 13 or 1;
        pinnacle: Pinnacle, 13 or 1;
    }
    terminals {
        box_terminal: BoxTerminal, 14 or 0;
        quad_terminal: QuadTerminal, 14 or 0;
        prism_terminal: PrismTerminal, 14 or 0;
    }
}
