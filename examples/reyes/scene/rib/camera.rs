//! The camera of a RIB file: what its options say, and the view that follows from them and its transformation.
//!
//! The camera's coordinates are left-handed: x is right, y is up, z is forward. What is at z = 1 of a perspective is divided by the
//! tangent of half its field of view; then the screen window is what the picture shows.

use super::{
    super::{
        Format,
        file::Mistake,
        view::{Lens, View, Window},
    },
    request::Request,
    tokens::{Placed, Token},
};
use whipple::prelude::*;

/// How points of the camera's coordinates come to the screen.
#[derive(Clone, Copy)]
enum Projection {
    /// By their x and y.
    Orthographic,
    /// Divided by their depth; with the field of view in radians.
    Perspective(f32),
}

/// What a file says about its pictures, before the world begins.
#[derive(Clone, Copy, Default)]
pub struct Options<'t> {
    projection: Option<(Projection, Placed<'t>)>,
    /// Left, right, bottom, top.
    window: Option<[f32; 4]>,
    /// Columns, rows, width of a pixel by its height; each only where it is above 0.
    format: [Option<f32>; 3],
    /// Width by height of the picture as it is seen.
    frame_aspect: Option<f32>,
    /// The depths between which things are seen, and where that is said.
    clipping: Option<([f32; 2], Placed<'t>)>,
}

/// The names of options that [`Options::read`] reads.
pub const OPTIONS: &[&str] = &["Clipping", "Format", "FrameAspectRatio", "Projection", "ScreenWindow"];

impl<'t> Options<'t> {
    /// Reads an option; gives what is done in its place, if it is not done as it says.
    ///
    /// # Errors
    /// Arguments that say nothing.
    pub fn read(&mut self, request: &Request<'_, 't>) -> Result<Option<&'static str>, Mistake> {
        let at = request.at;
        match request.name {
            "Projection" => return self.read_projection(request),
            "ScreenWindow" => {
                let window: [f32; 4] = request.numbers()?;
                if window[0] == window[1] || window[2] == window[3] {
                    return Err(at.mistake("this window is empty: expected left, right, bottom and top"));
                }
                self.window = Some(window);
            }
            "Format" => {
                let format: [f32; 3] = request.numbers()?;
                self.format = format.map(|part| (part > 0.0).then_some(part));
            }
            "FrameAspectRatio" => {
                let [aspect] = request.numbers()?;
                if aspect <= 0.0 {
                    return Err(at.mistake("a picture's width by its height is above 0"));
                }
                self.frame_aspect = Some(aspect);
            }
            _ => {
                // The far plane may be at no finite distance.
                let [near, far] = request.numbers_by(finite_or_not)?;
                if near < 0.0 || far <= near {
                    return Err(
                        at.mistake("expected the depths of the near plane, 0 at least, and of the far one, more")
                    );
                }
                self.clipping = Some(([near, far], at));
            }
        }
        Ok(None)
    }

    /// `Projection`: its name, and a parameter for its field of view.
    fn read_projection(&mut self, request: &Request<'_, 't>) -> Result<Option<&'static str>, Mistake> {
        let is_fov = |placed: &Placed<'_>| match placed.token {
            Token::Text(name) => name.split_whitespace().last() == Some("fov"),
            _ => false,
        };
        let mut degrees = 90.0;
        if let Some(index) = request.arguments.iter().position(is_fov) {
            let value = request.arguments[index + 1..].iter().find(|placed| placed.token != Token::Open);
            let value = value.unwrap_or(&request.arguments[index]);
            degrees = match value.token {
                Token::Number(word) => word.parse().unwrap_or(f32::NAN),
                _ => return Err(value.mistake("expected the field of view in degrees")),
            };
            if !(degrees > 0.0 && degrees < 180.0) {
                return Err(value.mistake("a field of view is more than 0 and less than 180 degrees"));
            }
        }
        let perspective = Projection::Perspective(degrees.to_radians());
        let (projection, fate) = match request.arguments.first().map(|first| first.token) {
            Some(Token::Text("perspective")) => (perspective, None),
            None | Some(Token::Text("orthographic" | "null")) => {
                (Projection::Orthographic, Some("it is a perspective from far away here"))
            }
            _ => (perspective, Some("it is \"perspective\" here")),
        };
        self.projection = Some((projection, request.at));
        Ok(fate)
    }

    /// The size of picture that the file asks for, if it does.
    pub fn format(&self) -> Option<Format> {
        let [columns, rows, pixel] = self.format;
        let side = |length: Option<f32>| length.map(|length| length.round().max(1.0) as u32);
        let shape = self.frame_aspect.map(|aspect| aspect / pixel.unwrap_or(1.0));
        let format = Format { width: side(columns), height: side(rows), shape };
        (format != Format::default()).then_some(format)
    }

    /// The window of the screen that a picture shows, and the width by height of the picture in pixels.
    fn screen(&self) -> ([f32; 4], f32) {
        let [columns, rows, pixel] = self.format;
        let pixel = pixel.unwrap_or(1.0);
        let of_format = columns.zip(rows).map(|(columns, rows)| columns * pixel / rows);
        let aspect = self.frame_aspect.or(of_format);
        let usual = aspect.unwrap_or(1.0);
        let (x, y) = (usual.max(1.0), usual.recip().max(1.0));
        let window = self.window.unwrap_or([-x, x, -y, y]);
        let of_window = ((window[1] - window[0]) / (window[3] - window[2])).abs();
        (window, aspect.map_or(of_window, |aspect| aspect / pixel))
    }

    /// Whether a picture of any shape shows the usual window, of square pixels.
    fn is_plain(&self) -> bool {
        self.window.is_none() && self.format[2].is_none_or(|pixel| pixel == 1.0)
    }
}

