//! What the tests of this crate share: whether a compiler or a GPU must be there, scratch folders, child processes.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;
use whipple_cuda::{CudaDevice, driver::Gpu, emulated, nvrtc::Nvrtc};
use whipple_runtime::error::Error;

/// The architectures that programs are compiled for in tests.
pub const ARCHITECTURES: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// The compiler, or `None` after saying that the test is skipped. With `WHIPPLE_REQUIRE_NVRTC=1` a missing compiler
/// fails the test.
pub fn nvrtc() -> Option<&'static Nvrtc> {
    match Nvrtc::get() {
        Ok(nvrtc) => Some(nvrtc),
        Err(error) => {
            assert!(!is_set("WHIPPLE_REQUIRE_NVRTC"), "WHIPPLE_REQUIRE_NVRTC is set: {error}");
            println!("skipped: {error}");
            None
        }
    }
}

/// The first GPU, or `None` after saying that the test is skipped. With `WHIPPLE_REQUIRE_GPU=1` a missing GPU fails
/// the test.
pub fn gpu() -> Option<std::sync::Arc<Gpu>> {
    match Gpu::open(0) {
        Ok(gpu) => Some(gpu),
        Err(error @ Error::DriverMissing { .. }) => {
            assert!(!is_set("WHIPPLE_REQUIRE_GPU"), "WHIPPLE_REQUIRE_GPU is set: {error}");
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("there is a driver, and it fails: {error}"),
    }
}

/// An emulated device, or `None` after saying that the test is skipped. With `WHIPPLE_REQUIRE_EMULATION=1` a missing compiler
/// fails the test.
pub fn emulated() -> Option<CudaDevice> {
    let options = emulated::Options::from_environment().unwrap_or_else(|error| panic!("{error}"));
    match emulated::backend(options) {
        Ok(device) => Some(device),
        Err(error @ Error::HostCompilerMissing { .. }) => {
            assert!(!is_set("WHIPPLE_REQUIRE_EMULATION"), "WHIPPLE_REQUIRE_EMULATION is set: {error}");
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The first GPU and an emulated one, as far as they are there.
pub fn gpus() -> Vec<std::sync::Arc<Gpu>> {
    gpu().into_iter().chain(emulated().map(|device| device.gpu().clone())).collect()
}

/// Whether tests of two sizes run the whole one.
pub fn is_full() -> bool {
    is_set("WHIPPLE_FULL")
}

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| value == "1")
}

/// A place for one test's file or folder, in a folder of its own that is removed when dropped.
pub struct Scratch {
    path: PathBuf,
    _folder: TempDir,
}

impl Scratch {
    /// A path where nothing is yet.
    pub fn new(name: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("whipple-").tempdir().expect("a folder for the test");
        Self { path: folder.path().join(name), _folder: folder }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Runs the test `name` of this binary again in a process of its own, whose environment `change` has changed, and calls
/// `body` there: the libraries of a process are chosen once.
pub fn in_child(name: &str, change: impl FnOnce(&mut Command), body: impl FnOnce()) {
    const MARK: &str = "WHIPPLE_TEST_CHILD";
    if env::var_os(MARK).is_some_and(|child| child == name) {
        return body();
    }
    let mut command = Command::new(env::current_exe().expect("a test knows its binary"));
    command.args([name, "--exact", "--nocapture"]).env(MARK, name);
    change(&mut command);
    let output = command.output().expect("a test can start its binary again");
    assert!(
        output.status.success(),
        "the child of {name} failed:\n{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    // A misspelt name would run no test and succeed.
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{name} is not the name of the test");
}
