//! What tells one build of NVRTC from another of the same version: its files, as they lie on disk when it is loaded.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// The version, and path, size and times of each file of a library that was opened as `path` and has a function at `address`. Nothing of the
/// files is read, since they have some 100 MB: a library that is installed again counts as another one.
pub fn identity(path: &Path, address: usize, version: (u32, u32)) -> String {
    let mut text = format!("nvrtc {}.{}", version.0, version.1);
    let library = mapped_file(address).unwrap_or_else(|| path.to_owned());
    let builtins = library.with_file_name(builtins_name(version));
    for file in [library, builtins] {
        text += &format!("; {}", file.display());
        // What cannot be asked has a bare name; the version is all that is known then.
        if let Ok(metadata) = fs::metadata(&file) {
            text += &format!(" {}", stamp(&metadata));
        }
    }
    text
}

/// The file of the built-in headers, which lies beside the library's.
pub fn builtins_name((major, minor): (u32, u32)) -> String {
    if cfg!(windows) {
        format!("nvrtc-builtins64_{major}{minor}.dll")
    } else {
        format!("libnvrtc-builtins.so.{major}.{minor}")
    }
}

/// Size and times of a file.
fn stamp(metadata: &Metadata) -> String {
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    #[cfg(unix)]
    let changed = {
        use std::os::unix::fs::MetadataExt;
        // Of a copy that keeps the time of its contents, this is the time of copying.
        format!(" {}.{}", metadata.ctime(), metadata.ctime_nsec())
    };
    #[cfg(not(unix))]
    let changed = "";
    format!("{} {}{changed}", metadata.len(), modified.as_nanos())
}

/// The file that the loader has mapped to this address, where the system tells.
fn mapped_file(address: usize) -> Option<PathBuf> {
    // A line is `from-to permissions offset device inode path`, numbers in hexadecimal digits.
    fs::read_to_string("/proc/self/maps").ok()?.lines().find_map(|line| {
        let (from, rest) = line.split_once('-')?;
        let (to, rest) = rest.split_once(' ')?;
        let number = |digits| usize::from_str_radix(digits, 16).ok();
        let path = &rest[rest.find('/')?..];
        (number(from)? <= address && address < number(to)?).then(|| PathBuf::from(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_file_of_a_function_is_found() {
        let here = the_file_of_a_function_is_found as fn() as usize;
        assert_eq!(mapped_file(here), std::env::current_exe().ok());
        assert_eq!(mapped_file(0), None);
    }

    /// A library that is exchanged for one of the same version and size has another identity.
    #[test]
    fn another_file_is_another_identity() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (library, builtins) = (folder.path().join("libnvrtc.so.13"), folder.path().join(builtins_name((13, 0))));
        let identity = || identity(&library, 0, (13, 0));
        let write = |file: &Path, text: &str| {
            fs::write(file, text).expect("the folder can be written to");
            // Times of some file systems are coarse.
            std::thread::sleep(std::time::Duration::from_millis(20));
        };
        write(&library, "first");
        write(&builtins, "first");
        let first = identity();
        assert_eq!(first, identity());
        write(&library, "other");
        let second = identity();
        write(&builtins, "other");
        let third = identity();
        assert!(first != second && second != third && first != third, "{first}\n{second}\n{third}");
    }
}
