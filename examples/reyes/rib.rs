//! Reads bicubic Bézier patches from RenderMan RIB files (RenderMan Interface 3.2, appendix C).
//!
//! Read are `Patch "bicubic" "P" [48 numbers]` (also as `"vertex point P"`), and what says where patches are and what they
//! look like: `Translate`, `Scale`, `Rotate`, `Skew`, `ConcatTransform`, `Transform`, `Identity`, the blocks of transforms and
//! attributes, `Color`, `Opacity`, `Sides`, `Orientation`, `ReverseOrientation`. z is up.
//!
//! Cameras, lights and shaders do not count: `names.rs` lists the requests that are passed over. As transforms before
//! `WorldBegin` are those of the camera, they do not count either.
//!
//! Patches that would be missing or come out wrong are mistakes: other bases than `"bezier"`, `Patch "bilinear"`, `PatchMesh`,
//! objects, archives, motion, perspectives, a second world; and so is what is no RIB: requests that nobody knows, brackets
//! and blocks that do not match. Other geometry is left out, and a note says so.
//!
//! The renderer sees the backs of all patches or of none. Where one patch has two sides, or hides only a part of what is behind
//! it, all are seen from both sides; of closed opaque objects, which `Sides 1` is for, the picture is the same. A note says so.

// By their paths, as tests take this file in from elsewhere.
#[path = "rib/names.rs"]
mod names;
#[path = "rib/request.rs"]
mod request;
#[cfg(test)]
#[path = "rib/tests.rs"]
mod tests;
#[path = "rib/tokens.rs"]
mod tokens;

use super::{
    patch::Patch,
    scene::{Mistake, Scene, View, coordinate},
    surface::{CLAY, Surface},
};
use request::{Parameter, Request, numbers, parameters};
pub use tokens::not_text;
use tokens::{Placed, Token};
use whipple::prelude::*;

/// Reads the text of a RIB file: a scene, and notes about what of the file it does not show.
///
/// # Errors
/// What is wrong first, and where; also a text without patches.
pub fn parse(text: &str) -> Result<(Scene, Vec<String>), Mistake> {
    let tokens = tokens::tokens(text)?;
    let mut reader = Reader::new();
    let mut rest = &tokens[..];
    while let Some(request) = request::first(&mut rest) {
        reader.request(&request?)?;
    }
    reader.finish(text.lines().count().max(1))
}

/// What holds for the patches that follow.
#[derive(Clone, Copy)]
struct State<'t> {
    transform: Transform<'t>,
    surface: Surface,
    two_sided: bool,
    /// Whether the outside of patches is where their derivatives' cross product does not point.
    inside_out: bool,
}

/// A transformation to the world, or to the camera where no world has begun.
#[derive(Clone, Copy)]
struct Transform<'t> {
    matrix: Mat4,
    /// What makes that it is not the matrix, and what to write instead.
    unknown: Option<(Placed<'t>, &'static str)>,
}

impl Transform<'_> {
    const NONE: Self = Self { matrix: Mat4::IDENTITY, unknown: None };

    /// Whether it makes left hands of right ones.
    fn is_mirror(&self) -> bool {
        self.matrix.determinant() < 0.0
    }
}

/// From `…Begin` to `…End`.
struct Block<'t> {
    /// The name of what begins it, without `Begin`.
    kind: &'t str,
    begin: Placed<'t>,
    /// What held before.
    saved: State<'t>,
}

/// Geometry that is left out.
struct LeftOut<'t> {
    name: &'t str,
    count: usize,
    /// The first of them.
    first: Placed<'t>,
}

struct Reader<'t> {
    state: State<'t>,
    blocks: Vec<Block<'t>>,
    /// Whether there was a `WorldBegin`.
    has_world: bool,
    /// Whether the transformation from the world to the camera is a mirror.
    camera_is_mirror: bool,
    patches: Vec<Patch>,
    surfaces: Vec<Surface>,
    /// How many patches have two sides.
    two_sided: usize,
    /// The first patch that has one side.
    one_sided: Option<Placed<'t>>,
    left_out: Vec<LeftOut<'t>>,
    /// The names of parameters that the file declares.
    declared: Vec<&'t str>,
}

const MOTION: &str =
    "what moves cannot be read: write where it is, without `MotionBegin`; the option `--motion X,Y,Z` moves the scene";
const BENT: &str =
    "this matrix is a perspective, which bends patches: its 4th, 8th and 12th number must be 0, its last not";

