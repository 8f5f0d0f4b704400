//! Reads bicubic patches from RenderMan RIB files (RenderMan Interface 3.2, appendix C).
//!
//! Read are `Patch "bicubic" "P" [48 numbers]` (also as `"vertex point P"`) in any `Basis`, and what says where patches are and
//! what they look like: `Translate`, `Scale`, `Rotate`, `Skew`, `ConcatTransform`, `Transform`, `Identity`, the blocks of
//! transforms and attributes, `Color` (white where there is none), `Opacity`, `Sides`, `Orientation`, `ReverseOrientation`.
//!
//! The transformations before `WorldBegin` place the camera, which has a `Projection`, a `ScreenWindow`, a `Format`, a
//! `FrameAspectRatio` and `Clipping`. A file without any has z up and is seen as a whole.
//!
//! Lights, shaders and other geometry are left out, and notes say so; `names.rs` lists all requests, also those that say nothing
//! about a picture and are passed over.
//!
//! Patches that would be missing or come out wrong are mistakes: `Patch "bilinear"`, `PatchMesh`, objects, archives, motion,
//! perspectives, a second world; and so is what is no RIB: requests that nobody knows, brackets and blocks that do not match.
//!
//! The renderer sees the backs of all patches or of none. Where one patch has two sides, or hides only a part of what is behind
//! it, all are seen from both sides; of closed opaque objects, which `Sides 1` is for, the picture is the same. A note says so.

mod basis;
mod camera;
mod names;
mod notes;
mod request;
#[cfg(test)]
mod tests;
mod tokens;
mod transform;

use super::{
    Scene,
    file::{Mistake, coordinate},
    surface::Surface,
    view::View,
};
use crate::reyes::geometry::patch::Patch;
use basis::Basis;
use camera::{Camera, Options, Seen};
use notes::Notes;
use request::{Parameter, Request, numbers, parameters};
use tokens::{Placed, Token};
use transform::Transform;
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
    bases: [Basis; 2],
    two_sided: bool,
    /// Whether the outside of patches is where their derivatives' cross product does not point.
    inside_out: bool,
    /// What is said about pictures, until a world begins.
    options: Options<'t>,
}

/// From `…Begin` to `…End`.
struct Block<'t> {
    /// The name of what begins it, without `Begin`.
    kind: &'t str,
    begin: Placed<'t>,
    /// What held before.
    saved: State<'t>,
    /// Whether a transformation came, of which the first counts where they are a motion.
    has_moved: bool,
}

struct Reader<'t> {
    state: State<'t>,
    blocks: Vec<Block<'t>>,
    /// Whether there was a `WorldBegin`.
    has_world: bool,
    /// What a world began with.
    camera: Camera<'t>,
    /// Why that is no camera.
    no_camera: Option<(Placed<'t>, &'static str)>,
    patches: Vec<Patch>,
    surfaces: Vec<Surface>,
    /// How many patches have two sides.
    two_sided: usize,
    /// The first patch that has one side.
    one_sided: Option<Placed<'t>>,
    notes: Notes<'t>,
    /// The names of parameters that the file declares.
    declared: Vec<&'t str>,
}

const MOTION: &str =
    "what moves cannot be read: write where it is, without `MotionBegin`; the option `--motion X,Y,Z` moves the scene";
impl<'t> Reader<'t> {
    fn new() -> Self {
        let white = Surface { diffuse: Vec3::ONE, opacity: 1.0, motion: Vec3::ZERO };
        Self {
            state: State {
                transform: Transform::NONE,
                surface: white,
                bases: [None; 2],
                two_sided: true,
                inside_out: false,
                options: Options::default(),
            },
            blocks: Vec::new(),
            has_world: false,
            camera: Camera { matrix: Mat4::IDENTITY, options: Options::default() },
            no_camera: None,
            patches: Vec::new(),
            surfaces: Vec::new(),
            two_sided: 0,
            one_sided: None,
            notes: Notes::default(),
            declared: Vec::new(),
        }
    }

