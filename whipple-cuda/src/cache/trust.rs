//! Whether a folder of the cache is this user's alone: what lies in it runs on the GPU with the rights of the process.

use std::path::Path;

/// Nothing where only this user (and the system's) can write to a folder, or where it does not exist; otherwise the reason why it is not
/// used.
#[cfg(unix)]
pub fn check(folder: &Path) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt;
    const WRITABLE_BY_OTHERS: u32 = 0o022;
    const SYSTEM: u32 = 0;
    let Ok(metadata) = std::fs::metadata(folder) else { return Ok(()) };
    if metadata.is_dir() && metadata.mode() & WRITABLE_BY_OTHERS != 0 {
        return Err(format!("other users may write to {0}: say `chmod go-w {0}`", folder.display()));
    }
    match user() {
        Some(user) if metadata.uid() != user && metadata.uid() != SYSTEM => {
            Err(format!("{} belongs to another user", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Others have their own rights elsewhere, which are not looked at.
#[cfg(not(unix))]
pub fn check(_folder: &Path) -> Result<(), String> {
    Ok(())
}

/// The user whose rights this process has, where the system tells.
#[cfg(unix)]
fn user() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").ok().map(|process| process.uid())
}