impl<'t> Reader<'t> {
    fn new() -> Self {
        Self {
            state: State {
                transform: Transform::NONE,
                surface: Surface { diffuse: CLAY, opacity: 1.0, motion: Vec3::ZERO },
                two_sided: true,
                inside_out: false,
            },
            blocks: Vec::new(),
            has_world: false,
            camera_is_mirror: false,
            patches: Vec::new(),
            surfaces: Vec::new(),
            two_sided: 0,
            one_sided: None,
            left_out: Vec::new(),
            declared: Vec::new(),
        }
    }

    /// Does what a request says.
    fn request(&mut self, request: &Request<'_, 't>) -> Result<(), Mistake> {
        let name = request.name;
        match name {
            "Translate" => self.concatenate(Mat4::from_translation(Vec3::from_array(request.numbers()?))),
            "Scale" => self.concatenate(Mat4::from_scale(Vec3::from_array(request.numbers()?))),
            "Rotate" => self.concatenate(rotation(request)?),
            "Skew" => self.concatenate(skew(request)?),
            "ConcatTransform" => self.concatenate_matrix(request)?,
            "Transform" => {
                self.state.transform = Transform::NONE;
                self.concatenate_matrix(request)?;
            }
            "Identity" => {
                request.no_arguments()?;
                self.state.transform = Transform::NONE;
                self.concatenate(Mat4::IDENTITY);
            }
            "Color" => {
                self.refuse_in_motion()?;
                self.state.surface.diffuse = Vec3::from_array(request.numbers()?).clamp(Vec3::ZERO, Vec3::ONE);
            }
            "Opacity" => {
                self.refuse_in_motion()?;
                let parts: [f32; 3] = request.numbers()?;
                self.state.surface.opacity = (parts.iter().sum::<f32>() / 3.0).clamp(0.0, 1.0);
            }
            "Sides" => match request.numbers()? {
                [1.0] => self.state.two_sided = false,
                [2.0] => self.state.two_sided = true,
                _ => return Err(request.arguments[0].mistake("a surface has 1 or 2 sides")),
            },
            "Orientation" => self.orient(request.one_of(&["outside", "inside", "lh", "rh"])?),
            "ReverseOrientation" => {
                request.no_arguments()?;
                self.state.inside_out ^= true;
            }
            "Basis" => basis(request)?,
            "Declare" => {
                if let Some(Placed { token: Token::Text(parameter), .. }) = request.arguments.first() {
                    self.declared.push(parameter);
                }
            }
            "Patch" => self.patch(request)?,
            _ => self.other(request)?,
        }
        Ok(())
    }

    /// Does what a request says that is part of a group.
    fn other(&mut self, request: &Request<'_, 't>) -> Result<(), Mistake> {
        let Request { name, at, .. } = *request;
        if let Some(message) = names::refused(name) {
            return Err(at.mistake(message));
        }
        if let Some(message) = names::unknown_transform(name) {
            self.state.transform.unknown = Some((at, message));
        } else if names::is_primitive(name) {
            self.leave_out(name, at);
        } else if let Some(kind) = name.strip_suffix("Begin") {
            self.begin(kind, request)?;
        } else if let Some(kind) = name.strip_suffix("End") {
            self.end(kind, request)?;
        }
        Ok(())
    }

    /// Begins a block.
    fn begin(&mut self, kind: &'t str, request: &Request<'_, 't>) -> Result<(), Mistake> {
        if let "Attribute" | "Transform" | "World" = kind {
            request.no_arguments()?;
        }
        if kind == "Solid" {
            // Others would show what is cut away.
            request.one_of(&["primitive", "union"])?;
        }
        self.blocks.push(Block { kind, begin: request.at, saved: self.state });
        if kind == "World" {
            self.begin_world(request.at)?;
        }
        Ok(())
    }

    /// Begins the world, whose coordinates are those of the scene.
    fn begin_world(&mut self, at: Placed<'t>) -> Result<(), Mistake> {
        if self.blocks.iter().filter(|block| block.kind == "World").count() > 1 {
            return Err(at.mistake("a world cannot be in a world: expected `WorldEnd` before"));
        }
        if !self.patches.is_empty() {
            return Err(at.mistake("patches before this world would be drawn with it: keep the patches of one picture"));
        }
        self.has_world = true;
        self.camera_is_mirror = self.state.transform.is_mirror();
        self.state.transform = Transform::NONE;
        Ok(())
    }

    /// Ends a block.
    fn end(&mut self, kind: &str, request: &Request<'_, 't>) -> Result<(), Mistake> {
        request.no_arguments()?;
        let Request { name, at, .. } = *request;
        let Some(block) = self.blocks.pop() else {
            return Err(at.mistake(format!("`{name}` ends a block that did not begin")));
        };
        if block.kind != kind {
            let Block { kind, begin: Placed { line, .. }, .. } = block;
            let message = format!("`{name}` cannot end the `{kind}Begin` of line {line}: expected `{kind}End`");
            return Err(at.mistake(message));
        }
        match kind {
            "Transform" => self.state.transform = block.saved.transform,
            "Motion" | "Resource" => {}
            _ => self.state = block.saved,
        }
        Ok(())
    }

