//! Where the driver's library may be, beside the loader path, and loading it from there.

use cudarc::driver::sys;
use libloading::Library;
use std::{
    env,
    path::{Path, PathBuf},
};

/// The driver's library by the name that it has for the loader, under which it is found once it is loaded.
const NAME: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };

/// Where the loader may not look: WSL, NixOS, Debian, Fedora, containers, and where CUDA's packages for newer drivers are.
const FOLDERS: &[&str] = if cfg!(windows) {
    &[]
} else {
    &[
        "/usr/lib/wsl/lib",
        "/run/opengl-driver/lib",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib/x86_64-linux-gnu/nvidia/current",
        "/usr/lib64",
        "/usr/lib64/nvidia",
        "/usr/lib",
        "/usr/lib/nvidia",
        "/usr/local/nvidia/lib64",
        "/usr/local/nvidia/lib",
        "/usr/local/cuda/compat",
    ]
};

/// Loads the driver's library, which is never unloaded.
///
/// # Errors
/// What was tried.
pub(super) fn load() -> Result<(), String> {
    if is_loaded() {
        return Ok(());
    }
    let mut refused = Vec::new();
    let folders = folders();
    for file in folders.iter().map(|folder| folder.join(NAME)).filter(|file| file.is_file()) {
        match open(&file) {
            Ok(()) if is_loaded() => return Ok(()),
            Ok(()) => refused.push(format!("{} has another name for the loader", file.display())),
            Err(reason) => refused.push(reason),
        }
    }
    if refused.is_empty() {
        let folders = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ");
        let others = if folders.is_empty() { String::new() } else { format!(", nor in {folders}") };
        return Err(format!("{NAME} is not on the loader path{others}"));
    }
    Err(format!("what there is cannot be used ({})", refused.join("; ")))
}

/// Whether the bindings find the library, by its name.
fn is_loaded() -> bool {
    // SAFETY: loading the driver library runs its initialisers, which have no preconditions.
    unsafe { sys::is_culib_present() }
}

/// The folder of the conda environment, and the usual ones.
fn folders() -> Vec<PathBuf> {
    let conda = env::var_os("CONDA_PREFIX").filter(|value| !value.is_empty()).map(|root| Path::new(&root).join("lib"));
    conda.into_iter().chain(FOLDERS.iter().map(PathBuf::from)).collect()
}

/// Loads a file and keeps it.
fn open(file: &Path) -> Result<(), String> {
    // SAFETY: as in `is_loaded`.
    match unsafe { Library::new(file) } {
        Ok(library) => {
            std::mem::forget(library);
            Ok(())
        }
        Err(error) => Err(crate::nvrtc::in_full(&error)),
    }
}
