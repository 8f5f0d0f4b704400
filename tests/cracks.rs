//! That the pieces of the Reyes example fit together: the borders of all pieces that are diced, as lines between vertices,
//! cancel each other to the bit, but for the outer border of a mesh. See `examples/reyes/geometry/cell.rs`.

#![allow(dead_code, reason = "of the example's modules only a part is used")]

#[path = "../examples/common/mod.rs"]
mod common;
#[path = "common/devices.rs"]
mod devices;

/// The example up to dicing.
#[path = "../examples/reyes"]
mod reyes {
    pub mod geometry;
    pub mod pipeline {
        use crate::dice;
        pub mod bound;
        pub mod progress;
        pub mod split;
    }
    pub mod scene;
}

/// Stands in for the example's own: keeps the cells that would be diced.
mod dice {
    use crate::reyes::geometry::{
        camera::Camera,
        cell::{Cell, quotient, vertex},
        grid::{Grid, in_subpixels},
        patch::Patch,
    };
    use whipple::prelude::*;

    /// The most vertices along the border of a piece: of 31 x 7 micropolygons.
    #[device]
    pub const MOST: u32 = 76;

    /// Keeps a cell, and its vertices as the device computes them; and looks whether those of the grid are the same.
    #[procedure(level = 0, threads = 32, shared = Grid)]
    pub struct Dice {
        /// The view.
        pub camera: Camera,
        /// The patches of the scene.
        pub patches: ReadOnly<Patch>,
        /// How many cells there are; vertices of the grid that are others: on borders, inside.
        pub count: Buffer<u32>,
        /// The cells.
        pub cells: Buffer<Cell>,
        /// [`MOST`] for each cell: the vertices of its border, counterclockwise from (0, 0).
        pub vertices: Buffer<Vec3>,
    }

    #[execute]
    impl Execute for Dice {
        type Item = Cell;

        fn execute(&self, ctx: &Context<Self>, cell: &Cell) {
            let thread = ctx.thread();
            let threads = ctx.threads();
            let patch = self.patches.get(cell.patch);
            let mut index = 0u32;
            if thread == 0 {
                index = self.count.fetch_add(0, 1);
                self.cells.set(index, *cell);
            }
            let index = ctx.shuffle(index, 0);
            let grid = ctx.shared();
            grid.find_borders(&self.camera, &patch, cell, thread, threads);
            ctx.warp_barrier();
            grid.find_others(&self.camera, cell, thread, threads);
            ctx.warp_barrier();
            let (columns, rows) = (cell.columns(), cell.rows());
            for k in (thread..2 * (columns + rows)).step_by(threads as usize) {
                let (i, j) = if k < columns {
                    (k, 0_u32)
                } else if k < columns + rows {
                    (columns, k - columns)
                } else if k < 2 * columns + rows {
                    (2 * columns + rows - k, rows)
                } else {
                    (0_u32, 2 * (columns + rows) - k)
                };
                let point = vertex(&patch, cell, i, j);
                self.vertices.set(MOST * index + k, point);
                let there = grid.vertices.get(j * (columns + 1) + i);
                let here = in_subpixels(self.camera.project(point));
                if there.x.to_bits() != here.x.to_bits()
                    || there.y.to_bits() != here.y.to_bits()
                    || there.z.to_bits() != here.z.to_bits()
                {
                    self.count.fetch_add(1, 1);
                }
            }
            for k in (thread..(columns - 1) * (rows - 1)).step_by(threads as usize) {
                let j = quotient(k, columns - 1) + 1;
                let i = k - (j - 1) * (columns - 1) + 1;
                let there = grid.vertices.get(j * (columns + 1) + i);
                let here = in_subpixels(self.camera.project(vertex(&patch, cell, i, j)));
                // Products that are fused with sums may end in the next subpixel.
                let is_near = (there.x - here.x).abs() <= 1.0
                    && (there.y - here.y).abs() <= 1.0
                    && (there.z - here.z).abs() <= here.z * 1e-5;
                if !is_near {
                    self.count.fetch_add(2, 1);
                }
            }
        }
    }
}

use dice::{Dice, MOST};
use reyes::{
    geometry::{
        camera::Camera,
        cell::{self, Cell},
        patch::Patch,
    },
    pipeline::{bound::Bound, progress, split::Split},
    scene::models,
};
use std::collections::{HashMap, HashSet};
use whipple::prelude::*;

/// The example's program up to dicing.
#[program]
struct Cracks {
    bound: Bound,
    split: Split,
    dice: Dice,
}

/// The cells that are diced, with the vertices of their borders.
struct Diced {
    cells: Vec<Cell>,
    borders: Vec<Vec<Vec3>>,
}

