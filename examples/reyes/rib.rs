//! Reads bicubic Bézier patches from RenderMan RIB files (RenderMan Interface 3.2, appendix C).
//!
//! Read are `Patch "bicubic" "P" [48 numbers]` (also as `"vertex point P"`), and what says where patches are and what they
//! look like: `Translate`, `Scale`, `Rotate`, `ConcatTransform`, `Transform`, `Identity`, the blocks of transforms and
//! attributes, `Color`, `Opacity`, `Sides`. Patches that would come out wrong are mistakes: other bases than `"bezier"`,
//! `Patch "bilinear"`, `PatchMesh`. Other requests are passed over, so cameras, lights and shaders do not count; as
//! transforms before `WorldBegin` are those of the camera, they do not count either. z is up.

use super::{
    patch::Patch,
    scene::{Mistake, Scene, View, coordinate},
    surface::{CLAY, Surface},
};
use whipple::prelude::*;

/// A part of the text.
#[derive(Clone, PartialEq, Debug)]
enum Token {
    /// The name of a request.
    Request(String),
    /// A string, without its quotes.
    Text(String),
    /// A number, as it is written.
    Number(String),
    /// `[`
    Open,
    /// `]`
    Close,
}

/// A part of the text and where it begins.
#[derive(Clone, PartialEq, Debug)]
struct Placed {
    line: usize,
    column: usize,
    token: Token,
}

impl Placed {
    fn mistake(&self, message: impl Into<String>) -> Mistake {
        Mistake { line: self.line, column: self.column, message: message.into() }
    }
}

/// Reads the text of a RIB file.
///
/// # Errors
/// What is wrong first, and where; also a text without patches.
pub fn parse(text: &str) -> Result<Scene, Mistake> {
    let tokens = tokens(text)?;
    let mut reader = Reader {
        state: State {
            transform: Mat4::IDENTITY,
            surface: Surface { diffuse: CLAY, opacity: 1.0, motion: Vec3::ZERO },
            two_sided: true,
        },
        saved: Vec::new(),
        scene: Scene {
            patches: Vec::new(),
            surfaces: Vec::new(),
            two_sided: false,
            view: View { eye: Vec3::ZERO, target: Vec3::ZERO, angle: 1.0 },
        },
    };
    let mut rest = &tokens[..];
    while let Some((first, after)) = rest.split_first() {
        let length = after.iter().position(|placed| matches!(placed.token, Token::Request(_))).unwrap_or(after.len());
        let Token::Request(name) = &first.token else {
            return Err(first.mistake("expected a request, as `Patch \"bicubic\" \"P\" [ … ]`"));
        };
        reader.request(name, first, &after[..length])?;
        rest = &after[length..];
    }
    let mut scene = reader.scene;
    if scene.patches.is_empty() {
        let line = text.lines().count().max(1);
        let message = "the file has no patch: expected `Patch \"bicubic\" \"P\" [48 numbers]`".into();
        return Err(Mistake { line, column: 1, message });
    }
    scene.view = View::around(scene.patches.iter().flat_map(|patch| patch.points));
    Ok(scene)
}

/// Takes a text apart.
fn tokens(text: &str) -> Result<Vec<Placed>, Mistake> {
    let mut tokens = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let mut characters = (1..).zip(content.chars()).peekable();
        while let Some((column, character)) = characters.next() {
            let token = match character {
                '#' => break,
                '[' => Token::Open,
                ']' => Token::Close,
                '"' => {
                    let mut string = String::new();
                    loop {
                        match characters.next() {
                            Some((_, '"')) => break,
                            Some((_, character)) => string.push(character),
                            None => {
                                let message = "this string has no end on its line".into();
                                return Err(Mistake { line, column, message });
                            }
                        }
                    }
                    Token::Text(string)
                }
                character if character.is_whitespace() => continue,
                character => {
                    let mut word = String::from(character);
                    let ends = |next: char| next.is_whitespace() || "[]\"#".contains(next);
                    while let Some((_, next)) = characters.next_if(|(_, next)| !ends(*next)) {
                        word.push(next);
                    }
                    if character.is_ascii_digit() || "+-.".contains(character) {
                        Token::Number(word)
                    } else if character.is_ascii_alphabetic() {
                        Token::Request(word)
                    } else {
                        return Err(Mistake {
                            line,
                            column,
                            message: format!("`{word}` is neither a request nor a number"),
                        });
                    }
                }
            };
            tokens.push(Placed { line, column, token });
        }
    }
    Ok(tokens)
}

/// What holds for the patches that follow.
#[derive(Clone, Copy)]
struct State {
    transform: Mat4,
    surface: Surface,
    two_sided: bool,
}

struct Reader {
    state: State,
    saved: Vec<State>,
    scene: Scene,
}