/// Reads a number that may be too large.
fn finite_or_not(word: &str) -> Result<f32, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

/// The camera with which a world begins.
#[derive(Clone, Copy)]
pub struct Camera<'t> {
    /// From the world to the camera.
    pub matrix: Mat4,
    /// What the file says about its pictures.
    pub options: Options<'t>,
}

/// A view by a camera, and what is to be known about it.
pub struct Seen {
    /// The view.
    pub view: View,
    /// Whether the coordinates of the world are left-handed.
    pub left_handed: bool,
    /// What the picture shows otherwise than the file says.
    pub notes: Vec<String>,
}

/// The axes of a camera in the world, which are perpendicular, and how the camera's coordinates follow from them.
struct Axes {
    right: Vec3,
    up: Vec3,
    forward: Vec3,
    /// How long they are in the camera's coordinates.
    scale: Vec3,
    /// How much x and y grow with the depth.
    shift: Vec2,
    /// How much x grows with y.
    skew: f32,
}

impl Axes {
    /// Those of a camera; none if its transformation has no inverse.
    fn of(matrix: &Mat3) -> Option<Self> {
        let rows = matrix.transpose();
        let forward = rows.z_axis.try_normalize()?;
        let flat = |row: Vec3| row - forward * row.dot(forward);
        let up = flat(rows.y_axis).try_normalize()?;
        let across = flat(rows.x_axis);
        let right = (across - up * across.dot(up)).try_normalize()?;
        let found = Self {
            right,
            up,
            forward,
            scale: Vec3::new(rows.x_axis.dot(right), rows.y_axis.dot(up), rows.z_axis.length()),
            shift: Vec2::new(rows.x_axis.dot(forward), rows.y_axis.dot(forward)),
            skew: rows.x_axis.dot(up),
        };
        let Vec3 { x, y, z } = found.scale;
        (x.min(y).min(z) > 1e-6 * x.max(y).max(z)).then_some(found)
    }

    /// The same, of a mirrored camera where a side of the screen's window is where the other should be.
    fn facing(mut self, screen: &mut [f32; 4]) -> Self {
        if screen[0] > screen[1] {
            (screen[0], screen[1]) = (-screen[0], -screen[1]);
            (self.right, self.shift.x) = (-self.right, -self.shift.x);
        }
        if screen[2] > screen[3] {
            (screen[2], screen[3]) = (-screen[2], -screen[3]);
            (self.up, self.shift.y) = (-self.up, -self.shift.y);
        }
        self
    }

    /// Whether right, up and forward are so in the coordinates of the world as they are in the camera's, which are left-handed.
    fn are_left_handed(&self) -> bool {
        self.right.cross(self.up).dot(self.forward) > 0.0
    }

    /// Whether lengths are the same in all directions.
    fn is_plain(&self) -> bool {
        let relative = Vec3::new(self.scale.x, self.scale.y, self.scale.z + self.shift.length()) / self.scale.z;
        (relative - Vec3::ONE).abs().max_element() < 1e-4
    }

    /// The direction that a turn around the scene keeps: the axis of the world that is up in the picture, without a roll; else
    /// what is up in the picture.
    fn upright(&self) -> Vec3 {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().filter(|axis| axis.dot(self.right).abs() < 1e-5);
        let found = axes.max_by(|a, b| a.dot(self.up).abs().total_cmp(&b.dot(self.up).abs()));
        match found.map(|axis| (axis, axis.dot(self.up))) {
            Some((axis, along)) if along.abs() > 0.1 => axis * along.signum(),
            _ => self.up,
        }
    }
}

/// How many times as far as the scene is large the eye is that an orthographic projection has here.
const FAR_AWAY: f32 = 500.0;

