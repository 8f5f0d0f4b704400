//! Files beside those that they are to replace. They vanish when they are dropped, and when a signal ends the process.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, Permissions},
    io,
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile, PersistError};

/// A file that is to take the place of another.
pub struct Scratch {
    file: NamedTempFile,
    /// Dropped after the file, whose record it ends.
    _record: Record,
}

impl Scratch {
    /// Makes an empty file in the folder of `file`, with its permissions if it is there; `None` where that cannot be done.
    pub fn beside(file: &Path) -> Option<Self> {
        let mut prefix = OsString::from(".");
        prefix.push(file.file_name()?);
        prefix.push(".");
        // Signals wait for the lock: none comes between the making of a file and its record.
        let mut recorded = signals::recorded();
        let mut builder = Builder::new();
        builder.prefix(&prefix);
        if let Some(permissions) = permissions(file) {
            builder.permissions(permissions);
        }
        let scratch = builder.tempfile_in(file.parent()?).ok()?;
        recorded.insert(scratch.path().to_owned());
        drop(recorded);
        let record = Record(scratch.path().to_owned());
        // The mask of the process may have taken some of the permissions, and the owner may be another user.
        if let Ok(old) = fs::metadata(file) {
            keep_owner(scratch.as_file(), &old);
            scratch.as_file().set_permissions(old.permissions()).ok()?;
        }
        Some(Self { file: scratch, _record: record })
    }

    /// The file, to write to.
    ///
    /// # Errors
    /// The process has too many open files.
    pub fn file(&self) -> io::Result<File> {
        self.file.as_file().try_clone()
    }

    /// Puts it in the place of `path`.
    ///
    /// # Errors
    /// What the system says.
    pub fn replace(self, path: &Path) -> io::Result<()> {
        let Err(PersistError { error, file }) = self.file.persist(path) else { return Ok(()) };
        // A file that is mounted at its place, as into a container, has another file system around it.
        if matches!(error.kind(), io::ErrorKind::ResourceBusy | io::ErrorKind::CrossesDevices) {
            let mut target = OpenOptions::new().write(true).truncate(true).open(path)?;
            io::copy(&mut File::open(file.path())?, &mut target)?;
            return target.sync_all();
        }
        Err(error)
    }
}

/// The permissions of a new file. It has what the old file had; without one, the mask of the process decides.
#[cfg(unix)]
fn permissions(file: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    let old = fs::metadata(file).ok().map(|old| old.permissions());
    Some(old.unwrap_or_else(|| Permissions::from_mode(0o666)))
}

#[cfg(not(unix))]
fn permissions(_: &Path) -> Option<Permissions> {
    None
}

/// Gives the file to the owner of the one that it replaces, where this process may.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only the superuser may give files away; for everybody else the new file is their own.
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// The record of a scratch file.
struct Record(PathBuf);

impl Drop for Record {
    fn drop(&mut self) {
        signals::recorded().remove(&self.0);
    }
}

/// The scratch files that there are, and the thread that removes them when a signal comes.
mod signals {
    use std::{
        collections::HashSet,
        path::PathBuf,
        sync::{Mutex, MutexGuard, PoisonError},
    };

    static RECORDED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

    /// The record of all scratch files. While it is held, no signal ends the process.
    pub struct Recorded(MutexGuard<'static, Option<HashSet<PathBuf>>>);

    impl Recorded {
        pub fn insert(&mut self, path: PathBuf) {
            self.0.get_or_insert_default().insert(path);
        }

        pub fn remove(&mut self, path: &PathBuf) {
            self.0.get_or_insert_default().remove(path);
        }

        #[cfg(unix)]
        fn remove_files(&mut self) {
            for path in self.0.take().unwrap_or_default() {
                // The process ends: nobody is left to be told.
                let _ = std::fs::remove_file(path);
            }
        }
    }

    /// Begins to watch for signals, and gives the record.
    pub fn recorded() -> Recorded {
        watch();
        // Whoever panicked with the lock left the set whole.
        Recorded(RECORDED.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts the thread that waits for signals, once. Where that fails, they end the process at once, and files stay behind.
    #[cfg(unix)]
    fn watch() {
        use std::{sync::Once, sync::mpsc, thread};

        static WATCH: Once = Once::new();
        WATCH.call_once(|| {
            let (ready, begun) = mpsc::channel();
            if thread::Builder::new().name("signals".to_owned()).spawn(|| wait(ready)).is_ok() {
                // An error says that the thread has ended, which is as well.
                let _ = begun.recv();
            }
        });
    }

    /// Waits for signals; drops `ready` when none is lost any more.
    #[cfg(unix)]
    fn wait(ready: std::sync::mpsc::Sender<()>) {
        use signal_hook::{consts::signal, iterator::Signals, low_level::emulate_default_handler};

        let all = [signal::SIGHUP, signal::SIGINT, signal::SIGQUIT, signal::SIGTERM, signal::SIGXCPU, signal::SIGXFSZ];
        let Ok(mut signals) = Signals::new(all.into_iter().filter(|signal| !is_ignored(*signal))) else { return };
        drop(ready);
        for signal in signals.forever() {
            let mut recorded = recorded();
            recorded.remove_files();
            // Ends the process as the signal would have, with the lock held: no file is made any more.
            let _ = emulate_default_handler(signal);
        }
    }

    #[cfg(not(unix))]
    fn watch() {}

    /// Whether whoever started the process has it ignore a signal, as `nohup` does: it stays ignored.
    #[cfg(unix)]
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 == 1
    }
}
