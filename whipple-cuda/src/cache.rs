//! Compiled kernels on disk, so that a second start compiles nothing; beside them what `Scheduler::Auto` chose.
//!
//! An entry is one file named after a hash of everything that its code depends on. Entries are written beside their
//! place and renamed into it, so that readers see whole files only, and they end in a checksum of their own: a damaged
//! one counts as absent. A folder that others may write to is not used (`cache/trust.rs`). It may be deleted at any time.

mod trust;

use crate::nvrtc::{Output, Request};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use tempfile::NamedTempFile;
use whipple_runtime::error::Error;

/// Opens every entry; its last digit is the version of the format, and of what is done with NVRTC's output.
const MAGIC: &[u8; 16] = b"whipple cubin 4\n";
/// Bytes of a SHA-256 sum.
const SUM: usize = 32;

/// What the cache did for one compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CacheOutcome {
    /// The code came from it.
    Hit,
    /// The code was compiled and stored.
    Stored,
    /// The code was compiled and not stored, for this reason.
    NotStored(String),
}

/// A folder of compiled kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// `Err` with the reason why there is none.
    folder: Result<PathBuf, String>,
}

impl Cache {
    /// The user's cache: the folder that `WHIPPLE_CACHE` names, or else `whipple` in `XDG_CACHE_HOME`, in `~/.cache`, or (on Windows) in
    /// `LOCALAPPDATA`.
    ///
    /// The variable may say `off`, `no`, `none`, `false`, `0` or nothing, in any case, for no cache, and `on`, `yes`, `true` or `1` for the
    /// usual folder. A folder of one of these names is `./off`.
    pub fn from_environment() -> Self {
        let usual = || user_folder().ok_or_else(|| "the environment names no cache folder and no home".to_owned());
        let Some(value) = env::var_os("WHIPPLE_CACHE") else { return Self { folder: usual() } };
        let folder = match value.to_string_lossy().trim().to_ascii_lowercase().as_str() {
            "" | "off" | "no" | "none" | "false" | "0" => Err("WHIPPLE_CACHE turns it off".to_owned()),
            "on" | "yes" | "true" | "1" => usual(),
            _ => Ok(PathBuf::from(value)),
        };
        Self { folder }
    }

    /// The cache in a folder, which is made when something is stored.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Ok(folder.into()) }
    }

    /// No cache.
    pub fn disabled(reason: impl Into<String>) -> Self {
        Self { folder: Err(reason.into()) }
    }

    /// Its folder, if it has one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref().ok()
    }

    /// The file for a compilation by this compiler, as [`Nvrtc::identity`](crate::nvrtc::Nvrtc::identity) names it.
    #[doc(hidden)] // For tests.
    pub fn file(&self, request: &Request<'_>, compiler: &str) -> Option<PathBuf> {
        Some(self.folder()?.join(format!("{}.cubin", key(request, compiler))))
    }

    /// The code of a request; `None` when it is absent or damaged.
    #[doc(hidden)] // For tests.
    pub fn get(&self, request: &Request<'_>, compiler: &str) -> Option<Output> {
        read_trusted(self.folder()?, &self.file(request, compiler)?).and_then(|bytes| decode(&bytes))
    }

    /// Takes the code from the cache, or calls `compile` and stores what it gives. A cache that cannot be used costs
    /// a compilation and is no error. Standard error says so once, but not where it was turned off.
    ///
    /// # Errors
    /// Those of `compile`.
    #[doc(hidden)] // For the compilation and tests.
    pub fn get_or_compile(
        &self,
        request: &Request<'_>,
        compiler: &str,
        compile: impl FnOnce() -> Result<Output, Error>,
    ) -> Result<(Output, CacheOutcome), Error> {
        let (folder, file) = match (&self.folder, self.file(request, compiler)) {
            (Ok(folder), Some(file)) => (folder, file),
            (Err(reason), _) => return Ok((compile()?, CacheOutcome::NotStored(reason.clone()))),
            (Ok(_), None) => unreachable!("a cache with a folder has a file for every request"),
        };
        if let Some(output) = self.get(request, compiler) {
            return Ok((output, CacheOutcome::Hit));
        }
        let output = compile()?;
        let outcome = match store(folder, &file, &encode(&output)) {
            Ok(()) => CacheOutcome::Stored,
            Err(reason) => {
                say_once(folder, &reason);
                CacheOutcome::NotStored(reason)
            }
        };
        Ok((output, outcome))
    }

    /// The contents of another entry; `None` when it is absent or damaged.
    pub(crate) fn read(&self, name: &str) -> Option<Vec<u8>> {
        let folder = self.folder()?;
        let bytes = read_trusted(folder, &folder.join(name))?;
        unseal(&bytes).map(<[u8]>::to_vec)
    }

    /// Writes another entry; the reason when that is not possible.
    pub(crate) fn write(&self, name: &str, contents: Vec<u8>) -> Result<(), String> {
        let folder = self.folder.as_ref().map_err(String::clone)?;
        store(folder, &folder.join(name), &seal(contents))
    }
}

