//! The scenes that the example makes itself.

use super::{
    Scene,
    surface::{CLAY, Surface},
    text,
    view::{Lens, View},
};
use crate::reyes::geometry::patch::Patch;
use std::f32::consts::TAU;
use whipple::prelude::*;

/// The teapot, as the example is shipped with it.
const TEAPOT: &str = include_str!("../teapot.txt");

/// Distance of a cubic's inner control points from its ends, for a quarter of a circle of radius one.
const QUARTER: f32 = 0.552_284_8;

/// A pseudo-random number in 0..1.
fn random(state: &mut u64) -> f32 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 40) as f32 / (1u64 << 24) as f32
}

/// A scene of clay.
fn of_clay(patches: Vec<Patch>, view: View) -> Scene {
    let surfaces = vec![Surface { diffuse: CLAY, opacity: 1.0, motion: Vec3::ZERO }; patches.len()];
    Scene { patches, surfaces, two_sided: false, view, view_is_given: true, left_handed: false, format: None }
}

fn view(eye: [f32; 3], target: [f32; 3], degrees: f32) -> View {
    let [eye, target] = [eye, target].map(Vec3::from_array);
    View { eye, target, up: Vec3::Z, lens: Lens::Fitting(degrees.to_radians()), near: None }
}

/// Eight patches of a sphere, one an octant, that face outwards. Within 0.03 % of its radius it is one.
fn ball(centre: Vec3, radius: f32) -> [Patch; 8] {
    // A quarter of a circle from (1, 0) to (0, 1).
    let arc = [Vec2::new(1.0, 0.0), Vec2::new(1.0, QUARTER), Vec2::new(QUARTER, 1.0), Vec2::new(0.0, 1.0)];
    std::array::from_fn(|octant| {
        let quarter_turned = |point: Vec2| match octant % 4 {
            0 => point,
            1 => Vec2::new(-point.y, point.x),
            2 => -point,
            _ => Vec2::new(point.y, -point.x),
        };
        let points = std::array::from_fn(|k| {
            // Along v from the south pole to the equator, or on to the north pole.
            let meridian = if octant < 4 { arc[k / 4] } else { arc[3 - k / 4] * Vec2::new(1.0, -1.0) };
            centre + (quarter_turned(arc[k % 4]) * meridian.x).extend(meridian.y) * radius
        });
        Patch { points }
    })
}

/// A sphere: 8 patches.
pub fn sphere() -> Scene {
    of_clay(ball(Vec3::ZERO, 1.8).to_vec(), view([2.0, -8.5, 3.0], [0.0; 3], 26.0))
}

/// The Utah teapot: 32 patches.
///
/// # Panics
/// Never: a test reads the file.
pub fn teapot() -> Scene {
    let patches = text::parse(TEAPOT).expect("the teapot is well-formed").patches;
    of_clay(patches, view([3.0, -9.8, 3.3], [0.28, 0.0, 1.5], 26.0))
}

/// 360 teapots, each turned its own way: 11,520 patches.
pub fn teapots() -> Scene {
    const COLUMNS: u32 = 24;
    const ROWS: u32 = 15;
    let one = teapot().patches;
    let mut state = 360;
    let mut patches = Vec::new();
    for index in 0..COLUMNS * ROWS {
        let (column, row) = (index % COLUMNS, index / COLUMNS);
        let place = Vec3::new(column as f32 - 11.5 + 0.5 * (row % 2) as f32, row as f32 - 7.0, 0.0) * 6.5;
        let (sin, cos) = (random(&mut state) * TAU).sin_cos();
        let turned = |p: Vec3| place + Vec3::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y, p.z);
        patches.extend(one.iter().map(|patch| Patch { points: patch.points.map(turned) }));
    }
    of_clay(patches, view([0.0, -118.0, 92.0], [0.0, -4.0, 0.0], 44.0))
}

