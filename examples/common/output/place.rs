//! Where an output goes: what its path leads to.

use std::{
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
};

/// Where an output goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The standard output of the command.
    StandardOutput,
    /// A device, a pipe, or whatever else takes bytes as they come.
    Stream {
        /// Its path.
        path: PathBuf,
        /// Whether it is a pipe, which has one reader.
        is_pipe: bool,
    },
    /// A file that is there or that is to be made: its path without links.
    File(PathBuf),
}

/// Links that are followed to a file that is still to be made. The system follows 40, too.
const MOST_LINKS: usize = 40;

impl Place {
    /// Where a path leads.
    pub fn of(path: &Path) -> Self {
        if path == Path::new("-") {
            return Self::StandardOutput;
        }
        let path = followed(path);
        if is_descriptor(&path) && path.file_name().is_some_and(|name| name == "1") {
            return Self::StandardOutput;
        }
        match fs::metadata(&path) {
            // A descriptor may lead to a file whose name is gone, or that others write to at their own place.
            Ok(found) if found.is_file() && !is_descriptor(&path) => Self::File(whole(&path)),
            // A folder is refused as a file.
            Ok(found) if found.is_dir() => Self::File(whole(&path)),
            Ok(found) => Self::Stream { is_pipe: is_pipe(&found), path },
            Err(_) => Self::File(whole(&path)),
        }
    }

    /// Whether several outputs may go there: a device keeps nothing that a second one would destroy.
    pub fn takes_many(&self) -> bool {
        matches!(self, Self::Stream { is_pipe: false, .. })
    }

    /// The standard stream that a shell has redirected to the same file: what is printed there would be lost.
    pub fn printed(&self) -> Option<&'static str> {
        let Self::File(path) = self else { return None };
        let file = fs::metadata(path).ok()?;
        let is_file = |stream: io::Result<Metadata>| stream.is_ok_and(|stream| are_one(&file, &stream));
        if is_file(standard_streams::output()) {
            return Some("standard output");
        }
        is_file(standard_streams::error()).then_some("standard error")
    }
}

/// The path that links lead to, also where nothing is there yet. Those of open files, as in `/dev/fd`, are not followed: they are
/// more than their text.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_descriptor(&path) {
            break;
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder(&path).join(target);
    }
    path
}

/// Whether the path names an open file of this process, as `/dev/fd/3`.
fn is_descriptor(path: &Path) -> bool {
    let is_number = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.parse::<u32>().is_ok());
    let folders = ["/proc/self/fd", "/dev/fd"].map(fs::canonicalize);
    is_number && fs::canonicalize(folder(path)).is_ok_and(|own| folders.iter().flatten().any(|one| *one == own))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path without links and dots in its folders.
fn whole(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), fs::canonicalize(folder(path)), path.file_name()) {
        (Ok(path), ..) => path,
        (_, Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

#[cfg(unix)]
fn is_pipe(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Whether both are of one file.
#[cfg(unix)]
fn are_one(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn are_one(_: &Metadata, _: &Metadata) -> bool {
    false
}

/// What standard output and standard error are.
#[cfg(unix)]
mod standard_streams {
    use std::{
        fs::{File, Metadata},
        io,
        os::fd::AsFd,
    };

    pub fn output() -> io::Result<Metadata> {
        File::from(io::stdout().as_fd().try_clone_to_owned()?).metadata()
    }

    pub fn error() -> io::Result<Metadata> {
        File::from(io::stderr().as_fd().try_clone_to_owned()?).metadata()
    }
}

#[cfg(not(unix))]
mod standard_streams {
    use std::{fs::Metadata, io};

    pub fn output() -> io::Result<Metadata> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn error() -> io::Result<Metadata> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