    /// Does what a request says.
    fn request(&mut self, request: &Request<'_, 't>) -> Result<(), Mistake> {
        let name = request.name;
        match name {
            "Translate" | "Scale" | "Rotate" | "Skew" | "ConcatTransform" => self.transform(request, false)?,
            "Transform" | "Identity" => self.transform(request, true)?,
            "Color" => {
                self.refuse_in_motion()?;
                let colour = Vec3::from_array(request.numbers()?);
                self.state.surface.diffuse = colour.clamp(Vec3::ZERO, Vec3::ONE);
                if self.state.surface.diffuse != colour {
                    self.notes.count(name, request.at, "beyond 0 to 1", "less is 0, and more is 1");
                }
            }
            "Opacity" => {
                self.refuse_in_motion()?;
                let parts: [f32; 3] = request.numbers()?;
                self.state.surface.opacity = (parts.iter().sum::<f32>() / 3.0).clamp(0.0, 1.0);
                if parts != [parts[0]; 3] {
                    self.notes.count(name, request.at, "coloured", "the mean of red, green and blue is taken");
                }
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
            "Basis" => self.state.bases = basis::read(request)?,
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
        } else if camera::OPTIONS.contains(&name) {
            self.option(request)?;
        } else if names::is_primitive(name) {
            self.notes.left_out(name, at, "only bicubic patches are drawn");
        } else if let Some(because) = names::left_out(name) {
            self.notes.left_out(name, at, because);
        } else if let Some(kind) = name.strip_suffix("Begin") {
            self.begin(kind, request)?;
        } else if let Some(kind) = name.strip_suffix("End") {
            self.end(kind, request)?;
        }
        Ok(())
    }

    /// Reads an option of the camera.
    fn option(&mut self, request: &Request<'_, 't>) -> Result<(), Mistake> {
        if self.is_in_world() {
            self.notes.left_out(request.name, request.at, "it belongs before `WorldBegin`");
        } else if let Some(fate) = self.state.options.read(request)? {
            self.notes.add(format!("{} (line {}): {fate}", request.name, request.at.line));
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
        self.blocks.push(Block { kind, begin: request.at, saved: self.state, has_moved: false });
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
        self.camera = Camera { matrix: self.state.transform.matrix, options: self.state.options };
        self.no_camera = self.state.transform.unknown;
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

    fn is_in_world(&self) -> bool {
        self.blocks.iter().any(|block| block.kind == "World")
    }

    /// Where the motion begins that is being read.
    fn motion(&self) -> Option<Placed<'t>> {
        self.blocks.iter().find(|block| block.kind == "Motion").map(|block| block.begin)
    }

    fn refuse_in_motion(&self) -> Result<(), Mistake> {
        self.motion().map_or(Ok(()), |begin| Err(begin.mistake(MOTION)))
    }

    /// Puts a transformation before the current one, or in its place.
    fn transform(&mut self, request: &Request<'_, 't>, replaces: bool) -> Result<(), Mistake> {
        let (matrix, mut unknown) = transform::matrix(request)?;
        let motion = self.motion();
        if motion.is_some() {
            // Cameras may move: this is a mistake when a patch is in it.
            unknown = Some(MOTION);
            let block = self.blocks.iter_mut().find(|block| block.kind == "Motion");
            if block.is_some_and(|block| std::mem::replace(&mut block.has_moved, true)) {
                return Ok(());
            }
        }
        if replaces {
            self.state.transform = Transform::NONE;
        }
        self.state.transform.matrix *= matrix;
        if let Some(message) = unknown {
            self.state.transform.unknown = Some((motion.unwrap_or(request.at), message));
        }
        Ok(())
    }

    /// Says where the outside of patches is.
    ///
    /// By `"outside"` it is where the cross product of the derivatives points, and by `"inside"` where it does not, both in the
    /// coordinates of the patch; the others say it for coordinates of one hand. Those of the camera are left-handed.
    fn orient(&mut self, orientation: &str) {
        let is_right_handed = (self.camera.matrix.determinant() < 0.0) ^ self.state.transform.is_mirror();
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
            self.notes.left_out(parameter.name, parameter.at, "a patch has one colour");
        }
        if self.has_world && !self.is_in_world() {
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
        let points = std::array::from_fn(|k| Vec3::from_slice(&numbers[3 * k..3 * k + 3]));
        let mut points = basis::to_bezier(points, self.state.bases);
        for point in &mut points {
            *point = transform.matrix.project_point3(*point);
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

    /// The scene and the notes, after all requests.
    fn finish(mut self, last_line: usize) -> Result<(Scene, Vec<String>), Mistake> {
        if let Some(Block { kind, begin, .. }) = self.blocks.last() {
            return Err(begin.mistake(format!("`{kind}Begin` is never ended: expected `{kind}End`")));
        }
        let expected = "expected `Patch \"bicubic\" \"P\" [48 numbers]`";
        if self.patches.is_empty() {
            return Err(match self.notes.first(names::is_primitive) {
                Some((name, first)) => {
                    first.mistake(format!("`{name}` cannot be read, and the file has no patch: {expected}"))
                }
                None => Mistake { line: last_line, column: 1, message: format!("the file has no patch: {expected}") },
            });
        }
        self.note_sides();
        let seen = self.seen();
        let points = self.patches.iter().flat_map(|patch| patch.points);
        let scene = Scene {
            view: seen.as_ref().map_or_else(|| View::around(points), |seen| seen.view),
            view_is_given: seen.is_some(),
            left_handed: seen.as_ref().is_some_and(|seen| seen.left_handed),
            format: self.camera.options.format(),
            two_sided: self.two_sided > 0,
            patches: self.patches,
            surfaces: self.surfaces,
        };
        for note in seen.into_iter().flat_map(|seen| seen.notes) {
            self.notes.add(note);
        }
        Ok((scene, self.notes.lines()))
    }

    /// How the camera of the file sees it, if it has a camera. Notes say why it has none, or that it moves.
    fn seen(&mut self) -> Option<Seen> {
        let points = self.patches.iter().flat_map(|patch| patch.points);
        let message = match self.no_camera {
            Some((at, MOTION)) => {
                self.notes.left_out("MotionBegin", at, "the camera stays where it is first");
                None
            }
            Some((Placed { line, .. }, _)) => {
                Some(format!("the transformation of line {line} cannot be that of a camera"))
            }
            None => None,
        };
        let given = self.camera.is_given();
        let seen = if given && message.is_none() { self.camera.view(points) } else { None };
        if (given || message.is_some()) && seen.is_none() {
            let why = message.unwrap_or_else(|| "its transformation has no inverse".into());
            let options = "--eye, --target, --up and --fov say where the scene is seen from";
            self.notes.add(format!("the camera of the file is left out, as {why}: {options}"));
        }
        seen
    }

    /// Notes that patches of one side are seen from both.
    fn note_sides(&mut self) {
        let is_transparent = self.surfaces.iter().any(|surface| surface.opacity < 1.0);
        if let Some(first) = self.one_sided.filter(|_| self.two_sided > 0 || is_transparent) {
            let count = self.patches.len() - self.two_sided;
            let cause = if self.two_sided > 0 { "others have two" } else { "some are transparent" };
            let line = first.line;
            self.notes.add(format!("Sides: {count} of one side drawn from both, first at line {line} (as {cause})"));
        }
    }
}