/// Where a user's programs keep what they can make again.
fn user_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("XDG_CACHE_HOME")
        // The XDG rules: a relative path there is to be ignored.
        .filter(|path| path.is_absolute())
        .or_else(|| if cfg!(windows) { folder("LOCALAPPDATA") } else { Some(folder("HOME")?.join(".cache")) })
        .map(|path| path.join("whipple"))
}

/// A hash of texts, in hexadecimal digits. Each is preceded by its length, so that no two lists of texts agree.
#[derive(Clone, Default)]
pub(crate) struct Key(Sha256);

impl Key {
    pub(crate) fn add(&mut self, part: &str) {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    pub(crate) fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A hash of all that the code depends on.
fn key(request: &Request<'_>, compiler: &str) -> String {
    let mut key = Key::default();
    key.add(compiler);
    key.add(request.architecture);
    key.add(request.program);
    key.add(request.source);
    key.add(&request.options.len().to_string());
    request.options.iter().for_each(|option| key.add(option));
    for (name, text) in request.headers {
        key.add(name);
        key.add(text);
    }
    key.finish()
}

/// Appends a checksum.
fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// What [`seal`] was given; `None` for anything else.
fn unseal(bytes: &[u8]) -> Option<&[u8]> {
    let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    (Sha256::digest(content).as_slice() == sum).then_some(content)
}

/// An entry's bytes: magic, lengths of log and code, log, code, checksum of all before.
fn encode(output: &Output) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(MAGIC.len() + 16 + output.log.len() + output.code.len() + SUM);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(output.log.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&(output.code.len() as u64).to_le_bytes());
    bytes.extend_from_slice(output.log.as_bytes());
    bytes.extend_from_slice(&output.code);
    seal(bytes)
}

/// The reverse; `None` for anything that is not a whole entry.
fn decode(bytes: &[u8]) -> Option<Output> {
    let rest = unseal(bytes)?.strip_prefix(MAGIC)?;
    let (log_length, rest) = rest.split_first_chunk::<8>()?;
    let (code_length, rest) = rest.split_first_chunk::<8>()?;
    let (log, code) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*log_length)).ok()?)?;
    if code.len() as u64 != u64::from_le_bytes(*code_length) || code.is_empty() {
        return None;
    }
    Some(Output { code: code.to_vec(), log: String::from_utf8(log.to_vec()).ok()? })
}

/// Writes an entry beside its place and renames it; the reason when that is not possible.
fn store(folder: &Path, file: &Path, bytes: &[u8]) -> Result<(), String> {
    let unwritable = |error: io::Error| format!("cannot write to {}: {error}", folder.display());
    create_folder(folder).map_err(unwritable)?;
    trust::check(folder)?;
    let mut temporary = NamedTempFile::new_in(folder).map_err(unwritable)?;
    temporary.write_all(bytes).map_err(unwritable)?;
    temporary.persist(file).map(drop).map_err(|refused| unwritable(refused.error))
}

/// The bytes of an entry, unless there is none or others could have written it.
fn read_trusted(folder: &Path, file: &Path) -> Option<Vec<u8>> {
    trust::check(folder).ok()?;
    fs::read(file).ok()
}

/// Says on standard error, once for each folder, why programs are compiled at each start.
fn say_once(folder: &Path, reason: &str) {
    static SAID: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    // A panic elsewhere leaves the set whole.
    let first = SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
    if first {
        eprintln!(
            "whipple: compiled programs are not kept, so that each start compiles them again: {reason} \
             (WHIPPLE_CACHE names another folder, or is `off`)"
        );
    }
}

/// Makes the folder, for this user only: what lies in it will run on the GPU.
fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output() -> Output {
        Output { code: vec![1, 2, 3, 0, 255], log: "a warning".to_owned() }
    }

    #[test]
    fn entries_come_back() {
        assert_eq!(decode(&encode(&output())), Some(output()));
    }

    #[test]
    fn damaged_entries_are_absent() {
        let whole = encode(&output());
        for length in 0..whole.len() {
            assert_eq!(decode(&whole[..length]), None, "cut to {length} bytes");
        }
        for position in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[position] ^= 1;
            assert_eq!(decode(&damaged), None, "byte {position} damaged");
        }
    }

    #[test]
    fn keys_differ_in_every_part() {
        let options = ["-lineinfo".to_owned()];
        let base = Request {
            program: "Reyes",
            source: "code",
            architecture: "sm_90",
            options: &options,
            headers: &[("a.cuh", "text")],
        };
        let keys = [
            key(&base, "nvrtc 13.0"),
            key(&base, "nvrtc 12.9"),
            key(&Request { program: "Other", ..base }, "nvrtc 13.0"),
            key(&Request { source: "code ", ..base }, "nvrtc 13.0"),
            key(&Request { architecture: "sm_80", ..base }, "nvrtc 13.0"),
            key(&Request { options: &[], ..base }, "nvrtc 13.0"),
            key(&Request { headers: &[("a.cuh", "text2")], ..base }, "nvrtc 13.0"),
            key(&Request { headers: &[("a.cuht", "ext")], ..base }, "nvrtc 13.0"),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "key {index} repeats");
        }
    }
}
