//! Reads patch files; `teapot.txt` says what they look like.

use super::patch::Patch;
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};
use whipple::prelude::*;

/// The largest coordinate that a control point may have: far beyond any sensible scene, far within f32.
const LARGEST_COORDINATE: f32 = 1e6;

/// The teapot, as the example is shipped with it.
const TEAPOT: &str = include_str!("teapot.txt");

/// Why a patch file cannot be used.
#[derive(Debug)]
pub enum SceneError {
    /// The file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The file says something that is no patch.
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it and what was expected.
        message: String,
    },
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, .. } => write!(f, "cannot read the patch file {}", path.display()),
            Self::Malformed { path, line, message } => write!(f, "{}:{line}: {message}", path.display()),
        }
    }
}

impl std::error::Error for SceneError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::Malformed { .. } => None,
        }
    }
}

/// The 32 patches of the teapot.
///
/// # Panics
/// Never: a test reads the file.
pub fn teapot() -> Vec<Patch> {
    parse(TEAPOT, Path::new("teapot.txt")).expect("the teapot is well-formed")
}

/// Reads a patch file.
///
/// # Errors
/// [`SceneError::Unreadable`]; [`SceneError::Malformed`], with the line, also for coordinates that are not finite or
/// larger than a million, and for a file without patches.
pub fn read(path: &Path) -> Result<Vec<Patch>, SceneError> {
    let text = fs::read(path).map_err(|source| SceneError::Unreadable { path: path.to_owned(), source })?;
    let text = String::from_utf8(text).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        SceneError::Malformed { path: path.to_owned(), line, message: "this is not text in UTF-8".into() }
    })?;
    parse(&text, path)
}

/// Reads the text of a patch file; `path` is for messages.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, path: &Path) -> Result<Vec<Patch>, SceneError> {
    let malformed = |line, message| SceneError::Malformed { path: path.to_owned(), line, message };
    let mut patches = Vec::new();
    // The patch being read: its first line, and its control points so far.
    let mut open: Option<(usize, Vec<Vec3>)> = None;
    let mut last_line = 1;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        last_line = number;
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let Some(first) = words.first() else { continue };
        if *first == "patch" {
            if let Some((start, points)) = &open {
                return Err(malformed(
                    number,
                    format!("the patch of line {start} has only {} of 4 rows of control points", points.len() / 4),
                ));
            }
            open = Some((number, Vec::with_capacity(16)));
            continue;
        }
        let Some((start, mut points)) = open.take() else {
            return Err(malformed(number, format!("expected `patch NAME`, found `{first}`")));
        };
        let row = parse_row(&words).map_err(|message| malformed(number, message))?;
        points.extend(row);
        match <[Vec3; 16]>::try_from(points) {
            Ok(points) => patches.push(Patch { points }),
            Err(points) => open = Some((start, points)),
        }
    }
    if let Some((start, points)) = open {
        let rows = points.len() / 4;
        return Err(malformed(start, format!("the file ends after {rows} of 4 rows of this patch's control points")));
    }
    if patches.is_empty() {
        return Err(malformed(
            last_line,
            "the file has no patch: expected `patch NAME` and four rows of control points".into(),
        ));
    }
    Ok(patches)
}

/// Four control points from twelve words.
fn parse_row(words: &[&str]) -> Result<[Vec3; 4], String> {
    if words.len() != 12 {
        let found = words.len();
        return Err(format!("expected a row of four control points, which is 12 numbers, found {found} words"));
    }
    let mut numbers = [0.0; 12];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = word.parse::<f32>().map_err(|_| format!("`{word}` is not a number"))?;
        if !number.is_finite() {
            return Err(format!("the coordinate `{word}` is not finite"));
        }
        if number.abs() > LARGEST_COORDINATE {
            return Err(format!("the coordinate `{word}` is absurd: the limit is a million"));
        }
    }
    Ok([0, 3, 6, 9].map(|k| Vec3::new(numbers[k], numbers[k + 1], numbers[k + 2])))
}

#[cfg(test)]
mod tests {
    use super::{super::patch, *};

    fn error(text: &str) -> String {
        parse(text, Path::new("f")).expect_err("must be refused").to_string()
    }

    #[test]
    fn the_teapot_has_32_patches_in_its_box() {
        let patches = teapot();
        assert_eq!(patches.len(), 32);
        let points = || patches.iter().flat_map(|patch| patch.points);
        assert_eq!(points().fold(Vec3::MAX, Vec3::min), Vec3::new(-3.0, -2.0, 0.0));
        assert_eq!(points().fold(Vec3::MIN, Vec3::max), Vec3::new(3.525, 2.0, 3.15));
    }

    /// Each point on the border of a patch lies on the border of another, but for the rims of lid, body and spout and
    /// where handle and spout run into the body.
    #[test]
    fn the_teapot_is_closed() {
        let patches = teapot();
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
        for (index, patch) in teapot().iter().enumerate() {
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
    fn mistakes_are_named_with_their_line() {
        let row = "0 0 0  1 0 0  2 0 0  3 0 0\n";
        assert_eq!(error(""), "f:1: the file has no patch: expected `patch NAME` and four rows of control points");
        assert_eq!(error("# nothing\n1 2 3"), "f:2: expected `patch NAME`, found `1`");
        assert_eq!(
            error(&format!("patch a\n{row}{row}")),
            "f:1: the file ends after 2 of 4 rows of this patch's control points"
        );
        assert_eq!(
            error(&format!("patch a\n{row}patch b")),
            "f:3: the patch of line 1 has only 1 of 4 rows of control points"
        );
        assert_eq!(
            error(&format!("patch a\n{row}1 2 3")),
            "f:3: expected a row of four control points, which is 12 numbers, found 3 words"
        );
        let with = |word: &str| format!("patch a\n{}", row.replace('3', word));
        assert_eq!(error(&with("NaN")), "f:2: the coordinate `NaN` is not finite");
        assert_eq!(error(&with("1e99")), "f:2: the coordinate `1e99` is not finite");
        assert_eq!(error(&with("1e9")), "f:2: the coordinate `1e9` is absurd: the limit is a million");
        assert_eq!(error(&with("x")), "f:2: `x` is not a number");
    }

    #[test]
    fn files_that_cannot_be_read_are_named() {
        let error = read(Path::new("/no/such/file")).expect_err("does not exist");
        assert_eq!(error.to_string(), "cannot read the patch file /no/such/file");
        assert!(std::error::Error::source(&error).is_some());
    }
}