/// Blades of grass that hide two fifths of what is behind them, a patch each.
pub fn grass(blades: u32) -> Scene {
    let side = (blades as f32).sqrt() * 0.05;
    let mut state = u64::from(blades);
    let mut scene =
        of_clay(Vec::new(), view([side * 0.7, -2.3 * side - 0.6, 0.6 * side + 0.9], [0.0, -0.1 * side, 0.35], 36.0));
    scene.two_sided = true;
    for _ in 0..blades {
        let mut between = |low: f32, high: f32| low + (high - low) * random(&mut state);
        let root = Vec3::new(between(-side, side), between(-side, side), 0.0);
        let height = between(0.6, 1.2);
        let width = between(0.015, 0.03);
        let (sin, cos) = between(0.0, TAU).sin_cos();
        // The blade leans one way and is wide across it.
        let lean = Vec3::new(cos, sin, 0.0) * (height * between(0.1, 0.7));
        let across = Vec3::new(-sin, cos, 0.0) * width;
        let up = Vec3::Z * height;
        let spine =
            [root, root + up * 0.4 + lean * 0.05, root + up * 0.8 + lean * 0.4, root + up * between(0.75, 1.0) + lean];
        let widths = [1.0, 0.95, 0.7, 0.04];
        // Folded a little along its middle.
        let fold = lean.normalize() * (0.35 * width);
        let points = std::array::from_fn(|k| {
            let (i, j) = (k % 4, k / 4);
            let folded = if i == 1 || i == 2 { fold } else { Vec3::ZERO };
            spine[j] + (across * [-1.0, -0.4, 0.4, 1.0][i] + folded) * widths[j]
        });
        let green = Vec3::new(between(0.10, 0.28), between(0.34, 0.58), between(0.04, 0.12));
        scene.patches.push(Patch { points });
        scene.surfaces.push(Surface { diffuse: green, opacity: 0.4, motion: Vec3::ZERO });
    }
    scene
}

