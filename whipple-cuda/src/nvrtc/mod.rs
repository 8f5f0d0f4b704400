//! NVRTC: CUDA text to a cubin for a real architecture, or to PTX where a fault of ptxas must be mended, with the log in every case.
//!
//! The library is loaded here and not through cudarc: cudarc panics when it is missing, cannot be told a path, and
//! gives PTX, which an older driver refuses where it takes a cubin.

mod device_runtime;
mod identity;
mod locate;
mod mended;
mod resources;
mod translation;

pub use device_runtime::device_runtime;
pub(crate) use locate::in_full;
pub use mended::loses_negations;
pub use resources::{KernelResources, resources};
pub use translation::Translation;

use libloading::Library;
use std::{
    borrow::Cow,
    ffi::{CStr, CString, c_char, c_int, c_void},
    path::{Path, PathBuf},
    sync::OnceLock,
};
use whipple_runtime::error::Error;

/// `nvrtcProgram`.
type Handle = *mut c_void;
/// `nvrtcResult`: a plain number, because newer libraries have codes that an enum of today lacks.
type Status = c_int;

/// One compilation.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The program's name, for messages.
    pub program: &'a str,
    /// The CUDA text.
    pub source: &'a str,
    /// The architecture, as `sm_90`.
    pub architecture: &'a str,
    /// NVRTC's options besides the architecture.
    pub options: &'a [String],
    /// What `#include` finds: names and texts.
    pub headers: &'a [(&'a str, &'a str)],
}

impl Request<'_> {
    /// The error of a compilation with this log.
    fn failed(&self, log: String) -> Error {
        Error::Compile { program: self.program.to_owned(), log }
    }
}

/// A compiled program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// A cubin: machine code, an ELF file. Or PTX that ends with a zero ([`is_ptx`]), which the driver compiles when it loads it: where
    /// ptxas would make wrong code (`mended/`). The emulated machine has a form of its own.
    pub code: Vec<u8>,
    /// Warnings and what the assembler reports; empty when there is nothing to say.
    pub log: String,
}

/// Whether code is PTX: text that begins, as NVVM's does, with a comment, or with its version.
pub fn is_ptx(code: &[u8]) -> bool {
    code.starts_with(b"//") || code.starts_with(b".version")
}

/// The loaded library.
#[derive(Debug)]
pub struct Nvrtc {
    path: PathBuf,
    version: (u32, u32),
    identity: String,
    calls: Calls,
    /// Keeps `calls` valid.
    _library: Library,
}

/// The library's functions.
#[derive(Debug)]
struct Calls {
    version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> Status,
    error_string: unsafe extern "C" fn(Status) -> *const c_char,
    create: unsafe extern "C" fn(
        *mut Handle,
        *const c_char,
        *const c_char,
        c_int,
        *const *const c_char,
        *const *const c_char,
    ) -> Status,
    compile: unsafe extern "C" fn(Handle, c_int, *const *const c_char) -> Status,
    log_size: unsafe extern "C" fn(Handle, *mut usize) -> Status,
    log: unsafe extern "C" fn(Handle, *mut c_char) -> Status,
    cubin_size: unsafe extern "C" fn(Handle, *mut usize) -> Status,
    cubin: unsafe extern "C" fn(Handle, *mut c_char) -> Status,
    ptx_size: unsafe extern "C" fn(Handle, *mut usize) -> Status,
    ptx: unsafe extern "C" fn(Handle, *mut c_char) -> Status,
    destroy: unsafe extern "C" fn(*mut Handle) -> Status,
    architecture_count: unsafe extern "C" fn(*mut c_int) -> Status,
    architectures: unsafe extern "C" fn(*mut c_int) -> Status,
}

/// The oldest NVRTC that compiles the device library: 12.0 to 12.5 end the process.
const OLDEST: (u32, u32) = (12, 6);

/// Compilation failed because of the source.
const ERROR_COMPILATION: Status = 6;
/// An option is not known, as an architecture of another NVRTC.
const ERROR_INVALID_OPTION: Status = 5;

