//! Cameras of files: where points come to lie in the picture, and which sides of patches are seen.

use super::*;
use std::{
    f64::consts::TAU,
    time::{SystemTime, UNIX_EPOCH},
};

/// A matrix that multiplies points, as rows, from the right: as the RenderMan Interface has them.
type Matrix = [[f64; 4]; 4];

const IDENTITY: Matrix = [[1., 0., 0., 0.], [0., 1., 0., 0.], [0., 0., 1., 0.], [0., 0., 0., 1.]];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| [0, 1, 2, 3].map(|column| (0..4).map(|k| row[k] * b[k][column]).sum()))
}

fn transformed(point: [f64; 3], matrix: &Matrix) -> [f64; 3] {
    let row = [point[0], point[1], point[2], 1.0];
    let [x, y, z, w] = [0, 1, 2, 3].map(|column| (0..4).map(|k| row[k] * matrix[k][column]).sum::<f64>());
    [x / w, y / w, z / w]
}

/// Random numbers between two.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        // As files have them.
        let share = (self.0 >> 40) as f64 / (1u64 << 24) as f64;
        ((low + (high - low) * share) * 1000.0).round() / 1000.0
    }

    fn below(&mut self, limit: usize) -> usize {
        self.between(0.0, limit as f64 - 0.001) as usize
    }

    /// A transformation that moves, turns, scales or mirrors, written and as a matrix.
    fn transform(&mut self, size: f64) -> (String, Matrix) {
        let mut matrix = IDENTITY;
        match self.below(5) {
            0 => {
                let moved = [0; 3].map(|_| self.between(-size, size));
                matrix[3] = [moved[0], moved[1], moved[2], 1.0];
                (format!("Translate {} {} {}\n", moved[0], moved[1], moved[2]), matrix)
            }
            1 => {
                let mut scale = [self.between(0.5, 2.0); 3];
                scale[self.below(3)] *= [1.0, -1.0][self.below(2)];
                (0..3).for_each(|k| matrix[k][k] = scale[k]);
                (format!("Scale {} {} {}\n", scale[0], scale[1], scale[2]), matrix)
            }
            kind => {
                let (degrees, axis) = (self.between(-180.0, 180.0), self.below(3));
                let (sin, cos) = (degrees / 360.0 * TAU).sin_cos();
                let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
                (matrix[second][second], matrix[second][third]) = (cos, sin);
                (matrix[third][second], matrix[third][third]) = (-sin, cos);
                let unit = [0, 1, 2].map(|k| if k == axis { "1" } else { "0" }).join(" ");
                let written = matrix.iter().flatten().map(|number| format!("{number:.7} ")).collect::<String>();
                let text = if kind == 2 {
                    format!("ConcatTransform [{written}]\n")
                } else {
                    format!("Rotate {degrees} {unit}\n")
                };
                (text, matrix)
            }
        }
    }
}

/// A file made at random, and where its points must be.
struct Made {
    text: String,
    /// The corners of the patch in the camera's coordinates, and a point a little off its outside.
    points: [[f64; 3]; 3],
    outside: [f64; 3],
    /// Half of the tangent, or none for an orthographic projection.
    tangent: Option<f64>,
    window: [f64; 4],
    size: [u32; 2],
}