fn dice(device: &Device, patches: &[Patch], camera: Camera, options: Options) -> Diced {
    const CELLS: usize = 1 << 15;
    let run = || -> Result<Diced, Error> {
        let (count, cells, vertices) = (
            device.buffer(3)?,
            device.buffer_filled(CELLS, Cell::whole(0))?,
            device.buffer_filled(MOST as usize * CELLS, Vec3::ZERO)?,
        );
        let dice = Dice {
            camera,
            patches: device.buffer_from(patches)?.read_only(),
            count: count.clone(),
            cells: cells.clone(),
            vertices: vertices.clone(),
        };
        let progress = device.buffer(progress::LENGTH)?;
        let program = Cracks { bound: Bound { camera, progress, track: true }, split: Split { camera }, dice };
        Launcher::with_options(device, &program, options)?.seed::<Bound>(&cell::pieces(patches))?.run()?;
        let counts = count.read()?;
        assert_eq!(counts[1..], [0, 0], "vertices of grids that are others, of {} cells", counts[0]);
        let length = counts[0] as usize;
        let cells = cells.read_range(0, length)?;
        let vertices = vertices.read_range(0, MOST as usize * length)?;
        let of = |(cell, found): (&Cell, &[Vec3])| found[..2 * (cell.columns() + cell.rows()) as usize].to_vec();
        let borders = cells.iter().zip(vertices.chunks_exact(MOST as usize)).map(of).collect();
        Ok(Diced { cells, borders })
    };
    run().expect("the pieces are found")
}

type Bits = [u32; 3];

fn bits(point: Vec3) -> Bits {
    // 0 and -0 are one place.
    (point + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// The segments that are run through more often one way than the other, as (from, to, how much more often).
fn open_segments<'a>(borders: impl Iterator<Item = &'a Vec<Vec3>>) -> Vec<(Vec3, Vec3, i32)> {
    let mut balance: HashMap<(Bits, Bits), (i32, Vec3, Vec3)> = HashMap::new();
    for border in borders {
        for (k, from) in border.iter().enumerate() {
            let to = &border[(k + 1) % border.len()];
            let (a, b) = (bits(*from), bits(*to));
            if a < b {
                balance.entry((a, b)).or_insert((0, *from, *to)).0 += 1;
            } else if b < a {
                balance.entry((b, a)).or_insert((0, *to, *from)).0 -= 1;
            }
        }
    }
    balance.into_values().filter(|(sum, ..)| *sum != 0).map(|(sum, from, to)| (from, to, sum)).collect()
}

/// The vertices along the border of a cell, counterclockwise from (0, 0).
fn border(patch: &Patch, cell: &Cell) -> Vec<Vec3> {
    let (columns, rows) = (cell.columns(), cell.rows());
    let there = (0..columns).map(|i| (i, 0)).chain((0..rows).map(|j| (columns, j)));
    let back = (1..=columns).rev().map(|i| (i, rows)).chain((1..=rows).rev().map(|j| (0, j)));
    there.chain(back).map(|(i, j)| cell::vertex(patch, cell, i, j)).collect()
}

/// A patch run through backwards along u: it faces the other way, and is halved where the patch is.
fn turned(patch: &Patch) -> Patch {
    Patch { points: std::array::from_fn(|k| patch.points[4 * (k / 4) + 3 - k % 4]) }
}

/// How often the borders of a cell were halved since they have their numbers.
fn surplus(cell: &Cell) -> [u32; 4] {
    [0, 1, 2, 3].map(|border| cell.surplus(border))
}

/// The cell of a patch that lies where a cell of the turned patch does.
fn turned_back(cell: &Cell) -> Cell {
    let columns = 1u32 << cell.halvings_u();
    // The two borders of five bits each above ten.
    let exchanged = |fields: u32| fields & !(1023 << 10) | (fields >> 10 & 31) << 15 | (fields >> 15 & 31) << 10;
    Cell {
        column: (columns - 1 - u32::from(cell.column)) as u16,
        halved: exchanged(cell.halved),
        segments: exchanged(cell.segments),
        ..*cell
    }
}

/// Where a cell lies.
fn place(cell: &Cell) -> (u32, u32, u32, u16, u16) {
    (cell.patch, cell.halvings_u(), cell.halvings_v(), cell.column, cell.row)
}

/// The borders of all pieces of the patches, those that face away too: what is culled of a patch is not culled of its turned copy.
fn borders_of_both_sides(device: &Device, patches: &[Patch], camera: Camera, options: Options) -> Vec<Vec<Vec3>> {
    let turned: Vec<Patch> = patches.iter().map(turned).collect();
    let front = dice(device, patches, camera, options.clone());
    let back = dice(device, &turned, camera, options);
    let mut pieces: HashMap<_, Cell> = HashMap::new();
    for (cell, found) in front.cells.iter().zip(front.borders) {
        assert!(found == border(&patches[cell.patch as usize], cell), "{cell:?} on the device and on the host");
        assert!(pieces.insert(place(cell), *cell).is_none(), "diced twice: {cell:?}");
    }
    for (cell, found) in back.cells.iter().zip(back.borders) {
        assert!(found == border(&turned[cell.patch as usize], cell), "{cell:?} on the device and on the host");
        let cell = turned_back(cell);
        if let Some(other) = pieces.insert(place(&cell), cell) {
            assert_eq!(other, cell, "a cell and its turned copy");
        }
    }
    let shares: u64 = pieces.values().map(|cell| progress::share(cell.halvings())).sum();
    assert_eq!(shares, patches.len() as u64 * progress::WHOLE, "all of each patch is there, once");
    let levels = pieces.values().map(Cell::halvings);
    let with_surplus = pieces.values().filter(|cell| surplus(cell) != [0; 4]).count();
    println!(
        "{} pieces, halved {} to {} times, {with_surplus} with a surplus",
        pieces.len(),
        levels.clone().min().unwrap_or(0),
        levels.max().unwrap_or(0)
    );
    pieces.values().map(|cell| border(&patches[cell.patch as usize], cell)).collect()
}

/// A camera that sees all of the teapot.
fn view(eye: Vec3) -> Camera {
    Camera::look_at(eye, Vec3::new(0.25, 0.0, 1.4), 0.75, 480, 270)
}

/// Whether a point is on one of the teapot's open borders (`scene.rs`, `the_teapot_is_closed`).
fn is_on_rim(point: Vec3) -> bool {
    let radius = point.truncate().length();
    let on_rim = (point.z - 2.4).abs() < 1e-3 && (1.29..1.41).contains(&radius);
    let on_spout_tip = (point.z - 2.4).abs() < 1e-3 && point.x > 2.7;
    let on_spout_root = (point.x - 1.7).abs() < 1e-3;
    let on_handle_root = (-2.01..=-1.5).contains(&point.x) && point.y.abs() < 0.31;
    on_rim || on_spout_tip || on_spout_root || on_handle_root
}

fn check_teapot(device: &Device, camera: Camera, options: Options) {
    let borders = borders_of_both_sides(device, &models::teapot().patches, camera, options);
    let open = open_segments(borders.iter());
    let cracks: Vec<_> = open.iter().filter(|(from, to, _)| !(is_on_rim(*from) && is_on_rim(*to))).collect();
    assert!(cracks.is_empty(), "{} of {} open segments are cracks, as {:?}", cracks.len(), open.len(), cracks[0]);
    assert!(!open.is_empty(), "the teapot has rims");
}

#[test]
fn the_teapot_has_no_cracks() {
    for eye in
        [Vec3::new(3.0, -9.8, 3.3), Vec3::new(-6.0, 8.0, 6.0), Vec3::new(7.0, 4.0, -6.0), Vec3::new(5.5, 0.0, 2.0)]
    {
        check_teapot(&Device::cpu(), view(eye), Options::new());
    }
}

/// A pseudo-random number in 0..1.
fn random(state: &mut u64) -> f32 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 40) as f32 / (1u64 << 24) as f32
}

