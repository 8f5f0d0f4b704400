//! Files that a command writes.

use std::{
    collections::HashMap,
    ffi::OsString,
    fmt::Display,
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
    process,
};

/// Extensions that say what is in a file, and what they say.
const KNOWN: [(&str, &str); 28] = [
    ("png", "PNG"),
    ("jpg", "JPEG"),
    ("jpeg", "JPEG"),
    ("gif", "GIF"),
    ("bmp", "BMP"),
    ("webp", "WebP"),
    ("avif", "AVIF"),
    ("tif", "TIFF"),
    ("tiff", "TIFF"),
    ("tga", "TGA"),
    ("ppm", "PPM"),
    ("exr", "OpenEXR"),
    ("hdr", "Radiance HDR"),
    ("svg", "SVG"),
    ("pdf", "PDF"),
    ("html", "HTML"),
    ("glb", "binary glTF"),
    ("gltf", "glTF as text"),
    ("obj", "Wavefront OBJ"),
    ("ply", "PLY"),
    ("stl", "STL"),
    ("fbx", "FBX"),
    ("usd", "USD"),
    ("usdz", "USD"),
    ("dae", "COLLADA"),
    ("json", "JSON"),
    ("csv", "CSV"),
    ("zip", "ZIP"),
];

/// A file that a command is to write.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    /// The option that names it.
    pub option: &'static str,
    /// Where it is to be.
    pub path: &'a Path,
    /// What will be in it.
    pub format: &'static str,
    /// The extension of such files.
    pub extension: &'static str,
}

