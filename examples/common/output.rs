//! Files that a command writes.

use std::{
    fmt::Display,
    fs::{self, OpenOptions},
    io,
    path::Path,
};

/// Checks that a file can be written before any work is spent on what goes there. Leaves no file that was not there.
///
/// # Errors
/// What [`cannot_write`] says.
pub fn check_writable(path: &Path) -> Result<(), String> {
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
}
