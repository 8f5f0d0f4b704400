//! The files of a city: `.glb`, or `.gltf` with files of binary data beside it.

use super::{
    Nodes,
    document::{Document, Finished},
};
use crate::city::pieces::Piece;
use crate::common::output;
use std::{
    env, error,
    ffi::OsStr,
    fmt::{self, Write as _},
    fs::File,
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};
use whipple::prelude::*;

/// The most bytes that a `.glb` may have: its header says how many in 32 bits.
pub const MOST_BINARY: u64 = u32::MAX as u64;

/// Bytes of a file of data beside a `.gltf`, at most: what browsers load at once.
pub const MOST_DATA: u64 = 1 << 30;

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Instances of all parts.
    pub instances: u64,
    /// Triangles of all instances.
    pub triangles: u64,
    /// Materials that are used.
    pub materials: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// Files of binary data beside the document; 0 of a `.glb`.
    pub data_files: usize,
}

/// A city that would have more than [`MOST_BINARY`] bytes.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a file of binary glTF holds at most {MOST_BINARY} bytes")
    }
}

impl error::Error for TooLarge {}

/// What was written, or whatever went wrong.
type Outcome<T> = Result<T, Box<dyn error::Error>>;

/// How a city is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Which things get nodes of their own.
    pub nodes: Nodes,
    /// The most bytes of a file of data beside a `.gltf`, where it has more than one piece.
    pub most_data: u64,
}

/// Gives one piece after another, and then none.
pub type Next<'n> = dyn FnMut() -> Result<Option<Piece>, Error> + 'n;

/// Writes a city: as text with binary data beside it where the name ends in `.gltf`, else as one binary file. What was there stays until
/// all is written.
///
/// # Errors
/// [`TooLarge`], what the derivation of a piece meets, and files that cannot be written.
pub fn write(path: &Path, next: &mut Next<'_>, format: Format) -> Outcome<Contents> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gltf")) {
        return write_text(path, next, format);
    }
    output::write(path, |sink| write_binary(sink, path.parent(), next, format.nodes))
}

/// Writes a `.glb`. Its document comes first and is known last, so that what it is about waits in a file without a name, in `folder`.
fn write_binary(out: &mut impl Write, folder: Option<&Path>, next: &mut Next<'_>, nodes: Nodes) -> Outcome<Contents> {
    let mut data = BufWriter::new(nameless(folder).map_err(no_room)?);
    let mut document = Document::new(nodes);
    document.lists().begin_buffer(None);
    while let Some(piece) = next()? {
        if document.lists().bytes() + document.bytes_of(&piece) > MOST_BINARY {
            return Err(TooLarge.into());
        }
        document.add(&piece, &mut data).map_err(no_room)?;
    }
    let instances = document.instances();
    let Finished { text, bytes: binary, triangles, materials } = document.finish(&mut data).map_err(no_room)?;
    let mut text = text.into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk = if binary == 0 { 0 } else { 8 + binary };
    let bytes = 12 + 8 + text.len() as u64 + chunk;
    // Then all lengths fit their words.
    let length = u32::try_from(bytes).map_err(|_| TooLarge)?;
    out.write_all(b"glTF")?;
    out.write_all(&2u32.to_le_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&(text.len() as u32).to_le_bytes())?;
    out.write_all(b"JSON")?;
    out.write_all(&text)?;
    if binary > 0 {
        out.write_all(&(binary as u32).to_le_bytes())?;
        out.write_all(b"BIN\0")?;
    }
    let mut data = data.into_inner().map_err(|error| no_room(error.into_error()))?;
    data.seek(SeekFrom::Start(0))?;
    io::copy(&mut data, out)?;
    out.flush()?;
    Ok(Contents { instances, triangles, materials, bytes, data_files: 0 })
}

/// What is said of the file in which the data of a `.glb` waits for its document.
fn no_room(error: io::Error) -> String {
    format!("cannot keep the data of the city in a file for a while: {error}; make room beside --out, or write `.gltf`")
}

/// A file that is gone when the process is, in this folder where one can be made there.
fn nameless(folder: Option<&Path>) -> io::Result<File> {
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(folder).or_else(|_| tempfile::tempfile_in(env::temp_dir()))
}

/// Writes a `.gltf`, and beside it files of data.
fn write_text(path: &Path, next: &mut Next<'_>, format: Format) -> Outcome<Contents> {
    output::write(path, |sink| -> Outcome<Contents> {
        let mut files = Files { path, most: format.most_data, document: Document::new(format.nodes), bytes: 0 };
        let Finished { text, triangles, materials, .. } = files.write_data(None, next)?;
        sink.write_all(text.as_bytes())?;
        let Files { mut document, bytes, .. } = files;
        let (instances, data_files) = (document.instances(), document.lists().buffers());
        Ok(Contents { instances, triangles, materials, bytes: bytes + text.len() as u64, data_files })
    })
}

/// The files of data beside a document.
struct Files<'p> {
    /// The document's.
    path: &'p Path,
    /// The most bytes of a file, where it has more than one piece.
    most: u64,
    document: Document,
    /// Bytes of the files that are complete.
    bytes: u64,
}

impl Files<'_> {
    /// Writes the next file, from `first` on, and those after it. Each is put in its place when all that follow are, and the document
    /// after all: what fails leaves the old city.
    fn write_data(&mut self, first: Option<Piece>, next: &mut Next<'_>) -> Outcome<Finished> {
        let path = data_path(self.path, self.document.lists().buffers());
        output::write(&path, |out| {
            self.document.lists().begin_buffer(Some(address(path.file_name().unwrap_or_default())));
            let mut piece = first;
            loop {
                let Some(own) = piece.take().map_or_else(&mut *next, |piece| Ok(Some(piece)))? else {
                    let finished = self.document.finish(out)?;
                    self.bytes += finished.bytes;
                    return Ok(finished);
                };
                let bytes = self.document.lists().bytes();
                if bytes > 0 && bytes + self.document.bytes_of(&own) > self.most {
                    self.bytes += bytes;
                    return self.write_data(Some(own), next);
                }
                self.document.add(&own, out)?;
            }
        })
    }
}

/// File of data number `number` of a document.
fn data_path(document: &Path, number: usize) -> PathBuf {
    let mut name = document.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}.bin"));
    document.with_file_name(name)
}

/// A file's name as an address in the document's folder.
fn address(name: &OsStr) -> String {
    name.as_encoded_bytes().iter().fold(String::new(), |mut address, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
            address.push(char::from(*byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(address, "%{byte:02X}");
        }
        address
    })
}