/// Transparent spheres that do not touch.
pub fn bubbles() -> Scene {
    const BUBBLES: usize = 40;
    let mut state = 7;
    let mut balls: Vec<(Vec3, f32)> = Vec::new();
    while balls.len() < BUBBLES {
        let mut between = |low: f32, high: f32| low + (high - low) * random(&mut state);
        let centre = Vec3::new(between(-3.4, 3.4), between(-2.5, 2.5), between(-1.7, 1.7));
        let radius = 0.22 + 0.75 * between(0.0, 1.0).powi(2);
        if balls.iter().all(|(other, size)| other.distance(centre) > size + radius + 0.02) {
            balls.push((centre, radius));
        }
    }
    let mut scene = of_clay(Vec::new(), view([1.5, -10.5, 2.2], [0.0, 0.0, -0.5], 30.0));
    scene.two_sided = true;
    for (index, (centre, radius)) in balls.iter().enumerate() {
        let hue = index as f32 * 0.381_966 * TAU;
        let part = |shift: f32| 0.5 + 0.4 * (hue + shift).cos();
        let diffuse = Vec3::new(part(0.0), part(TAU / 3.0), part(2.0 * TAU / 3.0));
        scene.patches.extend(ball(*centre, *radius));
        scene.surfaces.extend([Surface { diffuse, opacity: 0.3, motion: Vec3::ZERO }; 8]);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reyes::geometry::patch;

    #[test]
    fn the_teapot_has_32_patches_in_its_box() {
        let patches = teapot().patches;
        assert_eq!(patches.len(), 32);
        let points = || patches.iter().flat_map(|patch| patch.points);
        assert_eq!(points().fold(Vec3::MAX, Vec3::min), Vec3::new(-3.0, -2.0, 0.0));
        assert_eq!(points().fold(Vec3::MIN, Vec3::max), Vec3::new(3.525, 2.0, 3.15));
    }

    /// Each point on the border of a patch lies on the border of another, but for the rims of lid, body and spout and
    /// where handle and spout run into the body.
    #[test]
    fn the_teapot_is_closed() {
        let patches = teapot().patches;
        let border = |patch: &Patch| -> Vec<Vec3> {
            let steps = (0..=15).map(|k| k as f32 / 15.0);
            steps
                .flat_map(|t| [(t, 0.0), (t, 1.0), (0.0, t), (1.0, t)])
                .map(|(u, v)| patch::position(patch, u, v))
                .collect()
        };
        let borders: Vec<Vec<Vec3>> = patches.iter().map(border).collect();
        for (index, own) in borders.iter().enumerate() {
            for point in own {
                let others =
                    borders.iter().enumerate().filter(|(other, _)| *other != index).flat_map(|(_, points)| points);
                let collapsed = own.iter().filter(|other| **other == *point).count() > 4;
                let radius = point.truncate().length();
                let on_rim = (point.z - 2.4).abs() < 1e-3 && (1.29..1.41).contains(&radius);
                let on_spout_tip = (point.z - 2.4).abs() < 1e-3 && point.x > 2.7;
                let on_spout_root = (point.x - 1.7).abs() < 1e-3;
                let on_handle_root = (-2.01..=-1.5).contains(&point.x) && point.y.abs() < 0.31;
                let open = on_rim || on_spout_tip || on_spout_root || on_handle_root;
                let met = others.clone().any(|other| other.distance(*point) < 1e-5);
                assert!(met || collapsed || open, "patch {index} has an open border at {point}");
            }
        }
    }

    #[test]
    fn all_patches_face_outwards() {
        for (index, patch) in teapot().patches.iter().enumerate() {
            for (u, v) in [(0.2, 0.4), (0.5, 0.5), (0.8, 0.4)] {
                let (point, normal) = (patch::position(patch, u, v), patch::normal(patch, u, v));
                // Out of the tube for handle and spout, up for the rim, away from the middle for the rest.
                let inside = match index {
                    0..4 => point - Vec3::Z * (point.z - 2.3),
                    24..32 => patch::position(patch, 0.0, v).midpoint(patch::position(patch, 1.0, v)),
                    _ => Vec3::new(
                        0.0,
                        0.0,
                        if index < 12 {
                            1.2
                        } else if index < 16 {
                            2.9
                        } else if index < 20 {
                            -9.0
                        } else {
                            9.0
                        },
                    ),
                };
                // The lip of the spout rolls inwards.
                let lip = index >= 30 && v > 0.4;
                assert!(lip || normal.dot(point - inside) > 0.0, "patch {index} at {u}, {v}");
            }
        }
    }

    #[test]
    fn scenes_have_the_patches_that_they_say() {
        let counts = [sphere(), teapot(), teapots(), grass(1600), bubbles()].map(|scene| {
            assert_eq!(scene.patches.len(), scene.surfaces.len());
            (scene.patches.len(), scene.needs_samples())
        });
        assert_eq!(counts, [(8, false), (32, false), (11_520, false), (1600, true), (320, true)]);
    }

    /// Nothing of a scene is cut off by a side of its picture, of the usual shapes.
    #[test]
    fn scenes_are_in_their_pictures() {
        for (name, scene) in [("sphere", sphere()), ("teapot", teapot()), ("bubbles", bubbles())] {
            for (width, height) in [(1600, 900), (480, 300), (800, 800), (600, 900)] {
                let camera = scene.view.camera(width, height, 0.0);
                let places = scene.patches.iter().flat_map(|patch| {
                    let on_screen = move |k: u32| {
                        let (u, v) = ((k % 9) as f32 / 8.0, (k / 9) as f32 / 8.0);
                        camera.on_screen(camera.project(patch::position(patch, u, v)))
                    };
                    (0..81).map(on_screen)
                });
                let (low, high) = places.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(at), high.max(at)));
                let size = Vec2::new(width as f32, height as f32);
                let least = low.min(size - high).min_element() / size.min_element();
                println!("{name} {width}x{height}: {low} {}", size - high);
                assert!(least > 0.01, "{name}, {width}x{height}: from {low} to {high}");
            }
        }
    }

    #[test]
    fn a_ball_is_round_closed_and_faces_outwards() {
        let centre = Vec3::new(3.0, -2.0, 5.0);
        let patches = ball(centre, 2.0);
        for patch in &patches {
            for step in 0..=100 {
                let (u, v) = ((step % 10) as f32 / 10.0, (step / 10) as f32 / 10.0);
                let arm = patch::position(patch, u, v) - centre;
                assert!((arm.length() / 2.0 - 1.0).abs() < 1e-3, "{arm}");
                assert!(patch::normal(patch, u, v).dot(arm) > 1.9, "{arm}");
            }
        }
        // Each edge of four control points is that of another octant, to the bit.
        let edge = |patch: &Patch, side: usize| -> Vec<[u32; 3]> {
            let index = |k: usize| [k, 12 + k, 4 * k, 4 * k + 3][side];
            let mut points: Vec<_> =
                (0..4).map(|k| (patch.points[index(k)] + Vec3::ZERO).to_array().map(f32::to_bits)).collect();
            points.sort_unstable();
            points
        };
        for (index, patch) in patches.iter().enumerate() {
            for side in 0..4 {
                let own = edge(patch, side);
                let others = patches.iter().enumerate().filter(|(other, _)| *other != index);
                let met =
                    others.flat_map(|(_, other)| (0..4).map(move |side| edge(other, side))).any(|other| other == own);
                assert!(met || own[0] == own[3], "octant {index}, side {side}");
            }
        }
    }
}