/// A flat patch in nested blocks before a camera.
fn made(random: &mut Random) -> Made {
    let size = [100 + random.below(300) as u32, 100 + random.below(300) as u32];
    let pixel = [1.0, 1.0, 1.25][random.below(3)];
    let aspect = f64::from(size[0]) * pixel / f64::from(size[1]);
    let mut window = [-aspect.max(1.0), aspect.max(1.0), -aspect.recip().max(1.0), aspect.recip().max(1.0)];
    let mut text = format!("Format {} {} {pixel}\n", size[0], size[1]);
    if random.below(3) == 0 {
        window = [
            random.between(-2.0, -0.1),
            random.between(0.1, 2.0),
            random.between(-2.0, -0.1),
            random.between(0.1, 2.0),
        ];
        if random.below(2) == 0 {
            window.swap(0, 1);
        }
        text += &format!("ScreenWindow {} {} {} {}\n", window[0], window[1], window[2], window[3]);
    }
    let degrees = random.between(20.0, 100.0);
    let is_perspective = random.below(4) > 0;
    text += &if is_perspective {
        format!("Projection \"perspective\" \"fov\" [{degrees}]\n")
    } else {
        "Projection \"orthographic\"\n".into()
    };

    // What comes last is done first: the world is turned, and moved before the camera.
    let mut to_camera = IDENTITY;
    to_camera[3][2] = 12.0;
    text += "Translate 0 0 12\n";
    let add = |text: &mut String, matrix: &mut Matrix, (written, other): (String, Matrix)| {
        *text += &written;
        *matrix = product(&other, matrix);
    };
    (0..3).for_each(|_| add(&mut text, &mut to_camera, random.transform(1.0)));
    text += "WorldBegin\nSides 1\nAttributeBegin\nTranslate 5 5 5\nReverseOrientation\nAttributeEnd\n";
    let mut to_world = IDENTITY;
    text += "TransformBegin\n";
    (0..2).for_each(|_| add(&mut text, &mut to_world, random.transform(1.0)));
    let (aside, _) = random.transform(1.0);
    text += &format!("TransformBegin\n{aside}TransformEnd\n");
    (0..2).for_each(|_| add(&mut text, &mut to_world, random.transform(1.0)));
    let reversed = random.below(2) == 0;
    text += if reversed { "Orientation \"inside\"\n" } else { "" };
    text += "PATCH\nTransformEnd\nWorldEnd\n";

    let all = product(&to_world, &to_camera);
    let sign = if reversed { -1.0 } else { 1.0 };
    let at = |point| transformed(point, &all);
    // The patch lies where z is 0, with its derivatives along x and y.
    let points = [at([0.0, 0.0, 0.0]), at([3.0, 0.0, 0.0]), at([0.0, 3.0, 0.0])];
    let tangent = is_perspective.then(|| (degrees / 720.0 * TAU).tan());
    Made { text, points, outside: at([0.0, 0.0, sign]), tangent, window, size }
}

impl Made {
    /// Where rays to the first corner come from.
    fn eye(&self) -> [f64; 3] {
        let [x, y, _] = self.points[0];
        if self.tangent.is_some() { [0.0; 3] } else { [x, y, -1e6] }
    }
}

fn distance(from: [f64; 3], to: [f64; 3]) -> f64 {
    (0..3).map(|k| (to[k] - from[k]).powi(2)).sum::<f64>().sqrt()
}

/// On which side of a triangle a point is, by its sign.
fn side([a, b, c]: &[[f64; 3]; 3], point: [f64; 3]) -> f64 {
    let from = |to: &[f64; 3]| [0, 1, 2].map(|k| to[k] - a[k]);
    let ([ux, uy, uz], [vx, vy, vz], [wx, wy, wz]) = (from(b), from(c), from(&point));
    (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz
}

/// Checks a file against what its matrices say.
fn check(made: &Made) {
    let (mut scene, _) = read(&made.text);
    let (width, height) = scene.format.expect("the file has a format").size((1, 1));
    assert_eq!([width, height], made.size);
    scene.stand_upright();
    let camera = scene.view.camera(width, height, 0.0);
    let mut found: Vec<Vec2> =
        [0, 3, 12, 15].iter().map(|k| camera.on_screen(camera.project(scene.patches[0].points[*k]))).collect();
    let [left, right, bottom, top] = made.window;
    for point in &made.points {
        let scale = made.tangent.map_or(1.0, |tangent| point[2] * tangent);
        let (x, y) = ((point[0] / scale - left) / (right - left), (top - point[1] / scale) / (top - bottom));
        let expected = Vec2::new(x as f32 * width as f32, y as f32 * height as f32);
        // A perspective from far away is no orthographic projection.
        let tolerance = if made.tangent.is_some() { 0.02 } else { 0.01 * height as f32 };
        let apart = |place: &Vec2| place.distance(expected);
        let nearest = (0..found.len()).min_by(|a, b| apart(&found[*a]).total_cmp(&apart(&found[*b])));
        let index = nearest.expect("there are four corners, and three are looked for");
        assert!(apart(&found[index]) < tolerance * (1.0 + expected.length() / 100.0), "{expected} is not in {found:?}");
        found.swap_remove(index);
    }

    let eye = made.eye();
    let expected = side(&made.points, eye) * side(&made.points, made.outside) > 0.0;
    let patch = &scene.patches[0];
    let normal = crate::reyes::geometry::patch::normal(patch, 0.5, 0.5);
    assert_eq!(normal.dot(camera.eye - patch.points[5]) > 0.0, expected, "which side is seen");
}

/// Cameras and objects with transformations of all kinds, mirrors among them, perspective or not.
#[test]
fn points_are_seen_where_the_interface_says() {
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.subsec_nanos());
    println!("seed {seed}");
    let mut random = Random(u64::from(seed));
    let mut checked = 0;
    while checked < 300 {
        let made = made(&mut random);
        // In front of the eye, and not seen from the edge.
        let nearest = made.points.iter().map(|point| point[2]).fold(f64::MAX, f64::min);
        let length = side(&made.points, made.outside).abs();
        let grazing = side(&made.points, made.eye()).abs() < 0.03 * length * distance(made.points[0], made.eye());
        if nearest > 2.0 && !grazing {
            println!("{}", made.text);
            check(&made);
            checked += 1;
        }
    }
}