impl Nvrtc {
    /// The library, loaded at the first call. Looked for in this order: the file or folder that `WHIPPLE_NVRTC` names
    /// (then nowhere else); the loader path; the toolkit that `CUDA_PATH`, `CUDA_HOME` or `CUDA_ROOT` names; the Python
    /// package `nvidia-cuda-nvrtc` in the environment that is active (`VIRTUAL_ENV`, `CONDA_PREFIX`), or under cargo in a
    /// `.venv` of the package or a folder above it; where toolkits are usually installed; and that package where pip puts it
    /// without an environment.
    ///
    /// # Errors
    /// [`Error::CompilerMissing`] with what was tried.
    pub fn get() -> Result<&'static Self, Error> {
        static LIBRARY: OnceLock<Result<Nvrtc, String>> = OnceLock::new();
        let found = LIBRARY.get_or_init(locate::load);
        found.as_ref().map_err(|reason| Error::CompilerMissing { reason: reason.clone() })
    }

    /// Takes the functions out of a library.
    fn bind(library: Library, path: &Path) -> Result<Self, String> {
        /// Looks a function up.
        ///
        /// # Safety
        /// `F` must be the type of the function.
        unsafe fn symbol<F: Copy>(library: &Library, name: &CStr) -> Result<F, String> {
            // SAFETY: the caller's contract.
            unsafe { library.get::<F>(name) }.map(|found| *found).map_err(|error| locate::in_full(&error))
        }
        // SAFETY: the types are those of nvrtc.h, unchanged since CUDA 11.2.
        let calls = unsafe {
            Calls {
                version: symbol(&library, c"nvrtcVersion")?,
                error_string: symbol(&library, c"nvrtcGetErrorString")?,
                create: symbol(&library, c"nvrtcCreateProgram")?,
                compile: symbol(&library, c"nvrtcCompileProgram")?,
                log_size: symbol(&library, c"nvrtcGetProgramLogSize")?,
                log: symbol(&library, c"nvrtcGetProgramLog")?,
                cubin_size: symbol(&library, c"nvrtcGetCUBINSize")?,
                cubin: symbol(&library, c"nvrtcGetCUBIN")?,
                ptx_size: symbol(&library, c"nvrtcGetPTXSize")?,
                ptx: symbol(&library, c"nvrtcGetPTX")?,
                destroy: symbol(&library, c"nvrtcDestroyProgram")?,
                architecture_count: symbol(&library, c"nvrtcGetNumSupportedArchs")?,
                architectures: symbol(&library, c"nvrtcGetSupportedArchs")?,
            }
        };
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both are valid for writing.
        let status = unsafe { (calls.version)(&raw mut major, &raw mut minor) };
        if status != 0 {
            return Err(format!("nvrtcVersion failed with code {status}"));
        }
        let version = (major.unsigned_abs(), minor.unsigned_abs());
        if version < OLDEST {
            let (oldest_major, oldest_minor) = OLDEST;
            return Err(format!(
                "it is NVRTC {major}.{minor}, and whipple needs {oldest_major}.{oldest_minor} or newer"
            ));
        }
        let identity = identity::identity(path, calls.version as usize, version);
        Ok(Self { path: path.to_owned(), version, identity, calls, _library: library })
    }

    /// Where it was found: a path, or a bare name when the loader found it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its version, as `(13, 0)`.
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// What tells it from other builds, also of its version: path, size and times of its files. For the cache.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The architectures that it compiles for, as 90 for `sm_90`; empty when it does not say.
    pub fn architectures(&self) -> Vec<u32> {
        let mut count = 0;
        // SAFETY: `count` is valid for writing.
        if unsafe { (self.calls.architecture_count)(&raw mut count) } != 0 {
            return Vec::new();
        }
        let mut numbers = vec![0; usize::try_from(count).unwrap_or(0)];
        // SAFETY: the vector has as many elements as the library says that it writes.
        if unsafe { (self.calls.architectures)(numbers.as_mut_ptr()) } != 0 {
            return Vec::new();
        }
        numbers.into_iter().map(c_int::unsigned_abs).collect()
    }

    /// The architectures in words.
    fn known_architectures(&self) -> String {
        let names: Vec<_> = self.architectures().iter().map(|number| format!("sm_{number}")).collect();
        names.join(", ")
    }

    /// Compiles a program: to a cubin, or to PTX where the cubin would be wrong ([`Output::code`]). Any number of threads may do so at
    /// once.
    ///
    /// # Errors
    /// [`Error::Compile`] with the log when the text is rejected, an option is unknown, or the library fails.
    pub fn compile(&self, request: &Request<'_>) -> Result<Output, Error> {
        self.compiled(request, |program, log| {
            let code = match mended::mended(&program.ptx()?, self.version, request.architecture) {
                Some(text) => ended(&text),
                None => program.cubin()?,
            };
            if code.is_empty() {
                let (architecture, known) = (request.architecture, self.known_architectures());
                let log = format!("NVRTC makes no machine code for {architecture}: choose one of {known}");
                return Err(request.failed(log));
            }
            Ok(Output { code, log })
        })
    }

    /// Compiles a program, and gives what `take` makes of it and of the log.
    fn compiled<T>(
        &self,
        request: &Request<'_>,
        take: impl FnOnce(&NvrtcProgram<'_, '_>, String) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let failed = |log: String| request.failed(log);
        let text = |text: &str| {
            CString::new(text).map_err(|_| failed("the source, a header or an option contains a zero byte".to_owned()))
        };

        let source = text(request.source)?;
        let name = text(request.program)?;
        let headers = request
            .headers
            .iter()
            .map(|(name, body)| Ok((text(name)?, text(body)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        let names: Vec<_> = headers.iter().map(|(name, _)| name.as_ptr()).collect();
        let bodies: Vec<_> = headers.iter().map(|(_, body)| body.as_ptr()).collect();
        let mut options = vec![text(&format!("--gpu-architecture={}", request.architecture))?];
        for option in request.options {
            options.push(text(option)?);
        }
        let options: Vec<_> = options.iter().map(|option| option.as_ptr()).collect::<Vec<_>>();

        let mut program = NvrtcProgram { nvrtc: self, request, handle: std::ptr::null_mut() };
        // SAFETY: the strings end with zeros and the two arrays have `names.len()` elements; all outlive the program,
        // which is dropped before them.
        let status = unsafe {
            (self.calls.create)(
                &raw mut program.handle,
                source.as_ptr(),
                name.as_ptr(),
                names.len() as c_int,
                bodies.as_ptr(),
                names.as_ptr(),
            )
        };
        if status != 0 {
            return Err(failed(format!("nvrtcCreateProgram: {}", self.describe(status))));
        }
        // SAFETY: the program was created; the array has `options.len()` strings that end with zeros.
        let status = unsafe { (self.calls.compile)(program.handle, options.len() as c_int, options.as_ptr()) };
        let log = program.log();
        match status {
            0 => take(&program, log),
            ERROR_COMPILATION => Err(failed(log)),
            ERROR_INVALID_OPTION => {
                let (major, minor) = self.version;
                Err(failed(format!(
                    "{log}\nNVRTC {major}.{minor} was asked for {} and compiles for {}",
                    request.architecture,
                    self.known_architectures()
                )))
            }
            other => Err(failed(format!("nvrtcCompileProgram: {}\n{log}", self.describe(other)))),
        }
    }

    /// The library's words for a status.
    fn describe(&self, status: Status) -> String {
        // SAFETY: takes any number and gives a static string that ends with a zero.
        let text = unsafe { (self.calls.error_string)(status) };
        if text.is_null() {
            return format!("code {status}");
        }
        // SAFETY: as above.
        let text = unsafe { CStr::from_ptr(text) };
        format!("{} (code {status})", text.to_string_lossy())
    }
}

/// A program that the library holds; destroyed when dropped.
struct NvrtcProgram<'a, 'r> {
    nvrtc: &'a Nvrtc,
    request: &'a Request<'r>,
    handle: Handle,
}

impl NvrtcProgram<'_, '_> {
    /// What the compiler said, without its final zero.
    fn log(&self) -> String {
        let calls = &self.nvrtc.calls;
        // SAFETY: the program was created; `fetch` gives a buffer of the size that was asked for.
        let bytes = unsafe { fetch(self.handle, calls.log_size, calls.log) }.unwrap_or_default();
        text_of(&bytes).trim_end().to_owned()
    }

    /// What NVVM gave the assembler, without its final zero.
    fn ptx(&self) -> Result<String, Error> {
        let calls = &self.nvrtc.calls;
        // SAFETY: as in `log`.
        let bytes = unsafe { fetch(self.handle, calls.ptx_size, calls.ptx) };
        Ok(text_of(&bytes.map_err(|status| self.unavailable("nvrtcGetPTX", status))?).into_owned())
    }

    /// The machine code.
    fn cubin(&self) -> Result<Vec<u8>, Error> {
        let calls = &self.nvrtc.calls;
        // SAFETY: as in `log`.
        let bytes = unsafe { fetch(self.handle, calls.cubin_size, calls.cubin) };
        bytes.map_err(|status| self.unavailable("nvrtcGetCUBIN", status))
    }

    fn unavailable(&self, call: &str, status: Status) -> Error {
        self.request.failed(format!("{call}: {}\n{}", self.nvrtc.describe(status), self.log()))
    }
}

impl Drop for NvrtcProgram<'_, '_> {
    fn drop(&mut self) {
        if !self.handle.is_null() {
            // SAFETY: created once, destroyed once.
            unsafe { (self.nvrtc.calls.destroy)(&raw mut self.handle) };
        }
    }
}

/// PTX as the driver wants it: with its end marked.
fn ended(ptx: &str) -> Vec<u8> {
    [ptx.as_bytes(), &[0]].concat()
}

/// The text up to the first zero byte.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end])
}

/// Asks for a size, then for that many bytes.
///
/// # Safety
/// `handle` must be a program, and `get` must write at most as many bytes as `size` says.
unsafe fn fetch(
    handle: Handle,
    size: unsafe extern "C" fn(Handle, *mut usize) -> Status,
    get: unsafe extern "C" fn(Handle, *mut c_char) -> Status,
) -> Result<Vec<u8>, Status> {
    let mut count = 0;
    // SAFETY: `count` is valid for writing.
    let status = unsafe { size(handle, &raw mut count) };
    if status != 0 {
        return Err(status);
    }
    let mut bytes = vec![0; count];
    // SAFETY: the vector has the size that the library gave.
    match unsafe { get(handle, bytes.as_mut_ptr().cast()) } {
        0 => Ok(bytes),
        status => Err(status),
    }
}