    /// Where the motion begins that is being read.
    fn motion(&self) -> Option<Placed<'t>> {
        self.blocks.iter().find(|block| block.kind == "Motion").map(|block| block.begin)
    }

    fn refuse_in_motion(&self) -> Result<(), Mistake> {
        self.motion().map_or(Ok(()), |begin| Err(begin.mistake(MOTION)))
    }

    /// Puts a transformation before the current one.
    fn concatenate(&mut self, matrix: Mat4) {
        self.state.transform.matrix *= matrix;
        // Cameras may move: this is a mistake when a patch is in it.
        if let Some(begin) = self.motion() {
            self.state.transform.unknown = Some((begin, MOTION));
        }
    }

    /// The same for a matrix of the file. RIB's rows are our columns.
    fn concatenate_matrix(&mut self, request: &Request<'_, 't>) -> Result<(), Mistake> {
        let numbers: [f32; 16] = request.numbers()?;
        self.concatenate(Mat4::from_cols_array(&numbers));
        if [3, 7, 11].iter().any(|k| numbers[*k] != 0.0) || numbers[15] == 0.0 {
            self.state.transform.unknown = Some((request.at, BENT));
        }
        Ok(())
    }

    /// Says where the outside of patches is.
    ///
    /// By `"outside"` it is where the cross product of the derivatives points, and by `"inside"` where it does not, both in the
    /// coordinates of the patch; the others say it for coordinates of one hand. Those of the camera are left-handed.
    fn orient(&mut self, orientation: &str) {
        let is_right_handed = self.camera_is_mirror ^ self.state.transform.is_mirror();
        self.state.inside_out = match orientation {
            "lh" => is_right_handed,
            "rh" => !is_right_handed,
            _ => orientation == "inside",
        };
    }

    /// `Patch "bicubic" "P" [ … ]`.
    fn patch(&mut self, request: &Request<'_, 't>) -> Result<(), Mistake> {
        let at = request.at;
        self.refuse_in_motion()?;
        let parameters = match request.arguments.split_first() {
            Some((Placed { token: Token::Text("bicubic"), .. }, after)) => parameters(after, &self.declared)?,
            Some((other, _)) => return Err(other.mistake("expected \"bicubic\": other patches cannot be read")),
            None => return Err(at.mistake("expected `Patch \"bicubic\" \"P\" [48 numbers]`")),
        };
        let Some(points) = parameters.iter().find(|parameter| parameter.name == "P") else {
            return Err(at.mistake("this patch has no control points: expected \"P\" [48 numbers]"));
        };
        let points = self.transformed(at, points)?;
        for parameter in parameters.iter().filter(|parameter| ["Cs", "Os"].contains(&parameter.name)) {
            self.leave_out(parameter.name, parameter.at);
        }
        if self.has_world && !self.blocks.iter().any(|block| block.kind == "World") {
            return Err(at.mistake("this patch is outside of the world: write it before `WorldEnd`"));
        }

        self.patches.push(Patch { points });
        self.surfaces.push(self.state.surface);
        if self.state.two_sided {
            self.two_sided += 1;
        } else {
            self.one_sided.get_or_insert(at);
        }
        Ok(())
    }

    /// The control points of a patch in the world.
    fn transformed(&self, at: Placed<'t>, parameter: &Parameter<'_, 't>) -> Result<[Vec3; 16], Mistake> {
        let numbers: [f32; 48] = numbers(&parameter.at, "\"P\"", parameter.value)?;
        let transform = self.state.transform;
        if let Some((cause, message)) = transform.unknown {
            return Err(cause.mistake(message));
        }
        let mut points = [Vec3::ZERO; 16];
        for (point, numbers) in points.iter_mut().zip(numbers.chunks_exact(3)) {
            *point = transform.matrix.project_point3(Vec3::from_slice(numbers));
            // Each by itself: a maximum would pass over one that is not a number.
            for part in point.to_array() {
                coordinate(&part.to_string())
                    .map_err(|message| at.mistake(format!("a control point, transformed: {message}")))?;
            }
        }
        // A mirror moves the outside along, but not the cross product, by which the renderer finds it.
        if self.state.inside_out ^ transform.is_mirror() {
            points.chunks_exact_mut(4).for_each(|row| row.reverse());
        }
        Ok(points)
    }

    fn leave_out(&mut self, name: &'t str, at: Placed<'t>) {
        match self.left_out.iter_mut().find(|left_out| left_out.name == name) {
            Some(left_out) => left_out.count += 1,
            None => self.left_out.push(LeftOut { name, count: 1, first: at }),
        }
    }

    /// The scene and the notes, after all requests.
    fn finish(self, last_line: usize) -> Result<(Scene, Vec<String>), Mistake> {
        if let Some(Block { kind, begin, .. }) = self.blocks.last() {
            return Err(begin.mistake(format!("`{kind}Begin` is never ended: expected `{kind}End`")));
        }
        let expected = "expected `Patch \"bicubic\" \"P\" [48 numbers]`";
        match self.left_out.first() {
            _ if !self.patches.is_empty() => {}
            Some(LeftOut { name, first, .. }) => {
                return Err(first.mistake(format!("`{name}` cannot be read, and the file has no patch: {expected}")));
            }
            None => {
                let message = format!("the file has no patch: {expected}");
                return Err(Mistake { line: last_line, column: 1, message });
            }
        }
        let notes = self.notes();
        let view = View::around(self.patches.iter().flat_map(|patch| patch.points));
        let two_sided = self.two_sided > 0;
        Ok((Scene { patches: self.patches, surfaces: self.surfaces, two_sided, view }, notes))
    }

    /// What the scene does not show of the file.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.left_out.is_empty() {
            let each =
                |LeftOut { name, count, first }: &LeftOut<'_>| format!("{count} {name} {}", lines(*count, *first));
            let all = self.left_out.iter().map(each).collect::<Vec<_>>().join(", ");
            notes.push(format!("left out, as only bicubic patches of one colour each are drawn: {all}"));
        }
        let is_transparent = self.surfaces.iter().any(|surface| surface.opacity < 1.0);
        if let Some(first) = self.one_sided.filter(|_| self.two_sided > 0 || is_transparent) {
            let count = self.patches.len() - self.two_sided;
            let cause = if self.two_sided > 0 { "others have two" } else { "some are transparent" };
            let lines = lines(count, first);
            notes.push(format!("all patches are seen from both sides, as {cause}: also {count} of one side {lines}"));
        }
        notes
    }
}