/// The view of a text in which `PATCH` is a patch, and its notes.
fn view(text: &str) -> (Scene, Vec<String>) {
    let (mut scene, notes) = read(text);
    scene.stand_upright();
    (scene, notes)
}

#[test]
fn a_file_without_a_camera_is_seen_as_a_whole() {
    let found = View::around(first("PATCH").into_iter());
    for text in ["PATCH", "WorldBegin PATCH WorldEnd", "Format 30 40 1 WorldBegin PATCH WorldEnd"] {
        let (scene, notes) = view(text);
        assert_eq!((scene.view, scene.view_is_given, notes.len()), (found, false, 0), "{text}");
    }
    for (text, expected) in [
        ("Projection \"perspective\" Scale 1 1 0 WorldBegin PATCH WorldEnd", "its transformation has no inverse"),
        (
            "CoordSysTransform \"a\"\nWorldBegin PATCH WorldEnd",
            "the transformation of line 1 cannot be that of a camera",
        ),
        ("Perspective 40\nWorldBegin PATCH WorldEnd", "the transformation of line 1 cannot be that of a camera"),
    ] {
        let (scene, notes) = view(text);
        assert_eq!((scene.view, scene.view_is_given), (found, false), "{text}");
        assert!(notes[0].contains(&format!("the camera of the file is left out, as {expected}: --eye")), "{notes:?}");
    }
}

/// The first of the transformations is that of a camera that moves.
#[test]
fn cameras_that_move_stay_where_they_are_first() {
    let camera = "Projection \"perspective\" \"fov\" 40";
    let (still, _) = view(&format!("{camera} Translate 0 0 9 WorldBegin PATCH WorldEnd"));
    let (moving, notes) = view(&format!(
        "{camera}\nMotionBegin [0 1]\nTranslate 0 0 9 Translate 5 0 9 MotionEnd WorldBegin PATCH WorldEnd"
    ));
    assert_eq!(moving.view, still.view);
    assert_eq!(notes, ["MotionBegin: 1 left out, first at line 2 (the camera stays where it is first)"]);
}

#[test]
fn what_a_camera_cannot_do_is_noted() {
    for (text, expected) in [
        (
            "Projection \"PxrCamera\" \"float fov\" [40] Translate 0 0 9",
            "Projection (line 1): it is \"perspective\" here",
        ),
        ("Projection \"orthographic\" Translate 0 0 9", "Projection (line 1): it is a perspective from far away here"),
        ("Translate 0 0 9", "the file has no `Projection`, so it is orthographic: a perspective from far away here"),
        (
            "Projection \"perspective\"\nClipping 1 9.5 Translate 0 0 9 Rotate 90 1 0 0",
            "Clipping: what is behind the far plane, at 9.5, is drawn as well (line 2)",
        ),
        (
            "Projection \"perspective\" Translate 0 0 9 ConcatTransform [1 0 0 0 .5 1 0 0 0 0 1 0 0 0 0 1]",
            "the camera's transformation is skewed: the picture is not",
        ),
    ] {
        let (_, notes) = view(&format!("{text} WorldBegin PATCH WorldEnd"));
        assert_eq!(notes, [expected], "{text}");
    }
}

#[test]
fn frames_have_options_of_their_own() {
    let text = "FrameBegin 1 Format 10 10 1 Projection \"perspective\" \"fov\" 10 FrameEnd FrameBegin 2 Translate 0 0 9 Format 64 48 1 FrameAspectRatio 2 Clipping 3 1e38 Projection \"perspective\" \"fov\" 50 WorldBegin PATCH WorldEnd FrameEnd";
    let (scene, notes) = view(text);
    assert_eq!(notes, Vec::<String>::new());
    assert_eq!(scene.format.map(|format| format.size((1, 1))), Some((64, 32)));
    assert_eq!(
        (scene.view.lens, scene.view.near),
        (super::super::super::view::Lens::Shorter(50.0f32.to_radians()), Some(3.0))
    );
    assert_eq!(view("Format -1 -1 1 WorldBegin PATCH WorldEnd").0.format.map(|format| format.size((7, 8))), None);
}
