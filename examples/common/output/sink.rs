//! What outputs are written to.

use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Write},
};

/// Takes the bytes of an output. Its first error is kept and told at the end, also if the code that writes drops it: writers of
/// image formats write their last bytes when they are dropped, and have nobody to tell what happened.
pub struct Sink {
    target: Target,
    error: Option<io::Error>,
}

enum Target {
    /// Each line would be a write of its own, without a buffer before it.
    StandardOutput(BufWriter<io::Stdout>),
    File(BufWriter<File>),
}

impl Sink {
    /// Writes to standard output.
    pub(super) fn standard_output() -> Self {
        Self { target: Target::StandardOutput(BufWriter::new(io::stdout())), error: None }
    }

    /// Writes to an open file, device or pipe.
    pub(super) fn file(file: File) -> Self {
        Self { target: Target::File(BufWriter::new(file)), error: None }
    }

    /// Writes what is left, and has files written to their disk: some systems tell only then that they have no room.
    ///
    /// # Errors
    /// The first one since the beginning.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let flushed = self.flush();
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        flushed?;
        let Target::File(file) = &self.target else { return Ok(()) };
        match file.get_ref().sync_all() {
            // Devices, pipes and some file systems have no disk to write to.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
            synced => synced,
        }
    }

    fn keep<T>(&mut self, outcome: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &outcome
            && error.kind() != ErrorKind::Interrupted
        {
            let copy = match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(error.kind(), error.to_string()),
            };
            self.error.get_or_insert(copy);
        }
        outcome
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let outcome = match &mut self.target {
            Target::StandardOutput(target) => target.write(bytes),
            Target::File(target) => target.write(bytes),
        };
        self.keep(outcome)
    }

    fn flush(&mut self) -> io::Result<()> {
        let outcome = match &mut self.target {
            Target::StandardOutput(target) => target.flush(),
            Target::File(target) => target.flush(),
        };
        self.keep(outcome)
    }
}
