//! Scenes: by name, or from files of patches.

use super::{
    camera::Camera,
    models,
    patch::Patch,
    rib,
    surface::{CLAY, Surface},
    text,
};
use std::{
    f32::consts::TAU,
    fmt, fs, io,
    path::{Path, PathBuf},
    str::FromStr,
};
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
}

/// Where a scene is seen from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// The centre of projection.
    pub eye: Vec3,
    /// What is in the middle of the picture.
    pub target: Vec3,
    /// The vertical field of view of a picture of 16:9, in radians.
    pub angle: f32,
}

impl View {
    /// The camera for a picture of `width` x `height` pixels, after `turn` of a full turn around the target.
    pub fn camera(&self, width: u32, height: u32, turn: f32) -> Camera {
        // A narrower picture needs a wider angle to show what is at the sides.
        let aspect = width as f32 / height as f32;
        let angle = 2.0 * ((self.angle / 2.0).tan() * (1.6 / aspect).max(1.0)).atan();
        let mut eye = self.eye;
        if turn != 0.0 {
            let (sin, cos) = (turn * TAU).sin_cos();
            let arm = self.eye - self.target;
            eye = self.target + Vec3::new(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y, arm.z);
        }
        let camera = Camera::look_at(eye, self.target, angle, width, height);
        // Small scenes are seen from nearby.
        Camera { near: camera.near.min(eye.distance(self.target) * 0.01), ..camera }
    }

    /// A view that shows all of these points, from the front and a little above.
    pub fn around(points: impl Iterator<Item = Vec3> + Clone) -> Self {
        let low = points.clone().fold(Vec3::MAX, Vec3::min);
        let high = points.clone().fold(Vec3::MIN, Vec3::max);
        let target = low.midpoint(high);
        let radius = points.map(|point| point.distance(target)).fold(f32::MIN_POSITIVE, f32::max);
        let angle = 26.0f32.to_radians();
        let towards_eye = Vec3::new(0.3, -0.9, 0.3).normalize();
        Self { eye: target + towards_eye * (radius * 1.05 / (angle / 2.0).sin()), target, angle }
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
    fn is_one_point(&self) -> bool {
        let mut points = self.patches.iter().flat_map(|patch| patch.points);
        let first = points.next();
        points.all(|point| Some(point) == first) || self.view.eye == self.view.target
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
    /// A file of patches: RenderMan RIB if its name ends in `.rib`, else text as `teapot.txt`.
    File(PathBuf),
}

/// The names of scenes.
const SCENES: &str = "sphere, teapot, teapots, grass, grass:BLADES and bubbles";

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
            Self::File(path) => return read(path),
        };
        Ok((scene, Vec::new()))
    }
}

/// Why a file of patches cannot be used.
#[derive(Debug)]
pub enum SceneError {
    /// The file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// All of its patches are in one point.
    Invisible {
        /// The file.
        path: PathBuf,
    },
    /// The file says something that is no patch.
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        mistake: Mistake,
    },
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there and what was expected.
    pub message: String,
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, .. } if path.extension().is_none() && path.components().count() == 1 => {
                let name = path.display();
                write!(f, "cannot read the patch file {name}, and no scene is called that: {SCENES} are")
            }
            Self::Unreadable { path, .. } => write!(f, "cannot read the patch file {}", path.display()),
            Self::Invisible { path } => {
                write!(
                    f,
                    "{}: all control points are one point, so there is nothing to see: check scales",
                    path.display()
                )
            }
            Self::Malformed { path, mistake: Mistake { line, column, message } } => {
                write!(f, "{}:{line}:{column}: {message}", path.display())
            }
        }
    }
}

impl std::error::Error for SceneError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::Invisible { .. } | Self::Malformed { .. } => None,
        }
    }
}

/// Reads a file of patches, with notes about what of it the scene does not show.
///
/// # Errors
/// [`SceneError::Unreadable`]; [`SceneError::Malformed`], also for a file without patches; [`SceneError::Invisible`].
pub fn read(path: &Path) -> Result<(Scene, Vec<String>), SceneError> {
    let is_rib = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("rib"));
    let malformed = |mistake| SceneError::Malformed { path: path.to_owned(), mistake };
    let bytes = fs::read(path).map_err(|source| SceneError::Unreadable { path: path.to_owned(), source })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let line = 1 + valid.matches('\n').count();
        let column = 1 + valid.rsplit('\n').next().unwrap_or("").chars().count();
        let message = if is_rib { rib::not_text(error.as_bytes()) } else { "this is not text in UTF-8" };
        malformed(Mistake { line, column, message: message.into() })
    })?;
    let read = if is_rib { rib::parse(&text) } else { text::parse(&text).map(|scene| (scene, Vec::new())) };
    let (scene, notes) = read.map_err(malformed)?;
    if scene.is_one_point() {
        return Err(SceneError::Invisible { path: path.to_owned() });
    }
    Ok((scene, notes))
}

/// The largest coordinate that a control point may have: far beyond any sensible scene, far within f32.
const LARGEST_COORDINATE: f32 = 1e6;

/// Reads a coordinate.
///
/// # Errors
/// In words: no number, or not finite, or beyond a million.
pub fn coordinate(word: &str) -> Result<f32, String> {
    let number = word.parse::<f32>().map_err(|_| format!("`{word}` is not a number"))?;
    if !number.is_finite() {
        return Err(format!("the coordinate `{word}` is not finite"));
    }
    if number.abs() > LARGEST_COORDINATE {
        return Err(format!("the coordinate `{word}` is absurd: the limit is a million"));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn files_that_cannot_be_read_are_named() {
        let error = read(Path::new("/no/such/file")).expect_err("does not exist");
        assert_eq!(error.to_string(), "cannot read the patch file /no/such/file");
        assert!(std::error::Error::source(&error).is_some());
        // Perhaps it was to be a scene.
        let error = read(Path::new("Teapot")).expect_err("does not exist").to_string();
        assert!(
            error.starts_with("cannot read the patch file Teapot, and no scene is called that: sphere, "),
            "{error}"
        );
    }

    #[test]
    fn small_scenes_are_seen_from_nearby() {
        let small = View::around([Vec3::ZERO, Vec3::splat(1e-4)].into_iter());
        let camera = small.camera(160, 90, 0.0);
        let depth = camera.project(small.target).z;
        assert!(depth > 10.0 * camera.near, "{depth} and {}", camera.near);
        assert_eq!(View { eye: Vec3::X * 50.0, ..small }.camera(160, 90, 0.25).near, 0.1);
    }

    #[test]
    fn a_view_turns_around_its_target() {
        let view = View { eye: Vec3::new(1.0, -5.0, 2.0), target: Vec3::new(1.0, 0.0, 0.0), angle: 0.5 };
        assert_eq!(view.camera(160, 90, 0.0).eye, view.eye);
        assert!(view.camera(160, 90, 0.25).eye.distance(Vec3::new(6.0, 0.0, 2.0)) < 1e-5);
        let around = View::around([Vec3::ZERO, Vec3::ONE * 100.0].into_iter());
        assert_eq!(around.target, Vec3::ONE * 50.0);
        assert!(around.eye.distance(around.target) > 100.0);
    }
}