impl Reader {
    /// Does what a request says.
    fn request(&mut self, name: &str, at: &Placed, arguments: &[Placed]) -> Result<(), Mistake> {
        let transform = &mut self.state.transform;
        match name {
            "WorldBegin" | "Identity" => *transform = Mat4::IDENTITY,
            "TransformBegin" | "AttributeBegin" => self.saved.push(self.state),
            "TransformEnd" | "AttributeEnd" => match (self.saved.pop(), name) {
                (Some(saved), "AttributeEnd") => self.state = saved,
                (Some(saved), _) => *transform = saved.transform,
                (None, _) => return Err(at.mistake(format!("`{name}` ends a block that did not begin"))),
            },
            "Translate" => {
                *transform *= Mat4::from_translation(Vec3::from_array(numbers(at, name, arguments)?));
            }
            "Scale" => *transform *= Mat4::from_scale(Vec3::from_array(numbers(at, name, arguments)?)),
            "Rotate" => {
                let [degrees, x, y, z] = numbers(at, name, arguments)?;
                let Some(axis) = Vec3::new(x, y, z).try_normalize() else {
                    return Err(at.mistake("the axis of this rotation has no length"));
                };
                *transform *= Mat4::from_axis_angle(axis, degrees.to_radians());
            }
            // The rows of RIB's matrices are the columns of ours.
            "ConcatTransform" => *transform *= Mat4::from_cols_array(&numbers(at, name, arguments)?),
            "Transform" => *transform = Mat4::from_cols_array(&numbers(at, name, arguments)?),
            "Color" => {
                self.state.surface.diffuse =
                    Vec3::from_array(numbers(at, name, arguments)?).clamp(Vec3::ZERO, Vec3::ONE)
            }
            "Opacity" => {
                let parts: [f32; 3] = numbers(at, name, arguments)?;
                self.state.surface.opacity = (parts.iter().sum::<f32>() / 3.0).clamp(0.0, 1.0);
            }
            "Sides" => {
                let [sides] = numbers(at, name, arguments)?;
                self.state.two_sided = sides != 1.0;
            }
            "Basis" => {
                let other = |argument: &&Placed| matches!(&argument.token, Token::Text(basis) if basis != "bezier");
                if let Some(argument) = arguments.iter().find(other) {
                    return Err(argument.mistake("only patches of the basis \"bezier\" can be read"));
                }
            }
            "PatchMesh" => {
                return Err(at.mistake("meshes of patches cannot be read: write each as `Patch \"bicubic\"`"));
            }
            "Patch" => self.patch(at, arguments)?,
            _ => {}
        }
        Ok(())
    }

    /// `Patch "bicubic" "P" [ … ]`.
    fn patch(&mut self, at: &Placed, arguments: &[Placed]) -> Result<(), Mistake> {
        match arguments.first() {
            Some(Placed { token: Token::Text(kind), .. }) if kind == "bicubic" => {}
            Some(other) => return Err(other.mistake("expected \"bicubic\": other patches cannot be read")),
            None => return Err(at.mistake("expected `Patch \"bicubic\" \"P\" [48 numbers]`")),
        }
        let is_points = |argument: &Placed| matches!(&argument.token, Token::Text(name) if name.split_whitespace().last() == Some("P"));
        let Some(points) = arguments.iter().position(is_points) else {
            return Err(at.mistake("this patch has no control points: expected \"P\" [48 numbers]"));
        };
        let after = &arguments[points + 1..];
        let length =
            after.iter().position(|argument| argument.token == Token::Close).map_or(after.len(), |end| end + 1);
        let numbers: [f32; 48] = numbers(&arguments[points], "\"P\"", &after[..length])?;
        let mut patch = Patch { points: [Vec3::ZERO; 16] };
        for (point, numbers) in patch.points.iter_mut().zip(numbers.chunks_exact(3)) {
            *point = self.state.transform.project_point3(Vec3::from_slice(numbers));
            coordinate(&point.max_element().max(-point.min_element()).to_string())
                .map_err(|message| at.mistake(format!("a control point, transformed: {message}")))?;
        }
        self.scene.patches.push(patch);
        self.scene.surfaces.push(self.state.surface);
        self.scene.two_sided |= self.state.two_sided;
        Ok(())
    }
}

