//! Scenes: by name, or from files of patches.

pub mod file;
pub mod models;
pub mod rib;
pub mod surface;
pub mod text;
pub mod view;

use crate::reyes::geometry::patch::Patch;
use file::SceneError;
use std::{path::PathBuf, str::FromStr};
use surface::{CLAY, Surface};
use view::{View, upright};
use whipple::prelude::*;

/// What is rendered.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The patches.
    pub patches: Vec<Patch>,
    /// The surface of each.
    pub surfaces: Vec<Surface>,
    /// Whether backs are seen.
    pub two_sided: bool,
    /// Where it is seen from.
    pub view: View,
    /// Whether the scene or its file says so; else the view was found.
    pub view_is_given: bool,
    /// Whether its coordinates are left-handed.
    pub left_handed: bool,
    /// The size of picture that its file asks for.
    pub format: Option<Format>,
}

/// The size of picture that a file asks for, in pixels.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Format {
    /// Columns.
    pub width: Option<u32>,
    /// Rows.
    pub height: Option<u32>,
    /// Columns by rows: a picture with more of either is made smaller.
    pub shape: Option<f32>,
}

impl Format {
    /// Width and height, where `usual` are those that nothing is said about.
    pub fn size(&self, usual: (u32, u32)) -> (u32, u32) {
        let (width, height) = (self.width.unwrap_or(usual.0), self.height.unwrap_or(usual.1));
        let side = |length: f32| (length.round() as u32).max(1);
        match self.shape {
            Some(shape) if width as f32 > shape * height as f32 => (side(shape * height as f32), height),
            Some(shape) => (width, side(width as f32 / shape)),
            None => (width, height),
        }
    }
}

impl Scene {
    /// Whether the renderer of one sample cannot show it: backs are seen, or something moves, is transparent or has a
    /// colour of its own.
    pub fn needs_samples(&self) -> bool {
        self.two_sided || self.is_moving() || self.is_transparent() || self.is_coloured()
    }

    /// Why it cannot, or that something else asked for several samples.
    pub fn why_samples(&self) -> &'static str {
        if self.is_moving() {
            "this scene moves"
        } else if self.is_transparent() {
            "this scene is transparent"
        } else if self.is_coloured() {
            "this scene has several colours"
        } else if self.two_sided {
            "this scene is seen from both sides (RIB has `Sides 1` for the front alone)"
        } else {
            "--samples asks for more"
        }
    }

    /// Whether anything has a colour of its own.
    fn is_coloured(&self) -> bool {
        self.surfaces.iter().any(|surface| surface.diffuse != CLAY)
    }

    /// Whether there is nothing to see, as all control points are in one place, or too close for the eye to stand beside it.
    pub fn is_one_point(&self) -> bool {
        let mut points = self.patches.iter().flat_map(|patch| patch.points);
        let first = points.next();
        points.all(|point| Some(point) == first) || self.view.eye == self.view.target
    }

    /// Turns all coordinates so that they are right-handed and z is up: light comes from above.
    pub fn stand_upright(&mut self) {
        if self.view.up == Vec3::Z && !self.left_handed {
            return;
        }
        let turn = upright(self.view.up, self.left_handed);
        for patch in &mut self.patches {
            patch.points = patch.points.map(|point| turn * point);
            // A mirror moves the outside along, but not the cross product, by which the renderer finds it.
            if self.left_handed {
                patch.points.chunks_exact_mut(4).for_each(|row| row.reverse());
            }
        }
        self.surfaces.iter_mut().for_each(|surface| surface.motion = turn * surface.motion);
        let View { eye, target, .. } = self.view;
        self.view = View { eye: turn * eye, target: turn * target, up: Vec3::Z, ..self.view };
        self.left_handed = false;
    }

    /// Whether anything moves.
    pub fn is_moving(&self) -> bool {
        self.surfaces.iter().any(|surface| surface.motion != Vec3::ZERO)
    }

    /// Whether anything is transparent.
    pub fn is_transparent(&self) -> bool {
        self.surfaces.iter().any(|surface| surface.opacity < 1.0)
    }
}