/// A mesh of 5 x 5 patches over the square from 0 to 15, bumpy, of very uneven spacing, each patch turned by some right angles.
fn random_mesh(state: &mut u64) -> Vec<Patch> {
    let mut lines = || {
        let mut line: Vec<f32> = (0..14).map(|_| random(state).powi(3) * 15.0).chain([0.0, 15.0]).collect();
        line.sort_by(f32::total_cmp);
        line
    };
    let (columns, rows) = (lines(), lines());
    let net: Vec<Vec<Vec3>> = (0..16)
        .map(|j| {
            let inner = |k: usize| (1..15).contains(&k);
            let mut noise = |size: f32| (random(state) - 0.5) * size;
            let mut point = |i: usize| {
                let (x, y) = (
                    columns[i] + if inner(i) { noise(0.4) } else { 0.0 },
                    rows[j] + if inner(j) { noise(0.4) } else { 0.0 },
                );
                Vec3::new(x, y, noise(3.0))
            };
            (0..16).map(&mut point).collect()
        })
        .collect();
    let mut patches = Vec::new();
    for (row, column) in (0..25).map(|k| (k / 5, k % 5)) {
        let mut points = std::array::from_fn(|k| net[3 * row + k / 4][3 * column + k % 4]);
        for _ in 0..(random(state) * 4.0) as u32 {
            points = std::array::from_fn(|k| points[4 * (3 - k % 4) + k / 4]);
        }
        patches.push(Patch { points });
    }
    patches
}