/// Checks, before any work is spent, that no two outputs are one file, that their names say what will be in them, and that each
/// can be written.
///
/// # Errors
/// In words, with the option or the path.
pub fn check(outputs: &[Output<'_>]) -> Result<(), String> {
    check_distinct(outputs)?;
    outputs.iter().try_for_each(check_extension)?;
    outputs.iter().try_for_each(|output| check_writable(output.path))
}

/// A file to write, unless it is called `none`.
pub fn wanted(path: &Path) -> Option<&Path> {
    (path != Path::new("none")).then_some(path)
}

/// Checks that a file can be written. Leaves no file that was not there.
///
/// # Errors
/// What [`cannot_write`] says.
fn check_writable(path: &Path) -> Result<(), String> {
    try_to_write(path).map_err(|error| cannot_write(path, &error))
}

fn try_to_write(path: &Path) -> io::Result<()> {
    let existed = path.exists();
    OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    if !existed {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Checks that no two outputs are one file: the second would destroy the first.
///
/// # Errors
/// In words, with both options.
fn check_distinct(outputs: &[Output<'_>]) -> Result<(), String> {
    let mut options = HashMap::new();
    for Output { option, path, .. } in outputs {
        let Some(file) = file_of(path) else { continue };
        if let Some(first) = options.insert(file, option) {
            let path = path.display();
            return Err(format!("{first} and {option} both write to {path}: name another file for one of them"));
        }
    }
    Ok(())
}

/// The file that a path leads to, also where it is still to be made; `None` for a device or a pipe, which many may write to.
fn file_of(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = fs::canonicalize(path) {
        return found.is_file().then_some(found);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name()?;
    Some(fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()).join(name))
}

/// Checks that the name of an output does not say that something else is in it. A name without an extension, or with one that
/// says nothing, is as good as any.
///
/// # Errors
/// In words, with the option and a better name.
fn check_extension(output: &Output<'_>) -> Result<(), String> {
    let Output { option, path, format, extension } = *output;
    let found = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match KNOWN.iter().find(|(known, _)| *known == found) {
        Some((_, other)) if found != extension => {
            let (path, better) = (path.display(), path.with_extension(extension));
            let better = better.display();
            Err(format!("{option} writes {format}, and {path} is the name of a file of {other}: name it {better}"))
        }
        _ => Ok(()),
    }
}

/// Has a file written beside `path`, by a function that is given where, and puts it in place of what was there: whatever fails,
/// the old file stays as it was.
///
/// # Errors
/// What `write` and the file system say.
pub fn replace<T, E: From<io::Error>>(path: &Path, write: impl FnOnce(&Path) -> Result<T, E>) -> Result<T, E> {
    // A device, a pipe, a folder in which no file can be made: what is written goes there as it comes.
    let Some(file) = file_of(path) else { return write(path) };
    let Some(scratch) = beside(&file) else { return write(path) };
    let written = write(&scratch).and_then(|written| {
        if let Ok(old) = fs::metadata(&file) {
            fs::set_permissions(&scratch, old.permissions())?;
        }
        fs::rename(&scratch, &file)?;
        Ok(written)
    });
    if written.is_err() {
        // It is as well that the first error is the one that is told.
        let _ = fs::remove_file(&scratch);
    }
    written
}

/// Makes an empty file in the folder of another, where that can be done.
fn beside(file: &Path) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(file.file_name()?);
    name.push(format!(".{}", process::id()));
    let scratch = file.with_file_name(name);
    OpenOptions::new().write(true).create_new(true).open(&scratch).ok()?;
    Some(scratch)
}

/// What is said of a file that cannot be written: which, why, and what to do.
pub fn cannot_write(path: &Path, error: &(impl Display + ?Sized)) -> String {
    let missing = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    let advice = match missing {
        Some(folder) => format!("make the folder {} first, or name another file", folder.display()),
        None => "name a file in a folder that you may write to".to_owned(),
    };
    format!("cannot write to {}: {error}; {advice}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_names_a_file_in_a_missing_folder_hears_of_the_folder() {
        let error = check_writable(Path::new("/no/such/folder/picture.png")).unwrap_err();
        assert!(error.starts_with("cannot write to /no/such/folder/picture.png: "), "{error}");
        assert!(error.ends_with("; make the folder /no/such/folder first, or name another file"), "{error}");
    }

    fn output<'a>(option: &'static str, path: &'a Path) -> Output<'a> {
        Output { option, path, format: "PNG", extension: "png" }
    }

    #[test]
    fn one_file_has_one_writer() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (file, other) = (folder.path().join("a"), folder.path().join("b"));
        let roundabout = folder.path().join(".").join("a");
        let check_two = |first: &Path, second: &Path| check_distinct(&[output("--x", first), output("--y", second)]);
        for _ in 0..2 {
            let all = [output("--x", &file), output("--y", &other), output("--z", &roundabout)];
            let error = check_distinct(&all).unwrap_err();
            assert!(error.starts_with("--x and --z both write to ") && error.contains("name another"), "{error}");
            assert_eq!(check_two(&file, &other), Ok(()));
            // The same for a file that is there.
            fs::write(&file, "old").expect("a file");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&file, &other).expect("a link");
            check_two(&file, &other).expect_err("a link to the same");
            assert_eq!(check_two(Path::new("/dev/null"), Path::new("/dev/null")), Ok(()));
        }
    }

    #[test]
    fn names_say_what_is_in_a_file_or_nothing() {
        let check = |name: &str| check_extension(&output("--picture", Path::new(name)));
        for good in ["a.png", "a.PNG", "a", "a.b", "folder.jpg/a", "v1.2"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        let error = check("folder/a.JPG").unwrap_err();
        assert_eq!(error, "--picture writes PNG, and folder/a.JPG is the name of a file of JPEG: name it folder/a.png");
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = folder.path().join("a");
        let fail = |path: &Path| fs::write(path, "half").and(Err::<(), _>(io::Error::other("no more")));
        replace(&file, fail).expect_err("what the function says");
        assert!(!file.exists());
        replace(&file, |path| fs::write(path, "old")).expect("a new file");
        replace(&file, fail).expect_err("what the function says");
        assert_eq!(fs::read(&file).expect("a file"), b"old");
        replace(&file, |path| fs::write(path, "new")).expect("another file");
        assert_eq!(fs::read(&file).expect("a file"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    }
}
