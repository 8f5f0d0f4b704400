//! Files of patches: RenderMan RIB, or text as `teapot.txt`. Which of them it is, is found in what they say.

use super::{SCENES, Scene, rib, text};
use crate::common::progress::shown;
use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

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
            Self::Unreadable { path, .. } if path == Path::new("-") => write!(f, "cannot read standard input"),
            Self::Unreadable { path, .. } if path.extension().is_none() && path.components().count() == 1 => {
                let name = path.display();
                write!(f, "cannot read the patch file {name}, and no scene is called that: {SCENES} are")
            }
            Self::Unreadable { path, .. } => write!(f, "cannot read the patch file {}", path.display()),
            Self::Invisible { path } => {
                write!(f, "{}: all control points are one point, so there is nothing to see: check scales", name(path))
            }
            Self::Malformed { path, mistake: Mistake { line, column, message } } => {
                write!(f, "{}:{line}:{column}: {message}", name(path))
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

/// The most bytes that a file may have.
const LARGEST_FILE: u64 = 1 << 30;

/// How files begin that are no text, and what to do about it.
const NO_TEXT: [(&[u8], &str); 3] = [
    (&[0x1f, 0x8b], "the file is compressed by gzip: uncompress it first, as by `gunzip < THIS > plain.rib`"),
    (&[0xff, 0xfe], "this is text in UTF-16: write it in UTF-8"),
    (&[0xfe, 0xff], "this is text in UTF-16: write it in UTF-8"),
];

/// Reads a file of patches, or standard input where it is called `-`, with notes about what of it the scene does not show.
///
/// It is read once, from its beginning to its end, so that it may be a pipe.
///
/// # Errors
/// [`SceneError::Unreadable`]; [`SceneError::Malformed`], also for a file without patches; [`SceneError::Invisible`].
pub fn read(path: &Path) -> Result<(Scene, Vec<String>), SceneError> {
    let malformed = |mistake| SceneError::Malformed { path: path.to_owned(), mistake };
    let bytes = bytes(path).map_err(|source| SceneError::Unreadable { path: path.to_owned(), source })?;
    if let Some((_, message)) = NO_TEXT.iter().find(|(beginning, _)| bytes.starts_with(beginning)) {
        return Err(malformed(Mistake { line: 1, column: 1, message: (*message).into() }));
    }
    // Comments may be in other encodings; elsewhere what stands in for their characters is a mistake.
    let mut text = String::from_utf8_lossy(&bytes);
    if text.contains('\r') {
        text = text.replace("\r\n", "\n").replace('\r', "\n").into();
    }
    let parse = || match is_rib(&text) {
        Some(true) => rib::parse(&text),
        Some(false) => text::parse(&text).map(|scene| (scene, Vec::new())),
        None => {
            let message = "there is nothing in it: expected patches, as RIB or as examples/reyes/teapot.txt has them";
            Err(Mistake { line: 1, column: 1, message: message.into() })
        }
    };
    let (scene, notes) = shown("reading", || None, parse).map_err(malformed)?;
    if scene.is_one_point() {
        return Err(SceneError::Invisible { path: path.to_owned() });
    }
    Ok((scene, notes))
}

/// The bytes of a file, or of standard input.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(io::Error::other("it has more than 1 GiB"));
    }
    Ok(bytes)
}

/// Whether a text is RIB, by its first word; `None` if it has none.
fn is_rib(text: &str) -> Option<bool> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.starts_with("##RenderMan") {
        return Some(true);
    }
    let content = |line: &str| line.split('#').next().unwrap_or("").trim().to_owned();
    let line = text.lines().map(content).find(|line| !line.is_empty())?;
    let word = line.split_whitespace().next().unwrap_or("");
    // Strings and arrays are RIB's alone, as are names with capital letters.
    let is_request = word == "version" || word.starts_with(|first: char| first.is_ascii_uppercase());
    Some(is_request || line.contains(['"', '[', char::REPLACEMENT_CHARACTER]))
}

/// A file, as messages name it.
fn name(path: &Path) -> impl fmt::Display {
    if path == Path::new("-") { "standard input".into() } else { path.to_string_lossy() }
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
}
