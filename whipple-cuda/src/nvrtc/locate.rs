//! Where NVRTC may be, and loading it together with its built-in headers.

use super::{Nvrtc, identity::builtins_name};
use libloading::Library;
use std::{
    env,
    path::{Path, PathBuf},
};

/// Names that the dynamic loader may know, newest first.
const NAMES: &[&str] = if cfg!(windows) {
    &["nvrtc64_130_0.dll", "nvrtc64_120_0.dll"]
} else {
    &["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"]
};

/// Loads the library from the first place that has it.
pub(super) fn load() -> Result<Nvrtc, String> {
    if let Some(chosen) = env::var_os("WHIPPLE_NVRTC").filter(|value| !value.is_empty()) {
        let chosen = PathBuf::from(chosen);
        let file = if chosen.is_dir() { find_in(&chosen) } else { Some(chosen.clone()) };
        let Some(file) = file else {
            return Err(format!("WHIPPLE_NVRTC names the folder {}, which has no libnvrtc", chosen.display()));
        };
        return open(&file).map_err(|reason| format!("WHIPPLE_NVRTC names {}: {reason}", file.display()));
    }
    let mut refused = Vec::new();
    for name in NAMES {
        match open(Path::new(name)) {
            Ok(library) => return Ok(library),
            // Mostly "no such file", which the summary below says for all names at once.
            Err(reason) if reason.contains("No such file") => {}
            Err(reason) => refused.push(format!("{name}: {reason}")),
        }
    }
    for file in folders().iter().filter_map(|folder| find_in(folder)) {
        match open(&file) {
            Ok(library) => return Ok(library),
            Err(reason) => refused.push(format!("{}: {reason}", file.display())),
        }
    }
    if refused.is_empty() {
        let roots = roots().iter().map(|(root, _)| root.display().to_string()).collect::<Vec<_>>().join(", ");
        Err(format!("neither the loader path nor a folder of {roots} has {}", NAMES.join(" or ")))
    } else {
        Err(format!("what there is cannot be used ({})", refused.join("; ")))
    }
}

/// An error with its causes: libloading keeps the loader's own message in the source.
pub(crate) fn in_full(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// What a folder is the root of.
#[derive(Clone, Copy)]
enum Root {
    Toolkit,
    Python,
}

/// Folders outside the loader path, in the order of `Nvrtc::get`'s documentation.
pub(super) fn folders() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for (root, kind) in roots() {
        match kind {
            Root::Toolkit => add_toolkit(&mut folders, &root),
            Root::Python => add_python(&mut folders, &root),
        }
    }
    folders
}

/// The roots of toolkits and of Python's packages.
fn roots() -> Vec<(PathBuf, Root)> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let mut roots = Vec::new();
    roots.extend(
        ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"].into_iter().filter_map(named).map(|root| (root, Root::Toolkit)),
    );
    roots.extend(named("VIRTUAL_ENV").map(|root| (root, Root::Python)));
    if let Some(conda) = named("CONDA_PREFIX") {
        roots.extend([(conda.clone(), Root::Toolkit), (conda, Root::Python)]);
    }
    // Set by cargo for what it runs. An ordinary start looks into no folder that merely happens to be current:
    // that would load code from wherever the user stands.
    let package = named("CARGO_MANIFEST_DIR").unwrap_or_default();
    roots.extend(
        package
            .ancestors()
            .map(|folder| folder.join(".venv"))
            .filter(|folder| folder.is_dir())
            .map(|root| (root, Root::Python)),
    );
    roots.extend(["/usr/local/cuda", "/opt/cuda"].map(|root| (root.into(), Root::Toolkit)));
    roots.extend(named("HOME").map(|home| (home.join(".local"), Root::Python)));
    roots.extend(["/usr/local", "/usr"].map(|root| (root.into(), Root::Python)));
    roots
}

fn add_toolkit(folders: &mut Vec<PathBuf>, root: &Path) {
    for folder in ["lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "bin/x64", "bin"] {
        folders.push(root.join(folder));
    }
}

/// The folders of the Python packages `nvidia-cuda-nvrtc` and `nvidia-cuda-runtime` (13: `nvidia/cu13`; 12:
/// `nvidia/cuda_nvrtc` and `nvidia/cuda_runtime`).
fn add_python(folders: &mut Vec<PathBuf>, root: &Path) {
    let mut sites = vec![root.join("Lib/site-packages")];
    for entry in root.join("lib").read_dir().into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with("python") {
            // The second is Debian's.
            sites.extend(["site-packages", "dist-packages"].map(|name| entry.path().join(name)));
        }
    }
    sites.sort();
    for site in sites {
        for folder in [
            "nvidia/cu13/lib",
            "nvidia/cuda_nvrtc/lib",
            "nvidia/cuda_runtime/lib",
            "nvidia/cu13/bin/x86_64",
            "nvidia/cuda_nvrtc/bin",
        ] {
            folders.push(site.join(folder));
        }
    }
}

/// The library in a folder.
fn find_in(folder: &Path) -> Option<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).find(|file| file.is_file())
}

/// Loads the library from a path, or by its name from the loader path.
fn open(file: &Path) -> Result<Nvrtc, String> {
    // SAFETY: NVRTC's initialisers have no preconditions.
    let library = unsafe { Library::new(file) }.map_err(|error| in_full(&error))?;
    let nvrtc = Nvrtc::bind(library, file)?;
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        load_builtins(folder, nvrtc.version());
    }
    Ok(nvrtc)
}

/// Loads the library's built-in headers from beside it. It asks the loader for them by bare name when it compiles, and
/// the loader does not look beside it; but it does find what is loaded already.
fn load_builtins(folder: &Path, version: (u32, u32)) {
    // SAFETY: the library holds data and has no initialisers with preconditions.
    if let Ok(builtins) = unsafe { Library::new(folder.join(builtins_name(version))) } {
        // Needed as long as NVRTC is, which is never unloaded. When loading fails, compiling says so itself.
        std::mem::forget(builtins);
    }
}