/// The numbers that a request is to have, in brackets or without.
fn numbers<const N: usize>(at: &Placed, name: &str, arguments: &[Placed]) -> Result<[f32; N], Mistake> {
    let mut numbers = [0.0; N];
    let mut count = 0;
    for argument in arguments {
        match &argument.token {
            Token::Open | Token::Close => {}
            Token::Number(word) if count < N => {
                numbers[count] = coordinate(word).map_err(|message| argument.mistake(message))?;
                count += 1;
            }
            Token::Number(_) => return Err(argument.mistake(format!("{name} has {N} numbers; this is one more"))),
            _ => return Err(argument.mistake(format!("expected number {} of the {N} of {name}", count + 1))),
        }
    }
    if count < N {
        return Err(at.mistake(format!("{name} has {N} numbers; here are only {count}")));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: &str =
        "0 0 0 1 0 0 2 0 0 3 0 0  0 1 0 1 1 0 2 1 0 3 1 0  0 2 0 1 2 0 2 2 0 3 2 0  0 3 0 1 3 0 2 3 0 3 3 0";

    fn error(text: &str) -> String {
        let Mistake { line, column, message } = parse(text).expect_err("must be refused");
        format!("{line}:{column}: {message}")
    }

    #[test]
    fn patches_are_read_with_their_transforms_and_attributes() {
        let text = format!(
            "##RenderMan RIB\nDisplay \"a b.tif\" \"file\" \"rgba\"\nTranslate 9 9 9 # the camera\nWorldBegin\n\
             AttributeBegin Color [1 0 0.5] Opacity 0.5 0.5 0.5\n  Translate 1 2 3 Scale 2 2 2\n\
             Patch \"bicubic\" \"vertex point P\" [{POINTS}]\nAttributeEnd\n\
             TransformBegin Rotate 90 0 0 1 ConcatTransform [1 0 0 0 0 1 0 0 0 0 1 0 5 0 0 1]\n\
             Patch \"bicubic\" \"P\" [{POINTS}] \"st\" [0 1]\nTransformEnd\nWorldEnd\n"
        );
        let scene = parse(&text).expect("well-formed");
        assert_eq!(scene.patches.len(), 2);
        assert_eq!(scene.patches[0].points[15], Vec3::new(7.0, 8.0, 3.0));
        assert!(scene.patches[1].points[15].distance(Vec3::new(-3.0, 8.0, 0.0)) < 1e-5);
        assert_eq!((scene.surfaces[0].diffuse, scene.surfaces[0].opacity), (Vec3::new(1.0, 0.0, 0.5), 0.5));
        assert_eq!((scene.surfaces[1].diffuse, scene.surfaces[1].opacity), (CLAY, 1.0));
        assert!(scene.two_sided);
        assert!(!parse(&format!("Sides 1 Patch \"bicubic\" \"P\" [{POINTS}]")).expect("well-formed").two_sided);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        assert_eq!(
            error("WorldBegin\nWorldEnd"),
            "2:1: the file has no patch: expected `Patch \"bicubic\" \"P\" [48 numbers]`"
        );
        assert_eq!(error("\n  17"), "2:3: expected a request, as `Patch \"bicubic\" \"P\" [ … ]`");
        assert_eq!(error("Color [1 0]"), "1:1: Color has 3 numbers; here are only 2");
        assert_eq!(error("Translate 1 2 3 4"), "1:17: Translate has 3 numbers; this is one more");
        assert_eq!(error("Translate 1 \"a\" 3"), "1:13: expected number 2 of the 3 of Translate");
        assert_eq!(error("Display \"a"), "1:9: this string has no end on its line");
        assert_eq!(error("Patch \"bilinear\" \"P\" [1]"), "1:7: expected \"bicubic\": other patches cannot be read");
        assert_eq!(error("Patch \"bicubic\""), "1:1: this patch has no control points: expected \"P\" [48 numbers]");
        assert_eq!(error("Patch \"bicubic\" \"P\" [1 2]"), "1:17: \"P\" has 48 numbers; here are only 2");
        let patch = format!("Patch \"bicubic\" \"P\"\n[{}]", POINTS.replacen("2 2 0", "2 x2 0", 1));
        assert_eq!(error(&patch), "1:17: \"P\" has 48 numbers; here are only 31");
        let patch = format!("Patch \"bicubic\" \"P\"\n[{}]", POINTS.replacen("2 2 0", "2 +x 0", 1));
        assert_eq!(error(&patch), "2:66: `+x` is not a number");
        assert_eq!(error("AttributeEnd"), "1:1: `AttributeEnd` ends a block that did not begin");
        assert_eq!(
            error("Basis \"b-spline\" 1 \"b-spline\" 1"),
            "1:7: only patches of the basis \"bezier\" can be read"
        );
        assert_eq!(
            error("PatchMesh \"bicubic\""),
            "1:1: meshes of patches cannot be read: write each as `Patch \"bicubic\"`"
        );
        assert_eq!(error("Rotate 5 0 0 0"), "1:1: the axis of this rotation has no length");
        assert_eq!(error("é"), "1:1: `é` is neither a request nor a number");
        let far = format!("Scale 999999 1 1 Patch \"bicubic\" \"P\" [{POINTS}]");
        assert!(error(&far).starts_with("1:18: a control point, transformed: the coordinate"), "{}", error(&far));
    }
}