fn check_mesh(device: &Device, seed: u64, options: Options) {
    let mut state = seed;
    let patches = random_mesh(&mut state);
    // Low over the mesh, so that its far side is small; all of it is in view.
    let camera =
        Camera::look_at(Vec3::new(7.5, -9.0, 3.0 + 4.0 * random(&mut state)), Vec3::new(7.5, 6.0, 0.0), 1.1, 320, 200);
    let borders = borders_of_both_sides(device, &patches, camera, options);
    let at_edge = |point: Vec3| {
        let near = |x: f32, edge: f32| (x - edge).abs() < 1e-4;
        near(point.x, 0.0) || near(point.x, 15.0) || near(point.y, 0.0) || near(point.y, 15.0)
    };
    let open = open_segments(borders.iter());
    let cracks: Vec<_> = open.iter().filter(|(from, to, _)| !(at_edge(*from) && at_edge(*to))).collect();
    assert!(
        cracks.is_empty(),
        "seed {seed}: {} of {} open segments are cracks, as {:?}",
        cracks.len(),
        open.len(),
        cracks[0]
    );
    assert!(open.len() > 100, "the mesh has edges");
}

#[test]
fn random_meshes_have_no_cracks() {
    for seed in 1..=6 {
        check_mesh(&Device::cpu(), seed, Options::new());
    }
}

/// A patch that reaches behind the eye and one in front of it have a border in common, all of which is in front: the parts of the first
/// draw the line of the second.
#[test]
fn what_reaches_behind_the_eye_keeps_the_borders_in_front_of_it() {
    let common = |k: usize| Vec3::new(if k.is_multiple_of(3) { 0.0 } else { 0.02 }, 1.0 + k as f32 / 6.0, -0.1);
    let patch = |far: &dyn Fn(usize) -> Vec3| Patch {
        points: std::array::from_fn(|n| common(n % 4).lerp(far(n % 4), (n / 4) as f32 / 3.0)),
    };
    let behind = patch(&|k| Vec3::new(0.5, k as f32 - 1.5, -0.1));
    let in_front = patch(&|k| Vec3::new(-0.1, 1.0 + k as f32 / 6.0, -0.1));
    let camera = Camera::look_at(Vec3::ZERO, Vec3::Y, 0.75, 120, 80);
    // What faces away of a patch faces the eye in its copy.
    let line = |patch: Patch| {
        let patches = [patch, turned(&patch)];
        let found = dice(&Device::cpu(), &patches, camera, Options::new());
        let lowest = found.cells.into_iter().filter(|cell| cell.row == 0);
        let vertices = lowest.flat_map(|cell| {
            (0..=cell.columns()).map(move |i| bits(cell::vertex(&patches[cell.patch as usize], &cell, i, 0)))
        });
        vertices.collect::<HashSet<Bits>>()
    };
    let (parts, whole) = (line(behind), line(in_front));
    assert!(parts.len() > 10, "{} vertices are diced", parts.len());
    let strange = parts.difference(&whole).count();
    assert_eq!(strange, 0, "of {} vertices beside {}", parts.len(), whole.len());
}

/// Nor by the compiler's fused multiply-adds and approximations.
#[test]
fn there_are_no_cracks_on_a_gpu() {
    let Some(device) = devices::gpu() else { return };
    for &floating_point in FloatingPoint::ALL {
        check_teapot(&device, view(Vec3::new(5.5, 0.0, 2.0)), Options::new().floating_point(floating_point));
        for seed in 1..=12 {
            check_mesh(&device, seed, Options::new().floating_point(floating_point));
        }
    }
}

#[test]
fn there_are_no_cracks_on_the_emulated_device() {
    let Some(device) = devices::emulated() else { return };
    check_mesh(&device, 1, Options::new());
}

/// The test would see a crack: one vertex off by the last bit is found.
#[test]
fn a_crack_of_one_bit_is_found() {
    let mut borders = borders_of_both_sides(
        &Device::cpu(),
        &models::teapot().patches,
        view(Vec3::new(3.0, -9.8, 3.3)),
        Options::new(),
    );
    // They come in any order.
    borders.sort_by_key(|border| border.iter().map(|point| bits(*point)).collect::<Vec<_>>());
    let before = open_segments(borders.iter()).len();
    // Not where there is nothing beyond, and not where an edge has collapsed: the way there and back would cancel.
    let is_plain =
        |border: &[Vec3]| border[6] != border[7] && border[7] != border[8] && !border.iter().any(|p| is_on_rim(*p));
    let plain = borders.iter().position(|border| is_plain(border)).expect("most pieces are plain");
    let vertex = &mut borders[plain][7];
    vertex.x = f32::from_bits(vertex.x.to_bits() + 1);
    assert!(open_segments(borders.iter()).len() > before);
}