/// Where so many are.
fn lines(count: usize, first: Placed<'_>) -> String {
    if count == 1 { format!("(line {})", first.line) } else { format!("(from line {} on)", first.line) }
}

/// `Rotate`, by degrees around an axis.
fn rotation(request: &Request<'_, '_>) -> Result<Mat4, Mistake> {
    let [degrees, x, y, z] = request.numbers()?;
    match Vec3::new(x, y, z).try_normalize() {
        Some(axis) => Ok(Mat4::from_axis_angle(axis, degrees.to_radians())),
        None => Err(request.at.mistake("the axis of this rotation has no length")),
    }
}

/// `Skew`: moves points along the second axis, so that the first one is turned by an angle towards it.
///
/// With θ between the unit vectors a and b, a + k b has the angle α to a where tan α = k sin θ / (1 + k cos θ), which is where
/// k = sin α / sin (θ - α). A point moves by k b times its share of a: its product with w / w², where w = a - (a·b) b.
fn skew(request: &Request<'_, '_>) -> Result<Mat4, Mistake> {
    let [degrees, ax, ay, az, bx, by, bz] = request.numbers()?;
    let axes = (Vec3::new(ax, ay, az).try_normalize(), Vec3::new(bx, by, bz).try_normalize());
    let (Some(a), Some(b)) = axes else {
        return Err(request.at.mistake("an axis of this skew has no length"));
    };
    let across = a - b * a.dot(b);
    if across.length() < 1e-3 {
        return Err(request.at.mistake("the axes of this skew are parallel"));
    }
    let between = a.angle_between(b).to_degrees();
    if degrees >= between || degrees <= between - 180.0 {
        let message = format!(
            "a skew by {degrees} degrees is none: with these axes it is more than {:.1} and less than {between:.1}",
            between - 180.0
        );
        return Err(request.at.mistake(message));
    }
    let shift = b * (degrees.to_radians().sin() / (between - degrees).to_radians().sin());
    let share = across / across.length_squared();
    let moved = |axis: Vec3| axis + shift * share.dot(axis);
    Ok(Mat4::from_mat3(Mat3::from_cols(moved(Vec3::X), moved(Vec3::Y), moved(Vec3::Z))))
}

/// `Basis`: of its names and steps, only names matter to patches that are no meshes.
fn basis(request: &Request<'_, '_>) -> Result<(), Mistake> {
    let is_other = |argument: &&Placed<'_>| !matches!(argument.token, Token::Text("bezier") | Token::Number(_));
    match request.arguments.iter().find(is_other) {
        Some(argument) => Err(argument.mistake("only patches of the basis \"bezier\" can be read")),
        None => Ok(()),
    }
}
