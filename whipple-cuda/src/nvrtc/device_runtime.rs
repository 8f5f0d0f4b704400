//! Where CUDA's device runtime is: a static library that kernels which launch kernels are linked with.

use super::{Nvrtc, locate};
use std::{
    env,
    path::{Path, PathBuf},
};
use whipple_runtime::error::Error;

/// Its file name.
const NAME: &str = if cfg!(windows) { "cudadevrt.lib" } else { "libcudadevrt.a" };

/// The library, looked for in this order: the file or folder that `WHIPPLE_CUDADEVRT` names (then nowhere else); beside
/// NVRTC; and where [`Nvrtc::get`] looks outside the loader path: the toolkit that `CUDA_PATH`, `CUDA_HOME` or `CUDA_ROOT`
/// names, the Python package `nvidia-cuda-runtime` in the virtual environment, and where toolkits are usually installed.
///
/// # Errors
/// [`Error::DeviceRuntimeMissing`] with what was tried.
pub fn device_runtime() -> Result<PathBuf, Error> {
    let missing = |reason: String| Error::DeviceRuntimeMissing { reason };
    if let Some(chosen) = env::var_os("WHIPPLE_CUDADEVRT").filter(|value| !value.is_empty()) {
        let chosen = PathBuf::from(chosen);
        let file = if chosen.is_dir() { chosen.join(NAME) } else { chosen };
        return if file.is_file() {
            Ok(file)
        } else {
            Err(missing(format!("WHIPPLE_CUDADEVRT leads to {}, which is no file", file.display())))
        };
    }
    let beside = Nvrtc::get().ok().and_then(|nvrtc| nvrtc.path().parent().map(Path::to_owned));
    let beside = beside.filter(|folder| !folder.as_os_str().is_empty());
    let folders = beside.into_iter().chain(locate::folders());
    folders
        .map(|folder| folder.join(NAME))
        .find(|file| file.is_file())
        .ok_or_else(|| missing(format!("neither the folder of NVRTC nor a usual one has {NAME}")))
}