/// Where the eye is, and how large what it sees is on the screen.
struct Pinhole {
    /// A depth in the camera's coordinates, at which x and y are 0.
    depth: f32,
    /// How far before that place the eye is.
    before: f32,
    /// How far the middle of the scene is from the eye.
    distance: f32,
    /// What of the camera's coordinates a unit of the screen is, at a distance of one from the eye.
    unit: f32,
    /// How much of them x and y have there in the middle.
    shift: Vec2,
}

impl Pinhole {
    /// That of a perspective, where the scene is `distance` away.
    fn near(distance: f32, radius: f32, angle: f32, axes: &Axes) -> Self {
        // A scene that is behind the eye has no middle before it.
        let distance = if distance > 1e-3 * radius { distance } else { radius };
        Self { depth: 0.0, before: 0.0, distance, unit: (angle / 2.0).tan() * axes.scale.z, shift: axes.shift }
    }

    /// One that is so far away that an orthographic projection looks the same.
    fn far_away(depth: f32, radius: f32, screen: &[f32; 4], axes: &Axes) -> Self {
        let size = screen.iter().fold(0.0f32, |most, edge| most.max(edge.abs())) / axes.scale.x.min(axes.scale.y);
        let distance = FAR_AWAY * radius.max(size);
        Self { depth, before: distance, distance, unit: distance.recip(), shift: Vec2::ZERO }
    }

    fn window(&self, screen: &[f32; 4], aspect: f32, axes: &Axes) -> Window {
        let x = [screen[0], screen[1]].map(|edge| (edge * self.unit - self.shift.x) / axes.scale.x);
        let y = [screen[2], screen[3]].map(|edge| (edge * self.unit - self.shift.y) / axes.scale.y);
        Window { x, y, aspect }
    }
}

impl<'t> Camera<'t> {
    /// Whether the file says anything about it.
    pub fn is_given(&self) -> bool {
        self.options.projection.is_some() || self.matrix != Mat4::IDENTITY
    }

    /// The field of view of a perspective.
    fn angle(&self) -> Option<f32> {
        match self.options.projection {
            Some((Projection::Perspective(angle), _)) => Some(angle),
            _ => None,
        }
    }

    /// The view of these points; none if the transformation has no inverse.
    pub fn view(&self, points: impl Iterator<Item = Vec3> + Clone) -> Option<Seen> {
        let matrix = self.matrix * self.matrix.w_axis.w.recip();
        let (linear, moved) = (Mat3::from_mat4(matrix), matrix.w_axis.truncate());
        let (mut screen, aspect) = self.options.screen();
        let axes = Axes::of(&linear)?.facing(&mut screen);

        let centre = View::around(points.clone()).target;
        let radius = points.clone().map(|point| point.distance(centre)).fold(f32::MIN_POSITIVE, f32::max);
        let depth_of = |point: Vec3| (linear * point + moved).z;
        let pinhole = match self.angle() {
            Some(angle) => Pinhole::near(depth_of(centre) / axes.scale.z, radius, angle, &axes),
            None => Pinhole::far_away(depth_of(centre), radius, &screen, &axes),
        };
        let eye = linear.inverse() * (Vec3::Z * pinhole.depth - moved) - axes.forward * pinhole.before;
        let lens = match self.angle() {
            Some(angle) if self.options.is_plain() && axes.is_plain() => Lens::Shorter(angle),
            _ => Lens::Window(pinhole.window(&screen, aspect, &axes)),
        };
        let near = self.options.clipping.map(|([near, _], _)| near).filter(|near| *near > 0.0);
        let near = near.map(|near| pinhole.before + (near - pinhole.depth) / axes.scale.z);
        let target = eye + axes.forward * pinhole.distance;
        let notes = self.notes(&axes, points.map(depth_of).fold(f32::MIN, f32::max));
        let view = View { eye, target, up: axes.upright(), lens, near };
        (eye.is_finite() && target.is_finite()).then(|| Seen { view, left_handed: axes.are_left_handed(), notes })
    }

    /// What the picture shows otherwise, of a scene that reaches to this depth.
    fn notes(&self, axes: &Axes, farthest: f32) -> Vec<String> {
        let mut notes = Vec::new();
        let is_orthographic = self.angle().is_none();
        if axes.skew.abs() > 1e-3 * axes.scale.x || is_orthographic && axes.shift.length() > 1e-3 * axes.scale.z {
            notes.push("the camera's transformation is skewed: the picture is not".into());
        }
        if self.options.projection.is_none() {
            notes.push("the file has no `Projection`, so it is orthographic: a perspective from far away here".into());
        }
        if let Some(([_, far], at)) = self.options.clipping.filter(|([_, far], _)| farthest > *far) {
            let line = at.line;
            notes.push(format!("Clipping: what is behind the far plane, at {far}, is drawn as well (line {line})"));
        }
        notes
    }
}