/// A scene as the command line names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// 8 patches.
    Sphere,
    /// 32 patches.
    Teapot,
    /// 360 teapots, 11,520 patches.
    Teapots,
    /// So many transparent blades of grass, a patch each.
    Grass(u32),
    /// Transparent spheres.
    Bubbles,
    /// A file of patches, or `-` for standard input: RenderMan RIB or text as `teapot.txt`.
    File(PathBuf),
}

/// The names of scenes.
pub const SCENES: &str = "sphere, teapot, teapots, grass, grass:BLADES and bubbles";

/// The most blades of grass that may be asked for.
const MOST_BLADES: u32 = 1_000_000;

impl FromStr for Choice {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Ok(match name {
            "sphere" => Self::Sphere,
            "teapot" => Self::Teapot,
            "teapots" => Self::Teapots,
            "grass" => Self::Grass(1600),
            "bubbles" => Self::Bubbles,
            _ => match name.strip_prefix("grass:") {
                Some(blades) => match blades.parse() {
                    Ok(blades @ 1..=MOST_BLADES) => Self::Grass(blades),
                    _ => {
                        return Err(format!(
                            "`{blades}` is no number of blades from 1 to {MOST_BLADES}; write `grass:1600`"
                        ));
                    }
                },
                None => Self::File(name.into()),
            },
        })
    }
}

impl Choice {
    /// The scene, and notes about what of its file it does not show.
    ///
    /// # Errors
    /// What is wrong with its file.
    pub fn scene(&self) -> Result<(Scene, Vec<String>), SceneError> {
        let scene = match self {
            Self::Sphere => models::sphere(),
            Self::Teapot => models::teapot(),
            Self::Teapots => models::teapots(),
            Self::Grass(blades) => models::grass(*blades),
            Self::Bubbles => models::bubbles(),
            Self::File(path) => return file::read(path),
        };
        Ok((scene, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reyes::geometry::patch;

    #[test]
    fn scenes_are_named() {
        assert_eq!("grass".parse(), Ok(Choice::Grass(1600)));
        assert_eq!("grass:10000".parse(), Ok(Choice::Grass(10_000)));
        assert_eq!("a/b.rib".parse(), Ok(Choice::File("a/b.rib".into())));
        for blades in ["0", "", "x", "-1", "1000001"] {
            assert!(format!("grass:{blades}").parse::<Choice>().is_err(), "{blades}");
        }
    }

    #[test]
    fn formats_fit_into_what_is_given_of_them() {
        let size = |width, height, shape| Format { width, height, shape }.size((1920, 1080));
        assert_eq!(size(None, None, None), (1920, 1080));
        assert_eq!(size(Some(640), Some(480), None), (640, 480));
        assert_eq!(size(Some(640), None, None), (640, 1080));
        assert_eq!(size(Some(640), Some(480), Some(1.0)), (480, 480));
        assert_eq!(size(Some(640), Some(480), Some(2.0)), (640, 320));
        assert_eq!(size(None, None, Some(1e9)), (1920, 1));
    }

    /// What is in the middle of the picture, to the right and above stays there, and what faces the eye does.
    #[test]
    fn scenes_of_both_hands_stand_upright() {
        for left_handed in [false, true] {
            let mut scene = models::sphere();
            let (up, eye) = (Vec3::new(0.0, 0.6, 0.8), Vec3::new(9.0, 0.0, 0.0));
            scene.view = View { eye, target: Vec3::X, up, ..scene.view };
            scene.left_handed = left_handed;
            scene.surfaces[0].motion = up;
            // Outside is where the cross product points, in these coordinates.
            scene.stand_upright();
            assert!(scene.surfaces[0].motion.distance(Vec3::Z) < 1e-6 && !scene.left_handed);
            assert!((scene.view.eye.distance(scene.view.target) - 8.0).abs() < 1e-5);
            for patch in &scene.patches {
                let outward = patch::normal(patch, 0.5, 0.5).dot(patch::position(patch, 0.5, 0.5));
                assert!(outward > 1.0, "{outward}");
            }
        }
    }
}
