//! Temporary folders, which go with whoever made them: when dropped, or once another process finds that its maker has ended.

use std::{
    env,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Once,
    time::Duration,
};
use tempfile::TempDir;
use whipple_runtime::error::Error;

/// What the names of folders begin with.
const PREFIX: &str = "whipple-emulation-";
/// The file in each that its maker holds locked. The operating system unlocks it when the process ends, however it ends.
const LOCK: &str = "lock";
/// A folder that is younger may not be locked yet.
const YOUNG: Duration = Duration::from_secs(10);

/// A temporary folder, removed when dropped.
#[derive(Debug)]
pub struct Folder {
    folder: TempDir,
    /// Locked while the folder is used.
    _lock: File,
}

impl Folder {
    /// Makes one where `TMPDIR` says. The first of a process removes what others have left there.
    ///
    /// # Errors
    /// [`Error::Other`] where none can be made.
    pub fn new() -> Result<Self, Error> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&env::temp_dir()));
        let made = || -> io::Result<Self> {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
            let lock = File::create(folder.path().join(LOCK))?;
            // Where files cannot be locked the folder stays when the process is killed.
            let _ = lock.try_lock();
            Ok(Self { folder, _lock: lock })
        };
        made().map_err(|error| {
            let message = format!(
                "cannot make a folder for temporary files in {}: set `TMPDIR` to a folder that can be written to",
                env::temp_dir().display()
            );
            Error::other(message, Some(error.into()))
        })
    }

    /// Where it is: a path from the root, also where `TMPDIR` is none.
    pub fn path(&self) -> PathBuf {
        std::path::absolute(self.folder.path()).unwrap_or_else(|_| self.folder.path().to_owned())
    }

    /// Writes a file, with the folders above it.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.path().join(name);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        written.map_err(|source| Error::Io { path, source })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Error> {
        let path = self.path().join(name);
        fs::read(&path).map_err(|source| Error::Io { path, source })
    }
}

/// Removes the folders of processes that have ended. What cannot be removed stays: it may be another user's.
fn sweep(temporary: &Path) {
    let folders = fs::read_dir(temporary).into_iter().flatten().flatten();
    for folder in folders.filter(|folder| folder.file_name().to_string_lossy().starts_with(PREFIX)) {
        let path = folder.path();
        let is_old = || -> io::Result<bool> {
            let lock = File::options().write(true).open(path.join(LOCK))?;
            let age = lock.metadata()?.modified()?.elapsed().unwrap_or_default();
            Ok(age >= YOUNG && lock.try_lock().is_ok())
        };
        if is_old().unwrap_or(false) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn folders_of_processes_that_ended_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let folder = temporary.path().join(name);
            fs::create_dir(&folder).unwrap();
            let lock = File::create(folder.join(LOCK)).unwrap();
            lock.set_modified(SystemTime::now() - 2 * YOUNG).unwrap();
            lock
        };
        let used = make("whipple-emulation-used");
        used.try_lock().unwrap();
        let young = make("whipple-emulation-young");
        young.set_modified(SystemTime::now()).unwrap();
        drop((young, make("whipple-emulation-left"), make("another-left")));
        sweep(temporary.path());
        let mut names: Vec<_> =
            fs::read_dir(temporary.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["another-left", "whipple-emulation-used", "whipple-emulation-young"]);
    }
}
